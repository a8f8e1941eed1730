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
from deduce.ground.wording import say
from deduce.knowledge import Knowledge
from deduce.records.record import Line, Record
from deduce.records.replay import line_limit, seat_asked
from deduce.records.words import quote, whole_number
from deduce.rulebook import View, notes
from deduce.rulebook.asks import Choose
from deduce.rulebook.drawing import Draw
from deduce.rulebook.heard import Entry
from deduce.rulebook.noted import view_behind
from deduce.rulebook.run import Run
from deduce_models.entracte.knowledge.evidence import Beside, Evidence, evidence_of
from deduce_models.entracte.records.checks import check_notes
from deduce_models.entracte.records.lines import is_logged
from deduce_models.entracte.records.opening import Opening
from deduce_models.entracte.rules.setup import EXCHANGE, PASS, STOP

if TYPE_CHECKING:
    from deduce_models.entracte.knowledge.slips import Slips
    from deduce_models.entracte.records.guessing import Guesses
    from deduce_models.entracte.rules.views import EntracteView


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

    @override
    def set_up(self) -> None:
        self.opening: Opening = self.known.values["opening"]
        self.refused = self.opening.errors
        self.gaps = bool(self.setting.data.noted)
        self.slipped = False
        self.slips: tuple[tuple[float, float], ...] = ()
        self.people = self._people()
        for text, line in self.opening.dealt(self.me, gaps=self.gaps):
            self.reader.told(
                text, f"line {line.number}" if not self.gaps and self.me != 0 else "start", line
            )

    @property
    @override
    def lasts(self) -> bool:
        return super().lasts and ("guesses" not in vars(self) or self.guesses.answered is None)

    @cached_property
    def guesses(self) -> Guesses:
        """The guesses of notes of one seat."""
        # Most notes are asked about before any are made.
        from deduce_models.entracte.records.guessing import Guesses

        return Guesses(self)

    @property
    def logged(self) -> int:
        """How many events stand in the log now; where claims went unsaid, with them."""
        return sum(is_logged(answer) for answer, _ in self.reader.answers)

    def _people(self) -> dict[int, Slips]:
        """What earlier evenings tell of others, by seat; how often notes slip then is known. Raises `RecordError`."""
        if not self.record.get("habits"):
            return {}
        from deduce.records.profiles import people_of
        from deduce_models.entracte.knowledge.slips import Slips

        found = people_of(self.record, self.names, self.me, Slips.of)
        if found:
            everybody = [found.get(seat, Slips()).rates() for seat in range(1, len(self.names) + 1)]
            self.slips = tuple((forgets[0], invents[0]) for forgets, invents in everybody)
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
        moves, heard = self.reader.boundary
        told = [
            answer for answer, _ in self.reader.answers[: heard if self.reader.pending is None else None]
        ]
        run = Run.blind(self.setting, asked, told, moves)
        while (entry := self._by_itself(run)) is not None:
            told.append(entry)
            run.hear()
        view = view_behind(self, asked, told, run)
        view.remarks = ((0, self.told_beside()),)
        return view

    def _by_itself(self, run: Run) -> Entry | None:
        """What happens without anybody's saying so: a draw unseen; in notes with gaps that a card drawn was not noted."""
        wait = run.wait
        if isinstance(wait, Draw) and not run.table.hears(wait.mask):
            return Entry("unseen", 0, wait.said)
        if (
            self.gaps
            and isinstance(wait, Choose)
            and "silent" in wait.menu.all()
            and "declare" not in wait.menu.all()
        ):
            return Entry("choose", wait.seat, "silent", "silent") if wait.unsaid is not None else None
        return None

    def told_beside(self) -> Beside:
        """What was noted beside the events of the rules."""
        opening, me = self.opening, self.me or 0
        places = [place for answer, place in self.reader.answers if is_logged(answer)]
        said = tuple((at, entry, f"line {line.number}") for at, (entry, line) in self.remarks)
        hand = opening.hands[me - 1] if me else ()
        return Beside(opening.codes, opening.start, hand, said, tuple(places), self.slips, opening.codes_at)

    @cached_property
    def evidence(self) -> Evidence:
        """What was noted, as values."""
        if self.me is None:
            return evidence_of(self.state, self.names, self.told_beside())
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
        if view.moves:
            return replace(face, moves=tuple(view.moves))
        if self.guesses.begun:
            if any(entry.kind == "guess" and entry.seat == me for entry in self.evidence.entries):
                raise ProblemError(
                    say("nobody has to decide at the end of this record; try an earlier line (until)")
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
