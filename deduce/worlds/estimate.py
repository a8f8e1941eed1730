"""How large a diagram may become, worked out from what the constraints are before any is built."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import comb, inf, log2

from deduce.language.constraints import AllDifferent, Constraint, Count, Sum
from deduce.language.facts import And, Or
from deduce.language.pairs import Compare
from deduce.language.relations import Channel, Relation
from deduce.language.variables import Variable
from deduce.worlds.compile import fronts, layer_order

__all__ = ["bound_arcs"]

_MOST_VARIABLES = 400
_MOST_VALUES = 20_000
_MOST_CONSTRAINTS = 2_000
_MOST_FRONT = 60
"""How many variables a constraint that remembers a front may have; how wide it will be is not known beforehand."""


def bound_arcs(variables: Sequence[Variable], constraints: Sequence[Constraint]) -> float:
    """At most how many arcs the diagram of the constraints has, in a good variable order; infinity for a great many.

    Conditions on single variables count, so that what is known makes the bound smaller. No automaton is made.
    """
    parts = [part for constraint in constraints for part in constraint.parts()]
    if len(variables) > _MOST_VARIABLES or len(parts) > _MOST_CONSTRAINTS:
        return inf
    sizes = {v: len(v.domain) for v in variables}
    masks: dict[Variable, int] = {}
    joint: list[Constraint] = []
    for part in parts:
        only = part.scope[0] if len(part.scope) == 1 else None
        mask = part.support(only) if only is not None else None
        if only is not None and mask is not None:
            masks[only] = masks.get(only, only.full_mask) & mask
        elif part.scope:
            joint.append(part)
    for variable, mask in masks.items():
        sizes[variable] = max(1, mask.bit_count())
    if sum(sizes.values()) > _MOST_VALUES:
        return inf
    free = 1.0
    for size in sizes.values():
        free *= size
        if free > 1e6:
            break
    total = sum(sizes.values())
    if not joint or free <= 1 << 12:
        return min(free, 1 << 12) * total if joint else total
    if any(fronts(c) and len(c.scope) > _MOST_FRONT for c in joint):
        return inf
    order, _ = layer_order(variables, joint, bits=lambda c: _bits(c, sizes))
    rank = {v: i for i, v in enumerate(order)}
    layers = [0.0] * (len(order) + 1)
    for constraint in joint:
        scope = sorted(constraint.scope, key=rank.__getitem__)
        bits = _bits(constraint, sizes)
        seen = 0.0
        for read, (variable, following) in enumerate(pairwise(scope), start=1):
            seen += log2(sizes[variable])
            width = min(bits[read], seen)
            for layer in range(rank[variable] + 1, rank[following] + 1):
                layers[layer] += width
    arcs, before = 0.0, 0.0
    for layer, variable in enumerate(order):
        # A layer has at most as many nodes as arcs lead to it.
        width = min(layers[layer], before) if layer else 0.0
        if width > 60:
            return inf
        before = width + log2(sizes[variable])
        arcs += 2.0**before
    return arcs


def _bits(constraint: Constraint, sizes: Mapping[Variable, int]) -> list[float]:
    """The logarithm of how many states a constraint may have after each number of variables read."""
    scope = constraint.scope
    n = len(scope)
    if isinstance(constraint, AllDifferent):
        values = len(constraint.values())
        return [log2(max(1, comb(values, read))) for read in range(n)]
    if isinstance(constraint, Count):
        return [log2(min(read, constraint.high) + 1) for read in range(n)]
    if isinstance(constraint, Sum):
        whole = log2(constraint.form.span + 1)
    elif isinstance(constraint, Relation):
        whole = log2(max(1, len(constraint.rows)))
    elif isinstance(constraint, Compare):
        whole = log2(min(sizes[scope[0]], sizes[scope[1]]) + 1)
    elif isinstance(constraint, Channel):
        keys = {**constraint.left, **constraint.right}
        whole = len(keys) * log2(len(keys) + 1)
    elif isinstance(constraint, (And, Or)):
        # A part over one variable is settled when it is read.
        open_parts = [part for part in constraint.operands if len(part.scope) > 1]
        whole = 1.0 + sum(log2(max(sizes[v] for v in part.scope) + 2) for part in open_parts)
    else:
        whole = sum(log2(sizes[v]) for v in scope)
    return [0.0] + [whole] * (n - 1)
