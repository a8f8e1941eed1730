"""A game whose class takes values when it is made: they tell it from others of its class, and go where it goes."""

import copy
import pickle

import numpy as np
import pytest

from deduce.arena import play_match, run_tournament
from deduce.ground.errors import ProblemError
from deduce.players import random_player
from deduce.rulebook import EVERYBODY, Rulebook


class Dice(Rulebook):
    """Two dice of as many sides as it is made with; who guesses the sum best scores most."""

    name, title, seats = "dice", "Dice", range(2, 3)

    def __init__(self, sides=4, names=()):
        super().__init__()
        self.sides = int(np.max(sides))

    def rules(self, t):
        die = t.variables("die", t.seats, range(1, self.sides + 1))
        yield t.deal(die)
        for seat in t.seats:
            t.show(seat, die[seat])
        guess = yield t.together({seat: range(2, 2 * self.sides + 1) for seat in t.seats})
        total = t.tell(EVERYBODY, die[1] + die[2], "total")
        return [-abs(guess[seat] - total) for seat in t.seats]


def begun(game):
    return game.new(players=2).play("die[P1] = 1").play("die[P2] = 2")


def test_games_made_with_other_values_are_other_games():
    four, six = begun(Dice(4)), begun(Dice(6))
    assert four != six
    assert hash(four.setting) != hash(six.setting)
    assert four.view(2) != six.view(2)  # not even where it lists no moves of its own
    assert begun(Dice(6)) == six
    assert begun(Dice(6, names=["Ann", {"a": {1}}])) == begun(Dice(6, names=["Ann", {"a": {1}}])) != six


@pytest.mark.parametrize("twin", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_a_position_of_a_game_made_with_values_goes_on_as_that_game(twin):
    """Sent to another process it went on as the game that its class makes by itself: another one, in silence."""
    state = begun(Dice(6, names={"left": 1}))
    other = twin(state)
    assert other == state
    assert other.setting.game.sides == 6
    assert [*map(str, other.moves())] == [*map(str, state.moves())]
    assert state.setting.game.knowledge(other.view(1)).count() == 6
    game = twin(Dice(6))
    match = [play_match(each, [random_player] * 2, deal=3) for each in (game, Dice(6))]
    assert match[0] == match[1]


def test_a_results_file_is_that_of_a_game_as_it_was_made(tmp_path):
    """Matches of one were taken for those of the other, and told together."""
    path = tmp_path / "arena.jsonl"
    first = run_tournament(Dice(6), ["random"], deals=2, path=path)
    assert run_tournament(Dice(6), ["random"], deals=2, path=path) == first
    for other in (Dice(), Dice(sides=5)):
        with pytest.raises(ProblemError, match=r"holds matches with game 'dice: Dice\(6\)', not 'dice"):
            run_tournament(other, ["random"], deals=2, path=path)
    run_tournament(Dice(), ["random"], deals=1, path=tmp_path / "plain.jsonl")
    assert '"game":"dice",' in (tmp_path / "plain.jsonl").read_text()
    assert repr(Dice(6, names=["Ann"])) == "Dice(6, names=['Ann'])"


def test_values_without_a_hash_make_a_game_equal_to_itself_alone():
    sides = np.array([2, 6])
    game = Dice(sides)
    assert begun(game) == begun(game)
    assert begun(game) != begun(Dice(sides))
    assert pickle.loads(pickle.dumps(game)).sides == 6


def test_a_game_that_reads_no_data_file_refuses_one():
    """It was taken, and changed nothing."""
    with pytest.raises(
        ProblemError, match=r"Dice reads no data file, so 'mine\.toml' would change nothing"
    ):
        Dice().new(players=2, data="mine.toml")
