"""Sets of tokens in data files of one's own, and the deck: what is read, and what is refused."""

import pytest

from deduce.ground.errors import ProblemError
from deduce.records.datafile import parse_toml
from deduce_models.initiative.components.parts import CAMERA, GAS, default_deck, token_sets

SET = """[sets.own]
glyphs = "AB3"
copies = 2
provenance = "reconstructed"
reason = "made up"
[sets.own.traps]
gas = 1
camera = 3
"""


def test_a_set_has_so_many_of_each_glyph_and_its_traps():
    assert token_sets(parse_toml(SET, "own.toml")) == {"own": {"A": 2, "B": 2, "3": 2, GAS: 1, CAMERA: 3}}


@pytest.mark.parametrize(
    ("there", "instead", "message"),
    [
        ("copies = 2", "copys = 2", "copys"),
        ("copies = 2", "copies = 0", "at least one copy each"),
        ('"AB3"', '"ABA"', "distinct letters or digits"),
        ('"AB3"', '"A-B"', "distinct letters or digits"),
        ('"reconstructed"', '"guessed"', "provenance"),
        ('reason = "made up"\n', "", "reason"),
        ("gas = 1", "fire = 1", "fire"),
    ],
)
def test_a_slip_in_a_set_is_named(there, instead, message):
    with pytest.raises(ProblemError, match=message):
        token_sets(parse_toml(SET.replace(there, instead), "own.toml"))


def test_a_card_has_a_value_or_symbols_of_time():
    deck = default_deck()
    for code, value, symbols in zip(deck.codes, deck.values, deck.symbols, strict=True):
        assert (value, symbols > 0) == ((0, True) if code.startswith("t") else (int(code[1:]), False))
