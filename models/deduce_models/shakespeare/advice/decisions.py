"""The small decisions of a seat, by the learned value of what they leave, and what plans of a day are to the player.

Quills of the evening, who stays awake, which objective to keep and which goes under the deck, the draft. The actions of
a day are planned in `alone`, and among rivals in `among`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from deduce.kernels.library import library
from deduce_models.shakespeare.advice import flat
from deduce_models.shakespeare.advice.learned import Found, Learned, Search, learned
from deduce_models.shakespeare.advice.rated import Actions, DayPlan, RatedMove
from deduce_models.shakespeare.rules import moves as kinds
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.effects import joined, with_board
from deduce_models.shakespeare.rules.moves import Move
from deduce_models.shakespeare.rules.state import State
from deduce_models.shakespeare.rules.views import View

PLAIN = Search(4, 1, 3)
"""How hard everything is searched where there are no kernels."""

USUAL_WAGER = 4
"""Cylinders with which a next day among rivals is planned."""

ACTING = (phases.ACTION, phases.CRAFT, phases.QUILL)

EVENING = (phases.AMBIANCE_QUILL, phases.AMBIANCE_BACK, phases.REHEARSAL_QUILL)


class Decisions:
    """Ranks the moves of small decisions; `search` says how hard a day is searched, by the shipped `value` or another."""

    def __init__(self, search: Search, value: Learned | None = None) -> None:
        self.search, self._value = search, value

    def value(self, view: View | State) -> Learned:
        """The value that counts."""
        return self._value or learned(view.setup)

    def plans(self, view: View | State, at: array[int], search: Search, keep: int = 1) -> list[Found]:
        """The best plans of the rest of the day; a narrow search where there are no kernels."""
        return self.value(view).plans(at, search if library() is not None else min(search, PLAIN), keep)

    def day_plan(
        self, view: View | State, at: array[int], plan: Found, *, begun: Sequence[Move] = ()
    ) -> DayPlan:
        """A plan found at a position of the seat to move, `begun` with moves of before."""
        moves = flat.read_moves(plan.codes, view.setup, view, view.boards[max(0, view.turn - 1)].troupe)
        parts = self.value(view).parts(at[flat.LEFT], plan.value, plan.features)
        return DayPlan(plan.value, whole_actions([*begun, *moves]), parts)

    def decided(self, view: View) -> list[RatedMove]:
        """Every legal move of a small decision by what it leaves."""
        value = _DECISIONS[view.phase]
        found = [RatedMove(move, *value(self, view, move)) for move in view.moves]
        found.sort(key=lambda choice: -choice.value)
        return self._said_as_held(view, found) if view.phase == phases.UNDER else found

    def _quill(self, view: View, move: Move) -> tuple[float]:
        """White quills of the ambiance or of a costume, or a grey one."""
        at = flat.position(view, view.seat)
        step = 1 if view.setup.options.split_quills else view.quills
        space = at[flat.SPACES + move.item]
        after = min(
            view.setup.acts[move.item].length, space + (-1 if view.phase == phases.AMBIANCE_BACK else step)
        )
        at[flat.SPACES + move.item] = after
        at[flat.MOVED] |= (after != space) << move.item
        return (self.value(view).worth(at)[0],)

    def _rest(self, view: View, move: Move) -> tuple[Any, ...]:
        """Who stays awake: by the plan of the next day, whose offers are known."""
        board = view.board
        at = morning(view, view.seat, board.used & ~(1 << board.troupe.index(move.item)), {})
        plan = self.plans(view, at, self.search)[0]
        return plan.value, 0.0, 0, self.day_plan(view, at, plan)

    def _keep(self, view: View, move: Move) -> tuple[float]:
        """By the best plan of the rest of the day with the objective held, the others under the deck."""
        at, (fresh, under) = flat.position(view, view.seat), flat.seen(view, view.objectives)
        others = [other.item for other in view.moves if other is not move]
        flat.deck(
            at,
            [*view.objectives, move.item],
            [item for item in fresh if item != move.item],
            [*under, *others],
        )
        return (self.plans(view, at, self.search)[0].value,)

    def _under(self, view: View, move: Move) -> tuple[float]:
        """What goes under the deck first comes back first: by what it would be worth, held.

        Among rivals that is as likely to be for somebody else, and the worse goes first.
        """
        at, (fresh, under) = flat.position(view, view.seat), flat.seen(view, view.objectives)
        flat.deck(at, [*view.objectives, move.item], fresh, under)
        worth = self.value(view).worth(at)[0]
        return (worth if view.setup.solo else -worth,)

    def _said_as_held(self, view: View, found: Sequence[RatedMove]) -> list[RatedMove]:
        """What an objective would be worth in the hand orders the moves; what is said is the plan with it in the deck."""
        at, (fresh, under) = flat.position(view, view.seat), flat.seen(view, view.objectives)
        flat.deck(at, view.objectives, fresh, [*under, *(choice.move.item for choice in found)])
        shift = self.plans(view, at, self.search)[0].value - found[0].value
        return [choice._replace(value=choice.value + shift) for choice in found]

    def _draft(self, view: View, move: Move) -> tuple[float]:
        """By what the troupe will do."""
        boards = with_board(view.boards, view.seat, joined(view.setup, view.board, move))
        return (self.value(view).worth(flat.position(view._replace(boards=boards), view.seat))[0],)


_DECISIONS: Mapping[int, Callable[[Decisions, View, Move], tuple[Any, ...]]] = {
    phases.DRAFT: Decisions._draft,
    phases.KEEP: Decisions._keep,
    phases.UNDER: Decisions._under,
    phases.REST: Decisions._rest,
    **dict.fromkeys(EVENING, Decisions._quill),
}
"""What each move of a small decision is worth: the fields of its `RatedMove`."""


def whole_actions(moves: Sequence[Move]) -> Actions:
    """The moves of a plan as whole actions; what ends the action under way comes first."""
    found: list[list[Move]] = []
    for move in moves:
        if not found or move.kind in (kinds.RECRUIT, kinds.ACTIVATE):
            found.append([])
        found[-1].append(move)
    return tuple(map(tuple, found))


def draws(action: Sequence[Move]) -> bool:
    """Whether an action is the Queen's draw."""
    return action[0].kind == kinds.ACTIVATE and action[0].place == kinds.OBJECTIVES


def morning(state: View | State, seat: int, resting: int, day: Mapping[str, Any]) -> array[int]:
    """The position of a seat on the next morning with these Rest tokens; `day` are the fields drawn for it."""
    parts, board = state.setup.parts, state.boards[seat - 1]
    cylinders = parts.cylinders if state.setup.solo else min(USUAL_WAGER, parts.cylinders)
    board = board._replace(resting=resting, used=0, cylinders=cylinders, recruited=False)
    boards = with_board(state.boards, seat, board)
    return flat.position(state._replace(day=state.day + 1, phase=phases.ACTION, boards=boards, **day), seat)
