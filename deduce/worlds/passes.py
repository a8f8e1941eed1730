"""Passes over a layered decision diagram: totals, marginals and exact counts. Pure functions on arrays.

A layer is a `children` array of shape (nodes, domain): the node of the next layer that a value leads to,
or the number of nodes of the next layer, which stands for "dead". `weights` holds a vector a layer (one
number a value) and `arcs` an optional array a layer of the shape of `children`.

Products are written with `einsum` and sums rather than `@`: a threaded BLAS is slower than the work itself.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from deduce.worlds.base import Floats

__all__ = ["Below", "Children", "backward", "exact_count", "forward", "support"]

Children = NDArray[np.int32]
_MANY_PRIMES = 48
"""Beyond this many residues a count is added up in Python's integers instead."""

_LEAST = float(np.finfo(np.float64).tiny)
Bools = NDArray[np.bool_]


class Below:
    """The result of a backward pass: for each layer, the total weight below each node, scaled.

    The true total of a node of layer ``i`` is ``totals[i][node] * 2 ** scale[i]``. `reached[i]` is the
    weight of each arc and of what lies below it (without the value's own weight), shape (nodes, domain).
    """

    __slots__ = ("reached", "scale", "totals")

    def __init__(self, totals: list[Floats], reached: list[Floats], scale: list[int]) -> None:
        self.totals, self.reached, self.scale = totals, reached, scale

    @property
    def log2_total(self) -> float:
        """The base-2 logarithm of the weight of all worlds."""
        root = float(self.totals[0][0])
        return float(np.log2(root)) + self.scale[0] if root > 0 else -np.inf


def backward(
    children: Sequence[Children], weights: Sequence[Floats], arcs: Sequence[Floats | None]
) -> Below:
    """Total weights below every node, from the last layer up. Linear in the number of arcs."""
    n = len(children)
    totals: list[Floats] = [np.empty(0)] * n
    reached: list[Floats] = [np.empty(0)] * n
    scale = [0] * (n + 1)
    reachable: list[Bools] = []
    below = np.array([1.0, 0.0])
    for i in range(n - 1, -1, -1):
        arc = below[children[i]]
        if arcs[i] is not None:
            arc *= arcs[i]
        total = np.einsum("nd,d->n", arc, weights[i])
        shift = 0
        peak = total.max() if len(total) else 0.0
        # Rescaling by a power of two is exact and keeps long or very sharp weightings in range.
        if peak > 1e200 or 0.0 < peak < 1e-200:
            # Nodes that nothing reaches any more must not set the scale for those that matter.
            reachable = reachable or reached_nodes(children, weights, arcs)
            total = np.where(reachable[i], total, 0.0)
            peak = total.max()
            shift = int(np.frexp(peak)[1]) if peak > 0 else 0
            total = np.ldexp(total, -shift)
        scale[i] = scale[i + 1] + shift
        reached[i], totals[i] = arc, total
        # Faster than append on the many short arrays of narrow diagrams.
        below = np.zeros(len(total) + 1)
        below[:-1] = total
    return Below(totals, reached, scale)


def reached_nodes(
    children: Sequence[Children], weights: Sequence[Floats], arcs: Sequence[Floats | None]
) -> list[Bools]:
    """For each layer, which nodes the root reaches over arcs of positive weight."""
    here: Bools = np.ones(1, dtype=np.bool_)
    found = [here]
    for i in range(len(children) - 1):
        alive = _alive(weights[i], arcs[i]) & here[:, None]
        there = np.zeros(len(children[i + 1]) + 1, dtype=np.bool_)
        there[children[i][np.broadcast_to(alive, children[i].shape)]] = True
        here = there[:-1]
        found.append(here)
    return found


def _alive(weights: Floats, arcs: Floats | None) -> Bools:
    """Which arcs have positive weight; broadcasts to the layer's children."""
    return weights > 0 if arcs is None else (weights > 0) & (arcs > 0)


def support(
    children: Sequence[Children], weights: Sequence[Floats], arcs: Sequence[Floats | None]
) -> list[Bools]:
    """For each layer, which values occur in at least one world. Exact: no weight can underflow."""
    n = len(children)
    living: list[Bools] = [np.empty(0, np.bool_)] * n
    below = np.array([True, False])
    for i in range(n - 1, -1, -1):
        living[i] = below[children[i]] & _alive(weights[i], arcs[i])
        below = np.append(living[i].any(axis=1), False)
    values: list[Bools] = []
    here: Bools = np.ones(1, dtype=np.bool_)
    for i in range(n):
        used = living[i] & here[:, None]
        values.append(np.asarray(used.any(axis=0)))
        if i + 1 < n:
            there = np.zeros(len(children[i + 1]) + 1, dtype=np.bool_)
            there[children[i][used]] = True
            here = there[:-1]
    return values


def forward(
    children: Sequence[Children], weights: Sequence[Floats], below: Below
) -> tuple[list[Floats], list[Floats]]:
    """The probability of reaching each node, and of each value of each layer. Needs a positive total."""
    n = len(children)
    reach: list[Floats] = []
    values: list[Floats] = []
    here = np.ones(1)
    for i in range(n):
        reach.append(here)
        total = below.totals[i]
        # Probability of a value given the node: weight of the arc and below it, over the node's total.
        # A node without weight below is never reached: nought over the least float is nought.
        share = here / np.maximum(total, _LEAST)
        if below.scale[i] != below.scale[i + 1]:
            share = np.ldexp(share, below.scale[i + 1] - below.scale[i])
        flow = below.reached[i] * share[:, None]
        values.append(flow.sum(axis=0) * weights[i])
        if i + 1 < n:
            flow = flow * weights[i]
            size = len(children[i + 1])
            arriving = np.bincount(children[i].ravel(), weights=flow.ravel(), minlength=size + 1)
            here = arriving[:size].astype(np.float64, copy=False)
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

    `alive[i]` says which arcs of layer ``i`` live (broadcast to its children), None for all; `log2` is the
    count's logarithm as floats give it. Small counts fit in 64-bit integers. Larger ones are computed
    modulo enough primes near 2**31, all primes at once, and put together by the Chinese remainder theorem.
    """
    if log2 == -np.inf:
        return 0
    if log2 < 61.0:
        below = np.array([1, 0], dtype=np.int64)
        for layer, living in zip(reversed(children), reversed(alive), strict=True):
            arc = below[layer]
            total = arc.sum(axis=1) if living is None else (arc * living).sum(axis=1)
            below = np.append(total, 0)
        return int(below[0])
    needed = int((log2 + 2) / 30.99) + 1
    if needed > _MANY_PRIMES:
        return _in_python(children, alive)
    primes = _primes(needed)
    modulus = np.array(primes, dtype=np.int64)[:, None]
    rest = np.array([[1, 0]] * len(primes), dtype=np.int64)
    for layer, living in zip(reversed(children), reversed(alive), strict=True):
        arc = rest[:, layer]
        total = arc.sum(axis=2) if living is None else (arc * living).sum(axis=2)
        rest = np.concatenate([total % modulus, np.zeros((len(primes), 1), np.int64)], axis=1)
    count, product = 0, 1
    for prime, residue in zip(primes, rest[:, 0].tolist(), strict=True):
        count += product * ((residue - count) * pow(product, -1, prime) % prime)
        product *= prime
    return count


def _in_python(children: Sequence[Children], alive: Sequence[NDArray[np.bool_] | None]) -> int:
    """The same in Python's integers, which for enormous counts beat hundreds of residues."""
    below: NDArray[np.object_] = np.array([1, 0], dtype=object)
    for layer, living in zip(reversed(children), reversed(alive), strict=True):
        arc = below[layer]
        total = (arc if living is None else arc * living).sum(axis=1)
        below = np.empty(len(total) + 1, dtype=object)
        below[:-1], below[-1] = total, 0
    return int(below[0])
