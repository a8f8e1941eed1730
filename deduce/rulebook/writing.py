"""The way back: a game, or what a seat heard of it, as the text of a record that reads back the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from deduce.ground.errors import ProblemError, RecordError
from deduce.records.header import option_lines
from deduce.records.record import begun, read_record
from deduce.rulebook.asks import Change, Choose, Deal
from deduce.rulebook.attempt import UNSEEN
from deduce.rulebook.audience import ALL
from deduce.rulebook.clauses import clause_of, named, row_of
from deduce.rulebook.heard import Entry, Event
from deduce.rulebook.moves_said import HIDDEN
from deduce.rulebook.notes import NotesReplay, read
from deduce.rulebook.rows import lines_of_rows
from deduce.rulebook.run import Run
from deduce.rulebook.state import State
from deduce.rulebook.views import View

if TYPE_CHECKING:
    from deduce.rulebook.game import Rulebook

UNWRITTEN = "what happened cannot be written so that it reads back the same"


def written(
    game: Rulebook,
    states: Sequence[State],
    _moves: Sequence[Any],
    options: Mapping[str, Any],
    seat: int | None,
) -> str:
    """A game as the text of its record; with `seat` only what that seat heard. What is written reads back the same.

    Raises `ProblemError` where it would not.
    """
    last = states[-1]
    setting = last.setting
    if (
        last.run.begin is not None
    ):  # the moves alone, from the rules' own start, may be those of another game
        raise ProblemError(f"{game.title}: {UNWRITTEN}: it began with a position typed in")
    head = [*begun(game.name), f"players: {' '.join(setting.names)}"]
    if seat is not None:
        head.append(f"me: {setting.names[seat - 1]}" if seat else "seat: 0")
    head += option_lines(game.options, {**setting.chosen, **dict(options)})
    if setting.path is not None:
        head.append(f"data: {setting.path}")
    head += game.header(last if seat is None else last.view(seat))
    # Where the next line could be meant instead of what goes unsaid, everything done is said, and then everything told.
    for whole in range(3):
        body = _complete(last, whole=whole) if seat is None else _heard(last.view(seat), whole=whole)
        text = "\n".join([*head, "", *body]) + "\n"
        try:
            if game.reads_back(text, last, seat):
                return text
        except RecordError as error:
            if whole == 2:
                raise ProblemError(f"{game.title}: {UNWRITTEN}: {error.message}") from error
    raise ProblemError(f"{game.title}: {UNWRITTEN}")


def reads_back(game: Rulebook, text: str, last: State, seat: int | None) -> bool:
    """See `Rulebook.reads_back`."""
    again: NotesReplay = read(game, read_record(text, allow_files=True))
    answers = [answer for answer, _ in again.reader.answers]
    if seat is None:
        return answers == list(last.history)
    meant = list(last.view(seat).entries)
    return answers == meant or _before_choosing(answers, last, seat) == _before_choosing(meant, last, seat)


def _before_choosing(heard: Sequence[Entry], state: State, seat: int) -> Sequence[Entry]:
    """What a seat had heard before the choices that are being made at once: notes tell these when all have chosen."""
    wait = state.run.wait
    if not isinstance(wait, Choose) or not wait.among:
        return heard
    last = len(heard)
    while last and (heard[last - 1].kind == "hidden" or heard[last - 1][:2] == ("choose", seat)):
        if heard[last - 1].kind == "choose" and not _open(state, seat):
            break
        last -= 1
    return heard[:last]


def _open(state: State, seat: int) -> bool:
    """Whether a seat has made its choice of those that are being made at once."""
    for event in reversed(state.run.table.log):
        if not event.among:
            return False
        if event.seat == seat:
            return True
    return False


def _complete(state: State, *, whole: int) -> list[str]:
    """The lines of a complete record: every move, deals in a row, what all were told.

    `whole`: of what goes unsaid 1 says what was done, 2 what was told as well.
    """
    run = Run(state.setting, state.run.table.__class__(state.setting)).start()
    rows: list[str] = []
    dealing, apart = False, _apart(state.run)
    for text in state.history:
        ask, before = run.wait, len(run.table.log)
        run.play(text)
        if isinstance(ask, Deal):
            if state.setting.game.heads:
                continue
            if dealing:
                rows[-1] += f", {text}"
            else:
                rows.append(text)
            dealing = True
            continue
        dealing = False
        if before in apart:
            rows += [apart[before]] if apart[before] else []
            continue
        seat = ask.seat if isinstance(ask, (Choose, Change)) else 0
        among = isinstance(ask, Choose) and bool(ask.among)
        silent = among or (isinstance(ask, Choose) and not whole and _goes_unsaid(run.table.log[before]))
        if not silent or (len(run.history) == len(state.history) and not among):
            row_of(rows, named(seat, state.setting), text, state.setting.game)
        told = [
            event
            for number, event in enumerate(run.table.log[before:], before)
            if event.mask == ALL and event.kind in ("tell", "which") and number not in apart
        ]
        told_so = [each for event in told if (each := clause_of(event, state.setting, whole=whole > 1))]
        if told_so:
            rows[-1:] = [state.setting.game.between.join([*rows[-1:], *told_so])]
    return _told_to_here(rows, run)


def _apart(run: Run) -> Mapping[int, str]:
    """Lines that are not written as the rules tell them: those of rows, and the game's own."""
    return {**lines_of_rows(run), **run.setting.game.lines_of(run)}


def _told_to_here(rows: list[str], run: Run) -> list[str]:
    """The lines, with a sign that a turn is not told to its end, where they would else mean more."""
    wait = run.wait
    laying = isinstance(wait, Change) and isinstance(wait.actor, int) and not run.table.hears(wait.mask)
    if rows and (laying or (isinstance(wait, Choose) and wait.among)):
        rows[-1] += ", ?"
    return rows


def _heard(view: View, *, whole: int) -> list[str]:
    """The lines of one seat's notes; `whole` as in `_complete`."""
    run = view.run()
    names = view.setting.names
    rows: list[str] = []
    begun = False
    apart = _apart(run)
    told = (
        k for k, event in enumerate(run.table.log) if run.table.hears(event.mask) and event.kind != "say"
    )
    last = max(told, default=-1)
    for number, event in enumerate(run.table.log):
        if number in apart:
            rows += [apart[number]] if apart[number] else []
            begun = True
            continue
        if event.kind == "draw" and "{}" in event.said:
            card = HIDDEN if event.value is None else str(event.value)
            row_of(rows, "", event.said.replace("{}", card), view.setting.game)
            begun = True
            continue
        if event.among or (begun and number < last and not whole and _goes_unsaid(event)):
            continue
        if event.kind in ("choose", "change", "roll"):
            if not run.table.hears(event.mask):
                begun_so = (
                    event.kind == "change" and rows and rows[-1].partition(" ")[0] == names[event.seat - 1]
                )
                if (
                    number > last and event.seat and not begun_so
                ):  # the next line would tell, and there is none
                    unseen = event.name if event.kind == "change" else f"{names[event.seat - 1]} {UNSEEN}"
                    rows.append(unseen)
                continue
            clause = event.said if event.seat else clause_of(event, view.setting)
            row_of(rows, named(event.seat, view.setting), clause, view.setting.game)
            begun = True
            continue
        if event.kind == "reveal" and run.table.hears(event.mask) and not event.about[0].terms:
            continue  # whoever writes knew these cards: where a line ends that goes without saying
        clause = clause_of(event, view.setting, whole=whole > 1) if run.table.hears(event.mask) else ""
        if clause and rows and (begun or event.unsaid is not None):  # what may go unsaid ends with its line
            rows[-1] += f"{view.setting.game.between}{clause}"
        elif clause:
            rows.append(clause)
    return _told_to_here(rows, run)


def _goes_unsaid(event: Event) -> bool:
    """Whether notes mean a choice which do not mention it."""
    return event.kind == "choose" and event.unsaid is not None and event.value == event.unsaid
