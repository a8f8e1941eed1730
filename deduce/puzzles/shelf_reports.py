"""What the command line says about the shelf, and about puzzles of its families."""

from __future__ import annotations

import textwrap
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from deduce.ground.deadline import Deadline
from deduce.ground.errors import GaveUp, ProblemError, RecordError
from deduce.ground.journal import Journal, JournalLine
from deduce.ground.phrases import Speech
from deduce.ground.progress import Progress
from deduce.ground.report import Report
from deduce.ground.shown import write_svg
from deduce.ground.spreading import spread
from deduce.ground.wording import as_is, many, say
from deduce.language.variables import is_whole
from deduce.puzzles.files import PuzzleFile
from deduce.puzzles.house import read_at_home
from deduce.puzzles.ratings import Difficulty
from deduce.puzzles.shelves import Easing, Shelf, families, family_called, shelf_of
from deduce.puzzles.speaking import speech_of
from deduce.puzzles.uniqueness import Verdict, verify
from deduce.puzzles.walks import Step
from deduce.puzzles.wishes import Judged, Wishes

_WIDTH = 96


def shelf_report(names: Sequence[str] = (), *, svg: str | None = None) -> Report:
    """All families, or those of these names or titles; with `svg`, pictures of their examples in that folder.

    Raises `ProblemError` for an unknown family.
    """
    known, own = families(), [family_called(said) or said for said in names]
    chosen = {name: shelf_of(name) for name in own} if names else known
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
            _made_folder(folder)
            picture = folder / f"{name}.svg"
            write_svg(picture, shelf.draw(name, shelf.example(name)))
            entry["picture"] = str(picture)
        data.append(entry)
        lines.append(f"{name}: {entry['title']}")
        lines += textwrap.wrap(entry["about"], _WIDTH, initial_indent="  ", subsequent_indent="  ")
        if names:
            lines += ["", textwrap.indent(entry["example"], "  "), ""]
    lines.append(f"{many(len(data), 'family', 'families')}")
    return Report("\n".join(lines), {"families": data})


def family_verdict(
    file: PuzzleFile, verdict: Verdict, status: int, why: Sequence[str], speech: Speech
) -> Report:
    """A verdict on a puzzle of a family: its solution in the family's notation, or two, or `why` there is none."""
    shelf = shelf_of(file.family)
    shown = [shelf.show(file.puzzle, world) for world in verdict.solutions]
    lines = [f"{file.title}: {speech(verdict.headline).splitlines()[0]}"]
    for solution in shown[:2]:
        lines += ["", solution]
    lines += speech.each(why)
    data = {**verdict.to_dict(), "family": file.family, "shown": shown}
    return Report("\n".join(lines), data, status)


def family_picture(file: PuzzleFile, verdict: Verdict) -> str:
    """A puzzle of a family as SVG, with its solution if there is one, or with two side by side."""
    shelf = shelf_of(file.family)
    return shelf.draw(
        file.family, file.text, *(shelf.show(file.puzzle, world) for world in verdict.solutions[:2])
    )


def _made_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ProblemError(f"{folder}: pictures cannot be written there: {reason}") from error


def draw_steps(file: PuzzleFile, steps: Sequence[Step], folder: Path) -> list[str]:
    """Pictures ``step-001.svg`` and so on of what is known after each step. Raises `ProblemError` without a family."""
    if not file.family:
        raise ProblemError("steps are drawn for puzzles of a family; this file has rules of its own")
    shelf = shelf_of(file.family)
    _made_folder(folder)
    written = []
    for step in steps:
        picture = folder / f"step-{step.number:03}.svg"
        write_svg(picture, shelf.draw_step(file.puzzle, steps, step.number))
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
    needs: Sequence[str] = (),
    without: Sequence[str] = (),
    time_limit: float | None = None,
    jobs: int = 1,
    parallel: Mapping[str, Any] | None = None,
    path: str | Path | None = None,
    symmetric: bool = False,
    minimal: bool = True,
    extra: Sequence[str] = (),
    kinds: Sequence[str] = (),
    theme: str = "",
    progress: bool | None = False,
    language: str = "en",
) -> Report:
    """New puzzles of a family, `rows` by `cols`, each with exactly one solution, as texts of the family.

    Args:
        name: The family.
        rows: How many rows.
        cols: How many columns.
        n: How many.
        seed: The same seed gives the same puzzles; the number of a puzzle decides it, not how many are made.
        difficulty: The least and the greatest level on the scale of grades.
        needs: Techniques that no puzzle can do without; see `deduce.puzzles.wishes`.
        without: Techniques that every puzzle can do without.
        time_limit: In seconds, for all.
        jobs: Worker processes; -1 for one a processor.
        parallel: Arguments of ``joblib.parallel_config`` in place of worker processes on this machine.
        path: A results file to go on from, as in `deduce.puzzles.generate`; its puzzles are verified again.
        symmetric: The places with clues look the same after half a turn.
        minimal: No clue could be left out, unless it would be harder than wished without.
        extra: House rules besides those of the family.
        kinds: What the clues are made of, for families that leave a choice; empty for their own.
        theme: What every puzzle has in any case, as text, for families that have such a thing.
        progress: Show on stderr how many are made, where it is several; None: on a terminal.
        language: In which is told what stands above the puzzles.

    Raises:
        ProblemError: An unknown family or technique, or a family that is not generated.
        RecordError: `path` is a file of another kind, or a line of it is wrong.
        GaveUp: The limit came first, or no puzzle of that difficulty in `_ATTEMPTS` attempts.
    """
    style: dict[str, Any] = {"symmetric": symmetric, "minimal": minimal, "extra": list(extra)}
    if kinds or theme:
        style |= {"kinds": list(kinds), "theme": theme}
    wishes = None
    if difficulty or needs or without:
        wishes = Wishes(*(difficulty or (0, 10)), needs=tuple(needs), without=tuple(without), family=name)
    with ExitStack() as stack:
        journal = None if path is None else stack.enter_context(Journal(path, "puzzles"))
        seed, found = _begun(journal, name, (rows, cols), wishes, seed, style)
        entries = _kept(shelf_of(name), name, found, n, extra)
        left = [number for number in range(1, n + 1) if number not in entries]
        end = time.time() + (time_limit or 0.0)
        work = _Work(
            name,
            rows,
            cols=cols,
            seed=seed,
            wishes=wishes,
            seconds=time_limit,
            end=end,
            style=style,
        )
        shown = Progress(n, done=len(entries), show=progress if n > 1 else False, what="puzzles")
        stack.enter_context(closing(shown))
        for entry in spread(work.make, left, jobs=jobs, parallel=parallel):
            if journal is not None:
                journal.add(entry)
            entries[entry["number"]] = entry
            shown.step()
    return _told(
        name, seed, [entries[number] for number in range(1, n + 1)], extra, speech_of(name, language)
    )


def _kept(
    shelf: Shelf, name: str, found: Sequence[JournalLine], n: int, extra: Sequence[str]
) -> dict[int, dict[str, Any]]:
    """The first `n` puzzles of a file by number, verified again. Raises `RecordError`."""
    entries: dict[int, dict[str, Any]] = {}
    for line in found:
        number = line["number"]
        if number in entries:
            raise line.wrong(f"is the second of puzzle {number}: take out one of the two lines")
        if number <= n:
            entries[number] = _believed(shelf, name, line, extra)
    return entries


def _told(
    name: str, seed: int, entries: Sequence[Mapping[str, Any]], extra: Sequence[str], speech: Speech
) -> Report:
    """Puzzles as a report. What stands above them are comments: one of them, kept as a file, can be read as it is."""
    title = speech(say("{title}, seed {seed}", title=as_is(shelf_of(name).title(name)), seed=seed))
    lines, puzzles = [f"# {each}" for each in (title, *extra)], []
    for entry in entries:
        rated = [Difficulty.of(entry["difficulty"]).brief] if "rating" in entry else []
        lines += ["", *(f"# {speech(each)}" for each in rated), entry["text"]]
        puzzles.append({key: value for key, value in entry.items() if key not in ("number", "rating")})
    more = {"extra": list(extra)} if extra else {}
    return Report("\n".join(lines), {"family": name, **more, "seed": seed, "puzzles": puzzles})


def _begun(
    journal: Journal | None,
    name: str,
    size: tuple[int, int],
    wishes: Wishes | None,
    seed: int | None,
    style: Mapping[str, Any],
) -> tuple[int, list[JournalLine]]:
    """The seed, and the lines of puzzles that the file has; a new file gets its first line."""
    wished = wishes.to_dict() if wishes else {}
    told: dict[str, Any] = {
        "family": name,
        "size": list(size),
        **{key: wished.get(key) for key in ("difficulty", "needs", "without")},
        # None for what files did not say once.
        "symmetric": style["symmetric"] or None,
        "minimal": style["minimal"] and None,
        "extra": style["extra"] or None,
        "kinds": style.get("kinds") or None,
        "theme": style.get("theme") or None,
    }
    fresh = Random().getrandbits(32) if seed is None else seed
    if journal is None:
        return fresh, []
    if not journal.lines:
        journal.add({"puzzles": 1, **told, "seed": fresh})
        return fresh, []
    first, *rest = journal.lines
    kept = first.get("seed")
    if not is_whole(kept):
        raise first.wrong("has no seed: give a new file, or mend this one")
    for key, value in {**told, "seed": kept if seed is None else seed}.items():
        if first.get(key) != value:
            raise ProblemError(f"{journal.path} holds puzzles of another {key}: give another file")
    for line in rest:
        number = line.get("number")
        if not is_whole(number) or number < 1:
            raise line.wrong("has no number of a puzzle, from 1")
    return kept, rest


def _believed(shelf: Shelf, name: str, line: JournalLine, extra: Sequence[str]) -> dict[str, Any]:
    """A puzzle of a file, verified again. Raises `RecordError`."""
    rated = {"rating", "difficulty"} & set(line)
    if set(line) - rated != {"number", "text"} or not isinstance(line["text"], str) or len(rated) == 1:
        raise line.wrong("is no puzzle: give a new file, or mend this one")
    if rated and not (isinstance(line["rating"], str) and isinstance(line["difficulty"], dict)):
        raise line.wrong("has no difficulty in words and numbers")
    try:
        unique = verify(read_at_home(shelf, name, line["text"], extra)).unique
    except (ProblemError, RecordError) as error:
        raise line.wrong(f"is no puzzle of this family: {error}") from error
    if not unique:
        raise line.wrong("has a puzzle with another number of solutions than one")
    return dict(line)


@dataclass(frozen=True, slots=True)
class _Work:
    """All that a worker needs besides the number of a puzzle."""

    name: str
    rows: int
    cols: int
    seed: int
    wishes: Wishes | None
    seconds: float | None
    end: float
    style: Mapping[str, Any]

    def make(self, number: int) -> dict[str, Any]:
        """Puzzle `number`, the same wherever it is made."""
        deadline = Deadline(self.seconds, left=self.end - time.time())
        rng = Random(f"{self.name} {self.seed} {number}")
        text, rating = _made(
            shelf_of(self.name),
            self.name,
            rows=self.rows,
            cols=self.cols,
            rng=rng,
            wishes=self.wishes,
            deadline=deadline,
            style=self.style,
        )
        rated = {} if rating is None else {"difficulty": rating.to_dict(), "rating": rating.brief}
        return {"number": number, "text": text, **rated}


_ATTEMPTS = 100


def _made(
    shelf: Shelf,
    name: str,
    rows: int,
    cols: int,
    rng: Random,
    wishes: Wishes | None,
    deadline: Deadline,
    style: Mapping[str, Any],
) -> tuple[str, Difficulty | None]:
    """One puzzle, as wished if anything is."""
    judged: dict[str, Judged] = {}

    def judge(text: str) -> Judged:
        if wishes is not None and text not in judged:
            puzzle = read_at_home(shelf, name, text, style["extra"])
            judged[text] = wishes.judge(puzzle, time_limit=deadline.left())
        return judged[text]

    make: Callable[..., str] = shelf.generate
    if wishes is not None and isinstance(shelf, Easing):
        make = partial(shelf.eased, harder=lambda text: judge(text).harder)
    for _ in range(_ATTEMPTS):
        try:
            left = deadline.left()
            left = 60.0 if left is None else left
            text = make(name, rows, cols, rng=rng, time_limit=left, **style)
            deadline.left()
        except GaveUp as error:
            raise GaveUp(f"{_limit(deadline, error)}{_missed(judged)}") from error
        if wishes is None:
            return text, None
        found = judge(text)
        if found.fits:
            return text, found.grade
    raise GaveUp(f"none of {_ATTEMPTS} puzzles of {rows} by {cols} was as wished{_missed(judged)}")


def _limit(deadline: Deadline, error: GaveUp) -> GaveUp:
    """The limit that was asked for, where it is reached, and not what was left of it."""
    try:
        deadline.left()
    except GaveUp as reached:
        return reached
    return error


def _missed(judged: Mapping[str, Judged]) -> str:
    """What was not as wished, and how often."""
    times = Counter(found.why for found in judged.values() if not found.fits)
    return "".join(f"; {n} tried: {why}" for why, n in sorted(times.items()))
