"""PySAT: one live solver for a problem, asked again and again under assumptions.

For certain values, second solutions and cores where a diagram would be too wide. Each statement gets a
selector literal, so that any subset of them can be switched on for one call without building anything anew.

Most questions are answered within a few hundred conflicts. One that is not gets advice, in this order: counting
arguments (`deduce.backends.counting`), a bounded decision diagram of all that is stated or of its parts, and
CP-SAT. What an adviser refutes enters as one clause that holds for good; what it finds possible tells
the solver which values to try first. So every answer, and every core, is still the solver's own.

One file because budgets, advice and the clauses that advice leaves decide on each other at every call; the advisers
themselves are in `deduce.backends.advisers`.
"""

from __future__ import annotations

import atexit
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import combinations
from math import comb
from typing import Any
from weakref import WeakSet

import numpy as np
import pycard
import pysolvers
from pysat.card import EncType
from pysat.solvers import Solver

from deduce.backends.advisers import by_cpsat, by_diagram
from deduce.backends.chains import chain, few_of
from deduce.backends.counting import Counting
from deduce.backends.live_model import LiveModel
from deduce.ground.compat import override
from deduce.ground.deadline import Deadline, left, tick, waking
from deduce.ground.errors import GaveUp
from deduce.language.constraints import Constraint
from deduce.language.pairs import Compare
from deduce.language.posting import Found, Literal
from deduce.language.variables import Variable

__all__ = ["SatSolver"]

_PAIRWISE = 16
"""Up to this many literals "at most one" is said pair by pair: no extra literals, stronger propagation."""

_MANY, _FEW = 40, 4
"""Of more literals than that at least a few, a quarter of the rest, are counted up to the few."""

_UNASKED = 20
"""Of more literals in one count it is asked first which are settled already."""

_SUBSETS = 20
"""A bound above one is said of so many sets of literals one by one, again for want of extra literals."""

_FIRST, _SECOND, _THIRD = 150, 3_000, 20_000
"""Conflicts after which advice is asked for: counting, a diagram, CP-SAT."""

_GLANCE = 20
"""Conflicts before a question is counted out at once, like others before it."""

_ADDED = 64
"""After so many constraints the clock is looked at."""

_SIDES = (1, 2)
"""The sets of one value of a variable that has two."""

_LARGE = 20_000
"""With so many literals even a few conflicts may take long."""

_COUNTED = 200
"""So many further questions are counted out first, once one of them needed it."""

_LEMMAS = 60
"""How often a question asks for counting arguments."""


class _Assignment(Found):
    """The model that the solver has just found; propagation tells what is known without it."""

    def __init__(self, solver: Any) -> None:
        self._solver = solver
        self._model: list[Literal] = solver.get_model()

    @override
    def true(self, literal: Literal) -> bool:
        return (self._model[abs(literal) - 1] > 0) == (literal > 0)

    @override
    def chosen(self, literals: Sequence[Literal]) -> list[int]:
        model = self._model
        return [i for i, x in enumerate(literals) if (model[x - 1] > 0 if x > 0 else model[-x - 1] < 0)]

    @override
    def mask(self, literals: tuple[Literal, ...]) -> int:
        model = self._model
        signs = bytes([model[x - 1] > 0 if x > 0 else model[-x - 1] < 0 for x in literals])
        bits = np.packbits(np.frombuffer(signs, dtype=np.uint8), bitorder="little")
        return int.from_bytes(bits.tobytes(), "little")

    def known(self, literal: Literal) -> bool:
        """See `Found.known`. What follows from the clauses by propagation alone."""
        return self.true(literal) and self.refuted([-literal])

    @override
    def refuted(self, literals: Sequence[Literal]) -> bool:
        return not self._solver.propagate(assumptions=list(literals))[0]


def _adder(solver: Any, name: str) -> Callable[[Sequence[Literal]], object]:
    """What adds a clause: PySAT's own C function, without the wrappers; clauses come by the ten thousand."""
    inner = getattr(solver, "solver", solver)
    if name == "minisat22":
        return partial(pysolvers.minisat22_add_cl, inner.minisat)
    add: Callable[[Sequence[Literal]], object] = inner.add_clause
    return add


def _prober(solver: Any, name: str) -> Callable[[Sequence[Literal]], tuple[bool, Sequence[Literal]]]:
    """What propagates assumptions, in the same way: whether they agree with the clauses, and what is new."""
    inner = getattr(solver, "solver", solver)
    if name == "minisat22":
        return lambda assumed: pysolvers.minisat22_propagate(inner.minisat, assumed, 0, 0)
    return lambda assumed: solver.propagate(assumptions=assumed)


_OPEN: WeakSet[Any] = WeakSet()


@atexit.register
def _closed() -> None:
    """Free what is still open while that is possible: PySAT's destructor fails once its module has been taken down."""
    for solver in list(_OPEN):
        solver.delete()


class SatSolver(LiveModel):
    """Clauses in a live SAT solver; see the module docstring.

    Args:
        name: The PySAT solver to use; it must be incremental, give cores, and keep a budget of conflicts to
            the letter (Glucose runs on for thousands).
    """

    def __init__(self, name: str = "minisat22") -> None:
        super().__init__()
        self._solver: Any = Solver(name=name)
        self._add, self._probe = _adder(self._solver, name), _prober(self._solver, name)
        _OPEN.add(self._solver)
        self._top = self._declared = 0
        self._counting = Counting()
        self._stated: list[tuple[Constraint, Literal | None]] = []
        self._differing: list[tuple[Compare, Literal | None]] = []  # not yet told to the counting
        self._count_first = 0
        self._facts = 0  # clauses that may settle literals for good
        self._false_for_good: tuple[int, set[Literal]] = (-1, set())

    # The seam.

    @override
    def fresh(self) -> Literal:
        self._top += 1
        return self._top

    def exactly_one(self, literals: Sequence[Literal]) -> None:
        """See `Model.exactly_one`. Of a literal and its opposite nothing need be said."""
        tick()
        if literals[0] != -literals[-1]:
            self._add(list(literals))
            self._at_most(literals, 1, None)
        self._counting.demand(literals, 1, None)

    @override
    def clause(self, literals: Iterable[Literal], when: Literal | None = None) -> None:
        clause = list(literals)
        if when is not None:
            clause.append(-when)
        if len(clause) < 2:
            self._facts += 1
            if not clause:
                # The empty clause: PySAT has no way to add it directly.
                clause = [-self.constant()]
        self._add(clause)

    @override
    def clauses(self, many: Iterable[list[Literal]], when: Literal | None = None) -> None:
        made = list(many) if when is None else [[*clause, -when] for clause in many]
        if not all(made):
            self.clause([])  # the empty clause has to be said in another way
        else:
            self._facts += sum([len(clause) == 1 for clause in made])
            self._add_all(made, ())

    @override
    def cardinality(
        self, literals: Sequence[Literal], low: int, high: int, when: Literal | None = None
    ) -> None:
        tick()
        n = len(literals)
        if n > _UNASKED and self._facts:
            literals, sure = self._open(literals)
            n, low, high = len(literals), low - sure, high - sure
        if low > high or low > n or high < 0:
            self.clause([], when)
            return
        if high < n:
            self._at_most(literals, high, when)
            self._counting.capacity(literals, high, when)
        if low > 0:
            self._counting.demand(literals, low, when)
        if low == 1:
            self.clause(literals, when)
        elif low > 1 and n > _MANY and n - low > _FEW * low:
            self._add_all(few_of(self, literals, low), [] if when is None else [-when])
        elif low > 1:
            self._at_most([-literal for literal in literals], n - low, when)

    def _at_most(self, literals: Sequence[Literal], bound: int, when: Literal | None) -> None:
        add = self._add
        last = [] if when is None else [-when]
        if bound == 0:
            self._add_all(([-literal] for literal in literals), last)
        elif bound == 1 and len(literals) <= _PAIRWISE:
            self._add_all(combinations([-literal for literal in literals], 2), last)
        elif bound == 1:
            # A ladder: "one of the first i is true", for every i.
            before = self.fresh()
            add([-literals[0], before, *last])
            for literal in literals[1:-1]:
                here = self.fresh()
                add([-literal, -before, *last])
                add([-literal, here, *last])
                add([-before, here, *last])
                before = here
            add([-literals[-1], -before, *last])
        elif comb(len(literals), bound + 1) <= _SUBSETS:
            self._add_all(combinations([-literal for literal in literals], bound + 1), last)
        else:
            # The C function behind `CardEnc.atmost`, which takes as long again for its wrapping.
            made, top = pycard.encode_atmost(list(literals), bound, self._top, EncType.seqcounter, 0)
            self._top = max(self._top, top)
            self._add_all(made, last)

    def _add_all(self, clauses: Iterable[Sequence[Literal]], last: Sequence[Literal]) -> None:
        """Add clauses, each with the literals of `last` too; in one go, since they come by the ten thousand."""
        if last:
            clauses = ([*clause, *last] for clause in clauses)
        deque(map(self._add, clauses), maxlen=0)

    def linear(
        self, terms: Sequence[tuple[int, Literal]], low: int, high: int, when: Literal | None = None
    ) -> None:
        """See `Model.linear`. A chain of partial sums, one link a variable; for small sums only."""
        chain(self, terms, low, high, when)

    # Questions.

    @override
    def add(self, constraint: Constraint, when: Literal | None = None) -> None:
        tick()
        self._counting.begin()
        super().add(constraint, when)
        self._stated.append((constraint, when))
        for part in constraint.parts():
            if (pair := part.compared()) is not None and pair.op == "!=":
                self._differing.append((pair, when))

    @override
    def add_all(self, constraints: Iterable[Constraint]) -> None:
        """See `LiveModel.add_all`. Plain clauses, which come by the thousand, go to the solver without any detour."""
        add, stated, known, members = self._add, self._stated, self._literals, self._members
        for number, constraint in enumerate(constraints):
            clause = constraint.clause()
            if clause is None or len(clause) < 2:
                self.add(constraint)
                continue
            if not number % _ADDED:
                tick()
            literals = []
            for part in clause:
                variable, mask = part.variable, part.mask
                own = known.get(variable)
                if own is None or len(own) != 2 or mask not in _SIDES:
                    literal = members.get((variable, mask))
                    literals.append(part.literal(self) if literal is None else literal)
                else:
                    literals.append(own[mask - 1])
            add(literals)
            stated.append((constraint, None))

    @override
    def satisfiable(self, assumptions: Sequence[Literal] = (), *, time_limit: float | None = None) -> bool:
        assumed = list(assumptions)
        with Deadline(time_limit).watch():
            while self._decided(assumed):
                if not self._later or not self.amended(_Assignment(self._solver)):
                    return True
                self.be_patient()
            return False

    def _decided(self, assumed: list[Literal]) -> bool:
        """One answer of the solver, which knows nothing of rules posted with `later`."""
        tick()
        answer = None
        if self.effort is not None:
            answer = self._budgeted(assumed, self.effort)
            if answer is None:
                raise GaveUp("a question took more conflicts than it was to take")
        elif self._stated:
            # Where counting was needed before, what it said to try first often leads straight to a world.
            answer = self._budgeted(assumed, _GLANCE if self._count_first else _FIRST)
            if answer is None:
                answer = self._advised(assumed)
        if answer is None:
            answer = self._budgeted(assumed, None)
        if answer is None:
            tick()
            raise GaveUp("the solver stopped without an answer")
        return answer

    def _declare(self) -> None:
        """So that literals of which no clause speaks have a value to report, and are no strangers to propagation."""
        if self._declared < self._top:
            self._add([self._top, -self._top])
            self._declared = self._top

    def _budgeted(self, assumed: list[Literal], conflicts: int | None) -> bool | None:
        """An answer within so many conflicts (None for any number), or None; `GaveUp` at the watched deadline."""
        self._declare()
        unlimited = left() is None
        # Waking up costs more than a short question, and a short question is over before it.
        short = conflicts in (_GLANCE, _FIRST) and self._top < _LARGE
        self._solver.conf_budget(-1 if conflicts is None else conflicts)
        try:
            if unlimited or short:
                answer = self._solver.solve_limited(assumptions=assumed)
            else:
                answer = self._woken(assumed)
                while answer is None and conflicts is None:
                    # A signal woke it that nobody minds.
                    answer = self._woken(assumed)
        finally:
            self._solver.conf_budget(-1)
        return None if answer is None else bool(answer)

    def _woken(self, assumed: list[Literal]) -> bool | None:
        """An answer, or None beyond the budget or after a signal; `GaveUp` at the watched deadline."""
        try:
            with waking(left(), self._solver.interrupt):
                answer: bool | None = self._solver.solve_limited(assumptions=assumed, expect_interrupt=True)
        finally:
            self._solver.clear_interrupt()
        if answer is None:
            tick()
        return answer

    def _advised(self, assumed: list[Literal]) -> bool | None:
        """An answer with the help of advisers, or None when they are at a loss; see the module docstring."""
        answer = self._counted(assumed)
        for budget, adviser in ((_SECOND, by_diagram), (_THIRD, by_cpsat)):
            if adviser is by_cpsat and self._later:
                # Of lines and connected parts CP-SAT knows less than the cuts made so far.
                break
            if answer is None:
                tick()
                answer = self._budgeted(assumed, budget)
            if answer is not None:
                return answer
            tick()
            active, fixed, said = self._active(assumed)
            found = adviser(active, fixed)
            if found is None:
                continue
            if isinstance(found, dict):
                self._try_first(
                    x if v.domain[i] == found[v] else -x
                    for v in found
                    for i, x in enumerate(self._literals.get(v, ()))
                )
            else:
                used = {id(constraint) for constraint in found}
                clause = [-w for c, w in self._stated if id(c) in used and w is not None and w in said]
                self._add(list(dict.fromkeys([*clause, *(-x for x in fixed)])))
            answer = self._budgeted(assumed, _THIRD)
        return answer

    def _counted(self, assumed: list[Literal]) -> bool | None:
        """An answer with the help of counting arguments, or None."""
        for part, when in self._differing:
            one, other = (
                (v, dict(zip(v.domain, self.literals(v), strict=True))) for v in (part.left, part.right)
            )
            self._counting.differ(one, other, when)
        self._differing = []
        if self._counting.idle:
            return None
        self._count_first = max(0, self._count_first - 1)
        for _ in range(_LEMMAS):
            tick()
            consistent, implied = self._solver.propagate(assumptions=assumed)
            if not consistent:
                return self._budgeted(assumed, _THIRD)
            false = self._never() | {-x for x in implied}
            lemmas, hints = self._counting.lemmas(assumed, false)
            for lemma in lemmas:
                self._add(lemma)
                self._facts += len(lemma) == 1
                self._count_first = _COUNTED
            if hints:
                # Mostly a world already; phases alone may be lost among the solver's own auxiliary literals.
                if self._budgeted(
                    [*assumed, *(x for x in hints if x in self._variable_of and x > 0)], _FIRST
                ):
                    return True
                self._try_first(hints)
            answer = self._budgeted(assumed, _FIRST)
            if answer is not None or not lemmas:
                return answer
        return None

    def _never(self) -> set[Literal]:
        """The value literals that are false whatever is assumed, as far as the solver sees at once."""
        if not self._facts:
            return set()
        if self._false_for_good[0] != self._facts:
            false: set[Literal] = set()
            for literals in self._literals.values():
                tick()
                for half in (literals[::2], literals[1::2]):
                    false.update(self._settled(half))
            self._false_for_good = (self._facts, false)
        return self._false_for_good[1]

    def _settled(self, literals: Sequence[Literal]) -> list[Literal]:
        """Those of the literals that the solver knows to be false whatever is assumed."""
        probe = self._probe
        # What follows from assumptions is told, the assumptions too unless they were known before.
        consistent, told = probe([-x for x in literals])
        if consistent:
            new = set(told)
            return [x for x in literals if -x not in new]
        return [x for x in literals if not probe([x])[0]]

    @override
    def never(self, siblings: Sequence[Literal]) -> set[Literal]:
        """See `Model.never`. What follows from one of them is told, but for what was known before."""
        if self._facts:
            self._declare()
        for literal in siblings if self._facts else ():
            consistent, told = self._probe([literal])
            if consistent:
                new = set(told)
                return {x for x in siblings if x != literal and -x not in new}
        return set()

    def _open(self, literals: Sequence[Literal]) -> tuple[list[Literal], int]:
        """The literals that are not settled, and how many others are true."""
        self._declare()
        false, true = set(self._settled(literals)), set(self._settled([-literal for literal in literals]))
        unsettled = [x for x in literals if x not in false and -x not in true]
        return unsettled, sum(-x in true for x in literals)

    @override
    def prefer(self, literals: Iterable[Literal]) -> None:
        """Try these literals true first wherever the solver has a choice."""
        self._try_first(literals)

    def _try_first(self, literals: Iterable[Literal]) -> None:
        self._solver.set_phases(list(literals))

    def _active(
        self, assumed: Sequence[Literal]
    ) -> tuple[list[Constraint], dict[Literal, tuple[Variable, int, bool]], set[Literal]]:
        """What is stated under the assumptions: constraints, literals of values, and selectors that are on.

        Other assumptions are left out: what is refuted without them is refuted with them.
        """
        said = set(assumed)
        active = [c for c, when in self._stated if when is None or when in said]
        fixed: dict[Literal, tuple[Variable, int, bool]] = {}
        for literal in assumed:
            positive = literal in self._variable_of
            variable = self._variable_of.get(literal, self._variable_of.get(-literal))
            if variable is not None:
                place = self._literals[variable].index(literal if positive else -literal)
                fixed[literal] = (variable, place, positive)
        return active, fixed, said

    @override
    def core(self) -> list[Literal]:
        return list(self._solver.get_core() or [])

    @override
    def model(self) -> list[Literal]:
        return list(self._solver.get_model() or [])

    @override
    def close(self) -> None:
        self._solver.delete()
