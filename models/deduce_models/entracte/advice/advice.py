"""The decision of the strongest player, as ranked moves with reasons: what `Game.advise` gives."""

from __future__ import annotations

import random
from collections.abc import Sequence

from deduce.games.base import Advice
from deduce_models.entracte.knowledge.evidence import NAMES
from deduce_models.entracte.rules.setup import EntracteMove
from deduce_models.entracte.rules.views import EntracteView


def advise(
    view: EntracteView,
    rng: random.Random,
    *,
    time_limit: float | None = None,
    names: Sequence[str] = NAMES,
) -> list[Advice[EntracteMove]]:
    """The legal moves of `view`, best first; `names` are used in the sentences.

    Search is the strongest beside any partners. Where all seats have agreed to keep the convention (option
    `convention`) search over it is stronger. The competitive game is decided as by `contest`.
    """
    if not view.moves:
        return []
    if view.setup.competitive:
        from deduce_models.entracte.advice.contest import contested

        return contested(view, rng, names=names)
    if view.setup.option("convention"):
        from deduce_models.entracte.advice.convention.decision import by_convention

        return by_convention(view, rng, time_limit=time_limit)
    from deduce_models.entracte.advice.search import searched

    return searched(view, rng, time_limit=time_limit, names=names)
