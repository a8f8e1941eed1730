"""The clairvoyant bound of a solo game: no player reaches more prestige, even knowing every draw in advance.

`bound(setup, script)` puts the whole game into one CP-SAT model (`bound_model`) and maximises the final
prestige. The model is a relaxation: every game that the rules allow is a solution of it with at least
the prestige of the game, so what the solver proves to be out of reach in the model is out of reach in the game.
What the model leaves out, all in the player's favour:

* The order of activations within a day. A piece may stand on pieces of another activation that in turn rests
  on pieces of the first; a "+3" token gained today serves any other activation of today.
* Discs may stay behind the moves that are theirs, never ahead; a grey quill moves a disc unless all stand on the
  first space (whatever the option says of spaces with a penalty).
* Of discs on one space the player's disc is ahead of the neutral one if it stood on that very space after the
  rehearsal at which the neutral disc came, whatever happened in between.
* From the fourth draw of objectives on, any objective can be kept.
* The supply of "+3" tokens is not limited; the options ``stack_at_once``, ``split_quills``,
  ``short_objectives``, ``prize_in_penalty``, ``blocked_reorders`` and ``payment`` are taken at their most generous.
"""

from __future__ import annotations

import math
import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

from deduce.errors import GaveUp, ProblemError
from deduce_models.shakespeare.bound_model import GameModel
from deduce_models.shakespeare.script import Script

if TYPE_CHECKING:
    from deduce_models.shakespeare.setup import Setup

__all__ = ["Bound", "bound"]


@dataclass(frozen=True, slots=True)
class Bound:
    """An upper bound of the prestige that a solo player can reach.

    Attributes:
        value: No line of play ends with more prestige.
        status: ``optimal`` when `value` is the optimum of the model, ``bound only`` when time ran out before.
        best_found: The prestige of the best solution of the model seen, None when none was. As the model is a
            relaxation it is no proof that a player can reach it.
        seconds: Time taken.
    """

    value: int
    status: Literal["optimal", "bound only"]
    best_found: int | None
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        return asdict(self)

    def __str__(self) -> str:
        found = "" if self.best_found is None else f", best solution of the model {self.best_found}"
        return f"at most {self.value} prestige ({self.status}{found}; {self.seconds:.1f} s)"


def bound(
    setup: Setup, script: Script, *, time_limit: float = 60.0, workers: int = 1, seed: int = 0
) -> Bound:
    """The bound for one solo game with all draws known.

    Args:
        setup: The frame of a game for one player.
        script: All draws; see `script.solo_script`.
        time_limit: Seconds for the solver.
        workers: Threads of the solver.
        seed: Of the solver's search; at the time limit the result depends on the machine's speed too.

    Raises:
        ProblemError: The setup is not for one player.
        GaveUp: Not even a bound was found in time.
        MissingExtra: OR-Tools is not installed (extra ``cpsat``).
    """
    if setup.seats != 1:
        raise ProblemError(f"the bound is for solo games, not for {setup.seats} players")
    start = time.perf_counter()
    model = GameModel(setup, script)
    found = model.solve(time_limit=time_limit, workers=workers, seed=seed)
    if not math.isfinite(found.bound):
        raise GaveUp(f"no bound within {time_limit:g} s")
    # Prestige is whole; the tolerance is for the solver's floating point only.
    value = math.floor(found.bound + 1e-6)
    optimal = found.value is not None and found.value >= value
    return Bound(value, "optimal" if optimal else "bound only", found.value, time.perf_counter() - start)
