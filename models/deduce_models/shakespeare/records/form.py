"""What can be tapped: the moves that are legal now, and what the whole table does at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deduce.games.base import CHANCE
from deduce.records.form import Event, Field, Form, Upcoming
from deduce_models.shakespeare.components.elements import COLOURS
from deduce_models.shakespeare.records.reading import Replay
from deduce_models.shakespeare.records.texts import TEXTS
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.setup import setup

__all__ = ["form", "upcoming"]

SECRETS = ("objective", "keep", "under")
"""What is drawn and chosen unseen by others."""
UNSEEN = "?"
_TOGETHER = {phases.WAGER: "wagers", phases.REST: "awakes"}


def form(names: Sequence[str], me: str, options: Mapping[str, Any]) -> Form:
    """The form of a record with these players, writer and options (all of them, checked)."""
    made = setup(len(names), dict(options), None)
    spelt: dict[str, list[dict[str, None]]] = {}
    for move in made.by_text.values():
        verb, *rest = move.text.split()
        places = spelt.setdefault(verb, [])
        for place, word in enumerate(rest):
            if place == len(places):
                places.append({})
            places[place][word] = None
    first = {verb: places[0] for verb, places in spelt.items() if places}
    cards, wagers = tuple(first.get("card", ())), tuple(first.get("wager", ()))
    seats = tuple(str(seat) for seat in range(1, len(names) + 1))
    several = len(names)
    events = [
        Event("order", "order", (Field("seats", seats, "many", count=several),)),
        Event("offer set", "offer set", (Field("pieces", tuple(COLOURS), "counts", count=made.drawn),)),
        Event(
            "offer costume", "offer costume", (Field("pieces", tuple(COLOURS), "counts", count=made.drawn),)
        ),
        Event("display", "display", (Field("characters", cards, "many"),)),
        Event("wagers", "wagers", tuple(Field(f"{name}'s", wagers) for name in names)),
        Event(
            "awakes",
            "awakes",
            tuple(Field(f"{name}'s", tuple(first.get("awake", ())), optional=True) for name in names),
        ),
        *(Event(verb, verb, (Field("objective", (*_objectives(made), UNSEEN)),)) for verb in SECRETS),
        Event("wager", "wager", (Field("wager", (*wagers, UNSEEN)),)),
        Event("awake", "awake", (Field("awake", (*first.get("awake", ()), UNSEEN)),)),
        Event("shows", "shows", (Field("seat", seats), Field("objectives", _objectives(made), "many"))),
    ]
    said = {event.name for event in events}
    for verb, places in spelt.items():
        if verb not in {*said, "card", "offer"}:
            fields = tuple(
                Field(f"{verb} {number}", tuple(words), optional=number > 1 or not _always(made, verb))
                for number, words in enumerate(places, 1)
            )
            events.append(Event(verb, verb, fields))
    return Form(tuple(names), me, tuple(events), texts=TEXTS)


def _always(made: Any, verb: str) -> bool:
    """Whether a verb never stands alone."""
    return verb not in made.by_text


def _objectives(made: Any) -> tuple[str, ...]:
    return tuple(made.objective_codes)


def upcoming(replay: Replay) -> Upcoming:
    """The moves that are legal now; draws and what is chosen at once are said by the events."""
    state = replay.last
    if state.actor is None:
        return Upcoming()
    chance = state.actor is CHANCE
    moves = [str(move) for move, _ in state.outcomes()] if chance else list(map(str, state.moves()))
    verbs = dict.fromkeys(text.split()[0] for text in moves)
    events = tuple("display" if verb == "card" else verb for verb in verbs)
    if "offer" in verbs:
        events = (" ".join(moves[0].split()[:2]),)
    if state.phase in _TOGETHER:
        return Upcoming("", (_TOGETHER[state.phase], *events))
    lines = () if chance else tuple(moves)
    if replay.me is not None and state.turn != replay.me and set(verbs) & set(SECRETS):
        lines = ()
    return Upcoming("" if chance else replay.names[state.turn - 1], events, lines)
