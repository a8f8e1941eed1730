"""PySAT: one live solver for a problem, asked again and again under assumptions.

For certain values, second solutions and cores where a diagram would be too wide. Each statement gets a
selector literal, so that any subset of them can be switched on for one call without building anything anew.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from threading import Timer
from typing import Any

from pysat.card import CardEnc, EncType
from pysat.solvers import Solver

from deduce.backends.seam import Literal, Model
from deduce.constraints import Constraint
from deduce.errors import GaveUp, ProblemError
from deduce.variables import Variable

__all__ = ["SatSolver"]

_PAIRWISE = 12
"""Up to this many literals "at most one" is said pair by pair: no extra literals, stronger propagation."""
_MAX_SUMS = 200_000


class SatSolver(Model):
    """Clauses in a live SAT solver; see the module docstring.

    Args:
        name: The PySAT solver to use; it must be incremental and give cores.
    """

    def __init__(self, name: str = "glucose4") -> None:
        super().__init__()
        self._solver: Any = Solver(name=name)
        self._top = 0
        self._literals: dict[Variable, tuple[Literal, ...]] = {}
        self._true: Literal | None = None

    # The seam.

    def fresh(self) -> Literal:
        """See `Model.fresh`."""
        self._top += 1
        return self._top

    def literal(self, variable: Variable, position: int) -> Literal:
        """See `Model.literal`."""
        return self.literals(variable)[position]

    def literals(self, variable: Variable) -> tuple[Literal, ...]:
        """One literal a domain value; exactly one of them is true."""
        known = self._literals.get(variable)
        if known is None:
            size = len(variable.domain)
            if size == 1:
                known = (self._constant(),)
            elif size == 2:
                one = self.fresh()
                # Says nothing, but makes the solver give the literal a value in every model.
                self._solver.add_clause([one, -one])
                known = (one, -one)
            else:
                known = tuple(self.fresh() for _ in range(size))
                self._solver.add_clause(list(known))
                self._at_most(known, 1, None)
            self._literals[variable] = known
        return known

    def _constant(self) -> Literal:
        if self._true is None:
            self._true = self.fresh()
            self._solver.add_clause([self._true])
        return self._true

    def clause(self, literals: Iterable[Literal], when: Literal | None = None) -> None:
        """See `Model.clause`."""
        clause = list(literals)
        if when is not None:
            clause.append(-when)
        if not clause:
            # The empty clause: PySAT has no way to add it directly.
            false = self._constant()
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
        """See `Model.linear`. Spelt out as a chain of partial sums; for small sums only."""
        offset = sum(coefficient for coefficient, _ in terms if coefficient < 0)
        # A negative coefficient on x is a positive one on "not x".
        flat = [(abs(c), literal if c > 0 else -literal) for c, literal in terms]
        low, high = low - offset, high - offset
        rest = sum(c for c, _ in flat)
        states: dict[int, Literal | None] = {0: None}
        made = 0
        for coefficient, literal in flat:
            rest -= coefficient
            following: dict[int, Literal] = {}
            for total, state in states.items():
                for added, condition in ((coefficient, literal), (0, -literal)):
                    reached = total + added
                    clause = [-condition] if state is None else [-state, -condition]
                    if reached > high or reached + rest < low:
                        self.clause(clause, when)
                        continue
                    if reached not in following:
                        following[reached] = self.fresh()
                        made += 1
                    self.clause([*clause, following[reached]], when)
            if made > _MAX_SUMS:
                raise ProblemError(
                    "a sum is too wide for the SAT solver; use deduce.backends.cpsat for arithmetic this large"
                )
            states = dict(following)
        if not low <= 0 <= high and not flat:
            self.clause([], when)

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
        if time_limit is None:
            return bool(self._solver.solve(assumptions=list(assumptions)))
        if time_limit <= 0:
            raise GaveUp("the time limit was reached before the solver could answer")
        timer = Timer(time_limit, self._solver.interrupt)
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
            position = next(i for i, literal in enumerate(literals) if literal in model)
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
            left = None if deadline is None else deadline - time.monotonic()
            if self.satisfiable([*assumptions, literals[position]], time_limit=left):
                found.add(position)
        return {variable.domain[i] for i in sorted(found)}

    def close(self) -> None:
        """Free the solver's memory now."""
        self._solver.delete()

    def __enter__(self) -> SatSolver:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
