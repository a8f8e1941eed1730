"""More clues of the shapes a puzzle already has: the pool from which a puzzle file makes more like itself.

In each clue the names that could be others are found: a member of a family (of the same kind, where an
all-different rule says what is of one kind), or a value a variable is compared with. Every way to put others
in their place is a possible clue.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from deduce.evidence import Statement, in_words
from deduce.ground.deadline import tick
from deduce.ground.errors import RecordError
from deduce.language.base import Constraint
from deduce.language.facts import Fact
from deduce.language.variables import Family, Variable
from deduce.puzzles.expressions import read_condition, read_variables
from deduce.puzzles.files import PuzzleFile
from deduce.puzzles.trees import tree_of

_MOST = 4000
"""From one shape at most this many clues are made, evenly spread over all there are."""


@dataclass(slots=True)
class _Slot:
    """A place in a clue where another name could stand."""

    old: Hashable
    options: Sequence[Hashable]
    put: Callable[[Hashable], None]
    kind: tuple[str, str]


def clue_pool(file: PuzzleFile) -> dict[str, Statement]:
    """Possible clues of the shapes of a file's clues: the condition as text, and the statement.

    The sentence of a clue is the original's with the names put in, where the original says them all;
    otherwise the condition in words. A clue that says nothing new of any variable is left out.
    """
    pool: dict[str, Statement] = {}
    meanings: set[Hashable] = set()
    for says, clue in zip(file.says, file.puzzle.log, strict=True):
        _gather(file, says, clue, pool, meanings)
    return pool


def said_otherwise(file: PuzzleFile, clue: Statement) -> list[Statement]:
    """What one of a file's clues could say instead: the possible clues of its shape that mean something else."""
    says = dict(zip(file.puzzle.log, file.says, strict=True))[clue]
    meanings: set[Hashable] = {clue.content.key()} if isinstance(clue.content, Fact) else set()
    pool: dict[str, Statement] = {}
    _gather(file, says, clue, pool, meanings)
    return list(pool.values())


def _gather(
    file: PuzzleFile, says: str, clue: Statement, pool: dict[str, Statement], meanings: set[Hashable]
) -> None:
    for text, sentence in _variants(file, says, clue.text):
        tick()
        if text in pool:
            continue
        try:
            content = read_condition(text, file.problem)
        except RecordError:
            # A word in the wrong place, such as a fruit for a colour: no clue.
            continue
        meaning = content.key() if isinstance(content, Fact) else ("text", text)
        if meaning not in meanings:
            meanings.add(meaning)
            pool[text] = Statement(content, sentence or in_words(content), "observation")


def _variants(file: PuzzleFile, says: str, text: str) -> Iterator[tuple[str, str]]:
    tree = tree_of(says)
    slots = list(_slots(file, tree))
    original = [slot.old for slot in slots]
    said = all(_word(old).search(text) for old in original)
    total = prod(len(slot.options) for slot in slots)
    stride = -(-total // _MOST)
    yield ast.unparse(tree), text
    for number, chosen in enumerate(product(*(slot.options for slot in slots))):
        if number % stride or _repeats(slots, chosen):
            continue
        tick()
        for slot, value in zip(slots, chosen, strict=True):
            slot.put(value)
        yield ast.unparse(tree), _replaced(text, dict(zip(original, chosen, strict=True))) if said else ""


def _repeats(slots: Sequence[_Slot], chosen: Sequence[Hashable]) -> bool:
    """Whether names that differ in the original have become the same."""
    for i, slot in enumerate(slots):
        for j in range(i):
            other = slots[j]
            if slot.kind == other.kind and (slot.old == other.old) != (chosen[i] == chosen[j]):
                return True
    return False


def _word(value: Hashable) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(str(value))}(?!\w)")


def _replaced(text: str, names: dict[Hashable, Hashable]) -> str:
    """All names exchanged at once."""
    by_text = {str(old): str(new) for old, new in names.items()}
    longest = sorted(by_text, key=len, reverse=True)
    if not longest:
        return text
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(old)}(?!\w)" for old in longest))
    return pattern.sub(lambda found: by_text[found[0]], text)


def _slots(file: PuzzleFile, root: ast.expr) -> Iterator[_Slot]:
    problem = file.problem
    for node in ast.walk(root):
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
            family = problem.get(node.value.id)
            if isinstance(family, Family):
                old = _key(node.slice)
                if old in family:
                    yield _Slot(old, _alike(file, family, old), _keyed(node), ("key", family.name))
        elif isinstance(node, ast.Compare):
            yield from _compared(file, node)


def _compared(file: PuzzleFile, node: ast.Compare) -> Iterator[_Slot]:
    """The values that a variable is compared with."""
    if len(node.comparators) != 1:
        return
    variable = _variable(file, node.left)
    right = node.comparators[0]
    if variable is None:
        return
    if isinstance(right, (ast.List, ast.Tuple, ast.Set)):
        for place, item in enumerate(right.elts):
            old = _said(item)
            if old in variable.domain:
                yield _Slot(old, variable.domain, _placer(right.elts, place), ("value", variable.name))
    elif _variable(file, right) is None and (old := _said(right)) in variable.domain:
        yield _Slot(old, variable.domain, _placer(node.comparators, 0), ("value", _kind(variable)))


def _kind(variable: Variable) -> str:
    return ",".join(map(str, variable.domain))


def _variable(file: PuzzleFile, node: ast.expr) -> Variable | None:
    try:
        if isinstance(node, ast.Name):
            found = file.problem.get(node.id)
            return found if isinstance(found, Variable) else None
        if isinstance(node, ast.Subscript):
            return read_variables(ast.unparse(node), file.problem)[0]
    except RecordError:
        return None
    return None


def _said(node: ast.expr) -> Hashable:
    if isinstance(node, ast.Name):
        return node.id
    if not isinstance(node, ast.Constant):
        return None
    if node.value is None or isinstance(node.value, bool):
        return str(node.value)  # None, True and False are words, as in conditions.
    return node.value if isinstance(node.value, (str, int)) else None


def _key(node: ast.expr) -> Hashable:
    """The key a subscript names, a tuple for a cell of a grid; None for a row or a column."""
    if isinstance(node, ast.Tuple):
        return tuple(_said(part) for part in node.elts)
    return _said(node)


def _alike(file: PuzzleFile, family: Family[Hashable], key: Hashable) -> list[Hashable]:
    """The keys that may stand for `key`: those a rule tells apart from it, so that people stay people.

    In a grid, and where no such rule exists, every key of the family.
    """
    names = {variable: name for name, variable in family.items()}
    for rule in file.problem.rules:
        scope = rule.content.scope if isinstance(rule.content, Constraint) and rule.content.apart else ()
        if not isinstance(key, tuple) and family[key] in scope and names.keys() >= set(scope):
            return [names[variable] for variable in scope]
    return list(family)


def _keyed(node: ast.Subscript) -> Callable[[Hashable], None]:
    def put(key: Hashable) -> None:
        parts = [ast.Constant(part) for part in (key if isinstance(key, tuple) else (key,))]
        node.slice = ast.Tuple(list(parts), ast.Load()) if isinstance(key, tuple) else parts[0]

    return put


def _placer(items: list[ast.expr], place: int) -> Callable[[Hashable], None]:
    def put(value: Hashable) -> None:
        items[place] = ast.Constant(value)  # type: ignore[arg-type]

    return put
