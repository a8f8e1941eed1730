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
from deduce_models.shakespeare.advice.beginnings import (
    beginnings,
    filled_out,
    with_beginnings,
)
from deduce_models.shakespeare.advice.calibration import line_of
from deduce_models.shakespeare.advice.day import (
    CLOSE,
    EFFORT,
    GLIMPSE,
    WIDE,
    Effort,
    Plan,
    actions,
    plan_day,
)
from deduce_models.shakespeare.advice.evaluation import Evaluation
from deduce_models.shakespeare.advice.keeping import parted
from deduce_models.shakespeare.advice.plan_state import PlanState, Quills, plan_state
from deduce_models.shakespeare.advice.playouts import candidates, compared, rests_of_game
from deduce_models.shakespeare.advice.rated import RatedMove, closer_look
from deduce_models.shakespeare.advice.rivals import respond
from deduce_models.shakespeare.advice.searched import proposals
from deduce_models.shakespeare.advice.tomorrow import USUAL_WAGER, futures
from deduce_models.shakespeare.advice.wagering import rated_wagers
from deduce_models.shakespeare.advice.weights import Weights, usual_weights
from deduce_models.shakespeare.components.parts import SLOTS
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.moves import OBJECTIVES
from deduce_models.shakespeare.rules.setup import QUEEN

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.moves import Move
    from deduce_models.shakespeare.rules.views import View

__all__ = ["Planner"]

STEPS = 4
"""Neighbourhoods searched in each sampled rest of a game: about a second."""


class Planner:
    """Ranks the moves of views. The ranking depends on the view, the seed and these settings alone.

    Args:
        weights: The numbers of the valuation; by default those of `weights.usual_weights`.
        effort: How hard a day is searched; by default `WIDE` alone and `EFFORT` among rivals.
        ahead: The same for a sampled next day, and for the rest of the day after the rivals' turns.
        known: The same for a next day whose offers are known.
        samples: Sampled next days; 0 to trust the valuation.
        leaves: First actions after which the rivals' turns are imagined.
        closer: Moves whose plans are looked at on the sampled days.
        rivals: Whether the rivals' next turns are imagined.
        share: Which share of the rivals' mean gain counts against the own value.
        playouts: Alone: sampled rests of the game on which the best plans of today (and the cards of the draft) are
            played out to the end, see `playouts`; 0: none, and values are estimates.
        tried: How many plans are played out.
        quick: How hard each later day of a playout is searched.
        searched: Alone, beside playouts: sampled rests of the game in which the search of the clairvoyant bound looks for
            further plans of today to be played out, see `searched` (extra ``cpsat``).
    """

    def __init__(
        self,
        *,
        weights: Weights | None = None,
        effort: Effort | None = None,
        ahead: Effort = GLIMPSE,
        known: Effort = CLOSE,
        samples: int = 2,
        leaves: int = 4,
        closer: int = 2,
        rivals: bool = True,
        share: float = 0.5,
        playouts: int = 0,
        tried: int = 8,
        quick: Effort = GLIMPSE,
        searched: int = 0,
    ) -> None:
        if samples < 0 or min(leaves, closer) < 1:
            raise ProblemError(
                f"Planner: samples must be at least 0, leaves and closer at least 1, not {samples}, {leaves}, {closer}"
            )
        self.weights = weights
        self.effort, self.ahead, self.known = effort, ahead, known
        self.samples, self.leaves, self.closer = samples, leaves, closer
        self.rivals, self.share = rivals, share
        self.playouts, self.tried, self.quick, self.beyond = playouts, tried, quick, searched

    def numbers(self, view: View) -> Weights:
        """The numbers of the valuation at a view."""
        return self.weights if self.weights is not None else usual_weights()

    def searched(self, view: View) -> Effort:
        """How hard a day is searched at a view."""
        if self.effort is not None:
            return self.effort
        return WIDE if view.setup.solo else EFFORT

    def rank(self, view: View, seed: int = 0, *, time_limit: float | None = None) -> list[RatedMove]:
        """The moves worth playing, best first; never empty when the seat has a move.

        Alone, values are calibrated, but for means of playouts, which end with final scores.
        With a `time_limit` (seconds) sampling and searching stop early, and the ranking depends on the clock.

        Raises `ProblemError` when the seat of the view is not to move.
        """
        found = self.estimated(view, seed, time_limit=time_limit)
        if not view.setup.solo or self.weights is not None or self.searched(view).depth != math.inf:
            return found
        line = line_of(view.phase, view.day, view.setup.parts.days)
        return [
            choice
            if choice.played
            else choice._replace(
                value=line.of(choice.value), error=line.slope * choice.error, said=choice.value
            )
            for choice in found
        ]

    def estimated(self, view: View, seed: int = 0, *, time_limit: float | None = None) -> list[RatedMove]:
        """`rank` with the planner's own numbers, before they are calibrated."""
        if not view.moves:
            raise ProblemError(f"seat {view.seat} has nothing to decide")
        stop = math.inf if time_limit is None else time.monotonic() + 0.8 * time_limit
        return _DECISIONS[view.phase](self, view, seed, stop)

    # The action phase.

    def _action(self, view: View, seed: int, stop: float) -> list[RatedMove]:
        evaluation = Evaluation(view, view.seat, self.numbers(view))
        effort = self.searched(view)
        plans = plan_day(evaluation, view, effort, stop=stop)
        if effort.depth == math.inf:
            plans = _allowed(view, plans)
        else:
            plans = [plan for plan in plans if plan.actions or _may_pass(view)]
        in_any_order = plans
        if view.setup.solo and view.phase == phases.ACTION:
            plans = [_drawn_first(view, plan) for plan in plans]
        if not view.setup.solo and self.rivals and view.phase == phases.ACTION:
            plans = self._among_rivals(evaluation, view, plans, stop)
        if self._plays_out(view) and evaluation.left and view.phase == phases.ACTION:
            played = self._played_out(evaluation, view, plans, seed, stop)
            if played:
                return self._every_beginning(view, evaluation, in_any_order, played)
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
        return self._every_beginning(view, evaluation, in_any_order, list(best.values()))

    def _every_beginning(
        self, view: View, evaluation: Evaluation, plans: Sequence[Plan], ranked: list[RatedMove]
    ) -> list[RatedMove]:
        """Alone: the ranking with every move as good as the best plan that can be begun with it."""
        best = ranked[0].plan
        if (
            not view.setup.solo
            or view.phase != phases.ACTION
            or best is None
            or self.searched(view).depth != math.inf
        ):
            return ranked
        found = filled_out(evaluation, view, beginnings(view, plans), len(best.actions))
        return with_beginnings(ranked, found, evaluation.value(best.end))

    def _plays_out(self, view: View) -> bool:
        return self.playouts > 0 and view.setup.solo

    def _played_out(
        self, evaluation: Evaluation, view: View, plans: Sequence[Plan], seed: int, stop: float
    ) -> list[RatedMove]:
        """The best plan of each first move by playouts; what was not played out stands behind, by its estimate.

        Empty when the time was too short to play out every plan once.
        """
        rests = rests_of_game(view, view.seat, self.numbers(view), self.playouts, seed)
        few = candidates(plans, self.tried)
        bounded = not any(person.trade for person in view.setup.people)
        if self.beyond and bounded and view.phase == phases.ACTION:
            quick = Planner(weights=self.weights, effort=self.quick, known=self.quick, samples=0)
            others = proposals(evaluation, view, few, quick, self.beyond, STEPS, seed)
            few += [_drawn_first(view, plan) for plan in others]
        found: dict[Move, RatedMove] = {}
        for each in compared(evaluation, few, rests, self.quick, stop=stop):
            plan = each.plan
            move = _first(view, plan)
            found.setdefault(move, RatedMove(move, each.mean, each.error, len(each.ends), plan))
        if not found:
            return []
        # Who fell behind on fewer playouts is not put ahead by them.
        worst = math.inf
        for move, choice in found.items():
            worst = min(worst, choice.value)
            found[move] = choice._replace(value=worst)
        shift = sum(choice.value - choice.plan.value for choice in found.values() if choice.plan) / len(
            found
        )
        for plan in plans:
            move = _first(view, plan)
            found.setdefault(move, RatedMove(move, min(worst, plan.value + shift), plan=plan))
        return [choice._replace(played=True) for choice in found.values()]

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
                for step in actions(
                    evaluation, plan_state(view, view.seat), view.display, self.searched(view)
                )
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
            found.append(
                RatedMove(
                    move,
                    evaluation.value(after),
                    plan=Plan(evaluation.value(after), ((move,),), after, after),
                )
            )
        if self._plays_out(view):
            plans = [choice.plan for choice in found if choice.plan is not None]
            played = self._played_out(evaluation, view, plans, seed, stop)
            if played:
                return played
        return [choice._replace(plan=None) for choice in _sorted(found)]

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


def _drawn_first(view: View, plan: Plan) -> Plan:
    """The plan with the Queen's draw at its head: alone nothing is lost by it, and the rest can go by what she finds."""
    queens = [person for person in view.board.troupe if view.setup.roles[person] == QUEEN]
    asked = {view.setup.moves.activations[person][OBJECTIVES] for person in queens}
    for action in plan.actions[1:]:
        if action[0] in asked:
            rest = tuple(other for other in plan.actions if other is not action)
            return plan._replace(actions=(action, *rest))
    return plan


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
