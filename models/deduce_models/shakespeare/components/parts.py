"""The components: characters, elements, tracks and objectives, as values.

`loading` reads them. The shipped files are `data/characters.toml`, `data/tables.toml`, `data/objectives.toml` and
`data/stage.toml` (see `stage`), their keys those of `keys`. A user's file names what differs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from deduce_models.shakespeare.components.stage import Stage

DATA = Path(__file__).parents[1] / "data"
"""The folder of the shipped data files."""

FILES = ("characters", "tables", "objectives", "stage")
"""The shipped data files."""

SHORTEST_ACT = 8
"""Every act has this space: the neutral discs of the solo game go there."""

LARGEST_VALUE = 15
"""The highest value of a craft; with a token and assistants it buys more than any offer holds."""

SLOTS = 3
"""Elements of a complete costume."""

TOKEN_VALUE = 3
"""What a "+3" token adds to what a craft can spend."""

DRAWN_OBJECTIVES = 3
"""Objectives that the Queen draws at a time; one is kept."""

ACTS = ("I", "II", "III")

QUILLS = ("red", "yellow", "blue", "white")
"""Colours of quills: one act each (I, II, III), and white for any act."""

CRAFTS = ("mistress", "dresser", "handyman")
"""The kinds whose value assistants and tokens raise."""

TRADES = {"set": "dresser", "costume": "mistress", "elements": "handyman"}
"""What an actor can take besides its gain: the key of the data, and the craft that takes elements in the same way."""

KINDS = ("actor", *CRAFTS, "jeweler", "queen", "assistant")

METRICS = (
    "first places",
    "complete costumes",
    "candles covered",
    "full rows",
    "recruited actors",
    "recruited craftsmen",
    "yellow elements",
    "pounds after paying",
    "acts on the last prize",
    "unpaid characters",
)
"""What an objective can count."""


@dataclass(frozen=True, slots=True)
class Gain:
    """What an activation or a costume gives: quills (red, yellow, blue, white), steps of ambiance, money, points."""

    quills: tuple[int, int, int, int] = (0, 0, 0, 0)
    ambiance: int = 0
    pounds: int = 0
    prestige: int = 0


@dataclass(frozen=True, slots=True)
class Character:
    """One character as printed. `activation` and `power` are an actor's.

    `value` is what a craft can spend, or an actor who takes elements after its gain, as a craft of the kind `trade`.
    """

    name: str
    kind: str
    cost: int
    value: int = 0
    activation: Gain = Gain()
    power: Gain = Gain()
    trade: str = ""

    @property
    def wears(self) -> bool:
        """Whether the character has a costume (three elements): actors and Extras."""
        return self.kind in ("actor", "extra")


@dataclass(frozen=True, slots=True)
class Objective:
    """A metric with the counts from which it is worth 1, 2 and 3; `none`: the worth of a count of 0."""

    name: str
    metric: str
    thresholds: tuple[int, ...]
    none: int = 0

    def points(self, count: int) -> int:
        """Prestige (0 to 3) for `count`."""
        return sum(count >= threshold for threshold in self.thresholds) + (self.none if count == 0 else 0)


@dataclass(frozen=True)
class Act:
    """One act track: spaces 1 to `length`; prizes by lowest space, or for the first and second disc."""

    length: int
    pounds: tuple[tuple[int, int], ...] = ()
    prestige: tuple[tuple[int, int], ...] = ()
    ranks: tuple[int, ...] = ()

    @property
    def last_prize(self) -> int:
        """The space of the last prize; the end of the track when prizes go by rank."""
        return max([space for space, _ in self.prestige + self.pounds], default=self.length)


@dataclass(frozen=True)
class Components:
    """All components of one game.

    Attributes:
        deck: The printed character of each card, numbered from 0; copies follow each other.
        start: The characters printed on every board.
        extra: The costume power of an Extra.
        stage: The geometry in use.
        bags: Elements in each bag, by number of players (1 to 4), in the order of `COLOURS`.
        costumes: (pounds, prestige) of a complete costume by its sum; sums below 3 are never asked for.
        ambiance: The Gain of each of the spaces; grey quills apart in `grey`.
        acts: The three act tracks; `penalty` prestige on spaces up to `penalty_spaces`.
        neutral: Spaces of the neutral discs in the solo game before and after the first rehearsal.
        bonus: Numbers of cylinders used that give a solo player one prestige.
    """

    deck: tuple[Character, ...]
    start: tuple[Character, ...]
    extra: Gain
    stage: Stage
    objectives: tuple[Objective, ...]
    bags: Mapping[int, tuple[int, ...]]
    costumes: tuple[tuple[int, int], ...]
    ambiance: tuple[Gain, ...]
    grey: tuple[int, ...]
    acts: tuple[Act, Act, Act]
    penalty_spaces: int
    penalty: int
    prestige: int
    start_ambiance: int
    cylinders: int
    plus3: int
    days: int
    rehearsals: tuple[int, ...]
    queen_pounds: int
    unpaid: int
    neutral: tuple[int, int]
    bonus: tuple[int, ...]

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """The text form of each card: ``hamlet``, and ``mistress-6.1``, ``mistress-6.2`` for copies."""
        found: list[str] = []
        names = [card.name for card in self.deck]
        for place, name in enumerate(names):
            slug = name.lower().replace(" ", "-")
            copy = names[:place].count(name) + 1
            found.append(slug if names.count(name) == 1 else f"{slug}.{copy}")
        return tuple(found)
