"""Shakespeare as a plug-in of `deduce`: nothing but wiring; what a part needs is imported when it is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import NoneType
from typing import TYPE_CHECKING, Any

from deduce.games.base import Answers, Bounds, Game, Option, Player, imported_players
from deduce.ground.compat import override
from deduce.ground.errors import ProblemError
from deduce.ground.lazy import Later, held
from deduce.ground.shown import Rows
from deduce.ground.wording import Phrase, acts, listing, person, run, say, seated, typed
from deduce.rulebook import Rulebook
from deduce.rulebook.heard import Move as Unknown
from deduce_models.shakespeare.components.elements import COLOURS
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.moves import CHANCE_KINDS, Move
from deduce_models.shakespeare.rules.setup import OPTIONS, SEATS, TITLE, Setup, setup

if TYPE_CHECKING:
    from pathlib import Path

    from deduce.rulebook import State, Table, View
    from deduce.rulebook.asks import Ask
    from deduce.rulebook.setting import Setting
    from deduce_models.shakespeare.records.reading import Replay


class Shakespeare(Rulebook):
    """Shakespeare for 1 to 4 players. `new` takes as `data` a file that names what differs from the shipped box."""

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
        ("random", "greedy", "planner", "patient"),
        Later("deduce_models.shakespeare.players.named:PLAYERS").load,
    )
    best = "planner"
    measures: Mapping[str, Callable[[Any], float]] = {
        "prestige": lambda state: float(max(board.prestige for board in state.boards)),
        "pounds": lambda state: float(max((board.prestige, board.pounds) for board in state.boards)[1]),
    }
    ends = Bounds(5000, -500.0, 500.0)  # prestige, with the tie-breaking fraction
    solve = Game.solve
    lays_anew = False

    @override
    def prepare(self, setting: Setting) -> Setup:
        return setup(len(setting.seats), setting.chosen, getattr(setting.path, "source", setting.path))

    @override
    def files(self, options: Mapping[str, Any], path: Any) -> Sequence[str | Path]:
        return super().files(options, getattr(path, "source", path))

    rules = Later("deduce_models.shakespeare.rulebook:rules")
    phrasebook = Later("deduce_models.shakespeare.records.hurried:reader", of="data")
    face = Later("deduce_models.shakespeare.rules.faces:face")
    parse = Later("deduce_models.shakespeare.records.words:parse_move", of="face")
    knowledge = Later("deduce_models.shakespeare.knowledge.model:knowledge", of="seen_face")
    truth = Later("deduce_models.shakespeare.knowledge.model:truth", of="face")
    world = Later("deduce_models.shakespeare.knowledge.model:drawn_world")
    advise = Later("deduce_models.shakespeare.advice.advice:advise", of="seen_face", gives=Rows)
    picture = Later("deduce_models.shakespeare.answers.picture:picture", of="face")
    boards = Later("deduce_models.shakespeare.answers.boards:boards")
    foretell = Later("deduce_models.shakespeare.records.lines:foretold")
    remark = Later("deduce_models.shakespeare.records.lines:remark")
    lines_of = Later("deduce_models.shakespeare.records.lines:lines_of")
    notes = Later("deduce_models.shakespeare.components.loading:shipped_notes")
    exported = Later("deduce_models.shakespeare.components.export:exported")

    @override
    def mover(self, setting: Setting) -> Callable[[str], Any]:
        known: Setup = setting.data
        return lambda text: known.by_text.get(text.casefold()) or Unknown(text)

    @override
    def moves_ever(self, setting: Setting) -> Sequence[str]:
        """Every move of the set-up's table that a seat makes, chance's left out."""
        return [move.text for move in setting.data.moves.all() if move.kind not in CHANCE_KINDS]

    @override
    def forbids(self, text: str, table: Table, wait: Ask | None) -> str:
        from deduce_models.shakespeare.rules.faces import whole
        from deduce_models.shakespeare.rules.refusals import why

        move = table.data.by_text.get(text.casefold())
        if move is None:
            return ""
        # Whoever tells it says the move first.
        rule = why(whole(table, wait.actor if wait is not None else None), move)
        return (
            rule.rewritten(lambda text: text.replace(f"{move} is ", "it is ", 1))
            if isinstance(rule, Phrase)
            else rule
        )

    @override
    def hides(self, view: View, move: Move) -> bool:
        """Wagers, objectives, and who stays awake (unless the option has it in the open) are chosen hidden."""
        if view.phase == phases.REST:
            return bool(view.setting.options.rest != "strategic")
        return view.phase in (phases.WAGER, phases.KEEP, phases.UNDER)

    @override
    def happened(self, before: View, after: View, actor: int, move: Move) -> Sequence[str]:
        said: list[str] = []
        if actor and actor != after.seat:
            who = seated(actor)
            hidden = self.hides(before, move)
            said = [say("{who} has moved.", who=who) if hidden else run(who, ": ", typed(move), ".")]
        if before.phase == phases.WAGER != after.phase:
            bets = [run(person(seat), f" {board.cylinders}") for seat, board in enumerate(after.boards, 1)]
            order = " ".join(map(str, after.order))
            said.append(
                say("The wagers are shown: {bets}. Order: {order}.", bets=listing(bets, ","), order=order)
            )
        if before.phase == phases.REST != after.phase:
            said += _kept_awake(before, after)
        return said

    # Notes.

    alone = True
    asides = ("position", "wagers", "awakes", "shows")
    texts = held("deduce_models.shakespeare.records.texts:TEXTS")

    @override
    def kept(self, setting: Setting) -> Sequence[str]:
        return (*COLOURS, "display")

    @override
    def header(self, position: State | View) -> Sequence[str]:
        if not isinstance(position.setting.path, (str, NoneType)):
            raise ProblemError(
                "this game began from a position that was typed, and has no record of its moves"
            )
        return ()

    @override
    def answers(self) -> Answers[Replay]:
        """A position with its best placements, why a move is not allowed, what to do."""
        ours = "deduce_models.shakespeare."
        return replace(
            super().answers(),
            read=Later(ours + "records.reading:read"),
            solve=Later(ours + "answers.report:solve"),
            why=Later(ours + "answers.report:why"),
            advise=Later(ours + "answers.advice:advise"),
            changed=Later(ours + "answers.changed:changed"),
            draw=None,
        )


def _kept_awake(before: View, after: View) -> list[str]:
    """Whom each seat has kept from resting, when that shows."""
    said, codes = [], before.setup.codes
    for seat, (was, now) in enumerate(zip(before.boards, after.boards, strict=True), 1):
        awake = [
            codes[who] for k, who in enumerate(was.troupe) if was.used >> k & 1 and not now.resting >> k & 1
        ]
        if awake:
            who = "" if seat == after.seat else seated(seat)
            said.append(run(acts(who, "keep {characters} awake", characters=listing(awake, ",")), "."))
    return said


GAME = Shakespeare()
"""The plug-in."""
