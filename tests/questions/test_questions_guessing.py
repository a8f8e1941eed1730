"""Mastermind and Bulls and Cows: answers against their plain definition, totals against published ones."""

from collections import Counter
from functools import cache
from itertools import permutations, product

import numpy as np
import pytest

from deduce import ProblemError
from deduce.questions import Question, rank
from deduce_models.classics import bulls, mastermind


def plain_answer(guess, secret):
    """Pegs that agree, and what the two have in common beyond those."""
    black = sum(a == b for a, b in zip(guess, secret, strict=True))
    return black, sum((Counter(guess) & Counter(secret)).values()) - black


@pytest.mark.parametrize(("pegs", "colours"), [(1, 2), (2, 3), (3, 4), (5, 2)])
def test_mastermind_answers(pegs, colours):
    game = mastermind.game(pegs, colours)
    codes = list(product(range(1, colours + 1), repeat=pegs))
    assert [game.values(i) for i in range(game.worlds)] == codes
    every = np.arange(len(codes))
    found = game.codes(every, every)
    for i, guess in enumerate(codes):
        assert [game.answers[c] for c in found[i]] == [plain_answer(guess, secret) for secret in codes]


@pytest.mark.parametrize(
    ("places", "digits", "zero"), [(1, 2, True), (2, 3, True), (3, 5, False), (3, 4, True)]
)
def test_bulls_answers(places, digits, zero):
    game = bulls.game(places, digits, leading_zero=zero)
    codes = [c for c in permutations(range(digits), places) if zero or c[0]]
    assert [game.values(i) for i in range(game.worlds)] == codes
    every = np.arange(len(codes))
    found = game.codes(every, every)
    for i, guess in enumerate(codes):
        assert [game.answers[c] for c in found[i]] == [plain_answer(guess, secret) for secret in codes]


# Knuth 1977, Neuwirth 1982, Irving 1979, Kooi 2005; as tabulated by S. Gur. Within half a percent.
PUBLISHED = {"worst case": 5801, "entropy": 5722, "expected size": 5696, "most parts": 5668}


@pytest.mark.parametrize("objective", PUBLISHED)
def test_published_totals(objective):
    tree = mastermind.strategy(objective)
    assert abs(tree.total - PUBLISHED[objective]) <= 0.005 * PUBLISHED[objective]
    assert sum(tree.depths.values()) == 1296
    assert tree.label == "greedy"
    if objective == "worst case":
        assert tree.worst == 5
        assert tree.root.question == "1122"
    node = tree.follow(*_answers_to(tree, (3, 6, 3, 2)))
    assert (node.state, node.question) == ("won", "3632")


def _answers_to(tree, secret):
    node, answers = tree.root, []
    while node.state == "ask":
        guess = tuple(int(c) for c in node.question)
        answers.append(plain_answer(guess, secret))
        node = {b.answer: b.node for b in node.branches}[answers[-1]]
    return answers


def test_the_optimum_of_koyama_and_lai_is_proved():
    tree = mastermind.strategy("optimal")
    assert (tree.total, tree.label) == (5625, "proved")
    assert sum(tree.depths.values()) == 1296


# W. Goddard, "Mastermind revisited" (2004), as averages; times the number of codes.
SMALL = {
    (2, 3): 2.333,
    (3, 2): 2.250,
    (3, 3): 2.704,
    (3, 4): 3.219,
    (3, 5): 3.608,
    (4, 2): 2.750,
    (4, 3): 3.037,
    (4, 4): 3.535,
}


@pytest.mark.parametrize("size", SMALL)
def test_small_optima(size):
    tree = mastermind.strategy("optimal", *size)
    assert tree.label == "proved"
    assert tree.mean == pytest.approx(SMALL[size], abs=0.0006)


def test_the_engine_agrees_with_plain_questions_about_a_table():
    position = mastermind.table(3, 3).observe((1, 1, 2), (1, 0))
    table = position.table()
    pegs = position.game.variables
    questions = [
        Question.function(
            lambda *secret, guess=guess: plain_answer(guess, secret), pegs, text=str(guess), win=(3, 0)
        )
        for guess in product((1, 2, 3), repeat=3)
    ]
    for objective in ("entropy", "worst case", "win"):
        plain = rank(table, questions, objective)
        engine = position.rank(objective, limit=None, symmetry=False)
        assert [r.index for r in plain] == [r.index for r in engine]
        for one, two in zip(plain, engine, strict=True):
            assert (one.worst, one.parts, one.could_win) == (two.worst, two.parts, two.could_win)
            assert one.bits == pytest.approx(two.bits)


def test_a_game_played_by_hand():
    position = mastermind.table()
    assert position.count() == 1296
    for guess, answer, left in [
        ((1, 1, 2, 2), (1, 0), 256),
        ((1, 3, 4, 4), (0, 1), 44),
        ((3, 5, 2, 6), (1, 2), 7),
    ]:
        position = position.observe(guess, answer)
        assert position.count() == left
    # The position and answers of Knuth's own example, whose secret is 3632.
    assert (3, 6, 3, 2) in position.secrets()
    assert position.best("worst case") == (1, 4, 6, 2)
    assert position.table().count() == 7
    wrong = position.observe((1, 1, 1, 1), (4, 0))
    assert wrong.count() == 0
    with pytest.raises(ProblemError, match="one of them is a slip"):
        wrong.best()


def test_bulls_and_cows_by_hand():
    position = bulls.table().observe((0, 1, 2, 3), (4, 0))
    assert position.secrets() == [(0, 1, 2, 3)]
    assert position.best("win") == (0, 1, 2, 3)


def test_bulls_optimum_against_exhaustive_search():
    codes = list(permutations(range(4), 2))

    @cache
    def least(left):
        best = float("inf")
        for guess in codes:
            parts = {}
            for code in left:
                parts.setdefault(plain_answer(guess, code), []).append(code)
            won = parts.pop((2, 0), [])
            if won or len(parts) > 1:
                best = min(best, len(left) + sum(least(tuple(part)) for part in parts.values()))
        return best

    tree = bulls.strategy("optimal", 2, 4)
    assert (tree.total, tree.label) == (least(tuple(codes)), "proved")


def test_wrong_moves_are_explained():
    position = mastermind.table()
    with pytest.raises(ProblemError, match="has 3 places; this game has 4"):
        position.observe((1, 1, 2), (1, 0))
    with pytest.raises(ProblemError, match="9 is not in the domain"):
        position.observe((1, 1, 2, 9), (1, 0))
    with pytest.raises(ProblemError, match="answer"):
        position.observe((1, 1, 2, 2), (3, 1))
    with pytest.raises(ProblemError, match="no guess of this game"):
        bulls.table().observe((1, 1, 2, 3), (1, 0))
    with pytest.raises(ProblemError, match="at least one peg"):
        mastermind.game(0, 6)
    with pytest.raises(ProblemError, match="at most"):
        mastermind.game(9, 9)
    with pytest.raises(ProblemError, match="at most 10 digits"):
        bulls.game(4, 11)
    with pytest.raises(ProblemError, match="objective"):
        mastermind.strategy("fastest")


def test_sizes_are_whole_numbers_even_of_a_game_made_before():
    mastermind.game(2, 3)
    with pytest.raises(ProblemError, match=r"not 2\.0 and 3"):
        mastermind.strategy("entropy", 2.0, 3)
    bulls.game(2, 3)
    with pytest.raises(ProblemError, match=r"not with 2\.0 places"):
        bulls.strategy("entropy", 2.0, 3)


@pytest.mark.parametrize(("places", "digits"), [(1, 1), (1, 3), (2, 2), (2, 3), (3, 4), (3, 6), (2, 5)])
def test_answers_of_bulls_and_cows_are_those_that_can_come(places, digits):
    come = set()
    for one, other in product(permutations(range(digits), places), repeat=2):
        right = sum(a == b for a, b in zip(one, other, strict=True))
        come.add((right, len({*one} & {*other}) - right))
    assert set(bulls.game(places, digits).answers) == come


def test_ten_guesses_are_ranked_unless_told_otherwise():
    start = bulls.game(2, 5).start()
    assert len(start.rank(symmetry=False)) == 10
    assert len(start.rank(symmetry=False, limit=3)) == 3
    assert len(start.rank(symmetry=False, limit=None)) == 20
