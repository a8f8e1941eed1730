"""A record read by the rules: whole where it tells all that they ask for, else as notes with gaps.

Of notes with gaps cards are what was noted of them (`Setup.noted`), hands are nobody's, and what the writer knows of code
and cards stands beside the events.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from deduce.games import registry
from deduce.ground.compat import override
from deduce.ground.errors import ProblemError, RecordError
from deduce.knowledge import Knowledge
from deduce.records.record import Line, Record
from deduce.records.replay import line_limit, seat_asked
from deduce.records.words import quote, whole_number
from deduce.rulebook import View, notes
from deduce.rulebook.drawing import Draw
from deduce.rulebook.heard import Entry
from deduce.rulebook.noted import view_behind
from deduce.rulebook.run import Run
from deduce.rulebook.setting import Setting
from deduce_models.entracte.knowledge.evidence import Evidence, evidence_of
from deduce_models.entracte.records.checks import check_notes
from deduce_models.entracte.records.lines import Lines
from deduce_models.entracte.records.opening import Opening
from deduce_models.entracte.rules.setup import EXCHANGE, PASS, STOP

if TYPE_CHECKING:
    from deduce_models.entracte.knowledge.slips import Slips
    from deduce_models.entracte.rules.views import EntracteView

__all__ = ["Replay", "parse", "remark"]


def parse(record: Record) -> Replay:
    """Understand a record.

    Raises `RecordError` naming line, column, what was expected and a right line; `RecordErrors` where several lines
    are wrong.
    """
    game: Any = registry.game("entracte")
    replay: Replay = notes.read(game, record, kind=Replay)
    if replay.me is not None:
        check_notes(replay)
    return replay


class Replay(notes.NotesReplay):
    """A record of Entracte: where the rules stand, and what was noted beside them."""

    def __init__(
        self, record: Record, setting: Setting, me: int | None, known: notes.Foretold | None = None
    ) -> None:
        self.opening = opening = Opening(record, setting, me)
        if me is None and not opening.complete:
            known = known or notes.Foretold(writer=0)
        super().__init__(record, setting, me, known)
        self.refused = opening.errors
        self.gaps = bool(setting.data.noted)
        self.header = opening.lines
        deck = setting.data.parts.cards if self.data else ()
        self.reading = Lines(self.reader, setting, self.me, opening, deck)
        self.people = self._people()
        self.reading.begin()

    def _people(self) -> dict[int, Slips]:
        """What earlier evenings tell of others, by seat; how often notes slip then is known. Raises `RecordError`."""
        if not self.record.get("habits"):
            return {}
        from deduce.records.profiles import people_of
        from deduce_models.entracte.knowledge.slips import Slips

        found = people_of(self.record, self.names, self.me, Slips.of)
        if found:
            everybody = [found.get(seat, Slips()).rates() for seat in range(1, len(self.names) + 1)]
            self.reading.slips = tuple((forgets[0], invents[0]) for forgets, invents in everybody)
        return found

    @property
    def data(self) -> str:
        """The file of components that the record names."""
        return self.record.get("data")

    @override
    def view(self, seat: int | None = None) -> View:
        asked = self.asked(seat)
        if self.me is None:
            return super().view(asked)
        self.remarks = [(0, self.reading.beside())]
        moves, heard = self.reader.boundary
        told = [
            answer for answer, _ in self.reader.answers[: heard if self.reader.pending is None else None]
        ]
        run = Run.blind(self.setting, asked, told, moves)
        while isinstance(run.wait, Draw) and not run.table.hears(run.wait.mask):  # it goes by itself
            told.append(Entry("unseen", 0, run.wait.said))
            run.hear()
        view = view_behind(self, asked, told, run)
        view.remarks = tuple(self.remarks)
        return view

    @cached_property
    def evidence(self) -> Evidence:
        """What was noted, as values."""
        if self.me is None:
            return evidence_of(self.state, self.names, self.reading.beside())
        return evidence_of(self.view(), self.names)

    def to_play(self) -> EntracteView | None:
        """The position of the cooperative game as its writer sees it, were it to play now; None where notes have gaps.

        Raises `ProblemError` where the writer has guessed, so that nothing is left to decide.
        """
        me, setup = self.me, self.setting.data
        if not me or self.gaps or setup.competitive:
            return None
        view = self.view()
        face: EntracteView = view.face
        if face.actor == me and view.moves:
            return replace(face, moves=tuple(view.moves))
        if self.reading.guesses.begun:
            if any(entry.kind == "guess" and entry.seat == me for entry in self.evidence.entries):
                raise ProblemError(
                    "nobody has to decide at the end of this record; try an earlier line (until)"
                )
            other = next(seat for seat in range(1, len(self.names) + 1) if seat != me)
            guesses = [move for move in setup.guesses[other] if not face.code >> move.item & 1]
            return replace(face, actor=me, moves=tuple(guesses))  # what others guess goes unseen
        last = face.row[-1]
        moves = [setup.plays[card] for card in face.hand if not setup.restrict[last][card] & face.code] or [
            PASS
        ]
        more = [EXCHANGE] if not face.exchanged >> me & 1 and face.deck_size else []
        return replace(face, actor=me, turn=me, moves=(*moves, *more, STOP))

    def told(self, seat: int | None = None) -> Evidence:
        """What `seat` has seen by this record: the writer, a bystander, or anybody of a complete one."""
        asked = seat_asked(
            seat,
            seats=len(self.names),
            writer=self.me,
            names=self.names,
            complete="a complete record (codes: and hands: of all seats)",
        )
        if self.me is None:
            return self.evidence.seen_by(asked)
        return self.evidence if seat is None or asked else self.evidence.seen_by(0)

    @override
    def knowledge(self, seat: int | None = None) -> Knowledge:
        return self.setting.game.knowledge(self.view(seat))

    @override
    def upto(self, until: str | None) -> Self:
        if until is None:
            return self
        what, _, digits = until.strip().casefold().rpartition(" ")
        turn = whole_number(digits) if what == "turn" else None
        limit = line_limit(until) if turn is None else self._line_of(turn)
        if limit is None or (turn is None and limit < 1):
            raise ProblemError(f"until {quote(until)}: expected a line number such as '12', or 'turn 3'")
        return super().upto(str(limit))

    def _line_of(self, turn: int) -> int:
        """The line of a turn; of none before the first the last of the header, of one to come the last."""
        ends = [*self.moments().values()]
        if 0 < turn <= len(ends):
            return ends[turn - 1]
        return len(self.record.lines) if turn else self.record.header[-1][2].number

    @override
    def moments(self) -> dict[str, int]:
        places = [int(place.rpartition(" ")[2]) for place in self.evidence.places]
        turns = [place for place, entry in zip(places, self.evidence.entries, strict=True) if entry.turn]
        return {f"turn {number}": line for number, line in enumerate(turns, 1)}

    @property
    def lines(self) -> tuple[Line, ...]:
        """The line of each entry."""
        by_place = {f"line {line.number}": line for line in self.record.events}
        return tuple(by_place[place] for place in self.evidence.places if place in by_place)

    def error(self, index: int, message: str, column: int = 0) -> RecordError:
        """A `RecordError` at the line of entry `index`."""
        return self.lines[index].error(message, column) if index < len(self.lines) else RecordError(message)


def remark(line: Line, replay: notes.NotesReplay) -> bool:
    """Every line is put into the words of the rules, and read by them."""
    if isinstance(replay, Replay):
        replay.reading.read(line)
    return isinstance(replay, Replay)
