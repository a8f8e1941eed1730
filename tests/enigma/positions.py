"""Positions for tests: a deal by hand, moves by text, and other things on the table than play would have put there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deduce.rulebook import State, Table
from deduce.rulebook.run import Mark, Run, forked
from deduce_models.enigma.game import GAME
from deduce_models.enigma.rulebook import act, turn
from deduce_models.enigma.rules.views import EnigmaView

MASKS = ("chaos", "keys", "silent", "out")


def dealt_to(rooms: Sequence[str], cards: Sequence[str], *, players: int, **options: Any) -> State:
    """The first turn, with these rooms in their order and these Characters in the slots."""
    state = GAME.new(players=players, **options)
    for move in (*rooms, *cards):
        state = state.play(
            next(str(each) for each, _ in state.outcomes() if str(each).endswith(f" = {move}"))
        )
    return state


def play(state: State, *texts: str) -> State:
    """Moves by text; ``trusted``: everybody trusts."""
    for text in texts:
        if text == "trusted":
            while "trust" in map(str, state.moves()):
                state = state.play("trust")
        else:
            state = state.play(GAME.parse(text, state))
    return state


def begun(t: Table) -> Any:
    """The turn under way, from its standard action or what is left of it."""
    yield act(t, t.open.turn)
    return turn


def lying(state: State, **changes: Any) -> State:
    """The position with other things on the table, as if it had been typed in: the turn under way begins again.

    `chaos`, `keys`, `silent` and `out` are masks of seats, `up` is one of positions; other names are those of the table.
    """
    run = state.run
    lies = forked(run.table.lying)
    for name, value in changes.items():
        if name == "up":
            rooms = state.setting.data.parts.room_names
            value = {at + 1: rooms[state.cells[at]] for at in range(len(state.cells)) if value >> at & 1}
        elif name in MASKS:
            value = {seat for seat in state.setting.seats if value >> seat & 1}
        setattr(lies.open, name, value)
    mark = Mark(tuple(run.history), tuple(run.values), begun, lies, run.table, run.table.far())
    return State(Run.live(state.setting, state.history, mark))


def seen_by(state: State, seat: int) -> EnigmaView:
    """What a seat may use, with the fields that beliefs and advice read."""
    view: EnigmaView = state.view(seat).face
    return view
