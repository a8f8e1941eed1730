"""A world behind a view, for resampling: codes from what the seat knows, hidden cards from what is unseen.

Where others passed and hands are counted (`hands`) codes and cards come from one world of what is known. Else codes are
drawn uniformly from the worlds of hard evidence, and hidden cards are drawn as *slots*, one for each draw of another
seat, alive until its card is played or exchanged away. Each card played is given to a slot of its player that was alive;
the slots left get cards nobody else can have had at that time, those that had to be blocked at a pass first. The rules
play the result again, so it is a legal history; a draw that does not work out is thrown away and made again. Nothing but
the view is looked at.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING

from deduce.ground.errors import GaveUp
from deduce_models.entracte.components.codes import bits
from deduce_models.entracte.knowledge.evidence import evidence_of
from deduce_models.entracte.knowledge.model import codes_of, counted_hands
from deduce_models.entracte.knowledge.sampling import code_sampler
from deduce_models.entracte.rules.setup import HAND, EntracteMove, Kind

if TYPE_CHECKING:
    from deduce.knowledge import Knowledge
    from deduce.rulebook import View
    from deduce_models.entracte.knowledge.hands import Hands
    from deduce_models.entracte.rules.views import EntracteView

TRIES = 5_000


@dataclass(slots=True, eq=False)
class _HeldCard:
    """One drawn card: who drew it at which log entry, until when it was held, and what is known of it."""

    seat: int
    start: int
    end: float = inf
    card: int = -1
    blocked_after: list[int] = field(default_factory=list)


def drawn_world(view: View, rng: random.Random) -> Mapping[str, str]:
    """The card of every unseen draw, codes too, by its name in the rules. Raises `GaveUp` should none work out."""
    face, told = view.face, evidence_of(view)
    history, counted = _History(face), counted_hands(told)
    draw = code_sampler(told)
    for _ in range(TRIES):
        moves = history.fill(draw(rng), rng) if counted is None else history.filled(*counted, rng)
        if moves is not None:
            return _named(face, view.setting.names, moves)
    raise GaveUp(f"no complete position with this view was found in {TRIES} tries")


def _named(view: EntracteView, names: tuple[str, ...], moves: list[EntracteMove]) -> dict[str, str]:
    """Draws by the names of the rules: the n-th into a place."""
    found: dict[str, str] = {}
    counts: dict[str, int] = {}
    for (seat, _), move in zip(view.log, moves, strict=True):
        if move.kind not in (Kind.CODE, Kind.DRAW, Kind.PILE):
            continue
        place = "cards" if move.kind is Kind.PILE or not seat else f"hand of {names[seat - 1]}"
        place = f"code of {names[seat - 1]}" if move.kind is Kind.CODE else place
        counts[place] = counts.get(place, 0) + 1
        found[f"{place}, card {counts[place]}"] = move.text.partition(" ")[2]
    return found


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
            elif kind is Kind.PASS and not self.setup.competitive:  # there one may pass with cards that fit
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
