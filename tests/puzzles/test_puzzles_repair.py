"""`repair` against enumeration: solutions, chances, bits, other clues, smallest sets of clues, superfluous ones."""

from __future__ import annotations

import json
import time
from collections import Counter
from itertools import combinations, product
from math import log2
from types import SimpleNamespace
from xml.etree import ElementTree

import numpy as np
import pytest
from command_line import deduce
from hypothesis import given
from hypothesis import strategies as st
from puzzles_random import all_worlds, answers, contents, random_puzzle, solvable_puzzle

from deduce import AllDifferent, Contradiction, Count, Knowledge, Problem, ProblemError
from deduce.evidence import Statement
from deduce.ground.deadline import Deadline
from deduce.ground.errors import TooLarge
from deduce.language.facts import Within
from deduce.puzzles import alterations as altering
from deduce.puzzles import completing, repair, repairing, solutions
from deduce.puzzles.alterations import alterations, other_values

seeds = st.integers(0, 10**6)


def _agrees(knowledge, key, found):
    """Everything `repair` says, worked out from the list of all worlds."""
    listed = answers(all_worlds(knowledge.scope, contents(knowledge.statements)), key)
    assert (found.solutions, found.label) == (len(listed), "exact")
    rows = sorted(listed, key=repr)
    bits = {}
    for column, v in enumerate(key):
        shares = Counter(row[column] for row in rows)
        assert found.chances[v].keys() == shares.keys()
        for value, n in shares.items():
            assert found.chances[v][value] == pytest.approx(n / len(rows))
        bits[v] = -sum(n / len(rows) * log2(n / len(rows)) for n in shares.values())
    assert {a.clue: a.bits for a in found.additions} == pytest.approx(
        {v: b for v, b in bits.items() if b > 1e-9}
    )
    assert [a.bits for a in found.additions] == sorted((a.bits for a in found.additions), reverse=True)
    _smallest(key, rows, found)
    superfluous = {
        clue
        for clue in knowledge.log
        if all(
            clue.content.holds([w[v] for v in clue.content.scope])
            for w in all_worlds(knowledge.scope, contents(s for s in knowledge.statements if s is not clue))
        )
    }
    assert set(found.superfluous) == superfluous


def _smallest(key, rows, found):
    least = next(
        size
        for size in range(len(key) + 1)
        if any(
            sum(all(row[i] == x for i, x in zip(places, values, strict=True)) for row in rows) == 1
            for places in combinations(range(len(key)), size)
            for values in product(*(key[i].domain for i in places))
        )
    )
    assert found.proved
    assert {len(clues) for clues in found.smallest} == ({least} if least else set())
    place = {v: i for i, v in enumerate(key)}
    for clues in found.smallest:
        left = [
            row for row in rows if all(row[place[c.content.variable]] in c.content.values for c in clues)
        ]
        assert len(left) == 1


@given(seed=seeds, asked=st.integers(0, 3))
def test_repair_agrees_with_the_list_of_all_worlds(seed, asked):
    knowledge = random_puzzle(seed)
    key = knowledge.scope[: asked or None]
    worlds = all_worlds(knowledge.scope, contents(knowledge.statements))
    if not worlds:
        with pytest.raises(Contradiction):
            repair(knowledge, key=key)
        return
    found = repair(knowledge, key=key)
    _agrees(knowledge, key, found)
    assert sorted(_told(found.alterations)) == sorted(_altered(knowledge, key, found.solutions))


def _altered(knowledge, key, bound):
    for clue in knowledge.log:
        content, instead = clue.content, []
        if isinstance(content, Within) and len(content.values) == 1:
            v = content.variable
            instead = [v == value for value in v.domain if value not in content.values]
        elif isinstance(content, Count) and content.low == content.high:
            every = range(len(content.scope) + 1)
            instead = [Count(content.scope, list(content.values), n, n) for n in every if n != content.low]
        others = contents(s for s in knowledge.statements if s is not clue)
        for other in instead:
            n = len(answers(all_worlds(knowledge.scope, [*others, other]), key))
            if 0 < n < bound:
                yield clue.text, other.sentence(), n


def _told(found):
    return [(a.clue.text, a.instead.text, a.solutions) for a in found]


@given(seed=seeds)
def test_without_a_diagram_solutions_are_listed_and_the_answers_are_the_same(seed):
    knowledge, _ = solvable_puzzle(seed, clues=3)
    with pytest.MonkeyPatch.context() as patch:
        for module in ("solutions", "alterations"):
            patch.setattr(f"deduce.puzzles.{module}.worlds_of", lambda _: None)
        found = repair(knowledge)
        _agrees(knowledge, knowledge.scope, found)
        others, said = alterations(
            knowledge, knowledge.log, other_values, knowledge.scope, found.solutions, Deadline(None)
        )
    exact = list(_altered(knowledge, knowledge.scope, found.solutions))
    got = _told(others)
    assert set(got) <= set(exact)
    assert not said
    # At least five, or all; none left out leaves fewer than one listed.
    assert len(got) >= min(5, len(exact))


@given(seed=seeds)
def test_clues_chosen_one_after_another_leave_one_solution(seed):
    knowledge, _ = solvable_puzzle(seed, clues=1)
    worlds = all_worlds(knowledge.scope, contents(knowledge.statements))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(repairing, "_EACH", 20)
        patch.setattr(repairing, "_DRAWN", 30)
        found = repair(knowledge)
    assert found.label == "exact"
    for clues in found.smallest:
        left = [w for w in worlds if all(c.content.true_in(w) for c in clues)]
        assert len(left) == 1
    if found.proved:
        _smallest(knowledge.scope, [tuple(w.values()) for w in worlds], found)


@given(seed=seeds)
def test_some_solutions_only_are_called_so(seed):
    knowledge, _ = solvable_puzzle(seed, clues=1)
    worlds = all_worlds(knowledge.scope, contents(knowledge.statements))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solutions, "worlds_of", lambda _: None)
        patch.setattr(solutions, "MOST_LISTED", 3)
        found = repair(knowledge)
    assert found.found.exact == (len(worlds) < 3)
    if not found.found.exact:
        assert found.label == "gave up"
        assert found.solutions == 3
        assert "at least 3" in str(found)
        with pytest.raises(TooLarge, match="fair draw"):
            found.sample(1)
    for clues in found.smallest:
        assert len([w for w in worlds if all(c.content.true_in(w) for c in clues)]) == 1


@given(seed=seeds)
def test_candidates_of_ones_own(seed):
    knowledge, _ = solvable_puzzle(seed, clues=1)
    a, b, c, _ = knowledge.scope
    own = [Statement(fact, "own", "observation") for fact in (a == b, a < c, (b == 0) | (c == 1))]
    found = repair(knowledge, candidates=own)
    worlds = all_worlds(knowledge.scope, contents(knowledge.statements))
    for addition in found.additions:
        if addition.text == "own":
            p = sum(addition.clue.content.true_in(w) for w in worlds) / len(worlds)
            assert addition.bits == pytest.approx(-p * log2(p) - (1 - p) * log2(1 - p))
    facts = [*own, *(Statement(v == x, "", "observation") for v in knowledge.scope for x in v.domain)]
    least = next(
        n
        for n in range(5)
        for chosen in combinations(facts, n)
        if sum(all(s.content.true_in(w) for s in chosen) for w in worlds) == 1
    )
    assert {len(clues) for clues in found.smallest} == ({least} if least else set())


@given(data=st.data())
def test_fewest_clues_agree_with_every_subset(data):
    rows, columns = data.draw(st.integers(1, 5)), data.draw(st.integers(2, 6))
    bits = data.draw(st.lists(st.booleans(), min_size=rows * columns, max_size=rows * columns))
    truth = np.array(bits).reshape(rows, columns)
    sets = [
        chosen
        for n in range(rows + 1)
        for chosen in combinations(range(rows), n)
        if truth[list(chosen)].all(axis=0).sum() == 1
    ]
    found, proved = completing.fewest_clues(truth, 1000, Deadline(None))
    assert proved
    least = min(map(len, sets), default=0)
    assert sorted(found) == [chosen for chosen in sets if len(chosen) == least]


def test_a_set_of_clues_is_called_the_smallest_only_where_the_search_came_to_its_end(monkeypatch):
    """All numbers of three bits, told bit by bit: work is counted in rows, and in pairs of them from two clues on."""
    truth = np.array([[number >> bit & 1 for number in range(8)] for bit in range(3)], dtype=bool)
    truth = np.vstack([truth, ~truth])
    every = product((0, 3), (1, 4), (2, 5))
    exact = completing.fewest_clues(truth, 100, Deadline(None))
    assert (sorted(exact[0]), exact[1]) == (sorted(tuple(sorted(each)) for each in every), True)
    assert completing.fewest_clues(truth, 3, Deadline(None)) == (exact[0][:3], True)
    (hurried,), proved = completing.fewest_clues(truth, 100, Deadline(0.0))
    assert not proved
    assert truth[list(hurried)].all(axis=0).sum() == 1
    # One clue, two, three: rows, pairs of them, and, behind the first of three, pairs of later ones where it is true.
    work = 6 * 8 + 2 * 6 * 6 * 8 + sum((5 - i) ** 2 * 4 for i in range(4))
    for spared, whole in ((0, True), (1, False)):
        monkeypatch.setattr(completing, "_WORK", work - spared)
        assert completing.fewest_clues(truth, 100, Deadline(None))[1] is whole
    monkeypatch.undo()
    for most, whole in ((6, True), (5, False)):
        monkeypatch.setattr(completing, "_CANDIDATES", most)
        assert completing.fewest_clues(truth, 100, Deadline(None))[1] is whole
    assert completing.fewest_clues(truth[:, :1], 5, Deadline(None)) == ([], True)
    assert completing.fewest_clues(truth[:, [0, 0]], 5, Deadline(None)) == ([], True)
    # Candidates that are true of few at once: none, one or several are left behind a first one.
    for rows in (np.eye(4, dtype=bool), ~np.eye(5, dtype=bool), np.triu(np.ones((5, 5), dtype=bool))):
        sets = [
            chosen
            for n in range(len(rows) + 1)
            for chosen in combinations(range(len(rows)), n)
            if rows[list(chosen)].all(axis=0).sum() == 1
        ]
        least = min(map(len, sets))
        monkeypatch.undo()
        found = completing.fewest_clues(rows, 1000, Deadline(None))
        assert (sorted(found[0]), found[1]) == ([each for each in sets if len(each) == least], True)


def test_as_many_sets_are_listed_as_are_asked_for():
    for limit in (1, 2):
        assert len(repair(_latin(2)[0], limit=limit).smallest) == limit


@pytest.mark.parametrize("listed", [False, True], ids=["a diagram", "listed"])
def test_given_clues_said_otherwise_leave_what_plain_counting_leaves(listed, monkeypatch):
    """Of three different numbers from 0 to 4 one is told, and how many of the others are 2."""
    problem = Problem("three")
    a, b, c = (problem.variable(name, range(5)) for name in "abc")
    problem.require(AllDifferent([a, b, c]))
    knowledge = Knowledge(problem).observe(a == 1, "a is 1").observe(Count([b, c], [2], 1, 1), "one is 2")
    every = [w for w in product(range(5), repeat=3) if len({*w}) == 3]
    left = {f"a is {x}": sum(w[0] == x and w[1:].count(2) == 1 for w in every) for x in (0, 2, 3, 4)}
    left |= {n: sum(w[0] == 1 and w[1:].count(2) == n for w in every) for n in (0, 2)}
    if listed:
        monkeypatch.setattr(altering, "worlds_of", lambda _: None)
    monkeypatch.setattr(altering, "_ENOUGH", 100)

    def told(most):
        found, said = alterations(knowledge, knowledge.log, other_values, (a, b, c), most, Deadline(None))
        assert not said
        assert [each.solutions for each in found] == sorted(each.solutions for each in found)
        return found

    for most in (6, 7, 1000):
        found = told(most)
        assert sorted(each.solutions for each in found) == sorted(n for n in left.values() if 0 < n < most)
        assert all(each.bits == pytest.approx(log2(most / each.solutions)) for each in found)
        assert all(left.get(each.instead.text, left[0]) == each.solutions for each in found)
    assert [each.bits for each in told(None)] == [0.0] * sum(n > 0 for n in left.values())


def test_what_was_looked_at_of_clues_said_otherwise_is_said(monkeypatch):
    problem, cell = _latin(3)
    knowledge = Knowledge(problem).observe(cell[0, 0] == 0, "corner")
    monkeypatch.setattr(altering, "worlds_of", lambda _: None)
    asked = knowledge, knowledge.log, other_values, tuple(cell.values()), 12, Deadline(None)
    assert [each.solutions for each in alterations(*asked)[0]] == [4, 4]
    monkeypatch.setattr(altering, "_BUDGET", 5)  # the first look goes up to six
    assert alterations(*asked) == ((), "given clues said otherwise were looked at up to 1 solution each")
    monkeypatch.setattr(altering, "_BUDGET", 6)  # one clue was counted, and the work is done
    (one,), said = alterations(*asked)
    assert (one.solutions, said) == (4, "given clues said otherwise were looked at up to 1 solution each")
    monkeypatch.setattr(altering, "_BUDGET", 11)
    assert [each.solutions for each in alterations(*asked)[0]] == [4, 4]
    monkeypatch.setattr(altering, "_ENOUGH", 0)
    assert alterations(*asked) == ((), "")


def _latin(size):
    problem = Problem("latin")
    cell = problem.variables("cell", list(product(range(size), repeat=2)), range(size))
    for i in range(size):
        problem.require(AllDifferent([cell[i, j] for j in range(size)]), f"row {i}")
        problem.require(AllDifferent([cell[j, i] for j in range(size)]), f"column {i}")
    return problem, cell


def test_the_published_numbers_of_latin_squares_and_of_their_critical_sets():
    # A002860 of the OEIS; the smallest critical sets have floor(n^2 / 4) entries (known to n = 8).
    for size, squares in ((2, 2), (3, 12), (4, 576)):
        found = repair(_latin(size)[0])
        assert found.solutions == squares
        assert {len(clues) for clues in found.smallest} == {size * size // 4}
    assert repair(_latin(5)[0]).solutions == 161_280


def test_fair_draws_draw_every_solution_as_often():
    problem, cell = _latin(3)
    found = repair(Knowledge(problem).observe(cell[0, 0] != 0))
    assert found.solutions == 8
    drawn = Counter(tuple(world.values()) for world in found.sample(4000, 5))
    assert len(drawn) == 8
    # Each is drawn 500 times but for a deviation of 21; six of those are never seen.
    assert all(abs(n - 500) < 6 * 21 for n in drawn.values())


def test_a_unique_puzzle_needs_nothing():
    knowledge, truth = solvable_puzzle(7, unique=True)
    found = repair(knowledge)
    assert found.unique
    assert not found.additions
    assert not found.smallest
    assert found.proved
    assert found.sample(1, 0) == [truth]
    assert str(found).startswith("1 solution (exact)")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda p: repair(p, limit=0), "whole number from 1"),
        (lambda p: repair(p, limit=True), "whole number from 1"),
        (lambda p: repair(p, candidates=[AllDifferent(p["cell"])]), "a statement of a constraint"),
        (lambda p: repair(3), "expected a Problem or a Knowledge"),
    ],
)
def test_faulty_questions_are_refused(call, message):
    with pytest.raises(ProblemError, match=message):
        call(_latin(3)[0])


def test_the_command_draws_and_tells(tmp_path):
    file = tmp_path / "latin.toml"
    file.write_text(
        'title = "Latin"\n'
        'variables.cell = { for = ["1..3", "1..3"], values = "1..3" }\n'
        'rule = [{ for = "line in rows(cell) + columns(cell)", says = "all_different(line)" }]\n'
        'clue = [{ of = "cell", picture = """\n1..\n...\n...\n""" }, { says = "cell[2, 2] != cell[3, 3]" }]\n'
    )
    picture = tmp_path / "latin.svg"
    status, out, _ = deduce("repair", str(file), "--svg", str(picture), "--sample", "2", "--seed", "4")
    assert status == 1
    assert "2 solutions (exact)" in out or "4 solutions (exact)" in out
    drawn = ElementTree.parse(picture).getroot()
    assert len(drawn.findall(".//{*}rect")) == 10
    assert drawn.find(".//{*}title").text == "1,1: 1"
    status, out, _ = deduce("repair", str(file), "--json", "--sample", "1")
    data = json.loads(out)
    assert data["label"] == "exact"
    assert len(data["sample"]) == 1
    for clues in data["smallest"]:
        assert len(clues) == 1


def test_out_of_time_is_said(monkeypatch):
    # Seconds of the processor: what is found in them does not depend on what else the machine does.
    monkeypatch.setattr("deduce.ground.deadline.time", SimpleNamespace(monotonic=time.process_time))
    problem = Problem("wide")
    cell = problem.variables("cell", list(product(range(9), repeat=2)), range(9))
    for i in range(9):
        problem.require(AllDifferent([cell[i, j] for j in range(9)]), f"row {i}")
        problem.require(AllDifferent([cell[j, i] for j in range(9)]), f"column {i}")
    found = repair(problem, time_limit=2)
    assert found.label == "gave up"
    assert found.limit
    assert found.solutions >= 1


def test_a_family_is_repaired_in_its_own_words(tmp_path):
    file = tmp_path / "holes.txt"
    file.write_text("4 4\n- 1 - 3\n- 0 - -\n- - - -\n- 3 3 -\n")
    status, out, _ = deduce("repair", str(file), "--family", "slitherlink", "--sample", "2", "--seed", "1")
    assert status == 1
    assert "4 solutions (exact)" in out
    assert "the side above r3c1" in out
    assert "side[" not in out
    assert out.count("drawn fairly\n4 4\n") == 2


def test_a_clue_altered_tells_each_other_value_or_each_other_number():
    problem = Problem("altered")
    x = problem.variables("x", range(3), ["a", "b", "c"])
    scope = list(x.values())

    def others(fact):
        return [each.text for each in other_values(Statement(fact, fact.sentence(), "observation"))]

    for value in "abc":
        assert others(x[1] == value) == [(x[1] == other).sentence() for other in "abc" if other != value]
    assert others(x[1] != "a") == []  # tells no value
    for n in range(4):
        wanted = [Count(scope, ["a"], other, other).sentence() for other in range(4) if other != n]
        assert others(Count(scope, ["a"], n, n)) == wanted
    assert others(Count(scope, ["a"], 1, 2)) == others(AllDifferent(scope)) == []


def test_candidates_are_those_true_of_some_solutions_and_no_two_alike():
    problem = Problem("compared")
    x = problem.variables("x", range(2), range(3))
    problem.require(AllDifferent(list(x.values())))
    worlds = Knowledge(problem).worlds
    every = [x[0] == 1, x[1] != 1, x[0] == x[1], x[0] != x[1], x[1] == 1, x[0] <= 1]
    for number in range(len(every) + 1):
        candidates = [Statement(fact, fact.sentence(), "observation") for fact in every[:number]]
        wanted, told = [], set()
        for each in candidates:
            true = tuple(each.content.true_in(world) for world in worlds)
            if 0 < sum(true) < len(true) and true not in told:
                wanted.append(each)
                told.add(true)
        kept, truth = repairing._compared(worlds, candidates)
        assert kept == wanted
        assert truth.shape == (len(wanted), 6)
        assert set(map(tuple, truth.tolist())) == told
