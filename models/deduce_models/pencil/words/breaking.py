"""How a line, or what hangs together, is broken: three lines at a node, a line that ends, parts cut off."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence

from deduce.graphs.chosen import Selected
from deduce.ground.phrases import say
from deduce.language.variables import Variable
from deduce_models.pencil.rules.sides import Side, corner
from deduce_models.pencil.words.naming import corner_name, joined, name_of, place_of

_NAMED = 3
"""A part of so many cells or islands is called by all of them."""

Node = Hashable


def cells_of(content: Selected) -> set[tuple[int, int]]:
    """The cells by which corners are called, where lines run along the sides of cells."""
    return {key.cell for key in content.keys if isinstance(key, Side)}


def spot(node: Hashable, cells: Collection[tuple[int, int]]) -> str:
    """A node of a line in words: a cell, or a corner of one of the cells."""
    at = corner(node, cells) if cells else None  # type: ignore[arg-type]
    return corner_name(*at) if at else place_of(node)


def broken(content: Selected, on: Collection[Variable], off: Collection[Variable]) -> str:
    """What would be wrong where these are chosen and those not; nothing where that is not seen at a place."""
    if content.over_nodes:
        return "" if content.line else _apart(content, on, off)
    if content.line and content.closed:
        return _loose(content, on, off)
    if content.line:
        return ""
    joined_by = dict(zip(content.keys, content.scope, strict=True))
    open_ = [key[:2] for key, v in joined_by.items() if v not in off]  # type: ignore[index]
    wanted = [*content.through, *(x for key, v in joined_by.items() if v in on for x in key[:2])]  # type: ignore[index]
    return _parted(wanted, open_)


def _apart(content: Selected, on: Collection[Variable], off: Collection[Variable]) -> str:
    """Two chosen cells between which no way is left."""
    left = {key for key, v in zip(content.keys, content.scope, strict=True) if v not in off}
    wanted = [key for key, v in zip(content.keys, content.scope, strict=True) if v in on]
    open_ = [(a, b) for a in left for b in content.graph.neighbours(a) if b in left]
    return _parted([*content.through, *wanted], open_)


def _parted(wanted: Iterable[Node], edges: Iterable[tuple[Node, Node]]) -> str:
    """Of what is wanted the smaller part that is cut off."""
    wanted = list(dict.fromkeys(wanted))
    beside: dict[Node, list[Node]] = {}
    for a, b in edges:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    if len(wanted) < 2:
        return ""
    reached = _reach(wanted[0], beside)
    parts = [[x for x in wanted if (x in reached) == inside] for inside in (True, False)]
    if not parts[1]:
        return ""
    if len(wanted) == 2:
        return _apart_from(wanted[0], wanted[1])
    small = min(parts, key=len)
    if len(small) > _NAMED:
        return _apart_from(parts[0][0], parts[1][0])
    return say("{places} would be cut off from the others", places=joined([place_of(x) for x in small]))


def _apart_from(one: Node, other: Node) -> str:
    said = "{first} and {second} would be cut off from each other"
    return say(said, first=place_of(one), second=place_of(other))


def _reach(start: Node, beside: dict[Node, list[Node]]) -> set[Node]:
    seen, waiting = {start}, [start]
    for node in waiting:
        for other in beside.get(node, ()):
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return seen


def _loose(content: Selected, on: Collection[Variable], off: Collection[Variable]) -> str:
    """A node with three lines, one at which a line ends, a loop closed too early, lines apart."""
    cells = cells_of(content)
    own = dict(zip(content.keys, content.scope, strict=True))
    drawn = [key for key, v in own.items() if v in on]
    nodes: Sequence[Node] = list(dict.fromkeys(x for key in drawn for x in key[:2]))  # type: ignore[index]
    for node in nodes:
        lines = [own[key] for key in content.graph.at(node)]
        if sum(v in on for v in lines) > 2:
            return say("three lines would meet at {spot}", spot=spot(node, cells))
        if sum(v not in off for v in lines) < 2:
            return say("the line would end at {spot}", spot=spot(node, cells))
    beside: dict[Node, list[Node]] = {}
    for key in drawn:
        a, b = key[:2]  # type: ignore[index]
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    for node in nodes:
        ring = _reach(node, beside)
        if all(len(beside[x]) == 2 for x in ring) and len(ring) < len(nodes):
            return say("the loop would be closed too early at {spot}", spot=spot(node, cells))
    open_ = [key[:2] for key, v in own.items() if v not in off]  # type: ignore[index]
    for key in drawn:
        if not ways([edge for edge in open_ if edge != key[:2]], key[:1], key[1:2]):  # type: ignore[index]
            return say("{line} would have no way back", line=name_of(own[key]))
    for key in drawn[1:]:
        told = no_ring(open_, drawn[0][:2], key[:2], cells, [own[drawn[0]], own[key]])  # type: ignore[index]
        if told:
            return told
    return ""


def no_ring(
    edges: Sequence[tuple[Node, Node]],
    one: Sequence[Node],
    other: Sequence[Node],
    cells: Collection[tuple[int, int]],
    both: Sequence[Variable],
) -> str:
    """Why no line over the edges comes from one of two lines (`both`) to the other and back.

    Empty where one may.
    """
    lines = joined([name_of(v) for v in both])
    if ways(edges, one, other) < 2:
        return say("there are no two ways between {lines}", lines=lines)
    for node in dict.fromkeys(x for edge in edges for x in edge):
        beside: dict[Node, list[Node]] = {}
        for a, b in edges:
            if node not in (a, b):
                beside.setdefault(a, []).append(b)
                beside.setdefault(b, []).append(a)
        ends = [x for x in one if x != node]
        reached = {x for end in ends for x in _reach(end, beside)}
        if not any(x in reached for x in other if x != node):
            return say("{spot} lies on all ways between {lines}", spot=spot(node, cells), lines=lines)
    return ""


def ways(edges: Sequence[tuple[Node, Node]], start: Sequence[Node], end: Sequence[Node]) -> int:
    """How many ways lead from one of some nodes to one of others that have no edge in common; 2 for more."""
    free: dict[Hashable, list[Hashable]] = {}
    for a, b in edges:
        free.setdefault(a, []).append(b)
        free.setdefault(b, []).append(a)
    for number in range(2):
        came: dict[Hashable, Hashable] = dict.fromkeys(start)
        waiting = list(start)
        for node in waiting:
            for other in free.get(node, ()):
                if other not in came:
                    came[other] = node
                    waiting.append(other)
        here = next((x for x in end if x in came), None)
        if here is None:
            return number
        while (before := came[here]) is not None:
            free[before].remove(here)
            free[here].append(before)  # it may be gone back
            here = before
    return 2
