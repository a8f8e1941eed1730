"""``deduce habits``: how people play, counted from finished records into a file of the writer's own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from deduce.commands.common import JsonOption, game_of, read, show
from deduce.commands.declared import Argument, Option

if TYPE_CHECKING:
    from deduce.games.base import Game


def habits(
    files: Annotated[list[str], Argument(metavar="RECORD...", help="Complete records of finished games.")],
    to: Annotated[
        Path | None,
        Option(
            metavar="FILE", help="Add the counts to this file; it is made if need be.", show_default=False
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Count how people play, by name: a record with a line 'habits: FILE' then reckons with it."""
    from deduce.ground.errors import ProblemError
    from deduce.ground.reading import write_text
    from deduce.ground.report import Report
    from deduce.records.profiles import counted_in, mark_of, profiles_in, profiles_text, summed

    whole: dict[str, dict[str, Any]] = {} if to is None else profiles_in(to)
    counted = [] if to is None else counted_in(to)
    passed_over: list[str] = []
    for file in files:
        record = read(file)
        mark = mark_of(record.text)
        if mark in counted:
            passed_over.append(file)
            continue
        counted.append(mark)
        game: Game[Any, Any, Any] = game_of(record)
        replay = game.answers().read(record)
        try:
            shown = game.habits_told(replay)
        except ProblemError as error:
            raise ProblemError(f"{file}: {error}") from error
        if not shown:
            raise ProblemError(f"{file}: nothing is counted of how people play {game.title}")
        own = whole.setdefault(game.name, {})
        for seat, counts in shown.items():
            name = replay.names[seat - 1]
            own[name] = summed(own.get(name, {}), counts, f"[{game.name}.{name}]")
    text = profiles_text(whole, counted)
    if to is not None:
        write_text(to, text)
    notes = [f"{file}: counted before, passed over" for file in passed_over]
    values = {
        "habits": whole,
        "file": None if to is None else str(to),
        "counted": counted,
        "passed_over": passed_over,
    }
    show(Report("\n".join([text.rstrip("\n"), *notes]), values), json)
