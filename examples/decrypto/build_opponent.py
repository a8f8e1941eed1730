"""An opponent of one's own: it reads like `Aware`, and gives the shortest clue its team can still read."""

import random

from deduce.games import CHANCE
from deduce_models.decrypto import GAME, Aware, Clue, Naive, mind_for, rank_triples


class Terse:
    """Prefers few letters among the twenty best triples."""

    name = "terse"

    def choose(self, view, rng):
        """One of the view's moves."""
        if view.phase != "clue":
            return Aware().choose(view, rng)
        triples = rank_triples(view, mind_for(view.setup.words), limit=20)
        best = min(triples, key=lambda triple: (triple.decode < 0.5, sum(map(len, triple.clues))))
        return Clue(best.clues[len(view.clues[view.team])])


rng = random.Random(4)
state = GAME.new(players=4, seed=4)
players = {1: Terse(), 2: Naive(), 3: Terse(), 4: Naive()}
while state.actor is not None:
    if state.actor is CHANCE:
        state = state.play(state.draw(rng))
    else:
        state = state.play(players[state.actor].choose(state.view(state.actor), rng))
for half in state.past:
    print(half.round, ("white", "black")[half.team], half.code, half.clues, half.interception, half.answer)
print("tokens", state.tokens, "scores", state.scores)
