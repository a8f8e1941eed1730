"""The rules of Entracte: set-up, positions, moves, chance, legality, views and scoring."""

from typing import TYPE_CHECKING

from deduce.ground.lazy import exports

if TYPE_CHECKING:
    from deduce_models.entracte.rules.state import EntracteState, first_state

__all__ = ["EntracteState", "first_state"]

__getattr__, __dir__ = exports(
    __name__, {"deduce_models.entracte.rules.state": "EntracteState first_state"}
)
