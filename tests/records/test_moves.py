"""The one reader of legal moves: what is typed is the one legal move whose words it shortens."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.ground.errors import RecordError
from deduce.records.moves import read_move

WORDS = st.sampled_from(["ask", "asking", "name", "north", "Bombe", "Board", "1", "12", "2"])
MOVES = st.lists(st.lists(WORDS, min_size=1, max_size=3).map(" ".join), min_size=1, max_size=8, unique=True)


@given(MOVES, st.data())
def test_every_move_is_read_back_from_its_text(moves: list[str], data: st.DataObject) -> None:
    move = data.draw(st.sampled_from(moves))
    assert read_move(move, moves) == move
    assert read_move(move.upper(), moves) == move


@given(MOVES, st.integers(0, 10**6))
def test_what_is_shortened_is_one_move_or_refused(moves: list[str], seed: int) -> None:
    rng = random.Random(seed)
    typed = [word[: rng.randint(1, len(word))].casefold() for word in rng.choice(moves).split()]

    def fits(move: str) -> bool:
        words = move.casefold().split()
        return len(words) == len(typed) and all(w.startswith(t) for w, t in zip(words, typed, strict=True))

    fitting = [move for move in moves if fits(move)]
    try:
        found = read_move(" ".join(typed), moves)
    except RecordError:
        # A whole word wins over longer ones that begin with it, so two fitting moves may still differ.
        assert len(fitting) > 1
    else:
        assert found in fitting


def test_one_move_of_as_many_words_is_meant_though_a_longer_one_begins_alike() -> None:
    assert read_move("n", ["name", "north ask"]) == "name"
    assert read_move("n a", ["name", "north ask"]) == "north ask"
    assert read_move("n a", ["n", "n a", "n ask"]) == "n a"
    assert read_move("n a b", ["n a", "n a b", "n a bc"]) == "n a b"


def test_a_refusal_says_where_and_what() -> None:
    moves = ["ask red", "ask blue", "name red"]
    with pytest.raises(RecordError, match="blue"):
        read_move("ask green", moves)
    with pytest.raises(RecordError, match="one more word: blue, red"):
        read_move("ask", moves)
    with pytest.raises(RecordError, match="nothing more"):
        read_move("ask red twice", moves)
    with pytest.raises(RecordError, match="no move can be made"):
        read_move("ask red", [])
