"""Questions put to worlds of any form: joint chances, means, covariances, quantiles, the likeliest world. All exact.

What speaks of few variables is read off the worlds' projection on them; an expression of many is split at its middle
number, again and again, and the worlds on either side are weighed.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from deduce.ground.deadline import tick
from deduce.ground.errors import ProblemError, TooLarge
from deduce.ground.shown import Plain
from deduce.language.constraints import Constraint
from deduce.language.expressions import Expression, Of, expression_of
from deduce.language.operators import Calculable
from deduce.language.variables import Variable
from deduce.worlds.base import Floats, World, Worlds

Thing = Variable | Constraint | Expression
"""What has a value in every world: its own, a truth value, a number."""

_PROJECTED = 1 << 18
"""Up to so many combinations of values worlds are projected on the variables asked about."""

_OUTCOMES = 100_000
"""So many different outcomes are told apart where they are looked for one by one."""

_SURE = 1e-12
"""What chances may miss by rounding where a quantile is looked for."""


@dataclass(frozen=True, slots=True)
class Likeliest(Plain):
    """A world of the greatest probability; of several that share it the first in the order of the domains found.

    Attributes:
        world: Its values.
        probability: That of this world alone.
    """

    world: World
    probability: float


def thing_of(item: object) -> Thing:
    """What a question is about: variables and constraints as they are, all else as a number. Raises `ProblemError`."""
    if isinstance(item, (Variable, Constraint)):
        return item
    if isinstance(item, Calculable):
        return expression_of(item)
    raise ProblemError(f"expected a variable, a fact or an expression, not {item!r}")


def chances(worlds: Worlds, things: Sequence[Thing]) -> dict[tuple[Any, ...], float]:
    """The probability of each combination of values that the things can have together; empty where no world is left.

    Raises `TooLarge` for more than 100,000 combinations of things that speak of many variables.
    """
    scope = tuple(dict.fromkeys(v for thing in things for v in _scope(thing)))
    if math.prod(len(v.domain) for v in scope) <= _PROJECTED:
        return _projected(worlds, scope, things)
    found: dict[tuple[Any, ...], float] = {}
    for outcome, part in _split(worlds, things):
        found[outcome] = _share(part, worlds)
        if len(found) > _OUTCOMES:
            raise TooLarge(
                f"there are more than {_OUTCOMES:,} outcomes; ask about fewer things, or coarser ones (x // 10)"
            )
    return found


def _scope(thing: Thing) -> tuple[Variable, ...]:
    return (thing,) if isinstance(thing, Variable) else thing.scope


def _projected(
    worlds: Worlds, scope: Sequence[Variable], things: Sequence[Thing]
) -> dict[tuple[Any, ...], float]:
    if worlds.log2_weight() == -math.inf:
        return {}
    # Of no variables at all there is one combination.
    table = worlds.project(scope)
    columns = {v: table.column(v).astype(np.int64) for v in scope}
    rows = table.count()
    read = [_read(thing, columns, rows) for thing in things]
    total: dict[tuple[Any, ...], float] = {}
    for outcome, weight in zip(zip(*read, strict=True), table.weights.tolist(), strict=True):
        total[outcome] = total.get(outcome, 0.0) + weight
    whole = math.fsum(total.values())
    ordered = sorted(total, key=lambda outcome: _ranks(things, outcome))
    return {outcome: total[outcome] / whole for outcome in ordered}


def _read(thing: Thing, columns: Mapping[Variable, Any], rows: int) -> list[Any]:
    """The values of a thing, one a row of the columns."""
    if isinstance(thing, Variable):
        return [thing.domain[i] for i in columns[thing].tolist()]
    found = thing.check(columns) if isinstance(thing, Constraint) else thing.column(columns)
    listed: list[Any] = np.broadcast_to(found, (rows,)).tolist()
    return listed


def _ranks(things: Sequence[Thing], outcome: Sequence[Any]) -> tuple[Any, ...]:
    """What outcomes are listed by: variables in domain order, numbers upwards, False first."""
    return tuple(
        thing.position(x) if isinstance(thing, Variable) else x
        for thing, x in zip(things, outcome, strict=True)
    )


def _split(worlds: Worlds, things: Sequence[Thing]) -> Iterator[tuple[tuple[Any, ...], Worlds]]:
    """The worlds of every outcome, outcomes without worlds left out."""
    if not things:
        yield (), worlds
        return
    for value, part in _parted(worlds, things[0]):
        for rest, within in _split(part, things[1:]):
            yield (value, *rest), within


def _parted(worlds: Worlds, thing: Thing) -> Iterator[tuple[Hashable, Worlds]]:
    tick()
    if worlds.log2_weight() == -math.inf:
        return
    if isinstance(thing, Variable):
        for value in worlds.marginals(thing):
            yield value, worlds.restrict(thing == value)
    elif isinstance(thing, Constraint):
        for truth, fact in ((False, ~thing), (True, thing)):
            part = worlds.restrict(fact)
            if part.log2_weight() > -math.inf:
                yield truth, part
    else:
        yield from _halved(worlds, thing, thing.low, thing.high)


def _halved(worlds: Worlds, number: Expression, low: int, high: int) -> Iterator[tuple[int, Worlds]]:
    """The worlds by the number an expression comes to, from `low` to `high`."""
    tick()
    if worlds.log2_weight() == -math.inf:
        return
    if low == high:
        yield low, worlds
        return
    middle = (low + high) // 2
    yield from _halved(worlds.restrict(number <= middle), number, low, middle)
    yield from _halved(worlds.restrict(number > middle), number, middle + 1, high)


def _share(part: Worlds, whole: Worlds) -> float:
    if whole.uniform:
        return part.count() / whole.count()
    return float(min(1.0, 2.0 ** (part.log2_weight() - whole.log2_weight())))


def _functions(number: Expression) -> list[tuple[Variable, Floats]] | None:
    """An expression that is a sum of functions of single variables, as these; None for any other."""
    if not all(isinstance(atom, Of) for _, atom in number.terms):
        return None
    return [(atom.variable, factor * np.array(atom.table, dtype=np.float64))
            for factor, atom in number.terms if isinstance(atom, Of)]  # fmt: skip


@contextmanager
def _real(number: Expression) -> Iterator[None]:
    """Around a sum of floats: values that none can hold are told as such."""
    try:
        yield
    except OverflowError as error:
        raise TooLarge(
            f"'{number}' takes values that no float can hold, so it has no mean that can be told; its marginals and "
            "quantiles are exact"
        ) from error


def mean(worlds: Worlds, number: Expression) -> float:
    """The expected number. Of a sum of functions of single variables their marginals are enough."""
    with _real(number):
        functions = _functions(number)
        if functions is not None:
            arrays = worlds.arrays()
            return math.fsum(
                [number.constant, *(float(arrays[worlds.place(v)] @ row) for v, row in functions)]
            )
        return math.fsum(p * x for (x,), p in chances(worlds, [number]).items())


def covariance(worlds: Worlds, one: Expression, other: Expression) -> float:
    """The expected product of the deviations from the means; of an expression with itself its variance."""
    means = mean(worlds, one), mean(worlds, other)
    first, second = _functions(one), _functions(other)
    if first is None or second is None:
        both = chances(worlds, [one, other])
        return math.fsum(p * (x - means[0]) * (y - means[1]) for (x, y), p in both.items())
    arrays = worlds.arrays()
    total = []
    for (v, row), (w, column) in product(first, second):
        at, there = worlds.place(v), worlds.place(w)
        x, y = row - arrays[at] @ row, column - arrays[there] @ column
        if v is w:
            total.append(float(arrays[at] @ (x * y)))
        else:
            table = worlds.project([v, w])
            share = table.weights / table.weights.sum()
            total.append(float(share @ (x[table.column(v)] * y[table.column(w)])))
    return math.fsum(total)


def quantile(worlds: Worlds, number: Expression, level: float) -> int:
    """The least number that the expression is at most with a probability of at least `level` (0 to 1)."""
    reached, found = 0.0, None
    for (x,), p in chances(worlds, [number]).items():
        reached, found = reached + p, x
        if reached >= level - _SURE:
            break
    if found is None:
        raise ProblemError("no world is left, so there is no quantile")
    return int(found)


def likeliest(worlds: Worlds) -> Likeliest:
    """A world of the greatest weight, by one pass over a diagram from its last layer (Viterbi's algorithm)."""
    if (apart := worlds.apart()) is not None:
        switch, parts = apart
        found = [(share, value, likeliest(part)) for value, part, share in parts]
        share, value, top = max(found, key=lambda each: each[0] * each[2].probability)
        chosen = World({**top.world, switch: value})
        return Likeliest(World((v, chosen[v]) for v in worlds.variables), share * top.probability)
    if worlds.uniform:
        first = next(iter(worlds.rows()))
        world = World(zip(worlds.variables, _values(worlds.variables, first), strict=True))
        return Likeliest(world, 1 / worlds.count())
    diagram = worlds.to_diagram()
    layers = diagram.weighted_layers()
    best, choices = np.array([0.0, -np.inf]), []
    with np.errstate(divide="ignore"):
        for children, weights, arcs in reversed(layers):
            score = np.log2(weights) + best.take(children)
            if arcs is not None:
                score = score + np.log2(arcs)
            choices.append(score.argmax(axis=1))
            best = np.append(score.max(axis=1), -np.inf)
    node = 0
    row: list[int] = []
    for (children, _, _), choice in zip(layers, reversed(choices), strict=True):
        row.append(int(choice[node]))
        node = int(children[node, row[-1]])
    world = World(zip(diagram.variables, _values(diagram.variables, row), strict=True))
    one = worlds
    for variable, value in world.items():
        one = one.restrict(variable == value)
    return Likeliest(World((v, world[v]) for v in worlds.variables), _share(one, worlds))


def _values(variables: Sequence[Variable], row: Sequence[int]) -> list[Hashable]:
    return [v.domain[i] for v, i in zip(variables, row, strict=True)]
