"""From constraints to worlds: an assignment or a deal where they have that form; else a diagram, or a search.

One file because which form is taken, the order of its layers and how it is multiplied hang on one estimate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from deduce.ground.errors import ProblemError, TooLarge, nearest
from deduce.language.constraints import Constraint
from deduce.language.variables import Variable, is_whole
from deduce.worlds.base import DEFAULT_MAX_BYTES, Worlds
from deduce.worlds.cardinalities import apart_of
from deduce.worlds.deal import Deal, deal_of
from deduce.worlds.diagram import Diagram
from deduce.worlds.layers import fronts, leaves
from deduce.worlds.sweeps import layer_order

if TYPE_CHECKING:
    from deduce.problem import Problem

__all__ = ["FORMS", "compile_constraints", "compile_diagram", "compile_problem", "fronts", "layer_order"]

FORMS = ("auto", "diagram", "table", "assignment", "deal", "dnnf")
"""The forms that `compile_problem` knows by name."""

HOPELESS_BITS = 60.0
"""Layers whose states may number more than two to this power are refused without trying."""

SURE_BITS = 20.0
"""A diagram whose layers have no more states than two to this power is made without a look at another form."""

TRIAL_BYTES = 1 << 26
"""How much memory the first tries at a wider one may take."""

PROBE_BYTES = 1 << 20
"""A product of many constraints that needs more than this is tried in stages."""

MANY, GLANCE_BYTES = 100, 1 << 23
"""So many clauses are searched before anything else, and others as shortly: work that goes with so many bytes, 25 ms."""

DEAL_BITS, DEAL_BYTES = 30.0, 1 << 23
"""Where a deal would do, a diagram is tried whose layers may have so many bits of states, and given so much memory."""

CASE_BITS = 12.0
"""A deal that may have more cases than two to this power comes after a small diagram and a glance of a search."""

DEAL_WORK = 3e7
"""A deal whose scans take more multiplications (0.3 s) is taken where no small diagram and no short search is found."""

STAGE_BYTES = 1 << 25
"""The most memory the stages may take before one product is tried after all."""

STAGE_SIZE = 5
"""How many constraints of a few variables enter a diagram at a time."""

SMALL_SCOPE = 4
"""Up to this many variables are a few."""


def compile_problem(
    problem: Problem,
    form: str = "auto",
    *,
    order: Sequence[Variable] | None = None,
    max_bytes: int = DEFAULT_MAX_BYTES,
) -> Worlds:
    """All worlds that satisfy the rules of `problem`.

    Args:
        problem: Variables and rules.
        form: ``"diagram"``, ``"table"``, ``"assignment"``, ``"deal"``, ``"dnnf"`` (see `deduce.worlds.assignment`,
            `deduce.worlds.deal` and `deduce.worlds.dnnf`), or ``"auto"``: the assignment where the rules have that form
            and no order is given, the deal where a diagram would be wide and the rules have that form, else the diagram,
            and where that does not fit what a search from the top down finds.
        order: The variables in the order of the diagram's layers; chosen by `layer_order` if None.
        max_bytes: The most memory the form may take.

    Raises:
        TooLarge: The form would not fit; the message says what to try.
        ProblemError: An unknown form, or an order that is no permutation of the variables.
    """
    if not (hasattr(problem, "scope") and hasattr(problem, "rules")):
        raise ProblemError(f"compile takes a Problem, not {problem!r}")
    if form not in FORMS:
        raise ProblemError(f"form {form!r}: {nearest(form, FORMS)}")
    _checked_bytes(max_bytes)
    rules = [rule.content for rule in problem.rules if isinstance(rule.content, Constraint)]
    if form == "assignment":
        from deduce.worlds.assignment import assignment_of

        made = assignment_of(problem.scope, rules)
        if made is None:
            raise ProblemError(
                f"the rules of {problem.name!r} are no assignment: allowed are AllDifferent over groups that share no "
                "variable, one of three at least, and conditions on single variables"
            )
        return made
    if form == "dnnf":
        from deduce.worlds.dnnf import DecisionDnnf

        return DecisionDnnf.of(problem.scope, rules, max_bytes=max_bytes)
    if form == "deal":
        dealt = deal_of(problem.scope, rules, compile_diagram, max_bytes=max_bytes)
        if dealt is None:
            raise ProblemError(
                f"the rules of {problem.name!r} are no deal: nothing says how often values are taken (AllDifferent, or "
                "Count of single values)"
            )
        return dealt.prepared()
    if form == "auto":
        return compile_constraints(problem.scope, rules, order=order, max_bytes=max_bytes)
    worlds = compile_diagram(problem.scope, rules, order=order, max_bytes=max_bytes)
    return worlds if form == "diagram" else worlds.to_table(max_bytes=max_bytes)


def compile_constraints(
    variables: Sequence[Variable],
    constraints: Sequence[Constraint],
    *,
    order: Sequence[Variable] | None = None,
    max_bytes: int = DEFAULT_MAX_BYTES,
) -> Worlds:
    """The assignments of `variables` that satisfy `constraints`, in the form that fits them.

    Raises as `compile_diagram` does.
    """
    _checked_bytes(max_bytes)
    if order is not None:
        return compile_diagram(variables, constraints, order=order, max_bytes=max_bytes)
    if apart_of(variables, constraints) is not None:
        from deduce.worlds.assignment import assignment_of

        made = assignment_of(variables, constraints)
        if made is not None:
            return made
    deal = deal_of(variables, constraints, compile_diagram, max_bytes=max_bytes)
    return _narrowest(deal, variables, constraints, max_bytes)


def _narrowest(
    deal: Deal | None, variables: Sequence[Variable], constraints: Sequence[Constraint], max_bytes: int
) -> Worlds:
    """The first form that fits, of those that may: which of them is far better nothing tells beforehand.

    A diagram where a small one is enough, the deal where it can answer, a search, a large diagram, a long search.
    """

    def searched(most: int) -> Worlds:
        from deduce.worlds.dnnf import DecisionDnnf

        return DecisionDnnf.of(variables, constraints, max_bytes=most)

    if _many_clauses(constraints):
        with suppress(TooLarge):
            return searched(min(max_bytes, GLANCE_BYTES))
    order, bits = layer_order(variables, constraints)

    def laid_out(most: int) -> Worlds:
        _check_bits(bits)
        return _product(Diagram.free(order), constraints, most)

    ways: list[tuple[Callable[[int], Worlds], int]] = [(laid_out, max_bytes), (searched, max_bytes)]
    if deal is not None:
        quick = ((laid_out, TRIAL_BYTES), (searched, TRIAL_BYTES))
        ways.insert(0, (partial(_dealt, deal, quick), max_bytes))
        cased = deal.case_bits > CASE_BITS
        if cased:
            ways.insert(0, (searched, min(max_bytes, GLANCE_BYTES)))
        if cased or bits <= DEAL_BITS:
            ways.insert(0, (laid_out, min(max_bytes, DEAL_BYTES)))
    elif bits > SURE_BITS and max_bytes > TRIAL_BYTES:
        ways = [(laid_out, TRIAL_BYTES), (searched, 2 * TRIAL_BYTES), *ways]
    refused: dict[Callable[[int], Worlds], TooLarge] = {}
    for way, most in ways:
        try:
            return way(most)
        except TooLarge as error:
            refused[way] = error
    # A search refuses in fewer words.
    raise refused[laid_out]


def _dealt(deal: Deal, quick: Iterable[tuple[Callable[[int], Worlds], int]], most: int) -> Worlds:
    """The deal; where it has many cases, what is found by these other ways with little memory."""
    found = deal.prepared()
    for way, least in quick if found.work > DEAL_WORK else ():
        with suppress(TooLarge):
            return way(min(most, least))
    return found


def _many_clauses(constraints: Sequence[Constraint]) -> bool:
    """Whether there are many conditions, all of them clauses: then a short search is over before an order is found."""
    return len(constraints) >= MANY and all(part.clause() is not None for part in leaves(constraints))


def compile_diagram(
    variables: Sequence[Variable],
    constraints: Sequence[Constraint],
    *,
    order: Sequence[Variable] | None = None,
    max_bytes: int = DEFAULT_MAX_BYTES,
) -> Diagram:
    """A diagram of the assignments of `variables` that satisfy `constraints`.

    Raises `TooLarge`, and `ProblemError` when the order is none.
    """
    _checked_bytes(max_bytes)
    if order is None:
        chosen, bits = layer_order(variables, constraints)
        _check_bits(bits)
    else:
        chosen = tuple(order)
        if len(chosen) != len(variables) or set(chosen) != set(variables):
            raise ProblemError("the order must list every variable of the problem exactly once")
    return _product(Diagram.free(chosen), constraints, max_bytes)


def _check_bits(bits: float) -> None:
    if bits > HOPELESS_BITS:
        raise TooLarge(
            f"in the best variable order found, a layer may have 2^{bits:.0f} states; use "
            "another viewpoint, give an order, or ask deduce.puzzles.verify or Knowledge.holds, which "
            "fall back to a SAT solver"
        )


def _checked_bytes(max_bytes: int) -> None:
    if not is_whole(max_bytes) or max_bytes < 1:
        raise ProblemError(f"max_bytes is a positive whole number, not {max_bytes!r}")


def _product(free: Diagram, constraints: Sequence[Constraint], max_bytes: int) -> Diagram:
    """`free` restricted: in one product, or in stages where one product would be wide.

    One product prunes with everything known at once; stages merge nodes with equal futures in between,
    which one product cannot do before its end. Neither is narrower in general, so the second is tried
    when the first has grown, and given up when it grows itself. Constraints that remember a moving front always
    enter together with all others, which narrow it from the first layer on.
    """
    stages = _stages(free.variables, constraints)
    moving = any(fronts(part) for part in stages[0])
    if not moving and len(stages) > 1 and max_bytes > PROBE_BYTES:
        try:
            return free.restrict(*constraints, max_bytes=PROBE_BYTES)
        except TooLarge:
            staged = free
        try:
            for stage in stages:
                staged = staged.restrict(*stage, max_bytes=min(max_bytes, STAGE_BYTES))
        except TooLarge:
            pass
        else:
            return staged
    return free.restrict(*constraints, max_bytes=max_bytes)


def _stages(variables: Sequence[Variable], constraints: Iterable[Constraint]) -> list[list[Constraint]]:
    """First what concerns one variable or many; then what concerns a few, those with short spans first."""
    rank = {variable: i for i, variable in enumerate(variables)}
    first: list[Constraint] = []
    small: list[tuple[int, Constraint]] = []
    for constraint in constraints:
        for part in constraint.parts():
            if 2 <= len(part.scope) <= SMALL_SCOPE:
                places = [rank[variable] for variable in part.scope]
                small.append((max(places) - min(places), part))
            else:
                first.append(part)
    small.sort(key=lambda item: item[0])
    parts = [part for _, part in small]
    later = [parts[i : i + STAGE_SIZE] for i in range(0, len(parts), STAGE_SIZE)]
    return [first, *later] if first and len(later) > 1 else [[*first, *parts]]
