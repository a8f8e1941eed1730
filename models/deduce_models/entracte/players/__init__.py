"""The named players of Entracte; thin, they call advice."""

from typing import TYPE_CHECKING

from deduce.ground.lazy import exports

if TYPE_CHECKING:
    from deduce_models.entracte.players.named import PLAYERS

__all__ = ["PLAYERS"]

__getattr__, __dir__ = exports(__name__, {"deduce_models.entracte.players.named": "PLAYERS"})
