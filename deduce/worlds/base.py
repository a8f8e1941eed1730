"""What every set of possible worlds can be asked, whatever its form."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from deduce.ground.errors import ProblemError, nearest
from deduce.language.constraints import Constraint
from deduce.language.facts import Fact
from deduce.language.variables import Scope, Variable, is_whole

if TYPE_CHECKING:
    from deduce.worlds.diagram import Diagram
    from deduce.worlds.table import Table

V = TypeVar("V", bound=Hashable)

if TYPE_CHECKING:

    class World(dict[Variable, Hashable]):
        """A value for each variable. At run time a dict; to a type checker a value has its variable's type."""

        def __getitem__(self, variable: Variable[V], /) -> V: ...

    class Values(dict[Variable, set[Hashable]]):
        """Some values of each variable, likewise."""

        def __getitem__(self, variable: Variable[V], /) -> set[V]: ...

else:
    World = dict[Variable, Hashable]
    Values = dict[Variable, set[Hashable]]
Floats = NDArray[np.float64]

DEFAULT_MAX_BYTES = 1 << 30
"""How much memory compiling or converting worlds may take unless the caller says otherwise."""


def generator(rng: int | np.random.Generator | None) -> np.random.Generator:
    """A numpy generator from a seed, a generator, or None (unpredictable). Raises `ProblemError`."""
    try:
        if isinstance(rng, bool):
            raise TypeError(rng)
        return np.random.default_rng(rng)
    except (TypeError, ValueError):
        raise ProblemError(
            f"rng is a seed (a whole number from 0), a numpy generator or None, not {rng!r}"
        ) from None


_FAINT = 1e-250
"""Below this a product may have lost digits."""


def reweighed(weights: Floats, factor: Floats) -> tuple[Floats, int]:
    """The product of weights and likelihoods as ``result * 2 ** shift``.

    What was possible stays possible: a product too small for a float is kept at the smallest one (about
    1e-308 of the largest), and nothing overflows however often likelihoods are multiplied.
    """
    peak = float(factor.max()) if factor.size else 0.0
    shift = int(np.frexp(peak)[1]) - 1 if peak > 0 else 0
    product = weights * np.ldexp(factor, -shift)
    top = float(product.max()) if product.size else 0.0
    if top > 1e100 or 0.0 < top < 1e-100:
        more = int(np.frexp(top)[1])
        product, shift = np.ldexp(product, -more), shift + more
    lost = (product < _FAINT) & (weights > 0) & (factor > 0)
    if lost.any():
        return _by_exponents(weights, factor)
    return product, shift


def _by_exponents(weights: Floats, factor: Floats) -> tuple[Floats, int]:
    """The same where the products or their parts differ by more than a float spans."""
    some, exponent = np.frexp(weights)
    more, raised = np.frexp(factor)
    product, power = some * more, exponent + raised
    shift = int(power[product > 0].max())
    scaled = np.ldexp(product, np.maximum(power - shift, -2000))
    return np.where(product > 0, np.maximum(scaled, np.finfo(np.float64).tiny), 0.0), shift


def ratios_of(given: float | Sequence[float] | Floats, many: int = 1) -> Floats:
    """So many ratios to weigh worlds by. Raises `ProblemError` where they are not, each a finite number from 0."""
    try:
        found = np.atleast_1d(np.asarray(given, dtype=np.float64))
    except (TypeError, ValueError):
        found = np.empty(0)
    if found.shape != (many,) or not (np.isfinite(found) & (found >= 0)).all():
        wanted = "a finite number from 0" if many == 1 else f"{many} finite numbers from 0, one a value"
        raise ProblemError(f"worlds are weighed by {wanted}, not {given!r:.200}")
    return found


def kept_possible(chances: Floats, alive: NDArray[np.bool_]) -> Floats:
    """Chances of which none of a value that is possible is rounded to 0: it is kept at the smallest float."""
    return np.where(alive, np.maximum(chances, np.finfo(np.float64).tiny), 0.0)


class Worlds(ABC):
    """An immutable, weighted set of possible worlds over `variables`.

    A world is an assignment of one value to each variable; every world in the set has a positive weight.
    `count` counts worlds (an exact integer of any size), probabilities and entropy are about weights.
    """

    __slots__ = ("_rank", "variables")

    variables: tuple[Variable, ...]

    def __init__(self, variables: Sequence[Variable]) -> None:
        self.variables = Scope(variables)
        self._rank = {variable: i for i, variable in enumerate(self.variables)}

    @abstractmethod
    def count(self) -> int:
        """How many worlds are left. Exact."""

    @abstractmethod
    def log2_weight(self) -> float:
        """The base-2 logarithm of the worlds' total weight; minus infinity when none is left."""

    @property
    @abstractmethod
    def uniform(self) -> bool:
        """Whether all worlds weigh the same as far as their form can tell (no weighing so far)."""

    @abstractmethod
    def arrays(self) -> tuple[Floats, ...]:
        """For each variable, in order, the probability of each value of its domain (zeros if empty)."""

    @abstractmethod
    def restrict(self, *constraints: Constraint, max_bytes: int = DEFAULT_MAX_BYTES) -> Worlds:
        """The worlds that satisfy all `constraints`."""

    @abstractmethod
    def weigh(self, variable: Variable, ratios: Sequence[float] | Floats) -> Worlds:
        """Multiply each world's weight by the ratio of the value `variable` takes in it.

        `ratios` has one finite number from 0 a domain value, else `ProblemError`; a zero removes the worlds. What comes
        to less than 1e-308 of the greatest weight kept beside it (of the variable's values, of the arcs of a layer, of a
        table's worlds) is kept at that much: it stays possible, but how faint it is nobody can tell any more.
        `deduce.Knowledge` puts together what is said of one thing first, beside what is still possible.
        """

    def weigh_fact(self, fact: Fact, ratio: float) -> Worlds:
        """Multiply the weight of the worlds where `fact` is true by `ratio`, a finite number from 0, else `ProblemError`.

        A form that knows no better lays out a diagram for a fact about several variables.
        """
        ratios_of(ratio)
        mask = fact.support(fact.scope[0]) if len(fact.scope) == 1 else None
        if mask is None:
            return self.to_diagram().weigh_fact(fact, ratio)
        only = fact.scope[0]
        return self.weigh(only, [ratio if mask >> i & 1 else 1.0 for i in range(len(only.domain))])

    @abstractmethod
    def sample_rows(self, n: int, rng: int | np.random.Generator | None = None) -> NDArray[np.int64]:
        """`n` independent draws by weight, as domain positions; shape ``(n, len(variables))``."""

    @abstractmethod
    def rows(self) -> Iterator[tuple[int, ...]]:
        """Every world as domain positions, lazily, in the order of `variables`."""

    @abstractmethod
    def unweighted(self) -> Worlds:
        """The same worlds, each of weight 1; itself when it is so already."""

    @abstractmethod
    def project(self, variables: Sequence[Variable], *, max_bytes: int = DEFAULT_MAX_BYTES) -> Table:
        """The distinct assignments of `variables`, each with the total weight of its worlds."""

    @abstractmethod
    def entropy(self) -> float:
        """The Shannon entropy of the weighted worlds, in bits; 0 when one or none is left."""

    @abstractmethod
    def relabel(self, names: Mapping[Variable, Variable]) -> Worlds:
        """The same worlds with variables renamed; old and new variables must have equal domains."""

    @abstractmethod
    def to_table(self, *, max_bytes: int = DEFAULT_MAX_BYTES) -> Table:
        """The same worlds as an explicit table. Raises `TooLarge` beyond `max_bytes`."""

    def to_diagram(self) -> Diagram:
        """The same worlds as a decision diagram; by way of the table in a form that knows no better."""
        return self.to_table().to_diagram()

    @property
    @abstractmethod
    def nbytes(self) -> int:
        """Memory taken by the form itself, in bytes."""

    # What only some forms can do; None says that this one cannot.

    def shuffled(
        self,
        variables: Sequence[Variable],
        chances: Mapping[tuple[int, ...], float] | None,
        *,
        max_bytes: int = DEFAULT_MAX_BYTES,
    ) -> Worlds | None:
        """The worlds after the values of `variables` were laid anew: ``new[i] = old[p[i]]`` with the chance of `p`.

        All orders are alike without `chances`.

        None from a form that would first have to lay out its worlds one by one; see `deduce.changes.Shuffle`.
        """
        return None

    def redrawn(self, variable: Variable, ratios: Floats) -> Worlds | None:
        """The worlds after the value of `variable` was forgotten and drawn anew by these weights, by domain position.

        None from a form that would first have to lay out its worlds one by one.
        """
        return None

    def factor(self, variables: Collection[Variable]) -> tuple[Worlds, Diagram] | None:
        """These worlds as two independent sets, the first about `variables` and as few more as the form can tell.

        None when no such split shows. The two side by side (`Diagram.beside`) are these worlds again.
        """
        return None

    def apart(self) -> tuple[Variable, Sequence[tuple[Hashable, Worlds, float]]] | None:
        """A variable, and for each value that it can have the worlds of the other variables, with the value's chance.

        None from a form that does not keep them so.
        """
        return None

    # Shared by every form.

    def table(self, variables: Sequence[Variable] | None = None) -> Floats:
        """The probabilities of the values of many variables at once, shape (variables, largest domain).

        Row i belongs to ``variables[i]`` (by default all, in order), its values stand in domain order, and what
        is beyond its domain is 0. All is 0 when no world is left.
        """
        arrays = self.arrays()
        if variables is not None:
            arrays = tuple(arrays[self.place(variable)] for variable in variables)
        width = max(map(len, arrays), default=0)
        if all(len(chances) == width for chances in arrays):
            return np.array(arrays).reshape(len(arrays), width)
        found = np.zeros((len(arrays), width))
        for row, chances in zip(found, arrays, strict=True):
            row[: len(chances)] = chances
        return found

    def place(self, variable: Variable) -> int:
        """The column of `variable`. Raises `ProblemError` for a variable of another problem."""
        try:
            return self._rank[variable]
        except (KeyError, TypeError):
            name = getattr(variable, "name", variable)
            raise ProblemError(
                f"{name} is no variable of these worlds: {nearest(name, (v.name for v in self.variables))}"
            ) from None

    def marginals(self, variable: Variable[V]) -> dict[V, float]:
        """The probability of each value that is still possible. Empty when no world is left."""
        chances = self.arrays()[self.place(variable)]
        return {v: p for v, p in zip(variable.domain, chances.tolist(), strict=True) if p > 0}

    def possible(self, variable: Variable[V]) -> set[V]:
        """The values `variable` takes in at least one world."""
        return set(self.marginals(variable))

    def probability(self, constraint: Constraint) -> float:
        """The share of the weight on which `constraint` is true. 0 when no world is left."""
        whole = self.log2_weight()
        if whole == -np.inf:
            return 0.0
        if len(constraint.scope) == 1:
            mask = constraint.support(constraint.scope[0])
            if mask is not None:
                chances = self.arrays()[self.place(constraint.scope[0])]
                return min(1.0, float(sum(p for i, p in enumerate(chances) if mask >> i & 1)))
        part = self.restrict(constraint)
        if self.uniform:
            return part.count() / self.count()
        return float(min(1.0, 2.0 ** (part.log2_weight() - whole)))

    def verdict(self, constraint: Constraint, *, max_bytes: int = DEFAULT_MAX_BYTES) -> bool | None:
        """True where every world satisfies the constraint, False where none does, None otherwise."""
        if len(constraint.scope) == 1:
            only = constraint.scope[0]
            mask = constraint.support(only)
            if mask is not None:
                inside = only.mask(self.possible(only))
                return False if not inside & mask else True if not inside & ~mask else None
        part = self.restrict(constraint, max_bytes=max_bytes).count()
        return False if part == 0 else True if part == self.count() else None

    def sample(self, n: int, rng: int | np.random.Generator | None = None) -> list[World]:
        """`n` independent worlds drawn by weight. `rng` is a seed or a numpy generator. Raises `ProblemError`."""
        if not is_whole(n) or n < 0:
            raise ProblemError(f"how many worlds are drawn is a whole number from 0, not {n!r}")
        return [self._world(row) for row in self.sample_rows(n, rng).tolist()]

    def __iter__(self) -> Iterator[World]:
        return (self._world(row) for row in self.rows())

    def __len__(self) -> int:
        return self.count()

    def _world(self, row: Sequence[int]) -> World:
        return World(
            {variable: variable.domain[i] for variable, i in zip(self.variables, row, strict=True)}
        )

    def contains(self, world: Mapping[Variable, Hashable]) -> bool:
        """Whether this complete world is in the set."""
        missing = [variable.name for variable in self.variables if variable not in world]
        if missing:
            raise ProblemError(f"the world leaves out {', '.join(missing[:5])}; a value for each is needed")
        masked = self
        for variable in self.variables:
            ratios = np.zeros(len(variable.domain))
            ratios[variable.position(world[variable])] = 1.0
            masked = masked.weigh(variable, ratios)
        return masked.count() > 0
