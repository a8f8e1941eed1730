"""Records of games: a header, then one event a line, chance included.

The events are the moves as they are written everywhere, and three short forms for what the whole table does at
once::

    game: shakespeare
    players: Ann Bob                         # or how many: players: 2
    me: Ann                                  # or seat: 1; left out in a complete (referee's) record
    rest: strategic                          # any option of the game; data: FILE as well

    order 2 1
    offer set black 2 pink 1 blue 3          # a whole offer; colours left out: none
    display hamlet puck assistant.1 romeo    # all cards that are turned up
    draft puck
    wagers 3 5                               # of all seats, by number
    recruit hamlet extra
    activate dresser-6.1 +3
    set black 1C
    done
    awakes author queen                      # whom the seats that choose keep awake, by number

The record of one seat has `?` for what it did not see: ``objective ?``, ``keep ?``, ``under ?`` of others, and
``wager ?`` or ``awake ?`` until the line ``wagers`` or ``awakes`` shows them. At the end of the game
``shows 2 wardrobe`` names the objectives that another seat has kept, in the order of keeping. Lines that begin
with ``position`` come before the first event and set up a position instead of a new game; see `position`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from deduce.games.base import CHANCE
from deduce.ground.errors import RecordError, nearest
from deduce.ground.wording import many
from deduce.records.gathering import Gathering
from deduce.records.record import Line
from deduce_models.shakespeare.components.elements import COLOURS
from deduce_models.shakespeare.records.words import check_spelling, parse_move, read_counts
from deduce_models.shakespeare.records.writing import DRAWS, SECRETS, UNSEEN
from deduce_models.shakespeare.rules import actions, phases
from deduce_models.shakespeare.rules import moves as kinds
from deduce_models.shakespeare.rules.moves import Move
from deduce_models.shakespeare.rules.objectives import held
from deduce_models.shakespeare.rules.state import State

__all__ = ["RecordReader"]


@contextmanager
def _placed(line: Line, column: int, *, whole: bool = False) -> Iterator[None]:
    """Places refusals of a text that stands in `line` from `column` on.

    The word of a short form stands where it stands; only a `whole` line has columns of its own.
    """
    try:
        yield
    except RecordError as error:
        raise line.error(
            error.message, column - 1 + error.column if whole and error.column else column
        ) from error


class RecordReader:
    """Plays the lines of a record one by one.

    What a seat did not see gets a stand-in: a wager or a rest is looked up in the line that shows it (or is any
    legal one), an objective is a number below 0 of its own until the end of the record. `lines` are all events, also
    those behind the last one that is read.
    """

    def __init__(self, state: State, seat: int | None, lines: Sequence[Line]) -> None:
        self.state, self.seat, self.lines = state, seat, lines
        self.moves: list[Move] = []
        self.unseen = -10
        self.shown: dict[int, list[int]] = {}
        # Wagers or rests made one by one in this phase, whether one was hidden, and those still to be shown.
        self.singles: list[Move] = []
        self.hidden = False
        self.awaited: list[Move] = []

    def shows(self) -> dict[int, list[int]]:
        """In the record of one seat, for each seat the objectives that lines ``shows`` name."""
        found: dict[int, list[int]] = {}
        for line in self.lines if self.seat is not None else ():
            words = line.words
            if words[0][0].lower() != "shows":
                continue
            seats = [str(each) for each in self.state.setup.everybody]
            if len(words) < 3 or words[1][0] not in seats:
                raise line.error("expected 'shows SEAT OBJECTIVE ...'", words[-1][1])
            codes = self.state.setup.objective_codes
            for word, column in words[2:]:
                if word.casefold() not in codes:
                    raise line.error(f"{word!r} is no objective; {nearest(word, codes)}", column)
            found[int(words[1][0])] = [codes.index(word.casefold()) for word, _ in words[2:]]
        return found

    def events(self, lines: Iterable[Line], wrong: Gathering) -> None:
        """Play lines; what is refused is kept in `wrong`.

        After a refusal the position is not known any more, so of the lines behind it only the words are checked.
        """
        for line in lines:
            with wrong.each(partial(self._example, line)):
                if wrong:
                    self._spelling(line)
                else:
                    self.event(line)

    def _example(self, line: Line) -> str:
        """A right line: a legal move with the verb of `line`, or any with it, or any legal one."""
        verb = line.words[0][0].casefold()
        state = self.state
        chance = state.actor is CHANCE
        legal = [str(move) for move, _ in state.outcomes()] if chance else [str(m) for m in state.moves()]
        known = [*legal, *(" ".join(words) for words in state.setup.spelling)]
        verbs = dict.fromkeys(text.split()[0] for text in known)
        from difflib import get_close_matches  # only where somebody slipped

        close = get_close_matches(verb, list(verbs), n=1, cutoff=0.5)
        return next((text for text in known if close and text.split()[0] == close[0]), known[0])

    def _spelling(self, line: Line) -> None:
        """Check the words of a line, not whether it may be played."""
        words = [word.casefold() for word, _ in line.words]
        verb = words[0]
        if verb == "shows" or (words[1:] == [UNSEEN] and verb in (*SECRETS, "wager", "awake")):
            return
        if verb == "offer" and len(words) > 1 and words[1] in DRAWS.values():
            read_counts(line, 2)
        elif verb in ("wagers", "awakes", "display"):
            for word, column in line.words[1:]:
                with _placed(line, column):
                    check_spelling(f"{'card' if verb == 'display' else verb[:-1]} {word}", self.state)
        else:
            with _placed(line, line.words[0][1], whole=True):
                check_spelling(line.body, self.state)

    def event(self, line: Line) -> None:
        """Play one line."""
        words = [word.casefold() for word, _ in line.words]
        verb = words[0]
        if verb == "position":
            raise line.error("lines 'position ...' come before everything that is played", 1)
        if self.awaited and verb != f"{self.awaited[0].text.split()[0]}s":
            shown = self.awaited[0].text.split()[0]
            raise line.error(
                f"expected the line '{shown}s ...' that shows what was hidden", line.words[0][1]
            )
        if verb == "shows":
            return
        if verb in ("wagers", "awakes"):
            self._together(line, words)
        elif verb == "display":
            for word, column in line.words[1:]:
                self._play(line, f"card {word}", column)
            if self.state.phase in (phases.DEAL, phases.DRAFT_DEAL):
                raise line.error(f"{many(self.state.need, 'more card')} are turned up", line.words[-1][1])
        elif verb == "offer":
            self._offer(line, words)
        elif words[1:] == [UNSEEN]:
            self._hidden(line, verb)
        elif verb in SECRETS and self.seat is not None:
            self._own_objective(line, verb)
        else:
            self._play(line, line.body, line.words[0][1])

    def _play(self, line: Line, text: str, column: int) -> None:
        before = self.state
        with _placed(line, column, whole=text == line.body):
            move = parse_move(text, before)
        with line.refusing(column):
            self.state = before.play(move)
        self.moves.append(move)
        if before.phase in (phases.WAGER, phases.REST):
            self.singles.append(move)
            if self.state.phase != before.phase or self.state.day != before.day:
                self.awaited = self.singles if self.hidden else []
                self.singles, self.hidden = [], False

    def _together(self, line: Line, words: list[str]) -> None:
        """Wagers, or who stays awake, of all seats."""
        verb, phase = words[0][:-1], phases.WAGER if words[0] == "wagers" else phases.REST
        known = self.awaited or self.singles
        said = [f"{verb} {word}" for word in words[1:]]
        if known and said[: len(known)] != [move.text for move in known]:
            text = " ".join(move.text.split()[1] for move in known)
            raise line.error(f"expected '{words[0]} {text}', as the lines before say", line.words[0][1])
        day = self.state.day
        for word, column in line.words[1 + len(known) :]:
            if self.state.phase != phase or self.state.day != day:
                raise line.error(
                    f"{word!r} is not possible; now to be decided: {phases.NAMES[self.state.phase]}", column
                )
            self._play(line, f"{verb} {word}", column)
        if self.state.phase == phase and self.state.day == day and not self.awaited:
            raise line.error(f"seat {self.state.turn} has not chosen yet", line.words[-1][1])
        self.awaited = []

    def _offer(self, line: Line, words: list[str]) -> None:
        state = self.state
        kind = words[1] if len(words) > 1 else ""
        if kind not in DRAWS.values():
            raise line.error("expected 'offer set' or 'offer costume' and counts", line.words[-1][1])
        counts = read_counts(line, 2)
        phase = phases.SET_DRAW if kind == "set" else phases.COSTUME_DRAW
        if state.phase != phase:
            now = state.set_offer if kind == "set" else state.costume_offer
            if counts == now:
                return  # An offer that had to be so needs no draw, but may be written down.
            self._play(line, line.body, line.words[0][1])
            return
        if sum(counts) == state.need and not any(counts[: state.colour]):
            while self.state.phase == phase and self.state.day == state.day:
                colour = self.state.colour
                self._play(line, f"offer {kind} {COLOURS[colour]} {counts[colour]}", line.words[0][1])
            now = self.state.set_offer if kind == "set" else self.state.costume_offer
            if now[state.colour :] != counts[state.colour :]:
                raise line.error("the bag has not so many of these elements", line.words[0][1])
        elif len(words) == 4:
            self._play(line, line.body, line.words[0][1])
        else:
            raise line.error(f"these are {sum(counts)} elements; {state.need} are drawn", line.words[0][1])

    # What the seat did not see.

    def _hidden(self, line: Line, verb: str) -> None:
        column = line.words[-1][1]
        if self.seat is None:
            raise line.error("a complete record hides nothing; add a line 'seat: N' to the header", column)
        state = self.state
        if verb in SECRETS:
            if state.phase != SECRETS[verb]:
                raise line.error(f"now to be decided: {phases.NAMES[state.phase]}", line.words[0][1])
            if state.turn == self.seat:
                raise line.error(f"seat {self.seat} sees its own objectives", column)
            self._unseen_objective(verb)
            return
        if state.phase != {"wager": phases.WAGER, "awake": phases.REST}.get(verb):
            raise line.error(
                f"{verb} ? is not possible; now to be decided: {phases.NAMES[state.phase]}", column
            )
        if state.turn == self.seat:
            raise line.error(f"seat {self.seat} sees its own choice", column)
        self._unseen_choice(line, verb)

    def _unseen_choice(self, line: Line, verb: str) -> None:
        """A hidden wager or rest: as the line that shows it says, or any when none follows."""
        shown = (later for later in self.lines if later.number > line.number)
        told = next((later for later in shown if later.words[0][0].lower() == f"{verb}s"), None)
        self.hidden = True
        place = 1 + len(self.singles)
        if told is None:
            self._play(line, str(self.state.moves()[0]), line.words[0][1])
            if self.awaited:
                raise line.error(f"all have chosen: expected a line '{verb}s ...' that shows it")
        elif place < len(told.words):
            word, column = told.words[place]
            self._play(told, f"{verb} {word}", column)
        else:
            raise told.error(f"seat {self.state.turn} is missing", told.words[-1][1])

    def _unseen_objective(self, verb: str) -> None:
        state = self.state
        if verb == "objective":
            self.state = actions.objective(state, Move(kinds.OBJECTIVE, self._stand_in(), 0, ""))
            return
        *old, (owner, drawn, kept, under) = state.dealings
        rest = [item for item in drawn if item != kept and item not in under]
        if verb == "under":
            self.state = actions.under(state, Move(kinds.UNDER, rest[0], 0, ""))
            return
        known = self.shown.get(owner, [])
        number = len(held(state.dealings, owner))
        item = known[number] if number < len(known) else drawn[0]
        drawn = (item, *drawn[1:])
        state = state._replace(dealings=(*old, (owner, drawn, kept, under)))
        self.state = actions.keep(state, Move(kinds.KEEP, item, 0, ""))

    def _stand_in(self) -> int:
        self.unseen -= 1
        return self.unseen

    def _own_objective(self, line: Line, verb: str) -> None:
        """An objective of the seat's own; what is left in the deck is not known, so only the name is checked."""
        state = self.state
        column = line.words[0][1]
        try:
            move = parse_move(line.body, state)
        except RecordError as error:
            raise line.error(error.message, error.column + column - 1 if error.column else 0) from error
        if state.phase != SECRETS[verb]:
            raise line.error(f"now to be decided: {phases.NAMES[state.phase]}", column)
        if verb != "objective":
            self._play(line, line.body, column)
            return
        own = (*held(state.dealings, state.turn), *state.dealings[-1][1])
        if move.item in own:
            raise line.error("this objective is in hand already", line.words[-1][1])
        self.state = actions.objective(state, move)
        self.moves.append(move)
