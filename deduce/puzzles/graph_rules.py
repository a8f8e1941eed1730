"""What people see of one line or of one connected part: ends that go on, loops closed too early, bridges."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence

from deduce.graphs.chosen import Selected
from deduce.graphs.floods import Floods
from deduce.graphs.floods import bits_of as bits_as_one
from deduce.ground.compat import override
from deduce.puzzles.propagators import Propagator
from deduce.puzzles.structure import Rule, Structure, bits_of

__all__ = ["Bridge", "Closure", "EdgeBridge", "Ends", "Neighbours", "Round"]


class _Things(Propagator):
    """Things that are chosen by the values of their variables."""

    def __init__(self, name: str, rule: Rule, structure: Structure) -> None:
        super().__init__(name, rule, structure)
        content: Selected = rule.content  # type: ignore[assignment]
        self.content = content
        self.joined = content.joined()
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
        for i, (a, b) in enumerate(self.joined):
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
        joined = self.joined
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
    """What no way leads to is not chosen; what every way goes through is. That is all that connection implies.

    Args:
        must: Nodes that are chosen in any case.
    """

    def __init__(
        self, name: str, rule: Rule, structure: Structure, must: Collection[Hashable] = ()
    ) -> None:
        super().__init__(name, rule, structure)
        content = self.content
        number = content.index()
        self._through = bits_as_one([number[node] for node in must])
        self._beside = content.beside()
        self._floods = Floods(self._beside)
        self._all = (1 << len(self.on)) - 1
        self._node = {
            x: i
            for i, both in enumerate(zip(self.on, self.off, strict=True))
            for x in bits_of(both[0] | both[1])
        }

    @override
    def _shows(self, x: int, gone: int) -> bool:
        # Asked about one literal there is no need to look for all nodes that part the rest.
        mine = self.mask & ~gone
        may, must = self._read_as_bits(mine)
        sure = must | self._through
        if not sure:
            return False
        i = self._node[x]
        start = sure & -sure
        reached = self._floods.reach(start, may | start)
        if self._through & ~may or sure & ~reached:
            return bool(mine >> x & 1)
        if self.on[i] >> x & 1:
            return not reached >> i & 1
        if sure >> i & 1:
            return bool((self._through & ~must) >> i & 1)
        return bool(sure & ~self._floods.reach(start, reached & ~(1 << i)))

    def _read_as_bits(self, mine: int) -> tuple[int, int]:
        may, must = (bits_as_one([i for i, yes in enumerate(each) if yes]) for each in self.read(mine))
        return may, must

    @override
    def parts(self, mine: int) -> Iterator[tuple[int, int]]:
        may, must = self._read_as_bits(mine)
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


class Neighbours(_Things):
    """A line over the nodes of a graph: a node of it has two neighbours on it, one of its ends has one.

    Args:
        ends: The numbers of its ends; None where they are not known.
    """

    def __init__(self, name: str, rule: Rule, structure: Structure, ends: Collection[int] | None) -> None:
        super().__init__(name, rule, structure)
        self._beside = self.content.beside()
        self._bounds = [
            (0, 2) if ends is None else (1, 1) if i in ends else (2, 2) for i in range(len(self._beside))
        ]

    @override
    def parts(self, mine: int) -> Iterator[tuple[int, int]]:
        may, must = self.read(mine)
        for i, around in enumerate(self._beside):
            if not may[i]:
                continue
            low, high = self._bounds[i]
            sure = sum(must[j] for j in around)
            open_ = [j for j in around if may[j] and not must[j]]
            struck = 0
            if sure > high or sure + len(open_) < low:
                struck = mine & self.on[i]
            elif must[i] and sure == high:
                for j in open_:
                    struck |= mine & self.on[j]
            elif must[i] and sure + len(open_) == low:
                for j in open_:
                    struck |= mine & self.off[j]
            if struck:
                yield struck, sum(self.on[j] | self.off[j] for j in (i, *around))


class Round(_Things):
    """One loop over edges runs round: what hangs on by one node only is not part of it.

    It lies within one block of what may be drawn (a part that no single node holds together), that of the edges drawn.
    """

    @override
    def parts(self, mine: int) -> Iterator[tuple[int, int]]:
        may, must = self.read(mine)
        joined = self.joined
        at: list[list[int]] = [[] for _ in self.content.graph.nodes]
        for i, (a, b) in enumerate(joined):
            if may[i]:
                at[a].append(i)
                at[b].append(i)
        block = _blocks(at, joined)
        size: dict[int, int] = {}
        for number in block.values():
            size[number] = size.get(number, 0) + 1
        drawn = {block[i] for i, on in enumerate(must) if on}
        struck = 0
        for i, number in block.items():
            if size[number] == 1 or len(drawn) > 1 or (drawn and number not in drawn):
                struck |= mine & self.on[i]
        if struck:
            yield struck, self.mask


class EdgeBridge(_Things):
    """Edges chosen hang together and reach some nodes: an edge without which they could not is chosen.

    Edges that lead from there nowhere are not.
    """

    def __init__(self, name: str, rule: Rule, structure: Structure, must: Collection[Hashable]) -> None:
        super().__init__(name, rule, structure)
        number = self.content.index()
        self._through = [number[node] for node in must]

    @override
    def parts(self, mine: int) -> Iterator[tuple[int, int]]:
        may, must = self.read(mine)
        joined = self.joined
        at: list[list[int]] = [[] for _ in self.content.graph.nodes]
        for i, (a, b) in enumerate(joined):
            if may[i]:
                at[a].append(i)
                at[b].append(i)
        wanted = dict.fromkeys([*self._through, *(x for i, on in enumerate(must) if on for x in joined[i])])
        if not wanted:
            return
        start = next(iter(wanted))
        seen = self._reach(start, at, joined, -1)
        struck = 0
        if not wanted.keys() <= seen:
            yield mine, self.mask
            return
        for i, (a, _) in enumerate(joined):
            if may[i] and a not in seen:
                struck |= mine & self.on[i]
            elif may[i] and not must[i] and not wanted.keys() <= self._reach(start, at, joined, i):
                struck |= mine & self.off[i]
        if struck:
            yield struck, self.mask

    @staticmethod
    def _reach(
        start: int, at: Sequence[Sequence[int]], joined: Sequence[tuple[int, int]], without: int
    ) -> set[int]:
        seen, waiting = {start}, [start]
        for node in waiting:
            for i in at[node]:
                a, b = joined[i]
                other = b if a == node else a
                if i != without and other not in seen:
                    seen.add(other)
                    waiting.append(other)
        return seen


def _blocks(at: Sequence[Sequence[int]], joined: Sequence[tuple[int, int]]) -> dict[int, int]:
    """For each edge the number of its block: one search in depth (Hopcroft and Tarjan)."""
    when: dict[int, int] = {}
    low: dict[int, int] = {}
    block: dict[int, int] = {}
    edges: list[int] = []
    for start in range(len(at)):
        if start in when:
            continue
        when[start] = low[start] = len(when)
        stack = [(start, -1, iter(at[start]))]
        while stack:
            node, came, others = stack[-1]
            for i in others:
                a, b = joined[i]
                other = b if a == node else a
                if i == came:
                    continue
                if other not in when:
                    when[other] = low[other] = len(when)
                    edges.append(i)
                    stack.append((other, i, iter(at[other])))
                    break
                if when[other] < when[node]:
                    edges.append(i)
                    low[node] = min(low[node], when[other])
            else:
                stack.pop()
                if stack:
                    up = stack[-1][0]
                    low[up] = min(low[up], low[node])
                    if low[node] >= when[up]:
                        number = came
                        while edges[-1] != came:
                            block[edges.pop()] = number
                        block[edges.pop()] = number
    return block


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
