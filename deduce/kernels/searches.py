"""The search for all worlds of conditions from the top down (see `deduce.worlds.conditions`), compiled."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deduce.ground.deadline import tick
from deduce.kernels.library import address, library

Words = NDArray[np.int64]

SPENT, TOO_LARGE = 1, 2
"""Why a search ended early: the work allowed was done, or the memory allowed was full."""

_NO_MEMORY = 3


class Found(NamedTuple):
    """A decision-DNNF in rows; nodes stand below those that refer to them, the last one is the root.

    Attributes:
        node: Where the branches of each node end.
        height: How many nodes are below each, one above the other.
        branch: Where the leaves and where the children of each branch end, shape (branches, 2).
        variable: The variable of each leaf.
        mask: The values that it can have there, as a bit set.
        child: The nodes that branches refer to.
        work: The steps done.
    """

    node: Words
    height: Words
    branch: Words
    variable: NDArray[np.int32]
    mask: NDArray[np.uint64]
    child: Words
    work: int


def search(
    sizes: Sequence[int],
    masks: Sequence[int],
    liking: Sequence[float],
    scopes: Sequence[Sequence[int]],
    kinds: Sequence[int],
    data: Sequence[Sequence[Words]],
    bounds: Sequence[tuple[int, int]],
    *,
    work: float,
    max_bytes: float,
) -> Found | int | None:
    """All worlds; why there is no answer (`SPENT`, `TOO_LARGE`); None without kernels.

    Raises `GaveUp` at the watched deadline, and what a signal's handler raises meanwhile (Ctrl-C).
    """
    compiled = library()
    if compiled is None:
        return None
    first = np.cumsum([0, *map(len, scopes)], dtype=np.int64)
    touched: list[list[int]] = [[] for _ in sizes]
    for number, scope in enumerate(scopes):
        for variable in scope:
            touched[variable].append(number)
    pool, places = _pooled(data)
    reach = max(
        ((len(s) + 1) * b[1] for s, b, k in zip(scopes, bounds, kinds, strict=True) if k == 4), default=1
    )
    words = [
        np.array(sizes, dtype=np.int64),
        np.array(masks, dtype=np.uint64),
        np.array(liking, dtype=np.float64),
        np.array([*kinds, 0], dtype=np.int64),
        first,
        np.array([*(v for scope in scopes for v in scope), 0], dtype=np.int64),
        places,
        np.array([*(n for pair in bounds for n in pair), 0], dtype=np.int64),
        pool,
        np.cumsum([0, *map(len, touched)], dtype=np.int64),
        np.array([*(c for row in touched for c in row), 0], dtype=np.int64),
    ]
    raised: list[BaseException] = []

    def pause() -> int:
        try:
            tick()
        except BaseException as error:  # nothing may be raised through compiled code
            raised.append(error)
        return len(raised)

    def lost(unraised: sys.UnraisableHookArgs) -> None:
        # What a signal's handler raises comes before the first line of `pause`, and would end there.
        ours = unraised.object is pause or "ctypes callback" in (unraised.err_msg or "")
        if ours and unraised.exc_value is not None:
            raised.append(unraised.exc_value)
        else:
            before(unraised)

    asked = ctypes.CFUNCTYPE(ctypes.c_int)(pause)
    given = list(map(address, words))
    handle = compiled.deduce_search_new(
        len(sizes), *given[:3], len(kinds), *given[3:], reach, float(work), float(max_bytes),
        ctypes.cast(asked, ctypes.c_void_p),
    )  # fmt: skip
    if not handle:
        raise MemoryError
    before, sys.unraisablehook = sys.unraisablehook, lost
    try:
        status = compiled.deduce_search_run(handle)
        if raised:
            raise raised[0]
        if status == _NO_MEMORY:
            raise MemoryError
        return _collected(compiled, handle) if not status else int(status)
    finally:
        sys.unraisablehook = before
        compiled.deduce_search_free(handle)


def _pooled(data: Sequence[Sequence[Words]]) -> tuple[Words, Words]:
    """All tables in a row, each once, and where the table of each place of each scope begins."""
    pieces: list[Words] = [np.zeros(1, dtype=np.int64)]
    known: dict[int, int] = {}
    length, places = 1, []
    for row in data:
        for table in row:
            place = known.get(id(table))
            if place is None:
                known[id(table)] = place = length
                pieces.append(table)
                length += len(table)
            places.append(place)
    return np.concatenate(pieces), np.array([*places, 0], dtype=np.int64)


def _collected(compiled: object, handle: int) -> Found:
    told = np.zeros(6, dtype=np.int64)
    compiled.deduce_search_sizes(handle, address(told))  # type: ignore[attr-defined]
    nodes, branches, leaves, children, _, work = told.tolist()
    node, height = np.zeros(nodes, dtype=np.int64), np.zeros(nodes, dtype=np.int64)
    branch = np.zeros((branches, 2), dtype=np.int64)
    variable, mask = np.zeros(leaves, dtype=np.int32), np.zeros(leaves, dtype=np.uint64)
    child = np.zeros(children, dtype=np.int64)
    kept = (node, height, branch, variable, mask, child)
    compiled.deduce_search_collect(handle, *map(address, kept))  # type: ignore[attr-defined]
    return Found(*kept, work)
