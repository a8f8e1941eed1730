"""Graphs and lines: one loop, all connected, regions, runs, and the grids they are drawn on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.lazy import exports

if TYPE_CHECKING:
    from deduce.graphs.connected import Connected
    from deduce.graphs.graph import Graph
    from deduce.graphs.grid import Grid
    from deduce.graphs.lines import Loop, Path

__all__ = ["Connected", "Graph", "Grid", "Loop", "Path"]

_HOMES = {
    "deduce.graphs.connected": "Connected",
    "deduce.graphs.graph": "Graph",
    "deduce.graphs.grid": "Grid",
    "deduce.graphs.lines": "Loop Path",
}
__getattr__, __dir__ = exports(__name__, _HOMES)
