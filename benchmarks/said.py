"""Said against happened, in bins: what the calibration campaigns of the games print."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence

__all__ = ["Said", "table"]

Said = tuple[int, float, bool]
"""In which game, the chance that was told, and whether it happened."""


def table(about: str, said: Sequence[Said], bins: int = 10) -> None:
    """Print the mean said and the share that happened for each bin; intervals are over games (95 %)."""
    rows: dict[int, list[Said]] = defaultdict(list)
    for each in said:
        rows[min(bins - 1, int(each[1] * bins))].append(each)
    mean, share = _means(said)
    print(f"\n{about}: {len(said)}, said {mean:.3f} on average, happened {share:.3f}")
    for _, inside in sorted(rows.items()):
        mean, share = _means(inside)
        by_game: dict[int, float] = defaultdict(float)
        for game, chance, happened in inside:
            by_game[game] += happened - chance - (share - mean)
        error = 1.96 * math.sqrt(sum(total**2 for total in by_game.values())) / len(inside)
        gap = f"difference {share - mean:+.3f} +- {error:.3f}"
        print(f"  {len(inside):>6}  said {mean:.3f}  happened {share:.3f}  {gap}", flush=True)


def _means(said: Sequence[Said]) -> tuple[float, float]:
    chances, happened = sum(chance for _, chance, _ in said), sum(was for *_, was in said)
    return chances / len(said), happened / len(said)
