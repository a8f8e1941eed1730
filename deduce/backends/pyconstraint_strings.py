"""Conditions given as strings of plain arithmetic, worked out for all combinations of values at once.

What a string says is what Python would make of it: ``and`` and ``or`` look no further than they need, and where a
number is divided by zero the condition is not allowed. Strings that do anything else (calls, subscripts, texts), and
numbers that a float could not hold, are left to be asked about one combination after the other.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from deduce.ground.deadline import tick
from deduce.language.variables import Variable

MOST = 10_000_000
"""The most combinations that are worked out."""

_AT_ONCE = 1 << 18
_EXACT = float(1 << 53)
"""Beyond this a float cannot hold every whole number, and numpy would compare otherwise than Python."""

Array = NDArray[Any]


class _Other(Exception):
    """The string does more than plain arithmetic."""


class _Found(NamedTuple):
    """The values of a part of the string in a block of combinations, and where working it out divides by zero."""

    values: Array
    broken: Array


def allowed_rows(tree: ast.expr, scope: Sequence[Variable]) -> NDArray[np.int64] | None:
    """The combinations that a condition allows, as rows of domain positions; None where it is no plain arithmetic."""
    sizes = [len(v.domain) for v in scope]
    if math.prod(sizes) > MOST or not all(type(x) is int for v in scope for x in v.domain):
        return None
    if any(abs(x) >= _EXACT for v in scope for x in v.domain):  # type: ignore[arg-type]
        return None
    # The last variables are axes, the first ones are gone through: a block is never large.
    axes = len(sizes)
    while axes > 1 and math.prod(sizes[-axes:]) > _AT_ONCE:
        axes -= 1
    first, rest = scope[: len(sizes) - axes], scope[len(sizes) - axes :]
    grid = {
        v.name: np.array(v.domain, dtype=np.int64).reshape([-1 if i == at else 1 for i in range(axes)])
        for at, v in enumerate(rest)
    }
    rows = []
    for places in product(*(range(size) for size in sizes[: len(first)])):
        tick()
        fixed = {v.name: np.int64(v.domain[p]) for v, p in zip(first, places, strict=True)}  # type: ignore[arg-type]
        try:
            with np.errstate(all="ignore"):
                found = _value_of(tree, {**grid, **fixed})
        except _Other:
            return None
        true = np.broadcast_to((found.values != 0) & ~found.broken, sizes[len(first) :])
        here = np.argwhere(true)
        ahead = np.broadcast_to(np.array(places, dtype=np.int64), (len(here), len(places)))
        rows.append(np.concatenate([ahead, here], axis=1))
    return np.concatenate(rows)


def _value_of(node: ast.expr, names: Mapping[str, Any]) -> _Found:
    if isinstance(node, ast.Constant) and type(node.value) in (int, float, bool):
        return _exact(np.asarray(node.value), np.asarray(False))
    if isinstance(node, ast.Name) and node.id in names:
        return _Found(np.asarray(names[node.id]), np.asarray(False))
    if isinstance(node, ast.UnaryOp) and type(node.op) in _UNARY:
        inside = _value_of(node.operand, names)
        return _Found(_UNARY[type(node.op)](_number(inside.values)), inside.broken)
    if isinstance(node, ast.BinOp):
        return _calculated(node, names)
    if isinstance(node, ast.Compare):
        return _compared(node, names)
    if isinstance(node, ast.BoolOp):
        return _joined(node, names)
    raise _Other


_UNARY: dict[type[ast.unaryop], Callable[[Array], Array]] = {
    ast.USub: np.negative,
    ast.UAdd: np.positive,
    ast.Not: lambda values: values == 0,
}

_COMPARED: dict[type[ast.cmpop], Callable[[Array, Array], Array]] = {
    ast.Eq: np.equal,
    ast.NotEq: np.not_equal,
    ast.Lt: np.less,
    ast.LtE: np.less_equal,
    ast.Gt: np.greater,
    ast.GtE: np.greater_equal,
}


def _number(values: Array) -> Array:
    """Truth values are the numbers 0 and 1."""
    return values.astype(np.int64) if values.dtype == np.bool_ else values


def _exact(values: Array, broken: Array) -> _Found:
    if values.dtype != np.bool_ and values.size and not np.abs(np.where(broken, 0, values)).max() < _EXACT:
        raise _Other
    return _Found(values, broken)


def _calculated(node: ast.BinOp, names: Mapping[str, Any]) -> _Found:
    left, right = _value_of(node.left, names), _value_of(node.right, names)
    one, other, broken = _number(left.values), _number(right.values), left.broken | right.broken
    # Two factors below 2**53 may come to more than 64 bits hold; as floats that is seen.
    if isinstance(node.op, ast.Mult):
        _exact(one.astype(np.float64) * other.astype(np.float64), broken)
        return _Found(one * other, broken)
    if isinstance(node.op, ast.Add):
        return _exact(one + other, broken)
    if isinstance(node.op, ast.Sub):
        return _exact(one - other, broken)
    broken = broken | (other == 0)
    other = np.where(other == 0, 1, other)
    if isinstance(node.op, ast.Div):
        return _exact(one / other, broken)
    if one.dtype.kind == "i" and other.dtype.kind == "i":
        if isinstance(node.op, ast.FloorDiv):
            return _Found(one // other, broken)
        if isinstance(node.op, ast.Mod):
            return _Found(one % other, broken)
    raise _Other


def _compared(node: ast.Compare, names: Mapping[str, Any]) -> _Found:
    left = _value_of(node.left, names)
    true, broken = np.asarray(True), left.broken
    for op, comparator in zip(node.ops, node.comparators, strict=True):
        if type(op) not in _COMPARED:
            raise _Other
        right = _value_of(comparator, names)
        # What stands behind a comparison that fails is not looked at.
        broken = broken | (true & right.broken)
        true = true & _COMPARED[type(op)](_number(left.values), _number(right.values))
        left = right
    return _Found(true, broken)


def _joined(node: ast.BoolOp, names: Mapping[str, Any]) -> _Found:
    both = isinstance(node.op, ast.And)
    found = _value_of(node.values[0], names)
    for value in node.values[1:]:
        following = _value_of(value, names)
        on = (found.values != 0) == both
        values = np.where(on, _number(following.values), _number(found.values))
        found = _Found(values, found.broken | (on & following.broken))
    return found
