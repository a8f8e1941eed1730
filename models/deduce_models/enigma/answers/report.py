"""Answers for a person: the mansion as a seat knows it, and the reason for a fact, as text and as data."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from deduce.ground.report import Report
from deduce.ground.wording import as_is, figure, grid, in_percent, listing, run, say, typed
from deduce.rulebook.answers import as_far_as_read
from deduce.rulebook.notes import NotesReplay
from deduce.worlds.base import Floats
from deduce.worlds.matchings import Matchings
from deduce_models.enigma.answers.people import model_of, people_rows
from deduce_models.enigma.belief.belief import Belief, believe
from deduce_models.enigma.belief.rivals import INFORMATIVE, MODEL, rivals, rows_of, told
from deduce_models.enigma.knowledge.evidence import evidence_of
from deduce_models.enigma.knowledge.layouts import deals, follow
from deduce_models.enigma.rules.events import What
from deduce_models.enigma.rules.phases import DOUBTING
from deduce_models.enigma.rules.setup import Setup, slot_name
from deduce_models.enigma.rules.views import EnigmaView, seen

if TYPE_CHECKING:
    from deduce.knowledge import Knowledge
    from deduce.language.facts import Fact

CERTAIN = 1 - 1e-9
LIKELY = 0.5
"""From this chance on a room is shown with its percentage; below, the cell counts as unknown."""

FEW = 4
"""Up to so many rooms are listed with their chances however little these differ, if they do."""


def solve(replay: NotesReplay, *, seat: int | None = None) -> Report:
    """The mansion: proven, likely, unknown. For contradictory notes the conflict and likely slips (status 1)."""
    asked = replay.asked(seat)
    view = seen(replay.view(asked))
    setup, found = view.setup, evidence_of(view)
    layouts, people = follow(setup.cells, found), deals(setup.slots, found)
    title = _title(replay, view)
    tried = any(event.kind is What.MISSION for event in view.log)  # what may be tried the steps do not know
    if (
        layouts.total <= 0
        or people.total <= 0
        or (tried and replay.knowledge(asked).conflict() is not None)
    ):
        from deduce.show.answers import contradiction

        return contradiction(replay.knowledge(asked), title)
    chances = layouts.marginals()
    count = layouts.count()
    soft = believe(view, model_of(replay))
    believed = _believed(chances, soft)
    rows = [title, "", *_mansion(setup, view, chances, believed), "", _left(count)]
    rows += _open_cells(setup, chances, believed)
    rows += [*_soft_rows(setup, chances, soft), *_under_way(view, replay)]
    characters = _characters(replay, view, people)
    needs = rivals(view, soft)
    guessed = [replay.names[each.seat - 1] for each in told(needs)]
    rows += ["", *_person_lines(characters, guessed)]
    rows += rows_of(needs, view, replay.names, _figures(setup, chances, believed))
    spoken, people_data = people_rows(replay)
    rows += spoken
    names = setup.parts.room_names
    cells = {str(at + 1): chances[at] for at in range(setup.cells)}
    data = {
        **people_data,
        "game": "enigma",
        "seat": view.seat,
        "time": view.time,
        "layouts": count,
        "cells": {
            cell: {room: float(own[k]) for k, room in enumerate(names) if own[k] > 0}
            for cell, own in cells.items()
        },
        "proven": {cell: names[int(own.argmax())] for cell, own in cells.items() if own.max() >= CERTAIN},
        "characters": characters,
        "soft": {
            "model": soft.model,
            "method": soft.method,
            "cells": {
                str(at + 1): {room: float(soft.cells[at, k]) for k, room in enumerate(names)}
                for at in range(setup.cells)
            },
        },
        "rivals": {"model": MODEL, "needs": [each.to_dict() for each in needs]},
        "evidence": "hard: peeks, face-up cards, checks, icons and Characters seen; no claim is believed",
        "consistent": True,
    }
    return as_far_as_read(replay, rows, data)


def why(replay: NotesReplay, fact: str, *, seat: int | None = None) -> Report:
    """The smallest explanation of a fact (or why it cannot be), line by line, checked."""
    asked = replay.asked(seat)
    view = seen(replay.view(asked))
    knowledge = replay.knowledge(asked)
    from deduce.show.answers import explanation
    from deduce_models.enigma.knowledge.model import fact_of

    meant, claim, denial = fact_of(fact, knowledge, view, replay.names)

    def believed() -> tuple[float, str]:
        soft = believe(view, model_of(replay))
        model = say(
            "by claims too, lie model {model}; {method}", model=as_is(repr(soft.model)), method=soft.method
        )
        return _weighed(meant, knowledge, soft), listing([model, *_under_way(view, replay)], ";")

    return explanation(
        knowledge, meant, claim=claim, denial=denial, title=_title(replay, view), belief=believed
    )


def _weighed(fact: Fact, knowledge: Knowledge, soft: Belief) -> float:
    """The chance of a fact about one card or one Character by the soft belief."""
    (asked,) = fact.scope
    variables = (*knowledge.problem["cell"].values(), *knowledge.problem["dealt"].values())
    row = dict(zip(variables, (*soft.cells, *soft.people), strict=True))[asked]
    return sum(
        float(chance)
        for value, chance in zip(asked.domain, row, strict=True)
        if fact.true_in({asked: value})
    )


def _under_way(view: EnigmaView, replay: NotesReplay) -> list[str]:
    """That the belief leaves out the claim that may still be doubted; advice weighs it, with what doubting is worth."""
    if view.phase != DOUBTING or view.turn == view.seat:
        return []
    who, room = as_is(replay.names[view.turn - 1]), view.setup.parts.room_names[view.room]
    told = say(
        "what {who} names now, {at} {room}, is not weighed yet", who=who, at=view.at + 1, room=typed(room)
    )
    return [run(told, say(": advice says how likely it is a lie")) if view.moves else told]


def _title(replay: NotesReplay, view: EnigmaView) -> str:
    who = as_is(replay.names[view.seat - 1]) if view.seat else say("a bystander")
    return say("Enigma, as {who} knows it for certain at Time {time}", who=who, time=view.time)


def _mansion(setup: Setup, view: EnigmaView, chances: Floats, believed: Collection[int]) -> list[str]:
    names = setup.parts.room_names
    cells = []
    for at in range(setup.cells):
        best = int(chances[at].argmax())
        chance = float(chances[at, best])
        if view.open[at] >= 0:
            text = ["[", typed(names[best]), "]"]
        elif chance >= CERTAIN:
            text = [typed(names[best])]
        elif chance > LIKELY and at not in believed:
            text = [typed(f"{names[best]} {in_percent(chance)}")]
        else:
            text = ["?"]
        cells.append(run(f"{at + 1} ", *text))
    return [grid(cells, 3), say("[face up]  proven  likely 67%  ? unknown")]


def _left(count: int) -> str:
    if count == 1:
        return say("1 layout left: every card is certain.")
    return say("{number:layout} left ({bits} bits).", number=count, bits=figure(math.log2(count), 1))


def _figures(setup: Setup, chances: Floats, believed: Collection[int]) -> dict[tuple[int, str], str]:
    """The figures that the sheet tells by proof alone, of positions from 1 and rooms."""
    found = {}
    for at in range(setup.cells):
        for room in _telling(chances[at], believed=at in believed):
            found[at + 1, setup.parts.room_names[room]] = in_percent(chances[at, room])
    return found


def _telling(row: Floats, *, believed: bool) -> list[int]:
    """The rooms of which a position's chances are told, the likeliest first; none where they say nothing.

    None where claims say more of it (`believed`) either: its figure stands there, and there alone.
    """
    ranked = [room for room in sorted(range(len(row)), key=lambda room: -row[room]) if row[room] > 0]
    even = (INFORMATIVE if len(ranked) > FEW else 1.01) / max(1, len(ranked))
    if len(ranked) < 2 or believed or row[ranked[0]] < even:
        return []
    # The figures of the others may be told anew by claims: they are named alone.
    return [room for room in ranked if row[room] >= INFORMATIVE / len(ranked)] or ranked


def _open_cells(setup: Setup, chances: Floats, believed: Collection[int]) -> list[str]:
    """The open positions with their likeliest rooms; those that say nothing together in one line."""
    rows, alike = [], {}  # type: list[str], dict[tuple[str, ...], list[int]]
    for at in range(setup.cells):
        possible = [room for room in range(setup.cells) if chances[at, room] > 0]
        telling = _telling(chances[at], believed=at in believed)
        others = [setup.parts.room_names[room] for room in possible if room not in telling]
        if telling:
            shown = [
                typed(f"{setup.parts.room_names[room]} {in_percent(chances[at, room])}") for room in telling
            ]
            rest = say(", else {rooms}", rooms=_listed(others)) if others else ""
            rows.append(run(f"  {at + 1}: ", listing(shown, ","), rest))
        elif len(possible) > 1:
            alike.setdefault(tuple(others), []).append(at + 1)
    for names, places in alike.items():
        rows.append(run(f"  {' '.join(map(str, places))}: ", say("any of {names}", names=_listed(names))))
    return rows


def _listed(names: Iterable[str]) -> str:
    """What the game calls rooms or Characters, with commas between them."""
    return listing([typed(name) for name in names], ",")


def _believed(chances: Floats, soft: Belief) -> list[int]:
    """The positions of which unchecked claims say more than what is proven."""
    if not soft.claims:
        return []
    return [
        at
        for at in range(len(chances))
        if chances[at].max() < CERTAIN and soft.cells[at].max() > max(LIKELY, 1.1 * chances[at].max())
    ]


def _soft_rows(setup: Setup, chances: Floats, soft: Belief) -> list[str]:
    """The likeliest room of every open cell once claims are weighed; nothing without unchecked claims."""
    names = setup.parts.room_names
    likely = [
        typed(f"{at + 1} {names[int(soft.cells[at].argmax())]} {in_percent(soft.cells[at].max())}")
        for at in _believed(chances, soft)
    ]
    if not likely:
        return []
    return [
        "",
        say(
            "Believed, not proven (unchecked claims weighed by the lie model {model}):",
            model=as_is(repr(soft.model)),
        ),
        run("  ", listing(likely, ",")),
    ]


def _characters(replay: NotesReplay, view: EnigmaView, people: Matchings) -> dict[str, dict[str, float]]:
    """For each player's present card and each card of the stack the chance of each Character."""
    setup, chances = view.setup, people.marginals()
    slots = {replay.names[seat]: slot for seat, slot in enumerate(view.held)}
    slots |= {slot_name(setup, slot, replay.names): slot for slot in view.stack}
    return {
        name: {
            card: float(chances[slot, k])
            for k, card in enumerate(setup.parts.character_names)
            if chances[slot, k] > 0
        }
        for name, slot in slots.items()
    }


def _person_lines(characters: dict[str, dict[str, float]], guessed: Collection[str] = ()) -> list[str]:
    """Who is, or may be, whom by what is proven; those of whom the same is known together.

    Without figures of those `guessed`: what claims say of them too is told with their needs, and a figure there alone.
    """
    alike: dict[tuple[str, ...], list[str]] = {}
    rows: list[str] = []
    for name, row in characters.items():
        ranked = sorted(row, key=lambda card: -row[card])
        if len(row) == 1:
            rows.append(say("{who} is the {character}", who=typed(name), character=typed(ranked[0])))
        elif name in guessed or row[ranked[0]] < INFORMATIVE / len(row):
            alike.setdefault(tuple(sorted(row)), []).append(name)
        else:
            rows.append(
                run(typed(name), ": ", _listed(f"{card} {in_percent(row[card])}" for card in ranked))
            )
    for cards, names in alike.items():
        rows.append(run(_listed(names), ": ", say("any of {names}", names=_listed(cards))))
    return rows
