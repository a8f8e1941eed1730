"""Entracte as a constraint problem: from a record or a view to `Knowledge`.

**Cooperative**: one variable ``code[player]`` for each player over all codes, all different.

**Competitive**: one variable ``holder[code]`` for each code over the players and "nobody", with exactly two
codes for each player. The other viewpoint, "which pair of codes has this player", is a thousand times wider as
a decision diagram (over a million arcs for three opponents against about a thousand): there every pair of
players has to be kept disjoint, while here a world is disjoint by itself and only small counters travel along
the codes. A token is then "at least one of these codes is held by Bob".

Every piece of evidence is one statement with a sentence and the line it was noted on:

* a token, or its absence, for each seat by itself (the active seat has one in the competitive game only);
* the active seat's own restriction: the card played matches none of its codes (cooperative);
* a pass (cooperative): every card of an unseen hand was blocked. Two things follow for sure. After that last
  card the code must be matched by as many cards not seen elsewhere as the hand holds; and the card played in
  the next turn, unless the hand was exchanged, was in that hand and so was blocked; what the passes of one seat
  say only together is told once more (`passes`);
* "I am sure of k codes": the speaker's code leaves at least k other codes determined, given what is public.

Each kind has its own chance of a slip: a token is more easily overlooked than invented.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import and_
from typing import Any

from deduce.constraints import AllDifferent, AtLeast, Constraint, Exactly
from deduce.errors import Contradiction, ProblemError
from deduce.evidence import Statement
from deduce.facts import Fact
from deduce.knowledge import Knowledge
from deduce.problem import Problem
from deduce_models.entracte.components.codes import bits
from deduce_models.entracte.knowledge.passes import codes_of_hands
from deduce_models.entracte.records.entries import Entry
from deduce_models.entracte.records.grammar import Evening, Pair
from deduce_models.entracte.records.words import Partial
from deduce_models.entracte.rules.setup import HAND, Setup

__all__ = ["NOBODY", "SLIPS", "knowledge_of", "masks_of", "passes_of", "problem_of"]

NOBODY = "nobody"

SLIPS = {"token": 0.01, "no token": 0.03, "card": 0.005, "pass": 0.005, "sure": 0.03, "revealed": 0.001}
"""The chance that a note of each kind is wrong. Estimates of ours, used only to rank repairs."""


def problem_of(setup: Setup, names: Sequence[str]) -> Problem:
    """The deal alone: who may hold what before anything is seen."""
    problem = Problem("entracte")
    codes = [code.name for code in setup.parts.codes]
    if setup.competitive:
        holder = problem.variables("holder", codes, domain=[*names, NOBODY])
        for name in names:
            problem.require(Exactly(2, holder, name), f"{name} holds two codes")
    else:
        code = problem.variables("code", names, domain=codes)
        problem.require(AllDifferent(code), "each code is held once at most")
    return problem


def knowledge_of(evening: Evening, *, public: bool = False) -> Knowledge:
    """What the writer of a record knows; with `public`, what a bystander at the same table would know."""
    model = _Model(evening, public)
    return Knowledge(model.problem).learn(*model.statements())


def passes_of(evening: Evening, *, public: bool = False) -> list[tuple[int, int]]:
    """What the passes of a cooperative record leave: pairs (seat, mask of codes), without any sentences."""
    model = _Model(evening, public)
    found = [
        (entry.seat, count & hand)
        for index, entry, last, seen in model.walk()
        if entry.kind == "pass"
        for count, hand in [model.pass_masks(entry, index, last, seen)]
    ]
    return found + list(codes_of_hands(evening, model.me).items())


def masks_of(evening: Evening, *, public: bool = False) -> tuple[int, ...]:
    """For each seat of a cooperative record the codes its own evidence leaves, without all-different."""
    model = _Model(evening, public)
    masks = [model.parts.all_codes] * len(model.names)
    if model.me and evening.codes[model.me - 1]:
        masks[model.me - 1] = evening.codes[model.me - 1]
    seats = {model.problem["code"][name]: seat for seat, name in enumerate(model.names)}
    for statement in model.statements():
        constraint = statement.content
        if not isinstance(constraint, Constraint) or len(constraint.scope) != 1:
            raise ProblemError("the evidence of this record is not about one seat at a time")
        support = constraint.support(constraint.scope[0])
        masks[seats[constraint.scope[0]]] &= support if support is not None else -1
    return tuple(masks)


@dataclass(frozen=True, slots=True)
class _Seen:
    """The cards that lie in the row, and those in the writer's hand as far as they were noted."""

    row: tuple[Partial, ...]
    hand: tuple[Partial, ...]


class _Model:
    """Turns the entries of one record into statements, one at a time."""

    def __init__(self, evening: Evening, public: bool) -> None:
        self.evening, self.public = evening, public
        self.setup, self.names = evening.setup, evening.names
        self.parts = evening.setup.parts
        self.problem = problem_of(self.setup, self.names)
        self.me = 0 if public else evening.me
        own = evening.codes[self.me - 1] if self.me else 0
        if own:
            self._require_own(own)
        cards = set(self.parts.cards)
        whole = [evening.start, *(e.card for e in evening.entries if e.kind == "play")]
        self.known_deck = all(card in cards for card in whole)

    def _require_own(self, own: int) -> None:
        me = self.names[self.me - 1]
        names = self._codes(own, "and")
        self.problem.require(
            _all([self.holds(self.me, code) for code in bits(own)]), f"{me}'s own: {names}"
        )

    # The two viewpoints.

    def holds(self, seat: int, code: int) -> Fact:
        """The fact that a seat holds a code."""
        name = self.parts.codes[code].name
        if self.setup.competitive:
            fact: Fact = self.problem["holder"][name] == self.names[seat - 1]
        else:
            fact = self.problem["code"][self.names[seat - 1]] == name
        return fact

    def some(self, seat: int, mask: int) -> Any:
        """A constraint: the seat holds at least one code of the mask."""
        names = [self.parts.codes[code].name for code in bits(mask)]
        if not self.setup.competitive:
            return self.problem["code"][self.names[seat - 1]].is_in(set(names))
        holder = self.problem["holder"]
        if not names:
            # No code fits: said of any code, "held by this seat and not" is the contradiction wanted.
            fact = holder[self.parts.codes[0].name] == self.names[seat - 1]
            return fact & ~fact
        return AtLeast(1, [holder[name] for name in names], self.names[seat - 1])

    def none(self, seat: int, mask: int) -> Any:
        """A constraint: the seat holds no code of the mask (which is not empty)."""
        names = [self.parts.codes[code].name for code in bits(mask)]
        if not self.setup.competitive:
            return ~self.problem["code"][self.names[seat - 1]].is_in(set(names))
        return _all([self.problem["holder"][name] != self.names[seat - 1] for name in names])

    def _codes(self, mask: int, joint: str) -> str:
        names = [self.parts.codes[code].name for code in bits(mask)]
        return (
            f" {joint} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
            or "none there is"
        )

    # The evidence.

    def statements(self) -> list[Statement]:
        """All evidence of the record, in the order of its lines."""
        found: list[Statement] = []
        pairs = self.evening.pairs
        for index, entry, last, seen in self.walk():
            place = self._place(entry, index)
            pair = pairs[index]
            if pair is not None:
                found += self._play(entry, pair, place)
            elif entry.kind == "pass" and not self.setup.competitive:
                found += self._pass(entry, index, last, seen, place)
            elif entry.kind == "sure":
                found += self._sure(entry, index, place)
        if not self.setup.competitive:
            found += self._hands()
        return found + self._revealed()

    def _hands(self) -> list[Statement]:
        """What the passes of a seat say only together; each by itself is told at its line."""
        found = []
        together = codes_of_hands(self.evening, self.me)
        if not together:
            return []
        alone = dict.fromkeys(together, self.parts.all_codes)
        places: dict[int, list[str]] = {seat: [] for seat in together}
        for index, entry, last, seen in self.walk():
            if entry.kind == "pass" and entry.seat in together:
                count, hand = self.pass_masks(entry, index, last, seen)
                alone[entry.seat] &= count & hand
                places[entry.seat].append(self._place(entry, index))
        for seat, codes in together.items():
            if alone[seat] & ~codes:
                name = self.names[seat - 1]
                text = f"{name} was blocked with the cards kept in hand at every pass ({', '.join(places[seat])}), "
                text += f"so {name} holds {self._codes(codes, 'or')}"
                found.append(self._note(self.some(seat, codes), text, places[seat][-1], "pass"))
        return found

    @staticmethod
    def _place(entry: Entry, index: int) -> str:
        return f"line {entry.line.number}" if entry.line and entry.line.number else f"entry {index + 1}"

    def _note(self, constraint: Any, text: str, place: str, kind: str) -> Statement:
        self.problem.checked(constraint)
        return Statement(constraint, text, "observation", place, SLIPS[kind])

    def _play(self, entry: Entry, pair: Pair, place: str) -> list[Statement]:
        found: list[Statement] = []
        player = self.names[entry.seat - 1]
        if not self.setup.competitive:
            barred = pair.matched | self._both(entry.card)
            if barred:
                text = f"{player} played this card, so {player}'s code is not {self._codes(barred, 'or')}"
                found.append(self._note(self.none(entry.seat, barred), text, place, "card"))
        for seat, name in enumerate(self.names, 1):
            if (seat == entry.seat and not self.setup.competitive) or entry.unsure >> seat & 1:
                continue
            if entry.tokens >> seat & 1:
                fits = pair.matched | pair.open
                if fits != self.parts.all_codes:
                    text = f"{name} put a token under {player}'s card, so {name} holds {self._codes(fits, 'or')}"
                    found.append(self._note(self.some(seat, fits), text, place, "token"))
            elif pair.matched:
                text = f"{name} put no token under {player}'s card, so {name} does not hold "
                text += self._codes(pair.matched, "or")
                found.append(self._note(self.none(seat, pair.matched), text, place, "no token"))
        return found

    def _both(self, card: Partial) -> int:
        """Under the stricter reading of *both* codes: those that forbid this card by itself."""
        if self.setup.option("both_rule") == "pair":
            return 0
        mask = 0
        for index, code in enumerate(self.parts.codes):
            if code.asks == "both" and card[code.type] == code.value:
                mask |= 1 << index
        return mask

    def _pass(self, entry: Entry, index: int, last: Partial, seen: _Seen, place: str) -> list[Statement]:
        player = self.names[entry.seat - 1]
        count, hand = self.pass_masks(entry, index, last, seen)
        found = []
        if count != self.parts.all_codes:
            text = (
                f"{player} passed, and too few unseen cards are blocked by some codes: {player} does not "
            )
            text += f"hold {self._codes(self.parts.all_codes & ~count, 'or')}"
            found.append(self._note(self.some(entry.seat, count), text, place, "pass"))
        if hand != self.parts.all_codes:
            text = f"{player} passed with the next card played in hand, so {player} holds "
            text += self._codes(hand, "or")
            found.append(self._note(self.some(entry.seat, hand), text, place, "pass"))
        return found

    def pass_masks(self, entry: Entry, index: int, last: Partial, seen: _Seen) -> tuple[int, int]:
        """What a pass leaves: by counting cards that can be blocked, and by the next card from that hand."""
        count = self._blockable(entry, index, last, seen)
        following = self._from_same_hand(entry, index)
        if following is None or self.setup.option("pass_draws"):
            return count, self.parts.all_codes
        blocked = self._both(following.card)
        for position, (step, i, j) in enumerate(zip(self.parts.steps, last, following.card, strict=True)):
            blocked |= 7 << (3 * position) if i is None or j is None else step[i][j]
        return count, blocked

    def walk(self) -> Iterator[tuple[int, Entry, Partial, _Seen]]:
        """Each entry with its index, the last card of the row before it, and what the writer sees."""
        last: Partial = self.evening.start
        seen = _Seen((last,), self.evening.hands[self.me - 1] if self.me else ())
        for index, entry in enumerate(self.evening.entries):
            yield index, entry, last, seen
            if entry.kind == "play":
                last = entry.card
            elif entry.kind == "unseen":
                last = (None,) * len(last)
            seen = self._see(seen, entry)

    def _from_same_hand(self, entry: Entry, index: int) -> Entry | None:
        """The next card this player plays, if the hand was not exchanged before it."""
        for later in self.evening.entries[index + 1 :]:
            if later.seat == entry.seat and later.kind in ("exchange", "unseen"):
                return None
            if later.seat == entry.seat and later.kind == "play":
                return later
        return None

    def _blockable(self, entry: Entry, index: int, last: Partial, seen: _Seen) -> int:
        """The codes that could have blocked a whole unseen hand after `last`."""
        cards = [*seen.row, *(seen.hand if entry.seat != self.me else ())]
        if self.known_deck and None not in last and all(card in self.parts.cards for card in cards):
            hidden = [card for card in self.parts.cards if card not in cards]
            size = self._hand_size(index)
            if entry.seat == self.me:
                hidden, size = [card for card in hidden if card in seen.hand], min(size, len(seen.hand))
            return self._counted(last, hidden, size)
        possible = 0
        for position, (step, value) in enumerate(zip(self.parts.steps, last, strict=True)):
            for mask in step[value] if value is not None else [7 << (3 * position)]:
                possible |= mask
        return possible | self._any_both()

    def _any_both(self) -> int:
        if self.setup.option("both_rule") == "pair":
            return 0
        return sum(1 << index for index, code in enumerate(self.parts.codes) if code.asks == "both")

    def _counted(self, last: Partial, hidden: Sequence[Partial], size: int) -> int:
        """The codes that block at least `size` of the cards `hidden` after `last`."""
        if size == 0:
            return self.parts.all_codes
        table = self.setup.restrict[self.parts.cards.index(last)]
        counts = [0] * len(self.parts.codes)
        for card in hidden:
            for code in bits(table[self.parts.cards.index(card)]):
                counts[code] += 1
        return sum(1 << code for code, count in enumerate(counts) if count >= size)

    def _hand_size(self, index: int) -> int:
        """How many cards the passing player holds; a missed turn is counted as a play (at most too few)."""
        sizes = [HAND] * len(self.names)
        deck = len(self.parts.cards) - 1 - HAND * len(self.names)
        for entry in self.evening.entries[:index]:
            if entry.kind == "exchange":
                # The whole hand goes back, three cards come; only passes that draw make a hand larger.
                deck += sizes[entry.seat - 1] - HAND
                sizes[entry.seat - 1] = HAND
            if entry.kind in ("play", "unseen"):
                sizes[entry.seat - 1] -= 1
            elif not (entry.kind == "pass" and self.setup.option("pass_draws")):
                continue
            if deck > 0:
                deck -= 1
                sizes[entry.seat - 1] += 1
        return max(0, sizes[self.evening.entries[index].seat - 1])

    def _see(self, seen: _Seen, entry: Entry) -> _Seen:
        hand = seen.hand
        if entry.seat == self.me and self.me:
            if entry.kind == "exchange":
                hand = ()
            elif entry.kind == "play":
                hand = tuple(card for card in hand if card != entry.card)
            hand = (*hand, *entry.drawn)
        row = (*seen.row, entry.card) if entry.kind == "play" else seen.row
        return _Seen(row, hand)

    def _sure(self, entry: Entry, index: int, place: str) -> list[Statement]:
        before = self.evening.entries[:index]
        if self.setup.competitive or entry.seat == self.me or any(e.kind == "pass" for e in before):
            # After a pass the speaker may know more from the own hand than everybody can follow.
            return []
        heard = knowledge_of(replace(self.evening, entries=before), public=True)
        fits = 0
        for code in range(len(self.parts.codes)):
            mine = heard.problem["code"][self.names[entry.seat - 1]]
            try:
                sure = heard.observe(mine == self.parts.codes[code].name).certain()
            except Contradiction:
                continue
            if len(sure) - 1 >= entry.count:
                fits |= 1 << code
        name = self.names[entry.seat - 1]
        text = f"{name} is sure of {entry.count} code{'' if entry.count == 1 else 's'}, "
        text += f"so {name} holds {self._codes(fits, 'or')}" if fits else "which no code would allow"
        return (
            []
            if fits == self.parts.all_codes
            else [self._note(self.some(entry.seat, fits), text, place, "sure")]
        )

    def _revealed(self) -> list[Statement]:
        found = []
        for seat, mask in enumerate(self.evening.codes, 1):
            if mask and seat != self.evening.me and not self.public:
                text = f"{self.names[seat - 1]} showed {self._codes(mask, 'and')}"
                fact = _all([self.holds(seat, code) for code in bits(mask)])
                found.append(self._note(fact, text, "the end", "revealed"))
        return found


def _all(facts: Sequence[Fact]) -> Fact:
    return reduce(and_, facts)
