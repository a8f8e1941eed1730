"""What the default player says of positions of small games, by seeds: figures and reasons as they were approved.

Whoever changes them on purpose shows their strength anew (``deduce arena``), and writes them anew (`approved`).
"""

import random

import pytest
from approved import assert_approved
from asking_games import Code, Higher, Leduc, Mines, Noisy
from toy_games import Show, Whose

import deduce
from deduce.games import settle
from deduce.players import Inquirer, Thinker
from deduce.players.simple import random_player
from deduce.players.thinking import advise

GAMES = [
    Code(),
    Higher(),
    Leduc(),
    Mines(),
    Noisy(),
    Show(),
    Whose(),
    *map(deduce.game, ["skull", "love_letter", "clue"]),
]


def position(game, seed):
    """Where random play has come to after `seed` moves, if it is not over."""
    rng = random.Random(seed)
    state = settle(game.new(players=game.seats.start, seed=seed), rng)
    for _ in range(seed):
        after = settle(state.play(random_player.choose(state.view(state.actor), rng)), rng)
        if after.actor is None:
            break
        state = after
    return state


def told(figures):
    """The best few and the worst; equals by name."""
    rows = sorted((-round(value, 3), str(move), *map(str, rest)) for move, value, *rest in figures)
    shown = rows if len(rows) <= 6 else [*rows[:5], rows[-1]]
    return [f"  {move}: {-value:.3f}, {', '.join(rest)}" for value, move, *rest in shown]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_advice(game):
    lines = []
    for seed in (1, 2):
        state = position(game, seed)
        advice = advise(game, state.view(state.actor), rng=seed)
        lines.append(f"after {seed}, seat {state.actor}, {len(advice)} moves")
        lines += told((each.move, each.value, f"{each.error:.3f}", each.reason) for each in advice)
        thinking = [Inquirer(game, worlds=8), Thinker(game, worlds=8, descents=60)] if seed == 2 else []
        for one in thinking:
            lines.append(one.name)
            figures = one.weigh(state.view(state.actor), random.Random(seed))
            lines += told((each.move, each.value, f"{each.prospect.bits:.3f} bits") for each in figures)
    assert_approved(f"advice_{game.name}", lines)
