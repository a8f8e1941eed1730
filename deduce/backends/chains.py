"""Linear sums as clauses: a chain of partial sums, one link a variable, for solvers without large numbers."""

from __future__ import annotations

from collections.abc import Sequence

from deduce.backends.columns import BASE, MAX_CLAUSES, MAX_COLUMNED, Columns, columns_of
from deduce.ground.errors import ProblemError
from deduce.language.posting import Literal, Model
from deduce.language.variables import Variable

Link = dict[int, Literal]


def links(model: Model, terms: Sequence[tuple[int, Literal]]) -> list[Link]:
    """The links of a sum: amounts, each with a literal that is true when it is added.

    The literals of one variable's values exclude each other, so together they are one link. Values that are ruled out
    for good are left out.
    """
    amounts: dict[Literal, int] = {}
    for coefficient, literal in terms:
        amounts[literal] = amounts.get(literal, 0) + coefficient
    grouped: list[dict[int, list[Literal]]] = []
    for literal in list(amounts):
        if literal not in amounts:
            continue
        by_amount: dict[int, list[Literal]] = {}
        members = model.siblings(literal)
        never = model.never(members) if len(members) > 2 else ()
        for member in members:
            amount = amounts.pop(member, 0)
            if member not in never or len(never) == len(members):  # all: the clauses conflict already
                by_amount.setdefault(amount, []).append(member)
        grouped.append(by_amount)
    return [
        {amount: _either(model, members) for amount, members in by_amount.items()} for by_amount in grouped
    ]


def _either(model: Model, literals: Sequence[Literal]) -> Literal:
    """A literal equivalent to "one of these is true"."""
    if len(literals) == 1:
        return literals[0]
    return -model.conjunction([-literal for literal in literals])


def chain(
    model: Model, terms: Sequence[tuple[int, Literal]], low: int, high: int, when: Literal | None = None
) -> None:
    """State that the coefficients of the true literals sum to between `low` and `high`.

    Raises `ProblemError` for a sum with too many partial sums.
    """
    if not terms:
        if not low <= 0 <= high:
            model.clause([], when)
        return
    steps = links(model, terms)
    if not _chained(model, steps, low, high, when) and not _columned(model, steps, low, high, when):
        raise ProblemError(
            "a sum is too wide for the SAT solver; use deduce.backends.cpsat for arithmetic this large"
        )


def _columned(model: Model, steps: Sequence[Link], low: int, high: int, when: Literal | None) -> bool:
    """The same column by column; False, and nothing said, where that too is too wide."""
    shift = sum(min(step) for step in steps)
    rows = [[amount - min(step) for amount in step] for step in steps]
    if columns_of(rows) > MAX_COLUMNED:
        return False
    columns, most = Columns(rows), sum(map(max, rows))
    low, high = max(low - shift, 0), min(high - shift, most)
    if low > high:
        model.clause([], when)
    elif low == high:
        _carried(model, steps, columns, low, (0, 0), when)
    else:
        if high < most:
            _carried(model, steps, columns, high, (BASE - 1, 0), when)
        if low > 0:
            _carried(model, steps, columns, low, (0, BASE - 1), when)
    return True


def _carried(
    model: Model,
    steps: Sequence[Link],
    columns: Columns,
    total: int,
    slack: tuple[int, int],
    when: Literal | None,
) -> None:
    """The sum is `total`, or on one side of it: each column may fall short, or exceed, by `slack`; the last freely."""
    below, above = slack
    bounds = columns.carries(total, below, above)
    if bounds is None:
        model.clause([], when)
        return
    carries = [Variable("carried", range(least, most + 1)) for least, most in bounds]
    for column, wanted in enumerate(columns.target(total)):
        parts: list[Link] = []
        for step, unit, digits in zip(steps, columns.units, columns.digits, strict=True):
            if digits[column]:
                least = min(step)
                parts.append({digits[column] * ((x - least) // unit): lit for x, lit in step.items()})
        for carry, factor in ((carries[column - 1 : column], 1), (carries[column : column + 1], -BASE)):
            for variable in carry:
                parts.append(
                    {
                        factor * x: lit
                        for x, lit in zip(variable.domain, model.literals(variable), strict=True)
                    }
                )
        free = column == columns.width - 1
        low = wanted - (
            sum(max(map(abs, part)) for part in parts) + abs(wanted) if free and below else below
        )
        high = wanted + (
            sum(max(map(abs, part)) for part in parts) + abs(wanted) if free and above else above
        )
        if not parts:
            if not low <= 0 <= high:
                model.clause([], when)
        elif not _chained(model, parts, low, high, when):
            raise ProblemError("a column of a sum is too wide for the SAT solver")


def _chained(model: Model, steps: Sequence[Link], low: int, high: int, when: Literal | None) -> bool:
    """The chain of the links' partial sums; False, and nothing said, where they are too many."""
    # Wide links first: after them few totals have been reached, and the narrow ones left allow few.
    steps = sorted(steps, key=lambda link: min(link) - max(link))
    totals = _totals(steps, low, high)
    if totals is None:
        return False
    both_ways = all(len(step) == 2 for step in steps)
    states: dict[int, tuple[Literal, ...]] = {0: ()}  # a total, and what is false unless it is reached
    rest: list[list[Literal]] = []
    for step, following in zip(steps, totals, strict=True):
        reached: dict[int, tuple[Literal, ...]] = {total: (-model.fresh(),) for total in following}
        for added, condition in step.items():
            for total, state in states.items():
                known = reached.get(total + added)
                rest.append([-condition, *state] if known is None else [-condition, *state, -known[0]])
            if both_ways:
                # From each total back to the one before it: so the solver sees which totals are left, and which of two
                # values a line cannot do without. For wider links that costs more than it saves.
                for total, (unless,) in reached.items():
                    before = states.get(total - added)
                    if before != ():
                        rest.append([unless, -condition, *(() if before is None else (-before[0],))])
        if both_ways:
            rest.append([-unless for (unless,) in reached.values()])
        states = reached
    model.clauses(rest, when)
    return True


def _totals(steps: Sequence[Link], low: int, high: int) -> list[list[int]] | None:
    """After each link, the partial sums that can still end between the bounds; None if they are too many."""
    least, most = 0, 0
    rest: list[tuple[int, int]] = []
    for step in reversed(steps):
        rest.append((least, most))
        least, most = least + min(step), most + max(step)
    found: list[list[int]] = []
    here = [0]
    clauses = 0
    for step, (least, most) in zip(steps, reversed(rest), strict=True):
        clauses += len(here) * len(step)
        if clauses > MAX_CLAUSES:
            return None
        met = {total + added for total in here for added in step}
        here = [total for total in met if total + least <= high and total + most >= low]
        here.sort()
        found.append(here)
    for i in range(len(found) - 1, 0, -1):
        ahead = set(found[i])
        found[i - 1] = [total for total in found[i - 1] if any(total + x in ahead for x in steps[i])]
    return found


def few_of(model: Model, literals: Sequence[Literal], bound: int) -> list[list[Literal]]:
    """Clauses for "at least `bound` of the literals", 1 to all of them: "at least j of the first i", j up to the bound.

    For a few of many, where "at most" of their opposites would count up to all the rest. It is as strong: what cannot be
    is refuted by propagation, and what all need is true.
    """
    before: list[Literal] = []  # of the literals so far: at least 1, at least 2, ...
    made: list[list[Literal]] = []
    for left, literal in zip(range(len(literals) - 1, -1, -1), literals, strict=True):
        here = []
        for j in range(min(len(before) + 1, bound)):
            if j + 1 + left < bound:  # too few even with all that come: nothing asks for it
                here.append(0)
                continue
            fresh = model.fresh()
            more = before[j : j + 1]
            made.append([-fresh, literal, *more])
            if j:
                made.append([-fresh, before[j - 1], *more])
            here.append(fresh)
        before = here
    return [*made, [before[-1]]]
