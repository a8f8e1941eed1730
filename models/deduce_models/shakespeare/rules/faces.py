"""What advice, drawing and knowledge read of a position or a view: the fields of the search form.

A view's fields come from what lies on the table and what its seat heard; nothing else is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from deduce.rulebook import State, View
from deduce_models.shakespeare.rules import phases, views
from deduce_models.shakespeare.rules import state as search
from deduce_models.shakespeare.rules.views import HIDDEN, NONE

if TYPE_CHECKING:
    from deduce.games.base import Actor
    from deduce.rulebook import Table
    from deduce.rulebook.heard import Entry, Event
    from deduce_models.shakespeare.rules.setup import Setup

__all__ = ["compact", "face", "whole"]

PUBLIC = tuple(name for name in search.State._fields if name not in ("setup", "choices", "dealings"))
OBJECTIVE = "objective {}"


def compact(position: Any) -> Any:
    """A position or a view in the search form; one that is in it already as it is."""
    return position if isinstance(position, (search.State, views.View)) else position.face


def face(position: State | View) -> search.State | views.View:
    """A whole position or a view in the search form."""
    setup: Setup = position.setting.data
    if isinstance(position, State):
        return whole(position.run.table, position.actor)
    lying = _lying(setup, position.table, position.entries, position.actor)
    moves = position.moves if position.seat and position.actor == position.seat else ()
    return views.View(position.seat, position.actor, moves, setup, **lying)


def whole(table: Table, actor: Actor) -> search.State:
    """What lies on a table in the search form; behind the eyes of a seat `HIDDEN` for what it did not see."""
    return search.State(table.data, **_lying(table.data, vars(table.open), table.log, actor))


def _lying(
    setup: Setup, o: Mapping[str, Any], heard: Sequence[Entry | Event], actor: Actor
) -> dict[str, Any]:
    lying = {name: o[name] for name in PUBLIC}
    lying["boards"] = tuple([search.Board._make(board) for board in o["boards"]])
    if o["phase"] in (phases.WAGER, phases.REST):
        lying["turn"] = actor
    lying["choices"] = _choices(setup, lying, o["awake"], heard)
    lying["dealings"] = _dealings(setup, o["asked"], heard)
    return lying


def _choices(
    setup: Setup, lying: Mapping[str, Any], awake: tuple[int, ...], heard: Sequence[Entry | Event]
) -> tuple[int, ...]:
    """What each seat has chosen so far of what is chosen at once, `HIDDEN` where it was not seen."""
    phase, turn = lying["phase"], lying["turn"]
    if phase not in (phases.WAGER, phases.REST) or any(awake):
        return awake
    chosen = [
        seat
        for seat, board in enumerate(lying["boards"], 1)
        if seat < turn and (phase == phases.WAGER or board.used.bit_count() > 1)
    ]
    if setup.options.rest == "strategic" and phase == phases.REST:
        return awake
    found = [0] * setup.seats
    for seat, event in zip(chosen, heard[len(heard) - len(chosen) :], strict=True):
        seen = event.kind == "choose" and event.value is not None
        found[seat - 1] = event.value.item + (phase == phases.REST) if seen else HIDDEN
    return tuple(found)


def _dealings(setup: Setup, asked: int, heard: Iterable[Entry | Event]) -> tuple[search.Dealing, ...]:
    """All draws of objectives, `HIDDEN` for what was not seen."""
    items = setup.objective_ids
    found: list[list[Any]] = []
    for event in heard if asked else ():
        said = event.said or event.name  # type: ignore[union-attr]  # of an unseen choice its name
        word, _, number = said.partition(" ")
        value = items.get(event.value, HIDDEN)
        if word == "activate" and number.endswith(" objectives"):
            found.append([event.seat, [], NONE, []])
        elif said == OBJECTIVE:
            found[-1][1].append(value)
        elif event.kind == "show" and word == "keep":
            found[int(number) - 1][2] = value
        elif event.kind in ("choose", "hidden") and word in ("keep", "under"):
            if word == "keep":
                found[-1][2] = value
            else:
                found[-1][3].append(value)
            _, drawn, kept, under = found[-1]
            if len(under) == len(drawn) - 2:
                rest = [HIDDEN] if HIDDEN in drawn else [x for x in drawn if x != kept and x not in under]
                under += rest
    return tuple([(seat, tuple(drawn), kept, tuple(under)) for seat, drawn, kept, under in found])
