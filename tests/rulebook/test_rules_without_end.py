"""Rules that work on and on without anything to decide are stopped where a machine plays, and the sentence says where."""

import random
import threading
import time
from pathlib import Path

import pytest

from deduce.arena.match import play_match
from deduce.conformance.check import _guarded
from deduce.games import ConformanceError, check_game
from deduce.games.history import History
from deduce.ground.errors import ProblemError
from deduce.players.simple import random_player
from deduce.rulebook import Rulebook, stuck
from deduce.rulebook.faults import Stopped


class Circling(Rulebook):
    """After the first move rules look for a number that there is none of."""

    name, title, seats = "circling", "Circling", range(1, 2)
    swallows = Exception

    def rules(self, t):
        yield t.choose(1, ["go"])
        self.looking()
        return [0]

    def looking(self):
        number = 1
        while number:
            try:
                number = random.randrange(1, 9)  # where a look may fall on somebody else's line
            except self.swallows:
                continue


class Deep(Circling):
    """Generators of one's own follow one another, and none asks for anything."""

    def rules(self, t):
        yield t.choose(1, ["go"])
        while True:
            yield self.nothing()
        return [0]

    def nothing(self):
        yield from ()


class Slow(Rulebook):
    """Each thing to decide takes a while to come to; all of them take long."""

    name, title, seats = "slow", "Slow", range(1, 2)

    def rules(self, t):
        for number in range(8):
            sum(k * k for k in range(150_000))
            yield t.choose(1, [f"go {number}"])
        return [0]


@pytest.fixture(autouse=True)
def hasty(monkeypatch):
    monkeypatch.setattr(stuck, "PATIENCE", 0.2)
    monkeypatch.setattr(stuck, "EVERY", 0.02)


def line_of(function, text):
    code = function.__code__
    rows = Path(code.co_filename).read_text(encoding="utf-8").splitlines()
    return next(number for number in range(code.co_firstlineno, len(rows)) if text in rows[number - 1])


def test_a_check_tells_the_function_and_the_line_of_a_loop_without_end():
    with pytest.raises(ConformanceError, match="come to nothing to decide") as failed:
        check_game(Circling(), playouts=1)
    begin = line_of(Circling.looking, "while")
    lines = [f"in Circling.looking, line {number}:" for number in range(begin, begin + 5)]
    assert any(line in str(failed.value) for line in lines), failed.value
    assert "go" in str(failed.value)


def test_a_loop_that_goes_on_after_every_error_is_stopped_all_the_same():
    game = Circling()
    game.swallows = (ValueError, Exception)
    with pytest.raises(ConformanceError, match="a loop that does not end"):
        check_game(game, playouts=1)


def test_generators_that_follow_one_another_come_to_nothing_either():
    with pytest.raises(ConformanceError, match=r"in (Deep\.(rules|nothing)|a generator), line"):
        check_game(Deep(), playouts=1)


def test_a_stop_that_the_rules_do_not_catch_is_told_like_any_other():
    def late():
        raise type("Stopped", (Stopped,), {"said": "for ever", "place": "game.py:3"})

    with pytest.raises(ConformanceError, match="for ever"):
        _guarded("rules", History(Deep(), 1, (), {}, 1), late)


def test_a_match_of_the_arena_is_stopped_too():
    with pytest.raises(
        ProblemError, match=r"the game fails.* come to nothing to decide.* Circling\.looking"
    ):
        play_match(Circling(), [random_player], deal=1)


def test_rules_that_come_to_something_each_time_are_let_be_however_long_they_take(monkeypatch):
    monkeypatch.setattr(stuck, "PATIENCE", 0.05 + longest())
    assert play_match(Slow(), [random_player], deal=1).decisions == (8,)


def longest():
    """The seconds of work that one of `Slow`'s steps takes here."""
    begun = time.process_time()
    sum(k * k for k in range(150_000))
    return 4 * (time.process_time() - begun)


def test_who_looks_ends_soon_after_the_last_match_and_looks_again_at_the_next():
    before = [*stuck._PLAYING]
    for _ in range(2):
        with Slow().watched(), Slow().watched():
            (looking,) = stuck._LOOKING
            assert looking.is_alive()
        assert [*stuck._PLAYING] == before
        looking.join(10)
        assert not looking.is_alive()


def test_without_threads_nothing_is_watched(monkeypatch):
    def none(self):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(stuck, "_LOOKING", [])
    monkeypatch.setattr(threading.Thread, "start", none)
    assert play_match(Slow(), [random_player], deal=1).decisions == (8,)
    assert stuck._LOOKING == []
