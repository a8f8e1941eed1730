"""Statements of one group as one: how a puzzle's steps count them, however the rule was cut."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deduce.evidence import Statement
from deduce.language.constraints import Constraint
from deduce.language.facts import And


def counted(statements: Iterable[Statement]) -> list[Statement]:
    """The constraints among `statements`, those of one group joined in one, at the place of its first.

    The joint statement is called by the group's name.
    """
    parts: dict[object, list[Statement]] = {}
    for statement in statements:
        if isinstance(statement.content, Constraint):
            parts.setdefault(
                (statement.kind, statement.group) if statement.group else statement, []
            ).append(statement)
    return [joint(group, group[0].group) if group[0].group else group[0] for group in parts.values()]


def joint(group: Sequence[Statement], name: str = "") -> Statement:
    """Statements as one, at the place of the first and called as it is, or by the `name` of the group."""
    first = group[0]
    content = And(*(s.content for s in group))  # type: ignore[arg-type]  # constraints become facts
    return Statement(
        content, name or first.text, first.kind, first.place, max(s.error for s in group), first.group
    )
