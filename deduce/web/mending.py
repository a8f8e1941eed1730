"""Mending notes that contradict each other: which one slip of the pen, undone, makes them agree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

from deduce.games.base import Game
from deduce.ground.deadline import tick
from deduce.ground.errors import DeduceError, GaveUp
from deduce.ground.report import Report
from deduce.records.form import Form
from deduce.records.record import Record, read_record

__all__ = ["mends"]

_TRIED: Final = 80
"""So many lines are tried at most."""
_KEPT: Final = 6
_EACH: Final = 3
"""So many of one line are kept where others are blamed too: of a code there are more than anybody looks through."""


def mends(game: Game[Any, Any, Any], record: Record, form: Form) -> list[dict[str, Any]]:
    """Changes of one line after which the notes agree: ``line``, ``text`` (empty: taken out), ``was``, ``chance``.

    `chance` is that of the slip being in that line, as the game's repairs have it. Empty where the notes agree already
    or the game blames no lines. Where the watched time runs out, what has been found is given.
    """
    found: list[dict[str, Any]] = []
    with suppress(GaveUp):
        report = _solved(game, record)
        blamed = _blamed(report) if report is not None and report.status == 1 else []
        tried = 0
        for number, chance in blamed:
            was = record.lines[number - 1]
            _, _, comment = was.partition("#")
            room = min(_KEPT, len(found) + (_EACH if len(blamed) > 1 else _KEPT))
            for text in _variants(game, record, form, number):
                tick()
                if tried >= _TRIED or len(found) >= room:
                    break
                tried += 1
                new = f"{text}  #{comment}" if comment else text
                if _agrees(game, _with(record, number, new)):
                    found.append({"line": number, "text": new, "was": was, "chance": chance})
        for number, chance in blamed:
            tick()
            if len(found) < _KEPT and _agrees(game, _with(record, number, f"# {record.lines[number - 1]}")):
                found.append(
                    {"line": number, "text": "", "was": record.lines[number - 1], "chance": chance}
                )
    return found


def _variants(game: Game[Any, Any, Any], record: Record, form: Form, number: int) -> Iterator[str]:
    """Lines one slip away: by the form of the game's lines, or where what can come next is composed by what was told."""
    if form.events:
        return form.variants(record.lines[number - 1].partition("#")[0])
    return iter(game.answers().read(record).variants(number))


def _blamed(report: Report) -> list[tuple[int, float]]:
    """The lines of the repairs of one statement, likeliest first; else those of the conflict."""
    repairs = [
        (each["remove"][0], each["chance"])
        for each in report.data.get("repairs", ())
        if len(each["remove"]) == 1
    ]
    conflict = report.data.get("conflict") or {}
    said = repairs or [(statement, 0.0) for statement in conflict.get("because", ())]
    found: dict[int, float] = {}
    for statement, chance in said:
        if place := re.search(r"line (\d+)", str(statement.get("place", ""))):
            found[int(place[1])] = found.get(int(place[1]), 0.0) + float(chance)
    return sorted(found.items(), key=lambda pair: -pair[1])


def _with(record: Record, number: int, text: str) -> Record:
    lines = [*record.lines[: number - 1], text, *record.lines[number:]]
    return read_record("\n".join(lines), source=record.source)


def _solved(game: Game[Any, Any, Any], record: Record) -> Report | None:
    try:
        return game.solve(record)
    except GaveUp:
        raise
    except DeduceError:
        return None


def _agrees(game: Game[Any, Any, Any], record: Record) -> bool:
    report = _solved(game, record)
    return report is not None and not report.status
