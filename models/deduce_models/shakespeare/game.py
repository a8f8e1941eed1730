"""Shakespeare as a plug-in of `deduce`: new games, views, knowledge, records."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deduce.errors import ProblemError, RecordError
from deduce.games.base import Advice, Game, Option, Player, Report, imported_players, settle
from deduce_models.shakespeare import notation
from deduce_models.shakespeare.moves import Move
from deduce_models.shakespeare.setup import OPTIONS, setup
from deduce_models.shakespeare.state import State, start
from deduce_models.shakespeare.views import View

if TYPE_CHECKING:
    from deduce.games.record import Record
    from deduce.knowledge import Knowledge
    from deduce.variables import Variable

__all__ = ["GAME", "Shakespeare"]


def _players() -> Mapping[str, Callable[[], Player]]:
    from deduce_models.shakespeare.players import PLAYERS

    return PLAYERS


def _best(state: State) -> float:
    return float(max(board.prestige for board in state.boards))


def _pounds(state: State) -> float:
    best = max(state.boards, key=lambda board: (board.prestige, board.pounds))
    return float(best.pounds)


class Shakespeare(Game[State, View, Move]):
    """Shakespeare for 1 to 4 players. `new` takes as `data` a file with tables of the shipped data files."""

    name = "shakespeare"
    title = "Shakespeare"
    seats = range(1, 5)
    options: Mapping[str, Option] = OPTIONS
    players: Mapping[str, Callable[[], Player]] = imported_players(
        ("random", "greedy", "planner"), _players
    )
    measures: Mapping[str, Callable[[Any], float]] = {"prestige": _best, "pounds": _pounds}

    def new(
        self, *, players: int, seed: int | None = None, data: str | Path | None = None, **options: Any
    ) -> State:
        """A new game; see `Game.new`. Raises `ProblemError`."""
        self.checked_players(players)
        state = start(setup(players, self.checked_options(options), None if data is None else str(data)))
        return state if seed is None else settle(state, random.Random(seed))

    def parse(self, text: str, state: State | View) -> Move:
        """The move written `text`. Raises `RecordError` with the column."""
        return notation.parse_move(text, state)

    def knowledge(self, view: View) -> Knowledge:
        """What the seat does not know: hidden choices and objectives; see `model`."""
        from deduce_models.shakespeare import model

        return model.knowledge(view)

    def truth(self, state: State, knowledge: Knowledge) -> Mapping[Variable, Any]:
        """The true values of the variables of `knowledge`."""
        from deduce_models.shakespeare import model

        return model.truth(state, knowledge)

    def resample(self, view: View, rng: random.Random) -> State:
        """A position with this view, each possible one with the same chance."""
        from deduce_models.shakespeare import model

        return model.resample(view, rng)

    def advise(
        self, view: View, *, rng: int = 0, time_limit: float | None = None
    ) -> Sequence[Advice[Move]]:
        """The legal moves, best first."""
        raise ProblemError("Shakespeare offers no advice yet")

    # The command line.

    def table(
        self, record: Record, *, seat: int | None = None, until: str | None = None
    ) -> tuple[View, tuple[str, ...]]:
        """The last position of a record as a seat sees it, and what a typed position left open.

        Without `seat` it is the seat of the record; in a complete one the seat to move, or the bystander.
        Raises `RecordError`, `ProblemError`.
        """
        from deduce_models.shakespeare import records

        found = records.read(self, record, until=until)
        state = found.last
        if found.seat is not None:
            if seat not in (None, found.seat):
                raise RecordError(
                    f"this is the record of seat {found.seat}, not of seat {seat}", source=record.source
                )
            return state.view(found.seat), found.assumed
        if seat is None:
            seat = state.actor if isinstance(state.actor, int) else state.turn
        if not 0 <= seat <= state.seats:
            raise ProblemError(f"seat {seat}: expected 0 (a bystander) to {state.seats}")
        return state.view(seat), found.assumed

    def solve(self, record: Record, *, seat: int | None = None, until: str | None = None) -> Report:
        """What a record's last position is, and how everybody would end if the game ended now."""
        from deduce_models.shakespeare import report

        view, assumed = self.table(record, seat=seat, until=until)
        return report.solve(view, assumed)

    def describe(self) -> Report:
        """Options and data with their provenance."""
        from deduce_models.shakespeare import report

        return report.describe(super().describe())


GAME = Shakespeare()
"""The plug-in."""
