"""How many cylinders to wager, and what to do on the morning after: the two largest decisions of a day.

A two-player game is played to its third day by the greedy player; then the wager is solved as a simultaneous
game, and the seat that comes first asks for the plan of its day.
"""

import random

from deduce.games.base import CHANCE
from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.players.named import PLAYERS
from deduce_models.shakespeare.rules import phases

rng = random.Random(1)
player = PLAYERS["greedy"]()
state = GAME.new(players=2, seed=12)
while not (state.day == 3 and state.phase == phases.WAGER):
    if state.actor is CHANCE:
        state = state.play(state.draw(rng))
    else:
        state = state.play(player.choose(state.view(state.actor), rng))

for seat in (1, 2):
    ranked = GAME.advise(state.view(seat))
    print(f"seat {seat} wagers:")
    for row in ranked:
        likely = row.details["wagers"][seat - 1][row.move.item - 1]
        print(
            f"  {row.move}  payoff {row.value:5.2f}  share in the equilibrium {likely:.2f}  ({row.reason})"
        )
    state = state.play(ranked[0].move)

print(f"seat {state.actor} comes first; its advice:")
for row in GAME.advise(state.view(state.actor)):
    print(f"  {row.move}  {row.value:.2f} +- {row.error:.2f}  {row.reason}")
