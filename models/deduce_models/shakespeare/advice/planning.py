"""Every decision of a game: the moves of a view, ranked by the learned value of what they lead to.

Games alone are planned in `alone`, those among rivals in `among`.
"""

from __future__ import annotations

import math
import time

from deduce.ground.errors import ProblemError
from deduce_models.shakespeare.advice import among, flat
from deduce_models.shakespeare.advice.alone import SAMPLES, USUAL, Alone
from deduce_models.shakespeare.advice.among import Among
from deduce_models.shakespeare.advice.learned import Learned, Search
from deduce_models.shakespeare.advice.rated import RatedMove
from deduce_models.shakespeare.rules.views import View


class Planner:
    """Ranks the moves of views. The ranking depends on the view, the seed and these settings alone.

    Args:
        samples: Sampled next days of games alone; 0 to trust the value.
        leaves: First actions after which the rivals' turns are played; 0 for none.
        search: How hard a day is searched; by default `alone.USUAL`, and `among.USUAL` among rivals.
        value: The value; by default the shipped one of the game.
    """

    def __init__(
        self,
        *,
        samples: int = SAMPLES,
        leaves: int = 6,
        search: Search | None = None,
        value: Learned | None = None,
    ) -> None:
        if min(samples, leaves) < 0:
            raise ProblemError(f"Planner: samples and leaves must be at least 0, not {samples}, {leaves}")
        self.alone = Alone(search or USUAL, samples=samples, value=value)
        self.among = Among(search or among.USUAL, leaves=leaves, value=value)

    def best(self, view: View, seed: int = 0) -> RatedMove:
        """The first of `rank`, which alone takes less time than all of them."""
        self._check(view)
        return self.alone.best(view, seed) if view.setup.solo else self.among.rank(view, seed)[0]

    def rank(self, view: View, seed: int = 0, *, time_limit: float | None = None) -> list[RatedMove]:
        """The moves worth playing, best first; never empty when the seat has a move.

        With a `time_limit` (seconds) sampling and searching stop early, and the ranking depends on the clock.

        Raises `ProblemError` when the seat of the view is not to move, and for a box that the value cannot say.
        """
        self._check(view)
        stop = math.inf if time_limit is None else time.monotonic() + 0.8 * time_limit
        return (self.alone if view.setup.solo else self.among).rank(view, seed, stop)

    def _check(self, view: View) -> None:
        if not view.moves:
            raise ProblemError(f"seat {view.seat} has nothing to decide")
        why = flat.unfit(view.setup)
        if why:
            raise ProblemError(f"this box is too large for advice: {why}")
