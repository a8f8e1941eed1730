"""The parts of a condition that are no condition: variables, values, and numbers to be worked out.

One file because each is made of the others: a number of the members of a family, a member by a number.
"""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from deduce.ground.deadline import tick
from deduce.ground.errors import ProblemError, RecordError, nearest
from deduce.language.choices import Choice, member_at
from deduce.language.constraints import Constraint
from deduce.language.expressions import Expression, calculate, count, expression_of, max_, min_
from deduce.language.operators import Calculable
from deduce.language.variables import Family, Variable
from deduce.problem import Problem
from deduce.puzzles.boards import GROUPS as BOARD_GROUPS
from deduce.puzzles.boards import HERE, RULES, around, group_of_board, seen
from deduce.puzzles.brought import names
from deduce.puzzles.trees import ConditionText, brief, says_something

FUNCTIONS = {
    "all_different": "all_different(pet) or all_different(a, b, c)",
    "all": "all(cell[1, c] < cell[2, c] for c in 1..9)",
    "any": "any(x == 3 for x in row)",
    "at_least": "at_least(2, pet, dog)",
    "at_most": "at_most(2, pet, dog)",
    "exactly": "exactly(2, pet, dog)",
    "count": "count(pet, dog) == 2",
    "sum": "sum(row) == 15",
    "abs": "abs(a - b) == 1",
    "min": "min(row) == 2",
    "max": "max(a, b, 3) == c",
    "implies": "implies(a == 1, b == 2)",
    "iff": "iff(a == 1, b == 2)",
    "one_of": "one_of(a == 1, b == 2)",
    **RULES,
    "seen": "seen(cell, clear) == 4",
}
"""The functions conditions may use, each with an example."""

GROUPS = {
    "range": "range(1, 10)",
    "keys": "keys(pet)",
    "pairs": "pairs(pet)",
    "rows": "rows(cell)",
    "columns": "columns(cell)",
    "blocks": "blocks(cell, 3, 3)",
    "windows": "windows(cell, 2, 2)",
    "diagonals": "diagonals(cell)",
    "neighbours": "neighbours(cell)",
    "touching": "touching(cell)",
    "areas": "areas(cell)",
    "lines": "lines(cell)",
}
"""What a ``for`` may go over besides families and lists; ``neighbours`` share a side, ``touching`` a corner too.

``blocks`` lie side by side, ``windows`` are all rectangles of the size.
"""

_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class BareWord:
    """A bare word or a literal that is no variable: a value, once we know of which variable."""

    value: Hashable
    node: ast.expr


@dataclass(frozen=True, slots=True)
class Counted:
    """How many of some variables take some values; to be compared with a number."""

    variables: tuple[Variable, ...]
    values: tuple[Hashable, ...]


LARGEST = 10**9
"""Numbers beyond this would leave the range of the solvers' arithmetic."""

Term = Variable | BareWord | Expression | Choice | Counted


_MOST = 10_000


class TermReader(ABC):
    """Reads the terms of one expression; see `deduce.puzzles.expressions`."""

    def __init__(self, problem: Problem, source: str, line: int, column: int) -> None:
        self.problem, self.text = problem, ConditionText(source, line, column)
        self.bound: dict[str, Any] = {}

    def fail(self, node: ast.AST, message: str) -> RecordError:
        """The error to raise, with the place of `node`."""
        return self.text.fail(node, message)

    def clash(self, node: ast.expr, variable: Variable) -> None:
        """Refuse a bare word that is a variable's name and also a value of the one it stands beside."""
        if (
            isinstance(node, ast.Name)
            and node.id in variable.domain
            and self.problem.get(node.id) is not None
        ):
            raise self.fail(
                node,
                f"{node.id!r} is a value of {variable} and also the name of a variable; write the value in "
                "quotes, or rename the variable",
            )

    def _unknown(self, word: BareWord, variable: Variable | None = None) -> RecordError:
        if variable is not None and (meant := variable.meant(word.value)):
            allowed = nearest("", variable.domain)
            return self.fail(word.node, f"{word.value!r} is no value of {variable}: {meant}{allowed}")
        known: list[object] = list(variable.domain) if variable is not None else []
        if isinstance(word.node, ast.Name) or variable is None:
            known += self._names()
        beside = f"no value of {variable}" if variable is not None else "no variable"
        shown = brief(word.value) if isinstance(word.value, str) else word.value
        return self.fail(word.node, f"{shown!r} is {beside}: {nearest(word.value, known)}")

    def _names(self) -> list[str]:
        return self.problem.names()

    def _function(self, node: ast.Call) -> str:
        name = node.func.id if isinstance(node.func, ast.Name) else ast.unparse(node.func)
        if name not in FUNCTIONS:
            raise self.fail(node, f"there is no function {name!r}: {nearest(name, [*FUNCTIONS, *names()])}")
        if node.keywords or any(isinstance(x, ast.Starred) for x in node.args):
            raise self.fail(node, f"write it as {FUNCTIONS[name]}")
        return name

    def _count(self, node: ast.AST, args: Sequence[ast.expr]) -> Counted:
        if len(args) < 2:
            raise self.fail(node, f"write it as {FUNCTIONS['count']}")
        variables = self.variables(args[:-1])
        wanted = args[-1].elts if isinstance(args[-1], (ast.List, ast.Set, ast.Tuple)) else [args[-1]]
        known = list(dict.fromkeys(x for v in variables for x in v.domain))
        values = []
        for item in wanted:
            for variable in variables:
                self.clash(item, variable)
            word = self.term(item)
            if not isinstance(word, BareWord) or word.value not in known:
                shown = word.value if isinstance(word, BareWord) else ast.unparse(item)
                raise self.fail(item, f"{shown!r} is no value to count: {nearest(shown, known)}")
            values.append(word.value)
        return Counted(variables, tuple(values))

    # Terms.

    def term(self, node: ast.expr) -> Term:
        """A variable, a value, or a number to be worked out."""
        if isinstance(node, ast.Constant):
            return BareWord(self._literal(node, node.value), node)
        if (
            isinstance(node, ast.UnaryOp)
            and isinstance(node.op, ast.USub)
            and isinstance(node.operand, ast.Constant)
        ):
            value = node.operand.value
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                self._literal(node, value)
                return BareWord(-value, node)
        if isinstance(node, ast.Name) and node.id in self.bound:
            value = self.bound[node.id]
            if isinstance(value, tuple):
                raise self.fail(node, f"{node.id} stands for several variables; one is needed here")
            return value if isinstance(value, Variable) else BareWord(value, node)
        if isinstance(node, ast.Name):
            found = self.problem.get(node.id)
            if isinstance(found, Family):
                raise self.fail(
                    node, f"{node.id} is a family; name a member, as in {node.id}[{next(iter(found))}]"
                )
            return found if isinstance(found, Variable) else BareWord(node.id, node)
        if isinstance(node, ast.Subscript):
            chosen = self._at(node)
            if chosen is not None:
                return chosen
            members = self.members(node)
            if len(members) != 1:
                raise self.fail(node, f"{brief(node)!r} names {len(members)} variables; one is needed here")
            return members[0]
        if (
            isinstance(node, ast.Call)
            and self._function(node) == "count"
            and len(node.args) > 1
            and not any(map(says_something, node.args))
        ):
            return self._count(node, node.args)
        return self.number(node)

    def _literal(self, node: ast.expr, value: object) -> str | int | float:
        """The value a literal stands for. None, True and False are words here, not Python's values."""
        if value is None or isinstance(value, bool):
            return str(value)
        if isinstance(value, (str, int, float)):
            if isinstance(value, int) and abs(value) > LARGEST:
                raise self.fail(node, f"numbers may be at most {LARGEST:,}")
            return value
        raise self.fail(
            node, f"{brief(node)!r} is no value here; write a whole number, or a word (in quotes if need be)"
        )  # fmt: skip

    def number(self, node: ast.expr) -> Expression:
        """A term as arithmetic, with numbers of a size the solvers can add."""
        try:
            found = self._number(node)
        except RecordError:
            raise
        except ProblemError as error:
            raise self.fail(node, str(error)) from None
        if max(map(abs, (found.constant, *(factor for factor, _ in found.terms)))) > LARGEST:
            raise self.fail(node, f"numbers may be at most {LARGEST:,}")
        return found

    def _number(self, node: ast.expr) -> Expression:
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
            return calculate(_OPERATORS[type(node.op)], [self.number(node.left), self.number(node.right)])
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return -self.number(node.operand)
        if isinstance(node, ast.Call):
            return self._called(node)
        if isinstance(node, (ast.Constant, ast.Name, ast.Subscript)):
            found = self.term(node)
            if isinstance(found, (Variable, Choice)):
                return self._one(node, found)
            if (
                isinstance(found, BareWord)
                and isinstance(found.value, int)
                and not isinstance(found.value, bool)
            ):
                return expression_of(found.value)
            if isinstance(found, BareWord):
                raise self._unknown(found)
        raise self.fail(
            node, f"{brief(node)!r} is not allowed in a condition; allowed: variables, values, + - * // %, "
            "comparisons, and, or, not, and the functions " + ", ".join(FUNCTIONS),
        )  # fmt: skip

    def _called(self, node: ast.Call) -> Expression:
        name = self._function(node)
        if name == "abs" and len(node.args) == 1:
            return abs(self.number(node.args[0]))
        if name == "count" and node.args:
            if len(node.args) > 1 and not any(map(says_something, node.args)):
                counted = self._count(node, node.args)
                return count(
                    [v.is_in([x for x in counted.values if x in v.domain]) for v in counted.variables]
                )
            return count([self.condition(part) for part in self.spread(node.args)])
        if name == "seen":
            return seen(self, node)
        if name in ("sum", "min", "max") and node.args:
            numbers: list[Expression] = []
            for part in self.spread(node.args):
                try:
                    several = self.variables([part])
                except RecordError:
                    numbers.append(self.number(part))
                else:
                    numbers += [self._one(part, variable) for variable in several]
            if name != "sum":
                return (min_ if name == "min" else max_)(numbers)
            total = expression_of(0)
            for number in numbers:
                total = total + number
            return total
        raise self.fail(
            node, f"{name}(...) is no number here; numbers: sum, min, max, abs, count, + - * // %"
        )

    def _one(self, node: ast.AST, variable: Variable | Choice) -> Expression:
        try:
            return expression_of(variable)
        except ProblemError as error:
            raise self.fail(node, str(error)) from None

    @abstractmethod
    def condition(self, node: ast.expr) -> Constraint:
        """The constraint a node says; see `deduce.puzzles.expressions`."""

    def spread(self, nodes: Sequence[ast.expr]) -> Iterator[ast.expr]:
        """The arguments of a call, lists and ``... for ... in ...`` taken apart; names are bound in turn."""
        for node in nodes:
            if isinstance(node, (ast.GeneratorExp, ast.ListComp)):
                for _ in self.bindings(node.generators):
                    yield node.elt
            elif isinstance(node, (ast.List, ast.Tuple, ast.Set)):
                yield from self.spread(node.elts)
            else:
                yield node

    def bindings(self, generators: Sequence[ast.comprehension]) -> Iterator[None]:
        """Bind the names of ``for`` clauses to each of their values in turn."""
        if not generators:
            yield
            return
        first, *rest = generators
        before = dict(self.bound)
        for value in self.each(first.iter):
            tick()
            self.bound = {**before, **self._bound(first.target, value)}
            if all(self._chosen(test) for test in first.ifs):
                yield from self.bindings(rest)
        self.bound = before

    def _bound(self, target: ast.expr, value: Any) -> dict[str, Any]:
        if isinstance(target, ast.Name):
            if self.problem.get(target.id) is not None or target.id in FUNCTIONS:
                raise self.fail(target, f"{target.id!r} has a meaning already; call it otherwise")
            return {target.id: value}
        if isinstance(target, ast.Tuple) and isinstance(value, tuple) and len(target.elts) == len(value):
            return {
                k: x for t, v in zip(target.elts, value, strict=True) for k, x in self._bound(t, v).items()
            }
        raise self.fail(target, f"{brief(target)!r} does not fit what it goes over")

    def _chosen(self, test: ast.expr) -> bool:
        """Whether an ``if`` among ``for`` clauses, which speaks of bound names and numbers alone, is true."""
        found = self.condition(test)
        if found.scope:
            raise self.fail(test, "after 'if' stand bound names and numbers alone")
        return found.holds(())

    def each(self, node: ast.expr) -> Sequence[Any]:
        """What a ``for`` goes over: numbers, keys, variables, or groups of variables."""
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return [*self.each(node.left), *self.each(node.right)]
        if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            return [word.value for item in node.elts if isinstance(word := self.term(item), BareWord)]
        name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
        if isinstance(node, ast.Call) and name in GROUPS:
            return self._groups(node, name)
        if isinstance(node, (ast.Name, ast.Subscript)):
            return self.variables([node])
        raise self.fail(
            node, f"{brief(node)!r} is nothing to go over; write one of {', '.join(GROUPS.values())}"
        )

    def _groups(self, node: ast.Call, name: str) -> Sequence[Any]:
        wrong = self.fail(node, f"write it as {GROUPS[name]}")
        if name == "range":
            ends = [self.number(x) for x in node.args]
            if len(ends) not in (1, 2) or any(end.terms for end in ends):
                raise wrong
            found = range(*(end.constant for end in ends))
            if len(found) > _MOST:
                raise self.fail(node, f"a range has at most {_MOST:,} numbers")
            return found
        if name == "pairs":
            return list(combinations(self.variables(node.args), 2))
        family = (
            self.problem.get(node.args[0].id) if node.args and isinstance(node.args[0], ast.Name) else None
        )
        if not isinstance(family, Family):
            raise wrong
        if name == "keys":
            return list(family)
        lies = getattr(self.problem, "lies", {}).get(family.name)
        if lies is not None and lies[1] == "cells" and name in BOARD_GROUPS and len(node.args) == 1:
            groups = group_of_board(family, lies[0], name)
            if groups is not None:
                return groups
        if name in ("areas", "lines") or not all(
            isinstance(key, tuple) and len(key) == 2 for key in family
        ):
            raise self.fail(node, f"{family.name} is no grid; {name} takes one with two ranges of keys")
        sizes = [self.number(x) for x in node.args[1:]]
        if any(size.terms or size.constant < 1 for size in sizes) or len(sizes) != (
            2 if name in ("blocks", "windows") else 0
        ):
            raise wrong
        shape = [size.constant for size in sizes]
        sides = [len({key[i] for key in family}) for i in (0, 1)]
        if name == "blocks" and any(side % size for side, size in zip(sides, shape, strict=True)):
            size, whole = (" by ".join(map(str, numbers)) for numbers in (shape, sides))
            raise self.fail(node, f"blocks of {size} do not fit into {family.name}, a grid of {whole}")
        return grouped(family, name, *shape)

    # Variables.

    def variables(self, nodes: Sequence[ast.expr]) -> tuple[Variable, ...]:
        """Every variable named: families whole, members, slices, lists of them."""
        found: list[Variable] = []
        for node in nodes:
            if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
                found.extend(self.variables(node.elts))
            elif isinstance(node, ast.Subscript):
                found.extend(self.members(node))
            elif isinstance(node, (ast.GeneratorExp, ast.ListComp)):
                for part in self.spread([node]):
                    found.extend(self.variables([part]))
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in HERE:
                found.extend(around(self, node, node.func.id))
            elif isinstance(node, ast.Name) and isinstance(self.bound.get(node.id), (Variable, tuple)):
                value = self.bound[node.id]
                found.extend(value if isinstance(value, tuple) else [value])
            else:
                name = node.id if isinstance(node, ast.Name) else ast.unparse(node)
                known = self.problem.get(name)
                if known is None:
                    raise self.fail(node, f"there is no variable {name!r}: {nearest(name, self._names())}")
                found.extend([known] if isinstance(known, Variable) else known.values())
        return tuple(dict.fromkeys(found))

    def members(self, node: ast.Subscript) -> tuple[Variable, ...]:
        """The members of a family that a subscript names; ``:`` stands for every key."""
        name = node.value.id if isinstance(node.value, ast.Name) else ast.unparse(node.value)
        family = self.problem.get(name)
        if not isinstance(family, Family):
            if isinstance(family, Variable):
                raise self.fail(node, f"{name!r} is one variable, no family; write it without [...]")
            families = [x for x in self._names() if isinstance(self.problem.get(x), Family)]
            raise self.fail(
                node, f"there is no family {brief(name)!r}: {nearest(name, families or self._names())}"
            )
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        wanted: list[Hashable] = [self._key(part) for part in parts]
        if len(wanted) == 1 and isinstance(wanted[0], tuple) and wanted[0][:1] != ("from",):
            wanted = list(wanted[0])  # a name that stands for a cell
        chosen = []
        for key, variable in family.items():
            own = key if isinstance(key, tuple) else (key,)
            if len(own) == len(wanted) and all(_fits(w, k) for w, k in zip(wanted, own, strict=True)):
                chosen.append(variable)
        if not chosen:
            shown = ",".join(":" if w is Ellipsis else _sliced(w) for w in wanted)
            # In brackets, as a list of keys of several parts cannot be read otherwise.
            keys = [f"[{','.join(map(str, k))}]" if isinstance(k, tuple) else k for k in family]
            raise self.fail(node, f"{name} has no member {shown!r}: {nearest(shown, keys)}")
        return tuple(chosen)

    def _key(self, part: ast.expr) -> Hashable:
        if isinstance(part, ast.Slice) and not part.step:
            if part.lower is None and part.upper is None:
                return Ellipsis
            ends = [None if end is None else self._whole(end) for end in (part.lower, part.upper)]
            return ("from", *ends)
        if isinstance(part, ast.Name):
            return self._told(part.id)
        if isinstance(part, ast.Constant) and isinstance(part.value, (str, int, type(None))):
            return self._literal(part, part.value)
        if isinstance(part, (ast.BinOp, ast.UnaryOp)):
            return self._whole(part)
        raise self.fail(
            part, f"{brief(part)!r} is no key; write a name, a number, 1:3 for several, or : for all"
        )

    def _told(self, name: str) -> Hashable:
        """What a name in a subscript stands for: what it is bound to, or itself."""
        value: Any = self.bound.get(name, name)
        told: Hashable = value.key if isinstance(value, Variable) else value
        return told

    def _whole(self, node: ast.expr) -> int:
        found = self.number(node)
        if found.terms:
            raise self.fail(
                node, f"{brief(node)!r} depends on a variable; name one key, or compare with == "
            )
        return found.constant

    def _at(self, node: ast.Subscript) -> Choice | None:
        """The member at a key that is unknown, as in ``x[i]`` with a variable ``i``; None for any other."""
        family = self.problem.get(node.value.id) if isinstance(node.value, ast.Name) else None
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if not isinstance(family, Family):
            return None
        own = {part for key in family for part in (key if isinstance(key, tuple) else (key,))}
        found: list[Any] = []
        for part in parts:
            named = part.id if isinstance(part, ast.Name) else ""
            if isinstance(part, ast.Slice) or named in own:
                return None
            if isinstance(part, (ast.BinOp, ast.UnaryOp)):
                number = self.number(part)
                found.append(number if number.terms else number.constant)
            elif isinstance(part, ast.Subscript) or isinstance(self.problem.get(named), Variable):
                found.append(self.term(part))
            elif isinstance(self.bound.get(named), Variable):
                found.append(self.bound[named])
            else:
                found.append(self._key(part))
        if not any(isinstance(part, Calculable) for part in found):
            return None
        try:
            return member_at(family, tuple(found) if len(found) > 1 else found[0])
        except ProblemError as error:
            raise self.fail(node, str(error)) from None


def _fits(wanted: Hashable, key: Hashable) -> bool:
    """Whether a key is the one wanted, or between two ends, both included."""
    if isinstance(wanted, tuple) and len(wanted) == 3 and wanted[0] == "from":
        low, high = wanted[1:]
        return isinstance(key, int) and (low is None or key >= low) and (high is None or key <= high)
    return wanted is Ellipsis or wanted == key


def _sliced(wanted: Hashable) -> str:
    if isinstance(wanted, tuple) and len(wanted) == 3 and wanted[0] == "from":
        return ":".join("" if end is None else str(end) for end in wanted[1:])
    return str(wanted)


def grouped(grid: Family[Any], name: str, height: int = 1, width: int = 1) -> list[tuple[Variable, ...]]:
    """Groups of a grid's cells: rows, columns, diagonals, blocks, windows, or pairs of neighbours."""
    rows, columns = sorted({r for r, _ in grid}), sorted({c for _, c in grid})
    if name in ("neighbours", "touching"):
        steps = [(0, 1), (1, 0)] + ([(1, 1), (1, -1)] if name == "touching" else [])
        return [
            (grid[r, c], grid[r + down, c + right])
            for r, c in grid
            for down, right in steps
            if (r + down, c + right) in grid
        ]
    if name == "diagonals":
        size = min(len(rows), len(columns))
        found = [
            [(rows[i], columns[i]) for i in range(size)],
            [(rows[i], columns[size - 1 - i]) for i in range(size)],
        ]
    elif name == "rows":
        found = [[(r, c) for c in columns] for r in rows]
    elif name == "columns":
        found = [[(r, c) for r in rows] for c in columns]
    else:
        whole = name == "windows"
        found = [
            [(r, c) for r in rows[top : top + height] for c in columns[left : left + width]]
            for top in range(0, len(rows) - (height - 1) * whole, 1 if whole else height)
            for left in range(0, len(columns) - (width - 1) * whole, 1 if whole else width)
        ]
    return [tuple(grid[key] for key in group if key in grid) for group in found]
