"""Every decision of a game: legal moves of a view, ranked by the expected final prestige of the seat.

Actions of a day are ranked by plans of the day (`day`), the small decisions (quills, who stays awake, which
objective to keep) by the value of what they leave (`valuation`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from deduce_models.shakespeare import phases
from deduce_models.shakespeare.day import EFFORT, QUICK, Effort, Plan, plan_day
from deduce_models.shakespeare.rivals import respond
from deduce_models.shakespeare.setup import SLOTS
from deduce_models.shakespeare.tomorrow import futures, look_ahead
from deduce_models.shakespeare.valuation import Desk, Valuer, Weights, desk
from deduce_models.shakespeare.wagers import solve

if TYPE_CHECKING:
    from deduce_models.shakespeare.moves import Move
    from deduce_models.shakespeare.views import View

__all__ = ["Choice", "Planner"]


class Choice(NamedTuple):
    """A move, its expected final prestige, and the plan behind it (None for small decisions)."""

    move: Move
    value: float
    plan: Plan | None = None


class Planner:
    """Ranks the moves of views.

    Args:
        weights: The numbers of the valuation.
        effort: How hard a day is searched.
        ahead: The same for the day after, when its offers are known.
    """

    def __init__(
        self,
        *,
        weights: Weights | None = None,
        effort: Effort = EFFORT,
        ahead: Effort = QUICK,
        samples: int = 0,
        leaves: int = 6,
        rivals: bool = True,
        share: float = 0.5,
    ) -> None:
        self.weights = weights if weights is not None else Weights()
        self.effort, self.ahead = effort, ahead
        self.samples, self.leaves = samples, leaves
        self.rivals, self.share = rivals, share

    def rank(self, view: View, seed: int = 0) -> list[Choice]:
        """The moves worth playing, best first; never empty when the seat has a move."""
        moves = view.moves
        if len(moves) == 1:
            return [Choice(moves[0], 0.0)]
        return _DECISIONS[view.phase](self, view, seed)

    def _action(self, view: View, seed: int) -> list[Choice]:
        valuer = Valuer(view, view.seat, self.weights)
        plans = plan_day(valuer, view, self.effort)
        if view.setup.solo:
            if self.samples and valuer.left:
                plans = self._ahead(valuer, view, plans, seed)
        elif self.rivals and view.phase == phases.ACTION:
            plans = self._among_rivals(view, plans)
        best: dict[Move, Plan] = {}
        for plan in plans:
            move = plan.actions[0][0] if plan.actions else None
            if move is None:
                if not view.board.recruited and not view.setup.options.pass_before_recruiting:
                    continue
                move = view.setup.moves.passing
            if move not in best:
                best[move] = plan
        return [Choice(move, plan.value, plan) for move, plan in best.items()]

    def _ahead(self, valuer: Valuer, view: View, plans: list[Plan], seed: int) -> list[Plan]:
        """The best few plans by what the next day brings on sampled draws; the others behind them."""
        days = futures(view, view.seat, self.weights, self.samples, seed)
        few = plans[: self.leaves]
        found = []
        for plan in few:
            if not plan.end.recruited:
                continue
            values = look_ahead(valuer, plan, days, self.ahead)
            found.append(plan._replace(value=sum(values) / len(values)))
        found.sort(key=lambda plan: -plan.value)
        return found or plans

    def _among_rivals(self, view: View, plans: Sequence[Plan]) -> list[Plan]:
        """The best plan for each of the first few first actions, by what it is worth after the rivals' turns."""
        firsts: dict[Any, Plan] = {}
        may_pass = view.board.recruited or view.setup.options.pass_before_recruiting
        for plan in plans:
            if plan.actions or may_pass:
                firsts.setdefault(plan.actions[0][0] if plan.actions else None, plan)
        few = list(firsts.values())[: self.leaves]
        found = [
            plan._replace(value=respond(view, view.seat, plan, self.weights, self.ahead, self.share))
            for plan in few
        ]
        found.sort(key=lambda plan: -plan.value)
        return found

    def _rest(self, view: View, seed: int) -> list[Choice]:
        """Who stays awake: by the plan of the next day, whose offers are known."""
        board = view.board
        tomorrow = view._replace(day=view.day + 1, phase=phases.ACTION)
        valuer = Valuer(tomorrow, view.seat, self.weights)
        found = []
        for move in view.moves:
            resting = board.used & ~(1 << board.troupe.index(move.item))
            spot = _tomorrow(view, resting)
            plans = plan_day(valuer, tomorrow, self.ahead, spot=spot)
            found.append(Choice(move, plans[0].value, plans[0]))
        return _sorted(found)

    def _quill(self, view: View, seed: int) -> list[Choice]:
        """A white quill of the ambiance or of a costume, or a grey one."""
        seat = view.seat
        valuer = Valuer(view, seat, self.weights)
        spot = desk(view, seat)
        step = -1 if view.phase == phases.AMBIANCE_BACK else 1
        valuer.pending = _pending(view, spot) if view.phase == phases.REHEARSAL_QUILL else None
        found = []
        for move in view.moves:
            row = list(spot.spaces)
            row[move.item] = min(view.setup.acts[move.item].length, row[move.item] + step)
            found.append(Choice(move, valuer.value(spot._replace(spaces=(row[0], row[1], row[2])))))
        return _sorted(found)

    def _keep(self, view: View, seed: int) -> list[Choice]:
        valuer = Valuer(view, view.seat, self.weights)
        spot = desk(view, view.seat)
        held = valuer.objectives
        found = []
        for move in view.moves:
            valuer.objectives = (*held, move.item)
            found.append(Choice(move, valuer.value(spot)))
        return _sorted(found)

    def _under(self, view: View, seed: int) -> list[Choice]:
        """What goes under the deck first is drawn first: better the worse one."""
        return [Choice(choice.move, -choice.value) for choice in reversed(self._keep(view, seed))]

    def _draft(self, view: View, seed: int) -> list[Choice]:
        valuer = Valuer(view, view.seat, self.weights)
        spot = desk(view, view.seat)
        found = []
        for move in view.moves:
            person = view.setup.person(move.item, move.place)
            after = spot._replace(troupe=(*spot.troupe, person), costumes=(*spot.costumes, b""))
            found.append(Choice(move, valuer.value(after)))
        return _sorted(found)

    def _wager(self, view: View, seed: int) -> list[Choice]:
        """The best response to the rivals' mixed wagers (see `wagers`)."""
        found = solve(view, self.weights, self.ahead, self.share)
        values = found.values[view.seat - 1]
        return _sorted([Choice(move, values[move.item - 1]) for move in view.moves])


def _sorted(found: Sequence[Choice]) -> list[Choice]:
    return sorted(found, key=lambda choice: -choice.value)


def _tomorrow(view: Any, resting: int) -> Desk:
    """What the seat has on the morning after, with its Rest tokens placed."""
    spot = desk(view, view.seat)
    cylinders = view.setup.parts.cylinders if view.setup.solo else 3
    return spot._replace(resting=resting, used=0, cylinders=cylinders, recruited=False)


def _pending(view: Any, spot: Desk) -> tuple[int, int, int, int]:
    """The quills that the costumes still give at this rehearsal after the quill at hand."""
    setup = view.setup
    place = spot.troupe.index(view.worker)
    total = [0, 0, 0, view.quills - 1]
    for person, worn in zip(spot.troupe[place + 1 :], spot.costumes[place + 1 :], strict=True):
        if len(worn) == SLOTS:
            power = setup.people[person].power.quills
            total = [old + new for old, new in zip(total, power, strict=True)]
    return (total[0], total[1], total[2], total[3])


_DECISIONS = {
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
