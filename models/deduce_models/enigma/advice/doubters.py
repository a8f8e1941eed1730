"""How the other seats would meet a claim, each from its own view alone.

A seat that another one imagines is never told the imagined truth: its view of the imagined position is made first,
and all that follows is worked out from that view. The seat imagined reasons plainly: which rooms its own looks, the
face-up cards and the icons leave at the position named, with rooms it has found elsewhere crossed off. Knowing a lie
it mostly doubts, knowing the truth it never does; otherwise it doubts the more often, the likelier a lie is to it, the
less it has seen and the more often that seat has doubted before, which is public: weights fitted to games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import mul

import numpy as np

from deduce.ground.logits import logistic, logit, straightened
from deduce.worlds.base import Floats
from deduce_models.enigma.advice.fitted import DOUBT, LIMIT, STRAIGHT, weights
from deduce_models.enigma.belief.claims import lie_rates
from deduce_models.enigma.belief.habits import Habits, Named, Spoken, habits_of
from deduce_models.enigma.belief.lying import LieModel
from deduce_models.enigma.knowledge.evidence import evidence_of
from deduce_models.enigma.rules.events import Event, What
from deduce_models.enigma.rules.setup import PERMUTATIONS, Setup, bits
from deduce_models.enigma.rules.views import EnigmaView

SETTLED = 0.999
SURE = 0.95
"""How often a seat doubts that knows a lie."""
GUESS = 0.9
"""How often one doubts at most that guesses."""
ANYTHING = 0.5
"""How often who does anything doubts."""


def entitled(view: EnigmaView) -> list[int]:
    """The seats that may doubt a claim of the active seat, nearest first."""
    barred, seats = view.silent | view.out, view.seats
    clockwise = [(view.turn - 1 + step) % seats + 1 for step in range(1, seats)]
    return [seat for seat in clockwise if not barred >> seat & 1]


def plain_rooms(view: EnigmaView) -> list[int]:
    """For each position the mask of rooms that may lie there to a plain mind; never excludes what is so."""
    full = (1 << view.setup.cells) - 1
    masks = [full] * view.setup.cells
    for step in evidence_of(view):
        if step.kind == "cell":
            masks[step.at] &= step.mask
        elif step.kind == "shuffle":
            both = 0
            for cell in bits(step.at):
                both |= masks[cell]
            for cell in bits(step.at):
                masks[cell] = both
        elif step.kind == "lay":
            triple = bits(step.at)
            old = [masks[cell] for cell in triple]
            for place, source in enumerate(PERMUTATIONS[step.mask]):
                masks[triple[place]] = old[source]
    settled = 0
    while True:
        alone = 0
        for mask in masks:
            if mask & (mask - 1) == 0:
                alone |= mask
        if alone == settled:
            return masks
        settled = alone
        masks = [mask if mask & (mask - 1) == 0 else mask & ~settled for mask in masks]


class OpponentModel:
    """What the log tells of each seat: how often it lies, how often it doubts.

    With `cells`, the belief of the seat `me`, claims count too that nobody checked and that one has seen through since.
    `lies` and `doubts` are means, by seat; `kinds` the chances of the model's kinds. Where `claimant` is to speak, the
    others' doubts are judged by themselves alone.
    """

    def __init__(
        self,
        setup: Setup,
        log: Sequence[Event],
        model: LieModel,
        cells: Floats | None = None,
        me: int = 0,
        *,
        claimant: int = 0,
    ) -> None:
        self.model = model
        seen = habits_of(setup, log)
        if not model.learns:
            seen = {seat: Habits(0, 0, habits.doubts, habits.trusts) for seat, habits in seen.items()}
        elif cells is not None:
            _unmask(setup, seen, log, cells)
        self.kinds: dict[int, list[float]] = {seat: [] for seat in seen}
        if model.kinds:
            others = {seat: habits for seat, habits in seen.items() if seat != me}
            self.kinds |= model.at_table(others)
            own = {seat: model.kinds_of(seat, habits) for seat, habits in others.items()}
            self._own = own
            self.lies = self._mean({seat: [kind.lies for kind in kinds] for seat, kinds in own.items()})
            # How the others doubt is not judged by how the claimant does, though all may be alike.
            if claimant:
                self.kinds |= model.at_table(
                    {seat: each for seat, each in others.items() if seat != claimant}
                )
            self.doubts = self._mean({seat: [kind.doubts for kind in kinds] for seat, kinds in own.items()})
            return
        self.lies = {seat: model.lying(habits) for seat, habits in seen.items()}
        if cells is None:
            self.lies = lie_rates(setup, log, model)
        self.doubts = {seat: model.doubting(habits) for seat, habits in seen.items()}

    def own(self, seat: int) -> float:
        """The chance that a seat is of a kind made of its own earlier evenings."""
        return sum(self.kinds.get(seat, ())[len(self.model.kinds) :])

    def _mean(self, rates: Mapping[int, Sequence[float]]) -> dict[int, float]:
        """The mean rate of each seat over the kinds it may be of."""
        return {seat: sum(map(mul, kinds, rates.get(seat, ()))) for seat, kinds in self.kinds.items()}

    def by_habit(self, seat: int, room: int, cells: Floats, lures: Floats) -> float:
        """The chance of a lie by what was seen of `seat` alone, where `cells` are the chances of the card named.

        `lures` is how lies are shared out among the rooms by who has a reason to lie. Both have shape (rooms,).
        """
        true = float(cells[room])
        lure = float(lures[room]) / max(1e-9, 1 - float(lures @ cells))
        plain = 1 / (len(cells) - 1)
        if self.kinds[seat]:
            each = zip(self.kinds[seat], self._own[seat], strict=True)
            lie = sum(p * kind.lies * (plain if kind.plain else lure) for p, kind in each)
        else:
            lie = self.lies[seat] * lure
        both = lie * (1 - true) + (1 - self.lies[seat]) * true
        return lie * (1 - true) / both if both > 0 else 1.0


def _unmask(setup: Setup, seen: Mapping[int, Habits], log: Sequence[Event], cells: Floats) -> None:
    """Count claims nobody checked that one's own belief has settled since, the card not having been laid anew."""
    open_claims: dict[int, list[tuple[int, int, int]]] = {}
    named, claimant, before = Named(setup), 0, -1
    for event in log:
        if event.kind is What.CLAIM:
            claimant, before = event.seat, named.before()
        elif event.kind is What.VERDICT and not event.seat:
            open_claims.setdefault(event.at, []).append((claimant, event.what, before))
        elif event.kind in (What.SHUFFLE, What.GHOST):
            for cell in bits(event.at):
                open_claims.pop(cell, None)
        named.read(event)
    for at, said in open_claims.items():
        for seat, room, last in said:
            if not 1 - SETTLED <= cells[at, room] <= SETTLED:
                seen[seat].speaks(Spoken(room, float(cells[at, room] < 0.5), last))


def doubt_chances(view: EnigmaView, at: int, claimant: int, habits: OpponentModel, lures: Floats) -> Floats:
    """For each room the chance that the seat of `view` doubts `claimant` naming it at `at`, shape (rooms,).

    `lures` is how lies are shared out among the rooms, summing to 1. Uses nothing but the view, and what is public.
    """
    mask = plain_rooms(view)[at]
    rooms = np.arange(view.setup.cells)
    may = (mask >> rooms & 1).astype(np.float64)
    true = may / may.sum()
    rate, habit = habits.lies[claimant], habits.doubts[view.seat]
    lie = rate * lures * (1 - true)
    with np.errstate(invalid="ignore"):
        share = np.where(lie > 0, lie / (lie + (1 - rate) * true), 0.0)
    one, by_habit, by_share, by_blank = weights("doubt", DOUBT)
    usual = one + by_habit * float(logit(habit, limit=LIMIT)) + by_blank * bool(may.all())
    chance: Floats = np.minimum(GUESS, logistic(usual + by_share * logit(share, limit=LIMIT)))
    chance[may == 0] = SURE
    if mask & (mask - 1) == 0:
        chance[may == 1] = 0.0
    return chance


def somebody(chances: Floats, minded: Floats | None = None) -> float:
    """The chance that any of the seats with these chances doubts.

    Who knows a lie doubts by itself. Those who guess see the same table and doubt together more than by chance: what
    independent guessers would do is set to what happens. Who does anything doubts anything, whatever it knows; `minded`
    has for each seat the chance that it is not such a one (shape (seats,), all 1 by default).
    """
    if minded is None:
        unaware, alone = apart(chances)
        return 1 - unaware * (1 - straightened(alone, *weights("doubted", STRAIGHT).tolist()))
    trusts = 1 - ANYTHING * (1 - minded)
    knows = chances >= SURE
    # What a seat does that minds what it knows, given that it does not doubt just so.
    chances = chances * minded / trusts
    unaware, alone = float(np.prod(1 - chances[knows])), 1 - float(np.prod(1 - chances[~knows]))
    quiet = unaware * (1 - straightened(alone, *weights("doubted", STRAIGHT).tolist()))
    return 1 - float(np.prod(trusts)) * quiet


def apart(chances: Floats) -> tuple[float, float]:
    """The chance that no seat that knows a lie doubts, and that any guesser does, were they independent."""
    knows = chances >= SURE
    return float((1 - SURE) ** knows.sum()), 1 - float(np.prod(1 - chances[~knows]))
