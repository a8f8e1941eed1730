"""Grids divided into regions by an owner for each cell."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from deduce.facts import Or
from deduce.graphs import Connected, Graph
from deduce_models.pencil.board import PuzzleBoard
from deduce_models.pencil.sheet import Cell

__all__ = ["hang_together"]


def hang_together(board: PuzzleBoard, owner: Hashable, home: Iterable[Cell], text: str) -> None:
    """The cells of an owner hang together; each but those of `home` has a neighbour among them."""
    sheet, cell = board.sheet, board.cell
    own = {at: v for at, v in cell.items() if owner in v.domain}
    if len(own) < 2:
        return
    edges = [(a, b) for a in own for b in sheet.near(a) if a < b and b in own]
    board.rule(text, Connected(own, Graph(edges, own), value=owner))
    homes = set(home)
    for at, v in own.items():
        if at not in homes:
            board.rule(text, Or(v != owner, *(own[x] == owner for x in sheet.near(at) if x in own)))
