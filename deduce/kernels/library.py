"""Finding and loading the compiled kernels, by ctypes: no part of Python's own binary interface is touched.

The environment variable ``DEDUCE_KERNELS`` chooses: ``0`` does without, a path loads that library, anything else (or
nothing) loads the one that was built beside this file, where there is one.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from deduce.kernels.build import HERE, NAME, of_sources

SWITCH = "DEDUCE_KERNELS"

_whole, _pointer, _real = ctypes.c_int64, ctypes.c_void_p, ctypes.c_double
_DIAGRAM = [_whole, *[_pointer] * 5]
_SIGNATURES: dict[str, tuple[Any, list[Any]]] = {
    "deduce_totals": (_whole, [*_DIAGRAM, _pointer]),
    "deduce_scaled": (None, [*_DIAGRAM, *[_pointer] * 2]),
    "deduce_flows": (None, [*_DIAGRAM, *[_pointer] * 4]),
    "deduce_support": (None, [*_DIAGRAM, *[_pointer] * 3]),
    "deduce_count": (ctypes.c_uint64, [*_DIAGRAM, ctypes.c_uint64, _pointer]),
    "deduce_product_new": (
        _pointer,
        [_whole, *[_pointer] * 5, _whole, *[_pointer] * 3, _whole, _pointer, ctypes.c_int, _real],
    ),
    "deduce_product_run": (ctypes.c_int, [_pointer, _whole]),
    "deduce_product_refused": (None, [_pointer, _pointer]),
    "deduce_product_nodes": (None, [_pointer, _pointer]),
    "deduce_product_collect": (None, [_pointer, _pointer, _pointer]),
    "deduce_product_free": (None, [_pointer]),
    "deduce_mastermind": (
        None,
        [_whole, _pointer, _pointer, _whole, _pointer, _pointer, _whole, *[_pointer] * 3],
    ),
    "deduce_tally": (None, [_pointer, *[_whole] * 4, _pointer]),
    "deduce_measures": (
        None,
        [_pointer, _whole, _pointer, _whole, _pointer, *[_whole] * 3, *[_pointer] * 7],
    ),
    "deduce_grown": (
        _whole,
        [
            _pointer,
            *[_whole] * 2,
            _pointer,
            *[_whole] * 3,
            *[ctypes.c_int] * 2,
            *[_whole] * 4,
            *[_pointer] * 2,
        ],
    ),
    "deduce_cover": (
        _whole,
        [_whole, _pointer, _whole, *[_pointer] * 7, _whole, _whole, _pointer],
    ),
    "deduce_boards": (
        _whole,
        [_whole, _pointer, _whole, _whole, *[_pointer] * 4, _whole, _whole, _pointer],
    ),
    "deduce_permanents": (None, [*[_whole] * 3, *[_pointer] * 8]),
    "deduce_assignments": (None, [_whole, _whole, *[_pointer] * 5]),
    "deduce_orderings_product": (None, [_whole, *[_pointer] * 2]),
    "deduce_orderings_tally": (None, [_whole, *[_pointer] * 2]),
    "deduce_orderings_mixed": (None, [_whole, _whole, *[_pointer] * 3]),
    "deduce_search_new": (
        _pointer,
        [_whole, *[_pointer] * 3, _whole, *[_pointer] * 8, _whole, _real, _real, _pointer],
    ),
    "deduce_search_run": (ctypes.c_int, [_pointer]),
    "deduce_search_sizes": (None, [_pointer, _pointer]),
    "deduce_search_collect": (None, [*[_pointer] * 7]),
    "deduce_search_free": (None, [_pointer]),
    "deduce_stage_worth": (ctypes.c_int32, [_pointer] * 5),
    "deduce_stage_plans": (_whole, [*[_pointer] * 4, *[_whole] * 5, *[_pointer] * 4]),
}


class _State:
    """What is loaded, and why not where nothing is."""

    asked = False
    library: Any = None
    said = ""


def _load() -> None:
    _State.asked = True
    wanted = os.environ.get(SWITCH, "")
    if wanted == "0":
        _State.said = f"numpy ({SWITCH}=0)"
        return
    path = HERE / NAME if wanted in ("", "1") else HERE.__class__(wanted)
    if not path.exists():
        _State.said = f"numpy (there is no {path.name}; python -m deduce.kernels makes it)"
        return
    try:
        found = ctypes.CDLL(str(path.resolve()))
        found.deduce_kernels_of_sources.restype = ctypes.c_int
        # A library of other sources may take its arguments otherwise, or answer otherwise where nothing crashes.
        if found.deduce_kernels_of_sources() != of_sources():
            _State.said = f"numpy ({path.name} is of other sources; python -m deduce.kernels renews it)"
            return
        for name, (result, arguments) in _SIGNATURES.items():
            function = getattr(found, name)
            function.restype, function.argtypes = result, arguments
    except (OSError, AttributeError) as error:
        _State.said = f"numpy ({path.name} cannot be loaded: {error})"
        return
    _State.library, _State.said = found, "compiled"


def library() -> Any:
    """The compiled functions, or None: then numpy does the work."""
    if not _State.asked:
        _load()
    return _State.library


def describe() -> str:
    """Which of the two is in use, and why, in a few words."""
    library()
    return _State.said


@contextmanager
def using(compiled: bool) -> Iterator[bool]:
    """Within the block the compiled kernels are used, or not; gives whether they are. For tests and measurements."""
    before = library()
    _State.library = before if compiled else None
    try:
        yield _State.library is not None
    finally:
        _State.library = before


def address(array: Any) -> int:
    """Where the numbers of a contiguous array (numpy's or Python's) lie; the caller keeps it alive."""
    try:
        # A third of the cost of `array.ctypes.data`; for arrays that may be written to and are not empty.
        return ctypes.addressof(ctypes.c_char.from_buffer(array))
    except (TypeError, ValueError, BufferError):
        return int(array.ctypes.data)
