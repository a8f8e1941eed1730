"""Passes over a layered decision diagram: totals, marginals and exact counts. Pure functions on arrays.

A layer is a `children` array of shape (nodes, domain): the node of the next layer that a value leads to,
or the number of nodes of the next layer, which stands for "dead". `weights` holds a vector a layer (one
number a value) and `arcs` an optional array a layer of the shape of `children`.

Products of small arrays are `dot`s, of large ones `einsum`s: there a threaded BLAS is slower than the work itself.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from deduce.worlds.base import Floats

Children = NDArray[np.int32]
_MANY_PRIMES = 48
"""Beyond this many residues a count is added up in Python's integers instead."""

FITTING_BITS = 61.0
"""Counts of fewer bits are added up in 64-bit integers."""

_LEAST = float(np.finfo(np.float64).tiny)

_HIGH, _LOW = 1e150, 1e-100
"""Totals beyond these are kept with a power of two of their own."""

_GONE = -1100
"""A power of two of which no float is left."""

_SPAN = 900
"""Numbers that differ by so many powers of two are floats beside each other, with all their digits."""

_SMALL = 8192
"""Up to so many numbers a product of matrices is one thread's work, and many times faster than `einsum`."""

Bools = NDArray[np.bool_]


class Below:
    """The result of a backward pass: for each layer, the total weight below each node.

    `reached[i]` is the weight of each arc and of what lies below it, shape (nodes, domain), still to be multiplied by
    `weights[i]`, the values' own. Only their proportions at a node mean anything where they are `scaled`.
    """

    __slots__ = ("log2_total", "reached", "scaled", "totals", "weights")

    def __init__(
        self,
        totals: list[Floats],
        reached: list[Floats],
        weights: Sequence[Floats],
        log2_total: float,
        *,
        scaled: bool = False,
    ) -> None:
        self.totals, self.reached, self.weights = totals, reached, weights
        self.log2_total, self.scaled = log2_total, scaled


def backward(
    children: Sequence[Children], weights: Sequence[Floats], arcs: Sequence[Floats | None]
) -> Below:
    """Total weights below every node, from the last layer up. Linear in the number of arcs."""
    n = len(children)
    totals: list[Floats] = [np.empty(0)] * n
    reached: list[Floats] = [np.empty(0)] * n
    below = np.array([1.0, 0.0])
    left = n if faint(weights, arcs) else 0
    if not left:
        # Overflow is looked for at the end, once for all layers.
        with np.errstate(over="ignore", invalid="ignore"):
            for i in range(n - 1, -1, -1):
                arc = below.take(children[i])
                if arcs[i] is not None:
                    arc *= arcs[i]
                reached[i] = arc
                total = _along(arc, weights[i])
                totals[i] = total
                below = np.zeros(len(total) + 1)
                below[:-1] = total
        if n and not float(np.concatenate(totals).max(initial=0.0)) <= _HIGH:
            left = next(i for i in range(n, 0, -1) if not float(totals[i - 1].max(initial=0.0)) <= _HIGH)
    if left:
        return _scaled(children[:left], weights, arcs, totals, reached)
    root = float(below[0])
    return Below(totals, reached, weights, float(np.log2(root)) if root > 0 else -np.inf)


def faint(weights: Sequence[Floats], arcs: Sequence[Floats | None]) -> bool:
    """Whether a world may weigh less than a total may, by the least weights of all layers."""
    least = 0.0
    for numbers in (*weights, *(arc for arc in arcs if arc is not None)):
        lowest = float(numbers.min(where=numbers > 0, initial=1.0))
        if lowest < 1.0:
            least += math.log2(lowest)
    return least < math.log2(_LOW)


def _along(arc: Floats, weights: Floats) -> Floats:
    """``arc @ weights``, without the threads that a large product would start."""
    found: Floats = arc.dot(weights) if arc.size <= _SMALL else np.einsum("nd,d->n", arc, weights)
    return found


def _across(share: Floats, arc: Floats) -> Floats:
    """``share @ arc``, likewise."""
    found: Floats = share.dot(arc) if arc.size <= _SMALL else np.einsum("n,nd->d", share, arc)
    return found


def _scaled(
    children: Sequence[Children],
    weights: Sequence[Floats],
    arcs: Sequence[Floats | None],
    totals: list[Floats],
    reached: list[Floats],
) -> Below:
    """The same with a power of two for every node: long or very sharp weightings, and very many worlds.

    `children` are those of the first layers, below which all is known. One power for a layer would not do: worlds beside
    each other may differ by more than a float spans, and what lies above may make up for it. What is reached from a node
    tells with the values' own weights, which are 1 from here on.
    """
    left, own = len(children), list(weights)
    total: Floats = totals[left] if left < len(totals) else np.ones(1)
    top: NDArray[np.int64] | int = 0
    for i in range(left, -1, -1):
        below, powers = np.zeros(len(total) + 1), top
        least, most = _exponents(total)
        if isinstance(top, int) and most - least <= _SPAN // 2:
            below[:-1], powers = np.ldexp(total, -most), top + most
        else:
            below[:-1], more = np.frexp(total)
            powers = np.append(np.where(total > 0, top + more, 0), 0)
        if i:
            reached[i - 1], top = _raised(below, powers, children[i - 1], weights[i - 1], arcs[i - 1])
            own[i - 1] = np.ones(len(weights[i - 1]))
            totals[i - 1] = total = _along(reached[i - 1], own[i - 1])
    log2_total = float(np.log2(below[0])) + int(np.ravel(powers)[0]) if below[0] > 0 else -np.inf
    return Below(totals, reached, own, log2_total, scaled=True)


def _raised(
    below: Floats,
    powers: NDArray[np.int64] | int,
    children: Children,
    weights: Floats,
    arcs: Floats | None,
) -> tuple[Floats, NDArray[np.int64] | int]:
    """What is reached from the nodes of a layer, to be multiplied by 2 to a power: one for all, or one for each node.

    `powers` are likewise those of `below`.
    """
    low, high = _exponents(weights)
    least, most = (0, 0) if arcs is None else _exponents(arcs)
    span = high - low + most - least
    if isinstance(powers, int):
        base, span = powers, span + _SPAN // 2
    else:
        some = powers[below > 0]
        base = int(some.max()) if len(some) else 0
        span += base - int(some.min()) if len(some) else 0
    if span <= _SPAN:
        # Beside the greatest all are floats, and a power for the whole layer is a power for each node.
        if not isinstance(powers, int):
            below = np.ldexp(below, np.minimum(powers - base, 0).astype(np.int32))
        arc = below.take(children)
        arc *= np.ldexp(weights, -high)
        if arcs is not None:
            arc *= np.ldexp(arcs, -most)
        return arc, base + high + most
    own, raised = np.frexp(weights)
    some = np.broadcast_to(powers, below.shape)
    arc, power = below.take(children) * own, some.take(children) + raised
    if arcs is not None:
        more, raised = np.frexp(arcs)
        arc, power = arc * more, power + raised
    top = power.max(axis=1, where=arc > 0, initial=np.iinfo(np.int64).min // 2)
    return np.ldexp(arc, np.clip(power - top[:, None], _GONE, 0).astype(np.int32)), top


def _exponents(numbers: Floats) -> tuple[int, int]:
    """The powers of two of the least and of the greatest positive number; (0, 0) without one."""
    some = numbers[numbers > 0]
    return (math.frexp(some.min())[1], math.frexp(some.max())[1]) if len(some) else (0, 0)


def _alive(weights: Floats, arcs: Floats | None) -> Bools:
    """Which arcs have positive weight; broadcasts to the layer's children."""
    return weights > 0 if arcs is None else (weights > 0) & (arcs > 0)


def living(
    children: Sequence[Children], weights: Sequence[Floats], arcs: Sequence[Floats | None]
) -> list[Bools]:
    """For each layer, which arcs lead to the end over positive weights. Exact: no weight can underflow."""
    n = len(children)
    found: list[Bools] = [np.empty(0, np.bool_)] * n
    below = np.array([True, False])
    for i in range(n - 1, -1, -1):
        arc = below.take(children[i])
        arc &= _alive(weights[i], arcs[i])
        found[i] = arc
        below = np.zeros(len(arc) + 1, dtype=np.bool_)
        below[:-1] = arc.any(axis=1)
    return found


def support(
    children: Sequence[Children], weights: Sequence[Floats], arcs: Sequence[Floats | None]
) -> list[Bools]:
    """For each layer, which values occur in at least one world. Exact: no weight can underflow."""
    alive = living(children, weights, arcs)
    values: list[Bools] = []
    here: Bools = np.ones(1, dtype=np.bool_)
    for i, used in enumerate(alive):
        used = used & here[:, None]
        values.append(np.asarray(used.any(axis=0)))
        if i + 1 < len(alive):
            there = np.zeros(len(children[i + 1]) + 1, dtype=np.bool_)
            there[children[i][used]] = True
            here = there[:-1]
    return values


def forward(children: Sequence[Children], below: Below) -> tuple[list[Floats], list[Floats]]:
    """The probability of reaching each node, and of each value of each layer. Needs a positive total."""
    n = len(children)
    reach: list[Floats] = []
    values: list[Floats] = []
    here = np.ones(1)
    for i in range(n):
        reach.append(here)
        # Probability of a value given the node: weight of the arc and below it, over the node's total.
        # A node without weight below is never reached: nought over the least float is nought.
        share = here / np.maximum(below.totals[i], _LEAST)
        values.append(_across(share, below.reached[i]) * below.weights[i])
        if i + 1 < n:
            flow = below.reached[i] * share[:, None]
            flow *= below.weights[i]
            size = len(children[i + 1])
            arriving: Floats = np.bincount(children[i].ravel(), flow.ravel(), size + 1).astype(
                np.float64, copy=False
            )
            here = arriving[:size]
    return reach, values


_PRIMES: list[int] = []


def _primes(n: int) -> list[int]:
    """The `n` largest primes below 2**31, kept once found."""
    candidate = _PRIMES[-1] - 2 if _PRIMES else (1 << 31) - 1
    while len(_PRIMES) < n:
        if _is_prime(candidate):
            _PRIMES.append(candidate)
        candidate -= 2
    return _PRIMES[:n]


def _is_prime(n: int) -> bool:
    """Miller and Rabin's test for odd n; these three bases are enough below 4,759,123,141 (Jaeschke 1993)."""
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 7, 61):
        power = pow(base, odd, n)
        if power in (1, n - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % n
            if power == n - 1:
                break
        else:
            return False
    return True


def exact_count(
    children: Sequence[Children], alive: Sequence[NDArray[np.bool_] | None], log2: float
) -> int:
    """How many paths lead from the root to the end over living arcs. Exact at any size.

    `alive[i]` says which arcs of layer ``i`` live (a vector by value, or an array of the shape of its children),
    None for all; `log2` is the count's logarithm as floats give it. Small counts fit in 64-bit integers. Larger ones
    are computed modulo enough primes near 2**31, all primes at once, and put together by the Chinese remainder theorem.
    """
    if log2 == -np.inf:
        return 0
    if log2 < FITTING_BITS:
        below = np.array([1, 0], dtype=np.int64)
        for layer, lives in zip(reversed(children), reversed(alive), strict=True):
            total = _over(below.take(layer), lives)
            below = np.zeros(len(total) + 1, dtype=np.int64)
            below[:-1] = total
        return int(below[0])
    primes = primes_for(log2)
    if primes is None:
        return _in_python(children, alive)
    needed = len(primes)
    modulus = np.array(primes, dtype=np.int64)
    rest = np.zeros((2, needed), dtype=np.int64)
    rest[0] = 1
    for layer, lives in zip(reversed(children), reversed(alive), strict=True):
        # The residues of one node lie together in memory; value by value no large array is made.
        total = np.zeros((len(layer), needed), dtype=np.int64)
        for value in range(layer.shape[1]):
            if lives is None:
                total += rest.take(layer[:, value], axis=0)
            elif lives.ndim == 2:
                total += rest.take(layer[:, value], axis=0) * lives[:, value, None]
            elif lives[value]:
                total += rest.take(layer[:, value], axis=0)
        rest = np.zeros((len(layer) + 1, needed), dtype=np.int64)
        np.remainder(total, modulus, out=rest[:-1])
    return assembled(primes, rest[0].tolist())


def _over(arc: NDArray[np.int64], lives: NDArray[np.bool_] | None) -> NDArray[np.int64]:
    """The sums over the values that live."""
    if lives is not None and lives.ndim == 2:
        return np.asarray((arc * lives).sum(axis=1))
    found: NDArray[np.int64] = arc.dot(
        np.ones(arc.shape[1], np.int64) if lives is None else lives.astype(np.int64)
    )
    return found


def primes_for(log2: float) -> list[int] | None:
    """Primes near 2**31 enough to tell numbers of so many bits; None where Python's integers are the better way."""
    needed = int((log2 + 2) / 30.99) + 1
    return None if needed > _MANY_PRIMES else _primes(needed)


def assembled(primes: Sequence[int], residues: Sequence[int]) -> int:
    """The number below the product of the primes that leaves these residues."""
    count, product = 0, 1
    for prime, residue in zip(primes, residues, strict=True):
        count += product * ((residue - count) * pow(product, -1, prime) % prime)
        product *= prime
    return count


def _in_python(children: Sequence[Children], alive: Sequence[NDArray[np.bool_] | None]) -> int:
    """The same in Python's integers, which for enormous counts beat hundreds of residues."""
    below: NDArray[np.object_] = np.array([1, 0], dtype=object)
    for layer, lives in zip(reversed(children), reversed(alive), strict=True):
        arc = below[layer]
        total = (arc if lives is None else arc * lives).sum(axis=1)
        below = np.empty(len(total) + 1, dtype=object)
        below[:-1], below[-1] = total, 0
    return int(below[0])
