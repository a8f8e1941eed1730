"""A player of your own: any object with a name and `choose(view, rng)`. This one never leaves the entrance."""

import random

from deduce.arena.match import play_match
from deduce_models.initiative import GAME
from deduce_models.initiative.knowledge.posterior import read_windows
from deduce_models.initiative.rules.moves import Move
from deduce_models.initiative.rules.state import View


class Homebody:
    """Looks at far rooms, collects what lies at home, and answers when it is fairly sure."""

    name = "homebody"

    def choose(self, view: View, rng: random.Random) -> Move:
        """One of the legal moves."""
        best = read_windows(view).answers[0]
        answer = Move("answer", tuple(best.text.split()))
        if best.probability > 0.8 and answer in view.moves:
            return answer
        liked = [move for move in view.moves if move.verb in ("agree", "turn", "take", "more", "draw")]
        return liked[0] if liked else rng.choice(view.moves)


for team in ([Homebody(), Homebody()], [GAME.players["greedy"](), GAME.players["greedy"]()]):
    wins = sum(
        play_match(GAME, team, deal=deal, options={"mission": "easy"}).scores[0] for deal in range(4)
    )
    print(f"{team[0].name}: {wins:.0f} of 4 missions")
