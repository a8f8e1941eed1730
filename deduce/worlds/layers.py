"""The order of a diagram's layers, step by step: next comes what leaves the least to remember."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from heapq import heappop, heappush
from math import comb, log2

from deduce.ground.deadline import tick
from deduce.language.constraints import Constraint
from deduce.language.variables import Variable

Bits = Callable[[Constraint], list[float]]

_WIDE_SCOPE = 100
"""What more variables than this share is scored for all of them at once while an order is sought."""

_WIDE_KINDS = 16
"""As long as the variables are of so many kinds at most, by what they share."""


def leaves(constraints: Iterable[Constraint]) -> list[Constraint]:
    """Conditions on two or more variables, with conjunctions taken apart."""
    return [part for constraint in constraints for part in constraint.parts() if len(part.scope) > 1]


def fronts(constraint: Constraint) -> bool:
    """Whether a constraint remembers a front that moves, and says what it costs (see `Constraint.spans`)."""
    return type(constraint).spans is not Constraint.spans


class Open:
    """How many bits of state something costs after some of its variables have been read.

    `changes[left]` and `pressures[left]` are what reading one more changes, in bits, while `left` are not read yet,
    and how much it counts to come nearer to the end.
    """

    __slots__ = ("bits", "changes", "kinds", "left", "length", "pressures", "scope")

    def __init__(self, scope: Sequence[Variable], bits: Sequence[float]) -> None:
        self.scope, self.bits = scope, bits
        self.length = self.left = length = len(scope)
        costs = [0.0, *reversed(bits[:length])]
        self.changes = [0.0, *(costs[left - 1] - costs[left] for left in range(1, length + 1))]
        self.pressures = _pressures(length)
        self.kinds: dict[_Kind, None] = {}

    @classmethod
    def all_of(cls, constraint: Constraint) -> list[Open]:
        """What is open while a constraint is partly read; most constraints are one such thing."""
        scope = constraint.scope
        if constraint.apart:
            values = len({value for variable in scope for value in variable.domain})
            # What is remembered is a set of used values: as many as the binomial coefficient says.
            return [cls(scope, [log2(max(1, comb(values, read))) for read in range(len(scope))])]
        return [cls(group, [0.0] + [bits] * (len(group) - 1)) for group, bits in constraint.spans()]

    def cost(self, left: int) -> float:
        """The bits that are needed while so many variables are not read yet."""
        return 0.0 if left == 0 else self.bits[self.length - left]


@cache
def _pressures(length: int) -> list[float]:
    return [0.0, *(1.0 / left for left in range(1, length + 1))]


def greedy_order(
    variables: Sequence[Variable], constraints: Sequence[Constraint], *, bits: Bits | None = None
) -> tuple[tuple[Variable, ...], float]:
    """A variable order that keeps few constraints open at a time, and the bits of its widest layer.

    Greedy: next comes the variable after which the open constraints need the fewest bits; ties go to the
    variable that most advances open constraints, then to the order given. Where a constraint remembers a
    front that moves (see `Constraint.spans`), the order given is tried too. The bits bound the logarithm
    of the states of a layer, roughly for such fronts. `bits` says how many a constraint needs after each
    number of its variables; by default its automata are asked. Only the neighbours of the variable chosen
    are looked at again: n log n for scopes of bounded size.
    """
    opened = [
        Open.all_of(constraint)
        if bits is None or fronts(constraint)
        else [Open(constraint.scope, bits(constraint))]
        for constraint in leaves(constraints)
    ]
    touching: dict[Variable, list[Open]] = {variable: [] for variable in variables}
    for item in (item for items in opened for item in items):
        for variable in item.scope:
            touching[variable].append(item)
    chosen = greedily(variables, touching)
    if any(len(items) > 1 for items in opened):
        # Fronts that move through a graph: step by step the greedy choice may fray, a sweep does not.
        given = tuple(variables)
        if sum(widths(given, touching)) <= sum(widths(chosen, touching)):
            chosen = given
    return chosen, max(widths(chosen, touching), default=0.0)


def widths(order: Sequence[Variable], touching: Mapping[Variable, Sequence[Open]]) -> list[float]:
    """The bits open after each variable of an order."""
    for items in touching.values():
        for item in items:
            item.left = item.length
    now = 0.0
    found = []
    for variable in order:
        for item in touching[variable]:
            now -= item.cost(item.left)
            item.left -= 1
            now += item.cost(item.left)
        found.append(now)
    return found


def greedily(
    variables: Sequence[Variable], touching: Mapping[Variable, Sequence[Open]]
) -> tuple[Variable, ...]:
    """The order in which each step leaves the fewest bits open; see `greedy_order`."""
    for items in touching.values():
        for item in items:
            item.left = item.length
            item.kinds.clear()
    queues = _queues(variables, touching)
    order: list[Variable] = []
    while queues:
        tick()
        queue = queues[0] if len(queues) == 1 else min(queues, key=_Queue.best)
        chosen = queue.pop()
        order.append(chosen)
        if not queue.waiting:
            queues.remove(queue)
        stale: dict[_Kind, None] = {}
        for item in touching[chosen]:
            item.left -= 1
            if item not in queue.shared:
                stale.update(item.kinds)
        for kind in stale:
            kind.queue.score(kind)
    return tuple(order)


def _queues(variables: Sequence[Variable], touching: Mapping[Variable, Sequence[Open]]) -> list[_Queue]:
    """The variables by the wide things they touch in common; in one queue where those are too many kinds."""
    number = {variable: i for i, variable in enumerate(variables)}
    wide = {
        variable: tuple(item for item in touching[variable] if item.length > _WIDE_SCOPE)
        for variable in variables
    }
    kinds: dict[tuple[int, ...], list[Variable]] = {}
    for variable in variables:
        kinds.setdefault(tuple(map(id, wide[variable])), []).append(variable)
    if len(kinds) > _WIDE_KINDS:
        return [_Queue(variables, touching, number, ())]
    return [_Queue(members, touching, number, wide[members[0]]) for members in kinds.values()]


class _Kind:
    """Variables that touch the same things, so that one score serves them all: next among them is the first given."""

    __slots__ = ("current", "items", "left", "queue")

    def __init__(self, queue: _Queue, items: Sequence[Open]) -> None:
        self.queue, self.items = queue, items
        self.left: list[tuple[int, Variable]] = []  # the next one last
        self.current = (0.0, 0.0, -1)


class _Queue:
    """Variables waiting for their place, best first; what they share (`shared`) is scored for all at once.

    Without that each step would score anew whatever touches a sum over thousands of variables, and keep every score.
    """

    __slots__ = ("_heap", "shared", "waiting")

    def __init__(
        self,
        members: Sequence[Variable],
        touching: Mapping[Variable, Sequence[Open]],
        number: Mapping[Variable, int],
        shared: Sequence[Open],
    ) -> None:
        self.shared = shared
        self.waiting = len(members)
        kinds: dict[tuple[int, ...], _Kind] = {}
        for v in reversed(members):
            own = [item for item in touching[v] if item not in shared] if shared else touching[v]
            key = tuple(map(id, own))
            if key not in kinds:
                kinds[key] = _Kind(self, own)
                for item in own:
                    item.kinds[kinds[key]] = None
            kinds[key].left.append((number[v], v))
        # No two scores are equal: they end in the numbers of different variables.
        self._heap: list[tuple[tuple[float, float, int], _Kind]] = []
        for kind in kinds.values():
            self._push(kind)

    @staticmethod
    def _scored(items: Iterable[Open]) -> tuple[float, float]:
        change = pressure = 0.0
        for item in items:
            left = item.left
            change += item.changes[left]
            pressure += item.pressures[left]
        return change, -pressure

    def _push(self, kind: _Kind) -> None:
        anew = (*self._scored(kind.items), kind.left[-1][0])
        if anew != kind.current:
            kind.current = anew
            heappush(self._heap, (anew, kind))

    def score(self, kind: _Kind) -> None:
        """Look at a kind again, if any of it is still waiting."""
        if kind.left:
            self._push(kind)

    def best(self) -> tuple[float, float, int]:
        """The best score here."""
        heap = self._heap
        while not heap[0][1].left or heap[0][1].current != heap[0][0]:
            heappop(heap)  # scored anew since, or taken
        first = heap[0][0]
        if not self.shared:
            return first
        common, weight = self._scored(self.shared)
        return first[0] + common, first[1] + weight, first[2]

    def pop(self) -> Variable:
        """Take the best one out."""
        self.best()
        kind = heappop(self._heap)[1]
        _, variable = kind.left.pop()
        self.waiting -= 1
        kind.current = (0.0, 0.0, -1)
        if not kind.items:
            self.score(kind)  # nobody else will
        return variable
