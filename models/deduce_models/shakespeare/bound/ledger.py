"""A CP-SAT model in the making: its variables, and what adds up to prestige and pounds."""

from __future__ import annotations

from typing import Any

from deduce.ground.errors import MissingExtra

Expression = Any
"""A linear expression, a variable or a number."""


class Ledger:
    """The model that the parts of a game write into.

    Attributes:
        cp: The module of CP-SAT; `model` its model.
        pounds: What adds up to the pounds before paying; `points` the same of prestige.

    Raises `MissingExtra` without OR-Tools.
    """

    def __init__(self) -> None:
        try:
            from ortools.sat.python import cp_model
        except ImportError:
            raise MissingExtra("ortools", "cpsat", "the bound of a solo game") from None
        self.cp, self.model = cp_model, cp_model.CpModel()
        self.pounds: list[Expression] = []
        self.points: list[Expression] = []

    @property
    def count(self) -> int:
        """How many variables there are."""
        return len(self.model.proto.variables)

    def boolean(self, name: str = "") -> Expression:
        """A variable that is 0 or 1."""
        return self.model.new_bool_var(name)

    def integer(self, low: int, high: int, name: str = "") -> Expression:
        """A whole number from `low` to `high`."""
        return self.model.new_int_var(low, high, name)

    def both(self, first: Expression, second: Expression) -> Expression:
        """A Boolean that may be 1 only when both are."""
        both = self.boolean()
        self.model.add(both <= first)
        self.model.add(both <= second)
        return both
