"""Making puzzles: a full problem and a pool of possible clues in, verified unique puzzles out."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from deduce.constraints import Constraint
from deduce.deadline import Deadline
from deduce.errors import Contradiction, GaveUp, ProblemError
from deduce.evidence import Statement
from deduce.knowledge import Knowledge
from deduce.posting import Literal
from deduce.problem import Problem
from deduce.puzzles.live import Live
from deduce.puzzles.ratings import Difficulty, difficulty_of
from deduce.puzzles.uniqueness import Solution, Verdict, verify
from deduce.puzzles.walks import finished, walk
from deduce.variables import Variable
from deduce.worlds.base import generator

__all__ = ["Generated", "PuzzleFamily", "generate"]

Pool = Iterable[Statement] | Callable[[Solution], Iterable[Statement]]
Wish = int | tuple[int, int] | Callable[[Difficulty], bool] | None


@dataclass(frozen=True, slots=True)
class PuzzleFamily:
    """A kind of puzzle: what could be, and the clues a puzzle may give.

    Attributes:
        problem: The variables and rules; its answer key is the puzzles'.
        pool: Possible clues as statements, of which a puzzle gives only true ones; or a function from a
            solution to the clues true of it.
    """

    problem: Problem
    pool: Pool


@dataclass(frozen=True, slots=True)
class Generated:
    """A generated puzzle, with what was proved of it.

    Attributes:
        puzzle: The problem with the chosen clues as its log.
        verdict: Unique, with the solution.
        difficulty: As measured; proved.
    """

    puzzle: Knowledge
    verdict: Verdict
    difficulty: Difficulty

    @property
    def clues(self) -> tuple[Statement, ...]:
        """The clues, in the order given."""
        return self.puzzle.log

    def to_dict(self) -> dict[str, Any]:
        """The puzzle as plain values for JSON."""
        return {
            "clues": [clue.text for clue in self.clues],
            "verdict": self.verdict.to_dict(),
            "difficulty": self.difficulty.to_dict(),
        }

    def __str__(self) -> str:
        lines = [f"{i}. {clue.text}" for i, clue in enumerate(self.clues, start=1)]
        return "\n".join([*lines, f"({self.difficulty})"])


def generate(
    family: PuzzleFamily,
    *,
    difficulty: Wish = None,
    rng: int | np.random.Generator | None = None,
    n: int = 1,
    attempts: int = 200,
    time_limit: float | None = None,
    progress: bool | None = None,
) -> list[Generated]:
    """Unique puzzles of a family, at a wished difficulty.

    A solution is drawn; clues true of it are taken away in random order for as long as the puzzle stays
    unique, so that no clue is superfluous; if that is harder than wished, clues are given back, which
    never makes the hardest step harder. Every puzzle is verified again, and its steps are walked, before
    it is returned.

    Args:
        family: The problem and the pool of clues.
        difficulty: The wished number of statements in the hardest step; or a range ``(low, high)``; or a
            function that accepts a `Difficulty`; None takes any.
        rng: A seed or a numpy generator; the same seed gives the same puzzles.
        n: How many.
        attempts: Give up after this many tries for one puzzle.
        time_limit: In seconds for all of them; the result is reproducible only if it is not reached.
        progress: Write progress to stderr; by default if it is a terminal.

    Raises:
        GaveUp: No puzzle of that difficulty within the attempts or the time; the message says what came
            nearest.
        ProblemError: A pool whose true clues do not make any solution unique, or a faulty argument.
        Contradiction: The family's problem has no solution.
    """
    if not isinstance(family, PuzzleFamily):
        raise ProblemError(f"expected a PuzzleFamily (a problem and a pool of clues), not {family!r}")
    if not isinstance(n, int) or n < 1:
        raise ProblemError(f"n is {n!r}; ask for at least one puzzle")
    wish = _wish(difficulty)
    random = generator(rng)
    maker = _Maker(family, random)
    deadline = Deadline(time_limit)
    show = _Progress(n, sys.stderr.isatty() if progress is None else progress)
    made: list[Generated] = []
    try:
        with deadline.grace().watch():
            while len(made) < n:
                made.append(_one(maker, wish, attempts, deadline, lambda: show(len(made))))
    finally:
        show.end()
    return made


def _one(
    maker: _Maker, wish: _Wished, attempts: int, deadline: Deadline, tell: Callable[[], None]
) -> Generated:
    """One puzzle of the wished difficulty."""
    easier = harder = 0
    for _ in range(attempts):
        deadline.left()
        tell()
        found = maker.attempt(wish.high, deadline)
        rating = found.difficulty
        if rating.solved and rating.proved and wish.accepts(rating):
            return found
        if not rating.solved:
            harder += 1
        elif rating.hardest < wish.low:
            easier += 1
    raise GaveUp(
        f"{attempts} tries made no puzzle of {wish.words}: {easier} were easier, {harder} harder, "
        f"{attempts - easier - harder} refused"
    )


@dataclass(frozen=True, slots=True)
class _Wished:
    """Which difficulties will do; puzzles are never walked beyond steps of `high` statements."""

    accepts: Callable[[Difficulty], bool]
    low: int = 0
    high: int | None = None
    words: str = "the wished difficulty"


def _wish(wish: Wish) -> _Wished:
    if wish is None:
        return _Wished(lambda _: True)
    if callable(wish):
        return _Wished(wish)
    pair: tuple[object, ...] = tuple(wish) if isinstance(wish, (tuple, list)) else (wish, wish)
    whole = [x for x in pair if isinstance(x, int) and not isinstance(x, bool)]
    if len(pair) != 2 or len(whole) != 2 or not 0 < whole[0] <= whole[1]:
        raise ProblemError(f"difficulty {wish!r}: a whole number from 1, or a range such as (2, 3)")
    low, high = whole
    words = f"difficulty {low}" + (f" to {high}" if high > low else "")
    return _Wished(lambda found: low <= found.hardest <= high, low, high, words)


class _Progress:
    def __init__(self, n: int, shown: bool) -> None:
        self.n, self.shown, self.tries = n, shown, 0

    def __call__(self, made: int) -> None:
        self.tries += 1
        if self.shown:
            sys.stderr.write(f"\r{made} of {self.n} puzzles, try {self.tries} ")
            sys.stderr.flush()

    def end(self) -> None:
        if self.shown:
            sys.stderr.write("\r" + " " * 40 + "\r")
            sys.stderr.flush()


class _Maker:
    """Makes one puzzle at a time from a family."""

    def __init__(self, family: PuzzleFamily, random: np.random.Generator) -> None:
        self.family, self.random = family, random
        self.base = Knowledge(family.problem)
        # A solver of its own: what a shared one has learned would show in the puzzles made.
        self.live = self._fresh()
        pool = family.pool
        self._fixed = None if callable(pool) else tuple(pool)

    def attempt(self, high: int | None, deadline: Deadline) -> Generated:
        """One verified puzzle; with `high`, eased until its steps have at most that many statements.

        One that is still too hard with every clue has a difficulty that is not `solved`.
        """
        if self.live.stale:
            self.live = self._fresh()
        solution = self._solution()
        true = self._true(solution)
        order = [true[i] for i in self.random.permutation(len(true))]
        chosen = self._minimal(order, solution)
        spare = [clue for clue in order if clue not in set(chosen)]
        found = self._finished(chosen, true, high, deadline)
        while not found.difficulty.solved and spare:
            share = max(1, len(spare) // 8)
            chosen, spare = [*chosen, *spare[:share]], spare[share:]
            found = self._finished(chosen, true, high, deadline)
        return found

    def _fresh(self) -> Live:
        rules = (rule.content for rule in self.base.rules)
        return Live(self.base.scope, [rule for rule in rules if isinstance(rule, Constraint)])

    def _solution(self) -> Solution:
        """A solution, drawn by fixing values in random order; every solution can come, not equally often."""
        assumed: list[Literal] = []
        scope = self.base.scope
        for place in self.random.permutation(len(scope)):
            literals = self.live.solver.literals(scope[place])
            for i in self.random.permutation(len(literals)):
                if self.live.solver.satisfiable([*assumed, literals[i]]):
                    assumed.append(literals[i])
                    break
            else:
                conflict = self.base.conflict()
                if conflict is not None:
                    raise Contradiction(conflict)
        self.live.solver.satisfiable(assumed)
        return self.live.found()[1]

    def _true(self, solution: Solution) -> list[Statement]:
        pool = self.family.pool
        offered = tuple(pool(solution)) if callable(pool) else self._fixed or ()
        true = []
        for clue in offered:
            if not isinstance(clue.content, Constraint):
                raise ProblemError(f"the pool has '{clue.text}', which is no constraint")
            if clue.content.holds([solution[v] for v in clue.content.scope]):
                true.append(clue)
        return true

    def _minimal(self, order: Sequence[Statement], solution: Solution) -> list[Statement]:
        """Clues of `order`, none of them superfluous, that make `solution` the only one."""
        live, key = self.live, self.family.problem.key
        guard = live.guard()
        live.solver.clause([-_literal(live, v, solution) for v in key], guard)
        says = {clue: live.assumptions([clue]) for clue in order}

        def enough(clues: Sequence[Statement]) -> bool:
            return not live.solver.satisfiable([guard, *(x for c in clues for x in says[c])])

        try:
            if not enough(order):
                raise ProblemError(
                    f"all {len(order)} clues of the pool that are true of a solution do not make it unique; "
                    "add clues to the pool, or an answer key to the problem"
                )
            core = set(live.solver.core())
            kept = [c for c in order if not core.isdisjoint(says[c])]
            for clue in list(reversed(kept)):
                rest = [c for c in kept if c is not clue]
                if enough(rest):
                    kept = rest
            return kept
        finally:
            live.release(guard)

    def _finished(
        self,
        chosen: Sequence[Statement],
        true: Sequence[Statement],
        high: int | None,
        deadline: Deadline,
    ) -> Generated:
        wanted = set(chosen)
        puzzle = self.base.learn(*(clue for clue in true if clue in wanted))
        verdict = verify(puzzle, time_limit=deadline.left())
        if not verdict.unique:
            raise GaveUp(f"a puzzle could not be verified: {verdict.limit or verdict.status}")
        walked = finished(puzzle, *walk(puzzle, {}, deadline, most=high))
        return Generated(puzzle, verdict, difficulty_of(walked))


def _literal(live: Live, variable: Variable, solution: Solution) -> Literal:
    return live.solver.literal(variable, variable.position(solution[variable]))
