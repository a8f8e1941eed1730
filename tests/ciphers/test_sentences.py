"""Words weighed together, against the definitions by hand."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

import deduce
from deduce.ciphers.sentences import EXPLAINED, FUNCTION, POWERS, SURE, Sentences, Voices, sentences_of
from deduce.vocabulary.bigrams import END, bigrams, ending, endings
from deduce.vocabulary.following import following as kinds
from deduce.vocabulary.norms import FAINT, edinburgh
from deduce.vocabulary.vectors import english

TEXTS = [
    ["the", "king", "wore", "a", "crown"],
    ["the", "king", "wore", "a", "crowd"],
    ["the", "king", "king", "a", "xqzv"],
]


def alike(text: list[str]) -> float:
    """The mean-like sum of cosines of a text's words of content, pair by pair."""
    vectors = english()
    content = [word for word in text if vectors.ranks.get(word, 0) >= FUNCTION]
    rows = vectors.of(text)
    total = 0.0
    for one in range(len(text)):
        for other in range(one + 1, len(text)):
            if text[one] in content and text[other] in content and text[one] != text[other]:
                total += float(rows[one] @ rows[other])
    return total / max(len(content) - 1, 1)


def in_a_row(text: list[str], language: str = "en") -> float:
    """What words in a row tell, pair by pair, ends included."""
    told = [
        bigrams(language).told(list(pair), np.array([(0, 1)]))[0]
        for pair in itertools.pairwise([END, *text, END])
    ]
    return float(sum(told))


def ordered(text: list[str]) -> float:
    """What kinds of words tell, pair by pair."""
    told = [kinds().told(list(pair), np.array([(0, 1)]))[0] for pair in itertools.pairwise(text)]
    return float(sum(told))


def linked(text: list[str]) -> float:
    """How far the words of content call each other up, by the strengths of the norms' own rows."""
    norms, total = edinburgh(), 0.0
    content = [word for word in text if english().ranks.get(word, 0) >= FUNCTION]
    for one, other in itertools.combinations(content, 2):
        places = norms.place(one), norms.place(other)
        strength = 0.0
        for asked, said in (places, places[::-1]):
            if min(places) >= 0 and asked != said:
                row = slice(norms._starts[asked], norms._starts[asked + 1])
                strength += norms._strength[row][norms._responses[row] == said].sum()
        total += math.log1p(strength / FAINT)
    return total


def test_voices_are_those_of_the_definition():
    of_english = sentences_of("en")
    assert of_english is not None
    sentences = Sentences(
        "en", of_english.pairs, None, of_english.meaning, 0.5, Voices(2.0, 0.0, 3.0, 0.25, 0.75)
    )
    logs = np.array([-1.0, -2.0, -3.0])
    expected = [
        0.5 * log + 2.0 * in_a_row(text) + 3.0 * alike(text) + 0.25 * ordered(text) + 0.75 * linked(text)
        for log, text in zip(logs, TEXTS, strict=True)
    ]
    found, alone = sentences.weighed(TEXTS, logs)
    assert found == pytest.approx(expected, abs=1e-3)
    as_sentences = [log + EXPLAINED * ordered(text) for log, text in zip(logs, TEXTS, strict=True)]
    assert alone == pytest.approx(as_sentences, abs=1e-4)


def test_russian_is_weighed_by_words_and_endings_in_a_row():
    texts = [["он", "открыл", "старую", "дверь"], ["он", "открыл", "старой", "дверь"]]
    sentences = sentences_of("ru")
    assert sentences is not None
    found, alone = sentences.weighed(texts, np.zeros(2))
    own = endings("ru")[0]
    for text, weight in zip(texts, found, strict=True):
        ended = [ending(word, own) for word in (END, *text, END)]
        told = [
            bigrams("ru", by_ending=True).told(list(pair), np.array([(0, 1)]))[0]
            for pair in itertools.pairwise(ended)
        ]
        powers = POWERS["ru"][1]
        expected = powers.pairs * in_a_row(text, "ru") + powers.endings * float(sum(told))
        assert weight == pytest.approx(expected, abs=1e-6)
    assert found[0] > found[1]
    assert not alone.any()
    assert sentences_of("digits") is None


def test_a_sentence_is_weighed_so_and_says_it():
    opened = {letter: letter for letter in "QUENHASLDR"}
    asked = "THE QUEEN HAS A GOLD RING"
    apart = deduce.decipher(asked, opened, sentence=False, distinct=True, top=2000)
    found = deduce.decipher(asked, opened, distinct=True, top=2000)
    assert apart.together == ""
    assert found.kind == "listed"
    assert found.together == "words in a row, word vectors, associations and word order"
    chances = {guess.text: guess.probability for guess in apart.answers}
    alone, powers = POWERS["en"]
    weights = {
        guess.text: (
            chances[guess.text] ** alone
            * math.exp(powers.pairs * in_a_row(guess.text.lower().split()))
            * math.exp(powers.about * alike(guess.text.lower().split()))
            * math.exp(powers.order * ordered(guess.text.lower().split()))
            * math.exp(powers.linked * linked(guess.text.lower().split()))
        )
        ** SURE["en"]
        for guess in found.answers
    }
    total = sum(weights.values())
    likely = [guess for guess in found.answers if guess.probability > 0.005]
    assert likely
    for guess in likely:  # the exact sums know texts with several words outside the lexicon, too
        assert guess.probability == pytest.approx(weights[guess.text] / total, rel=0.02)
    # Letters are those of the same texts.
    for glyph, letters in found.letters.items():
        by_text = sum(
            g.probability for g in found.answers if g.text[asked.index(glyph)] == next(iter(letters))
        )
        assert next(iter(letters.values())) == pytest.approx(by_text, abs=1e-6)


def test_other_texts_are_weighed_word_by_word():
    assert deduce.decipher("ACEGH JLG NGCQL", {"A": "U", "N": "B"}).together == ""
    assert deduce.decipher("THE QUEEN HAS A RING", {"T": "T"}, lexicon="builtin").together == ""
