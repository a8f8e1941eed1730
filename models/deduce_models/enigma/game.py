"""Enigma: Beyond Code as a plug-in: nothing but wiring; what answers is imported when it is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from deduce.games.base import Advice, Answers, Bounds, Game, Option, Player, imported_players
from deduce.ground.compat import override
from deduce.ground.lazy import Later, held
from deduce.ground.report import Report
from deduce.ground.shown import Rows
from deduce.rulebook import Rulebook
from deduce_models.enigma.rules.setup import OPTIONS

if TYPE_CHECKING:
    from deduce.evidence import Statement
    from deduce.games.story import Lie
    from deduce.knowledge import Knowledge
    from deduce.records.datafile import Note
    from deduce.records.form import Form
    from deduce.records.record import Line, Record
    from deduce.rulebook import State, Table, View
    from deduce.rulebook.asks import Ask
    from deduce.rulebook.heard import Event as Heard
    from deduce.rulebook.hurried import Hurried
    from deduce.rulebook.notes import Foretold, NotesReplay
    from deduce.rulebook.run import Run
    from deduce.rulebook.setting import Setting
    from deduce.show.places import Board
    from deduce_models.enigma.components.parts import Components
    from deduce_models.enigma.rules.moves import EnigmaMove
    from deduce_models.enigma.rules.setup import Setup
    from deduce_models.enigma.rules.views import EnigmaView, Position

__all__ = ["GAME", "Enigma"]


def _players() -> Mapping[str, Callable[[], Player]]:
    from deduce_models.enigma.players.named import PLAYERS

    return PLAYERS


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
    lays_anew = True
    begins = ("peek", "point", "name", "spend", "rest", "mission")
    solve = Game.solve
    best = "belief"
    storyteller = "careful"
    players: Mapping[str, Callable[[], Player]] = imported_players(
        ("random", "careful", "belief", "bluff"), _players
    )

    @override
    def rules(self, t: Table) -> Any:
        from deduce_models.enigma.rulebook import rules

        return rules(t)

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
    def moves_ever(self, setting: Setting) -> Iterable[str]:
        from deduce_models.enigma.rules.refusals import moves_ever

        return moves_ever(setting.data, setting.names)

    @override
    def forbids(self, text: str, table: Table, wait: Ask | None) -> str:
        from deduce_models.enigma.rules.refusals import reason

        return reason(text, table, wait)

    @override
    def face(self, position: State | View) -> EnigmaView | Position:
        from deduce_models.enigma.rules.views import face

        return face(position)

    @override
    def reworded(self, text: str, setting: Setting, seat: int | None) -> str:
        from deduce_models.enigma.records.words import Wording

        return setting.once(("wording", seat), lambda: Wording(setting.data, setting.names, seat))(text)

    @override
    def hurried(
        self, text: str, setting: Setting, seat: int | None, table: Table
    ) -> Sequence[Sequence[str]]:
        made = setting.once("phrasebook", lambda: self.phrasebook(setting))
        up = {room: at for at, room in table.open.up.items()}
        return made.readings(text, setting.names, setting.names[seat - 1] if seat else "", up)

    @override
    def phrasebook(self, setting: Setting) -> Hurried:
        from deduce_models.enigma.records.hurried import reader

        return reader(setting.data.parts, setting.data.cells)

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
    def foretell(self, record: Record, setting: Setting, me: int | None) -> Foretold:
        from deduce_models.enigma.records.reading import foretold

        return foretold(record, setting, me)

    @override
    def remark(self, line: Line, replay: NotesReplay) -> bool:
        from deduce_models.enigma.records.mistakes import remark
        from deduce_models.enigma.records.reading import check_checker, check_silenced

        check_checker(line, replay)
        check_silenced(line, replay)
        return remark(line, replay)

    @override
    def beside(self, remarks: Sequence[tuple[int, Any]], table: Table) -> Iterable[tuple[int, Statement]]:
        from deduce_models.enigma.records.mistakes import beside

        return beside(remarks, table)

    @override
    def reason(self, event: Heard, key: Any, names: Sequence[str]) -> str:
        from deduce_models.enigma.records.reasons import reason

        return reason(event, key, names)

    @override
    def noted(self, event: Heard, names: Sequence[str]) -> str:
        from deduce_models.enigma.records.reading import noted

        return noted(event, names)

    @override
    def header(self, position: State | View) -> Sequence[str]:
        from deduce_models.enigma.records.reading import header

        return header(position)

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
    def missing(self, replay: NotesReplay) -> Iterable[str]:
        from deduce_models.enigma.records.reading import missing

        return missing(replay)

    @override
    def happened(self, before: View, after: View, actor: int, move: EnigmaMove) -> Sequence[str]:
        from deduce_models.enigma.rules.telling import happened

        return happened(before.face, after.face)

    @override
    def lies_told(self, states: Sequence[State], moves: Sequence[EnigmaMove]) -> Sequence[Lie]:
        """Claims of a card that did not lie there."""
        from deduce_models.enigma.answers.lies import lies

        return lies(states, moves)

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
    def in_words(self, view: State | View) -> str:
        return str(view.face)

    @override
    def bounds(self, players: int) -> Bounds:
        """Won or not."""
        return Bounds(5000, 0.0, 1.0)

    @override
    def advise(
        self, view: View, *, rng: int = 0, time_limit: float | None = None
    ) -> Sequence[Advice[EnigmaMove]]:
        """The legal moves, best first, as the player `belief` weighs them; see `advice`."""
        from deduce_models.enigma.advice.advice import advise

        return Rows(advise(view, rng=rng, time_limit=time_limit))

    @override
    def picture(self, view: View, *, names: Sequence[str] = ()) -> str:
        """The mansion with its chances and who has looked at what, tokens and Characters."""
        from deduce_models.enigma.answers.picture import picture

        return picture(view.face, names)

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
