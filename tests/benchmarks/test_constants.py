"""Numbers of players that stand in the code: found by their names, changed where modules are imported, tried in deals."""

import io
import json
import random
import sys
from importlib.util import module_from_spec

import pytest

import deduce
from benchmarks import constants
from deduce.games.base import CHANCE

GAMES = sorted(constants.GAMES)


def test_every_published_game_is_tried():
    assert GAMES == ["decrypto", "enigma", "entracte", "initiative", "shakespeare"]
    for name in GAMES:
        assert constants.GAMES[name].player in deduce.game(name).players


@pytest.mark.parametrize("name", GAMES)
def test_numbers_are_those_of_the_modules(name):
    found = constants.numbers_of(name)
    assert len(found) > 2
    for number, value in found.items():
        module, _, attribute = number.rpartition(".")
        place = __import__(f"deduce_models.{name}.{module}", fromlist=[attribute])
        assert getattr(place, attribute) == value
        assert abs(value) >= constants.GUARD


def changed_module(game, number, value):
    """A module of a game as it is imported where the number is another, and as it is."""
    module, _, _ = number.rpartition(".")
    where = f"deduce_models.{game}.{module}"
    usual = __import__(where, fromlist=["__name__"])
    path = sys.modules[where.rpartition(".")[0]].__path__
    assert constants.Changing(game, {"advice.no_module.ABOUT": 1.0}).find_spec(where, path) is None
    spec = constants.Changing(game, {number: value}).find_spec(where, path)
    changed = module_from_spec(spec)
    spec.loader.exec_module(changed)
    return usual, changed


def test_a_number_is_changed_with_all_that_is_made_of_it():
    usual, changed = changed_module("entracte", "advice.informed.EXCHANGE_BELOW", 0.0625)
    assert (changed.EXCHANGE_BELOW, usual.informed.__kwdefaults__["exchange"]) == (
        0.0625,
        usual.EXCHANGE_BELOW,
    )
    assert changed.informed.__kwdefaults__["exchange"] == 0.0625, "defaults follow"


def test_a_number_of_a_room_itself_is_changed_too():
    usual, changed = changed_module("decrypto", "advice.RISK", 0.25)
    assert (usual.RISK, changed.RISK, changed.SECRECY) == (1.5, 0.25, usual.SECRECY)


class Choosing:
    """Chooses in this process: the first legal move."""

    def __init__(self, name):
        self.name, self.moves = name, 0

    def begin(self, deal):
        how = constants.GAMES[self.name]
        self.state = deduce.game(self.name).new(players=how.players, **how.options(deal))

    def play(self, move):
        self.state = self.state.play(deduce.game(self.name).parse(move, self.state))
        self.moves += 1

    def choose(self, seat):
        assert self.state.actor == seat
        return str(self.state.moves()[0])


def test_a_deal_comes_to_the_same_again():
    other = Choosing("entracte")
    found = [constants.score("entracte", other, deal) for deal in (3, 3, 4, 5)]
    assert found[0] == found[1]
    assert all(-0.2 < each < 1 for each in found)
    assert len(set(found)) > 1
    assert other.moves > 90


def test_who_is_asked_follows_the_moves(monkeypatch, capsys):
    game, how, chance = deduce.game("entracte"), constants.GAMES["entracte"], random.Random(1)
    state, said = game.new(players=how.players), [{"begin": 6}]
    while state.actor is CHANCE:
        move = state.draw(chance)
        state = state.play(move)
        said.append({"play": str(move)})
    said.append({"choose": state.actor})
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(json.dumps(each) + "\n" for each in said)))
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    constants.serve("entracte", {})
    assert json.loads(capsys.readouterr().out)["move"] in [str(move) for move in state.moves()]


def test_the_command_lists_and_refuses(capsys):
    constants.main(["enigma", "--list"])
    assert "belief.rivals.INFORMATIVE" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        constants.main(["enigma", "--games", "1"])
    assert "at least 2" in capsys.readouterr().err
