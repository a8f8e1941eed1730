"""Games: the contract, records, the registry of plug-ins, and the conformance check for authors."""

from deduce.games.base import (
    CHANCE,
    PUBLIC,
    Actor,
    Advice,
    Answers,
    Game,
    Move,
    Option,
    Player,
    Report,
    State,
    View,
    imported_players,
    settle,
)
from deduce.games.check import PARTS, Conformance, check_game, check_history
from deduce.games.history import ConformanceError, History, random_history, replay
from deduce.games.perft import perft, playouts
from deduce.games.record import Line, Record, read_record
from deduce.games.registry import Entry, entries, game, names

__all__ = [
    "CHANCE",
    "PARTS",
    "PUBLIC",
    "Actor",
    "Advice",
    "Answers",
    "Conformance",
    "ConformanceError",
    "Entry",
    "Game",
    "History",
    "Line",
    "Move",
    "Option",
    "Player",
    "Record",
    "Report",
    "State",
    "View",
    "check_game",
    "check_history",
    "entries",
    "game",
    "imported_players",
    "names",
    "perft",
    "playouts",
    "random_history",
    "read_record",
    "replay",
    "settle",
]
