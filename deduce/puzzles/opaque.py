"""What one rule strikes by itself, for rules that are more than pairs and counts: tables, sums, loops, pieces, any."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator, Mapping

import numpy as np

from deduce.graphs.chosen import Selected
from deduce.ground.compat import override
from deduce.language.posting import Literal
from deduce.language.tally import Tally
from deduce.puzzles.combinations import Combinations
from deduce.puzzles.graph_rules import Bridge, Closure, EdgeBridge, Ends, Neighbours, Round, Ways
from deduce.puzzles.live import Live
from deduce.puzzles.propagators import Propagator, least
from deduce.puzzles.structure import Rule, Structure, bits_of

_VALUES = 12
"""Sets of so many values are told apart."""

_WORLDS = 100
"""So many worlds of a rule are remembered."""

_LARGE = 20
"""Of a rule over more variables that has an argument of its own nobody sees more than that."""

_REACH = 100_000
"""A wider range of sums is left to the solver."""


def propagator_of(rule: Rule, structure: Structure) -> list[Propagator]:
    """What asks a rule: by name where people have one for it, and as a whole."""
    content = rule.content
    if rule.rows is not None:
        return [_Rows("one rule", rule, structure, Combinations(rule.content, structure).kept(rule.rows))]
    if (tally := content.added()) is not None:
        allowed = Combinations(rule.content, structure).of_sum(tally)
        if allowed is not None:
            return [_Rows("sum", rule, structure, allowed)]
        if (amounts := _amounts(tally)) and (sources := _differ(tally, structure)) is not None:
            return [_DifferentSum("sum", rule, structure, tally, amounts, sources)]
        if sum(max(t) - min(t) for t in tally.tables.values()) <= _REACH:
            return [_Reach("sum", rule, structure, tally)]
    drawn = content.drawn()
    if drawn is not None and (found := _of_graph(drawn, rule, structure)):
        return found
    seen = content.narrowed([v.full_mask for v in content.scope])
    look: list[Propagator] = [] if seen is None else [_Look("one rule", rule, structure)]
    if seen is not None and (seen[1] or len(content.scope) > _LARGE):
        return look
    large = seen is not None or content.sweeping
    return [*look, _Whole("a whole rule" if large else "one rule", rule, structure, large)]


def _of_graph(content: Selected, rule: Rule, structure: Structure) -> list[Propagator]:
    """What people see of lines and of what hangs together; nothing for a kind without an argument of its own."""
    if not content.line:
        if content.over_nodes:
            return [Bridge("bridge", rule, structure, content.through)]
        return [EdgeBridge("bridge", rule, structure, content.through)]
    if content.closed and not content.over_nodes:
        return [
            Ends("a line with two ends", rule, structure, two=True),
            Closure("early closure", rule, structure),
            Round("cut off", rule, structure),
            Ways("two ways", rule, structure),
        ]
    if content.over_nodes:
        number = content.index()
        ends = None if content.ends is None else [number[x] for x in content.ends]
        return [
            Neighbours("neighbours on a line", rule, structure, ends),
            Bridge("bridge", rule, structure, content.ends or ()),
        ]
    return []


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

    def __init__(self, name: str, rule: Rule, structure: Structure, tally: Tally) -> None:
        super().__init__(name, rule, structure)
        terms = [tally.tables[v] for v in rule.content.scope]
        least = [min(t) for t in terms]
        self._terms = [[x - low for x in t] for t, low in zip(terms, least, strict=True)]
        total = sum(max(t) for t in self._terms)
        low = max(0, tally.low - sum(least))
        high = min(total, tally.high - sum(least))
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


def _amounts(content: Tally) -> dict[Hashable, int]:
    """What each value adds, whichever variable takes it; nothing where that is not so, or values are many."""
    amounts: dict[Hashable, int] = {}
    for variable, table in content.tables.items():
        for value, amount in zip(variable.domain, table, strict=True):
            if amounts.setdefault(value, amount) != amount:
                return {}
    return amounts if len(amounts) <= _VALUES else {}


def _differ(content: Tally, s: Structure) -> frozenset[int] | None:
    """The statements that make the variables of a sum all different; None where they need not be."""
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

    def __init__(
        self,
        name: str,
        rule: Rule,
        structure: Structure,
        tally: Tally,
        amounts: Mapping[Hashable, int],
        sources: frozenset[int],
    ) -> None:
        super().__init__(name, rule, structure)
        self.sources |= sources
        self._low, self._high = tally.low, tally.high
        values = list(amounts)
        self._bit = [[1 << values.index(value) for value in v.domain] for v in rule.content.scope]
        self._sets = np.arange(1 << len(values), dtype=np.int64)
        self._totals = np.zeros(len(self._sets), dtype=object)
        for i, value in enumerate(values):
            self._totals += (self._sets >> i & 1).astype(object) * amounts[value]

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


class _Look(Propagator):
    """What a rule shows by an argument of its own."""

    def __init__(self, name: str, rule: Rule, structure: Structure) -> None:
        super().__init__(name, rule, structure)
        self._content = rule.content
        self._where = [(structure.start[i], structure.variables[i].full_mask) for i in self.scope]

    @override
    def parts(self, mine: int) -> Iterator[tuple[int, int]]:
        s = self.s
        masks = [mine >> start & full for start, full in self._where]
        left, _ = self._content.narrowed(masks) or (masks, False)
        if left is masks:
            return
        struck = 0
        for i, before, after in zip(self.scope, masks, left, strict=True):
            if before != after:
                struck |= (before & ~after) << s.start[i]
        if struck:
            yield struck, self.mask


class _Whole(Propagator):
    """All that a rule implies, asked of a solver that knows this rule alone."""

    quick = False

    def __init__(self, name: str, rule: Rule, structure: Structure, large: bool) -> None:
        super().__init__(name, rule, structure)
        self.large, self.quick = large, not large
        self._content = rule.content
        self._live: Live | None = None
        # Worlds found before: while one is still possible, nobody need ask about what is true in it.
        self._worlds: deque[int] = deque(maxlen=_WORLDS)

    @property
    def live(self) -> Live:
        """The solver, made when first asked."""
        if self._live is None:
            self._live = Live(self._content.scope, [self._content])
        return self._live

    @override
    def why(self, x: int, alive: int) -> int:
        """As for any rule, but place by place: all that is struck of a variable is named, or nothing of it."""
        s, live = self.s, self.live
        facts = {
            i: live.within(v, s.values_of(i, alive))
            for i, v in zip(self.scope, self._content.scope, strict=True)
            if self.mask & ~alive & s.own[i]
        }
        place = s.owner[x]
        tried = live.solver.literals(s.variables[place])[x - s.start[place]]

        def shows(gone: int) -> bool:
            chosen = [y for i, literals in facts.items() if gone & s.own[i] for y in literals]
            return not live.solver.satisfiable([tried, *chosen])

        shows(self.mask & ~alive)
        core = set(live.solver.core())
        used = [s.own[i] & ~alive for i, literals in facts.items() if not core.isdisjoint(literals)]
        return least(used, shows)

    @override
    def parts(self, mine: int) -> Iterator[tuple[int, int]]:
        live, s = self.live, self.s
        assumed: list[Literal] = []
        # By place, not by literal: variables of a single value share the one that is always true.
        literal_of: dict[int, Literal] = {}
        open_ = 0
        for i, v in zip(self.scope, self._content.scope, strict=True):
            values = s.values_of(i, mine)
            assumed += live.within(v, values)
            literal_of |= enumerate(live.solver.literals(v), s.start[i])
            open_ |= values << s.start[i]
        for world in self._worlds:
            if not world & ~mine:
                open_ &= ~world
        struck = 0
        while open_:
            x = open_.bit_length() - 1
            open_ &= ~(1 << x)
            # A world with much that is still asked about saves the most questions.
            live.solver.prefer([literal_of[y] for y in bits_of(open_)])
            if not live.solver.satisfiable([*assumed, literal_of[x]]):
                struck |= 1 << x
                continue
            true = live.solver.model()
            world = 0
            for y, literal in literal_of.items():
                if true[abs(literal) - 1] == literal:
                    world |= 1 << y
            self._worlds.append(world)
            open_ &= ~world
        if struck:
            yield struck, self.mask
