"""New variant sudokus: first a solution, then lines that are true of it, until it is the only one.

Every line that goes in is one that a second solution breaks, and the solver that finds it stays alive: lines are
assumptions, so a line tried, kept or taken out costs one question.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import product
from random import Random

from deduce.ground.deadline import Deadline
from deduce.ground.errors import GaveUp, ProblemError, nearest
from deduce.language.chance import chance_of
from deduce.language.constraints import Constraint
from deduce.language.variables import Variable
from deduce.puzzles.live import live_solver
from deduce.puzzles.uniqueness import verify
from deduce_models.pencil.making.workbench import Workbench
from deduce_models.pencil.rules.variant_lines import DIRECTIONS, RuleFault, cell_name, line_from, read_line
from deduce_models.pencil.rules.variant_rules import FORM_OF, VariantGrid, constraints_of
from deduce_models.pencil.sheet.printed import Cell

_LONG = {
    "thermometer": (3, 6), "renban": (3, 5), "whispers": (3, 6), "palindrome": (4, 6), "between": (4, 6),
    "odd": (1, 1), "even": (1, 1), "minimum": (1, 1), "maximum": (1, 1), "entropic": (3, 6), "modular": (3, 6),
    "parity-line": (3, 6), "slow-thermometer": (3, 6), "lockout": (4, 6), "zipper": (3, 5),
    "double-arrow": (4, 6), "region-sum": (4, 6),
}  # fmt: skip
"""Kinds of lines over cells, with their least and greatest length."""
_PAIRS = ("white", "black", "x", "v", "less", "difference")
_BESIDE = ("sandwich", "skyscraper", "x-sum", "numbered-room")
KINDS = (*_LONG, *_PAIRS, *_BESIDE, "arrow", "cage", "little-killer", "quadruple", "given")
"""What lines can be made of."""
USUAL = ("thermometer", "arrow", "cage")
"""What they are made of unless told otherwise."""
_TRIES, _SECONDS = 300, 60.0


def make_variant(
    kinds: Sequence[str] = USUAL,
    size: int = 9,
    *,
    theme: str = "",
    empty: Iterable[Cell] = (),
    most: int | None = None,
    minimal: bool = True,
    harder: Callable[[str], bool] | None = None,
    rng: Random | int | None = None,
    time_limit: float = _SECONDS,
) -> str:
    """A variant sudoku with exactly one solution, as text.

    Args:
        kinds: What lines are made of, some of `KINDS`; ``given`` stands for numbers in cells. Where no line of these
            kinds tells two solutions apart, numbers are given.
        size: Rows, and columns.
        theme: Lines that the puzzle has in any case, as text, such as ``"anti-knight"`` or a drawn thermometer.
        empty: Cells that no number is given in.
        most: At most so many lines and numbers besides the theme's; None for any number.
        minimal: None of them could be left out.
        harder: Says of a puzzle's text whether it is harder than wished; as long as it does, what could be left out is
            put back, and then numbers are given.
        rng: The source of chance, or a seed; the same seed gives the same puzzle, unless time runs out. Without it each
            call gives another.
        time_limit: In seconds.

    Raises:
        ProblemError: An unknown kind, or a theme with which no grid can be filled.
        RecordError: A theme that is faulty.
        GaveUp: No such puzzle within the time limit.
    """
    for kind in kinds:
        if kind not in KINDS:
            raise ProblemError(f"no lines of the kind {kind!r} are made: {nearest(kind, KINDS, limit=100)}")
    rng = chance_of(rng)
    deadline = Deadline(time_limit)
    with deadline.watch():
        while True:
            maker = _Maker(kinds, size, theme, frozenset(empty), rng, deadline)
            if not maker.filled(most):
                continue
            spare = maker.thinned() if minimal else []
            while harder is not None and harder(maker.text()):
                maker.ease(spare)
            if most is None or len(maker.lines) <= most:
                return maker.text()


class _Maker:
    """One try: a solution, and the lines so far."""

    def __init__(
        self,
        kinds: Sequence[str],
        size: int,
        theme: str,
        empty: frozenset[Cell],
        rng: Random,
        deadline: Deadline,
    ) -> None:
        self.kinds, self.size, self.theme, self.empty = kinds, size, theme, empty
        self.rng, self.deadline = rng, deadline
        self.lines: list[str] = []
        self.bench = Workbench(self.text())
        self.solution = self._any_solution()
        cells = self.bench.cell
        self.grid = VariantGrid(cells, size, self.bench.boxes, ())

    def text(self, lines: Sequence[str] | None = None) -> str:
        """The puzzle with these lines, or those so far."""
        given: dict[str, str] = {}
        others = []
        for line in self.lines if lines is None else lines:
            name, _, rest = line.partition(" ")
            if name == "given":
                number, at = rest.split()
                given[at] = number
            else:
                others.append(line)
        rows = [
            " ".join(given.get(cell_name((r, c)), "-") for c in range(1, self.size + 1))
            for r in range(1, self.size + 1)
        ]
        theme = [line for line in self.theme.splitlines() if line.strip()]
        return "\n".join([f"{self.size} {self.size}", *rows, *theme, *sorted(others)])

    def _any_solution(self) -> dict[Cell, int]:
        """Some solution of the theme, any. Raises `ProblemError` where there is none."""
        live, assumed = live_solver(self.bench.knowledge)
        literals = [x for v in self.bench.cell.values() for x in live.solver.literals(v)]
        live.solver.prefer(x if self.rng.random() < 1 / self.size else -x for x in literals)
        if not live.satisfiable(assumed, self.deadline):
            raise ProblemError("no grid can be filled with the theme alone")
        world = live.found()[1]
        return {at: world[v] for at, v in self.bench.cell.items()}  # type: ignore[misc]

    def _second(self, lines: Sequence[str]) -> dict[Cell, Hashable] | None:
        """A solution other than ours with these lines; None where there is none."""
        self.bench.edit(self.text(lines))
        verdict = verify(self.bench.knowledge, time_limit=self.deadline.rest())
        if verdict.status == "gave up":
            raise GaveUp(verdict.limit)
        for world in verdict.solutions:
            found = {at: world[v] for at, v in self.bench.cell.items()}
            if found != self.solution:
                return found
        return None

    def filled(self, most: int | None) -> bool:
        """Put lines in until the solution is the only one; whether twice as many as `most` at most were enough."""
        second = self._second(self.lines)
        while second is not None:
            if most is not None and len(self.lines) > 2 * most + 10:
                return False
            line = self._telling(second)
            if line is None:
                return False
            self.lines.append(line)
            second = self._second(self.lines)
        return True

    def thinned(self) -> list[str]:
        """Take out what is not needed, and give it."""
        before = self.lines
        for line in self.rng.sample(self.lines, len(self.lines)):
            rest = [other for other in self.lines if other != line]
            if self._second(rest) is None:
                self.lines = rest
        return [line for line in before if line not in self.lines]

    def ease(self, spare: list[str]) -> None:
        """Put back one of the spare lines, or a number where there is none. Raises `GaveUp` where all are given."""
        if spare:
            self.lines.append(spare.pop())
            return
        given = {
            f"given {number} {cell_name(at)}"
            for at, number in self.solution.items()
            if at not in self.empty
        }
        left = sorted(given - {*self.lines})
        if not left:
            raise GaveUp("with every number given it is harder than wished")
        self.lines += self.rng.sample(left, min(len(left), max(1, self.size // 3)))

    def _telling(self, second: Mapping[Cell, Hashable]) -> str | None:
        """A line that is true of our solution and not of this one."""
        for _ in range(_TRIES):
            self.deadline.left()
            line = self._random_line(self.rng.choice(list(self.kinds)))
            if line is not None and line not in self.lines and not self._true(line, second):
                return line
        differ = [at for at in self.solution if self.solution[at] != second[at] and at not in self.empty]
        if not differ:
            return None
        at = self.rng.choice(differ)
        return f"given {self.solution[at]} {cell_name(at)}"

    def _true(self, line: str, filled: Mapping[Cell, Hashable]) -> bool:
        words = line.split()
        if words[0] == "given":
            return any(str(filled[at]) == words[1] for at in filled if cell_name(at) == words[2])
        try:
            made = constraints_of(self.grid, read_line(words, FORM_OF, self.size))
        except RuleFault:
            return False
        return all(_holds(constraint, filled) for constraint, _ in made)

    # Lines that are true of the solution.

    def _random_line(self, kind: str) -> str | None:
        rng, size, filled = self.rng, self.size, self.solution
        if kind == "given":
            at = rng.choice([at for at in filled if at not in self.empty] or [(0, 0)])
            return f"given {filled[at]} {cell_name(at)}" if at in filled else None
        words: list[str] | None = None
        if kind in _BESIDE:
            side, number = rng.choice(["left", "right", "top", "bottom"]), rng.randint(1, size)
            seen = [filled[at] for at in line_from(side, number, size)]
            words = [str(_beside(kind, seen)), side, str(number)]
        elif kind == "little-killer":
            way, number = rng.choice([*DIRECTIONS]), rng.randint(1, size)
            start = {"se": (1, number), "sw": (number, size), "nw": (size, number), "ne": (number, 1)}[way]
            down, right = DIRECTIONS[way]
            cells = [(start[0] + i * down, start[1] + i * right) for i in range(size)]
            total = sum(filled.get(at, 0) for at in cells)
            words = [str(total), cell_name(start), way] if cells[1] in filled else None
        elif kind == "quadruple":
            r, c = rng.randint(1, size - 1), rng.randint(1, size - 1)
            four = [filled[r + i, c + j] for i, j in product((0, 1), repeat=2)]
            words = [*map(str, sorted(rng.sample(four, rng.randint(2, 4)))), cell_name((r, c))]
        else:
            words = self._over_cells(kind)
        line = None if words is None else " ".join([kind, *words])
        return line if line is not None and self._true(line, filled) else None

    def _over_cells(self, kind: str) -> list[str] | None:
        rng, filled = self.rng, self.solution
        if kind in _PAIRS:
            cells = self._walk(2, king=False)
            difference = abs(filled[cells[0]] - filled[cells[1]])
            return [*([str(difference)] if kind == "difference" else []), *map(cell_name, cells)]
        if kind == "cage":
            cells = self._walk(rng.randint(2, 4), king=False)
            return [str(sum(filled[at] for at in cells)), *map(cell_name, sorted(cells))]
        if kind == "arrow":
            circle, *rest = self._walk(rng.randint(3, 4), king=True)
            return [cell_name(circle), "=", *map(cell_name, rest)]
        cells = self._walk(rng.randint(*_LONG[kind]), king=True, rising=kind == "thermometer")
        far = [str(max(2, self.size * 4 // 9))] if kind == "lockout" else []
        return [*far, *map(cell_name, cells)]

    def _walk(self, length: int, *, king: bool, rising: bool = False) -> list[Cell]:
        """Cells one after another, each beside the last; fewer where there is no way on."""
        steps = [(a, b) for a, b in product((-1, 0, 1), repeat=2) if (a or b) and (king or not a or not b)]
        found = [self.rng.choice(list(self.solution))]
        while len(found) < length:
            r, c = found[-1]
            open_ = [x for x in ((r + a, c + b) for a, b in steps) if x in self.solution and x not in found]
            if rising:
                open_ = [x for x in open_ if self.solution[x] > self.solution[r, c]]
            if not open_:
                break
            found.append(self.rng.choice(open_))
        return found if len(found) > 1 or length == 1 else [*found, self._beside_of(found[0])]

    def _beside_of(self, at: Cell) -> Cell:
        return next(x for x in self.grid.beside(at))


def _holds(constraint: Constraint, filled: Mapping[Cell, Hashable]) -> bool:
    def value(v: Variable) -> Hashable:
        return filled[v.key]

    return constraint.holds([value(v) for v in constraint.scope])


def _beside(kind: str, seen: Sequence[int]) -> int:
    """The number beside the grid for a line as seen from there."""
    if kind == "sandwich":
        low, high = sorted((seen.index(1), seen.index(max(seen))))
        return sum(seen[low + 1 : high])
    if kind == "skyscraper":
        return sum(x > max(seen[:i], default=0) for i, x in enumerate(seen))
    return sum(seen[: seen[0]]) if kind == "x-sum" else seen[seen[0] - 1]
