"""What planning keeps of a position: one seat's things, and what its stage, costumes and troupe amount to."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, NamedTuple

from deduce_models.shakespeare.components.parts import METRICS

__all__ = [
    "Crew",
    "PlanState",
    "Quills",
    "Scene",
    "Spaces",
    "Wardrobe",
    "plan_state",
    "poisson",
    "rate",
]

Spaces = tuple[int, int, int]
"""The own discs of the three acts."""

Quills = tuple[int, int, int, int]
"""Quills: red, yellow, blue, white."""

WHITE = 0.45
"""What a white quill is worth when only a rate is needed."""

POUND = 0.4
"""What a pound is worth in prestige when only a rate is needed; unpaid characters decide the rest."""


SPARE = 0.001
"""A pound left at the end: it breaks ties."""

MOST = 12
"""Counts above this one are worth the same to every objective."""

POUNDS_LEFT, UNPAID = METRICS.index("pounds after paying"), METRICS.index("unpaid characters")


class Scene(NamedTuple):
    """What a stage counts: candles covered, full rows, yellow pieces; candles still expected."""

    candles: int
    rows: int
    yellow: int
    ahead: float


class Wardrobe(NamedTuple):
    """Quills, prestige and pounds of complete costumes at one rehearsal; how many they are; yellow; a promise."""

    quills: Quills
    prestige: int
    pounds: int
    complete: int
    yellow: int
    promise: float


class Crew(NamedTuple):
    """The costs of the troupe, cheapest first, their sum, and how many actors and craftsmen were recruited."""

    costs: tuple[int, ...]
    cost: int
    actors: int
    craftsmen: int


def rate(gain: tuple[float, float]) -> float:
    """Prestige and pounds as one number."""
    return gain[0] + POUND * gain[1]


class PlanState(NamedTuple):
    """What one seat has in the middle of a day, as planning needs it: what its own activations change.

    The first fields are those of `state.Board`; `spaces` are the own discs of the three acts, `drawn` counts
    objectives to be drawn in the plan, `purple` the purple pieces that it placed (they spoil the others'
    ambiance), `acted` says whether an actor was activated.
    """

    prestige: float
    pounds: int
    ambiance: int
    tokens: int
    stage: bytes
    troupe: tuple[int, ...]
    costumes: tuple[bytes, ...]
    cylinders: int
    used: int
    resting: int
    recruited: bool
    set_offer: tuple[int, ...]
    costume_offer: tuple[int, ...]
    spaces: tuple[int, int, int]
    drawn: int = 0
    purple: int = 0


def plan_state(state: Any, seat: int) -> PlanState:
    """The `PlanState` of `seat` in a `State` or `View`."""
    spaces = tuple(row[seat - 1] for row in state.spaces)
    return PlanState(
        **state.boards[seat - 1]._asdict(),
        set_offer=state.set_offer,
        costume_offer=state.costume_offer,
        spaces=spaces,
    )


@lru_cache(maxsize=4096)
def poisson(mean: float) -> tuple[float, ...]:
    """Chances of 0, 1, 2, ... events, cut where the rest is negligible (it is added to the last)."""
    found, term, total = [], math.exp(-mean), 0.0
    for count in range(14 if mean else 1):
        found.append(term)
        total += term
        term *= mean / (count + 1)
    found[-1] += max(0.0, 1 - total)
    return tuple(found)


desk = plan_state
"""The name that documentation gave it first."""
