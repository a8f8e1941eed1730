"""One live solver for all puzzles with the same rules: clues are assumptions, not clauses.

The rules of a problem are stated to the SAT solver once and kept with the problem. A clue about single
variables is a handful of literals; any other clue is stated once behind a selector. What the solver learns
from one puzzle follows from the rules alone, so it stays true, and useful, for the next.

Of a problem that is asked for the first time nobody knows whether there will be a next. Where the question is about
the clues as they are, they are clauses then, which fit the rest of the clauses to them as these come.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import cast
from weakref import WeakKeyDictionary

from deduce.backends.live import solver_for
from deduce.evidence import Statement
from deduce.explain.timeline import Timeline
from deduce.ground.deadline import Deadline, tick
from deduce.ground.errors import ProblemError
from deduce.knowledge import Knowledge
from deduce.language.constraints import Constraint, of_kind
from deduce.language.posting import Literal
from deduce.language.variables import Variable
from deduce.problem import Problem

__all__ = ["Deadline", "Live", "asked_first", "live_solver", "solver_of_first"]

_GUARDS, _SELECTORS = 2_000, 20_000
"""Spent guards and the selectors of clues pile up, and models get longer; then the solver is built anew."""


class Live:
    """A live solver over rules; statements become assumptions. See the module docstring."""

    def __init__(
        self,
        scope: Sequence[Variable],
        rules: Iterable[Constraint],
        clues: Iterable[Constraint] = (),
    ) -> None:
        """The rules are stated for good; `clues` only tell which kind of solver can take them later."""
        rules = list(rules)
        self.solver = solver_for([*rules, *clues])
        self.scope = tuple(scope)
        self._assumed: dict[Statement, tuple[Literal, ...]] = {}
        self._guards = self._selectors = 0
        self._means: dict[Literal, tuple[Variable, Hashable]] = {}
        for variable in self.scope:
            tick()
            for literal, value in zip(self.solver.literals(variable), variable.domain, strict=True):
                self._means[literal] = (variable, value)
        # Variables of one value share one literal, so they are filled in apart.
        self._fixed = {v: v.domain[0] for v in self.scope if len(v.domain) == 1}
        self._reach = max(map(abs, self._means), default=0)
        self._opposite = any(literal < 0 for literal in self._means)
        self.solver.add_all(rules)

    @property
    def stale(self) -> bool:
        """Whether enough has piled up to begin anew."""
        return self._guards > _GUARDS or self._selectors > _SELECTORS

    def assumptions(self, statements: Iterable[Statement]) -> list[Literal]:
        """Literals which, assumed together, say all `statements` (constraints only)."""
        found: list[Literal] = []
        known = self._assumed
        for statement in statements:
            literals = known.get(statement)
            if literals is None:
                literals = self._said(statement)
            found += literals
        return found

    def _said(self, statement: Statement) -> tuple[Literal, ...]:
        content = statement.content
        if not isinstance(content, Constraint):
            return ()
        literals = self._plain(content)
        if literals is None:
            selector = self.solver.fresh()
            self._selectors += 1
            self.solver.add(content, selector)
            literals = (selector,)
        self._assumed[statement] = literals
        return literals

    def _plain(self, content: Constraint) -> tuple[Literal, ...] | None:
        """A condition on single variables as literals; None for any other."""
        if (operands := content.all_of()) is not None:
            parts = [self._plain(part) for part in operands]
            return None if None in parts else tuple(x for part in parts for x in part or ())
        single = content.single()
        return None if single is None else self.within(single.variable, single.mask)

    def within(self, variable: Variable, mask: int) -> tuple[Literal, ...]:
        """Literals which together say that `variable` takes a value of the bit set `mask`."""
        literals = self.solver.literals(variable)
        inside = [literal for i, literal in enumerate(literals) if mask >> i & 1]
        if len(inside) == 1:
            return (inside[0],)
        return tuple(-literal for i, literal in enumerate(literals) if not mask >> i & 1)

    def satisfiable(self, assumptions: Sequence[Literal], deadline: Deadline) -> bool:
        """Whether a world exists under `assumptions`. Raises `GaveUp` at the deadline."""
        return self.solver.satisfiable(assumptions, time_limit=deadline.left())

    def found(self) -> tuple[list[Literal], dict[Variable, Hashable]]:
        """After a satisfiable call: the literals of the variables' values, and the world."""
        model, means = self.solver.model(), self._means
        if self._opposite:
            chosen = [x for x in model[: self._reach] if x in means]
        else:
            chosen = [x for x in model[: self._reach] if x > 0 and x in means]
        world = self._fixed | dict([means[x] for x in chosen])
        return chosen, world

    def literals_of(self, variables: Iterable[Variable]) -> set[Literal]:
        """All value literals of some variables."""
        return {literal for variable in variables for literal in self.solver.literals(variable)}

    def guard(self) -> Literal:
        """A fresh literal behind which clauses can be stated for a while; see `release`."""
        self._guards += 1
        return self.solver.fresh()

    def release(self, guard: Literal) -> None:
        """Forget the clauses behind `guard`."""
        self.solver.clause([-guard])


_LIVE: WeakKeyDictionary[Problem, tuple[tuple[Statement, ...], Live]] = WeakKeyDictionary()


def live_solver(knowledge: Knowledge) -> tuple[Live, list[Literal]]:
    """The live solver for the rules of `knowledge`, and its log as assumptions.

    The solver is shared by everything with the same problem and the same rules; a log with changes of the
    hidden state gets one of its own. Raises `ProblemError` for sums too wide for the SAT solver.
    """
    if any(statement.changes for statement in knowledge.log):
        timeline = Timeline(knowledge.rules, knowledge.log)
        present = [timeline.current(variable) for variable in knowledge.scope]
        return Live(present, timeline.constraints(timeline.statements)), []
    known = _LIVE.get(knowledge.problem)
    if known is None or known[0] != knowledge.rules or known[1].stale:
        rules = [rule.content for rule in knowledge.rules if isinstance(rule.content, Constraint)]
        known = (knowledge.rules, Live(knowledge.scope, rules))
        _LIVE[knowledge.problem] = known
    live = known[1]
    live.scope = knowledge.scope  # the same variables; identity tells them from dated copies
    try:
        return live, live.assumptions(knowledge.log)
    except ProblemError:
        # A clue is too wide for clauses: a solver of its own kind, for this puzzle alone.
        stated = [s.content for s in knowledge.statements if isinstance(s.content, Constraint)]
        rules = [rule.content for rule in knowledge.rules if isinstance(rule.content, Constraint)]
        live = Live(knowledge.scope, rules, stated)
        return live, live.assumptions(knowledge.log)


_FIRST: WeakKeyDictionary[Problem, tuple[Statement, ...]] = WeakKeyDictionary()
"""The rules with which a problem was asked for the first time."""


def asked_first(knowledge: Knowledge) -> bool:
    """Whether no solver was asked of the rules before."""
    rules = knowledge.rules
    known = _LIVE.get(knowledge.problem)
    return _FIRST.get(knowledge.problem) != rules and (known is None or known[0] != rules)


def _breadth(content: Constraint) -> int:
    if len(content.scope) == 1:
        return 0
    return 1 if content.counted() is None and content.added() is None else 2


def solver_of_first(knowledge: Knowledge) -> tuple[Live, list[Literal]]:
    """As `live_solver`; a problem asked for the first time has its log stated for good, to a solver for it alone."""
    log = knowledge.log
    if not asked_first(knowledge) or not log or any(statement.changes for statement in log):
        return live_solver(knowledge)
    _FIRST[knowledge.problem] = knowledge.rules
    contents = [statement.content for statement in knowledge.statements]
    stated = cast("list[Constraint]", [c for c in contents if of_kind(type(c), Constraint)])
    # What is known of single variables shortens the clauses that come after it, most of all those of sums and counts.
    stated.sort(key=_breadth)
    return Live(knowledge.scope, stated), []
