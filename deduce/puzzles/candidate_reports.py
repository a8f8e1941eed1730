"""What ``deduce candidates`` says: what every cell can still be, and how many solutions each value leaves."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from pathlib import Path

from deduce.ground.phrases import Speech, listing, say
from deduce.ground.report import Report
from deduce.ground.shown import write_svg
from deduce.language.variables import Variable
from deduce.puzzles.candidate_counts import Candidates, candidates
from deduce.puzzles.entries import entered, value_said
from deduce.puzzles.files import PuzzleFile
from deduce.puzzles.pictures import grid_lines, in_grids
from deduce.puzzles.reports import (
    GAVE_UP,
    NO,
    heading,
    hint_report,
    opened,
    step_lines,
    timed,
    wrapped,
)
from deduce.puzzles.shelves import shelf_of
from deduce.puzzles.speaking import speech_of

Counts = Mapping[Variable, Mapping[Hashable, int]]


@timed
def candidates_report(
    path: str | Path | PuzzleFile,
    so_far: Iterable[str] = (),
    *,
    family: str | None = None,
    most: int = 8,
    further: int = 25,
    step: bool = False,
    svg: str | Path | None = None,
    language: str = "en",
    time_limit: float | None = None,
) -> Report:
    """The candidates of a puzzle; see `deduce.puzzles.candidates`.

    Args:
        path: The puzzle file, or a text of `family`, or an address; see `open_puzzle`.
        so_far: Entries such as ``pet[Ann]=cat``; of a grid ``r1c2=3`` stands for ``cell[1,2]=3``.
        family: The family of the text.
        most: As in `deduce.puzzles.candidates`.
        further: As there.
        step: Also what a person could strike next, and why.
        svg: Where a picture is written.
        language: As in `deduce.puzzles.reports.steps_report`.
        time_limit: In seconds, for everything.
    """
    file = opened(path, family)
    speech = speech_of(file.family, language)
    so_far = list(so_far)
    entries = entered(file, so_far)
    found = candidates(file.puzzle, entries, most=most, further=further, step=step, time_limit=time_limit)
    if not (found.solutions or found.limit):
        why = hint_report(file, so_far, strength=3, language=language, time_limit=time_limit)
        said = [line for line in why.text.splitlines()[1:] if line != speech(found.heading)]
        data = {"title": file.title, **found.to_dict(), "why": why.data}
        return Report("\n".join([heading(file), speech(found.heading), *said]), data, NO)
    # What a family keeps beside its cells (which rectangle is a number's) is in the data alone.
    whole = file.family and not file.about
    asked = set(file.problem.key) if whole else found.counts.keys()
    counts = {v: left for v, left in found.counts.items() if v in asked}
    lines = [
        heading(file),
        speech(found.heading),
        *_grid(found, counts),
        *_open(found, counts, file, speech),
    ]
    if found.step is not None:
        steps = found.step.steps[:1]
        told = [line for each in steps for line in step_lines(each, file, speech, numbered=False)]
        lines += [speech("next:"), *told] if told else [speech("nothing more follows")]
    data = {"title": file.title, **found.to_dict()}
    if svg is not None:
        write_svg(svg, found._repr_svg_())
        data["picture"] = str(svg)
    return Report("\n".join(lines), data, GAVE_UP if found.limit else 0 if found.solutions else NO)


def _grid(found: Candidates, counts: Counts) -> list[str]:
    """Each grid, with the values left in each cell; ``?`` for those not decided."""
    shown = {v: [*map(str, left), *("?" if found.undecided(v) else "")] for v, left in counts.items()}
    return grid_lines({v: ".".join(words) or "!" for v, words in shown.items()})


def _open(found: Candidates, counts: Counts, file: PuzzleFile, speech: Speech) -> list[str]:
    """The variables of which not just one value is left, each with its counts."""
    name = shelf_of(file.family).name_of if file.family else str
    gridded = in_grids(counts)
    lines = []
    for v, left in counts.items():
        others = found.undecided(v)
        # Beside a grid what has one value from the start is nothing to look for.
        if len(left) != 1 or others or (v not in gridded and len(v.domain) > 1):
            told = listing(
                [
                    say("{what} ({count})", what=value_said(file, v, x), count=found.told(v, x))
                    for x in left
                ],
                ",",
            )
            if others:
                told = (
                    say("{text}; the others are not decided", text=told) if told else "nothing is decided"
                )
            said = say("{place}: {text}", place=name(v), text=told or "nothing is possible")
            lines += wrapped(speech(said), "  ", "    ")
    return lines
