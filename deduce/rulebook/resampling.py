"""Whole games that a seat cannot tell from the true one, drawn by what it knows."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import permutations
from operator import and_
from typing import TYPE_CHECKING, Any

from deduce.errors import DeduceError
from deduce.evidence import Statement
from deduce.knowledge import Knowledge
from deduce.rulebook.asks import Change
from deduce.rulebook.faults import RulesError
from deduce.rulebook.heard import Event
from deduce.rulebook.knowing import contents
from deduce.rulebook.run import Run
from deduce.rulebook.state import State
from deduce.variables import Variable

if TYPE_CHECKING:
    from deduce.rulebook.table import Table

__all__ = ["resampled", "truth_of"]


def truth_of(state: State, problem: Any) -> dict[Variable, Any]:
    """What the variables of a problem are in a state, those not decided yet left out."""
    world = state.run.table.world
    return {variable: world[variable] for variable in problem.scope if variable in world}


def resampled(run: Run, rng: random.Random) -> State:
    """A whole game that the seat of a blind run cannot tell from the true one, drawn by its knowledge.

    Hidden values come from a world of the knowledge; where they have been laid anew since, each change is undone by
    its chances, the last one first. What else was not seen is drawn as it could have been.
    """
    setting, table = run.setting, run.table
    for _ in range(20):
        world, orders = _begun(run, rng)
        live = Run.live(setting)
        try:
            for said in run.history:
                if isinstance(live.wait, Change):
                    said = _order_text(live.wait, orders.pop(0))
                live.fill(said, world, rng)
        except DeduceError as error:
            last: Exception = error
            continue
        return State(live)
    raise RulesError(f"no whole game was found behind what seat {table.seat} heard: {last}") from last


def _begun(run: Run, rng: random.Random) -> tuple[Mapping[Variable, Any], list[Sequence[int]]]:
    """Values as they were dealt, and the order of every change since, from a world of now."""
    if run.known is None:
        run.known = _known(run.table)
    known, before = run.known
    world = dict(known.sample(1, rng.getrandbits(32))[0])
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


def _known(table: Table) -> tuple[Knowledge, list[tuple[Knowledge, Event]]]:
    """What the seat of a blind table knows, and what it knew before each change."""
    setting = table.setting
    problem = setting.problem(table)
    known = Knowledge(problem, worlds=setting.game.worlds(problem)).learn(*setting.prior(problem))
    before: list[tuple[Knowledge, Event]] = []
    for event in table.log:
        if event.kind == "change":
            before.append((known, event))
        made = [
            Statement(content, event.said or event.name or event.kind, kind)
            for content, kind in contents(event, table)
        ]
        known = known.learn(*made)
    return known, before


def _order_text(ask: Change, order: Sequence[int]) -> str:
    return next(text for text, each in ask.orders().items() if each == tuple(order))
