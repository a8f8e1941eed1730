"""Exact reasoning about hidden information.

Everything a player can know is a set of possible worlds; everything here is a question put to that set.
Start with `Problem` and `Knowledge`; the README shows them at work.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.lazy import exports
from deduce.moved import install
from deduce.operators import Algebra, use

if TYPE_CHECKING:
    from deduce.backends.goals import solutions
    from deduce.changes import Change, Replace, Shuffle, Swap, Transition
    from deduce.choices import element
    from deduce.ciphers.text import decipher_text as decipher
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
    from deduce.expressions import Expression, count, max_, min_, sum_
    from deduce.facts import Fact
    from deduce.games.registry import game
    from deduce.knowledge import Knowledge
    from deduce.problem import Problem
    from deduce.relations import Channel, Predicate, Relation
    from deduce.variables import Family, Variable
    from deduce.worlds import Diagram, Table, Worlds
    from deduce.worlds import compile_problem as compile  # noqa: A004 - the library's own word for it

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
    "Expression",
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
    "count",
    "decipher",
    "element",
    "game",
    "max_",
    "min_",
    "solutions",
    "sum_",
]


# Where each name lives. A module is loaded when one of its names is first used, so that `import deduce` and
# the command line start without numpy, and nothing is loaded that is not needed.
_HOMES = {
    "deduce.backends.goals": "solutions",
    "deduce.changes": "Change Replace Shuffle Swap Transition",
    "deduce.choices": "element",
    "deduce.ciphers.text": "decipher=decipher_text",
    "deduce.constraints": "AllDifferent AtLeast AtMost Constraint Count Exactly Sum",
    "deduce.errors": "Contradiction DeduceError GaveUp IllegalMove MissingExtra ProblemError RecordError TooLarge",
    "deduce.evidence": "Statement",
    "deduce.expressions": "Expression count max_ min_ sum_",
    "deduce.facts": "Fact",
    "deduce.games.registry": "game",
    "deduce.knowledge": "Knowledge",
    "deduce.problem": "Problem",
    "deduce.relations": "Channel Predicate Relation",
    "deduce.variables": "Family Variable",
    "deduce.worlds": "Diagram Table Worlds compile=compile_problem",
}
__getattr__, __dir__ = exports(__name__, _HOMES)


def _algebra() -> Algebra:
    from deduce.algebra import Facts

    return Facts()


use(_algebra)
install()
