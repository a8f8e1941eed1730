"""Codes and keywords as worlds of their own form, beside a table of every world written out, asked the same."""

import itertools

import numpy as np
import pytest

from deduce.ground.errors import ProblemError, TooLarge
from deduce.problem import Problem
from deduce.worlds.table import Table
from deduce_models.decrypto.knowledge.teams import JointPart, TeamPart
from deduce_models.decrypto.knowledge.worlds import CodeWorlds

CODES = ((1, 2, 3), (2, 4, 1))


def team(problem, name, rng, words, *, meant=False, odds=0.7, keywords=True):
    """A part with random weights, some of them nought, and its variables in the problem."""
    places = {problem.variable(f"{name} code", ["-".join(map(str, code)) for code in CODES]): ("code", 0)}
    places |= {problem.variable(f"{name} digit[{at}]", range(1, 5)): ("digit", at - 1) for at in (1, 3)}
    if not keywords:
        return TeamPart(places, CODES, np.array([0.5, 2.0]), np.zeros((2, 4, 0)), 1.0)
    listed = [f"w{number}" for number in range(words)]
    for slot in range(1, 5):
        places[problem.variable(f"{name} keyword[{slot}]", [*listed, f"other {slot}"])] = (
            "keyword",
            slot - 1,
        )
    if meant:
        outside = [f"other {slot}" for slot in range(1, 5)]
        places[problem.variable(f"{name} meant[2]", [*listed, *outside])] = ("meant", 1)
    matrix = np.zeros((2, 4, words + 4))
    matrix[:, :, :words] = rng.random((2, 4, words)) * (rng.random((2, 4, words)) < odds)
    for column in range(4):
        matrix[:, column, words + column] = rng.random(2) * 0.3 * (rng.random(2) < 0.8)
    return TeamPart(places, CODES, rng.random(2) + 0.1, matrix, float(rng.integers(3)))


def choices(part):
    """Every code with four words, as (code, words, weight); words from the fifth last on are outside the list."""
    listed = part.matrix.shape[2] - 4
    for case in range(len(part.codes)):
        if listed < 0:
            yield case, (), part.cases[case] * 2**part.scale
            continue
        able = [np.flatnonzero(part.matrix[case, column]).tolist() for column in range(4)]
        for words in itertools.product(*able):
            if len(set(words)) == 4:
                weight = np.prod([part.matrix[case, column, word] for column, word in enumerate(words)])
                yield case, words, part.cases[case] * weight * 2**part.scale


def row(part, case, words):
    """The domain positions of the variables of a part in one world."""
    found = []
    for kind, at in part.places.values():
        code, listed = part.codes[case], part.matrix.shape[2] - 4
        if kind == "code":
            found.append(case)
        elif kind == "digit":
            found.append(code[at] - 1)
        elif kind == "keyword":
            found.append(min(words[at], listed))  # the column's own word outside the list comes last
        else:
            found.append(words[code[at] - 1])
    return found


def written(variables, rows):
    """All worlds with their weights, as a table."""
    columns = np.array([positions for positions, _ in rows], dtype=np.int64).reshape(len(rows), -1).T
    return Table.gathered(variables, columns, np.array([weight for _, weight in rows]))


def alone(seed):
    """One team's part, with what each clue stands for, beside another team whose code alone is open."""
    rng, problem = np.random.default_rng(seed), Problem("one")
    one, other = team(problem, "white", rng, 4, meant=True), team(problem, "black", rng, 0, keywords=False)
    worlds = CodeWorlds(problem.scope, [one, other])
    rows = [
        (row(one, *mine[:2]) + row(other, *theirs[:2]), mine[2] * theirs[2])
        for mine in choices(one)
        for theirs in choices(other)
    ]
    return worlds, written(problem.scope, rows)


def both(seed):
    """Two teams whose eight words are different."""
    rng, problem = np.random.default_rng(seed), Problem("two")
    one, other = (team(problem, name, rng, 3, odds=0.5) for name in ("white", "black"))
    worlds = CodeWorlds(problem.scope, [JointPart((one, other))])
    rows = []
    for mine, theirs in itertools.product(choices(one), choices(other)):
        if {*mine[1]} & {*theirs[1]} & {*range(3)}:
            continue  # a word of the list is on one card
        rows.append((row(one, *mine[:2]) + row(other, *theirs[:2]), mine[2] * theirs[2]))
    return worlds, written(problem.scope, rows)


def same(worlds, table):
    assert worlds.count() == table.count()
    assert worlds.log2_weight() == pytest.approx(table.log2_weight())
    assert worlds.entropy() == pytest.approx(table.entropy(), abs=1e-9)
    for variable in worlds.variables:
        assert worlds.marginals(variable) == pytest.approx(table.marginals(variable))
        assert worlds.possible(variable) == table.possible(variable)


@pytest.mark.parametrize(("made", "seed"), [(alone, 1), (alone, 2), (both, 1)])
def test_all_questions_have_the_answers_of_the_table(made, seed):
    worlds, table = made(seed)
    same(worlds, table)
    assert not worlds.uniform
    assert worlds.nbytes > 0
    even, flat = worlds.unweighted(), table.unweighted()
    for variable in worlds.variables:
        assert even.marginals(variable) == pytest.approx(flat.marginals(variable))
    rng, variables = np.random.default_rng(seed), worlds.variables
    for variable in variables[:: 2 if made is alone else 6]:
        ratios = rng.random(len(variable.domain)) * (rng.random(len(variable.domain)) < 0.8) + 1e-3
        same(worlds.weigh(variable, ratios), table.weigh(variable, ratios))
        value = max(table.marginals(variable), key=table.marginals(variable).get)
        same(worlds.restrict(variable != value), table.restrict(variable != value))
        assert worlds.probability(variable == value) == pytest.approx(table.probability(variable == value))
    pairs = [(variables[0], variables[-1]), (variables[3], variables[4]), (variables[1], variables[5])]
    for one, other in pairs[: 3 if made is alone else 1]:
        value = next(iter(table.possible(one)))
        this, that = one == value, other == next(iter(table.possible(other)))
        for fact in (this & ~that, this | that):
            assert worlds.probability(fact) == pytest.approx(table.probability(fact))
            assert worlds.verdict(fact) == table.verdict(fact)
    three = (variables[0] == variables[0].domain[0]) & (variables[1] == 1) & (variables[3] == "w1")
    assert worlds.probability(three) == pytest.approx(table.probability(three))
    sure = (variables[1] == CODES[0][0]) | (variables[1] == CODES[1][0])
    assert worlds.verdict(sure) is True
    assert worlds.verdict(variables[1] == 3) is False
    fresh = {
        variable: Problem("new").variable(f"new {variable.name}", variable.domain)
        for variable in variables[:4]
    }
    renamed = worlds.relabel(fresh)
    assert [variable.name for variable in renamed.variables] == [fresh.get(v, v).name for v in variables]
    assert renamed.log2_weight() == worlds.log2_weight()
    assert renamed.marginals(renamed.variables[3]) == pytest.approx(worlds.marginals(variables[3]))


def test_few_worlds_are_listed_with_their_weights():
    """Learning what is about two columns at once keeps what everything weighs, which ranks repairs."""
    worlds, table = alone(1)
    names = {variable.name: variable for variable in worlds.variables}
    words = [names["white keyword[1]"], names["white keyword[2]"]]
    first = max(table.marginals(words[0]), key=table.marginals(words[0]).get)
    facts = [words[0] == first, names["white code"] == "1-2-3", names["black code"] == "1-2-3"]
    facts.append(names["white keyword[3]"] == "other 3")
    few, listed = worlds.restrict(*facts), table.restrict(*facts)
    assert 2 < few.count() == listed.count() < 20
    same(few.to_table(), listed)
    either = (words[1] == "w1") | (names["white digit[3]"] == 4)
    assert few.weigh_fact(either, 0.25).log2_weight() == pytest.approx(
        listed.weigh_fact(either, 0.25).log2_weight()
    )
    none = few.restrict(names["white digit[1]"] == 3)
    assert (none.count(), none.log2_weight(), none.entropy(), [*none.rows()]) == (0, -np.inf, 0.0, [])
    assert not any(array.any() for array in none.arrays())
    with pytest.raises(ProblemError, match="no world is left to draw from"):
        none.sample_rows(1, 1)
    with pytest.raises(TooLarge, match="too many to list"):
        few.to_table(max_bytes=1)


@pytest.mark.parametrize("made", [alone, both])
def test_worlds_are_drawn_by_their_weights(made):
    worlds, table = made(4)
    known = {tuple(each) for each in table.rows()}
    rows = worlds.sample_rows(20, 5)
    assert {tuple(each) for each in rows.tolist()} <= known
    assert rows.tolist() == worlds.sample_rows(20, 5).tolist()
    for place, variable in enumerate(worlds.variables):
        for position, value in enumerate(variable.domain):
            chance = table.marginals(variable).get(value, 0.0)
            share = float((rows[:, place] == position).mean())
            assert abs(share - chance) <= 5 * (chance * (1 - chance) / 20) ** 0.5 + 1e-9
