"""The best action beside the second writing of the rules on many positions: ``python .../placement_campaign.py``.

Every kind of craft and stage in turn; four budgets in five are a printed value with 0 to 3 assistants and a token
or none, the fifth is any from 0 to 14. One half of the boards come from random games of 2 to 4 players, the
other half are stages filled at random, some with few colours on offer; half of the worths are the default one,
half are random. For every case the best must have the slow value and a certificate that holds. Cases too large for the
slow way are counted apart.
"""

import argparse
import random
import time
from collections import Counter
from dataclasses import replace

from placement_tools import STAGES, activation_of, certified, positions
from slow_placement import TooLarge, best_gain

from deduce_models.shakespeare.components.loading import components
from deduce_models.shakespeare.placement.activation import SCALE, Activation, Worth, best_activation

KINDS = ("mistress", "dresser", "handyman", "jeweler")
PRINTED = {"mistress": (6, 8), "dresser": (6, 8), "handyman": (4,), "jeweler": (0,)}


def random_worth(rng):
    def points(low, high, number):
        return tuple(rng.randint(low, high) / 100 for _ in range(number))

    return Worth(
        *points(0, 150, 1),
        *points(-50, 100, 1),
        *points(-50, 150, 1),
        ambiance=points(-100, 100, 6),
        rivals=points(-50, 50, 6),
        purple_left=points(-50, 50, 1)[0],
        yellow=points(0, 150, 1)[0],
        piece=points(-30, 50, 1)[0],
        debt=(0.0, *points(-40, 40, 6)),
        candle_ready=points(-40, 60, 1)[0],
        partial=((0.0,), points(-20, 60, 6), points(-20, 100, 11)),
        complete=points(-50, 200, rng.randint(0, 5)),
    )


def random_board(rng, stage_name):
    """An activation on a stage filled at random with up to 14 pieces; 12 + 12 elements on offer."""
    stage = components(stage_name).stage
    pieces = stage.empty
    for _ in range(rng.randint(0, 14)):
        ways = [(p, c) for p in stage.open(pieces) for c in range(1, 7) if stage.fits(pieces, p, c)]
        if ways:
            pieces = stage.put(pieces, *rng.choice(ways))
    bag = [c for c, number in enumerate((16, 16, 12, 12, 8, 8)) for _ in range(number)]
    offers = [tuple(rng.sample(bag, 12).count(c) for c in range(6)) for _ in range(2)]
    if rng.random() < 0.4:  # late in the day: a few colours are left
        left = rng.sample(range(6), rng.randint(1, 3))
        offers = [tuple(number * (c in left) for c, number in enumerate(offer)) for offer in offers]
    costumes = tuple(
        bytes(sorted(rng.choices(range(1, 7), k=rng.randint(0, 3)))) for _ in range(rng.randint(1, 6))
    )
    return Activation(
        stage,
        pieces,
        costumes,
        "dresser",
        0,
        *offers,
        sums=components().costumes,
        ambiance=rng.randint(0, 5),
        rivals=tuple(rng.randint(0, 5) for _ in range(rng.randint(0, 3))),
        supply=rng.choice((0, 0, 1, 1, 2, 8)),
        stack=rng.random() < 0.8,
    )


def game_boards(rng):
    """Activations met in random games, one in ten of those met, stage after stage: (stage name, activation)."""
    while True:
        for stage_name in STAGES:
            for state, person, token in positions(
                rng.getrandbits(32), seats=rng.randint(2, 4), stage=stage_name
            ):
                if rng.random() < 0.1:
                    yield stage_name, activation_of(state, state.actor, person, token=token)


def cases(number, seed):
    """(stage name, token, activation, worth) in a fixed order."""
    rng = random.Random(seed)
    met = game_boards(random.Random(seed + 1))
    for index in range(number):
        kind, token = KINDS[index % 4], bool(index // 4 % 2)
        if index // 8 % 2:
            stage_name, board = next(met)
        else:
            stage_name = STAGES[index // 16 % len(STAGES)]
            board = random_board(rng, stage_name)
        token = token and kind != "jeweler"
        budget = rng.choice(PRINTED[kind]) + rng.choice((0, 0, 1, 2, 3)) + 3 * token
        if rng.random() < 0.2:
            budget = rng.randint(0, 14)
        budget = 0 if kind == "jeweler" else budget
        worth = random_worth(rng) if rng.random() < 0.5 else Worth()
        yield stage_name, token, replace(board, kind=kind, budget=budget), worth


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--limit", type=int, default=400_000, help="ways on a stage the slow search may try"
    )
    asked = parser.parse_args()
    kinds, stages, budgets = Counter(), Counter(), Counter()
    large, tokens, wrong, checked = Counter(), Counter(), [], 0
    start = time.process_time()
    for index, (stage_name, token, activation, worth) in enumerate(cases(asked.cases, asked.seed)):
        right = True
        try:
            gain, _ = best_gain(activation, worth, limit=asked.limit)
            found = best_activation(activation, worth, alternatives=2)
            right = certified(found) and round(gain * SCALE) == round(found.gain * SCALE)
            checked += 1
            kinds[activation.kind] += 1
            stages[stage_name] += 1
            budgets[activation.budget] += 1
            tokens[token] += 1
        except TooLarge:
            large[activation.kind, activation.budget] += 1
        if not right:
            wrong.append(index)
            print("DIFFERENT", index, stage_name, activation, worth, flush=True)
        if (index + 1) % 200 == 0:
            print(f"{index + 1} cases, {time.process_time() - start:.0f} s", flush=True)
    print(f"{checked} of {asked.cases} compared with the slow search, {len(wrong)} different: {wrong}")
    for name, count in (("kinds", kinds), ("stages", stages), ("budgets", budgets), ("token", tokens)):
        print(f"{name}: " + ", ".join(f"{key} {count[key]}" for key in sorted(count)))
    print(
        f"beyond {asked.limit} ways: " + ", ".join(f"{k} {b}: {n}" for (k, b), n in sorted(large.items()))
    )


if __name__ == "__main__":
    main()
