"""Places and facts of a pencil puzzle in words, as short as they are clear: ``r2c3``, ``r1c2 to r1c5 are shaded``."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence

from deduce.evidence import Statement
from deduce.ground.wording import Phrase, listing, phrase, say
from deduce.language.facts import Fact
from deduce.language.variables import Variable
from deduce_models.pencil.rules.loops import LINE
from deduce_models.pencil.rules.sides import Corner, Side, corner

_RUN = 3
"""So many cells side by side are told as the first and the last."""

_PLACES, _FIRST = 6, 3
"""Of so many places of one rule each is named, and so many shapes; of more shapes so many, where that is enough."""


def place_of(key: Hashable) -> str:
    """A cell by row and column, one of two lines in a cell with its name; anything else as it is."""
    if isinstance(key, tuple) and len(key) == 3 and is_cell(key[:2]) and isinstance(key[2], str):
        return say("{place}, {line}", place=place_of(key[:2]), line=key[2])
    return f"r{key[0]}c{key[1]}" if is_cell(key) else str(key)  # type: ignore[index]


def is_cell(key: object) -> bool:
    """Whether a key is a row and a column."""
    return isinstance(key, tuple) and len(key) == 2 and all(isinstance(x, int) for x in key)


def joined(words: Sequence[str]) -> str:
    """``a, b and c``."""
    return listing(words)


def corner_name(where: str, cell: tuple[int, int]) -> Phrase:
    """A corner, seen from one of the cells around it."""
    return phrase(
        f"the corner {where} {place_of(cell)}",
        f"the corner {where} {{places}}",
        places=place_of(cell),
        count=1,
    )


def name_of(variable: Variable) -> str:
    """A variable in words: ``r2c3`` for a cell, and so on."""
    return listed([variable])


def _kind_of(variable: Variable) -> tuple[str, str]:
    """What is said before the names of such variables, and the name of this one."""
    kind, key = variable.name.split("[")[0], variable.key
    if kind == "cell" and is_cell(key):
        return "", place_of(key)
    if isinstance(key, Corner) and key.cell:
        return f"the corner {key.where}", place_of(key.cell)
    if kind == "point" and is_cell(key):
        return ("the point below and right of", place_of(key)) if min(key) else ("the point", str(key))
    if isinstance(key, Side):
        return f"the side {key.where}", place_of(key.cell)
    if kind in _PAIRS and isinstance(key, tuple) and len(key) == 2:
        return _PAIRS[kind], f"{place_of(key[0])}-{place_of(key[1])}"
    if key is None:
        return "", variable.name
    if is_cell(key):
        return _OWNED.get(kind, f"the {kind} at"), place_of(key)
    return kind, str(key)


_OWNED = {
    "box": "the rectangle of",
    "tree": "the tent of the tree at",
    "between": "the distance in the area of",
}
"""What a variable is that a cell has, where its name does not say that."""


_PAIRS = {"line": "the line", "border": "the border", "bridge": "the bridge", "outside": "the way outside"}


def listed(variables: Sequence[Variable], joint: str = "and") -> str:
    """Names of variables, those of one kind together and cells side by side as the first and the last."""
    kinds: dict[str, list[tuple[str, Variable]]] = {}
    for v in variables:
        what, name = _kind_of(v)
        kinds.setdefault(what, []).append((name, v))
    found = []
    for what, members in kinds.items():
        names = _runs([v for _, v in members]) if not what else [name for name, _ in members]
        several = what.replace("the ", "", 1) if len(members) > 1 and what.startswith("the ") else ""
        first, _, rest = several.partition(" ")
        plural = f"the {first}s{' ' if rest else ''}{rest}" if several else what
        names_told = listing(names, joint)
        key = f"{what} {{places}}"
        told = phrase(f"{plural} {names_told}", key, places=names_told, count=len(members))
        found.append(told if what else names_told)
    return listing(found, joint)


def _runs(variables: Sequence[Variable]) -> list[str]:
    """Names of cells, with stretches of a row or a column told by their ends."""
    cells = {v.key for v in variables if is_cell(v.key)}
    names = [_kind_of(v)[1] for v in variables if not is_cell(v.key)]
    for dr, dc in ((0, 1), (1, 0)):
        for at in sorted(cells):
            run = [at]
            while at in cells and (nxt := (run[-1][0] + dr, run[-1][1] + dc)) in cells:
                run.append(nxt)
            if at in cells and len(run) >= _RUN and (at[0] - dr, at[1] - dc) not in cells:
                names.append(_from_to(place_of(at), place_of(run[-1])))
                cells.difference_update(run)
    return names + [place_of(at) for at in sorted(cells)]


def _from_to(first: object, last: object) -> Phrase:
    return say("{first} to {last}", first=first, last=last)


_SPOKEN: Mapping[Hashable, str] = {
    LINE: "drawn",
    "none": "not drawn",
    "parted": "there",
    "joined": "not there",
}


def word(value: Hashable) -> str:
    """A value in words; a cell is a place, a rectangle its corners."""
    if isinstance(value, str):
        return _SPOKEN.get(value, value)
    if is_cell(value):
        return place_of(value)
    if isinstance(value, tuple) and len(value) == 4 and all(isinstance(x, int) for x in value):
        return _from_to(place_of(value[:2]), place_of(value[2:]))
    if isinstance(value, tuple) and value and all(is_cell(x) for x in value):
        return say("on {places}", places=listing([place_of(x) for x in value], ","))
    return str(value)


def said(facts: Iterable[Fact], *, brief: bool = False, short: bool = False) -> list[str]:
    """Facts about single variables, those of one kind together: ``r1c2 and r1c3 are shaded``.

    If `brief`, of many shapes or rectangles the first ones and how many more there are; if `short`, of several already,
    and of many places, too.
    """
    kinds: dict[str, list[Variable]] = {}
    for fact in facts:
        kinds.setdefault(says(fact, brief=brief, short=short), []).append(fact.scope[0])
    return [
        stated(_counted(variables) if short else listed(variables), len(variables), what)
        for what, variables in kinds.items()
    ]


def stated(places: str, count: int, what: str) -> Phrase:
    """``r1c2 and r1c3 are shaded``."""
    return say("{places} are {what}", one="{places} is {what}", places=places, count=count, what=what)


def _counted(variables: Sequence[Variable]) -> str:
    """Names of variables; of many the first ones and how many more there are."""
    if len(variables) <= _PLACES:
        return listed(variables)
    first = listed(variables[:_FIRST], ",")
    return say("{places} and {number} others", places=first, number=len(variables) - _FIRST)


def says(fact: Fact, *, brief: bool = False, short: bool = False) -> str:
    """What a fact says of its variable, without the variable."""
    v = fact.scope[0]
    mask = fact.support(v)
    if mask is None:
        return fact.sentence()
    inside = [x for i, x in enumerate(v.domain) if mask >> i & 1]
    outside = [x for i, x in enumerate(v.domain) if not mask >> i & 1]
    if not inside:
        return "nothing at all"
    if v.name.startswith("bridge[") and set(v.domain) <= set(_BRIDGES):
        return _bridges(set(inside), set(v.domain))
    if len(inside) <= len(outside) or len(inside) == 1:
        return _either(inside, brief, short)
    return say("not {what}", what=_either(outside, brief, short))


_BRIDGES = {0: "not there", 1: "single", 2: "double"}


def _bridges(left: set[Hashable], every: set[Hashable]) -> str:
    """How many lines a bridge has, as those say who draw them."""
    if len(left) == 1:
        return _BRIDGES[min(left)]  # type: ignore[index, type-var]
    if every - left == {0}:
        return "there"
    return say("not {what}", what=_BRIDGES[min(every - left)])  # type: ignore[index, type-var]


def _either(values: Sequence[Hashable], brief: bool, short: bool) -> str:
    """Values in words with "or" between them."""
    words = _ranged(values)
    first = 1 if short else _FIRST
    if (brief or short) and len(words) > 2 * first and isinstance(values[0], tuple):
        words = [*words[:first], say("one of {number} others", number=len(words) - first)]
    return listing(words, "or")


def _ranged(values: Sequence[Hashable]) -> list[str]:
    """Values in words; more than four whole numbers one after the other as the first and the last."""
    numbers = [x for x in values if isinstance(x, int)]
    if len(numbers) == len(values) > 4 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return [_from_to(numbers[0], numbers[-1])]
    return [word(x) for x in values]


_LONG = re.compile(r"row (\d+), column (\d+)")
_NAME = re.compile(r"\bcell\[(\d+),(\d+)\]")
_POINT = "this point"
"""Clues whose text ends so stand at a corner of cells: the upper left one of the cell that is their place."""


def labels(statements: Iterable[Statement]) -> list[str]:
    """The sentences of statements, one that stands several times told once with its places."""
    alike: dict[str, list[Statement]] = {}
    for statement in statements:
        alike.setdefault(_named(statement.text), []).append(statement)
    return [_label(text, some) for text, some in alike.items()]


def _named(text: str) -> str:
    """A sentence with cells by row and column."""
    if not _NAME.search(text):
        return text
    return text.rewritten(_short) if isinstance(text, Phrase) else _short(text)


def _short(text: str) -> str:
    return _NAME.sub(r"r\1c\2", text)


def _shortly(place: str) -> str:
    return _LONG.sub(r"r\1c\2", place)


def _label(text: str, statements: Sequence[Statement]) -> str:
    printed = list(dict.fromkeys(_printed(s) for s in statements if s.place))
    if len(statements) == 1:
        return say("{place}: {text}", place=printed[0], text=text) if printed else text
    if printed:
        few = (
            say(
                "{first} to {last}, {number} places",
                first=printed[0],
                last=printed[-1],
                number=len(printed),
            )
            if len(printed) > _PLACES
            else joined(printed)
        )
        return say("{place}: {text}", place=few, text=text)
    if all(len(s.content.scope) == 1 for s in statements):  # type: ignore[union-attr]
        return text  # what it says of each place is what is shown there
    found = list(dict.fromkeys(map(_extent, statements)))
    if len(found) > _PLACES:
        number = len(statements)
        return say(
            "{text} ({number} times, from {first} to {last})",
            text=text,
            number=number,
            first=found[0],
            last=found[-1],
        )
    return say("{text} (at {places})", text=text, places=joined(found))


def _printed(statement: Statement) -> str:
    """Where a clue is printed; a corner is named after a cell in the grid."""
    found = _LONG.fullmatch(statement.place)
    if found and statement.text.endswith(_POINT):
        point = int(found[1]), int(found[2])
        around = corner(point, {v.key for v in statement.content.scope})  # type: ignore[union-attr]
        if around is not None:
            return corner_name(*around)
    if found:
        return place_of((int(found[1]), int(found[2])))
    return statement.place.rewritten(_shortly) if isinstance(statement.place, Phrase) else statement.place


def _extent(statement: Statement) -> str:
    """Where a rule without a place of its own stands: the first and the last of its variables."""
    scope = statement.content.scope  # type: ignore[union-attr]
    first, last = (_kind_of(v)[1] for v in (scope[0], scope[-1]))
    if first == last:
        return first
    if len(scope) >= _RUN and _runs(scope) == [f"{first} to {last}"]:
        return _from_to(first, last)
    return f"{first}/{last}"
