"""What the command line says about a puzzle file: `unique`, `steps`, `hint`, `redundant`, `generate`.

Each gives a `Report`: plain text for a terminal, data for ``--json``, and the exit status: 0 when the
answer is the one hoped for, 1 when it is not (not unique, unsolvable), 3 when a limit came first.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec

from deduce.deadline import Deadline
from deduce.errors import Contradiction, GaveUp, ProblemError
from deduce.facts import Fact
from deduce.puzzles.files import PuzzleFile
from deduce.puzzles.generation import Generated, PuzzleFamily, generate
from deduce.puzzles.grades import difficulty
from deduce.puzzles.hints import Mistake, hint
from deduce.puzzles.pictures import grid_lines, in_grids
from deduce.puzzles.redundancy import redundant
from deduce.puzzles.shapes import clue_pool
from deduce.puzzles.shelf_reports import draw_steps, family_generated, family_picture, family_verdict
from deduce.puzzles.shelves import families, shelf_of
from deduce.puzzles.solving import steps
from deduce.puzzles.sources import open_puzzle
from deduce.puzzles.uniqueness import Verdict, verify
from deduce.puzzles.walks import Step, entries_of
from deduce.report import Report
from deduce.shown import write_svg
from deduce.spreading import dask
from deduce.variables import Variable

__all__ = [
    "GAVE_UP",
    "NO",
    "difficulty_range",
    "generate_report",
    "heading",
    "hint_report",
    "opened",
    "redundant_report",
    "size_of",
    "steps_report",
    "timed",
    "unique_report",
    "unsolvable",
]

_WIDTH = 96
_DIFFERENT = "?"
"""Stands in a picture of two solutions where they differ."""
_LARGEST = 60
"""New puzzles have at most so many rows and columns."""
NO, GAVE_UP = 1, 3
"""Exit statuses besides 0."""


P = ParamSpec("P")


def timed(make: Callable[P, Report]) -> Callable[P, Report]:
    """Let `time_limit` cover the whole command, reading included; then the report says that it gave up."""

    @wraps(make)
    def made(*args: P.args, **kwargs: P.kwargs) -> Report:
        given: Any = kwargs.get("time_limit")
        try:
            with Deadline(given).grace().watch():
                return make(*args, **kwargs)
        except GaveUp as error:
            return Report(f"gave up: {error}", {"status": "gave up", "limit": str(error)}, GAVE_UP)

    return made


@timed
def unique_report(
    path: str | Path | PuzzleFile,
    *,
    family: str | None = None,
    limit: int | None = 2,
    time_limit: float | None = None,
    svg: str | Path | None = None,
) -> Report:
    """Is the puzzle unique? Its solution, or two and where they differ, or the conflict; with `svg`, drawn in that file.

    Here and below `path` is a puzzle file, or a text of `family`, or an address; see `open_puzzle`.
    """
    file = opened(path, family)
    verdict = verify(file.puzzle, limit=limit, time_limit=time_limit)
    if svg is not None:
        write_svg(svg, family_picture(file, verdict) if file.family else verdict._repr_svg_())
    status = {"unique": 0, "gave up": GAVE_UP}.get(verdict.status, NO)
    if file.family:
        return family_verdict(file, verdict, status)
    return Report("\n".join([heading(file), *_verdict(verdict)]), verdict.to_dict(), status)


@timed
def steps_report(
    path: str | Path | PuzzleFile,
    *,
    family: str | None = None,
    svg: str | Path | None = None,
    fewest: bool = False,
    time_limit: float | None = None,
) -> Report:
    """A step-by-step solution and its grade; with `svg`, a picture of each step in that file.

    Of a puzzle of a family `svg` is a folder, in which each step has a file of its own. With `fewest`, steps of the
    fewest statements, and how many that takes.
    """
    file = opened(path, family)
    try:
        walk = steps(file.puzzle, fewest=fewest, time_limit=time_limit)
    except Contradiction as error:
        return unsolvable(file, error)
    lines = [heading(file), ""]
    for step in walk.steps:
        lines += [*_step(step, file), ""]
    several = "nothing more follows: the puzzle has several solutions"
    lines.append(walk.end if walk.solved or walk.limit else several)
    lines.append(walk.measure if walk.grade is None else str(walk.grade))
    data = walk.to_dict()
    if svg is not None and file.family:
        data["pictures"] = draw_steps(file, walk.steps, Path(svg))
    elif svg is not None:
        write_svg(svg, walk._repr_svg_())
    return Report("\n".join(lines), data, 0 if walk.solved else GAVE_UP if walk.limit else NO)


@timed
def hint_report(
    path: str | Path | PuzzleFile,
    so_far: Iterable[str] = (),
    *,
    family: str | None = None,
    strength: int = 1,
    time_limit: float | None = None,
) -> Report:
    """The next step only. `so_far` are entries such as ``pet[Ann]=cat``."""
    file = opened(path, family)
    entries = _entries(file, so_far)
    try:
        found = hint(file.puzzle, entries, strength=strength, time_limit=time_limit)
    except Contradiction as error:
        return unsolvable(file, error)
    lines = [heading(file)]
    if found.mistake is not None and file.family:
        lines += _mistaken(found.mistake, file, strength)
    elif found.mistake is not None or found.done:
        lines.append(str(found))
    else:
        where = map(shelf_of(file.family).name_of, found.where) if file.family else map(str, found.where)
        lines.append(f"look at {('; ' if file.family else ', ').join(where)}")
        if found.strength == 2:
            lines += ["with the help of", *(f"  - {s.label}" for s in found.statements)]
        for step in found.steps:
            lines += _step(step, file, numbered=len(found.steps) > 1)
    return Report("\n".join(lines), found.to_dict(), NO if found.mistake else 0)


@timed
def redundant_report(
    path: str | Path | PuzzleFile,
    *,
    family: str | None = None,
    fewest: bool = False,
    time_limit: float | None = None,
    jobs: int = 1,
) -> Report:
    """Which clues follow from the others, and how few are enough; with `fewest` proved."""
    file = opened(path, family)
    try:
        found = redundant(file.puzzle, fewest=fewest, time_limit=time_limit, jobs=jobs)
    except Contradiction as error:
        return unsolvable(file, error)
    except GaveUp as error:
        return Report(f"{heading(file)}\n{error}", {"status": "gave up", "limit": str(error)}, GAVE_UP)
    return Report(f"{heading(file)}\n{found}", found.to_dict(), 0 if found.unique else NO)


@timed
def generate_report(
    path: str | Path | PuzzleFile | None,
    *,
    family: str | None = None,
    size: tuple[int, int] | None = None,
    n: int = 1,
    seed: int | None = None,
    difficulty: int | str | None = None,
    time_limit: float | None = None,
    progress: bool | None = None,
    jobs: int = 1,
    results: str | Path | None = None,
    address: str | None = None,
    symmetric: bool = False,
    minimal: bool = True,
) -> Report:
    """More puzzles with the variables and rules of a file, and clues of the shapes of its clues.

    Args:
        path: The puzzle file, text or address; of a family the new ones have the same size.
            None for new ones of `family`, of a `size`.
        family: The family of the text.
        size: Rows and columns of new puzzles of a family.
        n: How many.
        seed: The same seed gives the same puzzles.
        difficulty: The level on the scale of grades, 1 to 10; a range such as ``"2-3"``; ``"same"`` for that of the
            file's own puzzle; None for any.
        time_limit: In seconds, for all.
        progress: Show progress on stderr; by default on a terminal.
        jobs: Worker processes; -1 for one a processor.
        results: Keep the puzzles in this file and go on from it.
        address: Of a Dask scheduler whose workers make the puzzles.
        symmetric: Of a family: the places with clues look the same after half a turn.
        minimal: Of a family: no clue could be left out.
    """
    file = None if path is None else opened(path, family)
    extra = file.extra if file is not None else ()
    shelved = "" if file is None else file.family or (file.base if file.base in families() else "")
    if file is not None and not shelved:
        if size is not None or symmetric or not minimal:
            raise ProblemError(
                "sizes and patterns are for puzzles of a family; this file has variables of its own"
            )
        return _own_generated(file, difficulty, n, seed, time_limit, progress, jobs, results, address)
    if file is not None:
        wish = _wish(file, difficulty, time_limit)
        wish = (wish, wish) if isinstance(wish, int) else wish
        family, size = shelved, size or shelf_of(shelved).size(file.puzzle)
    elif family is None or size is None:
        raise ProblemError("generate takes a puzzle to make more of, or a family and a size")
    else:
        wish = difficulty_range(difficulty)
    with dask(address) as parallel:
        return family_generated(
            family, *size, n=n, seed=seed, difficulty=wish, time_limit=time_limit,
            jobs=jobs, parallel=parallel, path=results, symmetric=symmetric, minimal=minimal, extra=extra,
        )  # fmt: skip


def _own_generated(
    file: PuzzleFile,
    difficulty: int | str | None,
    n: int,
    seed: int | None,
    time_limit: float | None,
    progress: bool | None,
    jobs: int,
    results: str | Path | None,
    address: str | None,
) -> Report:
    """More puzzles with the variables and rules of a file that belongs to no family."""
    try:
        wish = _wish(file, difficulty, time_limit)
        pool = clue_pool(file)
        if not pool:
            raise ProblemError(f"{file.source}: a puzzle without clues shows no shapes to make others from")
        with dask(address) as parallel:
            found = generate(
                PuzzleFamily(file.problem, list(pool.values())),
                difficulty=wish, rng=seed, n=n, time_limit=time_limit, progress=progress,
                jobs=jobs, parallel=parallel, path=results,
            )  # fmt: skip
    except GaveUp as error:
        return Report(
            f"{heading(file)}\ngave up: {error}", {"status": "gave up", "limit": str(error)}, GAVE_UP
        )
    except Contradiction as error:
        return unsolvable(file, error)
    written = {clue: says for says, clue in pool.items()}
    lines, puzzles = [heading(file)], []
    for number, made in enumerate(found, start=1):
        lines += ["", f"Puzzle {number}", *_told(made)]
        clues = [{"text": clue.text, "says": written[clue]} for clue in made.clues]
        puzzles.append({**made.to_dict(), "clues": clues})
    return Report("\n".join(lines), {"title": file.title, "seed": seed, "puzzles": puzzles})


def _told(made: Generated) -> list[str]:
    """A generated puzzle in lines: its clues, its answer, how hard it is."""
    lines = []
    for i, clue in enumerate(made.clues, start=1):
        lines += _wrapped(f"{i}. {clue.text}", "  ", "     ")
    solution = made.verdict.solution or {}
    answer = ", ".join(f"{v} = {solution[v]}" for v in made.verdict.key)
    return [*lines, *_wrapped(f"Answer: {answer}", "  ", "    "), f"  ({made.difficulty.brief})"]


def opened(puzzle: str | Path | PuzzleFile, family: str | None = None) -> PuzzleFile:
    """The puzzle that a source names (see `open_puzzle`), or one that has been read already."""
    return puzzle if isinstance(puzzle, PuzzleFile) else open_puzzle(puzzle, family)


def size_of(text: str | None) -> tuple[int, int] | None:
    """Rows and columns written as ``8x10``. Raises `ProblemError`."""
    if text is None:
        return None
    parts = text.lower().split("x")
    if len(parts) != 2 or not all(part.isdecimal() and 1 <= int(part) <= _LARGEST for part in parts):
        raise ProblemError(f"size {text!r}: write rows and columns from 1 to {_LARGEST}, such as 8x10")
    return int(parts[0]), int(parts[1])


def _wish(
    file: PuzzleFile, given: int | str | None, time_limit: float | None
) -> int | tuple[int, int] | None:
    if given is None or isinstance(given, int):
        return given
    if given == "same":
        if not verify(file.puzzle, time_limit=time_limit).unique:
            raise ProblemError(f"{file.source} is not unique, so its difficulty is no measure for others")
        return difficulty(file.puzzle, time_limit=time_limit).hardest
    return difficulty_range(given)


def difficulty_range(given: int | str | None) -> tuple[int, int] | None:
    """A wished difficulty in numbers."""
    if given is None:
        return None
    parts = str(given).split("-")
    if len(parts) <= 2 and all(part.isdigit() for part in parts):
        return int(parts[0]), int(parts[-1])
    raise ProblemError(f"difficulty {given!r}: write a number such as 2, a range such as 2-3, or same")


def _mistaken(mistake: Mistake, file: PuzzleFile, strength: int) -> list[str]:
    """A wrong entry in the words of its family, and from strength 2 why."""
    name = shelf_of(file.family).name_of(mistake.variable)
    if strength == 1:
        return [f"look again at {name}: what is entered there cannot be"]
    entered = " or ".join(map(str, mistake.entered))
    lines = [f"{name} cannot be {entered}, because"]
    for statement in mistake.why.because:
        if statement.place == "entered" and isinstance(statement.content, Fact):
            variable = statement.content.scope[0]
            told = statement.text.replace(variable.name, shelf_of(file.family).name_of(variable))
            lines.append(f"  - {told} (entered)")
        else:
            lines.append(f"  - {statement.label}")
    return lines


def _entries(file: PuzzleFile, so_far: Iterable[str]) -> dict[Variable, object]:
    found: dict[Variable, object] = {}
    for entry in so_far:
        name, sign, value = entry.partition("=")
        if not sign:
            raise ProblemError(f"{entry!r} is no entry; write it as {file.problem.scope[0]}=value")
        variable = file.problem[name.strip()]
        if not isinstance(variable, Variable):
            raise ProblemError(
                f"{name.strip()!r} is a family; enter its members, such as {next(iter(variable.values()))}=value"
            )
        by_text = {str(x): x for x in variable.domain}
        chosen = by_text.get(value.strip())
        found[variable] = variable.domain[variable.position(value.strip() if chosen is None else chosen)]
    entries_of(file.puzzle, found)
    return found


def unsolvable(file: PuzzleFile, error: Contradiction) -> Report:
    """The report on a puzzle without a solution: a smallest conflict."""
    data = {"status": "none", "conflict": error.conflict.to_dict()}
    return Report(f"{heading(file)}\nno solution\n{error.conflict}", data, NO)


def heading(file: PuzzleFile) -> str:
    """A puzzle's title and question on one line."""
    return f"{file.title}. {file.question}".rstrip(" .") + ("" if file.question.endswith("?") else ".")


def _verdict(verdict: Verdict) -> list[str]:
    if verdict.status == "several":
        n = len(verdict.solutions)
        lines = [f"Not unique: {'exactly' if verdict.complete else 'at least'} {n} solutions."]
        one, differ = verdict.solutions[0], {v: f"{a} or {b}" for v, a, b in verdict.difference}
        if in_grids(verdict.key):
            lines.append(f"Two of them, with a {_DIFFERENT} where they differ:")
            lines += grid_lines({v: _DIFFERENT if v in differ else str(one[v]) for v in verdict.key})
        lines.append("Two of them differ here:")
        return lines + _columns([(str(v), said) for v, said in differ.items()])
    if verdict.status == "unique" and verdict.solution is not None:
        words = {v: str(verdict.solution[v]) for v in verdict.key}
        gridded = in_grids(words)
        rows = [(str(v), word) for v, word in words.items() if v not in gridded]
        return ["Unique: exactly one solution.", *grid_lines(words), *_columns(rows)]
    return [str(verdict)]


def _columns(rows: Sequence[tuple[str, str]]) -> list[str]:
    wide = max((len(name) for name, _ in rows), default=0)
    return [f"  {name:<{wide}}  {value}" for name, value in rows]


def _wrapped(text: str, first: str, later: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent=first, subsequent_indent=later)


def _step(step: Step, file: PuzzleFile, *, numbered: bool = True) -> list[str]:
    head = f"{step.number}. " if numbered else ""
    name = f" ({step.technique})" if step.technique and numbered else ""
    if file.family:
        # The shelf says how deep its own telling goes.
        name = f"{name.split(',')[0]})" if "," in name else name
        what, *why = shelf_of(file.family).tell(file.puzzle, step)
        lines = _wrapped(head + what + name, "", " " * len(head))
        for sentence in why:
            lines += _wrapped(f"- {sentence}", "   ", "     ")
        return lines
    lines = _wrapped(head + step.sentence + name, "", " " * len(head))
    for statement in step.statements:
        lines += _wrapped(f"- {statement.label}", "   ", "     ")
    if step.known:
        known = ", ".join(f"{s.text} ({s.place})" for s in step.known)
        lines += _wrapped(f"knowing {known}", "   ", "     ")
    return lines
