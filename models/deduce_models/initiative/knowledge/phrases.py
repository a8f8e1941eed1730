"""The deciphering as worlds: every phrase with its exact weight, as one decision diagram over the cells.

The first layer says which words are outside the lexicon; below each of its values stands that part of the mixture.
A part reads the cells one by one, a state being how far each word that is begun has got in the tree of its
candidates, so a complete word meets its weight at its last cell. Cells that only words outside touch are read
anywhere, by the frequencies of letters.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from deduce.ciphers.decipher import Deciphered
from deduce.ciphers.lattice import Floats, Ints, packed
from deduce.ciphers.mixture import MixturePart
from deduce.ground.errors import TooLarge
from deduce.language.constraints import AllDifferent, Constraint
from deduce.language.variables import Scope, Variable
from deduce.worlds.alternatives import Alternatives
from deduce.worlds.base import Worlds
from deduce.worlds.compile import compile_constraints
from deduce.worlds.diagram import Diagram

WIDEST = 1 << 22
"""The most arcs of one layer, before those without a future are taken out."""
MOST = 1 << 24
"""The most places for arcs in all layers together: 200 MB in the diagram, twice as much while it is made."""


def outside_names(found: Deciphered) -> list[str]:
    """A name for each part of the mixture: which words are outside the lexicon."""
    everything = len(found.pattern.words)
    names = []
    for part in found.parts:
        numbers = sorted(k + 1 for k in part.outside)
        if not numbers:
            names.append("no word")
        elif len(numbers) == everything:
            names.append("all words")
        else:
            names.append(f"word{'s' * (len(numbers) > 1)} {' '.join(map(str, numbers))}")
    return names


def phrase_worlds(found: Deciphered, outside: Variable, cells: Sequence[Variable]) -> Diagram:
    """All phrases, weighted as in `found`, over `outside` (see `outside_names`) and one variable a class of cells.

    Arcs grow with the candidates of the words and the symbols they share, not with the phrases. Raises `TooLarge`
    where a layer would have more than `WIDEST` arcs or all together more than `MOST` places for them, and for a
    deciphering whose candidates were cut.
    """
    if not found.exact:
        raise TooLarge(
            "the lexicon is too large for this card: its candidates were cut, so chances are not exact"
        )
    shape = found.pattern
    known = [cell for cell, code in enumerate(shape.known) if code >= 0]
    order = _order(found)
    built: list[list[_CellLayer]] = []
    left = MOST
    for part in found.parts:
        built.append(_built(part, found, order, left))
        left -= sum(layer.after.size for layer in built[-1])
    parts = np.array([part.weight for part in found.parts])
    children: list[NDArray[np.int32]] = []
    weights: list[Floats] = []
    arcs: list[Floats | None] = []
    for cell in known:
        children.append(np.zeros((1, len(shape.alphabet)), np.int32))
        only = np.zeros(len(shape.alphabet))
        only[shape.known[cell]] = 1.0
        weights.append(only)
        arcs.append(None)
    first = np.arange(len(parts)) if order else np.zeros(len(parts))
    children.append(first[None, :].astype(np.int32))
    weights.append(parts / parts.max())
    arcs.append(None)
    for at in range(len(order)):
        layer, share = _side_by_side([part[at] for part in built], last=at == len(order) - 1)
        children.append(layer)
        weights.append(np.ones(len(shape.alphabet)))
        arcs.append(share)
    variables = [*(cells[cell] for cell in known), outside, *(cells[cell] for cell in order)]
    return Diagram(variables, children, weights, arcs)


def phrase_alternatives(
    found: Deciphered,
    outside: Variable,
    cells: Sequence[Variable],
    others: Sequence[Variable],
    dealt: Sequence[Constraint],
) -> Alternatives:
    """The same where one diagram would be too wide, beside worlds of `others` that obey `dealt`: a form for each part.

    What is wide is what has to be remembered of symbols that may not come twice. Words that are all outside the lexicon
    are a deal of symbols among glyphs, which no diagram has to lay out. Raises `TooLarge`.
    """
    if not found.exact:
        raise TooLarge(
            "the lexicon is too large for this card: its candidates were cut, so chances are not exact"
        )
    whole = sum(part.weight for part in found.parts)
    beside = compile_constraints(others, dealt).to_diagram() if others else None
    parts: dict[int, tuple[Worlds, float]] = {}
    for place, part in enumerate(found.parts):
        made: Worlds
        if part.words:
            diagram = _part_diagram(part, found, cells)
            made = diagram if beside is None else diagram.beside(beside)
        else:
            made = _spelt(part, found, cells, others, dealt)
        parts[place] = (made, math.log2(part.weight / whole) - made.log2_weight())
    return Alternatives(outside, parts)


def _part_diagram(part: MixturePart, found: Deciphered, cells: Sequence[Variable]) -> Diagram:
    """One part by itself. Raises `TooLarge`."""
    alone = Variable("part", ["alone"])
    made = phrase_worlds(replace(found, parts=(part,)), alone, cells)
    split = made.factor([alone])
    if split is None:
        raise TooLarge("a part of the phrases is one with what says which it is")
    return split[1]


def _spelt(
    part: MixturePart,
    found: Deciphered,
    cells: Sequence[Variable],
    others: Sequence[Variable],
    dealt: Sequence[Constraint],
) -> Worlds:
    """All words outside the lexicon: what glyphs hide differs, other windows are spelt letter by letter."""
    shape = found.pattern
    stated = [cells[cell] == shape.alphabet[code] for cell, code in enumerate(shape.known) if code >= 0]
    exclusive = [cells[cell] for cell in sorted(shape.exclusive)] if found.injective else []
    apart = [AllDifferent(exclusive)] if len(exclusive) > 1 else []
    made = compile_constraints([*cells, *others], [*apart, *stated, *dealt])
    for cell, times in part.extra:
        if cells[cell] not in Scope(exclusive):
            made = made.weigh(cells[cell], found.letter_chances**times)
    return made


def _order(found: Deciphered) -> list[int]:
    """The closed classes in the order in which they are read: word by word, as the largest part joins them."""
    shape = found.pattern
    fullest = max(found.parts, key=lambda part: len(part.words))
    words = [some.word for some in fullest.words]
    words += [k for k in range(len(shape.words)) if k not in words]
    return list(dict.fromkeys(cell for k in words for cell in shape.words[k] if shape.known[cell] < 0))


@dataclass(frozen=True, slots=True)
class _CellLayer:
    """One cell of one part: for each node and symbol the node after it (-1: none), and the weight of the arc."""

    after: NDArray[np.int32]
    weights: Floats
    nodes: int


class _WordTree:
    """The candidates of one word as a tree over its closed cells, in the order in which they are read."""

    def __init__(self, codes: Ints, weights: Floats, size: int) -> None:
        self.depth = 0
        self.steps: list[Ints] = []
        prefix = np.zeros(len(codes), np.int64)
        nodes = 1
        for column in codes.T:
            key, prefix = np.unique(prefix * size + column, return_inverse=True)
            step = np.full(nodes * size, -1, np.int64)
            step[key] = np.arange(len(key))
            self.steps.append(step.reshape(nodes, size))
            nodes = len(key)
        self.whole = np.bincount(prefix, weights, nodes)


class _Part:
    """One part of the mixture, read cell by cell: what is begun, and what each cell does.

    A state has for each word the place in its tree, and last a mask of the symbols that exclusive cells have taken.
    """

    def __init__(self, part: MixturePart, found: Deciphered, order: Sequence[int]) -> None:
        shape, self.size = found.pattern, len(found.pattern.alphabet)
        self.exclusive = shape.exclusive if found.injective else frozenset()
        self.words: list[_WordTree] = []
        self.reading: dict[int, list[int]] = {cell: [] for cell in order}
        self.scale = 1.0 / part.lattice.total if part.lattice is not None else 1.0
        for some in part.words:
            own = [cell for cell in order if cell in some.classes]
            if not own:
                self.scale *= float(some.weights.sum())
                continue
            codes = np.stack([some.column(cell).astype(np.int64) for cell in own], axis=1)
            for cell in own:
                self.reading[cell].append(len(self.words))
            self.words.append(_WordTree(codes, some.weights, self.size))
        self.spread = {
            cell: found.letter_chances**times for cell, times in part.extra if cell not in self.exclusive
        }
        free = [cell for cell, _ in part.extra if cell in self.exclusive]
        self.taken = sum(1 << code for cell in self.exclusive if (code := shape.known[cell]) >= 0)
        if free:
            closed = sum(cell in self.exclusive for cell in order)
            self.scale /= math.perm(self.size - closed + len(free) - self.taken.bit_count(), len(free))

    def start(self) -> Ints:
        """The one state before the first cell."""
        states = np.zeros((1, len(self.words) + 1), np.int64)
        states[0, -1] = self.taken
        return states

    def layer(self, states: Ints, cell: int, later: Sequence[int], scale: float) -> tuple[_CellLayer, Ints]:
        """The layer of `cell`, before the cells `later`, and the states after it. Raises `TooLarge`."""
        alive = np.ones((len(states), self.size), bool)
        weights = np.full((len(states), self.size), scale)
        after = {}
        for number in self.reading[cell]:
            word = self.words[number]
            going = word.steps[word.depth][states[:, number]]
            word.depth += 1
            alive &= going >= 0
            if word.depth == len(word.steps):
                weights *= word.whole[going]
                going = np.zeros_like(going)
            after[number] = going
        if cell in self.spread:
            weights *= self.spread[cell] / self.spread[cell].sum()
        if cell in self.exclusive:
            alive &= (states[:, -1:] >> np.arange(self.size) & 1) == 0
            more = any(other in self.exclusive for other in later)
            taken = states[:, -1:] | np.int64(1) << np.arange(self.size)
            after[len(self.words)] = taken if more else np.zeros_like(taken)
        source, symbol = np.nonzero(alive & (weights > 0))
        if len(source) > WIDEST:
            raise TooLarge(f"the phrases that fit need more than {WIDEST:,} arcs for one window")
        made = states[source]
        for number, going in after.items():
            made[:, number] = going[source, symbol]
        _, where, target = np.unique(
            packed(list(made.T), len(made)), return_index=True, return_inverse=True
        )
        table = np.full((len(alive), self.size), -1, np.int32)
        table[source, symbol] = target
        return _CellLayer(table, weights, len(where)), made[where]


def _built(part: MixturePart, found: Deciphered, order: Sequence[int], left: int) -> list[_CellLayer]:
    """The layers of one part, weights summing to 1 over all its phrases. Raises `TooLarge` beyond `left` places."""
    read = _Part(part, found, order)
    states, scale = read.start(), read.scale
    layers = []
    for place, cell in enumerate(order):
        left -= len(states) * read.size
        if left < 0:
            raise TooLarge(f"the phrases that fit need more than {MOST:,} places in a diagram")
        layer, states = read.layer(states, cell, order[place + 1 :], scale)
        layers.append(layer)
        scale = 1.0
    return _pruned(layers)


def _pruned(layers: list[_CellLayer]) -> list[_CellLayer]:
    """The layers without the nodes from which no phrase can be completed."""
    found: list[_CellLayer] = []
    renamed = np.zeros(layers[-1].nodes if layers else 0, np.int32)
    nodes = len(renamed)
    for layer in reversed(layers):
        after = np.where(layer.after >= 0, renamed[np.maximum(layer.after, 0)], np.int32(-1))
        alive = (after >= 0).any(axis=1)
        found.insert(0, _CellLayer(after[alive], layer.weights[alive], nodes))
        renamed = np.where(alive, np.cumsum(alive) - 1, -1).astype(np.int32)
        nodes = int(alive.sum())
    return found


def _side_by_side(parts: Sequence[_CellLayer], *, last: bool) -> tuple[NDArray[np.int32], Floats]:
    """One layer of all parts: their nodes stand below each other, in the layer before as in the one after."""
    total = 1 if last else sum(part.nodes for part in parts)
    rows = []
    begin = 0
    for part in parts:
        rows.append(np.where(part.after >= 0, 0 if last else part.after + begin, total))
        begin += part.nodes
    return np.concatenate(rows).astype(np.int32), np.concatenate([part.weights for part in parts])
