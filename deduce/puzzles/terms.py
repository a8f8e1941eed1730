"""The parts of a condition that are no condition: variables, values, and numbers to be worked out."""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from deduce.errors import RecordError, nearest
from deduce.problem import Problem
from deduce.variables import Family, Variable

__all__ = ["FUNCTIONS", "Counted", "Number", "Term", "TermReader", "Word", "brief", "tree_of"]

FUNCTIONS = {
    "all_different": "all_different(pet) or all_different(a, b, c)",
    "at_least": "at_least(2, pet, dog)",
    "at_most": "at_most(2, pet, dog)",
    "exactly": "exactly(2, pet, dog)",
    "count": "count(pet, dog) == 2",
    "sum": "sum(row) == 15",
    "abs": "abs(a - b) == 1",
    "implies": "implies(a == 1, b == 2)",
    "iff": "iff(a == 1, b == 2)",
    "one_of": "one_of(a == 1, b == 2)",
}
"""The functions conditions may use, each with an example."""


@dataclass(frozen=True, slots=True)
class Word:
    """A bare word or a literal that is no variable: a value, once we know of which variable."""

    value: Hashable
    node: ast.expr


@dataclass(frozen=True, slots=True)
class Number:
    """An arithmetic term: how to work it out, and its linear form where it has one."""

    variables: tuple[Variable, ...]
    work: Callable[[Mapping[Variable, Any]], Any]
    linear: Mapping[Variable, int] | None
    constant: int


@dataclass(frozen=True, slots=True)
class Counted:
    """How many of some variables take some values; to be compared with a number."""

    variables: tuple[Variable, ...]
    values: tuple[Hashable, ...]


LARGEST = 10**9
"""Numbers beyond this would leave the range of the solvers' arithmetic."""

Term = Variable | Word | Number | Counted


_LONGEST = 200
"""Errors quote at most so many characters of a condition."""


def brief(said: ast.AST | str) -> str:
    """A part of a condition as errors quote it: on one line, and cut where it is long."""
    text = " ".join((said if isinstance(said, str) else ast.unparse(said)).split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 4] + " ..."


def tree_of(text: str) -> ast.expr:
    """The tree of a condition; it may go on over several lines. Nothing in it is run.

    Raises what `ast.parse` raises.
    """
    text = text.strip()
    if "\n" not in text:
        return ast.parse(text, mode="eval").body
    # In brackets a line may end anywhere; on a line of their own they leave the columns alone.
    tree = ast.parse(f"(\n{text}\n)", mode="eval")
    return ast.increment_lineno(tree, -1).body


class TermReader:
    """Reads the terms of one expression; see `deduce.puzzles.expressions`."""

    def __init__(self, problem: Problem, source: str, line: int, column: int) -> None:
        self.problem, self.source, self.line, self.column = problem, source, line, column

    def parse(self, text: str) -> ast.expr:
        """The tree of a text; nothing in it is run."""
        try:
            return tree_of(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            line, offset = getattr(error, "lineno", None) or 1, getattr(error, "offset", None) or 0
            last = len(text.strip().splitlines())
            if last > 1:
                line = min(line - 1, last)
            line, column = self._place(line, offset - 1) if offset else (self.line, 0)
            reason = getattr(error, "msg", "too deeply nested")
            hint = " (write == for equality)" if "=" in text.replace("==", "") else ""
            raise RecordError(
                f"{brief(text)!r} is no condition: {reason}{hint}",
                line=line, column=max(0, column), source=self.source,
            ) from None  # fmt: skip

    def fail(self, node: ast.AST, message: str) -> RecordError:
        """The error to raise, with the place of `node`."""
        line, column = self._place(getattr(node, "lineno", 1), getattr(node, "col_offset", 0))
        return RecordError(message, line=line, column=column, source=self.source)

    def _place(self, line: int, offset: int) -> tuple[int, int]:
        """Line and column of the file, from a line (from 1) and an offset (from 0) of the condition."""
        if not self.column:
            return self.line, 0
        return self.line + line - 1, offset + (self.column if line == 1 else 1)

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

    def _unknown(self, word: Word, variable: Variable | None = None) -> RecordError:
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
            raise self.fail(node, f"there is no function {name!r}: {nearest(name, FUNCTIONS)}")
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
            if not isinstance(word, Word) or word.value not in known:
                shown = word.value if isinstance(word, Word) else ast.unparse(item)
                raise self.fail(item, f"{shown!r} is no value to count: {nearest(shown, known)}")
            values.append(word.value)
        return Counted(variables, tuple(values))

    # Terms.

    def term(self, node: ast.expr) -> Term:
        """A variable, a value, or a number to be worked out."""
        if isinstance(node, ast.Constant):
            return Word(self._literal(node, node.value), node)
        if (
            isinstance(node, ast.UnaryOp)
            and isinstance(node.op, ast.USub)
            and isinstance(node.operand, ast.Constant)
        ):
            value = node.operand.value
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                return Word(-value, node)
        if isinstance(node, ast.Name):
            found = self.problem.get(node.id)
            if isinstance(found, Family):
                raise self.fail(
                    node, f"{node.id} is a family; name a member, as in {node.id}[{next(iter(found))}]"
                )
            return found if isinstance(found, Variable) else Word(node.id, node)
        if isinstance(node, ast.Subscript):
            members = self.members(node)
            if len(members) != 1:
                raise self.fail(node, f"{brief(node)!r} names {len(members)} variables; one is needed here")
            return members[0]
        if isinstance(node, ast.Call) and self._function(node) == "count":
            return self._count(node, node.args)
        return self.number(node)

    def _literal(self, node: ast.expr, value: object) -> str | int | float:
        """The value a literal stands for. None, True and False are words here, not Python's values."""
        if value is None or isinstance(value, bool):
            return str(value)
        if isinstance(value, (str, int, float)):
            return value
        raise self.fail(
            node, f"{brief(node)!r} is no value here; write a whole number, or a word (in quotes if need be)"
        )  # fmt: skip

    def number(self, node: ast.expr) -> Number:
        """A term as arithmetic, with numbers of a size the solvers can add."""
        found = self._number(node)
        if max(map(abs, (found.constant, *(found.linear or {}).values()))) > LARGEST:
            raise self.fail(node, f"numbers may be at most {LARGEST:,}")
        return found

    def _number(self, node: ast.expr) -> Number:
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub, ast.Mult)):
            return self._binary(node, self.number(node.left), self.number(node.right))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return _scaled(self.number(node.operand), -1)
        if isinstance(node, ast.Call):
            name = self._function(node)
            if name == "sum":
                total = _constant(0)
                for variable in self.variables(node.args):
                    total = _added(total, self._one(node, variable), 1)
                return total
            if name == "abs" and len(node.args) == 1:
                inner = self.number(node.args[0])
                return Number(inner.variables, lambda world: abs(inner.work(world)), None, 0)
            raise self.fail(node, f"{name}(...) is no number here; numbers: sum(...), abs(...), + - *")
        if isinstance(node, (ast.Constant, ast.Name, ast.Subscript)):
            found = self.term(node)
            if isinstance(found, Variable):
                return self._one(node, found)
            if (
                isinstance(found, Word)
                and isinstance(found.value, int)
                and not isinstance(found.value, bool)
            ):
                return _constant(found.value)
            if isinstance(found, Word):
                raise self._unknown(found)
        raise self.fail(
            node, f"{brief(node)!r} is not allowed in a condition; allowed: variables, values, + - *, "
            "comparisons, and, or, not, and the functions " + ", ".join(FUNCTIONS),
        )  # fmt: skip

    def _one(self, node: ast.AST, variable: Variable) -> Number:
        if not all(isinstance(x, int) for x in variable.domain):
            raise self.fail(
                node, f"{variable} takes values that are no whole numbers: no arithmetic with it"
            )
        return Number((variable,), lambda world: world[variable], {variable: 1}, 0)

    def _binary(self, node: ast.BinOp, a: Number, b: Number) -> Number:
        if isinstance(node.op, ast.Mult):
            if not a.variables:
                return _scaled(b, a.constant)
            if not b.variables:
                return _scaled(a, b.constant)
            both = tuple(dict.fromkeys((*a.variables, *b.variables)))
            return Number(both, lambda world: a.work(world) * b.work(world), None, 0)
        return _added(a, b, 1 if isinstance(node.op, ast.Add) else -1)

    # Variables.

    def variables(self, nodes: Sequence[ast.expr]) -> tuple[Variable, ...]:
        """Every variable named: families whole, members, slices, lists of them."""
        found: list[Variable] = []
        for node in nodes:
            if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
                found.extend(self.variables(node.elts))
            elif isinstance(node, ast.Subscript):
                found.extend(self.members(node))
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
        chosen = []
        for key, variable in family.items():
            own = key if isinstance(key, tuple) else (key,)
            if len(own) == len(wanted) and all(
                w is Ellipsis or w == k for w, k in zip(wanted, own, strict=True)
            ):
                chosen.append(variable)
        if not chosen:
            shown = ",".join(":" if w is Ellipsis else str(w) for w in wanted)
            # In brackets, as a list of keys of several parts cannot be read otherwise.
            keys = [f"[{','.join(map(str, k))}]" if isinstance(k, tuple) else k for k in family]
            raise self.fail(node, f"{name} has no member {shown!r}: {nearest(shown, keys)}")
        return tuple(chosen)

    def _key(self, part: ast.expr) -> Hashable:
        if isinstance(part, ast.Slice) and not (part.lower or part.upper or part.step):
            return Ellipsis
        if isinstance(part, ast.Name):
            return part.id
        if isinstance(part, ast.Constant) and isinstance(part.value, (str, int, type(None))):
            return self._literal(part, part.value)
        raise self.fail(part, f"{brief(part)!r} is no key; write a name, a number, or : for all")


def _constant(n: int) -> Number:
    return Number((), lambda _: n, {}, n)


def _scaled(a: Number, factor: int) -> Number:
    linear = None if a.linear is None else {v: factor * w for v, w in a.linear.items()}
    return Number(a.variables, lambda world: factor * a.work(world), linear, factor * a.constant)


def _added(a: Number, b: Number, sign: int) -> Number:
    variables = tuple(dict.fromkeys((*a.variables, *b.variables)))
    linear = None
    if a.linear is not None and b.linear is not None:
        linear = {v: a.linear.get(v, 0) + sign * b.linear.get(v, 0) for v in variables}
    return Number(
        variables,
        lambda world: a.work(world) + sign * b.work(world),
        linear,
        a.constant + sign * b.constant,
    )
