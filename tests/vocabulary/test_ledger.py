"""Words looked up where they lie, against a dictionary."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.vocabulary import ledger as module
from deduce.vocabulary.ledger import Ledger
from deduce.vocabulary.norms import edinburgh
from deduce.vocabulary.vectors import english

WORDS = st.lists(st.text("abcé'", min_size=1, max_size=4), unique=True, max_size=12)


@given(WORDS, st.lists(st.text("abcé'\ud800", max_size=4), max_size=6), st.booleans())
def test_every_word_is_found_where_it_stands_and_no_other(words, asked, often):
    text = "".join(f"{word}\n" for word in words).encode()
    order = np.array(sorted(range(len(words)), key=lambda place: words[place].encode()), np.uint32)
    ledger = Ledger(text, order)
    if often:  # by the dictionary
        ledger._found.update({f"#{number}": -1 for number in range(module.OFTEN)})
    assert [ledger.place(word) for word in words] == list(range(len(words)))
    for word in asked:
        assert ledger.place(word) == (words.index(word) if word in words else -1)
        assert (word in ledger.places) == (word in words)
        assert ledger.places.get(word) == (words.index(word) if word in words else None)
    assert list(ledger) == words == list(ledger.places)
    assert len(ledger) == len(words) == len(ledger.places)
    assert [ledger[place] for place in range(-len(words), len(words))] == words + words
    assert ledger[1:3] == tuple(words[1:3])


def test_sorted_words_need_no_order():
    ledger = Ledger(b"a\nab\nb\n")
    assert [ledger.place(word) for word in ("a", "ab", "b", "", "aa", "c")] == [0, 1, 2, -1, -1, -1]
    with pytest.raises(IndexError):
        ledger[3]


def test_what_ships_is_in_order():
    vectors, norms = english(), edinburgh()
    for words, order in ((vectors.words, vectors.words._order), (norms.words, None)):
        told = [words[place].encode() for place in (range(len(words)) if order is None else order.tolist())]
        assert told == sorted(set(told))
        for place in range(0, len(words), len(words) // 50):
            assert words.place(words[place]) == place
