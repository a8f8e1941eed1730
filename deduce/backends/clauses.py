"""PySAT's side of the seam: constraints as clauses of a live solver, and what propagation settles at once.

Clauses come by the ten thousand, so they go to PySAT's own C functions, without its wrappers.
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

import pycard
import pysolvers
from pysat.card import EncType
from pysat.solvers import Solver

from deduce.backends.chains import chain, few_of
from deduce.backends.counting import Counting
from deduce.backends.live_model import LiveModel
from deduce.ground.compat import override
from deduce.ground.deadline import tick
from deduce.language.constraints import Constraint
from deduce.language.pairs import Compare
from deduce.language.posting import Literal

_PAIRWISE = 16
"""Up to this many literals "at most one" is said pair by pair: no extra literals, stronger propagation."""

_MANY, _FEW = 40, 4
"""Of more literals than that at least a few, a quarter of the rest, are counted up to the few."""

_UNASKED = 20
"""Of more literals in one count it is asked first which are settled already."""

_SUBSETS = 20
"""A bound above one is said of so many sets of literals one by one, again for want of extra literals."""

_ADDED = 64
"""After so many constraints the clock is looked at."""

_SIDES = (1, 2)
"""The sets of one value of a variable that has two."""


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


def _asker(solver: Any, name: str) -> Callable[[Sequence[Literal]], bool | None]:
    """What asks under assumptions within the budget: whether they can be, or None.

    A signal waits for the answer. PySAT's wrapper has Ctrl-C leap out of the solver, which is in no order then, and
    leaves its own handler behind, which leaps anywhere the next time.
    """
    inner = getattr(solver, "solver", solver)
    if name != "minisat22":
        return lambda assumed: solver.solve_limited(assumptions=assumed)

    def ask(assumed: Sequence[Literal]) -> bool | None:
        inner.status = pysolvers.minisat22_solve_lim(inner.minisat, assumed, 0, 0)
        return None if inner.status is None else bool(inner.status)

    return ask


_OPEN: WeakSet[Any] = WeakSet()


@atexit.register
def _closed() -> None:
    """Free what is still open while that is possible: PySAT's destructor fails once its module has been taken down."""
    for solver in list(_OPEN):
        solver.delete()


class Clauses(LiveModel):
    """A model in a live solver of PySAT, which somebody else asks.

    Args:
        name: The PySAT solver to use; it must be incremental, give cores, and keep a budget of conflicts to
            the letter (Glucose runs on for thousands).
    """

    def __init__(self, name: str = "minisat22") -> None:
        super().__init__()
        self._solver: Any = Solver(name=name)
        self._add, self._probe = _adder(self._solver, name), _prober(self._solver, name)
        self._ask = _asker(self._solver, name)
        _OPEN.add(self._solver)
        self._top = self._declared = 0
        self._counting = Counting()
        self._stated: list[tuple[Constraint, Literal | None]] = []
        self._differing: list[tuple[Compare, Literal | None]] = []  # not yet told to the counting
        self._facts = 0  # clauses that may settle literals for good

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

    # What the solver sees at once.

    def _declare(self) -> None:
        """So that literals of which no clause speaks have a value to report, and are no strangers to propagation."""
        if self._declared < self._top:
            self._add([self._top, -self._top])
            self._declared = self._top

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
    def core(self) -> list[Literal]:
        return list(self._solver.get_core() or [])

    @override
    def model(self) -> list[Literal]:
        return list(self._solver.get_model() or [])

    @override
    def close(self) -> None:
        self._solver.delete()
