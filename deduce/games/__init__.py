"""Games: the contract, records, the registry of plug-ins, and the conformance check for authors."""

from deduce.games.base import (
    CHANCE,
    PUBLIC,
    Actor,
    Advice,
    Game,
    Move,
    Option,
    Player,
    Report,
    State,
    View,
    settle,
)
from deduce.games.record import Line, Record, read_record

__all__ = [
    "CHANCE",
    "PUBLIC",
    "Actor",
    "Advice",
    "Game",
    "Line",
    "Move",
    "Option",
    "Player",
    "Record",
    "Report",
    "State",
    "View",
    "read_record",
    "settle",
]
