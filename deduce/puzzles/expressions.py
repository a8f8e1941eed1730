"""Readable conditions: ``pet[Ann] != dog and age[Ann] < age[Bob]``, read with `ast` under a white list.

The text is parsed, never run: each node of the tree is one of the few kinds below, or an error that says
where and what is allowed. A bare word is a variable, or else a value of the variable it stands beside.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from deduce.constraints import AllDifferent, Constraint, Count, Sum
from deduce.errors import ProblemError, RecordError, nearest
from deduce.facts import And, Fact, Or
from deduce.problem import Problem
from deduce.relations import Predicate
from deduce.variables import Family, Variable

__all__ = ["FUNCTIONS", "read_condition", "read_variables"]

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

_COMPARES = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
_TURNED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_TESTS: dict[str, Callable[[Any, Any], bool]] = {
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Word:
    """A bare word or a literal that is no variable: a value, once we know of which variable."""

    value: Hashable
    node: ast.expr


@dataclass(frozen=True, slots=True)
class _Number:
    """An arithmetic term: how to work it out, and its linear form where it has one."""

    variables: tuple[Variable, ...]
    work: Callable[[Mapping[Variable, Any]], Any]
    linear: Mapping[Variable, int] | None
    constant: int


@dataclass(frozen=True, slots=True)
class _Counted:
    """How many of some variables take some values; to be compared with a number."""

    variables: tuple[Variable, ...]
    values: tuple[Hashable, ...]


_Term = Variable | _Word | _Number | _Counted


def read_condition(
    text: str, problem: Problem, *, source: str = "", line: int = 0, column: int = 0
) -> Constraint:
    """The condition written in `text`, over the variables of `problem`.

    Args:
        text: One Python-like expression; the functions are in `FUNCTIONS`.
        problem: Whose variables it speaks of.
        source: What errors call the text: a file's name, say.
        line: The line errors name.
        column: The 1-based column at which the text begins; 0 if unknown.

    Raises:
        RecordError: Anything that cannot be read, with the place, and the nearest valid name.
    """
    reader = _Reader(problem, source, line, column)
    return reader.condition(reader.parse(text))


def read_variables(
    text: str, problem: Problem, *, source: str = "", line: int = 0, column: int = 0
) -> tuple[Variable, ...]:
    """The variables named in `text`: ``pet``, ``pet[Ann]``, ``cell[1, :]``. Raises `RecordError`."""
    reader = _Reader(problem, source, line, column)
    return reader.variables([reader.parse(text)])


class _Reader:
    def __init__(self, problem: Problem, source: str, line: int, column: int) -> None:
        self.problem, self.source, self.line, self.column = problem, source, line, column

    def parse(self, text: str) -> ast.expr:
        try:
            return ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            offset = getattr(error, "offset", None) or 0
            place = self.column + offset - 1 if self.column and offset else 0
            reason = getattr(error, "msg", "too deeply nested")
            hint = " (write == for equality)" if "=" in text.replace("==", "") else ""
            raise RecordError(
                f"{text.strip()!r} is no condition: {reason}{hint}",
                line=self.line, column=max(0, place), source=self.source,
            ) from None  # fmt: skip

    def fail(self, node: ast.AST, message: str) -> RecordError:
        column = self.column + getattr(node, "col_offset", 0) if self.column else 0
        return RecordError(message, line=self.line, column=column, source=self.source)

    # Conditions.

    def condition(self, node: ast.expr) -> Constraint:
        """The constraint a node says; errors of the core are given their place."""
        try:
            return self._condition(node)
        except RecordError:
            raise
        except ProblemError as error:
            raise self.fail(node, str(error)) from None

    def _condition(self, node: ast.expr) -> Constraint:
        if isinstance(node, ast.BoolOp):
            parts = [self.condition(value) for value in node.values]
            return self._join(node, parts, And if isinstance(node.op, ast.And) else Or)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            inner = self.condition(node.operand)
            return ~inner if isinstance(inner, Fact) else self._tabulated(node, [inner], lambda t: not t[0])
        if isinstance(node, ast.Compare):
            terms = [node.left, *node.comparators]
            found = [
                self._compare(node, a, op, b) for a, op, b in zip(terms, node.ops, terms[1:], strict=False)
            ]
            return found[0] if len(found) == 1 else self._join(node, found, And)
        if isinstance(node, ast.Call):
            return self._call(node)
        raise self.fail(
            node,
            f"{ast.unparse(node)!r} says nothing that is true or false; compare with ==, !=, <, <=, >, >=, "
            "in, or call " + nearest("", FUNCTIONS).removeprefix("allowed: "),
        )

    def _join(self, node: ast.AST, parts: Sequence[Constraint], kind: type[And] | type[Or]) -> Constraint:
        facts = [part for part in parts if isinstance(part, Fact)]
        if len(facts) == len(parts):
            return kind(*facts)
        return self._tabulated(node, parts, all if kind is And else any)

    def _tabulated(
        self, node: ast.AST, parts: Sequence[Constraint], decide: Callable[[list[bool]], bool]
    ) -> Constraint:
        """A combination that has no fact of its own, by trying every combination of values."""
        variables = tuple(dict.fromkeys(v for part in parts for v in part.scope))
        places = [[variables.index(v) for v in part.scope] for part in parts]

        def allowed(*values: Any) -> bool:
            return decide([p.holds([values[i] for i in at]) for p, at in zip(parts, places, strict=True)])

        return Predicate(allowed, *variables, text=ast.unparse(node))

    def _compare(self, node: ast.AST, left: ast.expr, op: ast.cmpop, right: ast.expr) -> Constraint:
        if isinstance(op, (ast.In, ast.NotIn)):
            return self._member(left, right, inside=isinstance(op, ast.In))
        sign = _COMPARES.get(type(op))
        if sign is None:
            raise self.fail(node, "'is' does not compare here; write == or !=")
        a, b = self.term(left), self.term(right)
        if isinstance(a, _Word) and not isinstance(b, _Word):
            a, b, sign = b, a, _TURNED[sign]
        if isinstance(a, _Word):
            raise self._unknown(a)
        if isinstance(a, Variable) and isinstance(b, Variable):
            return a._compare(b, sign)
        if isinstance(a, Variable) and isinstance(b, _Word):
            return self._valued(a, b, sign)
        if isinstance(b, _Counted):
            a, b, sign = b, a, _TURNED[sign]
        if isinstance(a, _Counted):
            return self._counted(node, a, sign, b)
        return self._arithmetic(node, self.number(left), sign, self.number(right))

    def _valued(self, variable: Variable, word: _Word, sign: str) -> Fact:
        if sign not in ("==", "!=") and variable.numeric and not isinstance(word.value, (int, float)):
            raise self._unknown(word, variable)
        if word.value not in variable.domain and (sign in ("==", "!=") or not variable.numeric):
            raise self._unknown(word, variable)
        return variable._compare(word.value, sign)

    def _unknown(self, word: _Word, variable: Variable | None = None) -> RecordError:
        known: list[object] = list(variable.domain) if variable is not None else []
        if isinstance(word.node, ast.Name) or variable is None:
            known += self._names()
        beside = f"no value of {variable}" if variable is not None else "no variable"
        return self.fail(word.node, f"{word.value!r} is {beside}: {nearest(word.value, known)}")

    def _names(self) -> list[str]:
        return self.problem.names()

    def _member(self, left: ast.expr, right: ast.expr, *, inside: bool) -> Fact:
        variable = self.term(left)
        if not isinstance(variable, Variable):
            raise self.fail(
                left, f"{ast.unparse(left)!r} is no variable: {nearest(ast.unparse(left), self._names())}"
            )
        if not isinstance(right, (ast.List, ast.Tuple, ast.Set)):
            raise self.fail(right, "after 'in' comes a list of values, such as [red, green]")
        values = []
        for item in right.elts:
            word = self.term(item)
            if not isinstance(word, _Word) or word.value not in variable.domain:
                shown = word if isinstance(word, _Word) else _Word(ast.unparse(item), item)
                raise self._unknown(shown, variable)
            values.append(word.value)
        fact = variable.is_in(values)
        return fact if inside else ~fact

    def _counted(self, node: ast.AST, a: _Counted, sign: str, b: _Term) -> Constraint:
        n = b.value if isinstance(b, _Word) else b.constant if isinstance(b, _Number) else None
        if not isinstance(n, int) or (isinstance(b, _Number) and b.variables):
            raise self.fail(node, "count(...) is compared with a whole number, as in count(pet, dog) == 2")
        size = len(a.variables)
        if sign == "!=":
            counted = Count(a.variables, list(a.values), max(0, n), max(0, n)) if n >= 0 else None
            return self._tabulated(node, [counted] if counted else [], lambda t: not any(t))
        low, high = {"==": (n, n), "<": (0, n - 1), "<=": (0, n), ">": (n + 1, size), ">=": (n, size)}[sign]
        if high < 0 or low > size:
            raise self.fail(node, f"of {size} variables this can never be so")
        return Count(a.variables, list(a.values), max(0, low), min(size, high))

    def _arithmetic(self, node: ast.AST, a: _Number, sign: str, b: _Number) -> Constraint:
        variables = tuple(dict.fromkeys((*a.variables, *b.variables)))
        if not variables:
            raise self.fail(node, "this compares numbers only; it says nothing of any variable")
        if a.linear is not None and b.linear is not None and len(variables) > 2 and sign != "!=":
            weights = {v: a.linear.get(v, 0) - b.linear.get(v, 0) for v in variables}
            used = [v for v in variables if weights[v]]
            if used:
                limit = b.constant - a.constant
                low, high = {
                    "==": (limit, limit), "<": (None, limit - 1), "<=": (None, limit),
                    ">": (limit + 1, None), ">=": (limit, None),
                }[sign]  # fmt: skip
                return Sum(used, low, high, weights=[weights[v] for v in used])
        test = _TESTS[sign]

        def allowed(*values: Any) -> bool:
            world = dict(zip(variables, values, strict=True))
            return test(a.work(world), b.work(world))

        return Predicate(allowed, *variables, text=ast.unparse(node))

    # Calls.

    def _call(self, node: ast.Call) -> Constraint:
        name = self._function(node)
        args = node.args
        if name == "all_different":
            return AllDifferent(self.variables(args))
        if name in ("at_least", "at_most", "exactly"):
            n = args[0].value if args and isinstance(args[0], ast.Constant) else None
            if not isinstance(n, int) or isinstance(n, bool) or n < 0 or len(args) < 3:
                raise self.fail(node, f"write it as {FUNCTIONS[name]}")
            counted = self._count(node, args[1:])
            size = len(counted.variables)
            low, high = {"at_least": (n, size), "at_most": (0, n), "exactly": (n, n)}[name]
            return Count(counted.variables, list(counted.values), low, high)
        if name in ("implies", "iff"):
            if len(args) != 2:
                raise self.fail(node, f"write it as {FUNCTIONS[name]}")
            a, b = self.condition(args[0]), self.condition(args[1])
            if isinstance(a, Fact) and isinstance(b, Fact):
                return ~a | b if name == "implies" else (a & b) | (~a & ~b)
            if name == "implies":
                return self._tabulated(node, [a, b], lambda t: t[1] or not t[0])
            return self._tabulated(node, [a, b], lambda t: t[0] == t[1])
        if name == "one_of":
            if not args:
                raise self.fail(node, f"write it as {FUNCTIONS[name]}")
            return self._tabulated(node, [self.condition(x) for x in args], lambda t: sum(t) == 1)
        raise self.fail(node, f"{name}(...) is a number; compare it, as in {FUNCTIONS[name]}")

    def _function(self, node: ast.Call) -> str:
        name = node.func.id if isinstance(node.func, ast.Name) else ast.unparse(node.func)
        if name not in FUNCTIONS:
            raise self.fail(node, f"there is no function {name!r}: {nearest(name, FUNCTIONS)}")
        if node.keywords or any(isinstance(x, ast.Starred) for x in node.args):
            raise self.fail(node, f"write it as {FUNCTIONS[name]}")
        return name

    def _count(self, node: ast.AST, args: Sequence[ast.expr]) -> _Counted:
        if len(args) < 2:
            raise self.fail(node, f"write it as {FUNCTIONS['count']}")
        variables = self.variables(args[:-1])
        wanted = args[-1].elts if isinstance(args[-1], (ast.List, ast.Set, ast.Tuple)) else [args[-1]]
        known = list(dict.fromkeys(x for v in variables for x in v.domain))
        values = []
        for item in wanted:
            word = self.term(item)
            if not isinstance(word, _Word) or word.value not in known:
                shown = word.value if isinstance(word, _Word) else ast.unparse(item)
                raise self.fail(item, f"{shown!r} is no value to count: {nearest(shown, known)}")
            values.append(word.value)
        return _Counted(variables, tuple(values))

    # Terms.

    def term(self, node: ast.expr) -> _Term:
        """A variable, a value, or a number to be worked out."""
        if isinstance(node, ast.Constant) and isinstance(node.value, (str, int, float)):
            return _Word(node.value, node)
        if (
            isinstance(node, ast.UnaryOp)
            and isinstance(node.op, ast.USub)
            and isinstance(node.operand, ast.Constant)
        ):
            value = node.operand.value
            if isinstance(value, (int, float)):
                return _Word(-value, node)
        if isinstance(node, ast.Name):
            found = self.problem.get(node.id)
            if isinstance(found, Family):
                raise self.fail(
                    node, f"{node.id} is a family; name a member, as in {node.id}[{next(iter(found))}]"
                )
            return found if isinstance(found, Variable) else _Word(node.id, node)
        if isinstance(node, ast.Subscript):
            members = self.members(node)
            if len(members) != 1:
                raise self.fail(
                    node, f"{ast.unparse(node)!r} names {len(members)} variables; one is needed here"
                )
            return members[0]
        if isinstance(node, ast.Call) and self._function(node) == "count":
            return self._count(node, node.args)
        return self.number(node)

    def number(self, node: ast.expr) -> _Number:
        """A term as arithmetic."""
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
                return _Number(inner.variables, lambda world: abs(inner.work(world)), None, 0)
            raise self.fail(node, f"{name}(...) is no number here; numbers: sum(...), abs(...), + - *")
        if isinstance(node, (ast.Constant, ast.Name, ast.Subscript)):
            found = self.term(node)
            if isinstance(found, Variable):
                return self._one(node, found)
            if (
                isinstance(found, _Word)
                and isinstance(found.value, int)
                and not isinstance(found.value, bool)
            ):
                return _constant(found.value)
            if isinstance(found, _Word):
                raise self._unknown(found)
        raise self.fail(
            node, f"{ast.unparse(node)!r} is not allowed in a condition; allowed: variables, values, + - *, "
            "comparisons, and, or, not, and the functions " + ", ".join(FUNCTIONS),
        )  # fmt: skip

    def _one(self, node: ast.AST, variable: Variable) -> _Number:
        if not all(isinstance(x, int) for x in variable.domain):
            raise self.fail(
                node, f"{variable} takes values that are no whole numbers: no arithmetic with it"
            )
        return _Number((variable,), lambda world: world[variable], {variable: 1}, 0)

    def _binary(self, node: ast.BinOp, a: _Number, b: _Number) -> _Number:
        if isinstance(node.op, ast.Mult):
            if not a.variables:
                return _scaled(b, a.constant)
            if not b.variables:
                return _scaled(a, b.constant)
            both = tuple(dict.fromkeys((*a.variables, *b.variables)))
            return _Number(both, lambda world: a.work(world) * b.work(world), None, 0)
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
            families = [x for x in self._names() if isinstance(self.problem.get(x), Family)]
            raise self.fail(node, f"there is no family {name!r}: {nearest(name, families)}")
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
            shown = ", ".join(":" if w is Ellipsis else str(w) for w in wanted)
            keys = [", ".join(map(str, k)) if isinstance(k, tuple) else k for k in family]
            raise self.fail(node, f"{name} has no member {shown!r}: {nearest(shown, keys)}")
        return tuple(chosen)

    def _key(self, part: ast.expr) -> Hashable:
        if isinstance(part, ast.Slice) and not (part.lower or part.upper or part.step):
            return Ellipsis
        if isinstance(part, ast.Name):
            return part.id
        if isinstance(part, ast.Constant) and isinstance(part.value, (str, int)):
            return part.value
        raise self.fail(part, f"{ast.unparse(part)!r} is no key; write a name, a number, or : for all")


def _constant(n: int) -> _Number:
    return _Number((), lambda _: n, {}, n)


def _scaled(a: _Number, factor: int) -> _Number:
    linear = None if a.linear is None else {v: factor * w for v, w in a.linear.items()}
    return _Number(a.variables, lambda world: factor * a.work(world), linear, factor * a.constant)


def _added(a: _Number, b: _Number, sign: int) -> _Number:
    variables = tuple(dict.fromkeys((*a.variables, *b.variables)))
    linear = None
    if a.linear is not None and b.linear is not None:
        linear = {v: a.linear.get(v, 0) + sign * b.linear.get(v, 0) for v in variables}
    return _Number(
        variables,
        lambda world: a.work(world) + sign * b.work(world),
        linear,
        a.constant + sign * b.constant,
    )
