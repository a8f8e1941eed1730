"""Every question that worlds can be asked, asked of every form of the same worlds, beside a list of them with weights."""

import math
import random
from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest

import deduce
from deduce import AllDifferent, AtLeast, Diagram, Problem, ProblemError, Relation, Sum, Table, TooLarge
from deduce.language.facts import And, Or
from deduce.worlds import Alternatives, DecisionDnnf
from deduce.worlds.assignment import Assignment, assignment_of
from deduce.worlds.compile import compile_diagram
from deduce.worlds.deal import Deal, deal_of

pytestmark = pytest.mark.filterwarnings("error")


def apart(worlds, switch):
    """The same worlds by the value of one variable: a diagram, a table and so on in turn."""
    others = [v for v in worlds.variables if v is not switch]
    parts = [worlds.restrict(switch == value).project(others).unweighted() for value in switch.domain]
    return Alternatives(
        switch, {i: (part if i % 2 else part.to_diagram(), 0.0) for i, part in enumerate(parts)}
    )


class Small:
    """A few variables, their worlds as rows of domain positions with weights, and every form of them."""

    def __init__(self, seed, weighted=True):
        rng = self.rng = random.Random(seed)
        problem = Problem(f"small {seed}")
        deal = seed % 2
        palette = rng.sample(range(-2, 7), rng.randint(4, 5))
        count = rng.randint(3, 4)
        straight = rng.random() < 0.5
        for i in range(count):
            size = len(palette) if straight else rng.randint(2 if deal else 1, min(4, len(palette)))
            problem.variable("wxyz"[i], palette if straight else rng.sample(palette, size))
        self.scope = scope = problem.scope
        rules = []
        if deal:
            rules.append(AllDifferent(rng.sample(scope, rng.randint(3, count))))
            if rng.random() < 0.5:
                rules.append(self.unary())
        else:
            rules += [self.joint() for _ in range(rng.randint(1, 2))]
            if rng.random() < 0.3:
                rules.append(self.unary())
        if seed % 10 > 7:
            rules.append(scope[0].is_in([]))  # no world is left
        for rule in rules:
            problem.require(rule)
        self.problem, self.rules = problem, rules
        self.truth = dict.fromkeys(self.allowed(rules), 1.0)
        order = rng.sample(scope, count)
        forms = [
            deduce.compile(problem, "diagram"),
            deduce.compile(problem, "diagram", order=order),
            deduce.compile(problem, "table"),
        ]
        found = assignment_of(scope, rules)
        assert (found is not None) == bool(deal)
        if found is not None:
            forms.append(found)
        # Now and then one of the others: each takes longer than those above together.
        if seed % 4 == 1:
            forms.append(deal_of(scope, rules, compile_diagram))
        elif seed % 4 == 2:
            forms.append(apart(forms[0], scope[seed % count]))
        elif seed % 4 == 3:
            forms.append(DecisionDnnf.of(scope, rules))
        if weighted:
            forms = self.weigh(forms)
        self.forms = forms

    def unary(self):
        v = self.rng.choice(self.scope)
        kept = self.rng.sample(v.domain, self.rng.randint(1, len(v.domain)))
        return v.is_in(kept)

    def joint(self):
        rng = self.rng
        one, other = rng.sample(self.scope, 2)
        return rng.choice(
            [
                lambda: (one == rng.choice(one.domain)) | (other == rng.choice(other.domain)),
                lambda: one != other,
                lambda: one < other,
                lambda: Sum(self.scope, 0, rng.randint(2, 12)),
                lambda: AtLeast(1, [one, other], rng.choice(one.domain)),
                lambda: Relation(
                    [one, other], [r for r in product(one.domain, other.domain) if rng.random() < 0.6]
                ),
            ]
        )()

    def values(self, row):
        return tuple(v.domain[i] for v, i in zip(self.scope, row, strict=True))

    def holds(self, constraint, row):
        at = dict(zip(self.scope, self.values(row), strict=True))
        return constraint.holds([at[v] for v in constraint.scope])

    def allowed(self, rules):
        rows = product(*(range(len(v.domain)) for v in self.scope))
        return [row for row in rows if all(self.holds(rule, row) for rule in rules)]

    def weigh(self, forms):
        rng = self.rng
        for _ in range(rng.randint(1, 3)):
            ratio = rng.choice([0.25, 0.5, 1.0, 2.0, 3.0])
            if rng.random() < 0.7:
                v = rng.choice(self.scope)
                at = self.scope.index(v)
                ratios = [rng.choice([0.0, 0.5, 1.0, ratio]) for _ in v.domain]
                forms = [form.weigh(v, ratios) for form in forms]
                self.truth = {r: w * ratios[r[at]] for r, w in self.truth.items() if ratios[r[at]]}
            else:
                fact = rng.choice([self.unary, lambda: self.rng.choice(self.scope) < self.scope[0]])()
                forms = [form.weigh_fact(fact, ratio) for form in forms]
                self.truth = {r: w * (ratio if self.holds(fact, r) else 1) for r, w in self.truth.items()}
        return forms

    def rows_of(self, form):
        place = [form.place(v) for v in self.scope]
        return [tuple(row[i] for i in place) for row in form.rows()]

    def weights_of(self, table):
        """The true weights of a table's rows, by row in the order of the scope."""
        scale = 2.0 ** (table.log2_weight() - math.log2(table.weights.sum())) if table.count() else 1.0
        return dict(zip(self.rows_of(table), (table.weights * scale).tolist(), strict=True))


def assert_these(small, form, truth):
    """The worlds and weights of a form, by every question that tells them."""
    total = sum(truth.values())
    assert form.count() == len(form) == len(truth)
    assert sorted(small.rows_of(form)) == sorted(truth)
    worlds = Counter(tuple(world[v] for v in small.scope) for world in form)
    assert worlds == Counter(map(small.values, truth))
    weights = small.weights_of(form.to_table())
    assert weights.keys() == truth.keys()
    assert all(weights[row] == pytest.approx(weight) for row, weight in truth.items())
    assert weights == pytest.approx(small.weights_of(form.to_diagram().to_table()))
    if not truth:
        assert form.log2_weight() == -math.inf
        assert form.entropy() == 0.0
        with pytest.raises(ProblemError, match="no world is left to draw from"):
            form.sample(1, rng=1)
        with pytest.raises(ProblemError, match="no world is left to draw from"):
            form.sample_rows(0, rng=1)
        return
    assert form.log2_weight() == pytest.approx(math.log2(total))
    entropy = form.entropy()
    assert entropy == pytest.approx(
        -sum(w / total * math.log2(w / total) for w in truth.values()), abs=1e-9
    )
    assert entropy >= 0.0
    assert entropy == 0.0 or len(truth) > 1
    if form.uniform:
        assert len({round(math.log2(w), 9) for w in truth.values()}) == 1
    assert small.rows_of(form.to_table()) or form.count() == 0
    drawn = form.sample_rows(3, rng=5)
    assert drawn.shape == (3, len(small.scope))
    assert drawn.dtype == np.int64
    assert all(tuple(row) in set(form.rows()) for row in drawn.tolist())
    assert form.sample_rows(0, rng=1).shape == (0, len(small.scope))
    drawn = form.sample(4, rng=3)
    assert drawn == form.sample(4, rng=np.random.default_rng(3))
    assert all(tuple(world[v] for v in small.scope) in worlds for world in drawn)


SEEDS = range(14)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_worlds_weights_and_what_comes_of_them(seed, weighted):
    small = Small(seed, weighted)
    for form in small.forms:
        assert_these(small, form, small.truth)
        plain = form.unweighted()
        assert_these(small, plain, dict.fromkeys(small.truth, 1.0))
        # What a fact has weighed may not show that all weigh the same again.
        assert (plain.uniform and plain is form and form.to_diagram().uniform) or weighted


@pytest.mark.parametrize("seed", SEEDS)
def test_chances_by_variable(seed):
    small = Small(seed)
    total = sum(small.truth.values())
    for form in small.forms:
        table = form.table()
        width = max(len(v.domain) for v in small.scope)
        assert table.shape == (len(small.scope), width)
        assert form.table([]).shape == (0, 0)
        for at, v in enumerate(small.scope):
            share = [
                sum(w for row, w in small.truth.items() if row[at] == i) / (total or 1.0)
                for i in range(len(v.domain))
            ]
            assert form.arrays()[form.place(v)].tolist() == pytest.approx(share)
            padded = share + [0.0] * (width - len(share))
            assert table[form.place(v)].tolist() == pytest.approx(padded)
            assert form.table([v])[0].tolist() == pytest.approx(share)
            expected = {x: p for x, p in zip(v.domain, share, strict=True) if p > 0}
            assert form.marginals(v) == pytest.approx(expected)
            assert list(form.marginals(v)) == list(expected)
            assert form.possible(v) == set(expected)


@pytest.mark.parametrize("seed", SEEDS)
def test_chances_and_verdicts_of_facts(seed):
    small = Small(seed)
    rng, total = small.rng, sum(small.truth.values())
    other = AllDifferent(rng.sample(small.scope, 3))
    for fact in (
        small.unary(),
        small.joint(),
        small.joint(),
        And(),
        Or(),
        other,
        small.scope[0].is_in([]),
    ):
        kept = {row: w for row, w in small.truth.items() if small.holds(fact, row)}
        share = sum(kept.values()) / total if total else 0.0
        verdict = False if not kept else True if len(kept) == len(small.truth) else None
        for form in small.forms:
            chance = form.probability(fact)
            assert type(chance) is float
            assert chance == pytest.approx(share)
            assert 0.0 <= chance <= 1.0 + 1e-12
            assert form.verdict(fact) is verdict
            assert_these(small, form.restrict(fact), kept)


@pytest.mark.parametrize("seed", SEEDS)
def test_several_conditions_at_once(seed):
    small = Small(seed)
    rng = small.rng
    facts = [small.unary(), small.unary(), small.joint(), rng.choice([And(), small.joint()])]
    if seed % 4 == 0:
        facts.append(Or())
    rng.shuffle(facts)
    kept = {row: w for row, w in small.truth.items() if all(small.holds(f, row) for f in facts)}
    for form in small.forms:
        assert_these(small, form.restrict(*facts), kept)
        assert_these(small, form.restrict(*facts[:2], facts[2] & facts[3]).restrict(*facts[4:]), kept)
        single = [f for f in facts if len(f.scope) == 1]
        alone = {row: w for row, w in small.truth.items() if all(small.holds(f, row) for f in single)}
        assert_these(small, form.restrict(*single), alone)


@pytest.mark.parametrize("seed", SEEDS)
def test_weights_of_facts_and_of_values(seed):
    small = Small(seed)
    for ratio in (0.0, 3.0):
        joint = next(fact for fact in iter(small.joint, None) if hasattr(fact, "judge"))
        for fact in (small.unary(), joint, And(), Or()):
            truth = {r: w * (ratio if small.holds(fact, r) else 1.0) for r, w in small.truth.items()}
            truth = {r: w for r, w in truth.items() if w}
            for form in small.forms:
                assert_these(small, form.weigh_fact(fact, ratio), truth)
    for v in small.scope[:2]:
        for form in small.forms:
            assert form.weigh(v, [0.0] * len(v.domain)).count() == 0
            twice = {row: 2.0 * w for row, w in small.truth.items()}
            assert_these(small, form.weigh(v, np.full(len(v.domain), 2.0)), twice)


def test_weights_of_values_share_the_arcs():
    small = Small(4, weighted=False)
    for form in small.forms:
        if isinstance(form, Diagram):
            v = small.scope[0]
            for made in (
                form.weigh(v, range(1, len(v.domain) + 1)),
                form.weigh_fact(v == v.domain[0], 3.0),
            ):
                assert made.nbytes == form.nbytes
                assert made.packed is form.packed
            joint = form.weigh_fact(small.scope[0] < small.scope[1], 3.0)
            assert joint.nbytes > sum(layer.nbytes for layer in joint.layers)


@pytest.mark.parametrize("seed", SEEDS)
def test_renamed_and_projected(seed):
    small = Small(seed)
    new = Problem("new")
    names = {v: new.variable(f"new {v.name}", v.domain) for v in small.scope[:2]}
    chosen = small.rng.sample(small.scope, small.rng.randint(0, len(small.scope)))
    at = [small.scope.index(v) for v in chosen]
    parts = Counter()
    for row, weight in small.truth.items():
        parts[tuple(row[i] for i in at)] += weight
    for form in small.forms:
        renamed = form.relabel(names)
        assert type(renamed) is type(form)
        assert renamed.variables == tuple(names.get(v, v) for v in form.variables)
        back = renamed.relabel({new: old for old, new in names.items()})
        assert_these(small, back, small.truth)
        part = form.project(chosen)
        assert part.variables == tuple(chosen)
        assert sorted(part.rows()) == sorted(parts)
        total = sum(parts.values())
        assert part.log2_weight() == (pytest.approx(math.log2(total)) if total else -math.inf)
        share = dict(zip(part.rows(), part.weights / (part.weights.sum() or 1), strict=True))
        assert share == pytest.approx({key: w / total for key, w in parts.items()})


def test_a_world_is_in_it_or_not_and_must_be_complete():
    small = Small(3)
    for form in small.forms:
        for row in product(*(range(len(v.domain)) for v in small.scope)):
            world = dict(zip(small.scope, small.values(row), strict=True))
            assert form.contains(world) is (row in small.truth)
    many = Diagram.free(Problem("many").variables("v", range(7), ["a", "b"]).values())
    world = dict.fromkeys(many.variables, "a")
    assert many.contains(world)
    del world[many.variables[3]]
    with pytest.raises(ProblemError, match=r"leaves out v\[3\]; a value"):
        many.contains(world)
    with pytest.raises(ProblemError, match=r"v\[0\], v\[1\], v\[2\], v\[3\], v\[4\]; a value"):
        many.contains({})


def test_what_a_form_says_of_itself():
    for seed in (1, 2, 3, 4):
        small = Small(seed)
        for form in small.forms:
            text = repr(form)
            if isinstance(form, Alternatives):
                switch, _ = form.apart()
                kinds = ["Diagram" if i % 2 == 0 else "Table" for i in range(len(form._parts))]
                assert (
                    len(kinds) < len(switch.domain)
                    or text == f"<Alternatives by {switch}: {', '.join(kinds)}>"
                )
                continue
            assert text.startswith(f"<{type(form).__name__}: {len(small.scope)} variables")
            if isinstance(form, Table):
                assert f"{form.count()} worlds" in text
            elif isinstance(form, Diagram):
                assert f"{form.arcs} arcs, width {form.width}" in text
            elif isinstance(form, DecisionDnnf):
                assert f", {form.nodes:,} nodes>" in text
            elif isinstance(form, Deal):
                assert f", 1 groups, {len(form._cases)} cases>" in text
            else:
                assert f"in {len(form.groups)} groups" in text


def test_variables_of_others_are_named_with_the_nearest():
    small = Small(5)
    stranger = Problem("other").variable("xx", [1, 2])
    for form in small.forms:
        for ask in (
            lambda form=form: form.place(stranger),
            lambda form=form: form.marginals(stranger),
            lambda form=form: form.probability(stranger == 1),
            lambda form=form: form.restrict(stranger == 1),
            lambda form=form: form.weigh(stranger, [1.0, 2.0]),
            lambda form=form: form.project([stranger]),
        ):
            with pytest.raises(ProblemError, match=r"xx is no variable of these worlds: .*x"):
                ask()
        with pytest.raises(ProblemError, match="is no variable"):
            form.place([])
        for wrong in ("seed", -1, 1.5):
            with pytest.raises(ProblemError, match="rng is a seed"):
                form.sample(1, rng=wrong)


def test_no_variables_at_all():
    one = Diagram.free(())
    assert (one.width, one.arcs) == (0, 0)
    for form in (one, one.to_table()):
        assert form.count() == 1
        assert form.log2_weight() == 0.0
        assert form.table().shape == (0, 0)
        assert form.entropy() == 0.0
        assert form.probability(And()) == 1.0
        assert form.probability(Or()) == 0.0
        assert form.verdict(And()) is True
        assert form.verdict(Or()) is False
        assert form.restrict(And(), And()).count() == 1
        assert form.restrict(Or(), And()).count() == 0
        assert form.restrict(And(), Or()).log2_weight() == -math.inf
        assert form.sample(2, rng=1) == [{}, {}]
        assert form.contains({})
        assert list(form) == [{}]
        assert form.project(()).count() == 1
        assert form.restrict(Or()).to_table().count() == 0
        assert form.restrict(Or()).to_diagram().count() == 0
        for fact, log2 in ((And(), 2.0), (Or(), 0.0)):
            assert form.weigh_fact(fact, 4.0).log2_weight() == log2
            assert form.weigh_fact(fact, 0.25).log2_weight() == -log2
        assert form.weigh_fact(And(), 0.0).count() == 0
        assert form.weigh_fact(Or(), 0.0).count() == 1


def test_the_memory_allowed_is_kept_and_what_fits_is_given():
    problem = Problem("many")
    x = problem.variables("x", range(6), range(5))
    problem.require(Sum(x, 3, 14))
    diagram = deduce.compile(problem, "diagram")
    enough = diagram.to_table().nbytes
    bounds = [int(enough * share) for share in (0.3, 0.9, 1.0, 1.5, 2, 3, 4, 5)]
    given = []
    for most in bounds:
        try:
            given.append(diagram.to_table(max_bytes=most).nbytes)
            assert given[-1] <= most
        except TooLarge:
            assert not given  # what fits in less fits in more
    assert 2 <= len(given) <= 5
    with pytest.raises(TooLarge, match="keep the diagram, project on fewer, or raise max_bytes"):
        diagram.to_table(max_bytes=bounds[0])
    chosen = problem.scope[:5]
    part = diagram.project(chosen)
    with pytest.raises(TooLarge, match=r"project on fewer variables, or raise max_bytes"):
        diagram.project(chosen, max_bytes=part.nbytes)
    assert diagram.project(chosen, max_bytes=1000 * part.nbytes).count() == part.count()
    # A byte a place and sixteen a world, however much is at work on the way there.
    rare = Diagram.free(Problem("rare").variables("y", range(12), range(6)).values())
    rare = rare.restrict(Sum(rare.variables, 3, 3))
    assert rare.to_table(max_bytes=rare.count() * (12 + 16)).count() == rare.count() == 364
    for form in ("diagram", "auto"):
        with pytest.raises(TooLarge):
            deduce.compile(problem, form, max_bytes=1)
    with pytest.raises(ProblemError, match="max_bytes is a positive whole number, not 0"):
        deduce.compile(problem, max_bytes=0)
    with pytest.raises(ProblemError, match="max_bytes is a positive whole number"):
        deduce.compile(problem, max_bytes=2.5)


def test_what_may_be_compiled_and_into_what():
    problem = Problem("deal")
    cell = problem.variables("cell", range(4), range(4))
    several = AllDifferent(cell)
    problem.require(several)
    for wrong in (several, cell, "deal", None):
        with pytest.raises(ProblemError, match="compile takes a Problem"):
            deduce.compile(wrong)
    with pytest.raises(ProblemError, match=r"form 'diagrams': .*diagram"):
        deduce.compile(problem, "diagrams")
    v = problem.scope
    for order in (v[:3], (*v[:3], v[0]), (*v, v[0]), (*v[:3], Problem("o").variable("cell", [1]))):
        with pytest.raises(ProblemError, match="every variable of the problem exactly once"):
            deduce.compile(problem, order=order)
    assert type(deduce.compile(problem, order=v)) is Diagram
    assert type(deduce.compile(problem)) is type(deduce.compile(problem, "assignment")) is Assignment


def test_what_has_the_form_of_an_assignment_and_what_keeps_it():
    v = [deduce.Variable(f"v{i}", range(5)) for i in range(6)]
    three, others = AllDifferent(v[:3]), AllDifferent(v[3:5])
    assert assignment_of(v, [AllDifferent(v[:2])]) is None
    assert assignment_of(v, [three, AllDifferent(v[2:5])]) is None
    assert assignment_of(v, [three, v[0] < v[5]]) is None
    assert assignment_of(v, [v[0] != 1]) is None
    found = assignment_of(v, [others, three, v[0] != 1, (v[5] != 0) & (v[3] != 2)])
    assert [group.places for group in found.groups] == [(0, 1, 2), (3, 4), (5,)]
    assert found.count() == (4 * 4 * 3) * (4 * 4) * 4
    assert found.matchings(v[3:5]).places == 2
    for none in ([v[4], v[3]], v[:2], v[3:]):
        with pytest.raises(ProblemError, match="are no group of these worlds"):
            found.matchings(none)
    kept = [
        found.restrict(v[0] != 2),
        found.restrict(v[0] != 2, v[3] != 1),
        found.restrict((v[0] != 2) & (v[4] == 1), three),
        found.restrict(AllDifferent([v[1], v[0]])),
        found.weigh(v[0], [0.0, 1.0, 0.0, 5.0, 5.0]),
        found.weigh(v[0], [0.0] * 5),
        found.weigh_fact(v[1] == 3, 0.0),
        found.weigh_fact(v[1].is_in([1, 2]), 4.0),
        found.shuffled(v[:3], dict.fromkeys(permutations(range(3)), 1 / 6)),
    ]
    assert all(type(each) is Assignment for each in kept)
    assert found.uniform
    assert kept[0].uniform
    assert not kept[-1].uniform  # worlds came together in unlike numbers, as far as the form can tell
    assert type(found.restrict(AllDifferent([v[0], v[3]]))) is Diagram
    assert found.restrict(AllDifferent([v[0], v[3]])).count() < found.count()
    assert type(found.restrict(Or())) is Diagram
    assert type(found.weigh_fact(v[1] == v[3], 2.0)) is Diagram
    # Across two groups, or with chances beyond a float's span, another form has to do it.
    assert found.shuffled([v[0], v[3]], {(1, 0): 1.0}) is None
    assert found.shuffled(v[:3], {(0, 1, 2): 1.0, (1, 0, 2): 1e-200}) is None


def test_tables_changed_widened_and_marked_row_by_row():
    rng = random.Random(2)
    for seed in range(8):
        small = Small(seed)
        table = small.forms[2]
        assert isinstance(table, Table)
        order = list(table.variables)
        at = [small.scope.index(v) for v in order]
        truth = {tuple(row[i] for i in at): weight for row, weight in small.truth.items()}
        size = len(order[0].domain)
        chance = [rng.choice([0.0, 0.5, 1.0]) for _ in range(size)]

        def turned(columns, size=size, chance=chance):
            yield columns, 0.25
            yield (columns + 1) % size, np.array(chance)[columns[0]]

        after = Counter()
        for row, weight in truth.items():
            after[row] += 0.25 * weight
            after[(row[0] + 1) % size, *row[1:]] += chance[row[0]] * weight
        after = {row: weight for row, weight in after.items() if weight}
        made = table.transform([order[0]], turned)
        assert sorted(made.rows()) == sorted(after)
        shift = 2.0 ** (table.log2_weight() - math.log2(table.weights.sum())) if truth else 1.0
        assert dict(zip(made.rows(), made.weights * shift, strict=True)) == pytest.approx(after)
        assert table.transform([order[0]], lambda columns: iter(())).count() == 0
        new = [deduce.Variable("new", list("abc")[: 1 + seed % 3]) for _ in range(1)]
        new.append(deduce.Variable("other", [1, 2]))
        wider = table.extend(new)
        assert wider.variables == (*order, *new)
        rows = {(*row, i, j): w for row, w in truth.items() for i in range(1 + seed % 3) for j in range(2)}
        assert dict(zip(wider.rows(), wider.weights * shift, strict=True)) == pytest.approx(rows)
        number = deduce.Variable("number", range(max(1, table.count())))
        marked = table.annotated(number, np.arange(table.count()))
        assert list(marked.rows()) == [(*row, i) for i, row in enumerate(table.rows())]
        assert marked.log2_weight() == table.log2_weight()
        for half in (np.arange(0, table.count(), 2), np.arange(table.count()) % 2 == 0):
            assert list(table.select(half).rows()) == list(table.rows())[::2]
