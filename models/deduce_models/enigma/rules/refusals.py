"""Which rule forbids a move: one sentence for the person who tried it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce_models.enigma.rules.moves import EnigmaMove, Kind
from deduce_models.enigma.rules.phases import (
    CHANCE_PHASES,
    CLAIMING,
    DOUBTING,
    LOOKING,
    OPENING,
    QUIET,
    START,
)

if TYPE_CHECKING:
    from deduce_models.enigma.rules.state import EnigmaState

__all__ = ["refusal"]

_FACE_DOWN = (Kind.PEEK, Kind.POINT, Kind.LOOK, Kind.OPEN, Kind.REVEAL)


def refusal(state: EnigmaState, move: EnigmaMove) -> str:
    """Why `move`, which is not legal in `state`, is not."""
    kind, phase = move.kind, state.phase
    if phase in CHANCE_PHASES:
        return f"{move}: chance moves now"
    if phase == QUIET:
        return f"{move}: a silenced player may only look at one face-down card"
    if phase == DOUBTING:
        return f"{move}: seat {state.asked} declares now whether it doubts"
    if phase == CLAIMING and kind is Kind.CLAIM:
        return f"{move}: that room lies face up elsewhere (option claim_face_up)"
    if phase in (LOOKING, OPENING) and move.at == state.at:
        return f"{move}: the effect needs another card than the one named"
    if kind in _FACE_DOWN and 0 <= move.at < state.setup.cells and state.up >> move.at & 1:
        return f"{move}: that card lies face up already"
    if phase == START and kind is Kind.NAME:
        return f"{move}: a face-down card is looked at before it is named"
    if kind is Kind.SPEND:
        return f"{move}: Decryption must be held when the turn begins, once a turn, before a naming"
    if kind is Kind.MISSION:
        return f"{move}: this Character has no mission, or not the tokens for it"
    return f"{move}: not possible now"
