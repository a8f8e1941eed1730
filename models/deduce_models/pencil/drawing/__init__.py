"""Pictures of pencil puzzles and what can be tapped on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.ground.lazy import exports

if TYPE_CHECKING:
    from deduce_models.pencil.drawing.pictures import draw

__all__ = ["draw"]

__getattr__, __dir__ = exports(__name__, {"deduce_models.pencil.drawing.pictures": "draw"})
