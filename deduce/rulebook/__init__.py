"""A game written once: declare it as its rulebook reads, and get everything else.

One class with one method ``rules(self, t)`` is a complete plug-in; see `Rulebook` and `docs/games.md`.
"""

from typing import TYPE_CHECKING

from deduce.ground.lazy import exports

if TYPE_CHECKING:
    from deduce.rulebook.asks import Row
    from deduce.rulebook.audience import EVERYBODY, NOBODY, Who
    from deduce.rulebook.faults import RulesError
    from deduce.rulebook.game import Rulebook
    from deduce.rulebook.heard import IMPLIED, UNNOTED, UNSHOWN, Entry, Move
    from deduce.rulebook.labels import worded
    from deduce.rulebook.notes import Foretold
    from deduce.rulebook.secrets import Secret
    from deduce.rulebook.state import State
    from deduce.rulebook.table import Table
    from deduce.rulebook.views import View

__all__ = [
    "EVERYBODY",
    "IMPLIED",
    "NOBODY",
    "UNNOTED",
    "UNSHOWN",
    "Entry",
    "Foretold",
    "Move",
    "Row",
    "Rulebook",
    "RulesError",
    "Secret",
    "State",
    "Table",
    "View",
    "Who",
    "worded",
]

_HOMES = {
    "asks": "Row",
    "audience": "EVERYBODY NOBODY Who",
    "faults": "RulesError",
    "game": "Rulebook",
    "heard": "IMPLIED UNNOTED UNSHOWN Entry Move",
    "labels": "worded",
    "notes": "Foretold",
    "secrets": "Secret",
    "state": "State",
    "table": "Table",
    "views": "View",
}

# A game of this kind can be listed without what plays it.
__getattr__, __dir__ = exports(
    __name__, {f"{__name__}.{module}": names for module, names in _HOMES.items()}
)
