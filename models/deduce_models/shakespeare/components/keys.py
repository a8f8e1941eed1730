"""The keys of the data files: what each means and may be. Reading, exporting and the documentation go by this table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from deduce.ground.errors import ProblemError, nearest
from deduce.records.datafile import PROVENANCES
from deduce_models.shakespeare.components.parts import (
    ACTS,
    KINDS,
    LARGEST_VALUE,
    METRICS,
    QUILLS,
    SHORTEST_ACT,
    TRADES,
)

REQUIRED = object()
"""The default of a key that must be given."""

MOST = 999
"""No number of a box is larger."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key: the type of its value, what it means, its default, and what is allowed.

    A list of numbers has each of them from `least` to `most`.
    """

    kind: type[Any]
    doc: str
    default: Any = REQUIRED
    least: int = -MOST
    most: int = MOST
    names: tuple[str, ...] = ()

    def wrong(self, value: Any) -> str:
        """What is wrong with a value; empty when nothing is."""
        if not isinstance(value, self.kind) or isinstance(value, bool):
            return f"expected {_NAMES[self.kind]}, not {value!r}"
        if self.kind is list:
            item: type[Any] = str if self.names or self.most < self.least else int
            for each in value:
                if not isinstance(each, item) or isinstance(each, bool):
                    return (
                        f"expected a list of {'texts' if item is str else 'whole numbers'}, not {value!r}"
                    )
                why = Key(item, "", least=self.least, most=self.most, names=self.names).wrong(each)
                if why:
                    return why
        elif self.names and value not in self.names:
            return f"{value!r} is unknown; {nearest(value, self.names)}"
        elif self.kind is int and not self.least <= value <= self.most:
            many = f"at least {self.least}" if value < self.least else f"at most {self.most}"
            return f"expected {many}, not {value}"
        return ""


_NAMES: Mapping[type[Any], str] = {
    str: "a text in quotes",
    int: "a whole number",
    list: "a list in square brackets",
    dict: "a table",
}


def _number(doc: str, least: int = 0, most: int = MOST, default: Any = REQUIRED) -> Key:
    return Key(int, doc, default, least, most)


def _texts(doc: str, default: Any = REQUIRED) -> Key:
    return Key(list, doc, default, 1, 0)


GAIN = {
    **{
        colour: _number(f"steps in {where}", 0, 20, 0)
        for colour, where in zip(
            QUILLS, (*(f"act {act}" for act in ACTS), "acts that the player chooses"), strict=True
        )
    },
    "ambiance": _number("steps up the ambiance track", 0, 20, 0),
    "pounds": _number("pounds", 0, 20, 0),
    "prestige": _number("prestige", 0, 20, 0),
}

TABLES: Mapping[str, Mapping[str, Key]] = {
    "character": {
        "name": Key(str, "what it is called; in records in small letters, with - for a blank"),
        "kind": Key(str, "what it does", names=KINDS),
        "copies": _number("cards in the deck; 0: none, so it is there only where `start` names it", 0, 60),
        "cost": _number("pounds to be paid at the end", 0, 99),
        "value": _number("what a mistress, dresser or handyman can spend", 0, LARGEST_VALUE, 0),
        "activation": Key(dict, "what activating an actor gives", {}),
        "power": Key(dict, "what the complete costume of an actor gives at a rehearsal", {}),
    },
    "activation": {
        **GAIN,
        **{
            word: _number(f"value for which the actor then takes elements of {what}", 1, LARGEST_VALUE, 0)
            for word, what in zip(TRADES, ("the set", "costumes", "the set and costumes together"), strict=True)
        },
    },
    "power": GAIN,
    "start": {"characters": _texts("who is printed on every board, by name")},
    "extra": {"power": Key(dict, "what the complete costume of an Extra gives at a rehearsal")},
    "objective": {
        "name": Key(str, "what it is called"),
        "metric": Key(str, "what it counts", names=METRICS),
        "thresholds": Key(list, "the counts from which it is worth 1, 2 and 3 prestige", least=1),
        "none": _number("what it is worth for a count of 0", 0, 3, 0),
        "copies": _number("0 takes it out of the box", 0, 1, 1),
    },
    "stage": {
        "rows": _texts("the rows from the bottom up: `o` a space to fill, `v` a printed piece"),
        "candles": _texts("the spaces with a candle: row, L or R and the distance from the middle, or C", []),
    },
    "box": {
        "prestige": _number("prestige at the beginning"),
        "ambiance": _number("the space of the ambiance track on which each day begins, from 0"),
        "cylinders": _number("cylinders of a seat", 1, 20),
        "plus3": _number('"+3" tokens'),
        "days": _number("days", 1, 60),
        "rehearsals": Key(list, "the days with a dress rehearsal in the evening", least=1),
        "queen_pounds": _number("what the Queen brings"),
        "unpaid": _number("prestige for a character that is not paid at the end", -MOST),
    },
    "bags": {
        word: Key(list, f"elements in each of the two bags when {word} play, by colour", least=0)
        for word in ("two", "three", "four")
    },
    "costumes": {
        "pounds": Key(list, "pounds for a complete costume, by its sum from 3 to 15"),
        "prestige": Key(list, "prestige for it"),
    },
    "ambiance": {
        "prestige": Key(list, "prestige on each space of the ambiance track in the evening"),
        "pounds": Key(list, "pounds there", least=0),
        "white": Key(list, "steps in an act there", least=0),
        "grey": Key(list, "steps back there", least=0),
    },
    "acts": {
        "penalty_spaces": _number("the first spaces, on which a disc costs prestige at a rehearsal"),
        "penalty": _number("what it gets there", -MOST),
        **{act: Key(dict, f"act {act}") for act in ACTS},
    },
    "act": {
        "length": _number("spaces", SHORTEST_ACT, 60),
        "pounds": Key(dict, "pounds by the space reached, such as { 5 = 1, 7 = 3 }", {}),
        "prestige": Key(dict, "prestige by the space reached", {}),
        "first": _number("prestige of the first disc", -MOST, default=0),
        "second": _number("prestige of the second disc", -MOST, default=0),
    },
    "solo": {
        "neutral": Key(
            list, "where the neutral discs stand before and after the first rehearsal", least=1, most=SHORTEST_ACT
        ),
        "bonus": Key(list, "numbers of cylinders used on a day that give one prestige", least=0),
    },
}  # fmt: skip
"""For every table its keys. Any table may have ``provenance`` and ``reason`` as well."""


class Reading:
    """The tables of a box under check: what is wrong is collected, so that all of it is told at once.

    Attributes:
        source: What messages begin with: the file.
        wrong: What is wrong: a place each, and what is allowed there.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self.wrong: list[str] = []

    def say(self, where: str, what: str) -> None:
        """Something is wrong there."""
        self.wrong.append(f"{where}: {what}")

    def finish(self) -> None:
        """Raises `ProblemError` when anything was wrong."""
        if len(self.wrong) == 1:
            raise ProblemError(f"{self.source}: {self.wrong[0]}")
        if self.wrong:
            lines = "".join(f"\n  {each}" for each in self.wrong)
            raise ProblemError(f"{self.source}: {len(self.wrong)} things are wrong:{lines}")

    def table(self, values: Any, keys: str, where: str, hint: str = "") -> dict[str, Any] | None:
        """The values of all keys of a table of `TABLES`, defaults included; None where something is wrong.

        `hint` is said where a key is missing.
        """
        before, known = len(self.wrong), TABLES[keys]
        if not isinstance(values, Mapping):
            self.say(where, f"expected a table, not {values!r}")
            return None
        for key in values:
            if key not in known and key not in ("provenance", "reason"):
                self.say(f"{where}.{key}", f"is not a key of this table; {nearest(key, known)}")
        origin = values.get("provenance", PROVENANCES[0])
        if origin not in PROVENANCES:
            self.say(f"{where}.provenance", f"{origin!r} is unknown; {nearest(origin, PROVENANCES)}")
        if not isinstance(values.get("reason", ""), str):
            self.say(f"{where}.reason", "expected a text in quotes")
        found = {}
        for name, key in known.items():
            if name not in values:
                found[name] = key.default
                if key.default is REQUIRED:
                    self.say(f"{where}.{name}", f"is missing (expected {_NAMES[key.kind]}){hint}")
                continue
            found[name] = values[name]
            why = key.wrong(values[name])
            if why:
                self.say(f"{where}.{name}", why)
        return None if len(self.wrong) > before else found
