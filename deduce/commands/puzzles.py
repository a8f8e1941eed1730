"""``deduce unique``, ``steps``, ``hint``, ``redundant``, ``repair``: what a puzzle file tells its maker."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

from deduce.commands.common import (
    JobsOption,
    JsonOption,
    LanguageOption,
    SvgOption,
    answer,
    going_on,
    language_of,
    puzzle_in,
    show,
)
from deduce.commands.declared import Argument, Option

if TYPE_CHECKING:
    from deduce.ground.report import Report

PuzzleArgument = Annotated[
    str,
    Argument(
        metavar="FILE",
        help="A puzzle file (TOML, f-puzzles, pzprv3, a sudoku's digits), a text of --family, or an address; "
        "- reads standard input.",
    ),
]


EntriesArgument = Annotated[
    list[str] | None,
    Argument(
        metavar="[ENTRY]...",
        help="What is filled in: pet[Ann]=cat, r1c2=3, or as steps say it: r1c1-r1c2=drawn",
        show_default=False,
    ),
]


def _tell(
    report: partial[Report], file: str, family: str | None, time_limit: float, json: bool
) -> NoReturn:
    """Print what `report` says of the puzzle in `file`, within the limit; what it refuses is in its language too."""
    from deduce.ground.errors import DeduceError

    def made() -> Report:
        from deduce.games.speaking import refused, speech_of

        try:
            puzzle = puzzle_in(file, family)
            told = report(puzzle, family=family, time_limit=time_limit)
            if isinstance(puzzle, str) or not puzzle.remark:
                return told
            remark = speech_of(None, report.keywords["language"])(puzzle.remark)
            return replace(told, text=f"{told.text}\n\n({remark})", data={**told.data, "remark": remark})
        except DeduceError as error:
            raise refused(error, speech_of(None, report.keywords["language"])) from error

    answer(made, time_limit, json)


LIMIT = 60.0
"""Seconds that a command about one puzzle takes at most, unless it is told otherwise."""

PuzzleLimitOption = Annotated[
    float, Option(min=0.0, help="Seconds; after them the answer is labelled 'gave up'.")
]

FamilyOption = Annotated[
    str | None,
    Option(
        metavar="NAME",
        help="The file is a text of this family, by name or title (see `deduce puzzles`).",
        show_default=False,
    ),
]


def puzzles(
    names: Annotated[
        list[str] | None, Argument(metavar="[FAMILY]...", help="Only these.", show_default=False)
    ] = None,
    svg: Annotated[
        str | None,
        Option(
            metavar="FOLDER", help="Write a picture of each family's example there.", show_default=False
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """The families of pencil puzzles on the shelf, each with what one has to do and a small example."""
    from deduce.puzzles.shelf_reports import shelf_report

    show(shelf_report(names or (), svg=svg), json)


def unique(
    files: Annotated[
        list[str],
        Argument(metavar="FILE", help="Puzzle files, texts of --family, or addresses; several: a table."),
    ],
    family: FamilyOption = None,
    limit: Annotated[int, Option(min=2, help="How many solutions to look for.")] = 2,
    jobs: JobsOption = 1,
    results: Annotated[
        Path | None,
        Option(help="Keep the answers in this file and go on from it.", show_default=False),
    ] = None,
    time_limit: PuzzleLimitOption = LIMIT,
    svg: SvgOption = None,
    language: LanguageOption = None,
    json: JsonOption = False,
) -> None:
    """Whether a puzzle has exactly one solution; if not, two and where they differ, or what conflicts.

    Of several files (or with --results) a table of all; --time-limit is for each. Exit status 0 for exactly one
    solution (of each), 1 for none or several or a faulty file, 3 when the time limit was reached.
    """
    from deduce.ground.spreading import checked_jobs

    checked_jobs(jobs)  # of one puzzle too, which needs no workers
    if len(files) > 1 or results is not None:
        from deduce.ground.errors import ProblemError
        from deduce.puzzles.reports import batch_report

        if files.count("-") > 1:
            raise ProblemError("standard input is read once; it can be one of the files only")
        with going_on("the answers", results):
            show(
                batch_report(
                    [puzzle_in(each, family) for each in files],
                    family=family,
                    limit=limit,
                    time_limit=time_limit,
                    jobs=jobs,
                    results=results,
                    svg=svg,
                ),
                json,
            )
    from deduce.puzzles.reports import unique_report

    (file,) = files
    made = partial(unique_report, limit=limit, svg=svg, language=language_of(language))
    _tell(made, file, family, time_limit, json)


def steps(
    file: PuzzleArgument,
    family: FamilyOption = None,
    svg: Annotated[
        Path | None,
        Option(
            metavar="FILE",
            help="Write a picture of every step to this file; of a family, one each to this folder.",
            show_default=False,
        ),
    ] = None,
    techniques: Annotated[
        bool,
        Option(
            "--techniques/--fewest",
            help="Steps by named techniques and the grade, or of the fewest statements at once, proved.",
        ),
    ] = True,
    time_limit: PuzzleLimitOption = LIMIT,
    language: LanguageOption = None,
    json: JsonOption = False,
) -> None:
    """A step-by-step solution, each step by the easiest technique, and how hard the puzzle is, from 1 to 10."""
    from deduce.puzzles.reports import steps_report

    made = partial(steps_report, svg=svg, fewest=not techniques, language=language_of(language))
    _tell(made, file, family, time_limit, json)


def hint(
    file: PuzzleArgument,
    entries: EntriesArgument = None,
    so_far: Annotated[
        list[str] | None,
        Option(metavar="ENTRY", help="The same as an option; repeatable.", show_default=False),
    ] = None,
    family: FamilyOption = None,
    strength: Annotated[int, Option(min=1, max=3, help="1: where to look, 2: which clues, 3: all.")] = 1,
    time_limit: PuzzleLimitOption = LIMIT,
    svg: SvgOption = None,
    language: LanguageOption = None,
    json: JsonOption = False,
) -> None:
    """The next step only, as weak or strong as asked; or which entry is wrong, and why."""
    from deduce.puzzles.reports import hint_report

    filled = [*(entries or ()), *(so_far or ())]
    made = partial(hint_report, so_far=filled, strength=strength, svg=svg, language=language_of(language))
    _tell(made, file, family, time_limit, json)


def candidates(
    file: PuzzleArgument,
    entries: EntriesArgument = None,
    family: FamilyOption = None,
    most: Annotated[int, Option(min=1, help="Count solutions of each value until there are so many.")] = 8,
    further: Annotated[
        int, Option(min=0, help="Look for at most so many solutions more than tell what is possible.")
    ] = 25,
    step: Annotated[
        bool, Option("--step", help="Also the next deduction a person could make, and why.")
    ] = False,
    time_limit: PuzzleLimitOption = LIMIT,
    svg: SvgOption = None,
    language: LanguageOption = None,
    json: JsonOption = False,
) -> None:
    """What every cell can still be, and how many solutions each value leaves.

    A number with + is "at least". Exit status 0, 1 when there is no solution, 3 when the time limit was reached.
    """
    from deduce.puzzles.candidate_reports import candidates_report

    made = partial(
        candidates_report,
        so_far=entries or (),
        most=most,
        further=further,
        step=step,
        svg=svg,
        language=language_of(language),
    )
    _tell(made, file, family, time_limit, json)


def convert(
    file: PuzzleArgument,
    family: FamilyOption = None,
    to: Annotated[
        str,
        Option(
            "--to",
            metavar="FORM",
            help="text, puzz.link, pzprv3, penpa, f-puzzles, sudokupad or f-puzzles.json.",
        ),
    ] = "text",
    json: JsonOption = False,
) -> None:
    """A puzzle of a family in another form: its text, or an address that holds it.

    What the other form cannot say is refused, with the reason.
    """
    from deduce.puzzles.conversion_reports import convert_report

    show(convert_report(puzzle_in(file, family), family=family, to=to), json)


def redundant(
    file: PuzzleArgument,
    family: FamilyOption = None,
    fewest: Annotated[
        bool, Option("--fewest", help="Look until it is proved that no fewer clues are enough.")
    ] = False,
    jobs: JobsOption = 1,
    time_limit: PuzzleLimitOption = LIMIT,
    language: LanguageOption = None,
    json: JsonOption = False,
) -> None:
    """Which clues follow from the others, and few that keep the puzzle unique (of small puzzles the fewest)."""
    from deduce.puzzles.reports import redundant_report

    made = partial(redundant_report, fewest=fewest, jobs=jobs, language=language_of(language))
    _tell(made, file, family, time_limit, json)


def repair(
    file: PuzzleArgument,
    family: FamilyOption = None,
    limit: Annotated[int, Option(min=1, help="How many sets of clues to list.")] = 3,
    svg: Annotated[
        str | None,
        Option(metavar="FILE", help="Write a picture of the chances there.", show_default=False),
    ] = None,
    sample: Annotated[
        int, Option(min=0, max=100_000, help="Draw so many solutions, all equally likely.")
    ] = 0,
    seed: Annotated[
        int | None, Option(help="The same seed draws the same solutions.", show_default=False)
    ] = None,
    time_limit: PuzzleLimitOption = LIMIT,
    language: LanguageOption = None,
    json: JsonOption = False,
) -> None:
    """What a puzzle that is not unique needs: how many solutions, the chances, which clues to add or change.

    Exit status 0 for exactly one solution, 1 for none or several, 3 when a limit was reached.
    """
    from deduce.puzzles.repair_reports import repair_report

    made = partial(
        repair_report, limit=limit, svg=svg, sample=sample, seed=seed, language=language_of(language)
    )
    _tell(made, file, family, time_limit, json)
