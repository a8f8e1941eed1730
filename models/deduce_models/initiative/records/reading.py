"""Records of missions: header, then one move a line, chance included.

A complete record replays from its moves; the answer comes from the mission. The record of one seat has a
``seat`` line in its header, ``?`` for cards the seat did not see, ``open GLYPH TEXT`` lines for what windows
showed, and after an answer a line ``phrase WORD WORD ...``, what the card turned out to say::

    game: initiative
    mission: m1_parcel
    players: 2
    seat: 1

    deal 1 g6
    ...
    deal 2 ?

Reading a one-seat record needs nothing that the seat did not see: hidden cards are guessed (`guesses`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

from deduce.games.base import CHANCE, Game
from deduce.games.registry import picture_of
from deduce.ground.compat import override
from deduce.ground.errors import Contradiction, ProblemError, RecordError, nearest
from deduce.records.excerpt import last_line, seat_asked
from deduce.records.gathering import Gathering
from deduce.records.header import WRITER_KEYS, file_of, header_lines, options_of, party_of, writer_of
from deduce.records.record import Line, Record
from deduce.records.replay import Replay as AnyReplay
from deduce_models.initiative.components.parts import ACTIONS
from deduce_models.initiative.records.guesses import with_named_cards
from deduce_models.initiative.records.openings import HIDDEN, check_open, check_told, opening, secret_told
from deduce_models.initiative.records.position import POSITION_WORDS, placed, position_lines
from deduce_models.initiative.records.sayings import told
from deduce_models.initiative.records.steps import steps
from deduce_models.initiative.rules import guessing as answers
from deduce_models.initiative.rules import phases
from deduce_models.initiative.rules.moves import Move
from deduce_models.initiative.rules.setup import Setup
from deduce_models.initiative.rules.state import State, View

__all__ = ["VERBS", "Replay", "parse_move", "read"]

Initiative = Game[State, View, Move]

VERBS = {
    "deal": 2, "play": 2, "special": 2, "stop": 0, "skip": 0, "room": 1, "more": 0, "done": 0, "keep": 0,
    "remove": 0, "move": 1, "take": 1, "turn": 0, "clear": 1, "figure": 1, "draw": 0, "agree": 0, "object": 0,
    "collect": 0, "leave": 0, "token": 1, "gas": 2, "camera": 1, "card": 1, "answer": -1,
}  # fmt: skip


@dataclass(frozen=True, repr=False)
class Replay(AnyReplay[View]):
    """A record that has been read: the states from the first to the last, and whose record it is.

    In the record of one seat, what that seat cannot see is a guess.
    """

    game: Initiative
    record: Record
    names: tuple[str, ...]
    me: int | None
    until: str | None = None

    def _repr_svg_(self) -> str:
        return picture_of("initiative", self)

    @cached_property
    def course(self) -> tuple[tuple[State, ...], tuple[Move, ...]]:
        """The positions from the first to the last, and the moves between them.

        Raises `RecordError` at a line that cannot be, `Contradiction` when lines cannot all be true.
        """
        return _play(self.game, self.record, len(self.names), self.me, self.until)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves, chance included."""
        return self.course[1]

    @property
    def last(self) -> State:
        """The position at the end."""
        return self.course[0][-1]

    @property
    @override
    def played(self) -> tuple[Sequence[State], Sequence[Move]]:
        super().played  # noqa: B018 - refuses one seat's notes
        return self.course

    @override
    def upto(self, until: str | None) -> Replay:
        return self if until is None else Replay(self.game, self.record, self.names, self.me, until)

    @override
    def view(self, seat: int | None = None) -> View:
        last = self.last
        actor = last.actor if isinstance(last.actor, int) else last.turn
        asked = seat_asked(
            seat, seats=last.seats, writer=self.me, otherwise=actor, names=self.names, public=False
        )
        return last.view(asked)


def parse_move(text: str, position: State | View) -> Move:
    """The move written `text`, when it is legal in `position`.

    Raises `RecordError` with the column of the word that is wrong and what was expected.
    """
    words = text.split()
    if not words:
        raise RecordError("expected a move, not an empty line", column=1)
    verb = words[0].lower()
    if verb not in VERBS:
        raise RecordError(
            f"{words[0]!r} is no move; {nearest(verb, VERBS)}", column=1 + text.index(words[0])
        )
    legal = _legal(position)
    move = _spelt(verb, words[1:], legal)
    if move in legal:
        return move
    same = [other for other in legal if other.verb == verb]
    if not same and verb != "answer":
        verbs = sorted({other.verb for other in legal})
        raise RecordError(
            f"{verb!r} cannot be played now; {nearest(verb, verbs)}", column=1 + text.index(words[0])
        )
    column = 1 + len(text.rstrip())
    for place, word in enumerate(words[1:]):
        fitting = [o for o in same if len(o.words) > place and o.words[place].casefold() == word.casefold()]
        if not fitting:
            column = 1 + text.index(word, len(words[0]))
            break
        same = fitting
    if verb == "answer":
        raise RecordError(_answer_error(position, move), column=1 + text.index(words[0]))
    raise RecordError(f"{text.strip()!r} is not possible; {nearest(move, same)}", column=column)


def _legal(position: State | View) -> Sequence[Move]:
    if isinstance(position, State):
        return [move for move, _ in position.outcomes()] if position.actor is CHANCE else position.moves()
    return position.moves


def _spelt(verb: str, words: list[str], legal: Sequence[Move]) -> Move:
    if verb == "answer":
        return Move(verb, tuple(word.upper() for word in words))
    by_case = {tuple(word.casefold() for word in move.words): move for move in legal if move.verb == verb}
    return by_case.get(tuple(word.casefold() for word in words), Move(verb, tuple(words)))


def _answer_error(position: State | View, move: Move) -> str:
    if position.refused:
        return "an answer was just refused; do something else first"
    return answers.slip(position.setup, position.windows, move.words) or "no answer may be given now"


def read(game: Initiative, record: Record) -> Replay:
    """A record checked against the rules.

    Raises `RecordError` with line, column and a right line for whatever cannot be; `RecordErrors` for several lines.
    """
    wrong = Gathering()
    with wrong.each():
        header_lines(record, ("game", "players", *WRITER_KEYS, *game.options))
    names: tuple[str, ...] = () if record.get("players") else ("P1",)
    with wrong.each("players: Ann Bob"):
        names = names or party_of(record, game.seats, title=game.title)
    if not names:
        wrong.settle()
    me: int | None = None
    with wrong.each(f"me: {names[0]}"):
        me = writer_of(record, names)
    found = Replay(game, record, names, me)
    if wrong:
        # Whatever is wrong behind the header is told with it.
        with wrong.each(), suppress(Contradiction):
            _ = found.course
        wrong.settle()
    # Two lines that contradict each other are an answer of its own, which the questions give.
    with suppress(Contradiction):
        _ = found.course
    return found


def _play(
    game: Initiative, record: Record, players: int, seat: int | None, until: str | None
) -> tuple[tuple[State, ...], tuple[Move, ...]]:
    state = _start(game, record, players)
    limit = last_line(record, until)
    lines = _until(record.events, limit)
    if lines and _verb(lines[0]) == "open" and not state.setup.mapped:
        # Of a card alone nothing can be played, nobody holds anything, and whoever sits there sees the same.
        empty = ["position", *(f"cards {number} 0" for number in range(1, players + 1))]
        lines = [*(Line(lines[0].number, text, lines[0].source) for text in empty), *lines]
        seat = seat or 1
    wrong = Gathering()
    if seat is not None:
        with wrong.each():
            state = state._replace(secret=secret_told(state, lines))
    typed = position_lines(lines)
    if typed:
        if seat is None:
            raise typed[0].error(
                "a position belongs to one seat's notes: add a line 'seat: N' to the header", 1
            )
        with wrong.each():
            state = placed(state, typed, seat)
    states: list[State] = [state]
    moves: list[Move] = []
    for line in lines[len(typed) :]:
        with wrong.each(partial(_example, states[-1], line)):
            if wrong:
                # The position is not known any more behind a refusal: only the words are checked.
                _check_words(states[-1].setup, line)
            else:
                _line_played(states, moves, line, seat)
    wrong.settle()
    return tuple(states), tuple(moves)


def _verb(line: Line) -> str:
    return line.words[0][0].lower()


def _line_played(states: list[State], moves: list[Move], line: Line, seat: int | None) -> None:
    """Play a line after the last of `states`; what it leads to joins `states` and `moves`."""
    words, state = line.words, states[-1]
    verb = words[0][0].lower()
    if verb == "says":
        states[-1] = told(state, line, seat)
    elif verb == "open":
        if state.phase == phases.COLLECT:
            state = _small_played(states, moves, Line(line.number, "collect", line.source), seat)
        check_open(state, line, seat)
    elif verb == "phrase":
        if seat is None or state.cause not in answers.VERDICTS:
            raise line.error("'phrase' comes after the answer in the record of one seat", words[0][1])
    else:
        parts = steps(line, state)
        part = next(parts, None)
        while part is not None:
            try:
                state = _small_played(states, moves, part[0], seat)
            except RecordError as error:
                raise line.error(error.message, part[1] or error.column) from error
            try:
                part = parts.send(state)
            except StopIteration:
                break


def _small_played(states: list[State], moves: list[Move], line: Line, seat: int | None) -> State:
    """The position after the one small move of `line`; it joins `states` and `moves`."""
    state = states[-1]
    if seat is not None:
        state = states[-1] = with_named_cards(state, line, seat)
    move = _move(state, line, seat)
    with line.refusing(line.words[0][1]):
        after = state.play(move)
    if seat is not None:
        check_told(state, after, line)
    states.append(after)
    moves.append(move)
    return after


def _vocabulary(made: Setup, verb: str) -> tuple[Collection[str], ...]:
    """What each word behind a verb may be; nothing for verbs whose words are not listed."""
    seats, cards = [str(seat) for seat in range(1, made.seats + 1)], made.deck.ids
    each: dict[str, tuple[Collection[str], ...]] = {
        "deal": (seats, cards), "play": (cards, ACTIONS), "special": (cards, cards), "card": (cards,),
        "room": (made.rooms,), "move": (made.rooms,), "take": (made.kinds, made.rooms), "token": (made.kinds,),
        "clear": (ACTIONS,), "figure": (seats,),
    }  # fmt: skip
    return each.get(verb, ())


def _check_words(made: Setup, line: Line) -> None:
    """Check the words of a line, not whether it may be played."""
    verb, column = line.words[0]
    if verb.lower() == "open":
        opening(made.front, line)
    elif verb.lower() not in ("phrase", "says", *POSITION_WORDS):
        if verb.lower() not in VERBS:
            raise line.error(f"{verb!r} is no move; {nearest(verb.lower(), VERBS)}", column)
        for (word, column), known in zip(line.words[1:], _vocabulary(made, verb.lower()), strict=False):
            if word != HIDDEN and word.casefold() not in {each.casefold() for each in known}:
                raise line.error(f"{word!r}: {nearest(word, known)}", column)


def _example(state: State, line: Line) -> str:
    """A right line: a legal move with the verb that `line` begins with, or is nearest to it, or any legal one."""
    verb = line.words[0][0].lower()
    from difflib import get_close_matches  # only where somebody slipped

    close = get_close_matches(verb, [*VERBS, "open"], n=1, cutoff=0.5)
    if close == ["open"]:
        glyph = next(iter(state.setup.front.glyphs), "")
        return f"open {glyph} TEXT"
    legal = _legal(state)
    chosen = next((move for move in legal if [move.verb] == close), None)
    if chosen is None and close and (known := _vocabulary(state.setup, close[0])):
        return " ".join([close[0], *(next(iter(words)) for words in known)])
    if chosen is None and close and VERBS[close[0]] == 0:
        return close[0]
    return str(chosen or next(iter(legal), ""))


def _start(game: Initiative, record: Record, players: int) -> State:
    options = {key: value for key, value in options_of(record, game.options).items() if value != ""}
    for key in ("mission", "lexicon"):
        if Path(str(options.get(key, ""))).suffix in (".toml", ".txt"):
            options[key] = str(file_of(record, key))
    try:
        return game.new(players=players, **options)
    except ProblemError as error:
        guilty = [key for key in options if str(error).startswith(f"option {key}")]
        raise record.line_of(guilty[0] if guilty else "mission").error(str(error)) from error


def _until(events: Sequence[Line], limit: int) -> list[Line]:
    """The events up to line `limit`, with what the last of them opened."""
    lines = [line for line in events if line.number <= limit]
    for line in events[len(lines) :]:
        if line.words[0][0].lower() != "open":
            break
        lines.append(line)
    return lines


def _move(state: State, line: Line, seat: int | None) -> Move:
    words = line.words
    if words[-1][0] == HIDDEN:
        if seat is None:
            raise line.error(
                "a complete record has no hidden cards; add a line 'seat: N' to the header", words[-1][1]
            )
        guess = next((card for card in state.deck if not state.setup.deck.symbols[card]), None)
        if state.phase not in (phases.DEAL, phases.CARD) or guess is None:
            raise line.error(f"no card is drawn now (to decide: {phases.PHASES[state.phase]})", words[0][1])
        owner = phases.draw_seat(state)
        if owner == seat:
            raise line.error(f"seat {seat} sees its own card", words[-1][1])
        return Move(words[0][0], (*(word for word, _ in words[1:-1]), state.setup.deck.codes[guess]))
    try:
        return parse_move(line.body, state)
    except RecordError as error:
        shift = words[0][1] - 1
        raise line.error(error.message, error.column + shift if error.column else 0) from error
