"""The clairvoyant bound of a solo game: no player reaches more prestige, even knowing every draw in advance.

`bound(setup, script)` puts the whole game into one CP-SAT model (`model`) and maximises the final prestige: first its
linear relaxation (`deduce.backends.relaxation`), in a fraction of a second, then a smaller model of who comes and acts
when (`casting`), by SCIP, and where that is soon done the model itself. The model is a relaxation:
every game that the rules allow is a solution of it with at least the prestige of the game, so what the solver proves
to be out of reach in the model is out of reach in the game. The lower end of the interval is a game played by the
rules, move by move: a solution of the model followed as far as the rules let it (`realised`), or a game that was given,
made better by large-neighbourhood search (`search`).

What the model leaves out, all in the player's favour:

* The order of activations within a day. A piece may stand on pieces of another activation that in turn rests
  on pieces of the first; a "+3" token gained today serves any other activation of today.
* Discs may stay behind the moves that are theirs, never ahead.
* Of discs on one space the player's disc is ahead of the neutral one if it stood on that very space after the
  rehearsal at which the neutral disc came, whatever happened in between.
* Of a card that went under the deck it is forgotten which of its draw it is.
* The supply of "+3" tokens is not limited; the options ``stack_at_once``, ``split_quills``,
  ``short_objectives``, ``prize_in_penalty``, ``blocked_reorders`` and ``payment`` are taken at their most generous.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Any, Literal

from deduce.backends.relaxation import integer_bound, linear_bound, whole
from deduce.ground.errors import ProblemError
from deduce.ground.shown import Plain
from deduce_models.shakespeare.bound.casting import best_cast, coarse_bound, filled
from deduce_models.shakespeare.bound.draws import Script
from deduce_models.shakespeare.bound.model import GameModel, Solution
from deduce_models.shakespeare.bound.played import Decisions, played_values, prestige_of
from deduce_models.shakespeare.bound.realised import realised
from deduce_models.shakespeare.bound.search import A_STEP, improved
from deduce_models.shakespeare.rules.setup import Setup
from deduce_models.shakespeare.rules.state import State

FOR_SOLUTIONS, FOR_GAMES = 0.1, 0.5
"""The shares of the time that go to solutions of the model and to games; the rest lowers the bound."""

FOR_CASTS, AFTER_CASTS = 0.25, 0.3
"""Where time counts: the share that goes to the bound by casts, and of what is left then the share that goes to games."""

AS_PLAYED = 5.0
"""The solver's own deterministic time for a model in which a game is fixed; it takes a small part of it."""

Proof = Literal["linear relaxation", "cp-sat", "scip"]


@dataclass(frozen=True, slots=True)
class Bound(Plain):
    """How much prestige a solo player can reach who knows all draws: an interval.

    Attributes:
        value: No line of play ends with more prestige.
        status: ``optimal`` when `value` is the optimum of the model, ``bound only`` when time ran out before.
        best_found: The prestige of the best solution of the model seen, None when none was. As the model is a
            relaxation it is no proof that a player can reach it.
        seconds: Time taken.
        lower: The prestige of a game on these draws, played by the rules: this can be reached. None where none was
            found.
        proof: What proves `value`: the ``linear relaxation``, or the search of ``cp-sat`` or of ``scip``.
        game: The moves of the player in the game of `lower`.
    """

    value: int
    status: Literal["optimal", "bound only"]
    best_found: int | None
    seconds: float
    lower: int | None = None
    proof: Proof = "cp-sat"
    game: tuple[str, ...] = ()

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
    state: State | None = None,
    passed: bool = False,
) -> Bound:
    """The bound for one solo game with all draws known, or for what is left of it.

    Args:
        setup: The frame of a game for one player.
        script: All draws; see `script.solo_script`.
        time_limit: Seconds of processor time.
        effort: Stop after so much of the solver's own deterministic time as well (with one worker the
            result is then the same on every machine, unless `time_limit` comes first). One unit is some two
            seconds on a quiet machine; half of it goes to the search for games.
        played: What a player saw and chose on these draws: the solver starts from that game, so that `best_found`
            is no worse, and the search for games too, so that the lower end is at least its prestige.
        workers: Threads of the solver.
        seed: Of the solver's search.
        state: Where the game stands: before the first day, or at an action. Of the script only later draws count,
            `played` and the moves of the answer begin here, and values still are of the end of the game.
        passed: Whether nobody acts any more on the day of `state`, so that its evening is what comes next.

    Raises:
        ProblemError: The setup is not for one player, `time_limit` or `effort` is not above 0, or `state` is at
            another decision.
        IllegalMove: `played` is no game on these draws.
        MissingExtra: OR-Tools is not installed (extra ``cpsat``).
    """
    _check(setup, time_limit, effort)
    budget = _Budget(time.process_time() + time_limit, effort, workers, seed)
    return _interval(GameModel(setup, script, state, passed=passed), played, budget)


def _interval(model: GameModel, played: Decisions | None, work: _Budget) -> Bound:
    """Relaxation, a first search of the model, games from what it found, and a proof by the time that is left."""
    start = time.perf_counter()
    linear = linear_bound(model.model)
    begun = _as_played(model, played) if played else None
    proofs: list[tuple[Proof, float]] = [("linear relaxation", linear)]
    if begun is None:
        # Nothing to begin with: any solution will do, the search for games does the rest.
        begun = model.solve(**work.share(FOR_SOLUTIONS))
        proofs.append(("cp-sat", begun.bound))
    lower, game = _game(model, played, begun)
    cast = None
    if work.effort is None:
        cast = best_cast(model, played=game, time_limit=work.time(FOR_CASTS))
        proofs.append(("linear relaxation" if cast.linear else "scip", cast.bound))
        other = filled(model, cast, seed=work.seed, time_limit=work.time(1.0)) if cast.fixed else None
        if other is not None and (lower is None or other[0] > lower):
            lower, game = other
    if game:
        lower, game = _better(model, game, work, min(bound for _, bound in proofs))
    found = [value for value in (begun.value, lower) if value is not None]
    ended = True
    if cast is not None and game and not _closed(max(found), min(bound for _, bound in proofs)):
        coarse = coarse_bound(model, cast.coarse, game, time_limit=work.time(1.0))
        proofs.append(("scip", coarse.bound))
        ended = coarse.ended
    # Where the coarse model alone takes too long the whole model is not tried.
    if ended and not _closed(max(found, default=None), min(bound for _, bound in proofs)):
        proof, second = _proved(model, game, work)
        proofs.append((proof, second.bound))
        found += [] if second.value is None else [second.value]
    # Of equal proofs the one that was there first.
    proof, proved = min(proofs, key=lambda each: whole(each[1]))
    best = max(found, default=None)
    return Bound(
        int(whole(proved)),
        "optimal" if _closed(best, proved) else "bound only",
        best,
        time.perf_counter() - start,
        lower,
        proof,
        tuple(str(move) for _, move in game),
    )


def _check(setup: Setup, time_limit: float, effort: float | None) -> None:
    for name, value in (("time_limit", time_limit), ("effort", effort)):
        if value is not None and value <= 0:
            raise ProblemError(f"{name} is {value}; expected a number above 0")
    if setup.seats != 1:
        raise ProblemError(f"the bound is for solo games, not for {setup.seats} players")


@dataclass(frozen=True, slots=True)
class _Budget:
    """What is left of the time until `end`, and of the solver's deterministic time, in shares."""

    end: float
    effort: float | None
    workers: int
    seed: int

    def time(self, part: float) -> float:
        """A part of the seconds that are left."""
        return part * max(0.1, self.end - time.process_time())

    def share(self, part: float, *, left: float | None = None) -> dict[str, Any]:
        """Limits for a part of the time that is left; of the effort the part, or `left`."""
        effort = None if self.effort is None else self.effort * (part if left is None else left)
        limits = {"time_limit": self.time(part), "effort": effort}
        return {**limits, "workers": self.workers, "seed": self.seed}


def _game(model: GameModel, played: Decisions | None, begun: Solution) -> tuple[int | None, Decisions]:
    """The better of the game that was played and the one that follows a solution, and its prestige; None of neither."""
    found: list[tuple[int, Decisions]] = []
    if played and (prestige := prestige_of(model, played)) is not None:
        found.append((prestige, played))
    if begun.values:
        found.append(realised(model, begun.values))
    return max(found, key=lambda each: each[0], default=(None, ()))


def _better(model: GameModel, game: Decisions, work: _Budget, proved: float) -> tuple[int, Decisions]:
    """The best game that the search finds from this one in its share of the time."""
    limit = work.time(AFTER_CASTS if work.effort is None else FOR_GAMES / (1 - FOR_SOLUTIONS))
    steps = None if work.effort is None else max(1, round(FOR_GAMES * work.effort / A_STEP))
    return improved(model, game, time_limit=limit, steps=steps, seed=work.seed, upper=whole(proved))


def _proved(model: GameModel, game: Decisions, work: _Budget) -> tuple[Proof, Solution]:
    """A bound by the time that is left: by SCIP; by CP-SAT where its time counts or there is nothing to start from."""
    begun = _as_played(model, game) if game and work.effort is None else None
    if begun is None:
        rest = work.share(1.0, left=1 - FOR_SOLUTIONS - FOR_GAMES)
        return "cp-sat", model.solve(**rest, prove=True)
    proved = integer_bound(model.model, time_limit=work.time(1.0), start=begun.values)
    return "scip", Solution(begun.value, proved)


def _as_played(model: GameModel, played: Decisions) -> Solution | None:
    """The best solution of the model with the decisions of a game; None when none was found in time."""
    fixed = [(each.variable, each.value) for each in played_values(model, played)]
    found = model.solve(time_limit=math.inf, effort=AS_PLAYED, fixed=fixed)
    return found if found.value is not None else None


def _closed(value: int | None, proved: float) -> bool:
    return value is not None and value >= whole(proved)
