"""A move in the words of a record: ``swaps Ann``, not ``swap 1``."""

from __future__ import annotations

from collections.abc import Sequence

from deduce_models.enigma.rules.moves import EnigmaMove, Kind
from deduce_models.enigma.rules.setup import bits
from deduce_models.enigma.rules.state import EnigmaState

__all__ = ["clause_text"]

_VERBS = {
    Kind.PEEK: "peeks",
    Kind.POINT: "points",
    Kind.NAME: "names",
    Kind.SPEND: "spends",
    Kind.CLAIM: "claims",
    Kind.LOOK: "looks",
    Kind.OPEN: "opens",
    Kind.VIEW: "views",
    Kind.FLIP: "flips",
    Kind.SWAP: "swaps",
    Kind.KEEP: "keeps",
    Kind.RENEW: "renews",
    Kind.GHOST: "ghost",
    Kind.LAY: "lays",
    Kind.MISSION: "mission",
    Kind.REVEAL: "reveals",
    Kind.CALL: "calls",
    Kind.ACCUSE: "accuses",
    Kind.END: "ends",
    Kind.REST: "rests",
    Kind.SHUFFLE: "shuffles",
}


def clause_text(move: EnigmaMove, state: EnigmaState, names: Sequence[str]) -> str:
    """The clause of a record that makes `move`, as far as it can be told before it is made."""
    kind, parts = move.kind, state.setup.parts
    if kind in (Kind.DOUBT, Kind.TRUST):
        return f"doubt {names[state.asked - 1]} lie" if kind is Kind.DOUBT else "(nobody doubts)"
    if kind in (Kind.CANCEL, Kind.ALLOW):
        return f"cancelled {names[state.asked - 1]}" if kind is Kind.CANCEL else "(nobody cancels)"
    verb = _VERBS.get(kind, move.text)
    if kind in (Kind.VIEW, Kind.FLIP, Kind.SWAP):
        return f"{verb} {names[move.at - 1]}"
    if kind is Kind.ACCUSE:
        return f"{verb} {names[move.at - 1]} {parts.character_names[move.what]}"
    if kind in (Kind.MISSION, Kind.RENEW):
        card = state.character(state.turn)
        return f"{verb} {parts.character_names[card] if card >= 0 else 'CHARACTER'}"
    if kind is Kind.CLAIM:
        return f"{verb} {parts.room_names[move.what]}"
    if kind is Kind.CALL:
        return f"{verb} {move.at + 1} {parts.room_names[move.what]}"
    if kind in (Kind.PEEK, Kind.POINT, Kind.NAME, Kind.LOOK, Kind.OPEN, Kind.REVEAL):
        return f"{verb} {move.at + 1}"
    if kind is Kind.GHOST:
        return f"{verb} {' '.join(str(cell + 1) for cell in bits(move.at))}"
    return f"{verb} {move.text.partition(' ')[2]}".rstrip()
