"""The search for all worlds from the top down: by the compiled kernel, or here where there is none.

Try the values of a variable, see what follows, take what is left apart into components, and remember each of them.
What is written down on the way is a decision-DNNF: a node is the sum over the values tried, a branch the product of
what became settled and of the nodes of the components left. Both searches do the same and may differ in the variables
they try, so in the nodes they make. Method and sources: deduce/kernels/source/search.c.

One file because it is one search: its state is one object that every step reads.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import numpy as np

from deduce.ground.deadline import tick
from deduce.ground.errors import TooLarge
from deduce.kernels.searches import SPENT, Found, search
from deduce.worlds.conditions import BINARY, CLAUSE, DIFFERENT, LINEAR, TABLE, Conditions
from deduce.worlds.elimination import cohesion

WORK_A_BYTE = 0.5
"""So many steps are allowed for each byte that the worlds may take: some five seconds for a gigabyte."""

_PLAIN_COST, _PLAIN_BYTES = 60.0, 100.0
"""How much longer a step takes without the kernel, and how much room each number of the result."""


def descended(conditions: Conditions, max_bytes: int) -> Found:
    """All worlds as a decision-DNNF; without nodes where there is none.

    Raises `TooLarge` where the result and what is remembered would take more than `max_bytes`, or finding it more work
    than goes with them, and `GaveUp` at the watched deadline.
    """
    sizes = [len(variable.domain) for variable in conditions.variables]
    work = WORK_A_BYTE * max_bytes
    liking = cohesion(conditions.scopes, len(sizes))
    if not conditions.possible:
        return _Descent(conditions, liking, work, max_bytes).found()
    told = search(
        sizes, conditions.masks, liking, conditions.scopes, conditions.kinds, conditions.data, conditions.bounds,
        work=work, max_bytes=max_bytes,
    )  # fmt: skip
    if isinstance(told, Found):
        return told
    if isinstance(told, int):
        raise _too_large(max_bytes, told == SPENT)
    descent = _Descent(conditions, liking, work / _PLAIN_COST, max_bytes)
    try:
        return descent.run()
    except RecursionError:
        raise TooLarge(
            "a search of so many variables needs the compiled kernels (deduce --version)"
        ) from None


def _too_large(max_bytes: int, spent: bool) -> TooLarge:
    what = "as much work as goes with" if spent else "more memory than"
    return TooLarge(
        f"a search for all worlds took {what} {max_bytes / 1e6:,.0f} MB; raise max_bytes, state less in one problem, "
        "or ask deduce.puzzles.verify or Knowledge.holds, which use a SAT solver instead"
    )


def _bits(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


class _Failed(Exception):
    """Nothing is left."""


class _Descent:
    """The search without the kernel."""

    def __init__(
        self, conditions: Conditions, liking: Sequence[float], work: float, max_bytes: int
    ) -> None:
        self.c, self.liking = conditions, liking
        self.dom = list(conditions.masks)
        self.sizes = [len(variable.domain) for variable in conditions.variables]
        self.data = [[table.tolist() for table in row] for row in conditions.data]
        self.touch: list[list[int]] = [[] for _ in self.dom]
        for number, scope in enumerate(conditions.scopes):
            for v in scope:
                self.touch[v].append(number)
        self.trail: list[tuple[int, int]] = []
        self.known: dict[tuple[int, ...], int] = {}
        self.work, self.left, self.max_bytes = work, work, max_bytes
        self.kept = 0
        self.node: list[int] = []
        self.height: list[int] = []
        self.branch: list[tuple[int, int]] = []
        self.leaf: list[tuple[int, int]] = []
        self.child: list[int] = []

    def run(self) -> Found:
        """The whole search."""
        if all(self.dom):
            try:
                self._settle(deque(range(len(self.c.scopes))))
                made = self._branched(list(range(len(self.dom))))
            except _Failed:
                made = None
            if made is not None:
                self._noded([made])
            else:  # what was written down of other components is no world: the last node is the root
                for part in (self.node, self.height, self.branch, self.leaf, self.child):
                    part.clear()
        return self.found()

    def found(self) -> Found:
        """What was written down."""
        variables, masks = zip(*self.leaf, strict=True) if self.leaf else ((), ())
        return Found(
            np.array(self.node, dtype=np.int64),
            np.array(self.height, dtype=np.int64),
            np.array(self.branch, dtype=np.int64).reshape(-1, 2),
            np.array(variables, dtype=np.int32),
            np.array(masks, dtype=np.uint64),
            np.array(self.child, dtype=np.int64),
            int(self.work - self.left),
        )

    # What follows.

    def _narrow(self, v: int, mask: int, queue: deque[int]) -> bool:
        left = self.dom[v] & mask
        if left == self.dom[v]:
            return False
        self.trail.append((v, self.dom[v]))
        self.dom[v] = left
        if not left:
            raise _Failed
        queue.extend(c for c in self.touch[v] if c not in queue)
        return True

    def _settle(self, queue: deque[int]) -> None:
        steps = {
            CLAUSE: self._clause,
            LINEAR: self._linear,
            DIFFERENT: self._different,
            BINARY: self._pair,
            TABLE: self._table,
        }
        while queue:
            c = queue.popleft()
            self._spend(len(self.c.scopes[c]) + 4)
            steps[self.c.kinds[c]](c, queue)

    def _spend(self, work: int) -> None:
        self.left -= work
        if self.left < 0:
            raise _too_large(self.max_bytes, True)

    def _clause(self, c: int, queue: deque[int]) -> None:
        open_: list[tuple[int, int]] = []
        for v, (mask,) in zip(self.c.scopes[c], self.data[c], strict=True):
            if not self.dom[v] & ~mask:
                return
            if self.dom[v] & mask:
                open_.append((v, mask))
        if not open_:
            raise _Failed
        if len(open_) == 1:
            self._narrow(*open_[0], queue)

    def _range(self, c: int) -> tuple[list[tuple[int, int]], int, int]:
        """The least and the greatest number of each variable, and of all together."""
        each = []
        for v, amounts in zip(self.c.scopes[c], self.data[c], strict=True):
            some = [amounts[i] for i in _bits(self.dom[v])]
            each.append((min(some), max(some)))
        return each, sum(low for low, _ in each), sum(high for _, high in each)

    def _linear(self, c: int, queue: deque[int]) -> None:
        low, high = self.c.bounds[c]
        changed = True
        while changed:
            changed = False
            each, least, most = self._range(c)
            if least > high or most < low:
                raise _Failed
            if least >= low and most <= high:
                return
            for v, amounts, (own, top) in zip(self.c.scopes[c], self.data[c], each, strict=True):
                keep = 0
                for i in _bits(self.dom[v]):
                    if least - own + amounts[i] <= high and most - top + amounts[i] >= low:
                        keep |= 1 << i
                changed = self._narrow(v, keep, queue) or changed

    def _codes(self, c: int, place: int) -> set[int]:
        codes = self.data[c][place]
        return {codes[i] for i in _bits(self.dom[self.c.scopes[c][place]])}

    def _different(self, c: int, queue: deque[int]) -> None:
        scope = self.c.scopes[c]
        changed = True
        while changed:
            changed, must = False, 0
            taken: set[int] = set()
            free: set[int] = set()
            for place, v in enumerate(scope):
                codes = self._codes(c, place)
                if self.dom[v] & (self.dom[v] - 1):
                    free |= codes
                    must += -1 not in codes
                    continue
                if -1 not in codes and codes & taken:
                    raise _Failed
                taken |= codes - {-1}
            if len(free - taken - {-1}) < must:
                raise _Failed
            for v, codes_of in zip(scope, self.data[c], strict=True):
                if self.dom[v] & (self.dom[v] - 1):
                    keep = sum(1 << i for i in _bits(self.dom[v]) if codes_of[i] not in taken)
                    changed = self._narrow(v, keep, queue) or changed

    def _pair(self, c: int, queue: deque[int]) -> None:
        for here, there in ((0, 1), (1, 0)):
            allowed = 0
            for i in _bits(self.dom[self.c.scopes[c][here]]):
                allowed |= self.data[c][here][i]
            self._narrow(self.c.scopes[c][there], allowed, queue)

    def _table(self, c: int, queue: deque[int]) -> None:
        scope, tables = self.c.scopes[c], self.data[c]
        layers = [{self.c.bounds[c][0]}]
        for v, table in zip(scope, tables, strict=True):
            size, values = self.sizes[v], _bits(self.dom[v])
            layers.append({table[state * size + i] for state in layers[-1] for i in values} - {-1})
            self._spend(len(layers[-2]) * len(values))
        for place in range(len(scope) - 1, -1, -1):
            v, table, size = scope[place], tables[place], self.sizes[scope[place]]
            keep, alive = 0, set()
            for state in layers[place]:
                mine = [i for i in _bits(self.dom[v]) if table[state * size + i] in layers[place + 1]]
                if mine:
                    alive.add(state)
                    keep |= sum(1 << i for i in mine)
            layers[place] = alive
            self._narrow(v, keep, queue)

    # Components.

    def _binds(self, c: int) -> bool:
        """Whether a condition still binds variables to each other."""
        scope, kind = self.c.scopes[c], self.c.kinds[c]
        open_ = [v for v in scope if self.dom[v] & (self.dom[v] - 1)]
        self._spend(len(scope))
        if len(open_) < 2:
            return False
        if kind == CLAUSE:
            return all(self.dom[v] & ~row[0] for v, row in zip(scope, self.data[c], strict=True))
        if kind == LINEAR:
            _, least, most = self._range(c)
            low, high = self.c.bounds[c]
            return least < low or most > high
        if kind == BINARY:
            other = self.dom[scope[1]]
            return any(other & ~self.data[c][0][i] for i in _bits(self.dom[scope[0]]))
        return True

    def _bound(self, c: int) -> list[int]:
        """The variables that a condition binds."""
        return [
            v
            for v, row in zip(self.c.scopes[c], self.data[c], strict=True)
            if self.dom[v] & (self.dom[v] - 1) and (self.c.kinds[c] != CLAUSE or self.dom[v] & row[0])
        ]

    def _gathered(self, start: int) -> tuple[list[int], list[int]]:
        """The variables bound to one of them, and what binds them."""
        reached, queue, seen, binding = {start}, [start], set(), []
        while queue:
            here = queue.pop()
            for c in self.touch[here]:
                if c in seen:
                    continue
                bound = self._bound(c) if self._binds(c) else []
                if bound and here not in bound:  # a clause that this one cannot make true binds others
                    continue
                seen.add(c)
                if bound:
                    binding.append(c)
                    fresh = [v for v in bound if v not in reached]
                    reached.update(fresh)
                    queue += fresh
        return sorted(reached), sorted(binding)

    def _key(self, variables: Sequence[int], binding: Sequence[int]) -> tuple[int, ...]:
        key = [n for v in variables for n in (v, self.dom[v])]
        for c in binding:
            settled = [
                (place, self.dom[v])
                for place, v in enumerate(self.c.scopes[c])
                if not self.dom[v] & (self.dom[v] - 1)
            ]
            if self.c.kinds[c] == LINEAR:
                key += (-1 - c, sum(self.data[c][p][mask.bit_length() - 1] for p, mask in settled))
            elif self.c.kinds[c] == TABLE:
                key += (-1 - c, *(mask for _, mask in settled))
            elif self.c.kinds[c] == CLAUSE:
                key.append(-1 - c)
        return tuple(key)

    # The nodes.

    def _branched(self, variables: Sequence[int]) -> tuple[list[tuple[int, int]], list[int]] | None:
        """What is settled of the variables, and the nodes of what hangs together; None where there is no world."""
        leaves: list[tuple[int, int]] = []
        components = []
        seen: set[int] = set()
        for v in variables:
            if v in seen:
                continue
            bound, binding = self._gathered(v) if self.dom[v] & (self.dom[v] - 1) else ([v], [])
            seen.update(bound)
            if binding:
                components.append((bound, binding))
            else:
                leaves.append((v, self.dom[v]))
        children = []
        for bound, binding in components:
            node = self._decided(bound, binding)
            if node < 0:
                return None
            children.append(node)
        return leaves, children

    def _decided(self, variables: Sequence[int], binding: Sequence[int]) -> int:
        """The node of a component; -1 where it has no world."""
        tick()
        key = self._key(variables, binding)
        if key in self.known:
            return self.known[key]
        self.kept += len(key) + len(variables)
        if self.kept * _PLAIN_BYTES > self.max_bytes:
            raise _too_large(self.max_bytes, False)
        mine = set(binding)

        def liked(v: int) -> float:
            bindings = sum(1 for c in self.touch[v] if c in mine)
            return self.liking[v] or bindings / (self.dom[v].bit_count() - 1)

        v = max(variables, key=liked)
        branches = []
        for value in _bits(self.dom[v]):
            mark, queue = len(self.trail), deque[int]()
            try:
                self._narrow(v, 1 << value, queue)
                self._settle(queue)
                made = self._branched(variables)
                if made is not None:
                    branches.append(made)
            except _Failed:
                pass
            while len(self.trail) > mark:
                changed, before = self.trail.pop()
                self.dom[changed] = before
        self.known[key] = self._noded(branches) if branches else -1
        return self.known[key]

    def _noded(self, branches: Sequence[tuple[list[tuple[int, int]], list[int]]]) -> int:
        height = 0
        for leaves, children in branches:
            self.leaf += leaves
            self.child += children
            self.branch.append((len(self.leaf), len(self.child)))
            self.kept += 2 * len(leaves) + len(children) + 2
            height = max([height, *(self.height[child] + 1 for child in children)])
        self.node.append(len(self.branch))
        self.height.append(height)
        return len(self.node) - 1
