"""The action phase among rivals, carried on by the rules: seats take whole actions in turn, and nobody's evening comes.

Draws of objectives are promises here: what is drawn is not known yet.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, NamedTuple

from deduce.ground.errors import IllegalMove
from deduce_models.shakespeare.advice import flat
from deduce_models.shakespeare.advice.decisions import draws, whole_actions
from deduce_models.shakespeare.advice.learned import Learned, Search
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.effects import with_board
from deduce_models.shakespeare.rules.moves import Move
from deduce_models.shakespeare.rules.state import State

GLANCE = Search(6, 2, 5)
"""How hard a rival's day is searched."""


class Table(NamedTuple):
    """A position of the action phase in which nobody has left by the rules; `out` says who has, as a mask."""

    state: State
    out: int
    promised: tuple[int, ...]

    @classmethod
    def of(cls, position: Any) -> Table:
        """A `State` or `View`."""
        state = State.restored(position, position.choices, position.dealings)
        return cls(state, position.out, (0,) * position.setup.seats)

    def played(self, seat: int, action: Sequence[Move]) -> Table:
        """After a whole action of `seat`. Raises `IllegalMove`."""
        # All others are in, so that the phase goes on.
        state, promised = self.state._replace(turn=seat, out=0), self.promised
        if draws(action):
            board = state.boards[seat - 1]
            used = board.used | 1 << board.troupe.index(action[0].item)
            board = board._replace(used=used, cylinders=board.cylinders - 1)
            state = state._replace(boards=with_board(state.boards, seat, board))
            promised = (*promised[: seat - 1], promised[seat - 1] + 1, *promised[seat:])
        else:
            for move in action:
                state = state.play(move)
        board = state.boards[seat - 1]
        gone = not board.cylinders and board.recruited
        return Table(state, self.out | gone << seat - 1, promised)

    def tried(self, seat: int, action: Sequence[Move]) -> Table | None:
        """`played`; None where the action needs what comes before it in a plan."""
        try:
            return self.played(seat, action)
        except IllegalMove:
            return None

    def position(self, seat: int) -> array[int]:
        """What `seat` has and sees (`flat.position`)."""
        at = flat.position(self.state._replace(phase=phases.ACTION), seat)
        at[flat.PROMISED] = self.promised[seat - 1]
        at[flat.DRAWS] = max(0, at[flat.DRAWS] - sum(self.promised))
        if self.out >> seat - 1 & 1:
            at[flat.CYLINDERS], at[flat.RECRUITED] = 0, 1
        return at

    def followers(self, seat: int) -> list[int]:
        """The live seats that have a turn before `seat` has the next one, in turn order."""
        order = self.state.order
        place = order.index(seat)
        return [other for other in order[place + 1 :] + order[:place] if not self.out >> other - 1 & 1]


def next_action(table: Table, seat: int, value: Learned) -> tuple[Table, float]:
    """After the next action of `seat` as a glance finds it, and what its day is worth then by the same plan.

    Of the recruit and the first activation of its plan it takes first what is worth more by itself.
    """
    at, board = table.position(seat), table.state.boards[seat - 1]
    plan = value.plans(at, GLANCE)[0]
    moves = flat.read_moves(plan.codes, table.state.setup, table.state, board.troupe)
    tried = [table.tried(seat, action) for action in whole_actions(moves)[: 1 if board.recruited else 2]]
    firsts = [after for after in tried if after is not None]
    if not firsts:
        return table._replace(out=table.out | 1 << seat - 1), plan.value
    if len(firsts) > 1:
        return max(firsts, key=lambda after: value.worth(after.position(seat))[0]), plan.value
    return firsts[0], plan.value
