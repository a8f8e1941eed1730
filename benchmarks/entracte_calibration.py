"""Is the soft layer honest? ``python benchmarks/entracte_calibration.py`` plays deals and fills bins.

In each deal, at some row lengths, every other seat's codes get their soft probability from seat 1's view; in
each bin the mean probability should be the share that was true. Also printed: the mean log loss in bits of
the true code, soft against hard. Partners are greedy, or random.
"""

from __future__ import annotations

import argparse
import itertools
import math
import random

from deduce.games.base import CHANCE
from deduce_models.entracte import GAME
from deduce_models.entracte.belief import belief_of
from deduce_models.entracte.setup import Kind
from deduce_models.entracte.soft import soft_chances

BINS = (0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.999, 1.1)


def observe(
    player_name: str, deals: int, lengths: tuple[int, ...] = (5, 7, 9)
) -> tuple[list[tuple[float, bool]], float, float]:
    """Pairs (soft probability, truth), and the mean log loss of the true code, soft and hard."""
    pairs: list[tuple[float, bool]] = []
    soft_loss = hard_loss = 0.0
    asked = 0
    for seed in range(deals):
        player, rng = GAME.players[player_name](), random.Random(seed)
        state, seen = GAME.new(players=4, seed=seed), 0
        while len(state.row) <= max(lengths):
            if state.actor is CHANCE:
                state = state.play(state.draw(rng))
                continue
            view = state.view(int(state.actor or 0))
            if not view.moves or view.moves[0].kind is Kind.GUESS:
                break
            if len(state.row) in lengths and len(state.row) != seen:
                seen = len(state.row)
                mine = state.view(1)
                hard, chances = belief_of(mine), soft_chances(mine)
                for seat in (2, 3, 4):
                    truth = state.codes[seat - 1].bit_length() - 1
                    pairs += [(p, code == truth) for code, p in chances[seat - 1].items()]
                    soft_loss -= math.log2(chances[seat - 1][truth])
                    hard_loss -= math.log2(hard.chance(seat, truth))
                    asked += 1
            state = state.play(player.choose(view, rng))
    return pairs, soft_loss / asked, hard_loss / asked


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200)
    deals = parser.parse_args().deals
    for name in ("greedy", "random"):
        pairs, soft, hard = observe(name, deals)
        print(f"partners {name}: log loss of the true code {soft:.3f} bits soft, {hard:.3f} hard")
        for low, high in itertools.pairwise(BINS):
            inside = [pair for pair in pairs if low <= pair[0] < high]
            if inside:
                said = sum(p for p, _ in inside) / len(inside)
                true = sum(t for _, t in inside) / len(inside)
                error = math.sqrt(max(said * (1 - said), 1e-9) / len(inside))
                print(f"  said {said:6.1%}  true {true:6.1%}  (+- {error:.1%}, {len(inside)})")


if __name__ == "__main__":
    main()
