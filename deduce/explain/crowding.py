"""More guests than chairs, seen without a solver, however the rule is written: a clique, and Hall's condition.

Variables of which every two are said to differ (by all-differents, or pair by pair) and that have fewer values
left than they are: the statements that say so conflict. That no smaller conflict exists needs one world a statement,
in which all the others are true. The first is found greedily; from one world the next follows by changing a single
variable so that exactly one other statement becomes false ("recursive model rotation": Belov and Marques-Silva,
"Accelerating MUS Extraction with Recursive Model Rotation", FMCAD 2011). Where a witness is missing nothing is
said, and the solver is asked as ever.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, permutations
from typing import cast

from deduce.evidence import Statement
from deduce.explain.timeline import Timeline
from deduce.ground.deadline import tick
from deduce.language.constraints import Constraint, of_kind
from deduce.language.variables import Variable

_LARGE = 12
"""All-differents of so many variables and more are looked at even where nothing is said pair by pair."""

World = dict[Variable, Hashable]


def may_be_crowded(statements: Sequence[Statement]) -> bool:
    """Whether a few variables are said pair by pair to differ, or many at once: elsewhere a solver is as quick.

    Variables that crowd each other have fewer values than they are, and they are no more than one of them has others
    that it differs from, and it. So without a triangle of such, and two of one same value, nobody is crowded.
    """
    pairs: dict[Variable, set[Variable]] = {}
    masks: dict[Variable, int] = {}
    for statement in statements:
        content = statement.content
        if not of_kind(type(content), Constraint):
            continue
        content = cast("Constraint", content)
        if (pair := content.compared()) is not None:
            if pair.op == "!=":
                pairs.setdefault(pair.left, set()).add(pair.right)
                pairs.setdefault(pair.right, set()).add(pair.left)
        elif (single := content.single()) is not None:
            variable = single.variable
            masks[variable] = masks.get(variable, variable.full_mask) & single.mask
        elif content.apart and len(content.scope) >= _LARGE:
            return True
    most = 1 + max(map(len, pairs.values()), default=0)
    left = {v: masks.get(v, v.full_mask) for v in pairs}
    narrow = {v for v, mask in left.items() if mask.bit_count() < most}
    for one in narrow:
        others = pairs[one] & narrow
        for other in others:
            if (left[one] | left[other]).bit_count() < 2 or not others.isdisjoint(pairs[other]):
                return True
    return False


def crowded(timeline: Timeline) -> tuple[Statement, ...] | None:
    """A smallest conflict, proved to be one, between statements that say no more than "different" and "one of"; or None.

    None says nothing: there may be none, or one of another kind. Takes milliseconds for some hundred statements.
    Hall's condition is looked at for each all-different and each clique of pairs by itself.
    """
    said = _Said(timeline)
    for members in said.cliques():
        found = said.conflict(members)
        if found is not None and _Rotation(said, found).complete():
            order = {statement: i for i, statement in enumerate(timeline.statements)}
            return tuple(sorted(found, key=order.__getitem__))
    return None


class _Said:
    """Statements sorted by what they say: which variables differ, which values are left, and all else."""

    def __init__(self, timeline: Timeline) -> None:
        self.parts: dict[Statement, list[Constraint]] = {}
        self.groups: list[tuple[Variable, ...]] = []
        self.pairs: dict[Variable, dict[Variable, None]] = {}
        self.limits: dict[Variable, list[tuple[int, Statement]]] = {}
        for statement in timeline.statements:
            parts = [part for whole in timeline.constraints([statement]) for part in whole.parts()]
            self.parts[statement] = parts
            for part in parts:
                if (single := part.single()) is not None:
                    self.limits.setdefault(single.variable, []).append((single.mask, statement))
                elif part.apart:
                    self.groups.append(tuple(part.scope))
                elif _pair(part):
                    one, other = part.scope
                    self.pairs.setdefault(one, {})[other] = None
                    self.pairs.setdefault(other, {})[one] = None
        scope = (v for parts in self.parts.values() for part in parts for v in part.scope)
        self.number = {v: i for i, v in enumerate(dict.fromkeys(scope))}

    @cached_property
    def apart(self) -> dict[Variable, dict[Variable, list[Statement]]]:
        """For every two variables that differ, who says so."""
        apart: dict[Variable, dict[Variable, list[Statement]]] = {}
        for statement, parts in self.parts.items():
            for part in parts:
                if part.apart or _pair(part):
                    tick()
                    for one, other in permutations(part.scope, 2):
                        apart.setdefault(one, {}).setdefault(other, []).append(statement)
        return apart

    @cached_property
    def others(self) -> dict[Variable, list[tuple[Constraint, Statement]]]:
        """For every variable what else is said of it."""
        others: dict[Variable, list[tuple[Constraint, Statement]]] = {}
        for statement, parts in self.parts.items():
            for part in parts:
                if not (part.apart or part.single() is not None or _pair(part)):
                    for variable in part.scope:
                        others.setdefault(variable, []).append((part, statement))
        return others

    def true(self, statement: Statement, world: World) -> bool:
        """Whether all that a statement says is true in a world."""
        for part in self.parts[statement]:
            values = [world[v] for v in part.scope]
            if not (values[0] != values[1] if _pair(part) else part.holds(values)):
                return False
        return True

    def values(self, variable: Variable, spared: Statement | None = None) -> list[Hashable]:
        """The values that the limits leave, `spared` apart."""
        mask = variable.full_mask
        for allowed, statement in self.limits.get(variable, ()):
            if statement is not spared:
                mask &= allowed
        return [value for i, value in enumerate(variable.domain) if mask >> i & 1]

    def cliques(self) -> Iterator[list[Variable]]:
        """All-differents, and large sets of variables of which every two are said to differ."""
        yield from map(list, self.groups)
        left = dict.fromkeys(sorted(self.pairs, key=lambda v: (-len(self.pairs[v]), self.number[v])))
        while left:
            tick()
            members = [next(iter(left))]
            able = dict(self.pairs[members[0]])
            while able:
                best = max(able, key=lambda v: len(self.pairs[v].keys() & able.keys()))
                members.append(best)
                able = {v: None for v in able if v in self.pairs[best]}
            for member in members:
                left.pop(member, None)
            if len(members) > 2:
                yield sorted(members, key=self.number.__getitem__)

    def conflict(self, members: Sequence[Variable]) -> list[Statement] | None:
        """What says that some of the members are more than their values; None where they all find one."""
        values = {v: self.values(v) for v in members}
        taken: dict[Hashable, Variable] = {}
        for variable in members:
            crowd = _seated(variable, values, taken)
            if crowd is not None:
                return self._because(crowd, {x for v in crowd for x in values[v]})
        return None

    def _because(self, crowd: Sequence[Variable], room: set[Hashable]) -> list[Statement]:
        found = {self.apart[one][other][0]: None for one, other in combinations(crowd, 2)}
        for variable in crowd:
            outside = [i for i, value in enumerate(variable.domain) if value not in room]
            for mask, statement in self.limits.get(variable, ()):
                if any(not mask >> i & 1 for i in outside):
                    found[statement] = None
                    outside = [i for i in outside if mask >> i & 1]
        return list(found)


def _pair(part: Constraint) -> bool:
    pair = part.compared()
    return pair is not None and pair.op == "!="


def _seated(
    start: Variable, values: Mapping[Variable, Sequence[Hashable]], taken: dict[Hashable, Variable]
) -> list[Variable] | None:
    """Give a variable a value of its own, moving others if need be; else those who crowd each other."""
    came: dict[Hashable, Variable] = {}
    queue = [start]
    for variable in queue:
        tick()
        for value in values[variable]:
            if value in came:
                continue
            came[value] = variable
            if value not in taken:
                while True:
                    # Everybody on the way moves one seat on.
                    given = next((x for x, holder in taken.items() if holder is variable), None)
                    taken[value] = variable
                    if given is None:
                        return None
                    value, variable = given, came[given]
            queue.append(taken[value])
    return queue


class _Rotation:
    """Worlds in which exactly one statement of a conflict is false."""

    def __init__(self, said: _Said, conflict: Sequence[Statement]) -> None:
        self.said = said
        self.wanted = dict.fromkeys(conflict)

    def complete(self) -> bool:
        """Whether every statement of the conflict has its witness."""
        while self.wanted:
            spared = next(iter(self.wanted))
            world = self._greedy(spared)
            if world is None or any(
                self.said.true(statement, world) == (statement is spared) for statement in self.said.parts
            ):
                return False
            self._rotate(world, spared)
        return True

    def _greedy(self, spared: Statement) -> World | None:
        """Values given one after the other, fewest choices first, with no step back; `spared` may be broken."""
        said = self.said
        able = {v: dict.fromkeys(said.values(v, spared)) for v in said.number}
        world: World = {}
        while able:
            variable = min(able, key=lambda v: len(able[v]))
            values = able.pop(variable)
            if not values:
                return None
            world[variable] = chosen = next(iter(values))
            for mate, because in said.apart.get(variable, {}).items():
                if mate in able and any(statement is not spared for statement in because):
                    able[mate].pop(chosen, None)
        return world

    def _rotate(self, world: World, broken: Statement) -> None:
        """Change one variable of the broken statement, so that another breaks in its place; and so on."""
        del self.wanted[broken]
        waiting = [(world, broken)]
        while waiting and self.wanted:
            tick()
            world, broken = waiting.pop()
            for variable in dict.fromkeys(v for part in self.said.parts[broken] for v in part.scope):
                for value, statement in self._alone(world, variable, broken):
                    del self.wanted[statement]
                    waiting.append(({**world, variable: value}, statement))

    def _alone(
        self, world: World, variable: Variable, broken: Statement
    ) -> Iterator[tuple[Hashable, Statement]]:
        """Values of a variable that mend `broken` and break one other statement, one that is wanted."""
        limits, others = self.said.limits.get(variable, ()), self.said.others.get(variable, ())
        mates = self.said.apart.get(variable, {})
        about = (*(s for _, s in limits), *(s for said in mates.values() for s in said))
        if self.wanted.keys().isdisjoint(about):
            return
        held: dict[Hashable, list[Statement]] = {}
        for mate, said in mates.items():
            held.setdefault(world[mate], []).extend(said)
        for place, value in enumerate(variable.domain):
            hit = {*held.get(value, ()), *(s for mask, s in limits if not mask >> place & 1)}
            if len(hit) != 1 or hit.isdisjoint(self.wanted):
                continue
            (statement,) = hit
            changed = {**world, variable: value}
            # Only what speaks of this variable has changed, and before only `broken` was false.
            also = (s for part, s in others if not part.holds([changed[v] for v in part.scope]))
            if self.said.true(broken, changed) and all(s is statement for s in also):
                yield value, statement
