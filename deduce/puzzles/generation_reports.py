"""What ``deduce generate`` says: more puzzles of a file's kind or of a family, and what was wished of them."""

from __future__ import annotations

from pathlib import Path

from deduce.ground.errors import Contradiction, GaveUp, ProblemError, nearest
from deduce.ground.phrases import Speech
from deduce.ground.report import Report
from deduce.ground.spreading import dask
from deduce.ground.wording import Phrase, as_is, say
from deduce.puzzles.files import PuzzleFile
from deduce.puzzles.generation import Generated, PuzzleFamily, generate
from deduce.puzzles.grades import difficulty
from deduce.puzzles.reports import GAVE_UP, heading, opened, timed, unsolvable, wrapped
from deduce.puzzles.shapes import clue_pool
from deduce.puzzles.shelf_reports import family_generated
from deduce.puzzles.shelves import families, family_called, shelf_of
from deduce.puzzles.speaking import in_english, speech_of
from deduce.puzzles.uniqueness import verify

_LARGEST = 60
"""New puzzles have at most so many rows and columns."""


@timed
def generate_report(
    path: str | Path | PuzzleFile | None,
    *,
    family: str | None = None,
    size: tuple[int, int] | None = None,
    n: int = 1,
    seed: int | None = None,
    difficulty: int | str | None = None,
    needs: str = "",
    without: str = "",
    time_limit: float | None = None,
    progress: bool | None = None,
    jobs: int = 1,
    results: str | Path | None = None,
    address: str | None = None,
    symmetric: bool = False,
    minimal: bool = True,
    kinds: str = "",
    theme: str = "",
    language: str = "en",
) -> Report:
    """More puzzles with the variables and rules of a file, and clues of the shapes of its clues.

    Args:
        path: The puzzle file, text or address; of a family the new ones have the same size. Or a family's name.
            None for new ones of `family`, of a `size`.
        family: The family of the text.
        size: Rows and columns of new puzzles of a family; None for a usual size.
        n: How many.
        seed: The same seed gives the same puzzles.
        difficulty: The level on the scale of grades, 1 to 10; a range such as ``"2-3"``; ``"same"`` for that of the
            file's own puzzle; None for any.
        needs: Of a family: techniques that it cannot do without, with commas; see `deduce.puzzles.wishes`.
        without: Of a family: techniques that it can do without, all together.
        time_limit: In seconds, for all.
        progress: Show progress on stderr; by default on a terminal.
        jobs: Worker processes; -1 for one a processor.
        results: Keep the puzzles in this file and go on from it.
        address: Of a Dask scheduler whose workers make the puzzles.
        symmetric: Of a family: the places with clues look the same after half a turn.
        minimal: Of a family: no clue could be left out, unless it would be harder than wished without.
        kinds: Of a family that leaves a choice: what clues are made of, with commas.
        theme: Of such a family: what every puzzle has in any case, lines with semicolons.
        language: In which is told what stands beside the puzzles; a puzzle's own text is the same in all languages.
    """
    family = family and (family_called(family) or family)
    if isinstance(path, str) and family is None and not Path(path).exists():
        family = family_called(path)
        path = None if family else path
    word = path if isinstance(path, str) and family is None and path.isalpha() else ""
    if word and not Path(word).exists():
        raise ProblemError(
            f"there is no family {word!r} and no file of that name: {nearest(word.lower(), families())}"
        )
    file = None if path is None else opened(path, family)
    extra = file.extra if file is not None else ()
    shelved = "" if file is None else file.family or (file.base if file.base in families() else "")
    if file is not None and not shelved:
        if size is not None or symmetric or not minimal or kinds or theme or needs or without:
            raise ProblemError(
                "sizes, patterns and techniques are for puzzles of a family; this file has variables of its own"
            )
        return _own_generated(
            file,
            difficulty,
            n=n,
            seed=seed,
            time_limit=time_limit,
            progress=progress,
            jobs=jobs,
            results=results,
            address=address,
            language=language,
        )
    if file is not None:
        wish = _wish(file, difficulty, time_limit)
        family, size = shelved, size or shelf_of(shelved).size(file.puzzle)
    elif family is None:
        raise ProblemError("generate takes a puzzle to make more of, or a family, such as slitherlink")
    else:
        wish, size = difficulty_range(difficulty), size or _usual(family)
    with dask(address) as parallel:
        return family_generated(
            family, *size, n=n, seed=seed, difficulty=wish, needs=_words(needs), without=_words(without),
            time_limit=time_limit,
            jobs=jobs, parallel=parallel, path=results, symmetric=symmetric, minimal=minimal, extra=extra,
            kinds=_words(kinds), progress=progress, language=language,
            theme="\n".join(line.strip() for line in theme.split(";")).strip(),
        )  # fmt: skip


def _usual(family: str) -> tuple[int, int]:
    """The size of new puzzles if none is wished: of a sudoku 9x9; that of its example, where this is no square."""
    shelf = shelf_of(family)
    rows, cols = shelf.size(shelf.read(family, shelf.example(family)))
    side = 9 if family.endswith("sudoku") else 6
    return (side, side) if rows == cols else (rows, cols)


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


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
    language: str,
) -> Report:
    """More puzzles with the variables and rules of a file that belongs to no family."""
    speech = speech_of("", language)
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
        return unsolvable(file, error, speech)
    written = {clue: says for says, clue in pool.items()}
    lines, puzzles = [heading(file)], []
    for number, made in enumerate(found, start=1):
        lines += ["", speech(say("Puzzle {number}", number=number)), *_told(made, speech)]
        clues = [{"text": clue.text, "says": written[clue]} for clue in made.clues]
        puzzles.append({**made.to_dict(), "clues": clues})
    data = {"title": file.title, "seed": seed, "puzzles": puzzles}
    return Report("\n".join(lines), data | in_english(speech))


def _told(made: Generated, speech: Speech) -> list[str]:
    """A generated puzzle in lines: its clues, its answer, how hard it is."""
    lines = []
    for i, clue in enumerate(made.clues, start=1):
        # The sentences of a file are in its own language.
        text = speech(clue.text) if isinstance(clue.text, Phrase) else clue.text
        lines += wrapped(f"{i}. {text}", "  ", "     ")
    solution = made.verdict.solution or {}
    answer = ", ".join(f"{v} = {solution[v]}" for v in made.verdict.key)
    said = speech(say("Answer: {answer}", answer=as_is(answer)))
    return [*lines, *wrapped(said, "  ", "    "), f"  ({speech(made.difficulty.brief)})"]


def size_of(text: str | None) -> tuple[int, int] | None:
    """Rows and columns written as ``8x10``, of a square as ``8``. Raises `ProblemError`."""
    if text is None:
        return None
    parts = text.lower().split("x")
    parts = parts * 2 if len(parts) == 1 else parts
    if len(parts) != 2 or not all(
        part.isdecimal() and len(part) < 10 and 1 <= int(part) <= _LARGEST for part in parts
    ):
        raise ProblemError(
            f"size {text!r}: write rows and columns from 1 to {_LARGEST}, such as 8x10 (or 8)"
        )
    return int(parts[0]), int(parts[1])


def _wish(file: PuzzleFile, given: int | str | None, time_limit: float | None) -> tuple[int, int] | None:
    if given != "same":
        return difficulty_range(given)
    if not verify(file.puzzle, time_limit=time_limit).unique:
        raise ProblemError(f"{file.source} is not unique, so its difficulty is no measure for others")
    hardest = difficulty(file.puzzle, time_limit=time_limit).hardest
    return hardest, hardest


def difficulty_range(given: int | str | None) -> tuple[int, int] | None:
    """A wished difficulty in numbers."""
    if given is None:
        return None
    parts = str(given).split("-")
    if len(parts) <= 2 and all(part.isdecimal() and len(part) < 10 for part in parts):
        low, high = int(parts[0]), int(parts[-1])
        if 1 <= low <= high <= 10:
            return low, high
    raise ProblemError(
        f"difficulty {given!r}: write a number from 1 to 10 such as 2, a range such as 2-3, or same"
    )
