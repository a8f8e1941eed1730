"""All values still possible of every variable at once, by a live solver.

A world found for one variable is a witness for a value of each of the others, so few worlds are looked for: each has at
least one value not seen before, and after the last there is none (for the sets of values seen, as the backbones of
Janota, Lynce and Marques-Silva, "Algorithms for computing backbones of propositional formulae", 2015). What was learned
later can only take values away: worlds that agree with it stay witnesses, and what was impossible stays so.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deduce.evidence import Statement
from deduce.explain.search import Explainer
from deduce.explain.timeline import Timeline
from deduce.language.constraints import Constraint
from deduce.language.variables import Variable

_KEPT = 500
"""So many worlds are kept as witnesses."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """What is possible, and worlds that show it.

    Attributes:
        scope: The variables.
        possible: Whether each value is, for one variable's domain after the other's.
        rows: Worlds as domain positions, one a row, as many as a few hundred.
        explainer: A solver in which all is stated; what was known when it was made for good.
    """

    scope: tuple[Variable, ...]
    possible: NDArray[np.bool_]
    rows: NDArray[np.int64]
    explainer: Explainer

    @classmethod
    def unknown(cls, timeline: Timeline, scope: Sequence[Variable]) -> Candidates:
        """Before anybody has looked: every value may be possible, and none was seen."""
        now = tuple(timeline.current(variable) for variable in scope)
        size = sum(len(v.domain) for v in now)
        explainer = Explainer(timeline, firm=timeline.statements)
        return cls(now, np.ones(size, np.bool_), np.zeros((0, len(now)), np.int64), explainer)

    def values(self) -> list[set[Hashable]]:
        """The values possible of each variable; all empty where no world is left."""
        flags = iter(self.possible.tolist())
        return [{value for value in v.domain if next(flags)} for v in self.scope]

    def after(self, learned: Sequence[Statement], timeline: Timeline) -> Candidates:
        """The candidates once `learned` is known too; `timeline` has it all.

        Raises `GaveUp` at the watched deadline.
        """
        explainer = self.explainer
        if explainer.timeline is not timeline:
            explainer = Explainer(timeline, explainer, firm=timeline.statements)
        solver, rows = explainer.solver, self._agreeing(timeline.constraints(learned))
        # All literals in one array: a world is some 1 ms to find, and to be looked at in less.
        literals = np.array([x for v in self.scope for x in solver.literals(v)], dtype=np.int64)
        begins = np.cumsum([0, *(len(v.domain) for v in self.scope)])[:-1]
        seen = np.zeros(len(literals), dtype=np.bool_)
        seen[(rows + begins).ravel()] = True
        found = [rows]
        while True:
            # Values that may be possible and were not seen yet; the solver is to show one of them, or more.
            unseen = self.possible & ~seen
            if not unseen.any():
                break
            solver.prefer(np.where(unseen, literals, -literals).tolist())
            switch = solver.fresh()
            solver.clause(literals[unseen].tolist(), switch)
            possible = solver.satisfiable([*explainer.selectors, switch])
            model = np.array(solver.model() if possible else [])
            solver.clause([-switch])
            if not possible:
                break
            true = np.flatnonzero((model[np.abs(literals) - 1] > 0) == (literals > 0))
            seen[true] = True
            found.append((true - begins).reshape(1, -1))
        return Candidates(self.scope, seen, np.concatenate(found)[-_KEPT:], explainer)

    def _agreeing(self, learned: Sequence[Constraint]) -> NDArray[np.int64]:
        """The worlds that agree with what was learned."""
        fits = np.ones(len(self.rows), dtype=np.bool_)
        columns = dict(zip(self.scope, self.rows.T, strict=True))
        for constraint in learned if len(self.rows) else ():
            if constraint.scope:
                fits &= np.asarray(constraint.check(columns))
            elif not constraint.holds(()):
                fits[:] = False
        return self.rows[fits]
