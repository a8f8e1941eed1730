"""A player of one's own: any object with a name and a `choose(view, rng)` that returns one of the moves.

This one plays the card most likely to bring at least one token, and leaves every other decision to `greedy`.
"""

import random

from deduce.games.base import settle
from deduce_models.entracte import GAME
from deduce_models.entracte.advice.evaluation import Evaluation
from deduce_models.entracte.rules.setup import EntracteMove, Kind
from deduce_models.entracte.rules.views import EntracteView


class Hopeful:
    """Wants to see tokens."""

    name = "hopeful"

    def __init__(self) -> None:
        self.greedy = GAME.players["greedy"]()

    def choose(self, view: EntracteView, rng: random.Random) -> EntracteMove:
        """The card with the most tokens in prospect."""
        cards = [move for move in view.moves if move.kind is Kind.PLAY]
        if not cards:
            return self.greedy.choose(view, rng)
        valued, deck = Evaluation.of(view), view.setup.parts.cards
        return max(cards, key=lambda move: sum(valued.value(deck[move.item]).signals))


def average(player, deals: int) -> float:
    """The mean score (best 3, win 2, fair 1, fail 0) of four such players."""
    total = 0.0
    for seed in range(deals):
        rng = random.Random(seed)
        state = GAME.new(players=4, seed=seed)
        while state.actor is not None:
            state = settle(state.play(player.choose(state.view(state.actor), rng)), rng)
        total += state.scores[0]
    return total / deals


if __name__ == "__main__":
    for player in (Hopeful(), GAME.players["greedy"](), GAME.players["convention"]()):
        print(f"{player.name:12} {average(player, 20):.2f}")
