"""Characters shown by mistake: everybody knows them from then on, nothing else changes, and no rule has such a move."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from deduce.evidence import Statement
from deduce.ground.wording import as_is, say
from deduce.records.record import Line
from deduce.rulebook import Table
from deduce.rulebook.notes import NotesReplay
from deduce_models.enigma.rules.phases import AFTER, DEAL, START


class Shown(NamedTuple):
    """A Character that a seat showed by mistake: the slot of the deal that it held, by name, and the card."""

    seat: int
    slot: str
    card: str
    place: str


def remark(line: Line, replay: NotesReplay) -> bool:
    """Whether a line tells such a mistake, which is then kept.

    Raises `RecordError` in the midst of a turn, and where the notes say otherwise.
    """
    setting, table = replay.setting, replay.reader.table
    names = {name.casefold(): seat for seat, name in enumerate(replay.names, 1)}
    names |= {"i": replay.me} if replay.me else {}
    people = "|".join(who.name for who in setting.data.parts.characters)
    who = "|".join(map(re.escape, names))
    pattern = rf"(?i)\s*({who}) (?:shows?|showed)(?: the)? ({people})(,? by mistake)?[ .]*"
    said = re.fullmatch(pattern, line.text.partition("#")[0])
    if said is None:
        return False
    seat, wait = names[said[1].casefold()], replay.reader.run.wait
    if not said[3] and table.open.phase in (START, AFTER) and wait is not None and wait.actor == seat:
        return False  # so a mission begins
    if table.open.phase not in (DEAL, START, AFTER) or replay.reader.pending is not None:
        raise line.error(
            say("the turn of {who} is not complete", who=as_is(table.name(table.open.turn))), 1
        )
    variable = table.keep.card[table.open.held[seat - 1]]
    card = next(value for value in variable.domain if value.casefold() == said[2].casefold())
    replay.remarks.append((len(table.log), Shown(seat, variable.name, card, f"line {line.number}")))
    if table.world.get(variable, card) != card or not replay.knowledge(replay.me or 0).is_consistent():
        raise line.error(say("that Character was seen elsewhere"), said.start(2) + 1)
    return True


def beside(remarks: Sequence[tuple[int, Any]], table: Table) -> Iterator[tuple[int, Statement]]:
    """What mistakes mean for knowledge."""
    for number, (seat, slot, card, place) in remarks:
        variable = next(each for each in table.keep.card if each.name == slot)
        text = f"{table.name(seat)} showed the {card} by mistake"
        text += (
            "" if slot == f"dealt[{table.name(seat)}]" else f", with the Character dealt to {slot[6:-1]}"
        )
        yield number, Statement(variable == card, text, "observation", place)
