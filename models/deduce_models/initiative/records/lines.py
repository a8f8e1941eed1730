"""Lines of notes beside what the rules tell: shorthand put into words, ``open``, ``phrase`` and ``says`` lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from deduce.ground.errors import RecordError
from deduce.ground.wording import say
from deduce.records.record import Line, Record
from deduce.rulebook.notes import Foretold
from deduce.rulebook.run import Run
from deduce.rulebook.sayings import Saying
from deduce.rulebook.setting import Setting
from deduce_models.initiative.records.openings import check_open, opening, texts_behind, told
from deduce_models.initiative.rules.guessing import VERDICTS

if TYPE_CHECKING:
    from deduce.rulebook.notes import NotesReplay
    from deduce_models.initiative.rules.frame import Frame

SIGN = re.compile(r"(?<=\s)(\+?)([^\s:,+]+?)(-?)(?=[\s:,]|$)")


SAYINGS: Sequence[Saying] = (
    (r"^ *\+ *((?:[A-Za-z]\d+ *)+)$", r"draw \1"),
    (r"^ *(NAME)? *that(?:['’]s| is| was) (?:it|all)[ .!]*$", r"\1 stop"),
    (
        r"^ *(?:(NAME)|we|I) (?:proposes?|suggests?)(?: the)?(?: answer| solution)?[: ]+(.+?)[ .!]*$",
        r"\1 answer \2",
    ),
)

"""What has no word that says anything; all else is in forms (`records.hurried`)."""
BEHIND = re.compile(
    r"(?i)^ *(?:the )?(?:windows? (?:of |with )?|behind )?([A-Z]\d?)(?:,? *(?:->|=|:)| shows?| hides?| is| are"
    r"|,? there(?: is|['’]s| was)| was| turns out to be)+"
    r"(?: an?)? ([A-Z0-9]+)[ .]*$"
)


WINDOW: Final = frozenset(
    ("window", "show", "shows", "showed", "reveal", "reveals", "revealed", "hides", "behind", "under", "opened",
     "uncovered")
)  # fmt: skip
"""Words with one of which a line may tell what a window shows."""


def _window(line: Line) -> str:
    if WINDOW.isdisjoint(word.casefold().strip(",:;.") for word, _ in line.words):
        return ""
    from deduce_models.initiative.records.hurried import window

    return window(line.body)


def opened(record: Record) -> Record:
    """The record with what windows showed in lines ``open GLYPH TEXT``, however that was said."""
    events = [
        replace(line, text=f"open {hit[1].upper()} {hit[2]}")
        if (hit := BEHIND.match(line.body))
        else replace(line, text=plain)
        if (plain := _window(line))
        else line
        for line in record.events
    ]
    return replace(record, events=tuple(events))


def reworded(text: str) -> str:
    """``+L`` is a glyph that was taken, ``L-`` a token that was not kept."""
    name, verb, rest = text.partition("play") if "play" in text else text.partition("special")
    words = [verb, *rest.split()]
    if len(words) < 4 or len(name.split()) > 1:
        return text
    away = "leave" if "gather" in words[2].lower() else "remove"
    return SIGN.sub(lambda hit: ("take " if hit[1] else "") + hit[2] + (f" {away}" if hit[3] else ""), text)


def foretold(record: Record, setting: Setting, me: int | None) -> Foretold:
    """What windows show, from all ``open`` and ``phrase`` lines; the position that the notes begin with."""
    frame: Frame = setting.data
    front, seats = frame.setup.front, len(setting.seats)
    lines = record.events
    first = lines[0].words[0][0].lower() if lines else ""
    alone = first == "open" and not frame.setup.mapped
    writer = me if me is not None else 1 if alone else None
    if writer is None:
        if first == "position":
            raise lines[0].error(
                say("a position belongs to one seat's notes: add a line 'seat: N' to the header"), 1
            )
        return Foretold()
    texts, conflict = texts_behind(front, lines, injective=frame.setup.options.injective)
    values = frame.given(told(front, lines, texts))
    begin, size = None, 0
    if alone:
        from deduce_models.initiative.records.position import card_alone

        begin = card_alone(frame, seats, writer, list(texts))
    elif first == "position":
        from deduce_models.initiative.records.position import position_lines, typed

        block = position_lines(lines)
        begin, size = typed(frame, block, seats, writer), len(block)
    return Foretold(values, begin, size, conflict, writer)


def refused(error: RecordError, line: Line, replay: NotesReplay) -> RecordError:
    """A line that tells what lies on the table is no event: it stands with the others of its kind."""
    from deduce_models.initiative.records.position import PARTS, position_lines

    head, column = line.words[0]
    if head.lower() not in {part.head for part in PARTS} or not position_lines(replay.record.events):
        return error
    where = say(
        "what lies on the table is told behind 'position', before what happens later; here is told what is done"
    )
    return line.error(where, column)


def remark(line: Line, replay: NotesReplay) -> bool:
    """Deal with a line that is no event of the rules."""
    verb, column = line.words[0][0].lower(), line.words[0][1]
    if verb not in ("open", "phrase", "says"):
        return False
    table = replay.reader.table
    o = table.open
    if verb == "says":
        sizes = [len(hand) for hand in o.hands.values()]
        from deduce_models.initiative.records.sayings import said

        replay.remarks.append((len(table.log), said(line, replay.me, sizes)))
    elif verb == "open":
        glyph, _ = opening(table.data.setup.front, line)
        if o.asked == "collect or leave" and o.queue == (glyph,):
            replay.reader.read("collect", f"line {line.number}", line)
            o = replay.reader.table.open
        check_open(o.opened, line, replay.me)
    elif replay.me is None or o.cause not in VERDICTS:
        raise line.error(say("'phrase' comes after the answer in the record of one seat"), column)
    return True


def lines_of(run: Run) -> dict[int, str]:
    """Windows are told in lines of their own; a verdict is told by the phrase."""
    frame: Frame = run.table.data
    found: dict[int, str] = {}
    ending, waiting = False, ""
    cells = {
        f"{family}[{key}]": (place, number + 1 == len(names))
        for place, names in frame.cells.items()
        for number, (family, key) in enumerate(names)
    }
    for number, event in enumerate(run.table.log):
        if event.kind == "choose":
            ending = event.said.startswith(("answer", "agree"))
        elif event.kind == "tell":
            shown = frame.shown(run.table.open.windows)
            found[number] = (
                "phrase " + " ".join("".join(word) for word in shown) if run.table.seat is not None else ""
            )
        elif event.kind == "show":
            place, last = cells[event.said]
            waiting += str(event.value)
            found[number] = ""
            if last:
                begun = any(each.kind == "choose" for each in run.table.log[:number])
                if not ending and begun and isinstance(place, str):
                    found[number] = f"open {place} {waiting}"
                waiting = ""
    return found
