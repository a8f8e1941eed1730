"""What all worlds have in common: a likelihood that is the same for every value, kept in every form and on every way."""

import math
from itertools import permutations, product

import pytest

from deduce import AllDifferent, Diagram, Shuffle, Table, Variable
from deduce.worlds import Alternatives, DecisionDnnf
from deduce.worlds.assignment import assignment_of
from deduce.worlds.compile import compile_diagram
from deduce.worlds.deal import deal_of

DOMAINS = {
    "alike": [range(3)] * 3,
    "uneven": [range(3), range(4), [4, 1]],
    "one value": [[3], range(4), range(2)],
}


def listed(variables, rows):
    return Table.of(variables, [dict(zip(variables, row, strict=True)) for row in rows])


def parts(variables, rows):
    """Apart by the value of the first of them."""
    first, *others = variables
    each = {i: [row[1:] for row in rows if row[0] == value] for i, value in enumerate(first.domain)}
    return Alternatives(first, {i: (listed(others, some), 0.0) for i, some in each.items()})


FORMS = {
    "table": listed,
    "diagram": lambda v, _: compile_diagram(v, [AllDifferent(v)]),
    "dnnf": lambda v, _: DecisionDnnf.of(v, [AllDifferent(v)]),
    "assignment": lambda v, _: assignment_of(v, [AllDifferent(v)]),
    "deal": lambda v, _: deal_of(v, [AllDifferent(v)], compile_diagram),
    "alternatives": parts,
}
WAYS = {
    "as it is": lambda worlds, *v: worlds,
    "projected on all": lambda worlds, *v: worlds.project(v),
    "projected on all in another order": lambda worlds, *v: worlds.project(v[::-1]),
    "projected on two": lambda worlds, x, y, z: worlds.project([z, x]),
    "projected on one": lambda worlds, x, y, z: worlds.project([y]),
    "projected on none": lambda worlds, *v: worlds.project([]),
    "as a table": lambda worlds, *v: worlds.to_table(),
    "as a diagram": lambda worlds, *v: worlds.to_diagram(),
    "as a table, then a diagram": lambda worlds, *v: worlds.to_table().to_diagram(),
    "as a diagram, then a table": lambda worlds, *v: worlds.to_diagram().to_table(),
    "renamed": lambda worlds, *v: worlds.relabel({x: Variable(f"{x.name} anew", x.domain) for x in v}),
    "after what always holds": lambda worlds, x, y, z: worlds.restrict(x + y <= 9),
    "after a likelihood of one": lambda worlds, x, y, z: worlds.weigh(z, [1.0] * len(z.domain)),
    "after a fact as likely as not": lambda worlds, x, y, z: worlds.weigh_fact(x < y, 1.0),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("domains", DOMAINS)
@pytest.mark.parametrize("bits", [0, 2, -3, 600, math.log2(3)])
def test_what_all_worlds_weigh_is_kept_on_every_way_and_gone_without_weights(form, domains, bits):
    """Beyond what a float holds too, where they are weighed twice."""
    v = [Variable(name, domain) for name, domain in zip("xyz", DOMAINS[domains], strict=True)]
    rows = [row for row in product(*(x.domain for x in v)) if len(set(row)) == 3]
    worlds = FORMS[form](v, rows)
    for x in v[:2]:
        worlds = worlds.weigh(x, [2.0**bits] * len(x.domain))
    for way, taken in WAYS.items():
        found = taken(worlds, *v)
        assert found.log2_weight() == pytest.approx(math.log2(len(rows)) + 2 * bits), way
        plain = found.unweighted()
        assert plain.log2_weight() == pytest.approx(math.log2(found.count())), way
        assert plain.unweighted() is plain or plain.unweighted().log2_weight() == plain.log2_weight(), way


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("domains", DOMAINS)
@pytest.mark.parametrize("late", [False, True])
def test_the_likelihood_of_what_is_certain_is_kept_on_every_way(form, domains, late):
    """Values that differ in it, of which one is known, before or after."""
    v = [Variable(name, domain) for name, domain in zip("xyz", DOMAINS[domains], strict=True)]
    rows = [row for row in product(*(x.domain for x in v)) if len(set(row)) == 3]
    for x, at in ((v[0], 0), (v[2], 2)):
        size, last = len(x.domain), x.domain[-1]
        left = {row: 1.0 + (row[1] == 1) for row in rows if row[at] == last}
        worlds = FORMS[form](v, rows).weigh_fact(v[1] == 1, 2.0)
        if late:
            worlds = worlds.restrict(x == last)
        worlds = worlds.weigh(x, [0.5 + i for i in range(size)])
        if not late:
            worlds = worlds.restrict(x == last)
        total = sum(left.values()) * (size - 0.5)
        for way, taken in WAYS.items():
            assert taken(worlds, *v).log2_weight() == pytest.approx(math.log2(total)), way
        chance = sum(w for row, w in left.items() if row[1] == 1) / sum(left.values())
        for form_ in (worlds, worlds.to_diagram(), worlds.to_table()):
            assert form_.marginals(v[1]).get(1, 0.0) == pytest.approx(chance)
            assert form_.count() == len(left)


@pytest.mark.parametrize("order", list(permutations(range(3))))
@pytest.mark.parametrize("seen", [(0, 0), (0, 1), (1, 0), (2, 3)])
def test_what_is_left_of_a_shuffle_weighs_by_its_chance(order, seen):
    """Two of three variables with domains of different sizes, of which one was known."""
    v = [Variable("x", range(3)), Variable("y", range(3)), Variable("z", range(4))]
    scope = [v[i] for i in order]
    at, value = seen
    worlds = assignment_of(scope, [AllDifferent(scope)]).restrict(v[0] == 0)
    worlds = Shuffle(v[0], v[1], weights={(0, 1): 1.0, (1, 0): 3.0}).apply(worlds)
    worlds = worlds.weigh(v[1], [4.0, 1.0, 2.0]).restrict(v[at] == value)
    weight = {}
    for x, y, z in permutations(range(4), 3):
        if x == 0 and y < 3:
            for row, chance in (((x, y, z), 0.25), ((y, x, z), 0.75)):
                if row[at] == value:
                    weight[row] = chance * (4.0, 1.0, 2.0)[row[1]]
    assert worlds.count() == len(weight)
    for way, taken in WAYS.items():
        assert taken(worlds, *v).log2_weight() == pytest.approx(math.log2(sum(weight.values()))), way


@pytest.mark.parametrize("number", range(3))
def test_of_no_variables_there_is_one_world_or_none_with_weights_or_without(number):
    table = listed((), [()] * number)
    for form in (table, table.to_diagram()):
        assert form.unweighted().count() == form.count() == min(number, 1)
        assert form.unweighted().log2_weight() == (0.0 if number else -math.inf)
    assert Diagram.free(()).unweighted().count() == 1


def test_parts_without_weights_are_as_likely_as_they_have_worlds():
    """Whatever each weighs: a table that is alike in all its worlds, and heavy, is weighed by their number."""
    x, y = Variable("x", range(3)), Variable("y", range(3))
    heavy = DecisionDnnf.of([y], [y == 0]).weigh(y, [8.0] * 3).to_table()
    plain = Alternatives(x, {0: (heavy, 0.0), 2: (listed([y], [(0,), (1,), (2,)]), 5.0)}).unweighted()
    assert plain.arrays()[0].tolist() == pytest.approx([0.25, 0.0, 0.75])
