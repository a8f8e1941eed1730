"""All solutions of a puzzle on its answer key: in a decision diagram, or listed by a solver, or some of them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from deduce.ground.deadline import Deadline, tick
from deduce.ground.errors import GaveUp, TooLarge
from deduce.knowledge import Knowledge
from deduce.language.constraints import Constraint
from deduce.language.variables import Variable
from deduce.puzzles.uniqueness import verify
from deduce.worlds.base import World, Worlds, generator
from deduce.worlds.compile import compile_constraints
from deduce.worlds.table import Table

MOST_LISTED = 10_000
"""So many solutions are listed where no diagram fits."""

_MAX_BYTES = 1 << 28
"""The most memory a diagram of all solutions, or a table of them on some variables, may take."""


@dataclass(frozen=True, slots=True)
class Solutions:
    """The solutions of a puzzle that differ on its answer key, each counted once.

    Attributes:
        key: The answer key.
        worlds: The solutions found, on the key alone, all of weight 1.
        exact: Whether these are all there are.
        limit: What ended the search before; empty when `exact`.
    """

    key: tuple[Variable, ...]
    worlds: Worlds
    exact: bool
    limit: str = ""

    @property
    def count(self) -> int:
        """How many were found: all there are if `exact`."""
        return self.worlds.count()

    def chances(self) -> dict[Variable, dict[Hashable, float]]:
        """For each variable of the key the share of the solutions with each of its values."""
        return {v: self.worlds.marginals(v) for v in self.key}

    def sample(self, n: int, rng: int | np.random.Generator | None = None) -> list[World]:
        """`n` solutions drawn independently, each as likely as any other. Raises `TooLarge` unless `exact`."""
        if not self.exact:
            raise TooLarge(
                "a fair draw needs all solutions, and they are too many to list where no diagram fits"
            )
        drawn = self.worlds.sample(n, generator(rng))
        return [World((v, world[v]) for v in self.key) for world in drawn]

    def table(self) -> Table:
        """The solutions one by one; ask only while they are few."""
        return self.worlds.to_table()


def solutions_of(knowledge: Knowledge, key: Sequence[Variable], deadline: Deadline) -> Solutions:
    """The solutions of `knowledge`, whose log has no changes, on `key`.

    A diagram where one fits, however many solutions there are; else the first `MOST_LISTED` that a live solver finds,
    within the deadline. Soft evidence says how likely solutions are, not which there are, and is passed over.
    """
    try:
        with deadline.share(0.5).watch():
            # Where worlds may stand for several solutions, `verify` looks at each of them.
            worlds = None if knowledge.problem.doubted else worlds_of(knowledge)
            if worlds is not None:
                return Solutions(tuple(key), on_key(worlds, key), True)
    except (TooLarge, GaveUp):
        tick()
    verdict = verify(knowledge, key=key, limit=MOST_LISTED, time_limit=deadline.share(0.7).rest())
    limit = verdict.limit or ("" if verdict.complete else f"more than {MOST_LISTED:,} solutions")
    return Solutions(tuple(key), _listed(key, verdict.solutions), verdict.complete, limit)


def worlds_of(knowledge: Knowledge) -> Worlds | None:
    """All solutions in a diagram, each of weight 1; None when none fits. Raises `GaveUp`."""
    stated = [s.content for s in knowledge.statements if isinstance(s.content, Constraint)]
    try:
        return compile_constraints(knowledge.scope, stated, max_bytes=_MAX_BYTES)
    except TooLarge:
        return None


def on_key(worlds: Worlds, key: Sequence[Variable]) -> Worlds:
    """The solutions that differ on `key`, each once. Raises `TooLarge`."""
    if set(key) == set(worlds.variables):
        return worlds
    # Solutions that differ elsewhere only are one, whatever they weigh together.
    return worlds.project(key, max_bytes=_MAX_BYTES).unweighted()


def _listed(key: Sequence[Variable], solutions: Iterable[Mapping[Variable, Hashable]]) -> Table:
    return Table.of(key, ({v: world[v] for v in key} for world in solutions))
