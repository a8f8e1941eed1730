"""Generate an interception puzzle: a sheet of two rounds whose next code can be found with near certainty."""

import random

from deduce_models.decrypto import CODES, GAME, Clue, Guess, mind_for, read_codes, write_view
from deduce_models.decrypto.players.named import sampled_clues


def position(seed):
    """White's third set of clues on the table, all drawn from the word list, as seat 2 sees it."""
    rng = random.Random(seed)
    state = GAME.new(players=4, seed=seed, interceptions_to_win=4, misses_to_lose=4)
    while (state.round, state.phase) != (3, "intercept"):
        if not isinstance(state.actor, int):
            state = state.play(state.draw(rng))
        elif state.phase == "clue":
            view = state.view(state.actor)
            for clue in sampled_clues(view, mind_for(view.setup.words), rng):
                state = state.play(Clue(clue))
        else:
            state = state.play(Guess(rng.choice(CODES)))
    return state


for seed in range(1000):
    state = position(seed)
    view = state.view(2)
    belief = read_codes(view, 0, mind_for(view.setup.words))
    # A fair puzzle: one answer, the right one, and no column that was never seen.
    if belief.probability(state.codes[0]) > 0.97 and all(view.columns(0)):
        break
print(write_view(view))
print("# solution:", "-".join(map(str, belief.best)), f"({belief.probability(belief.best):.1%})")
