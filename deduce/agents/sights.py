"""What agents have seen and what has happened, as small values with names."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from deduce.agents.formulas import Agent
from deduce.ground.errors import ProblemError, nearest
from deduce.ground.shown import Plain
from deduce.language.automata import Bools
from deduce.language.facts import Fact
from deduce.language.variables import Variable
from deduce.worlds.table import Table


class Impossible(ProblemError):
    """What was said, seen or done leaves no world at all: it cannot have happened."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """One thing an agent has seen, with the value it had then.

    Attributes:
        agent: Who saw it.
        number: Its place among all that the agent has seen, from 0.
        text: What it is called; unique among the agent's sights.
        what: The variable, fact, formula or function that was looked at.
        column: Where the values seen are kept.
    """

    agent: Agent
    number: int
    text: str
    what: Any
    column: Variable

    def to_dict(self) -> dict[str, object]:
        """The sight as plain values for JSON."""
        return {"agent": self.agent, "number": self.number, "text": self.text}


@dataclass(frozen=True, slots=True)
class Event(Plain):
    """One public event, in words, with the number of worlds left after it.

    Attributes:
        kind: ``"look"``, ``"observation"``, ``"announcement"`` or ``"change"``.
        text: What happened.
        worlds: How many worlds (with their histories) were left.
    """

    kind: Literal["look", "observation", "announcement", "change"]
    text: str
    worlds: int


def told_of(agent: Agent, seen: Mapping[Any, Hashable] | None) -> list[tuple[Any, Hashable]]:
    """What is said of an agent's sights: each with its value. Raises `ProblemError` for what is no mapping."""
    if not isinstance(seen or {}, Mapping):
        raise ProblemError(
            f"what {agent} saw is given by what was looked at, as a mapping, not as {seen!r:.200}"
        )
    return [*(seen or {}).items()]


def find_sight(agent: Agent, key: object, sights: Sequence[Sight]) -> Sight:
    """The one of the agent's sights that `key` names: what was looked at, its text, or the sight itself.

    Raises `ProblemError` if there is none, or several.
    """
    if isinstance(key, Sight):
        found = [s for s in sights if s.number == key.number and s.what is key.what]
    elif isinstance(key, str):
        found = [s for s in sights if s.text == key]
    else:
        found = [s for s in sights if _same(s.what, key)]
    if len(found) == 1:
        return found[0]
    if found:
        texts = ", ".join(repr(s.text) for s in found)
        raise ProblemError(
            f"{agent} looked at {label_of(key)} more than once; name the sight by its text: {texts}"
        )
    raise ProblemError(
        f"{agent} has not seen {label_of(key)}: {nearest(label_of(key), (s.text for s in sights))}"
    )


def open_sights(sights: Sequence[Sight], table: Table, rows: Bools) -> str:
    """The sights that differ among the rows of a mask, with some of their values, in words."""
    found = []
    for sight in sights:
        places = np.unique(table.column(sight.column)[rows])
        if len(places) > 1:
            values = [repr(sight.column.domain[int(i)]) for i in places[:4]]
            found.append(f"{sight.text} ({', '.join(values)}{', ...' if len(places) > 4 else ''})")
    return "; ".join(found)


def label_of(key: object) -> str:
    """How to call a key in an error."""
    return key.text if isinstance(key, Sight) else str(getattr(key, "__name__", key))


def _same(what: object, key: object) -> bool:
    # Facts of the same form are the same fact; everything else is itself only.
    if isinstance(what, Fact) and isinstance(key, Fact):
        return what.key() == key.key()
    return what is key
