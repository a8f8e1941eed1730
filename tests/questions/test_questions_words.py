"""Games of words, with more guesses than secrets: answers, rankings and plans against plain Python."""

import random
from collections import Counter
from math import log2

import pytest
from amount import examples
from hypothesis import given
from hypothesis import strategies as st

from deduce import ProblemError
from deduce.questions import marked_words

seeds = st.integers(0, 10**6)


def _marked(guess, secret):
    """Marks given letter by letter, as people do it."""
    marks = ["-"] * len(guess)
    left = []
    for i, (asked, hidden) in enumerate(zip(guess, secret, strict=True)):
        if asked == hidden:
            marks[i] = "+"
        else:
            left.append(hidden)
    for i, asked in enumerate(guess):
        if marks[i] == "-" and asked in left:
            marks[i] = "?"
            left.remove(asked)
    return "".join(marks)


def _words(rng, length, letters, n):
    return {"".join(rng.choice(letters) for _ in range(length)) for _ in range(n)}


@examples(10)
@given(seed=seeds)
def test_answers_and_rankings_agree_with_marks_given_letter_by_letter(seed):
    rng = random.Random(seed)
    length = rng.randint(1, 6)
    secrets = _words(rng, length, "abc", 8)
    guesses = _words(rng, length, "abcd", 12)
    game = marked_words(secrets, guesses)
    for guess in guesses:
        for secret in secrets:
            assert game.answer(guess, secret) == _marked(guess, secret)
    ranking = game.start().rank(limit=None)
    assert sorted(r.question for r in ranking) == sorted(guesses)
    for found in ranking:
        parts = Counter(_marked(found.question, secret) for secret in secrets)
        bits = -sum(n / len(secrets) * log2(n / len(secrets)) for n in parts.values())
        assert found.bits == pytest.approx(bits, abs=1e-9)
        assert found.could_win == (found.question in secrets)
    guess, secret = rng.choice(sorted(guesses)), rng.choice(sorted(secrets))
    position = game.start().observe(guess, _marked(guess, secret))
    left = {"".join(row) for row in position.secrets()}
    assert left == {s for s in secrets if _marked(guess, s) == _marked(guess, secret)}


@given(seed=seeds)
def test_a_plan_finds_every_secret(seed):
    rng = random.Random(seed)
    secrets = _words(rng, 3, "abc", 7)
    guesses = secrets | _words(rng, 3, "abcd", 7)
    game = marked_words(secrets, guesses)
    tree = game.start().plan()
    asked = 0
    for secret in secrets:
        position = game.start()
        while True:
            asked += 1
            guess = "".join(position.best())
            if guess == secret:
                break
            position = position.observe(guess, _marked(guess, secret))
    assert tree.total == asked


def test_without_a_list_of_guesses_the_secrets_are_guessed():
    game = marked_words(["abc", "bca", "cab"])
    assert game.questions == game.worlds == 3
    assert game.answer("abc", "cab") == "???"


@pytest.mark.parametrize(
    ("secrets", "guesses"), [([], None), (["ab"], []), (["ab", "abc"], None), (["a" * 9], None)]
)
def test_lists_that_make_no_game_are_refused(secrets, guesses):
    with pytest.raises(ProblemError, match=r"one length|takes 1 to 8"):
        marked_words(secrets, guesses)


def test_words_of_another_list_are_refused():
    game = marked_words(["abc"], ["abc", "bbb"])
    with pytest.raises(ProblemError, match="no secret of this game"):
        game.answer("abc", "bbb")
    with pytest.raises(ProblemError, match="no guess of this game"):
        game.answer("ccc", "abc")
