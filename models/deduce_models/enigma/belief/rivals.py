"""What each rival probably needs: which Character it is, which token it wants, and where its mission's cards lie.

Characters and cells both come from the soft belief that moves are weighed with, in which claims tell of Characters too. A
need is thus a guess with a chance, never a proof; what is proven of Characters is in the chances themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from deduce.ground.wording import as_is, in_percent, listing, run, say, typed
from deduce_models.enigma.belief.belief import Belief, believe
from deduce_models.enigma.rules.setup import bits
from deduce_models.enigma.rules.views import EnigmaView

MODEL: Final = "expected"
SHOWN = 2
"""So many Characters of a rival, and so many cells, are told in a line; the data have all."""
INFORMATIVE: Final = 1.3
"""A chance is told where it is so many times that of an even spread: belief is shown where it says something."""
LEAST: Final = 0.1
"""A cell is not told for less."""
LIKELY: Final = 0.3
"""From this chance on a needed room is told with its place."""
IDLE = {"Saboteur": "time to run out, and no Silence", "Ghost": "to name Phantom uncaught"}
"""What those need who have no mission."""
TOKENS = {"C": "Chaos", "D": "Decryption", "no C": "no Chaos"}


@dataclass(frozen=True, slots=True)
class RivalMission:
    """One Character a rival may be, with its chance.

    `token` is what it lacks ("" if nothing), `rooms` the rooms still to be revealed, each with its likeliest face-down
    cell (from 1) and the chance that it lies there. `calls` is how many further cards it must name; `accuses` says
    that it must name somebody's Character.
    """

    character: str
    chance: float
    token: str
    rooms: dict[str, tuple[int, float]]
    calls: int
    accuses: bool


@dataclass(frozen=True, slots=True)
class Need:
    """What the seat `seat` probably needs: its possible `missions`, likeliest first.

    `cells` has for each face-down cell (from 1) the chance that the card there is one its mission must reveal.
    """

    seat: int
    missions: tuple[RivalMission, ...]
    cells: dict[int, float]
    method: str

    def to_dict(self) -> dict[str, Any]:
        """The need as plain values for JSON."""
        return {
            "seat": self.seat,
            "characters": [
                {
                    "character": each.character,
                    "chance": each.chance,
                    "lacks": TOKENS.get(each.token, ""),
                    "rooms": {
                        room: {"cell": at, "chance": chance} for room, (at, chance) in each.rooms.items()
                    },
                    "calls": each.calls,
                    "accuses": each.accuses,
                }
                for each in self.missions
            ],
            "cells": {str(at): chance for at, chance in self.cells.items()},
            "method": self.method,
        }


def rivals(view: EnigmaView, belief: Belief | None = None) -> list[Need]:
    """What every other seat still in the game probably needs; for a bystander, every seat. Nothing once it is over.

    `belief` is that of the view under `MODEL`; made when None.
    """
    if view.actor is None:
        return []
    belief = belief or believe(view, MODEL)
    seats = [seat for seat in range(1, view.seats + 1) if seat != view.seat and not view.out >> seat & 1]
    return [_need(view, belief, seat) for seat in seats]


def _need(view: EnigmaView, belief: Belief, seat: int) -> Need:
    parts, shown = view.setup.parts, {room for room in view.open if room >= 0}
    down = [at for at, room in enumerate(view.open) if room < 0]
    missions, cells = [], dict.fromkeys((at + 1 for at in down), 0.0)
    held = {"C": view.chaos >> seat & 1, "D": view.keys >> seat & 1, "no C": not view.chaos >> seat & 1}
    for card, chance in enumerate(belief.people[view.held[seat - 1]]):
        if chance <= 0:
            continue
        person = parts.characters[card]
        needed = [room for room in bits(person.rooms) if room not in shown]
        rooms = {}
        for room in needed:
            best = down[int(belief.cells[down, room].argmax())]
            rooms[parts.room_names[room]] = (best + 1, float(belief.cells[best, room]))
        for at in down:
            cells[at + 1] += float(chance * belief.cells[at, needed].sum())
        lacks = "" if held.get(person.token, True) else person.token
        missions.append(
            RivalMission(person.name, float(chance), lacks, rooms, person.calls, person.accuses)
        )
    missions.sort(key=lambda each: -each.chance)
    return Need(seat, tuple(missions), cells, belief.method)


def told(needs: Sequence[Need]) -> list[Need]:
    """The needs that say something: where nothing points to any Character, the cards of all missions are all cards."""
    return [
        each
        for each in needs
        if each.missions and each.missions[0].chance >= INFORMATIVE / len(each.missions)
    ]


def rows_of(
    needs: Sequence[Need],
    view: EnigmaView,
    names: Sequence[str],
    figures: Mapping[tuple[int, str], str] | None = None,
) -> list[str]:
    """The needs as lines of text, with a heading; nothing without needs.

    `figures` are those that the same sheet tells of a position (from 1) and a room, as text: where it tells another one
    than the needs would, by proof alone, the needs name the position without a figure.
    """
    down = [at + 1 for at, room in enumerate(view.open) if room < 0]
    if not needs:
        return []
    rows = []
    for need in told(needs):
        said = [_told(each, figures or {}) for each in need.missions[:SHOWN]]
        more = len(need.missions) - SHOWN
        said += [say("{number} more", number=more)] if more > 0 else []
        rows.append(run("  ", as_is(names[need.seat - 1]), ": ", listing(said, ";")))
        ranked = sorted(down, key=lambda at: -need.cells[at])[:SHOWN]
        average = sum(need.cells[at] for at in down) / max(1, len(down))
        marked = [
            f"{at} ({in_percent(need.cells[at])})"
            for at in ranked
            if need.cells[at] > max(LEAST, INFORMATIVE * average)
        ]
        if marked:
            told_of = say("its mission's cards, most likely at: {places}", places=as_is(", ".join(marked)))
            rows.append(run("    ", told_of))
    heading = say(
        "What they probably need (by claims too, lie model {model}; {method}):",
        model=as_is(repr(MODEL)), method=needs[0].method,
    )  # fmt: skip
    return ["", heading, *rows] if rows else []


def _told(mission: RivalMission, figures: Mapping[tuple[int, str], str]) -> str:
    wants: list[str] = []
    for room, (at, chance) in mission.rooms.items():
        figure = in_percent(chance)
        same = figures.get((at, room), figure) == figure
        place = say(" (at {at}, {chance})", at=at, chance=figure) if same else say(" (at {at})", at=at)
        wants.append(run(typed(room), place if chance > LIKELY else ""))
    wants += [say(TOKENS[mission.token])] if mission.token else []
    wants += [say("{number:card} to name", number=mission.calls)] if mission.calls else []
    wants += [say("a player with Chaos and that one's Character")] if mission.accuses else []
    wants = wants or [say(IDLE.get(mission.character, "nothing more"))]
    return run(typed(f"{mission.character} {in_percent(mission.chance)}"), ": ", listing(wants, ","))
