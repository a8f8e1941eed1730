"""Playing the lines of a record: each clause becomes moves, and the rules check every one.

A complete record is played with its cards. The record of one seat is played by the same rules with cards that
are not known: before each move the cards that the line tells of are put in, after it only those that lie
face up stay. So turn order, tokens, Silence and doubts are checked in both.
"""

from __future__ import annotations

from collections.abc import Callable

from deduce.records.record import Line
from deduce.records.words import Word, find
from deduce_models.enigma.records.reader import Clause, Reader, clauses_of
from deduce_models.enigma.rules.events import Event, What
from deduce_models.enigma.rules.moves import Kind
from deduce_models.enigma.rules.phases import AFTER, CLAIMING, DOUBTING, ICON, ORDER, QUIET, START, WINDOW
from deduce_models.enigma.rules.setup import PERMUTATIONS, bits

__all__ = ["Interpreter"]

GAINS = ("nothing", "C", "D")
SHOWN_MOVES = 6


class Interpreter(Reader):
    """Plays the lines of one record from a state after the deal. `known` tells a complete record."""

    def play_line(self, line: Line) -> None:
        """Play one line. Raises `RecordError` where it breaks the notation or a rule."""
        self.line = line
        first, *rest = clauses_of(line)
        if first[0].text.casefold() == "timeout":
            self._timeout(first)
            return
        seat = self._seat(first[0])
        if len(first) == 1:
            raise line.error("expected what the player does", first[0].column + len(first[0].text))
        verb = self._verb(first[1])
        self._end_turn_before(seat, verb)
        if self.state.actor is None:
            raise line.error("the game is over", first[0].column)
        if self.state.turn != seat:
            turn = self.names[self.state.turn - 1]
            open_end = "" if self.state.phase in (START, QUIET) else self._open_end()
            raise line.error(
                f"it is the turn of {turn}, not of {self.names[seat - 1]}{open_end}", first[0].column
            )
        for number, clause in enumerate([first[1:], *rest]):
            verb = self._verb(clause[0])
            if number and self._was_silenced(seat):
                raise line.error(
                    f"{self.names[seat - 1]} was under Silence: the turn is one look at a face-down card, "
                    "and nothing else",
                    clause[0].column,
                )
            if self.state.phase == DOUBTING and verb not in ("doubt", "?"):
                self._declare(0, clause[0])
            if self.state.phase == WINDOW and verb != "cancelled":
                self._cancel(0, clause[0])
            VERBS[verb](self, clause)
            if number == len(rest) and self.state.phase == DOUBTING and verb != "?":
                self._declare(0, clause[0])
            if number == len(rest) and self.state.phase == WINDOW and verb != "?":
                self._cancel(0, clause[0])

    def _open_end(self) -> str:
        """What a turn that the next line breaks off still lacks."""
        if self.state.phase == CLAIMING:
            return ": the room claimed is missing (only a player under Silence looks without naming)"
        legal = [str(move) for move in self.state.moves()] if isinstance(self.state.actor, int) else []
        if not legal:
            return ""
        more = ", ..." if len(legal) > SHOWN_MOVES else ""
        return f": the line before is not complete, it lacks one of: {', '.join(legal[:SHOWN_MOVES])}{more}"

    def _was_silenced(self, seat: int) -> bool:
        """Whether `seat` has just used up its Silence, which ends the turn."""
        last = self.state.log[-1] if self.state.log else None
        return last is not None and last.seat == seat and last.kind in (What.QUIET, What.REST)

    def _verb(self, word: Word) -> str:
        return list(VERBS)[find(word, list(VERBS), "what the player does", self.line)]

    def _end_turn_before(self, seat: int, verb: str) -> None:
        """A turn ends by itself when the next player's line comes."""
        state = self.state
        if state.phase == AFTER and (state.turn != seat or verb in ("peeks", "names", "points")):
            self.do(self.setup.plain[Kind.END], Word("", 1))

    def _timeout(self, clause: Clause) -> None:
        saboteur = self._seat(clause[1]) if len(clause) > 1 else 0
        self._none(clause[2:])
        if not self.known and saboteur:
            self.person(self.state.held[saboteur - 1], self.setup.saboteur, clause[1])
        if self.state.phase == AFTER:
            self.do(self.setup.plain[Kind.END], clause[0])
        last = self.state.log[-1] if self.state.log else None
        if last is not None and last.kind is What.TIMEOUT and last.seat == 0 and saboteur:
            # Time ran out within the line before, when it was not yet told who wins by it.
            self.state = self.state._replace(
                winner=saboteur, log=(*self.state.log[:-1], last._replace(seat=saboteur))
            )
        last = self.state.log[-1] if self.state.log else None
        if last is None or last.kind is not What.TIMEOUT:
            raise self.line.error("time has not run out", clause[0].column)
        if last.seat != saboteur:
            who = self.names[last.seat - 1] if last.seat else "nobody"
            raise self.line.error(f"when time ran out {who} won", clause[-1].column)

    # The clauses, in the order of a turn.

    def _peeks(self, clause: Clause) -> None:
        at = self._at(clause, 1)
        self._none(clause[3:])
        room = self._room(clause[2]) if len(clause) > 2 else -1
        self.do(self.setup.one[Kind.PEEK][at], clause[0], cells={at: room})

    def _points(self, clause: Clause) -> None:
        self._none(clause[2:])
        self.do(self.setup.one[Kind.POINT][self._at(clause, 1)], clause[0])

    def _names(self, clause: Clause) -> None:
        self._none(clause[2:])
        self.do(self.setup.one[Kind.NAME][self._at(clause, 1)], clause[0])

    def _plain(self, clause: Clause) -> None:
        self._none(clause[1:])
        kind = {"spends": Kind.SPEND, "rests": Kind.REST, "keeps": Kind.KEEP, "ends": Kind.END}
        self.do(self.setup.plain[kind[self._verb(clause[0])]], clause[0])

    def _claims(self, clause: Clause) -> None:
        room = self._room(self._need(clause, 1, "the room that is claimed"))
        self._none(clause[2:])
        self.do(self.setup.claims[room], clause[0])

    def _doubt(self, clause: Clause) -> None:
        """``doubt P1 P3 true`` or ``doubt P1 lie =Tome``."""
        seats, verdict = 0, ""
        seen = -1
        for word in clause[1:]:
            if word.text.casefold() in ("true", "lie"):
                verdict = word.text.casefold()
            elif word.text.startswith("="):
                seen = self._room(word)
            elif verdict:
                raise self.line.error(f"nothing more was expected, not {word.text!r}", word.column)
            else:
                seats |= 1 << self._seat(word)
        last = clause[-1]
        if not seats:
            raise self.line.error("expected who doubted", last.column + len(last.text))
        state = self.state
        if state.phase != DOUBTING:
            raise self.line.error("there is no claim to doubt", clause[0].column)
        if not self.known and not verdict:
            raise self.line.error(
                "expected 'true' or 'lie': what the check showed", last.column + len(last.text)
            )
        if verdict == "lie" and seen == state.room:
            raise self.line.error("a lie was not the room claimed", last.column)
        room = state.room if verdict == "true" else seen
        at = state.at
        self._declare(seats, clause[0], {at: room} if room >= 0 else {})
        if verdict and (verdict == "true") != bool(self._verdict().more & 1):
            raise self.line.error(f"the claim was not a {verdict}", last.column)

    def _verdict(self) -> Event:
        return next(event for event in reversed(self.state.log) if event.kind is What.VERDICT)

    def _declare(self, doubters: int, word: Word, cells: dict[int, int] | None = None) -> None:
        plain, barred = self.setup.plain, self.state.silent | self.state.out | 1 << self.state.turn
        wrong = bits(doubters & barred)
        if wrong:
            seat = wrong[0]
            reason = "it is that player's own claim" if seat == self.state.turn else "under Silence"
            reason = "eliminated" if self.state.out >> seat & 1 else reason
            raise self.line.error(f"{self.names[seat - 1]} may not doubt: {reason}", word.column)
        before = len(self.state.log)
        while self.state.phase == DOUBTING and len(self.state.log) == before:
            kind = Kind.DOUBT if doubters >> self.state.asked & 1 else Kind.TRUST
            self.do(plain[kind], word, cells=dict(cells or {}))

    def _pending(self, clause: Clause) -> None:
        """``?``: the declarations, or the round of cancelling, are still to come; on to my own."""
        self._none(clause[1:])
        kind = {DOUBTING: Kind.TRUST, WINDOW: Kind.ALLOW}.get(self.state.phase)
        if kind is None:
            raise self.line.error("nothing is open here", clause[0].column)
        barred = self.state.silent | self.state.out | 1 << self.state.turn
        if kind is Kind.TRUST and self.me and not barred >> self.me & 1:
            while self.state.asked != self.me:
                self.do(self.setup.plain[kind], clause[0])

    def _looks(self, clause: Clause) -> None:
        at, room, gain = self._at(clause, 1), -1, -1
        words = clause[2:]
        if words and words[0].text.startswith("="):
            room = self._room(words.pop(0))
        if words and words[0].text.casefold() == "gains":
            word = self._need(words, 1, "C, D or nothing")
            gain = find(word, GAINS, "C, D or nothing", self.line)
            words = words[2:]
        self._none(words)
        self.do(self.setup.one[Kind.LOOK][at], clause[0], cells={at: room})
        if self.state.phase == ICON:
            if gain == -1:
                raise self.line.error("expected 'gains C', 'gains D' or 'gains nothing'", clause[-1].column)
            # Of a card that was seen only the icon is open; one not seen may be the true Library too.
            legal = [move for move, _ in self.state.outcomes() if move.what or room == -1]
            moves = [move for move in legal if move.what == gain]
            if not moves and gain == 0:
                # Nothing was gained though some icon is there: it is of the kind already held.
                held = self.state.tokens(self.state.turn)
                moves = [move for move in legal if move.what == held]
            if not moves:
                raise self.line.error(f"{GAINS[gain]} cannot be what was gained", clause[-1].column)
            self.do(moves[0], clause[0], cells={at: room})
        event = next(event for event in reversed(self.state.log) if event.kind is What.LOOK)
        if gain >= 0 and event.what != gain:
            was = GAINS[event.what] if event.what >= 0 else "nothing, since it was not through the Library"
            raise self.line.error(f"what is gained here is {was}", clause[-1].column)

    def _opens(self, clause: Clause) -> None:
        at, room = self._at(clause, 1), self._told(clause, 2)
        self.do(self.setup.one[Kind.OPEN][at], clause[0], cells={at: room})

    def _told(self, clause: Clause, place: int) -> int:
        """The room that a line tells after ``=``; in one seat's record it must."""
        self._none(clause[place + 1 :])
        if self.known and len(clause) <= place:
            return -1
        return self._room(self._need(clause, place, "'=' and the room that was seen"))

    def _seat_move(self, clause: Clause) -> None:
        verb = self._verb(clause[0])
        seat = self._seat(self._need(clause, 1, "a player's name"))
        self._none(clause[3:])
        if len(clause) > 2 and verb == "views":
            self.person(self.state.held[seat - 1], self._person(clause[2]), clause[2])
        if len(clause) > 2 and verb == "swaps":
            mine = self.state.turn if seat == self.me else seat
            self.person(self.state.held[mine - 1], self._person(clause[2]), clause[2])
        kind = {"views": Kind.VIEW, "flips": Kind.FLIP, "swaps": Kind.SWAP}[verb]
        self.do(self.setup.seat_moves[kind][seat], clause[0])

    def _renews(self, clause: Clause) -> None:
        """``renews Medium =Ghost``: the Character laid open, and the new one for who sees it."""
        self.person(
            self.state.held[self.state.turn - 1],
            self._person(self._need(clause, 1, "the Character laid open")),
            clause[0],
        )
        if len(clause) > 2 and self.state.stack:
            self.person(self.state.stack[0], self._person(clause[2]), clause[2])
        self._none(clause[3:])
        self.do(self.setup.plain[Kind.RENEW], clause[0])

    def _ghost(self, clause: Clause) -> None:
        """``ghost 6 8 9 =Bombe =Command =Code draws Saboteur``: the rooms and the draw for who sees them."""
        places = sorted(self._at(clause, k) for k in (1, 2, 3))
        mask = sum(1 << at for at in set(places))
        if mask.bit_count() != 3:
            raise self.line.error("expected three different positions", clause[1].column)
        words, told = clause[4:], {}
        if words and words[0].text.startswith("="):
            for k in range(3):
                word = self._need(words, k, "the three rooms seen, each with '='")
                told[self._at(clause, k + 1)] = self._room(word)
            words = words[3:]
        self.person(self.state.held[self.state.turn - 1], self.setup.ghost, clause[0])
        if words and words[0].text.casefold() == "draws" and self.state.stack:
            word = self._need(words, 1, "the Character drawn")
            self.person(self.state.stack[0], self._person(word), word)
            words = words[2:]
        self._none(words)
        self.do(self.setup.takes[mask], clause[0], cells=told)

    def _lays(self, clause: Clause) -> None:
        """``lays 8 9 6``: where the cards now at the three places, in order, came from."""
        moves = self.setup.lays.get(self.state.aux, ())
        number = 0
        if len(clause) > 1:
            triple = bits(self.state.aux)
            order = tuple(self._at(clause, k) for k in (1, 2, 3))
            if sorted(order) != sorted(triple):
                raise self.line.error("expected the three positions taken, in some order", clause[1].column)
            number = PERMUTATIONS.index(tuple(triple.index(at) for at in order))
        elif self.known:
            raise self.line.error("a complete record says how the cards were laid", clause[0].column)
        self._none(clause[4:])
        if not moves:
            raise self.line.error("nothing was taken to lay again", clause[0].column)
        self.do(moves[number], clause[0])

    def _cancelled(self, clause: Clause) -> None:
        seat = self._seat(self._need(clause, 1, "who cancelled the Machine"))
        self._none(clause[2:])
        self._cancel(seat, clause[0])

    def _cancel(self, seat: int, word: Word) -> None:
        plain = self.setup.plain
        while self.state.phase == WINDOW:
            kind = Kind.CANCEL if self.state.asked == seat else Kind.ALLOW
            self.do(plain[kind], word)
            if kind is Kind.CANCEL:
                return
        if seat:
            raise self.line.error(f"{self.names[seat - 1]} cannot cancel", word.column)

    def _shuffles(self, clause: Clause) -> None:
        at = self.state.at
        others = [self._at(clause, k) for k in (1, 2)]
        mask = sum(1 << each for each in {at, *others}) if at >= 0 else 0
        move = next((move for move in self.setup.mixes[max(at, 0)] if move.at == mask), None)
        if move is None:
            raise self.line.error("expected two positions other than the one named", clause[1].column)
        words = clause[3:]
        self.do(move, clause[0])
        number = 0
        if words and words[0].text.casefold() == "order":
            word = self._need(words, 1, "an order such as 213")
            texts = [each.text.split()[1] for each in self.setup.orders]
            number = find(word, texts, "an order such as 213", self.line)
            words = words[2:]
        elif self.known:
            raise self.line.error("a complete record says the order: 'order 213'", clause[-1].column)
        self._none(words)
        if self.state.phase == ORDER:
            self.do(self.setup.orders[number], clause[0])

    def _mission(self, clause: Clause) -> None:
        word = self._need(clause, 1, "the Character shown")
        self._none(clause[2:])
        self.person(self.state.held[self.state.turn - 1], self._person(word), word)
        self.do(self.setup.plain[Kind.MISSION], clause[0])

    def _reveals(self, clause: Clause) -> None:
        at, room = self._at(clause, 1), self._told(clause, 2)
        self.do(self.setup.one[Kind.REVEAL][at], clause[0], cells={at: room})

    def _calls(self, clause: Clause) -> None:
        at = self._at(clause, 1)
        named = self._room(self._need(clause, 2, "the room called"))
        room = self._told(clause, 3)
        self.do(self.setup.calls[at][named], clause[0], cells={at: room})

    def _accuses(self, clause: Clause) -> None:
        seat = self._seat(self._need(clause, 1, "a player's name"))
        card = self._person(self._need(clause, 2, "the Character named"))
        self._none(clause[4:])
        slot = self.state.held[seat - 1]
        if len(clause) > 3:
            result = find(clause[3], ("right", "wrong"), "right or wrong", self.line)
            if (self.state.cards[slot] == card) != (result == 0):
                if self.known or self.state.cards[slot] != -1:
                    raise self.line.error("the Characters say otherwise", clause[3].column)
                if result == 0:
                    self.person(slot, card, clause[2])
        elif not self.known and self.state.cards[slot] == -1:
            raise self.line.error("expected 'right' or 'wrong'", clause[2].column + len(clause[2].text))
        self.do(self.setup.accusations[seat][card], clause[0])

    def _result(self, clause: Clause) -> None:
        self._none(clause[1:])
        wanted = What.WIN if self._verb(clause[0]) == "wins" else What.FAIL
        since = [event.kind for event in self.state.log[-6:]]
        if wanted not in since:
            raise self.line.error("the mission has not come to that", clause[0].column)


VERBS: dict[str, Callable[[Interpreter, Clause], None]] = {
    "peeks": Interpreter._peeks,
    "points": Interpreter._points,
    "names": Interpreter._names,
    "spends": Interpreter._plain,
    "claims": Interpreter._claims,
    "doubt": Interpreter._doubt,
    "?": Interpreter._pending,
    "looks": Interpreter._looks,
    "opens": Interpreter._opens,
    "views": Interpreter._seat_move,
    "flips": Interpreter._seat_move,
    "swaps": Interpreter._seat_move,
    "keeps": Interpreter._plain,
    "renews": Interpreter._renews,
    "ghost": Interpreter._ghost,
    "lays": Interpreter._lays,
    "cancelled": Interpreter._cancelled,
    "shuffles": Interpreter._shuffles,
    "mission": Interpreter._mission,
    "reveals": Interpreter._reveals,
    "calls": Interpreter._calls,
    "accuses": Interpreter._accuses,
    "fails": Interpreter._result,
    "wins": Interpreter._result,
    "ends": Interpreter._plain,
    "rests": Interpreter._plain,
}
