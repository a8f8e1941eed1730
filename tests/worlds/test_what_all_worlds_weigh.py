"""What all worlds have in common: a likelihood that is the same for every value, kept in every form and on every way."""

import math
from itertools import permutations

import pytest

from deduce import AllDifferent, Diagram, Table, Variable
from deduce.worlds import Alternatives, DecisionDnnf
from deduce.worlds.assignment import assignment_of
from deduce.worlds.compile import compile_diagram
from deduce.worlds.deal import deal_of

X, Y, Z = V = [Variable(name, range(3)) for name in "xyz"]
OTHERS = {v: Variable(f"{v.name} anew", v.domain) for v in V}


def listed(variables, rows):
    return Table.of(variables, [dict(zip(variables, row, strict=True)) for row in rows])


def parts(variables, rows):
    """Apart by the value of the first of them."""
    each = {i: [row[1:] for row in rows if row[0] == i] for i in range(3)}
    return Alternatives(variables[0], {i: (listed(variables[1:], some), 0.0) for i, some in each.items()})


RULES = [AllDifferent(V)]
FORMS = {
    "table": lambda: listed(V, permutations(range(3))),
    "diagram": lambda: compile_diagram(V, RULES),
    "dnnf": lambda: DecisionDnnf.of(V, RULES),
    "assignment": lambda: assignment_of(V, RULES),
    "deal": lambda: deal_of(V, RULES, compile_diagram),
    "alternatives": lambda: parts(V, list(permutations(range(3)))),
}
WAYS = {
    "as it is": lambda worlds: worlds,
    "projected on all": lambda worlds: worlds.project(V),
    "projected on all in another order": lambda worlds: worlds.project(V[::-1]),
    "projected on two": lambda worlds: worlds.project([Z, X]),
    "projected on one": lambda worlds: worlds.project([Y]),
    "projected on none": lambda worlds: worlds.project([]),
    "as a table": lambda worlds: worlds.to_table(),
    "as a diagram": lambda worlds: worlds.to_diagram(),
    "as a table, then a diagram": lambda worlds: worlds.to_table().to_diagram(),
    "as a diagram, then a table": lambda worlds: worlds.to_diagram().to_table(),
    "renamed": lambda worlds: worlds.relabel(OTHERS),
    "after what always holds": lambda worlds: worlds.restrict(X + Y <= 4),
    "after a likelihood of one": lambda worlds: worlds.weigh(Z, [1.0] * 3),
    "after a fact as likely as not": lambda worlds: worlds.weigh_fact(X < Y, 1.0),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("bits", [0, 2, -3, 600, math.log2(3)])
def test_what_all_worlds_weigh_is_kept_on_every_way_and_gone_without_weights(form, bits):
    """Six worlds; beyond what a float holds too, where they are weighed twice."""
    worlds = FORMS[form]().weigh(X, [2.0**bits] * 3).weigh(Y, [2.0**bits] * 3)
    for way, taken in WAYS.items():
        found = taken(worlds)
        assert found.log2_weight() == pytest.approx(math.log2(6) + 2 * bits), way
        plain = found.unweighted()
        assert plain.log2_weight() == pytest.approx(math.log2(found.count())), way
        assert plain.unweighted() is plain or plain.unweighted().log2_weight() == plain.log2_weight(), way


@pytest.mark.parametrize("number", range(3))
def test_of_no_variables_there_is_one_world_or_none_with_weights_or_without(number):
    table = listed((), [()] * number)
    for form in (table, table.to_diagram()):
        assert form.unweighted().count() == form.count() == min(number, 1)
        assert form.unweighted().log2_weight() == (0.0 if number else -math.inf)
    assert Diagram.free(()).unweighted().count() == 1


def test_parts_without_weights_are_as_likely_as_they_have_worlds():
    """Whatever each weighs: a table that is alike in all its worlds, and heavy, is weighed by their number."""
    heavy = DecisionDnnf.of([Y], [Y == 0]).weigh(Y, [8.0] * 3).to_table()
    plain = Alternatives(X, {0: (heavy, 0.0), 2: (listed([Y], [(0,), (1,), (2,)]), 5.0)}).unweighted()
    assert plain.arrays()[0].tolist() == pytest.approx([0.25, 0.0, 0.75])
