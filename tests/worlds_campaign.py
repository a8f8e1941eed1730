"""Every form of worlds beside brute force and so beside the others, on random problems and chains of what is learned.

    python tests/campaign.py worlds --cases 100000 --seed 33000 --jobs 1 --results worlds.jsonl

A problem has two to five variables, rules of one of four kinds (anything; cards dealt; clauses; permutations), and
then up to five things that happen: a condition, a likelihood, a weighed fact, a shuffle, a swap, a replacement. The
forms are diagrams in two orders, compiled and by numpy alone, the table, the decision-DNNF, a form for each value of a
variable, and where the rules have that shape the assignment (by matrices and by shared values) and the deal;
`Knowledge` that learns the same one by one is one more. Each is asked for its worlds, count, weight, chances, entropy,
projection, a fact's chance, the likeliest world and draws.
A problem comes from the seed and its number alone, and a hundred are one piece of work.
"""

from __future__ import annotations

import math
import random
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations, product
from typing import Any, cast

from deduce import AllDifferent, Count, Knowledge, Problem, Relation, Sum, Variable
from deduce.changes import Replace, Shuffle, Swap
from deduce.kernels import using
from deduce.language.facts import Or
from deduce.worlds import Alternatives, DecisionDnnf, Worlds
from deduce.worlds.asking import likeliest
from deduce.worlds.assignment import assignment_of, shuffled_of
from deduce.worlds.compile import compile_constraints, compile_diagram
from deduce.worlds.deal import deal_of

Row = tuple[Any, ...]
Meaning = Callable[[Row], bool]
Stated = tuple[Any, Meaning]
Truth = dict[Row, float]
CHUNK = 100
PIECES = 1000


@dataclass
class Case:
    """A random problem: variables, rules with what they mean of a row of values, and what happens after."""

    rng: random.Random
    problem: Problem
    kind: str
    rules: list[Stated] = field(default_factory=list)

    @property
    def scope(self) -> Sequence[Variable]:
        """The variables."""
        return self.problem.scope

    @property
    def stated(self) -> list[Any]:
        """The rules as constraints."""
        return [constraint for constraint, _ in self.rules]

    def truth(self) -> Truth:
        """Every row that the rules allow, by brute force."""
        rows = product(*(v.domain for v in self.scope))
        return {row: 1.0 for row in rows if all(means(row) for _, means in self.rules)}

    # What can be said.

    def fact(self) -> Stated:
        """A comparison, a set of values, or two of them joined or denied."""
        rng, scope = self.rng, self.scope
        luck, i = rng.random(), rng.randrange(len(scope))
        if luck < 0.35:
            kept = rng.sample(scope[i].domain, rng.randint(1, len(scope[i].domain)))
            return scope[i].is_in(kept), lambda row: row[i] in kept
        if luck < 0.65:
            j = rng.choice([k for k in range(len(scope)) if k != i])
            if rng.random() < 0.5:
                return scope[i] != scope[j], lambda row: row[i] != row[j]
            return scope[i] <= scope[j], lambda row: row[i] <= row[j]
        one, means = self.fact()
        if luck < 0.75:
            return ~one, lambda row: not means(row)
        other, too = self.fact()
        if luck < 0.9:
            return one | other, lambda row: means(row) or too(row)
        return one & other, lambda row: means(row) and too(row)

    def joint(self) -> Stated:
        """A constraint over some variables."""
        rng, n = self.rng, len(self.scope)
        places = rng.sample(range(n), rng.randint(2, n))
        some = [self.scope[i] for i in places]
        kind = rng.choice(["different", "sum", "count", "relation", "fact", "fact"])
        if kind == "different":
            return AllDifferent(some), lambda row: len({row[i] for i in places}) == len(places)
        if kind == "sum":
            by = [rng.choice([-2, -1, 1, 1, 3]) for _ in places]

            def total(row: Row) -> int:
                return sum(w * int(row[i]) for w, i in zip(by, places, strict=True))

            near = total(tuple(rng.choice(v.domain) for v in self.scope))
            low, high = near - rng.randint(0, 3), near + rng.randint(0, 4)
            return Sum(some, low, high, weights=by), lambda row: low <= total(row) <= high
        if kind == "count":
            return self.counted(places)
        if kind == "relation":
            places = places[:3]
            every = list(product(*(self.scope[i].domain for i in places)))
            rows = {row for row in every if rng.random() < 0.6}
            return Relation(
                [self.scope[i] for i in places], sorted(rows)
            ), lambda row: tuple(row[i] for i in places) in rows
        return self.fact()

    def counted(self, places: Sequence[int], only: bool = False) -> Stated:
        """How often a value, or one of several, is taken."""
        rng = self.rng
        pool = sorted({cast(int, x) for i in places for x in self.scope[i].domain})
        values = rng.sample(pool, 1 if only else rng.randint(1, min(2, len(pool))))
        low = rng.randint(0, len(places) - 1)
        high = low + rng.randint(0, 2)
        return Count(
            [self.scope[i] for i in places], values, low, high
        ), lambda row: low <= sum(row[i] in values for i in places) <= high


def posed(number: int, seed: int) -> Case:
    """The problem of that number."""
    rng = random.Random(f"worlds {seed} {number}")
    kind = ("anything", "deal", "clauses", "permutation")[number % 4]
    case = Case(rng, Problem(f"{kind} {number}"), kind)
    size = rng.randint(2, 4)
    alike = kind in ("deal", "permutation") or rng.random() < 0.4
    pool = [0, 1] if kind == "clauses" else sorted(rng.sample(range(-2, 8), size))
    for name in "vwxyz"[: rng.randint(3 if kind == "permutation" else 2, 5)]:
        case.problem.variable(
            name, pool if alike or len(pool) < 3 else rng.sample(pool, rng.randint(2, size))
        )
    n = len(case.scope)
    if kind == "clauses":
        for _ in range(rng.randint(1, 2 * n)):
            case.rules.append(_clause(case))
    elif kind == "permutation":
        places = rng.sample(range(n), rng.randint(3, n))
        case.rules.append(
            (
                AllDifferent([case.scope[i] for i in places]),
                lambda row: len({row[i] for i in places}) == len(places),
            )
        )
    elif kind == "deal":
        for _ in range(rng.randint(1, 2)):
            case.rules.append(case.counted(rng.sample(range(n), rng.randint(2, n)), only=True))
    if kind in ("anything", "deal"):
        case.rules += [case.joint() for _ in range(rng.randint(kind == "anything", 2))]
    for constraint, _ in case.rules:
        case.problem.require(constraint)
    return case


def _clause(case: Case) -> Stated:
    """Some variables have one value or another."""
    places = case.rng.sample(range(len(case.scope)), case.rng.randint(1, min(3, len(case.scope))))
    signs = [case.rng.randint(0, 1) for _ in places]
    told = Or(*(case.scope[i] == sign for i, sign in zip(places, signs, strict=True)))
    return told, lambda row: any(row[i] == sign for i, sign in zip(places, signs, strict=True))


# What happens: for a form, for knowledge, and for the truth.


@dataclass
class Event:
    """One thing that happens, in three ways to say it."""

    name: str
    form: Callable[[Worlds], Worlds]
    knowledge: Callable[[Knowledge], Knowledge]
    truth: Callable[[Truth], Truth]


def event(case: Case) -> Event:
    """A random one."""
    rng, scope = case.rng, case.scope
    kind = rng.choice(["condition", "condition", "likelihood", "fact", "shuffle", "swap", "replace"])
    if kind == "likelihood":
        i = rng.randrange(len(scope))
        ratios = [rng.choice([0.25, 0.5, 1.0, 2.0, 3.0]) for _ in scope[i].domain]
        by = dict(zip(scope[i].domain, ratios, strict=True))
        return Event(
            kind,
            lambda form: form.weigh(scope[i], ratios),
            lambda k: k.weigh(scope[i], by),
            lambda truth: {row: w * by[row[i]] for row, w in truth.items()},
        )
    if kind == "fact":
        fact, means = case.fact()
        ratio = rng.choice([0.25, 0.5, 2.0, 3.0])
        return Event(
            kind,
            lambda form: form.weigh_fact(fact, ratio),
            lambda k: k.weigh(fact, ratio),
            lambda truth: {row: w * (ratio if means(row) else 1.0) for row, w in truth.items()},
        )
    if kind != "condition" and (made := _change(case, kind)) is not None:
        return made
    told, means = case.fact() if rng.random() < 0.6 else case.joint()
    return Event(
        "condition",
        lambda form: form.restrict(told),
        lambda k: k.observe(told),
        lambda truth: {row: w for row, w in truth.items() if means(row)},
    )


def _change(case: Case, kind: str) -> Event | None:
    """A change of the hidden state; None where the domains do not allow it. The rules hold afterwards too."""
    rng, scope = case.rng, case.scope
    domain = rng.choice(scope).domain
    alike = [i for i, v in enumerate(scope) if v.domain == domain]
    change: Any
    moves: Callable[[Row], Iterator[tuple[Row, float]]]
    if kind == "replace":
        i = rng.choice(alike)
        pool = {x: rng.choice([1.0, 1.0, 2.0]) for x in rng.sample(domain, rng.randint(1, len(domain)))}
        change, whole = Replace(scope[i], pool), sum(pool.values())

        def moves(row: Row) -> Iterator[tuple[Row, float]]:
            for x, chance in pool.items():
                yield (*row[:i], x, *row[i + 1 :]), chance / whole
    elif len(alike) < 2:
        return None
    else:
        places = rng.sample(alike, 2 if kind == "swap" else rng.randint(2, min(4, len(alike))))
        orders = list(permutations(range(len(places)))) if kind == "shuffle" else [(1, 0)]
        chances = {order: 1 / len(orders) for order in orders}
        if kind == "swap":
            change = Swap(*(scope[i] for i in places))
        elif rng.random() < 0.7:
            change = Shuffle(*(scope[i] for i in places))
        else:
            weights = {order: rng.choice([0.0, 1.0, 2.0]) for order in orders} | {orders[0]: 1.0}
            change = Shuffle(*(scope[i] for i in places), weights=weights)
            chances = {order: w / sum(weights.values()) for order, w in weights.items() if w}

        def moves(row: Row) -> Iterator[tuple[Row, float]]:
            for order, chance in chances.items():
                new = list(row)
                for at, source in zip(places, order, strict=True):
                    new[at] = row[places[source]]
                yield tuple(new), chance

    def truth(before: Truth) -> Truth:
        after: Truth = {}
        for row, weight in before.items():
            for new, chance in moves(row):
                if all(means(new) for _, means in case.rules):
                    after[new] = after.get(new, 0.0) + weight * chance
        return after

    return Event(
        kind,
        lambda form: change.apply(form).restrict(*case.stated),
        lambda k: k.change(change),
        truth,
    )


# Forms, and what they are asked.


def apart(case: Case) -> Worlds:
    """A set for each value of the first variable, in whatever form comes next."""
    switch, others = case.scope[0], case.scope[1:]
    parts: dict[int, tuple[Worlds, float]] = {}
    for place, value in enumerate(switch.domain):
        left = compile_diagram(case.scope, [*case.stated, switch == value]).project(others)
        rows = Relation.of_rows(others, left.columns.T.astype(int))
        make = (compile_constraints, DecisionDnnf.of, compile_diagram)[place % 3]
        parts[place] = (make(others, [rows]), 0.0)
    return Alternatives(switch, parts)


def forms(case: Case) -> dict[str, Worlds]:
    """Every form that the rules have."""
    scope, stated = case.scope, case.stated
    found: dict[str, Worlds | None] = {
        "diagram": compile_diagram(scope, stated),
        "diagram, other order": compile_diagram(scope, stated, order=case.rng.sample(scope, len(scope))),
        "chosen": compile_constraints(scope, stated),
        "dnnf": DecisionDnnf.of(scope, stated),
        "assignment": assignment_of(scope, stated),
        "assignment, shared": shuffled_of(scope, stated, []),
        "deal": deal_of(scope, stated, compile_diagram),
    }
    found["table"] = compile_diagram(scope, stated).to_table()
    found["alternatives"] = apart(case)
    with using(False):
        found["diagram, numpy"] = compile_diagram(scope, stated)
    return {name: form for name, form in found.items() if form is not None}


def assert_same(case: Case, form: Worlds, truth: Truth, asked: Stated, seed: int) -> None:
    """Every question to a form beside the list of worlds with their weights."""
    scope, whole = case.scope, sum(truth.values())
    place = [form.place(v) for v in scope]
    rows = Counter(
        tuple(v.domain[row[i]] for v, i in zip(scope, place, strict=True)) for row in form.rows()
    )
    assert rows == Counter(truth.keys()), "other worlds"
    assert form.count() == len(truth), "another count"
    if not truth:
        assert form.log2_weight() == -math.inf, "a weight without worlds"
        return
    assert math.isclose(form.log2_weight(), math.log2(whole), abs_tol=1e-9), "another weight"
    arrays = form.arrays()
    for i, v in enumerate(scope):
        share = [sum(w for row, w in truth.items() if row[i] == x) / whole for x in v.domain]
        assert all(map(_near, arrays[place[i]].tolist(), share)), f"other chances of {v}"
        assert form.possible(v) == {x for x, p in zip(v.domain, share, strict=True) if p}
    shares = [w / whole for w in truth.values()]
    assert _near(form.entropy(), -sum(p * math.log2(p) for p in shares)), "another entropy"
    fact, means = asked
    inside = [row for row in truth if means(row)]
    assert _near(form.probability(fact), sum(truth[row] for row in inside) / whole), "another chance"
    verdict = True if len(inside) == len(truth) else None if inside else False
    assert form.verdict(fact) is verdict, "another verdict"
    pair = [0, len(scope) - 1]
    table = form.project([scope[i] for i in pair])
    assert table.count() == len({tuple(row[i] for i in pair) for row in truth}), "another projection"
    best = likeliest(form)
    assert _near(best.probability, max(shares)), "another likeliest world"
    assert _near(truth[tuple(best.world[v] for v in scope)] / whole, max(shares)), "not the likeliest"
    for world in form.sample(2, seed):
        assert tuple(world[v] for v in scope) in truth, "drawn, and no world"


def _near(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)


def agree(number: int, seed: int) -> Counter[str]:
    """One problem in every form; raises with the form and what had happened. Gives what was asked, by name."""
    case = posed(number, seed)
    happened = [event(case) for _ in range(case.rng.choice([0, 1, 2, 2, 3, 5]))]
    asked, truths = case.fact(), [case.truth()]
    for each in happened:
        truths.append({row: w for row, w in each.truth(truths[-1]).items() if w > 0})
    done: Counter[str] = Counter({"problems": 1, "none": not truths[-1], case.kind: 1})
    done.update(each.name for each in happened)
    for name, form in forms(case).items():
        said = name
        try:
            for each in happened:
                said += f", {each.name}"
                form = each.form(form)
            assert_same(case, form, truths[-1], asked, number)
        except Exception as error:
            raise AssertionError(f"problem {number}, seed {seed}: {said}: {error}") from error
        done[name] += 1
    try:
        knowledge = Knowledge(case.problem)
        for each in happened:
            knowledge = each.knowledge(knowledge)
        assert_same(case, knowledge.worlds, truths[-1], asked, number)
    except Exception as error:
        names = ", ".join(each.name for each in happened)
        raise AssertionError(f"problem {number}, seed {seed}: knowledge, {names}: {error}") from error
    done["knowledge"] += 1
    return done


def chunk(name: str, seed: int) -> Counter[str]:
    """A hundred problems: a thousand such pieces are one seed. Raises with what disagreed."""
    done: Counter[str] = Counter()
    wrong = []
    first = seed % PIECES * CHUNK
    for number in range(first, first + CHUNK):
        try:
            done += agree(number, seed // PIECES)
        except AssertionError:
            wrong.append(traceback.format_exc())
    if wrong:
        raise AssertionError(f"{len(wrong)} problems disagree:\n" + "\n".join(wrong))
    return done
