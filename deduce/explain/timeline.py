"""Changes unrolled: every statement as constraints over dated copies of the variables.

A change starts a new date. The variables it touches get new copies; statements made later speak of the
newest copies, rules of every date. Weights say nothing certain and are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deduce.changes import Change
from deduce.evidence import Statement
from deduce.language.constraints import Constraint
from deduce.language.variables import Variable


class Timeline:
    """The constraints of `statements` (rules first, then the log in order), dated."""

    __slots__ = ("_constraints", "_now", "_rules", "statements")

    def __init__(self, rules: Sequence[Statement], log: Sequence[Statement]) -> None:
        self._rules = tuple(rules)
        self.statements = tuple(s for s in (*rules, *log) if s.kind != "weight")
        self._constraints: dict[Statement, list[Constraint]] = {}
        self._now: dict[Variable, Variable] = {}
        for statement in rules:
            if isinstance(statement.content, Constraint):
                self._constraints[statement] = [statement.content]
        date = 0
        for statement in log:
            content = statement.content
            if isinstance(content, Change):
                date += 1
                self._constraints[statement] = self._change(content, rules, date)
            elif isinstance(content, Constraint):
                self._constraints[statement] = [self.now(content)]

    def renewed(self, log: Sequence[Statement]) -> Timeline:
        """The timeline of another log with the same rules and the same entries up to the last change.

        What is known of a statement is kept, dated copies included.
        """
        made = Timeline.__new__(Timeline)
        made._rules, made._now, made._constraints = self._rules, self._now, self._constraints
        made.statements = tuple(s for s in (*self._rules, *log) if s.kind != "weight")
        for statement in log:
            if statement not in self._constraints and isinstance(statement.content, Constraint):
                self._constraints[statement] = [self.now(statement.content)]
        return made

    def _change(self, change: Change, rules: Sequence[Statement], date: int) -> list[Constraint]:
        old = {v: self._now.get(v, v) for v in (*change.scope, *getattr(change, "without", ()))}
        new = {v: Variable(f"{v.name} after change {date}", v.domain) for v in change.scope}
        self._now.update(new)
        for rule in rules:
            if isinstance(rule.content, Constraint) and not new.keys().isdisjoint(rule.content.scope):
                self._constraints[rule].append(self.now(rule.content))
        return change.unroll(old, new)

    def current(self, variable: Variable) -> Variable:
        """The newest copy of a variable."""
        return self._now.get(variable, variable)

    def now(self, constraint: Constraint) -> Constraint:
        """The constraint about the present, over the newest copies."""
        return (
            constraint.over(self._now) if not self._now.keys().isdisjoint(constraint.scope) else constraint
        )

    def constraints(self, statements: Iterable[Statement]) -> list[Constraint]:
        """The dated constraints of the given statements."""
        return [c for statement in statements for c in self._constraints.get(statement, ())]
