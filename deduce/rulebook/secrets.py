"""Secrets: hidden things of which the game itself keeps account, in a form of worlds of its own.

A variable has a domain, and `deduce.Knowledge` says what it can be. A secret has none: words in free text, cards of an
open deck. It is dealt, chosen, shown and heard as a variable is; what a seat believes of it is said by the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deduce.rulebook.table import Table


class Secret(str):
    """One hidden thing, by its name, which is unique in a game; equal names are the same thing in every run.

    Attributes:
        key: What notes call it: several secrets of one key are one list there.
    """

    # A text, for tables look secrets up at every step.
    __slots__ = ("key",)

    key: str

    def __new__(cls, name: str, key: str = "") -> Secret:  # noqa: D102
        made = super().__new__(cls, name)
        made.key = key or name
        return made

    @property
    def name(self) -> str:
        """Its name."""
        return str(self)

    def __repr__(self) -> str:
        return f"Secret({str(self)!r})"


def spelt(value: Any) -> str:
    """A value as records write it: tuples with strokes between."""
    return "-".join(map(str, value)) if type(value) is tuple else str(value)


def behind(text: str, verb: str) -> str:
    """What stands behind a verb that may be left out."""
    head, _, rest = " ".join(text.split()).partition(" ")
    return rest if head.casefold() == verb and rest else " ".join(text.split())


class Rows:
    """Those of some texts that are a row of values (``code 4-2-1``), found by what people type for them.

    Looked at once, when first asked: a menu of hundreds is asked for each of its moves, most menus never.
    """

    def __init__(self, texts: Mapping[str, Any]) -> None:
        self._texts = texts

    @cached_property
    def _by_verb(self) -> Mapping[str, Mapping[str, tuple[int, str]]]:
        found: dict[str, dict[str, tuple[int, str]]] = {}
        for place, (text, value) in enumerate(self._texts.items()):
            verb, _, rest = text.partition(" ")
            if type(value) is tuple and rest == spelt(value):
                found.setdefault(verb, {}).setdefault(_bare(rest), (place, text))
        return found

    def meant(self, text: str) -> str | None:
        """The first that is meant: behind a verb that may be left out, its values in order, however set apart."""
        found = [rows.get(_bare(behind(text, verb))) for verb, rows in self._by_verb.items()]
        return min(filter(None, found), default=(0, None))[1]


def _bare(text: str) -> str:
    return "".join(c for c in text.casefold() if c not in "-, ")


def valued(things: Iterable[Any], table: Table | None) -> list[Any]:
    """The values of secrets as far as a table knows them; other things are values already."""
    found = []
    for thing in things:
        if type(thing) is Secret:
            world: Mapping[Any, Any] = table.world if table is not None else {}
            thing = world.get(thing)
        if thing is not None:
            found.append(thing)
    return found
