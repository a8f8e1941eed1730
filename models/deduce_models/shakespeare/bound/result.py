"""The clairvoyant bound of a solo game: no player reaches more prestige, even knowing every draw in advance.

`bound(setup, script)` puts the whole game into one CP-SAT model (`model`) and maximises the final prestige: first its
linear relaxation (`relaxation`), which takes a fraction of a second, then the model itself. The model is a relaxation:
every game that the rules allow is a solution of it with at least the prestige of the game, so what the solver proves
to be out of reach in the model is out of reach in the game. With a played game the answer is an interval: that game is
replayed by the rules, move by move, and is the lower end.

What the model leaves out, all in the player's favour:

* The order of activations within a day. A piece may stand on pieces of another activation that in turn rests
  on pieces of the first; a "+3" token gained today serves any other activation of today.
* Discs may stay behind the moves that are theirs, never ahead.
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

from deduce.errors import ProblemError
from deduce_models.shakespeare.bound.draws import Script, replayed
from deduce_models.shakespeare.bound.model import GameModel, Solution
from deduce_models.shakespeare.bound.played import Decisions, Played, played_values
from deduce_models.shakespeare.bound.relaxation import linear_bound

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.setup import Setup

__all__ = ["Bound", "bound"]


FOR_SOLUTIONS = 0.3
"""The share of the time that goes to finding solutions; the rest lowers the bound."""

TOLERANCE = 1e-6
"""Prestige is whole; this is for the solver's floating point only."""


@dataclass(frozen=True, slots=True)
class Bound:
    """An upper bound of the prestige that a solo player can reach, and a lower one where a game was given.

    Attributes:
        value: No line of play ends with more prestige.
        status: ``optimal`` when `value` is the optimum of the model, ``bound only`` when time ran out before.
        best_found: The prestige of the best solution of the model seen, None when none was. As the model is a
            relaxation it is no proof that a player can reach it.
        seconds: Time taken.
        lower: The prestige of the game that was given, replayed by the rules: this can be reached. None without one.
        proof: What proves `value`: the ``linear relaxation`` or the search of ``cp-sat``.
    """

    value: int
    status: Literal["optimal", "bound only"]
    best_found: int | None
    seconds: float
    lower: int | None = None
    proof: Literal["linear relaxation", "cp-sat"] = "cp-sat"

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        return asdict(self)

    def __str__(self) -> str:
        found = "" if self.best_found is None else f", best solution of the model {self.best_found}"
        reach = f"at most {self.value}" if self.lower is None else f"{self.lower} to {self.value}"
        return f"{reach} prestige ({self.status}{found}; {self.seconds:.1f} s)"


def bound(
    setup: Setup,
    script: Script,
    *,
    time_limit: float = 60.0,
    effort: float | None = None,
    played: Decisions | None = None,
    workers: int = 1,
    seed: int = 0,
) -> Bound:
    """The bound for one solo game with all draws known.

    Args:
        setup: The frame of a game for one player.
        script: All draws; see `script.solo_script`.
        time_limit: Seconds for the solver.
        effort: Stop after so much of the solver's own deterministic time as well (with one worker the
            result is then the same on every machine, unless `time_limit` comes first). One unit is some two
            seconds on a quiet machine.
        played: What a player saw and chose on these draws: the solver starts from that game, so that `best_found`
            is no worse; replayed to its end by the rules it is the lower end of the interval.
        workers: Threads of the solver.
        seed: Of the solver's search.

    Raises:
        ProblemError: The setup is not for one player, or `time_limit` or `effort` is not above 0.
        IllegalMove: `played` is no game on these draws.
        MissingExtra: OR-Tools is not installed (extra ``cpsat``).
    """
    for name, value in (("time_limit", time_limit), ("effort", effort)):
        if value is not None and value <= 0:
            raise ProblemError(f"{name} is {value}; expected a number above 0")
    if setup.seats != 1:
        raise ProblemError(f"the bound is for solo games, not for {setup.seats} players")
    start = time.perf_counter()
    lower = replayed(setup, script, [move for _, move in played]) if played else None
    model = GameModel(setup, script)
    linear = linear_bound(model.model, time_limit=time_limit)
    begun = _as_played(setup, script, played, time_limit) if played else None
    if begun is not None:
        model.begin_with(begun.values)
    # One search raises solutions, the other lowers the bound; each does the other's work badly.
    share = FOR_SOLUTIONS
    first = model.solve(
        time_limit=share * time_limit,
        effort=None if effort is None else share * effort,
        workers=workers,
        seed=seed,
    )
    left = max(0.1, time_limit - (time.perf_counter() - start))
    second = first
    if not _closed(first.value, min(linear, first.bound)):
        second = model.solve(
            time_limit=left,
            effort=None if effort is None else (1 - share) * effort,
            workers=workers,
            seed=seed,
            prove=True,
        )
    values = [found.value for found in (begun, first, second) if found and found.value is not None]
    searched = min(first.bound, second.bound)
    proved = min(linear, searched)
    best = max(values, default=None)
    return Bound(
        math.floor(proved + TOLERANCE),
        "optimal" if _closed(best, proved) else "bound only",
        best,
        time.perf_counter() - start,
        lower,
        "cp-sat"
        if math.floor(searched + TOLERANCE) < math.floor(linear + TOLERANCE)
        else "linear relaxation",
    )


def _as_played(setup: Setup, script: Script, played: Decisions, time_limit: float) -> Solution | None:
    """The best solution of the model with the decisions of a game; None when none was found in time."""
    model = GameModel(setup, script)
    for variable, value in played_values(model, Played(setup, played)):
        model.model.add(variable == value)
    found = model.solve(time_limit=time_limit)
    return found if found.value is not None else None


def _closed(value: int | None, proved: float) -> bool:
    return value is not None and value >= math.floor(proved + TOLERANCE)
