"""New puzzles, solution first: a random solution, all clues that are true of it, then those that are needed.

One solver stays alive. Clues are assumptions; that another solution is wanted is a clause. Where there is none, the
solver names clues that rule it out together, which is most of the work of leaving out the others.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from random import Random

from deduce.constraints import Constraint
from deduce.deadline import Deadline
from deduce.errors import GaveUp, ProblemError, RecordError
from deduce.posting import Literal
from deduce.puzzles.house import house_rules
from deduce.puzzles.live import Live, live_solver
from deduce.puzzles.uniqueness import verify
from deduce_models.pencil.board import PuzzleBoard
from deduce_models.pencil.catalogue import family
from deduce_models.pencil.places import Place
from deduce_models.pencil.reshaping import Named, reshaped
from deduce_models.pencil.sheet import Sheet
from deduce_models.pencil.true_clues import TrueClue, true_clues, with_words

__all__ = ["Wanted", "made_from", "reads_alike"]

_TURNS = 8
"""How often other words are taken where those chosen say too little."""


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
    """

    groups: Sequence[Sequence[Place]]
    shown: frozenset[Place] = frozenset()
    minimal: bool = True
    most: int | None = None
    least: int = 0
    extra: tuple[str, ...] = ()
    steps: int = 1
    words: str = ""


def made_from(blank: Sheet, wanted: Wanted, rng: Random, deadline: Deadline) -> Sheet | None:
    """A puzzle on a blank sheet with one solution; None where the solution found leads to none.

    The layout is changed step by step where another solution shows that it says too little.

    Raises `RecordError` for a sheet that is refused, `ProblemError` where it has no solution, `GaveUp` at the deadline.
    """
    sheet, solution = blank, None
    for _ in range(wanted.steps):
        board = family(sheet.family).rules(sheet)
        house_rules(board, wanted.extra)
        live, assumed = live_solver(board.knowledge())
        if solution is None:
            _shake(live, board, rng)
            if not live.satisfiable(assumed, deadline):
                raise ProblemError("even without clues there is no solution")
            solution = {v.name: value for v, value in live.found()[1].items()}
        made = _Made(sheet, board, live, assumed, solution, wanted, rng, deadline)
        chosen = made.chosen()
        if chosen is not None:
            return with_words(sheet, {clue.at: clue.word for clue in chosen})
        if not made.second:
            return None
        where = [
            v.key for v in board.scope if made.second[v.name] != solution[v.name] and v.key in sheet.cells
        ]
        new = reshaped(sheet, solution, made.second, where, wanted.words, rng)
        if new is None:
            return None
        sheet = new
    return None


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

    def __init__(
        self,
        blank: Sheet,
        board: PuzzleBoard,
        live: Live,
        assumed: Sequence[Literal],
        solution: Named,
        wanted: Wanted,
        rng: Random,
        deadline: Deadline,
    ) -> None:
        self.live, self.wanted, self.rng, self.deadline = live, wanted, rng, deadline
        self.assumed, self.scope = list(assumed), board.scope
        given = set(assumed)
        own = (live.solver.literals(v)[v.position(solution[v.name])] for v in board.key)
        self.other = [-x for x in own if x not in given]
        open_ = [at for group in wanted.groups for at in group]
        self.true = true_clues(blank, board, solution, open_, blank.rows + blank.cols)
        self.true = {at: clues for at, clues in self.true.items() if clues}
        self.said = {
            clue: live.assumptions(clue.statements) for clues in self.true.values() for clue in clues
        }
        self.clue = {at: rng.choice(clues) for at, clues in self.true.items()}
        self.second: dict[str, Hashable] = {}

    def chosen(self) -> list[TrueClue] | None:
        """Clues with which the solution is the only one; None where all of them are not enough."""
        groups = [group for group in self.wanted.groups if group and all(at in self.clue for at in group)]
        self.rng.shuffle(groups)
        if any(at not in self.clue for at in self.wanted.shown):
            return None
        guard = self.live.guard()
        self.live.solver.clause(self.other, guard)
        try:
            needed = self._enough(guard, groups, [])
            for _ in range(_TURNS):
                if needed is not None or not self._other_words():
                    break
                needed = self._enough(guard, groups, [])
            if needed is None:
                return None
            needed = self._fewer(guard, groups, needed)
        finally:
            self.live.release(guard)
        kept = {at for group in needed for at in group} | self.wanted.shown
        if self.wanted.most is not None and len(kept) > self.wanted.most:
            return None
        for group in groups:
            if len(kept) >= self.wanted.least:
                break
            kept |= set(group)
        return [self.clue[at] for at in kept]

    def _other_words(self) -> bool:
        """Where a place has several true words, take one that the second solution breaks; whether there was one."""
        changed = False
        for at, clues in self.true.items():
            if len(clues) > 1 and self._holds(self.clue[at]):
                broken = [clue for clue in clues if not self._holds(clue)]
                if broken:
                    self.clue[at], changed = self.rng.choice(broken), True
        return changed

    def _holds(self, clue: TrueClue) -> bool:
        """Whether a clue is true of the second solution, too."""
        return all(
            s.content.holds([self.second[v.name] for v in s.content.scope])
            for s in clue.statements
            if isinstance(s.content, Constraint)
        )

    def _enough(
        self, guard: Literal, groups: Sequence[Sequence[Place]], sure: Sequence[Sequence[Place]]
    ) -> list[Sequence[Place]] | None:
        """Some of the groups that with the sure ones rule every other solution out; None where all do not."""
        said = {at: self.said[clue] for at, clue in self.clue.items()}
        fixed = [x for at in self.wanted.shown for x in said[at]]
        fixed += [x for group in sure for at in group for x in said[at]]
        asked = {x: i for i, group in enumerate(groups) for at in group for x in said[at]}
        if self.live.satisfiable([*self.assumed, guard, *fixed, *asked], self.deadline):
            if not sure:
                world = self.live.found()[1]
                self.second = {v.name: world[v] for v in self.scope}
            return None
        named = {asked[x] for x in self.live.solver.core() if x in asked}
        return [groups[i] for i in sorted(named)]

    def _fewer(
        self, guard: Literal, groups: Sequence[Sequence[Place]], needed: list[Sequence[Place]]
    ) -> list[Sequence[Place]]:
        """None of what is left can go, if asked for."""
        if not self.wanted.minimal:
            return needed
        sure: list[Sequence[Place]] = []
        waiting = list(needed)
        while waiting:
            tried, *rest = waiting
            found = self._enough(guard, rest, sure)
            if found is None:
                sure.append(tried)
                waiting = rest
            else:
                waiting = found
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
