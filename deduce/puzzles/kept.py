"""Families of puzzles, the puzzles made of them, and how those are kept in a file: as numbers, verified when read."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from deduce.evidence import Statement
from deduce.ground.errors import ProblemError
from deduce.ground.journal import Journal, JournalLine
from deduce.ground.shown import Plain
from deduce.knowledge import Knowledge
from deduce.language.constraints import Constraint
from deduce.language.variables import is_whole
from deduce.problem import Problem
from deduce.puzzles.ratings import Difficulty
from deduce.puzzles.uniqueness import Solution, Verdict, verify

Pool = Iterable[Statement] | Callable[[Solution], Iterable[Statement]]


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
        difficulty: Its grade.
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
        return "\n".join([*lines, f"({self.difficulty.brief})"])


@dataclass(frozen=True, slots=True)
class Wished:
    """Which difficulties will do; puzzles are never graded beyond level `high`."""

    accepts: Callable[[Difficulty], bool]
    low: int = 0
    high: int | None = None
    words: str = "the wished difficulty"


@dataclass(frozen=True, slots=True)
class Made(Plain):
    """A puzzle as it travels and is kept: which solution (a place a variable), and which of the clues true of it."""

    number: int
    solution: tuple[int, ...]
    clues: tuple[int, ...]
    difficulty: Difficulty


def begun(
    journal: Journal, family: PuzzleFamily, wish: Wished, seed: int, attempts: int, *, any_seed: bool
) -> tuple[int, list[tuple[Made, JournalLine]]]:
    """The seed, and the puzzles that the file has; a new file gets its first line. Raises `RecordError`."""
    told = {"family": _digest(family), "difficulty": wish.words, "attempts": attempts}
    if not journal.lines:
        journal.add({"puzzles": 1, **told, "seed": seed})
        return seed, []
    first, *rest = journal.lines
    kept = first.get("seed")
    if not is_whole(kept) or kept < 0:
        raise first.wrong("has no seed: give a new file, or mend this one")
    for key, value in {**told, "seed": kept if any_seed else seed}.items():
        if first.get(key) != value:
            same = key in ("family", "seed")
            what = f"of another {key}" if same else f"with {key} {first.get(key)!r}, not {value!r}"
            raise ProblemError(f"{journal.path} holds puzzles {what}: give another file")
    found: dict[int, tuple[Made, JournalLine]] = {}
    for line in rest:
        made = _made_of(line, len(family.problem.scope), wish)
        if made.number in found:
            raise line.wrong(f"is the second of puzzle {made.number}: take out one of the two lines")
        found[made.number] = made, line
    return kept, list(found.values())


def _digest(family: PuzzleFamily) -> str:
    """Tells families apart: variables, key, rules, and the clues of a pool that is not a function."""
    problem, pool = family.problem, family.pool
    stated = [*problem.rules, *(() if callable(pool) else pool)]
    parts = [f"{v.name}: {v.domain!r}" for v in problem.scope] + [v.name for v in problem.key]
    parts += [f"{s.text}: {s.content.sentence()}" for s in stated]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def _made_of(line: JournalLine, variables: int, wish: Wished) -> Made:
    """What a line says, which is not believed yet. Raises `RecordError`."""
    keys = {"number", "solution", "clues", "difficulty"}
    rating = line.get("difficulty")
    if set(line) != keys or not isinstance(rating, dict):
        raise line.wrong("is no puzzle: give a new file, or mend this one")
    numbers = [[line["number"]], line["solution"], line["clues"]]
    if not all(isinstance(some, list) and all(is_whole(x) and x >= 0 for x in some) for some in numbers):
        raise line.wrong("has something else than whole numbers from 0")
    (number,), solution, clues = numbers
    if number < 1 or len(solution) != variables or sorted(set(clues)) != clues:
        raise line.wrong("has no number from 1, no place for each variable, or clues out of order")
    try:
        difficulty = Difficulty.of(rating)
    except ProblemError:
        difficulty = None
    if difficulty is None or not (difficulty.solved and difficulty.proved) or not wish.accepts(difficulty):
        raise line.wrong("has a difficulty that cannot be")
    return Made(number, tuple(solution), tuple(clues), difficulty)


def believed(family: PuzzleFamily, made: Made, line: JournalLine) -> Generated:
    """A puzzle of a file, verified again. Raises `RecordError` when it is none."""
    try:
        return rebuilt(family, made)
    except (ProblemError, IndexError) as error:
        raise line.wrong(f"is no puzzle of this family: {error}") from error


def rebuilt(family: PuzzleFamily, made: Made) -> Generated:
    """A puzzle from its numbers, verified. Raises `ProblemError` where its clues do not force its solution."""
    base = Knowledge(family.problem)
    solution = {v: v.domain[place] for v, place in zip(base.scope, made.solution, strict=True)}
    true = true_clues(family, solution)
    puzzle = base.learn(*(true[i] for i in made.clues))
    verdict = verify(puzzle)
    if not verdict.unique or any((verdict.solution or {})[v] != solution[v] for v in verdict.key):
        raise ProblemError("its clues do not force its solution")
    return Generated(puzzle, verdict, made.difficulty)


def true_clues(family: PuzzleFamily, solution: Solution) -> list[Statement]:
    """The clues of the pool that are true of a solution. Raises `ProblemError` for a clue that is no constraint."""
    pool = family.pool
    true = []
    for clue in pool(solution) if callable(pool) else pool:
        if not isinstance(clue.content, Constraint):
            raise ProblemError(f"the pool has '{clue.text}', which is no constraint")
        if clue.content.holds([solution[v] for v in clue.content.scope]):
            true.append(clue)
    return true
