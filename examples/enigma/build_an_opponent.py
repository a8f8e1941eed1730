"""Build an opponent: it doubts everything, and otherwise plays the advice. Twelve games against the careful player.

Run it with ``python build_an_opponent.py``.
"""

import random

from deduce.games.base import settle
from deduce_models.enigma.game import GAME
from deduce_models.enigma.players.named import PLAYERS
from deduce_models.enigma.rules.moves import Kind


class Doubter:
    """A player needs a name and a way to choose one of `view.moves`."""

    name = "doubter"

    def choose(self, view, rng):
        """Doubt whenever that is asked."""
        doubts = [move for move in view.moves if move.kind is Kind.DOUBT]
        return doubts[0] if doubts else GAME.advise(view, rng=rng.getrandbits(32))[0].move


def main():
    wins = {"doubter": 0, "careful": 0, "Chaos": 0}
    for number in range(12):
        seats = [Doubter(), PLAYERS["careful"]()]
        if number % 2:
            seats.reverse()
        rng = random.Random(number)
        state = GAME.new(players=2, seed=number)
        while state.actor is not None:
            state = settle(state.play(seats[state.actor - 1].choose(state.view(state.actor), rng)), rng)
        wins[seats[state.winner - 1].name if state.winner else "Chaos"] += 1
    print(", ".join(f"{name} {count}" for name, count in wins.items()))


main()
