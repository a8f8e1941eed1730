"""A small independent checker: is a set of constraints unsatisfiable?

It shares no code with the search or the diagrams: depth-first search over values, with its own reading of
each kind of constraint on the values that variables have left. Slow and plain on purpose.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence

from deduce.explain.checker_graphs import chosen_may_hold
from deduce.graphs.chosen import Selected
from deduce.ground.deadline import tick
from deduce.ground.errors import GaveUp
from deduce.language.constraints import AllDifferent, Constraint, Count, Sum
from deduce.language.facts import And, Fact, Or, Within
from deduce.language.pairs import Compare, Paired
from deduce.language.reified import Holds, Iff, Phrase
from deduce.language.relations import Channel, Relation
from deduce.language.variables import Variable

__all__ = ["unsatisfiable"]

Left = Mapping[Variable, Sequence[Hashable]]
"""The values that each variable has left; one value means that it is known."""


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
    budget = [max_nodes]
    return not _search({variable: list(variable.domain) for variable in about}, about, budget, list(about))


def _search(
    left: Left,
    about: Mapping[Variable, Sequence[Constraint]],
    budget: list[int],
    touched: Sequence[Variable],
) -> bool:
    narrowed = _narrow(left, about, budget, touched)
    if narrowed is None or _crowded(narrowed, about):
        return False
    undecided = [variable for variable, values in narrowed.items() if len(values) > 1]
    if not undecided:
        return True
    chosen = min(
        undecided, key=lambda variable: (_urgency(variable, narrowed, about), len(narrowed[variable]))
    )
    mates = _mates(chosen, about)
    return any(_search({**narrowed, chosen: [value]}, about, budget, mates) for value in narrowed[chosen])


def _urgency(variable: Variable, left: Left, about: Mapping[Variable, Sequence[Constraint]]) -> int:
    """How few variables are undecided in the tightest condition on this one: those are settled first."""
    return min(sum(len(left[v]) > 1 for v in constraint.scope) for constraint in about[variable])


def _mates(variable: Variable, about: Mapping[Variable, Sequence[Constraint]]) -> list[Variable]:
    return list(dict.fromkeys(v for constraint in about[variable] for v in constraint.scope))


def _narrow(
    left: Left,
    about: Mapping[Variable, Sequence[Constraint]],
    budget: list[int],
    touched: Sequence[Variable],
) -> dict[Variable, Sequence[Hashable]] | None:
    """Strike values that break a constraint at once, until nothing changes; None when no value is left.

    Only variables that share a constraint with one that changed (`touched` at first) are looked at.
    """
    narrowed = dict(left)
    waiting = dict.fromkeys(touched)
    while waiting:
        variable = next(iter(waiting))
        del waiting[variable]
        tick()
        values = narrowed[variable]
        kept = []
        for value in values:
            budget[0] -= 1
            if budget[0] < 0:
                raise GaveUp("the checker reached its limit; allow more with max_nodes")
            narrowed[variable] = [value]
            if all(_may_hold(constraint, narrowed) for constraint in about[variable]):
                kept.append(value)
        if not kept:
            return None
        narrowed[variable] = kept
        if len(kept) < len(values):
            waiting.update(dict.fromkeys(v for v in _mates(variable, about) if len(narrowed[v]) > 1))
    return narrowed


def _crowded(left: Left, about: Mapping[Variable, Sequence[Constraint]]) -> bool:
    """Whether some variables that must differ have fewer values left than there are variables.

    Without this, six pigeons in five holes take 720 tries.
    """
    different = {c for found in about.values() for c in found if isinstance(c, AllDifferent)}
    for constraint in different:
        taken: dict[Hashable, Variable] = {}
        for variable in constraint.scope:
            if not _seated(variable, left, taken, set()):
                return True
    return False


def _seated(variable: Variable, left: Left, taken: dict[Hashable, Variable], tried: set[Hashable]) -> bool:
    """Give `variable` a value of its own, moving others if need be (Kuhn's bipartite matching)."""
    for value in left[variable]:
        if value in tried:
            continue
        tried.add(value)
        holder = taken.get(value)
        if holder is None or _seated(holder, left, taken, tried):
            taken[value] = variable
            return True
    return False


def _may_hold(constraint: Constraint, left: Left) -> bool:
    for kind, test in _TESTS.items():
        if isinstance(constraint, kind):
            return test(constraint, left)
    if all(len(left[variable]) == 1 for variable in constraint.scope):
        return constraint.holds([left[variable][0] for variable in constraint.scope])
    return True


def _different(constraint: AllDifferent, left: Left) -> bool:
    values = [left[v][0] for v in constraint.scope if len(left[v]) == 1]
    return len(values) == len(set(values))


def _count(constraint: Count, left: Left) -> bool:
    can = must = 0
    for variable in constraint.scope:
        hits = [value in constraint.values for value in left[variable]]
        can += any(hits)
        must += all(hits)
    return must <= constraint.high and can >= constraint.low


def _sum(constraint: Sum, left: Left) -> bool:
    least = most = 0
    for weight, variable in zip(constraint.weights, constraint.scope, strict=True):
        products = [weight * value for value in left[variable]]  # type: ignore[operator]
        least += min(products)
        most += max(products)
    return least <= constraint.high and most >= constraint.low


def _relation(constraint: Relation, left: Left) -> bool:
    options = [left[variable] for variable in constraint.scope]
    return any(
        all(value in option for value, option in zip(row, options, strict=True))
        for row in constraint.tuples()
    )


def _channel(constraint: Channel, left: Left) -> bool:
    for a, one in constraint.left.items():
        for b, other in constraint.right.items():
            here, there = left[one], left[other]
            if here == [b] and a not in there:
                return False
            if there == [a] and b not in here:
                return False
    return True


def _fact(fact: Constraint, left: Left) -> bool:
    # As `_verdict` says, but no further than needed: clauses forbid solutions in as many parts as there are variables.
    if isinstance(fact, And):
        return all(_fact(part, left) for part in fact.operands)
    if isinstance(fact, Or):
        return any(_fact(part, left) for part in fact.operands)
    return _verdict(fact, left) is not False


def _verdict(fact: Constraint, left: Left) -> bool | None:
    """True, False, or None while open."""
    if isinstance(fact, (And, Or)):
        verdicts = [_verdict(part, left) for part in fact.operands]
        decisive = isinstance(fact, Or)
        if decisive in verdicts:
            return decisive
        return None if None in verdicts else not decisive
    if isinstance(fact, Within):
        allowed = fact.values
        inside = [value in allowed for value in left[fact.variable]]
        return True if all(inside) else None if any(inside) else False
    if isinstance(fact, Compare):
        one, other = left[fact.left], left[fact.right]
        if len(one) == 1 and len(other) == 1:
            return fact.true_in({fact.left: one[0], fact.right: other[0]})
        if fact.op == "==" and not any(value in other for value in one):
            return False
        return None
    if isinstance(fact, Phrase):
        return _verdict(fact.meaning, left)
    if isinstance(fact, Iff):
        a, b = _verdict(fact.left, left), _verdict(fact.right, left)
        return None if a is None or b is None else (a == b) == fact.same
    if isinstance(fact, Holds) and fact.truth and not _may_hold(fact.constraint, left):
        return False
    if all(len(left[variable]) == 1 for variable in fact.scope):
        return fact.holds([left[variable][0] for variable in fact.scope])
    if isinstance(fact, Paired):
        pairs = ((a, b) for a in left[fact.left] for b in left[fact.right])
        return None if any(fact.true_in({fact.left: a, fact.right: b}) for a, b in pairs) else False
    return None


_TESTS: dict[type, Callable[..., bool]] = {
    Selected: chosen_may_hold,
    AllDifferent: _different,
    Count: _count,
    Sum: _sum,
    Relation: _relation,
    Channel: _channel,
    Fact: _fact,
}
