"""Records of Decrypto: text to positions and views.

A referee's record has no ``seat`` in its header and hides nothing: it is played through by the rules. One
player's notes have one; what he does not know is ``?`` or simply not there, and is worked out from what is:
clues that were read imply that a card was drawn, and that the other team has written its clues as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from deduce.compat import override
from deduce.errors import ProblemError
from deduce.games.registry import picture_of
from deduce.reading import is_file
from deduce.records.excerpt import seat_asked
from deduce.records.header import file_of
from deduce.records.record import Line, Record
from deduce.records.replay import Replay as AnyReplay
from deduce_models.decrypto.components.wordlist import WordList, built_in, read_words
from deduce_models.decrypto.records.entries import HIDDEN, Given, Notes, Turn, read_notes
from deduce_models.decrypto.records.walk import NotesWalk
from deduce_models.decrypto.rules.moves import Clue, Deal, DecryptoMove, Draw, Guess, Name
from deduce_models.decrypto.rules.setup import TEAMS, actor_at
from deduce_models.decrypto.rules.state import State, start
from deduce_models.decrypto.rules.views import View

__all__ = ["Replay", "read", "read_state", "read_view"]


@dataclass(frozen=True, repr=False)
class Replay(AnyReplay[View]):
    """A record that has been read: what its lines say, and the last position of a complete one."""

    record: Record
    words: WordList
    names: tuple[str, ...]
    me: int | None
    until: str | None = None

    def _repr_svg_(self) -> str:
        return picture_of("decrypto", self)

    @cached_property
    def notes(self) -> Notes:
        """The lines as data. Raises `RecordError` at a line that cannot be read."""
        return read_notes(self.record, self.words, until=self.until)

    @cached_property
    def last(self) -> State:
        """The position at the end of a complete record. Raises `RecordError` at a line that breaks a rule."""
        return state_of(self.notes, cut=self.until is not None)

    @override
    def upto(self, until: str | None) -> Replay:
        return self if until is None else Replay(self.record, self.words, self.names, self.me, until)

    @override
    def view(self, seat: int | None = None) -> View:
        seats = len(self.names)
        if self.me is None:
            actor = self.last.actor if isinstance(self.last.actor, int) else 0
            return self.last.view(seat_asked(seat, seats=seats, writer=None, otherwise=actor))
        try:
            seat_asked(seat, seats=seats, writer=self.me, public=False)
        except ProblemError as error:
            raise self.record.line_of("seat").error(str(error), 1) from error
        return view_of(self.notes)


def read(record: Record, words: WordList | None = None) -> Replay:
    """A record checked against the rules; `words` is the list of a record that names none.

    Raises `RecordError`.
    """
    file = file_of(record, "words")
    if file is not None:
        if not is_file(file):
            raise record.line_of("words").error(f"there is no file {str(file)!r}", 1)
        words = read_words(file)
    words = words or built_in()
    notes = read_notes(record, words)
    return Replay(record, words, notes.players, notes.seat)


def read_state(record: Record, words: WordList, *, until: str | None = None) -> State:
    """The position at the end of a complete record. Raises `RecordError`."""
    return state_of(read_notes(record, words, until=until), cut=until is not None)


def read_view(
    record: Record, words: WordList, *, seat: int | None = None, until: str | None = None
) -> tuple[View, Notes]:
    """The view at the end of a record, and what else it says (judgements).

    `seat` says whose view; a player's notes are that player's already, and a complete record without
    `seat` gives the view of whoever is to move (or the bystander's). Raises `RecordError`.
    """
    notes = read_notes(record, words, until=until)
    replay = Replay(record, words, notes.players, notes.seat, until)
    return replay.view(seat), notes


def state_of(notes: Notes, *, cut: bool = False) -> State:
    """Play a complete record through. Raises `RecordError` at the line that breaks a rule or comes too early.

    Of a record that was `cut` off, lines of the last round may wait for others: lines of a round stand in
    any order, and those that follow are not there.
    """
    state = start(notes.setup)
    used: set[int] = set()
    while state.actor is not None:
        step = _next(state, notes)
        if step is None:
            break
        move, line = step
        with line.refusing():
            state = state.play(move)
        used.add(line.number)
    for line in _lines(notes):
        waits = cut and notes.rounds and line.number in _numbers(notes.rounds[-1])
        if line.number not in used and not waits:
            raise line.error(f"this comes too early or too late: {_waiting(state)} is expected before it")
    return state


def _numbers(pair: tuple[Turn, Turn]) -> set[int]:
    """The line numbers of one round."""
    entries = (e for turn in pair for e in (turn.code, turn.clues, turn.interception, turn.answer))
    return {entry.line.number for entry in entries if entry is not None}


def _waiting(state: State) -> str:
    side = TEAMS[state.turn]
    return {
        "deal": f"'{side} keywords' with four words",
        "draw": f"'{side} code' in round {state.round}",
        "clue": f"'{side} clues' with three clues in round {state.round}",
        "intercept": f"'{TEAMS[1 - state.turn]} intercepts' in round {state.round}",
        "answer": f"'{side} guesses' in round {state.round}",
        "name": f"'{side} names' with four words",
        "over": "nothing (the game is over)",
    }[state.phase]


def _next(state: State, notes: Notes) -> tuple[DecryptoMove, Line] | None:
    phase = state.phase
    if phase == "deal":
        entry, at = notes.keywords.get(state.turn), len(state.keywords) % 4
        return None if (word := _word(entry, at)) is None else (Deal(word[0]), word[1])
    if phase == "name":
        entry, at = notes.names.get(state.turn), len(state.names) % 4
        return None if (word := _word(entry, at)) is None else (Name(word[0]), word[1])
    if state.round > len(notes.rounds):
        return None
    turn = notes.rounds[state.round - 1][state.turn]
    if phase == "clue":
        word = _word(turn.clues, len(state.clues[state.turn]))
        return None if word is None else (Clue(word[0]), word[1])
    entry = {"draw": turn.code, "intercept": turn.interception, "answer": turn.answer}[phase]
    if entry is None:
        return None
    code = entry.code
    if code is None:
        raise entry.line.error(
            "a complete record hides nothing; one player's notes need 'seat: N' in the header"
        )
    return (Draw(code) if phase == "draw" else Guess(code)), entry.line


def _word(entry: Given | None, at: int) -> tuple[str, Line] | None:
    if entry is None or at >= len(entry.words):
        return None
    if entry.words[at] == HIDDEN:
        raise entry.line.error(
            "a complete record hides nothing; one player's notes need 'seat: N' in the header"
        )
    return entry.words[at], entry.line


def _lines(notes: Notes) -> Iterator[Line]:
    entries = [*notes.keywords.values(), *notes.names.values()]
    for pair in notes.rounds:
        for turn in pair:
            entries += [e for e in (turn.code, turn.clues, turn.interception, turn.answer) if e is not None]
    for entry in sorted(entries, key=lambda entry: entry.line.number):
        # An empty list is a way of saying "none yet".
        if entry.words:
            yield entry.line


def view_of(notes: Notes) -> View:
    """The view that one player's notes describe. Raises `RecordError` where they contradict the rules."""
    setup, seat = notes.setup, notes.seat
    if seat is None:
        raise notes.first.error("these notes name no seat")
    walk = NotesWalk(notes)
    walk.run()
    _check_rest(notes, walk)
    keywords = tuple(
        () if (entry := notes.keywords.get(team)) is None or HIDDEN in entry.words else entry.words
        for team in (0, 1)
    )
    team = setup.team(seat)
    own = notes.names.get(team) if team is not None else None
    names = own.words if own else ()
    if walk.phase == "over" and notes.names:
        names = tuple(word for side in (0, 1) for word in notes.names[side].words)
    begun = walk.phase != "deal"
    dealt = setup.keywords if begun else 4 * walk.turn + len(_given(notes.keywords.get(walk.turn)))
    return View(
        setup,
        seat,
        actor_at(setup, walk.phase, walk.round, walk.turn),
        walk.phase,
        walk.round,
        walk.turn,
        keywords,
        (walk.codes[0], walk.codes[1]),
        (walk.clues[0], walk.clues[1]),
        (walk.counts[0], walk.counts[1]),
        walk.written,
        tuple(walk.past),
        walk.tokens,
        names,
        walk.result,
        dealt,
        sum(len(_given(entry)) for entry in notes.names.values()),
    )


def _given(entry: Given | None) -> tuple[str, ...]:
    return entry.words if entry else ()


def _check_rest(notes: Notes, walk: NotesWalk) -> None:
    """Nothing may be written down that the walk never reached."""
    if len(notes.rounds) > walk.round:
        later = [line for line in _lines(notes) if line.number]
        raise later[-1].error(f"round {walk.round} is not finished: its answers are missing")
    if notes.names and walk.phase not in ("name", "over"):
        raise next(iter(notes.names.values())).line.error(
            "keywords are named only to break a tie at the end"
        )
