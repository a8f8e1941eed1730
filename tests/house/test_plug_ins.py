"""A plug-in is wiring: loading it loads no heavy library, and every game answers through the same doors."""

import importlib
import inspect
import pkgutil
import subprocess
import sys

import pytest

import deduce
from deduce.games import Game
from deduce.ground.lazy import Held, Later
from deduce.records.replay import Replay
from deduce.rulebook import Rulebook

GAMES = ("decrypto", "enigma", "entracte", "initiative", "shakespeare")
HEAVY = ("numpy", "pysat", "ortools", "pandas", "gensim")


@pytest.mark.parametrize("name", GAMES)
def test_loading_a_plug_in_loads_no_heavy_library(name):
    code = f"""
import sys
from deduce_models.{name} import GAME
GAME.name, GAME.title, GAME.seats, GAME.options, list(GAME.players), GAME.measures
print(*[heavy for heavy in {HEAVY!r} if heavy in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize("name", GAMES)
def test_every_door_of_a_plug_in_opens_where_it_says_and_takes_what_is_asked(name):
    """What stands in a class as `Later` is no method that types are checked of: it is asked as the method would be."""
    kind = type(deduce.game(name))
    doors = {called: door for called, door in vars(kind).items() if isinstance(door, Later)}
    for called, door in doors.items():
        own = list(inspect.signature(getattr(Rulebook, called)).parameters)[1:]
        found = inspect.signature(door.load())
        # What every game answers may be asked by name; what the rulebook asks, it asks in this order.
        found.bind(**dict.fromkeys(own)) if hasattr(Game, called) else found.bind(*own)
    assert "rules" in doors
    assert all(hasattr(Rulebook, called) for called, door in vars(kind).items() if isinstance(door, Held))
    assert all(
        getattr(deduce.game(name), called) for called, door in vars(kind).items() if isinstance(door, Held)
    )


@pytest.mark.parametrize("name", GAMES)
def test_every_game_answers_through_the_same_doors(name):
    game = deduce.game(name)
    answers = game.answers()
    for door in (answers.read, answers.solve, answers.why, answers.advise):
        assert callable(door)
    # None of the doors of `Game` is rewritten: a record is read once, by `Answers.read`.
    for door in ("solve", "why", "advise_record"):
        assert getattr(type(game), door) is getattr(Game, door)
    package = importlib.import_module(f"deduce_models.{name}.records")
    modules = [
        importlib.import_module(f"{package.__name__}.{m.name}")
        for m in pkgutil.iter_modules(package.__path__)
    ]
    kinds = {
        kind
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Replay) and kind is not Replay
    }
    assert [kind.__name__ for kind in kinds] in (["Replay"], ["NotesReplay"], ["SheetReplay"])
    assert game.best in game.players
    assert list(game.players) == list(
        importlib.import_module(f"deduce_models.{name}.players.named").PLAYERS
    )
