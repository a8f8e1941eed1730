"""PySAT: one live solver for a problem, asked again and again under assumptions.

For certain values, second solutions and cores where a diagram would be too wide. Each statement gets a
selector literal, so that any subset of them can be switched on for one call without building anything anew.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from threading import Timer
from typing import Any

from pysat.card import CardEnc, EncType
from pysat.solvers import Solver

from deduce.backends.chains import chain
from deduce.constraints import Constraint
from deduce.errors import GaveUp
from deduce.posting import Found, Literal, Model
from deduce.variables import Variable

__all__ = ["SatSolver"]

_PAIRWISE = 12
"""Up to this many literals "at most one" is said pair by pair: no extra literals, stronger propagation."""


def _left(deadline: float | None) -> float | None:
    return None if deadline is None else deadline - time.monotonic()


class _Assignment(Found):
    """The model that the solver has just found; propagation tells what is known without it."""

    def __init__(self, solver: Any) -> None:
        self._solver = solver
        self._model: list[Literal] = solver.get_model()

    def true(self, literal: Literal) -> bool:
        """See `Found.true`."""
        return (self._model[abs(literal) - 1] > 0) == (literal > 0)

    def known(self, literal: Literal) -> bool:
        """See `Found.known`. What follows from the clauses by propagation alone."""
        return self.true(literal) and self.refuted([-literal])

    def refuted(self, literals: Sequence[Literal]) -> bool:
        """See `Found.refuted`."""
        return not self._solver.propagate(assumptions=list(literals))[0]


class SatSolver(Model):
    """Clauses in a live SAT solver; see the module docstring.

    Args:
        name: The PySAT solver to use; it must be incremental and give cores.
    """

    def __init__(self, name: str = "glucose4") -> None:
        super().__init__()
        self._solver: Any = Solver(name=name)
        self._top = 0

    # The seam.

    def fresh(self) -> Literal:
        """See `Model.fresh`."""
        self._top += 1
        return self._top

    def exactly_one(self, literals: Sequence[Literal]) -> None:
        """See `Model.exactly_one`. Of a literal and its opposite it gives the solver a value to report."""
        self._solver.add_clause(list(literals))
        if len(literals) > 2:
            self._at_most(literals, 1, None)

    def clause(self, literals: Iterable[Literal], when: Literal | None = None) -> None:
        """See `Model.clause`."""
        clause = list(literals)
        if when is not None:
            clause.append(-when)
        if not clause:
            # The empty clause: PySAT has no way to add it directly.
            false = self.constant()
            clause = [-false]
        self._solver.add_clause(clause)

    def cardinality(
        self, literals: Sequence[Literal], low: int, high: int, when: Literal | None = None
    ) -> None:
        """See `Model.cardinality`."""
        n = len(literals)
        if low > high or low > n or high < 0:
            self.clause([], when)
            return
        if high < n:
            self._at_most(literals, high, when)
        if low == 1:
            self.clause(literals, when)
        elif low > 1:
            self._at_most([-literal for literal in literals], n - low, when)

    def _at_most(self, literals: Sequence[Literal], bound: int, when: Literal | None) -> None:
        if bound == 0:
            for literal in literals:
                self.clause([-literal], when)
        elif bound == 1 and len(literals) <= _PAIRWISE:
            for i, first in enumerate(literals):
                for second in literals[:i]:
                    self.clause([-first, -second], when)
        else:
            encoded = CardEnc.atmost(
                lits=list(literals), bound=bound, top_id=self._top, encoding=EncType.seqcounter
            )
            self._top = max(self._top, encoded.nv)
            for clause in encoded.clauses:
                self.clause(clause, when)

    def linear(
        self, terms: Sequence[tuple[int, Literal]], low: int, high: int, when: Literal | None = None
    ) -> None:
        """See `Model.linear`. A chain of partial sums, one link a variable; for small sums only."""
        chain(self, terms, low, high, when)

    # Questions.

    def add(self, constraint: Constraint, when: Literal | None = None) -> None:
        """State a constraint, for good or only when `when` is assumed."""
        for variable in constraint.scope:
            self.literals(variable)
        if constraint.scope:
            constraint.post(self, when)
        elif not constraint.holds(()):
            self.clause([], when)

    def satisfiable(self, assumptions: Sequence[Literal] = (), *, time_limit: float | None = None) -> bool:
        """Whether a world exists under the assumptions. Raises `GaveUp` at the time limit (seconds)."""
        deadline = None if time_limit is None else time.monotonic() + time_limit
        while self._satisfiable(assumptions, time_limit, _left(deadline)):
            if not self._later or not self.amended(_Assignment(self._solver)):
                return True
        return False

    def _satisfiable(
        self, assumptions: Sequence[Literal], time_limit: float | None, left: float | None
    ) -> bool:
        """One call of the solver, which knows nothing of rules posted with `later`."""
        if left is None:
            return bool(self._solver.solve(assumptions=list(assumptions)))
        if left <= 0:
            raise GaveUp("the time limit was reached before the solver could answer")
        timer = Timer(left, self._solver.interrupt)
        timer.start()
        try:
            answer = self._solver.solve_limited(assumptions=list(assumptions), expect_interrupt=True)
        finally:
            timer.cancel()
            self._solver.clear_interrupt()
        if answer is None:
            raise GaveUp(f"no answer within the time limit of {time_limit:g} s")
        return bool(answer)

    def core(self) -> list[Literal]:
        """After an unsatisfiable call: assumptions that cannot all hold (not necessarily few)."""
        return list(self._solver.get_core() or [])

    def model(self) -> list[Literal]:
        """After a satisfiable call: every literal of the model found, by its number."""
        return list(self._solver.get_model() or [])

    def true_literals(self) -> set[Literal]:
        """After a satisfiable call: the literals true in the model found."""
        return set(self._solver.get_model() or [])

    def world(self, variables: Sequence[Variable]) -> dict[Variable, Any]:
        """After a satisfiable call: the values of `variables` in the model found."""
        model = self.true_literals()
        found = {}
        for variable in variables:
            literals = self._literals.get(variable)
            if literals is None:
                found[variable] = variable.domain[0]
                continue
            # A two-valued variable that no clause mentions is missing from the model: it is free.
            position = next((i for i, literal in enumerate(literals) if literal in model), 0)
            found[variable] = variable.domain[position]
        return found

    def possible(
        self, variable: Variable, assumptions: Sequence[Literal] = (), *, time_limit: float | None = None
    ) -> set[Any]:
        """The values `variable` takes in some world. One call for each value at the most."""
        deadline = None if time_limit is None else time.monotonic() + time_limit
        literals = self.literals(variable)
        open_positions = set(range(len(literals)))
        found: set[int] = set()
        while open_positions:
            position = min(open_positions)
            open_positions.discard(position)
            if self.satisfiable([*assumptions, literals[position]], time_limit=_left(deadline)):
                found.add(position)
        return {variable.domain[i] for i in sorted(found)}

    def certain(
        self,
        variables: Sequence[Variable],
        assumptions: Sequence[Literal] = (),
        *,
        time_limit: float | None = None,
    ) -> dict[Variable, Any] | None:
        """The values that all worlds share, or None when there is no world.

        Each call asks for a world that differs from what all worlds found so far have in common: at most
        as many calls as variables, and two for a puzzle with one solution. Raises `GaveUp` at the time
        limit (seconds).
        """
        deadline = None if time_limit is None else time.monotonic() + time_limit
        for variable in variables:
            self.literals(variable)
        shared: dict[Variable, Any] | None = None
        switch: list[Literal] = []
        try:
            while self.satisfiable([*assumptions, *switch], time_limit=_left(deadline)):
                world = self.world(variables)
                shared = world if shared is None else {v: x for v, x in shared.items() if world[v] is x}
                self._retire(switch)
                switch = [self._differs(shared)]
        finally:
            self._retire(switch)
        return shared

    def second_solution(
        self,
        first: Mapping[Variable, Any],
        assumptions: Sequence[Literal] = (),
        *,
        time_limit: float | None = None,
    ) -> dict[Variable, Any] | None:
        """A world that differs from `first` in at least one of its variables, or None.

        Raises `GaveUp` at the time limit (seconds).
        """
        switch = self._differs(first)
        try:
            if not self.satisfiable([*assumptions, switch], time_limit=time_limit):
                return None
            return self.world(list(first))
        finally:
            self._retire([switch])

    def minimal_core(
        self, assumptions: Sequence[Literal], *, time_limit: float | None = None
    ) -> list[Literal] | None:
        """Assumptions that cannot all hold, none of which can be spared; None if all can.

        The solver's own core, shrunk one by one. Raises `GaveUp` at the time limit (seconds).
        """
        deadline = None if time_limit is None else time.monotonic() + time_limit
        if self.satisfiable(assumptions, time_limit=_left(deadline)):
            return None
        core = self.core()
        needed: list[Literal] = []
        while core:
            candidate = core.pop()
            if self.satisfiable([*needed, *core], time_limit=_left(deadline)):
                needed.append(candidate)
            else:
                smaller = set(self.core())
                core = [literal for literal in core if literal in smaller]
        return [literal for literal in assumptions if literal in set(needed)]

    def _differs(self, world: Mapping[Variable, Any]) -> Literal:
        """A literal under which some variable takes another value than in `world`."""
        switch = self.fresh()
        others = [-self.literal(v, v.position(value)) for v, value in world.items()]
        self.clause(others, switch)
        return switch

    def _retire(self, switches: Sequence[Literal]) -> None:
        """Drop clauses made for one question; the solver may then forget them."""
        for switch in switches:
            self._solver.add_clause([-switch])

    def close(self) -> None:
        """Free the solver's memory now."""
        self._solver.delete()

    def __enter__(self) -> SatSolver:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
