"""Changes of the hidden state: shuffles, swaps, replacements, and transitions of one's own.

After a change every variable means its value *now*: later evidence speaks of the state after it. The rules
of the problem hold before and after. A change does two things: it moves a set of worlds (`apply`, exact and
weighted), and it says in constraints how old and new values are related (`unroll`), so that explanations
can quote it and repairs can doubt it. A doubted change says nothing about the new values of the variables it
touched: it becomes `Unknown`.

One file because a change is one class with the same two methods, and most are a few lines.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from deduce.ground.compat import override
from deduce.ground.errors import Called, ProblemError, TooLarge
from deduce.ground.wording import many
from deduce.language.constraints import AllDifferent, Constraint, scope_of
from deduce.language.facts import And, Or, Within
from deduce.language.pairs import Compare
from deduce.language.relations import MAX_TABULATED, Relation
from deduce.language.variables import Scope, Variable, is_number
from deduce.worlds.base import DEFAULT_MAX_BYTES, Worlds

if TYPE_CHECKING:
    from deduce.worlds.table import Table

Columns = NDArray[np.int64]

_SUM = 1e-9
"""What chances may add up to beyond 1 by rounding."""


class Change(ABC):
    """A change of the variables of `scope`."""

    scope: tuple[Variable, ...]

    @abstractmethod
    def apply(self, worlds: Worlds, *, max_bytes: int = DEFAULT_MAX_BYTES) -> Worlds:
        """The worlds after the change. Raises `TooLarge` when they do not fit in a table."""

    def _apart(
        self, worlds: Worlds, variables: Collection[Variable], changed: Callable[[Worlds], Worlds]
    ) -> Worlds:
        """`changed` of as few variables as the form can tell from the rest, which is put beside them again."""
        parts = worlds.factor(variables)
        if parts is None:
            return changed(worlds)
        mine, rest = parts
        return changed(mine).to_diagram().beside(rest)

    @abstractmethod
    def unroll(
        self, old: Mapping[Variable, Variable], new: Mapping[Variable, Variable]
    ) -> list[Constraint]:
        """Constraints that relate the values before and after; may add hidden variables."""

    @abstractmethod
    def sentence(self) -> str:
        """The change in words."""

    def __str__(self) -> str:
        return self.sentence()


def _is_chance(value: Any) -> bool:
    """Any number from 0 that a float can hold: fractions and numpy's floats too, truth values not."""
    try:
        return is_number(value) and 0 <= float(value) < math.inf
    except OverflowError:
        return False


def _names(variables: Sequence[Variable]) -> str:
    return ", ".join(variable.name for variable in variables)


def _same_domain(where: str, variables: Sequence[Variable]) -> None:
    for variable in variables[1:]:
        if variable.domain != variables[0].domain:
            differ = "differ"
            if set(variable.domain) == set(variables[0].domain):
                differ = "have the same values in another order; list them in one order"
            raise ProblemError(f"{where} needs equal domains; {variables[0]} and {variable} {differ}")


def _redrawn(
    worlds: Worlds, variables: Sequence[Variable], ratios: Sequence[NDArray[np.float64]], max_bytes: int
) -> Worlds:
    """The worlds with new values of some variables, which hang on nothing else, by these weights."""
    if worlds.log2_weight() == -math.inf:
        return worlds  # no variables may be left to say so: nothing comes of no world
    kept: Worlds | None = worlds
    for variable, chances in zip(variables, ratios, strict=True):
        kept = None if kept is None else kept.redrawn(variable, chances)
    if kept is not None:
        return kept
    # Worlds that differ only in values now forgotten become one.
    mine, beside = worlds.factor(variables) or (worlds, None)
    forgotten = set(variables)
    others = [v for v in mine.variables if v not in forgotten]
    rest = mine.project(others, max_bytes=max_bytes).to_diagram()
    fresh = rest.free(variables)
    for variable, chances in zip(variables, ratios, strict=True):
        fresh = fresh.weigh(variable, chances)
    made = rest.beside(fresh)
    return made if beside is None else made.beside(beside)


class Swap(Change):
    """Two variables exchange their values, and everybody knows it. Keeps the form of the worlds."""

    def __init__(self, first: Variable, second: Variable) -> None:
        self.scope = scope_of("Swap", [first, second])
        _same_domain("Swap", self.scope)

    def apply(self, worlds: Worlds, *, max_bytes: int = DEFAULT_MAX_BYTES) -> Worlds:
        """See `Change.apply`. A renaming; no world is touched."""
        first, second = self.scope
        return worlds.relabel({first: second, second: first})

    @override
    def unroll(
        self, old: Mapping[Variable, Variable], new: Mapping[Variable, Variable]
    ) -> list[Constraint]:
        first, second = self.scope
        return [Compare(new[first], "==", old[second]), Compare(new[second], "==", old[first])]

    @override
    def sentence(self) -> str:
        return f"{self.scope[0]} and {self.scope[1]} change places"


class Shuffle(Change):
    """The variables' values are laid out anew in an unknown order.

    Args:
        variables: Two or more variables of equal domains; at most seven with `weights`.
        weights: Optional chances of the permutations: ``weights[p]`` for ``new[i] = old[p[i]]`` with
            ``p`` a tuple of indexes. Permutations left out are impossible; all equal by default.

    Attributes:
        chances: The chance of each possible permutation; None where all are alike.
    """

    def __init__(self, *variables: object, weights: Mapping[tuple[int, ...], float] | None = None) -> None:
        self.scope = scope_of("Shuffle", variables)
        _same_domain("Shuffle", self.scope)
        n = len(self.scope)
        if n < 2 or (weights is not None and n > 7):
            raise ProblemError(
                f"Shuffle takes two variables or more, two to seven where the orders have weights of their own, not {n}"
            )
        self.chances: dict[tuple[int, ...], float] | None = None
        if weights is None:
            return
        if not isinstance(weights, Mapping):
            raise ProblemError(f"Shuffle takes the chances of orders as a mapping, not {weights!r}")
        chances, every = dict(weights), set(permutations(range(n)))
        for p, chance in chances.items():
            if p not in every:
                raise ProblemError(f"Shuffle of {n} variables has no permutation {p!r}")
            if not _is_chance(chance):
                raise ProblemError(
                    f"the chance of permutation {p!r} is {chance!r}; it must be a number, 0 or more"
                )
        total = float(sum(chances.values()))
        if not 0 < total < math.inf:
            raise ProblemError("Shuffle needs finite chances, at least one of them positive")
        known = {p: float(chance) / total for p, chance in chances.items() if chance > 0}
        if len(known) < math.factorial(n) or len(set(known.values())) > 1:
            self.chances = known

    def apply(self, worlds: Worlds, *, max_bytes: int = DEFAULT_MAX_BYTES) -> Worlds:
        """See `Change.apply`. Keeps assignments; else a table of at most as many rows as worlds times permutations.

        Where the form shows that the rest is independent of the variables shuffled, only these are laid out, and put
        beside the rest again.
        """
        kept = worlds.shuffled(self.scope, self.chances, max_bytes=max_bytes)
        if kept is not None:
            return kept
        return self._apart(worlds, self.scope, lambda mine: self._laid_out(mine, max_bytes))

    def _laid_out(self, worlds: Worlds, max_bytes: int) -> Table:
        """The worlds after the change, row by row.

        When all permutations are equally likely only the set of values matters: worlds that agree on it (and on all
        else) become one before they are laid out anew, place by place: what was there changes with one of those before
        it, or stays (Fisher and Yates), so that no more rows are made than there are different orders.
        """
        table = worlds.to_table(max_bytes=max_bytes)
        if self.chances is not None:
            return self._relaid(table, self.chances, max_bytes)
        table = table.transform(self.scope, lambda columns: [(np.sort(columns, axis=0), 1.0)])
        n = len(self.scope)
        for last in range(1, n):
            orders = [[*range(n)] for _ in range(last + 1)]
            for other, order in enumerate(orders):
                order[other], order[last] = last, other
            table = self._relaid(table, {tuple(order): 1 / (last + 1) for order in orders}, max_bytes)
        return table

    def _relaid(self, table: Table, chances: Mapping[tuple[int, ...], float], max_bytes: int) -> Table:
        """Every row in each of these orders, by chance."""
        rows, ways = table.count(), len(chances)
        if rows * ways * (len(table.variables) + 32) > max_bytes:
            raise TooLarge(
                f"{many(rows, 'world')} in {ways:,} orders of {_names(self.scope)} do not fit in "
                f"{max_bytes / 1e6:,.0f} MB; raise max_bytes, or observe more before the shuffle"
            )

        def change(columns: Columns) -> Iterator[tuple[Columns, float]]:
            for permutation, chance in chances.items():
                yield columns[list(permutation)], chance

        return table.transform(self.scope, change)

    def unroll(
        self, old: Mapping[Variable, Variable], new: Mapping[Variable, Variable]
    ) -> list[Constraint]:
        """See `Change.unroll`. A hidden variable a new value says which old one it was."""
        n = len(self.scope)
        source = [Variable(f"where the new {v} was", range(n)) for v in self.scope]
        found: list[Constraint] = [AllDifferent(source)]
        known = self.chances
        if known is not None and len(known) < math.factorial(n):
            found.append(Relation(source, list(known)))
        found += [
            Or(source[i] != j, Compare(new[variable], "==", old[other]))
            for i, variable in enumerate(self.scope)
            for j, other in enumerate(self.scope)
            if known is None or any(p[i] == j for p in known)
        ]
        return found

    @override
    def sentence(self) -> str:
        return f"{_names(self.scope)} are shuffled"


class Transition(Change):
    """Any change one can write down: from old values to possible new ones with their chances.

    Args:
        function: Called with one old value a variable, in order; gives a mapping from tuples of new
            values (for a single variable: from new values) to chances, or an iterable of such pairs.

            Chances are taken as they are: they should sum to 1 for each combination of old values; less
            means that some of the ways on are impossible, none that such a world cannot be, and more is refused.
        variables: The variables it speaks of; their combinations are tried once.
        text: The change in words.
    """

    def __init__(
        self,
        function: Callable[..., Mapping[Any, float] | Iterable[tuple[Any, float]]],
        *variables: object,
        text: str = "",
    ) -> None:
        self.scope = scope_of("Transition", variables)
        self.text = text or f"{_names(self.scope)} change"
        sizes = [len(v.domain) for v in self.scope]
        if np.prod([float(s) for s in sizes]) > MAX_TABULATED:
            raise ProblemError(
                f"Transition over {_names(self.scope)} has more than {MAX_TABULATED:,} cases"
            )
        steps: list[tuple[tuple[int, ...], tuple[int, ...], float]] = []
        whose = f"the Transition {text!r}" if text else f"a Transition of {_names(self.scope)}"
        for old in product(*(range(size) for size in sizes)):
            values = [v.domain[i] for v, i in zip(self.scope, old, strict=True)]
            with Called(whose) as call:
                call.given = tuple(values)
                outcome = function(*values)
                if not isinstance(outcome, Iterable):
                    raise ProblemError(
                        f"Transition of {_names(self.scope)} gave {outcome!r} for {values!r}, no mapping"
                    )
                pairs = list(outcome.items() if isinstance(outcome, Mapping) else outcome)
            if not all(isinstance(pair, (tuple, list)) and len(pair) == 2 for pair in pairs):
                raise ProblemError(
                    f"Transition of {_names(self.scope)} gave {outcome!r} for {values!r}: pairs of new values and "
                    "a chance are wanted, or a mapping"
                )
            whole = 0.0
            for result, chance in pairs:
                new = (result,) if len(self.scope) == 1 else result
                if not isinstance(new, tuple) or len(new) != len(self.scope):
                    raise ProblemError(
                        f"Transition of {_names(self.scope)} must give {len(self.scope)} new values, not {result!r}"
                    )
                if not _is_chance(chance):
                    raise ProblemError(
                        f"the chance of {result!r} after {values!r} is {chance!r}; it must be a number, 0 or more"
                    )
                whole += float(chance)
                if chance > 0:
                    positions = tuple(v.position(x) for v, x in zip(self.scope, new, strict=True))
                    steps.append((old, positions, float(chance)))
            if whole > 1 + _SUM:
                raise ProblemError(
                    f"Transition of {_names(self.scope)}: the chances after {values!r} add up to {whole:g}, and "
                    "may add up to 1 at most"
                )
        self._steps = steps

    @override
    def apply(self, worlds: Worlds, *, max_bytes: int = DEFAULT_MAX_BYTES) -> Worlds:
        return self._apart(worlds, self.scope, lambda mine: self._moved(mine, max_bytes))

    def _moved(self, worlds: Worlds, max_bytes: int) -> Table:
        """The worlds after the change, row by row."""
        table = worlds.to_table(max_bytes=max_bytes)
        sizes = np.array([len(v.domain) for v in self.scope])
        place = np.cumprod(np.concatenate([[1], sizes[:-1]]))
        by_old: dict[int, list[tuple[tuple[int, ...], float]]] = {}
        for old, new, chance in self._steps:
            by_old.setdefault(int(np.dot(old, place)), []).append((new, chance))
        widest = max((len(ways) for ways in by_old.values()), default=0)

        def change(columns: Columns) -> Iterator[tuple[Columns, Any]]:
            key = place @ columns
            total = int(np.prod(sizes))
            for k in range(widest):
                new = np.zeros((len(self.scope), total), dtype=np.int64)
                chance = np.zeros(total)
                for old, ways in by_old.items():
                    if k < len(ways):
                        new[:, old], chance[old] = ways[k]
                yield new[:, key], chance[key]

        return table.transform(self.scope, change)

    def unroll(
        self, old: Mapping[Variable, Variable], new: Mapping[Variable, Variable]
    ) -> list[Constraint]:
        """See `Change.unroll`. The tuples of old and new values that are possible."""
        scope = [*(old[v] for v in self.scope), *(new[v] for v in self.scope)]
        rows = np.array([(*a, *b) for a, b, _ in self._steps], dtype=np.int64)
        rows = rows.reshape(len(self._steps), len(scope))  # also where there are none
        return [Relation._of_rows(tuple(scope), np.unique(rows, axis=0), self.text)]

    @override
    def sentence(self) -> str:
        return self.text


class Replace(Change):
    """A variable gets a new value from a pool; the old value is gone.

    Args:
        variable: The variable whose value is replaced.
        pool: The values it may get with their chances, or values that are equally likely, each once.
        without: Variables whose present values are not in the pool any more; what is left of the pool
            is drawn by its chances.
        text: The change in words.
    """

    def __init__(
        self,
        variable: Variable,
        pool: Mapping[Hashable, float] | Iterable[Hashable],
        *,
        without: object = (),
        text: str = "",
    ) -> None:
        others = scope_of("Replace", without) if without else ()
        if variable in others:
            raise ProblemError(f"Replace: {variable} cannot be kept out of its own pool")
        self.scope = Scope((variable,))
        self.without = others
        if isinstance(pool, str) or not isinstance(pool, Iterable):
            said = f"the single string {pool!r}" if isinstance(pool, str) else repr(pool)
            raise ProblemError(f"Replace: the pool of {variable} is {said}; write a list, or a mapping")
        listed = list(pool)
        chances = dict(pool) if isinstance(pool, Mapping) else dict.fromkeys(listed, 1.0)
        if len(listed) > len(chances):
            twice = next(value for place, value in enumerate(listed) if value in listed[:place])
            raise ProblemError(
                f"Replace: the pool of {variable} has {twice!r} twice; of unequal chances a mapping tells: "
                f"{{{twice!r}: {listed.count(twice)}, ...}}"
            )
        if not chances or not all(_is_chance(chance) and chance > 0 for chance in chances.values()):
            raise ProblemError(f"Replace: the pool of {variable} needs values with positive chances")
        self._pool = {variable.position(value): float(chance) for value, chance in chances.items()}
        self.text = text or f"{variable} gets a new value"

    def apply(self, worlds: Worlds, *, max_bytes: int = DEFAULT_MAX_BYTES) -> Worlds:
        """See `Change.apply`. Keeps assignments; else a table, as many rows before merging as worlds times pool values.

        Of the variables that the form can tell from the rest; a value drawn from a pool of its own is told from them all.
        """
        if not self.without:
            variable, total = self.scope[0], sum(self._pool.values())
            ratios = [self._pool.get(place, 0.0) / total for place in range(len(variable.domain))]
            return _redrawn(worlds, self.scope, [np.array(ratios)], max_bytes)
        return self._apart(worlds, {*self.scope, *self.without}, lambda mine: self._drawn(mine, max_bytes))

    def _drawn(self, worlds: Worlds, max_bytes: int) -> Worlds:
        """The worlds with a new value, row by row."""
        variable = self.scope[0]
        table = worlds.to_table(max_bytes=max_bytes // len(self._pool))
        left = np.repeat(np.array([*self._pool.values()])[:, None], table.count(), axis=1)
        for other in self.without:
            for row, place in enumerate(self._pool):
                if variable.domain[place] in other.domain:
                    left[row, table.column(other) == other.position(variable.domain[place])] = 0.0
        total = left.sum(axis=0)
        share = np.divide(left, total, out=np.zeros_like(left), where=total > 0)

        def change(columns: Columns) -> Iterator[tuple[Columns, Any]]:
            for row, place in enumerate(self._pool):
                yield np.full_like(columns, place), share[row]

        return table.transform(self.scope, change)

    @override
    def unroll(
        self, old: Mapping[Variable, Variable], new: Mapping[Variable, Variable]
    ) -> list[Constraint]:
        variable = self.scope[0]
        mask = sum(1 << place for place in self._pool)
        parts: list[Constraint] = [And(Within(new[variable], mask))]
        parts += [Compare(new[variable], "!=", old.get(other, other)) for other in self.without]
        return parts

    @override
    def sentence(self) -> str:
        return self.text


class Unknown(Change):
    """The variables got new values and nothing is known of how, except that the rules still hold."""

    def __init__(self, *variables: object) -> None:
        self.scope = scope_of("Unknown", variables)

    def apply(self, worlds: Worlds, *, max_bytes: int = DEFAULT_MAX_BYTES) -> Worlds:
        """See `Change.apply`. Each world once for every combination of new values, which hang on nothing else."""
        return _redrawn(worlds, self.scope, [np.ones(len(v.domain)) for v in self.scope], max_bytes)

    def unroll(
        self, old: Mapping[Variable, Variable], new: Mapping[Variable, Variable]
    ) -> list[Constraint]:
        """See `Change.unroll`. Nothing relates old and new."""
        return []

    @override
    def sentence(self) -> str:
        return f"{_names(self.scope)} changed in an unknown way"
