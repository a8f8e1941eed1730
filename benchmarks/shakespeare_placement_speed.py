"""How long the best placement takes: ``python -m benchmarks.shakespeare_placement_speed``.

Positions are those of `bench_shakespeare` (random games of four), with offers as met and with a fresh offer of 12 + 12
elements drawn from full bags of four players (the hardest offer that a game has). Processor time a craft, one run each,
on the machine as it is.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

from benchmarks.bench_shakespeare import ours, positions
from deduce_models.shakespeare.advice.placing import Horizon, best_works
from deduce_models.shakespeare.rules.views import View

BAG = (16, 16, 12, 12, 8, 8)


def fresh(view: View, rng: random.Random) -> View:
    """The same position with 12 + 12 elements on offer."""
    bag = [colour for colour, number in enumerate(BAG) for _ in range(number)]
    offers = [tuple(rng.sample(bag, 12).count(colour) for colour in range(6)) for _ in range(2)]
    return view._replace(set_offer=offers[0], costume_offer=offers[1])


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=100)
    asked, rng = parser.parse_args(), random.Random(2)
    met = positions(asked.positions)
    horizons: tuple[Horizon, ...] = ("now", "evening")
    for offers, views in (("as met", met), ("12 + 12", [fresh(view, rng) for view in met])):
        for horizon in horizons:
            small, all_of_them = [], []
            for view in views:
                start = time.process_time()
                crafts = len(ours(view, horizon=horizon))
                each = (time.process_time() - start) * 1e3 / max(1, crafts)
                looked = sum(work.looked for work in best_works(view, view.seat)) / max(1, crafts)
                all_of_them += [each] * crafts
                small += [each] * crafts * (looked < 100)
            high = statistics.quantiles(all_of_them, n=100)[98]
            print(
                f"{horizon}, offers {offers}: {len(all_of_them)} crafts, median {statistics.median(all_of_them):.2f} ms,"
                f" 99th percentile {high:.1f}; {len(small)} with less than 100 works, median"
                f" {statistics.median(small):.2f} ms"
            )


if __name__ == "__main__":
    main()
