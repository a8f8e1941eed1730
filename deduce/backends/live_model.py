"""What every live solver answers: questions under assumptions, asked again and again of one model."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

from deduce.ground.deadline import Deadline
from deduce.ground.errors import GaveUp
from deduce.language.constraints import Constraint
from deduce.language.posting import Literal, Model
from deduce.language.variables import Variable


class LiveModel(Model):
    """A model that is asked under assumptions. A backend adds `satisfiable`, `core` and `model`.

    Attributes:
        patience: How many more assignments that break a rule stated with `later` are looked at before questions are
            given up (`GaveUp`); None for any number.
        effort: After about how many conflicts a question is given up; None for any number. A backend that does not count
            them answers all.
    """

    patience: int | None = None
    effort: int | None = None

    @abstractmethod
    def satisfiable(self, assumptions: Sequence[Literal] = (), *, time_limit: float | None = None) -> bool:
        """Whether a world exists under the assumptions. Raises `GaveUp` at the time limit (seconds)."""

    @abstractmethod
    def core(self) -> list[Literal]:
        """After an unsatisfiable call: assumptions that cannot all hold (not necessarily few)."""

    @abstractmethod
    def model(self) -> list[Literal]:
        """After a satisfiable call: every literal of the model found, by its number."""

    def be_patient(self) -> None:
        """Count an assignment that broke a rule. Raises `GaveUp` when there was one too many."""
        if self.patience is not None:
            self.patience -= 1
            if self.patience < 0:
                raise GaveUp("more assignments broke rules than were to be looked at")

    def prefer(self, literals: Iterable[Literal]) -> None:
        """Try these literals true first wherever there is a choice: a hint, which a model may ignore."""

    def close(self) -> None:
        """Free the solver's memory now."""

    def add(self, constraint: Constraint, when: Literal | None = None) -> None:
        """State a constraint, for good or only when `when` is assumed."""
        known = self._literals
        for variable in constraint.scope:
            if variable not in known:
                self.literals(variable)
        if constraint.scope:
            constraint.post(self, when)
        elif not constraint.holds(()):
            self.clause([], when)

    def add_all(self, constraints: Iterable[Constraint]) -> None:
        """State constraints for good; a backend may be quicker at it than at one after the other."""
        for constraint in constraints:
            self.add(constraint)

    def true_literals(self) -> set[Literal]:
        """After a satisfiable call: the literals true in the model found."""
        return set(self.model())

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
        deadline = Deadline(time_limit)
        return {
            value
            for value, literal in zip(variable.domain, self.literals(variable), strict=True)
            if self.satisfiable([*assumptions, literal], time_limit=deadline.left())
        }

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
        deadline = Deadline(time_limit)
        shared: dict[Variable, Any] | None = None
        switch: list[Literal] = []
        try:
            while self.satisfiable([*assumptions, *switch], time_limit=deadline.left()):
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
        deadline = Deadline(time_limit)
        if self.satisfiable(assumptions, time_limit=deadline.left()):
            return None
        core = self.core()
        needed: list[Literal] = []
        while core:
            candidate = core.pop()
            if self.satisfiable([*needed, *core], time_limit=deadline.left()):
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
            self.clause([-switch])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
