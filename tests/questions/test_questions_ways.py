"""Trees and rankings by another way: a plain greedy walk, proofs of weighted games, diagrams beside tables, texts."""

import json
import random

import numpy as np
import pytest
from test_questions_plan import exhaustive
from test_questions_rank import SCORE, plainly, some_questions

from deduce import Problem, Table
from deduce.kernels import using
from deduce.questions import OBJECTIVES, Question, plan, rank
from deduce.questions.answers import AnswerTable, MatrixAnswers
from deduce.questions.optimal import Prover
from deduce.questions.planning import Setting, planned
from deduce_models.classics import mastermind


def board(rng, *, worlds=None):
    """Rows of small answers, weights (or None), classes of worlds (or None)."""
    worlds = worlds or rng.randint(2, 9)
    rows = [[rng.randint(0, 2) for _ in range(worlds)] for _ in range(rng.randint(1, 4))]
    weights = [rng.randint(1, 5) for _ in range(worlds)] if rng.random() < 0.7 else None
    if weights and len(set(weights)) == 1:
        weights = None
    return rows, weights, [rng.randint(0, 2) for _ in range(worlds)] if rng.random() < 0.5 else None


def answered(rows, win):
    labels = [list(range(9))] * len(rows)
    return MatrixAnswers(
        np.array(rows, dtype=np.uint8), [f"q{i}" for i in range(len(rows))], labels, win=win
    )


def test_where_nothing_is_open_no_question_is_named():
    """One world, or several that do not differ in what is asked about."""
    asked = answered([[0, 1, 1], [0, 0, 1]], -1)
    one, alike = np.array([2]), np.array([0, 1])
    assert Prover(asked).solve(one) == (0.0, -1)
    assert Prover(asked, goals=np.array([7, 7, 8])).solve(alike) == (0.0, -1)
    assert Prover(asked).solve(alike) == (2.0, 0)


def by_hand(rows, weights, goals, win, left, code, objective, depth):
    """The greedy tree as (state, question, {answer: below}): every question measured world by world."""
    goal = (lambda w: w) if goals is None or win is not None else goals.__getitem__
    if win is not None and code == win:
        return "won", -1, {}
    if win is None and len({goal(w) for w in left}) == 1:
        return "known", -1, {}
    if depth == 0:
        return "open", -1, {}
    mass = [1 if weights is None else weights[w] for w in left]
    best = None
    for number, row in enumerate(rows):
        found = plainly(left, mass, lambda w, row=row: {row[w]: 1.0}, goal, win)
        ends = win in {row[w] for w in left} if win is not None else found["finish"] > 0
        rank_ = round(SCORE[objective](found), 9), not ends, number
        useful = found["parts"] > 1 or (win is not None and ends)
        if useful and (best is None or rank_ < best):
            best = rank_
    if best is None:
        return "open", -1, {}
    row = rows[best[2]]
    below = {}
    for answer in sorted({row[w] for w in left}):
        part = [w for w in left if row[w] == answer]
        more = None if depth is None else depth - 1
        below[answer] = by_hand(rows, weights, goals, win, part, answer, objective, more)
    return "ask", best[2], below


def told(node):
    return node.state, node.index, {branch.answer: told(branch.node) for branch in node.branches}


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("compiled", [True, False])
def test_greedy_trees_are_those_of_a_plain_walk(objective, compiled):
    rng = random.Random(f"{objective} {compiled}")
    states = set()
    for _ in range(25):
        rows, weights, goals = board(rng)
        win = 0 if rng.random() < 0.4 else None
        depth = rng.choice([None, None, 1, 2])
        masses = None if weights is None else np.array(weights, float)
        classes = None if goals is None or win is not None else np.array(goals)
        setting = Setting(answered(rows, -1 if win is None else win), masses, classes)
        with using(compiled):
            tree = planned(setting, np.arange(len(rows[0])), objective, depth=depth)
        expected = by_hand(rows, weights, goals, win, list(range(len(rows[0]))), None, objective, depth)
        assert told(tree.root) == expected
        states |= {node.state for _, node in tree._leaves()}
    assert states == {"won", "known", "open"}


def test_many_worlds_that_no_question_tells_apart_stay_open():
    rows = [[w % 2 for w in range(150)], [w % 2 for w in range(150)], [0] * 150]
    tree = planned(Setting(answered(rows, -1)), np.arange(150), "entropy")
    assert told(tree.root) == ("ask", 0, {0: ("open", -1, {}), 1: ("open", -1, {})})
    assert (tree.open, tree.worst, tree.mean) == (150, 1, 1)


def test_proofs_of_weighted_games_equal_exhaustive_search():
    rng = random.Random(5)
    for _ in range(60):
        rows, weights, _ = board(rng, worlds=rng.randint(2, 6))
        n = len(rows[0])
        # Each world has a guess that wins there alone.
        rows = [[value + 1 for value in row] for row in rows]
        rows += [[0 if w == own else 1 for w in range(n)] for own in range(n)]
        prover = Prover(answered(rows, 0), None if weights is None else np.array(weights, float))
        truth = exhaustive(rows, weights, None, 0)
        assert prover.solve(np.arange(n))[0] == pytest.approx(truth)
        assert prover.bound(np.arange(n)) == pytest.approx(truth)
        fresh = Prover(answered(rows, 0), prover.weights)
        assert fresh.glance(np.arange(n)) <= truth + 1e-9
        assert fresh.solve(np.arange(n), truth)[0] >= truth - 1e-9
        learnt = Prover(answered(rows, 0), prover.weights)
        learnt.learn(prover.strategy(np.arange(n), ()))
        assert learnt.solve(np.arange(n)) == prover.solve(np.arange(n))


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_guesses_are_the_same_in_numpy_and_by_hand(objective):
    """A guess among the worlds left that tells all apart is the best; of several the first, as by hand."""
    position = mastermind.table(2, 4).observe((1, 2), (0, 1))
    codes = [position.game.values(i) for i in range(position.game.questions)]

    def answer(guess, secret):
        black = sum(a == b for a, b in zip(guess, secret, strict=True))
        both = sum(min(guess.count(c), secret.count(c)) for c in set(guess))
        return position.game.answers.index((black, both - black))

    rows = [[answer(guess, secret) for secret in position.secrets()] for guess in codes]
    win = position.game.answers.index((2, 0))
    expected = by_hand(rows, None, None, win, list(range(position.count())), None, objective, None)

    def coded(node):
        below = {position.game.answers.index(each.answer): coded(each.node) for each in node.branches}
        return node.state, node.index, dict(sorted(below.items()))

    for compiled in (True, False):
        with using(compiled):
            assert coded(position.plan(objective, symmetry=False).root) == expected


class OddFirst(AnswerTable):
    """One question, which tells world 1 from all others."""

    questions, worlds, kinds, win = 1, (1 << 16) + 2, 2, -1

    def codes(self, questions, worlds):
        return np.repeat((worlds == 1)[None, :], len(questions), axis=0).astype(np.uint8)

    def text(self, question):
        return "is it 1"

    def label(self, question, code):
        return bool(code)

    def world_text(self, world):
        return str(world)


def test_no_two_sets_of_worlds_are_taken_for_one():
    prover = Prover(OddFirst())
    assert prover.solve(np.array([0, 1])) == (2, 0)
    assert prover.solve(np.array([1 << 16, (1 << 16) + 1]))[0] == float("inf")


@pytest.mark.parametrize("about", [False, True])
def test_diagrams_rank_as_tables_do_with_weights_wins_and_chance(about):
    rng = random.Random(f"diagrams {about}")
    for _ in range(15):
        problem = Problem("random")
        sizes = [rng.randint(2, 4) for _ in range(rng.randint(2, 4))]
        variables = [problem.variable(f"v{i}", range(size)) for i, size in enumerate(sizes)]
        every = [()]
        for size in sizes:
            every = [(*row, value) for row in every for value in range(size)]
        kept = rng.sample(every, rng.randint(1, min(12, len(every))))
        weights = [float(rng.randint(1, 4)) for _ in kept] if rng.random() < 0.7 else None
        table = Table(variables, np.array(kept).T, None if weights is None else np.array(weights))
        asked = [q for q, _ in some_questions(variables)]
        asked = [q for q in asked if not isinstance(q, Question) or q.scope is not None]
        goal = rng.choice(variables) if about else None
        if rng.random() < 0.5:
            asked.append(Question.value(variables[0], win=1))
            asked.append(Question.whether(variables[-1] == 0, win=True, text="nought"))
        whole = rank(table, asked, about=goal)
        narrow = rank(table.to_diagram(), asked, about=goal, max_worlds=0)
        assert [one.index for one in narrow] == [one.index for one in whole]
        for one, two in zip(whole, narrow, strict=True):
            assert (one.question, one.parts, one.could_win) == (two.question, two.parts, two.could_win)
            assert (two.label, two.error) == ("exact", 0.0)
            for name in ("bits", "expected", "worst", "finish"):
                assert getattr(one, name) == pytest.approx(getattr(two, name), abs=1e-9)


def test_a_position_that_was_played_into_is_planned_as_the_table_of_its_secrets():
    position = mastermind.table(3, 3).observe((1, 1, 2), (1, 0))
    rows = np.array(
        [
            [sum(a == b for a, b in zip(guess, secret, strict=True)) for secret in position.secrets()]
            for guess in position.secrets()
        ]
    )
    assert len(rows) == position.count() == len(position.left)
    assert {int(n) for n in np.diag(rows)} == {3}
    tree = position.plan("optimal")
    assert tree.root.worlds == len(rows)
    assert sum(tree.depths.values()) == len(rows)
    assert tree.label == "proved"
    assert tree.total <= min(
        position.plan(objective, symmetry=symmetry).total
        for objective in OBJECTIVES
        for symmetry in (True, False)
    )


def test_a_tree_is_told_in_words_and_plain_values():
    problem = Problem("pick")
    x = problem.variable("x", ["a", "b", "c"])
    tree = plan(problem, [Question.whether(x == value, win=True, text=f"{value}") for value in "abc"])
    assert str(tree).splitlines() == [
        "3 worlds: 2 questions on average (total 6), 3 at worst; greedy by entropy",
        "a? (3 left)",
        "  True: found: x a",
        "  False: b? (2 left)",
        "    True: found: x b",
        "    False: c? (1 left)",
        "      True: found: x c",
    ]
    assert json.loads(json.dumps(tree.to_dict())) == {
        "objective": "entropy",
        "label": "greedy",
        "basis": "exact",
        "bound": None,
        "total": 6,
        "mean": 2.0,
        "worst": 3,
        "open": 0,
        "root": {
            "state": "ask",
            "worlds": 3,
            "weight": 3.0,
            "question": "a",
            "branches": [
                {"answer": "True", "state": "won", "worlds": 1, "weight": 1.0, "question": "x a"},
                {
                    "answer": "False",
                    "state": "ask",
                    "worlds": 2,
                    "weight": 2.0,
                    "question": "b",
                    "branches": [
                        {"answer": "True", "state": "won", "worlds": 1, "weight": 1.0, "question": "x b"},
                        {
                            "answer": "False",
                            "state": "ask",
                            "worlds": 1,
                            "weight": 1.0,
                            "question": "c",
                            "branches": [
                                {
                                    "answer": "True",
                                    "state": "won",
                                    "worlds": 1,
                                    "weight": 1.0,
                                    "question": "x c",
                                }
                            ],
                        },
                    ],
                },
            ],
        },
    }
    cut = plan(problem, [x == "a"], depth=1)
    assert list(cut.lines())[1:] == [
        "is it true that x is a? (3 left)",
        "  False: 2 worlds left",
        "  True: it is x a",
    ]
    problem.require(x == "c")
    assert plan(problem, [x]).summary().startswith("1 world: 0 questions on average (total 0), 0 at worst")


def test_many_answers_and_answers_of_several_kinds():
    problem = Problem("many")
    x = problem.variable("x", range(300))
    found = rank(problem, [Question.function(lambda v: v, x, text="itself"), x == 7], limit=1)[0]
    assert (found.index, found.parts, found.worst) == (0, 300, 1)
    mixed = Question.function(lambda v: "few" if v < 3 else None if v < 5 else v % 2, x, text="mixed")
    problem.require(x < 9)
    tree = plan(problem, [mixed], depth=1)
    assert {str(b.answer): b.node.worlds for b in tree.root.branches} == {
        "few": 3,
        "None": 2,
        "0": 2,
        "1": 2,
    }
