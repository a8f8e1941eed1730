"""What the command line says about a puzzle file: `unique`, `steps`, `hint`, `redundant`.

Each gives a `Report`: plain text for a terminal, data for ``--json``, and the exit status: 0 when the
answer is the one hoped for, 1 when it is not (not unique, unsolvable), 3 when a limit came first.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec

from deduce.evidence import labels
from deduce.ground.deadline import Deadline
from deduce.ground.errors import Contradiction, GaveUp, ProblemError
from deduce.ground.phrases import Speech
from deduce.ground.report import Report
from deduce.ground.shown import write_svg
from deduce.ground.wording import Phrase, listing, say
from deduce.puzzles.batches import verify_all
from deduce.puzzles.boards import BoardProblem
from deduce.puzzles.entries import entered, value_said
from deduce.puzzles.files import PuzzleFile
from deduce.puzzles.hints import Mistake, hint
from deduce.puzzles.pictures import grid_lines, in_grids
from deduce.puzzles.printed import in_parts, redundant_printed
from deduce.puzzles.redundancy import redundant
from deduce.puzzles.shelf_reports import draw_steps, family_picture, family_verdict
from deduce.puzzles.shelves import named, shelf_of
from deduce.puzzles.solving import steps
from deduce.puzzles.sources import open_puzzle
from deduce.puzzles.speaking import in_english, speech_of
from deduce.puzzles.uniqueness import Verdict, verify
from deduce.puzzles.walks import Step, entries_of

_WIDTH = 96
_DIFFERENT = "?"
"""Stands in a picture of two solutions where they differ."""
_NOT_UNIQUE = "Not unique: at least {number:solution}.", "Not unique: exactly {number:solution}."

NO, GAVE_UP = 1, 3
"""Exit statuses besides 0."""

P = ParamSpec("P")

_VARIABLE = re.compile(r"\w+\[[^\]]*\]")
"""A variable by its name."""


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
    language: str = "en",
) -> Report:
    """Is the puzzle unique? Its solution, or two and where they differ, or the conflict; with `svg`, drawn in that file.

    Here and below `path` is a puzzle file, or a text of `family`, or an address; see `open_puzzle`.
    """
    file = opened(path, family)
    verdict = verify(file.puzzle, limit=limit, time_limit=time_limit)
    if svg is not None:
        write_svg(svg, _picture(file, verdict))
    status = {"unique": 0, "gave up": GAVE_UP}.get(verdict.status, NO)
    if file.family and not file.about:
        why = [] if verdict.conflict is None else plainly_told(verdict.conflict.lines, file)
        return family_verdict(file, verdict, status, why, speech_of(file.family, language))
    speech = speech_of("", language)
    told = [speech(line) if isinstance(line, Phrase) else line for line in _verdict(verdict)]
    return Report("\n".join([heading(file), *told]), verdict.to_dict(), status)


def _picture(file: PuzzleFile, verdict: Verdict) -> str:
    """What ``--svg`` draws of a verdict."""
    if file.family and not file.about:
        return family_picture(file, verdict)
    if isinstance(file.problem, BoardProblem):
        from deduce.puzzles.board_pictures import board_svg

        return board_svg(file.problem, verdict.solution, verdict.second)
    return verdict._repr_svg_()


def batch_report(
    sources: Sequence[str | PuzzleFile],
    *,
    family: str | None = None,
    limit: int = 2,
    time_limit: float | None = None,
    jobs: int = 1,
    results: str | Path | None = None,
    svg: str | Path | None = None,
) -> Report:
    """Which of several puzzles are unique; see `deduce.puzzles.verify_all`. A picture is drawn of one only."""
    if svg is not None:
        raise ProblemError("a picture shows one puzzle; ask for it with one file and without --results")
    found = verify_all(
        sources, family=family, limit=limit, time_limit=time_limit, jobs=jobs, results=results
    )
    counts = found.counts()
    status = NO if {"several", "none", "error"} & counts.keys() else GAVE_UP if "gave up" in counts else 0
    return Report(str(found), found.to_dict(), status)


@timed
def steps_report(
    path: str | Path | PuzzleFile,
    *,
    family: str | None = None,
    svg: str | Path | None = None,
    fewest: bool = False,
    language: str = "en",
    time_limit: float | None = None,
) -> Report:
    """A step-by-step solution and its grade; with `svg`, a picture of each step in that file.

    Of a puzzle of a family `svg` is a folder, in which each step has a file of its own. With `fewest`, steps of the
    fewest statements, and how many that takes. In another `language` a step is told as far as all its words are known,
    else in English; the data then says ``in_english``, how many of them.
    """
    file = opened(path, family)
    speech = speech_of(file.family, language)
    try:
        walk = steps(file.puzzle, fewest=fewest, time_limit=time_limit)
    except Contradiction as error:
        return unsolvable(file, error, speech)
    lines = [heading(file), ""]
    for step in walk.steps:
        lines += [*step_lines(step, file, speech), ""]
    several = "nothing more follows: the puzzle has several solutions"
    lines.append(speech(walk.end if walk.solved or walk.limit else several))
    lines += [walk.measure] if walk.grade is None else map(speech, walk.grade.lines)
    data = walk.to_dict() | in_english(speech)
    _name(data["steps"], walk.steps, file)
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
    svg: str | Path | None = None,
    language: str = "en",
    time_limit: float | None = None,
) -> Report:
    """The next step only. `so_far` are entries as in `entered`; with `svg`, a picture in that file.

    `language` is as in `steps_report`.
    """
    file = opened(path, family)
    speech = speech_of(file.family, language)
    if svg is not None and not file.family:
        raise ProblemError("hints are drawn for puzzles of a family; this file has rules of its own")
    entries = entered(file, so_far)
    try:
        found = hint(file.puzzle, entries, strength=strength, time_limit=time_limit)
    except Contradiction as error:
        return unsolvable(file, error, speech)
    lines = [heading(file)]
    if found.mistake is not None and file.family:
        first, *others = speech.each(_mistaken(found.mistake, file, strength))
        lines += [first, *(f"  - {line}" for line in others)]
    elif found.mistake is not None or found.done:
        lines.append(speech(str(found)))
    else:
        where = map(shelf_of(file.family).name_of, found.where) if file.family else map(str, found.where)
        places = listing(list(where), ";" if file.family else ",")
        lines.append(speech(say("look at {places}", places=places)))
        if found.strength == 2:
            told = speech.each(["with the help of", *plainly_told(labels(found.statements), file)])
            lines += [told[0], *(f"  - {label}" for label in told[1:])]
        for step in found.steps:
            lines += step_lines(step, file, speech, numbered=len(found.steps) > 1)
    data = found.to_dict() | in_english(speech)
    _name(data["steps"], found.steps, file)
    if svg is not None:
        position = entries_of(file.puzzle, entries)
        write_svg(svg, shelf_of(file.family).draw_hint(file.puzzle, position, found))
    return Report("\n".join(lines), data, NO if found.mistake else 0)


def _name(told: list[dict[str, Any]], steps: Sequence[Step], file: PuzzleFile) -> None:
    """Add what steps are called in their family, where they have a name, to what is told of them."""
    for data, step in zip(told, steps, strict=True):
        called = named(file.family, file.puzzle, step)
        if called is not None:
            data["named"], data["says"] = called


@timed
def redundant_report(
    path: str | Path | PuzzleFile,
    *,
    family: str | None = None,
    fewest: bool = False,
    language: str = "en",
    time_limit: float | None = None,
    jobs: int = 1,
) -> Report:
    """Which clues follow from the others, and how few are enough; with `fewest` proved.

    Of a family whose printed clues are several statements each, which printed clues can go; with `fewest` the parts.
    `language` is as in `steps_report`.
    """
    file = opened(path, family)
    speech = speech_of(file.family, language)
    try:
        if file.family and not fewest and in_parts(file.puzzle):
            printed = redundant_printed(file.puzzle, time_limit=time_limit)
            told = "\n".join([heading(file), *map(speech, printed.lines)])
            return Report(told, printed.to_dict() | in_english(speech), 0 if printed.unique else NO)
        found = redundant(file.puzzle, fewest=fewest, bare=False, time_limit=time_limit, jobs=jobs)
    except Contradiction as error:
        return unsolvable(file, error, speech)
    except GaveUp as error:
        return Report(f"{heading(file)}\n{error}", {"status": "gave up", "limit": str(error)}, GAVE_UP)
    told = "\n".join([heading(file), *map(speech, plainly_told(found.lines, file))])
    return Report(told, found.to_dict() | in_english(speech), 0 if found.unique else NO)


def opened(puzzle: str | Path | PuzzleFile, family: str | None = None) -> PuzzleFile:
    """The puzzle that a source names (see `open_puzzle`), or one that has been read already."""
    return puzzle if isinstance(puzzle, PuzzleFile) else open_puzzle(puzzle, family)


def _mistaken(mistake: Mistake, file: PuzzleFile, strength: int) -> list[str]:
    """A wrong entry in the words of its family, and from strength 2 why."""
    name = shelf_of(file.family).name_of(mistake.variable)
    if strength == 1:
        return [say("look again at {place}: what is entered there cannot be", place=name)]
    wrong = value_said(file, mistake.variable, mistake.entered[0])
    lines: list[str] = [say("{place} cannot be {what}, because", place=name, what=wrong)]
    lines += labels(s for s in mistake.why.because if s.place != "entered")
    for statement in mistake.why.because:
        if statement.place == "entered" and (fact := statement.single()) is not None:
            what = value_said(file, fact.variable, fact.values[0])
            lines.append(say("{place} is {what} (entered)", place=fact.variable.name, what=what))
    return plainly_told(lines, file)


def plainly_told(texts: Iterable[str], file: PuzzleFile) -> list[str]:
    """Texts with variables as their family calls them; of other puzzles as they are."""
    if not file.family:
        return list(texts)
    known = {v.name: v for v in file.puzzle.scope}
    name_of = shelf_of(file.family).name_of

    def worded(text: str) -> str:
        if text in known:
            return name_of(known[text])
        return _VARIABLE.sub(
            lambda found: name_of(known[found[0]]) if found[0] in known else found[0], text
        )

    return [text.rewritten(worded) if isinstance(text, Phrase) else worded(text) for text in texts]


def unsolvable(file: PuzzleFile, error: Contradiction, speech: Speech | None = None) -> Report:
    """The report on a puzzle without a solution: a smallest conflict."""
    data = {"status": "none", "conflict": error.conflict.to_dict()}
    told = (speech or Speech("en", {})).each(["no solution", *plainly_told(error.conflict.lines, file)])
    return Report("\n".join([heading(file), *told]), data, NO)


def heading(file: PuzzleFile) -> str:
    """A puzzle's title and question on one line."""
    return f"{file.title}. {file.question}".rstrip(" .") + ("" if file.question.endswith("?") else ".")


def _verdict(verdict: Verdict) -> list[str]:
    if verdict.status == "several":
        lines: list[str] = [say(_NOT_UNIQUE[verdict.complete], number=len(verdict.solutions))]
        one, differ = verdict.solutions[0], {v: f"{a} or {b}" for v, a, b in verdict.difference}
        if in_grids(verdict.key):
            lines.append(say("Two of them, with a {sign} where they differ:", sign=_DIFFERENT))
            lines += grid_lines({v: _DIFFERENT if v in differ else str(one[v]) for v in verdict.key})
        lines.append(say("Two of them differ here:"))
        return lines + _columns([(str(v), said) for v, said in differ.items()])
    if verdict.status == "unique" and verdict.solution is not None:
        words = {v: str(verdict.solution[v]) for v in verdict.key}
        gridded = in_grids(words)
        rows = [(str(v), word) for v, word in words.items() if v not in gridded]
        return [say("Unique: exactly one solution."), *grid_lines(words), *_columns(rows)]
    return [str(verdict)]


def _columns(rows: Sequence[tuple[str, str]]) -> list[str]:
    wide = max((len(name) for name, _ in rows), default=0)
    return [f"  {name:<{wide}}  {value}" for name, value in rows]


def wrapped(text: str, first: str, later: str) -> list[str]:
    """Lines as wide as reports are, the first and the later ones begun so."""
    return textwrap.wrap(text, _WIDTH, initial_indent=first, subsequent_indent=later)


def step_lines(
    step: Step, file: PuzzleFile, speech: Speech | None = None, *, numbered: bool = True
) -> list[str]:
    """A step in lines: what it shows, then why; all in one language."""
    speech = speech or Speech("en", {})
    head = f"{step.number}. " if numbered else ""
    name = f" ({step.technique})" if step.technique and numbered else ""
    if file.family:
        # The shelf says how deep its own telling goes.
        called = named(file.family, file.puzzle, step)
        title = called[0] if called is not None else step.technique.split(",")[0] if name else ""
        title, what, *why = speech.each([title, *shelf_of(file.family).tell(file.puzzle, step)])
        lines = wrapped(head + what + (f" ({title})" if title else ""), "", " " * len(head))
        for sentence in why:
            lines += wrapped(f"- {sentence}", "   ", "     ")
        return lines
    lines = wrapped(head + step.sentence + name, "", " " * len(head))
    for label in labels(step.statements):
        lines += wrapped(f"- {label}", "   ", "     ")
    if step.known:
        known = ", ".join(f"{s.text} ({s.place})" for s in step.known)
        lines += wrapped(f"knowing {known}", "   ", "     ")
    return lines
