"""What is in the box of Shakespeare: its pieces, words and data files, with their provenance."""

from typing import TYPE_CHECKING

from deduce.ground.lazy import exports

if TYPE_CHECKING:
    from deduce_models.shakespeare.components.elements import BLUE, GREEN, PINK
    from deduce_models.shakespeare.components.loading import components

__all__ = ["BLUE", "GREEN", "PINK", "components"]

__getattr__, __dir__ = exports(
    __name__,
    {
        "deduce_models.shakespeare.components.loading": "components",
        "deduce_models.shakespeare.components.elements": "BLUE GREEN PINK",
    },
)
