"""What a pass tells: the chances of the passer's code as knowledge has them, beside bounds with all codes left alike.

``python -m benchmarks.entracte_passes [GAMES] [PLAYERS]``: random players; after the first pass of a game all other seats
are asked for the code of who passed. The loss is the logarithm (base 2) of the chance given to the true code, in bits.
"""

from __future__ import annotations

import math
import random
import sys
from statistics import mean, stdev
from typing import Any

from deduce.games import settle
from deduce_models.entracte.game import GAME
from deduce_models.entracte.knowledge.belief import belief_of
from deduce_models.entracte.knowledge.evidence import NAMES
from deduce_models.entracte.rules.setup import Kind


def first_pass(seed: int, players: int) -> tuple[Any, int] | None:
    """A position right after the first pass of a random game, and who passed; None where nobody did."""
    rng = random.Random(seed)
    state = settle(GAME.new(players=players), rng)
    while state.actor is not None and state.moves()[0].kind is not Kind.GUESS:
        moves = [move for move in state.moves() if move.kind not in (Kind.STOP, Kind.EXCHANGE)]
        move = rng.choice(moves or list(state.moves()))
        who = int(str(state.actor))
        state = settle(state.play(move), rng)
        if move.kind is Kind.PASS:
            return state, who
    return None


def main(games: int, players: int) -> None:
    """Print the mean losses with their standard errors."""
    by_hands, by_bounds, sure = [], [], 0
    for seed in range(games):
        found = first_pass(seed, players)
        if found is None:
            continue
        state, who = found
        for seat in range(1, players + 1):
            if seat == who:
                continue
            known, belief = GAME.knowledge(state.view(seat)), belief_of(state.view(seat))
            code = state.codes[who - 1].bit_length() - 1
            name = state.setup.parts.codes[code].name
            chance = known.marginals(known.problem["code"][NAMES[who - 1]])[name]
            by_hands.append(-math.log2(chance))
            by_bounds.append(-math.log2(belief.chance(who, code)))
            sure += belief.masks[who - 1].bit_count() == 1
    count = len(by_hands)
    print(f"{count} looks at a first pass, {players} players; {sure} certain by bounds alone")
    for called, losses in (("by counting hands", by_hands), ("by bounds, all alike", by_bounds)):
        print(f"{called}: {mean(losses):.3f} +- {stdev(losses) / math.sqrt(count):.3f} bits lost")
    gains = [other - one for one, other in zip(by_hands, by_bounds, strict=True)]
    print(f"gain: {mean(gains):.3f} +- {stdev(gains) / math.sqrt(count):.3f} bits")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200, int(sys.argv[2]) if len(sys.argv) > 2 else 3)
