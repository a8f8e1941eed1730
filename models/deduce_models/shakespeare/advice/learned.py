"""The learned value of an evening and the search of a day by it: compiled where there are kernels, in Python elsewhere.

The value is linear in what `features` names, with weights of its own for each number of days left, in thousandths of
prestige; `data/value.toml` holds them (``python -m benchmarks.shakespeare_value`` learns them), for games alone and among
rivals apart. On the last day it is the final score. It is for what the flat form can say (`flat.unfit`).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from deduce.kernels import stageday
from deduce.records.datafile import read_toml
from deduce_models.shakespeare.advice import features, flat
from deduce_models.shakespeare.advice.plain_day import PlainDay
from deduce_models.shakespeare.advice.plain_value import SCALE, activation
from deduce_models.shakespeare.components.parts import DATA
from deduce_models.shakespeare.rules.setup import Setup

PARTS = {
    "prestige": (features.BASE, features.SIZE),
    "pay": (features.SHORT, features.TOKENS),
    "tokens": (features.TOKENS, features.ACT),
    "acts": (features.ACT, features.PIECES),
    "set": (features.PIECES, features.YELLOW),
    "yellow": (features.YELLOW, features.NO_ELEMENT),
    "costumes": (features.NO_ELEMENT, features.AWAKE),
    "troupe": (features.AWAKE, features.GOAL),
    "objectives": (features.GOAL, features.DRAW),
}
"""The parts of a value, by the features that they are made of; what is left is `days ahead`."""


class Search(NamedTuple):
    """How hard a day is searched: sequences kept a level, works kept of each craft, parts of works kept a level."""

    beam: int = 120
    works: int = 5
    width: int = 12


class Found(NamedTuple):
    """A plan of the rest of a day: its value in prestige, the numbers of its moves, its features in the evening."""

    value: float
    codes: tuple[int, ...]
    features: Sequence[int]


class Learned:
    """The value and the search for one game.

    Args:
        setup: The frame of the game, which must fit (`flat.unfit`).
        weights: A row of whole numbers for each number of days left, from 0; by default the shipped ones.
    """

    def __init__(self, setup: Setup, weights: Sequence[Sequence[int]] | None = None) -> None:
        self.frame = flat.frame(setup)
        self.weights = [array("i", row) for row in (shipped(setup.seats) if weights is None else weights)]
        people = range(flat.FRAME_PERSON, len(self.frame), flat.PERSON_SIZE)
        persons = [self.frame[at : at + flat.PERSON_SIZE] for at in people]
        self.wakes = [array("i", (_awake(row, person) for person in persons)) for row in self.weights]

    def worth(self, at: array[int]) -> tuple[float, Sequence[int]]:
        """The value of a position if its day ends now, and its features."""
        rows = self._rows(at)
        found = stageday.worth(rows, features.SIZE)
        if found is None:
            day, told = PlainDay(*rows), [0] * features.SIZE
            return day.worth(day.start, told) / SCALE, told
        return found[0] / SCALE, found[1]

    def plans(self, at: array[int], search: Search, keep: int = 1) -> list[Found]:
        """The best plans of the rest of the day, best first; at least one."""
        return self.counted(at, search, keep, keep)[0]

    def counted(self, at: array[int], search: Search, keep: int, most: int) -> tuple[list[Found], int]:
        """The best `keep` plans, and how many plans there are, counted up to `most`."""
        rows = self._rows(at)
        found = stageday.plans(rows, *search, keep, features.SIZE, most)
        if found is None:
            every = PlainDay(*rows).plans(*search, max(keep, most))
            best: Sequence[tuple[int, list[int], Sequence[int]]] = every[:keep]
            count = len(every)
        else:
            best, count = found
        return [Found(value / SCALE, tuple(codes), told) for value, codes, told in best], count

    def parts(self, left: int, value: float, told: Sequence[int]) -> dict[str, float]:
        """What a value is made of; on the last day the score is one part."""
        if not left:
            return {"prestige": value}
        row = self.weights[self._of(left)]
        found = {
            part: sum(row[each] * told[each] for each in range(*ends)) / SCALE
            for part, ends in PARTS.items()
        }
        return found | {"days ahead": value - sum(found.values())}

    def _rows(self, at: array[int]) -> stageday.Rows:
        left = self._of(at[flat.LEFT])
        return self.frame, at, self.weights[left], self.wakes[left]

    def awake(self, left: int) -> Sequence[int]:
        """What it is worth that each person does not rest, with so many days left."""
        return self.wakes[self._of(left)]

    def _of(self, left: int) -> int:
        """In games longer than those that taught the weights the first days are taken alike."""
        return min(left, len(self.weights) - 1)


def _awake(row: Sequence[int], person: Sequence[int]) -> int:
    """What it is worth that a person can be activated tomorrow and does not rest."""
    return sum(
        times * (row[features.AWAKE + each] - row[features.ASLEEP + each])
        for each, times in activation(person)
    )


@lru_cache(maxsize=16)
def learned(setup: Setup) -> Learned:
    """The shipped value for this game; shared."""
    return Learned(setup)


@lru_cache(maxsize=4)
def shipped(seats: int = 1) -> Sequence[Sequence[int]]:
    """The weights of ``data/value.toml``: a row for each number of days left, from 0 (of which nothing is learned)."""
    table = read_toml(DATA / "value.toml").table("alone" if seats == 1 else "several").values
    return [[0] * features.SIZE, *table["left"]]
