"""From constraints to worlds: an assignment where they have that form; else an order, then a diagram (or a table).

One file because which form is taken, the order of its layers and how it is multiplied hang on one estimate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from heapq import heappop, heappush
from math import comb, log2
from typing import TYPE_CHECKING

from deduce.constraints import AllDifferent, Constraint
from deduce.errors import ProblemError, TooLarge, nearest
from deduce.variables import Variable
from deduce.worlds.assignment import assignment_of
from deduce.worlds.base import DEFAULT_MAX_BYTES, Worlds
from deduce.worlds.deal import Deal, deal_of
from deduce.worlds.diagram import Diagram

if TYPE_CHECKING:
    from deduce.problem import Problem

__all__ = ["FORMS", "compile_constraints", "compile_diagram", "compile_problem", "fronts", "layer_order"]

FORMS = ("auto", "diagram", "table", "assignment", "deal")
"""The forms that `compile_problem` knows by name."""

Bits = Callable[[Constraint], list[float]]

HOPELESS_BITS = 60.0
"""Layers whose states may number more than two to this power are refused without trying."""

PROBE_BYTES = 1 << 20
"""A product of many constraints that needs more than this is tried in stages."""

DEAL_BITS, DEAL_BYTES = 30.0, 1 << 23
"""Where a deal would do, a diagram is tried whose layers may have so many bits of states, and given so much memory."""

STAGE_BYTES = 1 << 25
"""The most memory the stages may take before one product is tried after all."""

STAGE_SIZE = 5
"""How many constraints of a few variables enter a diagram at a time."""

SMALL_SCOPE = 4
"""Up to this many variables are a few."""

_WIDE_SCOPE = 100
"""What more variables than this share is scored for all of them at once while an order is sought."""

_WIDE_KINDS = 16
"""As long as the variables are of so many kinds at most, by what they share."""


def compile_problem(
    problem: Problem,
    form: str = "auto",
    *,
    order: Sequence[Variable] | None = None,
    max_bytes: int = DEFAULT_MAX_BYTES,
) -> Worlds:
    """All worlds that satisfy the rules of `problem`.

    Args:
        problem: Variables and rules.
        form: ``"diagram"``, ``"table"``, ``"assignment"``, ``"deal"`` (see `deduce.worlds.assignment` and
            `deduce.worlds.deal`), or ``"auto"``: the assignment where the rules have that form and no order is given,
            the deal where a diagram would be wide and the rules have that form, else the diagram.
        order: The variables in the order of the diagram's layers; chosen by `layer_order` if None.
        max_bytes: The most memory the form may take.

    Raises:
        TooLarge: The form would not fit; the message says what to try.
        ProblemError: An unknown form, or an order that is no permutation of the variables.
    """
    if not (hasattr(problem, "scope") and hasattr(problem, "rules")):
        raise ProblemError(f"compile takes a Problem, not {problem!r}")
    if form not in FORMS:
        raise ProblemError(f"form {form!r}: {nearest(form, FORMS)}")
    _checked_bytes(max_bytes)
    rules = [rule.content for rule in problem.rules if isinstance(rule.content, Constraint)]
    if form == "assignment":
        made = assignment_of(problem.scope, rules)
        if made is None:
            raise ProblemError(
                f"the rules of {problem.name!r} are no assignment: allowed are AllDifferent over groups that share no "
                "variable, one of three at least, and conditions on single variables"
            )
        return made
    if form == "deal":
        dealt = deal_of(problem.scope, rules, compile_diagram, max_bytes=max_bytes)
        if dealt is None:
            raise ProblemError(
                f"the rules of {problem.name!r} are no deal: nothing says how often values are taken (AllDifferent, or "
                "Count of single values)"
            )
        return dealt.prepared()
    if form == "auto":
        return compile_constraints(problem.scope, rules, order=order, max_bytes=max_bytes)
    worlds = compile_diagram(problem.scope, rules, order=order, max_bytes=max_bytes)
    return worlds if form == "diagram" else worlds.to_table(max_bytes=max_bytes)


def compile_constraints(
    variables: Sequence[Variable],
    constraints: Sequence[Constraint],
    *,
    order: Sequence[Variable] | None = None,
    max_bytes: int = DEFAULT_MAX_BYTES,
) -> Worlds:
    """The assignments of `variables` that satisfy `constraints`, in the form that fits them.

    Raises as `compile_diagram` does.
    """
    if order is not None:
        return compile_diagram(variables, constraints, order=order, max_bytes=max_bytes)
    made = assignment_of(variables, constraints)
    if made is not None:
        return made
    deal = deal_of(variables, constraints, compile_diagram, max_bytes=max_bytes)
    if deal is None:
        return compile_diagram(variables, constraints, max_bytes=max_bytes)
    return _narrower(deal, variables, constraints, max_bytes)


def _narrower(
    deal: Deal, variables: Sequence[Variable], constraints: Sequence[Constraint], max_bytes: int
) -> Worlds:
    """A diagram where a small one is enough, else the deal where it can answer, else a large diagram."""
    order, bits = layer_order(variables, constraints)
    if bits <= DEAL_BITS:
        with suppress(TooLarge):
            return compile_diagram(
                variables, constraints, order=order, max_bytes=min(max_bytes, DEAL_BYTES)
            )
    with suppress(TooLarge):
        return deal.prepared()
    return compile_diagram(variables, constraints, max_bytes=max_bytes)


def compile_diagram(
    variables: Sequence[Variable],
    constraints: Sequence[Constraint],
    *,
    order: Sequence[Variable] | None = None,
    max_bytes: int = DEFAULT_MAX_BYTES,
) -> Diagram:
    """A diagram of the assignments of `variables` that satisfy `constraints`.

    Raises `TooLarge`, and `ProblemError` when the order is none.
    """
    _checked_bytes(max_bytes)
    if order is None:
        chosen, bits = layer_order(variables, constraints)
        if bits > HOPELESS_BITS:
            raise TooLarge(
                f"in the best variable order found, a layer may have 2^{bits:.0f} states; use "
                "another viewpoint, give an order, or ask deduce.puzzles.verify or Knowledge.holds, which "
                "fall back to a SAT solver"
            )
    else:
        chosen = tuple(order)
        if len(chosen) != len(variables) or set(chosen) != set(variables):
            raise ProblemError("the order must list every variable of the problem exactly once")
    return _product(Diagram.free(chosen), constraints, max_bytes)


def _checked_bytes(max_bytes: int) -> None:
    if not isinstance(max_bytes, int) or max_bytes < 1:
        raise ProblemError(f"max_bytes is a positive whole number, not {max_bytes!r}")


def _product(free: Diagram, constraints: Sequence[Constraint], max_bytes: int) -> Diagram:
    """`free` restricted: in one product, or in stages where one product would be wide.

    One product prunes with everything known at once; stages merge nodes with equal futures in between,
    which one product cannot do before its end. Neither is narrower in general, so the second is tried
    when the first has grown, and given up when it grows itself. Constraints that remember a moving front always
    enter together with all others, which narrow it from the first layer on.
    """
    stages = _stages(free.variables, constraints)
    moving = any(fronts(part) for part in stages[0])
    if not moving and len(stages) > 1 and max_bytes > PROBE_BYTES:
        try:
            return free.restrict(*constraints, max_bytes=PROBE_BYTES)
        except TooLarge:
            staged = free
        try:
            for stage in stages:
                staged = staged.restrict(*stage, max_bytes=min(max_bytes, STAGE_BYTES))
        except TooLarge:
            pass
        else:
            return staged
    return free.restrict(*constraints, max_bytes=max_bytes)


def _stages(variables: Sequence[Variable], constraints: Iterable[Constraint]) -> list[list[Constraint]]:
    """First what concerns one variable or many; then what concerns a few, those with short spans first."""
    rank = {variable: i for i, variable in enumerate(variables)}
    first: list[Constraint] = []
    small: list[tuple[int, Constraint]] = []
    for constraint in constraints:
        for part in constraint.parts():
            if 2 <= len(part.scope) <= SMALL_SCOPE:
                places = [rank[variable] for variable in part.scope]
                small.append((max(places) - min(places), part))
            else:
                first.append(part)
    small.sort(key=lambda item: item[0])
    parts = [part for _, part in small]
    later = [parts[i : i + STAGE_SIZE] for i in range(0, len(parts), STAGE_SIZE)]
    return [first, *later] if first and len(later) > 1 else [[*first, *parts]]


def _leaves(constraints: Iterable[Constraint]) -> list[Constraint]:
    """Conditions on two or more variables, with conjunctions taken apart."""
    return [part for constraint in constraints for part in constraint.parts() if len(part.scope) > 1]


def fronts(constraint: Constraint) -> bool:
    """Whether a constraint remembers a front that moves, and says what it costs (see `Constraint.spans`)."""
    return type(constraint).spans is not Constraint.spans


class _Open:
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
    def all_of(cls, constraint: Constraint) -> list[_Open]:
        """What is open while a constraint is partly read; most constraints are one such thing."""
        scope = constraint.scope
        if isinstance(constraint, AllDifferent):
            values = len({value for variable in scope for value in variable.domain})
            # What is remembered is a set of used values: as many as the binomial coefficient says.
            return [cls(scope, [log2(max(1, comb(values, read))) for read in range(len(scope))])]
        return [cls(group, [0.0] + [bits] * (len(group) - 1)) for group, bits in constraint.spans()]

    def cost(self, left: int) -> float:
        return 0.0 if left == 0 else self.bits[self.length - left]


@cache
def _pressures(length: int) -> list[float]:
    return [0.0, *(1.0 / left for left in range(1, length + 1))]


def layer_order(
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
    leaves = _leaves(constraints)
    opened = [
        _Open.all_of(constraint)
        if bits is None or fronts(constraint)
        else [_Open(constraint.scope, bits(constraint))]
        for constraint in leaves
    ]
    touching: dict[Variable, list[_Open]] = {variable: [] for variable in variables}
    for item in (item for items in opened for item in items):
        for variable in item.scope:
            touching[variable].append(item)
    chosen = _greedy(variables, touching)
    if any(len(items) > 1 for items in opened):
        # Fronts that move through a graph: step by step the greedy choice may fray, a sweep does not.
        given = tuple(variables)
        if sum(_widths(given, touching)) <= sum(_widths(chosen, touching)):
            chosen = given
    return chosen, max(_widths(chosen, touching), default=0.0)


def _widths(order: Sequence[Variable], touching: Mapping[Variable, Sequence[_Open]]) -> list[float]:
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


def _greedy(
    variables: Sequence[Variable], touching: Mapping[Variable, Sequence[_Open]]
) -> tuple[Variable, ...]:
    queues = _queues(variables, touching)
    order: list[Variable] = []
    while queues:
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


def _queues(variables: Sequence[Variable], touching: Mapping[Variable, Sequence[_Open]]) -> list[_Queue]:
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

    def __init__(self, queue: _Queue, items: Sequence[_Open]) -> None:
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
        touching: Mapping[Variable, Sequence[_Open]],
        number: Mapping[Variable, int],
        shared: Sequence[_Open],
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
    def _scored(items: Iterable[_Open]) -> tuple[float, float]:
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
