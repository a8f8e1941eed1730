"""The best work of every craft that could be activated now, by the learned value that all advice uses.

Two questions, by name: the best placement *now*, if nothing more is done today (every work is looked at, so the best is
proved to be so for the numbers that the planner believes), and the best for the rest of the *evening*, each work worth
what the best plan found after it makes of the day. Both value what is left of the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from deduce.ground.errors import ProblemError, nearest
from deduce_models.shakespeare.advice import flat
from deduce_models.shakespeare.advice.decisions import USUAL_WAGER, Decisions, whole_actions
from deduce_models.shakespeare.advice.learned import Found, Search
from deduce_models.shakespeare.advice.rated import Actions
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.effects import with_board
from deduce_models.shakespeare.rules.moves import PLAIN, TOKEN, Move
from deduce_models.shakespeare.rules.setup import ACTOR, JEWELER
from deduce_models.shakespeare.rules.state import Board, State
from deduce_models.shakespeare.rules.views import View

Horizon = Literal["now", "evening"]

HORIZONS = ("now", "evening")
"""How far a work is judged: by itself, or with the rest of the day."""

CANDIDATES = 12
"""Works of a craft for which the rest of the day is planned."""

EVERY = Search(100_000, 100_000, 100_000)
"""Every work of a craft is looked at."""

MANY = 5000
"""The most works that are listed; a craft has some hundreds."""

NOTHING = (5 << 12,)
"""The numbers of a work that takes nothing (`flat.read_moves`)."""

GLIMPSE = Search(30, 3, 8)
"""How hard the rest of a day is searched."""


@dataclass(frozen=True)
class Step:
    """A work: all its moves, and the board after it."""

    moves: tuple[Move, ...]
    start: State = field(repr=False)
    own: Board = field(repr=False)

    @cached_property
    def end(self) -> State:
        """The position after it, the day going on; played when it is asked for."""
        state, seat = self.start, self.start.turn
        for move in self.moves:
            state = state.play(move)
        cylinders = max(0, self.own.cylinders - 1)
        board = state.boards[seat - 1]._replace(cylinders=cylinders, recruited=self.own.recruited)
        boards = with_board(state.boards, seat, board)
        return state._replace(boards=boards, phase=phases.ACTION, turn=seat)

    @property
    def board(self) -> Board:
        """The board of the seat after it."""
        return self.end.boards[self.start.turn - 1]


@dataclass(frozen=True, slots=True)
class Work:
    """One craft of a seat with its best works.

    Attributes:
        person: Who works; `token`: with a "+3" token.
        steps: The best works, the best first.
        gains: For each the expected final prestige over an activation that does nothing and spends no token.
        looked: How many works were looked at: all of them, but for mirror images and equal wearers.
        proved: Whether none of them is worth more, for the numbers of the value.
        reasons: The parts of the value that the best changes most, against doing nothing: they sum to its gain.
        after: The actions that follow the best in its plan of the evening.
    """

    person: int
    token: bool
    steps: tuple[Step, ...]
    gains: tuple[float, ...]
    looked: int
    proved: bool = True
    reasons: Mapping[str, float] = field(default_factory=dict)
    after: Actions = ()


def best_works(view: View, seat: int, *, alternatives: int = 2, horizon: Horizon = "now") -> list[Work]:
    """The best works of every craft that `seat` could activate today, the craft that gains most first.

    Crafts that were activated today or rest are left out; of a craft with a token and without, both are listed.

    Args:
        view: A position in which actions are taken, or wagers made.
        seat: Whose crafts.
        alternatives: How many works beside the best are listed.
        horizon: ``now``: as if nothing more were done today; ``evening``: with the best plan found for the rest of the
            day after it, searched for the `CANDIDATES` works that are best now.

    Raises `ProblemError` for another horizon, and for a box that the value cannot say.
    """
    if horizon not in HORIZONS:
        raise ProblemError(f"horizon {horizon!r}: {nearest(horizon, HORIZONS)}")
    why = flat.unfit(view.setup)
    if why:
        raise ProblemError(f"this box is too large for advice: {why}")
    found = _Crafts(view, seat, Decisions(GLIMPSE), horizon == "evening").works(alternatives)
    return sorted(found, key=lambda work: -work.gains[0])


class _Crafts:
    """The crafts of one seat."""

    def __init__(self, view: View, seat: int, decisions: Decisions, evening: bool) -> None:
        self.setup, self.seat, self.evening = view.setup, seat, evening
        state = State.restored(view, view.choices, view.dealings)._replace(turn=seat, out=0)
        board = state.boards[seat - 1]
        if view.phase == phases.WAGER:
            cylinders = self.setup.parts.cylinders
            board = board._replace(cylinders=cylinders if self.setup.solo else min(USUAL_WAGER, cylinders))
        # A cylinder more and nobody recruited, so that the day does not end with the work.
        awake = board._replace(cylinders=max(1, board.cylinders) + 1, recruited=False)
        boards = with_board(state.boards, seat, awake)
        self.board, self.state = board, state._replace(phase=phases.ACTION, boards=boards)
        self.decisions, self.value = decisions, decisions.value(view)

    def works(self, alternatives: int) -> Iterator[Work]:
        """Every craft, with a token and without."""
        setup, board = self.setup, self.board
        for place, person in enumerate(board.troupe):
            if setup.trades[person] < 0 or (board.used | board.resting) >> place & 1:
                continue
            nothing: Found | None = None
            helped = board.tokens > 0 and setup.roles[person] not in (ACTOR, JEWELER)
            for token in (False, True)[: 1 + helped]:
                head, begun = self._begun(person, token)
                # As if the day ended with the work.
                at = flat.position(begun, self.seat)
                at[flat.CYLINDERS], at[flat.RECRUITED] = 0, 1
                found, looked = self.value.counted(
                    at, EVERY, CANDIDATES if self.evening else 1 + alternatives, MANY
                )
                if nothing is None:
                    at[flat.TASK] = 0
                    value, told = self.value.worth(at)
                    nothing = self._carried(head, begun, Found(value, NOTHING, told))[1]
                ranked = [self._carried(head, begun, work) for work in found]
                ranked = sorted(ranked, key=lambda pair: -pair[1].value)[: 1 + alternatives]
                yield Work(
                    person,
                    token,
                    tuple(step for step, _ in ranked),
                    tuple(round(plan.value - nothing.value, 3) for _, plan in ranked),
                    looked,
                    proved=not self.evening and looked < MANY,
                    reasons=self._changes(nothing, ranked[0][1]),
                    after=self._after(ranked[0]),
                )

    def _begun(self, person: int, token: bool) -> tuple[tuple[Move, ...], State]:
        """The position in which a craft has begun to work, and the moves that lead there."""
        moves = [self.setup.moves.activations[person][TOKEN if token else PLAIN]]
        state = self.state.play(moves[0])
        while state.phase == phases.QUILL:
            at = flat.position(state, self.seat)
            plan = self.decisions.plans(state, at, GLIMPSE)[0]
            moves.append(flat.read_moves(plan.codes, self.setup, state, self.board.troupe)[0])
            state = state.play(moves[-1])
        return tuple(moves), state

    def _carried(self, head: tuple[Move, ...], begun: State, work: Found) -> tuple[Step, Found]:
        """A work, and what comes of the day with it: nothing more now, or the best plan of the rest of it."""
        moves = flat.read_moves(work.codes, self.setup, begun, self.board.troupe)
        step = Step((*head, *moves), self.state, self.board)
        if not self.evening:
            return step, work
        return step, self.decisions.plans(begun, flat.position(step.end, self.seat), GLIMPSE)[0]

    def _changes(self, nothing: Found, best: Found) -> dict[str, float]:
        """How the best changes each part of the value, the greatest change first."""
        left = self.setup.parts.days - self.state.day
        before, after = (self.value.parts(left, each.value, each.features) for each in (nothing, best))
        changes = {part: round(after[part] - before[part], 3) for part in after}
        return {part: each for part, each in sorted(changes.items(), key=lambda row: -abs(row[1])) if each}

    def _after(self, ranked: tuple[Step, Found]) -> Actions:
        step, plan = ranked
        if not self.evening:
            return ()
        moves: Sequence[Move] = flat.read_moves(plan.codes, self.setup, self.state, step.board.troupe)
        return whole_actions(moves)
