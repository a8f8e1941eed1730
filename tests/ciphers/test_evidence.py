"""What speaks for words under one key, against every key and every text by brute force; and what a person is told."""

import math
import random
from dataclasses import replace
from itertools import product

import pytest
from command_line import deduce as command

import deduce
from deduce.ciphers.evidence import DOUBTFUL, UNLIKELY, Evidence
from deduce.vocabulary.lexicons import WordList

WORDS = {"to": 5.0, "at": 3.0, "tot": 1.0, "oat": 2.0, "tat": 1.0}
PLAINS = ("he promised to call me before midnight", "her brother works as a nurse in london")


def lexicon():
    return WordList(WORDS, "en", alphabet="AOT")


def chance(glyphs, distinct):
    """How likely words of these lengths under a key drawn evenly give these glyphs; one key has all letters of "aot"."""
    words = glyphs.split()
    kinds = sorted(set(glyphs) - {" "})
    total = 0.0
    for key in product("aot", repeat=len(kinds)):
        if distinct and len(set(key)) < len(key):
            continue
        behind = dict(zip(kinds, key, strict=True))
        weight = 1.0
        for word in words:
            text = "".join(behind[glyph] for glyph in word)
            alike = {other: share for other, share in WORDS.items() if len(other) == len(word)}
            weight *= alike.get(text, 0.0) / sum(alike.values())
        several = [key.count(letter) for letter in key]
        written = math.prod(
            1 / several[kinds.index(glyph)] for word in words for glyph in word
        )  # each of a letter's glyphs as often
        total += weight * (1.0 if distinct else written)
    return total / (math.perm(3, len(kinds)) if distinct else 3 ** len(kinds))


@pytest.mark.parametrize("distinct", [True, False])
@pytest.mark.parametrize("glyphs", ["XY YZY", "XY XY", "XYX XZ", "XZX"])
def test_glyphs_are_weighed_as_by_brute_force(glyphs, distinct, monkeypatch):
    monkeypatch.setattr("deduce.ciphers.glyphs.alphabet_of", lambda language: "AOT")
    found = deduce.decipher(glyphs, lexicon=lexicon(), distinct=distinct, unknown=1e-12)
    number = len(glyphs.replace(" ", ""))
    bits = math.log2(chance(glyphs, distinct)) + number * math.log2(3)
    if distinct:
        assert found.evidence.bits == pytest.approx(bits, abs=1e-6)
    else:  # how many glyphs a letter has is taken from the likeliest text, not from each
        assert found.evidence.bits == pytest.approx(bits, abs=1.5)


def test_glyphs_that_repeat_are_counted():
    found = deduce.decipher("ABA CA", lexicon="builtin").evidence
    assert (found.glyphs, found.repeats) == (5, pytest.approx(3 * 2 / (5 * 4) * 26))


def test_nothing_is_weighed_where_all_is_open_or_no_words_are_known():
    assert deduce.decipher("AB", {"A": "T", "B": "O"}).evidence is None
    assert deduce.decipher("AB", lexicon="none").evidence is None
    assert deduce.decipher("A").evidence is None


def vigenere(plain, key):
    signs, at = [], 0
    for sign in plain.upper():
        if sign.isalpha():
            sign, at = chr((ord(sign) + ord(key[at % len(key)]) - 130) % 26 + 65), at + 1
        signs.append(sign)
    return "".join(signs)


@pytest.mark.parametrize("plain", PLAINS)
def test_words_under_one_key_are_no_doubt_and_other_ciphers_are(plain):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    key = dict(zip(letters, random.Random(2).sample(letters, 26), strict=True))
    simple = "".join(key.get(sign, sign) for sign in plain.upper())
    assert not deduce.decipher(simple, distinct=True).evidence.doubtful
    assert deduce.decipher(vigenere(plain, "LEMON"), distinct=True, time_limit=2).evidence.doubtful


def test_a_person_is_told_before_the_texts():
    text = vigenere("the merchant sold his house before the winter storm came", "LEMON")
    _, said, _ = command("decipher", text, "--distinct", "--top", "1", "--time-limit", "60")
    told = said.splitlines()
    assert told[1].startswith("careful: noise would give such glyphs 2^")
    assert "these texts are likely nonsense" in told[1]
    assert "it looks like Vigenère's cipher, or like several glyphs a letter" in told[1]
    assert "careful" not in command("decipher", "ACEGH JLG NGCQL", "A=U", "J=T")[1]


def test_what_the_search_did_not_find_is_said_in_words_and_in_plain_values():
    text = vigenere("we carried the boat across the sand to the water", "LEMON")
    cut = deduce.decipher(text, distinct=True, time_limit=1)
    assert (cut.kind, cut.evidence.at_least) == ("gave up", True)
    assert cut.to_dict()["evidence"]["at_least"]
    assert str(cut.evidence).endswith("; as far as the time went")
    whole = deduce.decipher("ACEGH JLG NGCQL", {"A": "U", "J": "T"})
    assert not whole.to_dict()["evidence"]["at_least"]


@pytest.mark.parametrize(
    ("bits", "doubtful", "said"),
    [
        (2.0, False, ""),
        (DOUBTFUL, False, ""),
        (-3.01, True, "8 times as easily as words under one key: these texts may well be nonsense"),
        (UNLIKELY, True, "128 times as easily as words under one key: these texts may well be nonsense"),
        (-7.01, True, "129 times as easily as words under one key: these texts are likely nonsense"),
        (-10.0, True, "2^10 times as easily as words under one key: these texts are likely nonsense"),
    ],
)
def test_from_how_many_bits_on_texts_are_called_doubtful_and_nonsense(bits, doubtful, said):
    found = Evidence(bits, 1.0, 1.7, 12)
    assert found.doubtful == doubtful
    if doubtful:
        assert str(found).startswith(f"noise would give such glyphs {said} (")
    assert str(replace(found, at_least=True)) == f"{found}; as far as the time went"
