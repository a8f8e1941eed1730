"""What a region must be: its size, its sum, its roots, its shape."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from deduce.ground.errors import ProblemError, nearest
from deduce.language.variables import is_whole

Shape = frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Region:
    """What must be known of a region to judge it.

    Attributes:
        size: How many nodes it has.
        total: The sum of their weights.
        sizes: The sizes that clues inside it ask for.
        totals: The sums that clues inside it ask for.
        roots: How many roots it holds.
        own: The size that its cells' value asks for, if values say sizes.
        cells: Its cells, where shapes matter.
    """

    size: int
    total: int
    sizes: frozenset[int]
    totals: frozenset[int]
    roots: int
    own: int | None
    cells: frozenset[tuple[int, int]]

    def with_(self, other: Region) -> Region:
        """The two joined."""
        return Region(
            self.size + other.size,
            self.total + other.total,
            self.sizes | other.sizes,
            self.totals | other.totals,
            self.roots + other.roots,
            self.own,
            self.cells | other.cells,
        )


class Demands:
    """What each region must be. Nodes are numbers; see `Regions` for the meaning of the parts."""

    def __init__(
        self,
        nodes: Sequence[Hashable],
        *,
        sizes: Collection[int] | None,
        size_at: Mapping[Hashable, int],
        own: bool,
        roots: Collection[Hashable] | None,
        weights: Mapping[Hashable, int] | None,
        sums: Collection[int] | None,
        sum_at: Mapping[Hashable, int],
        shapes: Iterable[Iterable[tuple[int, int]]] | None,
    ) -> None:
        number = {node: i for i, node in enumerate(nodes)}

        def numbered(what: str, node: Hashable) -> int:
            if node not in number:
                raise ProblemError(
                    f"Regions: {what} {node!r} is no node of the graph: {nearest(node, nodes)}"
                )
            return number[node]

        self.size_at = {numbered("the node with a size", node): n for node, n in size_at.items()}
        self.sum_at = {numbered("the node with a sum", node): n for node, n in sum_at.items()}
        self.roots = None if roots is None else frozenset(numbered("the root", node) for node in roots)
        for name, allowed in (("sizes", sizes), ("sums", sums)):
            if allowed is not None and not isinstance(allowed, Iterable):
                raise ProblemError(f"Regions: {name} is a collection of whole numbers, not {allowed!r}")
        self.sizes = None if sizes is None else frozenset(sizes)
        self.sums = None if sums is None else frozenset(sums)
        self.own = own
        given = {} if weights is None else dict(weights)
        for node, weight in given.items():
            numbered("the weighted node", node)
            if not is_whole(weight):
                raise ProblemError(f"Regions: the weight of {node!r} is a whole number, not {weight!r}")
        if (self.sums is not None or self.sum_at) and weights is None:
            raise ProblemError("Regions: sums need weights: a mapping from nodes to whole numbers")
        self.weights = [int(given.get(node, 0)) for node in nodes]
        self.shapes = None if shapes is None else shapes_of(shapes)
        self.cells: list[tuple[int, int]] = (
            [self._cell(node) for node in nodes] if self.shapes is not None else []
        )
        self._rising = min(self.weights, default=0) >= 0
        for what, found in (("size", self.sizes), ("size", self.size_at.values())):
            if found is not None and any(not is_whole(n) or n < 1 for n in found):
                raise ProblemError(
                    f"Regions: a {what} is a whole number of at least 1, not all of {sorted(found)!r}"
                )

    @staticmethod
    def _cell(node: Hashable) -> tuple[int, int]:
        if isinstance(node, tuple) and len(node) == 2 and all(isinstance(x, int) for x in node):
            return node
        raise ProblemError(f"Regions: shapes need cells (row, column), and {node!r} is none")

    @property
    def clues(self) -> frozenset[int]:
        """The nodes that something is asked of by name: each must lie in a region."""
        return frozenset([*self.size_at, *self.sum_at, *(self.roots or ())])

    def region(self, node: int, value: Hashable) -> Region:
        """A single node, which takes `value`."""
        return Region(
            1,
            self.weights[node],
            frozenset([self.size_at[node]] if node in self.size_at else []),
            frozenset([self.sum_at[node]] if node in self.sum_at else []),
            int(self.roots is not None and node in self.roots),
            value if self.own and isinstance(value, int) else 0 if self.own else None,
            frozenset([self.cells[node]] if self.shapes is not None else []),
        )

    def grown(self, region: Region) -> bool:
        """Whether a region may still become right by growing. False is certain, True may be a hope."""
        if region.roots > 1 or len(region.sizes) > 1 or len(region.totals) > 1:
            return False
        limits = [*region.sizes, *([] if region.own is None else [region.own])]
        if self.sizes is not None:
            limits.append(max(self.sizes, default=0))
        if self.shapes is not None:
            limits.append(max(map(len, self.shapes), default=0))
        if limits and region.size > min(limits):
            return False
        if self._rising:
            totals = [*region.totals, *([] if self.sums is None else [max(self.sums, default=-1)])]
            if totals and region.total > min(totals):
                return False
        return True

    def right(self, region: Region) -> bool:
        """Whether a finished region is what it must be."""
        return (
            (self.sizes is None or region.size in self.sizes)
            and all(region.size == n for n in region.sizes)
            and (region.own is None or region.size == region.own)
            and (self.roots is None or region.roots == 1)
            and (self.sums is None or region.total in self.sums)
            and all(region.total == n for n in region.totals)
            and (self.shapes is None or _at_origin(region.cells) in self.shapes)
        )

    def small(self, region: Region) -> bool:
        """Whether a region, and every part of it, is too small by what is asked of all regions."""
        least = [0 if region.own is None else region.own]
        if self.sizes is not None:
            least.append(min(self.sizes, default=0))
        if self.shapes is not None:
            least.append(min(map(len, self.shapes), default=0))
        if region.size < max(least) or (self.roots is not None and region.roots == 0):
            return True
        return self._rising and self.sums is not None and region.total < min(self.sums, default=0)

    def starved(self, nodes: Collection[int], region: Region) -> int | None:
        """A node whose region is within `nodes` cannot be right, for want of nodes; None if there is none."""
        if self.small(region):
            return min(nodes)
        for node in nodes:
            if region.size < self.size_at.get(node, 0):
                return node
            if self._rising and region.total < self.sum_at.get(node, 0):
                return node
        return None

    def centre(self, nodes: Collection[int]) -> int:
        """Where to begin when a region is too large: at a clue if it has one."""
        return min(nodes, key=lambda node: (node not in self.clues, node))


def _at_origin(cells: Iterable[tuple[int, int]]) -> Shape:
    listed = list(cells)
    top, left = min(r for r, _ in listed), min(c for _, c in listed)
    return frozenset((r - top, c - left) for r, c in listed)


def shapes_of(shapes: Iterable[Iterable[tuple[int, int]]]) -> frozenset[Shape]:
    """The shapes with their turned and mirrored forms, each moved to the origin. Raises `ProblemError`."""
    found: set[Shape] = set()
    for shape in shapes:
        cells = list(shape)
        if not cells or not all(isinstance(c, tuple) and len(c) == 2 for c in cells):
            raise ProblemError(f"Regions: a shape is a collection of cells (row, column), not {shape!r}")
        for _ in range(4):
            cells = [(c, -r) for r, c in cells]
            found.add(_at_origin(cells))
            found.add(_at_origin((r, -c) for r, c in cells))
    return frozenset(found)
