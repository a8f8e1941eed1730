"""Records and puzzles as strangers send them: read as everywhere, but no file that they name is opened."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from deduce.games.base import Game
from deduce.ground.errors import ProblemError, nearest
from deduce.ground.wording import as_is, say
from deduce.puzzles.files import PuzzleFile, loads
from deduce.puzzles.shelves import address_of, is_address, without_remark
from deduce.puzzles.sources import of_family
from deduce.records.header import option_value
from deduce.records.record import Record, read_record
from deduce.web.request import Request

FILE_KEYS: Final = ("data", "words", "vectors")
"""Header keys that name files wherever a game has them."""
_LIKE_A_FILE = re.compile(r"[/\\]|\.\w+\s*$")


def _refused(key: str) -> str:
    return say("{key}: files are not opened here; only what the library ships can be named", key=as_is(key))


def game_called(name: str) -> Game[Any, Any, Any]:
    """The installed game of that name. Raises `ProblemError`."""
    from deduce.games.registry import game

    return game(name.strip().lower())


def record_of(request: Request) -> tuple[Game[Any, Any, Any], Record]:
    """The record in a request and its game.

    One of everybody is read as the player `who` of the request may see it, or as a bystander may.

    Raises `RecordError` where the header is none, names no game that is installed, or names a file.
    """
    record = read_record(request.long_text("record"), who=request.maybe_text("who"))
    return game_of(record), record


def game_of(record: Record) -> Game[Any, Any, Any]:
    """The game a record names, once it is sure that the record names no file. Raises `RecordError`."""
    try:
        game = game_called(record.game)
    except ProblemError as error:
        raise record.line_of("game").error(error.said) from error
    for key, value, line in record.header:
        if value and (key in FILE_KEYS or _names_a_file(game, key, value)):
            raise line.error(_refused(key), line.value_column)
    return game


def _names_a_file(game: Game[Any, Any, Any], key: str, value: str) -> bool:
    option = game.options.get(key)
    return option is not None and option.allowed is None and _LIKE_A_FILE.search(value) is not None


def options_of(game: Game[Any, Any, Any], given: Mapping[str, str]) -> dict[str, Any]:
    """Rule options spelt as in records. Raises `ProblemError` saying what is allowed."""
    found = {}
    for key, value in given.items():
        if key not in game.options:
            raise ProblemError(f"{game.name} has no option {key[:60]!r}: {nearest(key, game.options)}")
        if _names_a_file(game, key, value):
            raise ProblemError(_refused(key))
        found[key] = option_value(f"option {key}", value, game.options[key])
    return found


def puzzle_of(request: Request) -> PuzzleFile:
    """The puzzle in a request: ``puzzle`` in TOML, or ``family`` with ``grid``, its text or an address that holds it.

    Raises `ProblemError` for an unknown family, `RecordError` for a faulty text.
    """
    if not request.has("family"):
        return loads(request.long_text("puzzle"), source="puzzle")
    family, grid = request.text("family"), request.long_text("grid")
    if is_address(grid.strip()):
        name, text = address_of(grid.strip())
        return of_family(name, without_remark(text)[0], "puzzle")
    return of_family(family, grid, "puzzle")
