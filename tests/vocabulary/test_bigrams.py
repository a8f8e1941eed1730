"""Words in a row: the smoothing against its definition word by word, and the files that ship."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter

import numpy as np
import pytest

from benchmarks.word_pairs import DISCOUNT, learned, places, words_in
from deduce.vocabulary.bigrams import END, LANGUAGES, STEP, Bigrams, bigrams, ending, endings, vocabulary

WORDS = ("a", "dog", "cat", "runs", "sleeps")


def by_definition(sentences, fewest):
    """What each pair is told by, counted in dictionaries."""
    names = (*WORDS, "", END)
    row = [END]
    for sentence in sentences:
        row += [word if word in WORDS else "" for word in sentence] + [END]
    pairs = Counter(itertools.pairwise(row))
    often, before = Counter(row), Counter(row[:-1])
    follows = Counter(second for _, second in pairs)
    every = sum(follows[name] + 0.1 for name in names)
    told = {}
    for first, second in itertools.product(names, repeat=2):
        anywhere = (often[second] + 0.5) / (len(row) + len(names) / 2)
        kept = {pair: count for pair, count in pairs.items() if pair[0] == first and count >= fewest}
        taken = sum(count - DISCOUNT for count in kept.values())
        left = max(1 - taken / max(before[first], 1), 1e-3)
        chance = left * (follows[second] + 0.1) / every
        if (first, second) in kept:
            chance += (kept[first, second] - DISCOUNT) / before[first]
        told[first, second] = math.log(chance / anywhere)
    return told


@pytest.mark.parametrize("fewest", [1, 2])
def test_pairs_are_told_by_the_definition(fewest):
    rng = random.Random(5)
    sentences = [
        [rng.choice((*WORDS, WORDS[0], "xqzv")) for _ in range(rng.randint(1, 5))] for _ in range(40)
    ]
    row = places(sentences, WORDS)
    found = Bigrams(WORDS, learned(row, len(WORDS) + 2, fewest))
    expected = by_definition(sentences, fewest)
    names = [*WORDS, "unheard", END]
    pairs = np.array(list(itertools.product(range(len(names)), repeat=2)))
    told = found.told(names, pairs)
    for (first, second), value in zip(pairs, told, strict=True):
        key = tuple("" if name == "unheard" else name for name in (names[first], names[second]))
        assert value == pytest.approx(expected[key], abs=STEP / 2 + 0.01), key


def test_sentences_end_at_signs_and_words_are_folded():
    assert list(words_in("The dog's bone, please! Ёлка?", "en")) == [["the", "dogs", "bone", "please"]]
    assert list(words_in("Ёлка, дом. No", "ru")) == [["елка", "дом"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_files_that_ship_are_of_the_words_that_ship(language):
    assert len(bigrams(language)._rest) == len(vocabulary(language)) + 2
    if language == "ru":
        assert len(bigrams("ru", by_ending=True)._rest) == len(endings("ru")[1]) + 2


def told(language, text, *, by_ending=False):
    words = [END, *text.split(), END]
    if by_ending:
        words = [ending(word, endings(language)[0]) for word in words]
    pairs = np.array(list(itertools.pairwise(range(len(words)))))
    return bigrams(language, by_ending=by_ending).told(words, pairs).sum()


def test_what_ships_knows_which_words_follow_which():
    assert told("en", "he drank a cup of tea") > told("en", "he drank a cup or tee") + 2
    assert told("en", "he went home") > told("en", "home went he")
    # Neither pair was ever met: the endings tell which forms go together.
    assert told("ru", "зеленую корову", by_ending=True) > told("ru", "зеленый корову", by_ending=True) + 2
    assert told("ru", "он открыл дверь") > told("ru", "он открыл дверью") + 2
