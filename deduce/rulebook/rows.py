"""What chance or all seats decide in a row, as one line of notes, read, written and tapped.

::

    display romeo puck                # values, one after another
    offer black 2 pink 1              # how many of each; what is not named is none
    wagers 3 5                        # of all seats that chose at once

The rules say so where they roll or ask: `Row`, `Table.together`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, takewhile
from typing import TYPE_CHECKING

from deduce.ground.errors import RecordError
from deduce.ground.wording import say, typed
from deduce.records.words import counts_of, words_of
from deduce.rulebook.asks import AtOnce, Choose, Roll, Row

if TYPE_CHECKING:
    from deduce.records.form import Event
    from deduce.records.record import Line
    from deduce.records.words import Word
    from deduce.rulebook.heard import Event as Happened
    from deduce.rulebook.notes import NotesReplay
    from deduce.rulebook.run import Run
    from deduce.rulebook.table import Table


# Reading.


def read_row(line: Line, replay: NotesReplay) -> bool:
    """Read a line that tells a row, where one is due; gives whether the line was one. Raises `RecordError`."""
    if "," in line.body:
        return False
    reader = replay.reader
    wait, table, words = reader.run.wait, reader.table, words_of(line)
    if isinstance(wait, Roll) and wait.row is not None and (rest := _behind(wait.row.head, words)):
        answered = len(reader.answers)
        try:
            (_counted if wait.row.words else _listed)(rest, wait.row, line, replay)
        except RecordError:
            reader.back_to(answered)
            raise
        return True
    now = table.at_once
    waited = isinstance(wait, Choose) or (reader.pending is not None and reader.pending.name == "together")
    if now is not None and waited and (rest := _behind(now.row, words)):
        if said := ", ".join(_of_seats(rest, now, line, table)):
            reader.read(said, f"line {line.number}", line)
        return True
    latest = takewhile(lambda pair: pair[1].kind == "say", reversed([*enumerate(table.log)]))
    known = {number: event for number, event in latest if event.row and _behind(event.row, words)}
    if known:  # it had to be so, but may be written down
        row = next(iter(known.values())).row
        told = {_word(event): event.value for event in reversed(known.values()) if event.row == row}
        must = " ".join([row, *(f"{word} {count}" for word, count in told.items())])
        if counts_of(_behind(row, words), tuple(told), "what had to come", line) != told:
            raise line.error(f"it can only be: {must}", 1)
        reader.tell_again(known, must, line)
    return bool(known)


def _behind(head: str, words: Sequence[Word]) -> Sequence[Word]:
    """The words behind a head; none where the line does not begin with it."""
    size = len(head.split())
    return words[size:] if " ".join(word.folded for word in words[:size]) == head else ()


def _word(event: Happened) -> str:
    return event.said.removeprefix(f"{event.row} ")


def _listed(words: Sequence[Word], row: Row, line: Line, replay: NotesReplay) -> None:
    """Values in a row, in the order in which they came."""
    for word in words:
        wait = replay.reader.run.wait
        if not isinstance(wait, Roll) or wait.row is None or wait.row.head != row.head:
            raise line.error(
                say("{number} are told; {left} come here", number=len(words), left=row.left), word.column
            )
        _answer(f"{wait.name} {_copy(word, wait) or word.text}", word.column, line, replay)


def _copy(word: Word, wait: Roll) -> str:
    """The first copy that can come, of a thing that is named without the number of its copy (``name.2``)."""
    values = [str(value) for value in wait.chances]
    if word.folded in map(str.casefold, values):
        return ""
    alike = (each for each in values if each.casefold().rpartition(".")[0] == word.folded)
    return next((each for each in alike if each.rpartition(".")[2].isdigit()), "")


def _counted(words: Sequence[Word], row: Row, line: Line, replay: NotesReplay) -> None:
    """How many of each thing came: those that are not named are none, and what must be so is not asked for."""
    reader, begun = replay.reader, len(replay.reader.table.log)
    counts = counts_of(words, row.words, say("one of those to come"), line)
    left = dict(counts)
    columns = dict(zip(counts, (word.column for word in words[::2]), strict=True))
    passed = False
    while left and isinstance(wait := reader.run.wait, Roll) and wait.row and wait.row.head == row.head:
        thing = wait.name.removeprefix(f"{row.head} ")
        passed |= thing not in left
        _answer(f"{wait.name} {left.pop(thing, 0)}", columns.get(thing, 1), line, replay)
    single = len(counts) == 1 and not passed
    for event in reader.table.log[begun:]:
        if event.kind == "say" and left.pop(_word(event), event.value if single else 0) != event.value:
            told = say("{number} {thing} come here", number=event.value, thing=typed(_word(event)))
            raise line.error(told, columns.get(_word(event), 1))
    if any(left.values()):
        raise line.error(
            say("there are not so many of them"), columns[next(word for word in left if left[word])]
        )
    more = isinstance(wait := reader.run.wait, Roll) and wait.row is not None and wait.row.head == row.head
    if more and not single:
        told = say("these are {number}; {left} come here", number=sum(counts.values()), left=row.left)
        raise line.error(told, 1)


def _answer(said: str, column: int, line: Line, replay: NotesReplay) -> None:
    try:
        replay.reader.read(said, f"line {line.number}", line)
    except RecordError as error:
        raise line.error(error.message, column) from error


def _of_seats(words: Sequence[Word], now: AtOnce, line: Line, table: Table) -> Iterator[str]:
    """What each seat has chosen, with its name."""
    if len(words) != len(now.menus):
        seats = " ".join(map(table.name, now.menus))
        raise line.error(f"{len(words)} are told; expected those of {seats}", words[-1].column)
    told, own = now.told(table), _own(table, now)
    for seat, word in zip(now.menus, words, strict=True):
        said = f"{now.verb(table, seat)} {word.text}"
        if own.get(seat, said).casefold() != said.casefold():
            raise line.error(f"{table.name(seat)} chose {own[seat]}, as the lines before say", word.column)
        if seat not in own and now.called(table, seat) not in told:
            yield f"{table.name(seat)} {said}"


def _own(table: Table, now: AtOnce) -> dict[int, str]:
    """What is known of the choices before they are shown: the writer's own, of a complete record those before."""
    begun = takewhile(lambda event: event.kind == "show" or event.row == now.row, reversed(table.log))
    return {event.seat: event.said for event in begun if event.kind == "choose" and event.said}


# Writing.


def lines_of_rows(run: Run) -> dict[int, str]:
    """The lines of rows, by the number of their first event; '' for the others. What has only begun is no row."""
    found: dict[int, str] = {}
    wait = run.wait
    under_way = wait.row.head if isinstance(wait, Roll) and wait.row is not None else ""
    log = run.table.log
    for row, numbered in groupby(enumerate(log), lambda pair: pair[1].row):
        numbers, events = zip(*numbered, strict=True)
        kinds = {event.kind for event in events}
        if not row or (row == under_way and numbers[-1] + 1 == len(log)) or not kinds & {"roll", "show"}:
            continue
        chosen = {event.handle: event for event in events if event.kind == "choose"}
        said = [_part(event, chosen.get(event.about)) for event in events if event.kind != "choose"]
        found |= dict.fromkeys(numbers, "")
        found[numbers[0]] = " ".join([row, *filter(None, said)])
    return found


def _part(event: Happened, chosen: Happened | None) -> str:
    """What a line says of one event of a row: its value, how many of a thing, or a choice without its verb."""
    if chosen is not None:
        text = chosen.said or chosen.about.text_of(event.value)
        return str(text.partition(" ")[2])
    if not event.said.startswith(f"{event.row} "):
        return str(event.value)
    return f"{_word(event)} {event.value}" if event.value else ""


# Tapping.


def row_event(ask: Roll, row: Row) -> Event:
    """The line of a row that chance is about to make."""
    from deduce.records.form import Event, Field

    values = tuple(map(str, ask.chances))
    if row.words:
        fields = [Field("pieces", tuple(row.words), "counts", count=row.left)]
    elif row.again:
        fields = [
            Field(f"which {place}" if place > 1 else "which", values) for place in range(1, row.left + 1)
        ]
    else:
        fields = [Field("which", values, "many", count=min(row.left, len(values)))]
    return Event(row.head, row.head, tuple(fields))


def row_of_seats(table: Table) -> Event | None:
    """The line of choices made at once, where none has been shown yet; what the writer chose itself is said."""
    from deduce.records.form import Event, Field

    now = table.at_once
    own = {} if now is None else _own(table, now)
    if now is None or now.told(table).keys() - {now.called(table, seat) for seat in own}:
        return None
    fields = []
    for seat in now.menus:
        texts = [own[seat]] if seat in own else list(table.setting.menu(now.menus[seat], ()).all())
        fields.append(Field(table.name(seat), tuple(text.partition(" ")[2] for text in texts)))
    return Event(now.row, now.row, tuple(fields))
