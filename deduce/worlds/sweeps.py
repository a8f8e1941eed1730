"""Which of several orders of a diagram's layers: each is estimated before anything is built, the least is taken.

What is known of single variables comes first, so that it costs nothing; independent parts come one after the other,
each in the best of its own orders: as given, step by step (`deduce.worlds.layers`), sweeps by the keys of families in
each direction, waves from the rim (Cuthill and McKee 1969), by least fill, and orders in which what belongs together is
pulled together (the FORCE method of Aloul, Markov and Sakallah 2003) from several beginnings. Variables that the same
conditions speak of stay together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from math import comb, inf, log2
from random import Random

from deduce.ground.deadline import tick
from deduce.language.constraints import Constraint, Count
from deduce.language.variables import Variable
from deduce.worlds.layers import Bits, Open, fronts, greedily, greedy_order, leaves, widths

Touching = Mapping[Variable, Sequence[Open]]
Order = Sequence[Variable]

LITTLE = 1 << 13
"""An order whose layers have so few states together is taken at once."""

BETTER = 0.5
"""Another order must have this share of the first one's states at most: the estimate is no more than that."""

MOST_WORK = 200_000
"""Pairs of a variable and a condition that are gone through while orders are tried, a microsecond each."""

MOST_FILL = 400
"""Kinds of variables up to which an order of least fill is looked for."""

WIDEST_FILL = 20
"""How many neighbours a kind may have when it is its turn there."""

_LOOSE = 16
"""A count or a sum over more variables than this, and over a quarter of all, does not bind parts together."""

_ROUNDS, _RESTARTS = 12, 4
"""How often FORCE pulls at most, and from how many random orders it begins besides."""

_SLANTS = (0.0, 0.25, -0.25, 1.0, -1.0)
"""How far a sweep by one coordinate leans to another."""


def layer_order(
    variables: Sequence[Variable], constraints: Sequence[Constraint], *, bits: Bits | None = None
) -> tuple[tuple[Variable, ...], float]:
    """A variable order that keeps few constraints open at a time, and the bits of its widest layer.

    The bits bound the logarithm of the states of a layer, roughly where a constraint remembers a front that moves (see
    `Constraint.spans`). The first order is that of `greedy_order`, and the only one where its layers are narrow, where
    there is such a front, or where `bits` says what constraints need. Complexity: `greedy_order`, and some twenty
    passes over the pairs of a variable and a constraint, as long as these are few.
    """
    chosen, widest = greedy_order(variables, constraints, bits=bits)
    joint = leaves(constraints)
    narrow = widest < LITTLE.bit_length() and 2.0**widest * len(variables) <= LITTLE
    if bits is not None or narrow or any(map(fronts, joint)):
        return chosen, widest
    fixed, opened = _reduced(joint, _masks(constraints))
    touching: dict[Variable, list[Open]] = {variable: [] for variable in variables}
    for item in opened:
        for variable in item.scope:
            touching[variable].append(item)
    known = [v for v in fixed if v in touching]
    first = [*known, *(v for v in chosen if v not in fixed)]
    states = _states(first, touching)
    if states > LITTLE:
        rank = {variable: place for place, variable in enumerate(chosen)}
        other = [*known, *_assembled([v for v in variables if v not in fixed], opened, touching, rank)]
        if _states(other, touching) <= BETTER * states:
            first = other
    return tuple(first), max(widths(first, touching), default=0.0)


def _states(order: Order, touching: Touching) -> float:
    """About how many nodes a diagram in this order has; infinity for a great many."""
    found = widths(order, touching)
    return inf if max(found, default=0.0) > 1000 else sum(2.0**width for width in found)


# What conditions cost once single variables are known.


def _masks(constraints: Sequence[Constraint]) -> dict[Variable, int]:
    """What conditions on single variables leave of them, as far as they say anything."""
    masks: dict[Variable, int] = {}
    for constraint in constraints:
        for part in constraint.parts():
            if len(part.scope) == 1:
                only = part.scope[0]
                mask = part.support(only)
                if mask is not None:
                    masks[only] = masks.get(only, only.full_mask) & mask
    return masks


def _reduced(
    joint: Sequence[Constraint], masks: Mapping[Variable, int]
) -> tuple[dict[Variable, int], list[Open]]:
    """Variables with one value left, and their values; and what the conditions cost over all others.

    Counts settle more variables: all that are left count, or none does.
    """
    fixed = {v: mask.bit_length() - 1 for v, mask in masks.items() if mask and not mask & (mask - 1)}
    for constraint in joint:
        fixed.update((v, 0) for v in constraint.scope if len(v.domain) == 1)
    counts = [count for constraint in joint if (count := constraint.counted()) is not None]
    settled = 0
    while len(fixed) > settled:
        settled = len(fixed)
        for count in counts:
            _settle(count, fixed)
    opened = []
    for constraint in joint:
        scope = [v for v in constraint.scope if v not in fixed]
        if len(scope) > 1:
            opened.append(_open(constraint, scope, fixed))
    return fixed, opened


def _left(count: Count, fixed: Mapping[Variable, int]) -> tuple[list[Variable], int, int]:
    """The variables of a count that are open, and between how many of them must count."""
    scope, known = [], 0
    for variable in count.scope:
        hits, any_hit = count.hits(variable)
        if variable in fixed:
            known += int(hits[fixed[variable]])
        elif any_hit:
            scope.append(variable)
    return scope, max(0, count.low - known), min(len(scope), count.high - known)


def _settle(count: Count, fixed: dict[Variable, int]) -> None:
    """Where all open variables of a count must count, or none may, those of two values are known."""
    scope, low, high = _left(count, fixed)
    if low == len(scope) or high == 0:
        for variable in scope:
            values = [i for i, hit in enumerate(count.hits(variable)[0]) if bool(hit) == (low > 0)]
            if len(values) == 1:
                fixed[variable] = values[0]


def _open(constraint: Constraint, scope: list[Variable], fixed: Mapping[Variable, int]) -> Open:
    """What is open while the variables of `scope` are partly read, the others of the constraint being known."""
    if constraint.apart:
        values = len({value for variable in scope for value in variable.domain})
        return Open(scope, [log2(max(1, comb(values, read))) for read in range(len(scope))])
    if (count := constraint.counted()) is not None:
        counted, low, high = _left(count, fixed)
        return Open(counted, _spread([1] * len(counted), low, high))
    # As many states as there are ways to read so far, at the most.
    sizes = sorted((log2(len(variable.domain)) for variable in scope), reverse=True)
    ways = list(accumulate(sizes[:-1], initial=0.0))
    if (tally := constraint.added()) is not None:
        form, tops, known = tally.form, [], 0
        for variable, terms in zip(tally.scope, form.terms, strict=True):
            if variable in fixed:
                known += terms[fixed[variable]]
            else:
                tops.append(max(terms))
        spread = _spread(sorted(tops, reverse=True), form.low - known, form.high - known)
        return Open(scope, list(map(min, spread, ways)))
    (_, most), *_ = constraint.spans()
    return Open(scope, [min(most, seen) for seen in ways])


def _spread(tops: Sequence[int], low: int, high: int) -> list[float]:
    """The logarithm of how many totals may have to be told apart after each number of terms, the greatest first.

    A total is between what can still reach `low` and `high`; from `low` on all are one where `high` is out of reach.
    """
    reach = [0, *accumulate(tops)]
    cap = low if high >= reach[-1] else high
    return [
        log2(max(1, min(reach[read], cap) - max(0, low - reach[-1 - read]) + 1))
        for read in range(len(tops))
    ]


# The parts of a problem, and the orders of a part.


def _assembled(
    variables: Sequence[Variable], opened: Sequence[Open], touching: Touching, rank: Mapping[Variable, int]
) -> list[Variable]:
    """Every part in its best order, those first that are widest by themselves; last what no part speaks of."""
    loose = {item for item in opened if item.length > max(_LOOSE, len(variables) / 4)}
    binding: dict[Variable, list[Open]] = {
        v: [item for item in touching[v] if item not in loose] for v in variables
    }
    work = sum(map(len, binding.values()))
    free = [v for v in variables if not binding[v]]
    parts = []
    for part in _parts([v for v in variables if binding[v]], binding):
        mine = {v: binding[v] for v in part}
        best, least = min(
            ((order, _states(order, mine)) for order in _orders(part, mine, rank, work)),
            key=lambda pair: pair[1],
        )
        parts.append((least, best))
    parts.sort(key=lambda pair: -pair[0])
    return [*(v for _, order in parts for v in order), *free]


def _parts(variables: Sequence[Variable], binding: Touching) -> list[list[Variable]]:
    """The variables by the part that they belong to, in the order given."""
    found: list[list[Variable]] = []
    seen: set[Variable] = set()
    for start in variables:
        if start in seen:
            continue
        reached, queue = {start}, [start]
        done: set[Open] = set()
        while queue:
            for item in binding[queue.pop()]:
                if item not in done:
                    done.add(item)
                    fresh = [v for v in item.scope if v not in reached]
                    reached.update(fresh)
                    queue += fresh
        seen |= reached
        found.append([v for v in variables if v in reached])
    return found


def _orders(
    part: list[Variable], mine: Touching, rank: Mapping[Variable, int], work: int
) -> Iterator[list[Variable]]:
    """The orders to choose from."""
    yield sorted(part, key=rank.__getitem__)
    if len(part) < 3 or work > MOST_WORK:
        return
    kinds: dict[tuple[int, ...], list[Variable]] = {}
    for variable in part:
        kinds.setdefault(tuple(map(id, mine[variable])), []).append(variable)
    groups = list(kinds.values())
    yield [v for group in groups for v in group]
    yield list(greedily(part, mine))
    for key in _sweeps(part):
        middle = [sum(map(key, group)) / len(group) for group in groups]
        yield _by(middle, groups)
    pulled = _Pulled(groups, mine)
    places = [float(i) for i in range(len(groups))]
    yield _by(pulled.settled(places), groups)
    wave = pulled.waved()
    yield _by(wave, groups)
    yield _by(pulled.settled(wave), groups)
    luck = Random(len(part))
    for _ in range(_RESTARTS if work * _ROUNDS * 4 < MOST_WORK else 0):
        luck.shuffle(places)
        yield _by(pulled.settled(places), groups)
    filled = pulled.filled() if len(groups) <= MOST_FILL else None
    if filled is not None:
        yield _by(filled, groups)


def _by(places: Sequence[float], groups: Sequence[list[Variable]]) -> list[Variable]:
    order = sorted(range(len(groups)), key=places.__getitem__)
    return [v for i in order for v in groups[i]]


def _sweeps(part: Sequence[Variable]) -> Iterator[Callable[[Variable], float]]:
    """Sweeps along each coordinate of the variables' keys, straight and leaning to another."""
    keys = [v.key if isinstance(v.key, tuple) else (v.key,) for v in part]
    dimensions = len(keys[0])
    if any(v.key is None for v in part) or any(len(key) != dimensions for key in keys) or dimensions > 3:
        return
    columns = [_coordinates(column) for column in zip(*keys, strict=True)]
    place = {v: i for i, v in enumerate(part)}
    for one in range(dimensions):
        if dimensions == 1:
            yield lambda v: columns[0][place[v]]
        for other in range(dimensions):
            for slant in _SLANTS if other != one else ():
                tie = slant or 1e-4
                yield lambda v, a=columns[one], b=columns[other], s=tie: a[place[v]] + s * b[place[v]]  # type: ignore[misc]


def _coordinates(column: Sequence[object]) -> list[float]:
    """Numbers as they are; anything else by its first appearance."""
    if all(isinstance(value, (int, float)) for value in column):
        return [float(value) for value in column]  # type: ignore[arg-type]
    seen: dict[object, int] = {}
    return [float(seen.setdefault(value, len(seen))) for value in column]


class _Pulled:
    """Kinds of variables and the conditions that bind them, by number."""

    def __init__(self, groups: Sequence[Sequence[Variable]], mine: Touching) -> None:
        numbers: dict[Open, int] = {}
        self.of = [[numbers.setdefault(item, len(numbers)) for item in mine[group[0]]] for group in groups]
        self.members: list[list[int]] = [[] for _ in numbers]
        for kind, items in enumerate(self.of):
            for item in items:
                self.members[item].append(kind)

    def settled(self, places: Sequence[float]) -> list[float]:
        """Places after every kind has been pulled to the middle of its conditions, until their spans shrink no more."""
        best, least = list(places), inf
        now = best
        for _ in range(_ROUNDS):
            tick()
            middles = [sum(now[kind] for kind in kinds) / len(kinds) for kinds in self.members]
            spans = sum(max(now[k] for k in kinds) - min(now[k] for k in kinds) for kinds in self.members)
            if spans >= least:
                break
            best, least = now, spans
            wanted = [sum(middles[item] for item in items) / len(items) for items in self.of]
            now = [0.0] * len(wanted)
            for place, kind in enumerate(sorted(range(len(wanted)), key=wanted.__getitem__)):
                now[kind] = float(place)
        return best

    def waved(self) -> list[float]:
        """Places by how far a kind is from one at the rim, then by the places of those before it (Cuthill and McKee)."""
        last = 0
        for _ in range(3):
            tick()
            found, seen = [last], {last}
            for kind in found:
                fresh = {other for item in self.of[kind] for other in self.members[item]} - seen
                found += sorted(fresh, key=lambda each: (len(self.of[each]), each))
                seen |= fresh
            last = found[-1]
        places = [0.0] * len(self.of)
        for place, kind in enumerate(found):
            places[kind] = float(place)
        return places

    def filled(self) -> list[float] | None:
        """Places by least fill: next goes the kind whose neighbours lack the fewest links among each other.

        None where some kind has many neighbours then: no order is narrow, and finding one takes long.
        """
        near: list[set[int]] = [set() for _ in self.of]
        for kinds in self.members:
            for kind in kinds:
                near[kind].update(kinds)
        for kind, others in enumerate(near):
            others.discard(kind)
        places = [0.0] * len(near)
        left = set(range(len(near)))
        lacks = [self._lacking(near, kind) for kind in left]
        for place in range(len(near)):
            tick()
            gone = min(left, key=lambda kind: (lacks[kind], kind))
            if len(near[gone]) > WIDEST_FILL:
                return None
            left.remove(gone)
            places[gone] = float(place)
            touched = set(near[gone])
            for kind in near[gone]:
                near[kind].discard(gone)
                near[kind] |= near[gone] - {kind}
                touched |= near[kind]
            for kind in touched & left:
                lacks[kind] = self._lacking(near, kind)
        return places

    @staticmethod
    def _lacking(near: Sequence[set[int]], kind: int) -> int:
        others = near[kind]
        return sum(len(others) - 1 - len(near[other] & others) for other in others) // 2
