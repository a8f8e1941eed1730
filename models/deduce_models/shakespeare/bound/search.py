"""The lower end of the interval: games on the same draws, made better neighbourhood by neighbourhood.

Large-neighbourhood search over the bound's model: of a game that was played all decisions are fixed but those of some
days about people, the set or costumes; the solver looks for a solution with no less prestige that serves a second
objective drawn at random; the solution is played by the rules (`realised.follow`), and what the engine says at its end
decides whether it is kept. Whatever is returned therefore is a game that can be played, move by move.

How much is left free adapts itself: a little more after a neighbourhood that was searched to its end, a little less
after one that was not.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from deduce.backends.cpsat_solver import solved
from deduce_models.shakespeare.bound.model import GameModel
from deduce_models.shakespeare.bound.played import Decided, Decisions, played_values, prestige_of
from deduce_models.shakespeare.bound.realised import realised

A_STEP = 0.1
"""The solver's own deterministic time for one neighbourhood: some quarter of a second on a quiet machine."""

POINT = 30
"""What a point of prestige counts in the random second objective, where a decision counts up to `NOISE`."""

NOISE = 3

PEOPLE, CRAFTS = "people", ("set", "costume")
TOPICS = (PEOPLE, *CRAFTS)
"""What decisions are about; with its day a topic is what is freed or kept as one."""

STYLES = ("window", "days", "mixed", "set", "costume", "crafts", "people")
"""Ways to put the (topic, day) pairs into an order of which the first are freed; see `_order`."""

BEGIN, GROWS, SHRINKS = 4.0, 1.15, 0.87
"""How many pairs are freed at first, and how the number changes."""

ENOUGH = 3
"""How often the whole model is searched to its end, with another second objective each time, before nothing is left."""

Pair = tuple[str, int]


def improved(
    model: GameModel,
    played: Decisions,
    *,
    time_limit: float,
    steps: int | None = None,
    seed: int = 0,
    upper: float | None = None,
    progress: Callable[[int], None] | None = None,
) -> tuple[int, Decisions]:
    """A game on these draws with at least the prestige of `played`, and its prestige.

    Args:
        model: The model of these draws; games begin where it does.
        played: What a player saw and chose on these draws, to the end.
        time_limit: Seconds of processor time.
        steps: The most neighbourhoods; with it the result is the same on every machine, unless `time_limit`
            comes first.
        seed: Of the neighbourhoods and the solver.
        upper: A proved upper bound; when it is reached the search ends.
        progress: Called with the prestige of every better game.

    Raises:
        IllegalMove: `played` is no game on these draws.
    """
    end = time.process_time() + time_limit
    search = _Search(model, random.Random(f"shakespeare search {seed}"))
    best = prestige_of(model, played) or 0
    for number in count():
        if upper is not None and best >= upper:
            break
        if time.process_time() >= end or number == steps or search.whole >= ENOUGH:
            break
        values = search.neighbour(list(played_values(model, played)), best)
        if values is None:
            continue
        prestige, decisions = realised(model, values)
        if prestige >= best:
            if prestige > best and progress is not None:
                progress(prestige)
            best, played = prestige, decisions
            search.hint = values if search.prestige(values) == prestige else ()
    return best, played


class _Search:
    """Neighbourhoods of games in one model.

    Attributes:
        sizes: For each style how many pairs it frees.
        hint: A solution with just the prestige of the game at hand; empty when there is none.
        whole: How often the whole model was searched to its end.
    """

    def __init__(self, model: GameModel, rng: random.Random) -> None:
        self.model, self.rng = model, rng
        self.sizes = dict.fromkeys(STYLES, BEGIN)
        self.hint: Sequence[int] = ()
        self.whole = 0
        self._days = list(model.days)

    def prestige(self, values: Sequence[int]) -> int:
        """The prestige of a solution in the model."""
        objective = self.model.model.proto.objective
        costs = zip(objective.vars, objective.coeffs, strict=True)
        cost: float = sum(cost * values[number] for number, cost in costs) + objective.offset
        # The solver minimises.
        return -round(cost)

    def neighbour(self, known: Sequence[Decided], least: int) -> Sequence[int] | None:
        """A solution with at least `least` prestige that differs from the game in free decisions alone."""
        cp: Any = self.model.cp
        style = self.rng.choice(STYLES)
        most = len(TOPICS) * len(self._days)
        free = set(self._order(style)[: max(1, round(self.sizes[style]))])
        solver = cp.CpSolver()
        solver.parameters.max_deterministic_time = A_STEP
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = self.rng.getrandbits(30)
        copy = self._restricted(known, free, least)
        status = solved(solver, copy)
        searched = status in (cp.OPTIMAL, cp.INFEASIBLE)
        self.whole += searched and len(free) == most
        factor = GROWS if searched else SHRINKS
        self.sizes[style] = min(most, max(1.0, factor * self.sizes[style]))
        if status not in (cp.OPTIMAL, cp.FEASIBLE):
            return None
        return list(solver.response_proto.solution)

    def _restricted(self, known: Sequence[Decided], free: set[Pair], least: int) -> Any:
        """The model with all decisions fixed but the free ones, and with a second objective drawn at random."""
        copy = self.model.model.clone()
        second = []
        for each in known:
            if isinstance(each.variable, int):
                continue
            variable = copy.get_int_var_from_proto_index(each.variable.index)
            if each.day is None or (each.topic, each.day) in free:
                if not self.hint:
                    copy.add_hint(variable, each.value)
                second.append(self.rng.randint(-NOISE, NOISE) * variable)
            else:
                copy.add(variable == each.value)
        for number, value in enumerate(self.hint):
            copy.add_hint(copy.get_int_var_from_proto_index(number), value)
        copy.add(self.model.prestige >= least)
        copy.maximize(POINT * self.model.prestige + sum(second))
        return copy

    def _order(self, style: str) -> list[Pair]:
        """All pairs: by nearness of their days to one day, in random order of days, or at all."""
        rng, days = self.rng, list(self._days)
        rng.shuffle(days)
        pairs = [(topic, day) for day in days for topic in TOPICS]
        if style == "days":
            return pairs
        if style == "mixed":
            rng.shuffle(pairs)
            return pairs
        middle = days[0]
        days.sort(key=lambda day: abs(day - middle))
        if style == "window":
            return [(topic, day) for day in days for topic in TOPICS]
        if style == "crafts":
            return [(topic, day) for day in days for topic in CRAFTS]
        if style == "people":
            return [(PEOPLE, day) for day in days] + [(rng.choice(CRAFTS), day) for day in days]
        found = []
        for day in days:
            found.append((style, day))
            if rng.random() < 1 / 2:
                found.append((PEOPLE, day))
        return found
