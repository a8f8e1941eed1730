"""The engine protocol: whole games through it, mistakes answered, records asked about."""

import random
import subprocess
import sys
from pathlib import Path

import pytest
from toy_games import Whose

import deduce
from deduce.bridges.engine import Engine
from deduce.commands.terminal import play_in_terminal
from deduce.ground.errors import ProblemError
from deduce_models.tables.kuhn import GAME as KUHN

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("name", ["decrypto", "enigma", "entracte", "initiative", "shakespeare"])
def test_a_whole_game_goes_through_it(name):
    game = deduce.game(name)
    engine, rng = Engine(game), random.Random(4)
    assert engine.answer("hello")[-1] == "hello ok"
    assert engine.answer(f"new {game.seats.start}") == ["new ok"]
    for step in range(5000):
        (actor,) = engine.answer("actor")
        if actor.startswith("actor over"):
            break
        if actor == "actor chance":
            assert engine.answer(f"deal {step}") == ["deal ok"]
            continue
        *moves, count = engine.answer("moves")
        assert count == f"moves {len(moves)}"
        chosen = rng.choice(moves).removeprefix("move ")
        assert engine.answer(f"play {chosen}") == ["play ok"]
    scores = [float(score) for score in actor.split()[2:]]
    assert len(scores) == game.seats.start
    assert engine.state.scores == pytest.approx(scores, abs=1e-3)


def test_it_says_what_there_is_to_be_played():
    assert Engine(KUHN).answer("hello") == [
        f"id deduce {deduce.__version__}",
        "id game kuhn Kuhn poker",
        "seats 2 2",
        *(f"player {name}" for name in KUHN.players),
        "hello ok",
    ]
    assert Engine(Whose()).answer("hello")[2:] == ["seats 2 3", "option rounds 2", "hello ok"]


def test_advice_and_views():
    engine = Engine(Whose())
    engine.answer("new 3 rounds=1")
    assert engine.answer("moves")[-1] == "moves 5"
    engine.answer("deal 1")
    *info, best = engine.answer("go 7")
    assert best.partition(" ")[2] == info[0].split(" ", 4)[4]
    assert all(line.startswith("info ") for line in info)
    view = engine.answer("view 2")[0]
    assert '"seat": 2' in view
    assert "extra" in view


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("dance", "unknown command 'dance'; known are hello"),
        ("new", "expected 'new PLAYERS"),
        ("new 9", "2 to 3 players"),
        ("new 2 round=3", "did you mean 'rounds'"),
        ("new 2 rounds", "must be written key=value"),
        ("play guess 1 1", "there is no game"),
        ("go", "there is no game"),
        ("x" * 100_000, "unknown command"),
        ("x" * 100_001, "at most 100000 characters"),
    ],
)
def test_a_mistake_is_answered_and_changes_nothing(line, said):
    engine = Engine(Whose())
    (answer,) = engine.answer(line)
    assert answer.startswith("error ")
    assert said in answer
    assert engine.state is None
    assert engine.answer("hello")[-1] == "hello ok"


def test_mistakes_within_a_game():
    engine = Engine(Whose())
    engine.answer("new 2")
    assert engine.answer("go") == ["error chance is to move: 'deal SEED', or 'play' a chance move"]
    engine.answer("deal 3")
    for line in ("play guess 9 9", "deal many", "view", "view 77 1", "go x", "go 1 soon", "choose nobody"):
        before = engine.state
        (answer,) = engine.answer(line)
        assert answer.startswith("error "), line
        assert engine.state == before
    assert engine.answer("") == []


def test_a_player_that_fails_is_a_mistake_too(monkeypatch):
    """Of the player of another package the error came out of the engine, and the game was over."""

    class Fails:
        name = "fails"

        def choose(self, view, rng):
            return {}["x"]

    game = Whose()
    monkeypatch.setattr(game, "players", {**game.players, "fails": Fails}, raising=False)
    engine = Engine(game)
    engine.answer("new 2")
    engine.answer("deal 1")
    mover = engine.answer("actor")[0].split()[1]
    said = f"error 'fails' at seat {mover} of whose, failed with KeyError: 'x'"
    assert engine.answer("choose fails") == [said]
    assert engine.answer("actor") == [f"actor {mover}"]
    mine, other = int(mover), 3 - int(mover)
    with pytest.raises(ProblemError, match=f"^'fails' at seat {mover} of whose, failed with KeyError"):
        play_in_terminal(game, {mine: Fails()}, other, 1, input=lambda _: "quit", output=lambda _: None)


def test_a_record_is_asked_about_by_its_writer():
    engine = Engine(deduce.game("shakespeare"))
    engine.answer("record")
    for line in (EXAMPLES / "shakespeare" / "seat2.txt").read_text().splitlines():
        assert engine.answer(line) == []
    assert engine.answer(".") == ["record ok 2"]
    assert engine.answer("view 2")[0].startswith("view {")
    assert engine.answer("view 1") == ["error the record is seat 2's"]
    assert engine.answer("play pass")[0].startswith("error there is no game")


def test_a_foreign_process_plays_a_game():
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / "bridges" / "engine_client.py")],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert done.stdout.strip().splitlines()[-1].startswith("actor over ")


def test_the_command_lists_its_protocol():
    done = subprocess.run(
        [sys.executable, "-m", "deduce", "engine", "entracte", "--commands"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[0] == "hello"
    assert "quit" in done.stdout.splitlines()
