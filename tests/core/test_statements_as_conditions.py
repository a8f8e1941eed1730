"""Every kind of statement as conditions of a search: five kinds, each read here as its words say."""

import random
from itertools import product

import numpy as np
import pytest
from many_statements import COMPARED, COUNTING, FACTS, HERE, LISTED, RARE

from deduce import AllDifferent, AtLeast, Count, Relation, Sum, TooLarge, Variable
from deduce.language.facts import Or
from deduce.worlds import conditions
from deduce.worlds.conditions import BINARY, CLAUSE, DIFFERENT, LINEAR, TABLE, Conditions


def met(made, row):
    """Whether a row of domain positions meets all conditions."""
    if not made.possible or not all(mask >> at & 1 for mask, at in zip(made.masks, row, strict=True)):
        return False
    for scope, kind, data, (low, high) in zip(made.scopes, made.kinds, made.data, made.bounds, strict=True):
        here = [(table.tolist(), row[v]) for v, table in zip(scope, data, strict=True)]
        if kind == CLAUSE:
            true = any((mask & (1 << 64) - 1) >> at & 1 for (mask,), at in here)
        elif kind == LINEAR:
            true = low <= sum(amounts[at] for amounts, at in here) <= high
        elif kind == DIFFERENT:
            codes = [codes[at] for codes, at in here if codes[at] >= 0]
            true = len(set(codes)) == len(codes)
        elif kind == BINARY:
            (one, a), (other, b) = here
            true = one[a] >> b & 1
            assert true == other[b] >> a & 1
        else:
            state = low
            for v, (table, at) in zip(scope, here, strict=True):
                state = table[state * len(made.variables[v].domain) + at] if state >= 0 else state
                assert state < high
            true = state >= 0
        if not true:
            return False
    return True


@pytest.mark.parametrize("statement", [*COUNTING, *LISTED, *FACTS, *COMPARED, *RARE])
def test_conditions_are_met_where_the_statement_is_true(statement):
    names, words, say, meaning = statement
    variables = [HERE.names[name] for name in names]
    if words.endswith("two views of one assignment"):
        with pytest.raises(TooLarge, match=r"a search cannot take '.*': its automaton is no table"):
            Conditions.of(variables, [say(HERE)], {})
        return
    made = Conditions.of(variables, [say(HERE)], {})
    for row in product(*(range(len(v.domain)) for v in variables)):
        values = [v.domain[at] for v, at in zip(variables, row, strict=True)]
        assert met(made, row) == bool(meaning(*values))


def test_each_condition_is_of_the_plainest_kind():
    a, b, c = (Variable(name, range(4)) for name in "abc")
    odd = Relation([a, b, c], [(0, 1, 2), (3, 3, 1), (2, 0, 0)])
    for said, kind in (
        ((a == 1) | (b == 2) | (a == 3), CLAUSE),
        (AtLeast(2, [a, b, c], 1), LINEAR),
        (Sum([a, b, c], 2, 7), LINEAR),
        (AllDifferent([a, b, c]), DIFFERENT),
        (AllDifferent([a, b]), DIFFERENT),
        (Relation([a, b], [(0, 1), (3, 3)]), BINARY),
        (odd, TABLE),
    ):
        made = Conditions.of([a, b, c], [said], {})
        assert made.kinds == [kind]
        assert made.masks == [15, 15, 15]
    told = Conditions.of([a, b, c], [(a != 1) & (a != 2) & (b != c), c == 3], {a: 7, b: 11})
    assert (told.masks, told.kinds, told.possible) == ([1, 11, 8], [DIFFERENT], True) or told.kinds == [
        BINARY
    ]
    assert told.masks == [1, 11, 8]
    assert not Conditions.of([a], [Or()], {}).possible
    # Tables that are alike are kept once.
    twice = Conditions.of([a, b, c], [Sum([a, b], 1, 2), Sum([b, c], 3, 4)], {})
    assert len({id(table) for data in twice.data for table in data}) == 1


def test_values_of_more_than_a_word_are_told_apart_in_twos():
    rng = random.Random(3)
    domains = [rng.sample(range(80), 60) for _ in range(4)]
    v = [Variable(f"v{i}", domain) for i, domain in enumerate(domains)]
    made = Conditions.of(v, [AllDifferent(v)], {})
    assert len(made.kinds) == 2
    assert max(int(table.max()) for data in made.data for table in data) == 63
    for _ in range(400):
        row = [rng.randrange(60) for _ in v]
        if rng.random() < 0.5:
            value = rng.choice(sorted(set(domains[0]) & set(domains[2])))
            row[0], row[2] = domains[0].index(value), domains[2].index(value)
        values = [domain[at] for domain, at in zip(domains, row, strict=True)]
        assert met(made, row) == (len(set(values)) == 4)


def test_what_a_search_does_not_take_is_named(monkeypatch):
    narrow, wide = Variable("n", range(64)), Variable("w", range(65))
    assert Conditions.of([narrow], [narrow != 63], {}).masks == [(1 << 63) - 1]
    with pytest.raises(TooLarge, match="w has 65 values; a search takes 64 at most"):
        Conditions.of([narrow, wide], [], {})
    monkeypatch.setattr(conditions, "MOST_VARIABLES", 2)
    a, b, c = (Variable(name, range(4)) for name in "abc")
    assert len(Conditions.of([a, b], [], {}).masks) == 2
    with pytest.raises(TooLarge, match="a search takes 2 variables at most, and here are 3"):
        Conditions.of([a, b, c], [], {})
    monkeypatch.undo()
    odd = Relation([a, b, c], [(0, 1, 2), (3, 3, 1), (2, 0, 0)])
    monkeypatch.setattr(conditions, "MOST_STATES", 3)
    assert Conditions.of([a, b, c], [odd], {}).bounds == [(0, 3)]
    monkeypatch.setattr(conditions, "MOST_STATES", 2)
    with pytest.raises(TooLarge, match=r"a search cannot take .*: it has 3 states"):
        Conditions.of([a, b, c], [odd], {})
    assert np.array_equal(Conditions.of([a], [Count([a], 1, 0, 0)], {}).masks, [13])
