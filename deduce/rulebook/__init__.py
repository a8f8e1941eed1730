"""A game written once: declare it as its rulebook reads, and get everything else.

One class with one method ``rules(self, t)`` is a complete plug-in; see `Rulebook` and `docs/games.md`.
"""

from deduce.rulebook.audience import EVERYBODY, NOBODY
from deduce.rulebook.faults import RulesError
from deduce.rulebook.game import Rulebook
from deduce.rulebook.heard import UNSHOWN, Entry, Move
from deduce.rulebook.state import State, View
from deduce.rulebook.table import Table

__all__ = [
    "EVERYBODY",
    "NOBODY",
    "UNSHOWN",
    "Entry",
    "Move",
    "Rulebook",
    "RulesError",
    "State",
    "Table",
    "View",
]
