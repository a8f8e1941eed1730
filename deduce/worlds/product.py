"""The product of a layered diagram with automata: how constraints become (or enter) a diagram.

Nodes of the product are pairs of an old node and the states of the automata that are alive there, packed
in 64-bit words. Only the stretch of layers between the first and the last variable of the new constraints
is rebuilt; bits are freed when an automaton's last variable has been read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from deduce.ground.deadline import tick
from deduce.ground.errors import TooLarge
from deduce.ground.wording import many
from deduce.kernels.diagrams import Packed
from deduce.kernels.library import library
from deduce.kernels.products import Machine, Refused
from deduce.kernels.products import multiply as compiled_product
from deduce.language.automata import MAX_BITS, Automaton, Ints
from deduce.language.variables import Variable
from deduce.worlds.base import Floats, reweighed
from deduce.worlds.grouping import Reader, joined, readers_of
from deduce.worlds.passes import Children

_DENSE_KEYS = 8  # direct addressing pays while the key space is at most this many times the keys


@dataclass(slots=True)
class _RunningAutomaton:
    """One automaton at work: where its state lies and which layers it reads."""

    automaton: Automaton
    layers: dict[int, int]
    first: int
    last: int
    word: int = 0
    offset: int = 0


def _running(readers: Sequence[Reader]) -> list[_RunningAutomaton]:
    return [
        _RunningAutomaton(
            reader.automaton,
            {layer: i for i, layer in enumerate(reader.layers)},
            reader.layers[0],
            reader.layers[-1],
        )
        for reader in readers
    ]


def _allocate(readers: Sequence[_RunningAutomaton]) -> list[int]:
    """Give each reader bits in a word for as long as it is alive; return the width of each word in bits."""
    free: list[list[tuple[int, int, int]]] = []  # a word: (layer from which free, offset, bits)
    for reader in readers:
        bits = reader.automaton.bits
        for word, slots in enumerate(free):
            taken = sorted((off, size) for until, off, size in slots if until >= reader.first)
            offset = 0
            for off, size in taken:
                if off - offset >= bits:
                    break
                offset = max(offset, off + size)
            if offset + bits <= MAX_BITS:
                reader.word, reader.offset = word, offset
                slots.append((reader.last, offset, bits))
                break
        else:
            reader.word, reader.offset = len(free), 0
            free.append([(reader.last, 0, bits)])
    return [max(offset + size for _, offset, size in slots) for slots in free]


def _merge(node: Ints, words: Sequence[Ints], widths: Sequence[int], nodes: int) -> tuple[Ints, Ints]:
    """Number the distinct (node, words...): the index of one example of each, and each row's number.

    `widths` bounds the bits of each word, `nodes` the node numbers.
    """
    key = node
    width = sum(widths)
    if width + nodes.bit_length() <= MAX_BITS:
        for word, bits in zip(words, widths, strict=True):
            key = (key << bits) | word
        space = nodes << width
    else:
        # Number word after word: each step's numbers are small, so keys never overflow.
        for word in words:
            _, number = np.unique(word, return_inverse=True)
            size = int(number.max()) + 1 if len(number) else 1
            _, key = np.unique(key * size + number, return_inverse=True)
        space = int(key.max()) + 1 if len(key) else 1
    if space <= _DENSE_KEYS * len(key) + 1024:
        example = np.full(space, -1, dtype=np.int64)
        example[key] = np.arange(len(key))
        present = (example >= 0).nonzero()[0]
        number_of = np.empty(space, dtype=np.int64)
        number_of[present] = np.arange(len(present))
        return example[present], number_of[key]
    _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
    return first, inverse


def multiply(
    children: Sequence[Children],
    masks: Sequence[NDArray[np.bool_]],
    arcs: Sequence[Floats | None],
    automata: Sequence[Automaton],
    rank: Mapping[Variable, int],
    max_bytes: int,
    ratio: float | None = None,
) -> tuple[list[Children], list[Floats | None], int]:
    """Keep the paths that every automaton accepts; arcs masked out are dropped on the way.

    With `ratio`, the single automaton only judges: it ends in 1 or 0, and the weight of the paths that
    end in 1 is multiplied by `ratio` at its last layer. Returns children, arcs, and the power of two by which
    all weights are to be multiplied besides.

    Raises `TooLarge` when the result would take more than `max_bytes`.
    """
    stated = readers_of(automata, rank)
    if ratio is None:
        stated = joined(stated, masks, _small)
    return _multiply(children, masks, arcs, stated, max_bytes, ratio)


def _small(masks: list[NDArray[np.bool_]], stated: list[Reader], max_bytes: int) -> Sequence[Children]:
    """The layers of the reduced product of a group."""
    free = [np.zeros((1, len(mask)), dtype=np.int32) for mask in masks]
    return _multiply(free, masks, [None] * len(free), stated, max_bytes)[0]


def _multiply(
    children: Sequence[Children],
    masks: Sequence[NDArray[np.bool_]],
    arcs: Sequence[Floats | None],
    stated: Sequence[Reader],
    max_bytes: int,
    ratio: float | None = None,
) -> tuple[list[Children], list[Floats | None], int]:
    readers = _running(stated)
    widths = _allocate(readers)
    first = min(reader.first for reader in readers)
    last = max(reader.last for reader in readers)
    made: list[Children] = list(children)
    made_arcs: list[Floats | None] = list(arcs)
    node = np.arange(len(children[first]), dtype=np.int64)
    words = [np.zeros(len(node), dtype=np.int64) for _ in widths]
    used = shift = 0
    for layer in range(first, last + 1):
        tick()
        below = len(children[layer + 1]) if layer + 1 < len(children) else 1
        table = children[layer] if layer == first else children[layer][node]
        source, value = _arcs(readers, layer, words, table, below, masks[layer])
        # What the layer keeps, and what its making needs for a moment: about ten arrays of one word an arc.
        used += table.nbytes
        needed = used + table.nbytes + len(source) * 8 * (10 + 3 * len(widths))
        if needed > max_bytes:
            raise _too_large(needed, max_bytes, layer, len(children), len(node))
        source, value, here, verdict = _read(readers, layer, source, value, words)
        target = table[source, value].astype(np.int64)
        old_arcs = arcs[layer]
        if old_arcs is not None:
            made_arcs[layer] = old_arcs[node]
        if layer == last:
            # Every automaton has accepted; product nodes of the next layer are the old ones.
            number, width = target, below
            if ratio is not None and verdict is not None:
                judged = np.ones(table.shape)
                judged[source, value] = np.where(verdict == 1, ratio, 1.0)
                known = made_arcs[layer]
                made_arcs[layer], shift = reweighed(
                    np.ones(table.shape) if known is None else known, judged
                )
        else:
            example, number = _merge(target, here, widths, below)
            width = len(example)
            node = target[example]
            words = [word[example] for word in here]
        grown = np.full(table.shape, width, dtype=np.int32)
        grown[source, value] = number
        made[layer] = grown
    return *prune(made, made_arcs, last), shift


def multiply_compiled(
    packed: Packed,
    masks: NDArray[np.bool_],
    arcs: Sequence[Floats | None],
    automata: Sequence[Automaton],
    rank: Mapping[Variable, int],
    max_bytes: int,
) -> tuple[Packed, list[Floats | None]] | None:
    """The same by the compiled kernel; None where there is none, or the steps of an automaton are no data.

    Raises `TooLarge` where `multiply` does.
    """
    if library() is None:
        return None
    stated = readers_of(automata, rank)
    machines = []
    for reader in stated:
        if reader.steps is None:
            return None
        own = dict(zip(reader.layers, reader.steps, strict=True))
        machines.append(Machine(own, reader.automaton.bits, reader.automaton.start))
    weighted = [arc is not None for arc in arcs]
    found = compiled_product(packed, masks, weighted, machines, max_bytes)
    if found is None:
        return None
    if isinstance(found, Refused):
        raise _too_large(found.needed, max_bytes, found.layer, packed.layers, found.width)
    made, origins = found
    kept = [None if arc is None else arc[origins[layer]] for layer, arc in enumerate(arcs)]
    return made, kept


def _arcs(
    readers: Sequence[_RunningAutomaton],
    layer: int,
    words: Sequence[Ints],
    table: Children,
    below: int,
    mask: NDArray[np.bool_],
) -> tuple[Ints, Ints]:
    """The living arcs of a layer as (node, value) pairs.

    An automaton that knows which values can follow is asked first: of large domains few may be left.
    """
    for reader in readers:
        position = reader.layers.get(layer)
        following = getattr(reader.automaton, "following", None)
        if position and following is not None:
            state = (words[reader.word] >> reader.offset) & ((1 << reader.automaton.bits) - 1)
            found = following(position, state)
            if found is not None:
                source, value = found
                keep = mask[value] & (table[source, value] != below)
                return source[keep], value[keep]
    source, value = ((table != below) & mask).nonzero()
    return source, value


def _read(
    readers: Sequence[_RunningAutomaton], layer: int, source: Ints, value: Ints, words: Sequence[Ints]
) -> tuple[Ints, Ints, list[Ints], Ints | None]:
    """Let every automaton that reads this layer step along the arcs (source, value).

    Returns the arcs that survive, the words after them, and the last automaton's states if it has ended.
    """
    here = [word[source] for word in words]
    verdict: Ints | None = None
    for reader in readers:
        position = reader.layers.get(layer)
        if position is None:
            continue
        automaton, word = reader.automaton, here[reader.word]
        field = (1 << automaton.bits) - 1
        if position == 0:
            state = np.full(len(word), automaton.start, dtype=np.int64)
        else:
            state = (word >> reader.offset) & field
            word = word & ~(field << reader.offset)
        alive, following = automaton.step(position, state, value)
        if layer < reader.last:
            here[reader.word] = word | (following << reader.offset)
        else:
            here[reader.word], verdict = word, following
        if alive is not None:
            keep = alive.nonzero()[0]
            if len(keep) < len(source):
                source, value = source[keep], value[keep]
                here = [word[keep] for word in here]
    return source, value, here, verdict


def _too_large(used: int, allowed: int, layer: int, layers: int, width: int) -> TooLarge:
    return TooLarge(
        f"the diagram is {many(width, 'node')} wide at layer {layer} of {layers} and would take more than "
        f"{used / 1e6:,.0f} MB (allowed: {allowed / 1e6:,.0f} MB). Try another variable order (each "
        "constraint's variables close together), another viewpoint, or raise max_bytes; for certain values and "
        "uniqueness alone, deduce.puzzles.verify and Knowledge.holds use a SAT solver instead"
    )


def prune(
    children: list[Children], arcs: list[Floats | None], last: int
) -> tuple[list[Children], list[Floats | None]]:
    """Drop nodes from which the end cannot be reached and merge nodes with equal futures.

    Works upwards from layer `last` until nothing changes.
    """
    for layer in range(last, 0, -1):
        below = len(children[layer + 1]) if layer + 1 < len(children) else 1
        table = children[layer]
        if not len(table):
            continue
        keep, rename = _representatives(table, arcs[layer], below)
        if len(keep) == len(table):
            continue
        children[layer] = table[keep]
        if arcs[layer] is not None:
            arcs[layer] = arcs[layer][keep]  # type: ignore[index]
        children[layer - 1] = rename[children[layer - 1]]
    return children, arcs


@cache
def _multipliers(n: int) -> NDArray[np.uint64]:
    # A fixed seed: the same diagram always gets the same shape.
    return np.random.default_rng(2026).integers(1, 2**63, n, dtype=np.uint64) | np.uint64(1)


def _representatives(table: Children, arcs: Floats | None, dead: int) -> tuple[Ints, Children]:
    """Which rows to keep, and the new number of every row (and of "dead", last).

    Rows are merged by a 64-bit hash, then compared entry by entry: a clash only costs a merge, never
    an answer.
    """
    alive = (table != dead).any(axis=1)
    live = np.flatnonzero(alive)
    rename = np.full(len(table) + 1, -1, dtype=np.int64)
    if arcs is None and len(live) > 1:
        # Multiply-add hashing with independent odd multipliers; wrap-around is intended.
        hashes = (table[live].astype(np.uint64) * _multipliers(table.shape[1])).sum(axis=1, dtype=np.uint64)
        _, example, number = np.unique(hashes, return_index=True, return_inverse=True)
        if (table[live] == table[live[example[number]]]).all():
            keep = live[example]
            rename[live] = number
        else:
            keep = live
            rename[live] = np.arange(len(live))
    else:
        keep = live
        rename[live] = np.arange(len(live))
    rename[rename < 0] = len(keep)
    return keep, rename.astype(np.int32)
