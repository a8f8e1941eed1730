"""The library of variant rules: what a line of a variant sudoku means, as constraints on the cells' variables.

Each rule is one short function from a `VariantGrid` and a `RuleLine` to constraints, each with its sentence; `RULES` has
them by name, each with its form (`rules.variant_lines`) and what it says in words. To use one in Python:

    >>> from deduce import Problem
    >>> problem = Problem("two cells"); cell = problem.variables("cell", [(1, 1), (1, 2)], range(1, 10))
    >>> [c.sentence() for c in variant("whispers r1c1 r1c2", cell)]
    ['cell[1,1] and cell[1,2] differ by at least 5']

One file because they are forty rules of a few lines each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product

import numpy as np

from deduce.graphs import Regular
from deduce.ground.wording import Phrase, phrase, say
from deduce.language.constraints import AllDifferent, AtLeast, Constraint, Count, Sum
from deduce.language.facts import And, Fact, Or
from deduce.language.relations import Relation
from deduce.language.variables import Variable
from deduce_models.pencil.rules.latin import DifferentSum, Straight
from deduce_models.pencil.rules.stated import CountIf, Wall
from deduce_models.pencil.rules.variant_lines import RuleFault, RuleLine, read_line
from deduce_models.pencil.sheet.printed import Cell

Told = Iterator[tuple[Constraint, str]]


@dataclass(frozen=True)
class VariantGrid:
    """What rules speak of.

    Attributes:
        cell: The variables by place; their values are 1 to `size`.
        size: Rows, and columns.
        regions: The boxes, in any shape; none in a Latin square.
        lines: All rules of the puzzle, for those that speak of the others.
    """

    cell: Mapping[Cell, Variable]
    size: int
    regions: Sequence[Sequence[Cell]] = ()
    lines: Sequence[RuleLine] = field(default=())

    def of(self, cells: Iterable[Cell]) -> list[Variable]:
        """The variables of some cells."""
        return [self.cell[at] for at in cells]

    def pairs(self, *steps: Cell) -> Iterator[tuple[Cell, Cell]]:
        """All pairs of cells that are one of the steps apart."""
        for (r, c), (dr, dc) in product(self.cell, steps):
            if (r + dr, c + dc) in self.cell:
                yield (r, c), (r + dr, c + dc)

    def beside(self, at: Cell) -> list[Cell]:
        """The cells that share a side with one."""
        r, c = at
        return [x for x in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if x in self.cell]


Rule = Callable[[VariantGrid, RuleLine], Told]


@dataclass(frozen=True, slots=True)
class VariantRule:
    """A rule: the form of its line, what it says, and its constraints."""

    form: str
    about: str
    make: Rule
    repeats: bool = False
    """Whether a cell may stand in a line twice."""


RULES: dict[str, VariantRule] = {}
"""Every rule by name."""


def _rule(name: str, form: str, about: str, *, repeats: bool = False) -> Callable[[Rule], Rule]:
    def keep(make: Rule) -> Rule:
        RULES[name] = VariantRule(form, about, make, repeats)
        return make

    return keep


def constraints_of(grid: VariantGrid, line: RuleLine) -> list[tuple[Constraint, str]]:
    """What a line says, constraint by constraint, each with a sentence. Raises `RuleFault`."""
    rule = RULES[line.name]
    if not rule.repeats and len(set(line.cells)) < len(line.cells):
        raise RuleFault(f"{line.name} has a cell twice")
    return list(rule.make(grid, line))


def variant(text: str, cell: Mapping[Cell, Variable]) -> list[Constraint]:
    """What a line of text says of cells by row and column (from 1), whose values are 1 to the grid's size.

    Raises `RuleFault` for a line that is no rule.
    """
    size = max(max(at) for at in cell)
    found = read_line(text.split() or [""], FORM_OF, size)
    missing = [at for at in (*found.cells, *found.second) if at not in cell]
    if missing:
        raise RuleFault(f"there is no variable for row {missing[0][0]}, column {missing[0][1]}")
    return [constraint for constraint, _ in constraints_of(VariantGrid(cell, size, (), (found,)), found)]


# Pairs of neighbours along a line, and pairs of cells.


def _two_numbers(text: str) -> str:
    """What is said of two numbers, as a sentence."""
    said = f"two numbers {text}"
    return phrase(said, f"two numbers {text.key}", **text.slots) if isinstance(text, Phrase) else said


def _related(
    grid: VariantGrid, pairs: Iterable[tuple[Cell, Cell]], fits: Callable[[int, int], bool], text: str
) -> Told:
    """The two numbers of each pair fit together."""
    values = range(1, grid.size + 1)
    rows = np.array([(x - 1, y - 1) for x, y in product(values, repeat=2) if fits(x, y)], dtype=np.int64)
    for a, b in pairs:
        one, other = grid.cell[a], grid.cell[b]
        said = Relation.of_rows([one, other], rows.reshape(-1, 2), text=f"{one} and {other} {text}")
        yield said, _two_numbers(text)


def _along(grid: VariantGrid, cells: Sequence[Cell], fits: Callable[[int, int], bool], text: str) -> Told:
    pairs = list(pairwise(cells))
    if any(a == b for a, b in pairs):
        raise RuleFault("a cell stands beside itself")
    yield from _related(grid, pairs, fits, text)


@_rule("thermometer", "cells", "numbers rise from the bulb, the first cell")
def _thermometer(grid: VariantGrid, line: RuleLine) -> Told:
    for a, b in pairwise(grid.of(line.cells)):
        yield a < b, "numbers rise along the thermometer"


@_rule("slow-thermometer", "cells", "numbers never fall from the bulb on")
def _slow(grid: VariantGrid, line: RuleLine) -> Told:
    for a, b in pairwise(grid.of(line.cells)):
        yield a <= b, "numbers never fall along the slow thermometer"


@_rule(
    "whispers",
    "perhaps number cells",
    "neighbours along the line differ by at least 5 (half of the size, rounded up), or the number",
    repeats=True,
)
def _whispers(grid: VariantGrid, line: RuleLine) -> Told:
    least = line.numbers[0] if line.numbers else (grid.size + 1) // 2
    yield from _along(
        grid, line.cells, lambda a, b: abs(a - b) >= least, say("differ by at least {number}", number=least)
    )


@_rule("parity-line", "cells", "odd and even numbers take turns along the line", repeats=True)
def _parity(grid: VariantGrid, line: RuleLine) -> Told:
    yield from _along(grid, line.cells, lambda a, b: (a - b) % 2 == 1, "are one odd, one even")


@_rule("palindrome", "cells", "numbers read the same from both ends")
def _palindrome(grid: VariantGrid, line: RuleLine) -> Told:
    own = grid.of(line.cells)
    for a, b in zip(own[: len(own) // 2], reversed(own), strict=False):
        yield a == b, "the palindrome reads the same from both ends"


@_rule("white", "pair", "two numbers differ by 1 (a white Kropki dot)")
def _white(grid: VariantGrid, line: RuleLine) -> Told:
    yield from _along(grid, line.cells, lambda a, b: abs(a - b) == 1, "differ by 1")


@_rule("black", "pair", "one number is twice the other (a black Kropki dot)")
def _black(grid: VariantGrid, line: RuleLine) -> Told:
    yield from _along(grid, line.cells, lambda a, b: a == 2 * b or b == 2 * a, "are one twice the other")


@_rule("difference", "number pair", "two numbers differ by the number")
def _difference(grid: VariantGrid, line: RuleLine) -> Told:
    by = line.numbers[0]
    yield from _along(grid, line.cells, lambda a, b: abs(a - b) == by, say("differ by {number}", number=by))


@_rule("ratio", "number pair", "one number is the other, so many times")
def _ratio(grid: VariantGrid, line: RuleLine) -> Told:
    by = line.numbers[0]
    yield from _along(
        grid,
        line.cells,
        lambda a, b: a == by * b or b == by * a,
        say("are one {number} times the other", number=by),
    )


@_rule("x", "pair", "two numbers add up to 10")
def _ten(grid: VariantGrid, line: RuleLine) -> Told:
    yield from _along(grid, line.cells, lambda a, b: a + b == 10, "add up to 10")


@_rule("v", "pair", "two numbers add up to 5")
def _five(grid: VariantGrid, line: RuleLine) -> Told:
    yield from _along(grid, line.cells, lambda a, b: a + b == 5, "add up to 5")


@_rule("less", "pair", "the first number is less than the second")
def _less(grid: VariantGrid, line: RuleLine) -> Told:
    a, b = grid.of(line.cells)
    yield a < b, "the first is less than the second"


def _all_shown(
    grid: VariantGrid, names: Sequence[str], fits: Callable[[int, int], bool], text: str
) -> Told:
    """Where no mark of these names stands between neighbours, they do not fit."""
    marked = {frozenset(line.cells) for line in grid.lines if line.name in names}
    pairs = [pair for pair in grid.pairs((0, 1), (1, 0)) if frozenset(pair) not in marked]
    yield from _related(grid, pairs, lambda x, y: not fits(x, y), text)


@_rule("all-kropki", "global", "all Kropki dots are given")
def _all_kropki(grid: VariantGrid, _: RuleLine) -> Told:
    def fits(a: int, b: int) -> bool:
        return abs(a - b) == 1 or a == 2 * b or b == 2 * a

    yield from _all_shown(
        grid, ("white", "black"), fits, "neither differ by 1 nor are one twice the other: no dot"
    )


@_rule("all-xv", "global", "all X and V are given")
def _all_xv(grid: VariantGrid, _: RuleLine) -> Told:
    yield from _all_shown(
        grid, ("x", "v"), lambda a, b: a + b in (5, 10), "do not add up to 5 or 10: no X, no V"
    )


# Lines and sets of cells as a whole.


@_rule("renban", "cells", "consecutive numbers in any order")
def _renban(grid: VariantGrid, line: RuleLine) -> Told:
    if len(line.cells) > 1:
        yield Straight(grid.of(line.cells)), "consecutive numbers on the renban line"


@_rule("between", "cells", "numbers on the line lie between those at its ends")
def _between(grid: VariantGrid, line: RuleLine) -> Told:
    first, *inner, last = _three(grid, line)
    values = range(1, grid.size + 1)
    rows = [(a, x, b) for a, x, b in product(values, repeat=3) if min(a, b) < x < max(a, b)]
    for x in inner:
        yield (
            Relation([first, x, last], rows, text=f"{x} lies between {first} and {last}"),
            "between the ends",
        )


@_rule(
    "lockout",
    "perhaps number cells",
    "the ends differ by at least 4, or the number; those on the line lie outside of them",
)
def _lockout(grid: VariantGrid, line: RuleLine) -> Told:
    first, *inner, last = _three(grid, line)
    least = line.numbers[0] if line.numbers else 4
    ends = [(line.cells[0], line.cells[-1])]
    yield from _related(
        grid, ends, lambda a, b: abs(a - b) >= least, say("differ by at least {number}", number=least)
    )
    values = range(1, grid.size + 1)
    rows = [(a, x, b) for a, x, b in product(values, repeat=3) if not min(a, b) <= x <= max(a, b)]
    for x in inner:
        yield (
            Relation([first, x, last], rows, text=f"{x} lies outside of {first} and {last}"),
            "outside of the ends",
        )


def _three(grid: VariantGrid, line: RuleLine) -> list[Variable]:
    if len(line.cells) < 3:
        raise RuleFault(f"{line.name} needs two ends and a cell between them")
    return grid.of(line.cells)


@_rule("entropic", "cells", "of three in a row one is low, one middle, one high (as far as three are left)")
def _entropic(grid: VariantGrid, line: RuleLine) -> Told:
    third = -(-grid.size // 3)
    yield from _classes(
        grid, line, [range(i * third + 1, min(grid.size, (i + 1) * third) + 1) for i in range(3)]
    )


@_rule("modular", "cells", "three in a row leave 0, 1 and 2 when divided by 3")
def _modular(grid: VariantGrid, line: RuleLine) -> Told:
    yield from _classes(grid, line, [range(i or 3, grid.size + 1, 3) for i in range(3)])


def _classes(grid: VariantGrid, line: RuleLine, classes: Sequence[range]) -> Told:
    own = grid.of(line.cells)
    for i in range(max(1, len(own) - 2)):
        for kind in classes:
            if kind:
                told = "/".join(map(str, kind))
                yield (
                    Count(own[i : i + 3], [*kind], 0, 1),
                    say("one of {numbers} at most of three on the line", numbers=told),
                )


@_rule(
    "zipper",
    "cells",
    "each two as far from the middle add up to the same, which is the number in the middle if there is one",
)
def _zipper(grid: VariantGrid, line: RuleLine) -> Told:
    own = _three(grid, line)
    half = len(own) // 2
    pairs = list(zip(own[:half], reversed(own), strict=False))
    for a, b in pairs if len(own) % 2 else pairs[1:]:
        other = [own[half]] if len(own) % 2 else list(pairs[0])
        yield _equal_sums([a, b], other), "pairs on the zipper add up to the same"


def _equal_sums(one: Sequence[Variable], other: Sequence[Variable]) -> Sum:
    weight: Counter[Variable] = Counter(one)
    weight.subtract(other)
    own = [v for v, n in weight.items() if n]
    if not own:
        raise RuleFault("a sum is compared with itself")
    return Sum(own, 0, 0, weights=[weight[v] for v in own])


@_rule("region-sum", "cells", "the parts of the line in different boxes add up to the same")
def _region_sum(grid: VariantGrid, line: RuleLine) -> Told:
    box = {at: i for i, cells in enumerate(grid.regions) for at in cells}
    parts: list[list[Cell]] = []
    for at in line.cells:
        if parts and box.get(parts[-1][-1]) == box.get(at):
            parts[-1].append(at)
        else:
            parts.append([at])
    if len(parts) < 2:
        raise RuleFault("region-sum crosses no border of a box")
    for one, other in pairwise(parts):
        yield _equal_sums(grid.of(one), grid.of(other)), "the parts of the line add up to the same"


@_rule(
    "arrow",
    "groups",
    "the cells after = add up to the number in the first (of several: read as one number)",
    repeats=True,
)
def _arrow(grid: VariantGrid, line: RuleLine) -> Told:
    weight: Counter[Variable] = Counter(grid.of(line.second))
    base = 10 if grid.size < 10 else 100
    for i, v in enumerate(reversed(grid.of(line.cells))):
        weight[v] -= base**i
    own = [v for v, n in weight.items() if n]
    if not own:
        raise RuleFault("the arrow says nothing")
    yield Sum(own, 0, 0, weights=[weight[v] for v in own]), "the arrow adds up to the number in its circle"


@_rule("double-arrow", "cells", "the numbers between the ends add up to those at the ends")
def _double_arrow(grid: VariantGrid, line: RuleLine) -> Told:
    first, *inner, last = _three(grid, line)
    yield _equal_sums(inner, [first, last]), "between the circles as much as in them"


@_rule("cage", "perhaps number cells", "no number twice, and they add up to the number, if there is one")
def _cage(grid: VariantGrid, line: RuleLine) -> Told:
    own = grid.of(line.cells)
    if line.numbers:
        yield (
            DifferentSum(own, line.numbers[0]),
            say("the cage adds up to {number}", number=line.numbers[0]),
        )
    elif len(own) > 1:
        yield AllDifferent(own), "no number twice in the cage"


@_rule("sum", "number cells", "the numbers add up to it; one may come twice")
def _sum(grid: VariantGrid, line: RuleLine) -> Told:
    yield (
        Sum(grid.of(line.cells), line.numbers[0], line.numbers[0]),
        say("these cells add up to {number}", number=line.numbers[0]),
    )


@_rule("extra-region", "cells", "no number twice")
def _extra(grid: VariantGrid, line: RuleLine) -> Told:
    if len(line.cells) > grid.size:
        raise RuleFault(f"{len(line.cells)} cells have no room for different numbers to {grid.size}")
    yield AllDifferent(grid.of(line.cells)), "no number twice in the extra region"


@_rule("clone", "groups", "both groups hold the same numbers in the same order", repeats=True)
def _clone(grid: VariantGrid, line: RuleLine) -> Told:
    if len(line.cells) != len(line.second):
        raise RuleFault(f"a clone of {len(line.cells)} cells cannot have {len(line.second)}")
    for a, b in zip(line.cells, line.second, strict=True):
        if a != b:
            yield grid.cell[a] == grid.cell[b], "clones hold the same numbers"


@_rule("quadruple", "numbers cell", "the four cells hold these numbers")
def _quadruple(grid: VariantGrid, line: RuleLine) -> Told:
    for number, times in Counter(line.numbers).items():
        _known(grid, number)
        yield (
            AtLeast(times, grid.of(line.cells), number),
            say(f"{{number}} {'twice ' * (times > 1)}in these four cells", number=number),
        )


def _known(grid: VariantGrid, number: int) -> None:
    if not 1 <= number <= grid.size:
        raise RuleFault(f"{number} is no number of the grid; allowed: 1 to {grid.size}")


@_rule("circles", "cells", "a number in one of these cells is in as many of them")
def _circles(grid: VariantGrid, line: RuleLine) -> Told:
    own = grid.of(line.cells)
    for v in own:
        for number in v.domain:
            all_of = [x == number for x in own]
            yield CountIf(v == number, all_of, number, number), "a number in circles is in as many"  # type: ignore[arg-type]


@_rule("odd", "cells", "odd numbers")
def _odd(grid: VariantGrid, line: RuleLine) -> Told:
    for v in grid.of(line.cells):
        yield v.is_in(range(1, grid.size + 1, 2)), "an odd number"


@_rule("even", "cells", "even numbers")
def _even(grid: VariantGrid, line: RuleLine) -> Told:
    for v in grid.of(line.cells):
        yield v.is_in(range(2, grid.size + 1, 2)), "an even number"


@_rule("minimum", "cells", "less than all neighbours outside of these")
def _minimum(grid: VariantGrid, line: RuleLine) -> Told:
    for at in line.cells:
        for x in grid.beside(at):
            if not any(x in other.cells for other in grid.lines if other.name == "minimum"):
                yield grid.cell[at] < grid.cell[x], "less than its neighbours"


@_rule("maximum", "cells", "more than all neighbours outside of these")
def _maximum(grid: VariantGrid, line: RuleLine) -> Told:
    for at in line.cells:
        for x in grid.beside(at):
            if not any(x in other.cells for other in grid.lines if other.name == "maximum"):
                yield grid.cell[at] > grid.cell[x], "more than its neighbours"


# Beside the grid.


@_rule("little-killer", "diagonal", "the numbers from the cell on towards the direction add up to it")
def _little_killer(grid: VariantGrid, line: RuleLine) -> Told:
    yield (
        Sum(grid.of(line.cells), line.numbers[0], line.numbers[0]),
        say("the diagonal adds up to {number}", number=line.numbers[0]),
    )


@_rule("sandwich", "outside", "the numbers between 1 and the greatest add up to it")
def _sandwich(grid: VariantGrid, line: RuleLine) -> Told:
    total, ends = line.numbers[0], (1, grid.size)

    def step(state: tuple[int, int], value: int) -> tuple[int, int] | None:
        seen, so_far = state
        if value in ends:
            return None if seen and so_far != total else (seen + 1, so_far)
        if seen == 1:
            return None if so_far + value > total else (1, so_far + value)
        return state

    yield (
        Regular(grid.of(line.cells), step, (0, 0), {(2, total)}, text=f"{total} between 1 and {grid.size}"),
        say("{number} between 1 and {size}", number=total, size=grid.size),
    )


@_rule("skyscraper", "outside", "so many numbers are seen, greater ones hiding lesser ones")
def _skyscraper(grid: VariantGrid, line: RuleLine) -> Told:
    yield Wall(grid.of(line.cells), line.numbers[0]), say("{number} seen from here", number=line.numbers[0])


@_rule("x-sum", "outside", "the first X numbers add up to it, X the first of them")
def _x_sum(grid: VariantGrid, line: RuleLine) -> Told:
    total = line.numbers[0]

    def step(state: tuple[int, int] | str, value: int) -> tuple[int, int] | str | None:
        if isinstance(state, str):
            return state
        left, so_far = state
        left, so_far = (value - 1, value) if left < 0 else (left - 1, so_far + value)
        if left == 0:
            return "done" if so_far == total else None
        return (left, so_far) if so_far < total else None

    yield (
        Regular(grid.of(line.cells), step, (-1, 0), {"done"}, text=f"the X-sum is {total}"),
        say("the first X numbers add up to {number}", number=total),
    )


@_rule("numbered-room", "outside", "it stands in the X-th cell, X the number in the first")
def _numbered_room(grid: VariantGrid, line: RuleLine) -> Told:
    number, own = line.numbers[0], grid.of(line.cells)
    _known(grid, number)
    ways: list[Fact] = [
        own[0] == 1 if k == 1 else And(own[0] == k, own[k - 1] == number)
        for k in range(1, grid.size + 1)
        if k > 1 or number == 1
    ]
    yield Or(*ways), say("{number} in the room that the first number names", number=number)


# The whole grid.


def _differ(grid: VariantGrid, pairs: Iterable[tuple[Cell, Cell]], text: str) -> Told:
    for a, b in pairs:
        yield grid.cell[a] != grid.cell[b], text


@_rule("anti-knight", "global", "cells a knight's move apart differ")
def _anti_knight(grid: VariantGrid, _: RuleLine) -> Told:
    yield from _differ(
        grid, grid.pairs((1, 2), (2, 1), (1, -2), (2, -1)), "cells a knight's move apart differ"
    )


@_rule("anti-king", "global", "cells that touch differ")
def _anti_king(grid: VariantGrid, _: RuleLine) -> Told:
    yield from _differ(grid, grid.pairs((1, 1), (1, -1)), "cells a king's move apart differ")


@_rule("non-consecutive", "global", "neighbours never differ by 1")
def _non_consecutive(grid: VariantGrid, _: RuleLine) -> Told:
    yield from _related(
        grid, grid.pairs((0, 1), (1, 0)), lambda x, y: abs(x - y) != 1, "do not differ by 1"
    )


@_rule("disjoint-groups", "global", "cells at the same place of their boxes differ")
def _disjoint(grid: VariantGrid, _: RuleLine) -> Told:
    shapes = {frozenset((r - min(box)[0], c - min(box)[1]) for r, c in box) for box in grid.regions}
    if len(shapes) != 1:
        raise RuleFault("disjoint-groups needs boxes of one shape")
    for places in zip(*(sorted(box) for box in grid.regions), strict=True):
        yield AllDifferent(grid.of(places)), "no number twice at one place of the boxes"


@_rule("diagonal", "global", "no number twice from the upper left to the lower right")
def _down(grid: VariantGrid, _: RuleLine) -> Told:
    yield AllDifferent(grid.of((i, i) for i in range(1, grid.size + 1))), "no number twice on the diagonal"


@_rule("anti-diagonal", "global", "no number twice from the lower left to the upper right")
def _up(grid: VariantGrid, _: RuleLine) -> Told:
    n = grid.size
    yield (
        AllDifferent(grid.of((n + 1 - i, i) for i in range(1, n + 1))),
        "no number twice on the rising diagonal",
    )


def _structure(_: VariantGrid, __: RuleLine) -> Told:
    return iter(())


_rule("region", "cells", "a box of this shape; these take the place of the usual ones")(_structure)
_rule(
    "note",
    "words",
    "nothing: a title, an author, what was left out when the puzzle was read from elsewhere",
)(_structure)
_rule("no-boxes", "global", "a Latin square: rows and columns only")(_structure)

FORM_OF = {name: rule.form for name, rule in RULES.items()}
"""The form of each rule's line."""
