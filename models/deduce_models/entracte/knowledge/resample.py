"""A complete position with a given view: codes from the seat's worlds, hidden cards from what is unseen.

Where others passed and hands are counted (`hands`) codes and cards come from one world of what is known. Else codes are
drawn uniformly from the worlds of hard evidence, and hidden cards are drawn as *slots*, one for each
draw of another seat, alive until its card is played or exchanged away. Each card played is given to a slot of
its player that was alive; the slots left get cards nobody else can have had at that time, those that had to be
blocked at a pass first. The result is replayed by the rules, so it is a legal history; a draw that does not
work out is thrown away and made again. Nothing but the view is looked at.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING

from deduce.ground.errors import GaveUp, IllegalMove
from deduce_models.entracte.components.codes import bits
from deduce_models.entracte.knowledge.belief import belief
from deduce_models.entracte.knowledge.evidence import Evidence, evidence_of
from deduce_models.entracte.knowledge.model import codes_of, counted_hands
from deduce_models.entracte.rules.phases import GUESSING
from deduce_models.entracte.rules.setup import HAND, EntracteMove, Kind
from deduce_models.entracte.rules.state import EntracteState, first_state
from deduce_models.entracte.rules.views import EntracteView

if TYPE_CHECKING:
    from deduce.knowledge import Knowledge
    from deduce_models.entracte.knowledge.hands import Hands

__all__ = ["code_sampler", "pairs_of", "resample"]

TRIES = 5_000


@dataclass(slots=True, eq=False)
class _HeldCard:
    """One drawn card: who drew it at which log entry, until when it was held, and what is known of it."""

    seat: int
    start: int
    end: float = inf
    card: int = -1
    blocked_after: list[int] = field(default_factory=list)


def resample(view: EntracteView, rng: random.Random) -> EntracteState:
    """A state whose view from ``view.seat`` is `view`. Raises `GaveUp` should no draw work out."""
    told = evidence_of(view)
    history, counted = _History(view), counted_hands(told)
    draw = code_sampler(told)
    for _ in range(TRIES):
        moves = history.fill(draw(rng), rng) if counted is None else history.filled(*counted, rng)
        if moves is not None:
            try:
                return _replay(view, moves, rng)
            except IllegalMove:
                continue
    raise GaveUp(f"no complete position with this view was found in {TRIES} tries")


def code_sampler(told: Evidence) -> Callable[[random.Random], tuple[int, ...]]:
    """A function that draws a mask of codes for each seat, uniformly from what the evidence leaves.

    The evidence must leave something; draws from contradictory notes would never end.
    """
    if all(told.codes):
        return lambda _: told.codes
    if not told.setup.competitive:
        known = belief(told)
        return lambda rng: tuple(1 << code for code in known.sample(rng))
    candidates = pairs_of(told)

    def draw(rng: random.Random) -> tuple[int, ...]:
        while True:
            masks = [options[int(rng.random() * len(options))] for options in candidates]
            union = 0
            for mask in masks:
                if union & mask:
                    break
                union |= mask
            else:
                return tuple(masks)

    return draw


def pairs_of(told: Evidence) -> list[list[int]]:
    """For each seat the pairs of codes (as masks) that competitive evidence allows."""
    own = told.codes[told.me - 1] if told.me else 0
    codes = range(len(told.setup.parts.codes))
    pairs = [1 << a | 1 << b for a, b in itertools.combinations(codes, 2) if not (1 << a | 1 << b) & own]
    candidates = [pairs] * len(told.names)
    for step in told.steps:
        entry, fits = step.entry, step.matched | step.open
        if entry.kind == "play":
            candidates = [
                options
                if entry.unsure >> seat & 1
                else [pair for pair in options if pair & fits]
                if entry.tokens >> seat & 1
                else [pair for pair in options if not pair & step.matched]
                for seat, options in enumerate(candidates, 1)
            ]
    for entry in told.entries:
        for _, code in entry.guesses:
            candidates[entry.seat - 1] = [
                pair for pair in candidates[entry.seat - 1] if not pair >> code & 1
            ]
    if own:
        candidates[told.me - 1] = [own]
    return candidates


def _replay(view: EntracteView, moves: list[EntracteMove], rng: random.Random) -> EntracteState:
    state = first_state(view.setup)
    for move in moves:
        if move.hidden and state.phase == GUESSING:
            options = state.moves()
            move = options[int(rng.random() * len(options))]
        state = state.play(move)
    return state


class _History:
    """The log of a view, with everything hidden in it drawn again for every try."""

    def __init__(self, view: EntracteView) -> None:
        self.view, self.setup = view, view.setup

    def fill(self, codes: tuple[int, ...], rng: random.Random) -> list[EntracteMove] | None:
        """The log with every hidden code and card drawn; None when a draw does not work out."""
        slots = self._slots(codes, rng)
        if slots is None:
            return None
        given = [list(bits(mask)) for mask in codes]
        for options in given:
            rng.shuffle(options)
        moves: list[EntracteMove] = []
        for index, (who, move) in enumerate(self.view.log):
            kind = move.kind
            if not move.hidden:
                moves.append(move)
                if kind is Kind.CODE:
                    given[who - 1].remove(move.item)
            elif kind is Kind.CODE:
                moves.append(self.setup.code_moves[given[who - 1].pop()])
            elif kind is Kind.GUESS:
                moves.append(move)
            else:
                table = self.setup.piles if kind is Kind.PILE else self.setup.draws
                moves.append(table[slots[index].card])
        return moves

    def filled(self, hands: Hands, known: Knowledge, rng: random.Random) -> list[EntracteMove]:
        """The log as a world says it was that tells of hands too; piles there are none."""
        world = known.sample(1, rng.getrandbits(32))[0]
        names = {code.name: number for number, code in enumerate(self.setup.parts.codes)}
        codes = [names[str(world[variable])] for variable in codes_of(known)]
        drawn, counts = hands.draws(world, rng), [0] * (self.view.seats + 1)
        left = set(range(len(self.setup.parts.cards)))
        held: list[list[int]] = [[] for _ in counts]
        back: list[int] = []
        moves: list[EntracteMove] = []
        for who, move in self.view.log:
            kind = move.kind
            if kind is Kind.CODE:
                move = self.setup.code_moves[codes[who - 1]]
            elif kind is Kind.DRAW:
                counts[who] += 1
                card = move.item if not move.hidden else drawn.get((who, counts[who]), -1)
                # The last card of a deck is no draw by chance: what it is follows.
                card = card if card >= 0 else min(left or set(back))
                left.discard(card)
                held[who] += [card] * (who > 0)
                move = self.setup.draws[card]
                if back and len(held[who]) == HAND:
                    left |= set(back) - set(held[who])
                    back = []
            elif kind is Kind.PLAY:
                held[who].remove(move.item)
            elif kind is Kind.EXCHANGE:
                back, held[who] = held[who], []
            moves.append(move)
        return moves

    def _slots(self, codes: tuple[int, ...], rng: random.Random) -> dict[int, _HeldCard] | None:
        """A card for every draw, by the number of its log entry."""
        slots: dict[int, _HeldCard] = {}
        live: list[list[_HeldCard]] = [[] for _ in range(self.view.seats + 1)]
        taken: dict[int, list[tuple[int, float]]] = {}
        row: list[int] = []
        for index, (who, move) in enumerate(self.view.log):
            kind = move.kind
            if kind is Kind.DRAW or kind is Kind.PILE:
                slots[index] = slot = _HeldCard(who, index, card=move.item)
                if kind is Kind.DRAW and who:
                    live[who].append(slot)
                elif kind is Kind.DRAW:
                    row.append(move.item)
            elif kind is Kind.PLAY:
                row.append(move.item)
                slot_of = self._played(who, move.item, live[who], codes[who - 1], taken, index, rng)
                if slot_of is None:
                    return None
                live[who].remove(slot_of)
                slot_of.card, slot_of.end = move.item, inf
                taken.setdefault(move.item, []).append((slot_of.start, inf))
            elif kind is Kind.PASS:
                for slot in live[who]:
                    slot.blocked_after.append(row[-1])
            elif kind is Kind.EXCHANGE:
                for slot in live[who]:
                    slot.end = index + HAND  # the cards are back in the deck after the three draws
                    if slot.card >= 0:
                        taken.setdefault(slot.card, []).append((slot.start, slot.end))
                live[who] = []
        for slot in slots.values():
            if slot.card >= 0 and (slot.seat == 0 or slot in live[slot.seat]):
                taken.setdefault(slot.card, []).append((slot.start, slot.end))
        return slots if self._fill_rest(slots, codes, taken, rng) else None

    def _played(
        self,
        who: int,
        card: int,
        live: list[_HeldCard],
        code: int,
        taken: dict[int, list[tuple[int, float]]],
        now: int,
        rng: random.Random,
    ) -> _HeldCard | None:
        """The slot of `who` that held `card` until now: the one known, or any that can have held it."""
        for slot in live:
            if slot.card == card:
                return slot
        fits = [
            slot
            for slot in live
            if slot.card < 0
            and self._free(card, slot.start, now, taken)
            and all(self.setup.restrict[last][card] & code for last in slot.blocked_after)
        ]
        return fits[int(rng.random() * len(fits))] if fits else None

    @staticmethod
    def _free(card: int, start: int, end: float, taken: dict[int, list[tuple[int, float]]]) -> bool:
        return all(end < first or last < start for first, last in taken.get(card, ()))

    def _fill_rest(
        self,
        slots: dict[int, _HeldCard],
        codes: tuple[int, ...],
        taken: dict[int, list[tuple[int, float]]],
        rng: random.Random,
    ) -> bool:
        open_slots = [slot for slot in slots.values() if slot.card < 0]
        rng.shuffle(open_slots)
        open_slots.sort(key=lambda slot: -len(slot.blocked_after))
        cards = range(len(self.setup.parts.cards))
        for slot in open_slots:
            code = codes[slot.seat - 1]
            fits = [
                card
                for card in cards
                if self._free(card, slot.start, slot.end, taken)
                and all(self.setup.restrict[last][card] & code for last in slot.blocked_after)
            ]
            if not fits:
                return False
            slot.card = fits[int(rng.random() * len(fits))]
            taken.setdefault(slot.card, []).append((slot.start, slot.end))
        return True
