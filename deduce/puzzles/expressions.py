"""Readable conditions: ``pet[Ann] != dog and age[Ann] < age[Bob]``, read with `ast` under a white list.

The text is parsed, never run: each node of the tree is one of the few kinds below, or an error that says
where and what is allowed. A bare word is a variable, or else a value of the variable it stands beside.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Any

from deduce.ground.errors import ProblemError, RecordError, nearest
from deduce.language.choices import Choice
from deduce.language.comparisons import compared
from deduce.language.constraints import AllDifferent, Constraint, Count
from deduce.language.expressions import Expression, count
from deduce.language.facts import And, Fact, Or
from deduce.language.operators import algebra
from deduce.language.reified import holding
from deduce.language.variables import Family, Variable
from deduce.problem import Problem
from deduce.puzzles.boards import RULES, Board, says_of_board
from deduce.puzzles.brought import brought, names
from deduce.puzzles.terms import FUNCTIONS, BareWord, Counted, Term, TermReader
from deduce.puzzles.trees import brief, says_something

__all__ = ["FUNCTIONS", "read_condition", "read_each", "read_on", "read_variables"]

_COMPARES = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
_TURNED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


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
    reader = _ConditionReader(problem, source, line, column)
    try:
        return reader.condition(reader.text.parse(text))
    except RecursionError:
        raise RecordError(
            "the condition is too deeply nested; split it into several clues",
            line=line, column=column, source=source,
        ) from None  # fmt: skip


def read_each(
    text: str, over: str, problem: Problem, *, source: str = "", line: int = 0, column: int = 0
) -> Iterator[tuple[Constraint, dict[str, Any]]]:
    """The condition in `text` for each binding of the names in `over`, and the binding.

    `over` is what stands after ``for`` in Python: ``r in 1..9``, ``row in rows(cell)``, ``a, b in
    neighbours(cell)``. Raises `RecordError`.
    """
    reader = _ConditionReader(problem, source, line, column)
    try:
        made: ast.expr | None = reader.text.parse(f"[0 for {over}]")
    except RecordError:
        made = None
    if not isinstance(made, ast.ListComp):
        raise RecordError(
            f"{over!r} binds no names; write for = \"r in 1..9\", or row in rows(cell)",
            line=line, column=column, source=source,
        )  # fmt: skip
    condition = reader.text.parse(text)
    for _ in reader.bindings(made.generators):
        yield reader.condition(condition), dict(reader.bound)


def read_on(
    text: str,
    board: Board,
    picture: str,
    problem: Problem,
    *,
    source: str = "",
    line: int = 0,
    column: int = 0,
) -> Iterator[tuple[Constraint, dict[str, Any]]]:
    """The condition in `text` for each cell of a board that has a sign: ``here`` is the cell, ``n`` the sign.

    Raises `RecordError`.
    """
    reader = _ConditionReader(problem, source, line, column)
    condition = reader.text.parse(text)
    for here, sign in board.signed(picture):
        reader.bound = {"here": here, "n": sign}
        yield reader.condition(condition), dict(reader.bound)


def read_variables(
    text: str, problem: Problem, *, source: str = "", line: int = 0, column: int = 0
) -> tuple[Variable, ...]:
    """The variables named in `text`: ``pet``, ``pet[Ann]``, ``cell[1, :]``. Raises `RecordError`."""
    reader = _ConditionReader(problem, source, line, column)
    return reader.variables([reader.text.parse(text)])


def _joined(parts: Sequence[Constraint], every: bool) -> Constraint:
    return parts[0] if len(parts) == 1 else (And if every else Or)(*map(holding, parts))


def _how_many(counted: Counted) -> Expression:
    return count([v.is_in([x for x in counted.values if x in v.domain]) for v in counted.variables])


class _ConditionReader(TermReader):
    """Reads conditions: what is true or false."""

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
            return _joined([self.condition(value) for value in node.values], isinstance(node.op, ast.And))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return ~self.condition(node.operand)
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.RShift, ast.BitXor)):
            one, other = holding(self.condition(node.left)), holding(self.condition(node.right))
            return one >> other if isinstance(node.op, ast.RShift) else one ^ other
        if isinstance(node, ast.Compare):
            terms = [node.left, *node.comparators]
            found = [
                self._compare(node, a, op, b) for a, op, b in zip(terms, node.ops, terms[1:], strict=False)
            ]
            return _joined(found, True)
        if isinstance(node, ast.Call):
            return self._call(node)
        raise self.fail(
            node,
            f"{brief(node)!r} says nothing that is true or false; compare with ==, !=, <, <=, >, >=, "
            "in, or call " + nearest("", FUNCTIONS).removeprefix("allowed: "),
        )

    def _compare(self, node: ast.AST, left: ast.expr, op: ast.cmpop, right: ast.expr) -> Constraint:
        if isinstance(op, (ast.In, ast.NotIn)):
            return self._member(left, right, inside=isinstance(op, ast.In))
        sign = _COMPARES.get(type(op))
        if sign is None:
            raise self.fail(node, "'is' does not compare here; write == or !=")
        if sign in ("==", "!=") and says_something(left) and says_something(right):
            first, second = holding(self.condition(left)), holding(self.condition(right))
            return first == second if sign == "==" else first ^ second
        for one, other in ((right, left), (left, right)):
            if isinstance(one, ast.Name) and isinstance(other, (ast.Name, ast.Subscript)):
                beside = self._beside(other)
                if beside is not None:
                    self.clash(one, beside)
        a, b = self.term(left), self.term(right)
        if isinstance(a, BareWord) and isinstance(b, BareWord) and self._bound_name(a.node, b.node):
            if sign not in ("==", "!="):
                return self._arithmetic(node, self.number(left), sign, self.number(right))
            return And() if (a.value == b.value) == (sign == "==") else Or()
        if isinstance(a, BareWord) and not isinstance(b, BareWord):
            a, b, sign = b, a, _TURNED[sign]
        if isinstance(a, BareWord):
            raise self._unknown(a)
        for chosen, to, turned in ((a, b, sign), (b, a, _TURNED[sign])):
            if isinstance(chosen, Choice):
                value = to.value if isinstance(to, BareWord) else self._plain(to)
                return algebra().compared(chosen, turned, value)
        if isinstance(a, Variable) and isinstance(b, Variable):
            return algebra().compared(a, sign, b)
        if isinstance(a, Variable) and isinstance(b, BareWord):
            return self._valued(a, b, sign)
        if isinstance(b, Counted):
            a, b, sign = b, a, _TURNED[sign]
        if isinstance(a, Counted):
            return self._counted(node, a, sign, b)
        return self._arithmetic(node, self.number(left), sign, self.number(right))

    def _bound_name(self, *nodes: ast.expr) -> bool:
        """Whether one of the nodes is a name that a ``for`` binds."""
        return any(isinstance(node, ast.Name) and node.id in self.bound for node in nodes)

    def _plain(self, term: Term) -> object:
        return _how_many(term) if isinstance(term, Counted) else term

    def _beside(self, node: ast.Name | ast.Subscript) -> Variable | None:
        """The variable that a name or a member names, if it is one."""
        if isinstance(node, ast.Name):
            found: object = self.bound.get(node.id, self.problem.get(node.id))
        else:
            found = self.term(node)
        return found if isinstance(found, Variable) else None

    def _valued(self, variable: Variable, word: BareWord, sign: str) -> Fact:
        if sign not in ("==", "!=") and variable.numeric and not isinstance(word.value, (int, float)):
            raise self._unknown(word, variable)
        if word.value not in variable.domain and (sign in ("==", "!=") or not variable.numeric):
            raise self._unknown(word, variable)
        return algebra().compared(variable, sign, word.value)

    def _member(self, left: ast.expr, right: ast.expr, *, inside: bool) -> Fact:
        variable = self.term(left)
        if not isinstance(variable, Variable):
            raise self.fail(
                left, f"{brief(left)!r} is no variable: {nearest(ast.unparse(left), self._names())}"
            )
        if not isinstance(right, (ast.List, ast.Tuple, ast.Set)):
            raise self.fail(right, "after 'in' comes a list of values, such as [red, green]")
        values = []
        for item in right.elts:
            self.clash(item, variable)
            word = self.term(item)
            if not isinstance(word, BareWord) or word.value not in variable.domain:
                shown = word if isinstance(word, BareWord) else BareWord(ast.unparse(item), item)
                raise self._unknown(shown, variable)
            values.append(word.value)
        fact = variable.is_in(values)
        return fact if inside else ~fact

    def _counted(self, node: ast.AST, a: Counted, sign: str, b: Term) -> Constraint:
        n = b.value if isinstance(b, BareWord) else b.constant if isinstance(b, Expression) else None
        if isinstance(b, Counted):
            return compared(_how_many(a), sign, _how_many(b))
        if isinstance(b, Expression) and b.terms:
            return compared(_how_many(a), sign, b)
        if not isinstance(n, int):
            raise self.fail(node, "count(...) is compared with a whole number, as in count(pet, dog) == 2")
        size = len(a.variables)
        if sign == "!=":
            return ~Count(a.variables, list(a.values), n, n) if 0 <= n <= size else And()
        low, high = {"==": (n, n), "<": (0, n - 1), "<=": (0, n), ">": (n + 1, size), ">=": (n, size)}[sign]
        if high < 0 or low > size:
            raise self.fail(node, f"of {size} variables this can never be so")
        return Count(a.variables, list(a.values), max(0, low), min(size, high))

    def _arithmetic(self, node: ast.AST, a: Expression, sign: str, b: Expression) -> Constraint:
        if not a.scope and not b.scope and not self.bound:
            raise self.fail(node, "this compares numbers only; it says nothing of any variable")
        return compared(a, sign, b)

    # Calls.

    def _call(self, node: ast.Call) -> Constraint:
        if isinstance(node.func, ast.Attribute) and node.func.attr == "implies" and len(node.args) == 1:
            return holding(self.condition(node.func.value)) >> holding(self.condition(node.args[0]))
        if isinstance(node.func, ast.Name) and node.func.id not in FUNCTIONS and node.func.id in names():
            return self._brought(node, node.func.id)
        name = self._function(node)
        args = node.args
        if name in RULES:
            return says_of_board(self, node, name)
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
            a, b = holding(self.condition(args[0])), holding(self.condition(args[1]))
            return a >> b if name == "implies" else a == b
        if name in ("one_of", "all", "any"):
            parts = [self.condition(part) for part in self.spread(args)]
            if not args:
                raise self.fail(node, f"write it as {FUNCTIONS[name]}")
            return _joined(parts, name == "all") if name != "one_of" else count(parts) == 1
        raise self.fail(node, f"{name}(...) is a number; compare it, as in {FUNCTIONS[name]}")

    def _brought(self, node: ast.Call, name: str) -> Constraint:
        """A constraint of another package."""
        if node.keywords or any(isinstance(x, ast.Starred) for x in node.args):
            raise self.fail(node, f"write it as {name}(variables, values ...)")
        given: list[Any] = []
        for item in node.args:
            named = item.id if isinstance(item, ast.Name) else ""
            known = self.bound.get(named, self.problem.get(named))
            if isinstance(known, (Variable, Family, tuple)) or isinstance(
                item, (ast.List, ast.Tuple, ast.Subscript, ast.GeneratorExp)
            ):
                given.append(self.variables([item]))
                continue
            term = self.term(item)
            if not isinstance(term, BareWord):
                raise self.fail(item, f"{brief(item)!r} is neither variables nor a value")
            given.append(term.value)
        return brought(name, given)
