"""The named players of The Initiative; thin, they call advice."""

from typing import TYPE_CHECKING

from deduce.ground.lazy import exports

if TYPE_CHECKING:
    from deduce_models.initiative.players.named import Planner

__all__ = ["Planner"]

__getattr__, __dir__ = exports(__name__, {"deduce_models.initiative.players.named": "Planner"})
