"""Partitions of the rows of a table, each an array with an integer label a row.

An agent cannot tell two worlds apart exactly when its label is the same in both, so every question about
knowledge is a question asked once a label. All functions take and give whole arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deduce.language.automata import Bools, Ints


@dataclass(frozen=True, slots=True, eq=False)
class Partition:
    """Rows by label.

    Attributes:
        labels: One number a row, from 0 to below `size`; not every number need occur.
        size: The number of labels.
    """

    labels: Ints
    size: int

    @classmethod
    def trivial(cls, rows: int) -> Partition:
        """All rows in one part."""
        return cls(np.zeros(rows, dtype=np.int64), 1)

    def refined(self, column: NDArray[np.integer[Any]], size: int) -> Partition:
        """Rows stay together only if `column` (numbers from 0 to below `size`) agrees as well."""
        labels = self.labels * size + column
        total = self.size * size
        if total <= 4 * len(labels) + 64:
            return Partition(labels, total)
        # Unused numbers are squeezed out before arrays by label outgrow arrays by row.
        _, labels = np.unique(labels, return_inverse=True)
        return Partition(labels.astype(np.int64), len(labels))

    def select(self, rows: NDArray[Any]) -> Partition:
        """The same partition of some of the rows."""
        return Partition(self.labels[rows], self.size)

    def throughout(self, truth: Bools) -> Bools:
        """Where `truth` is true in every row of the row's part. Linear time."""
        clean = np.ones(self.size, dtype=np.bool_)
        clean[self.labels[~truth]] = False
        found: Bools = clean[self.labels]
        return found

    def settles(self, column: NDArray[np.integer[Any]]) -> Bools:
        """Where `column` has one and the same value in the row's whole part. Linear time."""
        example = np.zeros(self.size, dtype=column.dtype)
        example[self.labels] = column
        return self.throughout(example[self.labels] == column)


def joined(partitions: Sequence[Partition], rows: int) -> Partition:
    """The finest partition coarser than all of `partitions`: chains of indistinguishable worlds.

    Union-find on whole arrays: the root of each part hangs itself under the least root it meets, and
    paths are halved until every link joins one part to itself. Near linear in rows times partitions;
    long chains cost a logarithm more.
    """
    root = np.arange(rows, dtype=np.int64)
    left, right = [root[:0]], [root[:0]]
    for partition in partitions:
        order = np.argsort(partition.labels, kind="stable")
        same = partition.labels[order[1:]] == partition.labels[order[:-1]]
        left.append(order[:-1][same])
        right.append(order[1:][same])
    a, b = np.concatenate(left), np.concatenate(right)
    while len(a):
        a, b = root[a], root[b]
        apart = a != b
        a, b = a[apart], b[apart]
        np.minimum.at(root, np.maximum(a, b), np.minimum(a, b))
        shorter = root[root]
        while not np.array_equal(shorter, root):
            root, shorter = shorter, shorter[shorter]
    return Partition(root, rows)
