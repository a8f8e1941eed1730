"""A small game solved exactly: *Above* with four cards and one turn each, by OpenSpiel's CFR.

Our player `prudent` is held against the solution. OpenSpiel judges both: what each seat scores when all play so, and how
much a seat could gain by playing best against it (0 in equilibrium). Needs the extra `openspiel`. Run it:
python examples/bridges/cfr_above.py
"""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "games"))

import above
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability
from open_spiel.python.policy import Policy

from deduce.bridges.openspiel import load

above.CARDS, above.TURNS = range(1, 5), 1
game = load(above.GAME, players=2)


class Ours(Policy):
    """One of our players as a policy of OpenSpiel: it chooses from views, as it does everywhere."""

    def __init__(self, player):
        super().__init__(game, [0, 1])
        self.player = player

    def action_probabilities(self, state, player_id=None):
        """1 for the move chosen, 0 for the others."""
        seat = state.current_player() if player_id is None else player_id
        chosen = str(self.player.choose(state.position.view(seat + 1), random.Random(0)))
        return {
            action: float(state.action_to_string(seat, action) == chosen)
            for action in state.legal_actions()
        }


solver = cfr.CFRPlusSolver(game)
for _ in range(40):
    solver.evaluate_and_update_policy()

for name, policy in (
    ("solved", solver.average_policy()),
    ("prudent", Ours(above.GAME.players["prudent"]())),
):
    first, second = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
    gain = exploitability.nash_conv(game, policy) / 2
    print(f"{name:8} scores {first:.3f} and {second:.3f}; best play against it gains {gain:.3f} a seat")
