"""The phases of a game, as small numbers."""

from __future__ import annotations

DEAL, TURN, DRAWING, SWAP, VOTE, CLAIM, PILING, GUESSING, OVER = range(9)
CHANCE_PHASES = (DEAL, DRAWING, SWAP, PILING)
