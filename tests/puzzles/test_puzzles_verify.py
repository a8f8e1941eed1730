"""`verify` and `redundant` against brute force, on both the diagram's and the solver's path."""

from __future__ import annotations

from itertools import combinations
from unittest.mock import patch

import pytest
from amount import seeded
from hypothesis import given
from hypothesis import strategies as st
from puzzles_random import all_worlds, answers, contents, random_puzzle
from ways import WAYS, asked

from deduce import AllDifferent, Contradiction, Knowledge, Problem, ProblemError, Shuffle, Sum
from deduce.backends import routing
from deduce.puzzles import live, redundancy, redundant, verify

seeds = st.integers(0, 10**6)


@pytest.fixture(params=WAYS)
def path(request):
    with asked(request.param):
        yield request.param


def _checked(knowledge, key, path):
    worlds = all_worlds(knowledge.scope, contents(knowledge.statements))
    expected = answers(worlds, key)
    verdict = verify(knowledge, key=list(key), limit=None)
    if path != "cpsat" or knowledge.statements:
        assert verdict.method == path
    assert verdict.complete
    assert verdict.status == {0: "none", 1: "unique"}.get(len(expected), "several")
    assert answers(verdict.solutions, key) == expected
    assert len(verdict.solutions) == len(expected)
    assert all(world in worlds for world in verdict.solutions)
    assert verdict.check()
    if len(expected) > 1:
        assert verdict.second == verdict.solutions[1]
        assert verdict.difference
        assert all(a == verdict.solution[v] != verdict.second[v] == b for v, a, b in verdict.difference)
    assert (verdict.conflict is None) == bool(expected)
    if verdict.conflict is not None:
        size = len(verdict.conflict.because)
        assert not all_worlds(knowledge.scope, contents(verdict.conflict.because))
        assert all(
            all_worlds(knowledge.scope, contents(fewer))
            for fewer in combinations(knowledge.statements, size - 1)
        )


@pytest.mark.parametrize("chosen", WAYS)
@seeded(25)
def test_verify_against_brute_force(chosen, seed):
    with asked(chosen):
        knowledge = random_puzzle(seed)
        _checked(knowledge, knowledge.scope, chosen)
        _checked(knowledge, knowledge.scope[:1], chosen)


@given(seed=seeds)
def test_later_questions_with_other_clues_against_brute_force(seed):
    with asked("sat"):
        knowledge = random_puzzle(seed, clues=4)
        # The first question states its clues for good; nothing of that may be left for the others.
        for log in (knowledge.log, knowledge.log[::2], (), knowledge.log[1:], knowledge.log):
            some = Knowledge(knowledge.problem).learn(*log)
            expected = answers(all_worlds(some.scope, contents(some.statements)), some.scope)
            assert answers(verify(some, limit=None).solutions, some.scope) == expected


@given(seed=seeds)
def test_the_first_question_against_brute_force(seed):
    # So small puzzles are listed in a diagram otherwise.
    with patch.object(routing, "_FEW_WORLDS", 0):
        knowledge = random_puzzle(seed, clues=4)
        verdict = verify(knowledge)
    expected = answers(all_worlds(knowledge.scope, contents(knowledge.statements)), knowledge.scope)
    assert verdict.status == {0: "none", 1: "unique"}.get(len(expected), "several")
    assert answers(verdict.solutions, knowledge.scope) <= expected


@seeded(25)
def test_redundant_against_brute_force(seed):
    knowledge = random_puzzle(seed, rules=1, clues=5)
    clues = knowledge.log or knowledge.rules
    rules = knowledge.rules if knowledge.log else ()
    worlds = all_worlds(knowledge.scope, contents((*rules, *clues)))
    if not worlds:
        with pytest.raises(Contradiction):
            redundant(knowledge)
        return
    found = redundant(knowledge, limit=1000, fewest=True)
    assert found.clues == clues

    def left(chosen):
        return all_worlds(knowledge.scope, contents((*rules, *chosen)))

    for clue in clues:
        others = left([c for c in clues if c is not clue])
        assert (clue in found.implied) == (len(others) == len(worlds))
        assert (clue in found.spare) == (len(worlds) == len(others) == 1)
    assert found.unique == (len(worlds) == 1)
    if not found.unique:
        assert found.smallest == ()
        return
    for size in range(len(clues) + 1):
        enough = {c for c in combinations(clues, size) if len(left(c)) == 1}
        if enough:
            assert set(found.smallest) == enough
            assert found.proved
            assert found.listed_all
            return


def test_without_proof_one_set_is_given_that_can_spare_no_clue(monkeypatch):
    monkeypatch.setattr(redundancy, "EFFORT", 3)
    problem = Problem()
    cells = [problem.variable(name, [1, 2, 3]) for name in "abc"]
    knowledge = Knowledge(problem)
    for cell in cells:
        for value in (1, 2):
            knowledge = knowledge.observe(cell != value)
        knowledge = knowledge.observe(cell == 3)
    quick, proved = redundant(knowledge), redundant(knowledge, fewest=True)
    assert (quick.implied, quick.spare) == (proved.implied, proved.spare)
    assert proved.proved
    assert [len(chosen) for chosen in proved.smallest] == [3]
    assert not quick.proved
    (chosen,) = quick.smallest

    def unique(clues):
        return len(all_worlds(knowledge.scope, contents(clues))) == 1

    assert unique(chosen)
    assert not any(unique([c for c in chosen if c is not clue]) for clue in chosen)
    assert "none of them can be spared" in str(quick)


def test_of_several_answers_no_clue_can_go_and_that_is_proved():
    problem = Problem()
    a = problem.variable("a", [1, 2])
    problem.variable("b", [1, 2])
    found = redundant(Knowledge(problem).observe(a == 1, "one").observe(a != 2, "not two"))
    assert [s.text for s in found.implied] == ["one", "not two"]
    assert (found.spare, found.smallest, found.unique) == ((), (), False)
    assert (found.proved, found.listed_all) == (True, True)


@pytest.mark.parametrize(("given", "solutions"), [(1, 6), (2, 2), (3, 1)])
def test_of_a_grid_answers_that_agree_on_the_key_are_one(given, solutions):
    problem = Problem()
    x = problem.variables("x", range(4), range(4))
    problem.require(AllDifferent(x))
    problem.require(AllDifferent(x[0], x[1], x[2]))  # groups that cross make a grid
    k = Knowledge(problem)
    for i in range(given):
        k = k.observe(x[i] == i)
    assert len(verify(k, limit=None).solutions) == solutions
    assert len(verify(k, limit=99).solutions) == solutions
    for number in range(1, 5):
        key = [x[i] for i in range(number)]
        found = verify(k, key=key, limit=99)
        wanted = {tuple(world[v] for v in key) for world in verify(k, limit=None).solutions}
        assert sorted(tuple(world[v] for v in key) for world in found.solutions) == sorted(wanted)
        assert found.unique == (len(wanted) == 1)


def test_a_key_can_spare_what_is_not_implied():
    problem = Problem()
    a, b = problem.variable("a", [1, 2]), problem.variable("b", [1, 2])
    problem.ask(a)
    k = Knowledge(problem).observe(a == 1, "about a").observe(b == 2, "about b")
    found = redundant(k)
    assert found.implied == ()
    assert [s.text for s in found.spare] == ["about b"]
    assert [[s.text for s in chosen] for chosen in found.smallest] == [["about a"]]
    assert "say more" in str(found)


def test_several_and_its_difference_in_words(path):
    problem = Problem()
    problem.variable("a", ["red", "blue"])
    verdict = verify(problem)
    assert verdict.status == "several"
    assert not verdict.complete
    assert verdict.check()
    assert "a: " in str(verdict)
    assert verdict.to_dict()["difference"][0]["variable"] == "a"
    assert verdict.method == ("diagram" if path == "diagram" else "sat")


@pytest.mark.parametrize(
    ("limit", "method"), [(2, "sat"), (3, "diagram"), (50, "diagram"), (None, "diagram")]
)
def test_only_a_first_question_for_two_solutions_goes_to_clauses_before_the_diagram(limit, method):
    def puzzle():
        problem = Problem("first")
        x = list(problem.variables("x", range(20), [0, 1]).values())
        problem.require(Sum(x, 1, 1))
        problem.require(x[0] != x[1])
        return problem

    asked_now = puzzle()
    found = verify(asked_now, limit=limit)
    assert (found.method, found.status) == (method, "several")
    assert len(found.solutions) == 2


def test_a_limit_reached_is_no_count():
    problem = Problem()
    problem.variables("x", range(3), domain=range(3))
    assert not verify(problem, limit=5).complete
    assert len(verify(problem, limit=5).solutions) == 5
    assert len(verify(problem, limit=None).solutions) == 27
    assert verify(problem, limit=28).complete


def test_giving_up_is_said_and_never_guessed():
    problem = Problem()
    x = problem.variables("x", range(40), domain=range(40))
    problem.require(Sum(x, 3, 40))
    verdict = verify(problem, time_limit=1e-9)
    assert verdict.status == "gave up"
    assert "time limit" in verdict.limit
    assert not verdict.unique
    assert not verdict.check()


def test_wide_sums_fall_back_on_the_diagram():
    problem = Problem()
    x = problem.variables("x", range(20), domain=[0, 1])
    problem.require(Sum(x, 0, 0, weights=[1 << (3 * i) for i in range(20)]))
    assert verify(problem).unique


def test_changes_of_the_hidden_state_are_followed():
    problem = Problem()
    x = problem.variables("x", range(3), domain=range(3))
    k = Knowledge(problem)
    for i in range(3):
        k = k.observe(x[i] == i)
    k = k.change(Shuffle(x[0], x[1])).observe(x[0] == 1)
    verdict = verify(k)
    assert verdict.method == "sat"
    assert verdict.unique
    assert verdict.solution == {x[0]: 1, x[1]: 0, x[2]: 2}
    with pytest.raises(ProblemError, match="stands still"):
        redundant(k)


def test_rules_added_later_get_a_new_solver():
    problem = Problem()
    x = problem.variables("x", range(70), domain=[0, 1])
    assert verify(problem).status == "several"
    for i in range(70):
        problem.require(x[i] == 0)
    assert verify(problem).unique


def test_a_solver_that_has_piled_up_much_is_made_anew(monkeypatch):
    problem = Problem()
    x = problem.variables("x", range(70), domain=[0, 1])
    monkeypatch.setattr(live, "_GUARDS", 2)
    solvers = set()
    with asked("sat"):
        for i in range(8):
            assert verify(problem).status == "several"
            k = Knowledge(problem).observe(Sum(x, 70 * (i % 2), 70 * (i % 2)))
            assert verify(k).unique
            solvers.add(live.live_solver(k)[0])
    assert len(solvers) > 2


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda p: verify(p, limit=1), "at least 2"),
        (lambda p: verify("x"), "expected a Problem"),
        (lambda p: verify(p, key=[]), "at least one variable"),
        (lambda p: verify(p, key=Problem().variable("b", [1])), "another problem"),
    ],
)
def test_faulty_questions_say_what_is_allowed(call, message):
    problem = Problem()
    problem.variable("a", [1, 2])
    with pytest.raises(ProblemError, match=message):
        call(problem)
