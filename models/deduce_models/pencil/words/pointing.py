"""What a rule comes to at a place: the only bridge between two cells, the only way on for a line, a number reached.

A rule that speaks of the whole grid ("all shaded cells hang together") is no reason one can see. What is said here is.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from deduce.graphs.chosen import Selected
from deduce.ground.phrases import listing, say
from deduce.language.constraints import Constraint, Count
from deduce.language.facts import Fact
from deduce.language.variables import Variable
from deduce_models.pencil.words.breaking import broken, cells_of, no_ring, spot, ways
from deduce_models.pencil.words.naming import joined, listed, name_of, place_of, word

Masks = Mapping[Variable, int]
_NAMED = 2
"""So many places are named; of more it is said how many they are."""


def pointed(content: object, shown: Sequence[Fact], known: Sequence[Fact], technique: str = "") -> str:
    """The reason at the place itself, or nothing where the rule's sentence is all there is to say.

    Args:
        content: What the rule says.
        shown: What follows, facts about single variables; nothing where the rule cannot be kept.
        known: What is known of single variables.
        technique: What the deduction is called.
    """
    masks = {fact.scope[0]: fact.support(fact.scope[0]) or 0 for fact in known}
    if not shown:
        drawn = content.drawn() if isinstance(content, Constraint) else None
        return "" if drawn is None else broken(drawn, *_states(drawn, masks))
    first = shown[0]
    mask = first.support(first.scope[0])
    if mask is None or not isinstance(content, Constraint):
        return ""
    if (drawn := content.drawn()) is not None:
        if drawn.over_nodes and not drawn.line:
            some = len(shown)
            told = [_bridge(drawn, masks, x.scope[0], x.support(x.scope[0]) or 0, some) for x in shown]
            return told[0] if len(set(told)) == 1 else "without each of these parts of it would be cut off"
        if drawn.closed and not drawn.over_nodes:
            told = [_line(drawn, masks, x.scope[0], x.support(x.scope[0]) or 0) for x in shown]
            if not any(told):
                return _round(drawn, masks, shown, technique)
            return listing(list(dict.fromkeys(told)), ";") if all(told) else ""
    if (count := content.counted()) is not None:
        return _count(count, masks, {fact.scope[0] for fact in shown})
    if content.apart:
        if technique == "last place":
            return say(
                "the only place left for {what}", what=word(first.scope[0].domain[mask.bit_length() - 1])
            )
        return _different(masks)
    return ""


def _states(content: Selected, masks: Masks) -> tuple[set[Variable], set[Variable]]:
    """What is known to be chosen, and what is known not to be."""
    wanted = set(content.values)
    on, off = set(), set()
    for v in content.scope:
        mask = masks.get(v, v.full_mask)
        hit = [value in wanted for i, value in enumerate(v.domain) if mask >> i & 1]
        if all(hit):
            on.add(v)
        elif not any(hit):
            off.add(v)
    return on, off


def _chooses(content: Selected, variable: Variable, mask: int) -> bool:
    return all(value in content.values for i, value in enumerate(variable.domain) if mask >> i & 1)


def _bridge(content: Selected, masks: Masks, variable: Variable, mask: int, count: int) -> str:
    """Two cells that only this one joins, or those that it cannot reach; said of `count` such cells."""
    on, off = _states(content, masks)
    own = dict(zip(content.keys, content.scope, strict=True))
    at = {v: key for key, v in own.items()}

    def reach(start: Hashable, barred: Hashable) -> set[Hashable]:
        seen, todo = {start}, [start]
        while todo:
            for other in content.graph.neighbours(todo.pop()):
                if other not in seen and other != barred and own[other] not in off:
                    seen.add(other)
                    todo.append(other)
        return seen

    here = at[variable]
    anchors = [at[v] for v in content.scope if v in on and v is not variable]
    if not anchors:
        return ""
    if _chooses(content, variable, mask):
        first = reach(anchors[0], here)
        other = next((x for x in anchors if x not in first), None)
        if other is not None:
            return say(
                "each is the only bridge between {first} and {second}",
                one="it is the only bridge between {first} and {second}",
                count=count,
                first=place_of(anchors[0]),
                second=place_of(other),
            )
    elif anchors[0] not in reach(here, None):
        place = place_of(anchors[0])
        return say(
            "they cannot be joined to {place}",
            one="it cannot be joined to {place}",
            count=count,
            place=place,
        )
    return ""


def _line(content: Selected, masks: Masks, variable: Variable, mask: int) -> str:
    """What would happen at an end of the edge, or that it would close a loop."""
    on, off = _states(content, masks)
    own = dict(zip(content.keys, content.scope, strict=True))
    edge = next(key for key, v in own.items() if v is variable)
    drawn = _chooses(content, variable, mask)
    cells = cells_of(content)
    for node in edge[:2]:  # type: ignore[index]
        others = [own[x] for x in content.graph.at(node) if x != edge]
        lines = sum(v in on for v in others)
        free = sum(v not in on and v not in off for v in others)
        name = spot(node, cells)
        if not drawn and lines >= 2:
            return say("the line passes {spot} already", spot=name)
        if not drawn and lines == 0 and free == 0:
            return say("the line could not go on at {spot}", spot=name)
        if drawn and lines == 1 and free == 0:
            return say("it is the only way on for the line at {spot}", spot=name)
    if not drawn and _linked(edge, on, own):
        return "it would close the loop too early"
    return ""


def _round(content: Selected, masks: Masks, shown: Sequence[Fact], technique: str) -> str:
    """That a line would not come back, or that there are no other ways for it."""
    on, off = _states(content, masks)
    if technique == "cut off" and not any(
        _chooses(content, x.scope[0], x.support(x.scope[0]) or 0) for x in shown
    ):
        return "a line there would not come back to the others"
    at = {v: key[:2] for key, v in zip(content.keys, content.scope, strict=True)}  # type: ignore[index]
    told = ""
    drawn = sorted(on - {fact.scope[0] for fact in shown}, key=lambda v: v.name)
    if not drawn or len(drawn) > _NAMED:
        return ""
    for fact in shown:
        barred = off | {*drawn, fact.scope[0]}
        open_ = [at[v] for v in content.scope if v not in barred]
        ends = at[drawn[0]]
        if len(drawn) == 1 and ways(open_, ends[:1], ends[1:]):
            return ""
        if len(drawn) > 1 and not (told := no_ring(open_, ends, at[drawn[1]], cells_of(content), drawn)):
            return ""
    if len(drawn) == 1:
        return say("{line} has no other way back", line=name_of(drawn[0]))
    return say("without each {told}", one="without it {told}", count=len(shown), told=told)


def _linked(edge: Hashable, on: set[Variable], own: Mapping[Hashable, Variable]) -> bool:
    """Whether the lines drawn already lead from one end of an edge to the other."""
    a, b = edge[0], edge[1]  # type: ignore[index]
    beside: dict[Hashable, list[Hashable]] = {}
    for key, v in own.items():
        if v in on and key != edge:
            beside.setdefault(key[0], []).append(key[1])  # type: ignore[index]
            beside.setdefault(key[1], []).append(key[0])  # type: ignore[index]
    seen, todo = {a}, [a]
    while todo:
        for other in beside.get(todo.pop(), ()):
            if other not in seen:
                seen.add(other)
                todo.append(other)
    return b in seen


def _count(content: Count, masks: Masks, told: set[Variable]) -> str:
    """That the number is reached already, or that all that is left is needed."""
    sure: list[Variable] = []
    open_ = 0
    for v in content.scope:
        mask = masks.get(v, v.full_mask)
        hit = [value in content.values for i, value in enumerate(v.domain) if mask >> i & 1]
        if all(hit):
            sure.append(v)
        open_ += any(hit) and not all(hit)
    if not told <= set(content.scope):
        return ""
    what = listing([word(x) for x in content.values], "or")
    if sure and len(sure) == content.high and open_:
        which = listed(sure) if len(sure) <= _NAMED else str(len(sure))
        said = "{places} are {what} already"
        return say(said, one="{places} is {what} already", count=len(sure), places=which, what=what)
    if not sure and content.high == 0:
        return ""
    if len(sure) + open_ == content.low:
        said, one = "these {count} are all that can still be {what}", "it is all that can still be {what}"
        return say(said, one=one, count=open_, what=what)
    return ""


def _different(masks: Masks) -> str:
    """Where a number stands already, or which cells share a few numbers."""
    fixed = [v for v, mask in masks.items() if mask.bit_count() == 1]
    if len(masks) == 1 and fixed:
        v = fixed[0]
        value = v.domain[masks[v].bit_length() - 1]
        return say("{what} is in {place} already", what=word(value), place=name_of(v))
    union = 0
    for mask in masks.values():
        union |= mask
    first = next(iter(masks), None)
    if first is None or not all(v.domain == first.domain for v in masks) or fixed:
        return ""
    if union.bit_count() == len(masks):
        numbers = [word(x) for i, x in enumerate(first.domain) if union >> i & 1]
        return say("{what} belong to {places}", what=joined(numbers), places=listed(list(masks)))
    return ""
