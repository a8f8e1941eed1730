"""The best set and costume placement of Shakespeare: activations, enumeration, the optimiser."""

from typing import TYPE_CHECKING

from deduce.ground.lazy import exports

if TYPE_CHECKING:
    from deduce_models.shakespeare.placement.activation import best_activation

__all__ = ["best_activation"]

__getattr__, __dir__ = exports(
    __name__, {"deduce_models.shakespeare.placement.activation": "best_activation"}
)
