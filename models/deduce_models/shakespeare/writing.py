"""Writing records: the lines that a list of moves makes, whole or as one seat saw them; see `records`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from deduce_models.shakespeare import phases
from deduce_models.shakespeare.components import COLOURS
from deduce_models.shakespeare.moves import Move
from deduce_models.shakespeare.objectives import held

if TYPE_CHECKING:
    from deduce_models.shakespeare.game import Shakespeare
    from deduce_models.shakespeare.state import State

__all__ = ["DRAWS", "SECRETS", "UNSEEN", "spelt", "write"]

UNSEEN = "?"
DRAWS = {phases.SET_DRAW: "set", phases.COSTUME_DRAW: "costume"}
SECRETS = {"objective": phases.OBJECTIVE, "keep": phases.KEEP, "under": phases.UNDER}


TOGETHER = {
    phases.DRAFT_DEAL: "display",
    phases.DEAL: "display",
    phases.WAGER: "wagers",
    phases.REST: "awakes",
}
"""Phases whose moves make one line, and its first word."""


def write(
    game: Shakespeare,
    moves: Sequence[Move],
    *,
    players: int,
    seat: int | None = None,
    data: str | None = None,
    **options: Any,
) -> str:
    """The record of a game from its moves; for one seat what it did not see is left out.

    The text reads back to the same position (complete) or the same view (one seat).
    """
    state = game.new(players=players, data=data, **options)
    lines = [f"game: {game.name}", f"players: {players}"]
    if seat is not None:
        lines.append(f"seat: {seat}")
    if data is not None:
        lines.append(f"data: {data}")
    lines += [f"{key}: {spelt(value)}" for key, value in options.items()]
    lines.append("")
    waiting: list[tuple[int, Move]] = []
    for move in moves:
        after = state.play(move)
        waiting.append((state.turn, move))
        if not _same_event(state, after):
            lines += _event(state, waiting, seat, after)
            waiting = []
        state = after
    lines += [_line(state, owner, move, seat) for owner, move in waiting]
    if seat is not None and state.phase == phases.OVER:
        codes = state.setup.objective_codes
        for other in state.setup.everybody:
            own = held(state.dealings, other)
            if other != seat and own:
                lines.append(f"shows {other} " + " ".join(codes[item] for item in own))
    return "\n".join(lines) + "\n"


def spelt(value: object) -> str:
    """The value of an option, as a header says it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _same_event(state: State, after: State) -> bool:
    """Whether the move between these positions belongs to one line with the next move."""
    phase = state.phase
    if (phase not in TOGETHER and phase not in DRAWS) or after.phase != phase or after.day != state.day:
        return False
    return phase != phases.REST or state.setup.options.rest == "simultaneous"


def _event(state: State, made: list[tuple[int, Move]], seat: int | None, after: State) -> list[str]:
    """The lines of the moves of one event; `state` is the position before the last of them."""
    phase = state.phase
    if phase in DRAWS:
        full = after.set_offer if phase == phases.SET_DRAW else after.costume_offer
        counts = [f"{word} {count}" for word, count in zip(COLOURS, full, strict=True) if count]
        return [f"offer {DRAWS[phase]} " + " ".join(counts)]
    verb = TOGETHER.get(phase)
    if verb and (phase != phases.REST or state.setup.options.rest == "simultaneous"):
        return [f"{verb} " + " ".join(move.text.split()[1] for _, move in made)]
    return [_line(state, owner, move, seat) for owner, move in made]


def _line(state: State, owner: int, move: Move, seat: int | None) -> str:
    """One move, as far as `seat` saw it; `owner` is the seat whose turn it was."""
    verb = move.text.split()[0]
    secret = verb in SECRETS or verb == "wager"
    secret |= verb == "awake" and state.setup.options.rest == "simultaneous"
    return f"{verb} {UNSEEN}" if secret and seat not in (None, owner) else move.text
