"""The named players of Decrypto; thin, they call advice."""

from typing import TYPE_CHECKING

from deduce.ground.lazy import exports

if TYPE_CHECKING:
    from deduce_models.decrypto.players.named import Aware, Naive, sampled_clues

__all__ = ["Aware", "Naive", "sampled_clues"]

__getattr__, __dir__ = exports(
    __name__, {"deduce_models.decrypto.players.named": "Aware Naive sampled_clues"}
)
