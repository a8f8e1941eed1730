"""Views as plain values, for JSON, for vectors and for keys: nothing but dictionaries, lists, texts and numbers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from deduce.games.base import CHANCE

FIXED = frozenset({"setup", "moves"})
"""Fields that say nothing about the position: what the game is played with, and moves that follow from it."""


def plain(view: Any) -> Any:
    """A view (or any part of one) as plain values; its `to_dict` where it has one.

    Small frozen values become dictionaries by field, moves their text, bit masks stay numbers. The fields `setup`
    and `moves` are left out.
    """
    if view is None or (isinstance(view, (bool, int, float, str)) and not isinstance(view, Enum)):
        return view
    if isinstance(view, Enum):
        return view.name
    if isinstance(view, (bytes, bytearray)):
        return list(view)
    if hasattr(view, "to_dict"):
        return view.to_dict()
    if isinstance(view, Mapping):
        return {str(key): plain(value) for key, value in view.items()}
    if isinstance(view, tuple) and hasattr(view, "_fields"):
        # A move is its text; other named tuples are records of fields.
        if "text" in view._fields:
            return str(view)
        return as_dict(view)
    if isinstance(view, (list, tuple)):
        return [plain(each) for each in view]
    if isinstance(view, (set, frozenset)):
        return sorted(map(plain, view), key=str)
    return as_dict(view) if is_dataclass(view) else str(view)


def in_line(value: Any) -> str:
    """A frozen value as people read it in one line: pairs as ``key = value``, nothing as a dash."""
    told = value.to_dict() if hasattr(value, "to_dict") else value
    if isinstance(told, (tuple, list, set, frozenset)) and not hasattr(told, "_fields"):
        parts = sorted(told, key=str) if isinstance(told, (set, frozenset)) else list(told)
        pairs = [each for each in parts if isinstance(each, tuple) and len(each) == 2]
        if parts and len(pairs) == len(parts) == len({str(key) for key, _ in pairs}):
            return "; ".join(f"{in_line(key)} = {in_line(each)}" for key, each in pairs)
        return ", ".join(map(in_line, parts)) or "-"
    return "-" if told is None else str(plain(told))


def as_dict(view: Any) -> dict[str, Any]:
    """The fields of a frozen value as plain values by name: what the `to_dict` of a view is made of."""
    names = view._fields if hasattr(view, "_fields") else [f.name for f in fields(view) if f.compare]
    return {name: plain(getattr(view, name)) for name in names if name not in FIXED}


def information_state(view: Any) -> str:
    """A key of what a seat knows: equal views give equal keys, in every process and Python version.

    Raises `ProblemError` for a whole position, which holds what every seat hides.
    """
    from deduce.games.given import not_whole

    not_whole(view)
    return json.dumps(plain(view), sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def brief(name: str, position: Any) -> str:
    """A position of the game `name` in a few words, as its ``repr``: whose it is and who moves.

    A position in full is `str`, its values are `plain`, and what it is played with would fill a screen.
    """
    kind = "state" if hasattr(position, "outcomes") else f"view of seat {position.seat}"
    actor = position.actor
    moves = (
        "the game is over"
        if actor is None
        else f"seat {actor} moves"
        if actor is not CHANCE
        else "chance moves"
    )
    return f"<{name} {kind}: {moves}>"
