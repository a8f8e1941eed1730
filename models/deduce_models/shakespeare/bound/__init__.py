"""The clairvoyant bound of Shakespeare: how much a game could have scored had its draws been known."""

from typing import TYPE_CHECKING

from deduce.ground.lazy import exports

if TYPE_CHECKING:
    from deduce_models.shakespeare.bound.result import bound

__all__ = ["bound"]

__getattr__, __dir__ = exports(__name__, {"deduce_models.shakespeare.bound.result": "bound"})
