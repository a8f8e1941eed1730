"""Lines of notes that are no event of the rules: what a seat has kept, told at the end (``shows 2 wardrobe``).

A card of which there are copies may be named without its number.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from deduce.ground.wording import say
from deduce.records.record import Line, Record
from deduce.records.words import find, number, words_of
from deduce.rulebook.asks import Choose
from deduce.rulebook.notes import Foretold
from deduce_models.shakespeare.records.position import is_typed
from deduce_models.shakespeare.records.words import uncopied

if TYPE_CHECKING:
    from deduce.rulebook.notes import NotesReplay
    from deduce.rulebook.run import Run
    from deduce.rulebook.setting import Setting


def remark(line: Line, replay: NotesReplay) -> bool:
    """Whether a line is no event of the rules, or names a card without its number, and is read so."""
    words = [word.casefold() for word, _ in line.words]
    if words[0] == "position":
        raise line.error(say("lines 'position ...' come before everything that is played"), 1)
    if words[0] == "shows":
        return True
    said = None if "," in line.body else _copied(line, replay)
    if said is not None:
        replay.reader.read(said, f"line {line.number}", line)
    return said is not None


def _copied(line: Line, replay: NotesReplay) -> str | None:
    """The move of a line that names a card without its number: copies do the same, so the first that fits."""
    wait, table = replay.reader.run.wait, replay.reader.table
    if not isinstance(wait, Choose):
        return None
    first, *rest = line.body.casefold().split()
    who = first if rest and first in map(str.casefold, replay.names) else ""
    typed = rest if who else [first, *rest]
    texts = wait.texts(table) if table.seat in (None, wait.seat) else wait.menu.all()
    if any(text.casefold().split() == typed for text in texts):
        return None
    alike = (text for text in texts if [uncopied(word) for word in text.casefold().split()] == typed)
    return next((f"{who} {text}".strip() for text in alike), None)


def lines_of(run: Run) -> dict[int, str]:
    """The lines that tell what others have kept; they stand for all that is shown of it."""
    table, kept = run.table, dict[str, list[str]]()
    numbers = [k for k, event in enumerate(table.log) if event.kind == "show" and not event.row]
    for event in map(table.log.__getitem__, numbers):
        kept.setdefault(event.said.rpartition(" ")[2], []).append(str(event.value))
    others = [seat for seat in table.seats if table.seat not in (None, seat)]
    lines = [
        f"shows {seat} {' '.join(kept[table.name(seat)])}" for seat in others if table.name(seat) in kept
    ]
    return {**dict.fromkeys(numbers, ""), **dict(zip(numbers, lines, strict=False))}


def foretold(record: Record, setting: Setting, _: object) -> Foretold:
    """What lines ``shows SEAT OBJECTIVE ...`` tell, and how many lines a typed position has. Raises `RecordError`."""
    codes, seats = setting.data.objective_codes, len(setting.seats)
    held = [dealing[0] for dealing in setting.path.state.dealings] if hasattr(setting.path, "state") else []
    found: dict[str, Any] = {}
    for line in record.events:
        if line.words[0][0].casefold() != "shows":
            continue
        words = words_of(line)
        if len(words) < 3:
            raise line.error(say("expected 'shows SEAT OBJECTIVE ...'"), line.words[-1][1])
        seat = number(words[1], line, 1, seats, "a seat")
        name, typed = setting.names[seat - 1], held.count(seat)
        items = [codes[find(word, codes, "an objective", line)] for word in words[2:]]
        found |= {f"keep {place} of {name}": code for place, code in enumerate(items[typed:], 1)}
        found[f"objectives held by {name}"] = tuple(sorted(items[:typed], key=codes.index))
    lines = itertools.takewhile(is_typed, record.events)
    return Foretold(found, lines=len(list(lines)))
