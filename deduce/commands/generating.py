"""``deduce generate``: new puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from deduce.commands.common import (
    DaskOption,
    JobsOption,
    JsonOption,
    LanguageOption,
    answer,
    going_on,
    language_of,
)
from deduce.commands.declared import Argument, Option, say
from deduce.commands.puzzles import LIMIT, FamilyOption

if TYPE_CHECKING:
    from deduce.ground.report import Report


SourceArgument = Annotated[
    str | None,
    Argument(
        metavar="[FILE]",
        help="A puzzle to make more of (as for unique), or a family's name.",
        show_default=False,
    ),
]
SizeOption = Annotated[
    str | None,
    Option(
        metavar="ROWSxCOLS",
        help="The size of a family's new puzzles; 6x6 unless told otherwise, of a sudoku 9x9.",
        show_default=False,
    ),
]
DifficultyOption = Annotated[
    str | None,
    Option(help="The grade, 1 to 10: a number, a range such as 2-3, or same.", show_default=False),
]
NeedsOption = Annotated[
    str,
    Option(
        metavar="TECHNIQUES",
        help="Of a family: what it cannot be solved without, such as pair,triple or a family's own names.",
    ),
]
WithoutOption = Annotated[
    str,
    Option(
        metavar="TECHNIQUES", help="Of a family: what it can be solved without, such as trial,counting."
    ),
]
MinimalOption = Annotated[
    bool,
    Option(help="Of a family: no clue could be left out, unless it would be harder than wished without."),
]
KindsOption = Annotated[
    str,
    Option("--of", metavar="KINDS", help="Of variantsudoku: what lines are made of, such as arrow,cage."),
]
ThemeOption = Annotated[
    str,
    Option(
        metavar="LINES",
        help="Of a family: where clues are (o), are not (.) or may be (?), rows with ; between. "
        "Of variantsudoku: lines in any case, such as 'anti-knight; diagonal'.",
    ),
]
ResultsOption = Annotated[
    Path | None,
    Option(help="Keep the puzzles in this file and go on from it.", show_default=False),
]
LimitOption = Annotated[
    float | None,
    Option(
        min=0.0,
        help="Seconds for all; after them those made are shown. Unless told otherwise 60 for each.",
        show_default=False,
    ),
]
JsonlOption = Annotated[
    bool,
    Option(
        "--jsonl",
        help="A line of JSON a puzzle, as it is made: question, answer, proof, steps, difficulty. Of a seed they "
        "are others than without.",
    ),
]


def generate(
    file: SourceArgument = None,
    family: FamilyOption = None,
    size: SizeOption = None,
    n: Annotated[int, Option("--n", "-n", min=1, max=1_000_000, help="How many.")] = 1,
    seed: Annotated[
        int | None, Option(help="The same seed gives the same puzzles.", show_default=False)
    ] = None,
    difficulty: DifficultyOption = None,
    needs: NeedsOption = "",
    without: WithoutOption = "",
    symmetric: Annotated[
        bool, Option("--symmetric", help="Of a family: clues in a pattern that half a turn keeps.")
    ] = False,
    minimal: MinimalOption = True,
    of: KindsOption = "",
    theme: ThemeOption = "",
    jobs: JobsOption = 1,
    results: ResultsOption = None,
    dask: DaskOption = None,
    time_limit: LimitOption = None,
    jsonl: JsonlOption = False,
    language: LanguageOption = None,
    json: JsonOption = False,
) -> None:
    """More puzzles of a file's kind or of a family, each proved to have exactly one solution."""
    from deduce.puzzles.generation_reports import generate_report, size_of

    time_limit = LIMIT * n if time_limit is None else time_limit
    if jsonl:
        others = {
            "--needs": needs, "--without": without, "--symmetric": symmetric, "--no-minimal": not minimal,
            "--of": of, "--theme": theme, "--jobs": jobs != 1, "--results": results, "--dask": dask, "--json": json,
        }  # fmt: skip
        refused = [name for name, given in others.items() if given]
        _data_set(
            file, family, size=size, n=n, seed=seed, difficulty=difficulty, time_limit=time_limit, refused=refused
        )  # fmt: skip
        return

    def made() -> Report:
        return generate_report(
            file, family=family, size=size_of(size), n=n, seed=seed, difficulty=difficulty,
            time_limit=time_limit, jobs=jobs, results=results, address=dask, symmetric=symmetric,
            minimal=minimal, kinds=of, theme=theme, needs=needs, without=without,
            language=language_of(language),
        )  # fmt: skip

    with going_on("the puzzles made", results):
        answer(made, time_limit, json)


def _data_set(
    file: str | None,
    family: str | None,
    *,
    size: str | None,
    n: int,
    seed: int | None,
    difficulty: str | None,
    time_limit: float,
    refused: Sequence[str],
) -> None:
    """The items of a data set, each written as soon as it is made; options that say nothing of one are `refused`."""
    from json import dumps

    from deduce.ground.deadline import Deadline
    from deduce.ground.errors import ProblemError
    from deduce.puzzles.datasets import dataset
    from deduce.puzzles.generation_reports import difficulty_range, size_of

    if refused:
        raise ProblemError(f"--jsonl makes the items of a data set, without {', '.join(refused)}")
    source = family or file
    if source is None or (file is not None and family is not None):
        raise ProblemError("a data set is of a family (--family NAME), or of the kind of a puzzle file")
    wish = difficulty_range(difficulty)
    items = dataset(source, n, seed=seed or 0, difficulty=wish, size=size_of(size) or (4, 4))
    with Deadline(time_limit).watch():
        for item in items:
            say(dumps(item.to_dict(), ensure_ascii=False))
