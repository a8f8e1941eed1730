"""A CP-SAT model behind the seam, and the same as a live solver for sums too wide for clauses.

A trap of CP-SAT shapes what stands on this: enumeration with more than one worker returns too few solutions and
still says OPTIMAL, so the default is one worker, which is also faster on small models.

One file because the live solver is the model, asked again and again under assumptions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from deduce.backends.chains import chain
from deduce.backends.cpsat_numbers import Numbers
from deduce.backends.live_model import LiveModel
from deduce.ground.compat import override
from deduce.ground.deadline import left, tick, waking
from deduce.ground.errors import GaveUp, MissingExtra, ProblemError
from deduce.language.constraints import Constraint
from deduce.language.posting import Cuts, Found, Literal, Model
from deduce.language.variables import Variable

if TYPE_CHECKING:
    from deduce.language.expressions import Expression
    from deduce.language.scheduling import Interval

Rng = int | np.random.Generator | None

_PRESOLVED = 1 << 28
"""Sums of larger coefficients are lost in presolve (docs/traps.md); it is left out then."""

MAX_TOTAL = 1 << 53
"""The largest sum of absolute coefficients: beyond it CP-SAT's bounds, which are floats, are not exact."""


def _cp_model() -> Any:
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        raise MissingExtra("ortools", "cpsat", "the CP-SAT backend") from None
    return cp_model


class _Assignment(Found):
    """What a solver or a callback holds."""

    def __init__(self, model: CpSatModel, found: Any) -> None:
        self._model, self._found = model, found

    @override
    def true(self, literal: Literal) -> bool:
        return bool(self._found.boolean_value(self._model.boolean(literal)))


class CpSatModel(Model):
    """A CP-SAT model that constraints post themselves to. Raises `MissingExtra` without ortools."""

    def __init__(self) -> None:
        super().__init__()
        self.cp = _cp_model()
        self.model = self.cp.CpModel()
        self._presolve = True
        self._bools: list[Any] = [None]  # literal n is number n
        self.numbers = Numbers(self)

    # The seam.

    @override
    def fresh(self) -> Literal:
        self._bools.append(self.model.new_bool_var(""))
        return len(self._bools) - 1

    def exactly_one(self, literals: Sequence[Literal]) -> None:
        """See `Model.exactly_one`. Of a literal and its opposite that needs no saying."""
        if len(literals) > 2:
            self.model.add_exactly_one([self._bools[literal] for literal in literals])

    def boolean(self, literal: Literal) -> Any:
        """The CP-SAT literal behind a literal."""
        return self._bools[literal] if literal > 0 else ~self._bools[-literal]

    @override
    def clause(self, literals: Iterable[Literal], when: Literal | None = None) -> None:
        given = [*literals] if when is None else [*literals, -when]
        self.model.add_bool_or([self.boolean(literal) for literal in given])

    @override
    def cardinality(
        self, literals: Sequence[Literal], low: int, high: int, when: Literal | None = None
    ) -> None:
        n = len(literals)
        if low > high or low > n or high < 0:
            self.clause([], when)
        elif low == 1 and high >= n:
            self.clause(literals, when)
        elif when is None and high == 1 and low <= 1 < n:
            state = self.model.add_exactly_one if low == 1 else self.model.add_at_most_one
            state([self.boolean(literal) for literal in literals])
        elif low > 0 or high < n:
            self.linear([(1, literal) for literal in literals], low, high, when)

    def linear(
        self, terms: Sequence[tuple[int, Literal]], low: int, high: int, when: Literal | None = None
    ) -> None:
        """See `Model.linear`; in clauses where numbers are too large. Raises `ProblemError` where neither goes."""
        if sum(abs(coefficient) for coefficient, _ in terms) > MAX_TOTAL:
            chain(self, terms, low, high, when)
            return
        expression, offset, total = self.expression(terms)
        low, high = max(low, -total) - offset, min(high, total) - offset
        if low > high:
            self.clause([], when)
            return
        stated = self.model.add_linear_constraint(expression, low, high)
        if when is not None:
            stated.only_enforce_if(self.boolean(when))

    def fits(self, total: int) -> bool:
        """Whether numbers that come to `total` are exact; presolve is left out where it would lose them."""
        self._presolve = self._presolve and total <= _PRESOLVED
        return total <= MAX_TOTAL

    @override
    def literals(self, variable: Variable) -> tuple[Literal, ...]:
        known = self._literals.get(variable)
        if known is None:
            known = super().literals(variable)
            if variable in self.numbers:
                self.numbers.link(variable)
        return known

    @override
    def membership(self, variable: Variable, mask: int) -> Literal:
        if variable in self._literals or variable not in self.numbers:
            return super().membership(variable, mask)
        known = self._members.get((variable, mask))
        if known is None:
            known = self._members[variable, mask] = self.fresh()
            self.numbers.within(variable, mask, known)
        return known

    def declare(self, variable: Variable) -> None:
        """Have the variable in the model: as a number where it is wide, else by its values."""
        if variable not in self._literals:
            if self.numbers.wide(variable):
                self.numbers.integer(variable)
            else:
                self.literals(variable)

    @override
    def summed(
        self,
        terms: Sequence[tuple[int, Variable]],
        low: int | None,
        high: int | None,
        when: Literal | None = None,
    ) -> bool:
        return self.numbers.summed(terms, low, high, when)

    @override
    def different(self, numbers: Sequence[Variable | Expression], when: Literal | None = None) -> bool:
        return when is None and self.numbers.different(numbers)

    @override
    def no_overlap(self, intervals: Sequence[Interval], when: Literal | None = None) -> bool:
        made = [self.numbers.interval(each, when, busy=True) for each in intervals if each.duration.high]
        self.model.add_no_overlap(made)
        return True

    @override
    def cumulative(
        self,
        intervals: Sequence[Interval],
        demands: Sequence[int],
        capacity: int,
        when: Literal | None = None,
    ) -> bool:
        made = [self.numbers.interval(each, when) for each in intervals]
        self.model.add_cumulative(made, list(demands), capacity)
        return True

    def expression(self, terms: Sequence[tuple[int, Literal]]) -> tuple[Any, int, int]:
        """A CP-SAT expression, what to add to it, and the sum of absolute coefficients."""
        total = sum(abs(coefficient) for coefficient, _ in terms)
        if not self.fits(total):
            raise ProblemError(
                f"coefficients that sum to {total:,} are too large for CP-SAT (at most 2^53); divide them"
            )
        # A negative literal is one minus its variable.
        offset = sum(coefficient for coefficient, literal in terms if literal < 0)
        variables = [self._bools[abs(literal)] for _, literal in terms]
        factors = [coefficient if literal > 0 else -coefficient for coefficient, literal in terms]
        return self.cp.LinearExpr.weighted_sum(variables, factors), offset, total

    def circuit(
        self,
        edges: Sequence[tuple[int, int, Literal]],
        when: Literal | None = None,
        *,
        directed: bool = False,
    ) -> bool:
        """See `Model.circuit`. An undirected edge is two arcs, one of which is used."""
        arcs = []
        nodes = sorted({node for a, b, _ in edges for node in (a, b)})
        for a, b, literal in edges:
            # With `when` false the circuit is about arcs that nobody asks for.
            there = self.fresh()
            back = None if directed else self.fresh()
            self.clause([-literal, there, *([] if back is None else [back])], when)
            self.clause([literal, -there], when)
            arcs.append((a, b, self._bools[there]))
            if back is not None:
                self.clause([-there, -back])
                self.clause([literal, -back], when)
                arcs.append((b, a, self._bools[back]))
        if directed:
            free = set(nodes) - {a for a, b, _ in edges if a == b}
            for node in free if when is not None else ():
                # Left out only where the circuit is not asked for.
                alone = self.fresh()
                self.clause([-alone], when)
                arcs.append((node, node, self._bools[alone]))
        else:
            arcs += [(node, node, self._bools[self.fresh()]) for node in nodes]
        if arcs:  # CP-SAT refuses a circuit of none
            self.model.add_circuit(arcs)
        return True

    # Statements and answers.

    def add(self, constraint: Constraint, when: Literal | None = None) -> None:
        """State a constraint, for good or only in case `when` is true."""
        for variable in constraint.scope:
            self.declare(variable)
        if constraint.scope:
            constraint.post(self, when)
        elif not constraint.holds(()):
            self.clause([], when)

    @property
    def size(self) -> int:
        """How many Boolean variables the model has."""
        return len(self._bools) - 1

    def solver(self, *, rng: Rng = None, time_limit: float | None = None, workers: int = 1) -> Any:
        """A CP-SAT solver with the given seed, limit (seconds) and number of workers."""
        made = self.cp.CpSolver()
        made.parameters.num_workers = workers
        made.parameters.random_seed = _seed(rng)
        if time_limit is not None:
            made.parameters.max_time_in_seconds = time_limit
        return made

    def run(self, solver: Any, callback: Any = None) -> str:
        """Solve: ``"optimal"``, ``"feasible"``, ``"infeasible"`` or ``"gave up"``.

        Solves again with more clauses as long as what is found breaks a rule posted with `later`.
        """
        left = solver.parameters.max_time_in_seconds
        solver.parameters.cp_model_presolve = self._presolve
        while True:
            status = solved(solver, self.model, callback)
            named = {
                self.cp.OPTIMAL: "optimal",
                self.cp.FEASIBLE: "feasible",
                self.cp.INFEASIBLE: "infeasible",
                self.cp.UNKNOWN: "gave up",
            }
            if status not in named:
                raise ProblemError(f"CP-SAT refuses the model: {self.model.validate() or status}")
            found = named[status]
            # A callback sees every assignment and looks for itself (`obeys`).
            if (
                callback
                or found in ("infeasible", "gave up")
                or not self.amended(_Assignment(self, solver))
            ):
                return found
            left -= solver.wall_time
            if left <= 0:
                return "gave up"
            solver.parameters.max_time_in_seconds = left

    def obeys(self, found: Any) -> bool:
        """Whether what `found` (a solver or callback) holds obeys the rules posted with `later`."""
        return self.obeyed(_Assignment(self, found))

    def world(self, found: Any, variables: Sequence[Variable]) -> list[int]:
        """The domain positions of `variables` in what `found` (a solver or callback) holds."""
        return [
            next(
                i
                for i, literal in enumerate(self.literals(v))
                if found.boolean_value(self.boolean(literal))
            )
            if v in self._literals or v not in self.numbers
            else v.position(found.value(self.numbers.integer(v)))
            for v in variables
        ]


def solved(solver: Any, model: Any, callback: Any = None) -> Any:
    """CP-SAT's status of a model. Ctrl-C is heard by Python: CP-SAT's own handler has later ones end the process."""
    solver.parameters.catch_sigint_signal = False
    with waking(None, solver.stop_search):
        return solver.solve(model, callback)


def _seed(rng: Rng) -> int:
    if rng is None:
        return 0
    return int(rng.integers(1 << 31)) if isinstance(rng, np.random.Generator) else int(rng) % (1 << 31)


class CpSatSolver(LiveModel):
    """CP-SAT asked under assumptions. Every question starts anew: milliseconds each, but any arithmetic.

    Raises `MissingExtra` without ortools.
    """

    def __init__(self) -> None:
        super().__init__()
        self._cp = CpSatModel()
        self._found: list[Literal] = []
        self._core: list[Literal] = []

    @override
    def fresh(self) -> Literal:
        return self._cp.fresh()

    @override
    def exactly_one(self, literals: Sequence[Literal]) -> None:
        self._cp.exactly_one(literals)

    @override
    def clause(self, literals: Iterable[Literal], when: Literal | None = None) -> None:
        self._cp.clause(literals, when)

    @override
    def cardinality(
        self, literals: Sequence[Literal], low: int, high: int, when: Literal | None = None
    ) -> None:
        self._cp.cardinality(literals, low, high, when)

    @override
    def linear(
        self, terms: Sequence[tuple[int, Literal]], low: int, high: int, when: Literal | None = None
    ) -> None:
        if sum(abs(coefficient) for coefficient, _ in terms) > MAX_TOTAL:
            chain(self, terms, low, high, when)
        else:
            self._cp.linear(terms, low, high, when)

    @override
    def later(self, cuts: Cuts, when: Literal | None = None) -> None:
        self._cp.later(cuts, when)

    @override
    def circuit(
        self,
        edges: Sequence[tuple[int, int, Literal]],
        when: Literal | None = None,
        *,
        directed: bool = False,
    ) -> bool:
        return self._cp.circuit(edges, when, directed=directed)

    @override
    def add(self, constraint: Constraint, when: Literal | None = None) -> None:
        tick()
        super().add(constraint, when)

    @override
    def satisfiable(self, assumptions: Sequence[Literal] = (), *, time_limit: float | None = None) -> bool:
        answer = self.answered(assumptions, time_limit=time_limit)
        if answer is None:
            raise GaveUp("no answer within the time limit")
        return answer

    def answered(
        self, assumptions: Sequence[Literal] = (), *, time_limit: float | None = None
    ) -> bool | None:
        """Like `satisfiable`, None where the limit came first. `GaveUp` only at the watched deadline."""
        if time_limit is not None and time_limit <= 0:
            return None
        cp = self._cp
        cp.model.clear_assumptions()
        by_index: dict[int, Literal] = {}
        for literal in dict.fromkeys(assumptions):
            boolean = cp.boolean(literal)
            by_index[boolean.index] = literal
            cp.model.add_assumption(boolean)
        solver = cp.solver(time_limit=left(time_limit))
        status = cp.run(solver)
        if status == "gave up":
            return None
        if status == "infeasible":
            named = solver.sufficient_assumptions_for_infeasibility()
            self._core = [by_index[index] for index in named if index in by_index]
            return False
        self._found = [n if solver.boolean_value(cp.boolean(n)) else -n for n in range(1, cp.size + 1)]
        return True

    @override
    def core(self) -> list[Literal]:
        return list(self._core)

    @override
    def model(self) -> list[Literal]:
        return list(self._found)
