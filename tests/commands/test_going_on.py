"""``deduce play GAME --from RECORD``: the game that is gone on with is that of the record, and no other."""

from pathlib import Path

import pytest
from command_line import deduce

from deduce.games.registry import game

GAMES = {"decrypto": 4, "enigma": 3, "entracte": 3, "initiative": 3, "shakespeare": 3}


@pytest.fixture(params=sorted(GAMES), scope="module")
def saved(request, tmp_path_factory):
    """A game, for how many, and the record of it that was saved at its beginning."""
    name, seats = request.param, GAMES[request.param]
    file: Path = tmp_path_factory.mktemp("saved") / "game.txt"
    status, _, err = deduce(
        "play", name, "--players", seats, "--against", "random", stdin=f"save {file}\nquit\n"
    )
    assert (status, err) == (0, "")
    return name, seats, file


def test_a_game_goes_on_with_its_own_players_only(saved):
    name, seats, file = saved
    status, out, err = deduce("play", name, "--players", seats - 1, "--from", file, stdin="quit\n")
    assert status == 2
    assert f"{file} is a game for {seats}, which cannot go on with {seats - 1}: leave --players out" in err
    assert not out
    for players in ([], ["--players", seats]):
        status, out, err = deduce("play", name, *players, "--from", file, stdin="quit\n")
        assert (status, err) == (0, "")
        assert "you are seat 1" in out


def test_options_are_those_of_the_record(saved):
    name, _, file = saved
    key, option = next(
        (key, each) for key, each in game(name).options.items() if isinstance(each.default, bool)
    )
    status, _, err = deduce(
        "play", name, "--from", file, "--option", f"{key}={not option.default}", stdin="quit\n"
    )
    assert status == 2
    assert f"is played with {key}={option.default}, not {key}={not option.default}" in err
    status, _, err = deduce(
        "play", name, "--from", file, "--option", f"{key}={option.default}", stdin="quit\n"
    )
    assert (status, err) == (0, "")
