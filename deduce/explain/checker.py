"""A small independent checker: is a set of constraints unsatisfiable?

It shares no code with the search or the diagrams: depth-first search over values, with its own reading of
each kind of constraint on the values that variables have left. Slow and plain on purpose.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial

from deduce.explain.checker_graphs import chosen_may_hold
from deduce.ground.deadline import tick
from deduce.ground.errors import GaveUp
from deduce.language.base import Constraint
from deduce.language.constraints import Count
from deduce.language.pairs import Compare
from deduce.language.tally import Tally
from deduce.language.variables import Variable

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
    different = {c for found in about.values() for c in found if c.apart}
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


def reads(constraint: Constraint) -> bool:
    """Whether the checker has a reading of its own of a condition, and need not wait until all values are known."""
    for parts in (constraint.all_of(), constraint.any_of()):
        if parts is not None:
            return all(map(reads, parts))
    plain = constraint.plain()
    if plain is not constraint:
        return reads(plain)
    return len(plain.scope) <= 2 or _reading(plain) is not None or bool(plain.agreed())


def _may_hold(constraint: Constraint, left: Left) -> bool:
    # As `_verdict` says, but no further than needed: clauses forbid solutions in as many parts as there are variables.
    if (parts := constraint.all_of()) is not None:
        return all(_may_hold(part, left) for part in parts)
    if (parts := constraint.any_of()) is not None:
        return any(_may_hold(part, left) for part in parts)
    return _verdict(constraint, left) is not False


def _verdict(constraint: Constraint, left: Left) -> bool | None:
    """True, False, or None while open."""
    if (parts := constraint.all_of()) is not None:
        return _all(parts, left)
    if (parts := constraint.any_of()) is not None:
        return _any(parts, left)
    if (single := constraint.single()) is not None:
        allowed = single.values
        inside = [value in allowed for value in left[single.variable]]
        return True if all(inside) else None if any(inside) else False
    plain = constraint.plain()
    if plain is not constraint:
        return _verdict(plain, left)
    if pairs := constraint.agreed():
        return _agree(pairs, left)
    test = _reading(constraint)
    if test is not None and not test(left):
        return False
    if all(len(left[variable]) == 1 for variable in constraint.scope):
        return constraint.holds([left[variable][0] for variable in constraint.scope])
    if test is None and len(constraint.scope) == 2:
        one, other = constraint.scope
        return None if any(constraint.holds((a, b)) for a in left[one] for b in left[other]) else False
    return None


def _all(parts: Sequence[Constraint], left: Left) -> bool | None:
    open_ = False
    for part in parts:
        verdict = _verdict(part, left)
        if verdict is False:
            return False
        open_ = open_ or verdict is None
    return None if open_ else True


def _any(parts: Sequence[Constraint], left: Left) -> bool | None:
    open_ = False
    for part in parts:
        verdict = _verdict(part, left)
        if verdict:
            return True
        open_ = open_ or verdict is None
    return None if open_ else False


def _agree(pairs: Sequence[tuple[Constraint, Constraint, bool]], left: Left) -> bool | None:
    open_ = False
    for one, other, same in pairs:
        a, b = _verdict(one, left), _verdict(other, left)
        if a is None or b is None:
            open_ = True
        elif (a == b) != same:
            return False
    return None if open_ else True


def _reading(constraint: Constraint) -> Callable[[Left], bool] | None:
    """What tells of a condition of a kind that is read by itself whether it may still hold."""
    if constraint.apart:
        return partial(_different, constraint.scope)
    if (count := constraint.counted()) is not None:
        return partial(_count, count)
    if (tally := constraint.added()) is not None:
        return partial(_sum, tally)
    if (pair := constraint.compared()) is not None:
        return partial(_compare, pair)
    if (drawn := constraint.drawn()) is not None:
        return partial(chosen_may_hold, drawn)
    if (rows := constraint.listed()) is not None:
        return partial(_listed, constraint.scope, rows)
    return None


def _different(scope: Sequence[Variable], left: Left) -> bool:
    values = [left[v][0] for v in scope if len(left[v]) == 1]
    return len(values) == len(set(values))


def _count(constraint: Count, left: Left) -> bool:
    can = must = 0
    for variable in constraint.scope:
        hits = [value in constraint.values for value in left[variable]]
        can += any(hits)
        must += all(hits)
    return must <= constraint.high and can >= constraint.low


def _sum(tally: Tally, left: Left) -> bool:
    least = most = 0
    for variable, table in tally.tables.items():
        terms = [table[variable.position(value)] for value in left[variable]]
        least += min(terms)
        most += max(terms)
    return least <= tally.high and most >= tally.low


def _compare(pair: Compare, left: Left) -> bool:
    one, other = left[pair.left], left[pair.right]
    return pair.op != "==" or any(value in other for value in one)


def _listed(scope: Sequence[Variable], rows: Sequence[Sequence[Hashable]], left: Left) -> bool:
    options = [left[variable] for variable in scope]
    return any(all(value in option for value, option in zip(row, options, strict=True)) for row in rows)
