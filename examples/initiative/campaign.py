"""Keep a campaign log: play a mission to its end, and write down what came of it."""

import random

from deduce.games.base import CHANCE
from deduce_models.initiative import GAME
from deduce_models.initiative.missions.campaign import CampaignLog

log = CampaignLog()
for mission in ("m1_parcel", "m2_vault", "m3_vstrecha"):
    state, chance = GAME.new(players=2, mission=mission, seed=1), random.Random(1)
    player = GAME.players["planner"]()
    while state.actor is not None:
        move = (
            state.draw(chance) if state.actor is CHANCE else player.choose(state.view(state.actor), chance)
        )
        state = state.play(move)
    log = log.record(state)
print(log.achieve("scout"), end="")
print(CampaignLog.parse(str(log)).won)
