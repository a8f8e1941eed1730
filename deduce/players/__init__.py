"""Players: they choose from views alone, so they work for every game that keeps the contract."""

from deduce.players.lookahead import look_ahead
from deduce.players.named import Book, Practice, player, players_of
from deduce.players.prospects import Prospect, Survey, survey
from deduce.players.rollout import rollout
from deduce.players.sampling import Estimate, Sampling, own_score
from deduce.players.search import Branch, InformationSetSearch
from deduce.players.simple import Greedy, RandomPlayer, random_player
from deduce.players.thinking import Inquirer, Thinker
from deduce.players.weighing import Weighed, weigh

__all__ = [
    "Book",
    "Branch",
    "Estimate",
    "Greedy",
    "InformationSetSearch",
    "Inquirer",
    "Practice",
    "Prospect",
    "RandomPlayer",
    "Sampling",
    "Survey",
    "Thinker",
    "Weighed",
    "look_ahead",
    "own_score",
    "player",
    "players_of",
    "random_player",
    "rollout",
    "survey",
    "weigh",
]
