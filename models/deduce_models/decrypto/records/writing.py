"""Positions and views as records of Decrypto, exactly: reading gives them back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deduce.records.header import option_lines
from deduce_models.decrypto.components.options import OPTIONS
from deduce_models.decrypto.records.entries import HIDDEN
from deduce_models.decrypto.rules.moves import DecryptoMove, write_code
from deduce_models.decrypto.rules.setup import TEAMS, Half, Setup
from deduce_models.decrypto.rules.state import State
from deduce_models.decrypto.rules.views import View

__all__ = ["write_state", "write_view", "written"]


def written(
    states: Sequence[State], moves: Sequence[DecryptoMove], options: Mapping[str, Any], seat: int | None
) -> str:
    """The record of a game, or of what a seat saw of it; the last position says it all."""
    del moves, options
    return write_state(states[-1]) if seat is None else write_view(states[-1].view(seat))


def write_state(state: State) -> str:
    """The complete record of a position; `read_state` gives it back."""
    lines = _head(state.setup, None)
    for team in (0, 1):
        if words := state.keywords[4 * team : 4 * team + 4]:
            lines.append(f"{TEAMS[team]} keywords {'; '.join(words)}")
    lines += _past(state.past)
    current = _current(
        state.setup,
        state.phase,
        state.round,
        state.past,
        [None if code is None else write_code(code) for code in state.codes],
        state.clues,
        state.turn,
        None if state.written is None else write_code(state.written),
    )
    lines += current
    for team in (0, 1):
        if names := state.names[4 * team : 4 * team + 4]:
            lines.append(f"{TEAMS[team]} names {'; '.join(names)}")
    return "\n".join(lines) + "\n"


def write_view(view: View) -> str:
    """One player's notes of a view, with ``?`` for what is hidden; `read_view` gives the view back."""
    setup = view.setup
    lines = _head(setup, view.seat)
    for team in range(setup.keywords // 4):
        shown = view.keywords[team]
        count = min(4, max(0, view.dealt - 4 * team))
        if shown or count < 4:
            lines.append(f"{TEAMS[team]} keywords {'; '.join(shown or (HIDDEN,) * count)}".rstrip())
    lines += _past(view.past)
    done = {half.team for half in view.past if half.round == view.round}
    live = view.phase in ("draw", "clue", "intercept", "answer") or (
        view.phase != "deal" and any(view.counts)
    )
    codes: list[str | None] = [None, None]
    clues: list[tuple[str, ...]] = [(), ()]
    written = None
    if live:
        for team in setup.encrypting(view.round):
            if team in done:
                continue
            drawn = view.phase != "draw" or team < view.turn
            code = view.codes[team]
            codes[team] = (HIDDEN if code is None else write_code(code)) if drawn else None
            clues[team] = view.clues[team] or (HIDDEN,) * view.counts[team]
        if view.phase == "answer" and view.round >= setup.rules.interception_from:
            written = HIDDEN if view.written is None else write_code(view.written)
    lines += _current(
        setup, view.phase, view.round, view.past, codes, clues, view.turn, written, notes=True
    )
    if view.phase == "over" and view.names:
        lines += [f"{TEAMS[t]} names {'; '.join(view.names[4 * t : 4 * t + 4])}" for t in (0, 1)]
    elif view.phase == "name":
        for team in (0, 1):
            count = min(4, max(0, view.named - 4 * team))
            shown = view.names if team == view.team else (HIDDEN,) * count
            if shown:
                lines.append(f"{TEAMS[team]} names {'; '.join(shown)}")
    return "\n".join(lines) + "\n"


def _head(setup: Setup, seat: int | None) -> list[str]:
    lines = ["game: decrypto", f"players: {setup.players}"]
    if seat is not None:
        lines.append(f"seat: {seat}")
    return [*lines, *option_lines(OPTIONS, {key: getattr(setup.rules, key) for key in OPTIONS}), ""]


def _past(past: tuple[Half, ...]) -> list[str]:
    lines: list[str] = []
    number = 0
    for half in past:
        if half.round != number:
            number = half.round
            lines.append(f"round {number}")
        side, rivals = TEAMS[half.team], TEAMS[1 - half.team]
        lines.append(f"{side} code {write_code(half.code)}")
        lines.append(f"{side} clues {'; '.join(half.clues)}")
        if half.interception is not None:
            lines.append(f"{rivals} intercepts {write_code(half.interception)}")
        lines.append(f"{side} guesses {write_code(half.answer)}")
    return lines


def _current(
    setup: Setup,
    phase: str,
    number: int,
    past: tuple[Half, ...],
    codes: list[str | None],
    clues: Sequence[tuple[str, ...]],
    turn: int,
    written: str | None,
    *,
    notes: bool = False,
) -> list[str]:
    """The lines of the round that is being played."""
    done = {half.team for half in past if half.round == number}
    lines = [] if done or phase in ("deal", "over", "name") else [f"round {number}"]
    for team in setup.encrypting(number):
        if team in done:
            continue
        if (code := codes[team]) is not None:
            lines.append(f"{TEAMS[team]} code {code}")
        if clues[team] or (notes and phase == "clue"):
            lines.append(f"{TEAMS[team]} clues {'; '.join(clues[team])}".rstrip())
        if written is not None and team == turn and phase == "answer":
            lines.append(f"{TEAMS[1 - team]} intercepts {written}")
    return lines
