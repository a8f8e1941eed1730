"""Words outside the lexicon, spelt: against counts by hand and every way to fill in open letters."""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

import deduce
from deduce.ciphers import spelling as spelling_module
from deduce.ciphers.card import Cryptogram, Window
from deduce.ciphers.likeliest import _spellings
from deduce.ciphers.patterns import pattern
from deduce.ciphers.search import Search
from deduce.ciphers.spelling import FILLED, Spelling, spelt_out
from deduce.ground.deadline import Deadline
from deduce.vocabulary.lexicons import WordList

ALPHABET = "ABCDE"
WORDS = ["AB", "ABC", "BAD", "CAB", "DAB", "ADDED", "BED"]


def shape_of(text, opened):
    card = Cryptogram(ALPHABET, tuple(tuple(Window(sign) for sign in word) for word in text.split()))
    return pattern(card, [tuple(opened.get(sign, "") for sign in word) for word in text.split()])


def chance(word):
    """The chance of a spelling by the definition: counts of three letters, smoothed by two, smoothed by one."""
    rows = [f"^^{each}" for each in WORDS]

    def counted(before, letter):
        return sum(
            row[k] == letter and row[k - len(before) : k] == before
            for row in rows
            for k in range(2, len(row))
        )

    def after(before, letter):
        every = [counted(before, each) for each in ALPHABET]
        if not before:
            return (counted("", letter) + 1) / (sum(every) + len(ALPHABET))
        kinds = sum(number > 0 for number in every) + 1
        return (counted(before, letter) + kinds * after(before[1:], letter)) / (sum(every) + kinds)

    row = f"^^{word}"
    return math.prod(after(row[k - 2 : k], row[k]) for k in range(2, len(row)))


def test_a_spelling_is_as_likely_as_by_the_counts():
    spelling = Spelling(WordList(dict.fromkeys(WORDS, 1.0), "en", alphabet=ALPHABET))
    for word in ("ABC", "EEC", "DBA"):
        rows = np.array([[ALPHABET.index(letter) for letter in word]])
        assert math.exp(spelling.words(rows)[0]) == pytest.approx(chance(word))
    every = np.array(list(itertools.product(range(5), repeat=3)))
    assert np.exp(spelling.words(every)).sum() == pytest.approx(1)


@pytest.mark.parametrize("distinct", [True, False])
@pytest.mark.parametrize(("text", "opened"), [("12 313", {"3": "B"}), ("1231", {}), ("123 45", {"4": "A"})])
def test_open_letters_are_filled_in_every_way_the_likeliest_first(text, opened, distinct):
    lexicon = WordList(dict.fromkeys(WORDS, 1.0), "en", alphabet=ALPHABET)
    shape = shape_of(text, opened)
    outside = range(len(shape.words))
    found = Spelling(lexicon).filled(shape, shape.known, outside, distinct=distinct)
    glyphs = sorted(set(text) - {" "})
    wanted = {}
    for letters in itertools.product(ALPHABET, repeat=len(glyphs)):
        means = dict(zip(glyphs, letters, strict=True))
        if any(means[glyph] != letter for glyph, letter in opened.items()):
            continue
        if distinct and len(set(letters)) < len(letters):
            continue
        words = ["".join(means[glyph] for glyph in word) for word in text.split()]
        wanted[" ".join(words)] = math.prod(map(chance, words))
    got = {" ".join(shape.text(word, codes) for word in shape.words): told for codes, told in found}
    best = sorted(wanted, key=wanted.__getitem__, reverse=True)[: len(got)]
    assert len(got) == min(64, len(wanted))
    assert list(got.values()) == sorted(got.values(), reverse=True)
    if len(wanted) <= 64:
        assert got.keys() == wanted.keys()
    assert wanted[next(iter(got))] == pytest.approx(wanted[best[0]])
    for filled, told in got.items():
        assert math.exp(told) == pytest.approx(wanted[filled])


def test_texts_of_a_search_are_weighed_by_how_their_strange_words_are_spelt():
    lexicon = WordList(dict.fromkeys(WORDS, 1.0), "en", alphabet=ALPHABET)
    shape = shape_of("12 314", {"1": "A", "2": "B"})
    search = Search(shape, lexicon, distinct=True, unknown=0.1)
    listed = search.run(Deadline(None))
    found = dict(spelt_out(search, listed, lexicon).texts)
    before = dict(listed.texts)
    (open_text,) = (codes for codes in before if min(codes) < 0)
    alike = 0.2 * 0.2 * 0.2 * 6  # every spelling of 314 as likely; six have the two letters that are left
    for three, four in itertools.permutations("CDE", 2):
        codes = [ALPHABET.index("A"), ALPHABET.index("B"), ALPHABET.index(three), ALPHABET.index(four)]
        weight = before[open_text] * chance(f"{three}A{four}") / alike
        told = before.get(tuple(codes), 0.0)  # spelt like a word of the lexicon, too
        assert found[tuple(codes)] == pytest.approx(weight + told)


@pytest.mark.parametrize("before", [True, False])
def test_a_list_of_spelt_texts_says_that_it_is_cut(before, monkeypatch):
    """Where the search was, and where there are more ways to spell than are kept."""
    lexicon = WordList(dict.fromkeys(WORDS, 1.0), "en", alphabet=ALPHABET)
    search = Search(shape_of("12 314", {"1": "A", "2": "B"}), lexicon, distinct=True, unknown=0.1)
    listed = replace(search.run(Deadline(None)), cut=before)
    every = spelt_out(search, listed, lexicon)
    assert (every.cut, every.finished) == (before, True)
    monkeypatch.setattr(spelling_module, "KEPT", len(every.texts))
    assert spelt_out(search, listed, lexicon) == every
    monkeypatch.setattr(spelling_module, "KEPT", len(every.texts) - 1)
    few = spelt_out(search, listed, lexicon)
    assert few.cut
    assert few.texts == every.texts[:-1]


@pytest.mark.parametrize("own", [0, 1, 2])
@pytest.mark.parametrize("shared", [0, 1, 2])
def test_ways_to_spell_independent_cells_are_all_of_them_with_chances_that_add_up(own, shared):
    """Symbols of exclusive cells are still free and equally likely, each once; others come by how often they are met."""
    letters = np.array([0.5, 0.3, 0.2])
    cells = list(range(own + shared))
    sums = SimpleNamespace(exclusive=set(cells[:own]), letters=letters)
    times = {cell: 1 + cell % 2 for cell in cells}
    free = [2, 0, 1]
    found = _spellings(sums, cells, times, free, 10_000)
    wanted = {}
    for mine in itertools.permutations(free, own):
        for rest in itertools.product(range(3), repeat=shared):
            told = math.factorial(3 - own) / math.factorial(3)
            for cell, letter in zip(cells[own:], rest, strict=True):
                told *= letters[letter] ** times[cell] / (letters ** times[cell]).sum()
            wanted[mine + rest] = told
    assert dict(found) == pytest.approx(wanted)
    assert sum(told for _, told in found) == pytest.approx(1)
    assert [told for _, told in found] == sorted((told for _, told in found), reverse=True)


def test_many_open_letters_stay_open():
    lexicon = WordList({"AB": 1.0}, "en", alphabet=ALPHABET)
    shape = shape_of("12345", {})
    search = Search(shape, lexicon, distinct=True, unknown=0.1)
    ((codes, weight),) = spelt_out(search, search.run(Deadline(None)), lexicon).texts
    assert FILLED < 5
    assert set(codes) == {-1}
    assert weight > 0


def test_names_and_apostrophes_come_out():
    plain = "I don't know why Benjamin and Zoltan didn't come to the party"
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    key = dict(zip(letters, random.Random(1).sample(letters, 26), strict=True))
    found = deduce.decipher(
        "".join(key.get(sign, sign) for sign in plain.upper()), distinct=True, time_limit=60
    )
    assert found.answers[0].text == plain.upper().replace("'", "")
    assert found.answers[0].probability < 0.9  # a name may be spelt otherwise
    assert not found.reasons  # both names are among the words
