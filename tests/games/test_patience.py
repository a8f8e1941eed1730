"""How long a game may last: one number wherever a game is played out."""

import inspect

import pytest
from toy_games import Whose, WhoseState

from deduce.conformance.check import check_game
from deduce.games import ConformanceError, random_history
from deduce.games.base import Bounds
from deduce.players import rollout


class Endless(WhoseState):
    __slots__ = ()

    @property
    def actor(self):
        return 1 if len(self.cards) == self.seats else WhoseState.actor.fget(self)

    def moves(self):
        return WhoseState.moves(self)[:1]

    def play(self, move):
        return self if len(self.cards) == self.seats else WhoseState.play(self, move)


def test_games_have_ten_thousand_moves_to_end_in():
    game = type("EndlessWhose", (Whose,), {"state_class": Endless})()
    with pytest.raises(ConformanceError, match="no end after 10,000 moves") as caught:
        random_history(game, 2, 1)
    assert len(caught.value.history.moves) == 10
    assert caught.value.part == "ends"
    # Whoever plays a game out has the same patience, and it is what a game promises that says nothing.
    assert Bounds().moves == Whose().bounds(2).moves == 10_000
    for function, name in ((rollout, "horizon"), (check_game, "max_moves"), (random_history, "max_moves")):
        assert inspect.signature(function).parameters[name].default == Bounds().moves
    assert -Bounds().low == Bounds().high == 1000
