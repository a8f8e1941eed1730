"""Playing the lines of a record: each act becomes moves, and the rules check every one.

A complete record is played with its cards. The record of one seat is played by the same rules with cards that
are not known: before each move the cards that the line tells of are put in, after it only those that lie
face up stay. So turn order, tokens, Silence and doubts are checked in both.
"""

from __future__ import annotations

from collections.abc import Callable

from deduce.errors import IllegalMove, RecordError
from deduce.records.gathering import Gathering
from deduce.records.record import Line
from deduce.records.words import Word
from deduce_models.enigma.records.clauses import SpokenLine
from deduce_models.enigma.records.lexicon import RecordNames
from deduce_models.enigma.records.spelling import clause_text
from deduce_models.enigma.records.verbs import GAINS, NotedClause
from deduce_models.enigma.rules.events import Event, What
from deduce_models.enigma.rules.moves import EnigmaMove, Kind
from deduce_models.enigma.rules.phases import (
    AFTER,
    CALLING,
    CLAIMING,
    DOUBTING,
    EXTRA,
    ICON,
    LAYING,
    OPENING,
    ORDER,
    OVER,
    QUIET,
    START,
    USABLE,
    WINDOW,
)
from deduce_models.enigma.rules.refusals import reason
from deduce_models.enigma.rules.setup import PERMUTATIONS, Setup, bits
from deduce_models.enigma.rules.state import EnigmaState
from deduce_models.enigma.rules.time import start_turn

__all__ = ["Course"]

SHOWN_MOVES = 6


class Course:
    """The position a record has come to, and the playing of its lines. What was refused is in `wrong`.

    After a refused line the rest is followed as well as can be: `lost` is the number of the first such line (0: none).
    """

    def __init__(self, state: EnigmaState, lexicon: RecordNames, wrong: Gathering) -> None:
        self.state, self.lexicon, self.wrong = state, lexicon, wrong
        self.names, self.known, self.me = lexicon.names, lexicon.known, lexicon.me
        self.setup: Setup = state.setup
        self.line = Line(0, "", "")
        self.lost = 0

    def follow(self, told: SpokenLine | None, line: Line, following: SpokenLine | None) -> None:
        """Play a line (None: it was not understood); `following` is the next one, which may answer its claim."""
        self.line = line
        if told is None:
            self.lost = self.lost or line.number
            return
        before = len(self.wrong.errors)
        with self.wrong.each():
            try:
                self._play(told, open_end=following is not None and following.answers)
                self._lay_unseen(following)
                if told.acts[0].verb not in ("timeout", "wins"):
                    self._nobody_told()
            except RecordError as error:
                if not self.lost:
                    raise
                message = f"{error.message} (or this follows from line {self.lost})"
                raise line.error(message, error.column).like(error.example) from error
        if len(self.wrong.errors) > before:
            self.lost = self.lost or line.number

    def _lay_unseen(self, following: SpokenLine | None) -> None:
        """The laying of another player's Ghost, where no line says it: nobody else knows the order."""
        hidden = self.state.phase == LAYING and not self.known and self.state.turn != self.me
        if hidden and (following is None or following.acts[0].verb != "lays"):
            self._lays(NotedClause("lays", Word("", 1)))

    def _play(self, told: SpokenLine, *, open_end: bool) -> None:
        if told.acts[0].verb == "timeout":
            self._timeout(told.acts[0])
            return
        if told.acts[0].verb == "shows":
            self._shows(told)
            return
        if told.acts[0].verb == "time" and len(told.acts) == 1:
            if self.state.time != told.acts[0].at[0] and self.state.phase == AFTER:
                self.do(self.setup.plain[Kind.END], told.acts[0].word)
            self._time(told.acts[0])
            return
        if self.state.phase == OVER and told.acts[0].verb == "wins" and len(told.acts) == 1 and told.seat:
            if self.state.log[-1].kind is What.WIN and self.state.winner == told.seat:
                return  # 'Ann wins', behind the mission
            self._timeout(told.acts[0]._replace(seat=told.seat))
            return
        seat = self._whose(told)
        word = told.acts[0].word
        if self.state.phase == OVER:
            raise self.line.error("the game is over", 1)
        if self.state.turn != seat:
            self._wrong_turn(seat)
        acts = self._with_claim(told, seat, open_end=open_end)
        if self.lost:
            self._trust(told._replace(acts=acts), seat)
        for number, act in enumerate(acts):
            last, verb = number == len(acts) - 1, act.verb
            if number and self._was_silenced(seat):
                raise self.line.error(
                    f"{self.names[seat - 1]} was under Silence: the turn is one look at a face-down card, "
                    "and nothing else",
                    act.word.column,
                )
            if self.state.phase == DOUBTING and verb not in ("doubt", "?"):
                self._declare(0, word)
            if self.state.phase == WINDOW and verb != "cancelled":
                self._cancel(0, act.word)
            ACTS[verb](self, act)
            if last and self.state.phase == DOUBTING and verb != "?" and not open_end:
                self._declare(0, act.word)
            if last and self.state.phase == WINDOW and verb != "?":
                self._cancel(0, act.word)

    def _with_claim(self, told: SpokenLine, seat: int, *, open_end: bool) -> tuple[NotedClause, ...]:
        """The acts with the claim that ``8 Radio`` is: the writer names what it sees, of another that is what it names.

        Only where a claim must follow: not under Silence, and not where this line or the next one names a room.
        """
        acts = told.acts
        place = int(acts[0].verb == "spends" and len(acts) > 1)
        act, later = acts[place], [each.verb for each in acts[place + 1 :]]
        alone = act.marked and not later and not open_end
        plain = act.verb in ("peeks", "looks") and act.rooms[:1] > (-1,) and not self.known
        if not plain or alone or "claims" in later or self.state.phase == QUIET:
            return acts
        if not place and self.state.phase != START:
            return acts
        claim = NotedClause("claims", act.word, room=act.rooms[0], last=act.last)
        seen = act if seat == self.me else act._replace(rooms=(-1,))
        return (*acts[:place], seen, claim, *acts[place + 1 :])

    def _nobody_told(self) -> None:
        """Where Time ran out and nobody has said who won by it, nothing is known of that yet."""
        last = self.state.log[-1] if self.state.log else None
        if not self.known and last is not None and last.kind is What.TIMEOUT and not last.seat:
            self.state = self.state._replace(log=(*self.state.log[:-1], last._replace(at=0)))

    def _whose(self, told: SpokenLine) -> int:
        """The seat whose line it is, after the turn before has ended by itself."""
        state, verb = self.state, told.acts[0].verb
        begins = verb in ("peeks", "names", "points", "rests")
        if told.answers:
            if state.phase != DOUBTING:
                raise self.line.error("there is no claim to doubt", told.acts[0].word.column)
            return state.turn
        mine = verb == "mission" and state.turn == self.me
        if mine and state.cards[state.held[self.me - 1]] == told.acts[0].card:
            return state.turn
        if not told.seat and state.phase == AFTER and not begins and verb != "ends":
            following = self._next(state.turn)
            raise self.line.error(
                f"whose line is this, {self.names[state.turn - 1]}'s or {self.names[following - 1]}'s? "
                "begin with the name",
                1,
            )
        if state.phase == AFTER and ((told.seat or state.turn) != state.turn or begins):
            self.do(self.setup.plain[Kind.END], Word("", 1))
        return told.seat or self.state.turn

    def _next(self, seat: int) -> int:
        """The seat whose turn comes after that of `seat`."""
        out = self.state.out
        return next(
            (
                s
                for k in range(1, len(self.names))
                if not out >> (s := (seat + k - 1) % len(self.names) + 1) & 1
            ),
            seat,
        )

    def _wrong_turn(self, seat: int) -> None:
        """Note that another's turn is on, unless the line before was refused, and go on with the turn of `seat`."""
        if not self.lost:
            turn = self.names[self.state.turn - 1]
            open_end = "" if self.state.phase in (START, QUIET) else self._open_end()
            error = self.line.error(f"it is the turn of {turn}, not of {self.names[seat - 1]}{open_end}", 1)
            self.wrong.errors.append(error)
            self.lost = self.line.number
        if self.state.out >> seat & 1:
            raise self.line.error(f"{self.names[seat - 1]} is out of the game", 1)
        self.state = start_turn(self.state._replace(aux=0, doubters=0), seat)
        if self.state.phase == OVER:
            raise self.line.error("the game is over: time has run out", 1)

    def _trust(self, told: SpokenLine, seat: int) -> None:
        """After a refused line nobody knows who holds which tokens: a turn is then taken for what it looks like."""
        alone = told.acts[0].verb in ("peeks", "rests") and len(told.acts) == 1
        if self.state.phase == START and alone:
            self.state = self.state._replace(phase=QUIET, silent=self.state.silent | 1 << seat)
        elif self.state.phase == QUIET and not alone:
            self.state = self.state._replace(phase=START, silent=self.state.silent & ~(1 << seat))
        if told.acts[0].verb == "spends":
            self.state = self.state._replace(
                keys=self.state.keys | 1 << seat, stage=self.state.stage | USABLE
            )
        for act in told.acts:
            if act.verb == "mission":
                self.state = _entitled(self.state, seat, self.setup.parts.characters[act.card].token)

    def do(self, move: EnigmaMove, word: Word, *, cells: dict[int, int] | None = None) -> None:
        """Play a move; `cells` are the rooms the record tells, put in where cards are not known."""
        if self.known:
            for at, room in (cells or {}).items():
                if room >= 0 and self.state.cells[at] != room:
                    names = self.setup.parts.room_names
                    raise self.line.error(
                        f"at {at + 1} lies {names[self.state.cells[at]]}, not {names[room]}", word.column
                    )
        elif cells:
            layout = list(self.state.cells)
            for at, room in cells.items():
                if self.state.up >> at & 1 and room >= 0 and layout[at] != room:
                    names = self.setup.parts.room_names
                    raise self.line.error(f"at {at + 1} lies {names[layout[at]]}, face up", word.column)
                layout[at] = layout[at] if self.state.up >> at & 1 else room
            self.state = self.state._replace(cells=tuple(layout))
        try:
            self.state = self.state.play(move)
        except IllegalMove as error:
            raise self.line.error(self._refused(move), word.column) from error
        if not self.known:
            up = self.state.up
            cells_now = tuple(room if up >> at & 1 else -1 for at, room in enumerate(self.state.cells))
            self.state = self.state._replace(cells=cells_now)

    def _refused(self, move: EnigmaMove) -> str:
        """Why a move cannot be, and what can, in the words of the record."""
        why = reason(self.state, move, self.names)
        return f"'{clause_text(move, self.state, self.names)}': {why}{self._possible('; possible now: ')}"

    def _possible(self, lead: str) -> str:
        if not isinstance(self.state.actor, int) or self.state.actor == 0:
            return ""
        texts = [clause_text(move, self.state, self.names) for move in self.state.moves()]
        found = list(dict.fromkeys(texts))
        if not found:
            return ""
        return f"{lead}{', '.join(found[:SHOWN_MOVES])}{', ...' if len(found) > SHOWN_MOVES else ''}"

    def person(self, slot: int, card: int, word: Word) -> None:
        """Put in a character the record tells of, or check it."""
        cards = self.state.cards
        if cards[slot] not in (-1, card):
            names = self.setup.parts.character_names
            raise self.line.error(f"that is the {names[cards[slot]]}, not the {names[card]}", word.column)
        if cards[slot] == -1 and card in cards:
            raise self.line.error("that Character was seen elsewhere", word.column)
        self.state = self.state._replace(cards=(*cards[:slot], card, *cards[slot + 1 :]))

    def _open_end(self) -> str:
        """What a turn that the next line breaks off still lacks."""
        if self.state.phase == CLAIMING:
            return ": the room claimed is missing (only a player under Silence looks without naming)"
        return self._possible(": the line before is not complete, it lacks one of: ")

    def _was_silenced(self, seat: int) -> bool:
        """Whether `seat` has just used up its Silence, which ends the turn."""
        last = self.state.log[-1] if self.state.log else None
        return last is not None and last.seat == seat and last.kind in (What.QUIET, What.REST)

    def _timeout(self, act: NotedClause) -> None:
        saboteur = act.seat
        if not self.known and saboteur:
            self.person(self.state.held[saboteur - 1], self.setup.saboteur, act.word)
        if self.state.phase == AFTER:
            self.do(self.setup.plain[Kind.END], act.word)
        last = self.state.log[-1] if self.state.log else None
        if last is not None and last.kind is What.TIMEOUT and last.seat == 0 and not self.known:
            # Time ran out within the line before, when it was not yet told who wins by it.
            able = self.setup.all_seats & ~self.state.silent & ~self.state.out
            self.state = self.state._replace(
                winner=saboteur, log=(*self.state.log[:-1], last._replace(seat=saboteur, at=able))
            )
        last = self.state.log[-1] if self.state.log else None
        if last is None or last.kind is not What.TIMEOUT:
            raise self.line.error("time has not run out", act.word.column)
        if last.seat != saboteur:
            who = self.names[last.seat - 1] if last.seat else "nobody"
            raise self.line.error(f"when time ran out {who} won", act.last.column)

    def _shows(self, told: SpokenLine) -> None:
        """A Character shown by mistake and taken back: no move, but everybody knows it now."""
        act, state = told.acts[0], self.state
        if len(told.acts) > 1:
            raise self.line.error(
                "a Character shown by mistake stands on a line of its own", told.acts[1].word.column
            )
        if state.phase not in (START, QUIET, AFTER) or state.stage & EXTRA:
            raise self.line.error(f"the turn of {self.names[state.turn - 1]} is not complete yet", 1)
        seat = told.seat or state.turn
        slot = state.held[seat - 1]
        self.person(slot, act.card, act.word)
        event = Event(What.SHOWN, seat, slot, act.card)
        self.state = self.state._replace(log=(*self.state.log, event))

    # The acts, in the order of a turn.

    def _peeks(self, act: NotedClause) -> None:
        self.do(self.setup.one[Kind.PEEK][act.at[0]], act.word, cells={act.at[0]: act.rooms[0]})

    def _points(self, act: NotedClause) -> None:
        self.do(self.setup.one[Kind.POINT][act.at[0]], act.word)

    def _names(self, act: NotedClause) -> None:
        at, room = act.at[0], act.rooms[0]
        if room >= 0 and self.state.up >> at & 1 and self.state.cells[at] != room:
            lies = self.setup.parts.room_names[self.state.cells[at]]
            raise self.line.error(f"at {at + 1} lies {lies}, face up", act.word.column)
        self.do(self.setup.one[Kind.NAME][at], act.word)

    def _plain(self, act: NotedClause) -> None:
        kind = {"spends": Kind.SPEND, "rests": Kind.REST, "keeps": Kind.KEEP, "ends": Kind.END}
        self.do(self.setup.plain[kind[act.verb]], act.word)

    def _claims(self, act: NotedClause) -> None:
        self.do(self.setup.claims[act.room], act.word)

    def _doubt(self, act: NotedClause) -> None:
        state, seen = self.state, act.rooms[0]
        if state.phase != DOUBTING:
            raise self.line.error("there is no claim to doubt", act.word.column)
        if act.result == "lie" and seen == state.room:
            raise self.line.error("a lie was not the room claimed", act.last.column)
        room = state.room if act.result == "true" else seen
        self._declare(act.seats, act.word, {state.at: room} if room >= 0 else {})
        if act.result and (act.result == "true") != bool(self._verdict().more & 1):
            raise self.line.error(f"the claim was not a {act.result}", act.last.column)

    def _verdict(self) -> Event:
        return next(event for event in reversed(self.state.log) if event.kind is What.VERDICT)

    def _declare(self, doubters: int, word: Word, cells: dict[int, int] | None = None) -> None:
        plain, barred = self.setup.plain, self.state.silent | self.state.out | 1 << self.state.turn
        wrong = bits(doubters & barred)
        if wrong:
            seat = wrong[0]
            why = "it is that player's own claim" if seat == self.state.turn else "under Silence"
            why = "eliminated" if self.state.out >> seat & 1 else why
            raise self.line.error(f"{self.names[seat - 1]} may not doubt: {why}", word.column)
        before = len(self.state.log)
        while self.state.phase == DOUBTING and len(self.state.log) == before:
            kind = Kind.DOUBT if doubters >> self.state.asked & 1 else Kind.TRUST
            self.do(plain[kind], word, cells=dict(cells or {}))

    def _pending(self, act: NotedClause) -> None:
        """``?``: the declarations, or the round of cancelling, are still to come; on to my own."""
        kind = {DOUBTING: Kind.TRUST, WINDOW: Kind.ALLOW}.get(self.state.phase)
        if kind is None:
            raise self.line.error("nothing is open here", act.word.column)
        barred = self.state.silent | self.state.out | 1 << self.state.turn
        if kind is Kind.TRUST and self.me and not barred >> self.me & 1:
            while self.state.asked != self.me:
                self.do(self.setup.plain[kind], act.word)

    def _looks(self, act: NotedClause) -> None:
        at, room = act.at[0], act.rooms[0]
        if self.state.phase in (START, QUIET):
            self._peeks(act)
            return
        gain = GAINS.index(act.result) if act.result else -1
        self.do(self.setup.one[Kind.LOOK][at], act.word, cells={at: room})
        if self.state.phase == ICON:
            if gain == -1:
                raise self.line.error("expected 'gains C', 'gains D' or 'gains nothing'", act.last.column)
            # Of a card that was seen only the icon is open; one not seen may be the true Library too.
            legal = [move for move, _ in self.state.outcomes() if move.what or room == -1]
            moves = [move for move in legal if move.what == gain]
            if not moves and gain == 0:
                # Nothing was gained though some icon is there: it is of the kind already held.
                held = self.state.tokens(self.state.turn)
                moves = [move for move in legal if move.what == held]
            if not moves:
                raise self.line.error(f"{GAINS[gain]} cannot be what was gained", act.last.column)
            self.do(moves[0], act.word, cells={at: room})
        event = next(event for event in reversed(self.state.log) if event.kind is What.LOOK)
        if gain >= 0 and event.what != gain:
            was = GAINS[event.what] if event.what >= 0 else "nothing, since it was not through the Library"
            raise self.line.error(f"what is gained here is {was}", act.last.column)

    def _opens(self, act: NotedClause) -> None:
        if act.verb == "reveals" and self.state.phase == CALLING and act.rooms[0] >= 0:
            self._calls(act._replace(room=act.rooms[0]))  # 'reveals 1 Library, 6 Tome, ...'
            return
        kind = Kind.OPEN if self.state.phase == OPENING or act.verb == "opens" else Kind.REVEAL
        self.do(self.setup.one[kind][act.at[0]], act.word, cells={act.at[0]: act.rooms[0]})

    def _seat_move(self, act: NotedClause) -> None:
        if act.card >= 0 and act.verb == "views":
            self.person(self.state.held[act.seat - 1], act.card, act.word)
        if act.card >= 0 and act.verb == "swaps":
            mine = self.state.turn if act.seat == self.me else act.seat
            self.person(self.state.held[mine - 1], act.card, act.word)
        kind = {"views": Kind.VIEW, "flips": Kind.FLIP, "swaps": Kind.SWAP}[act.verb]
        self.do(self.setup.seat_moves[kind][act.seat], act.word)

    def _renews(self, act: NotedClause) -> None:
        self.person(self.state.held[self.state.turn - 1], act.card, act.word)
        if act.other >= 0 and self.state.stack:
            self.person(self.state.stack[0], act.other, act.word)
        self.do(self.setup.plain[Kind.RENEW], act.word)

    def _ghost(self, act: NotedClause) -> None:
        mask = sum(1 << at for at in act.at)
        self.person(self.state.held[self.state.turn - 1], self.setup.ghost, act.word)
        told = dict(zip(act.at, act.rooms, strict=True)) if act.rooms[0] >= 0 else {}
        self.do(self.setup.takes[mask], act.word, cells=told)

    def _lays(self, act: NotedClause) -> None:
        moves = self.setup.lays.get(self.state.aux, ()) if self.state.phase == LAYING else ()
        number = 0
        if not moves:
            raise self.line.error("nothing was taken to lay again", act.word.column)
        if act.at:
            triple = bits(self.state.aux)
            if sorted(act.at) != sorted(triple):
                raise self.line.error("expected the three positions taken, in some order", act.word.column)
            number = PERMUTATIONS.index(tuple(triple.index(at) for at in act.at))
        elif self.known:
            raise self.line.error("a complete record says how the cards were laid", act.word.column)
        self.do(moves[number], act.word)

    def _draws(self, act: NotedClause) -> None:
        """``draws Saboteur``: the Character the Ghost's player took instead, for who sees it."""
        if not self.state.log or self.state.log[-1].kind not in (What.GHOST, What.LAY):
            raise self.line.error("nothing was drawn here", act.word.column)
        self.person(self.state.held[self.state.log[-1].seat - 1], act.card, act.word)

    def _cancelled(self, act: NotedClause) -> None:
        self._cancel(act.seat, act.word)

    def _cancel(self, seat: int, word: Word) -> None:
        plain = self.setup.plain
        while self.state.phase == WINDOW:
            kind = Kind.CANCEL if self.state.asked == seat else Kind.ALLOW
            self.do(plain[kind], word)
            if kind is Kind.CANCEL:
                return
        if seat:
            raise self.line.error(f"{self.names[seat - 1]} cannot cancel", word.column)

    def _shuffles(self, act: NotedClause) -> None:
        at = self.state.at
        mask = sum(1 << each for each in {at, *act.at}) if at >= 0 else 0
        move = next((move for move in self.setup.mixes[max(at, 0)] if move.at == mask), None)
        if move is None:
            raise self.line.error("expected two positions other than the one named", act.word.column)
        self.do(move, act.word)
        if not act.order and self.known:
            raise self.line.error("a complete record says the order: 'order 213'", act.last.column)
        if self.state.phase == ORDER:
            texts = [move.text.split()[1] for move in self.setup.orders]
            self.do(self.setup.orders[texts.index(act.order) if act.order else 0], act.word)

    def _mission(self, act: NotedClause) -> None:
        self.person(self.state.held[self.state.turn - 1], act.card, act.word)
        self.do(self.setup.plain[Kind.MISSION], act.word)

    def _calls(self, act: NotedClause) -> None:
        at = act.at[0]
        self.do(self.setup.calls[at][act.room], act.word, cells={at: act.rooms[0]})

    def _accuses(self, act: NotedClause) -> None:
        slot = self.state.held[act.seat - 1]
        if act.result:
            right = act.result == "right"
            if (self.state.cards[slot] == act.card) != right:
                if self.known or self.state.cards[slot] != -1:
                    raise self.line.error("the Characters say otherwise", act.last.column)
                if right:
                    self.person(slot, act.card, act.word)
        elif not self.known and self.state.cards[slot] == -1:
            raise self.line.error("expected 'right' or 'wrong'", act.end)
        self.do(self.setup.accusations[act.seat][act.card], act.word)

    def _time(self, act: NotedClause) -> None:
        if self.state.time != act.at[0]:
            raise self.line.error(f"by these notes Time stands at {self.state.time}", act.word.column)

    def _result(self, act: NotedClause) -> None:
        wanted = What.WIN if act.verb == "wins" else What.FAIL
        if wanted not in [event.kind for event in self.state.log[-6:]]:
            raise self.line.error("the mission has not come to that", act.word.column)


def _entitled(state: EnigmaState, seat: int, token: str) -> EnigmaState:
    """The position with the tokens that a mission asks for."""
    chaos = {"C": state.chaos | 1 << seat, "no C": state.chaos & ~(1 << seat)}.get(token, state.chaos)
    return state._replace(chaos=chaos, keys=state.keys | (token == "D") << seat)


ACTS: dict[str, Callable[[Course, NotedClause], None]] = {
    "peeks": Course._peeks,
    "points": Course._points,
    "names": Course._names,
    "spends": Course._plain,
    "claims": Course._claims,
    "doubt": Course._doubt,
    "?": Course._pending,
    "looks": Course._looks,
    "opens": Course._opens,
    "views": Course._seat_move,
    "flips": Course._seat_move,
    "swaps": Course._seat_move,
    "keeps": Course._plain,
    "renews": Course._renews,
    "ghost": Course._ghost,
    "lays": Course._lays,
    "draws": Course._draws,
    "cancelled": Course._cancelled,
    "shuffles": Course._shuffles,
    "mission": Course._mission,
    "reveals": Course._opens,
    "calls": Course._calls,
    "accuses": Course._accuses,
    "fails": Course._result,
    "wins": Course._result,
    "time": Course._time,
    "ends": Course._plain,
    "rests": Course._plain,
}
