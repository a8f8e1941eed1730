"""What one rule strikes by itself, for rules that are more than pairs and counts: tables, sums, loops, pieces, any."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

import numpy as np

from deduce.compat import override
from deduce.constraints import Sum
from deduce.graphs.chosen import Selected
from deduce.graphs.connected import Connected
from deduce.graphs.lines import Loop, Path
from deduce.graphs.regions import Regions
from deduce.posting import Literal
from deduce.puzzles.combinations import Combinations, terms_of
from deduce.puzzles.live import Live
from deduce.puzzles.structure import Rule, Structure, bits_of

__all__ = ["Propagator", "propagator_of"]

_VALUES = 12
"""Sets of so many values are told apart."""

_REACH = 100_000
"""A wider range of sums is left to the solver."""


class Propagator(ABC):
    """What one rule strikes, given the literals that may be true.

    Attributes:
        name: What the deduction is called.
        source: The statement.
        sources: All statements used.
        mask: The literals it speaks of.
        large: Whether it is a rule about the whole puzzle, which nobody sees at once.
        quick: Whether it is asked during trials.
    """

    large = False
    quick = True

    def __init__(self, name: str, rule: Rule, structure: Structure) -> None:
        self.name, self.s = name, structure
        self.sources = frozenset([rule.source])
        self.scope = [structure.place[v] for v in rule.content.scope]
        self.mask = 0
        for i in self.scope:
            self.mask |= structure.own[i]
        self._known: dict[int, int] = {}

    def strikes(self, alive: int) -> int:
        """Literals of `alive` that the rule does not allow; they may leave a variable no value."""
        mine = alive & self.mask
        known = self._known.get(mine)
        if known is None:
            if len(self._known) > 20_000:
                self._known.clear()
            known = 0
            for struck, _ in self.parts(mine):
                known |= struck
            self._known[mine] = known
        return known

    @abstractmethod
    def parts(self, mine: int) -> Iterator[tuple[int, int]]:
        """What goes, place by place where the rule can be seen at places, each with the literals that show it.

        Places may overlap. `mine` are the literals of the rule that may be true.
        """


def propagator_of(rule: Rule, structure: Structure) -> list[Propagator]:
    """What asks a rule: by name where people have one for it, and as a whole."""
    content = rule.content
    if rule.rows is not None:
        return [_Rows("one rule", rule, structure, Combinations(rule.content, structure).kept(rule.rows))]
    if isinstance(content, Sum):
        allowed = Combinations(rule.content, structure).of_sum()
        if allowed is not None:
            return [_Rows("sum", rule, structure, allowed)]
        if (sources := _differ(content, structure)) is not None:
            return [_DifferentSum("sum", rule, structure, sources)]
        if sum(max(t) - min(t) for t in terms_of(content)) <= _REACH:
            return [_Reach("sum", rule, structure)]
    found: list[Propagator] = []
    if isinstance(content, (Loop, Path)) and not content.over_nodes:
        found.append(_Ends("a line with two ends", rule, structure, two=isinstance(content, Loop)))
        if isinstance(content, Loop):
            found.append(_Closure("early closure", rule, structure))
    if isinstance(content, Connected) and content.over_nodes:
        found.append(_Bridge("bridge", rule, structure))
    large = isinstance(content, (Selected, Regions))
    return [*found, _Whole("a whole rule" if large else "one rule", rule, structure, large)]


class _Rows(Propagator):
    """What is left of the combinations a rule allows."""

    def __init__(self, name: str, rule: Rule, structure: Structure, combinations: Combinations) -> None:
        super().__init__(name, rule, structure)
        self.sources |= combinations.sources
        self._literals = combinations.rows + np.array([structure.start[i] for i in self.scope])[:, None]

    @override
    def parts(self, mine: int) -> Iterator[tuple[int, int]]:
        size = self.s.size
        may = np.frombuffer(mine.to_bytes(size // 8 + 1, "little"), dtype=np.uint8)
        alive = np.unpackbits(may, bitorder="little")[:size].astype(np.bool_)
        rows = self._literals[:, alive[self._literals].all(axis=0)]
        kept = np.zeros(8 * (size // 8 + 1), dtype=np.uint8)
        kept[rows.ravel()] = 1
        struck = mine & ~int.from_bytes(np.packbits(kept, bitorder="little").tobytes(), "little")
        if struck:
            yield struck, self.mask


class _Reach(Propagator):
    """A sum by the partial sums that can be reached from either side, as bits of whole numbers."""

    def __init__(self, name: str, rule: Rule, structure: Structure) -> None:
        super().__init__(name, rule, structure)
        content = rule.content
        terms = terms_of(content)  # type: ignore[arg-type]
        least = [min(t) for t in terms]
        self._terms = [[x - low for x in t] for t, low in zip(terms, least, strict=True)]
        total = sum(max(t) for t in self._terms)
        low = max(0, content.low - sum(least))  # type: ignore[attr-defined]
        high = min(total, content.high - sum(least))  # type: ignore[attr-defined]
        self._goal = ((1 << max(0, high - low + 1)) - 1) << low if high >= low else 0

    @override
    def parts(self, mine: int) -> Iterator[tuple[int, int]]:
        values = [
            [(x, self._terms[k][x]) for x in bits_of(self.s.values_of(i, mine))]
            for k, i in enumerate(self.scope)
        ]
        after = [self._goal]
        for options in reversed(values):
            reach = 0
            for _, term in options:
                reach |= after[-1] >> term
            after.append(reach)
        after.reverse()
        before, struck = 1, 0
        for k, options in enumerate(values):
            reach = 0
            for x, term in options:
                if (before << term) & after[k + 1]:
                    reach |= before << term
                else:
                    struck |= 1 << (self.s.start[self.scope[k]] + x)
            before = reach
        if struck:
            yield struck, self.mask


def _differ(content: Sum, s: Structure) -> frozenset[int] | None:
    """The statements that make the variables of a sum all different; None where they need not be."""
    if (
        len({v for variable in content.scope for v in variable.domain}) > _VALUES
        or len(set(content.weights)) > 1
    ):
        return None
    sources: set[int] = set()
    literals = {
        (i, value): s.start[i] + x
        for variable in content.scope
        for i in [s.place[variable]]
        for x, value in enumerate(variable.domain)
    }
    for (i, value), x in literals.items():
        others = sum(1 << y for (j, other), y in literals.items() if other == value and j != i)
        if others & ~s.excludes[x]:
            return None
        sources.update(s.why(x, others))
    return frozenset(sources)


class _DifferentSum(Propagator):
    """A sum of variables that all differ, by the sets of values that the first of them can have taken."""

    def __init__(self, name: str, rule: Rule, structure: Structure, sources: frozenset[int]) -> None:
        super().__init__(name, rule, structure)
        self.sources |= sources
        content: Sum = rule.content  # type: ignore[assignment]
        self._low, self._high = content.low, content.high
        values = sorted({value for v in content.scope for value in v.domain})  # type: ignore[type-var]
        self._bit = [[1 << values.index(value) for value in v.domain] for v in content.scope]
        self._sets = np.arange(1 << len(values), dtype=np.int64)
        weight = content.weights[0]
        self._totals = np.zeros(len(self._sets), dtype=object)
        for i, value in enumerate(values):
            self._totals += (self._sets >> i & 1).astype(object) * (weight * int(value))  # type: ignore[call-overload]

    @override
    def parts(self, mine: int) -> Iterator[tuple[int, int]]:
        options = [list(bits_of(self.s.values_of(i, mine))) for i in self.scope]
        before = [np.array([0], dtype=np.int64)]
        for bits, values in zip(self._bit, options, strict=True):
            reached = [before[-1][before[-1] & bits[x] == 0] | bits[x] for x in values]
            before.append(np.unique(np.concatenate(reached)) if reached else before[-1][:0])
        good = np.zeros(len(self._sets), dtype=np.bool_)
        last = before[-1]
        good[last] = (self._totals[last] >= self._low) & (self._totals[last] <= self._high)
        struck = 0
        for k in range(len(self.scope) - 1, -1, -1):
            here = np.zeros(len(self._sets), dtype=np.bool_)
            for x in options[k]:
                from_ = before[k][before[k] & self._bit[k][x] == 0]
                from_ = from_[good[from_ | self._bit[k][x]]]
                here[from_] = True
                if not len(from_):
                    struck |= 1 << (self.s.start[self.scope[k]] + x)
            good = here
        if struck:
            yield struck, self.mask


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


class _Ends(_Things):
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


class _Closure(_Things):
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


class _Bridge(_Things):
    """What no way leads to is not chosen; what every way goes through is."""

    @override
    def parts(self, mine: int) -> Iterator[tuple[int, int]]:
        may, must = self.read(mine)
        content: Connected = self.content  # type: ignore[assignment]
        number = content.index()
        sure = {i for i, on in enumerate(must) if on} | {number[node] for node in content.through}
        if not sure:
            return
        beside = content.beside()
        start = min(sure)
        reached = _flood(start, beside, may, -1)
        if not sure <= reached:
            yield mine, self.mask
            return
        for i, ok in enumerate(may):
            if ok and i not in reached:
                yield mine & self.on[i], self.mask
            elif ok and i not in sure and not sure <= _flood(start, beside, may, i):
                yield mine & self.off[i], self.mask


def _flood(start: int, beside: Sequence[Sequence[int]], may: Sequence[bool], without: int) -> set[int]:
    reached, stack = {start}, [start]
    while stack:
        for j in beside[stack.pop()]:
            if may[j] and j != without and j not in reached:
                reached.add(j)
                stack.append(j)
    return reached


class _Whole(Propagator):
    """All that a rule implies, asked of a solver that knows this rule alone."""

    quick = False

    def __init__(self, name: str, rule: Rule, structure: Structure, large: bool) -> None:
        super().__init__(name, rule, structure)
        self.large, self.quick = large, not large
        self._content = rule.content
        self._live: Live | None = None

    @override
    def parts(self, mine: int) -> Iterator[tuple[int, int]]:
        live = self._live
        if live is None:
            live = self._live = Live(self._content.scope, [self._content])
        s = self.s
        assumed: list[Literal] = []
        open_: dict[int, int] = {}
        for i, v in zip(self.scope, self._content.scope, strict=True):
            values = s.values_of(i, mine)
            assumed += live.within(v, values)
            for x, literal in enumerate(live.solver.literals(v)):
                if values >> x & 1:
                    open_[literal] = s.start[i] + x
        struck = 0
        while open_:
            literal, x = open_.popitem()
            if not live.solver.satisfiable([*assumed, literal]):
                struck |= 1 << x
                continue
            true = live.solver.model()
            open_ = {y: place for y, place in open_.items() if true[abs(y) - 1] != y}
        if struck:
            yield struck, self.mask
