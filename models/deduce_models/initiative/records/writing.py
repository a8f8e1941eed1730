"""A game of The Initiative as the text of its record, which `reading` gives back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from deduce.games.history import from_the_start
from deduce_models.initiative.records.openings import HIDDEN, opened_lines
from deduce_models.initiative.rules import guessing as answers
from deduce_models.initiative.rules.moves import Move
from deduce_models.initiative.rules.state import State

if TYPE_CHECKING:
    from deduce_models.initiative.records.reading import Initiative

__all__ = ["write", "written"]


def written(
    game: Initiative,
    states: Sequence[State],
    moves: Sequence[Move],
    options: Mapping[str, Any],
    seat: int | None,
) -> str:
    """The record of a game, or of what a seat saw of it. Raises `ProblemError` where it began from a position."""
    from_the_start(states, moves)
    chosen = dict(options)
    mission = str(chosen.pop("mission", game.options["mission"].default))
    return write(game, moves, mission=mission, players=states[-1].seats, seat=seat, **chosen)


def write(
    game: Initiative,
    moves: Sequence[Move],
    *,
    mission: str,
    players: int,
    seat: int | None = None,
    **options: Any,
) -> str:
    """The record of a game from its moves; for one seat what it did not see is left out.

    The text reads back to the same moves (complete) or the same views (one seat).
    """
    state = game.new(players=players, mission=mission, **options)
    lines = [f"game: {game.name}", f"mission: {mission}", f"players: {players}"]
    if seat is not None:
        lines.append(f"seat: {seat}")
    lines += [f"{key}: {value}" for key, value in options.items()]
    lines.append("")
    for move in moves:
        lines.append(_line(state, move, seat))
        after = state.play(move)
        if seat is not None:
            lines += opened_lines(state, after)
            if after.cause in answers.VERDICTS:
                lines.append("phrase " + " ".join("".join(word) for word in after.secret))
        state = after
    return "\n".join(lines) + "\n"


def _line(state: State, move: Move, seat: int | None) -> str:
    if seat is None:
        return str(move)
    if move.verb == "deal" and move.words[0] != str(seat):
        return f"deal {move.words[0]} {HIDDEN}"
    if move.verb == "card" and state.turn != seat:
        card = state.setup.deck.ids[move.words[0]]
        return str(move) if state.setup.deck.symbols[card] else f"card {HIDDEN}"
    return str(move)
