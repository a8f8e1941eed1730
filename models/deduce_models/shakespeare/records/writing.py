"""Writing records: what a list of moves makes, whole or as one seat saw it (`records`), and positions (`position`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from deduce.games.history import from_the_start
from deduce.ground.errors import ProblemError
from deduce.records.header import option_lines
from deduce_models.shakespeare.components.elements import COLOURS
from deduce_models.shakespeare.components.parts import ACTS
from deduce_models.shakespeare.records.words import NUMBERS, in_words
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.moves import Move
from deduce_models.shakespeare.rules.objectives import held
from deduce_models.shakespeare.rules.setup import OPTIONS, setup
from deduce_models.shakespeare.rules.state import start
from deduce_models.shakespeare.rules.tracks import NEUTRAL

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.state import State
    from deduce_models.shakespeare.rules.views import View

__all__ = ["DRAWS", "SECRETS", "UNSEEN", "position_lines", "write", "written"]

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


def written(
    states: Sequence[State], moves: Sequence[Move], options: Mapping[str, Any], seat: int | None
) -> str:
    """The record of a game, or of what a seat saw of it. Raises `ProblemError` where it began from a position."""
    if states[0].order:
        raise ProblemError("this game began from a position that was typed, and has no record of its moves")
    from_the_start(states, moves)
    return write(moves, players=states[-1].seats, seat=seat, **options)


def write(
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
    chosen = {key: option.check(key, options.get(key, option.default)) for key, option in OPTIONS.items()}
    state = start(setup(players, chosen, data))
    lines = ["game: shakespeare", f"players: {players}"]
    if seat is not None:
        lines.append(f"seat: {seat}")
    if data is not None:
        lines.append(f"data: {data}")
    lines += option_lines(OPTIONS, chosen)
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


# Positions.


def position_lines(state: State | View) -> list[str]:
    """The lines of a position before the wagers or at an action; objectives as the seats hold them.

    They read back to the same position, but for the history of the objectives; of a view ``?`` stands for those that
    its seat does not see.
    """
    setup = state.setup
    lines = [f"day {state.day}", "order " + " ".join(map(str, state.order))]
    if state.phase == phases.ACTION:
        lines.append(f"turn {state.turn}")
    if state.initiative:
        lines.append("initiative " + " ".join(map(str, state.initiative)))
    for key, cards in (("display", state.display), ("discard", state.discard)):
        if cards:
            lines.append(f"{key} " + " ".join(setup.parts.codes[card] for card in cards))
    for key, counts in (
        ("offer set", state.set_offer),
        ("offer costume", state.costume_offer),
        ("bag set", state.set_bag),
        ("bag costume", state.costume_bag),
    ):
        lines.append(f"{key} {in_words(counts)}".removesuffix(" none"))
    for disc in range(1, setup.discs + 1):
        name = "neutral" if setup.solo and disc == NEUTRAL else disc
        lines.append(f"acts {name} " + " ".join(str(row[disc - 1]) for row in state.spaces))
    for act, order in zip(ACTS, state.ranking, strict=True):
        names = ["neutral" if setup.solo and disc == NEUTRAL else str(disc) for disc in order]
        lines.append(f"pile {act} " + " ".join(names))
    for seat in setup.everybody:
        lines += _board_lines(state, seat)
    recruited = [str(seat) for seat, board in enumerate(state.boards, 1) if board.recruited]
    gone = [str(seat) for seat in setup.everybody if state.out >> seat - 1 & 1]
    lines += [f"recruited {' '.join(recruited)}"] * bool(recruited) + [f"out {' '.join(gone)}"] * bool(gone)
    return [f"position {line}" for line in lines]


def _board_lines(state: State | View, seat: int) -> list[str]:
    """The lines of one board, its costumes and objectives among them."""
    setup, board = state.setup, state.boards[seat - 1]
    lines = []
    numbers = [f"{name} {getattr(board, name)}" for name in NUMBERS]
    lines.append(f"seat {seat} " + " ".join(numbers))
    people = [setup.codes[person] for person in board.troupe]
    if people[setup.printed :]:
        lines.append(f"troupe {seat} " + " ".join(people[setup.printed :]))
    pieces = [
        f"{cell.name} {COLOURS[colour - 1]}"
        for cell, colour in zip(setup.stage.cells, board.stage, strict=True)
        if colour
    ]
    if pieces:
        lines.append(f"stage {seat} " + " ".join(pieces))
    for code, worn in zip(people, board.costumes, strict=True):
        if worn:
            lines.append(f"costume {seat} {code} " + " ".join(COLOURS[colour - 1] for colour in worn))
    for key, mask in (("used", board.used), ("resting", board.resting)):
        if mask:
            names = [code for place, code in enumerate(people) if mask >> place & 1]
            lines.append(f"{key} {seat} " + " ".join(names))
    own = held(state.dealings, seat)
    if own:
        names = [setup.objective_codes[item] if item >= 0 else UNSEEN for item in own]
        lines.append(f"objectives {seat} " + " ".join(names))
    return lines
