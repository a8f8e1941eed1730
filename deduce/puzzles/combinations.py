"""The combinations of values that one rule allows where other conditions exclude some pairs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from deduce.language.constraints import Constraint

if TYPE_CHECKING:
    from deduce.language.tally import Tally
    from deduce.puzzles.structure import Bools, Rows, Structure

_ROWS = 60_000
"""A sum with at most so many combinations is looked at row by row, together with what excludes what."""


class Combinations:
    """Those combinations that hold no two values which exclude each other.

    Attributes:
        scope: The places of the variables in the structure.
        rows: Positions in the domains, a column a combination.
        sources: The statements that exclude some.
    """

    def __init__(self, content: Constraint, structure: Structure) -> None:
        self._content, self._s = content, structure
        self.scope = [structure.place[v] for v in content.scope]
        self.rows: Rows = np.zeros((0, 1), dtype=np.int64)
        self.sources: set[int] = set()

    def kept(self, rows: Rows) -> Combinations:
        """Those of the given rows."""
        self.rows = rows
        for b in range(len(self.scope)):
            self._drop(b)
        return self

    def of_sum(self, content: Tally) -> Combinations | None:
        """Those of a sum, one variable after another; None where they become too many."""
        terms = [np.array(content.tables[v], dtype=object) for v in self._content.scope]
        least, most = sum(min(t) for t in terms), sum(max(t) for t in terms)
        totals = np.zeros(1, dtype=object)
        for b, amounts in enumerate(terms):
            least, most = least - min(amounts), most - max(amounts)
            before, value = np.indices((self.rows.shape[1], len(amounts))).reshape(2, -1)
            totals = totals[before] + amounts[value]
            good = ((totals + most >= content.low) & (totals + least <= content.high)).astype(np.bool_)
            self.rows = np.vstack([self.rows[:, before[good]], value[good]])
            totals = totals[good][self._drop(b)]
            if len(totals) > _ROWS:
                return None
        return self

    def apart(self) -> Iterator[tuple[int, int]]:
        """Pairs of literals that no row has both of, but for those that a condition on their variable alone rules out."""
        s = self._s
        for b, i in enumerate(self.scope):
            for a, j in enumerate(self.scope[:b]):
                together = np.zeros((s.own[i].bit_count(), s.own[j].bit_count()), dtype=np.bool_)
                together[self.rows[b], self.rows[a]] = True
                for y, x in np.argwhere(~together).tolist():
                    pair = s.start[i] + y, s.start[j] + x
                    if all(s.alive >> literal & 1 for literal in pair):
                        yield pair

    def _drop(self, b: int) -> Bools:
        """Drop rows in which the value of variable b is excluded by one before it; says which stay."""
        s, i = self._s, self.scope[b]
        good = np.ones(self.rows.shape[1], dtype=np.bool_)
        for a, j in enumerate(self.scope[:b]):
            here, other = s.own[i].bit_count(), s.own[j].bit_count()
            table = np.array(
                [
                    [s.excludes[s.start[i] + y] >> (s.start[j] + x) & 1 for x in range(other)]
                    for y in range(here)
                ],
                dtype=np.bool_,
            )
            clash = table[self.rows[b], self.rows[a]]
            if (good & clash).any():
                good &= ~clash
                for y in range(here):
                    self.sources.update(s.why(s.start[i] + y, s.own[j]))
        self.rows = self.rows[:, good]
        return good
