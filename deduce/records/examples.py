"""Where the examples are that come with the library, and the evening that is shown first of a game."""

from __future__ import annotations

from pathlib import Path

from deduce.ground.errors import ProblemError


def examples_folder() -> Path:
    """In a wheel beside the code, in a checkout at its top. Raises `ProblemError` where there is neither."""
    package = Path(__file__).parents[1]
    for place in (package / "_examples", package.parent / "examples"):
        if place.is_dir():
            return place
    raise ProblemError("this installation has no examples")


def evening_of(game: str) -> str:
    """The text of a game's shipped evening. Raises `ProblemError` where none is shipped of it."""
    for path in (examples_folder() / game / "evening.txt", examples_folder() / "tables" / f"{game}.txt"):
        if path.is_file():
            return path.read_text(encoding="utf-8")
    raise ProblemError(f"no evening of {game} comes with the library")
