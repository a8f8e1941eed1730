"""Steps in the words of the puzzle: places by row and column, and why, where the reason can be pointed at.

A rule that speaks of the whole grid ("all shaded cells hang together") is no reason one can see. So what it comes to
here is said: the only bridge between two cells, the only way on for a line, a loop closed too early.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from deduce.evidence import Statement
from deduce.graphs.chosen import Selected
from deduce.language.constraints import Constraint, Count
from deduce.language.facts import Fact
from deduce.language.variables import Variable
from deduce.puzzles.chains import Chain, Link, chain
from deduce.puzzles.walks import Step
from deduce_models.pencil.rules.sides import Side, corner
from deduce_models.pencil.words.naming import joined, labels, listed, name_of, place_of, said, word

__all__ = ["name_of", "said", "tell"]

Masks = Mapping[Variable, int]
_LONG = 300
"""What is shown is told in so many letters."""


def tell(step: Step) -> list[str]:
    """A step in sentences: what it shows, then why. A cell is called by row and column, ``r2c3``.

    A trial is told as the contradiction that it leads to, with its depth: in how many rounds each rule is applied to what
    the others showed. What no single trial shows is told in cases.
    """
    head = "; ".join(said(step.conclusions))
    if len(head) > _LONG:  # many shapes of one area; all of them are in the step's conclusions
        head = "; ".join(said(step.conclusions, brief=True))
    settled = [f"{name_of(v)} is {word(value)}" for v, value in step.placed.items()]
    more = [x for x, v in zip(settled, step.placed, strict=True) if not _equals(step, v)]
    if more:
        head += ": so " + "; ".join(more)
    found = chain(step)
    if found is not None:
        return [head, *_told(found)]
    if step.technique == "cases" or (not step.technique and len(step.statements) > 1):
        first, *others = labels(step.statements)
        rules = [f"by contradiction, in cases, from: {first}", *(f"and {each}" for each in others)]
        return [head, *rules, *_knowing(step.known)]
    return [head, *_why(step)]


def _equals(step: Step, v: Variable) -> bool:
    """Whether a conclusion already says what `v` is."""
    return any(
        fact.scope[0] is v and (fact.support(v) or 0).bit_count() == 1
        for fact in step.conclusions
        if isinstance(fact, Constraint)
    )


# Why.


def _why(step: Step) -> list[str]:
    """The reason of a step that is seen at once."""
    if not step.statements:
        return ["nothing else is possible"]
    if len(step.statements) == 1:
        told = _pointed(step, step.statements[0])
        if told:
            return [f"{labels(step.statements)[0]}: {told}"]
    return [*labels(step.statements), *_knowing(step.known)]


def _knowing(known: Sequence[Statement]) -> list[str]:
    if not known:
        return []
    facts = (s.content for s in known if isinstance(s.content, Fact))
    return [f"knowing that {'; '.join(said(facts, brief=True))}"]


def _told(found: Chain) -> list[str]:
    """A contradiction, a line each round and statement."""
    how = "in cases" if found.cases else f"depth {found.depth}"
    lines = [f"by contradiction ({how}): suppose {said([found.supposed])[0]}"]
    return lines + _followed(found, "")


def _followed(found: Chain, before: str) -> list[str]:
    """What a supposition leads to; cases are numbered, those within a case 1.1, 1.2 and so on."""
    lines = [_link(link) for link in found.links]
    for number, case in enumerate(found.cases, start=1):
        name = f"{before}{number}"
        lines.append(f"case {name}: {said([case.supposed])[0]}")
        lines += _followed(case, f"{name}.")
    return lines


def _link(link: Link) -> str:
    because = "; ".join(labels(link.statements))
    if link.shown:
        return f"then {'; '.join(said(link.shown))} ({because})"
    given = "; ".join(said(link.known, brief=True))
    if not because:
        return f"but then {name_of(link.known[0].scope[0])} can be nothing: {given}"
    return f"but then this cannot be kept: {because}{', as ' + given if given else ''}"


def _pointed(step: Step, statement: Statement) -> str:
    """The reason at the place itself, or nothing where the statement's sentence is all there is to say."""
    content = statement.content
    masks = {fact.scope[0]: fact.support(fact.scope[0]) or 0 for fact in _facts(step)}
    first = step.conclusions[0]
    mask = first.support(first.scope[0])
    if mask is None:
        return ""
    if not isinstance(content, Constraint):
        return ""
    if (drawn := content.drawn()) is not None:
        if drawn.over_nodes and not drawn.line:
            return _bridge(drawn, masks, first.scope[0], mask)
        if drawn.closed and not drawn.over_nodes:
            return _line(drawn, masks, first.scope[0], mask)
    if (count := content.counted()) is not None:
        return _count(count, masks, step)
    if content.apart:
        if step.technique == "last place":
            return f"the only place left for {word(first.scope[0].domain[mask.bit_length() - 1])}"
        return _different(masks)
    return ""


def _facts(step: Step) -> list[Fact]:
    return [s.content for s in step.known if isinstance(s.content, Fact)]


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


def _bridge(content: Selected, masks: Masks, variable: Variable, mask: int) -> str:
    """Two cells that only this one joins, or those that it cannot reach."""
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
            return f"it is the only bridge between {place_of(anchors[0])} and {place_of(other)}"
    elif anchors[0] not in reach(here, None):
        return f"it cannot be joined to {place_of(anchors[0])}"
    return ""


def _line(content: Selected, masks: Masks, variable: Variable, mask: int) -> str:
    """What would happen at an end of the edge, or that it would close a loop."""
    on, off = _states(content, masks)
    own = dict(zip(content.keys, content.scope, strict=True))
    edge = next(key for key, v in own.items() if v is variable)
    drawn = _chooses(content, variable, mask)
    cells = {key.cell for key in content.keys if isinstance(key, Side)}
    for node in edge[:2]:  # type: ignore[index]
        others = [own[x] for x in content.graph.at(node) if x != edge]
        lines = sum(v in on for v in others)
        free = sum(v not in on and v not in off for v in others)
        at = corner(node, cells) if cells else None
        name = f"the corner {at[0]} {place_of(at[1])}" if at else place_of(node)
        if not drawn and lines >= 2:
            return f"the line passes {name} already"
        if not drawn and lines == 0 and free == 0:
            return f"the line could not go on at {name}"
        if drawn and lines == 1 and free == 0:
            return f"it is the only way on for the line at {name}"
    if not drawn and _linked(edge, on, own):
        return "it would close the loop too early"
    return ""


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


def _count(content: Count, masks: Masks, step: Step) -> str:
    """That the number is reached already, or that all that is left is needed."""
    sure = open_ = 0
    told = {fact.scope[0] for fact in step.conclusions}
    for v in content.scope:
        mask = masks.get(v, v.full_mask)
        hit = [value in content.values for i, value in enumerate(v.domain) if mask >> i & 1]
        sure += all(hit)
        open_ += any(hit) and not all(hit)
    if not told <= set(content.scope):
        return ""
    what = " or ".join(map(word, content.values))
    if sure == content.high and open_:
        return f"{sure} {'is' if sure == 1 else 'are'} {what} already" if sure else ""
    if sure + open_ == content.low:
        left = "it is" if open_ == 1 else f"these {open_} are"
        return f"{left} all that can still be {what}"
    return ""


def _different(masks: Masks) -> str:
    """Where a number stands already, or which cells share a few numbers."""
    fixed = [v for v, mask in masks.items() if mask.bit_count() == 1]
    if len(masks) == 1 and fixed:
        v = fixed[0]
        value = v.domain[masks[v].bit_length() - 1]
        return f"{word(value)} is in {name_of(v)} already"
    union = 0
    for mask in masks.values():
        union |= mask
    first = next(iter(masks), None)
    if first is None or not all(v.domain == first.domain for v in masks) or fixed:
        return ""
    if union.bit_count() == len(masks):
        numbers = [word(x) for i, x in enumerate(first.domain) if union >> i & 1]
        return f"{joined(numbers)} belong to {listed(list(masks))}"
    return ""
