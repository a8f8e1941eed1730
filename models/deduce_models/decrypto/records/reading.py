"""Records of Decrypto: text to positions and views, and back, exactly.

A referee's record has no ``seat`` in its header and hides nothing: it is played through by the rules. One
player's notes have one; what he does not know is ``?`` or simply not there, and is worked out from what is:
clues that were read imply that a card was drawn, and that the other team has written its clues as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deduce.errors import ProblemError
from deduce.records.excerpt import seat_asked
from deduce.records.header import option_lines
from deduce.records.record import Line, Record
from deduce_models.decrypto.components.options import OPTIONS
from deduce_models.decrypto.components.wordlist import WordList
from deduce_models.decrypto.records.entries import HIDDEN, Entry, Transcript, Turn, read_transcript
from deduce_models.decrypto.records.walk import Walk
from deduce_models.decrypto.rules.moves import Clue, Deal, DecryptoMove, Draw, Guess, Name, write_code
from deduce_models.decrypto.rules.setup import TEAMS, Half, Table, actor_at
from deduce_models.decrypto.rules.state import State, start
from deduce_models.decrypto.rules.views import View

__all__ = ["read_state", "read_view", "state_of", "view_of", "write_state", "write_view"]


def read_state(record: Record, words: WordList, *, until: str | None = None) -> State:
    """The position at the end of a complete record. Raises `RecordError`."""
    return state_of(read_transcript(record, words, until=until), cut=until is not None)


def read_view(
    record: Record, words: WordList, *, seat: int | None = None, until: str | None = None
) -> tuple[View, Transcript]:
    """The view at the end of a record, and what else it says (judgements).

    `seat` says whose view; a player's notes are that player's already, and a complete record without
    `seat` gives the view of whoever is to move (or the bystander's). Raises `RecordError`.
    """
    notes = read_transcript(record, words, until=until)
    if notes.seat is None:
        state = state_of(notes, cut=until is not None)
        actor = state.actor if isinstance(state.actor, int) else 0
        return state.view(seat_asked(seat, seats=notes.table.players, writer=None, otherwise=actor)), notes
    try:
        seat_asked(seat, seats=notes.table.players, writer=notes.seat, public=False)
    except ProblemError as error:
        raise record.line_of("seat").error(str(error), 1) from error
    return view_of(notes), notes


def state_of(notes: Transcript, *, cut: bool = False) -> State:
    """Play a complete record through. Raises `RecordError` at the line that breaks a rule or comes too early.

    Of a record that was `cut` off, lines of the last round may wait for others: lines of a round stand in
    any order, and those that follow are not there.
    """
    state = start(notes.table)
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


def _next(state: State, notes: Transcript) -> tuple[DecryptoMove, Line] | None:
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


def _word(entry: Entry | None, at: int) -> tuple[str, Line] | None:
    if entry is None or at >= len(entry.words):
        return None
    if entry.words[at] == HIDDEN:
        raise entry.line.error(
            "a complete record hides nothing; one player's notes need 'seat: N' in the header"
        )
    return entry.words[at], entry.line


def _lines(notes: Transcript) -> Iterator[Line]:
    entries = [*notes.keywords.values(), *notes.names.values()]
    for pair in notes.rounds:
        for turn in pair:
            entries += [e for e in (turn.code, turn.clues, turn.interception, turn.answer) if e is not None]
    for entry in sorted(entries, key=lambda entry: entry.line.number):
        # An empty list is a way of saying "none yet".
        if entry.words:
            yield entry.line


def view_of(notes: Transcript) -> View:
    """The view that one player's notes describe. Raises `RecordError` where they contradict the rules."""
    table, seat = notes.table, notes.seat
    if seat is None:
        raise notes.first.error("these notes name no seat")
    walk = Walk(notes)
    walk.run()
    _check_rest(notes, walk)
    keywords = tuple(
        () if (entry := notes.keywords.get(team)) is None or HIDDEN in entry.words else entry.words
        for team in (0, 1)
    )
    team = table.team(seat)
    own = notes.names.get(team) if team is not None else None
    names = own.words if own else ()
    if walk.phase == "over" and notes.names:
        names = tuple(word for side in (0, 1) for word in notes.names[side].words)
    begun = walk.phase != "deal"
    dealt = table.keywords if begun else 4 * walk.turn + len(_given(notes.keywords.get(walk.turn)))
    return View(
        table,
        seat,
        actor_at(table, walk.phase, walk.round, walk.turn),
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


def _given(entry: Entry | None) -> tuple[str, ...]:
    return entry.words if entry else ()


def _check_rest(notes: Transcript, walk: Walk) -> None:
    """Nothing may be written down that the walk never reached."""
    if len(notes.rounds) > walk.round:
        later = [line for line in _lines(notes) if line.number]
        raise later[-1].error(f"round {walk.round} is not finished: its answers are missing")
    if notes.names and walk.phase not in ("name", "over"):
        raise next(iter(notes.names.values())).line.error(
            "keywords are named only to break a tie at the end"
        )


def write_state(state: State) -> str:
    """The complete record of a position; `read_state` gives it back."""
    lines = _head(state.table, None)
    for team in (0, 1):
        if words := state.keywords[4 * team : 4 * team + 4]:
            lines.append(f"{TEAMS[team]} keywords {'; '.join(words)}")
    lines += _past(state.past)
    current = _current(
        state.table,
        state.phase,
        state.round,
        state.past,
        [None if code is None else write_code(code) for code in state.codes],
        state.clues,
        state.turn,
        None if state.written is None else write_code(state.written),
    )
    lines += current
    for team in (0, 1):
        if names := state.names[4 * team : 4 * team + 4]:
            lines.append(f"{TEAMS[team]} names {'; '.join(names)}")
    return "\n".join(lines) + "\n"


def write_view(view: View) -> str:
    """One player's notes of a view, with ``?`` for what is hidden; `read_view` gives the view back."""
    table = view.table
    lines = _head(table, view.seat)
    for team in range(table.keywords // 4):
        shown = view.keywords[team]
        count = min(4, max(0, view.dealt - 4 * team))
        if shown or count < 4:
            lines.append(f"{TEAMS[team]} keywords {'; '.join(shown or (HIDDEN,) * count)}".rstrip())
    lines += _past(view.past)
    done = {half.team for half in view.past if half.round == view.round}
    live = view.phase in ("draw", "clue", "intercept", "answer") or (
        view.phase != "deal" and any(view.counts)
    )
    codes: list[str | None] = [None, None]
    clues: list[tuple[str, ...]] = [(), ()]
    written = None
    if live:
        for team in table.encrypting(view.round):
            if team in done:
                continue
            drawn = view.phase != "draw" or team < view.turn
            code = view.codes[team]
            codes[team] = (HIDDEN if code is None else write_code(code)) if drawn else None
            clues[team] = view.clues[team] or (HIDDEN,) * view.counts[team]
        if view.phase == "answer" and view.round >= table.rules.interception_from:
            written = HIDDEN if view.written is None else write_code(view.written)
    lines += _current(
        table, view.phase, view.round, view.past, codes, clues, view.turn, written, notes=True
    )
    if view.phase == "over" and view.names:
        lines += [f"{TEAMS[t]} names {'; '.join(view.names[4 * t : 4 * t + 4])}" for t in (0, 1)]
    elif view.phase == "name":
        for team in (0, 1):
            count = min(4, max(0, view.named - 4 * team))
            shown = view.names if team == view.team else (HIDDEN,) * count
            if shown:
                lines.append(f"{TEAMS[team]} names {'; '.join(shown)}")
    return "\n".join(lines) + "\n"


def _head(table: Table, seat: int | None) -> list[str]:
    lines = ["game: decrypto", f"players: {table.players}"]
    if seat is not None:
        lines.append(f"seat: {seat}")
    return [*lines, *option_lines(OPTIONS, {key: getattr(table.rules, key) for key in OPTIONS}), ""]


def _past(past: tuple[Half, ...]) -> list[str]:
    lines: list[str] = []
    number = 0
    for half in past:
        if half.round != number:
            number = half.round
            lines.append(f"round {number}")
        side, rivals = TEAMS[half.team], TEAMS[1 - half.team]
        lines.append(f"{side} code {write_code(half.code)}")
        lines.append(f"{side} clues {'; '.join(half.clues)}")
        if half.interception is not None:
            lines.append(f"{rivals} intercepts {write_code(half.interception)}")
        lines.append(f"{side} guesses {write_code(half.answer)}")
    return lines


def _current(
    table: Table,
    phase: str,
    number: int,
    past: tuple[Half, ...],
    codes: list[str | None],
    clues: Sequence[tuple[str, ...]],
    turn: int,
    written: str | None,
    *,
    notes: bool = False,
) -> list[str]:
    """The lines of the round that is being played."""
    done = {half.team for half in past if half.round == number}
    lines = [] if done or phase in ("deal", "over", "name") else [f"round {number}"]
    for team in table.encrypting(number):
        if team in done:
            continue
        if (code := codes[team]) is not None:
            lines.append(f"{TEAMS[team]} code {code}")
        if clues[team] or (notes and phase == "clue"):
            lines.append(f"{TEAMS[team]} clues {'; '.join(clues[team])}".rstrip())
        if written is not None and team == turn and phase == "answer":
            lines.append(f"{TEAMS[1 - team]} intercepts {written}")
    return lines
