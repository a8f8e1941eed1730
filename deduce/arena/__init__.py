"""The arena: matches and tournaments of players, with error bars, paired deals and many workers."""

from deduce.arena.match import Fixture, Match, play_match
from deduce.arena.ratings import Rating, ratings
from deduce.arena.result import Result, Standing
from deduce.arena.schedule import PAIRINGS, lineups, schedule
from deduce.arena.statistics import Mean, Share, mean_of, share_of
from deduce.arena.tournament import run_tournament

__all__ = [
    "PAIRINGS",
    "Fixture",
    "Match",
    "Mean",
    "Rating",
    "Result",
    "Share",
    "Standing",
    "lineups",
    "mean_of",
    "play_match",
    "ratings",
    "run_tournament",
    "schedule",
    "share_of",
]
