"""Exact reasoning about hidden information.

Everything a player can know is a set of possible worlds; everything here is a question put to that set.
Start with `Problem` and `Knowledge`; the README shows them at work.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.ground.lazy import exports
from deduce.language.operators import Algebra, use
from deduce.moved import install

if TYPE_CHECKING:
    from deduce.backends.goals import solutions
    from deduce.changes import Change, Replace, Shuffle, Swap, Transition
    from deduce.ciphers.text import decipher_text as decipher
    from deduce.evidence import Statement
    from deduce.games.registry import game
    from deduce.ground.errors import (
        Contradiction,
        DeduceError,
        GaveUp,
        IllegalMove,
        MissingExtra,
        ProblemError,
        RecordError,
        TooLarge,
    )
    from deduce.knowledge import Knowledge
    from deduce.language.choices import element
    from deduce.language.constraints import AllDifferent, AtLeast, AtMost, Constraint, Count, Exactly, Sum
    from deduce.language.expressions import Expression, count, max_, min_, sum_
    from deduce.language.facts import Fact
    from deduce.language.relations import Channel, Predicate, Relation
    from deduce.language.variables import Family, Variable
    from deduce.problem import Problem
    from deduce.worlds import Diagram, Table, Worlds
    from deduce.worlds import compile_problem as compile  # noqa: A004 - the library's own word for it

__version__ = "0.2.0"

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
    "deduce.language.choices": "element",
    "deduce.ciphers.text": "decipher=decipher_text",
    "deduce.language.constraints": "AllDifferent AtLeast AtMost Constraint Count Exactly Sum",
    "deduce.ground.errors": "Contradiction DeduceError GaveUp IllegalMove MissingExtra ProblemError RecordError TooLarge",
    "deduce.evidence": "Statement",
    "deduce.language.expressions": "Expression count max_ min_ sum_",
    "deduce.language.facts": "Fact",
    "deduce.games.registry": "game",
    "deduce.knowledge": "Knowledge",
    "deduce.problem": "Problem",
    "deduce.language.relations": "Channel Predicate Relation",
    "deduce.language.variables": "Family Variable",
    "deduce.worlds": "Diagram Table Worlds compile=compile_problem",
}
__getattr__, __dir__ = exports(__name__, _HOMES)


def _algebra() -> Algebra:
    from deduce.language.algebra import Facts

    return Facts()


use(_algebra)
install()
