"""What is known, as boards: of every game, from the sheets of its form and the data of its answer.

A quantity of a family (``holder[rope]``) is a place of that family's board, called by what tells it from the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from deduce.show.places import Board, Place

if TYPE_CHECKING:
    from deduce.records.form import Sheet

CERTAIN = 1 - 1e-9
"""From here on a chance is certainty."""
NARROW = 10
"""A table has no more columns; what has more values is drawn as cards."""
DENSE = 0.5
"""A table has a chance in so many of its squares, those of certain rows aside."""
ACROSS = 3
"""Cards in a row."""
LISTED = 12
"""So many of the chances of a place are told."""

Chances = Mapping[str, float]


def boards_of(
    sheets: Sequence[Sheet], data: Mapping[str, Any], boards: Sequence[Board] = ()
) -> list[Board]:
    """What is on the table and what is known of it: a game's own boards, then its sheets, family by family.

    Args:
        sheets: Of the form.
        data: Of the answer to ``deduce solve``; a sheet whose part is not there is left out.
        boards: The game's own. Where one shows a sheet, its places have the chances of that sheet; a family whose
            members are places with chances there has no board more.
    """
    by_name = {sheet.name: sheet for sheet in sheets}
    found = [_filled(each, by_name.get(each.shows), data) for each in boards]
    shown = {each.shows for each in boards}
    drawn = {place.say for board in boards for place in board.places if place.chance is not None}
    for sheet in sheets:
        rows = {} if sheet.name in shown else _rows(sheet, data)
        for family, places in _families(rows):
            if drawn and places.keys() <= drawn:
                found = [_asked(each, sheet, family, places) for each in found]
                continue
            title = family or sheet.name
            if list(places) == [""]:
                found.append(_list(sheet, title, places[""]))
            elif _is_table(places):
                found.append(_table(sheet, title, family, places))
            else:
                found.append(_cards(sheet, title, family, places))
    unweighed = data.get("exact") is False  # an answer that says so of all its chances
    rough = {sheet.name for sheet in sheets if sheet.estimated or unweighed}
    return [replace(each, estimated=True) if each.shows in rough else each for each in found]


def _filled(board: Board, sheet: Sheet | None, data: Mapping[str, Any]) -> Board:
    rows = {} if sheet is None else _rows(sheet, data)
    if sheet is None or not rows:
        return board
    if board.kind == "holders":
        return replace(board, places=tuple(_held(sheet, each, rows) for each in board.places))
    places = (
        replace(place, chances=_ranked(rows[place.say]), fact=_fact(sheet, place.say, "{value}"))
        if place.say in rows
        else place
        for place in board.places
    )
    return replace(board, places=tuple(places))


def _held(sheet: Sheet, place: Place, rows: Mapping[str, Chances]) -> Place:
    """What somebody has, with who may have it: the sheet is read the other way."""
    chances = {name: inside.get(place.say, 0.0) for name, inside in rows.items()}
    return replace(place, chances=_ranked(chances), fact=_fact(sheet, "{value}", place.say))


def _asked(board: Board, sheet: Sheet, family: str, rows: Mapping[str, Chances]) -> Board:
    """A board whose places know what is asked about them: the likeliest value."""
    places = (
        replace(place, fact=_fact(sheet, _whole(family, place.say), _ranked(rows[place.say])[0][0]))
        if place.say in rows and place.chance is not None
        else place
        for place in board.places
    )
    return replace(board, places=tuple(places))


def _rows(sheet: Sheet, data: Any) -> dict[str, Chances]:
    """The chances of a sheet by what they are about; all about one thing, where it has a level less."""
    for key in sheet.at:
        data = data.get(key) if isinstance(data, Mapping) else None
    if isinstance(data, list | tuple):
        data = {str(number): each for number, each in enumerate(data, 1)}
    if not isinstance(data, Mapping):
        return {}
    rows: dict[str, Chances] = {}
    for key, inside in data.items():
        if isinstance(inside, Mapping):
            rows[str(key)] = {str(word): float(x) for word, x in inside.items() if _is_chance(x)}
        elif _is_chance(inside):
            rows[""] = {**rows.get("", {}), str(key): float(inside)}
    return {key: chances for key, chances in rows.items() if chances}


def _is_chance(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _families(rows: Mapping[str, Chances]) -> Iterator[tuple[str, dict[str, Chances]]]:
    """Rows by family, in their order; what has no family is one without a name."""
    found: dict[str, dict[str, Chances]] = {}
    for name, chances in rows.items():
        family, key = _parted(name)
        found.setdefault(family, {})[key] = chances
    yield from found.items()


def _parted(name: str) -> tuple[str, str]:
    match = re.fullmatch(r"(.+?)\[(.+)\]", name)
    return (match[1], match[2]) if match else ("", name)


def _whole(family: str, key: str) -> str:
    return f"{family}[{key}]" if family else key


def _is_table(places: Mapping[str, Chances]) -> bool:
    """Whether few values are shared by what is open."""
    open_ = [chances for chances in places.values() if max(chances.values()) < CERTAIN]
    values = {word for chances in open_ for word in chances}
    if len(open_) < 2 or len(values) > NARROW:
        return False
    return sum(len(chances) for chances in open_) >= DENSE * len(values) * len(open_)


def _ranked(chances: Chances) -> tuple[tuple[str, float], ...]:
    """What is possible, the likeliest first; of equal chances in their order."""
    known = [(word, chance) for word, chance in chances.items() if chance > 0]
    ranked = sorted(known, key=lambda pair: -round(pair[1], 9))
    return tuple(ranked[:1] if ranked and ranked[0][1] >= CERTAIN else ranked[:LISTED])


def _fact(sheet: Sheet, name: str, word: str) -> str:
    return sheet.fact.replace("{outer}", name).replace("{inner}", word)


def _list(sheet: Sheet, title: str, chances: Chances) -> Board:
    place = Place("", 0, 0, chances=_ranked(chances), fact=_fact(sheet, "", "{value}"))
    return Board(title, ("",), ("",), (place,), kind="list", shows=sheet.name)


def _cards(sheet: Sheet, title: str, family: str, places: Mapping[str, Chances]) -> Board:
    across = len(places) if len(places) in (2, 4) else min(ACROSS, len(places))
    made = tuple(
        Place(
            key,
            number // across,
            number % across,
            key,
            chances=_ranked(chances),
            fact=_fact(sheet, _whole(family, key), "{value}"),
        )
        for number, (key, chances) in enumerate(places.items())
    )
    rows = ("",) * -(-len(made) // across)
    return Board(title, rows, ("",) * across, made, kind="cards", shows=sheet.name)


def _table(sheet: Sheet, title: str, family: str, places: Mapping[str, Chances]) -> Board:
    values = tuple(dict.fromkeys(word for chances in places.values() for word in chances))
    turned = sheet.across == "outer" and len(places) <= NARROW
    made = []
    for number, (key, chances) in enumerate(places.items()):
        for at, word in enumerate(values):
            if word not in chances:
                continue
            row, column = (at, number) if turned else (number, at)
            fact = _fact(sheet, _whole(family, key), word)
            made.append(Place(key, row, column, about=f"{key} {word}", chance=chances[word], fact=fact))
    keys = tuple(places)
    rows, columns = (values, keys) if turned else (keys, values)
    return Board(title, rows, columns, tuple(made), kind="table", shows=sheet.name)
