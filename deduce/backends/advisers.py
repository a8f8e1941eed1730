"""What a SAT solver that is stuck may ask: a bounded decision diagram, or CP-SAT.

An adviser gets the constraints that are on and the values assumed. It says None (it does not know), a world that
satisfies all, or the constraints that cannot all hold together with the values assumed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from deduce.ground.deadline import left, tick
from deduce.ground.errors import MissingExtra, ProblemError, TooLarge
from deduce.language.constraints import Constraint
from deduce.language.facts import Within
from deduce.language.posting import Literal
from deduce.language.variables import Variable

Fixed = Mapping[Literal, tuple[Variable, int, bool]]
Advice = dict[Variable, Any] | list[Constraint] | None

_DIAGRAM_BYTES = 1 << 22
"""The most memory a diagram made for advice may take: tens of milliseconds."""

_CPSAT_SECONDS = 20.0


def _values(fixed: Fixed) -> list[Within]:
    return [
        Within(variable, 1 << place if positive else variable.full_mask & ~(1 << place))
        for variable, place, positive in fixed.values()
    ]


def by_diagram(active: Sequence[Constraint], fixed: Fixed) -> Advice:
    """Ask diagrams: of everything, of what hangs together, of the arithmetic alone, of the rest alone."""
    from deduce.worlds.compile import compile_diagram

    values = _values(fixed)
    for group, whole in _groups(active):
        tick()
        variables = list(dict.fromkeys(v for c in group for v in c.scope))
        if not variables:
            continue
        known = set(variables)
        given = [value for value in values if value.variable in known]
        try:
            worlds = compile_diagram(variables, [*group, *given], max_bytes=_DIAGRAM_BYTES)
        except TooLarge:
            continue
        if worlds.count() == 0:
            return group
        if whole and not known.isdisjoint(variables):
            return worlds.sample(1, 0)[0]
    return None


def _groups(active: Sequence[Constraint]) -> Iterator[tuple[list[Constraint], bool]]:
    """Groups of constraints whose diagrams may be narrow, and whether a group is all there is."""
    yield list(active), True
    parts = _components(active)
    if len(parts) > 1:
        yield from ((part, False) for part in parts)
    unary = [c for c in active if len(c.scope) == 1]
    for kind in (_adds_up, _apart):
        some = [c for c in active if kind(c)]
        if some and len(some) + len(unary) < len(active):
            for part in _components([*some, *unary]):
                if any(map(kind, part)):
                    yield part, False


def _adds_up(constraint: Constraint) -> bool:
    return constraint.counted() is not None or constraint.added() is not None


def _apart(constraint: Constraint) -> bool:
    return constraint.apart


def _components(active: Sequence[Constraint]) -> list[list[Constraint]]:
    """Constraints sorted into parts that share no variable."""
    root: dict[Variable, Variable] = {}

    def find(variable: Variable) -> Variable:
        while root.setdefault(variable, variable) is not variable:
            root[variable] = root[root[variable]]
            variable = root[variable]
        return variable

    for constraint in active:
        for variable in constraint.scope[1:]:
            root[find(variable)] = find(constraint.scope[0])
    parts: dict[Variable | None, list[Constraint]] = {}
    for constraint in active:
        place = find(constraint.scope[0]) if constraint.scope else None
        parts.setdefault(place, []).append(constraint)
    return list(parts.values())


def by_cpsat(active: Sequence[Constraint], fixed: Fixed) -> Advice:
    """Ask CP-SAT, for a while; it says nothing when it is not installed."""
    from deduce.backends.cpsat_solver import CpSatSolver

    try:
        solver = CpSatSolver()
        for constraint in [*active, *_values(fixed)]:
            tick()
            solver.add(constraint)
        answer = solver.answered(time_limit=left(_CPSAT_SECONDS))
    except (MissingExtra, ProblemError):
        return None
    if answer is None:
        tick()
        return None
    if not answer:
        return list(active)
    return solver.world(list(dict.fromkeys(v for c in active for v in c.scope)))
