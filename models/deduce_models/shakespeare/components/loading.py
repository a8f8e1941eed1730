"""Reading and checking the data files of the components; what is certain about the game is enforced."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from deduce.ground.errors import ProblemError
from deduce.records.datafile import DataTable, Note, note, notes_in, read_toml
from deduce_models.shakespeare.components.elements import COLOURS
from deduce_models.shakespeare.components.parts import (
    ACTS,
    CRAFTS,
    DATA,
    FILES,
    KINDS,
    LARGEST_VALUE,
    METRICS,
    QUILLS,
    SHORTEST_ACT,
    Act,
    Character,
    Components,
    Gain,
    Objective,
)
from deduce_models.shakespeare.components.stage import read_stage

__all__ = ["components", "shipped_notes"]


def components(stage: str = "I", path: str | Path | None = None) -> Components:
    """The shipped components with the stage of that name, or those of the user's file at `path`.

    Raises `ProblemError` naming file and key.
    """
    return _shipped(stage) if path is None else _read(stage, Path(path))


@lru_cache(maxsize=32)
def _shipped(stage: str) -> Components:
    return _read(stage, None)


def _read(stage: str, path: Path | None) -> Components:
    """The components of the shipped files, or of those tables that the file at `path` gives instead.

    Raises `ProblemError` naming file and key.
    """
    shipped = [read_toml(DATA / f"{name}.toml") for name in FILES]
    known = {key: (table, value) for table in shipped for key, value in table.values.items()}
    if path is not None:
        given = read_toml(path)
        given.only(*known)
        known |= {key: (given, value) for key, value in given.values.items()}
    parts = {key: DataTable({key: value}, table.source) for key, (table, value) in known.items()}
    characters = _characters(parts["character"])
    box, tables = parts["box"].table("box"), parts
    ambiance = _ambiance(parts["ambiance"].table("ambiance"))
    return Components(
        deck=tuple(card for card, copies in characters for _ in range(copies)),
        start=_start(parts["start"].table("start"), [card for card, _ in characters]),
        extra=_gain(parts["extra"].table("extra"), "power"),
        stage=read_stage(parts["stages"].table("stages"), stage),
        objectives=_objectives(parts["objective"]),
        bags=_bags(parts["bags"].table("bags")),
        costumes=_costumes(parts["costumes"].table("costumes")),
        **ambiance,
        **_acts(parts["acts"].table("acts")),
        **_box(box, spaces=len(ambiance["ambiance"])),
        **_solo(tables["solo"].table("solo")),
    )


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


def _box(table: DataTable, *, spaces: int) -> dict[str, Any]:
    """What the box holds and the rulebook says once; `spaces` is the length of the ambiance track."""
    table.provenance()
    least = {"prestige": 0, "ambiance": 0, "cylinders": 1, "plus3": 0, "days": 1, "queen_pounds": 0}
    found: dict[str, Any] = {}
    for key, low in least.items():
        found[key] = table.get(key, int)
        if found[key] < low:
            raise ProblemError(f"{table.where(key)}: expected at least {low}, not {found[key]}")
    found["start_ambiance"] = found.pop("ambiance")
    if found["start_ambiance"] >= spaces:
        raise ProblemError(f"{table.where('ambiance')}: the track has the spaces 0 to {spaces - 1}")
    found["unpaid"] = table.get("unpaid", int)
    found["rehearsals"] = table.integers("rehearsals")
    if not found["rehearsals"] or not all(1 <= day <= found["days"] for day in found["rehearsals"]):
        raise ProblemError(f"{table.where('rehearsals')}: expected days from 1 to {found['days']}")
    return found


def _characters(table: DataTable) -> list[tuple[Character, int]]:
    found: list[tuple[Character, int]] = []
    for part in table.tables("character"):
        part.only(
            "name", "kind", "copies", "cost", "value", "activation", "power", "provenance", "reason"
        ).provenance()
        name, kind = part.get("name", str), part.get("kind", str)
        part.one_of("kind", kind, KINDS)
        if any(name == other.name for other, _ in found):
            raise ProblemError(f"{part.where('name')}: {name!r} is given twice; use `copies`")
        value = part.get("value", int, 0)
        if (value > 0) != (kind in CRAFTS):
            raise ProblemError(
                f"{part.where('value')}: {', '.join(CRAFTS)} have a value of at least 1, others have none"
            )
        if value > LARGEST_VALUE:
            raise ProblemError(f"{part.where('value')}: a craft has a value of at most {LARGEST_VALUE}")
        copies, cost = part.get("copies", int), part.get("cost", int)
        if copies < 0 or cost < 0:
            raise ProblemError(f"{part.where()}: copies and cost are at least 0")
        activation, power = (
            _gain(part, key) if key in part.values else Gain() for key in ("activation", "power")
        )
        if kind != "actor" and (activation != Gain() or power != Gain()):
            raise ProblemError(f"{part.where()}: only actors have an activation and a costume power")
        found.append((Character(name, kind, cost, value, activation, power), copies))
    return found


def _gain(table: DataTable, key: str) -> Gain:
    part = table.table(key).only(*QUILLS, "ambiance", "pounds", "prestige")
    red, yellow, blue, white = (part.get(name, int, 0) for name in QUILLS)
    numbers = [part.get(name, int, 0) for name in ("ambiance", "pounds", "prestige")]
    if min(red, yellow, blue, white, *numbers) < 0:
        raise ProblemError(f"{part.where()}: gains are at least 0")
    return Gain((red, yellow, blue, white), *numbers)


def _start(table: DataTable, known: list[Character]) -> tuple[Character, ...]:
    table.only("characters", "provenance", "reason").provenance()
    names = tuple(card.name for card in known)
    chosen = table.strings("characters")
    return tuple(known[table.one_of("characters", name, names)] for name in chosen)


def _objectives(table: DataTable) -> tuple[Objective, ...]:
    found: list[Objective] = []
    for part in table.tables("objective"):
        part.only("name", "metric", "thresholds", "none", "provenance", "reason").provenance()
        metric = part.get("metric", str)
        part.one_of("metric", metric, METRICS)
        thresholds, none = part.integers("thresholds"), part.get("none", int, 0)
        if (
            list(thresholds) != sorted(set(thresholds))
            or len(thresholds) > 3
            or min(thresholds, default=1) < 1
        ):
            raise ProblemError(
                f"{part.where('thresholds')}: expected up to three rising numbers from 1, not {list(thresholds)}"
            )
        if not 0 <= none <= 3:
            raise ProblemError(f"{part.where('none')}: an objective is worth 0 to 3, not {none}")
        found.append(Objective(part.get("name", str), metric, thresholds, none))
    if len({item.name for item in found}) < len(found):
        raise ProblemError(f"{table.where('objective')}: two objectives have the same name")
    return tuple(found)


def _bags(table: DataTable) -> dict[int, tuple[int, ...]]:
    table.only("two", "three", "four", "provenance", "reason").provenance()
    found = {}
    for players, key in ((2, "two"), (3, "three"), (4, "four")):
        counts = table.integers(key)
        if len(counts) != len(COLOURS) or min(counts) < 0 or sum(counts) != 18 * players:
            raise ProblemError(
                f"{table.where(key)}: expected six counts with the sum {18 * players} "
                f"(three a player on each of six days), not {list(counts)}"
            )
        found[players] = counts
    return {1: found[2], **found}


def _costumes(table: DataTable) -> tuple[tuple[int, int], ...]:
    table.only("pounds", "prestige", "provenance", "reason").provenance()
    pounds, prestige = table.integers("pounds"), table.integers("prestige")
    if len(pounds) != 13 or len(prestige) != 13:
        raise ProblemError(f"{table.where()}: expected 13 numbers, for the sums 3 to 15")
    return ((0, 0),) * 3 + tuple(zip(pounds, prestige, strict=True))


def _ambiance(table: DataTable) -> dict[str, Any]:
    table.only("prestige", "pounds", "white", "grey", "provenance", "reason").provenance()
    columns = [table.integers(key) for key in ("prestige", "pounds", "white", "grey")]
    if len({len(column) for column in columns}) > 1 or not columns[0]:
        raise ProblemError(f"{table.where()}: all rows need the same number of spaces")
    prestige, pounds, white, grey = columns
    if min(pounds) < 0:
        raise ProblemError(f"{table.where('pounds')}: pounds are at least 0")
    if min(*white, *grey) < 0 or any(w and g for w, g in zip(white, grey, strict=True)):
        raise ProblemError(f"{table.where()}: a space has white quills, or grey ones, or none")
    spaces = tuple(
        Gain((0, 0, 0, quills), 0, money, points)
        for quills, money, points in zip(white, pounds, prestige, strict=True)
    )
    return {"ambiance": spaces, "grey": grey}


def _acts(table: DataTable) -> dict[str, Any]:
    table.only(*ACTS, "penalty_spaces", "penalty", "provenance", "reason").provenance()
    found = []
    for name in ACTS:
        part = table.table(name).only(
            "length", "pounds", "prestige", "first", "second", "provenance", "reason"
        )
        part.provenance()
        length = part.get("length", int)
        if length < SHORTEST_ACT:
            raise ProblemError(
                f"{part.where('length')}: the neutral discs go to space {SHORTEST_ACT}, so at least that"
            )
        tiers = [_tiers(part, key, length) for key in ("pounds", "prestige")]
        ranks = tuple(part.get(key, int, 0) for key in ("first", "second"))
        found.append(Act(length, tiers[0], tiers[1], ranks if any(ranks) else ()))
    first, second, third = found
    return {
        "acts": (first, second, third),
        "penalty_spaces": table.get("penalty_spaces", int),
        "penalty": table.get("penalty", int),
    }


def _tiers(table: DataTable, key: str, length: int) -> tuple[tuple[int, int], ...]:
    if key not in table.values:
        return ()
    part, found = table.table(key), []
    for text in part.values:
        space = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
        if not 1 <= space <= length:
            raise ProblemError(f"{part.where(text)}: expected a space from 1 to {length}")
        found.append((space, part.get(text, int)))
    return tuple(sorted(found))


def _solo(table: DataTable) -> dict[str, Any]:
    table.only("neutral", "bonus", "provenance", "reason").provenance()
    neutral = table.integers("neutral")
    if len(neutral) != 2 or not all(1 <= space <= SHORTEST_ACT for space in neutral):
        raise ProblemError(
            f"{table.where('neutral')}: expected two spaces from 1 to {SHORTEST_ACT}: before and after a rehearsal"
        )
    return {"neutral": neutral, "bonus": table.integers("bonus")}
