"""Soft belief: what claims and silences suggest, by a named model of lying. Never mixed with what is proven.

A claim that nobody checked weighs the rooms that may lie there: ``P(claim | true room)``. The models:

* ``honest``: each player lies at a rate of its own, Beta-distributed and learned from the claims whose truth has come
  out; a lie is any other room that could be named, alike (rooms that lie face up cannot).
* ``motive``: the same rates, but a lie is likelier the more the room claimed would gain for the claimant's Character.
  So claims also tell about Characters, and layouts and Characters have one joint posterior.
* ``equilibrium``: everybody lies at the rate that makes a doubter indifferent between checking and not.

A silence weighs too. A seat that had looked at that card since it was last laid, or at another card that is the room
claimed, knew a lie and would mostly have objected. The first speaks of the card named, the second of where the room
claimed is not. In the same way a lie that was doubted tells that the room claimed is rather where
the doubters had looked.

The posterior is exact. Cells and Characters are independent given the Characters of those who claimed, so it is
a mixture: for every possible set of those Characters and every way of shuffling one 9x9 matrix of weights,
Sets that make no difference to any claim count as one. Where there are too many
matrices `ways` goes on with all 9! layouts, exact too, and only where there are too many sets of Characters as well
it draws some of these; `Belief.error` then says how far off the chances may be.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Any, Final

import numpy as np

from deduce.errors import ProblemError, nearest
from deduce.worlds.permanents import Passes
from deduce_models.enigma.belief.habits import Habits, habits_of
from deduce_models.enigma.belief.joint import PAIRS, Item, Joint, Marks, joint
from deduce_models.enigma.components.parts import CHAOS, DECRYPTION
from deduce_models.enigma.knowledge.evidence import HardStep, evidence_of
from deduce_models.enigma.knowledge.layouts import Floats, deals, follow
from deduce_models.enigma.rules.events import Event, What
from deduce_models.enigma.rules.setup import Setup, bits
from deduce_models.enigma.rules.tokens import Tokens
from deduce_models.enigma.rules.views import EnigmaView

__all__ = [
    "EXPECTED",
    "MODELS",
    "Belief",
    "Claim",
    "ClaimEffect",
    "Habits",
    "LieModel",
    "PlayerKind",
    "believe",
    "claims_of",
    "ledger",
    "lie_rates",
    "posterior",
    "wanted",
]


@dataclass(frozen=True, slots=True)
class PlayerKind:
    """A kind of player: what share of its claims are lies, and of the claims it knows nothing of it doubts.

    `share` is how common the kind is. With `plain` its lies name any room, else rather those that gain something.
    """

    lies: float
    doubts: float
    share: float
    plain: bool = False


@dataclass(frozen=True, slots=True)
class LieModel:
    """How people lie. `lies` and `truths` are the Beta counts before anything is known; estimates of ours.

    With `kinds` a player is of one of these instead, and what it did tells of which: one lie caught says more then, for
    who lies at every turn is a kind by itself.

    `vigilance` is the chance that who knows a claim to be a lie, and may doubt, does; `suspicion` the chance that who
    does not know doubts; `motive` how many times likelier a lie is that gains what its Character needs (1: no matter).
    """

    name: str
    lies: float = 1.5
    truths: float = 3.5
    learns: bool = True
    vigilance: float = 0.75
    suspicion: float = 0.2
    motive: float = 1.0
    kinds: tuple[PlayerKind, ...] = ()

    def are(self, habits: Habits) -> list[float]:
        """The chance of each of `kinds` after what was seen of a player, in their order."""
        weights = [kind.share * habits.likelihood(kind.lies, kind.doubts) for kind in self.kinds]
        return [weight / sum(weights) for weight in weights]

    def lying(self, habits: Habits) -> float:
        """The chance that the next claim of a player is a lie."""
        if self.kinds:
            return sum(p * kind.lies for p, kind in zip(self.are(habits), self.kinds, strict=True))
        lies, truths = self.lies + habits.lies, self.truths + habits.truths
        return lies / (lies + truths)

    def doubting(self, habits: Habits) -> float:
        """The chance that a player doubts a claim of which it knows nothing."""
        if self.kinds:
            return sum(p * kind.doubts for p, kind in zip(self.are(habits), self.kinds, strict=True))
        return (DOUBTS + habits.doubts) / (DOUBTS + TRUSTS + habits.doubts + habits.trusts)

    def objection(self, *, doubted: bool) -> float:
        """How much likelier a doubt, or a silence, is of a seat that knows a lie than of one that does not know."""
        if doubted:
            return self.vigilance / max(self.suspicion, 0.05)
        return (1 - self.vigilance) / max(1 - self.suspicion, 0.05)

    @staticmethod
    def indifferent(catch: float = 1.0, silence: float = 1.0) -> LieModel:
        """Lie rates that make a doubter indifferent: a caught lie is worth `catch`, being silenced costs `silence`."""
        rate = silence / (catch + silence)
        return LieModel("equilibrium", rate, 1 - rate, learns=False)


DOUBTS, TRUSTS = 0.6, 3.4
"""Beta counts of how often a seat that does not know doubts, before anything is seen; estimates of ours."""

FLOOR = 1e-9
"""No claim and no silence makes anything impossible."""

MODELS: Final = {
    "honest": LieModel("honest"),
    "motive": LieModel("motive", motive=3.0),
    "equilibrium": LieModel.indifferent(),
}


EXPECTED: Final = LieModel(
    "expected",
    kinds=(
        PlayerKind(lies=0.02, doubts=0.03, share=0.25),
        PlayerKind(lies=0.12, doubts=0.10, share=0.20),
        PlayerKind(lies=0.33, doubts=0.35, share=0.40),
        PlayerKind(lies=0.80, doubts=0.50, share=0.15, plain=True),
    ),
)
"""What players expect of others before they have seen anything: kinds as the players here were measured, from the careful
one to the one that says and doubts anything; see the page."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim that was not proved true: who, where, which room; `slot` and `tokens` the claimant's then.

    `knew` is the mask of seats (the claimant and the seat that asks left out) that could have doubted and had looked
    at the card; `seen` the same for the cards at every position. `options` is the mask of rooms that could be named
    (-1: any). `rate` is the claimant's lie rate as learned up to the end of the log. `doubted` is the mask of seats that
    doubted it, 0 for a claim nobody checked; otherwise it was a lie.
    """

    index: int
    seat: int
    slot: int
    at: int
    room: int
    tokens: int
    knew: int
    rate: float
    options: int = -1
    seen: tuple[int, ...] = ()
    doubted: int = 0

    def likelihood(self, setup: Setup, model: LieModel, card: int | None) -> Floats:
        """``P(claim, silence | room there)`` for each room, for a claimant who is `card` (None: not asked).

        The silence of a seat that does not know counts as 1. Of a lie that was doubted only the choice of the
        room counts.
        """
        n = setup.cells
        wish = np.array([float(self.options >> room & 1) for room in range(n)])
        if card is not None and model.motive != 1.0:
            for room in wanted(setup, card, self.tokens):
                wish[room] *= model.motive
        others = wish.sum() - wish
        knew = self.knew.bit_count()
        quiet = 1.0 if self.doubted else self.rate * model.objection(doubted=False) ** knew
        lie = np.divide(wish[self.room] * quiet, others, out=np.zeros(n), where=others > 0)
        # Who knows a claim to be true does not doubt it; who does not know might have.
        true = (1 - self.rate) / max(1 - model.suspicion, 0.05) ** knew
        lie[self.room] = 0.0 if self.doubted else true
        found: Floats = np.maximum(lie, FLOOR)
        return found

    def elsewhere(self, setup: Setup, model: LieModel) -> list[tuple[int, Floats]]:
        """What silences and doubts say of other positions: pairs of a position and the likelihood of the rooms there.

        A seat that had seen the room claimed somewhere else knew the lie.
        """
        found = []
        for at, mask in enumerate(self.seen):
            seats = mask & ~self.knew
            if at != self.at and seats:
                likely = np.ones(setup.cells)
                silent, loud = (seats & ~self.doubted).bit_count(), (seats & self.doubted).bit_count()
                ratio = model.objection(doubted=False) ** silent * model.objection(doubted=True) ** loud
                likely[self.room] = max(ratio, FLOOR)
                found.append((at, likely))
        return found


def wanted(setup: Setup, card: int, tokens: int) -> list[int]:
    """The rooms whose effect a Character needs, given its tokens; a rough list of ours."""
    person = setup.parts.characters[card]
    names: list[str] = []
    if person.token == "D" and not tokens & DECRYPTION:
        names = ["Bombe"]
    elif person.token == "C" and not tokens & CHAOS:
        names = ["Phantom"]
    elif person.token == "no C" and tokens & CHAOS:
        names = ["Phantom", "Bombe"]
    elif person.accuses:
        names = ["Teamwork"]
    elif card == setup.saboteur:
        names = ["Tome"]
    elif card == setup.ghost:
        names = ["Phantom"]
    else:
        names = ["Library", "Code" if tokens & CHAOS else "Command"]
    rooms = setup.parts.room_names
    return [rooms.index(name) for name in names if name in rooms]


def claims_of(
    setup: Setup, log: Sequence[Event], model: LieModel, *, me: int = 0, known: Floats | None = None
) -> list[Claim]:
    """The claims not proved true, of all seats but `me`, with learned lie rates.

    `known` are the chances of hard knowledge now, shape (positions, rooms): claims that it shows to have been true or
    false are learned from as well as checks.
    """
    found: list[Claim] = []
    laid = [-1] * setup.cells
    looked = [0] * setup.cells
    shown: dict[int, int] = {}
    tokens = Tokens(setup)
    for index, event in enumerate(log):
        kind, seat = event.kind, event.seat
        if kind in (What.PEEK, What.QUIET, What.LOOK):
            looked[event.at] |= 1 << seat
        elif kind in (What.OPEN, What.REVEAL, What.CALL) or (kind is What.VERDICT and event.more & 1):
            shown[event.at] = event.what
        elif kind in (What.GHOST, What.SHUFFLE):
            for cell in bits(event.at):
                looked[cell], laid[cell] = (1 << seat if kind is What.GHOST else 0), index
                shown.pop(cell, None)
        elif kind is What.VERDICT and tokens.claimant != me:
            by = tokens.claimant
            barred = tokens.out | tokens.silent | 1 << by | 1 << me
            seen = tuple(mask & ~barred for mask in looked)
            options = setup.all_cells
            if not setup.claim_face_up:
                options &= ~sum(1 << room for room in shown.values())
            found.append(
                Claim(
                    *(index, by, tokens.held[by - 1], event.at, event.what, tokens.of(by)),
                    *(seen[event.at], 0.0, options, seen, event.more & ~1),
                )
            )
        if kind is What.VERDICT and seat:
            looked[event.at] |= 1 << seat
        tokens.read(event)
    fates = [
        None
        if known is None or claim.doubted or laid[claim.at] > claim.index
        else _fate(float(known[claim.at, claim.room]))
        for claim in found
    ]
    rates = _rates(setup, log, model, list(zip(found, fates, strict=True)))
    return [replace(claim, rate=rates[claim.seat]) for claim in found]


def _fate(chance: float) -> bool | None:
    """Whether a claim has proved true; None while that is open."""
    return True if chance > 1 - 1e-9 else False if chance <= 0 else None


def lie_rates(setup: Setup, log: Sequence[Event], model: LieModel) -> dict[int, float]:
    """Each seat's lie rate: its mean after the claims in `log`."""
    return _rates(setup, log, model, [(claim, None) for claim in claims_of(setup, log, model)])


def _rates(
    setup: Setup,
    log: Sequence[Event],
    model: LieModel,
    said: Sequence[tuple[Claim, bool | None]],
) -> dict[int, float]:
    """Lie rates from checks, from what became of unchecked claims, and from silences of those who knew.

    Checks alone would mislead: who knows a lie doubts it, and who knows a truth does not, so checks expose more lies
    than there are among the claims.
    """
    seen = {seat: Habits() for seat in range(1, setup.players + 1)}
    prior = model.lying(Habits())
    if model.learns:
        seen = habits_of(setup, log)
        for claim, fate in said:
            knew = claim.knew.bit_count()
            if not claim.doubted and (fate is not None or knew):
                true = 1 - prior
                lie = prior * (1 - model.vigilance) ** knew
                share = float(fate) if fate is not None else true / (true + lie)
                seen[claim.seat].truths += share
                seen[claim.seat].lies += 1 - share
    return {seat: model.lying(habits) for seat, habits in seen.items()}


@dataclass(frozen=True, slots=True)
class Belief:
    """The posterior under a model: chances of rooms by position and of characters by slot, and its evidence.

    `cells` has shape (cells, rooms), `people` (slots, characters); rows sum to 1. `weight` is the chance of the
    claims under the model, up to a factor that depends on the hard evidence alone. `error` is None for exact
    chances, else the largest standard error of a cell's chance.
    """

    model: str
    cells: Floats
    people: Floats
    weight: float
    claims: tuple[Claim, ...]
    error: float | None = None
    joint: Joint | None = field(default=None, repr=False, compare=False)
    people_by_set: Floats | None = field(default=None, repr=False, compare=False)

    @property
    def method(self) -> str:
        """``exact``, or ``sampled`` with its standard error."""
        return "exact" if self.error is None else f"sampled, standard error {self.error:.3f}"

    def given(self, at: int, room: int) -> Belief:
        """The belief if `room` lies at `at` now. Without weight, and with old chances, if that is impossible."""
        if self.joint is None or self.people_by_set is None:
            raise ProblemError("this belief was made without its joint posterior; nothing can be supposed")
        made = self.joint.given(at, 1 << room)
        if made.total <= 0:
            return replace(self, weight=0.0)
        return _belief(self.model, made, self.people_by_set, self.claims)

    def to_dict(self) -> dict[str, Any]:
        """The belief as plain values for JSON."""
        return {
            "model": self.model,
            "method": self.method,
            "cells": self.cells.tolist(),
            "people": self.people.tolist(),
        }


def _belief(model: str, made: Joint, by_set: Floats, said: Sequence[Claim]) -> Belief:
    total = made.total
    people = np.einsum("s,spc->pc", made.by_set, by_set) / total
    return Belief(model, made.cells / total, people, total, tuple(said), made.error, made, by_set)


def believe(
    view: EnigmaView,
    model: str | LieModel = "honest",
    *,
    claims: Sequence[Claim] | None = None,
    pairs: int = PAIRS,
) -> Belief:
    """The posterior over layouts and characters, exact unless it would need too much (see `ways`).

    `pairs` is how many matrices are affordable. Raises `ProblemError`.
    """
    if isinstance(model, str):
        if model not in MODELS:
            raise ProblemError(f"no lie model is called {model!r}: {nearest(model, MODELS)}")
        model = MODELS[model]
    setup, hard = view.setup, evidence_of(view)
    if claims is None:
        known = follow(setup.cells, hard).marginals()
        claims = claims_of(setup, view.log, model, me=view.seat, known=known)
    return posterior(setup, hard, claims, model, pairs=pairs)


def posterior(
    setup: Setup,
    hard: Sequence[HardStep],
    said: Sequence[Claim],
    model: LieModel,
    *,
    pairs: int = PAIRS,
) -> Belief:
    """The posterior from hard evidence and claims, both placed by their index in one log. Raises `ProblemError`."""
    slots = sorted({claim.slot for claim in said}) if model.motive != 1.0 else []
    sets, prior, people = _sets(setup, hard, slots)
    own = _likelihoods(setup, said, model, slots, sets)
    # Sets of Characters that make no difference to any claim are one.
    _, first, same = np.unique(own.reshape(len(sets), -1), axis=0, return_index=True, return_inverse=True)
    same = same.ravel()
    weight = np.bincount(same, prior, len(first)).astype(np.float64)
    by_set = np.zeros((len(first), *people.shape[1:]))
    np.add.at(by_set, same, people)
    by_set /= np.maximum(weight, 1e-300)[:, None, None]
    story, likely = _story(setup, hard, said, model, own[first])
    made = joint(setup.cells, story, likely, weight, pairs=pairs)
    if made.total <= 0:
        raise ProblemError("the hard evidence contradicts itself; there is nothing to believe")
    return _belief(model.name, made, by_set, said)


def _likelihoods(
    setup: Setup,
    said: Sequence[Claim],
    model: LieModel,
    slots: Sequence[int],
    sets: Sequence[tuple[int, ...]],
) -> Floats:
    """What each claim says of the room there, for each set of Characters at `slots`: (sets, claims, rooms)."""
    found = np.empty((len(sets), len(said), setup.cells))
    for number, claim in enumerate(said):
        if claim.slot not in slots:
            found[:, number] = claim.likelihood(setup, model, None)
            continue
        # Only the claimant's own Character matters: a row each, however many sets have it.
        cards = np.array([each[slots.index(claim.slot)] for each in sets], dtype=np.int64)
        rows = np.empty((setup.slots, setup.cells))
        for card in sorted(set(cards.tolist())):  # np.unique would load numpy.ma for it
            rows[card] = claim.likelihood(setup, model, card)
        found[:, number] = rows[cards]
    return found


def _story(
    setup: Setup, hard: Sequence[HardStep], said: Sequence[Claim], model: LieModel, own: Floats
) -> tuple[list[Item], Floats]:
    """What is proven and said in order of time, and the likelihoods of all marks, shape (sets, marks, rooms)."""
    timed: list[tuple[int, Item]] = [(step.when, step) for step in hard]
    shared: list[Floats] = []
    for number, claim in enumerate(said):
        marks = [(number, claim.at)]
        for at, likely in claim.elsewhere(setup, model):
            marks.append((len(said) + len(shared), at))
            shared.append(likely)
        timed.append((claim.index, Marks(tuple(marks))))
    story = [item for _, item in sorted(timed, key=lambda pair: pair[0])]
    common = np.array(shared).reshape(len(shared), setup.cells)
    every = np.broadcast_to(common, (len(own), *common.shape))
    return story, np.concatenate([own, every], axis=1)


def _sets(
    setup: Setup, hard: Sequence[HardStep], slots: Sequence[int]
) -> tuple[list[tuple[int, ...]], Floats, Floats]:
    """The possible characters of some slots, together; how many deals have each; and each deal's marginals, summed."""
    people = deals(setup.slots, hard)
    chances = people.marginals()
    if not people.total:
        raise ProblemError("the hard evidence contradicts itself; there is nothing to believe")
    sets = [
        each
        for each in permutations(range(setup.slots), len(slots))
        if all(chances[slot, card] > 0 for slot, card in zip(slots, each, strict=True))
    ]
    masks = np.broadcast_to(chances > 0, (len(sets), setup.slots, setup.slots)).astype(np.float64)
    for place, slot in enumerate(slots):
        only = np.zeros((len(sets), setup.slots))
        only[np.arange(len(sets)), [each[place] for each in sets]] = 1.0
        masks[:, slot] = only
    both = Passes(masks)
    return sets, both.totals, both.marginals()


@dataclass(frozen=True, slots=True)
class ClaimEffect:
    """One line of the ledger: what a claim did to the log-odds (natural logarithm) that a room lies at a position."""

    text: str
    index: int
    change: float

    def to_dict(self) -> dict[str, Any]:
        """The entry as plain values for JSON."""
        return {"text": self.text, "index": self.index, "change": self.change}


def ledger(view: EnigmaView, at: int, room: int, model: str = "honest") -> list[ClaimEffect]:
    """How each claim not proved true, in order, moved the log-odds of `room` at position `at` (from 0)."""
    lie_model = MODELS[model]
    known = follow(view.setup.cells, evidence_of(view)).marginals()
    said = claims_of(view.setup, view.log, lie_model, me=view.seat, known=known)
    rooms, found = view.setup.parts.room_names, []
    before = _log_odds(believe(view, lie_model, claims=[]).cells[at, room])
    for number, claim in enumerate(said):
        after = _log_odds(believe(view, lie_model, claims=said[: number + 1]).cells[at, room])
        text = f"seat {claim.seat} named {claim.at + 1} as {rooms[claim.room]}"
        if claim.doubted:
            text += f", a lie that {_seats(claim.doubted)} doubted"
        elif claim.knew:
            text += ", and a seat that knew the card did not object"
        found.append(ClaimEffect(text, claim.index, after - before))
        before = after
    return found


def _seats(mask: int) -> str:
    return " and ".join(f"seat {seat}" for seat in bits(mask))


def _log_odds(chance: float) -> float:
    chance = min(max(float(chance), 1e-12), 1 - 1e-12)
    return math.log(chance / (1 - chance))
