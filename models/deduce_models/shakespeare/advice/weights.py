"""The numbers of the valuation: what later days are expected to bring, tuned by playing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.setup import Setup

__all__ = ["ALONE", "PARTS", "Weights", "usual_weights"]

PARTS = (
    "prestige",
    "ambiance",
    "acts",
    "set",
    "costumes",
    "yellow",
    "pay",
    "objectives",
    "troupe",
    "tokens",
)
"""The parts of a value, in the order they are printed."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The numbers of the estimate; prestige where nothing else is said.

    Attributes:
        quills: Quills that a seat is expected to gain a day in acts I, II and III.
        pieces: Pieces of the set expected a day.
        pounds: Pounds expected a day from what is not foreseen otherwise.
        spare: A pound that is not needed for pay.
        element: What a unit of value of a costume element costs to fetch, by the days left (index 0: unused).
        wear: Chance that a costume is completed as planned, by the elements it has (0, 1, 2).
        quill: A quill of an actor that is not activated yet.
        step: A step of ambiance of such an actor.
        craft: A unit of value of a craft's activation.
        jewel: A Jeweler's activation.
        queen: A Queen's activation.
        token: A "+3" token.
        uses: Share of the activations that a character could have in the days left that it will have.
        growth: What the counts of objectives grow by each day, by the order of `METRICS`.
    """

    quills: tuple[float, float, float] = (0.7, 0.7, 0.8)
    pieces: float = 1.6
    pounds: float = 0.7
    spare: float = 0.05
    element: tuple[float, ...] = (0.0, 0.16, 0.15, 0.14, 0.14, 0.14, 0.14)
    wear: tuple[float, ...] = (0.3, 0.65, 0.85)
    quill: float = 0.35
    step: float = 0.15
    craft: float = 0.2
    jewel: float = 1.3
    queen: float = 1.7
    token: float = 0.45
    uses: float = 0.7
    growth: tuple[float, ...] = (0.0, 0.5, 0.5, 0.3, 0.4, 0.4, 0.3, 0.0, 0.0, 0.0)


ALONE = Weights(
    quills=(0.659, 0.7, 0.896),
    pieces=1.192,
    element=(0.0, 0.199, 0.186, 0.148, 0.146, 0.14, 0.127),
    wear=(0.231, 0.439, 0.707),
    quill=0.24,
    step=0.125,
    craft=0.18,
    jewel=1.114,
    queen=2.652,
    uses=0.761,
    growth=(0.0, 0.544, 0.573, 0.282, 0.464, 0.43, 0.319, 0.0, 0.0, 0.0),
)
"""For one player: `Weights` after three steps along the gradient that random changes of all of them at once show in
some thousands of games (``python -m benchmarks.shakespeare_tuning weights``)."""


def usual_weights(setup: Setup) -> Weights:
    """The numbers that everything uses unless others are given."""
    return ALONE if setup.solo else Weights()
