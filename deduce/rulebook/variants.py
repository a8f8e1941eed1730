"""Lines one slip of the pen away from a line of notes: the same, but one thing that was told in it told otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from deduce.language.facts import Fact
from deduce.rulebook.clauses import clause_of, row_of
from deduce.rulebook.heard import UNNOTED, UNSHOWN, Event, Unsure
from deduce.rulebook.wanting import values_of
from deduce.rulebook.zones import Lazy

if TYPE_CHECKING:
    from deduce.rulebook.notes import NotesReplay

MOST = 60
"""A quantity that may have more values than these is not told otherwise."""


def variants(replay: NotesReplay, number: int) -> Iterator[str]:
    """Texts for line `number` of one seat's notes, as notes are written, by what is most easily noted wrongly.

    Each is read as the line was but for one thing told; so there is none where the line says what would be lost.
    """
    place = f"line {number}"
    line = next((line for line in replay.record.events if line.number == number), None)
    table, reader = replay.reader.table, replay.upto(str(number - 1)).reader
    events = [event for event in table.log if event.place == place and table.hears(event.mask)]
    was = [answer for answer, where in replay.reader.answers if where == place]
    if line is None or replay.me is None or replay.unread or not events:
        return
    answered = len(reader.answers)
    for event in sorted(
        events, key=lambda each: each.kind != "which"
    ):  # a name forgotten is the commonest slip
        entry = event.entry(replay.me)
        if entry is None or entry not in was:
            continue
        for value in _otherwise(event):
            other = Event(
                event.mask, event.kind, event.seat, event.said, value, event.about, name=event.name
            )
            other.unsaid = event.unsaid
            text = _written(replay, [other if each is event else each for each in events])
            wanted = [*was]
            wanted[was.index(entry)] = entry._replace(value=value)
            if not reader.reads(text, place, line):
                continue
            read = [answer for answer, _ in reader.answers[answered:]]
            reader.back_to(answered)
            if read == wanted:
                yield text


def _written(replay: NotesReplay, events: Sequence[Event]) -> str:
    """The line that tells these events."""
    setting, said = replay.setting, list[str]()
    for event in events:
        if event.kind in ("choose", "change", "roll") and event.seat:
            row_of(said, setting.names[event.seat - 1], event.said, setting.game)
        elif clause := clause_of(event, setting):
            said = [", ".join([*said, clause])]
    return ", ".join(said)


def _otherwise(event: Event) -> Iterator[Any]:
    """What else could have been told."""
    value, about = event.value, event.about
    if any(value is sign for sign in (UNNOTED, UNSHOWN)):
        return
    if event.kind == "which":
        told = [key for key in value if type(key) is not Unsure]
        yield from (
            tuple(key for key in about if key in told or key == more) for more in about if more not in told
        )
        yield from (tuple(key for key in value if key != less) for less in told)
    elif event.kind == "tell" and isinstance(about, (Fact, Lazy)):
        yield not value
    elif event.kind in ("tell", "show"):
        values = values_of(about) or ()
        yield from (each for each in values if each != value and len(values) <= MOST)
