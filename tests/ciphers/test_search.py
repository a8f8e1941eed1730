"""Searching texts against enumeration of every substitution, and against the sums over the diagram."""

import contextlib
import itertools
import math
import random
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.ciphers import marginals
from deduce.ciphers import search as module
from deduce.ciphers.card import Cryptogram, Window
from deduce.ciphers.decipher import decipher
from deduce.ciphers.decoded import _letters_of
from deduce.ciphers.lattice import Candidates, build_lattice, packed
from deduce.ciphers.likeliest import completions
from deduce.ciphers.mixture import Mixture
from deduce.ciphers.patterns import pattern
from deduce.ciphers.ranking import _weight
from deduce.ciphers.report import report
from deduce.ciphers.search import Search
from deduce.ciphers.text import decipher_text
from deduce.ground.deadline import Deadline
from deduce.ground.errors import GaveUp
from deduce.vocabulary.lexicons import WordList

ALPHABET = "ABCD"
GLYPHS = "1234"


@st.composite
def problems(draw):
    lexicon = draw(
        st.dictionaries(
            st.text(ALPHABET, min_size=1, max_size=3), st.integers(1, 9), min_size=1, max_size=10
        )
    )
    text = draw(st.lists(st.text(GLYPHS, min_size=1, max_size=3), min_size=1, max_size=3))
    opened = draw(st.dictionaries(st.sampled_from(GLYPHS), st.sampled_from(ALPHABET), max_size=1))
    return WordList(lexicon, "en", alphabet=ALPHABET), text, opened, draw(st.booleans())


def card_of(text, opened):
    card = Cryptogram(ALPHABET, tuple(tuple(Window(sign) for sign in word) for word in text))
    return card, [tuple(opened.get(sign, "") for sign in word) for word in text]


def by_enumeration(lexicon, text, opened, distinct, unknown, strange):
    """For every text (letters that only words outside have left open) its weight, by the definition."""
    glyphs = list(dict.fromkeys("".join(text)))
    spread = [1 / len(ALPHABET)] * len(ALPHABET) if distinct else lexicon.letters().tolist()
    found = {}
    for letters in itertools.product(range(len(ALPHABET)), repeat=len(glyphs)):
        means = dict(zip(glyphs, letters, strict=True))
        if any(ALPHABET[means[g]] != opened[g] for g in glyphs if g in opened):
            continue
        if distinct and len(set(letters)) < len(letters):
            continue
        for outside in itertools.product((False, True), repeat=len(text)):
            if sum(outside) > strange:
                continue
            weight = 1.0
            for word, out in zip(text, outside, strict=True):
                codes = [means[g] for g in word]
                if out:
                    weight *= unknown * math.prod(spread[c] for c in codes)
                    continue
                some = lexicon.of_length(len(word))
                fits = some is not None and (some.codes == codes).all(axis=1)
                weight *= (1 - unknown) * float(some.weights[fits].sum()) if some is not None else 0.0
            if weight:
                told = {g for word, out in zip(text, outside, strict=True) if not out for g in word}
                key = tuple(means[g] if g in told or g in opened else -1 for g in glyphs)
                found[key] = found.get(key, 0.0) + weight
    return found


@given(problems())
def test_every_text_is_found_with_its_weight(problem):
    lexicon, text, opened, distinct = problem
    card, windows = card_of(text, opened)
    shape = pattern(card, windows)
    before, module.FAINT = module.FAINT, 1e-300
    try:
        found = Search(shape, lexicon, distinct=distinct, unknown=0.1).run(Deadline(None))
    finally:
        module.FAINT = before
    forced = sum(
        lexicon.of_length(len(word)) is None or not _fits(lexicon, word, distinct) for word in text
    )
    wanted = {}
    for strange in range(forced, len(text) + 1):
        wanted = by_enumeration(lexicon, text, opened, distinct, 0.1, strange)
        if wanted and strange > forced:
            break
    got = dict(found.texts)
    assert found.finished
    assert got.keys() == wanted.keys()
    if wanted:
        most = max(wanted.values())
        for codes, weight in got.items():
            assert weight == pytest.approx(wanted[codes] / most, rel=1e-9)


def _fits(lexicon, word, distinct):
    """Whether some word of the lexicon has the equal letters of `word` (and, if wanted, only those)."""
    some = lexicon.of_length(len(word))
    return any(
        all(
            (row[a] == row[b]) if word[a] == word[b] else not (distinct and row[a] == row[b])
            for a, b in itertools.combinations(range(len(word)), 2)
        )
        for row in some.codes.tolist()
    )


@given(problems())
def test_how_many_texts_the_lexicon_leaves(problem):
    lexicon, text, opened, distinct = problem
    card, windows = card_of(text, opened)
    search = Search(pattern(card, windows), lexicon, distinct=distinct, unknown=0.1)
    if any(not word.rows for word in search.words):
        return
    wanted = len(by_enumeration(lexicon, text, opened, distinct, 0.1, 0))
    assert search.count(Deadline(None)) == min(wanted, 2)


@pytest.mark.parametrize("seed", range(6))
def test_the_search_agrees_with_the_sums_where_the_lexicon_explains_everything(seed):
    rng = random.Random(seed)
    words = {"".join(rng.choices("ABCDEFGH", k=4)): rng.randint(1, 9) for _ in range(60)}
    lexicon = WordList(words, "en", alphabet="ABCDEFGH")
    picked = rng.sample(sorted(words), 3)
    key = dict(zip("ABCDEFGH", rng.sample("12345678", 8), strict=True))
    text = ["".join(key[letter] for letter in word) for word in picked]
    card = Cryptogram("ABCDEFGH", tuple(tuple(Window(sign) for sign in word) for word in text))
    closed = [("",) * 4] * 3
    shape = pattern(card, closed)
    tiny = 1e-9
    exact = decipher(card, closed, lexicon, injective=True, unknown=tiny, top=50)
    found = Search(shape, lexicon, distinct=True, unknown=tiny).run(Deadline(None))
    total = sum(weight for _, weight in found.texts)
    chances = {
        " ".join(shape.text(word, codes) for word in shape.words): weight / total
        for codes, weight in found.texts
    }
    for guess in exact.answers:
        if guess.probability > 1e-3:
            assert chances[guess.text] == pytest.approx(guess.probability, abs=1e-4)


@pytest.mark.parametrize("seed", range(25))
def test_the_likeliest_beginnings_of_phrases_are_those_of_a_list(seed):
    """As many as asked for and no more, heaviest first, what follows them added up."""
    rng = np.random.default_rng(seed)
    cells = [tuple(rng.choice(4, size=2, replace=False).tolist()) for _ in range(3)]
    exclusive = frozenset(range(4)) if seed % 2 else frozenset()
    pairs = [pair for pair in itertools.product(range(4), repeat=2) if not exclusive or pair[0] != pair[1]]
    words = [
        Candidates(k, own, np.array(pairs)[rng.permutation(len(pairs))[:5]], rng.integers(1, 50, 5) / 8)
        for k, own in enumerate(cells)
    ]
    lattice = build_lattice(words, exclusive, 0, 10_000)
    for depth in range(1, 4):
        weights = {}
        for chosen in itertools.product(range(5), repeat=3):
            codes = {}
            for word, k in zip(words, chosen, strict=True):
                for cell, code in zip(word.classes, word.codes[k].tolist(), strict=True):
                    codes.setdefault(cell, set()).add(code)
            apart = [code for cell in codes if cell in exclusive for code in codes[cell]]
            if all(len(some) == 1 for some in codes.values()) and len(set(apart)) == len(apart):
                weight = math.prod(float(w.weights[k]) for w, k in zip(words, chosen, strict=True))
                weights[chosen[:depth]] = weights.get(chosen[:depth], 0.0) + weight
        assert lattice.total == pytest.approx(sum(weights.values()))
        heaviest = sorted(weights.values(), reverse=True)
        for top in (1, 2, 7, 200):
            found = lattice.best(top, depth)
            assert [weight for _, weight in found] == pytest.approx(heaviest[:top])
            assert len({chosen for chosen, _ in found}) == len(found)
            assert all(weight == pytest.approx(weights[chosen]) for chosen, weight in found)


def test_rows_have_one_number_where_they_are_equal_however_many_columns_there_are():
    rows = np.zeros((19, 17), dtype=np.int64)
    np.fill_diagonal(rows, 1)
    rows[17], rows[18] = 15, rows[3]
    assert np.unique(packed(list(rows.T), len(rows)), return_inverse=True)[1].tolist() == [
        sorted(map(tuple, {tuple(row) for row in rows.tolist()})).index(tuple(row)) for row in rows.tolist()
    ]


def test_too_many_texts_are_cut_to_the_likeliest_and_it_is_said(monkeypatch):
    rng = random.Random(7)
    words = {"".join(rng.choices("ABCDEFGH", k=3)): rng.randint(1, 9) for _ in range(60)}
    lexicon = WordList(words, "en", alphabet="ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    card = Cryptogram(
        lexicon.alphabet, tuple(tuple(Window(sign) for sign in word) for word in ("123", "345"))
    )
    search = Search(pattern(card, [("",) * 3] * 2), lexicon, distinct=True, unknown=0.01)
    every = search.run(Deadline(None))
    monkeypatch.setattr(module, "KEPT", 5)
    few = search.run(Deadline(None))
    assert (every.cut, few.cut, few.finished) == (False, True, True)
    assert few.texts == every.texts[:5]
    monkeypatch.setattr("deduce.ciphers.report.KEPT", 5)
    monkeypatch.setattr("deduce.ciphers.text.ARCS", 1)
    told = report("123 345", [], lexicon=lexicon, distinct=True, unknown=0.01)
    assert told.data["kind"] == "cut"
    assert "(the 5 likeliest texts weighed, of more; " in told.text


def test_a_search_ends_with_its_time():
    rng = np.random.default_rng(1)
    words = {"".join(rng.choice(list("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), 4)): 1.0 for _ in range(4000)}
    lexicon = WordList(words, "en")
    card = Cryptogram(
        lexicon.alphabet, tuple(tuple(Window(s) for s in w) for w in ("1234", "5678", "9!+*"))
    )
    shape = pattern(card, [("",) * 4] * 3)
    found = Search(shape, lexicon, distinct=True, unknown=0.02).run(Deadline(0.0))
    assert not found.finished
    assert Search(shape, lexicon, distinct=True, unknown=0.02).count(Deadline(0.0)) is None


def test_a_long_text_is_no_fault_of_floats():
    """The chance of a letter's spelling three hundred windows alike is below what a float holds."""
    text = " ".join(["XQZ", "ABCD", "EFG", "HIJKL"] * 24)
    with contextlib.suppress(GaveUp):
        assert decipher_text(text, {}, distinct=True, time_limit=0.5).kind == "gave up"


def test_the_letters_of_a_class_are_its_own_or_all_that_it_may_have():
    """As likely as letters outside of words are, each as often as it stands there; none that another class has."""
    logs = [math.log(p) for p in (0.5, 0.3, 0.2)]
    shape = SimpleNamespace(alphabet="ABC", words=[(0, 1, 0), (2,)])
    for exclusive in ([], [0, 2]):
        search = SimpleNamespace(letters=logs, exclusive=exclusive)
        assert _letters_of(shape, search, [-1, 0, 1], 1) == [("A", 1.0)]
        found = dict(_letters_of(shape, search, [-1, 0, 1], 0))
        may = {"A": 0.25, "B": 0.09, "C": 0.04}
        if exclusive:
            del may["B"]
        assert found == pytest.approx({letter: p / sum(may.values()) for letter, p in may.items()})


def test_every_answer_that_fits_is_listed_with_different_letters_where_they_differ():
    shape = SimpleNamespace(
        alphabet="ABC", known=[-1, -1, 2], words=[(0, 1), (2, 0)], answer=(0, 1),
        text=lambda word, codes: "".join("ABC"[codes[cell]] for cell in word),
    )  # fmt: skip
    for exclusive in ((), (0, 1), (0, 1, 2)):
        wanted = [
            f"{x}{y} C{x}"
            for x, y in product("ABC", repeat=2)
            if len({(x, y, "C")[cell] for cell in exclusive}) == len(exclusive)
        ]
        assert completions(SimpleNamespace(shape=shape, exclusive=exclusive), 9) == wanted


def test_letters_of_a_class_outside_of_words_are_those_that_no_other_has(monkeypatch):
    """As likely as nobody else has them, or else as they are outside of words."""
    used = np.array([1.0, 0.25, 0.0])
    monkeypatch.setattr(marginals, "used_by", lambda *_: used)
    letters = np.array([0.5, 0.3, 0.2])
    for exclusive, wanted in (({4}, 1 - used), (set(), letters**2)):
        sums = SimpleNamespace(shape=SimpleNamespace(alphabet="ABC"), exclusive=exclusive, letters=letters)
        found = list(marginals._free_texts(sums, SimpleNamespace(extra=((4, 2),)), (4,)))
        assert [letter for letter, _ in found] == [*"ABC"]
        assert [chance for _, chance in found] == pytest.approx(list(wanted / wanted.sum()))


@pytest.mark.parametrize("distinct", [False, True])
@pytest.mark.parametrize("text", [["12", "31"], ["1", "12"], ["121", "2"], ["12", "1234"]])
def test_a_whole_text_is_weighed_word_by_word(text, distinct):
    """Of two words each is one of the lexicon or spelt at random; one of a length that none has is spelt for certain."""
    lexicon = WordList({"A": 2, "D": 1, "AB": 3, "BA": 1, "CB": 5, "ABA": 2}, "en", alphabet=ALPHABET)
    unknown = 0.3
    card, windows = card_of(text, {})
    sums = Mixture(pattern(card, windows), lexicon, distinct, unknown, 10**6)
    spread = dict(zip(ALPHABET, [0.25] * 4 if distinct else lexicon.letters().tolist(), strict=True))
    glyphs, total = list(dict.fromkeys("".join(text))), 0.0
    for letters in itertools.product(ALPHABET, repeat=len(glyphs)):
        if distinct and len({*letters}) < len(letters):
            continue
        words = [word.translate(str.maketrans(dict(zip(glyphs, letters, strict=True)))) for word in text]
        wanted = 1.0
        for word in words:
            spelt, some = math.prod(spread[letter] for letter in word), lexicon.of_length(len(word))
            if some is None:
                wanted *= spelt
                continue
            codes = [ALPHABET.index(letter) for letter in word]
            known = float(some.weights[(some.codes == codes).all(axis=1)].sum())
            wanted *= unknown * spelt + (1 - unknown) * known
        assert _weight(sums, " ".join(words)) == pytest.approx(wanted, rel=1e-9)
        total += wanted
    assert sum(part.weight for part in sums.parts) == pytest.approx(total, rel=1e-9)
