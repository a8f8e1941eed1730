"""What a question is worth by every measure, beside its definition; and which question names a world."""

import random
from collections import Counter
from math import log2

import numpy as np
import pytest

from deduce.questions.objectives import measure_about
from deduce_models.classics import mastermind


def entropy(chances):
    return -sum(p * log2(p) for p in chances if p > 0)


def by_hand(cells, weights, win):
    """Of one question: what it tells of the class, from how many worlds, and what weight, each answer and class has."""
    total = sum(weights.values())
    answers, classes, left = Counter(), Counter(), Counter()
    for (answer, kind), weight in weights.items():
        answers[answer] += weight / total
        classes[kind] += weight / total
        left[answer] += cells[answer, kind] > 0
    told = (
        entropy(classes.values()) + entropy(answers.values()) - entropy(w / total for w in weights.values())
    )
    finish = answers[win] if win >= 0 else sum(answers[a] for a in answers if left[a] == 1)
    return {
        "bits": told,
        "expected": sum(answers[a] * left[a] for a in answers),
        "worst": max(left.values()),
        "parts": sum(n > 0 for n in left.values()),
        "finish": finish,
        "hit": left[win] > 0 if win >= 0 else finish > 0,
    }


@pytest.mark.parametrize("win", [-1, 0, 2])
@pytest.mark.parametrize("weighed", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_questions_about_classes_are_measured_as_defined(seed, weighed, win):
    rng = random.Random(f"{seed} {weighed} {win}")
    kinds, classes, questions = 3, rng.randint(2, 4), 5
    counts = np.array(
        [[rng.choice([0, 0, 1, 2]) for _ in range(questions)] for _ in range(kinds * classes)]
    )
    counts[rng.randrange(len(counts))] = 1
    masses = counts * rng.choice([0.25, 1.5]) * np.array([[rng.uniform(1, 3)] for _ in counts])
    found = measure_about(counts, masses if weighed else None, classes, win)
    keys = [(answer, kind) for answer in range(kinds) for kind in range(classes)]
    for question in range(questions):
        cells = dict(zip(keys, counts[:, question].tolist(), strict=True))
        weights = dict(zip(keys, masses[:, question].tolist(), strict=True)) if weighed else cells
        for name, value in by_hand(cells, weights, win).items():
            assert getattr(found, name)[question] == pytest.approx(value, abs=1e-9), name


def test_the_question_that_names_a_world_wins_there_and_nowhere_else():
    table = mastermind.game(2, 3)
    for world in range(table.worlds):
        codes = table.codes(np.arange(table.questions), np.array([world]))[:, 0].tolist()
        assert codes.count(table.win) == 1
        assert table.winner(world) == codes.index(table.win)


@pytest.mark.parametrize(
    ("code", "said"), [((1, 1, 2, 3), "1123"), ((9, 9), "99"), ((1, 10), "1-10"), ((12, 3, 3), "12-3-3")]
)
def test_a_code_is_spelt_with_dashes_where_a_colour_has_two_digits(code, said):
    assert mastermind.spell(code) == said
