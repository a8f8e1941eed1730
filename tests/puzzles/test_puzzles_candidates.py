"""Candidates with their counts against all worlds, entry after entry, and what the command says of them."""

import json
import random
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from amount import seeded
from command_line import deduce
from puzzles_random import all_worlds, contents, random_constraint, random_puzzle

from deduce import GaveUp, Knowledge, Problem, ProblemError
from deduce.puzzles import candidate_reports, candidates, repair, steps
from deduce.puzzles.candidate_counts import Candidates
from deduce.puzzles.candidate_reports import candidates_report
from deduce.puzzles.files import read
from deduce.puzzles.sources import puzzle_of


def agrees(knowledge, entries, found, most):
    listed = [
        world
        for world in all_worlds(knowledge.scope, contents(knowledge.statements))
        if all(world[v] == x for v, x in entries.items())
    ]
    assert found.solutions <= len(listed)
    assert found.exact == (found.solutions == len(listed)) or not found.exact
    for v in knowledge.scope:
        true = Counter(world[v] for world in listed)
        assert set(found.counts[v]) == set(true)
        assert {x for x in v.domain if x not in true} == set(found.struck[v])
        for value, n in found.counts[v].items():
            assert n <= true[value]
            if value in found.sure[v]:
                assert n == true[value]
            else:
                assert n >= min(most, true[value]) or not most
    if found.exact:
        assert found.solutions == len(listed)


@seeded(25)
def test_counts_are_those_of_all_worlds_whatever_is_entered_and_taken_back(seed):
    rng = random.Random(seed)
    knowledge = random_puzzle(seed)
    entries = {}
    for _ in range(5):
        most = rng.choice([1, 2, 5, 100])
        agrees(knowledge, entries, candidates(knowledge, entries, most=most, further=1_000), most)
        agrees(knowledge, entries, candidates(knowledge, entries, most=most, further=1), 0)
        if entries and rng.random() < 0.3:
            entries.pop(rng.choice(list(entries)))
        elif rng.random() < 0.3:
            knowledge = knowledge.observe(random_constraint(rng, knowledge.scope))
        else:
            v = rng.choice(knowledge.scope)
            entries[v] = rng.choice(v.domain)


def test_a_number_that_is_not_all_says_so():
    problem = Problem("three")
    v = problem.variables("v", range(3), range(4))
    found = candidates(problem, most=2, further=0)
    assert not found.exact
    assert str(found).splitlines()[0].startswith("at least")
    assert any("+" in found.told(v[0], x) for x in range(4))
    assert candidates(problem, most=100, further=100).solutions == 64
    assert found.to_dict()["label"] == "at least"


def test_settled_is_what_no_solution_has_otherwise():
    problem = Problem("pair")
    a, b = problem.variable("a", range(3)), problem.variable("b", range(3))
    found = candidates(Knowledge(problem).observe(a + b == 4))
    assert found.settled == {a: 2, b: 2}
    assert found.struck == {a: (0, 1), b: (0, 1)}
    assert ElementTree.fromstring(found._repr_svg_()).tag.endswith("svg")


def test_a_step_comes_where_it_is_asked_for():
    problem = Problem("pair")
    a, b = problem.variable("a", range(1, 4)), problem.variable("b", range(1, 4))
    found = candidates(Knowledge(problem).observe(a > b).observe(b == 2), step=True)
    assert found.step is not None
    assert found.step.steps
    assert candidates(Knowledge(problem).observe(a > b)).step is None


def test_no_time_leaves_values_open_and_says_so():
    problem = Problem("pair")
    problem.variables("v", range(4), range(4))
    found = candidates(problem, time_limit=0)
    assert found.limit
    assert not any(found.struck.values())
    assert found.settled == {}
    assert found.to_dict()["label"] == "gave up"


@pytest.mark.parametrize("most", [0, True, "8", -1])
def test_a_cap_that_is_none_is_refused(most):
    with pytest.raises(ProblemError, match="most is"):
        candidates(Problem("none"), most=most)


def test_the_command(tmp_path):
    file = "examples/puzzles/sudoku.toml"
    status, out, _ = deduce("candidates", file, "--json")
    data = json.loads(out)
    assert (status, data["solutions"], data["label"]) == (0, 1, "exact")
    solution = {name: next(iter(found)) for name, found in data["counts"].items()}
    status, out, _ = deduce(
        "candidates", file, f"r1c1={solution['cell[1,1]']}", "--svg", tmp_path / "x.svg"
    )
    assert status == 0
    assert (tmp_path / "x.svg").read_text().startswith("<svg")
    wrong = next(x for x in "123456789" if x != solution["cell[1,1]"])
    status, out, _ = deduce("candidates", file, f"r1c1={wrong}")
    assert status == 1
    assert f"cell[1,1] cannot be {wrong}." in out
    status, _, err = deduce("candidates", file, "r1c10=1")
    assert status == 2
    assert "r1c10" in err or "cell[1,10]" in err
    status, out, _ = deduce("candidates", file, "--time-limit", "0")
    assert status == 3


def test_repair_names_the_limit_that_it_was_given():
    text = "family = 'fillomino'\ngrid = '''\n10 10\n" + "- - - - - - - - - -\n" * 10 + "'''"
    from deduce.puzzles.files import loads

    with pytest.raises(GaveUp, match=r"the time limit of 0\.01 s was reached"):
        repair(loads(text).puzzle, time_limit=0.01)
    assert read("examples/puzzles/sudoku-x.toml").family == "sudoku"


def test_candidates_without_time_for_a_step_are_told_without_it(monkeypatch):
    from deduce.puzzles import candidate_counts

    def late(*_, **__):
        raise GaveUp("no time")

    problem = Problem("late")
    x = problem.variables("x", range(2), [0, 1])
    problem.require(x[0] != x[1])
    plain = candidate_counts.candidates(problem)
    assert candidate_counts.candidates(problem, step=True).solutions == plain.solutions == 2
    monkeypatch.setattr(candidate_counts, "hint", late)
    found = candidate_counts.candidates(problem, step=True)
    assert (found.solutions, found.step) == (2, None)


def test_candidates_of_a_family_are_told_of_what_is_asked_alone():
    """Which tent is a tree's stands in no cell of its own; programs are given it too."""
    text = "3 3\n1 - -\n- - 1\nx - -\n- - x\n- - -\n"
    found = candidates_report(puzzle_of(text, "tent", "typed"))
    assert found.text.splitlines()[1:] == [
        "1 solution",
        "        clear clear",
        "  tent  clear",
        "  clear clear tent",
    ]
    assert any(name.startswith("tree") for name in found.data["counts"])


def test_what_was_not_decided_is_not_called_impossible_nor_settled(monkeypatch):
    """Where the limit came first: a value found, one struck, the rest open; and nothing found at all."""
    file = puzzle_of('[variables]\ncell = { for = ["1..1", "1..3"], values = "1..3" }\n', None, "typed")
    one, two, three = file.problem.scope
    partial = Candidates(
        {one: {1: 1}, two: {}, three: {2: 1}},
        {one: frozenset(), two: frozenset(), three: frozenset()},
        {one: (2,), two: (), three: (1, 3)},
        1, False, "the time limit of 1 s was reached",
    )  # fmt: skip
    monkeypatch.setattr(candidate_reports, "candidates", lambda *_, **__: partial)
    report = candidates_report(file)
    assert report.status == 3
    assert report.text.splitlines()[2:] == [
        "  1.? ? 2",
        "  cell[1,1]: 1 (1+); the others are not decided",
        "  cell[1,2]: nothing is decided",
    ]
    assert partial.undecided(one) == [3]
    assert str(partial).splitlines()[1:] == [
        "  cell[1,1]: 1 (1+), 1 not decided", "  cell[1,2]: 3 not decided", "  cell[1,3]: 2"
    ]  # fmt: skip
    assert partial._repr_svg_().count("?") >= 2


def test_a_grade_that_came_to_no_step_is_not_called_nothing_to_do():
    knowledge = Knowledge(read("examples/puzzles/sudoku.toml").problem)
    found = replace(
        steps(knowledge).grade, level=0, rounds=(), techniques=(), seen=0, effort=0, limit="the limit"
    )
    assert "nothing to do" not in str(found)
    assert "grade at least 0 of 10: the limit came before a step was found" in str(found)
    assert found.to_dict()["meaning"] != "nothing to do"
    assert "nothing to do" in str(replace(found, limit=""))
