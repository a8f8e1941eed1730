"""Immutable, weighted sets of possible worlds: decision diagrams, explicit tables, assignments, decision-DNNFs."""

from typing import TYPE_CHECKING

from deduce.ground.lazy import exports

if TYPE_CHECKING:
    from deduce.worlds.alternatives import Alternatives
    from deduce.worlds.assignment import Assignment
    from deduce.worlds.base import DEFAULT_MAX_BYTES, World, Worlds
    from deduce.worlds.compile import compile_problem, layer_order
    from deduce.worlds.deal import Deal
    from deduce.worlds.diagram import Diagram
    from deduce.worlds.dnnf import DecisionDnnf
    from deduce.worlds.table import Table

__all__ = [
    "DEFAULT_MAX_BYTES",
    "Alternatives",
    "Assignment",
    "Deal",
    "DecisionDnnf",
    "Diagram",
    "Table",
    "World",
    "Worlds",
    "compile_problem",
    "layer_order",
]

__getattr__, __dir__ = exports(
    __name__,
    {
        "deduce.worlds.alternatives": "Alternatives",
        "deduce.worlds.assignment": "Assignment",
        "deduce.worlds.base": "DEFAULT_MAX_BYTES World Worlds",
        "deduce.worlds.compile": "compile_problem layer_order",
        "deduce.worlds.deal": "Deal",
        "deduce.worlds.diagram": "Diagram",
        "deduce.worlds.dnnf": "DecisionDnnf",
        "deduce.worlds.table": "Table",
    },
)
