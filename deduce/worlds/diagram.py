"""Worlds as a layered decision diagram: one layer a variable, arcs are values, paths are worlds.

Built as the product of the constraints' automata. Counting, marginals, entropy and exact sampling are one
or two passes over the arcs, however many worlds there are. Evidence about one variable is a weight vector
and leaves the arcs alone; any other evidence is one more product over the stretch of layers it speaks of.

Parts of a problem that do not touch each other need no special treatment: between them the diagram is one
node wide, so their worlds multiply while their arcs add.

Method: multi-valued decision diagrams as in Bergman, Cire, van Hoeve and Hooker, "Decision Diagrams for
Optimization" (2016), with the top-down compilation by state that the book describes.

One file because a diagram is one value with one method a question; the passes over its arcs are in `passes`, what
multiplies and merges layers in `product` and `grouping`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from math import log2
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from deduce.ground.compat import cached_property, override
from deduce.ground.errors import ProblemError, TooLarge
from deduce.ground.shown import Shown
from deduce.ground.wording import many
from deduce.kernels.diagrams import Packed, Sums
from deduce.kernels.library import library
from deduce.language.automata import Automaton
from deduce.language.constraints import Constraint
from deduce.language.facts import Fact, Or
from deduce.language.variables import Variable
from deduce.worlds.base import (
    DEFAULT_MAX_BYTES,
    Floats,
    V,
    Worlds,
    generator,
    kept_possible,
    ratios_of,
    reweighed,
)
from deduce.worlds.passes import (
    FITTING_BITS,
    Below,
    Children,
    assembled,
    backward,
    exact_count,
    faint,
    forward,
    living,
    primes_for,
    support,
)
from deduce.worlds.product import multiply, multiply_compiled

if TYPE_CHECKING:
    from deduce.worlds.table import Table


@lru_cache(maxsize=4096)
def _row(mask: int, size: int) -> Floats:
    """One for each value of a mask, nought for the others."""
    found = np.array([float(mask >> i & 1) for i in range(size)])
    found.setflags(write=False)
    return found


class Diagram(Worlds, Shown):
    """A weighted set of worlds as a layered decision diagram. Immutable; see the module docstring.

    Build one with `deduce.compile` or `Diagram.free`. The order of `variables` is the order of the layers.
    """

    def __init__(
        self,
        variables: Sequence[Variable],
        children: Sequence[Children] | None,
        weights: Sequence[Floats],
        arcs: Sequence[Floats | None] | None = None,
        *,
        scale: float = 0,
        like: Diagram | None = None,
        packed: Packed | None = None,
    ) -> None:
        """`like` is a diagram with the same children: what was worked out about their shape is shared.

        With `packed` the children are those, and need not be given.
        """
        if like is not None and variables is like.variables:
            self.variables, self._rank = like.variables, like._rank
        else:
            super().__init__(variables)
        # True weights are the products along a path times 2 ** scale; minus infinity is for no world, where
        # there are no variables whose weights could say so.
        self._scale = scale
        if children is not None:
            self.__dict__["_children"] = tuple(children)
        self._weights = tuple(weights)
        self._arcs: tuple[Floats | None, ...] = tuple(arcs) if arcs else (None,) * len(self._weights)
        self._shape: list[Packed] = [] if like is None else like._shape
        if packed is not None:
            self._shape.append(packed)

    @classmethod
    def free(cls, variables: Sequence[Variable]) -> Diagram:
        """Every assignment of the variables, in the given layer order."""
        return cls(
            variables,
            [np.zeros((1, len(v.domain)), dtype=np.int32) for v in variables],
            [np.ones(len(v.domain)) for v in variables],
        )

    def beside(self, other: Diagram) -> Diagram:
        """Every world of this one with every world of `other`, which must speak of other variables.

        The layers of `other` come last. Weights multiply and nothing is copied. Raises `ProblemError`.
        """
        both = set(self.variables) & set(other.variables)
        if both:
            names = ", ".join(sorted(variable.name for variable in both))
            raise ProblemError(f"worlds side by side may not share variables; both have {names}")
        return Diagram(
            (*self.variables, *other.variables),
            (*self._children, *other._children),
            (*self._weights, *other._weights),
            (*self._arcs, *other._arcs),
            scale=self._scale + other._scale,
        )

    def factor(self, variables: Collection[Variable]) -> tuple[Diagram, Diagram] | None:
        """See `Worlds.factor`: the runs of layers that hold the variables, each one node wide at both ends."""
        runs: list[list[int]] = []
        for layer, children in enumerate(self._children):
            if len(children) == 1:
                runs.append([])
            runs[-1].append(layer)
        wanted = set(variables)
        mine: list[int] = []
        rest: list[int] = []
        for run in runs:
            (mine if any(self.variables[layer] in wanted for layer in run) else rest).extend(run)
        if not mine or not rest:
            return None
        return self._layers(mine, self._scale), self._layers(rest, 0)

    def _layers(self, places: Sequence[int], scale: float) -> Diagram:
        """Some layers alone: runs that begin and end where the diagram is one node wide."""
        return Diagram(
            [self.variables[i] for i in places],
            [self._children[i] for i in places],
            [self._weights[i] for i in places],
            [self._arcs[i] for i in places],
            scale=scale,
        )

    # Passes, each made at most once; compiled where there are kernels.

    @cached_property
    def _children(self) -> tuple[Children, ...]:
        """The children by layer; what the kernels made is only taken apart when somebody asks."""
        return tuple(self._shape[0].split())

    @property
    def packed(self) -> Packed:
        """The children in a row; made once for all diagrams that share them."""
        if not self._shape:
            self._shape.append(Packed.of(self._children))
        return self._shape[0]

    @cached_property
    def _sums(self) -> Sums | None:
        if library() is None or not self.variables:
            return None
        arcs = None
        if any(arc is not None for arc in self._arcs):
            both = zip(self._arcs, self._children, strict=True)
            arcs = np.concatenate([(np.ones(c.shape) if a is None else a).reshape(-1) for a, c in both])
        return Sums.of(self.packed, self._flat, arcs)

    def _by_layer(self, row: NDArray[Any]) -> list[NDArray[Any]]:
        """A row of something for each value of each layer, layer by layer."""
        found, start = [], 0
        for size in self.packed.sizes:
            found.append(row[start : start + size])
            start += size
        return found

    @cached_property
    def _below(self) -> Below:
        return backward(self._children, self._weights, self._arcs)

    @cached_property
    def _flows(self) -> tuple[list[Floats], tuple[Floats, ...]]:
        reach, values = forward(self._children, self._below)
        return reach, tuple(values)

    @cached_property
    def _chances(self) -> tuple[Floats, ...]:
        if not self.variables or self._log2_total == -np.inf:
            return tuple(np.zeros(len(v.domain)) for v in self.variables)
        found = self._flows[1] if self._sums is None else tuple(self._by_layer(self._sums.chances))
        # Where no chance is nought, none was rounded to it.
        if not self._rounding or bool(np.concatenate(found).all()):
            return found
        return tuple(map(kept_possible, found, self._support))

    @cached_property
    def _rounding(self) -> bool:
        """Whether the chance of what is possible may be too small for a float."""
        return self._scaled or (not self.uniform and faint(self._weights, self._arcs))

    @cached_property
    def _support(self) -> Sequence[NDArray[np.bool_]]:
        if self._sums is not None:
            return self._by_layer(self._sums.support)
        if self.uniform and "_flows" in self.__dict__ and not self._scaled:
            # One world of so few has a share that is no denormal number.
            return [chances > 0 for chances in self._flows[1]]
        return support(self._children, self._weights, self._arcs)

    @cached_property
    def _flat(self) -> Floats:
        """The weights of all layers in a row."""
        return np.concatenate(self._weights) if self._weights else np.zeros(0)

    @cached_property
    def uniform(self) -> bool:
        """See `Worlds.uniform`: every weight is 0 or 1, so that totals are numbers of worlds."""
        flat = self._flat
        return all(arc is None for arc in self._arcs) and bool(((flat == 0.0) | (flat == 1.0)).all())

    @cached_property
    def _log2_total(self) -> float:
        if self._sums is None:
            return self._below.log2_total
        return log2(self._sums.root) + self._sums.scale if self._sums.root > 0 else -np.inf

    @property
    def _scaled(self) -> bool:
        """Whether weights of parts of this diagram leave the range of floats."""
        return self._below.scaled if self._sums is None else self._sums.scaled

    @cached_property
    def _count(self) -> int:
        if not self.variables:
            return 0 if self._scale == -np.inf else 1
        bits = self._log2_total if self.uniform else self.unweighted().log2_weight()
        if bits == -np.inf:
            return 0
        if self._sums is not None:
            if bits <= 52.0 and self.uniform and not self._sums.scale:
                # Sums of whole numbers below 2**53 are exact in floating point.
                return round(self._sums.root)
            if bits < FITTING_BITS:
                return self._sums.count()
            primes = primes_for(bits)
            if primes is not None:
                return assembled(primes, self._sums.residues(primes))
        elif bits <= 52.0 and self.uniform and not self._below.scaled:
            return round(float(self._below.totals[0][0]))
        return exact_count(self._children, self._alive(), bits)

    def _alive(self) -> list[NDArray[np.bool_] | None]:
        """Which arcs have weight, by layer: None where all have, a vector where it depends on the value alone."""
        found: list[NDArray[np.bool_] | None] = []
        for weights, arcs in zip(self._weights, self._arcs, strict=True):
            alive = weights > 0 if arcs is None else (weights > 0) & (arcs > 0)
            found.append(None if bool(alive.all()) else alive)
        return found

    @cached_property
    def _lists(self) -> list[list[float]]:
        """The chances of the values of each layer."""
        if self._sums is None or self._log2_total == -np.inf or self._rounding:
            return [chances.tolist() for chances in self._chances]
        row, found, start = self._sums.chances.tolist(), [], 0
        for size in self.packed.sizes:
            found.append(row[start : start + size])
            start += size
        return found

    @override
    def marginals(self, variable: Variable[V]) -> dict[V, float]:
        row = self._lists[self.place(variable)]
        both = zip(variable.domain, row, strict=True)
        return dict(both) if 0.0 not in row else {value: p for value, p in both if p > 0}

    @override
    def unweighted(self) -> Diagram:
        if self.uniform and not self._scale:
            return self
        return Diagram(
            self.variables,
            self._children,
            [(w > 0).astype(np.float64) for w in self._weights],
            [None if arc is None else (arc > 0).astype(np.float64) for arc in self._arcs],
            scale=0 if self.variables or self._scale > -np.inf else -np.inf,
            like=self,
        )

    def count(self) -> int:
        """See `Worlds.count`. One pass over the arcs."""
        return self._count

    @override
    def log2_weight(self) -> float:
        return self._log2_total + self._scale if self.variables else float(self._scale)

    def arrays(self) -> tuple[Floats, ...]:
        """See `Worlds.arrays`. Two passes over the arcs."""
        return self._chances

    def possible(self, variable: Variable[V]) -> set[V]:
        """See `Worlds.possible`. A Boolean pass, so that no tiny weight is taken for none."""
        here = self._support[self.place(variable)]
        return {value for value, alive in zip(variable.domain, here, strict=True) if alive}

    @property
    def layers(self) -> tuple[Children, ...]:
        """For each variable an array: a row a node, a column a value, the node of the next layer it leads to.

        A value that leads nowhere has the number of nodes of the next layer; after the last layer there is one node.
        """
        return self._children

    def step(self, layer: int, node: int) -> tuple[Floats, NDArray[np.int64]]:
        """At one node of a layer: the chances of the values of the layer's variable, and the node each leads to.

        Nodes are numbered from 0; the first layer has one. The chances are all 0 where no world is below.
        """
        share = self._below.reached[layer][node] * self._below.weights[layer]
        total = float(share.sum())
        return (share / total if total > 0 else share), self._children[layer][node]

    def weighted_layers(self) -> list[tuple[Children, Floats, Floats | None]]:
        """For each variable its layer, the weights of its values, and those of single arcs where they differ."""
        return list(zip(self._children, self._weights, self._arcs, strict=True))

    @property
    def width(self) -> int:
        """The number of nodes of the widest layer."""
        return max((len(layer) for layer in self._children), default=0)

    @property
    def arcs(self) -> int:
        """The number of arcs that lead somewhere."""
        following = [*map(len, self._children), 1][1:]
        return sum(int((c != n).sum()) for c, n in zip(self._children, following, strict=True))

    @property
    @override
    def nbytes(self) -> int:
        arcs = sum(arc.nbytes for arc in self._arcs if arc is not None)
        return arcs + (
            self._shape[0].children.nbytes if self._shape else sum(c.nbytes for c in self._children)
        )

    # New sets from old.

    def restrict(self, *constraints: Constraint, max_bytes: int = DEFAULT_MAX_BYTES) -> Diagram:
        """See `Worlds.restrict`. Conditions on one variable mask values; others make one product."""
        masks: dict[int, int] = {}
        automata: list[Automaton] = []
        possible = True
        for constraint in constraints:
            for part in constraint.parts():
                possible = self._enter(part, masks, automata) and possible
        if not self.variables:
            return Diagram((), (), (), scale=self._scale if possible else -np.inf)
        weights = list(self._weights)
        for place, mask in masks.items():
            weights[place] = weights[place] * _row(mask, len(weights[place]))
        if not possible:
            weights = [np.zeros_like(weight) for weight in weights]
        if not automata:
            return self._weighing(weights)
        if library() is not None:
            flat = np.concatenate(weights)
            found = multiply_compiled(self.packed, flat > 0, self._arcs, automata, self._rank, max_bytes)
            if found is not None:
                packed, arcs = found
                made = Diagram(self.variables, None, weights, arcs, scale=self._scale, packed=packed)
                made._rank = self._rank
                made.__dict__["_flat"] = flat
                return made
        allowed = [w > 0 for w in weights]
        children, arcs, _ = multiply(self._children, allowed, self._arcs, automata, self._rank, max_bytes)
        return Diagram(self.variables, children, weights, arcs, scale=self._scale)

    def _enter(self, constraint: Constraint, masks: dict[int, int], automata: list[Automaton]) -> bool:
        """Add a condition to the masks or the automata; whether it can be true at all."""
        scope = constraint.scope
        if not scope:
            return constraint.holds(())
        only = scope[0]
        mask = constraint.support(only) if len(scope) == 1 else None
        if mask is not None:
            place = self.place(only)
            masks[place] = masks.get(place, -1) & mask
            return True
        places = {variable: self.place(variable) for variable in scope}
        automata.extend(constraint.automata(tuple(sorted(places, key=places.__getitem__))))
        return True

    def weigh(self, variable: Variable, ratios: Sequence[float] | Floats) -> Diagram:
        """See `Worlds.weigh`. The arcs are shared with this diagram."""
        place = self.place(variable)
        weights = list(self._weights)
        weights[place], shift = reweighed(weights[place], ratios_of(ratios, len(variable.domain)))
        return self._weighing(weights, shift)

    def _weighing(self, weights: Sequence[Floats], shift: float = 0) -> Diagram:
        """The same diagram with other weights of values."""
        known = self.__dict__.get("_children")
        return Diagram(self.variables, known, weights, self._arcs, scale=self._scale + shift, like=self)

    def weigh_fact(self, fact: Fact, ratio: float) -> Diagram:
        """See `Worlds.weigh_fact`. A product with an automaton that ends in "true" or "false"."""
        ratios_of(ratio)
        if not fact.scope:
            factor = ratio if fact.holds(()) else 1.0
            made = self if factor > 0 else self.restrict(Or())
            return made._weighing(made._weights, log2(factor) if factor > 0 else 0)
        places = {variable: self.place(variable) for variable in fact.scope}
        order = tuple(sorted(places, key=places.__getitem__))
        if len(order) == 1:
            mask = fact.support(order[0])
            if mask is not None:
                size = len(order[0].domain)
                return self.weigh(order[0], [ratio if mask >> i & 1 else 1.0 for i in range(size)])
        children, arcs, shift = multiply(
            self._children, [w > 0 for w in self._weights], self._arcs, [fact.judge(order)], self._rank,
            DEFAULT_MAX_BYTES, ratio,
        )  # fmt: skip
        return Diagram(self.variables, children, self._weights, arcs, scale=self._scale + shift)

    def relabel(self, names: Mapping[Variable, Variable]) -> Diagram:
        """The same worlds with variables renamed; old and new variables must have equal domains."""
        return Diagram(
            [names.get(v, v) for v in self.variables],
            self._children,
            self._weights,
            self._arcs,
            scale=self._scale,
            like=self,
        )

    # Worlds one by one.

    def sample_rows(self, n: int, rng: int | np.random.Generator | None = None) -> NDArray[np.int64]:
        """See `Worlds.sample_rows`. One descent a draw, all draws at once."""
        random = generator(rng)
        if self.log2_weight() == -np.inf:
            raise ProblemError("no world is left to draw from")
        rows = np.zeros((n, len(self.variables)), dtype=np.int64)
        node = np.zeros(n, dtype=np.int64)
        for i, children in enumerate(self._children):
            chances = np.cumsum(self._below.reached[i][node] * self._below.weights[i], axis=1)
            # Strictly below the total, so that a value without weight is never drawn.
            dart = random.random(n) * chances[:, -1] * (1 - 2**-53)
            rows[:, i] = (chances <= dart[:, None]).sum(axis=1)
            node = children[node, rows[:, i]].astype(np.int64)
        return rows

    def rows(self) -> Iterator[tuple[int, ...]]:
        """See `Worlds.rows`. Depth first; constant memory."""
        n = len(self._children)
        if n == 0:
            yield from [()] * self.count()
            return
        lives = living(self._children, self._weights, self._arcs)
        path: list[int] = []
        stack = [iter(np.flatnonzero(lives[0][0]).tolist())]
        nodes = [0]
        while stack:
            value = next(stack[-1], None)
            if value is None:
                stack.pop()
                nodes.pop()
                if path:
                    path.pop()
                continue
            layer = len(stack) - 1
            if layer == n - 1:
                yield (*path, value)
                continue
            path.append(value)
            nodes.append(int(self._children[layer][nodes[-1], value]))
            stack.append(iter(np.flatnonzero(lives[layer + 1][nodes[-1]]).tolist()))

    def project(self, variables: Sequence[Variable], *, max_bytes: int = DEFAULT_MAX_BYTES) -> Table:
        """See `Worlds.project`. Walks (node, partial assignment) pairs, merged after every layer."""
        from deduce.worlds.table import Table

        wanted = [self.place(variable) for variable in variables]
        keep = sorted(set(wanted))
        lives = living(self._children, self._weights, self._arcs)
        node = np.zeros(1 if self.log2_weight() > -np.inf else 0, dtype=np.int64)
        weight = np.ones(len(node))
        columns: list[NDArray[np.int64]] = []
        plain = self.uniform and len(keep) == len(self._children)
        # Beyond the range of floats what lies below may outweigh what is above: chances know of both.
        far = self._below if self._scaled and not plain else None
        scale = self._scale if far is None else self._scale + self._log2_total
        for i, children in enumerate(self._children):
            if len(node) * (len(columns) + 2) * 8 * lives[i].shape[1] > max_bytes:
                raise TooLarge(
                    f"{len(node):,} partial worlds at layer {i} do not fit in {max_bytes / 1e6:,.0f} MB; "
                    "project on fewer variables, or raise max_bytes"
                )
            source, value = np.nonzero(lives[i][node])
            if far is not None:
                arc = far.reached[i][node[source], value] * far.weights[i][value]
                arc = arc / far.totals[i][node[source]]
            else:
                arc = self._weights[i][value]
                if self._arcs[i] is not None:
                    arc = arc * self._arcs[i][node[source], value]  # type: ignore[index]
            weight = np.maximum(weight[source] * arc, np.finfo(np.float64).tiny)
            columns = [column[source] for column in columns]
            target = children[node[source], value].astype(np.int64)
            if i in keep:
                columns.append(value)
            # As long as every variable is kept, all rows are different.
            if len(columns) <= i:
                target, columns, weight = _merge_rows(target, columns, weight)
            node = target
            peak = weight.max() if len(weight) else 0.0
            if peak > 1e200 or 0.0 < peak < 1e-200:
                shift = int(np.frexp(peak)[1])
                weight, scale = np.ldexp(weight, -shift), scale + shift
        order = [keep.index(place) for place in wanted]
        found = np.stack([columns[k] for k in order]) if order else np.zeros((0, min(1, len(node))))
        return Table(variables, found.astype(np.int64), None if plain else weight, scale=scale)

    def entropy(self) -> float:
        """See `Worlds.entropy`. The log of the total weight minus the mean log weight of a world."""
        if self.count() <= 1:
            return 0.0
        if self.uniform:
            return self._log2_total
        mean = 0.0
        for i, chances in enumerate(self._chances):
            positive = chances > 0
            mean += float((chances[positive] * np.log2(self._weights[i][positive])).sum())
            arcs = self._arcs[i]
            if arcs is not None:
                mean += self._mean_log_arcs(i, self._flows[0][i], arcs)
        return max(0.0, self._log2_total - mean)

    def _mean_log_arcs(self, i: int, reach: Floats, arcs: Floats) -> float:
        flow = self._below.reached[i] * self._below.weights[i]
        total = flow.sum(axis=1)
        share = np.divide(reach, total, out=np.zeros_like(reach), where=total > 0)
        chance = flow * share[:, None]
        used = chance > 0
        return float((chance[used] * np.log2(arcs[used])).sum())

    @override
    def to_table(self, *, max_bytes: int = DEFAULT_MAX_BYTES) -> Table:
        count = self.count()
        if count * (len(self.variables) + 16) > max_bytes:
            raise TooLarge(
                f"a table of {many(count, 'world')} of {len(self.variables)} variables does not fit in "
                f"{max_bytes / 1e6:,.0f} MB; keep the diagram, project on fewer, or raise max_bytes"
            )
        return self.project(self.variables, max_bytes=max(max_bytes, count * len(self.variables) * 512))

    @override
    def to_diagram(self) -> Diagram:
        return self

    def __repr__(self) -> str:
        return f"<Diagram: {len(self.variables)} variables, {self.arcs} arcs, width {self.width}>"


def _merge_rows(
    node: NDArray[np.int64], columns: list[NDArray[np.int64]], weight: Floats
) -> tuple[NDArray[np.int64], list[NDArray[np.int64]], Floats]:
    """Add up the weights of equal (node, columns...) rows."""
    key = node
    for column in columns:
        size = int(column.max()) + 1 if len(column) else 1
        _, key = np.unique(key * size + column, return_inverse=True)
    _, example, number = np.unique(key, return_index=True, return_inverse=True)
    total = np.bincount(number, weights=weight, minlength=len(example)).astype(np.float64, copy=False)
    return node[example], [column[example] for column in columns], total
