"""What holds of the page whoever serves it: its files, what it may load, and which questions may take their time."""

from __future__ import annotations

from pathlib import Path
from typing import Final

STATIC: Final = Path(__file__).parent / "static"
SLOW: Final = frozenset(
    {"advise", "story", "sheet", "unique", "candidates", "steps", "hint", "redundant", "generate", "mend",
     "play_new", "play_move", "play_view", "play_advise", "play_walk", "play_save"}
)  # fmt: skip
"""Verbs that wait in a lane of their own, so that a sheet never waits behind somebody's advice."""
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types page"
)
