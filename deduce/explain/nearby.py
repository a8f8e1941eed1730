"""Smallest reasons looked for near what they are about, which proves them smallest everywhere.

Statements that cannot all be true with the opposite of a fact, none to spare, hang together: each shares a variable
with another, and one with the fact. So a set of k of them lies within k steps of the fact, and a smallest one among the
statements within k - 1 steps is smallest of all. A statement about very many variables is a step from everything to
everything; it is left out, and what it says is shown to be no part of a smaller reason by counting: a few other
statements speak of few of its variables, and those left over can always make up for them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing

from deduce.evidence import Statement
from deduce.explain.search import Explainer
from deduce.explain.timeline import Timeline
from deduce.language.constraints import Constraint
from deduce.language.variables import Variable

_WIDE = 40
"""A statement about more variables than these is a step from everything to everything."""


def nearby(timeline: Timeline, denied: Constraint) -> tuple[tuple[Statement, ...], bool] | None:
    """A smallest set of statements that cannot all be true with `denied`, and whether that is proved.

    None where none of the statements about few variables is such a set, or a wide one may be part of a smaller: then
    whoever asks has to look everywhere. Under a watched deadline as `Explainer.smallest`.
    """
    about = {
        statement: {v for constraint in timeline.constraints([statement]) for v in constraint.scope}
        for statement in timeline.statements
    }
    wide = [statement for statement, scope in about.items() if len(scope) > _WIDE]
    if len(wide) > 1 or not denied.scope:
        return None
    narrow = {statement: scope for statement, scope in about.items() if statement not in wide}
    touching: dict[Variable, list[Statement]] = {}
    for statement, scope in narrow.items():
        for variable in scope:
            touching.setdefault(variable, []).append(statement)
    near: set[Statement] = set()
    rim, radius = set(denied.scope), 0
    while True:
        ring = {statement for variable in rim for statement in touching.get(variable, ())} - near
        near |= ring
        beyond = {variable for statement in ring for variable in narrow[statement]}
        rim = {variable for variable in beyond if not near.issuperset(touching[variable])}
        radius += 1
        if ring:
            with closing(Explainer(timeline, only=[s for s in narrow if s in near])) as explainer:
                found = explainer.smallest(denied)
            if found is not None and (len(found[0]) <= radius + 1 or not rim or not found[1]):
                return (
                    found if not wide or _aside(timeline, wide[0], narrow, denied, len(found[0])) else None
                )
        if not rim:
            return None


def _aside(
    timeline: Timeline,
    statement: Statement,
    narrow: Mapping[Statement, set[Variable]],
    denied: Constraint,
    size: int,
) -> bool:
    """Whether a wide statement is part of no set of fewer than `size` that cannot be true with `denied`.

    A count is no part of one where the others, at most ``size - 2``, leave it as many free variables as it may lack.
    """
    stated: Sequence[Constraint] = timeline.constraints([statement])
    if size <= 1:
        return True
    count = stated[0].counted() if len(stated) == 1 else None
    if count is None or not all(0 < int(count.hits(v)[0].sum()) < len(v.domain) for v in count.scope):
        return False
    widest = sorted(map(len, narrow.values()), reverse=True)[: size - 2]
    spoken = len(denied.scope) + sum(widest)
    return spoken <= count.high and len(count.scope) - spoken >= count.low
