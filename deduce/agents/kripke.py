"""The Kripke model behind a situation: a table of worlds, and which columns each agent has seen.

Two worlds are the same to an agent when all columns it has seen agree. What was seen is a column: the
variable itself while it has not changed since, else a copy of what it was at the time. So an agent forgets
nothing, and a change of the hidden state leaves memories alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deduce.agents.formulas import Agent, Formula
from deduce.agents.partitions import Partition
from deduce.ground.errors import ProblemError, nearest
from deduce.knowledge import Knowledge
from deduce.language.automata import Bools
from deduce.language.constraints import Constraint
from deduce.language.variables import Variable
from deduce.problem import Problem
from deduce.worlds.base import Worlds
from deduce.worlds.table import Table


class Kripke:
    """Worlds and what is seen of them. Immutable but for what it remembers of its own answers.

    Args:
        table: The worlds; a column for each variable, then for each memory.
        variables: The variables of the present state.
        seen: For each agent, the columns it has seen.
        known: Partitions computed already.
    """

    __slots__ = ("_memo", "_partitions", "rows", "seen", "table", "variables")

    def __init__(
        self,
        table: Table,
        variables: tuple[Variable, ...],
        seen: Mapping[Agent, tuple[Variable, ...]],
        known: Mapping[Agent, Partition] | None = None,
    ) -> None:
        self.table, self.variables, self.seen = table, variables, dict(seen)
        self.rows = table.count()
        self._partitions: dict[Agent, Partition] = dict(known or {})
        # The formula is kept beside its truth so that no other formula can take over its address.
        self._memo: dict[int, tuple[Formula, Bools]] = {}

    def own(self, agent: Agent) -> Agent:
        """`agent`, if the model has it; else `ProblemError` naming the nearest."""
        if not isinstance(agent, (str, int)) or agent not in self.seen:
            raise ProblemError(f"there is no agent {agent!r}: {nearest(agent, self.seen)}")
        return agent

    def check_scope(self, *variables: Variable) -> None:
        """Raises `ProblemError` for a variable that is not of the present state."""
        for variable in variables:
            if not any(variable is mine for mine in self.variables):
                names = nearest(variable.name, (v.name for v in self.variables))
                raise ProblemError(f"{variable.name} is no variable of this situation: {names}")

    def partition(self, agent: Agent) -> Partition:
        """See `formulas.Model`."""
        if self.own(agent) not in self._partitions:
            found = Partition.trivial(self.rows)
            for variable in self.seen[agent]:
                found = found.refined(self.table.column(variable), len(variable.domain))
            self._partitions[agent] = found
        return self._partitions[agent]

    def truth(self, formula: Formula) -> Bools:
        """See `formulas.Model`."""
        if id(formula) not in self._memo:
            self._memo[id(formula)] = (formula, formula.judge(self))
        return self._memo[id(formula)][1]

    def mask(self, constraint: Constraint) -> Bools:
        """See `formulas.Model`."""
        self.check_scope(*constraint.scope)
        return self.table.mask(constraint)

    def values(self, variable: Variable) -> NDArray[Any]:
        """See `formulas.Model`."""
        self.check_scope(variable)
        return self.table.column(variable)

    def select(self, rows: Bools) -> Kripke:
        """Only the worlds of a mask, with what was seen as it was."""
        if bool(rows.all()):
            return self
        known = {agent: partition.select(rows) for agent, partition in self._partitions.items()}
        return Kripke(self.table.select(rows), self.variables, self.seen, known)

    def with_seen(self, agents: tuple[Agent, ...], column: Variable, table: Table | None = None) -> Kripke:
        """A model in which `agents` have seen a column (of `table`, which may have it anew)."""
        table = self.table if table is None else table
        seen, known = dict(self.seen), dict(self._partitions)
        for agent in agents:
            seen[agent] = (*seen[agent], column)
            if agent in known:
                known[agent] = known[agent].refined(table.column(column), len(column.domain))
        return Kripke(table, self.variables, seen, known)

    def codes(self, variables: tuple[Variable, ...]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Rows grouped by the values of `variables`: an example row of each group, and each row's group."""
        found = Partition.trivial(self.rows)
        for variable in variables:
            found = found.refined(self.values(variable), len(variable.domain))
        _, example, group = np.unique(found.labels, return_index=True, return_inverse=True)
        return example, group.astype(np.int64)


def table_of(worlds: object, max_bytes: int) -> tuple[Table, tuple[Constraint, ...]]:
    """The worlds a situation is made of as a table, and the rules that go on holding.

    Raises `ProblemError` for anything else, `TooLarge` for more worlds than a table holds.
    """
    if isinstance(worlds, Worlds):
        return worlds.to_table(max_bytes=max_bytes), ()
    if isinstance(worlds, Problem):
        worlds = Knowledge(worlds, max_bytes=max_bytes)
    if not isinstance(worlds, Knowledge):
        raise ProblemError(f"a situation is made of a Problem, a Knowledge or worlds, not {worlds!r}")
    rules = tuple(rule.content for rule in worlds.rules if isinstance(rule.content, Constraint))
    return worlds.worlds.to_table(max_bytes=max_bytes), rules
