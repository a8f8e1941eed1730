"""How large a diagram may become, worked out from what the constraints are before any is built."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import inf, log2

from deduce.language.constraints import Constraint
from deduce.language.variables import Variable
from deduce.worlds.layers import fronts
from deduce.worlds.sweeps import layer_order

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
    order, _ = layer_order(variables, joint, bits=lambda c: c.bits_read(sizes))
    rank = {v: i for i, v in enumerate(order)}
    layers = [0.0] * (len(order) + 1)
    for constraint in joint:
        scope = sorted(constraint.scope, key=rank.__getitem__)
        bits = constraint.bits_read(sizes)
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
