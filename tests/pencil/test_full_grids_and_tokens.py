"""Full grids by chance obey their family's rules; every sign of an address is read and written the same."""

from __future__ import annotations

import random
from itertools import product

import pytest
from amount import seeded

from deduce.ground.deadline import Deadline
from deduce_models.pencil.addresses.tokens import (
    ARROWS,
    BALANCE,
    CASTLE,
    HEX,
    TAPA,
    Letters,
    SumPairs,
    TokenFault,
    WordTokens,
)
from deduce_models.pencil.making.full_grids import graeco_latin, numbered_areas, numbered_walk
from tests.pencil.family_oracles import parts


def _words(made):
    return {(r, c): word for r, line in enumerate(made["clues"], 1) for c, word in enumerate(line, 1)}


@seeded(25)
def test_areas_hold_as_many_cells_as_their_number_says_and_touch_none_of_their_size(seed):
    rng = random.Random(seed)
    rows, cols = rng.randint(1, 6), rng.randint(1, 6)
    words = _words(numbered_areas(rows, cols, rng, Deadline(60)))
    assert len(words) == rows * cols
    for number in set(words.values()):
        # Where areas of one size do not touch, cells of one number that hang together are one area.
        alike = parts([at for at in words if words[at] == number])
        assert {len(part) for part in alike} == {int(number)}
        assert int(number) <= 12


def test_walks_differ():
    made = {str(numbered_walk(diagonal=True)(4, 4, random.Random(n), Deadline(60))) for n in range(20)}
    assert len(made) > 15


@pytest.mark.parametrize("n", range(1, 14))
def test_two_latin_squares_have_each_pair_once(n):
    found = graeco_latin(n, n, random.Random(n))
    assert (found is None) == (n % 2 == 0 and n not in (4, 10))
    assert graeco_latin(n, n + 1, random.Random(n)) is None
    if found is None:
        return
    numbers = range(1, n + 1)
    assert set(found) == set(product(numbers, numbers))
    assert set(found.values()) == set(product(numbers, numbers))
    for which in (0, 1):
        for i in numbers:
            assert {found[i, j][which] for j in numbers} == set(numbers)
            assert {found[j, i][which] for j in numbers} == set(numbers)


SIGNS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-+=%@.$!*_"
TOKENS = {
    "numbers": (HEX, [str(n) for n in (*range(300), 4000, 4095)]),
    "arrows": (ARROWS, ["x", *(f"{n}{side}" for n in (*range(20), 255, 256, 4095) for side in "nswe")]),
    "castle": (
        CASTLE,
        [f"{arrow}{side}" for arrow in ("", "0n", "15s", "16w", "255e", "256n") for side in ".ox"],
    ),
    "balance": (BALANCE, [f"{kind}{n}" for kind in "wb" for n in ("", *range(1, 130))]),
    "letters": (Letters(), [chr(96 + n) for n in range(1, 27)]),
    "sums": (SumPairs(), [*(f"{a},{b}" for a in ("", *range(1, 46)) for b in ("", 3, 19, 20, 45))]),
    "tapa": (
        TAPA,
        ["?", *map(str, range(9)), "1,1,1,1"]
        + [",".join(each) for each in product("?12345", repeat=2)]
        + [",".join(each) for each in product("?123", repeat=3)]
        + [",".join(each) for each in product("?1", repeat=4) if "?" in each],
    ),
    "words": (WordTokens({"x": "1", "o": "2", "long": "."}), ["x", "o", "long"]),
}


@pytest.mark.parametrize("name", TOKENS)
def test_every_word_is_read_as_it_was_written(name):
    token, words = TOKENS[name]
    written = {word: token.write(word) for word in words}
    assert len(set(written.values())) == len(words)
    for word, text in written.items():
        assert token.read(text, 0) == (word, len(text))
        assert token.read(f"12{text}3", 2) == (word, len(text) + 2)


@pytest.mark.parametrize("name", TOKENS)
def test_whatever_signs_stand_there_are_read_as_a_word_or_refused(name):
    token, _ = TOKENS[name]
    rng = random.Random(name)
    texts = ["".join(each) for n in (1, 2) for each in product(SIGNS, repeat=n)][::3]
    texts += ["".join(rng.choices(SIGNS[:16] + "-+.", k=5)) for _ in range(400)]
    read = 0
    for text in texts:
        try:
            found = token.read(text, 0)
        except TokenFault:
            continue
        if found is None:
            continue
        word, end = found
        assert 1 <= end <= len(text)
        again = token.write(word)
        assert token.read(again, 0) == (word, len(again))
        read += 1
    assert read > 10


@pytest.mark.parametrize(
    ("token", "words"),
    [
        (HEX, ["4096"]),
        (ARROWS, ["4096n", "3", "3z", "n"]),
        (Letters(), ["?"]),
        (SumPairs(), ["46,3", "3,46"]),
        (TAPA, ["6,1", "4,1,1", "2,1,1,1"]),
        (WordTokens({"x": "1"}), ["o"]),
    ],
    ids=["numbers", "arrows", "letters", "sums", "tapa", "words"],
)
def test_words_without_signs_are_refused(token, words):
    for word in words:
        with pytest.raises(TokenFault):
            token.write(word)
