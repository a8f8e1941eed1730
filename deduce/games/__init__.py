"""Games: the contract, the registry of plug-ins, and histories; records and the conformance check by their old names."""

from typing import TYPE_CHECKING

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
    State,
    View,
    imported_players,
    settle,
)
from deduce.games.registry import Entry, entries, game, names
from deduce.ground.lazy import exports
from deduce.ground.report import Report
from deduce.records.record import Line, Record, read_record

if TYPE_CHECKING:
    from deduce.conformance import PARTS, Conformance, check_game, check_history
    from deduce.conformance.perft import perft, playouts
    from deduce.games.history import ConformanceError, History, random_history, replay

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

# For authors of games, and found here by them; the room itself stands above this one.
__getattr__, __dir__ = exports(
    __name__,
    {
        "deduce.conformance": "PARTS Conformance check_game check_history perft playouts",
        "deduce.games.history": "ConformanceError History random_history replay",
    },
)
