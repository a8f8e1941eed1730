"""Lines of notes that are more, or less, than one move: the short forms for what the whole table does at once.

::

    offer set black 2 pink 1 blue 3          # a whole offer; colours left out: none
    display hamlet puck assistant.1 romeo    # all cards that are turned up
    wagers 3 5                               # of all seats, by number
    awakes author queen                      # whom the seats that choose keep awake, by number
    shows 2 wardrobe                         # at the end: what another seat has kept, in the order of keeping
    wager ?                                  # chosen unseen: so are keep ?, under ?, awake ?

A card of which there are copies may be named without its number.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from deduce.records.record import Line
from deduce.records.words import find, number, words_of
from deduce.rulebook.asks import Choose, Roll
from deduce.rulebook.notes import Foretold
from deduce_models.shakespeare.components.elements import COLOURS
from deduce_models.shakespeare.records.position import is_typed
from deduce_models.shakespeare.records.words import read_counts, uncopied
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.table import forced

if TYPE_CHECKING:
    from deduce.records.record import Record
    from deduce.rulebook import Table
    from deduce.rulebook.notes import NotesReplay
    from deduce.rulebook.setting import Setting

__all__ = ["foretold", "remark"]

HIDDEN = "?"
UNSEEN = ("wager", "awake", "keep", "under")
"""What others choose unseen."""
TOGETHER = {"wagers": phases.WAGER, "awakes": phases.REST}


def remark(line: Line, replay: NotesReplay) -> bool:
    """Put a short form into moves, which are read; gives whether the line was one."""
    words = [word.casefold() for word, _ in line.words]
    verb, table = words[0], replay.reader.table
    if verb == "position":
        raise line.error("lines 'position ...' come before everything that is played", 1)
    if verb == "shows":
        return True
    said: str | None
    if "," in line.body:
        return False
    if verb == "offer":
        said = _offer(line, table)
    elif verb == "display":
        said = ", ".join(f"card {word}" for word, _ in line.words[1:])
    elif verb in TOGETHER:
        said = ", ".join(_together(line, verb, replay))
    elif words[1:] == [HIDDEN] and verb in UNSEEN:
        said = _unseen(line, verb, replay)
    else:
        said = _copied(line, replay)
    if said is None:
        return False
    if said:
        replay.reader.read(said, f"line {line.number}", line)
    return True


def _offer(line: Line, table: Table) -> str | None:
    """The draws of a whole offer: what must come needs none. None for a single draw."""
    kinds = ("set", "costume")
    words = words_of(line)
    if len(words) < 2:
        raise line.error("expected 'offer set' or 'offer costume' and counts", line.words[-1][1])
    kind = kinds[find(words[1], kinds, "a kind of element", line)]
    counts = read_counts(line, 2)
    o: Any = table.open
    if o.phase != (phases.SET_DRAW if kind == "set" else phases.COSTUME_DRAW):
        if counts == getattr(o, f"{kind}_offer"):
            return ""  # an offer that had to be so needs no draw, but may be written down
        if len(words) == 4:
            return None
        raise line.error(f"no elements of the {kind} are drawn now", 1)
    if sum(counts) != o.need or any(counts[: o.colour]):
        if len(words) == 4:
            return None
        raise line.error(f"these are {sum(counts)} elements; {o.need} are drawn", 1)
    bag, need, said = list(getattr(o, f"{kind}_bag")), o.need, []
    for colour, word in list(enumerate(COLOURS))[o.colour :]:
        number = forced(bag, colour, need)
        if counts[colour] > bag[colour] or number not in (None, counts[colour]):
            raise line.error("the bag has not so many of these elements", 1)
        if number is None:
            said.append(f"offer {kind} {word} {counts[colour]}")
        bag[colour] -= counts[colour]
        need -= counts[colour]
    return ", ".join(said)


def _together(line: Line, verb: str, replay: NotesReplay) -> Iterator[str]:
    """What each seat has chosen of what is chosen at once, with its name."""
    table = replay.reader.table
    o: Any = table.open
    names, words = replay.setting.names, line.words[1:]
    if o.phase != TOGETHER[verb]:
        raise line.error(f"now to be decided: {phases.NAMES[o.phase]}", 1)
    choosing = [
        seat
        for seat, board in enumerate(o.boards, 1)
        if o.phase == phases.WAGER or board.used.bit_count() > 1
    ]
    if len(words) != len(choosing):
        raise line.error(
            f"{len(words)} are told; expected those of seats {' '.join(map(str, choosing))}",
            line.words[-1][1],
        )
    told = {event.said for event in table.log if event.kind == "show"}
    chosen = {handle.name: str(table.world.get(handle, "")) for handle in table.handles}
    for seat, (word, column) in zip(choosing, words, strict=True):
        name = f"{verb[:-1]} {o.day} of {names[seat - 1]}"
        said = f"{verb[:-1]} {word.casefold()}"
        if chosen.get(name, "") not in ("", said):
            raise line.error(f"seat {seat} chose {chosen[name]}, as the lines before say", column)
        if name not in told:
            yield f"{names[seat - 1]} {said}"


def _unseen(line: Line, verb: str, replay: NotesReplay) -> str:
    wait = replay.reader.run.wait
    if replay.me is None:
        raise line.error("a complete record hides nothing; add a line 'seat: N' to the header", 1)
    if not isinstance(wait, Choose) or not wait.name.startswith(f"{verb} "):
        o: Any = replay.reader.table.open
        raise line.error(f"{line.body} is not possible; now to be decided: {phases.NAMES[o.phase]}", 1)
    if wait.seat == replay.me:
        raise line.error(f"seat {replay.me} sees its own choice", line.words[-1][1])
    return f"{replay.setting.names[wait.seat - 1]} chooses unseen"


def _copied(line: Line, replay: NotesReplay) -> str | None:
    """The move of a line that names a card without its number: copies do the same, so the first that fits."""
    wait, table = replay.reader.run.wait, replay.reader.table
    typed = line.body.casefold().split()
    if not isinstance(wait, (Choose, Roll)) or len(typed) < 2:
        return None
    texts: Iterable[str] = wait.texts(table)
    if isinstance(wait, Choose) and table.seat not in (None, wait.seat):
        texts = wait.menu.all()
    if any(text.casefold().split() == typed for text in texts):
        return None
    alike = (text for text in texts if [uncopied(word) for word in text.casefold().split()] == typed)
    return next(alike, None)


def foretold(record: Record, setting: Setting) -> Foretold:
    """What lines ``shows SEAT OBJECTIVE ...`` tell, and how many lines a typed position has. Raises `RecordError`."""
    codes, seats = setting.data.objective_codes, len(setting.seats)
    held = [dealing[0] for dealing in setting.path.state.dealings] if hasattr(setting.path, "state") else []
    found: dict[str, Any] = {}
    for line in record.events:
        if line.words[0][0].casefold() != "shows":
            continue
        words = words_of(line)
        if len(words) < 3:
            raise line.error("expected 'shows SEAT OBJECTIVE ...'", line.words[-1][1])
        seat = number(words[1], line, 1, seats, "a seat")
        name, typed = setting.names[seat - 1], held.count(seat)
        items = [codes[find(word, codes, "an objective", line)] for word in words[2:]]
        found |= {f"keep {place} of {name}": code for place, code in enumerate(items[typed:], 1)}
        found[f"objectives held by {name}"] = tuple(sorted(items[:typed], key=codes.index))
    lines = itertools.takewhile(is_typed, record.events)
    return Foretold(found, lines=len(list(lines)))
