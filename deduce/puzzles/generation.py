"""Making puzzles: a full problem and a pool of possible clues in, verified unique puzzles out."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from deduce.evidence import Statement
from deduce.ground.deadline import Deadline
from deduce.ground.errors import Contradiction, GaveUp, ProblemError
from deduce.ground.journal import Journal
from deduce.ground.progress import Progress
from deduce.ground.spreading import checked_jobs, spread
from deduce.knowledge import Knowledge
from deduce.language.constraints import Constraint
from deduce.language.posting import Literal
from deduce.language.variables import Variable, is_whole
from deduce.puzzles.grades import grade
from deduce.puzzles.kept import Generated, Made, PuzzleFamily, Wished, begun, believed, rebuilt, true_clues
from deduce.puzzles.live import Live
from deduce.puzzles.ratings import Difficulty
from deduce.puzzles.uniqueness import Solution, verify
from deduce.worlds.base import generator

__all__ = ["Generated", "PuzzleFamily", "generate"]

Wish = int | tuple[int, int] | Callable[[Difficulty], bool] | None


def generate(
    family: PuzzleFamily,
    *,
    difficulty: Wish = None,
    rng: int | np.random.Generator | None = None,
    n: int = 1,
    attempts: int = 200,
    time_limit: float | None = None,
    progress: bool | None = None,
    jobs: int = 1,
    parallel: Mapping[str, Any] | None = None,
    path: str | Path | None = None,
) -> list[Generated]:
    """Unique puzzles of a family, at a wished difficulty.

    A solution is drawn; clues true of it are taken away in random order while the puzzle stays unique, so that none is
    superfluous; where that is harder than wished, clues are given back. Every puzzle is verified again and graded. Each
    has chance of its own, from the seed and its number: processes and files of earlier puzzles change nothing.

    Args:
        family: The problem and the pool of clues.
        difficulty: The wished grade, 1 to 10; or a range ``(low, high)``; or a function that accepts a `Difficulty`.
        rng: A seed or a numpy generator; the same seed gives the same puzzles.
        n: How many.
        attempts: Give up after this many tries for one puzzle.
        time_limit: In seconds for all of them; the result is reproducible only if it is not reached.
        progress: Write progress to stderr; by default if it is a terminal.
        jobs: Worker processes, by joblib (extra ``arena``); -1 for one a processor.
        parallel: Arguments of ``joblib.parallel_config`` to use in place of worker processes on this machine.
        path: A JSON-lines file: puzzles in it are not made again (but verified again), new ones are added as they
            are made. Without `rng` the file's own seed is used.

    Raises:
        GaveUp: No puzzle of that difficulty within the attempts or the time; the message says what came
            nearest. Puzzles already made are in the file.
        ProblemError: A pool whose true clues do not make any solution unique, or a faulty argument.
        RecordError: `path` is a file of another kind, or a line of it is wrong.
        Contradiction: The family's problem has no solution.
        MissingExtra: Several jobs without joblib.
    """
    family = _checked(family, n)
    checked_jobs(jobs)
    seed = int(generator(rng).integers(1 << 63))
    with Deadline(time_limit).grace().watch(), ExitStack() as stack:
        # The clock of the wall is the same in every process.
        end = time.time() + (time_limit or 0.0)
        work = _Work(family, _wish(difficulty), attempts, seed, time_limit, end)
        made: dict[int, Generated] = {}
        journal = None if path is None else stack.enter_context(Journal(path, "puzzles"))
        if journal is not None:
            work, made = work.resumed(journal, n, any_seed=rng is None)
        shown = stack.enter_context(closing(Progress(n, done=len(made), show=progress, what="puzzles")))
        left = [number for number in range(1, n + 1) if number not in made]
        for each in spread(work.make, left, jobs=jobs, parallel=parallel):
            if journal is not None:
                journal.add(each.to_dict())
            made[each.number] = rebuilt(family, each)
            shown.step()
    return [made[number] for number in range(1, n + 1)]


def _checked(family: PuzzleFamily, n: int) -> PuzzleFamily:
    """The family with its pool as a tuple. Raises `ProblemError`."""
    if not isinstance(family, PuzzleFamily):
        raise ProblemError(f"expected a PuzzleFamily (a problem and a pool of clues), not {family!r}")
    if not is_whole(n) or n < 1:
        raise ProblemError(f"n is {n!r}; ask for at least one puzzle")
    return family if callable(family.pool) else replace(family, pool=tuple(family.pool))


@dataclass(frozen=True, slots=True)
class _Work:
    """All that a worker needs besides the number of a puzzle."""

    family: PuzzleFamily
    wish: Wished
    attempts: int
    seed: int
    seconds: float | None
    end: float

    def resumed(self, journal: Journal, n: int, *, any_seed: bool) -> tuple[_Work, dict[int, Generated]]:
        """The work with the seed of a file, and those of its first `n` puzzles that are in it, verified again."""
        family = self.family
        seed, known = begun(journal, family, self.wish, self.seed, self.attempts, any_seed=any_seed)
        made = {each.number: believed(family, each, line) for each, line in known if each.number <= n}
        return replace(self, seed=seed), made

    def make(self, number: int) -> Made:
        """Puzzle `number`, the same wherever it is made."""
        deadline = Deadline(self.seconds, left=self.end - time.time())
        with deadline.grace().watch():
            maker = _Maker(self.family, np.random.default_rng([self.seed, number]))
            found, true = _one(maker, self.wish, self.attempts, deadline)
        solution = found.verdict.solution or {}
        places = tuple(v.position(solution[v]) for v in found.puzzle.scope)
        wanted = set(found.clues)
        clues = tuple(i for i, clue in enumerate(true) if clue in wanted)
        return Made(number, places, clues, found.difficulty)


def _one(
    maker: _Maker, wish: Wished, attempts: int, deadline: Deadline
) -> tuple[Generated, Sequence[Statement]]:
    """One puzzle of the wished difficulty, and all clues true of its solution."""
    easier = harder = 0
    for _ in range(attempts):
        deadline.left()
        found, true = maker.attempt(wish.high, deadline)
        rating = found.difficulty
        if rating.solved and rating.proved and wish.accepts(rating):
            return found, true
        if not rating.solved:
            harder += 1
        elif rating.hardest < wish.low:
            easier += 1
    raise GaveUp(
        f"{attempts} tries made no puzzle of {wish.words}: {easier} were easier, {harder} harder, "
        f"{attempts - easier - harder} refused"
    )


def _wish(wish: Wish) -> Wished:
    if wish is None:
        return Wished(lambda _: True)
    if callable(wish):
        return Wished(wish)
    pair: tuple[object, ...] = tuple(wish) if isinstance(wish, (tuple, list)) else (wish, wish)
    whole = [x for x in pair if is_whole(x)]
    if len(pair) != 2 or len(whole) != 2 or not 0 < whole[0] <= whole[1]:
        raise ProblemError(f"difficulty {wish!r}: a whole number from 1, or a range such as (2, 3)")
    low, high = whole
    words = f"difficulty {low}" + (f" to {high}" if high > low else "")
    return Wished(lambda found: low <= found.hardest <= high, low, high, words)


class _Maker:
    """Makes one puzzle at a time from a family."""

    def __init__(self, family: PuzzleFamily, random: np.random.Generator) -> None:
        self.family, self.random = family, random
        self.base = Knowledge(family.problem)
        # A solver of its own: what a shared one has learned would show in the puzzles made.
        self.live = self._fresh()

    def attempt(self, high: int | None, deadline: Deadline) -> tuple[Generated, Sequence[Statement]]:
        """One verified puzzle, and the clues true of it; with `high`, eased until its level is at most that.

        One that is still too hard with every clue has a difficulty that is not `solved`.
        """
        if self.live.stale:
            self.live = self._fresh()
        solution = self._solution()
        true = true_clues(self.family, solution)
        order = [true[i] for i in self.random.permutation(len(true))]
        chosen = self._minimal(order, solution)
        spare = [clue for clue in order if clue not in set(chosen)]
        found = self._finished(chosen, true, high, deadline)
        while not found.difficulty.solved and spare:
            share = max(1, len(spare) // 8)
            chosen, spare = [*chosen, *spare[:share]], spare[share:]
            found = self._finished(chosen, true, high, deadline)
        return found, true

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
        # The watched deadline ends it; a grade cut short is none.
        return Generated(puzzle, verdict, grade(puzzle, most=10 if high is None else high))


def _literal(live: Live, variable: Variable, solution: Solution) -> Literal:
    return live.solver.literal(variable, variable.position(solution[variable]))
