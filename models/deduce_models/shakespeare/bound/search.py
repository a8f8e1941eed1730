"""The lower end of the interval: games on the same draws, made better neighbourhood by neighbourhood.

Large-neighbourhood search over the bound's model: of a game that was played all decisions are fixed but those of some
days, of some persons, or a random part; the solver looks for a solution with more prestige, or for another one with as
much; the solution is played by the rules (`realised.follow`), and what the engine says at its end decides whether it
is kept. Whatever is returned therefore is a game that can be played, move by move.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any

from deduce_models.shakespeare.bound.draws import replayed
from deduce_models.shakespeare.bound.model import GameModel
from deduce_models.shakespeare.bound.played import Decided, Decisions, Played, played_values
from deduce_models.shakespeare.bound.realised import Wish, follow

if TYPE_CHECKING:
    from deduce_models.shakespeare.bound.draws import Script
    from deduce_models.shakespeare.rules.setup import Setup

__all__ = ["improved"]

A_STEP = 0.6
"""The solver's own deterministic time for one neighbourhood: about a second on a quiet machine."""

PLATEAUS = 0.4
"""How often the search looks for another game with as much prestige, by a random objective."""


def improved(
    setup: Setup,
    script: Script,
    played: Decisions,
    *,
    time_limit: float,
    steps: int | None = None,
    seed: int = 0,
    upper: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> tuple[int, Decisions]:
    """A game on these draws with at least the prestige of `played`, and its prestige.

    Args:
        setup: The frame of a game for one player.
        script: All draws.
        played: What a player saw and chose on these draws, to the end.
        time_limit: Seconds.
        steps: The most neighbourhoods; with it the result is the same on every machine, unless `time_limit`
            comes first.
        seed: Of the neighbourhoods and the solver.
        upper: A proved upper bound; when it is reached the search ends.
        progress: Called with the prestige of every better game.

    Raises:
        IllegalMove: `played` is no game on these draws.
    """
    end = time.monotonic() + time_limit
    best = replayed(setup, script, [move for _, move in played]) or 0
    rng = random.Random(f"shakespeare search {seed}")
    model = GameModel(setup, script)
    for number in count():
        if time.monotonic() >= end or number == steps or (upper is not None and best >= upper):
            break
        known = list(played_values(model, Played(setup, played)))
        plateau = rng.random() < PLATEAUS
        values = _neighbour(
            model,
            known,
            _free(known, rng, setup.parts.days),
            least=best if plateau else best + 1,
            rng=rng,
            plateau=plateau,
            seconds=end - time.monotonic(),
        )
        if values is None:
            continue
        prestige, decisions = follow(setup, script, Wish.of(model, values))
        if prestige >= best:
            if prestige > best and progress is not None:
                progress(prestige)
            best, played = prestige, decisions
    return best, played


def _free(known: Sequence[Decided], rng: random.Random, days: int) -> Callable[[Decided], bool]:
    """A neighbourhood: which decisions are left to the solver."""
    kind = rng.randrange(5)
    if kind <= 1:
        width = min(days, rng.choice((1, 2, 2, 3)))
        first = rng.randint(1, days - width + 1)
        free = set(range(first, first + width))
        return lambda each: each.day in free
    if kind == 2:
        two = set(rng.sample(range(1, days + 1), min(2, days)))
        return lambda each: each.day in two
    if kind == 3:
        slots = {each.slot for each in known if each.slot is not None}
        some = set(rng.sample(sorted(slots), min(3, len(slots))))
        return lambda each: each.slot in some or each.slot is None
    share = rng.uniform(0.2, 0.5)
    kept = {(each.day, each.slot) for each in known if rng.random() > share}
    return lambda each: (each.day, each.slot) not in kept


def _neighbour(
    model: GameModel,
    known: Sequence[Decided],
    free: Callable[[Decided], bool],
    *,
    least: int,
    rng: random.Random,
    plateau: bool,
    seconds: float,
) -> Sequence[int] | None:
    """A solution of the model with at least `least` prestige that differs from the game in free decisions alone."""
    cp: Any = model.cp
    copy = model.model.clone()
    for each in known:
        if isinstance(each.variable, int):
            continue
        variable = copy.get_int_var_from_proto_index(each.variable.index)
        if each.day is None or free(each):
            copy.add_hint(variable, each.value)
        else:
            copy.add(variable == each.value)
    copy.add(model.prestige >= least)
    if plateau:
        wishes = [each for each in known if free(each) and not isinstance(each.variable, int)]
        copy.maximize(
            sum(
                rng.randint(-5, 5) * copy.get_int_var_from_proto_index(each.variable.index)
                for each in wishes
            )
        )
    solver = cp.CpSolver()
    solver.parameters.max_time_in_seconds = max(0.05, seconds)
    solver.parameters.max_deterministic_time = A_STEP
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = rng.getrandbits(30)
    status = solver.solve(copy)
    if status not in (cp.OPTIMAL, cp.FEASIBLE):
        return None
    return list(solver.response_proto.solution)
