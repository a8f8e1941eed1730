"""The named players of Enigma: Beyond Code; thin, they call advice."""

from typing import TYPE_CHECKING

from deduce.ground.lazy import exports

if TYPE_CHECKING:
    from deduce_models.enigma.players.named import PLAYERS

__all__ = ["PLAYERS"]

__getattr__, __dir__ = exports(__name__, {"deduce_models.enigma.players.named": "PLAYERS"})
