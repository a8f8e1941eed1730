"""A record read by the rules: whole where it tells all that they ask for, else as notes with gaps.

Of notes with gaps cards are what was noted of them (`Setup.noted`), hands are nobody's, and what the writer knows of code
and cards stands beside the events.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from deduce.games.registry import picture_of
from deduce.ground.compat import override
from deduce.ground.errors import DeduceError, ProblemError, RecordError
from deduce.knowledge import Knowledge
from deduce.records.excerpt import line_limit, seat_asked
from deduce.records.record import Line, Record
from deduce.records.words import quote, whole_number
from deduce.rulebook import State, View
from deduce.rulebook.asks import Choose
from deduce.rulebook.drawing import Draw
from deduce.rulebook.heard import Entry
from deduce.rulebook.notes import Foretold, NotesReplay, read
from deduce.rulebook.run import Run
from deduce.rulebook.setting import Setting
from deduce_models.entracte.components.codes import Partial, bits
from deduce_models.entracte.knowledge.evidence import Beside, Evidence, Noted, evidence_of
from deduce_models.entracte.records.checks import check_notes, only
from deduce_models.entracte.records.opening import Opening, known_of
from deduce_models.entracte.records.vocabulary import BESIDE, VOTES
from deduce_models.entracte.records.wording import (
    Known,
    Said,
    example_of,
    sayings,
    seat_named,
)
from deduce_models.entracte.rules.setup import EXCHANGE, HAND, PASS, STOP, Setup
from deduce_models.entracte.rules.sources import UNNOTED, Gaps, NotedCard

if TYPE_CHECKING:
    from deduce_models.entracte.game import Entracte
    from deduce_models.entracte.rules.views import EntracteView

__all__ = ["Replay", "parse", "remark", "settings_of", "state_of"]

LOGGED = ("draw", "unseen", "choose", "hidden")
"""Kinds of what is heard that stand in the log of a view."""


def parse(record: Record) -> Replay:
    """Understand a record.

    Raises `RecordError` naming line, column, what was expected and a right line; `RecordErrors` where several lines
    are wrong.
    """
    from deduce_models.entracte.game import GAME

    replay = read(GAME, record, kind=Replay)
    if replay.me is not None:
        check_notes(replay)
    return replay


def settings_of(game: Entracte, record: Record, setting: Setting, me: int | None) -> Sequence[Setting]:
    """That of the game itself, if the notes may leave nothing open; and that of notes with gaps."""
    opening = Opening(record, setting, me)
    lines = list(_read_ahead(record.events, known_of(setting, me)))
    if not record.get("first"):
        first = next(
            (said.seat for said in lines if said.kind in ("play", "pass", "unseen", "exchange")), 0
        )
        if first > 1:
            setting = game.setting(
                len(setting.names), setting.chosen | {"first": first}, setting.path, setting.names
            )
    if me is None and opening.complete:
        return (setting,)
    cards = [opening.start, (), *(card for hand in opening.hands for card in hand)]
    noted = [noted_card(setting.data, card) for card in (*cards, *setting.data.parts.cards)]
    for said in lines:
        noted += [noted_card(setting.data, said.card, said.listed, said.exhaustive)] * (said.kind == "play")
        noted += [noted_card(setting.data, card) for card in said.drawn]
    gaps = Gaps(setting.data.source, tuple({card.name: card for card in noted}.values()))
    with_gaps = game.setting(len(setting.names), setting.chosen, gaps, setting.names)
    open_ = any(said.kind == "unseen" or said.listed is not None or "?" in said.words for said in lines)
    return (setting, with_gaps) if opening.clear and not open_ else (with_gaps,)


def _read_ahead(lines: Sequence[Line], known: Known) -> Iterator[Said]:
    for line in lines:
        try:
            yield from sayings(line, known, 0)
        except RecordError:
            yield Said(seat_named(line, known), "unseen")


def noted_card(
    setup: Setup, card: Partial, listed: int | None = None, exhaustive: bool = True
) -> NotedCard:
    """A card as it was noted, by a name that says all of it."""
    parts = setup.parts
    card = card or (None,) * len(parts.types)
    words = [parts.card_text(card)] if any(value is not None for value in card) else []
    if listed is not None:
        codes = ", ".join(parts.codes[code].name for code in bits(listed))
        words.append(f"listed {codes or 'nothing'}" + ("" if exhaustive else " and more"))
    return NotedCard(" ".join(words) or UNNOTED, card, listed, exhaustive)


class Replay(NotesReplay):
    """A record of Entracte: where the rules stand, and what was noted beside them."""

    def __init__(
        self, record: Record, setting: Setting, me: int | None, known: Foretold | None = None
    ) -> None:
        self.opening = opening = Opening(record, setting, me)
        if me is None and not opening.complete:
            known = known or Foretold(writer=0)
        super().__init__(record, setting, me, known)
        self.refused = opening.errors
        self.gaps = bool(setting.data.noted)
        me = self.me or 0
        hand = opening.hands[me - 1] if me else ()
        self.held: tuple[Partial, ...] | None = hand if len(hand) == HAND else None
        self.heard: list[tuple[int, Noted, Line]] = []
        self.drawn: dict[int, tuple[Partial, ...]] = {}
        self.header = opening.lines
        self.slipped = False
        self._open(me)

    def _open(self, me: int) -> None:
        """Read what the header tells."""
        opening, names = self.opening, self.setting.data.parts.card_text
        told = opening
        if self.gaps or self.me == 0:
            line = opening.lines.get("start", next(iter(opening.lines.values())))
            self.reader.read(f"draw {noted_card(self.setting.data, opening.start).name}", "start", line)
            return
        seats = range(1, self.setting.data.players + 1)
        line = next(iter(told.lines.values()))
        for key, single, texts in (
            (
                "codes",
                "code",
                [[f"code {self.setting.data.code_names[c]}" for c in bits(m)] for m in told.codes],
            ),
            ("hands", "hand", [[f"draw {names(card)}" for card in hand] for hand in told.hands]),
            ("start", "start", [[f"draw {names(told.start)}"]]),
        ):
            for seat, each in zip(seats, texts, strict=False):
                for text in each if key == "start" or seat == me or self.me is None else ():
                    where = told.lines.get(key, told.lines.get(single, line))
                    self.reader.read(text, f"line {where.number}", where)

    def _repr_svg_(self) -> str:
        return picture_of("entracte", self)

    @override
    def gone_on(self, record: Record) -> Self:
        other = super().gone_on(record)
        other.heard, other.drawn = [*self.heard], {**self.drawn}
        return other

    # Lines.

    @property
    def due(self) -> int:
        """Whose turn it is, where all goes unsaid that may."""
        wait: Any = self.reader.run.wait
        if not isinstance(wait, Choose) or wait.unsaid is not None:
            wait = self.reader.ahead()[2]
        actor = getattr(wait, "actor", 0)
        return actor if isinstance(actor, int) else 0

    def line(self, line: Line) -> None:
        """Read a line."""
        due = self.due
        known = known_of(self.setting, self.me)
        if self.slipped and self.gaps:
            self._miss(seat_named(line, known), line)
            due = self.due
        try:
            for said in sayings(line, known, due):
                self._saying(said._replace(seat=said.seat or due), line, known)
        except RecordError:
            if self.gaps:  # reading goes on as if the turn had been missed
                self._miss(seat_named(line, known) if self.slipped else 0, line)
                self._miss(0, line, turns=1)
            self.slipped = True
            raise
        self.slipped = False

    def _miss(self, seat: int, line: Line, *, turns: int = 0) -> None:
        """Turns go by: so many, or those before it is `seat`'s."""
        for _ in range(turns or len(self.names) - 1):
            if turns or (seat and self.due != seat):
                with suppress(DeduceError):
                    self.reader.read("miss", f"line {line.number}", line)

    def _saying(self, said: Said, line: Line, known: Known) -> None:
        setup: Setup = self.setting.data
        if said.kind == "draw":
            self._drew(said, line)
            return
        if self.me is None and said.kind in ("guess", "pile"):
            self._told_whole(said, line)
            return
        if said.kind in (BESIDE if self.gaps or said.kind not in VOTES else ()):
            entry = Noted(said.kind, said.seat, drawn=said.drawn, sure=said.sure, guesses=said.guesses)
            self.heard.append((self._logged(), entry, line))
            return
        self._refuse(said, line)
        said = self._completed(said)
        text = {"unseen": "miss"}.get(said.kind, said.kind)
        if said.kind == "play":
            card = noted_card(setup, said.card, said.listed, said.exhaustive).name
            text = ", ".join([f"play {card}", *([said.words] if said.words else [])])
        if not self.gaps:
            text = ", ".join([text, *(f"draw {setup.parts.card_text(card)}" for card in said.drawn)])
        who = self.names[said.seat - 1] if said.seat else ""
        try:
            self.reader.read(f"{who} {text}".strip(), f"line {line.number}", line)
        except RecordError as error:
            raise self._refusal(error, said, line).like(
                example_of(said.kind, said.seat or 1, known)
            ) from None
        if said.drawn and self.gaps:
            self.drawn[self._logged() - 1] = said.drawn
        self._hold(said)

    def _told_whole(self, said: Said, line: Line) -> None:
        """Guesses and cards of piles, which a complete record tells where they were."""
        setup: Setup = self.setting.data
        who = self.names[said.seat - 1]
        texts = [f"{who} guess {seat} {setup.code_names[code]}" for seat, code in said.guesses]
        if said.kind == "pile":
            texts += [f"pile {setup.parts.card_text(card)}" for card in said.drawn]
        for text in texts:
            self.reader.read(text, f"line {line.number}", line)

    def _refusal(self, error: RecordError, said: Said, line: Line) -> RecordError:
        """Why the rules do not read what was said, at its place in the line."""
        if said.kind == "play" and not self.gaps and said.card not in self.setting.data.parts.number:
            card = self.setting.data.parts.card_text(said.card)
            return line.error(f"no card of the deck is {card or 'like this'!r}; all values are needed")
        if said.kind == "play" and said.words:
            answered = len(self.reader.answers)
            try:
                self._saying(said._replace(words=""), line, known_of(self.setting, self.me))
            except RecordError:
                return line.error(error.message, 1)
            if self.me is None:
                truth = self.state.view(0).face.tokens[-1]
                told = ", ".join(self.names[seat - 1] for seat in bits(truth)) or "nobody"
                return line.error(f"the tokens are not what the codes demand: {told}")
            self.reader.back_to(answered)
            return line.error(
                f"{said.words!r}: say who put each token: names, nobody, or ? where it was not noted"
            )
        return line.error(error.message, 1)

    def _refuse(self, said: Said, line: Line) -> None:
        """Raise `RecordError` where it is somebody else's turn, or nobody can do that."""
        due, names = self.due, self.names
        if said.kind == "declare":
            if not self.setting.data.competitive:
                raise line.error("nobody declares in the cooperative game; add 'mode: competitive'?", 1)
            if said.seat in self.reader.table.open.declared:
                raise line.error(f"{names[said.seat - 1]} has declared already", 1)
        elif said.kind not in VOTES and said.seat != due and due:
            missed = names[due - 1]
            raise line.error(f"it is {missed}'s turn; for a turn that was missed write '{missed} ?'", 1)
        if said.kind == "exchange" and said.seat in self.reader.table.open.exchanged:
            raise line.error(f"{names[said.seat - 1]} has exchanged already: once a game", 1)

    def _drew(self, said: Said, line: Line) -> None:
        """The cards of a line such as ``draws CARD`` belong to the writer's last play or exchange."""
        if not self.gaps:
            text = ", ".join(f"draw {self.setting.data.parts.card_text(card)}" for card in said.drawn)
            self.reader.read(text, f"line {line.number}", line)
            self.held = None if self.held is None else (*self.held, *said.drawn)
            return
        log = list(self._log())
        last = max(
            (at for at, seat, kind in log if seat == self.me and kind in ("play", "exchange", "pass")),
            default=-1,
        )
        kind = next((kind for at, _, kind in log if at == last), "")
        if kind not in ("play", "exchange") or last in self.drawn:
            raise line.error(
                "no play is waiting for a card drawn: it is told already, or the play is not noted", 1
            )
        wanted = HAND if kind == "exchange" else 1
        if len(said.drawn) != wanted:
            raise line.error(f"expected {wanted} cards drawn, not {len(said.drawn)}", 1)
        self.drawn[last] = said.drawn
        self.held = None if self.held is None else (*self.held, *said.drawn)

    def _completed(self, said: Said) -> Said:
        """What is said, cards completed where only one fits: of the writer's hand, or of a deck that the record names."""
        deck = self.setting.data.parts.cards if self.record.get("data") else ()
        said = said._replace(drawn=tuple(only(card, deck) for card in said.drawn))
        if said.kind == "play":
            mine = self.held if said.seat == self.me and self.held is not None else ()
            said = said._replace(card=only(only(said.card, deck), mine))
        return said

    def _hold(self, said: Said) -> None:
        """What the writer holds after what is said."""
        if said.seat != self.me or (self.held is None and said.kind != "exchange"):
            return
        if said.kind == "play":
            # A play of which two cards of the hand may be meant leaves the hand open.
            kept = [card for card in self.held or () if card != said.card]
            self.held = (*kept, *said.drawn) if said.card in (self.held or ()) else None
        elif said.kind == "unseen":
            self.held = None
        elif said.kind == "exchange":
            self.held = said.drawn

    # What was read.

    @property
    def data(self) -> str:
        """The file of components that the record names."""
        return self.record.get("data")

    def _log(self) -> Iterator[tuple[int, int, str]]:
        """Place, seat and verb of what stands in the log of a view."""
        logged = [answer for answer, _ in self.reader.answers if _is_logged(answer)]
        for at, answer in enumerate(logged):
            if isinstance(answer, Entry):
                yield at, answer.seat, answer.said.partition(" ")[0]

    def _logged(self) -> int:
        """How many events stand in the log now; where claims went unsaid, with them."""
        return sum(_is_logged(answer) for answer, _ in self.reader.answers)

    def beside(self) -> Beside:
        """What was noted beside the events of the rules."""
        opening = self.opening
        me = self.me or 0
        places = [place for answer, place in self.reader.answers if _is_logged(answer)]
        said = tuple((at, entry, f"line {line.number}") for at, entry, line in self.heard)
        hand = opening.hands[me - 1] if me else ()
        return Beside(
            opening.codes, opening.start, hand, tuple(sorted(self.drawn.items())), said, tuple(places)
        )

    @override
    def view(self, seat: int | None = None) -> View:
        asked = self.asked(seat)
        if self.me is None:
            return super().view(asked)
        if asked != self.me:
            return self._public.view()
        self.remarks = [(0, self.beside())]
        view = super().view(asked)
        entries, moves, run = view.entries, view.at, view.run()
        while isinstance(run.wait, Draw) and not run.table.hears(run.wait.mask):  # it goes by itself
            entries, moves = (*entries, Entry("unseen", 0, run.wait.said)), moves + 1
            run = Run.blind(self.setting, asked, entries, moves)
        actor = None if run.wait is None else run.wait.actor
        remarks = tuple(self.remarks)
        view = View(
            self.setting,
            asked,
            actor=actor,
            entries=entries,
            moves=(),
            table={},
            at=moves,
            scores=run.scores,
            remarks=remarks,
        )
        view.look(run)
        return view

    @property
    def _public(self) -> Replay:
        """The same notes as a bystander's, who sees no code, no hand and no draw."""
        kept = tuple(
            row
            for row in self.record.header
            if row[0] not in ("me", "seat", "code", "codes", "hand", "hands")
        )
        line = self.record.header[0][2]
        record = replace(
            self.record, header=(*kept, ("seat", "0", Line(line.number, "seat: 0", line.source)))
        )
        return parse(record)

    @cached_property
    def evidence(self) -> Evidence:
        """What was noted, as values."""
        if self.me is None:
            return evidence_of(self.state, self.names, self.beside())
        return evidence_of(self.view(), self.names)

    def to_play(self) -> EntracteView | None:
        """The position of the cooperative game as its writer sees it, were it to play now; None where notes have gaps."""
        me, setup = self.me, self.setting.data
        if not me or self.gaps or setup.competitive:
            return None
        view = self.view()
        face: EntracteView = view.face
        if face.actor == me and view.moves:
            return replace(face, moves=tuple(view.moves))
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
        return super().upto(str(min(limit, len(self.record.lines))))

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


def _is_logged(answer: Entry | str) -> bool:
    """Whether an answer to the rules is an event of the log; of a complete record each is a move."""
    return isinstance(answer, str) or answer.kind in LOGGED


def remark(line: Line, replay: NotesReplay) -> bool:
    """Every line is put into the words of the rules, and read by them."""
    if isinstance(replay, Replay):
        replay.line(line)
    return isinstance(replay, Replay)


def state_of(told: Replay) -> State:
    """The last position of a complete record."""
    return told.state
