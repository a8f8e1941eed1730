"""A puzzle as printed: the grid, what is written in its cells, its areas, and what stands beside it."""

from deduce_models.pencil.sheet.printed import (
    EMPTY,
    SIDES,
    Cell,
    Lines,
    Sheet,
    SheetLayout,
    TextLayer,
    layout,
    many,
)

__all__ = ["EMPTY", "SIDES", "Cell", "Lines", "Sheet", "SheetLayout", "TextLayer", "layout", "many"]
