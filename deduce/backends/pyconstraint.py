"""python-constraint (the distribution python-constraint2): bring a problem in, take one out, enumerate.

`read_into` reads what the caller's problem *says*, constraint by constraint, and never runs it. That
matters in python-constraint2 2.9: its ``MaxProd`` and ``ExactProd`` constraints and products in string
constraints lose solutions when 0 or negative numbers are in the domains, each solve shrinks the stored
domains, and ``reset()`` keeps string constraints. So bring a problem in before it is solved: values that a
solve has already dropped cannot be seen any more.

`to_constraint` gives a fresh problem each time and uses only constraints that were found to be sound:
``AllDifferent``, ``AllEqual``, the ``InSet`` family and functions. Needs the extra ``constraint``.
"""

from __future__ import annotations

import ast
import builtins
import copy
import time
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from deduce.ground.errors import GaveUp, MissingExtra, ProblemError, nearest
from deduce.language.constraints import Constraint, Count
from deduce.language.variables import Variable
from deduce.worlds.base import World

if TYPE_CHECKING:
    import constraint as python_constraint

    from deduce.problem import Problem


def _library() -> Any:
    try:
        import constraint
    except ImportError:
        raise MissingExtra("python-constraint2", "constraint", "python-constraint") from None
    return constraint


# In.


def read_into(problem: Problem, other: python_constraint.Problem) -> None:
    """State in `problem`, which is empty, what a ``constraint.Problem`` says; that is left untouched.

    Variables keep their order and domains. A variable's name is ``str(key)`` of its key there, which may be
    any hashable value: key ``(1, 2)`` becomes the variable ``"(1, 2)"``. Sums of whole numbers become `Sum`,
    sets and equalities facts and counts; other constraints and functions are tabulated, each called once a
    combination of its variables' values (two million at the most), unless they turn out to be sums. A
    function wrapped with ``assigned=False`` is called with complete values only. String constraints are
    read as the Python expressions they are, those of plain arithmetic for up to ten million combinations.
    A division by zero means "not allowed"; any other exception that a function or string raises for some
    values is an error here, as it is there.

    Raises:
        ProblemError: Two keys with the same name, a repeated or unhashable value, a constraint over unknown
            variables, a class of constraint that says only in ``preProcess`` what it means, or a function
            of too many combinations.
        MissingExtra: python-constraint2 is not installed.
    """
    library = _library()
    if not isinstance(other, library.Problem):
        raise ProblemError(f"expected a constraint.Problem, not {other!r}")
    from deduce.backends.pyconstraint_meanings import MeaningReader

    known: dict[Hashable, Variable] = {}
    key_of: dict[str, Hashable] = {}
    for key, domain in other._variables.items():
        text = str(key)
        if text in key_of:
            raise ProblemError(
                f"the variables {key_of[text]!r} and {key!r} would both be called {text!r}; rename one of them"
            )
        key_of[text] = key
        # A search that was left half-way may have hidden some values.
        known[key] = problem.variable(text, [*domain, *getattr(domain, "_hidden", ())])
    reader = MeaningReader(known, other._variables)
    for stated, keys in other._constraints:
        problem.require(reader.read(stated, list(keys) if keys else list(known)))
    for text in other._str_constraints:
        for part in _conjuncts(text):
            problem.require(_expression(part, known), part)


def _conjuncts(text: str) -> list[str]:
    """The parts of a string constraint that "and" joins: each speaks of fewer variables than the whole."""
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        return [text]
    if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And):
        return [part for value in tree.values for part in _conjuncts(ast.unparse(value))]
    return [text]


def _expression(text: str, known: Mapping[Hashable, Variable]) -> Constraint:
    """A string constraint: a Python expression whose names are variables."""
    from deduce.backends.pyconstraint_meanings import tabulated
    from deduce.backends.pyconstraint_strings import allowed_rows

    try:
        tree = ast.parse(text.strip(), mode="eval")
    except SyntaxError as error:
        raise ProblemError(f"the string constraint {text!r} is no Python expression: {error.msg}") from None
    names = dict.fromkeys(node.id for node in ast.walk(tree) if isinstance(node, ast.Name))
    used = [known[name] for name in names if name in known]
    bound = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    for name in names:
        if name not in known and name not in bound and not hasattr(builtins, name):
            raise ProblemError(
                f"the string constraint {text!r} names {name!r}, which is no variable: {nearest(name, known)}"
            )
    code = compile(tree, "<string constraint>", "eval")
    labels = [name for name in names if name in known]

    def holds(*values: Hashable) -> object:
        # The values are globals, so that comprehensions in the expression see them too.
        return eval(code, dict(zip(labels, values, strict=True)))

    return tabulated(holds, used, text, rows=lambda scope: allowed_rows(tree.body, scope))


# Out.


def to_constraint(problem: Problem, solver: Any = None) -> python_constraint.Problem:
    """A fresh ``constraint.Problem`` with the same variables (by name) and rules.

    Take a new one for every query: python-constraint2 changes a problem when it solves it.

    Args:
        problem: What to express; its rules only, not the log of a `Knowledge`.
        solver: A python-constraint solver; its default keeps one variable order throughout, and for hard
            puzzles its ``BacktrackingSolver()`` is often the only one to finish.

    Raises `MissingExtra` without python-constraint2.
    """
    library = _library()
    made = library.Problem(solver) if solver is not None else library.Problem()
    for variable in problem.scope:
        made.addVariable(variable.name, list(variable.domain))
    for rule in problem.rules:
        if isinstance(rule.content, Constraint):
            for stated, scope in _translated(library, rule.content, problem.scope):
                made.addConstraint(stated, [variable.name for variable in scope])
    return made


_Pair = tuple[Any, Sequence[Variable]]


def _translated(library: Any, rule: Constraint, everything: Sequence[Variable]) -> Iterator[_Pair]:
    """python-constraint's constraints for one of ours."""
    parts = rule.parts()
    if len(parts) != 1 or parts[0] is not rule:
        for part in parts:
            yield from _translated(library, part, everything)
    elif not rule.scope:
        if not rule.holds(()) and everything:
            yield library.FunctionConstraint(lambda *_: False), everything[:1]
    elif rule.apart:
        yield library.AllDifferentConstraint(), rule.scope
    elif (single := rule.single()) is not None:
        yield library.InSetConstraint(frozenset(single.values)), rule.scope
    elif (pair := rule.compared()) is not None and pair.op == "==":
        yield library.AllEqualConstraint(), rule.scope
    elif (count := rule.counted()) is not None:
        yield from _counted(library, count)
    elif (rows := rule.listed()) is not None:
        allowed = frozenset(rows)
        yield library.FunctionConstraint(lambda *values: values in allowed), rule.scope
    else:
        yield library.FunctionConstraint(_asker(rule)), rule.scope


def _asker(rule: Constraint) -> Callable[..., bool]:
    return lambda *values: rule.holds(values)


def _counted(library: Any, rule: Count) -> Iterator[_Pair]:
    values, n = frozenset(rule.values), len(rule.scope)
    if rule.low == rule.high:
        yield library.SomeInSetConstraint(values, rule.low, True), rule.scope
        return
    if rule.low > 0:
        yield library.SomeInSetConstraint(values, rule.low), rule.scope
    if rule.high < n:
        yield library.SomeNotInSetConstraint(values, n - rule.high), rule.scope


def solutions(problem: Problem, *, solver: Any = None, time_limit: float | None = None) -> Iterator[World]:
    """The worlds of `problem`, one by one, as python-constraint finds them.

    The limit (seconds) is looked at between solutions; `GaveUp` is raised when it is reached.
    """
    start = time.monotonic()
    variables = {variable.name: variable for variable in problem.scope}
    if not variables:
        # python-constraint finds nothing at all in a problem without variables.
        if all(
            not isinstance(rule.content, Constraint) or rule.content.holds(()) for rule in problem.rules
        ):
            yield World()
        return
    for found in to_constraint(problem, copy.copy(solver)).getSolutionIter():
        if time_limit is not None and time.monotonic() - start > time_limit:
            raise GaveUp(f"the time limit of {time_limit:g} s was reached")
        yield World((variable, found[name]) for name, variable in variables.items())
