"""A rule at a place: what a statement comes to where a step uses it.

Rules about the whole grid ("a region has as many cells as its number") speak of every cell; a step uses them at one
place. There they come to a clause over single variables: if this and that are so, then so is the other. It is what the
independent checker (`deduce.explain.checker`) is shown for rules of kinds that it has no reading of. That the rule
implies the clause is what the propagator found, and what tests ask of a solver.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod

from deduce.evidence import Statement
from deduce.explain.checker import reads
from deduce.language.base import Constraint
from deduce.language.facts import And, Fact, Or, Within

_COMBINATIONS = 100
"""A condition of so few combinations of values is tried out by the checker."""


def readable(content: Constraint) -> bool:
    """Whether the independent checker can read a condition as far as steps use it."""
    if reads(content):
        return True
    return prod(len(v.domain) for v in content.scope) <= _COMBINATIONS


def at_place(statement: Statement, shown: Sequence[Fact], known: Sequence[Within]) -> Statement:
    """The statement itself where the checker can read it; else what it comes to: that `known` implies `shown`.

    Where nothing is shown, that not all of `known` can be. The statement alone must imply that.
    """
    content = statement.content
    if not isinstance(content, Constraint) or readable(content):
        return statement
    told = [] if not shown else [shown[0] if len(shown) == 1 else And(*shown)]
    return replace(statement, content=Or(*told, *(~fact for fact in known)))
