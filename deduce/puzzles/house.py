"""House rules: conditions besides the rules of a family, such as ``all_different(diagonal)`` in a sudoku."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from deduce.knowledge import Knowledge
from deduce.language.variables import Family
from deduce.problem import Problem
from deduce.puzzles.expressions import read_condition, read_each

if TYPE_CHECKING:
    from deduce.puzzles.shelves import Shelf

_GROUPS = ("diagonal", "column", "row")


def house_rule(
    problem: Problem, condition: str, *, source: str = "", line: int = 0, column: int = 0
) -> None:
    """A rule more for a problem; ``row``, ``column`` or ``diagonal`` in it goes over all of the grid ``cell``.

    Raises `RecordError` at the place given.
    """
    place = {"source": source, "line": line, "column": column}
    words = [x for x in _GROUPS if re.search(rf"\b{x}\b", condition) and x not in problem.names()]
    if not words or not isinstance(problem.get("cell"), Family):
        problem.require(read_condition(condition, problem, **place))  # type: ignore[arg-type]
        return
    each = words[0]
    for content, _ in read_each(condition, f"{each} in {each}s(cell)", problem, **place):  # type: ignore[arg-type]
        problem.require(content, f"{condition.strip()}, for each {each}")


def house_rules(problem: Problem, conditions: Sequence[str]) -> None:
    """Several rules more. Raises `RecordError`."""
    for condition in conditions:
        house_rule(problem, condition)


def read_at_home(shelf: Shelf, name: str, text: str, conditions: Sequence[str]) -> Knowledge:
    """The puzzle that a text describes, with house rules. Raises `RecordError`."""
    puzzle = shelf.read(name, text)
    if not conditions:
        return puzzle
    house_rules(puzzle.problem, conditions)
    return Knowledge(puzzle.problem).learn(*puzzle.log)
