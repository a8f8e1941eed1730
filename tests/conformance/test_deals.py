"""A random deal of every option set; a thousand of them: ``python tests/campaign.py deals``."""

import pytest
from campaign import deals
from options import option_sets

import deduce


@pytest.mark.parametrize("name", ["decrypto", "initiative"])
def test_a_random_deal_of_every_option_set(name):
    done = deals(name, 7)
    assert done["deals"] == len(option_sets(deduce.game(name)))
    assert done["moves"] > 20 * done["deals"]


def test_every_value_of_every_option_is_in_a_set():
    for name in ("decrypto", "initiative"):
        game = deduce.game(name)
        sets = option_sets(game)
        for key, option in game.options.items():
            for value in option.allowed or ():
                assert any(each.get(key, option.default) == value for each in sets)


def test_a_deal_that_fails_is_named(monkeypatch):
    def unread(self, text, state):
        raise ValueError(f"{text!r} is unread")

    monkeypatch.setattr(type(deduce.game("initiative")), "parse", unread)
    with pytest.raises(
        AssertionError, match=r"option set \d+ \{.*after \d+ moves: ValueError\(.*is unread"
    ):
        deals("initiative", 0)
