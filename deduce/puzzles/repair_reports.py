"""What the command line says about a puzzle file that is not unique yet: ``deduce repair``."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from deduce.evidence import Statement
from deduce.ground.deadline import Deadline
from deduce.ground.errors import Contradiction, GaveUp, ProblemError
from deduce.ground.report import Report
from deduce.ground.shown import write_svg
from deduce.ground.wording import as_is, say
from deduce.puzzles.alterations import other_values
from deduce.puzzles.files import PuzzleFile
from deduce.puzzles.pictures import chances_text
from deduce.puzzles.printed import printed_at
from deduce.puzzles.repairing import Diagnosis, repair
from deduce.puzzles.reports import (
    GAVE_UP,
    NO,
    heading,
    opened,
    plainly_told,
    timed,
    unsolvable,
)
from deduce.puzzles.shapes import clue_pool, said_otherwise
from deduce.puzzles.shelves import shelf_of
from deduce.puzzles.speaking import in_english, speech_of
from deduce.worlds.base import World


@timed
def repair_report(
    path: str | Path | PuzzleFile,
    *,
    family: str | None = None,
    limit: int = 3,
    svg: str | Path | None = None,
    sample: int = 0,
    seed: int | None = None,
    language: str = "en",
    time_limit: float | None = None,
) -> Report:
    """How far the puzzle is from having one solution, and which clues would bring it there.

    Candidates are the values of what is asked, and clues of the shapes of a puzzle file's own.

    Args:
        path: The puzzle file, or a text of `family`, or an address; see `open_puzzle`.
        family: The family of the text.
        limit: How many smallest sets of clues are listed at most.
        svg: Where a picture of the chances is written.
        sample: So many solutions are drawn, each as likely as any other.
        seed: The same seed draws the same solutions.
        language: As in `deduce.puzzles.reports.steps_report`.
        time_limit: In seconds, for everything.
    """
    file = opened(path, family)
    speech = speech_of(file.family, language)
    deadline = Deadline(time_limit)
    if sample < 0:
        raise ProblemError(f"sample is {sample}; it is a number of solutions")

    def others(clue: Statement) -> Iterable[Statement]:
        # The clues of a family are no texts whose words could be changed.
        return other_values(clue) if file.family or _gives(clue) else said_otherwise(file, clue)

    try:
        found = repair(
            file.puzzle,
            candidates=_candidates(file),
            others=others,
            together=printed_at(file.puzzle) if file.family else None,
            limit=limit,
            time_limit=deadline.rest(),
        )
    except Contradiction as error:
        return unsolvable(file, error, speech)
    lines, data = plainly_told(found.lines, file), {"title": file.title, **found.to_dict()}
    if sample:
        told, drawn = _drawn(file, found, sample, seed)
        lines += told
        data["sample"] = drawn
    if svg is not None:
        write_svg(svg, found.svg())
        lines.append(say("picture: {file}", file=as_is(svg)))
        data["picture"] = str(svg)
    text = "\n".join([heading(file), *map(speech, lines)])
    return Report(
        text, data | in_english(speech), 0 if found.unique else NO if found.label == "exact" else GAVE_UP
    )


def _gives(clue: Statement) -> bool:
    """Whether a clue tells the value of a variable."""
    single = clue.single()
    return single is not None and single.mask.bit_count() == 1


def _candidates(file: PuzzleFile) -> list[Statement]:
    """Clues of the shapes of the file's own; none for a family or a puzzle of givens: values are candidates anyway."""
    if file.family or all(map(_gives, file.puzzle.log)):
        return []
    pool = clue_pool(file).values()
    return [clue for clue in pool if not _gives(clue)]


def _drawn(
    file: PuzzleFile, found: Diagnosis, n: int, seed: int | None
) -> tuple[list[str], list[dict[str, Any]]]:
    if not found.found.exact:
        raise GaveUp(f"no fair draw of solutions: {found.limit}")
    lines: list[str] = []
    drawn = found.sample(n, seed)
    for number, world in enumerate(drawn, start=1):
        whole = file.family and not file.about
        shown = [shelf_of(file.family).show(file.puzzle, world)] if whole else _shown(world)
        lines += [say("solution {number}, drawn fairly", number=number), *map(as_is, shown)]
    return lines, [{v.name: str(value) for v, value in world.items()} for world in drawn]


def _shown(world: World) -> list[str]:
    picture = chances_text({v: {value: 1.0} for v, value in world.items()})
    return picture or [f"  {v} is {value}" for v, value in world.items()]
