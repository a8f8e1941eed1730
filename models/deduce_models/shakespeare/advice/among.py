"""Every decision of a game among rivals: by the learned value, with the rivals' next turns played out by the rules.

A turn is one action, so what matters is which action of a good plan comes first. Each of a few first actions is played,
then every rival takes its best next action at a glance, in turn order, and the rest of the own day is planned anew with
what is left of the market. What the rivals can still do then counts against it with a share: so what a rival would take
at once is urgent, and taking it away has a price for them (denial). The wager is in `wagering`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from deduce.kernels.library import library
from deduce_models.shakespeare.advice import flat, table
from deduce_models.shakespeare.advice.decisions import ACTING, Decisions
from deduce_models.shakespeare.advice.learned import Learned, Search
from deduce_models.shakespeare.advice.rated import DayPlan, RatedMove
from deduce_models.shakespeare.advice.table import Table
from deduce_models.shakespeare.advice.wagering import rated_wagers
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.moves import Move
from deduce_models.shakespeare.rules.views import View

USUAL = Search(60, 4, 10)
"""How hard a day is searched."""

AGAIN = Search(30, 3, 8)
"""How hard the rest of a day is searched after the rivals' turns."""

SHARE = 0.5
"""Which share of what the rivals can do (their mean) counts against the own value."""

KEPT = 24
"""Plans from which first actions are taken."""


class Among(Decisions):
    """Ranks the moves of views of games among rivals.

    After `leaves` first actions the rivals' turns are played (1 or 0: after none).
    """

    def __init__(self, search: Search = USUAL, *, leaves: int = 6, value: Learned | None = None) -> None:
        super().__init__(search, value)
        self.leaves = leaves

    def rank(self, view: View, seed: int = 0, stop: float = math.inf) -> list[RatedMove]:
        """The moves worth playing, best first."""
        if view.phase == phases.WAGER:
            return rated_wagers(view, self.value(view), SHARE)
        if view.phase == phases.ACTION:
            return self._turn(view, stop)
        if view.phase in ACTING:
            return self._under_way(view)
        return self.decided(view)

    def _under_way(self, view: View) -> list[RatedMove]:
        """The ways to go on with an action, by the best plan that begins with each."""
        at, found = flat.position(view, view.seat), dict[object, RatedMove]()
        for plan in self.plans(view, at, self.search, KEPT):
            told = self.day_plan(view, at, plan)
            move = told.actions[0][0]
            found.setdefault(move, RatedMove(move, plan.value, plan=told))
        return list(found.values())

    def _turn(self, view: View, stop: float) -> list[RatedMove]:
        at, passing = flat.position(view, view.seat), view.setup.moves.passing
        plans = [self.day_plan(view, at, plan) for plan in self.plans(view, at, self.search, KEPT)]
        if not plans[0].actions:
            return [RatedMove(passing, plans[0].value, plan=plans[0])]
        begun = Table.of(view)
        firsts = self._firsts(begun, plans)
        leaves = self.leaves if library() is not None else 0
        found, rest = list[RatedMove](), list[RatedMove]()
        for number, (action, plan) in enumerate(firsts):
            if number >= max(1, leaves) or (found and time.monotonic() > stop):
                rest.append(RatedMove(action[0], plan.value, plan=plan))
            elif len(firsts) == 1 or leaves < 2:
                found.append(RatedMove(action[0], plan.value, plan=plan))
            else:
                found.append(self._answered(begun, action))
        # What the rivals' turns changed of the others on average is taken for all.
        best = max(found, key=lambda choice: choice.value)
        shift = best.value - plans[0].value
        rest = [choice._replace(value=min(best.value, choice.value + shift)) for choice in rest]
        return sorted([*found, *rest], key=lambda choice: -choice.value)

    def _firsts(self, begun: Table, plans: Sequence[DayPlan]) -> list[tuple[tuple[Move, ...], DayPlan]]:
        """Actions that can come first, those of the best plan before others, each with the plan that it begins."""
        found: dict[Move, tuple[tuple[Move, ...], DayPlan]] = {}
        for plan in plans:
            for action in plan.actions:
                if action[0] in found or begun.tried(begun.state.turn, action) is None:
                    continue
                others = tuple(other for other in plan.actions if other is not action)
                found[action[0]] = action, plan._replace(actions=(action, *others))
        return list(found.values())

    def _answered(self, begun: Table, action: tuple[Move, ...]) -> RatedMove:
        """An action, the rivals' next turns, and the best plan of the rest of the day."""
        seat = begun.state.turn
        after, value = begun.played(seat, action), self.value(begun.state)
        can = 0.0
        for rival in after.followers(seat):
            after, reached = table.next_action(after, rival, value)
            can += reached
        at = after.position(seat)
        plan = self.plans(after.state, at, AGAIN)[0]
        told = self.day_plan(after.state._replace(turn=seat), at, plan, begun=action)
        worth = plan.value - SHARE * can / max(1, begun.state.setup.seats - 1)
        return RatedMove(action[0], worth, plan=told)
