"""Players: they choose from views alone, so they work for every game that keeps the contract."""

from deduce.players.named import player, players_of
from deduce.players.rollout import rollout
from deduce.players.sampling import Estimate, Sampling, own_score
from deduce.players.search import Branch, InformationSetSearch
from deduce.players.simple import Greedy, RandomPlayer, random_player

__all__ = [
    "Branch",
    "Estimate",
    "Greedy",
    "InformationSetSearch",
    "RandomPlayer",
    "Sampling",
    "own_score",
    "player",
    "players_of",
    "random_player",
    "rollout",
]
