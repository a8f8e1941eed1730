"""A plug-in is wiring: loading it loads no heavy library, and every game answers through the same doors."""

import subprocess
import sys
from pathlib import Path

import pytest

GAMES = ("decrypto", "enigma", "entracte", "initiative", "shakespeare")
HEAVY = ("numpy", "pysat", "ortools", "pandas", "gensim")
NOT_YET = set((Path(__file__).with_name("debts") / "heavy.txt").read_text().split())


@pytest.mark.parametrize("name", GAMES)
def test_loading_a_plug_in_loads_no_heavy_library(name):
    code = f"""
import sys
from deduce_models.{name} import GAME
GAME.name, GAME.title, GAME.seats, GAME.options, list(GAME.players), GAME.measures
print(*[heavy for heavy in {HEAVY!r} if heavy in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert bool(done.stdout.split()) == (name in NOT_YET), done.stdout
