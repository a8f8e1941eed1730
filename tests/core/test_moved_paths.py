"""Every import path that the documentation has ever named still leads to the same module."""

import subprocess
import sys
from importlib import import_module

import pytest

from deduce.moved import MOVED, install


@pytest.mark.parametrize("old", sorted(MOVED))
def test_an_old_path_gives_the_module_itself(old):
    module = import_module(old)
    assert module is import_module(MOVED[old])
    assert module.__name__ == MOVED[old]
    assert module.__spec__.name == MOVED[old]


def test_an_old_path_can_come_first():
    code = "from deduce_models.initiative.lexicon import builtin; print(builtin.__module__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "deduce.vocabulary.lexicons"


def test_other_names_are_still_unknown():
    install()
    with pytest.raises(ModuleNotFoundError, match=r"deduce\.nonsense"):
        import_module("deduce.nonsense")


@pytest.mark.parametrize(
    ("room", "names"),
    [
        ("deduce.games", "check_game playouts read_record settle Report"),
        ("deduce_models.decrypto.players", "Aware Naive sampled_clues"),
        ("deduce_models.enigma.belief", "believe ledger"),
        ("deduce_models.enigma.players", "PLAYERS"),
        ("deduce_models.initiative.advice", "duties turn_plan"),
        ("deduce_models.initiative.players", "Planner"),
        ("deduce_models.shakespeare.bound", "bound"),
        ("deduce_models.shakespeare.components", "BLUE GREEN PINK components"),
        ("deduce_models.shakespeare.placement", "best_activation"),
        ("deduce_models.shakespeare.players", "PLAYERS"),
    ],
)
def test_a_room_offers_what_its_module_once_did(room, names):
    module = import_module(room)
    for name in names.split():
        assert getattr(module, name) is not None
        assert name in dir(module)
    with pytest.raises(AttributeError, match=room):
        _ = module.nonsense
