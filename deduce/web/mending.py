"""Mending notes that contradict each other: which one slip of the pen, undone, makes them agree."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple

from deduce.games.base import Game
from deduce.ground.deadline import tick
from deduce.ground.errors import DeduceError, GaveUp
from deduce.ground.report import Report
from deduce.records.form import Form
from deduce.records.record import Record, read_record

_TRIED: Final = 80
"""So many lines are tried at most."""
_KEPT: Final = 6
_EACH: Final = 3
"""So many of one line are kept where others are blamed too: of a code there are more than anybody looks through."""


class Mends(NamedTuple):
    """What would mend notes: lines with their changes, whether all changes were tried, what to say beside the chances."""

    lines: list[dict[str, Any]]
    whole: bool
    reservations: list[str]


def mends(game: Game[Any, Any, Any], record: Record, form: Form) -> Mends:
    """Changes of one line after which the notes agree, line by line, the likeliest first.

    A line has its number ``line``, what it ``was``, the ``texts`` that mend it (empty: it is taken out), and the
    ``chance`` that the slip is in this line alone, as the game's repairs have it: it is the line's and no text's, for
    of what was meant in place of a slip they know nothing. None where the game says no chances. Nothing where the notes
    agree already or the game blames no lines.
    """
    found: dict[int, list[str]] = {}
    blamed: list[tuple[int, float | None]] = []
    whole, reservations = False, list[str]()
    with suppress(GaveUp):
        report = _solved(game, record)
        reservations = list(report.data.get("reservations", ())) if report is not None else []
        blamed = _blamed(report) if report is not None and report.status == 1 else []
        whole = _changed(game, record, form, [number for number, _ in blamed], found)
        for number, _ in blamed:
            tick()
            if sum(map(len, found.values())) >= _KEPT:
                whole = False
                break
            if _agrees(game, _with(record, number, f"# {record.lines[number - 1]}")):
                found.setdefault(number, []).append("")
    lines = [
        {"line": number, "was": record.lines[number - 1], "chance": chance, "texts": found[number]}
        for number, chance in blamed
        if number in found
    ]
    return Mends(lines, whole, reservations if any(each["chance"] is not None for each in lines) else [])


def _changed(
    game: Game[Any, Any, Any], record: Record, form: Form, blamed: list[int], found: dict[int, list[str]]
) -> bool:
    """Put into `found` what mends the notes in place of a blamed line; whether all that is one slip away was tried."""
    tried, whole = 0, True
    for number in blamed:
        _, _, comment = record.lines[number - 1].partition("#")
        kept = sum(map(len, found.values()))
        room = min(_KEPT, kept + (_EACH if len(blamed) > 1 else _KEPT))
        for text in _variants(game, record, form, number):
            tick()
            if tried >= _TRIED or kept >= room:
                whole = False
                break
            tried += 1
            new = f"{text}  #{comment}" if comment else text
            if _agrees(game, _with(record, number, new)):
                found.setdefault(number, []).append(new)
                kept += 1
    return whole


def _variants(game: Game[Any, Any, Any], record: Record, form: Form, number: int) -> Iterator[str]:
    """Lines one slip away: by the form of the game's lines, or where what can come next is composed by what was told."""
    if form.events:
        return form.variants(record.lines[number - 1].partition("#")[0])
    return iter(game.answers().read(record).variants(number))


def _blamed(report: Report) -> list[tuple[int, float | None]]:
    """The lines of which each alone has a repair, with its chance, likeliest first; else those of the conflict."""
    found: dict[int, float] = {}
    for repair in report.data.get("repairs", ()):
        lines = {_line(statement) for statement in repair["remove"]}
        if len(lines) == 1 and (line := lines.pop()):
            found[line] = found.get(line, 0.0) + float(repair["chance"])
    if found:
        return [(line, found[line]) for line in sorted(found, key=lambda line: -found[line])]
    conflict = report.data.get("conflict") or {}
    return [(line, None) for line in dict.fromkeys(map(_line, conflict.get("because", ()))) if line]


def _line(statement: Mapping[str, Any]) -> int:
    """The number of the line of a statement; 0 where it has none."""
    place = re.search(r"line (\d+)", str(statement.get("place", "")))
    return int(place[1]) if place else 0


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
