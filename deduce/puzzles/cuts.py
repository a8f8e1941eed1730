"""Where a graph falls apart: blocks that no single node holds together, edges that part a block, nodes that cut off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def blocks(at: Sequence[Sequence[int]], joined: Sequence[tuple[int, int]]) -> dict[int, int]:
    """For each edge the number of its block: one search in depth (Hopcroft and Tarjan)."""
    when: dict[int, int] = {}
    low: dict[int, int] = {}
    block: dict[int, int] = {}
    edges: list[int] = []
    for start in range(len(at)):
        if start in when:
            continue
        when[start] = low[start] = len(when)
        stack = [(start, -1, iter(at[start]))]
        while stack:
            node, came, others = stack[-1]
            for i in others:
                a, b = joined[i]
                other = b if a == node else a
                if i == came:
                    continue
                if other not in when:
                    when[other] = low[other] = len(when)
                    edges.append(i)
                    stack.append((other, i, iter(at[other])))
                    break
                if when[other] < when[node]:
                    edges.append(i)
                    low[node] = min(low[node], when[other])
            else:
                stack.pop()
                if stack:
                    up = stack[-1][0]
                    low[up] = min(low[up], low[node])
                    if low[node] >= when[up]:
                        number = came
                        while edges[-1] != came:
                            block[edges.pop()] = number
                        block[edges.pop()] = number
    return block


def needed_together(
    at: Sequence[Sequence[int]], joined: Sequence[tuple[int, int]], must: Sequence[bool]
) -> Iterator[list[int]]:
    """Of a block without bridges those edges, any two of which part it, that a loop through all of `must` takes.

    One search in depth. Two edges part the block where the same edges outside of the tree lead round both of them; the
    edges of the tree among such are on one way down, so what lies between two of them is counted from below.
    """
    start = joined[must.index(True)][0]
    order, above = [start], {start: -1}
    stack = [(start, iter(at[start]))]
    while stack:
        node, others = stack[-1]
        for i in others:
            a, b = joined[i]
            other = b if a == node else a
            if other not in above:
                above[other] = i
                order.append(other)
                stack.append((other, iter(at[other])))
                break
        else:
            stack.pop()
    when = {node: n for n, node in enumerate(order)}
    around, below = dict.fromkeys(order, 0), dict.fromkeys(order, 0)
    alike: dict[int, list[int]] = {}
    bit = 1
    for node in order:
        for i in at[node]:
            a, b = joined[i]
            other = b if a == node else a
            # An edge outside of the tree leads up from here.
            if above[node] != i and above[other] != i and when[other] < when[node]:
                around[node] ^= bit
                around[other] ^= bit
                below[node] += must[i]
                alike[bit] = [i]
                bit <<= 1
    outside = len(alike)
    whole = sum(below.values())
    for node in reversed(order[1:]):
        i = above[node]
        a, b = joined[i]
        up = b if a == node else a
        below[node] += must[i]
        whole += must[i]
        around[up] ^= around[node]
        below[up] += below[node]
        alike.setdefault(around[node], []).append(node)
    for n, (_, found) in enumerate(alike.items()):
        # From below: nodes of the tree, after the edge outside of it, if that is one of them.
        own, nodes = (found[:1], found[1:]) if n < outside else ([], found)
        edges = [*own, *(above[node] for node in nodes)]
        if len(edges) < 2:
            continue
        levels = [0, *(below[node] for node in nodes), whole]
        between = [levels[k + 1] - levels[k] for k in range(len(levels) - 1)]
        if not own:
            between[0] += between.pop()  # other edges join what is below to what is above
        if any(must[i] for i in edges) or sum(count > 0 for count in between) > 1:
            yield edges


def cut_nodes(beside: Sequence[Sequence[int]], inside: int, start: int, wanted: int) -> list[int]:
    """The nodes of a connected part `inside`, but `start`, without which `start` is cut off from some of `wanted`.

    One search in depth (Tarjan): a node cuts off a branch that leads back to nothing above it.
    """
    when, low, order = {start: 0}, {start: 0}, [start]
    above: dict[int, int] = {}
    holds: dict[int, int] = {start: wanted >> start & 1}
    stack = [(start, iter(beside[start]))]
    found = dict[int, None]()
    while stack:
        node, others = stack[-1]
        for other in others:
            if not inside >> other & 1:
                continue
            if other not in when:
                when[other] = low[other] = len(order)
                order.append(other)
                above[other] = node
                holds[other] = wanted >> other & 1
                stack.append((other, iter(beside[other])))
                break
            if above.get(node) != other and when[other] < low[node]:
                low[node] = when[other]
        else:
            stack.pop()
            if stack:
                up = stack[-1][0]
                low[up] = min(low[up], low[node])
                holds[up] |= holds[node]
                if up != start and low[node] >= when[up] and holds[node]:
                    found[up] = None
    return sorted(found)
