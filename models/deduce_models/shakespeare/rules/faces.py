"""What advice, drawing and knowledge read of a position or a view: the fields of the search form.

A view's fields come from what lies on the table and what its seat heard; nothing else is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from deduce.rulebook import State, View
from deduce_models.shakespeare.rules import phases, views
from deduce_models.shakespeare.rules import state as search
from deduce_models.shakespeare.rules.views import HIDDEN, NONE, PUBLIC

if TYPE_CHECKING:
    from deduce.games.base import Actor
    from deduce.rulebook import Table
    from deduce.rulebook.heard import Entry, Event
    from deduce_models.shakespeare.rules.setup import Setup

OBJECTIVE = "objective {}"


def compact(position: Any) -> Any:
    """A position or a view in the search form; one that is in it already as it is."""
    return position if isinstance(position, (search.State, views.View)) else position.face


def face(position: State | View) -> search.State | views.View:
    """A whole position or a view in the search form."""
    setup: Setup = position.setting.data
    if isinstance(position, State):
        return whole(position.run.table, position.actor)
    lying = _lying(setup, position.table, position.entries, position.actor, position.setting.names)
    return views.View(setup, **lying, looker=position.seat)


def whole(table: Table, actor: Actor) -> search.State:
    """What lies on a table in the search form; behind the eyes of a seat `HIDDEN` for what it did not see."""
    return search.State(
        table.data, **_lying(table.data, vars(table.open), table.log, actor, table.setting.names)
    )


def _lying(
    setup: Setup, o: Mapping[str, Any], heard: Sequence[Entry | Event], actor: Actor, names: Sequence[str]
) -> dict[str, Any]:
    lying = {name: o[name] for name in PUBLIC}
    lying["boards"] = tuple([search.Board._make(board) for board in o["boards"]])
    if o["phase"] in (phases.WAGER, phases.REST):
        lying["turn"] = actor
    lying["choices"] = _choices(setup, lying, o["awake"], heard)
    lying["dealings"] = _dealings(setup, o, heard, names)
    return lying


def _choices(
    setup: Setup, lying: Mapping[str, Any], awake: tuple[int, ...], heard: Sequence[Entry | Event]
) -> tuple[int, ...]:
    """What each seat has chosen so far of what is chosen at once, `HIDDEN` where it was not seen."""
    phase = lying["phase"]
    strategic = phase == phases.REST and setup.options.rest == "strategic"
    if phase not in (phases.WAGER, phases.REST) or strategic:
        return awake
    word = "wager " if phase == phases.WAGER else "awake "
    found = [0] * setup.seats
    for event in reversed(heard):
        said: str = event.said or event.name  # of an unseen choice its name
        if event.kind == "show":
            continue  # notes may not have told yet what the others chose
        if event.kind not in ("choose", "hidden") or not said.startswith(word):
            break
        value = event.value
        found[event.seat - 1] = HIDDEN if value is None else value.item + (phase == phases.REST)
    return tuple(found)


def _dealings(
    setup: Setup, o: Mapping[str, Any], heard: Iterable[Entry | Event], names: Sequence[str]
) -> tuple[search.Dealing, ...]:
    """All draws of objectives, `HIDDEN` for what was not seen; first those held at the beginning."""
    items, held = setup.objective_ids, list(o["held"])
    typed = len(held)
    found: list[list[Any]] = []
    for event in heard if held or o["asked"] else ():
        said: str = event.said or event.name  # type: ignore[union-attr]  # of an unseen choice its name
        word, _, rest = said.partition(" ")
        seen = event.kind in ("choose", "draw", "show") and event.value in items
        value = items[event.value] if seen else HIDDEN
        if word == "activate" and rest.endswith(" objectives"):
            found.append([event.seat, [], NONE, []])
        elif said == OBJECTIVE and held:
            found.append([held.pop(0), [value], value, []])
        elif said == OBJECTIVE:
            found[-1][1].append(value)
        elif event.kind == "reveal":
            for dealing, card in zip(_of(found[:typed], said, names), event.value, strict=True):
                dealing[2] = items[card]
        elif word == "keep" and event.kind == "show":
            _of(found[typed:], said, names)[int(rest.split()[0]) - 1][2] = value
        elif word == "keep":
            found[-1][2] = value
        elif word == "under":
            found[-1][3].append(value)
    return tuple([_closed(dealing) for dealing in found])


def _of(dealings: Iterable[list[Any]], said: str, names: Sequence[str]) -> list[list[Any]]:
    """The draws of the seat whose name something ends with."""
    return [dealing for dealing in dealings if said.endswith(f" {names[dealing[0] - 1]}")]


def _closed(dealing: Sequence[Any]) -> search.Dealing:
    """A draw of objectives; the last one goes under the deck by itself."""
    seat, drawn, kept, under = dealing
    if kept != NONE and len(under) == len(drawn) - 2:
        hidden = HIDDEN in drawn
        under = [*under, *([HIDDEN] if hidden else [x for x in drawn if x != kept and x not in under])]
    return seat, tuple(drawn), kept, tuple(under)


class Typed(NamedTuple):
    """A position typed in, in place of the path of a data file (`source`)."""

    source: str | None
    state: search.State
