"""Two random agents in a PettingZoo environment that shows them what they can know: exact chances of every code."""

import numpy as np

from deduce.bridges.pettingzoo import env

game = env("entracte", players=2, observation="marginals")
game.reset(seed=3)
rng = np.random.default_rng(3)
last = ""
for agent in game.agent_iter():
    observation, reward, over, cut, _ = game.last()
    if over or cut:
        print(f"{agent} ends with {reward:g}")
        game.step(None)
        continue
    known = observation["observation"][:48].reshape(2, 24)
    surest = float(known.max(axis=1).min())
    last = f"{agent}: the likeliest code of the seat it knows least has a chance of {surest:.0%}"
    game.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    print(last)
