"""The phases of a turn, as small integers: what is to be decided next."""

from __future__ import annotations

from typing import Final

DEAL, START, QUIET, CLAIMING, DOUBTING, AFTER = range(6)
LOOKING, ICON, OPENING, TEAM, PHANTOM, LAYING, WINDOW, MIXING, ORDER = range(6, 15)
MISSION, CALLING, ACCUSING, OVER = range(15, 19)
CHANCE_PHASES: Final = frozenset({DEAL, ICON, ORDER})
"""Phases in which chance moves."""

DONE, EXTRA, USABLE = 1, 2, 4
"""Bits of `stage`: the standard action is done, the extra naming is under way, Decryption was held
when the turn began and is still there to use."""
