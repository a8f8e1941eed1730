"""Where a form occurs in a solved puzzle, and whether what it shows holds there: how forms are tested for soundness."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from itertools import permutations

from deduce.knowledge import Knowledge
from deduce.language.variables import Variable
from deduce_models.pencil.catalogue import board_of
from deduce_models.pencil.sheet.printed import Cell
from deduce_models.pencil.techniques.forms import (
    NAMES_ONLY,
    TURNS,
    Form,
    Said,
    Spot,
    moved,
    rule_of,
    said_of_value,
)
from deduce_models.pencil.techniques.table import places_of

__all__ = ["Solved"]

_NAMES = 2
"""Forms with more different digits are not looked for where digits are only names."""


class Solved:
    """A puzzle with its solution, in which forms are looked for.

    Args:
        knowledge: The puzzle.
        solution: The value of every variable.
    """

    def __init__(self, knowledge: Knowledge, solution: Mapping[Variable, Hashable]) -> None:
        self._here = places_of(knowledge)
        self._values = {spot: said_of_value(v, solution[v]) for spot, v in self._here.items()}
        self._names = board_of(knowledge).sheet.family in NAMES_ONLY
        self._digits = {value for value in self._values.values() if isinstance(value, int)}
        self._rules: dict[str, set[tuple[Cell | None, frozenset[Cell]]]] = {}
        for statement in knowledge.statements:
            text, home, offsets = rule_of(statement)
            self._rules.setdefault(text, set()).add((home, frozenset(offsets)))

    def places(self, form: Form) -> Iterator[bool]:
        """For every place and turn where the rules are and what is known holds: whether what is shown does."""
        if any(text not in self._rules for text, _, _ in form.rules):
            return
        for turned in dict.fromkeys(moved(form, turn) for turn in TURNS):
            for named in self._named(turned):
                for shift in self._shifts(named):
                    found = self._holds(moved(named, (1, 1, False), shift))
                    if found is not None:
                        yield found

    def _named(self, form: Form) -> Iterator[Form]:
        """The form with digits in place of names, in every way."""
        if not self._names:
            yield form
            return
        facts = (form.shown, *form.known)
        names = sorted({str(v) for _, (_, values) in facts for v in values})
        for digits in permutations(sorted(self._digits), len(names)) if len(names) <= _NAMES else ():
            means = dict(zip(names, digits, strict=True))

            def said(one: Said, means: Mapping[str, int] = means) -> Said:
                return one[0], tuple(means[str(v)] for v in one[1])

            yield Form(
                form.rules,
                tuple((s, said(v)) for s, v in form.known),
                form.absent,
                (form.shown[0], said(form.shown[1])),
            )

    def _shifts(self, form: Form) -> Iterator[Cell]:
        """Shifts by whole cells that bring one of its rules, or what it shows, to where there is such."""
        placed = [(text, home, some) for text, home, some in form.rules if home is not None]
        if placed:
            text, (y, x), some = min(placed, key=lambda rule: len(self._rules[rule[0]]))
            offsets = frozenset(some)
            ends = [p for p, have in self._rules[text] if p and have == offsets]
        else:
            kind, y, x = form.shown[0]
            ends = [(p, q) for k, p, q in self._here if k == kind]
        yield from ((p - y, q - x) for p, q in ends if not (p - y) % 2 and not (q - x) % 2)

    def _holds(self, form: Form) -> bool | None:
        """Whether what is shown holds; None where the form is not there."""
        if form.shown[0] not in self._here or any(spot in self._here for spot in form.absent):
            return None
        if any((home, frozenset(some)) not in self._rules[text] for text, home, some in form.rules):
            return None
        if not all(spot in self._here and self._true(spot, said) for spot, said in form.known):
            return None
        return self._true(*form.shown)

    def _true(self, spot: Spot, said: Said) -> bool:
        return (self._values[spot] in said[1]) == said[0]
