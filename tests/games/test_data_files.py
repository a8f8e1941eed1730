"""A user's data file: what was read once is read again when the file has changed."""

from pathlib import Path

import pytest

import deduce
from deduce_models.enigma.components.parts import DECRYPTION

MODELS = Path(__file__).parents[2] / "models" / "deduce_models"
MANSION = Path(__file__).parents[1] / "enigma" / "mansion6.toml"


@pytest.mark.parametrize(
    ("name", "shipped", "before", "after", "told"),
    [
        (
            "shakespeare",
            MODELS / "shakespeare" / "data" / "tables.toml",
            "prestige = 5\n",
            "prestige = 11\n",
            lambda state: state.boards[0].prestige == 11,
        ),
        (
            "enigma",
            MANSION,
            'name = "Code"\nicon = "C"',
            'name = "Code"\nicon = "D"',
            lambda state: state.setup.parts.rooms[1].icon == DECRYPTION,
        ),
        (
            "initiative",
            MODELS / "initiative" / "data" / "deck.toml",
            "hand = 4",
            "hand = 3",
            lambda state: len(state.hands[0]) == 3,
        ),
    ],
    ids=["shakespeare", "enigma", "initiative"],
)
def test_a_file_that_was_changed_is_read_again(tmp_path, name, shipped, before, after, told):
    text = shipped.read_text(encoding="utf-8")
    assert text.count(before) == 1
    path = tmp_path / "data.toml"
    path.write_text(text, encoding="utf-8")
    game = deduce.game(name)
    once, twice = (game.new(players=2, seed=1, data=path) for _ in range(2))
    assert once == twice
    assert not told(once)
    path.write_text(text.replace(before, after), encoding="utf-8")
    assert told(game.new(players=2, seed=1, data=path))
    assert not told(game.new(players=2, seed=1))
