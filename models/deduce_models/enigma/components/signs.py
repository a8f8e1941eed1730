"""Drawings of the rooms, our own: paths of strokes on a field of 24 by 24."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["SIGNS"]

SIGNS: Final[Mapping[str, str]] = {
    "Code": "M9 4L7 20M17 4l-2 16M4 9h16M3.5 15h16",
    "Radio": (
        "M5.5 9h13a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM15 12.5h2.5"
        "M15 16.5h2.5M7 9l9-5M6.4 14.5a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0 -5.2 0"
    ),
    "Bombe": (
        "M3.5 8a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M13.5 8a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0"
        "M8 17a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M7.5 8h0M17 8h0M12 17h0"
    ),
    "Phantom": (
        "M5 20V11a7 7 0 0 1 14 0v9l-2.4-2-2.3 2-2.3-2-2.3 2-2.3-2z"
        "M8.8 11a0.9 0.9 0 1 0 1.8 0a0.9 0.9 0 1 0 -1.8 0"
        "M13.4 11a0.9 0.9 0 1 0 1.8 0a0.9 0.9 0 1 0 -1.8 0"
    ),
    "Machine": "M4 11h16l1.5 8h-19zM7 11V5h10v6M7.5 14.5h0M12 14.5h0M16.5 14.5h0M9.500 17h5",
    "Library": "M3.8 4h3v16h-3zM8.8 4h3v16h-3zM14 4.8l2.9-.8 3.6 15.3-2.9.7z",
    "Tome": (
        "M12 6.5C10 4.6 6.5 4.3 3 5v13.5c3.5-.6 7-.3 9 1.5 2-1.8 5.5-2.1 9-1.5V5c-3.5-.7-7-.4-9 1.5"
        "zM12 6.5V20"
    ),
    "Teamwork": (
        "M5 8a3 3 0 1 0 6 0a3 3 0 1 0 -6 0M14 9a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0"
        "M2.5 20c0-4 2.3-6.5 5.5-6.5s5.5 2.5 5.5 6.5M15 14.2c3.6-.8 6.5 1.6 6.5 5.3"
    ),
    "Command": "M12 3.5l2.5 5.4 5.9.7-4.4 4 1.2 5.9L12 16.6l-5.2 2.9L8 13.6 3.6 9.6l5.9-.7z",
}
