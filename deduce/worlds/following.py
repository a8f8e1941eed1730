"""Worlds after a log: conditions, weights and changes of the hidden state, each in its place."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, cast

import numpy as np

from deduce.evidence import Statement, Weight
from deduce.ground.errors import TooLarge
from deduce.ground.wording import many
from deduce.language.constraints import Constraint
from deduce.language.variables import Variable
from deduce.worlds.base import Worlds

if TYPE_CHECKING:
    from deduce.language.facts import Fact

_RECOMPILE = 8
"""From this many new conditions on several variables at once, a fresh order beats the old diagram."""

_CHANGE_BYTES = 1 << 23
"""What a change may take before a form is looked for that keeps it."""

_MOST_LAID_OUT = 50_000_000
"""Where there are more combinations of values than these, a chain of changes that a form did not keep is given up."""

FAR_BITS = 900.0
"""Likelihoods of one thing that are set apart by more bits may leave what a float can hold beside 1."""

_ROWS, _LEAST = 900, 1000
"""So many numbers from 1/2 to 1 are multiplied as they are; the power of two beyond which nothing is told apart."""

_WIDE_BYTES = 200_000
"""A diagram that doubles beyond this size is compiled anew in a fresh order, and the smaller one kept."""


@dataclass(frozen=True, slots=True)
class Premises:
    """What holds before anything was learned: variables, what the rules say of them, and `start`.

    `start` are the worlds that satisfy the rules in a form of the caller's own; None where they are to be compiled.
    """

    scope: Sequence[Variable]
    stated: Sequence[Constraint]
    start: Worlds | None

    def after(
        self,
        log: Sequence[Statement],
        *,
        changed: bool,
        max_bytes: int,
        known: tuple[Worlds, Sequence[Statement]] | None = None,
    ) -> Worlds:
        """The worlds after a log. Raises `TooLarge`.

        `changed` says whether anything in the log changes the hidden state; `known` are worlds after the beginning of
        the log, and the statements that follow it. Where a change would lay out many worlds, a form that keeps
        shuffles is tried before.
        """
        if not changed:
            return self._walked(log, changed=False, max_bytes=max_bytes, known=known)
        with suppress(TooLarge):
            return self._walked(
                log, changed=True, max_bytes=max_bytes, known=known, change_bytes=_CHANGE_BYTES
            )
        from deduce.changes import Shuffle, Swap

        moves = [s.content for s in log if isinstance(s.content, (Shuffle, Swap))]
        kept = None
        if self.start is None:
            from deduce.worlds.assignment import shuffled_of  # where the hidden state was changed

            kept = shuffled_of(self.scope, self.stated, [move.scope for move in moves])
        refused: TooLarge | None = None
        if kept is not None:
            try:
                return self._walked(log, changed=True, max_bytes=max_bytes, known=(kept, log))
            except TooLarge as error:
                refused = error
        if refused is not None and prod(len(v.domain) for v in self.scope) > _MOST_LAID_OUT:
            raise refused
        return self._walked(log, changed=True, max_bytes=max_bytes, known=known)

    def _walked(
        self,
        log: Sequence[Statement],
        *,
        changed: bool,
        max_bytes: int,
        known: tuple[Worlds, Sequence[Statement]] | None = None,
        change_bytes: int | None = None,
    ) -> Worlds:
        """The worlds after the log, statement by statement, in the form that they have."""
        worlds, statements = known if known is not None else (None, log)
        if worlds is not None and not changed and _joint(statements) >= _RECOMPILE:
            worlds, statements = None, log
        every = _changes(log)
        done = every - _changes(statements)
        pending: list[Constraint] = []
        # Weights commute with conditions: they are applied after them, on fewer worlds.
        weights: list[Weight] = []
        for statement in statements:
            content = statement.content
            if isinstance(content, Constraint):
                pending.append(content)
            elif isinstance(content, Weight):
                weights.append(content)
            else:
                try:
                    worlds = weighed(self._settled(worlds, pending, max_bytes), weights)
                    worlds = content.apply(worlds, max_bytes=min(max_bytes, change_bytes or max_bytes))
                except TooLarge as error:
                    raise TooLarge(f"{error} (after {done:,} of {many(every, 'change')})") from error
                done += 1
                touched = set(content.scope)
                pending = [rule for rule in self.stated if not touched.isdisjoint(rule.scope)]
                weights = []
        before = worlds.nbytes if worlds is not None else None
        worlds = weighed(self._settled(worlds, pending, max_bytes), weights)
        if before is not None and worlds.nbytes > max(_WIDE_BYTES, 2 * before) and not changed:
            # The old variable order has become a bad one; a fresh one may be narrower.
            with suppress(TooLarge):
                fresh = self.after(log, changed=False, max_bytes=max_bytes)
                worlds = min(worlds, fresh, key=lambda form: form.nbytes)
        return worlds

    def _settled(
        self,
        worlds: Worlds | None,
        pending: Sequence[Constraint],
        max_bytes: int,
    ) -> Worlds:
        """The worlds with everything pending; from the rules, or from `start`, where there are none yet."""
        if worlds is None and self.start is not None:
            worlds = self.start
            # By identity: comparing two constraints makes a fact.
            stated = {id(rule) for rule in self.stated}
            pending = [constraint for constraint in pending if id(constraint) not in stated]
        if worlds is None:
            from deduce.worlds.compile import compile_constraints  # a form that only follows needs no other

            return compile_constraints(self.scope, [*self.stated, *pending], max_bytes=max_bytes)
        return worlds.restrict(*pending, max_bytes=max_bytes) if pending else worlds


def _changes(statements: Iterable[Statement]) -> int:
    """How many of the statements change the hidden state."""
    return sum(statement.changes for statement in statements)


def _joint(statements: Iterable[Statement]) -> int:
    """How many of the statements are conditions on several variables at once."""
    return sum(
        any(len(part.scope) > 1 for part in statement.content.parts())
        for statement in statements
        if isinstance(statement.content, Constraint) and len(statement.content.scope) > 1
    )


def weighed(worlds: Worlds, weights: Iterable[Weight]) -> Worlds:
    """The worlds with every weight multiplied in.

    Those about one thing that may come to more than floats span are multiplied with each other first: what some of them
    make faint others may make up for.
    """
    weights = list(weights)
    alike: dict[Hashable, list[Weight]] = {}
    for weight in weights:
        alike.setdefault(weight.subject(), []).append(weight)
    far = [some for some in alike.values() if sum(weight.bits() for weight in some) > FAR_BITS]
    for some in far:
        worlds = _weighed_together(worlds, some)
    if far:
        put = {id(weight) for some in far for weight in some}
        weights = [weight for weight in weights if id(weight) not in put]
    for weight in weights:
        if isinstance(weight.target, Variable):
            worlds = worlds.weigh(weight.target, weight.vector())
        else:
            worlds = worlds.weigh_fact(weight.target, float(weight.default))
    return worlds


def _weighed_together(worlds: Worlds, weights: Sequence[Weight]) -> Worlds:
    """The worlds with weights about one thing multiplied in as their product, as far as floats hold it.

    Beside the likeliest of what is possible the others keep 2**-1000 at least; what is ruled out sets no measure.
    """
    first = weights[0]
    variable, fact = first.about(), cast("Fact", first.target)
    rows = [[1.0, float(w.default)] if variable is None else w.vector() for w in weights]
    if variable is None:
        alive = np.array([worlds.restrict(each).log2_weight() > -np.inf for each in (~fact, fact)])
    else:
        some = worlds.possible(variable)
        alive = np.array([value in some for value in variable.domain])
    if not alive.any():
        return worlds
    numbers, powers = np.frexp(rows)
    product, power = np.ones(numbers.shape[1]), powers.sum(axis=0)
    for start in range(0, len(rows), _ROWS):
        product, more = np.frexp(product * numbers[start : start + _ROWS].prod(axis=0))
        power = power + more
    top = int(power[alive].max())
    vector = np.ldexp(product, np.clip(power - top, -_LEAST, 0).astype(np.int32))
    any_ = worlds.variables[0] if variable is None else variable
    if variable is None:
        if vector[0] != vector[1]:
            worlds = worlds.weigh_fact(fact, float(vector[1] / vector[0]))
        worlds = worlds.weigh(any_, np.full(len(any_.domain), vector[0]))
    else:
        worlds = worlds.weigh(variable, vector)
    while top:  # what all worlds have in common counts where knowledge is compared
        step = max(-_LEAST, min(top, _LEAST))
        worlds, top = worlds.weigh(any_, np.full(len(any_.domain), 2.0**step)), top - step
    return worlds
