"""Puzzles as data: question, answer, clues, proof, step-by-step solution and difficulty, item by item, by seed.

Every item is proved to have one solution before it is given, and can be proved again by another solver (`Item.check`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, overload

from deduce.ground.compat import override
from deduce.ground.deadline import Deadline
from deduce.ground.errors import GaveUp, ProblemError
from deduce.ground.wording import many
from deduce.knowledge import Knowledge
from deduce.language.variables import Variable, is_whole
from deduce.puzzles.files import PuzzleFile, read
from deduce.puzzles.generation import PuzzleFamily, generate
from deduce.puzzles.grades import grade
from deduce.puzzles.house import read_at_home
from deduce.puzzles.ratings import Difficulty
from deduce.puzzles.shapes import clue_pool
from deduce.puzzles.shelves import families, shelf_of
from deduce.puzzles.solving import steps
from deduce.puzzles.uniqueness import Verdict, verify
from deduce.puzzles.walks import Walk

ATTEMPTS = 200
"""So many puzzles are made for one of the wished difficulty."""
PATIENCE = 120.0
"""Seconds for one item, unless a time limit says otherwise."""


@dataclass(frozen=True, slots=True)
class Item:
    """One puzzle with all that was found out about it.

    Attributes:
        family: The family, or the title of the puzzle file it is like.
        seed: The data set's seed.
        index: The number of the item, from 0; family, seed, index, size and difficulty give the same item again.
        question: What to do, how to answer, and the puzzle: enough for somebody who sees nothing else.
        text: The puzzle alone: in the family's notation, or its clues.
        answer: The solution in the form the question asks for.
        clues: What the puzzle says, a sentence each.
        steps: The step-by-step solution, each step by the easiest technique, a sentence or more each.
        difficulty: The grade.
        proof: How it was proved that there is one solution: ``"diagram"``, ``"sat"`` or ``"cpsat"``.
        puzzle: The puzzle as knowledge, for `verify`, `hint` and the rest.
        solution: Every variable with its value.
        key: The variables on which uniqueness was judged.
        sized: Whether the answer begins with a line for the size, as the notations of families do.
    """

    family: str
    seed: int
    index: int
    question: str
    text: str
    answer: str
    clues: tuple[str, ...]
    steps: tuple[str, ...]
    difficulty: Difficulty
    proof: str
    puzzle: Knowledge = field(repr=False)
    solution: Mapping[Variable, Hashable] = field(repr=False)
    key: tuple[Variable, ...] = field(repr=False)
    sized: bool = True

    def score(self, answer: str) -> float:
        """1 for the solution, 0 for anything else; there is no other right answer.

        Spaces, case, empty lines and a fence around the answer do not count, and the first line of a family's
        notation (its size) may be missing.
        """
        given, wanted = _plain(answer), _plain(self.answer)
        return 1.0 if given == wanted or (self.sized and given == wanted[1:]) else 0.0

    def check(self, *, time_limit: float | None = None) -> bool:
        """Prove again with CP-SAT, whatever proved it first, that this is the solution and there is no other.

        Raises `GaveUp` at the time limit (seconds).
        """
        from deduce.backends.cpsat import second_solution, solution

        found = solution(self.puzzle, time_limit=time_limit)
        if found is None or any(found[v] != self.solution[v] for v in self.key):
            return False
        return second_solution(self.puzzle, found, about=self.key, time_limit=time_limit) is None

    def to_dict(self) -> dict[str, Any]:
        """The item as plain values: a line of ``deduce generate --jsonl``."""
        return {
            "family": self.family,
            "seed": self.seed,
            "index": self.index,
            "question": self.question,
            "puzzle": self.text,
            "answer": self.answer,
            "clues": list(self.clues),
            "unique": True,
            "proof": self.proof,
            "steps": list(self.steps),
            "difficulty": self.difficulty.to_dict(),
        }


def _plain(answer: str) -> list[list[str]]:
    lines = [line.casefold().split() for line in answer.replace("`", " ").splitlines()]
    return [line for line in lines if line]


class Dataset(Sequence[Item]):
    """Items by number, each made when it is asked for: the same seed gives the same items, in any order."""

    def __init__(self, made: Callable[[int], Item], n: int) -> None:
        self._made, self._n = made, n

    def __len__(self) -> int:
        return self._n

    @overload
    def __getitem__(self, index: int) -> Item: ...

    @overload
    def __getitem__(self, index: slice) -> list[Item]: ...

    @override
    def __getitem__(self, index: int | slice) -> Item | list[Item]:
        if isinstance(index, slice):
            return [self._made(place) for place in range(self._n)[index]]
        return self._made(range(self._n)[index])

    @override
    def __iter__(self) -> Iterator[Item]:
        return map(self._made, range(self._n))

    def __repr__(self) -> str:
        return f"<Dataset of {many(self._n, 'puzzle')}>"


def dataset(
    family: str | Path,
    n: int = 100,
    *,
    seed: int = 0,
    difficulty: int | tuple[int, int] | None = None,
    size: tuple[int, int] = (4, 4),
    time_limit: float | None = None,
) -> Dataset:
    """`n` puzzles, each proved to have exactly one solution.

    Args:
        family: A family that a shelf can generate (see ``deduce puzzles``), or the path of a puzzle file (``.toml``):
            then puzzles with its variables and rules, and clues of the shapes of its clues; of the family, size and
            house rules of a file with a family.
        n: How many items.
        seed: The same seed gives the same items; item 5 is the same in a data set of 10 and of 10,000.
        difficulty: The wished level on the scale of grades (1 to 10), or a range ``(low, high)``; None for any.
        size: Rows and columns of a family's puzzles.
        time_limit: In seconds for one item; two minutes unless said otherwise.

    Raises:
        ProblemError: An unknown family, a family that is not generated, or a faulty argument.
        GaveUp: From an item: none of that difficulty in 200 attempts, or the time limit came first.
    """
    if not is_whole(n) or n < 1:
        raise ProblemError(f"n is {n!r}; a data set has at least one item")
    low, high = difficulty if isinstance(difficulty, tuple) else (difficulty, difficulty)
    if low is not None and (high is None or not 0 <= low <= high):
        raise ProblemError(f"difficulty {difficulty!r}: expected a number, or a range (low, high)")
    wish = None if low is None or high is None else (low, high)
    patience = PATIENCE if time_limit is None else time_limit
    if Path(family).suffix == ".toml":
        file = read(family)
        if file.base in families():
            size = shelf_of(file.base).size(file.puzzle)
            return Dataset(
                lambda index: _of_family(file.base, size, seed, index, wish, patience, file.extra), n
            )
        return Dataset(lambda index: _of_file(file, seed, index, wish, patience), n)
    name = str(family)
    shelf_of(name)
    return Dataset(lambda index: _of_family(name, size, seed, index, wish, patience), n)


def _fits(rating: Difficulty, wish: tuple[int, int] | None) -> bool:
    if not rating.solved:
        return False
    return wish is None or (rating.proved and wish[0] <= rating.hardest <= wish[1])


def _of_family(
    name: str,
    size: tuple[int, int],
    seed: int,
    index: int,
    wish: tuple[int, int] | None,
    patience: float,
    extra: tuple[str, ...] = (),
) -> Item:
    shelf = shelf_of(name)
    rng, deadline = Random(f"{name} {size[0]}x{size[1]} {seed} {index}"), Deadline(patience)
    for _ in range(ATTEMPTS):
        text = shelf.generate(name, *size, rng=rng, time_limit=deadline.left() or patience, extra=extra)
        puzzle = read_at_home(shelf, name, text, extra)
        verdict = verify(puzzle, time_limit=deadline.left())
        rating = grade(puzzle, time_limit=deadline.left())
        if not verdict.unique or verdict.solution is None or not _fits(rating, wish):
            continue
        walk = steps(puzzle, time_limit=deadline.left())
        told = tuple(". ".join(shelf.tell(puzzle, step)) for step in walk.steps)
        answer = shelf.show(puzzle, verdict.solution).strip()
        clues = tuple(clue.text for clue in puzzle.log)
        rules = " ".join([shelf.about(name), *(f"Also {rule}." for rule in extra)])
        question = (
            f"Solve this puzzle of the kind {shelf.title(name)}. {rules}\n\n{text.strip()}\n\n"
            "The first line has the numbers of rows and columns; - is a place without a clue. In words:\n"
            + "\n".join(f"- {clue}" for clue in clues)
            + "\n\nAnswer with the first line again, then the solved grid, a line a row."
        )
        return Item(
            name,
            seed,
            index=index,
            question=question,
            text=text.strip(),
            answer=answer,
            clues=clues,
            steps=told,
            difficulty=rating,
            proof=verdict.method,
            puzzle=puzzle,
            solution=verdict.solution,
            key=verdict.key,
        )
    raise _none_found(name, index, wish)


def _of_file(
    file: PuzzleFile, seed: int, index: int, wish: tuple[int, int] | None, patience: float
) -> Item:
    pool = clue_pool(file)
    if not pool:
        raise ProblemError(f"{file.source}: a puzzle without clues shows no shapes to make others from")
    family = PuzzleFamily(file.problem, list(pool.values()))
    rng = Random(f"{file.title} {seed} {index}").getrandbits(63)
    made = generate(family, difficulty=wish, rng=rng, time_limit=patience, progress=False)[0]
    walk = steps(made.puzzle, time_limit=patience)
    solution = made.verdict.solution
    if solution is None:  # pragma: no cover - a unique verdict has a solution
        raise _none_found(file.title, index, wish)
    return Item(
        file.title,
        seed,
        index=index,
        question=_asked(file, made.puzzle, made.verdict),
        text="\n".join(_sentences(made.puzzle)),
        answer="\n".join(f"{v} = {solution[v]}" for v in made.verdict.key),
        clues=_sentences(made.puzzle),
        steps=_told(walk),
        difficulty=made.difficulty,
        proof=made.verdict.method,
        puzzle=made.puzzle,
        solution=solution,
        key=made.verdict.key,
        sized=False,
    )


def _sentences(puzzle: Knowledge) -> tuple[str, ...]:
    return tuple(clue.text for clue in puzzle.log)


def _told(walk: Walk) -> tuple[str, ...]:
    return tuple(
        f"{step.sentence}. {'. '.join(statement.text for statement in step.statements)}"
        for step in walk.steps
    )


def _asked(file: PuzzleFile, puzzle: Knowledge, verdict: Verdict) -> str:
    """Title, question, what there is, rules and clues in sentences, and how to answer."""
    rules = [rule.text for rule in file.problem.rules]
    ranges = [f"{variable}: {', '.join(map(str, variable.domain))}" for variable in verdict.key]
    parts = [f"{file.title}. {file.question}".strip(), "What there is, and its possible values:", *ranges]
    parts += ["Rules:", *rules, "Clues:", *_sentences(puzzle)]
    return "\n".join([*parts, "Answer with a line for each, such as: " + f"{verdict.key[0]} = VALUE"])


def _none_found(name: str, index: int, wish: tuple[int, int] | None) -> GaveUp:
    wished = "that its steps solve" if wish is None else f"of difficulty {wish[0]} to {wish[1]}"
    return GaveUp(f"{name}, item {index}: {ATTEMPTS} attempts made no puzzle {wished}")
