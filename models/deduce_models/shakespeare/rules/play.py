"""Playing a move: the refusal, or the effect, which a module for each part of the day knows.

`rules_wager` (order, draft, wagers), `rules_actions` (recruiting, actors, the Queen), `rules_crafts` (set and
costumes), `rules_ambiance`, `rules_rehearsal`, `rules_days` (draws, maintenance, rest), `rules_scoring` (the end).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from deduce.errors import IllegalMove
from deduce_models.shakespeare.rules import (
    actions as rules_actions,
)
from deduce_models.shakespeare.rules import (
    ambiance as rules_ambiance,
)
from deduce_models.shakespeare.rules import (
    crafts as rules_crafts,
)
from deduce_models.shakespeare.rules import (
    days as rules_days,
)
from deduce_models.shakespeare.rules import (
    phases,
    refusals,
)
from deduce_models.shakespeare.rules import (
    rehearsal as rules_rehearsal,
)
from deduce_models.shakespeare.rules import (
    wager as rules_wager,
)
from deduce_models.shakespeare.rules.moves import Move

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.state import State

__all__ = ["first_draw", "play"]


def play(state: State, move: Move) -> State:
    """The position after `move`. Raises `IllegalMove` naming the rule that forbids it."""
    reason = refusals.why(state, move)
    if reason:
        raise IllegalMove(reason)
    return _EFFECTS[move.kind](state, move)


def first_draw(state: State) -> State:
    """The position in which the first elements are drawn."""
    return rules_days.draw_set(state)


def _order(state: State, move: Move) -> State:
    return first_draw(rules_wager.seated(state, move))


def _quill(state: State, move: Move) -> State:
    steps = 1 if state.setup.options.split_quills else state.quills
    state = rules_actions.write(state, move.item, steps)
    if state.quills:
        return state
    if state.phase == phases.QUILL:
        return rules_actions.end_turn(state)
    if state.phase == phases.AMBIANCE_QUILL:
        return rules_ambiance.go_on(state)
    return rules_rehearsal.go_on(state)


_EFFECTS: tuple[Callable[[State, Move], State], ...] = (
    _order, rules_days.set_drawn, rules_days.costume_drawn, rules_days.card, rules_wager.draft, rules_wager.wager,
    rules_actions.recruit, rules_actions.activate, rules_actions.leave, rules_crafts.put_set,
    rules_crafts.put_costume, rules_crafts.done, _quill, rules_ambiance.back, rules_actions.objective,
    rules_actions.keep, rules_actions.under, rules_days.awake,
)  # fmt: skip
