"""Deciphering against enumeration of everything, on cards of The Initiative's missions."""

import itertools
import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deduce.ciphers.decipher import decipher
from deduce.ground.errors import ProblemError, RecordError
from deduce.vocabulary.lexicons import WordList, builtin, choose, read_words
from deduce_models.initiative.components.mission import build
from deduce_models.initiative.components.parts import default_tokens, named_board
from deduce_models.initiative.missions.generator import glyphs_for
from deduce_models.initiative.missions.uniqueness import shown_windows

ALPHABET = "ABCDE"


def card(phrase, glyphs, *, answer=None, alphabet=ALPHABET):
    tokens = {label: 2 for label in default_tokens()["full"] if len(label) == 1}
    return build(
        "t", title="t", question="?", language="en", alphabet=alphabet, phrase=phrase, glyphs=glyphs,
        answer=answer, ground=named_board("ring"), entrance=0, stacks=[4] * 6, tokens=tokens,
    )  # fmt: skip


def enumerate_all(mission, windows, lexicon, *, injective, unknown):
    """Weight of every phrase, by the definition of the prior: an independent brute force."""
    front = mission.front
    flat = [(w, window) for w, word in enumerate(front.words) for window in word]
    letters = (
        np.full(len(ALPHABET), 1 / len(ALPHABET)) if injective or lexicon is None else lexicon.letters()
    )
    found = {}
    places = [[text] if text else ["".join(t) for t in itertools.product(ALPHABET, repeat=window.size)]
              for (w, window), text in zip(flat, itertools.chain(*windows), strict=True)]  # fmt: skip
    for texts in itertools.product(*places):
        means = {}
        fine = all(
            not w.glyph or means.setdefault(w.glyph, t) == t for (_, w), t in zip(flat, texts, strict=True)
        )
        single = [t for g, t in means.items() if len(t) == 1]
        if not fine or (injective and len(set(single)) < len(single)):
            continue
        words = [
            "".join(t for (w, _), t in zip(flat, texts, strict=True) if w == k)
            for k in range(len(front.words))
        ]
        spelt = [math.prod(letters[ALPHABET.index(c)] for c in word) for word in words]
        inside = []
        for word in words:
            row = lexicon.of_length(len(word)) if lexicon else None
            hit = 0.0
            if row is not None:
                codes = [ALPHABET.index(c) for c in word]
                hit = float(row.weights[(row.codes == codes).all(axis=1)].sum())
            inside.append(None if row is None else hit)
        n = len(words)
        forced = {k for k in range(n) if inside[k] is None}
        weight = 0.0
        for out in {frozenset(forced), frozenset(range(n)), *(frozenset(forced | {k}) for k in range(n))}:
            share = unknown ** len(out - forced) * (1 - unknown) ** (n - len(out))
            weight += share * math.prod(spelt[k] if k in out else inside[k] for k in range(n))
        if weight > 0:
            found[" ".join(words)] = weight
    total = sum(found.values())
    return {phrase: weight / total for phrase, weight in found.items()}


@st.composite
def problems(draw):
    rng = random.Random(draw(st.integers(0, 10**9)))
    lengths = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    words = {
        "".join(rng.choice(ALPHABET) for _ in range(rng.choice([1, 2, 2, 3]))): rng.randint(1, 9)
        for _ in range(14)
    }
    phrase = " ".join("".join(rng.choice(ALPHABET) for _ in range(n)) for n in lengths)
    injective = draw(st.booleans())
    labels = list(default_tokens()["full"])[:12]
    split, blank = (0.0, 0.0) if injective else (0.3, 0.2)
    signs = glyphs_for(phrase, labels, rng, split=split, blank=blank)
    if not any(sign.isalpha() for sign in signs):
        signs = "A" + signs[1:]
    answer = [1] if draw(st.booleans()) else None
    mission = card(phrase, signs, answer=answer)
    glyphs = mission.front.glyphs
    opened = [glyph for glyph in glyphs if rng.random() < draw(st.sampled_from([0.0, 0.4, 0.8]))]
    lexicon = WordList(words, "en", alphabet=ALPHABET) if draw(st.integers(0, 4)) else None
    return mission, shown_windows(mission, opened), lexicon, injective


@given(problems(), st.sampled_from([0.02, 0.5]))
def test_posteriors_equal_enumeration(problem, unknown):
    mission, windows, lexicon, injective = problem
    expected = enumerate_all(mission, windows, lexicon, injective=injective, unknown=unknown)
    found = decipher(mission.front, windows, lexicon, injective=injective, unknown=unknown, top=1000)
    assert found.exact
    answers = {}
    for phrase, share in expected.items():
        text = " ".join(phrase.split()[k] for k in mission.front.answer)
        answers[text] = answers.get(text, 0.0) + share
    for guess in found.answers:
        assert guess.probability == pytest.approx(answers[guess.text], abs=1e-9)
    inside = [phrase for phrase in expected if lexicon and all(w in lexicon for w in phrase.split())]
    shown = {guess.text for guess in found.answers}
    assert {" ".join(p.split()[k] for k in mission.front.answer) for p in inside} <= shown
    assert found.count == len(inside)
    flat = [window for word in mission.front.words for window in word]
    for place, texts in found.windows.items():
        word, cell = (int(part) - 1 for part in place.split("."))
        marginal = {}
        for phrase, share in expected.items():
            symbol = phrase.split()[word][cell]
            marginal[symbol] = marginal.get(symbol, 0.0) + share
        assert texts == pytest.approx({s: p for s, p in marginal.items() if p > 0}, abs=1e-9)
    for glyph, texts in found.letters.items():
        marginal = {}
        for phrase, share in expected.items():
            text = phrase.replace(" ", "")
            at = next(k for k, window in enumerate(flat) if window.glyph == glyph)
            marginal[text[at]] = marginal.get(text[at], 0.0) + share
        for text, share in marginal.items():
            assert texts.get(text, 0.0) == pytest.approx(share, abs=1e-9)
        assert found.worth[glyph] == pytest.approx(
            -sum(p * math.log2(p) for p in marginal.values()), abs=1e-6
        )


@given(problems())
def test_the_best_answer_comes_first_and_samples_are_phrases(problem):
    mission, windows, lexicon, injective = problem
    expected = enumerate_all(mission, windows, lexicon, injective=injective, unknown=0.02)
    found = decipher(mission.front, windows, lexicon, injective=injective, unknown=0.02, top=3)
    shares = [guess.probability for guess in found.answers]
    assert shares == sorted(shares, reverse=True)
    for phrase in found.phrases(20, np.random.default_rng(1)):
        assert phrase in expected


def test_sampling_follows_the_posterior():
    mission = card("AB BA", "CD DC")
    lexicon = WordList({"AB": 5, "BA": 2, "CD": 3, "DC": 1}, "en", alphabet=ALPHABET)
    found = decipher(mission.front, shown_windows(mission, []), lexicon, unknown=0.1)
    expected = enumerate_all(mission, shown_windows(mission, []), lexicon, injective=False, unknown=0.1)
    drawn = found.phrases(20_000, np.random.default_rng(3))
    for phrase, share in expected.items():
        if share > 0.01:
            assert drawn.count(phrase) / 20_000 == pytest.approx(share, abs=0.02)


def test_groups_are_texts_of_one_glyph():
    mission = card("AB-C AB-D", "JK JL")
    lexicon = WordList({"ABC": 1, "ABD": 1, "CCC": 1, "CCD": 2}, "en", alphabet=ALPHABET)
    found = decipher(mission.front, shown_windows(mission, []), lexicon, unknown=0.0)
    assert found.letters["J"] == pytest.approx({"CC": 9 / 13, "AB": 4 / 13})
    opened = decipher(mission.front, shown_windows(mission, ["J"]), lexicon, unknown=0.0)
    assert opened.letters["K"] == pytest.approx({"C": 0.5, "D": 0.5})


def test_a_cut_is_never_silent():
    lexicon = builtin("en")
    mission = card("HOUSE MOUSE TABLE", "ABCDE FBCDE GHJKE", alphabet=lexicon.alphabet)
    windows = shown_windows(mission, [])
    full = decipher(mission.front, windows, lexicon, unknown=0.0)
    cut = decipher(mission.front, windows, lexicon, unknown=0.0, limit=60)
    assert (full.label, full.kept) == ("exact", 1.0)
    assert cut.label == "cut"
    assert 0 < cut.kept < 1


def test_reasons_and_certainty():
    lexicon = WordList({"ABC": 1, "ABD": 1, "CC": 1}, "en", alphabet=ALPHABET)
    mission = card("ABC CC", "JKL LL")
    found = decipher(mission.front, shown_windows(mission, []), lexicon, unknown=0.0)
    assert found.unique
    assert not found.proved
    assert found.answers[0].text == "ABC CC"
    assert any(reason.startswith("L is C") for reason in found.reasons)
    again = decipher(mission.front, shown_windows(mission, []), lexicon, unknown=0.0)
    assert found == again
    assert repr(found) == repr(again)
    assert "array" not in repr(found)
    assert decipher(mission.front, shown_windows(mission, "JKL"), lexicon).proved
    nothing = decipher(
        mission.front,
        shown_windows(mission, []),
        WordList({"DDD": 1, "EE": 1}, "en", alphabet=ALPHABET),
        unknown=0.0,
    )
    assert nothing.outside == pytest.approx(1.0)


def test_contradictions_and_wrong_arguments_are_refused():
    mission = card("AAB", "JJK")
    with pytest.raises(ProblemError, match="cannot be there"):
        decipher(mission.front, (("A", "B", ""),))
    with pytest.raises(ProblemError, match="two open glyphs show A"):
        decipher(mission.front, (("A", "A", "A"),), injective=True)
    with pytest.raises(ProblemError, match="probability"):
        decipher(mission.front, (("", "", ""),), unknown=2)
    with pytest.raises(ProblemError, match="alphabet"):
        decipher(mission.front, (("", "", ""),), builtin("en"))


def test_word_files(tmp_path):
    path = tmp_path / "w.txt"
    path.write_text("# words\nTree 3\ntree 1\nox\nnaïve 2\n", encoding="utf-8")
    words = read_words(path, "en")
    assert (words.frequency("TREE"), words.frequency("OX"), words.skipped) == (4.0, 1.0, 1)
    path.write_text("tree\nox many\n", encoding="utf-8")
    with pytest.raises(RecordError, match="line 2, column 4"):
        read_words(path, "en")
    with pytest.raises(ProblemError, match="cannot be read"):
        read_words(tmp_path / "none.txt", "en")
    assert choose("none", "en", builtin("en").alphabet) is None
    assert choose("builtin", "digits", "0123456789") is None
    with pytest.raises(ProblemError, match="did you mean 'builtin'"):
        choose("builtim", "en", builtin("en").alphabet)


@st.composite
def words_outside(draw):
    """A phrase of three words, one or more of them outside the lexicon, too long to list all answers."""
    rng = random.Random(draw(st.integers(0, 10**9)))
    lexicon = WordList(
        {
            "".join(rng.choice(ALPHABET) for _ in range(rng.choice([2, 3]))): rng.randint(1, 9)
            for _ in range(8)
        },
        "en",
        alphabet=ALPHABET,
    )
    injective = draw(st.booleans())
    pool = [word for word in lexicon if len(word) in (2, 3)]
    phrase = " ".join([rng.choice(pool), rng.choice(pool), "".join(rng.choice(ALPHABET) for _ in range(3))])
    labels = list(default_tokens()["full"])[:12]
    signs = glyphs_for(phrase, labels, rng, split=0.0, blank=0.0 if injective else 0.4)
    if not any(sign.isalpha() for sign in signs):
        signs = "A" + signs[1:]
    answer = draw(st.sampled_from([None, [1, 3], [3]]))
    mission = card(phrase, signs, answer=answer)
    opened = [glyph for glyph in mission.front.glyphs if rng.random() < 0.3]
    return mission, shown_windows(mission, opened), lexicon, injective


@given(words_outside())
@settings(
    max_examples=max(6, settings.default.max_examples // 4)
)  # every assignment of letters is tried by hand
def test_with_words_outside_the_list_is_the_truth(problem):
    mission, windows, lexicon, injective = problem
    expected = enumerate_all(mission, windows, lexicon, injective=injective, unknown=0.1)
    answers = {}
    for phrase, share in expected.items():
        text = " ".join(phrase.split()[k] for k in mission.front.answer)
        answers[text] = answers.get(text, 0.0) + share
    found = decipher(mission.front, windows, lexicon, injective=injective, unknown=0.1, top=3)
    for guess in found.answers:
        assert guess.probability == pytest.approx(answers[guess.text], abs=1e-9)
    ranked = sorted(answers.values(), reverse=True)
    assert len(found.answers) == min(3, len(ranked))
    if len(mission.front.answer) == len(mission.front.words):
        # The first is the most probable, whatever the rest; further ones may lack the negligible.
        assert found.answers[0].probability == pytest.approx(ranked[0], abs=1e-9)
        for guess, best in zip(found.answers, ranked, strict=False):
            assert guess.probability >= best - 1e-3


@pytest.mark.parametrize("opened", ["ACHQT", "ACEJHQT", ""])
def test_only_the_word_outside_is_spelt(opened):
    mission = card("UNDER THE KVORX", "ACEGH JLG NQTHZ", alphabet="ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    windows = shown_windows(mission, opened)
    lexicon = builtin("en") if opened else WordList({"UNDER": 1, "THE": 1}, "en")
    found = decipher(mission.front, windows, lexicon, top=4)
    # With nothing open another of the three words may be the one outside, but only one is.
    assert sum(word in lexicon for word in found.answers[0].text.split()) == 2
    assert not opened or found.answers[0].text.startswith("UNDER THE ")
    # The sampler takes another road to the same posterior.
    drawn = found.phrases(2000, np.random.default_rng(3))
    best = found.answers[0]
    assert drawn.count(best.text) / 2000 == pytest.approx(best.probability, abs=0.02)
    rest = [guess.probability for guess in found.answers]
    assert rest == sorted(rest, reverse=True)


def test_more_glyphs_than_symbols_cannot_be_injective():
    mission = card("ABCDEA", "ACEGHJ")
    windows = shown_windows(mission, "A")
    lexicon = WordList({"ABCDEA": 1}, "en", alphabet=ALPHABET)
    assert decipher(mission.front, windows, lexicon, unknown=0.0).answers[0].text == "ABCDEA"
    for words in (lexicon, None):
        with pytest.raises(ProblemError, match="6 glyphs hide one symbol each"):
            decipher(mission.front, windows, words, injective=True, unknown=0.0)
