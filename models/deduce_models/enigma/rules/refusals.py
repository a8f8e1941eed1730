"""Which rule forbids a move: one sentence for the person who tried it."""

from __future__ import annotations

from collections.abc import Sequence
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

__all__ = ["reason", "refusal"]

_FACE_DOWN = (Kind.PEEK, Kind.POINT, Kind.LOOK, Kind.OPEN, Kind.REVEAL)


def refusal(state: EnigmaState, move: EnigmaMove) -> str:
    """Why `move`, which is not legal in `state`, is not: the move and the reason."""
    return f"{move}: {reason(state, move)}"


def reason(state: EnigmaState, move: EnigmaMove, names: Sequence[str] = ()) -> str:
    """The rule that forbids `move`; players are called by `names`, seat 1 first, or else by their seats."""
    kind, phase = move.kind, state.phase
    if phase in CHANCE_PHASES:
        return "chance moves now"
    if phase == QUIET:
        return "a silenced player may only look at one face-down card"
    if phase == DOUBTING:
        who = names[state.asked - 1] if names else f"seat {state.asked}"
        return f"{who} declares now whether it is doubted"
    if phase == CLAIMING and kind is Kind.CLAIM:
        return "that room lies face up elsewhere (option claim_face_up)"
    if phase in (LOOKING, OPENING) and kind in _FACE_DOWN and move.at == state.at:
        return "the effect needs another card than the one named"
    if kind in _FACE_DOWN and 0 <= move.at < state.setup.cells and state.up >> move.at & 1:
        return "that card lies face up already"
    if phase == START and kind is Kind.NAME:
        return "a face-down card is looked at before it is named"
    if kind is Kind.SPEND:
        return "Decryption must be held when the turn begins, once a turn, before a naming"
    if kind is Kind.MISSION:
        return "this Character has no mission, or not the tokens for it"
    return "not possible now"
