"""A strong rest of a solo game whose draws are known, in a second: a beam over days, each planned by the learned value.

Whatever is found was played by the rules. It is no proof of anything: `bound` says what no rest can beat.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from deduce.games.base import CHANCE
from deduce_models.shakespeare.advice import flat
from deduce_models.shakespeare.advice.alone import LAST, Alone
from deduce_models.shakespeare.advice.decisions import ACTING
from deduce_models.shakespeare.advice.learned import Search
from deduce_models.shakespeare.bound.draws import scripted
from deduce_models.shakespeare.rules import phases

if TYPE_CHECKING:
    from deduce_models.shakespeare.bound.draws import Script
    from deduce_models.shakespeare.bound.played import Decisions
    from deduce_models.shakespeare.rules.moves import Move
    from deduce_models.shakespeare.rules.state import State

__all__ = ["known_rest"]

DAY = Search(60, 4, 10)
"""How hard a day is searched."""

GLANCE = Search(8, 2, 5)
"""How hard the next morning is searched, when it is decided who stays awake."""

BEAM, PLANS = 2, 4
"""Positions kept from day to day, and plans of each that are played."""


class Dawn(NamedTuple):
    """A position in which actions are taken, what led to it, and what its day is worth."""

    value: float
    state: State
    decisions: Decisions


def known_rest(
    state: State, script: Script, *, beam: int = BEAM, plans: int = PLANS
) -> tuple[float, Decisions]:
    """The final prestige of the best rest found from an action of a solo game, and its decisions."""
    player, level = Alone(GLANCE, samples=0), [Dawn(0.0, state, ())]
    best: tuple[float, Decisions] = (-math.inf, ())
    while level:
        found: dict[bytes, Dawn] = {}
        for dawn in level:
            at = flat.position(dawn.state, 1)
            search, keep = (DAY, plans) if at[flat.LEFT] else (LAST, 1)
            for plan in player.plans(dawn.state, at, search, keep):
                moves = flat.read_moves(
                    plan.codes, dawn.state.setup, dawn.state, dawn.state.boards[0].troupe
                )
                after = _played(player, dawn, moves, script)
                if after.state.actor is None:
                    prestige = float(after.state.boards[0].prestige)
                    best = max(best, (prestige, after.decisions), key=lambda each: each[0])
                else:
                    found.setdefault(flat.position(after.state, 1).tobytes(), after)
        level = sorted(found.values(), key=lambda dawn: -dawn.value)[:beam]
    return best


def _played(player: Alone, dawn: Dawn, moves: Sequence[Move], script: Script) -> Dawn:
    """The next dawn, or the end, when a plan is played; small decisions are those of the player."""
    state, day, value, decisions, left = (
        dawn.state,
        dawn.state.day,
        dawn.value,
        list(dawn.decisions),
        list(moves),
    )
    while state.actor is not None and (state.day == day or state.phase not in ACTING):
        if state.actor is CHANCE:
            state = state.play(scripted(state, script))
            continue
        view = state.view(1)
        if state.phase in ACTING:
            move = left.pop(0) if left else state.setup.moves.passing
        else:
            choice = player.decided(view)[0]
            move = choice.move
            if state.phase == phases.REST:
                value = choice.value
        decisions.append((view, move))
        state = state.play(move)
    return Dawn(value, state, tuple(decisions))
