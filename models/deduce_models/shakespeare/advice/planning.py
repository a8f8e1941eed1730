"""Every decision of a game: moves of a view, ranked by the expected final prestige of the seat.

Actions of a day are ranked by plans of the day (`day`), looked one day further on sampled draws (`tomorrow`)
and, among rivals, after their next turns (`rivals`); the wager is a simultaneous game (`wagers`, `wagering`); the
small decisions (quills, which objective to keep) go by the value of what they leave (`valuation`).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from deduce.ground.errors import ProblemError
from deduce_models.shakespeare.advice import flat
from deduce_models.shakespeare.advice.alone import USUAL, Alone
from deduce_models.shakespeare.advice.day import (
    CLOSE,
    EFFORT,
    GLIMPSE,
    Effort,
    Plan,
    actions,
    plan_day,
)
from deduce_models.shakespeare.advice.evaluation import Evaluation
from deduce_models.shakespeare.advice.keeping import parted
from deduce_models.shakespeare.advice.learned import Search
from deduce_models.shakespeare.advice.plan_state import PlanState, Quills, plan_state
from deduce_models.shakespeare.advice.rated import RatedMove, closer_look
from deduce_models.shakespeare.advice.rivals import respond
from deduce_models.shakespeare.advice.tomorrow import USUAL_WAGER, futures
from deduce_models.shakespeare.advice.wagering import rated_wagers
from deduce_models.shakespeare.advice.weights import Weights, usual_weights
from deduce_models.shakespeare.components.parts import SLOTS
from deduce_models.shakespeare.rules import phases

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.moves import Move
    from deduce_models.shakespeare.rules.views import View

__all__ = ["Planner"]


class Planner:
    """Ranks the moves of views. The ranking depends on the view, the seed and these settings alone.

    Games alone are planned by the learned value (`alone`), unless `weights` or `effort` are given or the box is one that
    its flat form cannot say.

    Args:
        weights: The numbers of the valuation; by default those of `weights.usual_weights`.
        effort: How hard a day is searched; by default `EFFORT`.
        ahead: The same for a sampled next day, and for the rest of the day after the rivals' turns.
        known: The same for a next day whose offers are known.
        samples: Sampled next days, 0 to trust the valuation; by default 2, and `alone.SAMPLES` alone.
        leaves: First actions after which the rivals' turns are imagined.
        closer: Moves whose plans are looked at on the sampled days.
        rivals: Whether the rivals' next turns are imagined.
        share: Which share of the rivals' mean gain counts against the own value.
        search: How hard a day alone is searched with the learned value.
    """

    def __init__(
        self,
        *,
        weights: Weights | None = None,
        effort: Effort | None = None,
        ahead: Effort = GLIMPSE,
        known: Effort = CLOSE,
        samples: int | None = None,
        leaves: int = 4,
        closer: int = 2,
        rivals: bool = True,
        share: float = 0.5,
        search: Search = USUAL,
    ) -> None:
        if (samples is not None and samples < 0) or min(leaves, closer) < 1:
            raise ProblemError(
                f"Planner: samples must be at least 0, leaves and closer at least 1, not {samples}, {leaves}, {closer}"
            )
        self.weights, self.effort = weights, effort if effort is not None else EFFORT
        self.ahead, self.known, self.leaves, self.closer = ahead, known, leaves, closer
        self.samples = 2 if samples is None else samples
        self.rivals, self.share = rivals, share
        self.alone = None
        if weights is None and effort is None:
            self.alone = Alone(search) if samples is None else Alone(search, samples=samples)

    def numbers(self, view: View) -> Weights:
        """The numbers of the valuation at a view."""
        return self.weights if self.weights is not None else usual_weights()

    def best(self, view: View, seed: int = 0) -> RatedMove:
        """The first of `rank`, which alone takes less time than all of them."""
        if self.alone and flat.fits(view.setup) and view.moves:
            return self.alone.best(view, seed)
        return self.rank(view, seed)[0]

    def rank(self, view: View, seed: int = 0, *, time_limit: float | None = None) -> list[RatedMove]:
        """The moves worth playing, best first; never empty when the seat has a move.

        With a `time_limit` (seconds) sampling and searching stop early, and the ranking depends on the clock.

        Raises `ProblemError` when the seat of the view is not to move.
        """
        if not view.moves:
            raise ProblemError(f"seat {view.seat} has nothing to decide")
        stop = math.inf if time_limit is None else time.monotonic() + 0.8 * time_limit
        if self.alone and flat.fits(view.setup):
            return self.alone.rank(view, seed, stop)
        return _DECISIONS[view.phase](self, view, seed, stop)

    # The action phase.

    def _action(self, view: View, seed: int, stop: float) -> list[RatedMove]:
        evaluation = Evaluation(view, view.seat, self.numbers(view))
        plans = plan_day(evaluation, view, self.effort, stop=stop)
        if self.effort.depth == math.inf:
            plans = _allowed(view, plans)
        else:
            plans = [plan for plan in plans if plan.actions or _may_pass(view)]
        if not view.setup.solo and self.rivals and view.phase == phases.ACTION:
            plans = self._among_rivals(evaluation, view, plans, stop)
        choices = [RatedMove(_first(view, plan), plan.value, plan=plan) for plan in plans]
        # Where all plans begin alike there is nothing to find out.
        open_question = len({choice.move for choice in choices}) > 1
        if self.samples and evaluation.left and open_question and time.monotonic() < stop:
            days = futures(view, view.seat, self.numbers(view), self.samples, seed)
            ahead = self.known if evaluation.left == 1 else self.ahead
            choices = closer_look(evaluation, choices, days, ahead, self.closer, stop)
        best: dict[Move, RatedMove] = {}
        for choice in choices:
            best.setdefault(choice.move, choice)
        return list(best.values())

    def _among_rivals(
        self, evaluation: Evaluation, view: View, plans: Sequence[Plan], stop: float
    ) -> list[Plan]:
        """The best plan for each of the first few first actions, worth what it is after the rivals' turns.

        Any action of the best plan may come first.
        """
        best = plans[0]
        firsts = {(best.actions[0] if best.actions else ()): best}
        if len(best.actions) > 1:
            spots = {
                step.moves: step.own
                for step in actions(evaluation, plan_state(view, view.seat), view.display, self.effort)
            }
            for action in best.actions[1:]:
                if action in spots:
                    rest = tuple(other for other in best.actions if other is not action)
                    firsts[action] = Plan(best.value, (action, *rest), spots[action], best.end)
        for plan in plans:
            firsts.setdefault(plan.actions[0] if plan.actions else (), plan)
        found: list[Plan] = []
        begun = list(firsts.values())
        for plan in begun[: self.leaves]:
            found.append(respond(view, view.seat, plan, self.numbers(view), self.ahead, self.share))
            if time.monotonic() > stop:
                break
        # All others stand behind, moved by what the rivals' turns changed on average.
        shift = sum(after.value - plan.value for after, plan in zip(found, begun, strict=False)) / len(
            found
        )
        worst = min(plan.value for plan in found)
        found += [plan._replace(value=min(worst, plan.value + shift)) for plan in begun[len(found) :]]
        return sorted(found, key=lambda plan: -plan.value)

    # The other decisions.

    def _rest(self, view: View, seed: int, stop: float) -> list[RatedMove]:
        """Who stays awake: by the plan of the next day, whose offers are known."""
        board = view.board
        tomorrow = view._replace(day=view.day + 1, phase=phases.ACTION)
        evaluation = Evaluation(tomorrow, view.seat, self.numbers(view))
        found = []
        for move in view.moves:
            resting = board.used & ~(1 << board.troupe.index(move.item))
            own = _tomorrow(view, resting)
            plan = plan_day(evaluation, tomorrow, self.known, own=own, stop=stop)[0]
            found.append(RatedMove(move, plan.value, plan=plan))
        return _sorted(found)

    def _quill(self, view: View, seed: int, stop: float) -> list[RatedMove]:
        """A white quill of the ambiance or of a costume, or a grey one."""
        seat = view.seat
        evaluation = Evaluation(view, seat, self.numbers(view))
        own = plan_state(view, seat)
        step = -1 if view.phase == phases.AMBIANCE_BACK else 1
        evaluation.pending = _pending(view, own) if view.phase == phases.REHEARSAL_QUILL else None
        found = []
        for move in view.moves:
            row = list(own.spaces)
            row[move.item] = min(view.setup.acts[move.item].length, row[move.item] + step)
            found.append(RatedMove(move, evaluation.value(own._replace(spaces=(row[0], row[1], row[2])))))
        return _sorted(found)

    def _keep(self, view: View, seed: int, stop: float) -> list[RatedMove]:
        """By the best plan for the rest of the day with each of them held, and what later draws find of the others."""
        return _sorted(parted(view, self.numbers(view), self.known, kept=True, stop=stop))

    def _under(self, view: View, seed: int, stop: float) -> list[RatedMove]:
        """What goes under the deck first comes back first: alone by what later draws bring, among rivals the worse."""
        found = parted(view, self.numbers(view), self.known, kept=not view.setup.solo, stop=stop)
        if not view.setup.solo:
            base = max(choice.value for choice in found)
            found = [choice._replace(value=base - self.share * choice.value / 10) for choice in found]
        return _sorted(found)

    def _draft(self, view: View, seed: int, stop: float) -> list[RatedMove]:
        evaluation = Evaluation(view, view.seat, self.numbers(view))
        own = plan_state(view, view.seat)
        found = []
        for move in view.moves:
            person = view.setup.person(move.item, move.place)
            after = own._replace(troupe=(*own.troupe, person), costumes=(*own.costumes, b""))
            found.append(RatedMove(move, evaluation.value(after)))
        return _sorted(found)

    def _wager(self, view: View, seed: int, stop: float) -> list[RatedMove]:
        """Against the rivals' mixed wagers and against simple ones, then by playing the day (see `wagering`)."""
        game, rated = rated_wagers(view, view.seat, self.numbers(view), self.ahead, self.share)
        moves = {move.item: move for move in view.moves}
        return [
            RatedMove(moves[each.wager], each.value, wagers=game) for each in rated if each.wager in moves
        ]


def _sorted(found: Sequence[RatedMove]) -> list[RatedMove]:
    return sorted(found, key=lambda choice: -choice.value)


def _allowed(view: View, plans: Sequence[Plan]) -> list[Plan]:
    """The plans that may end the day as they do: recruiting is compulsory."""
    if _may_pass(view):
        return list(plans)
    found = [plan for plan in plans if plan.end.recruited]
    return found or [plan for plan in plans if plan.actions]


def _may_pass(view: View) -> bool:
    # In a typed position there may be nobody to recruit.
    return view.board.recruited or view.setup.options.pass_before_recruiting or not view.display


def _first(view: View, plan: Plan) -> Move:
    return plan.actions[0][0] if plan.actions else view.setup.moves.passing


def _tomorrow(view: Any, resting: int) -> PlanState:
    """What the seat has on the morning after, with its Rest tokens placed."""
    own = plan_state(view, view.seat)
    cylinders = view.setup.parts.cylinders if view.setup.solo else USUAL_WAGER
    return own._replace(resting=resting, used=0, cylinders=cylinders, recruited=False)


def _pending(view: Any, own: PlanState) -> Quills:
    """The quills that the costumes still give at this rehearsal after the quill at hand."""
    setup = view.setup
    place = own.troupe.index(view.worker)
    total = [0, 0, 0, view.quills - 1]
    for person, worn in zip(own.troupe[place + 1 :], own.costumes[place + 1 :], strict=True):
        if len(worn) == SLOTS:
            power = setup.people[person].power.quills
            total = [old + new for old, new in zip(total, power, strict=True)]
    return (total[0], total[1], total[2], total[3])


_DECISIONS: dict[int, Callable[[Planner, View, int, float], list[RatedMove]]] = {
    phases.DRAFT: Planner._draft,
    phases.WAGER: Planner._wager,
    phases.ACTION: Planner._action,
    phases.CRAFT: Planner._action,
    phases.QUILL: Planner._action,
    phases.KEEP: Planner._keep,
    phases.UNDER: Planner._under,
    phases.AMBIANCE_QUILL: Planner._quill,
    phases.AMBIANCE_BACK: Planner._quill,
    phases.REHEARSAL_QUILL: Planner._quill,
    phases.REST: Planner._rest,
}
