"""A small independent checker: is a set of constraints unsatisfiable?

It shares no code with the search or the diagrams: depth-first search over values, with its own reading of
each kind of constraint on partial assignments. Slow and plain on purpose.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence

from deduce.constraints import AllDifferent, Constraint, Count, Sum
from deduce.errors import GaveUp
from deduce.facts import And, Compare, Fact, Or, Within
from deduce.relations import Channel, Relation
from deduce.variables import Variable

__all__ = ["unsatisfiable"]

Partial = Mapping[Variable, Hashable]
_MISSING = object()


def unsatisfiable(constraints: Sequence[Constraint], *, max_nodes: int = 1_000_000) -> bool:
    """Whether no assignment satisfies all `constraints`.

    Raises `GaveUp` after trying `max_nodes` values.
    """
    for constraint in constraints:
        if not constraint.scope and not constraint.holds(()):
            return True
    about: dict[Variable, list[Constraint]] = {}
    for constraint in constraints:
        for variable in constraint.scope:
            about.setdefault(variable, []).append(constraint)
    left = [max_nodes]
    domains = {variable: list(variable.domain) for variable in about}
    return not _search({}, domains, about, left)


def _search(
    known: dict[Variable, Hashable],
    domains: dict[Variable, list[Hashable]],
    about: Mapping[Variable, Sequence[Constraint]],
    left: list[int],
) -> bool:
    narrowed = _narrow(known, domains, about, left)
    if narrowed is None or _crowded(narrowed, about):
        return False
    open_variables = [variable for variable in narrowed if variable not in known]
    if not open_variables:
        return True
    chosen = min(open_variables, key=lambda variable: len(narrowed[variable]))
    for value in narrowed[chosen]:
        if _search({**known, chosen: value}, {**narrowed, chosen: [value]}, about, left):
            return True
    return False


def _narrow(
    known: dict[Variable, Hashable],
    domains: dict[Variable, list[Hashable]],
    about: Mapping[Variable, Sequence[Constraint]],
    left: list[int],
) -> dict[Variable, list[Hashable]] | None:
    """Strike values that break a constraint at once, and fix variables with one value left.

    Fills `known` with the values that follow; None when a variable has no value left.
    """
    domains = dict(domains)
    dirty = dict.fromkeys(v for v in domains if v not in known)
    while dirty:
        variable = next(iter(dirty))
        del dirty[variable]
        if variable in known:
            continue
        kept = []
        for value in domains[variable]:
            left[0] -= 1
            if left[0] < 0:
                raise GaveUp("the checker reached its limit; allow more with max_nodes")
            trial = {**known, variable: value}
            if all(_may_hold(constraint, trial) for constraint in about[variable]):
                kept.append(value)
        domains[variable] = kept
        if not kept:
            return None
        if len(kept) == 1:
            known[variable] = kept[0]
            for constraint in about[variable]:
                dirty.update(dict.fromkeys(v for v in constraint.scope if v not in known))
    return domains


def _crowded(
    domains: Mapping[Variable, Sequence[Hashable]], about: Mapping[Variable, Sequence[Constraint]]
) -> bool:
    """Whether some variables that must differ have fewer values left than there are variables.

    Without this, six pigeons in five holes take 720 tries.
    """
    different = {c for found in about.values() for c in found if isinstance(c, AllDifferent)}
    for constraint in different:
        taken: dict[Hashable, Variable] = {}
        for variable in constraint.scope:
            if not _seated(variable, domains, taken, set()):
                return True
    return False


def _seated(
    variable: Variable,
    domains: Mapping[Variable, Sequence[Hashable]],
    taken: dict[Hashable, Variable],
    tried: set[Hashable],
) -> bool:
    """Give `variable` a value of its own, moving others if need be (Kuhn's bipartite matching)."""
    for value in domains[variable]:
        if value in tried:
            continue
        tried.add(value)
        holder = taken.get(value)
        if holder is None or _seated(holder, domains, taken, tried):
            taken[value] = variable
            return True
    return False


def _may_hold(constraint: Constraint, known: Partial) -> bool:
    for kind, test in _TESTS.items():
        if isinstance(constraint, kind):
            return test(constraint, known)
    if all(variable in known for variable in constraint.scope):
        return constraint.holds([known[variable] for variable in constraint.scope])
    return True


def _different(constraint: AllDifferent, known: Partial) -> bool:
    values = [known[v] for v in constraint.scope if v in known]
    return len(values) == len(set(values))


def _count(constraint: Count, known: Partial) -> bool:
    hits = sum(1 for v in constraint.scope if v in known and known[v] in constraint.values)
    can = sum(
        1 for v in constraint.scope if v not in known and any(x in constraint.values for x in v.domain)
    )
    must = sum(
        1 for v in constraint.scope if v not in known and all(x in constraint.values for x in v.domain)
    )
    return hits + must <= constraint.high and hits + can >= constraint.low


def _sum(constraint: Sum, known: Partial) -> bool:
    least = most = 0
    for weight, variable in zip(constraint.weights, constraint.scope, strict=True):
        options = [known[variable]] if variable in known else list(variable.domain)
        products = [weight * option for option in options]  # type: ignore[operator]
        least += min(products)
        most += max(products)
    return least <= constraint.high and most >= constraint.low


def _relation(constraint: Relation, known: Partial) -> bool:
    places = [(i, known[v]) for i, v in enumerate(constraint.scope) if v in known]
    return any(all(row[i] == value for i, value in places) for row in constraint.tuples())


def _channel(constraint: Channel, known: Partial) -> bool:
    for a, left in constraint.left.items():
        for b, right in constraint.right.items():
            x, y = known.get(left, _MISSING), known.get(right, _MISSING)
            if x is not _MISSING and y is not _MISSING and (x == b) != (y == a):
                return False
            if x == b and y is _MISSING and a not in right.domain:
                return False
            if y == a and x is _MISSING and b not in left.domain:
                return False
    return True


def _fact(constraint: Fact, known: Partial) -> bool:
    return _verdict(constraint, known) is not False


def _verdict(fact: Constraint, known: Partial) -> bool | None:
    """True, False, or None while open."""
    if isinstance(fact, (And, Or)):
        verdicts = [_verdict(part, known) for part in fact.operands]
        decisive = isinstance(fact, Or)
        if decisive in verdicts:
            return decisive
        return None if None in verdicts else not decisive
    if isinstance(fact, Within):
        value = known.get(fact.variable, _MISSING)
        if value is _MISSING:
            return True if len(fact.values) == len(fact.variable.domain) else None if fact.values else False
        return value in fact.values
    if isinstance(fact, Compare):
        if fact.left not in known or fact.right not in known:
            return None
        return fact.true_in(known)
    return None


_TESTS: dict[type, Callable[..., bool]] = {
    AllDifferent: _different,
    Count: _count,
    Sum: _sum,
    Relation: _relation,
    Channel: _channel,
    Fact: _fact,
}
