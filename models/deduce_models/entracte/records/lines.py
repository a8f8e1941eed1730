"""Lines of a record, read one after another by the rules; and what is told beside the events."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

from deduce.ground.errors import DeduceError, RecordError
from deduce.ground.wording import as_is, say
from deduce.records.record import Line
from deduce.rulebook.asks import Choose
from deduce.rulebook.heard import Entry
from deduce.rulebook.reading import Reader
from deduce.rulebook.setting import Setting
from deduce_models.entracte.components.codes import Partial, bits
from deduce_models.entracte.knowledge.evidence import Beside, Noted
from deduce_models.entracte.records.checks import only
from deduce_models.entracte.records.opening import Opening, known_of, noted_card
from deduce_models.entracte.records.wording import BESIDE, VOTES, example_of, sayings_of, seat_named
from deduce_models.entracte.rules.setup import HAND, Setup

if TYPE_CHECKING:
    from deduce_models.entracte.records.guessing import Guesses

__all__ = ["Lines"]

LOGGED = ("draw", "unseen", "choose", "hidden")
"""Kinds of what is heard that stand in the log of a view."""


class Lines:
    """Reads the lines of a record; `me` is the writer (None: a complete record), `deck` a deck that the record names.

    Attributes:
        held: The writer's hand, as far as it is known.
        heard: What was told beside the events: after how many of them, what, in which line.
        drawn: The writer's draws in notes with gaps, by the place of what was done.
        slipped: Whether the line before was refused.
    """

    def __init__(
        self, reader: Reader, setting: Setting, me: int | None, opening: Opening, deck: tuple[Partial, ...]
    ) -> None:
        self.reader, self.setting, self.me, self.opening, self.deck = reader, setting, me, opening, deck
        self.setup: Setup = setting.data
        self.known = known_of(setting, me)
        self.gaps = bool(self.setup.noted)
        hand = opening.hands[me - 1] if me else ()
        self.held: tuple[Partial, ...] | None = hand if len(hand) == HAND else None
        self.heard: list[tuple[int, Noted, Line]] = []
        self.drawn: dict[int, tuple[Partial, ...]] = {}
        self.slipped = False
        self.slips: tuple[tuple[float, float], ...] = ()

    @cached_property
    def guesses(self) -> Guesses:
        """The guesses of notes of one seat."""
        # Most notes are asked about before any are made.
        from deduce_models.entracte.records.guessing import Guesses

        return Guesses(self.reader, self.opening, self.me or 0)

    def begin(self) -> None:
        """Read what the header tells."""
        told, names = self.opening, self.setup.parts.card_text
        if self.gaps or self.me == 0:
            line = told.lines.get("start", next(iter(told.lines.values())))
            self.reader.read(f"draw {noted_card(self.setup, told.start).name}", "start", line)
            return
        seats = range(1, self.setup.players + 1)
        codes = [[f"code {self.setup.code_names[code]}" for code in bits(mask)] for mask in told.codes]
        hands = [[f"draw {names(card)}" for card in hand] for hand in told.hands]
        for key, single, texts in (("codes", "code", codes), ("hands", "hand", hands)):
            line = told.lines.get(key, told.lines.get(single, next(iter(told.lines.values()))))
            for seat, each in zip(seats, texts, strict=True):
                for text in each if seat == self.me or self.me is None else ():
                    self.reader.read(text, f"line {line.number}", line)
        line = told.lines.get("start", line)
        self.reader.read(f"draw {names(told.start)}", f"line {line.number}", line)

    @property
    def due(self) -> int:
        """Whose turn it is, where all goes unsaid that may."""
        wait: Any = self.reader.run.wait
        if not isinstance(wait, Choose) or wait.unsaid is not None:
            wait = self.reader.ahead()[2]
        actor = getattr(wait, "actor", 0)
        return actor if isinstance(actor, int) else 0

    def read(self, line: Line) -> None:
        """Read a line. Raises `RecordError`."""
        if self.slipped and self.gaps:
            self._miss(seat_named(line, self.known), line)
        try:
            for said in sayings_of(line, self.known, lambda: self.due):
                self._saying(said if said.seat else said._replace(seat=self.due), line)
        except RecordError:
            if self.gaps:  # reading goes on as if the turn had been missed
                self._miss(seat_named(line, self.known) if self.slipped else 0, line)
                self._miss(0, line, turns=1)
            self.slipped = True
            raise
        self.slipped = False

    def _miss(self, seat: int, line: Line, *, turns: int = 0) -> None:
        """Turns go by: so many, or those before it is `seat`'s."""
        for _ in range(turns or len(self.known.names) - 1):
            if turns or (seat and self.due != seat):
                with suppress(DeduceError):
                    self.reader.read("miss", f"line {line.number}", line)

    def _saying(self, said: Noted, line: Line) -> None:
        if said.kind == "draw":
            self._drew(said, line)
            return
        if self.me is None and said.kind in ("guess", "pile"):
            self._told_whole(said, line)
            return
        if said.kind == "guess" and self.guesses.begun:
            self._guess(said, line)
            return
        if said.kind in (BESIDE if self.gaps or said.kind not in VOTES else ()):
            if said.kind in ("agree", "refuse"):
                self._voted_on(said, line)
            self.heard.append((self._logged(), said, line))
            return
        said = self._completed(said)
        answered = len(self.reader.answers)
        try:
            self._act(said, line)
        except RecordError as error:
            self.reader.back_to(answered)
            self._refuse(said, line)
            example = example_of(said.kind, said.seat or 1, self.known)
            raise self._refusal(error, said, line).like(example) from None
        if said.drawn and self.gaps:
            self.drawn[self._logged() - 1] = said.drawn
        self._hold(said)

    def _voted_on(self, said: Noted, line: Line) -> None:
        """Raise `RecordError` where nobody has proposed to stop: a "no" may be about a token."""
        here = self._logged()
        if not any(entry.kind == "stop" and at == here for at, entry, _ in self.heard):
            raise line.error(
                say(
                    "nobody wants to stop, so nobody agrees; whose token it was stands in the line of the card"
                    if said.kind == "agree"
                    else "nobody wants to stop, so nobody refuses; whose token it was stands in the line of the card"
                ),
                1,
            )

    def _act(self, said: Noted, line: Line) -> None:
        """Somebody does something, in the words of the rules."""
        text = {"unseen": "miss"}.get(said.kind, said.kind)
        if said.kind == "play":
            card = noted_card(self.setup, said.card, said.listed, said.exhaustive).name
            text = ", ".join([f"play {card}", *([said.words] if said.words else [])])
        if not self.gaps:
            text = ", ".join([text, *(f"draw {self.setup.parts.card_text(card)}" for card in said.drawn)])
        who = self.known.names[said.seat - 1] if said.seat else ""
        self.reader.read(f"{who} {text}".strip(), f"line {line.number}", line)

    def _told_whole(self, said: Noted, line: Line) -> None:
        """Guesses and cards of piles, which a complete record tells where they were."""
        who = self.known.names[said.seat - 1]
        texts = [f"{who} guess {seat} {self.setup.code_names[code]}" for seat, code in said.guesses]
        if said.kind == "pile":
            texts += [f"pile {self.setup.parts.card_text(card)}" for card in said.drawn]
        for text in texts:
            self.reader.read(text, f"line {line.number}", line)

    def _guess(self, said: Noted, line: Line) -> None:
        """Guesses, where the rules ask for them; those that they do not come to keep their place among the lines."""
        kept = [each for each in self.heard if each[1:] not in self.guesses.told]
        left = self.guesses.read(said, line)
        answers, begun = self.reader.answers, self.guesses.answered or 0
        events = [int(place.rpartition(" ")[2]) for answer, place in answers[begun:] if is_logged(answer)]
        before = self._logged() - len(events)
        for each in left:
            later = (at for at, number in enumerate(events) if number > each[1].number)
            kept.append((before + next(later, len(events)), *each))
        self.heard = sorted(kept, key=lambda each: (each[0], each[2].number))

    def _refuse(self, said: Noted, line: Line) -> None:
        """Raise `RecordError` where it is somebody else's turn, or nobody can do that."""
        names, due = self.known.names, self.due
        if said.kind == "declare":
            if not self.setup.competitive:
                raise line.error(
                    say("nobody declares in the cooperative game; add 'mode: competitive'?"), 1
                )
            if said.seat in self.reader.table.open.declared:
                who = as_is(names[said.seat - 1])
                raise line.error(say("{who} has declared already", who=who), 1)
        elif said.kind not in VOTES and said.seat != due and due:
            missed = names[due - 1]
            raise line.error(
                say(
                    "it is {who}'s turn; for a turn that was missed write {line}",
                    who=as_is(missed), line=as_is(f"'{missed} ?'"),
                ),
                1,
            )  # fmt: skip
        if said.kind == "exchange" and said.seat in self.reader.table.open.exchanged:
            who = as_is(names[said.seat - 1])
            raise line.error(say("{who} has exchanged already: once a game", who=who), 1)

    def _refusal(self, error: RecordError, said: Noted, line: Line) -> RecordError:
        """Why the rules do not read what was said, at its place in the line."""
        if said.kind == "play" and not self.gaps and said.card not in self.setup.parts.number:
            card = self.setup.parts.card_text(said.card)
            called = as_is(repr(card)) if card else say("like this")
            return line.error(say("no card of the deck is {card}; all values are needed", card=called))
        if said.kind == "play" and said.words:
            answered = len(self.reader.answers)
            try:
                self._act(said._replace(words=""), line)
            except RecordError as other:
                return line.error(other.message, 1)
            if self.me is None:
                table = self.reader.table
                who = ", ".join(table.name(seat) for seat in table.open.tokens[-1])
                told = as_is(who) if who else say("nobody")
                return line.error(say("the tokens are not what the codes demand: {who}", who=told))
            self.reader.back_to(answered)
            return line.error(
                say(
                    "{words}: say who put each token: names, nobody, or ? where it was not noted",
                    words=as_is(repr(said.words)),
                )
            )
        return line.error(error.message, 1)

    def _drew(self, said: Noted, line: Line) -> None:
        """The cards of a line such as ``draws CARD`` belong to the writer's last play or exchange."""
        if not self.gaps:
            text = ", ".join(f"draw {self.setup.parts.card_text(card)}" for card in said.drawn)
            self.reader.read(text, f"line {line.number}", line)
            self.held = None if self.held is None else (*self.held, *said.drawn)
            return
        log = list(self._log())
        own = [at for at, seat, kind in log if seat == self.me and kind in ("play", "exchange", "pass")]
        last = max(own, default=-1)
        kind = next((kind for at, _, kind in log if at == last), "")
        if kind not in ("play", "exchange") or last in self.drawn:
            raise line.error(
                say("no play is waiting for a card drawn: it is told already, or the play is not noted"), 1
            )
        wanted = HAND if kind == "exchange" else 1
        if len(said.drawn) != wanted:
            raise line.error(
                say("expected {count} cards drawn, not {number}", count=wanted, number=len(said.drawn)), 1
            )
        self.drawn[last] = said.drawn
        self.held = None if self.held is None else (*self.held, *said.drawn)

    def _completed(self, said: Noted) -> Noted:
        """What is said, cards completed where only one fits: of the writer's hand, or of a deck that the record names."""
        said = said._replace(drawn=tuple(only(card, self.deck) for card in said.drawn))
        if said.kind == "play":
            mine = self.held if said.seat == self.me and self.held is not None else ()
            said = said._replace(card=only(only(said.card, self.deck), mine))
        return said

    def _hold(self, said: Noted) -> None:
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

    def _log(self) -> Iterator[tuple[int, int, str]]:
        """Place, seat and verb of what stands in the log of a view."""
        logged = [answer for answer, _ in self.reader.answers if is_logged(answer)]
        for at, answer in enumerate(logged):
            if isinstance(answer, Entry):
                yield at, answer.seat, answer.said.partition(" ")[0]

    def _logged(self) -> int:
        """How many events stand in the log now; where claims went unsaid, with them."""
        return sum(is_logged(answer) for answer, _ in self.reader.answers)

    def beside(self) -> Beside:
        """What was noted beside the events of the rules."""
        opening, me = self.opening, self.me or 0
        places = [place for answer, place in self.reader.answers if is_logged(answer)]
        said = tuple((at, entry, f"line {line.number}") for at, entry, line in self.heard)
        hand = opening.hands[me - 1] if me else ()
        return Beside(
            opening.codes,
            opening.start,
            hand,
            tuple(sorted(self.drawn.items())),
            said,
            tuple(places),
            self.slips,
        )


def is_logged(answer: Entry | str) -> bool:
    """Whether an answer to the rules is an event of the log; of a complete record each is a move."""
    return isinstance(answer, str) or answer.kind in LOGGED
