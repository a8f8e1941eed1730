"""How the other seats would meet a claim, each from its own view alone.

A seat that another one imagines is never told the imagined truth: its view of the imagined position is made first,
and all that follows is worked out from that view. The seat imagined reasons plainly: which rooms its own looks, the
face-up cards and the icons leave at the position named, with rooms it has found elsewhere crossed off. Knowing a lie
it mostly doubts, knowing the truth it never does; otherwise it doubts the more often, the likelier a lie is to it and
the more often that seat has doubted before, which is public.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from deduce_models.enigma.belief.belief import LieModel, lie_rates
from deduce_models.enigma.knowledge.evidence import evidence_of
from deduce_models.enigma.knowledge.layouts import Floats
from deduce_models.enigma.rules.events import Event, What
from deduce_models.enigma.rules.setup import PERMUTATIONS, Setup, bits
from deduce_models.enigma.rules.views import EnigmaView

__all__ = ["OpponentModel", "doubt_chances", "entitled", "lookers", "plain_rooms"]

DOUBTS, TRUSTS = 0.6, 3.4
"""Beta counts of how often a seat that does not know doubts, before anything is seen; estimates of ours."""
SETTLED = 0.999
SURE = 0.95
"""How often a seat doubts that knows a lie."""


def lookers(setup: Setup, log: Sequence[Event]) -> list[int]:
    """For each position the mask of seats that have looked at its card since it was last laid; public."""
    found = [0] * setup.cells
    for event in log:
        kind = event.kind
        if kind in (What.PEEK, What.QUIET, What.LOOK) or (kind is What.VERDICT and event.seat):
            found[event.at] |= 1 << event.seat
        elif kind in (What.GHOST, What.SHUFFLE):
            for cell in bits(event.at):
                found[cell] = 1 << event.seat if kind is What.GHOST else 0
    return found


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

    With `cells`, one's own belief, claims count too that nobody checked and that one has seen through since.
    `lies` and `doubts` are means of Beta distributions, by seat.
    """

    def __init__(
        self, setup: Setup, log: Sequence[Event], model: LieModel, cells: Floats | None = None
    ) -> None:
        self.lies = lie_rates(setup, log, model)
        if cells is not None and model.learns:
            self._unmask(setup, log, model, cells)
        did = dict.fromkeys(self.lies, DOUBTS)
        could = dict.fromkeys(self.lies, DOUBTS + TRUSTS)
        silent = out = claimant = 0
        for event in log:
            kind, seat = event.kind, event.seat
            if kind is What.CLAIM:
                claimant = seat
            elif kind is What.VERDICT:
                for other in did:
                    if other != claimant and not (silent | out) >> other & 1:
                        could[other] += 1
                        did[other] += seat != 0 and event.more >> other & 1
                if seat:
                    silent |= 1 << (seat if event.more & 1 else claimant)
            elif kind in (What.QUIET, What.REST):
                silent &= ~(1 << seat)
            elif kind is What.FAIL:
                out |= 1 << seat
        self.doubts = {seat: did[seat] / could[seat] for seat in did}

    def _unmask(self, setup: Setup, log: Sequence[Event], model: LieModel, cells: Floats) -> None:
        """Count claims nobody checked that one's own belief has settled since, the card not having been laid anew."""
        lies = dict.fromkeys(self.lies, model.lies)
        truths = dict.fromkeys(self.lies, model.truths)
        open_claims: dict[int, list[tuple[int, int]]] = {}
        claimant = 0
        for event in log:
            if event.kind is What.CLAIM:
                claimant = event.seat
            elif event.kind is What.VERDICT and event.seat:
                (truths if event.more & 1 else lies)[claimant] += 1
            elif event.kind is What.VERDICT:
                open_claims.setdefault(event.at, []).append((claimant, event.what))
            elif event.kind in (What.SHUFFLE, What.GHOST):
                for cell in bits(event.at):
                    open_claims.pop(cell, None)
        for at, said in open_claims.items():
            for seat, room in said:
                if cells[at, room] > SETTLED:
                    truths[seat] += 1
                elif cells[at, room] < 1 - SETTLED:
                    lies[seat] += 1
        self.lies = {seat: lies[seat] / (lies[seat] + truths[seat]) for seat in lies}


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
    chance: Floats = np.minimum(SURE, 2 * habit * share)
    chance[may == 0] = SURE
    if mask & (mask - 1) == 0:
        chance[may == 1] = 0.0
    return chance
