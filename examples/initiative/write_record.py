"""Let two planners play a few turns and print the record: complete, and as seat 1 saw it.

evening.txt and seat1.txt beside this file were made by it.
"""

import random

from deduce.games.base import CHANCE
from deduce_models.initiative import GAME
from deduce_models.initiative.players.named import Planner
from deduce_models.initiative.records.writing import write
from deduce_models.initiative.rules.moves import Move

MISSION, PLAYERS, TURNS = "m7_number", 2, 4


def evening(seed: int) -> list[Move]:
    """The moves of the first turns, up to a decision."""
    chance = random.Random(seed)
    state = GAME.new(players=PLAYERS, mission=MISSION)
    moves: list[Move] = []
    while state.turns <= TURNS or state.actor is CHANCE:
        if state.actor is None:
            break
        actor = state.actor
        move = state.draw(chance) if actor is CHANCE else Planner().choose(state.view(actor), chance)
        moves.append(move)
        state = state.play(move)
    return moves


if __name__ == "__main__":
    moves = evening(1)
    print("# Two agents look for a number: every card, as a referee sees it.")
    print(write(GAME, moves, mission=MISSION, players=PLAYERS))
    print("# The same evening as seat 1 would note it.")
    print(write(GAME, moves, mission=MISSION, players=PLAYERS, seat=1), end="")
