"""Following the lines of a record: whose turn each is, and what happens between them by itself.

`acts` makes the moves of a line, `playing` puts them to the rules, and both stand on the position alone. What needs
the lines before and behind is here: turns that end unsaid, claims that the next line answers, and how to go on after
a line that was refused.
"""

from __future__ import annotations

from deduce.ground.errors import RecordError
from deduce.records.gathering import Gathering
from deduce.records.record import Line
from deduce.records.words import Word
from deduce_models.enigma.records.acts import ACTS
from deduce_models.enigma.records.clauses import SpokenLine
from deduce_models.enigma.records.lexicon import RecordNames
from deduce_models.enigma.records.playing import Playing
from deduce_models.enigma.records.verbs import NotedClause
from deduce_models.enigma.rules.events import Event, What
from deduce_models.enigma.rules.moves import Kind
from deduce_models.enigma.rules.phases import (
    AFTER,
    CLAIMING,
    DOUBTING,
    EXTRA,
    LAYING,
    OVER,
    QUIET,
    START,
    USABLE,
    WINDOW,
)
from deduce_models.enigma.rules.setup import Setup
from deduce_models.enigma.rules.state import EnigmaState
from deduce_models.enigma.rules.time import start_turn

__all__ = ["Course"]


class Course:
    """A record as far as its lines were played. What was refused is in `wrong`.

    After a refused line the rest is followed as well as can be: `lost` is the number of the first such line (0: none).
    """

    def __init__(self, state: EnigmaState, lexicon: RecordNames, wrong: Gathering) -> None:
        self.playing, self.lexicon, self.wrong = Playing(state, lexicon), lexicon, wrong
        self.names, self.known, self.me = lexicon.names, lexicon.known, lexicon.me
        self.setup: Setup = state.setup
        self.lost = 0

    @property
    def state(self) -> EnigmaState:
        """The position after the lines played so far."""
        return self.playing.state

    def follow(self, told: SpokenLine | None, line: Line, following: SpokenLine | None) -> None:
        """Play a line (None: it was not understood); `following` is the next one, which may answer its claim."""
        self.playing.line = line
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
            ACTS["lays"](self.playing, NotedClause("lays", Word("", 1)))

    def _play(self, told: SpokenLine, *, open_end: bool) -> None:
        if told.acts[0].verb == "timeout":
            self._timeout(told.acts[0])
            return
        if told.acts[0].verb == "shows":
            self._shows(told)
            return
        if told.acts[0].verb == "time" and len(told.acts) == 1:
            if self.state.time != told.acts[0].at[0] and self.state.phase == AFTER:
                self.playing.do(self.setup.plain[Kind.END], told.acts[0].word)
            ACTS["time"](self.playing, told.acts[0])
            return
        if self.state.phase == OVER and told.acts[0].verb == "wins" and len(told.acts) == 1 and told.seat:
            if self.state.log[-1].kind is What.WIN and self.state.winner == told.seat:
                return  # 'Ann wins', behind the mission
            self._timeout(told.acts[0]._replace(seat=told.seat))
            return
        seat = self._whose(told)
        word = told.acts[0].word
        if self.state.phase == OVER:
            raise self.playing.line.error("the game is over", 1)
        if self.state.turn != seat:
            self._wrong_turn(seat)
        acts = self._with_claim(told, seat, open_end=open_end)
        if self.lost:
            self._trust(told._replace(acts=acts), seat)
        for number, act in enumerate(acts):
            last, verb = number == len(acts) - 1, act.verb
            if number and self._was_silenced(seat):
                raise self.playing.line.error(
                    f"{self.names[seat - 1]} was under Silence: the turn is one look at a face-down card, "
                    "and nothing else",
                    act.word.column,
                )
            if self.state.phase == DOUBTING and verb not in ("doubt", "?"):
                self.playing.declare(0, word)
            if self.state.phase == WINDOW and verb != "cancelled":
                self.playing.cancel(0, act.word)
            ACTS[verb](self.playing, act)
            if last and self.state.phase == DOUBTING and verb != "?" and not open_end:
                self.playing.declare(0, act.word)
            if last and self.state.phase == WINDOW and verb != "?":
                self.playing.cancel(0, act.word)

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
            self.playing.state = self.state._replace(log=(*self.state.log[:-1], last._replace(at=0)))

    def _whose(self, told: SpokenLine) -> int:
        """The seat whose line it is, after the turn before has ended by itself."""
        state, verb = self.state, told.acts[0].verb
        begins = verb in ("peeks", "names", "points", "rests")
        if told.answers:
            if state.phase != DOUBTING:
                raise self.playing.line.error("there is no claim to doubt", told.acts[0].word.column)
            return state.turn
        mine = verb == "mission" and state.turn == self.me and told.seat in (0, self.me)
        if mine and told.acts[0].card in (-1, state.cards[state.held[self.me - 1]]):
            return state.turn
        if not told.seat and state.phase == AFTER and not begins and verb != "ends":
            following = self._next(state.turn)
            raise self.playing.line.error(
                f"whose line is this, {self.names[state.turn - 1]}'s or {self.names[following - 1]}'s? "
                "begin with the name",
                1,
            )
        if state.phase == AFTER and ((told.seat or state.turn) != state.turn or begins):
            self.playing.do(self.setup.plain[Kind.END], Word("", 1))
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
            error = self.playing.line.error(
                f"it is the turn of {turn}, not of {self.names[seat - 1]}{open_end}", 1
            )
            self.wrong.errors.append(error)
            self.lost = self.playing.line.number
        if self.state.out >> seat & 1:
            raise self.playing.line.error(f"{self.names[seat - 1]} is out of the game", 1)
        self.playing.state = start_turn(self.state._replace(aux=0, doubters=0), seat)
        if self.state.phase == OVER:
            raise self.playing.line.error("the game is over: time has run out", 1)

    def _trust(self, told: SpokenLine, seat: int) -> None:
        """After a refused line nobody knows who holds which tokens: a turn is then taken for what it looks like."""
        alone = told.acts[0].verb in ("peeks", "rests") and len(told.acts) == 1
        if self.state.phase == START and alone:
            self.playing.state = self.state._replace(phase=QUIET, silent=self.state.silent | 1 << seat)
        elif self.state.phase == QUIET and not alone:
            self.playing.state = self.state._replace(phase=START, silent=self.state.silent & ~(1 << seat))
        if told.acts[0].verb == "spends":
            self.playing.state = self.state._replace(
                keys=self.state.keys | 1 << seat, stage=self.state.stage | USABLE
            )
        for act in told.acts:
            if act.verb == "mission" and act.card >= 0:
                self.playing.state = _entitled(
                    self.state, seat, self.setup.parts.characters[act.card].token
                )

    def _open_end(self) -> str:
        """What a turn that the next line breaks off still lacks."""
        if self.state.phase == CLAIMING:
            return ": the room claimed is missing (only a player under Silence looks without naming)"
        return self.playing.possible(": the line before is not complete, it lacks one of: ")

    def _was_silenced(self, seat: int) -> bool:
        """Whether `seat` has just used up its Silence, which ends the turn."""
        last = self.state.log[-1] if self.state.log else None
        return last is not None and last.seat == seat and last.kind in (What.QUIET, What.REST)

    def _timeout(self, act: NotedClause) -> None:
        saboteur = act.seat
        if not self.known and saboteur:
            self.playing.person(self.state.held[saboteur - 1], self.setup.saboteur, act.word)
        if self.state.phase == AFTER:
            self.playing.do(self.setup.plain[Kind.END], act.word)
        last = self.state.log[-1] if self.state.log else None
        if last is not None and last.kind is What.TIMEOUT and last.seat == 0 and not self.known:
            # Time ran out within the line before, when it was not yet told who wins by it.
            able = self.setup.all_seats & ~self.state.silent & ~self.state.out
            self.playing.state = self.state._replace(
                winner=saboteur, log=(*self.state.log[:-1], last._replace(seat=saboteur, at=able))
            )
        last = self.state.log[-1] if self.state.log else None
        if last is None or last.kind is not What.TIMEOUT:
            raise self.playing.line.error("time has not run out", act.word.column)
        if last.seat != saboteur:
            who = self.names[last.seat - 1] if last.seat else "nobody"
            raise self.playing.line.error(f"when time ran out {who} won", act.last.column)

    def _shows(self, told: SpokenLine) -> None:
        """A Character shown by mistake and taken back: no move, but everybody knows it now."""
        act, state = told.acts[0], self.state
        if len(told.acts) > 1:
            raise self.playing.line.error(
                "a Character shown by mistake stands on a line of its own", told.acts[1].word.column
            )
        if state.phase not in (START, QUIET, AFTER) or state.stage & EXTRA:
            raise self.playing.line.error(
                f"the turn of {self.names[state.turn - 1]} is not complete yet", 1
            )
        seat = told.seat or state.turn
        slot = state.held[seat - 1]
        self.playing.person(slot, act.card, act.word)
        event = Event(What.SHOWN, seat, slot, act.card)
        self.playing.state = self.state._replace(log=(*self.state.log, event))


def _entitled(state: EnigmaState, seat: int, token: str) -> EnigmaState:
    """The position with the tokens that a mission asks for."""
    chaos = {"C": state.chaos | 1 << seat, "no C": state.chaos & ~(1 << seat)}.get(token, state.chaos)
    return state._replace(chaos=chaos, keys=state.keys | (token == "D") << seat)
