"""The lists of common words that ship: what they hold, and that their codes spell it."""

from __future__ import annotations

import numpy as np
import pytest

from deduce import decipher
from deduce.vocabulary.alphabets import ALPHABETS, fold
from deduce.vocabulary.lexicons import DATA, EVENED, WordList, alike, builtin, choose, common, evened


def test_yo_is_ye_in_russian_alone() -> None:
    assert [fold("ёж, Ёж", language) for language in ("ru", "en")] == ["ЕЖ, ЕЖ", "ЁЖ, ЁЖ"]


@pytest.mark.parametrize(("language", "size"), [("en", 80_038), ("ru", 100_000)])
def test_the_codes_of_every_length_spell_the_words(language: str, size: int) -> None:
    lexicon = common(language)
    assert lexicon is not None
    assert len(lexicon) == size
    assert not lexicon.skipped
    spelt = set()
    for length in range(1, max(map(len, lexicon)) + 1):
        some = lexicon.of_length(length)
        if some is None:
            continue
        assert some.weights.sum() == pytest.approx(1)
        rows = ["".join(ALPHABETS[language][code] for code in row) for row in some.codes.tolist()]
        assert rows == sorted(rows)
        told = np.array([lexicon.frequency(word) for word in rows])
        assert np.allclose(some.weights, told / told.sum(), rtol=1e-6, atol=0)
        spelt.update(rows)
    assert spelt == set(lexicon)


def test_codes_follow_the_order_of_any_alphabet() -> None:
    lexicon = WordList({"ab": 1, "ca": 3}, "en", alphabet="CAB")
    some = lexicon.of_length(2)
    assert some is not None
    assert (some.codes.tolist(), some.weights.tolist()) == ([[1, 2], [0, 1]], [0.25, 0.75])


def test_russian_frequencies_are_those_of_the_file() -> None:
    lexicon = common("ru")
    assert lexicon is not None
    lines = (DATA / "common_ru.txt").read_text(encoding="utf-8").splitlines()
    assert any("licence: CC-BY-SA-4.0" in line for line in lines[:10])
    bins = [line.split() for line in lines if line[0] != "#"]
    told = {word: int(number) for number, *words in bins for word in words}
    assert len(told) == 100_000
    for word in ("и", "дверь", "двери", "дверью", "еще"):
        assert lexicon.frequency(word.upper()) == pytest.approx(10 ** (-told[word] / 100))
    # The forms of the small list are common ones.
    small = builtin("ru")
    assert small is not None
    assert sum(word in lexicon for word in small) > 0.98 * len(small)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_small_lists_with_their_frequencies_evened_out(language: str) -> None:
    """The same words: all alike, or in the same order with less between them; of what has no list there is none."""
    small, same, nearly = builtin(language), alike(language), evened(language)
    assert small is not None
    assert same is not None
    assert nearly is not None
    assert list(same) == list(nearly) == list(small)
    first = next(iter(small))
    for word in list(small)[::50]:
        times = small.frequency(word) / small.frequency(first)
        assert nearly.frequency(word) / nearly.frequency(first) == pytest.approx(times**EVENED)
        assert same.frequency(word) == same.frequency(first)
    for name in ("builtin", "alike", "evened"):
        assert choose(name, "digits", ALPHABETS["digits"]) is None


def test_common_is_offered_where_it_is_and_says_what_it_covers() -> None:
    assert choose("common", "ru", ALPHABETS["ru"]) is common("ru")
    assert choose("common", "digits", ALPHABETS["digits"]) is None
    assert common("digits") is None
    found = decipher("АБВГД", {"А": "М", "Г": "Т"}, language="ru")
    assert found.lexicon == "100,000 words (common Russian)"
    assert found.covers == 0.95
    assert found.answers[0].text[0] == "М"
    assert found.to_dict()["covers"] == 0.95
    assert decipher("АБВГД", language="ru", lexicon=WordList({"слово": 1}, "ru")).covers is None


def test_a_russian_sentence_comes_out() -> None:
    plain = "КАПИТАН ПРИКАЗАЛ ПОДНЯТЬ ПАРУСА"
    found = decipher(plain, {letter: letter for letter in "АПР"}, language="ru", distinct=True)
    assert found.answers[0].text == plain


def test_of_a_language_without_a_small_list_there_is_none() -> None:
    for known in (builtin, alike, evened):
        assert known("xx") is None
