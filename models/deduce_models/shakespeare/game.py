"""Shakespeare as a plug-in of `deduce`: new games, views, knowledge, records."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deduce.games.base import Advice, Game, Option, Player, imported_players, settle
from deduce.records.excerpt import seat_asked
from deduce.report import Report
from deduce_models.shakespeare.records import words as notation
from deduce_models.shakespeare.rules.moves import Move
from deduce_models.shakespeare.rules.setup import OPTIONS, setup
from deduce_models.shakespeare.rules.state import State, start
from deduce_models.shakespeare.rules.views import View

if TYPE_CHECKING:
    from deduce.knowledge import Knowledge
    from deduce.records.datafile import Note
    from deduce.records.record import Record
    from deduce.variables import Variable

__all__ = ["GAME", "Shakespeare"]


def _players() -> Mapping[str, Callable[[], Player]]:
    from deduce_models.shakespeare.players.named import PLAYERS

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
        from deduce_models.shakespeare.knowledge import model

        return model.knowledge(view)

    def truth(self, state: State, knowledge: Knowledge) -> Mapping[Variable, Any]:
        """The true values of the variables of `knowledge`."""
        from deduce_models.shakespeare.knowledge import model

        return model.truth(state, knowledge)

    def resample(self, view: View, rng: random.Random) -> State:
        """A position with this view, each possible one with the same chance."""
        from deduce_models.shakespeare.knowledge import model

        return model.resample(view, rng)

    def advise(
        self, view: View, *, rng: int = 0, time_limit: float | None = None
    ) -> Sequence[Advice[Move]]:
        """The moves worth looking at, best first; see `advice`. Raises `ProblemError` when it is another's turn."""
        from deduce_models.shakespeare.advice import advice

        return advice.advise(view, rng=rng, time_limit=time_limit)

    # The command line.

    def table(
        self, record: Record, *, seat: int | None = None, until: str | None = None
    ) -> tuple[View, tuple[str, ...]]:
        """The last position of a record as a seat sees it, and what a typed position left open.

        Without `seat` it is the seat of the record; in a complete one the seat to move, or the bystander.
        Raises `RecordError`, `ProblemError`.
        """
        from deduce_models.shakespeare.records import reading as records

        found = records.read(self, record, until=until)
        state = found.last
        mover = state.actor if isinstance(state.actor, int) else state.turn
        # Alone there is nobody to hide anything from.
        otherwise = 1 if state.seats == 1 else mover
        asked = seat_asked(seat, seats=state.seats, writer=found.seat, otherwise=otherwise)
        return state.view(asked), found.assumed

    def solve(self, record: Record, *, seat: int | None = None, until: str | None = None) -> Report:
        """What a record's last position is, and how everybody would end if the game ended now."""
        from deduce_models.shakespeare.answers import report

        view, assumed = self.table(record, seat=seat, until=until)
        return report.solve(view, assumed)

    def advise_record(
        self,
        record: Record,
        *,
        seat: int | None = None,
        until: str | None = None,
        rng: int = 0,
        time_limit: float | None = None,
    ) -> Report:
        """The plan of the day and the ranked moves of the seat to move."""
        from deduce_models.shakespeare.advice import advice

        view, assumed = self.table(record, seat=seat, until=until)
        return advice.counsel(view, assumed=assumed, rng=rng, time_limit=time_limit)

    def why(
        self, record: Record, fact: str, *, seat: int | None = None, until: str | None = None
    ) -> Report:
        """Why a move is not allowed (``set black 1R1``), or why something hidden is so (``place[wardrobe]=deck``)."""
        from deduce_models.shakespeare.answers import report

        view, _ = self.table(record, seat=seat, until=until)
        return report.why(view, fact)

    def notes(self) -> Sequence[Note]:
        """The provenance of characters, tables, objectives and stages."""
        from deduce_models.shakespeare.components.loading import shipped_notes

        return shipped_notes()


GAME = Shakespeare()
"""The plug-in."""
