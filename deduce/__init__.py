"""Exact reasoning about hidden information.

Everything a player can know is a set of possible worlds; everything here is a question put to that set.
Start with `Problem` and `Knowledge`; the README shows them at work.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deduce.changes import Change, Replace, Shuffle, Swap, Transition
from deduce.constraints import AllDifferent, AtLeast, AtMost, Constraint, Count, Exactly, Sum
from deduce.errors import (
    Contradiction,
    DeduceError,
    GaveUp,
    IllegalMove,
    MissingExtra,
    ProblemError,
    RecordError,
    TooLarge,
)
from deduce.evidence import Statement
from deduce.facts import Fact
from deduce.knowledge import Knowledge
from deduce.problem import Problem
from deduce.relations import Channel, Predicate, Relation
from deduce.variables import Family, Variable
from deduce.worlds import Diagram, Table, Worlds
from deduce.worlds import compile_problem as compile  # noqa: A004 - the library's own word for it

if TYPE_CHECKING:
    from deduce.games.registry import game

__version__ = "0.1.0"

__all__ = [
    "AllDifferent",
    "AtLeast",
    "AtMost",
    "Change",
    "Channel",
    "Constraint",
    "Contradiction",
    "Count",
    "DeduceError",
    "Diagram",
    "Exactly",
    "Fact",
    "Family",
    "GaveUp",
    "IllegalMove",
    "Knowledge",
    "MissingExtra",
    "Predicate",
    "Problem",
    "ProblemError",
    "RecordError",
    "Relation",
    "Replace",
    "Shuffle",
    "Statement",
    "Sum",
    "Swap",
    "Table",
    "TooLarge",
    "Transition",
    "Variable",
    "Worlds",
    "compile",
    "game",
]


def __getattr__(name: str) -> Any:
    # The registry of games reads entry points; it is loaded when first asked for.
    if name == "game":
        from deduce.games.registry import game

        return game
    raise AttributeError(f"module 'deduce' has no attribute {name!r}")
