"""The mansion as a board to be touched: its cards with their chances, who has looked at them, what was claimed."""

from __future__ import annotations

from deduce.show.places import Board, Place
from deduce_models.enigma.answers.picture import ACROSS, chances_of, claims_of, lookers_of, rooms_at
from deduce_models.enigma.rules.views import EnigmaView

__all__ = ["mansion"]


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
