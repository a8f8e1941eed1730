"""The belief that moves are weighed with and every sheet shows: what claims tell of cards and of Characters at once.

Each claim is a chance of a room given the card and the claimant's Character (`telling`), and each silence or doubt of
a seat that knows speaks too. Cards and Characters hang together through the claims, and their joint posterior would
need a matrix for each set of Characters. Here a claim is weighed with the Characters that everything else said makes
likely, and Characters by the cards that are proven: two sweeps of what is known as loopy belief propagation, begun at
what is proven. The layouts given these likelihoods are exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from deduce.worlds.base import Floats
from deduce_models.enigma.belief import claiming
from deduce_models.enigma.belief.claims import Claim, habits_after, heard
from deduce_models.enigma.belief.lying import LieModel, PlayerKind
from deduce_models.enigma.knowledge.evidence import HardStep
from deduce_models.enigma.knowledge.layouts import LayoutHistory, Ratios, deals
from deduce_models.enigma.rules.setup import Setup, bits
from deduce_models.enigma.rules.views import EnigmaView

FLOOR = 1e-6
"""No claim and no silence makes anything impossible."""
SLIP = 0.01
"""How often somebody doubts what it has seen to be true."""


class Heard(NamedTuple):
    """What was said, weighed.

    `ratios` are the likelihoods of rooms, each in its place of the log; `people` the chances of each Character for each
    slot of the deal, and `proven` those without claims; `open` is what the claim under way says of the card, shape
    (rooms,), None where there is none; `claims` are those it rests on. `plain` is for each other seat
    the chance that it says and does anything.
    """

    ratios: tuple[Ratios, ...]
    people: Floats
    proven: Floats
    open: Floats | None
    claims: tuple[Claim, ...]
    plain: dict[int, float]


class _Ear(NamedTuple):
    """How a seat doubts: a lie it knows of, a truth it knows of, and what it knows nothing of."""

    lie: float
    truth: float
    blind: float


def meaning(view: EnigmaView, hard: Sequence[HardStep], history: LayoutHistory, model: LieModel) -> Heard:
    """What the claims of all others in `view` say, `history` being the layouts by hard evidence alone."""
    setup = view.setup
    known = history.last.marginals()
    said, laid = heard(setup, view.log, me=view.seat)
    habits = habits_after(setup, view.log, model, said, laid, known)
    habits.pop(view.seat, None)
    kinds = {
        seat: list(zip(each, model.kinds_of(seat, habits[seat]), strict=True))
        for seat, each in model.at_table(habits).items()
    }
    tables = [claiming.chances_of_claim(setup, claim, kinds[claim.seat]) for claim in said]
    before: dict[int, Floats] = {}
    messages = []
    for claim, table in zip(said, tables, strict=True):
        rows = known
        if laid[claim.at] > claim.index:
            # What the card was is known as far as it was when it was next taken up.
            when = next((when for when in history.whens if when > claim.index), -1)
            if when >= 0 and when not in before:
                before[when] = history.before(when).marginals()
            rows = before.get(when, known)
        messages.append(np.maximum(table @ rows[claim.at], FLOOR))
    people = deals(setup.slots, hard)
    proven = people.marginals()
    for claim, message in zip(said, messages, strict=True):
        people = people.weigh(claim.slot, (message / message.max()) ** claiming.character_power())
    likely = people.marginals() if said else proven
    plain = {seat: sum(p for p, kind in each if kind.plain) for seat, each in kinds.items()}
    ears = {seat: _ear(model, each) for seat, each in kinds.items()}
    ratios: list[Ratios] = []
    open_claim = None
    for claim, table, message in zip(said, tables, messages, strict=True):
        others = likely[claim.slot] / message ** claiming.character_power()
        room = np.maximum(others @ table / others.sum(), FLOOR)
        if claim.open:
            open_claim = room
        elif not claim.proven:
            ratios += _told(setup, claim, room, ears)
    weighed = tuple(claim for claim in said if not claim.open and not claim.proven)
    return Heard(tuple(ratios), likely, proven, open_claim, weighed, plain)


def _ear(model: LieModel, kinds: Sequence[tuple[float, PlayerKind]]) -> _Ear:
    plain = sum(p * kind.doubts for p, kind in kinds if kind.plain)
    minded = sum(p for p, kind in kinds if not kind.plain)
    blind = sum(p * kind.doubts for p, kind in kinds)
    return _Ear(plain + minded * model.vigilance, plain + minded * SLIP, blind)


def _told(setup: Setup, claim: Claim, room: Floats, ears: dict[int, _Ear]) -> list[Ratios]:
    """The likelihoods of one claim, and of what was silent or doubted then, at every position they speak of."""
    here = room.copy()
    for seat in bits(claim.knew):
        if not claim.doubted:
            true = np.arange(setup.cells) == claim.room
            here *= np.where(true, 1 - ears[seat].truth, 1 - ears[seat].lie)
    if claim.doubted:
        here[claim.room] = 0.0
    found = [Ratios(claim.index, claim.at, np.maximum(here, FLOOR * here.max()))]
    for at, mask in enumerate(claim.seen):
        ratio = 1.0
        for seat in bits(mask & ~claim.knew):
            ear = ears[seat]
            ratio *= ear.lie / ear.blind if claim.doubted >> seat & 1 else (1 - ear.lie) / (1 - ear.blind)
        if at != claim.at and ratio != 1.0:
            likely = np.ones(setup.cells)
            likely[claim.room] = ratio
            found.append(Ratios(claim.index, at, likely))
    return found
