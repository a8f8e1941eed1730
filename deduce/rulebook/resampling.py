"""Whole games that a seat cannot tell from the true one, drawn by what it knows."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import permutations
from operator import and_
from typing import Any, NamedTuple

from deduce.errors import DeduceError
from deduce.evidence import Statement
from deduce.knowledge import Knowledge
from deduce.rulebook.asks import Change
from deduce.rulebook.faults import RulesError
from deduce.rulebook.heard import Event
from deduce.rulebook.knowing import begun, contents
from deduce.rulebook.run import Run
from deduce.rulebook.setting import Placed
from deduce.rulebook.state import State, View
from deduce.variables import Variable

__all__ = ["resampled", "truth_of"]


def truth_of(state: State, problem: Any) -> dict[Variable, Any]:
    """What the variables of a problem are in a state, those not decided yet left out."""
    table = state.run.table
    world: Mapping[Variable, Any] = table.world
    if isinstance(problem, Placed):
        world = problem.places.truth(
            world, {event.name: event.value for event in table.log if event.kind == "draw"}
        )
    return {variable: world[variable] for variable in problem.scope if variable in world}


class _Mind(NamedTuple):
    """What a view comes to: the run, what its seat knows, and what it knew before each change.

    It is kept for a while, since a view is mostly resampled many times.
    """

    run: Run
    known: Knowledge
    before: Sequence[tuple[Knowledge, Event]]


def resampled(view: View, rng: random.Random) -> State:
    """A whole game that a seat cannot tell from the true one, drawn by its knowledge.

    Hidden values come from a world of the knowledge; where they have been laid anew since, each change is undone by
    its chances, the last one first. What else was not seen is drawn as it could have been.
    """
    setting = view.setting
    if (world := setting.game.world(view, rng)) is not None:
        return _filled(view, world, rng)
    mind = setting.lately(view, lambda: _mind(view.run()))
    for _ in range(20):
        world, orders = _begun(mind, rng)
        names = {getattr(variable, "name", variable): value for variable, value in world.items()}
        secrets = {name: names[name] for name in mind.run.table.secrets if name in names}
        live = Run.live(setting, given=secrets)
        try:
            for said in mind.run.history:
                if isinstance(live.wait, Change):
                    said = _order_text(live.wait, orders.pop(0))
                live.fill(said, world, rng)
        except DeduceError as error:
            last: Exception = error
            continue
        return setting.game.state_type(live)
    raise RulesError(f"no whole game was found behind what seat {view.seat} heard: {last}") from last


def _filled(view: View, world: Mapping[Any, Any], rng: random.Random) -> State:
    """The game behind a view with these secrets: what the seat was told of others stands beside them."""
    run, live = view.run(), Run.live(view.setting)
    whole = {**world, **{secret: value for secret, value in run.table.world.items() if value is not None}}
    for said in run.history:
        live.fill(said, whole, rng)
    return view.setting.game.state_type(live)


def _mind(run: Run) -> _Mind:
    table = run.table
    known = begun(table)
    before: list[tuple[Knowledge, Event]] = []
    for event in table.log:
        if event.kind == "change":
            before.append((known, event))
        made = [
            Statement(content, event.said or event.name or event.kind, kind)
            for content, kind in contents(event, table)
        ]
        known = known.learn(*made)
    return _Mind(run, known, before)


def _begun(mind: _Mind, rng: random.Random) -> tuple[Mapping[Variable, Any], list[Sequence[int]]]:
    """Values as they were dealt, and the order of every change since, from a world of now."""
    known, before = mind.known, mind.before
    problem = known.problem
    world: dict[Any, Any] = dict(known.sample(1, rng.getrandbits(32))[0])
    if isinstance(problem, Placed):
        world.update(problem.places.draws(world))
    orders: list[Sequence[int]] = []
    for earlier, event in reversed(before):
        variables = event.about
        ways = (
            [tuple(event.value)] if event.value is not None else list(permutations(range(len(variables))))
        )
        olds = []
        for order in ways:
            old = dict(world)
            for variable, source in zip(variables, order, strict=True):
                old[variables[source]] = world[variable]
            olds.append(old)
        chances = (
            [1.0]
            if len(ways) == 1
            else [earlier.probability(reduce(and_, [v == x for v, x in old.items()])) for old in olds]
        )
        place = rng.choices(range(len(ways)), chances)[0]
        world = olds[place]
        orders.append(ways[place])
    return world, orders[::-1]


def _order_text(ask: Change, order: Sequence[int]) -> str:
    return next(text for text, each in ask.orders().items() if each == tuple(order))
