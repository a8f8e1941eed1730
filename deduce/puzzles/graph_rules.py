"""What people see of one line or of one connected part: ends that go on, loops closed too early, bridges."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_

from deduce.graphs.chosen import Selected
from deduce.graphs.floods import Floods
from deduce.graphs.floods import bits_of as bits_as_one
from deduce.ground.compat import override
from deduce.puzzles.cuts import blocks, cut_nodes, needed_together
from deduce.puzzles.propagators import Propagator, distance
from deduce.puzzles.structure import Rule, Structure, bits_of


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
        for i in cut_nodes(self._beside, reached, start.bit_length() - 1, sure):
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

    def _blocks(self, may: Sequence[bool], must: Sequence[bool]) -> tuple[dict[int, int], set[int]]:
        """The block of each edge that may be drawn, and the blocks of those drawn."""
        at: list[list[int]] = [[] for _ in self.content.graph.nodes]
        for i, (a, b) in enumerate(self.joined):
            if may[i]:
                at[a].append(i)
                at[b].append(i)
        block = blocks(at, self.joined)
        return block, {block[i] for i, on in enumerate(must) if on}

    @staticmethod
    def _outside(block: Mapping[int, int], drawn: Collection[int]) -> list[int]:
        """The edges that no loop through what is drawn takes; a block of one edge is none."""
        size: dict[int, int] = {}
        for number in block.values():
            size[number] = size.get(number, 0) + 1
        return [
            i
            for i, number in block.items()
            if size[number] == 1 or len(drawn) > 1 or (drawn and number not in drawn)
        ]

    @override
    def parts(self, mine: int) -> Iterator[tuple[int, int]]:
        block, drawn = self._blocks(*self.read(mine))
        struck = 0
        for i in self._outside(block, drawn):
            struck |= mine & self.on[i]
        if struck:
            yield struck, self.mask


class Ways(Round):
    """Edges any two of which part what may be drawn: one loop takes all or none of them.

    All, if one of them is drawn, or if they part what is.
    """

    level, quick = 3, False

    def __init__(self, name: str, rule: Rule, structure: Structure) -> None:
        super().__init__(name, rule, structure)
        self._at_node: list[list[int]] = [[] for _ in self.content.graph.nodes]
        for i, both in enumerate(self.joined):
            for node in both:
                self._at_node[node].append(i)
        self._edge = {x: i for i, off in enumerate(self.off) for x in bits_of(off)}

    @override
    def parts(self, mine: int) -> Iterator[tuple[int, int]]:
        may, must = self.read(mine)
        block, drawn = self._blocks(may, must)
        if len(drawn) != 1:
            return
        inside: list[list[int]] = [[] for _ in self.content.graph.nodes]
        for i, number in block.items():
            if number in drawn:
                for node in self.joined[i]:
                    inside[node].append(i)
        for edges in needed_together(inside, self.joined, must):
            open_ = [i for i in edges if not must[i]]
            if open_:
                yield mine & reduce(or_, [self.off[i] for i in open_]), self.mask

    @override
    def _shows(self, x: int, gone: int) -> bool:
        # Asked about one edge there is no need to look for all that part the rest: without it what is drawn falls apart.
        if x not in self._edge:
            return False
        i = self._edge[x]
        may, must = self.read(self.mask & ~gone)
        may[i] = must[i] = False
        return any(must[j] for j in self._outside(*self._blocks(may, must)))

    @override
    def enough(self, x: int, alive: int) -> int:
        # What bars all ways but two, this edge being one of them; and a line on both sides, or on the other way.
        i = self._edge[x]
        may, must = self.read(alive & self.mask)
        struck = next(struck for struck, _ in self.told(alive) if struck >> x & 1)
        best, fewest = self.mask, len(self.joined) + 1
        for other in (j for j, off in enumerate(self.off) if j != i and (struck & off or must[j])):
            side = self._side(i, other, may)
            wall = [j for j, (a, b) in enumerate(self.joined) if not may[j] and (a in side) != (b in side)]
            if self.joined[i][1] in side or len(wall) >= fewest:
                continue
            held = self.off[other] if must[other] else 0
            within, beyond = (
                [j for j, on in enumerate(must) if on and (self.joined[j][0] in side) == inside]
                for inside in (True, False)
            )
            if not held and within and beyond:
                held = self._nearest_of(within, i) | self._nearest_of(beyond, i)
            if held:
                best, fewest = reduce(or_, [self.on[j] for j in wall], held), len(wall)
        return best

    def _side(self, i: int, other: int, may: Sequence[bool]) -> set[int]:
        """The nodes that an end of edge `i` is joined to by neither of two edges."""
        side = {self.joined[i][0]}
        waiting = list(side)
        for node in waiting:
            for j in self._at_node[node]:
                far = sum(self.joined[j]) - node
                if may[j] and j not in (i, other) and far not in side:
                    side.add(far)
                    waiting.append(far)
        return side

    def _nearest_of(self, edges: Sequence[int], i: int) -> int:
        """The struck literal that says that one of some edges is drawn: the one nearest to edge `i`."""
        here = self._at[self.scope[i]]
        return self.off[min(edges, key=lambda j: distance(self._at[self.scope[j]], here))]


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
