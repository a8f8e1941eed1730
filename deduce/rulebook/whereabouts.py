"""The cards of a deck of single cards from their own side: where is this card, where a place is a stretch of draws.

A variable for every card that a seat has not seen. Its value says in which stretches of unseen draws it came, one after
the other where it was laid back between ("hand of Ann", "hand of Ann then hand of Bob"), or in none ("elsewhere"). Where
it lies now follows from that (`Whereabouts.now`): it may have left since. A word about a whole hand is then one condition
a card, and what couples the cards is only how many came in each stretch.

So every world stands for equally many orders of draws, each as likely (`deduce.rulebook.stretches`), and no weights are
needed.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import islice
from typing import TYPE_CHECKING, Any

from deduce.evidence import Statement
from deduce.ground.wording import many
from deduce.language.constraints import Exactly
from deduce.rulebook.stretches import ELSEWHERE, OUT, Division, Mentions, Split, Stretch
from deduce.rulebook.zones import Bag

if TYPE_CHECKING:
    from deduce.language.variables import Family, Variable
    from deduce.rulebook.table import Table
    from deduce.rulebook.zones import Zone

MOST_PATHS = 64
"""Decks whose cards may have gone more ways than these are told of draw by draw."""

Path = tuple[Stretch, ...]


class Whereabouts:
    """The cards of one deck of a blind table.

    Attributes:
        division: Its stretches.
        family: A variable a card that the seat did not see all the time.
        rules: How many cards came in each stretch, and where single cards cannot have been.
    """

    family: Family[Hashable]

    def __init__(self, division: Division) -> None:
        self.division = division
        self.name, self.copies = division.name, division.copies
        self.rules: list[Statement] = []
        self._paths: dict[Hashable, list[Path]] = {}
        self._labels: dict[Path, str] = {}

    @classmethod
    def of(cls, table: Table, mentions: Mentions) -> list[Whereabouts]:
        """Those decks of a table that are told of by their cards: single ones, of which hands of several are spoken."""
        found = []
        decks: dict[int, tuple[str, Mapping[Hashable, int]]] = {}
        for zone in table.zones.values():
            decks.setdefault(id(zone.copies), (zone.name, zone.copies))
        for name, copies in decks.values():
            if not copies or max(copies.values()) > 1:
                continue
            zones = [zone for zone in table.zones.values() if zone.copies is copies]
            bags = [bag for zone in zones for bag in (zone.bag, *zone.under)]
            division = Division(name, copies, table, mentions, bags)
            made = cls(division)
            if division.serves() and made._made(table):
                found.append(made)
        return found

    def _made(self, table: Table) -> bool:
        """Make the variables; False where cards may have gone too many ways."""
        self.division.divide()
        drawn: dict[int, list[Stretch]] = {}
        for stretch in self.division.stretches:
            drawn.setdefault(stretch.pile, []).append(stretch)
        every: dict[Path, None] = {(): None}
        for card in self.copies:
            paths = list(islice(self._ways(card, 0, (), drawn), MOST_PATHS + 1))
            every.update(dict.fromkeys(paths))
            if not paths or len(every) > MOST_PATHS:
                # None at all is a contradiction, which the draws tell best.
                return False
            if len(paths) > 1 or paths[0]:
                self._paths[card] = paths
        if not self._paths:
            return False
        self._labels = {path: " then ".join(each.label for each in path) for path in every}
        self._labels[()] = ELSEWHERE if ELSEWHERE not in self._labels.values() else self.name
        self._values = list(every)
        taken = {thing.name for thing in (*table.declared, *table.handles)}
        name = self.name if self.name not in taken else f"where {self.name}"
        self.family = table.setting.family(name, self._paths, list(self._labels.values()))
        self._require(every)
        return True

    def _ways(
        self, card: Hashable, at: int, path: Path, drawn: Mapping[int, Sequence[Stretch]]
    ) -> Iterator[Path]:
        """The stretches in which a card can have come, one after the other, from the pile `at` on."""
        if at == len(self.division.piles):
            yield path
            return
        pile = self.division.piles[at]
        here = self._number(pile.start, card, path)
        left = here - pile.start.fixed.get(card, 0) + pile.end.fixed.get(card, 0)
        if here not in (0, 1) or left not in (0, 1):
            return
        yield from self._ways(card, at + 1, path, drawn)
        if left:
            for stretch in drawn.get(at, ()):
                if card in self.division.barred.get(stretch.terms[0], ()):
                    continue
                yield from self._ways(card, at + 1, (*path, stretch), drawn)

    @staticmethod
    def _number(bag: Bag, card: Hashable, path: Path) -> int:
        """How often a card lies in a bag, which speaks of whole stretches, if it came this way."""
        return bag.fixed.get(card, 0) + sum(bag.terms.get(each.terms[0], 0) for each in path)

    def _require(self, every: Iterable[Path]) -> None:
        for stretch in self.division.stretches:
            values = {self._labels[path] for path in every if stretch in path}
            size = len(stretch.terms)
            value = values.pop() if len(values) == 1 else values
            said = f"{stretch.label}: {many(size, 'card')}"
            self.rules.append(Statement(Exactly(size, self.family, value), said, "rule"))
        for card, paths in self._paths.items():
            if len(paths) < len(self._labels):
                within = self.family[card].is_in([self._labels[path] for path in paths])
                self.rules.append(Statement(within, f"{self.name}: where {card} was seen", "rule"))

    # Where the cards lie now.

    def now(self, table: Table) -> Iterator[tuple[Variable, dict[Hashable, str]]]:
        """For each card where it lies now, by the values that say how it came; how it came, where nobody knows that."""
        if table.stale:
            came = {label: f"came to {label}" if path else label for path, label in self._labels.items()}
            yield from (
                (variable, {x: came[str(x)] for x in variable.domain}) for variable in self.family.values()
            )
            return
        zones = [zone for zone in table.zones.values() if zone.copies is self.copies and zone]
        held = [(zone, reduce(Bag.plus, zone.under, zone.bag)) for zone in zones]
        told: set[object] = {term for stretch in self.division.stretches for term in stretch.terms}
        for card, paths in self._paths.items():
            yield (
                self.family[card],
                {self._labels[path]: self._place(card, path, held, told) for path in paths},
            )

    def _place(
        self, card: Hashable, path: Path, held: Sequence[tuple[Zone, Bag]], told: set[object]
    ) -> str:
        """Where a card lies that came this way; `ELSEWHERE` for one of several places."""
        numbers = [
            (zone.name, self._number(bag, card, path), told.issuperset(bag.terms)) for zone, bag in held
        ]
        if not any(number for _, number, _ in numbers):
            return OUT
        sure = [name for name, number, plain in numbers if plain and number == 1]
        perhaps = [name for name, _, plain in numbers if not plain]
        return sure[0] if sure else perhaps[0] if len(perhaps) == 1 else ELSEWHERE

    # What facts say of the variables.

    def speaks(self, term: object) -> bool:
        """Whether a term is one of these draws."""
        return term in self.division.names

    def terms(
        self, bag: Bag, numbers: Mapping[Any, int], factor: int
    ) -> Iterator[tuple[Variable, list[int]]]:
        """What every card adds by where it is, to the numbers of the cards in a bag. Raises `Split`."""
        asked = [card for card, number in numbers.items() if number]
        inside: dict[Stretch, int] = {}
        said = len(asked) == 1 and any(
            card == asked[0] and each.terms == bag.terms for card, each in self.division.single
        )
        if not said and any(term in bag.terms for laid in self.division.laid for term in laid.draws):
            raise Split(bag)
        for stretch in self.division.stretches:
            found = {bag.terms.get(term, 0) for term in stretch.terms}
            if len(found) > 1 and not said:
                raise Split(bag)
            inside[stretch] = max(found)
        for card in asked:
            if card in self._paths:
                each = factor * numbers[card]
                table = [each * sum(inside[stretch] for stretch in path) for path in self._values]
                if any(table):
                    yield self.family[card], table

    # Worlds of a table that has the cards.

    def truth(self, drawn: Mapping[str, Any]) -> Iterator[tuple[Variable, str]]:
        """Where the cards are if these have been drawn, by the names of the draws."""
        known = {number: drawn[name] for number, name in self.division.names.items() if name in drawn}
        came: dict[Hashable, list[Stretch]] = {}
        for stretch in self.division.stretches:
            for card in stretch.cards(known):
                came.setdefault(card, []).append(stretch)
        for card, variable in self.family.items():
            label = self._labels.get(tuple(sorted(came.get(card, ()), key=lambda each: each.pile)))
            if label is not None:
                yield variable, label

    def draws(self, world: Mapping[Variable, Any], rng: random.Random) -> Iterator[tuple[str, Any]]:
        """Draws that such a world may come of, evenly, by name."""
        path_of = {label: path for path, label in self._labels.items()}
        came: dict[Stretch, list[Hashable]] = {stretch: [] for stretch in self.division.stretches}
        for card, variable in self.family.items():
            for stretch in path_of[world[variable]]:
                came[stretch].append(card)
        made: dict[int, Hashable] = {}
        for stretch, cards in came.items():
            made.update(self._ordered(stretch, cards, rng))
        for laid in reversed(self.division.laid):
            for number in laid.draws:
                if number not in made:
                    made[number] = rng.choice(
                        [card for card in self.copies if self._free(card, number, made)]
                    )
        for number, card in made.items():
            yield self.division.names[number], card

    def _ordered(
        self, stretch: Stretch, cards: Sequence[Hashable], rng: random.Random
    ) -> Iterator[tuple[int, Hashable]]:
        """Which draw of a stretch was which of its cards: cards that left soon came before."""
        rest = stretch.draws()
        left = {card: set(rest) for card in cards}
        for card, bag in self.division.single:
            if card in left and not left[card].isdisjoint(bag.terms):
                left[card] &= bag.terms.keys()
        for card in sorted(rng.sample(list(cards), len(cards)), key=lambda each: len(left[each])):
            number = rng.choice(sorted(left[card] & rest))
            rest.remove(number)
            yield number, card

    def _free(self, card: Hashable, number: int, made: Mapping[int, Hashable]) -> bool:
        """Whether a card lay in the pile of a draw all the time until what was drawn was laid back."""
        first = self.division.origin[number]
        name, mine = self.division.drains[first].name, [term for term, each in made.items() if each == card]
        start = self.division.drains[first].start
        if start.fixed.get(card, 0) + sum(start.terms.get(term, 0) for term in mine) != 1:
            return False
        for at in range(first, len(self.division.drains)):
            drained = self.division.drains[at]
            if drained.name != name:
                continue
            if at > first and not drained.start.terms.get(number, 0):
                break
            seen = drained.start.fixed.get(card, 0) != drained.end.fixed.get(card, 0)
            if seen or any(self.division.origin[term] == at for term in mine):
                return False
        return True
