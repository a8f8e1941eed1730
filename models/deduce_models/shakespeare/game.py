"""Shakespeare as a plug-in of `deduce`: nothing but wiring; what a part needs is imported when it is asked."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deduce.games.base import Advice, Answers, Bounds, Game, Option, Player, imported_players, settle
from deduce.ground.compat import override
from deduce.ground.lazy import Later
from deduce.ground.shown import Rows
from deduce_models.shakespeare.records.words import parse_move
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.moves import CHANCE_KINDS, Move
from deduce_models.shakespeare.rules.setup import OPTIONS, SEATS, TITLE, setup
from deduce_models.shakespeare.rules.state import State, start
from deduce_models.shakespeare.rules.views import View

if TYPE_CHECKING:
    from deduce.knowledge import Knowledge
    from deduce.language.variables import Variable
    from deduce.records.datafile import Note
    from deduce_models.shakespeare.records.replay import Replay

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
    title = TITLE
    seats = SEATS
    record_guide = (
        "order 2 1 3",
        "offer set black 2 pink 4",
        "offer costume pink 2 yellow 2",
        "display dresser-8.1 handyman.3",
        "draft romeo",
        "wagers 1 2 2",
        "recruit puck",
        "activate desdemona",
    )
    options: Mapping[str, Option] = OPTIONS
    players: Mapping[str, Callable[[], Player]] = imported_players(
        ("random", "greedy", "planner", "patient"), _players
    )
    best = "planner"
    measures: Mapping[str, Callable[[Any], float]] = {"prestige": _best, "pounds": _pounds}

    @override
    def new(
        self, *, players: int, seed: int | None = None, data: str | Path | None = None, **options: Any
    ) -> State:
        self.checked_players(players)
        state = start(setup(players, self.checked_options(options), None if data is None else str(data)))
        return state if seed is None else settle(state, random.Random(seed))

    @override
    def actions(self, players: int, **options: Any) -> Sequence[str]:
        """Every move of the set-up's table that a seat makes, chance's left out."""
        table = self.new(players=players, **options).setup.moves
        return [move.text for move in table.all() if move.kind not in CHANCE_KINDS]

    @override
    def bounds(self, players: int) -> Bounds:
        """Prestige, with the tie-breaking fraction."""
        return Bounds(5000, -500.0, 500.0)

    @override
    def parse(self, text: str, state: State | View) -> Move:
        return parse_move(text, state)

    @override
    def knowledge(self, view: View) -> Knowledge:
        """What the seat does not know: hidden choices and objectives; see `model`."""
        from deduce_models.shakespeare.knowledge import model

        return model.knowledge(view)

    @override
    def truth(self, state: State, knowledge: Knowledge) -> Mapping[Variable, Any]:
        from deduce_models.shakespeare.knowledge import model

        return model.truth(state, knowledge)

    @override
    def resample(self, view: View, rng: random.Random) -> State:
        """A position with this view, each possible one with the same chance."""
        from deduce_models.shakespeare.knowledge import model

        return model.resample(view, rng)

    @override
    def advise(
        self, view: View, *, rng: int = 0, time_limit: float | None = None
    ) -> Sequence[Advice[Move]]:
        """The moves worth looking at, best first; see `advice`. Raises `ProblemError` when it is another's turn."""
        from deduce_models.shakespeare.advice.advice import advise

        return Rows(advise(view, rng=rng, time_limit=time_limit))

    @override
    def picture(self, view: View, *, names: Sequence[str] = ()) -> str:
        """The whole table."""
        from deduce_models.shakespeare.answers.picture import picture

        return picture(view, names)

    @override
    def hides(self, view: View, move: Move) -> bool:
        """Wagers, objectives, and who stays awake (unless the option has it in the open) are chosen hidden."""
        if view.phase == phases.REST:
            return view.setup.options.rest != "strategic"
        return view.phase in (phases.WAGER, phases.KEEP, phases.UNDER)

    @override
    def happened(self, before: View, after: View, actor: int, move: Move) -> Sequence[str]:
        said = list(super().happened(before, after, actor, move))
        if before.phase == phases.WAGER != after.phase:
            bets = [f"seat {seat} {board.cylinders}" for seat, board in enumerate(after.boards, 1)]
            said.append(
                f"The wagers are shown: {', '.join(bets)}. Order: {' '.join(map(str, after.order))}."
            )
        if before.phase == phases.REST != after.phase:
            said += _kept_awake(before, after)
        return said

    @override
    def answers(self) -> Answers[Replay]:
        """A position with its best placements, why a move is not allowed, what to do."""
        return Answers(
            Later("deduce_models.shakespeare.records.replay:read"),
            Later("deduce_models.shakespeare.answers.report:solve"),
            Later("deduce_models.shakespeare.answers.report:why"),
            Later("deduce_models.shakespeare.answers.advise:advise"),
            form=Later("deduce_models.shakespeare.records.form:form"),
            upcoming=Later("deduce_models.shakespeare.records.form:upcoming"),
            write=Later("deduce_models.shakespeare.records.writing:written"),
            changed=Later("deduce_models.shakespeare.answers.changed:changed"),
        )

    @override
    def notes(self) -> Sequence[Note]:
        """The provenance of characters, tables, objectives and stages."""
        from deduce_models.shakespeare.components.loading import shipped_notes

        return shipped_notes()


def _kept_awake(before: View, after: View) -> list[str]:
    """Whom each seat has kept from resting, when that shows."""
    said, codes = [], before.setup.codes
    for seat, (was, now) in enumerate(zip(before.boards, after.boards, strict=True), 1):
        awake = [
            codes[who] for k, who in enumerate(was.troupe) if was.used >> k & 1 and not now.resting >> k & 1
        ]
        if awake:
            who = "You keep" if seat == after.seat else f"Seat {seat} keeps"
            said.append(f"{who} {', '.join(awake)} awake.")
    return said


GAME = Shakespeare()
"""The plug-in."""
