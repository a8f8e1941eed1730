"""The numbers of the valuation: what later days are expected to bring, tuned by playing."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ALONE", "PARTS", "TRUSTED", "Weights", "usual_weights"]

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

TRUSTED = ("acts", "set", "costumes", "yellow", "pay", "objectives", "troupe")
"""The parts that are estimates before the last day."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The numbers of the estimate; prestige where nothing else is said. The defaults are guesses from before any tuning.

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
        growth: What the counts of objectives grow by each day, by the order of `METRICS`, each piece by chance; None for
            the chances found in games (`growth.chances_of`).
        trust: How far the estimates count, a row for the days left (the first for one day), by the order of `TRUSTED`.
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
    growth: tuple[float, ...] | None = (0.0, 0.5, 0.5, 0.3, 0.4, 0.4, 0.3, 0.0, 0.0, 0.0)
    trust: tuple[tuple[float, ...], ...] = ((1.0,) * len(TRUSTED),) * 6


ALONE = Weights(
    quills=(0.695, 1.068, 0.84),
    pieces=1.006,
    pounds=0.619,
    spare=0.044,
    element=(0.0, 0.187, 0.21, 0.225, 0.158, 0.167, 0.119),
    wear=(0.106, 0.322, 0.511),
    quill=0.311,
    step=0.101,
    craft=0.155,
    jewel=1.377,
    queen=2.64,
    token=0.491,
    uses=0.719,
    growth=None,
    trust=(
        (0.873, 0.819, 0.799, 1.326, 1.397, 1.35, 0.632),
        (1.766, 1.379, 1.079, 1.53, 0.863, 1.35, 0.971),
        (0.951, 1.173, 0.942, 1.209, 0.77, 1.35, 0.91),
        (0.919, 1.502, 1.145, 0.923, 0.593, 1.35, 1.131),
        (1.11, 0.991, 1.865, 1.128, 0.82, 1.35, 1.137),
        (0.802, 1.024, 0.837, 1.137, 0.88, 1.35, 1.376),
    ),
)
"""Found in games of one player, by following the gradient that random changes of all numbers at once show, in some
twenty thousand games: ``python -m benchmarks.climb shakespeare.weights --guesses --rounds 5``. Two came later: `growth`
(``python -m benchmarks.shakespeare_tuning growth``), and the trust in objectives, one number for all days, by forty games
of each of 1 and 1.35. At several seats they are stronger than `Weights()` too (see docs/shakespeare-model.md,
docs/fitted.md)."""


def usual_weights() -> Weights:
    """The numbers that everything uses unless others are given."""
    return ALONE
