"""How long a proved best placement takes: ``python -m benchmarks.shakespeare_placement_speed``.

Boards are those of `bench_shakespeare` (random games of four). There offers are what other seats have left; here
each board is asked twice, with what was left and with a fresh offer of 12 + 12 elements drawn from full bags of
four players (the hardest offer that a game has). Budgets are asked as met, and with three assistants and a
token (+6). The second table compares ways to use one model again with building it anew; all must agree.
Processor time, one run each, on the machine as it is.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from dataclasses import replace

from benchmarks.bench_shakespeare import activations
from deduce_models.shakespeare.components.elements import VALUES
from deduce_models.shakespeare.placement.activation import Activation, Worth
from deduce_models.shakespeare.placement.model import PlacementModel
from deduce_models.shakespeare.placement.optimum import best_activation

BAG = (16, 16, 12, 12, 8, 8)
WORTH = Worth()


def fresh(board: Activation, rng: random.Random) -> Activation:
    """The same board with 12 + 12 elements on offer."""
    bag = [colour for colour, number in enumerate(BAG) for _ in range(number)]
    offers = [tuple(rng.sample(bag, 12).count(colour) for colour in range(6)) for _ in range(2)]
    return replace(board, set_offer=offers[0], costume_offer=offers[1])


def timed(name: str, cases: list[Activation], work: Callable[[Activation], object]) -> list[object]:
    """Print the distribution of the time of `work`; its answers."""
    seconds, answers = [], []
    for case in cases:
        start = time.process_time()
        answers.append(work(case))
        seconds.append((time.process_time() - start) * 1e3)
    high = statistics.quantiles(seconds, n=100)[98]
    print(
        f"{name:48} {len(cases):4} cases  median {statistics.median(seconds):6.2f} ms"
        f"  99th percentile {high:6.1f}  most {max(seconds):6.1f}",
        flush=True,
    )
    return answers


def speed(number: int) -> None:
    """The first table: by offer, budget and craft."""
    rng = random.Random(2)
    met = activations(number)
    full = [fresh(board, rng) for board in met]
    helped = [board if board.jewels else replace(board, budget=board.budget + 6) for board in full]
    for name, cases in (("offer as met", met), ("12 + 12", full), ("12 + 12, budget + 6", helped)):
        timed(name, cases, lambda case: best_activation(case, WORTH).value)
        for kind in sorted({case.kind for case in cases}):
            own = [case for case in cases if case.kind == kind]
            if len(own) > 1:
                timed(f"  {kind}", own, lambda case: best_activation(case, WORTH).value)
    timed("12 + 12, best and 3 next", full, lambda case: best_activation(case, WORTH, alternatives=3).value)


def kept(case: Activation) -> object:
    """Budgets 3 apart with one model: built for the higher, then a tighter row is added."""
    model = PlacementModel(case, WORTH)
    high = model.solve()
    variables = [*model.fillings.values(), *model.choices.values()]
    prices = [sum(VALUES[colour] for _, colour in way) for way in model.fillings]
    prices += [sum(VALUES[colour] for colour in taken) for _, taken in model.choices]
    model.model.add(model.cp.LinearExpr.weighted_sum(variables, prices) <= case.budget - 3)
    low = model.solve()
    return high and high[1], low and low[1]


def rebuilt(case: Activation) -> object:
    """The same with two models."""
    high = PlacementModel(case, WORTH).solve()
    low = PlacementModel(replace(case, budget=case.budget - 3), WORTH).solve()
    return high and high[1], low and low[1]


def next_best(case: Activation, again: bool) -> object:
    """The best and three next, in one model, or in a new one each time."""
    model, values, seen = PlacementModel(case, WORTH), list[int](), []
    for _ in range(4):
        found = model.solve()
        if found is None:
            break
        values.append(found[1])
        seen.append(found[0])
        if again:
            model = PlacementModel(case, WORTH)
            for action in seen:
                model.forbid(action)
        else:
            model.forbid(found[0])
    return values


def reuse(number: int) -> None:
    """The second table. Raises `AssertionError` when two ways disagree."""
    rng = random.Random(3)
    cases = [fresh(board, rng) for board in activations(number) if not board.jewels and board.budget > 3]
    timed("building", cases, lambda case: PlacementModel(case, WORTH) is None)
    pairs = (
        ("budgets b and b - 3", kept, rebuilt),
        ("best and 3 next", lambda case: next_best(case, False), lambda case: next_best(case, True)),
    )
    for name, one, two in pairs:
        if timed(f"{name}, one model", cases, one) != timed(f"{name}, a model each", cases, two):
            raise AssertionError(f"{name}: the answers differ")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=300)
    asked = parser.parse_args()
    best_activation(activations(1)[0], WORTH, method="cp-sat")  # the import of the solver is not timed
    speed(asked.boards)
    reuse(asked.boards)


if __name__ == "__main__":
    main()
