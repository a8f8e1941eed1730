"""Many puzzles at once: which of them have exactly one solution, in several processes, kept in a file to go on from."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from deduce.ground.deadline import Deadline
from deduce.ground.errors import DeduceError, GaveUp, ProblemError
from deduce.ground.journal import Journal, JournalLine
from deduce.ground.progress import Progress
from deduce.ground.shown import Shown, frame
from deduce.ground.spreading import spread
from deduce.knowledge import Knowledge
from deduce.language.variables import is_whole
from deduce.problem import Problem
from deduce.puzzles.files import PuzzleFile
from deduce.puzzles.shelves import is_address, shelf_of
from deduce.puzzles.sources import open_puzzle
from deduce.puzzles.uniqueness import as_knowledge, verify

Source = str | Path | PuzzleFile | Knowledge | Problem

_STATUSES = ("unique", "several", "none", "gave up", "error")


@dataclass(frozen=True, slots=True)
class BatchRow:
    """What was found of one puzzle.

    Attributes:
        name: The file, address or name that it was given by.
        family: Its family of the shelves; empty for any other.
        status: ``"unique"``, ``"several"``, ``"none"``, ``"gave up"`` (see `deduce.puzzles.verify`), or ``"error"``: it
            could not be read.
        solutions: How many were found; all there are where `status` is ``"unique"`` or ``"none"``.
        solution: The first one: in its family's notation, or ``variable = value`` lines.
        method: What proved it.
        seconds: Processor seconds of reading and proving.
        limit: What it gave up at, or what is wrong with the file.
        remark: What is to be said of an address beside any answer (see `PuzzleFile.remark`); empty for nothing.
    """

    name: str
    family: str
    status: str
    solutions: int
    solution: str
    method: str
    seconds: float
    limit: str
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Batch(Shown):
    """The rows of `verify_all`, in the order of the puzzles; `to_frame` gives them to pandas."""

    rows: tuple[BatchRow, ...]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[BatchRow]:
        return iter(self.rows)

    def counts(self) -> dict[str, int]:
        """How many puzzles have each status, those that none has left out."""
        found = {status: sum(row.status == status for row in self.rows) for status in _STATUSES}
        return {status: n for status, n in found.items() if n}

    def to_dict(self) -> dict[str, Any]:
        """All rows as plain values for JSON."""
        return {"counts": self.counts(), "puzzles": [asdict(row) for row in self.rows]}

    def to_frame(self) -> Any:
        """A pandas data frame with a puzzle a row. Raises `MissingExtra` without pandas."""
        return frame([asdict(row) for row in self.rows])

    def __str__(self) -> str:
        wide = max((len(row.name) for row in self.rows), default=0)
        lines = [
            f"{row.name:<{wide}}  {row.status:<7}  {row.seconds:7.3f} s"
            + "".join(f"  {said}" for said in (row.limit, row.remark and f"({row.remark})") if said)
            for row in self.rows
        ]
        total = ", ".join(f"{n} {status}" for status, n in self.counts().items())
        return "\n".join([*lines, f"{len(self.rows)} puzzles: {total or 'none'}"])


def verify_all(
    puzzles: Iterable[Source] | Mapping[str, Source],
    *,
    family: str | None = None,
    limit: int = 2,
    time_limit: float | None = None,
    jobs: int = 1,
    results: str | Path | None = None,
    progress: bool | None = None,
) -> Batch:
    """Whether each of many puzzles has exactly one solution. A puzzle that cannot be read is a row, too.

    Args:
        puzzles: Files, addresses, read puzzle files, knowledge or problems; or a mapping from names to them.
        family: The family of the texts that files hold, as in `deduce.puzzles.sources.open_puzzle`.
        limit: How many solutions to look for, at least 2.
        time_limit: In seconds, for each puzzle.
        jobs: Worker processes; -1 for one a processor. The answers are the same.
        results: A file to keep every answer in and to go on from. An answer in it counts for a puzzle of the same name
            whose text (of knowledge: whose rules and clues) and `limit` are the same; one that gave up is asked again.
        progress: Show progress on stderr; by default on a terminal.

    Raises:
        ProblemError: A limit below 2, a faulty number of jobs, or two puzzles of one name.
        RecordError: `results` is a file of another kind.
    """
    if not is_whole(limit) or limit < 2:
        raise ProblemError(f"limit is {limit!r}; it must be at least 2 to tell one solution from several")
    asked = [
        _Asked(name, source, family, limit, time_limit, _digest(source, family, limit))
        for name, source in _named(puzzles)
    ]
    with ExitStack() as stack:
        journal = None if results is None else stack.enter_context(Journal(results, "verdicts"))
        found = {} if journal is None else _begun(journal)
        rows = {
            each.name: found[each.name][1]
            for each in asked
            if each.name in found and found[each.name][0] == each.digest
        }
        left = [each for each in asked if each.name not in rows]
        shown = Progress(len(asked), done=len(rows), show=progress, what="puzzles")
        stack.callback(shown.close)
        for each, row in spread(_Asked.answered, left, jobs=jobs):
            if journal is not None:
                journal.add({"puzzle": each, **asdict(row)})
            rows[row.name] = row
            shown.step()
    return Batch(tuple(rows[each.name] for each in asked))


def _named(puzzles: Iterable[Source] | Mapping[str, Source]) -> list[tuple[str, Source]]:
    if isinstance(puzzles, (str, Path, PuzzleFile)):
        raise ProblemError("several puzzles are asked about: put a single one into a list")
    if isinstance(puzzles, Mapping):
        return list(puzzles.items())
    found: dict[str, Source] = {}
    for number, source in enumerate(puzzles, start=1):
        if isinstance(source, PuzzleFile):
            name = source.source or f"puzzle {number}"
        else:
            name = str(source) if isinstance(source, (str, Path)) else f"puzzle {number}"
        if name in found:
            raise ProblemError(
                f"{name} is there twice: name it once, or give a mapping from names to puzzles"
            )
        found[name] = source
    return list(found.items())


def _digest(source: Source, family: str | None, limit: int) -> str:
    """Tells puzzles apart by what they say, and questions by their limit."""
    parts: Sequence[object] = (source,)
    if isinstance(source, PuzzleFile):
        source = source.puzzle
    if isinstance(source, (Problem, Knowledge)):
        puzzle = as_knowledge(source)
        parts = [
            *((v.name, v.domain) for v in puzzle.scope),
            *(f"{s.text}: {s.content.sentence()}" for s in puzzle.statements),
        ]
    elif not is_address(source):
        with suppress(OSError, ValueError):  # what is wrong with it is said when it is its turn
            parts = (Path(source).read_bytes(),)
    return hashlib.sha256(repr((family, limit, parts)).encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class _Asked:
    """A puzzle to be asked; it travels to other processes."""

    name: str
    source: Source
    family: str | None
    limit: int
    time_limit: float | None
    digest: str

    def answered(self) -> tuple[str, BatchRow]:
        """The digest and the answer."""
        begun = time.process_time()
        family = solution = method = why = remark = ""
        n = 0
        try:
            with Deadline(self.time_limit).grace().watch():
                file = self.source
                if isinstance(file, (str, Path)):
                    file = open_puzzle(file, self.family)
                puzzle = file.puzzle if isinstance(file, PuzzleFile) else as_knowledge(file)
                if isinstance(file, PuzzleFile):
                    family, remark = file.family, str(file.remark)
                verdict = verify(puzzle, limit=self.limit, time_limit=self.time_limit)
                status, method, why, n = (
                    verdict.status,
                    verdict.method,
                    verdict.limit,
                    len(verdict.solutions),
                )
                if verdict.solution is not None:
                    solution = (
                        shelf_of(family).show(puzzle, verdict.solution)
                        if family
                        else "\n".join(f"{v} = {verdict.solution[v]}" for v in verdict.key)
                    )
        except GaveUp as error:
            status, why = "gave up", str(error)
        except (DeduceError, OSError) as error:
            status, why = "error", str(error)
        seconds = round(time.process_time() - begun, 4)
        return self.digest, BatchRow(
            self.name,
            family,
            status=status,
            solutions=n,
            solution=solution,
            method=method,
            seconds=seconds,
            limit=why,
            remark=remark,
        )


def _begun(journal: Journal) -> dict[str, tuple[str, BatchRow]]:
    """The answers that a file has, by name, each with its puzzle's digest; a new file gets its first line."""
    if not journal.lines:
        journal.add({"verdicts": 1})
    found = {}
    for line in journal.lines[1:]:
        digest, row = _kept(line)
        # Files from before there were remarks do not say whether an address was read whole.
        if row.status != "gave up" and ("remark" in line or not is_address(row.name)):
            found[row.name] = digest, row
    return found


def _kept(line: JournalLine) -> tuple[str, BatchRow]:
    """A line as an answer. Raises `RecordError`."""
    kinds: dict[str, type | tuple[type, ...]] = {"seconds": (int, float), "solutions": int}
    names = [field.name for field in fields(BatchRow)]
    if {"remark", *line} != {"puzzle", *names} or any(
        isinstance(line[key], bool) or not isinstance(line[key], kinds.get(key, str)) for key in line
    ):
        raise line.wrong(f"is no answer about a puzzle: {json.dumps(dict(line))[:60]}")
    row = BatchRow(**{key: line[key] for key in names if key in line})
    least = {"unique": (1, 1), "several": (2, 1 << 30), "none": (0, 0)}.get(row.status, (0, 1 << 30))
    if row.status not in _STATUSES or not least[0] <= row.solutions <= least[1]:
        raise line.wrong(f"says {row.status!r} with {row.solutions} solutions, which cannot be")
    return line["puzzle"], row
