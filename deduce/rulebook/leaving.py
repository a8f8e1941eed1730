"""What rules leave, read as it came about; kept for all views whose rules say the same.

What happened last hangs on what lies in the zones now and not on all that went before, so in the order of time few states
are told apart; no order by scopes alone was found that comes near.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from deduce.ground.errors import TooLarge
from deduce.language.constraints import Constraint

if TYPE_CHECKING:
    from deduce.problem import Problem
    from deduce.rulebook.setting import Setting
    from deduce.worlds.base import Worlds

MOST, LIGHT = 32, 1 << 23
"""Of so many problems of a setting the worlds are kept, where they have no more than so many bytes."""


def worlds_left(setting: Setting, problem: Problem, rules: Sequence[Constraint]) -> Worlds | None:
    """The worlds of a problem that these rules leave; None where they are too many for its own order."""
    kept: dict[Hashable, tuple[Sequence[Constraint], Worlds | None]]
    kept = setting.once("worlds that rules leave", dict)
    key = (*map(id, problem.scope), *map(said_by, rules))
    if key in kept:
        return kept[key][1]
    found = read(problem, rules)
    if found is None or found.nbytes <= LIGHT:
        if len(kept) >= MOST:
            kept.pop(next(iter(kept)))
        kept[key] = rules, found
    return found


def said_by(rule: Constraint) -> Hashable:
    """What a rule says: sums are made anew for every view, and say the same; any other rule is itself."""
    added = rule.added()
    return (
        id(rule)
        if added is None
        else (*map(id, added.scope), *added.tables.values(), added.low, added.high)
    )


def read(problem: Problem, rules: Sequence[Constraint]) -> Worlds | None:
    """The worlds, read anew."""
    try:
        from deduce.worlds.compile import compile_diagram

        return compile_diagram(problem.scope, rules, order=problem.scope)
    except TooLarge:
        return None
