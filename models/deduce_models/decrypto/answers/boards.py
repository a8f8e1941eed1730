"""The two screens as boards to be touched: keywords with the clues that stand under them."""

from __future__ import annotations

from deduce.show.places import Board, Place
from deduce_models.decrypto.rules.setup import TEAMS
from deduce_models.decrypto.rules.views import View

SLOTS = 4


def screens(view: View, known: object = None) -> list[Board]:  # noqa: ARG001
    """A board a team: its four columns, the keywords that are known, and the clues given for each, oldest first."""
    if view.dealt < view.setup.keywords:
        return []
    return [screen(view, team) for team in range(view.setup.keywords // SLOTS)]


def screen(view: View, team: int) -> Board:
    """The board of one team."""
    keywords = view.keywords[team] or ("",) * SLOTS
    places = tuple(
        Place(
            str(slot + 1),
            0,
            slot,
            str(slot + 1),
            chances=((word, 1.0),) if word else (),
            open=bool(word),
            below=tuple(clues),
        )
        for slot, (word, clues) in enumerate(zip(keywords, view.columns(team), strict=True))
    )
    name = TEAMS[team]
    return Board(f"keywords {name}", ("",), ("",) * SLOTS, places, kind="cards", shows=f"keywords {name}")
