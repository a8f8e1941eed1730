"""New puzzles, solution first: a random solution, all clues that are true of it, then those that are needed.

One solver stays alive. Clues are assumptions; that another solution is wanted is a clause. Where there is none, the
solver names clues that rule it out together, which is most of the work of leaving out the others.

Where all clues that are true of a solution leave another, the two differ in a few cells, mostly: what stands there can
be exchanged and nothing is said of it. Neither of the two is wanted there any more, whatever stands elsewhere, and the
solver goes to the nearest solution without. So ambiguity is mended place by place, and what was well stays.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from deduce.ground.deadline import Deadline
from deduce.ground.errors import GaveUp, ProblemError, RecordError
from deduce.language.posting import Literal
from deduce.language.variables import Variable
from deduce.puzzles.house import house_rules
from deduce.puzzles.live import Live, live_solver
from deduce.puzzles.uniqueness import verify
from deduce_models.pencil.catalogue import family
from deduce_models.pencil.making.full_grids import graeco_latin
from deduce_models.pencil.making.places import Place
from deduce_models.pencil.making.reshaping import cells_of, reshaped
from deduce_models.pencil.making.true_clues import ClueReader, TrueClue, with_words
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.sheet.printed import Sheet

_SOLUTIONS, _MENDED, _TURNS = 3, 150, 8
"""How many solutions are begun with on a sheet, how often one is mended, how often other words are taken."""
_BEFORE = 30
"""How often a solution is mended before the layout is changed, where it may be."""
_GONE = 12
"""So many solutions that a changed layout is rid of do not come back with the next change."""
_EFFORT = 500
"""A clue stays when more conflicts than these do not tell whether it could be left out."""
_LITTLE, _IN_VAIN = 50, 4
"""After every four questions so large that told nothing the next are half as large, down to these conflicts."""


def _two_squares(board: PuzzleBoard, rng: Random) -> dict[str, Hashable]:
    square = graeco_latin(board.sheet.rows, board.sheet.cols, rng) or {}
    letter = board.grids["letter"]
    return {board.cell[at].name: number for at, (number, _) in square.items()} | {
        letter[at].name: letter[at].domain[sign - 1] for at, (_, sign) in square.items()
    }


WISHED: Mapping[str, Callable[[PuzzleBoard, Random], dict[str, Hashable]]] = {"eulero": _two_squares}
"""Solutions drawn by a construction, for families in which a solver finds none on a large grid."""


class Reader(Protocol):
    """Who tells which clues are true of a solution."""

    def true_of(
        self, solution: Mapping[str, Hashable], places: Iterable[Place]
    ) -> dict[Place, list[TrueClue]]:
        """For each of the places the clues that are true, places without any left out."""


@dataclass(frozen=True)
class Wanted:
    """What a puzzle shall be like.

    Attributes:
        groups: Places that have a clue all or none; the places not named stay empty.
        shown: Places that have a clue in any case.
        minimal: No group could be left out.
        most: At most so many clues; None for any number.
        least: At least so many, as far as there are.
        extra: House rules besides those of the family.
        steps: How often a layout is changed that says too little.
        words: Signs of a layout that may be changed, too.
        harder: Says of a puzzle whether it is harder than wished: then clues are given back, as long as there are some.
    """

    groups: Sequence[Sequence[Place]]
    shown: frozenset[Place] = frozenset()
    minimal: bool = True
    most: int | None = None
    least: int = 0
    extra: tuple[str, ...] = ()
    steps: int = 1
    words: str = ""
    harder: Callable[[Sheet], bool] | None = None


def made_from(blank: Sheet, wanted: Wanted, rng: Random, deadline: Deadline) -> Sheet | None:
    """A puzzle on a blank sheet with one solution; None where the solutions tried lead to none.

    A solution that its clues do not tell from another is mended; where that leads nowhere, the layout is changed so
    that the last one stays and the other does not.

    Raises `RecordError` for a sheet that is refused, `ProblemError` where it has no solution, `GaveUp` at the deadline.
    """
    sheet, solution = blank, None
    gone: list[Mapping[str, Hashable]] = []
    for _ in range(wanted.steps):
        on = OnSheet(sheet, wanted, rng, deadline)
        for _ in range(_SOLUTIONS if wanted.steps == 1 else 1):
            made = on.mended(solution)
            if made.kept is not None:
                return with_words(sheet, {clue.at: clue.word for clue in made.kept})
        solution = made.solution
        if wanted.steps == 1 or not made.second:
            return None
        keys = [v.key for v in made.differing(on.board.scope)]
        where = list(dict.fromkeys(at for key in keys for at in cells_of(sheet, key)))
        # Which of the two stays is all the same.
        for mine, other in ((solution, made.second), (made.second, solution)):
            new = reshaped(sheet, mine, [other, *gone], where, wanted.words, rng)
            if new is not None:
                sheet, solution = new, mine
                gone = [other, *gone][:_GONE]
                break
        else:
            return None
    return None


class OnSheet:
    """One blank sheet, its solver, and what words say on it."""

    def __init__(self, sheet: Sheet, wanted: Wanted, rng: Random, deadline: Deadline) -> None:
        self.sheet, self.wanted, self.rng, self.deadline = sheet, wanted, rng, deadline
        self.board, self.reader = self.opened()  # before there are rules that no sheet of the family has
        house_rules(self.board, wanted.extra)
        self.live, self.assumed = live_solver(self.board.knowledge())
        self.open = [at for group in wanted.groups for at in group]

    def opened(self) -> tuple[PuzzleBoard, Reader]:
        """The board, and who reads what words say on it."""
        board = family(self.sheet.family).rules(self.sheet)
        return board, ClueReader(self.sheet, board)

    def any_solution(self) -> dict[str, Hashable]:
        """Some solution. Raises `ProblemError` where there is none."""
        _shake(self.live, self.board, self.rng)
        draw = WISHED.get(self.sheet.family)
        wished = draw(self.board, self.rng) if draw else {}
        drawn = [
            self.live.solver.literals(v)[v.position(wished[v.name])]
            for v in self.board.scope
            if v.name in wished
        ]
        if drawn and self.live.satisfiable([*self.assumed, *drawn], self.deadline):
            return self.found()
        if not self.live.satisfiable(self.assumed, self.deadline):
            raise ProblemError("even without clues there is no solution")
        return self.found()

    def found(self) -> dict[str, Hashable]:
        """The solution that the solver found last."""
        world = self.live.found()[1]
        return {v.name: world[v] for v in self.board.scope}

    def mended(self, solution: dict[str, Hashable] | None) -> _Made:
        """What becomes of a solution, or of some solution, mended as long as its clues leave another."""
        made = _Made(self, self.any_solution() if solution is None else solution)
        wide, guard = False, self.live.guard()
        try:
            for _ in range(_MENDED if self.wanted.steps == 1 else _BEFORE):
                made.choose()
                if made.kept is not None or not made.second or not self.open:
                    break
                near = self._beside(made, guard, wide=wide)
                if near is None and not wide:
                    self.live.release(guard)
                    wide, guard = True, self.live.guard()
                    near = self._beside(made, guard, wide=wide)
                if near is None:
                    break
                made = _Made(self, near)
        finally:
            self.live.release(guard)
        return made

    def _beside(self, made: _Made, guard: Literal, *, wide: bool) -> dict[str, Hashable] | None:
        """A solution near one that is left with a second, without what either has where they differ; None for none.

        If `wide` then without either in the cells around, too: less is ruled out.
        """
        solver, differing = self.live.solver, made.differing()
        about = list(differing)
        if wide:
            cells = {v.key for v in differing}
            around = {x for at in self.sheet.cells if at in cells for x in self.sheet.near(at)} - cells
            about += [v for v in self.board.key if v.key in around]
        for solution in (made.solution, made.second):
            own = [solver.literals(v)[v.position(solution[v.name])] for v in about]
            solver.clause([-x for x in own], guard)
        names = {v.name for v in differing}
        solver.prefer(
            x if i == wanted else -x
            for v in self.board.scope
            for literals in [solver.literals(v)]
            for wanted in [
                self.rng.randrange(len(literals)) if v.name in names else v.position(made.solution[v.name])
            ]
            for i, x in enumerate(literals)
        )
        if not self.live.satisfiable([*self.assumed, guard], self.deadline):
            return None
        return self.found()

    def from_solution(self, solution: dict[str, Hashable]) -> _Made:
        """A solution that is known, with the clues that are true of it."""
        return _Made(self, solution)

    def reader_words(self, solution: dict[str, Hashable]) -> dict[Place, list[TrueClue]]:
        """All clues that are true of a solution."""
        return self.reader.true_of(solution, self.open)


def _shake(live: Live, board: PuzzleBoard, rng: Random) -> None:
    """Let the solver look for some other solution first."""
    wish: list[Literal] = []
    for variable in board.scope:
        literals = live.solver.literals(variable)
        best = rng.randrange(len(literals))
        wish += [x if i == best else -x for i, x in enumerate(literals)]
    live.solver.prefer(wish)


class _Made:
    """One solution, and the clues that are true of it."""

    def __init__(self, on: OnSheet, solution: dict[str, Hashable]) -> None:
        self.on, self.live, self.wanted, self.rng = on, on.live, on.wanted, on.rng
        self.solution = solution
        given = set(on.assumed)
        own = (on.live.solver.literals(v)[v.position(solution[v.name])] for v in on.board.key)
        self.other = [-x for x in own if x not in given]
        self.true = on.reader_words(solution)
        self.said = {
            clue: on.live.assumptions(clue.statements) for clues in self.true.values() for clue in clues
        }
        self.clue = {at: self.rng.choice(clues) for at, clues in self.true.items()}
        self.second: dict[str, Hashable] = {}
        self.kept: list[TrueClue] | None = None

    def differing(self, among: Sequence[Variable] = ()) -> list[Variable]:
        """The variables in which the second solution is another one, of those that are asked about or of others."""
        return [v for v in among or self.on.board.key if self.second[v.name] != self.solution[v.name]]

    def says(self, words: Mapping[Place, str]) -> bool:
        """Let clues be these words; whether all of them are among those that are true."""
        for at, word in words.items():
            clue = next((clue for clue in self.true.get(at, ()) if clue.word == word), None)
            if clue is None:
                return False
            self.clue[at] = clue
        return True

    def choose(self) -> None:
        """Keep clues with which the solution is the only one; none where all of them are not enough."""
        groups = [group for group in self.wanted.groups if group and all(at in self.clue for at in group)]
        self.rng.shuffle(groups)
        guard = self.live.guard()
        self.live.solver.clause(self.other, guard)
        try:
            needed = self._enough(guard, groups, [])
            for _ in range(_TURNS):
                if needed is not None or not self._other_words():
                    break
                needed = self._enough(guard, groups, [])
            if needed is None or any(at not in self.clue for at in self.wanted.shown):
                return
            needed = self._fewer(guard, groups, needed)
        finally:
            self.live.release(guard)
        kept = {at for group in needed for at in group} | self.wanted.shown
        if self.wanted.most is not None and len(kept) > self.wanted.most:
            return
        for group in groups:
            if len(kept) >= self.wanted.least:
                break
            kept |= set(group)
        self.kept = self._eased(kept, groups)

    def _eased(self, kept: set[Place], groups: Sequence[Sequence[Place]]) -> list[TrueClue] | None:
        """The clues kept, and as many more as it takes not to be harder than wished; None where all are too few."""
        harder = self.wanted.harder
        spare = [group for group in groups if not kept.issuperset(group)]
        share = max(1, len(spare) // 8)
        while harder is not None and harder(
            with_words(self.on.sheet, {at: self.clue[at].word for at in kept})
        ):
            more, spare = spare[:share], spare[share:]
            kept = kept.union(*more)
            if not more or (self.wanted.most is not None and len(kept) > self.wanted.most):
                return None
        return [self.clue[at] for at in kept]

    def _other_words(self) -> bool:
        """Where a place has several true words, take one that the second solution breaks; whether there was one."""
        changed = False
        for at, clues in self.true.items():
            if len(clues) > 1 and self.clue[at].true_of(self.second):
                broken = [clue for clue in clues if not clue.true_of(self.second)]
                if broken:
                    self.clue[at], changed = self.rng.choice(broken), True
        return changed

    def _enough(
        self, guard: Literal, groups: Sequence[Sequence[Place]], sure: Sequence[Sequence[Place]]
    ) -> list[Sequence[Place]] | None:
        """Some of the groups that with the sure ones rule every other solution out; None where all do not."""
        said = {at: self.said[clue] for at, clue in self.clue.items()}
        fixed = [x for at in self.wanted.shown & said.keys() for x in said[at]]
        fixed += [x for group in sure for at in group for x in said[at]]
        asked = {x: i for i, group in enumerate(groups) for at in group for x in said[at]}
        if self.live.satisfiable([*self.on.assumed, guard, *fixed, *asked], self.on.deadline):
            if not sure:
                self.second = self.on.found()
            return None
        named = {asked[x] for x in self.live.solver.core() if x in asked}
        return [groups[i] for i in sorted(named)]

    def _fewer(
        self, guard: Literal, groups: Sequence[Sequence[Place]], needed: list[Sequence[Place]]
    ) -> list[Sequence[Place]]:
        """None of what is left can go, if asked for, as far as a bounded search tells."""
        if not self.wanted.minimal:
            return needed
        solver = self.live.solver
        sure: list[Sequence[Place]] = []
        waiting = list(needed)
        before, vain = solver.effort, 0
        try:
            while waiting:
                tried, *rest = waiting
                solver.effort = max(_LITTLE, _EFFORT >> vain // _IN_VAIN)
                try:
                    found = self._enough(guard, rest, sure)
                except GaveUp:
                    self.on.deadline.left()
                    found, vain = None, vain + 1
                if found is None:
                    sure.append(tried)
                    waiting = rest
                else:
                    waiting = found
        finally:
            solver.effort = before
        return sure


def reads_alike(sheet: Sheet, deadline: Deadline, extra: tuple[str, ...] = ()) -> bool:
    """Whether a sheet read by itself has one solution; what was judged here was made from its words one by one.

    Raises `GaveUp` at the deadline.
    """
    try:
        board = family(sheet.family).rules(sheet)
    except RecordError:
        return False
    house_rules(board, extra)
    verdict = verify(board.knowledge(), time_limit=deadline.left())
    if verdict.status == "gave up":
        raise GaveUp(verdict.limit)
    return verdict.unique
