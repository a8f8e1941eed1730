"""Reading and checking the data files of the components; what is certain about the game is enforced.

A user's file names what differs from the shipped box, or, with ``complete = true``, says all there is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from deduce.ground.errors import ProblemError, nearest
from deduce.records.datafile import Note, note, notes_in, read_toml
from deduce_models.shakespeare.components.elements import COLOURS
from deduce_models.shakespeare.components.keys import TABLES, Reading
from deduce_models.shakespeare.components.parts import (
    ACTS,
    CRAFTS,
    DATA,
    FILES,
    QUILLS,
    TRADES,
    Act,
    Character,
    Components,
    Gain,
    Objective,
)
from deduce_models.shakespeare.components.stage import Stage, read_stage

COMPLETE = "complete"
"""The key of a file that says all there is: then nothing of the shipped box is in it."""

LISTED = ("character", "objective")
"""Lists of tables, in which each has its name."""

NAMED = {"stages": ("stage", None), "acts": ("act", ACTS)}
"""Tables of tables, what each of these is, and their names where those are given."""


def components(stage: str = "I", path: str | Path | None = None) -> Components:
    """The shipped components with the stage of that name, or those that the user's file at `path` makes of them.

    Raises `ProblemError` naming the file and everything in it that is wrong, each with its key.
    """
    return _shipped(stage) if path is None else _read(_given(Path(path)), stage, str(path))


@lru_cache(maxsize=32)
def _shipped(stage: str) -> Components:
    return _read(_tables(), stage, "the shipped data")


@lru_cache(maxsize=1)
def _tables() -> dict[str, Any]:
    """The shipped tables of all files."""
    return {key: value for name in FILES for key, value in read_toml(DATA / f"{name}.toml").values.items()}


def shipped_notes() -> list[Note]:
    """Where every table of the shipped data comes from, by file and dotted key."""
    found: list[Note] = []
    for name in FILES:
        values = read_toml(DATA / f"{name}.toml").values
        for key, value in values.items():
            if isinstance(value, list):
                found += [
                    note(part, f"{key} {part.get('name', '')}", f"{name}.toml: {key}") for part in value
                ]
        found += notes_in(values)
    return found


# A user's file over the shipped tables.


def _given(path: Path) -> dict[str, Any]:
    """All tables, where the file says nothing else the shipped ones. Raises `ProblemError` for unknown tables."""
    given, shipped, reading = dict(read_toml(path).values), _tables(), Reading(str(path))
    complete = given.pop(COMPLETE, False)
    if not isinstance(complete, bool):
        reading.say(COMPLETE, f"expected true or false, not {complete!r}")
    for key in given:
        if key not in shipped:
            reading.say(key, f"is no table of the box; {nearest(key, (*shipped, COMPLETE))}")
    for key in shipped:
        if complete and key not in given:
            reading.say(key, f"is missing, and the file says {COMPLETE} = true")
        elif key in given and not isinstance(given[key], type(shipped[key])):
            told = f"tables, written [[{key}]]" if key in LISTED else f"a table, written [{key}]"
            reading.say(key, f"expected {told}")
    reading.finish()
    return given if complete else {key: _over(key, table, given) for key, table in shipped.items()}


def _over(key: str, shipped: Any, given: Mapping[str, Any]) -> Any:
    """A shipped table with what the file says about it."""
    if key not in given:
        return shipped
    if key in LISTED:
        own: dict[Any, Any] = {}
        for each in given[key]:
            name = each.get("name") if isinstance(each, dict) else None
            # What is given twice, or has no name, is told when all are checked.
            own[name if isinstance(name, str) and name not in own else len(own)] = each
        known = [_changed(part, own.pop(part["name"], {})) for part in shipped]
        return [*known, *own.values()]
    if key in NAMED:
        return {**shipped, **{name: _changed(shipped.get(name), part) for name, part in given[key].items()}}
    return _changed(shipped, given[key])


def _changed(shipped: Any, given: Any) -> Any:
    both = isinstance(shipped, Mapping) and isinstance(given, Mapping)
    return {**shipped, **given} if both else given


# The tables, checked and as values.


def _read(tables: Mapping[str, Any], stage: str, source: str) -> Components:
    """The components of these tables. Raises `ProblemError` naming `source` and everything that is wrong."""
    reading = Reading(source)
    characters = _characters(reading, tables["character"])
    stages = _stages(reading, tables["stages"])

    def told(key: str, values: Callable[[Reading, dict[str, Any]], dict[str, Any]]) -> dict[str, Any]:
        """What a table says, in the fields of `Components`; nothing where a key of it is wrong."""
        table = reading.table(tables[key], key, key)
        return {} if table is None else values(reading, table)

    box, ambiance = told("box", _box), told("ambiance", _ambiance)
    if box and ambiance and box["start_ambiance"] >= len(ambiance["grey"]):
        last = len(ambiance["grey"]) - 1
        reading.say("box.ambiance", f"the track has the spaces 0 to {last}, not {box['start_ambiance']}")
    extra = reading.table(tables["extra"], "extra", "extra")
    found: dict[str, Any] = {
        "deck": tuple(card for card, copies in characters for _ in range(copies)),
        "start": _start(reading, tables["start"], [card for card, _ in characters]),
        "extra": _gain(reading, extra["power"], "power", "extra.power") if extra else None,
        "objectives": _objectives(reading, tables["objective"]),
        **told("bags", _bags),
        **told("costumes", _costumes),
        **ambiance,
        **told("acts", _acts),
        **box,
        **told("solo", _solo),
    }
    reading.finish()
    if stage not in stages:
        raise ProblemError(f"option stage={stage!r}: {nearest(stage, stages)}")
    return Components(stage=stages[stage], **found)


def _characters(reading: Reading, tables: Sequence[Any]) -> list[tuple[Character, int]]:
    found: list[tuple[Character, int]] = []
    shipped = [each["name"] for each in _tables()["character"]]
    for where, part in _named(reading, "character", tables):
        name = part.get("name")
        hint = "" if name in shipped else f"; a new character? Else {nearest(name, shipped)}"
        values = reading.table(part, "character", where, hint)
        if values is None:
            continue
        kind, value = values["kind"], values["value"]
        if (value > 0) != (kind in CRAFTS):
            reading.say(
                f"{where}.value", f"{', '.join(CRAFTS)} have a value of at least 1, others have none"
            )
        if kind != "actor" and (values["activation"] or values["power"]):
            reading.say(where, "only actors have an activation and a costume power")
        activation, power = (
            _gain(reading, values[key], key, f"{where}.{key}") for key in ("activation", "power")
        )
        takes = [word for word in TRADES if word in values["activation"]]
        if len(takes) > 1:
            reading.say(
                f"{where}.activation", f"one of {', '.join(TRADES)}; `elements` takes of both kinds"
            )
        trade = TRADES[takes[0]] if takes else ""
        value = values["activation"][takes[0]] if takes else value
        found.append(
            (
                Character(values["name"], kind, values["cost"], value, activation, power, trade),
                values["copies"],
            )
        )
    return found


def _named(reading: Reading, key: str, tables: Sequence[Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """The tables of a list with where each is, for messages; their names must differ and be words."""
    found, seen = [], set()
    for number, part in enumerate(tables, 1):
        name = part.get("name") if isinstance(part, Mapping) else None
        if not isinstance(name, str):
            reading.say(f"{key}[{number}]", f"expected a table, written [[{key}]], with a name")
            continue
        where, slug = f"{key}[{name[:40]}]", name.casefold().replace(" ", "-")
        if not re.fullmatch(r"[^\W_]+([ '’-][^\W_]+)*", name) or slug.startswith("extra"):
            reading.say(f"{where}.name", "expected words of letters and figures, the first not 'Extra'")
        elif slug in seen:
            reading.say(f"{where}.name", f"{name!r} is given twice; use `copies`")
        else:
            seen.add(slug)
            found.append((where, part))
    return found


def _gain(reading: Reading, values: Any, keys: str, where: str) -> Gain:
    found = reading.table(values, keys, where)
    if found is None:
        return Gain()
    red, yellow, blue, white = (found[colour] for colour in QUILLS)
    return Gain((red, yellow, blue, white), found["ambiance"], found["pounds"], found["prestige"])


def _start(reading: Reading, values: Any, known: Sequence[Character]) -> tuple[Character, ...]:
    table = reading.table(values, "start", "start")
    names = {card.name: card for card in known}
    chosen = table["characters"] if table else ()
    for name in chosen:
        if name not in names:
            reading.say("start.characters", f"{name!r} is unknown; {nearest(name, names)}")
    return tuple(names[name] for name in chosen if name in names)


def _objectives(reading: Reading, tables: Sequence[Any]) -> tuple[Objective, ...]:
    found: list[Objective] = []
    for where, part in _named(reading, "objective", tables):
        values = reading.table(part, "objective", where)
        if values is None:
            continue
        counts = values["thresholds"]
        if counts != sorted(set(counts)) or len(counts) > 3:
            reading.say(f"{where}.thresholds", f"expected up to three rising numbers from 1, not {counts}")
        if values["copies"]:
            found.append(Objective(values["name"], values["metric"], tuple(counts), values["none"]))
    return tuple(found)


def _stages(reading: Reading, values: Mapping[str, Any]) -> dict[str, Stage]:
    found = {}
    for name, part in values.items():
        table = reading.table(part, "stage", f"stages.{name}")
        if table is not None:
            try:
                found[name] = read_stage(name, table["rows"], table["candles"])
            except ProblemError as error:
                reading.say(f"stages.{name}", str(error))
    return found


def _box(reading: Reading, found: dict[str, Any]) -> dict[str, Any]:
    found["rehearsals"] = tuple(found["rehearsals"])
    if not found["rehearsals"] or not all(day <= found["days"] for day in found["rehearsals"]):
        reading.say("box.rehearsals", f"expected days from 1 to {found['days']}")
    found["start_ambiance"] = found.pop("ambiance")
    return found


def _bags(reading: Reading, table: dict[str, Any]) -> dict[str, Any]:
    for players, (key, counts) in enumerate(table.items(), 2):
        if len(counts) != len(COLOURS) or sum(counts) != 18 * players:
            reading.say(
                f"bags.{key}",
                f"expected six counts with the sum {18 * players} "
                f"(three a player on each of six days), not {counts}",
            )
    two, three, four = map(tuple, table.values())
    return {"bags": {1: two, 2: two, 3: three, 4: four}}


def _costumes(reading: Reading, table: dict[str, Any]) -> dict[str, Any]:
    if Counter(map(len, table.values())) != {13: 2}:
        reading.say("costumes", "expected 13 numbers, for the sums 3 to 15")
        return {}
    return {"costumes": ((0, 0),) * 3 + tuple(zip(table["pounds"], table["prestige"], strict=True))}


def _ambiance(reading: Reading, table: dict[str, Any]) -> dict[str, Any]:
    columns = [table[key] for key in TABLES["ambiance"]]
    if len({len(column) for column in columns}) > 1 or not columns[0]:
        reading.say("ambiance", "all rows need the same number of spaces")
        return {}
    if any(white and grey for _, _, white, grey in zip(*columns, strict=True)):
        reading.say("ambiance", "a space has white quills, or grey ones, or none")
    spaces = tuple(
        Gain((0, 0, 0, white), 0, pounds, prestige)
        for prestige, pounds, white, _ in zip(*columns, strict=True)
    )
    return {"ambiance": spaces, "grey": tuple(table["grey"])}


def _acts(reading: Reading, table: dict[str, Any]) -> dict[str, Any]:
    found = []
    for name in ACTS:
        part = reading.table(table[name], "act", f"acts.{name}")
        if part is not None:
            tiers = [
                _tiers(reading, part[key], f"acts.{name}.{key}", part["length"])
                for key in ("pounds", "prestige")
            ]
            ranks = (part["first"], part["second"])
            found.append(Act(part["length"], tiers[0], tiers[1], ranks if any(ranks) else ()))
    return {
        "acts": tuple(found),
        "penalty_spaces": table["penalty_spaces"],
        "penalty": table["penalty"],
    }


def _tiers(
    reading: Reading, values: Mapping[str, Any], where: str, length: int
) -> tuple[tuple[int, int], ...]:
    found = []
    for text, worth in values.items():
        space = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
        if not 1 <= space <= length:
            reading.say(f"{where}.{text}", f"expected a space from 1 to {length}, the length of the act")
        elif not isinstance(worth, int) or isinstance(worth, bool):
            reading.say(f"{where}.{text}", f"expected a whole number, not {worth!r}")
        else:
            found.append((space, worth))
    return tuple(sorted(found))


def _solo(reading: Reading, table: dict[str, Any]) -> dict[str, Any]:
    if len(table["neutral"]) != 2:
        reading.say("solo.neutral", "expected two spaces: before and after a rehearsal")
    return {key: tuple(numbers) for key, numbers in table.items()}
