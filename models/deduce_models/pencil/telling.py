"""Steps in the words of the puzzle: places by row and column, and why, where the reason can be pointed at.

A rule that speaks of the whole grid ("all shaded cells hang together") is no reason one can see. So what it comes to
here is said: the only bridge between two cells, the only way on for a line, a loop closed too early.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import groupby

from deduce.constraints import AllDifferent, Constraint, Count
from deduce.evidence import Statement
from deduce.facts import Fact
from deduce.graphs import Connected, Loop
from deduce.puzzles.chains import Chain, chain
from deduce.puzzles.walks import Step
from deduce.variables import Variable
from deduce_models.pencil.board import place
from deduce_models.pencil.loops import LINE
from deduce_models.pencil.sheet import Cell

__all__ = ["name_of", "said", "tell"]

Masks = Mapping[Variable, int]


def tell(step: Step) -> list[str]:
    """A step in sentences: what it shows, then why.

    A step that needs several rules or clues at once is told as a contradiction, with its depth: in how many rounds
    each of them is applied to what the others showed.
    """
    head = "; ".join(said(step.conclusions))
    settled = [f"{name_of(v)} is {_word(value)}" for v, value in step.placed.items()]
    more = [x for x, v in zip(settled, step.placed, strict=True) if not _equals(step, v)]
    if more:
        head += ": so " + "; ".join(more)
    if len(step.statements) < 2:
        return [head, *_why(step)]
    found = chain(step)
    if found is None:
        rules = [f"by contradiction, in cases, from: {_label(s)}" for s in step.statements[:1]]
        return [head, *rules, *(f"and {_label(s)}" for s in step.statements[1:]), *_knowing(step.known)]
    return [head, *_told(found)]


def _equals(step: Step, v: Variable) -> bool:
    """Whether a conclusion already says what `v` is."""
    return any(
        fact.scope[0] is v and (fact.support(v) or 0).bit_count() == 1
        for fact in step.conclusions
        if isinstance(fact, Constraint)
    )


# Names and facts.


def name_of(variable: Variable) -> str:
    """A variable in words: ``row 2, column 3`` for a cell, and so on."""
    kind, key = variable.name.split("[")[0], variable.key
    if kind in ("cell", "turn", "tree") and _is_cell(key):
        own = place(key)
        return own if kind == "cell" else f"the {kind} at {own}"
    if kind == "box" and _is_cell(key):
        return f"the rectangle of {place(key)}"
    if kind == "point" and _is_cell(key):
        return f"the point below and right of {place(key)}" if min(key) else f"the point {key}"
    if kind == "side":
        (r, c), (r2, _) = key
        if r == r2:
            return f"the side above {place((r, c))}"
        return f"the side left of {place((r, c))}"
    if kind in ("line", "border") and isinstance(key, tuple) and len(key) == 2:
        a, b = key
        what = "the line from" if kind == "line" else "the border between"
        return f"{what} {_pair(a, b, 'to' if kind == 'line' else 'and')}"
    if kind == "bridge" and isinstance(key, tuple) and len(key) == 2:
        return f"the bridge from {_pair(key[0], key[1], 'to')}"
    if key is not None:
        return f"{kind} {key if not _is_cell(key) else place(key)}"
    return variable.name


def _is_cell(key: object) -> bool:
    return isinstance(key, tuple) and len(key) == 2 and all(isinstance(x, int) for x in key)


def _pair(a: Cell, b: Cell, word: str) -> str:
    if a[0] == b[0]:
        return f"row {a[0]}, column {a[1]} {word} {b[1]}"
    if a[1] == b[1]:
        return f"column {a[1]}, row {a[0]} {word} {b[0]}"
    return f"{place(a)} {word} {place(b)}"


_SPOKEN: Mapping[Hashable, str] = {
    LINE: "drawn",
    "none": "not drawn",
    "parted": "there",
    "joined": "not there",
}


def _word(value: Hashable) -> str:
    """A value in words; a cell is a place."""
    if isinstance(value, str):
        return _SPOKEN.get(value, value)
    if _is_cell(value):
        return place(value)  # type: ignore[arg-type]
    if isinstance(value, tuple) and len(value) == 4 and all(isinstance(x, int) for x in value):
        (top, left, bottom, right) = value
        return f"{_range('row', top, bottom)}, {_range('column', left, right)}"
    if isinstance(value, tuple) and value and all(_is_cell(x) for x in value):
        return "on " + ", ".join(f"({r}, {c})" for r, c in value)
    return str(value)


def _range(what: str, first: int, last: int) -> str:
    return f"{what} {first}" if first == last else f"{what}s {first} to {last}"


def said(facts: Iterable[Fact]) -> list[str]:
    """Facts about single variables, those of one kind together: ``row 1, columns 2 and 3 are shaded``."""
    kinds: dict[str, list[Variable]] = {}
    for fact in facts:
        kinds.setdefault(_says(fact), []).append(fact.scope[0])
    found = []
    for what, variables in kinds.items():
        names = _listed(variables)
        found.append(f"{names} {'are' if len(variables) > 1 else 'is'} {what}")
    return found


def _says(fact: Fact) -> str:
    """What a fact says of its variable."""
    v = fact.scope[0]
    mask = fact.support(v)
    if mask is None:
        return fact.sentence()
    inside = [x for i, x in enumerate(v.domain) if mask >> i & 1]
    outside = [x for i, x in enumerate(v.domain) if not mask >> i & 1]
    if not inside:
        return "nothing at all"
    if len(inside) <= len(outside) or len(inside) == 1:
        return " or ".join(map(_word, inside))
    return "not " + " or ".join(map(_word, outside))


def _listed(variables: Sequence[Variable]) -> str:
    """Names of variables, cells of a row together."""
    cells = [v for v in variables if v.name.startswith("cell[") and _is_cell(v.key)]
    names = []
    for row, group in groupby(sorted(cells, key=lambda v: v.key), key=lambda v: v.key[0]):
        columns = [str(v.key[1]) for v in group]
        names.append(f"row {row}, column{'s' if len(columns) > 1 else ''} {_and(columns)}")
    told = set(cells)
    names += [name_of(v) for v in variables if v not in told]
    return " and ".join(names) if len(names) < 3 else "; ".join(names)


def _and(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


# Why.


def _why(step: Step) -> list[str]:
    """The reason of a step of at most one statement."""
    if not step.statements:
        return ["nothing else is possible"]
    statement = step.statements[0]
    told = _pointed(step, statement)
    if told:
        return [f"{_label(statement)}: {told}"]
    return [_label(statement), *_knowing(step.known)]


def _label(statement: Statement) -> str:
    return statement.label


def _knowing(known: Sequence[Statement]) -> list[str]:
    if not known:
        return []
    facts = [s.content for s in known if isinstance(s.content, Fact)]
    return ["knowing that " + "; ".join(said(facts))]


def _told(found: Chain) -> list[str]:
    """A contradiction, a line each round and statement."""
    lines = [f"by contradiction (depth {found.depth}): suppose {said([found.supposed])[0]}"]
    for link in found.links[:-1]:
        lines.append(f"then {'; '.join(said(link.shown))} ({_label(link.statement)})")
    last = found.links[-1]
    given = f", as {'; '.join(said(last.known))}" if last.known else ""
    lines.append(f"but then this cannot be kept: {_label(last.statement)}{given}")
    return lines


def _pointed(step: Step, statement: Statement) -> str:
    """The reason at the place itself, or nothing where the statement's sentence is all there is to say."""
    content = statement.content
    masks = {fact.scope[0]: fact.support(fact.scope[0]) or 0 for fact in _facts(step)}
    first = step.conclusions[0]
    mask = first.support(first.scope[0])
    if mask is None:
        return ""
    if isinstance(content, Connected) and content.over_nodes:
        return _bridge(content, masks, first.scope[0], mask)
    if isinstance(content, Loop) and not content.over_nodes:
        return _line(content, masks, first.scope[0], mask)
    if isinstance(content, Count):
        return _count(content, masks, step)
    if isinstance(content, AllDifferent):
        return _different(masks)
    return ""


def _facts(step: Step) -> list[Fact]:
    return [s.content for s in step.known if isinstance(s.content, Fact)]


def _states(content: Connected | Loop, masks: Masks) -> tuple[set[Variable], set[Variable]]:
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


def _chooses(content: Connected | Loop, variable: Variable, mask: int) -> bool:
    return all(value in content.values for i, value in enumerate(variable.domain) if mask >> i & 1)


def _bridge(content: Connected, masks: Masks, variable: Variable, mask: int) -> str:
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
            return f"it is the only bridge between {_where(anchors[0])} and {_where(other)}"
    elif anchors[0] not in reach(here, None):
        return f"it cannot be joined to {_where(anchors[0])}"
    return ""


def _where(key: Hashable) -> str:
    return place(key) if _is_cell(key) else str(key)  # type: ignore[arg-type]


def _line(content: Loop, masks: Masks, variable: Variable, mask: int) -> str:
    """What would happen at an end of the edge, or that it would close a loop."""
    on, off = _states(content, masks)
    own = dict(zip(content.keys, content.scope, strict=True))
    edge = next(key for key, v in own.items() if v is variable)
    drawn = _chooses(content, variable, mask)
    corners = variable.name.startswith("side[")
    for node in edge[:2]:  # type: ignore[index]
        others = [own[x] for x in content.graph.at(node) if x != edge]
        lines = sum(v in on for v in others)
        free = sum(v not in on and v not in off for v in others)
        name = f"the corner above and left of {_where(node)}" if corners else _where(node)
        if not drawn and lines >= 2:
            return f"the line passes {name} already"
        if not drawn and lines == 0 and free == 0:
            return f"the line could not go on at {name}"
        if drawn and lines == 1 and free == 0:
            return f"it is the only way on for the line at {name}"
    if not drawn and _joined(edge, on, own):
        return "it would close the loop too early"
    return ""


def _joined(edge: Hashable, on: set[Variable], own: Mapping[Hashable, Variable]) -> bool:
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
    what = " or ".join(map(_word, content.values))
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
        return f"{_word(value)} is in {name_of(v)} already"
    union = 0
    for mask in masks.values():
        union |= mask
    first = next(iter(masks), None)
    if first is None or not all(v.domain == first.domain for v in masks) or fixed:
        return ""
    if union.bit_count() == len(masks):
        numbers = [_word(x) for i, x in enumerate(first.domain) if union >> i & 1]
        return f"{_and(numbers)} belong to {_listed(list(masks))}"
    return ""
