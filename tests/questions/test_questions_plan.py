"""`plan` against exhaustive search, and trees against what they claim."""

import json
import random
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce import AllDifferent, Knowledge, Problem, ProblemError, Table
from deduce.questions import OBJECTIVES, Question, plan, rank
from deduce.questions.answers import MatrixAnswers
from deduce.questions.optimal import Prover, least_totals
from deduce.questions.proving import _Share, _solved
from deduce_models.classics import mastermind


@st.composite
def boards(draw):
    """Worlds named 0, 1, ..., and questions as rows of small answers."""
    worlds = draw(st.integers(1, 7))
    answer = st.integers(0, draw(st.integers(1, 3)))
    rows = draw(st.lists(st.lists(answer, min_size=worlds, max_size=worlds), min_size=1, max_size=6))
    weights = draw(st.one_of(st.none(), st.lists(st.integers(1, 5), min_size=worlds, max_size=worlds)))
    goals = draw(st.one_of(st.none(), st.lists(st.integers(0, 2), min_size=worlds, max_size=worlds)))
    return rows, weights, goals


def exhaustive(rows, weights, goals, win):
    """The least total by trying every question everywhere."""
    mass = len if weights is None else (lambda left: sum(weights[w] for w in left))

    @cache
    def cost(left):
        if win < 0 and len({w if goals is None else goals[w] for w in left}) == 1:
            return 0
        best = float("inf")
        for row in rows:
            parts = {}
            for world in left:
                parts.setdefault(row[world], []).append(world)
            if parts.keys() == {win}:
                best = min(best, mass(left))
            elif len(parts) > 1:
                rest = [cost(tuple(part)) for code, part in parts.items() if code != win]
                best = min(best, mass(left) + sum(rest))
        return best

    return cost(tuple(range(len(rows[0]))))


@given(boards(), st.booleans())
def test_proofs_equal_exhaustive_search(board, winning):
    rows, weights, goals = board
    if winning:
        # Each world has a guess that wins there: answer 0 becomes the winning one nowhere else.
        n = len(rows[0])
        rows = [[value + 1 for value in row] for row in rows]
        rows = [*rows, *([[0 if w == own else 1 for w in range(n)] for own in range(n)])]
        goals = None
    win = 0 if winning else -1
    matrix = np.array(rows, dtype=np.uint8)
    labels = [list(range(6))] * len(rows)
    answers = MatrixAnswers(matrix, [str(i) for i in range(len(rows))], labels, win=win)
    prover = Prover(
        answers,
        None if weights is None else np.array(weights, dtype=float),
        goals=None if goals is None else np.array(goals),
    )
    worlds = np.arange(len(rows[0]))
    truth = exhaustive(rows, weights, goals, win)
    assert prover.glance(worlds) <= truth
    assert prover.solve(worlds)[0] == truth
    # A limit below the truth is never reached, and one above it changes nothing.
    if truth < float("inf"):
        fresh = Prover(answers, prover.weights, goals=prover.goals)
        assert fresh.solve(worlds, truth)[0] >= truth
        assert fresh.solve(worlds, truth + 1)[0] == truth
        told_on(answers, prover, worlds, truth)


@pytest.mark.parametrize("seed", range(40))
def test_what_no_question_can_name_is_never_won_and_all_else_costs_what_trying_all_finds(seed):
    """Some worlds have a question that wins there, some may have none."""
    rng = random.Random(seed)
    n = rng.randint(1, 7)
    codes, beside = rng.choice([2, 3]), rng.choice([1, 2])
    rows = [[rng.randint(1, codes) for _ in range(n)] for _ in range(rng.randint(1, 2))]
    named = rng.sample(range(n), rng.choice([n, n, rng.randint(0, n)]))
    rows += [[0 if w == own else rng.randint(1, beside) for w in range(n)] for own in named]
    weights = None if rng.random() < 0.5 else [rng.choice([1.0, 2.0, 0.5]) for _ in range(n)]
    answers = MatrixAnswers(
        np.array(rows, dtype=np.uint8),
        list(map(str, range(len(rows)))),
        [list(range(6))] * len(rows),
        win=0,
    )
    prover = Prover(answers, None if weights is None else np.array(weights))
    truth = exhaustive(rows, weights, None, 0)
    assert (truth == float("inf")) == (len(named) < n)
    assert prover.glance(np.arange(n)) <= truth
    assert prover.solve(np.arange(n))[0] == pytest.approx(truth)


def told_on(answers, prover, worlds, truth):
    """What one prover found is all that another needs, in another process too; what was not found is not told."""
    found = prover.strategy(worlds, ())
    other = Prover(answers, prover.weights, goals=prover.goals)
    other.learn(found)
    assert other.solve(worlds) == prover.solve(worlds)
    assert other.strategy(worlds, ()) == found
    assert other.visited == 0
    arguments = {"weights": prover.weights, "goals": prover.goals}
    for room in (truth, truth + 1):
        number, cost, sent = _solved(_Share(7, answers, arguments, worlds, room, ()))
        assert number == 7
        assert cost >= truth if room == truth else cost == truth
        assert sent == (found if room > truth else {})


@given(boards(), st.sampled_from([*OBJECTIVES, "optimal"]))
def test_plans_keep_their_promises(board, objective):
    rows, weights, _ = board
    rows = [*rows, [w % 2 for w in range(len(rows[0]))], [w // 2 for w in range(len(rows[0]))]]
    problem = Problem("worlds")
    world = problem.variable("world", range(len(rows[0])))
    table = Table(
        [world], np.arange(len(rows[0]))[None, :], None if weights is None else np.array(weights, float)
    )
    questions = [
        Question.function(lambda w, row=row: row[w], world, text=f"q{i}") for i, row in enumerate(rows)
    ]
    tree = plan(table, questions, objective)
    total = 0
    for w in range(len(rows[0])):
        node, depth = tree.root, 0
        while node.state == "ask":
            node = {b.answer: b.node for b in node.branches}[rows[node.index][w]]
            depth += 1
        assert (node.state, node.question) == ("known", f"world {w}")
        total += depth * (1 if weights is None else weights[w])
    # Equal weights are taken as 1 each.
    scale = 1 if weights is None or len(set(weights)) > 1 else weights[0]
    assert tree.total * scale == total
    assert tree.mean * sum(weights or [1] * len(rows[0])) == pytest.approx(total)
    assert tree.open == 0
    if objective == "optimal":
        assert tree.label == "proved"
        assert total == exhaustive(rows, weights, None, -1)
    elif tree.root.state == "ask":
        # The first question is the best by rank.
        assert tree.root.index == rank(table, questions, objective, limit=1)[0].index


def seating():
    problem = Problem("seating")
    seat = problem.variables("seat", range(4), list("ABCD"))
    problem.require(AllDifferent(seat))
    return Knowledge(problem), seat


def test_a_plan_is_printed_followed_and_cut():
    k, seat = seating()
    questions = [s == value for s in seat.values() for value in "ABCD"]
    best = plan(k, questions, "optimal")
    greedy = plan(k, questions)
    assert best.total <= greedy.total
    assert (best.label, greedy.label, best.basis) == ("proved", "greedy", "exact")
    # No tree of yes and no questions tells 24 worlds apart with fewer than 112 questions in all.
    assert best.total >= least_totals(24, 2, winning=False)[24] == 112
    text = str(greedy)
    assert text.splitlines()[0] == greedy.summary()
    assert text.count("it is seat[0]") == 24
    node = greedy.follow(True)
    assert node.worlds == 6
    with pytest.raises(ProblemError, match="allowed: False, True"):
        greedy.follow("yes")
    short = plan(k, questions, depth=2)
    assert short.worst == 2
    assert short.open > 0
    assert "stay open" in short.summary()
    assert json.loads(json.dumps(short.to_dict()))["open"] == short.open
    assert len(list(greedy.lines(depth=1))) == 1 + 1 + 2


def test_only_what_matters_is_found_out():
    k, seat = seating()
    questions = [s == value for s in seat.values() for value in "ABCD"]
    # One value at a time: 1, 2, 3 and 3 questions. Two at a time: two questions each.
    tree = plan(k, questions, "optimal", about=[seat[0]])
    assert (tree.mean, tree.worst) == (9 / 4, 3)
    tree = plan(k, [*questions, seat[0].is_in(["A", "B"])], "optimal", about=[seat[0]])
    assert (tree.mean, tree.worst) == (2, 2)
    assert plan(k, questions, about=seat[0]).mean >= 9 / 4


def test_many_worlds_are_planned_on_samples():
    problem = Problem("digits")
    digit = problem.variables("digit", range(6), range(10))
    tree = plan(problem, digit, depth=1, samples=500, rng=1)
    assert tree.basis == "sampled"
    assert "drawn from more" in tree.summary()


def test_what_cannot_be_planned():
    k, seat = seating()
    with pytest.raises(ProblemError, match="cannot be told apart"):
        plan(k, [seat[0], seat[1] == "A"], "optimal")
    assert plan(k, [seat[0]]).open == 24
    with pytest.raises(ProblemError, match="goes to the end"):
        plan(k, [seat[0]], "optimal", depth=2)
    with pytest.raises(ProblemError, match="whole number"):
        plan(k, [seat[0]], depth=-1)
    with pytest.raises(ProblemError, match="samples"):
        plan(k, [seat[0]], samples=0)
    with pytest.raises(ProblemError, match="left to chance"):
        plan(k, [Question.chances(lambda v: {v: 1.0}, seat[0])])
    with pytest.raises(ProblemError, match="did you mean 'optimal'"):
        plan(k, [seat[0]], "optimall")


def test_a_proof_that_has_no_time_says_so():
    k, seat = seating()
    questions = [s == value for s in seat.values() for value in "ABCD"]
    tree = plan(k, questions, "optimal", time_limit=0.0)
    assert tree.label == "gave up"
    assert tree.bound is not None
    assert tree.bound <= plan(k, questions, "optimal").total
    assert "gave up" in tree.summary()


@pytest.mark.parametrize(("kinds", "winning"), [(2, False), (3, False), (4, False), (3, True), (5, True)])
def test_least_totals_are_those_of_the_widest_trees(kinds, winning):
    width = kinds - 1 if winning else kinds

    @cache
    def total(n):
        if n <= 1:
            return n if winning else 0
        rest = n - 1 if winning else n

        @cache
        def spread(left, parts, largest):
            if left == 0:
                return 0
            if parts == 0:
                return float("inf")
            sizes = range(1, min(left, largest) + 1)
            return min(total(size) + spread(left - size, parts - 1, largest) for size in sizes)

        return n + spread(rest, width, rest if winning else rest - 1)

    found = least_totals(25, kinds, winning=winning)
    assert [total(n) for n in range(26)] == found.tolist()


def told(tree):
    return tree.label, tree.total, tree.bound, list(tree.lines())


def test_a_proof_is_the_same_by_any_number_of_processes():
    # Enough worlds that parts are worth sending; weights and classes make sums and ends of another kind.
    problem = Problem("row")
    x = problem.variables("x", range(4), domain=range(5))
    problem.require(AllDifferent(x))
    k = Knowledge(problem)
    asked = [x[i] < x[j] for i in range(4) for j in range(i)] + [x[0].is_in({v, 4}) for v in range(4)]
    alone = told(plan(k, asked, "optimal", about=[x[0]]))
    assert alone[0] == "proved"
    assert told(plan(k, asked, "optimal", about=[x[0]], jobs=2)) == alone
    game = mastermind.game(3, 4)
    position = game.start()
    first = told(position.plan("optimal"))
    assert first[0] == "proved"
    assert told(position.plan("optimal", jobs=2)) == first
    # The same without symmetries, whose thinning is what could make a difference.
    assert told(game.start().plan("optimal", symmetry=False, jobs=2))[1:3] == first[1:3]


def test_jobs_of_a_plan_are_counted():
    with pytest.raises(ProblemError, match="jobs must be at least 1"):
        mastermind.game(2, 3).start().plan("optimal", jobs=0)
