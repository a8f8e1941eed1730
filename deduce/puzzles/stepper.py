"""The easiest next deduction: fewest statements, then fewest cells.

What is known is a bit set of candidates for each variable. A deduction strikes candidates: some statements,
together with what is known of some cells, leave no world in which they stand. Sets of statements are tried
by size. One and two (or more, while the sets are few) are tried one by one; what a set strikes depends on
the candidates of its own variables alone, so it is remembered until those change. Beyond that, each
candidate that can be struck at all is asked for its smallest set, by implicit hitting sets, cut off at
the smallest found so far. In the manner of Espasa, Gent, Hoffmann, Jefferson and Lynch, "Using Small MUSes to
Explain How to Solve Pen and Paper Puzzles" (2021), except that here the size is proved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from deduce.evidence import Statement
from deduce.ground.deadline import Deadline
from deduce.ground.errors import GaveUp
from deduce.language.constraints import Constraint
from deduce.language.posting import Literal
from deduce.language.variables import Variable
from deduce.puzzles.hitting import Oracle, cheapest_sets, minimal_set
from deduce.puzzles.live import Live
from deduce.puzzles.walks import Masks

Target = tuple[Variable, int]
"""A candidate that can be struck: a variable and the position of a value."""

_SETS = 1500
"""Connected sets of statements of one size are tried one by one up to this many."""

_HASTY = 12
"""Past the deadline this many candidates are looked at before the shortest reason at hand is taken."""

_LOCALS = 2000
"""How many solvers of a few statements are kept at hand."""

_WAYS = 40
"""At most this many equally small sets of statements are compared by their cells."""


@dataclass(frozen=True, slots=True)
class Deduction:
    """Statements (by number) and cells that strike candidates.

    Attributes:
        statements: Places in the list of statements.
        cells: Variables of which something known is used.
        strikes: The candidates struck, a bit set a variable.
        smallest: Whether no deduction with fewer statements, or as many and fewer cells, exists.
    """

    statements: tuple[int, ...]
    cells: tuple[Variable, ...]
    strikes: Mapping[Variable, int]
    smallest: bool


class Stepper:
    """Finds deductions one after another; see the module docstring.

    Args:
        scope: The variables.
        statements: Rules and clues, constraints all of them.
        enumerate_up_to: How many sets of one size are tried one by one.
    """

    def __init__(
        self,
        scope: Sequence[Variable],
        statements: Sequence[Statement],
        *,
        enumerate_up_to: int = _SETS,
    ) -> None:
        self.scope, self.statements = tuple(scope), tuple(statements)
        self.live = Live(
            scope, (), [s.content for s in self.statements if isinstance(s.content, Constraint)]
        )
        self._enumerate_up_to = enumerate_up_to
        self._says = [tuple(self.live.assumptions([statement])) for statement in self.statements]
        self._scopes = [tuple(s.content.scope) for s in self.statements]  # type: ignore[union-attr]
        self._rank = {variable: i for i, variable in enumerate(self.scope)}
        self._locals: dict[tuple[int, ...], Live] = {}
        self._struck: dict[tuple[object, ...], frozenset[Target]] = {}
        self._cells: dict[tuple[object, ...], tuple[Variable, ...]] = {}
        self._needs_more: dict[tuple[object, ...], int] = {}
        self.solved = self._impossible()

    def start(self) -> Masks:
        """Every candidate of every variable."""
        return {variable: variable.full_mask for variable in self.scope}

    def _impossible(self) -> dict[Variable, int] | None:
        """For each variable the values it takes in some solution; None when there is no solution."""
        everything = [x for said in self._says for x in said]
        if not self.live.satisfiable(everything, Deadline(None)):
            return None
        possible = dict.fromkeys(self.scope, 0)
        self._witness(possible)
        for variable in self.scope:
            for i, literal in enumerate(self.live.solver.literals(variable)):
                if not possible[variable] >> i & 1 and self.live.satisfiable(
                    [*everything, literal], Deadline(None)
                ):
                    self._witness(possible)
        return possible

    def _witness(self, possible: dict[Variable, int]) -> None:
        for variable, value in self.live.found()[1].items():
            possible[variable] |= 1 << variable.position(value)

    # The search.

    def next(self, masks: Masks, deadline: Deadline, *, most: int | None = None) -> Deduction | None:
        """The easiest deduction from `masks`, of at most `most` statements.

        None when every candidate left is in some solution, or a deduction would need more statements.
        """
        targets = self._targets(masks)
        if not targets:
            return None
        active = [
            i
            for i, scope in enumerate(self._scopes)
            if any(masks[v] & (masks[v] - 1) for v in scope) and self._says[i]
        ]
        size = 0
        while not deadline.passed:
            size += 1
            if most is not None and size > most:
                return None
            sets = list(islice(self._connected(active, size, masks), self._enumerate_up_to + 1))
            if len(sets) > self._enumerate_up_to:
                break
            found = self._easiest(sets, masks, targets)
            if found is not None:
                return found
        return self._by_target(targets, masks, active, deadline, most)

    def _targets(self, masks: Masks) -> list[Target]:
        if self.solved is None:
            return []
        return [
            (variable, i)
            for variable in self.scope
            for i in range(len(variable.domain))
            if masks[variable] >> i & 1 and not self.solved[variable] >> i & 1
        ]

    def _connected(self, active: Sequence[int], size: int, masks: Masks) -> Iterator[tuple[int, ...]]:
        """Sets of statements that hang together by undecided variables; no other set is needed whole."""
        if size == 1:
            yield from ((i,) for i in active)
            return
        at: dict[Variable, list[int]] = {}
        for i in active:
            for v in self._scopes[i]:
                if masks[v] & (masks[v] - 1):
                    at.setdefault(v, []).append(i)
        beside = {i: {j for v in self._scopes[i] if v in at for j in at[v] if j != i} for i in active}
        seen: set[tuple[int, ...]] = set()

        def grow(chosen: tuple[int, ...], border: set[int]) -> Iterator[tuple[int, ...]]:
            for j in sorted(border):
                if j < chosen[0]:
                    continue
                grown = (chosen[0], *sorted((*chosen[1:], j)))
                if grown in seen:
                    continue
                seen.add(grown)
                if len(grown) == size:
                    yield grown
                else:
                    yield from grow(grown, (border | beside[j]) - set(grown))

        for i in active:
            yield from grow((i,), beside[i])

    def _easiest(
        self, sets: Sequence[tuple[int, ...]], masks: Masks, targets: Sequence[Target]
    ) -> Deduction | None:
        """The deduction with fewest cells among those by one of `sets`."""
        wanted = set(targets)
        best: tuple[tuple[int, ...], tuple[Variable, ...]] | None = None
        floor: int | None = None
        for chosen in sets:
            struck = self._strikes(chosen, masks) & wanted
            for target in sorted(struck, key=lambda t: (self._rank[t[0]], t[1])):
                most = None if best is None else len(best[1]) - 1
                cells = self._fewest_cells(chosen, target, masks, most)
                if cells is None:
                    continue
                best = (chosen, cells)
                if len(cells) < 2 and floor is None:
                    floor = self._fewest_possible(sets, wanted)
                if floor is not None and len(cells) <= floor:
                    return self._deduction(chosen, cells, masks, smallest=True)
        return None if best is None else self._deduction(*best, masks, smallest=True)

    def _fewest_possible(self, sets: Sequence[tuple[int, ...]], wanted: set[Target]) -> int:
        """0 while some set strikes a candidate all by itself, else 1."""
        start = self.start()
        return 0 if any(self._strikes(chosen, start) & wanted for chosen in sets) else 1

    def _variables(self, chosen: Iterable[int]) -> tuple[Variable, ...]:
        return tuple(dict.fromkeys(v for i in chosen for v in self._scopes[i]))

    def _small(self, chosen: tuple[int, ...]) -> Live:
        """A solver of a few statements over their own variables: far quicker than the whole."""
        known = self._locals.get(chosen)
        if known is None:
            if len(self._locals) > _LOCALS:
                self._locals.clear()
            contents = (self.statements[i].content for i in chosen)
            known = Live(self._variables(chosen), [c for c in contents if isinstance(c, Constraint)])
            self._locals[chosen] = known
        return known

    @staticmethod
    def _known(live: Live, variables: Iterable[Variable], masks: Masks) -> list[Literal]:
        return [x for v in variables if masks[v] != v.full_mask for x in live.within(v, masks[v])]

    def _strikes(self, chosen: tuple[int, ...], masks: Masks) -> frozenset[Target]:
        """The candidates of its own variables that a set of statements strikes."""
        variables = self._variables(chosen)
        key = (chosen, tuple(masks[v] for v in variables))
        known = self._struck.get(key)
        if known is not None:
            return known
        live = self._small(chosen)
        assumed = self._known(live, variables, masks)
        open_ = {
            live.solver.literals(v)[i]: (v, i)
            for v in variables
            for i in range(len(v.domain))
            if masks[v] >> i & 1 and not (self.solved or masks)[v] >> i & 1
        }
        struck: set[Target] = set()
        while open_:
            literal, target = open_.popitem()
            if not live.solver.satisfiable([*assumed, literal]):
                struck.add(target)
                continue
            true = live.solver.model()
            open_ = {x: t for x, t in open_.items() if true[abs(x) - 1] != x}
        result = frozenset(struck)
        self._struck[key] = result
        return result

    def _fewest_cells(
        self, chosen: tuple[int, ...], target: Target, masks: Masks, most: int | None
    ) -> tuple[Variable, ...] | None:
        """The fewest cells with which the statements strike `target`; None if it takes more than `most`."""
        variables = [v for v in self._variables(chosen) if masks[v] != v.full_mask]
        key = (chosen, target, tuple(masks[v] for v in variables))
        known = self._cells.get(key)
        if known is not None:
            return known if most is None or len(known) <= most else None
        if most is not None and self._needs_more.get(key, -1) >= most:
            return None
        live = self._small(chosen)
        items = {self._rank[v]: live.within(v, masks[v]) for v in variables}
        oracle = Oracle(live, items, [live.solver.literals(target[0])[target[1]]], Deadline(None))
        found = next(cheapest_sets(oracle, most=most), None)
        if found is None:
            self._needs_more[key] = most if most is not None else 0
            return None
        cells = tuple(self.scope[i] for i in found)
        self._cells[key] = cells
        return cells

    def _literal(self, target: Target) -> Literal:
        return self.live.solver.literals(target[0])[target[1]]

    def _deduction(
        self, chosen: tuple[int, ...], cells: tuple[Variable, ...], masks: Masks, *, smallest: bool
    ) -> Deduction:
        """Everything that the statements and these cells strike."""
        using = {v: masks[v] if v in set(cells) else v.full_mask for v in self.scope}
        strikes: dict[Variable, int] = {}
        for v, i in self._strikes(chosen, using):
            if masks[v] >> i & 1:
                strikes[v] = strikes.get(v, 0) | 1 << i
        ordered = {v: strikes[v] for v in self.scope if v in strikes}
        return Deduction(chosen, cells, ordered, smallest)

    def forces(self, found: Deduction, masks: Masks, variable: Variable, mask: int) -> bool:
        """Whether a deduction by itself leaves `variable` only the values of `mask`."""
        live = self._small(found.statements)
        assumed = self._known(live, found.cells, masks)
        assumed += live.within(variable, variable.full_mask & ~mask)
        return not live.solver.satisfiable(assumed)

    # Beyond enumeration.

    def _by_target(
        self,
        targets: Sequence[Target],
        masks: Masks,
        active: Sequence[int],
        deadline: Deadline,
        most: int | None,
    ) -> Deduction | None:
        """The easiest deduction, asked of each candidate."""
        known = self._known(self.live, self.scope, masks)
        items = {i: self._says[i] for i in active}

        def oracle(target: Target, deadline: Deadline) -> Oracle:
            return Oracle(self.live, items, [*known, self._literal(target)], deadline)

        # A quick reason for each candidate first: a good bound cuts the proofs short.
        quick: list[tuple[int, int, list[int]]] = []
        for place, target in enumerate(targets):
            if deadline.passed and len(quick) >= _HASTY:
                break
            found = minimal_set(oracle(target, Deadline(None)))
            if found is not None:
                quick.append((len(found), place, found))
        if not quick:
            return None
        quick.sort()
        bound, place, chosen = quick[0]
        ways: dict[tuple[int, ...], list[Target]] = {tuple(chosen): [targets[place]]}
        if most is not None and bound > most:
            bound, ways = most, {}
        proved = len(quick) == len(targets)
        for _, place, _ in quick:
            try:
                for found in islice(cheapest_sets(oracle(targets[place], deadline), most=bound), _WAYS):
                    if len(found) < bound:
                        bound, ways = len(found), {}
                    ways.setdefault(tuple(found), []).append(targets[place])
            except GaveUp:
                proved = False
                break
            if len(ways) >= _WAYS:
                proved = False
        return self._fewest_of(ways, masks, proved=proved)

    def _fewest_of(
        self, ways: Mapping[tuple[int, ...], Sequence[Target]], masks: Masks, *, proved: bool
    ) -> Deduction | None:
        """Of equally small sets of statements, each with what it strikes, the one with fewest cells."""
        best: tuple[tuple[int, ...], tuple[Variable, ...]] | None = None
        for way, struck in ways.items():
            for target in struck:
                limit = None if best is None else len(best[1]) - 1
                cells = self._fewest_cells(way, target, masks, limit)
                if cells is not None:
                    best = (way, cells)
        return None if best is None else self._deduction(*best, masks, smallest=proved)
