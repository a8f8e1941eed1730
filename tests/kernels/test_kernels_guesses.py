"""Tallies, measures and Mastermind's answers, compiled and in numpy. Skipped where nothing is compiled."""

from functools import partial

import numpy as np
import pytest

from deduce.kernels import library, using
from deduce.kernels.guesses import Pegs
from deduce.kernels.guesses import mastermind as guesses_of
from deduce.questions import OBJECTIVES
from deduce.questions.answers import MatrixAnswers, tally
from deduce.questions.planning import Setting, planned
from deduce.questions.ranking import measured
from deduce_models.classics import mastermind

pytestmark = pytest.mark.skipif(library() is None, reason="no kernels were compiled")


def both(ask):
    with using(True):
        one = ask()
    with using(False):
        return one, ask()


@pytest.mark.parametrize(("pegs", "colours"), [(1, 1), (1, 7), (2, 3), (3, 5), (4, 6), (7, 2), (2, 100)])
def test_answers_of_mastermind(pegs, colours):
    rng = np.random.default_rng(pegs * colours)
    game = mastermind.game.__wrapped__(pegs, colours)
    some, others = rng.integers(game.worlds, size=(2, 50))
    one, other = both(lambda: game._feedback(game.secrets[some], game.secrets[others]))
    assert np.array_equal(one, other)
    for g, s, code in zip(some[:5], others[:5], one.diagonal()[:5], strict=True):
        guess, secret = game.values(g), game.values(s)
        black = sum(a == b for a, b in zip(guess, secret, strict=True))
        alike = sum(min(guess.count(c), secret.count(c)) for c in set(guess))
        assert game.answers[code] == (black, alike - black)


@pytest.mark.parametrize("kinds", [1, 2, 14, 256])
@pytest.mark.parametrize("shape", [(1, 1), (3, 7), (40, 1), (5, 3000)])
def test_tallies_and_measures(kinds, shape):
    rng = np.random.default_rng(kinds + sum(shape))
    wide = rng.integers(kinds, size=(shape[0], 2 * shape[1])).astype(np.uint8)
    # Rows that lie apart in memory, columns that do, and both in one piece.
    for codes in (wide[:, : shape[1]], wide[:, ::2], np.ascontiguousarray(wide[:, ::2])):
        one, other = both(lambda codes=codes: tally(codes, kinds))
        assert np.array_equal(one, other)
        for win in (-1, kinds - 1):
            texts = ["?"] * shape[0]
            answers = MatrixAnswers(codes, texts, [range(kinds)] * shape[0], win=win)
            questions = rng.permutation(shape[0])[: max(1, shape[0] // 2)]
            worlds = rng.permutation(shape[1])[: max(1, shape[1] // 3)]
            for rows, left in ((np.arange(shape[0]), np.arange(shape[1])), (questions, worlds)):
                one, other = both(lambda rows=rows, left=left, a=answers: measured(a, rows, left))
                assert np.array_equal(one.parts, other.parts)
                assert np.array_equal(one.hit, other.hit)
                assert np.array_equal(one.worst, other.worst)
                for name in ("bits", "expected", "finish"):
                    assert np.allclose(getattr(one, name), getattr(other, name), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_strategies_are_the_same(objective):
    def ask():
        game = mastermind.game.__wrapped__(3, 5)
        ranking = game.start().observe((1, 1, 2), (1, 0)).rank(objective, symmetry=False)
        return game.start().plan(objective).to_dict(), [each.question for each in ranking]

    one, other = both(ask)
    assert one == other


def grown(answers, left, objective, depth):
    return planned(Setting(answers), left, objective, depth=depth).to_dict()


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("kinds", [2, 3, 14, 16, 17, 256])
def test_strategies_of_any_answers_are_the_same(kinds, objective):
    """Nodes, questions and ends, with winning answers and without, to any depth, where nothing helps too."""
    rng = np.random.default_rng(kinds)
    for worlds, asked in ((1, 1), (2, 5), (30, 3), (63, 40), (140, 25)):
        square = np.minimum(rng.integers(kinds, size=(worlds, worlds)), kinds - 2)
        np.fill_diagonal(square, kinds - 1)
        some = rng.integers(kinds, size=(asked, worlds))
        for matrix, win in ((some, -1), (some // 2, -1), (square, kinds - 1)):
            texts, labels = [f"q{i}" for i in range(len(matrix))], [range(kinds)] * len(matrix)
            answers = MatrixAnswers(matrix.astype(np.uint8), texts, labels, win=win)
            answers.guesses_worlds = win >= 0
            left = np.sort(rng.permutation(worlds)[: max(1, worlds - 1)])
            for depth in (None, 2):
                one, other = both(partial(grown, answers, left, objective, depth))
                assert one == other


@pytest.mark.parametrize("size", [(0, 3), (3, 0), (0, 0)])
def test_no_guesses_or_no_secrets_have_no_answers_in_the_shape_of_all(size):
    pegs = Pegs(*(np.zeros(1, dtype=kind) for kind in (np.int32, np.uint8, np.uint8, np.int64)))
    guesses, secrets = (np.zeros((n, 4), dtype=np.uint8) for n in size)
    found = guesses_of(guesses, secrets, pegs)
    assert (found.shape, found.dtype) == (size, np.uint8)
