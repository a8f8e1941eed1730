"""What the command line says about the shelf, and about puzzles of its families."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from deduce.deadline import Deadline
from deduce.errors import GaveUp, ProblemError
from deduce.puzzles.files import PuzzleFile
from deduce.puzzles.ratings import Difficulty, difficulty_of
from deduce.puzzles.shelves import Shelf, families, shelf_of
from deduce.puzzles.uniqueness import Verdict
from deduce.puzzles.walks import Step, steps
from deduce.report import Report

__all__ = ["draw_steps", "family_generated", "family_verdict", "shelf_report"]

_WIDTH = 96


def shelf_report(names: Sequence[str] = (), *, svg: str | None = None) -> Report:
    """The families of all shelves, or those named; with `svg`, pictures of their examples in that folder.

    Raises `ProblemError` for an unknown family.
    """
    known = families()
    chosen = {name: shelf_of(name) for name in names} if names else known
    data: list[dict[str, Any]] = []
    lines: list[str] = []
    for name, shelf in chosen.items():
        entry = {
            "name": name,
            "title": shelf.title(name),
            "about": shelf.about(name),
            "example": shelf.example(name),
        }
        if svg is not None:
            folder = Path(svg)
            folder.mkdir(parents=True, exist_ok=True)
            picture = folder / f"{name}.svg"
            picture.write_text(shelf.draw(name, shelf.example(name)) + "\n", encoding="utf-8")
            entry["picture"] = str(picture)
        data.append(entry)
        lines.append(f"{name}: {entry['title']}")
        lines += textwrap.wrap(entry["about"], _WIDTH, initial_indent="  ", subsequent_indent="  ")
        if names:
            lines += ["", textwrap.indent(entry["example"], "  "), ""]
    lines.append(f"{len(data)} families")
    return Report("\n".join(lines), {"families": data})


def family_verdict(file: PuzzleFile, verdict: Verdict, status: int) -> Report:
    """A verdict on a puzzle of a family: its solution in the family's notation, or two."""
    shelf = shelf_of(file.family)
    shown = [shelf.show(file.puzzle, world) for world in verdict.solutions]
    lines = [f"{file.title}: {str(verdict).splitlines()[0]}"]
    for solution in shown[:2]:
        lines += ["", solution]
    if verdict.conflict is not None:
        lines.append(str(verdict.conflict))
    data = {**verdict.to_dict(), "family": file.family, "shown": shown}
    return Report("\n".join(lines), data, status)


def draw_steps(file: PuzzleFile, steps: Sequence[Step], folder: Path) -> list[str]:
    """Pictures ``step-001.svg`` and so on of what is known after each step. Raises `ProblemError` without a family."""
    if not file.family:
        raise ProblemError("steps are drawn for puzzles of a family; this file has rules of its own")
    shelf = shelf_of(file.family)
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for step in steps:
        picture = folder / f"step-{step.number:03}.svg"
        picture.write_text(shelf.draw_step(file.puzzle, steps, step.number) + "\n", encoding="utf-8")
        written.append(str(picture))
    return written


def family_generated(
    name: str,
    rows: int,
    cols: int,
    *,
    n: int = 1,
    seed: int | None = None,
    difficulty: tuple[int, int] | None = None,
    time_limit: float | None = None,
) -> Report:
    """New puzzles of a family, `rows` by `cols`, each with exactly one solution, as texts of the family.

    Args:
        name: The family.
        rows: How many rows.
        cols: How many columns.
        n: How many.
        seed: The same seed gives the same puzzles; the number of a puzzle decides it, not how many are made.
        difficulty: The least and the greatest size that the hardest step may have.
        time_limit: In seconds, for all.

    Raises:
        ProblemError: An unknown family, or one that is not generated.
        GaveUp: The limit came first, or no puzzle of that difficulty in `_ATTEMPTS` attempts.
    """
    shelf = shelf_of(name)
    seed = Random().getrandbits(32) if seed is None else seed
    deadline = Deadline(time_limit)
    lines, puzzles = [f"{shelf.title(name)}, seed {seed}"], []
    for number in range(1, n + 1):
        rng = Random(f"{name} {seed} {number}")
        text, rating = _made(shelf, name, rows, cols, rng, difficulty, deadline)
        entry: dict[str, Any] = {"text": text}
        lines += ["", text]
        if rating is not None:
            entry["difficulty"] = rating.to_dict()
            lines.append(f"({rating})")
        puzzles.append(entry)
    return Report("\n".join(lines), {"family": name, "seed": seed, "puzzles": puzzles})


_ATTEMPTS = 100


def _made(
    shelf: Shelf,
    name: str,
    rows: int,
    cols: int,
    rng: Random,
    difficulty: tuple[int, int] | None,
    deadline: Deadline,
) -> tuple[str, Difficulty | None]:
    """One puzzle, of the difficulty wished if any."""
    found: list[int] = []
    for _ in range(_ATTEMPTS):
        left = deadline.left()
        text = shelf.generate(name, rows, cols, rng=rng, time_limit=60.0 if left is None else left)
        if difficulty is None:
            return text, None
        rating = difficulty_of(steps(shelf.read(name, text), time_limit=deadline.left()))
        if rating.solved and rating.proved and difficulty[0] <= rating.hardest <= difficulty[1]:
            return text, rating
        found.append(rating.hardest)
    low, high = difficulty or (0, 0)
    raise GaveUp(
        f"{_ATTEMPTS} puzzles of {rows} by {cols} were of difficulty {min(found)} to {max(found)}, "
        f"none of {low} to {high}"
    )
