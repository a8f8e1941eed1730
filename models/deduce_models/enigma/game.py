"""Enigma: Beyond Code as a plug-in: nothing but wiring; what answers is imported when it is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from deduce.games.base import Answers, Bounds, Game, Option, Player, imported_players
from deduce.ground.compat import override
from deduce.ground.lazy import Later, held
from deduce.ground.report import Report
from deduce.ground.shown import Rows
from deduce.rulebook import Rulebook
from deduce_models.enigma.rules.setup import OPTIONS, Setup

if TYPE_CHECKING:
    from deduce.knowledge import Knowledge
    from deduce.records.datafile import Note
    from deduce.records.form import Form
    from deduce.records.record import Line, Record
    from deduce.rulebook import State, View
    from deduce.rulebook.notes import NotesReplay
    from deduce.rulebook.run import Run
    from deduce.rulebook.setting import Setting
    from deduce.show.places import Board
    from deduce_models.enigma.components.parts import Components
    from deduce_models.enigma.rules.moves import EnigmaMove


class Enigma(Rulebook):
    """Enigma: Beyond Code for 2 to 5 players. The solo mode's rules were not available and are not here."""

    name = "enigma"
    title = "Enigma: Beyond Code"
    seats = range(2, 6)
    record_guide = (
        "character: Wanderer           your Character, if these are your notes",
        "habits: habits.toml           what earlier evenings told of the others (deduce habits); leave it out for none",
        "",
        "Ann peeks 5 =Tome, claims Library, looks 2 =Teamwork gains D",
        "Bob peeks 9, claims Bombe",
        "Cid peeks 5, claims Radio, doubt Ann lie =Tome",
    )
    options: Mapping[str, Option] = OPTIONS
    texts = held("deduce_models.enigma.records.texts:TEXTS")
    signs = held("deduce_models.enigma.components.signs:SIGNS")
    words = held("deduce_models.enigma.records.words:WORDS")
    also = held("deduce_models.enigma.records.words:ALSO")
    unspoken = held("deduce_models.enigma.records.words:UNSPOKEN")
    sheets = (
        ("mansion", ("cells",), "{outer} {inner}"),
        ("characters", ("characters",), "{outer} {inner}"),
    )
    heads = ("layout", "characters", "character", "habits")
    joins = True
    opens = "keeper"
    lays_anew = True
    begins = ("peek", "point", "name", "spend", "rest", "mission")
    ends = Bounds(5000, 0.0, 1.0)
    solve = Game.solve
    best = "belief"
    storyteller = "careful"
    players: Mapping[str, Callable[[], Player]] = imported_players(
        ("random", "careful", "belief", "bluff"), Later("deduce_models.enigma.players.named:PLAYERS").load
    )

    rules = Later("deduce_models.enigma.rulebook:rules")
    moves_ever = Later("deduce_models.enigma.rules.refusals:moves_ever")
    phrasebook = Later("deduce_models.enigma.records.hurried:reader", of="data")
    forbids = Later("deduce_models.enigma.rules.refusals:reason")
    face = Later("deduce_models.enigma.rules.views:face")
    foretell = Later("deduce_models.enigma.records.reading:foretold")
    remark = Later("deduce_models.enigma.records.reading:remark")
    beside = Later("deduce_models.enigma.records.mistakes:beside")
    reason = Later("deduce_models.enigma.records.reasons:reason")
    noted = Later("deduce_models.enigma.records.reading:noted")
    header = Later("deduce_models.enigma.records.reading:header")
    missing = Later("deduce_models.enigma.records.reading:missing")
    happened = Later("deduce_models.enigma.rules.telling:happened", of="face")
    lies_told = Later("deduce_models.enigma.answers.lies:lies")
    advise = Later("deduce_models.enigma.advice.advice:advise", gives=Rows)
    picture = Later("deduce_models.enigma.answers.picture:picture", of="face")

    @override
    def load(self, path: Any) -> Components:
        from deduce_models.enigma.components.parts import load, shipped

        return shipped() if path is None else load(path)

    @override
    def prepare(self, setting: Setting) -> Setup:
        from deduce_models.enigma.rules.setup import setup

        return setup(self.load(setting.path), len(setting.seats), setting.chosen)

    @override
    def mover(self, setting: Setting) -> Callable[[str], EnigmaMove]:
        from functools import cache, partial

        return cache(partial(setting.data.move, names=setting.names))

    @override
    def reworded(self, text: str, setting: Setting, seat: int | None) -> str:
        from deduce_models.enigma.records.words import Wording

        return setting.once(("wording", seat), lambda: Wording(setting.data, setting.names, seat))(text)

    @override
    def opening(self, record: Record) -> Sequence[tuple[str, Line]]:
        keys = [key for key in ("layout", "characters") if record.get(key)]
        return [(record.get(key), record.line_of(key)) for key in keys]

    @override
    def form(self, names: Sequence[str], *, me: str = "", options: Mapping[str, Any] | None = None) -> Form:
        """The writer's own Character is tapped into the header."""
        from deduce.records.form import Event, Field

        made = super().form(names, me=me, options=options)
        people = Field("character", tuple(self.load(None).character_names))
        own = Event("character", "character:", (people,), header=True)
        return replace(made, events=(own,)) if me else made

    @override
    def lines_of(self, run: Run) -> Mapping[int, str]:
        """The writer's own Character stands in the header."""
        log = run.table.log
        return {
            n: ""
            for n, event in enumerate(log)
            if event.kind == "show" and not any(e.seat for e in log[:n])
        }

    @override
    def habits_shown(
        self, states: Sequence[State], moves: Sequence[EnigmaMove]
    ) -> Mapping[int, Mapping[str, Any]]:
        """Lies, truths and doubts of each seat, and which rooms it named falsely."""
        from deduce_models.enigma.belief.profiles import profiles_of

        return {seat: each.to_dict() for seat, each in profiles_of(states, moves).items()}

    @override
    def answers(self) -> Answers[NotesReplay]:
        """The mansion as a seat knows it after an event of a record, reasons, and what to do."""
        return replace(
            super().answers(),
            solve=Later("deduce_models.enigma.answers.report:solve"),
            why=Later("deduce_models.enigma.answers.report:why"),
            advise=Later("deduce_models.enigma.answers.advice:advise"),
            draw=None,
            changed=None,
        )

    @override
    def boards(self, view: View, known: Knowledge | None = None) -> Sequence[Board]:
        from deduce_models.enigma.answers.boards import mansion

        return [mansion(view.face)]

    def notes(self) -> Sequence[Note]:
        """The provenance of rooms and Characters."""
        from deduce_models.enigma.components.parts import shipped

        return shipped().notes

    @override
    def describe(self) -> Report:
        """Options and data, each with its provenance, and what is missing."""
        base = super().describe()
        missing = "The solo mode's rules were not available; it is not part of this model."
        return Report(f"{base.text}\n\n{missing}", base.data)


GAME: Final = Enigma()
"""The game; the entry point loads this."""
