"""What people see of one line or of one connected part: ends that go on, loops closed too early, bridges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deduce.compat import override
from deduce.graphs.chosen import Selected
from deduce.graphs.connected import Connected
from deduce.graphs.floods import Floods
from deduce.graphs.floods import bits_of as bits_as_one
from deduce.puzzles.propagators import Propagator
from deduce.puzzles.structure import Rule, Structure, bits_of

__all__ = ["Bridge", "Closure", "Ends"]


class _Things(Propagator):
    """Things that are chosen by the values of their variables."""

    def __init__(self, name: str, rule: Rule, structure: Structure) -> None:
        super().__init__(name, rule, structure)
        content: Selected = rule.content  # type: ignore[assignment]
        self.content = content
        masks = content.chosen_masks()
        self.on = [structure.mask_of(v, m) for v, m in zip(content.scope, masks, strict=True)]
        self.off = [structure.own[i] & ~on for i, on in zip(self.scope, self.on, strict=True)]

    def read(self, mine: int) -> tuple[list[bool], list[bool]]:
        """For each thing, whether it may be chosen, and whether it must be."""
        may = [bool(mine & on) for on in self.on]
        return may, [ok and not mine & off for ok, off in zip(may, self.off, strict=True)]


class Ends(_Things):
    """A line goes on: where it comes to a node it leaves, and a node has no more than two of its edges."""

    def __init__(self, name: str, rule: Rule, structure: Structure, *, two: bool) -> None:
        super().__init__(name, rule, structure)
        self.two = two
        self.at: dict[int, list[int]] = {}
        for i, (a, b) in enumerate(self.content.joined()):
            self.at.setdefault(a, []).append(i)
            self.at.setdefault(b, []).append(i)

    @override
    def parts(self, mine: int) -> Iterator[tuple[int, int]]:
        may, must = self.read(mine)
        for edges in self.at.values():
            struck = 0
            open_ = [i for i in edges if may[i] and not must[i]]
            sure = sum(must[i] for i in edges)
            if sure >= 2:
                for i in open_ if sure == 2 else edges:
                    struck |= mine & self.on[i]
            elif self.two and len(open_) == 1:
                struck |= mine & (self.off if sure else self.on)[open_[0]]
            elif self.two and sure and not open_:
                for i in edges:
                    struck |= mine & self.on[i]
            if struck:
                yield struck, sum(self.on[i] | self.off[i] for i in edges)


class Closure(_Things):
    """An edge that would close a loop while more of the line lies elsewhere."""

    @override
    def parts(self, mine: int) -> Iterator[tuple[int, int]]:
        may, must = self.read(mine)
        joined = self.content.joined()
        group = list(range(len(self.content.graph.nodes)))

        def find(x: int) -> int:
            while group[x] != x:
                group[x] = group[group[x]]
                x = group[x]
            return x

        sure = [i for i, on in enumerate(must) if on]
        for i in sure:
            a, b = map(find, joined[i])
            group[a] = b
        ends = {find(joined[i][0]) for i in sure}
        if len(ends) < 2:
            return
        for i, (a, b) in enumerate(joined):
            if may[i] and not must[i] and find(a) == find(b):
                yield mine & self.on[i], self.mask


class Bridge(_Things):
    """What no way leads to is not chosen; what every way goes through is. That is all that connection implies."""

    def __init__(self, name: str, rule: Rule, structure: Structure) -> None:
        super().__init__(name, rule, structure)
        content: Connected = self.content  # type: ignore[assignment]
        number = content.index()
        self._through = bits_as_one([number[node] for node in content.through])
        self._beside = content.beside()
        self._floods = Floods(self._beside)
        self._all = (1 << len(self.on)) - 1

    @override
    def parts(self, mine: int) -> Iterator[tuple[int, int]]:
        may, must = (bits_as_one([i for i, yes in enumerate(each) if yes]) for each in self.read(mine))
        sure = must | self._through
        if not sure:
            return
        if self._through & ~may:
            yield mine, self.mask
            return
        for i in bits_of(self._through & ~must):
            yield mine & self.off[i], 0
        start = sure & -sure
        reached = self._floods.reach(start, may | start)
        if sure & ~reached:
            yield mine, self._between(reached, sure & ~reached, start, 0)
            return
        for i in bits_of(may & ~reached):
            yield mine & self.on[i], self._between(reached, 1 << i, start, 0)
        for i in _cut_nodes(self._beside, reached, start.bit_length() - 1, sure):
            if not sure >> i & 1:
                near = self._floods.reach(start, reached & ~(1 << i))
                yield mine & self.off[i], self._between(near, sure & ~near, start, 1 << i)

    def _between(self, near: int, beyond: int, start: int, without: int) -> int:
        """What shows that no way leads from `near` to `beyond` but through `without`: a wall, and both sides held."""
        far = beyond & -beyond
        wall = self._floods.around(near) & ~near & ~without & ~far
        wall &= self._floods.around(self._floods.reach(far, self._all & ~near & ~wall & ~without)) | far
        uses = self.off[start.bit_length() - 1] | self.off[far.bit_length() - 1]
        for i in bits_of(wall):
            uses |= self.on[i]
        return uses


def _cut_nodes(beside: Sequence[Sequence[int]], inside: int, start: int, wanted: int) -> list[int]:
    """The nodes of a connected part `inside`, but `start`, without which `start` is cut off from some of `wanted`.

    One search in depth (Tarjan): a node cuts off a branch that leads back to nothing above it.
    """
    when, low, order = {start: 0}, {start: 0}, [start]
    above: dict[int, int] = {}
    holds: dict[int, int] = {start: wanted >> start & 1}
    stack = [(start, iter(beside[start]))]
    found = dict[int, None]()
    while stack:
        node, others = stack[-1]
        for other in others:
            if not inside >> other & 1:
                continue
            if other not in when:
                when[other] = low[other] = len(order)
                order.append(other)
                above[other] = node
                holds[other] = wanted >> other & 1
                stack.append((other, iter(beside[other])))
                break
            if above.get(node) != other and when[other] < low[node]:
                low[node] = when[other]
        else:
            stack.pop()
            if stack:
                up = stack[-1][0]
                low[up] = min(low[up], low[node])
                holds[up] |= holds[node]
                if up != start and low[node] >= when[up] and holds[node]:
                    found[up] = None
    return sorted(found)
