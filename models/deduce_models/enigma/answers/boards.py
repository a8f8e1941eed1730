"""The mansion as a board to be touched: its cards with their chances, who has looked at them, what was claimed."""

from __future__ import annotations

from deduce.show.places import Board, Place
from deduce.worlds.base import Floats
from deduce_models.enigma.knowledge.evidence import evidence_of
from deduce_models.enigma.knowledge.layouts import follow
from deduce_models.enigma.rules.events import What
from deduce_models.enigma.rules.setup import bits
from deduce_models.enigma.rules.views import EnigmaView

ACROSS = 3
"""Cards in a row of the mansion."""
LOOKS = (What.PEEK, What.QUIET, What.LOOK)
MOVES = (What.SHUFFLE, What.LAY, What.GHOST)


def mansion(view: EnigmaView) -> Board:
    """The mansion as a seat knows it; the chances are those of what is proven, and no claim is believed."""
    setup = view.setup
    chances, lookers, claims = chances_of(view), lookers_of(view), claims_of(view)
    places = []
    for at in range(setup.cells):
        seat, room = claims.get(at, (0, 0))
        places.append(
            Place(
                str(at + 1),
                at // ACROSS,
                at % ACROSS,
                str(at + 1),
                marked=view.at == at,
                chances=tuple(rooms_at(view, at, chances)),
                fact=f"{at + 1} {{value}}",
                seen=tuple(sorted(lookers[at])),
                claim=(seat, setup.parts.room_names[room] if seat else ""),
                open=view.open[at] >= 0,
            )
        )
    rows = ("",) * -(-setup.cells // ACROSS)
    return Board("mansion", rows, ("",) * ACROSS, tuple(places), kind="cards", shows="mansion")


def rooms_at(view: EnigmaView, at: int, chances: Floats | None) -> list[tuple[str, float]]:
    """The rooms that may lie there, the likeliest first."""
    rooms = view.setup.parts.room_names
    if view.open[at] >= 0:
        return [(rooms[view.open[at]], 1.0)]
    if chances is None:
        return []
    found = [(room, float(chances[at, k])) for k, room in enumerate(rooms) if chances[at, k] > 0]
    return sorted(found, key=lambda pair: -pair[1])


def chances_of(view: EnigmaView) -> Floats | None:
    """The chances of every card by room, of what is proven; None where the notes contradict each other."""
    layouts = follow(view.setup.cells, evidence_of(view))
    return layouts.marginals() if layouts.total > 0 else None


def lookers_of(view: EnigmaView) -> list[set[int]]:
    """For every position the seats that have looked at the card since it was last laid face down."""
    found: list[set[int]] = [set() for _ in range(view.setup.cells)]
    for event in view.log:
        if event.kind in LOOKS or (event.kind is What.VERDICT and event.seat and event.at >= 0):
            found[event.at].add(event.seat)
        elif event.kind in MOVES:
            for cell in bits(event.at):
                found[cell].clear()
            # Who lays cards again has seen what goes where; who shuffles has not.
            if event.kind is not What.SHUFFLE:
                for cell in bits(event.at):
                    found[cell].add(event.seat)
    return [seen if view.open[at] < 0 else set() for at, seen in enumerate(found)]


def claims_of(view: EnigmaView) -> dict[int, tuple[int, int]]:
    """For positions face down that were named since they were laid: who named them last, and as what."""
    found: dict[int, tuple[int, int]] = {}
    for event in view.log:
        if event.kind is What.CLAIM:
            found[event.at] = (event.seat, event.what)
        elif event.kind in MOVES:
            for cell in bits(event.at):
                found.pop(cell, None)
    return {at: claim for at, claim in found.items() if view.open[at] < 0}
