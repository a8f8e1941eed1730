"""The soft belief of Enigma: Beyond Code: how likely each layout and each hidden role is."""

from typing import TYPE_CHECKING

from deduce.ground.lazy import exports

if TYPE_CHECKING:
    from deduce_models.enigma.belief.belief import believe, ledger

__all__ = ["believe", "ledger"]

__getattr__, __dir__ = exports(__name__, {"deduce_models.enigma.belief.belief": "believe ledger"})
