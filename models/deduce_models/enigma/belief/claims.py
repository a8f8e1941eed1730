"""What was said: every claim of a log with what was public then, and what it tells under a model with rates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from deduce.worlds.base import Floats
from deduce_models.enigma.belief.habits import Habits, Named, Spoken, habits_of, look
from deduce_models.enigma.belief.lying import LieModel
from deduce_models.enigma.components.parts import CHAOS, DECRYPTION
from deduce_models.enigma.rules.events import Event, What
from deduce_models.enigma.rules.setup import Setup, bits
from deduce_models.enigma.rules.tokens import Tokens

FLOOR = 1e-9
"""No claim and no silence makes anything impossible."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim that was not proved true: who, where, which room; `slot` and `tokens` the claimant's then.

    `knew` is the mask of seats (the claimant and the seat that asks left out) that could have doubted and had looked
    at the card; `seen` the same for the cards at every position. `options` is the mask of rooms that could be named
    (-1: any). `rate` is the claimant's lie rate as learned up to the end of the log. `doubted` is the mask of seats that
    doubted it, 0 for a claim nobody checked; otherwise it was a lie.

    What the claimant saw before it spoke: how many were `able` to doubt, whether one of these was `blank`, knowing
    nothing of the mansion yet, and whether one had `watched` the card. `proven` marks a claim that a check showed to
    be true, `open` one under way. `before` is the room named last before it, -1 where none could be named again.
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
    able: int = 0
    blank: bool = False
    watched: bool = False
    proven: bool = False
    open: bool = False
    before: int = -1

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
    found, laid = heard(setup, log, me=me)
    found = [claim for claim in found if not claim.proven and not claim.open]
    rates = {
        seat: model.lying(habits)
        for seat, habits in habits_after(setup, log, model, found, laid, known).items()
    }
    return [replace(claim, rate=rates[claim.seat]) for claim in found]


def heard(setup: Setup, log: Sequence[Event], *, me: int = 0) -> tuple[list[Claim], list[int]]:
    """Every claim of all seats but `me`, proved true or not, one under way included; rates are left at 0.

    The second is the place in the log where each position was laid last, -1 for the deal.
    """
    found: list[Claim] = []
    laid = [-1] * setup.cells
    looked = [0] * setup.cells
    named, tokens = Named(setup), Tokens(setup)
    for index, event in enumerate(log):
        kind, seat = event.kind, event.seat
        if kind is What.CLAIM and seat != me:
            able = setup.all_seats & ~(tokens.out | tokens.silent | 1 << seat)
            seen = tuple(mask & able & ~(1 << me) for mask in looked)
            options = setup.all_cells
            if not setup.claim_face_up:
                options &= ~sum(1 << room for room in named.shown.values())
            said = (
                index,
                seat,
                tokens.held[seat - 1],
                event.at,
                event.what,
                tokens.of(seat),
                seen[event.at],
            )
            blank, watched = not named.shown and unaware(looked, able), bool(looked[event.at] & able)
            claim = Claim(*said, 0.0, options, seen, 0, able.bit_count(), blank, watched, open=True)
            found.append(replace(claim, before=named.before()))
        elif kind is What.VERDICT and tokens.claimant != me:
            found[-1] = replace(
                found[-1], doubted=event.more & ~1, proven=bool(event.more & 1), index=index, open=False
            )
        elif kind in (What.GHOST, What.SHUFFLE):
            for cell in bits(event.at):
                laid[cell] = index
        look(looked, event)
        tokens.read(event)
        named.read(event)
    return found, laid


def unaware(looked: Sequence[int], able: int) -> bool:
    """Whether any seat of the mask `able` has looked at no card, by the masks of lookers of every position."""
    aware = 0
    for mask in looked:
        aware |= mask
    return bool(able & ~aware)


def lie_rates(setup: Setup, log: Sequence[Event], model: LieModel) -> dict[int, float]:
    """Each seat's lie rate: its mean after the claims in `log`."""
    seen = habits_after(setup, log, model, heard(setup, log)[0])
    return {seat: model.lying(habits) for seat, habits in seen.items()}


def habits_after(
    setup: Setup,
    log: Sequence[Event],
    model: LieModel,
    said: Sequence[Claim],
    laid: Sequence[int] = (),
    known: Floats | None = None,
) -> dict[int, Habits]:
    """Habits by checks, by what became of unchecked claims (`laid` and `known`), and by silences of those who knew.

    Checks alone would mislead: who knows a lie doubts it, and who knows a truth does not, so checks expose more lies
    than there are among the claims.
    """
    if not model.learns:
        return {seat: Habits() for seat in range(1, setup.players + 1)}
    seen, prior = habits_of(setup, log), model.lying(Habits())
    for claim in said:
        if claim.doubted or claim.proven or claim.open:
            continue
        fate = None
        if known is not None and laid[claim.at] <= claim.index:
            chance = float(known[claim.at, claim.room])
            fate = True if chance > 1 - 1e-9 else False if chance <= 0 else None
        knew = claim.knew.bit_count()
        if fate is not None or knew:
            true = 1 - prior
            lie = prior * (1 - model.vigilance) ** knew
            share = float(fate) if fate is not None else true / (true + lie)
            seen[claim.seat].speaks(Spoken(claim.room, 1 - share, claim.before))
    return seen
