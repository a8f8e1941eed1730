"""Graphs and lines: one loop, all connected, regions, runs, and the grids they are drawn on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.ground.lazy import exports

if TYPE_CHECKING:
    from deduce.graphs.circuits import Circuit
    from deduce.graphs.connected import Connected
    from deduce.graphs.graph import Graph
    from deduce.graphs.grid import Grid
    from deduce.graphs.lines import Loop, Path
    from deduce.graphs.patterns import ANY, Table
    from deduce.graphs.regions import Regions
    from deduce.graphs.sequences import Increasing, Lex, Regular, Runs, Visible

__all__ = [
    "ANY",
    "Circuit",
    "Connected",
    "Graph",
    "Grid",
    "Increasing",
    "Lex",
    "Loop",
    "Path",
    "Regions",
    "Regular",
    "Runs",
    "Table",
    "Visible",
]

_HOMES = {
    "deduce.graphs.circuits": "Circuit",
    "deduce.graphs.connected": "Connected",
    "deduce.graphs.graph": "Graph",
    "deduce.graphs.grid": "Grid",
    "deduce.graphs.lines": "Loop Path",
    "deduce.graphs.patterns": "ANY Table",
    "deduce.graphs.regions": "Regions",
    "deduce.graphs.sequences": "Increasing Lex Regular Runs Visible",
}
__getattr__, __dir__ = exports(__name__, _HOMES)
