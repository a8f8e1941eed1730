"""Playing a move: the refusal, or the effect, which a module for each part of the day knows.

`wager` (order, draft, wagers), `actions` (recruiting, actors, the Queen), `crafts` (set and costumes), `ambiance`,
`rehearsal`, `days` (draws, maintenance, rest), `scoring` (the end).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from deduce.ground.errors import IllegalMove
from deduce_models.shakespeare.rules import (
    actions,
    ambiance,
    crafts,
    days,
    phases,
    refusals,
    rehearsal,
    wager,
)
from deduce_models.shakespeare.rules.effects import write
from deduce_models.shakespeare.rules.moves import Move

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.state import State


def play(state: State, move: Move) -> State:
    """The position after `move`. Raises `IllegalMove` naming the rule that forbids it."""
    reason = refusals.why(state, move)
    if reason:
        raise IllegalMove(reason)
    return _EFFECTS[move.kind](state, move)


def _order(state: State, move: Move) -> State:
    return days.draw_set(wager.seated(state, move))


def _quill(state: State, move: Move) -> State:
    steps = 1 if state.setup.options.split_quills else state.quills
    state = write(state, move.item, steps)
    if state.quills:
        return state
    if state.phase == phases.QUILL:
        return actions.work(state)
    if state.phase == phases.AMBIANCE_QUILL:
        return ambiance.go_on(state)
    return rehearsal.go_on(state)


_EFFECTS: tuple[Callable[[State, Move], State], ...] = (
    _order, days.drawn, days.drawn, days.card, wager.draft, wager.wager,
    actions.recruit, actions.activate, actions.leave, crafts.put_set,
    crafts.put_costume, crafts.done, _quill, ambiance.back, actions.objective,
    actions.keep, actions.under, days.awake,
)  # fmt: skip
