"""How far a player gets with what an objective counts, once the objective is held: chances from played games.

Who holds an objective plays for it, so its count grows otherwise than it would by itself. ``python -m
benchmarks.shakespeare_tuning growth`` plays games and prints the rows of ``data/growth.toml``: for each metric, and each
number of days left, the chances that the count at the end of a day is 0, 1, ... less than that at the end of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from deduce.records.datafile import read_toml
from deduce_models.shakespeare.advice.plan_state import poisson
from deduce_models.shakespeare.components.parts import DATA, METRICS

if TYPE_CHECKING:
    from deduce_models.shakespeare.advice.weights import Weights

__all__ = ["chances_of"]


def chances_of(weights: Weights, metric: int, left: int) -> tuple[float, ...]:
    """The chances of 0, 1, 2, ... more of a metric (a place in `METRICS`) in the `left` days after this one.

    In games longer than those that were played the first days are taken alike.
    """
    if not left:
        return (1.0,)
    if weights.growth is not None:
        return poisson(weights.growth[metric] * left)
    rows = _rows()[metric]
    return rows[min(left, len(rows)) - 1]


@lru_cache(maxsize=1)
def _rows() -> tuple[tuple[tuple[float, ...], ...], ...]:
    values: Mapping[str, list[list[float]]] = read_toml(DATA / "growth.toml").table("held").values
    return tuple(
        tuple(tuple(chance / sum(row) for chance in row) for row in values[metric.replace(" ", "_")])
        for metric in METRICS
    )
