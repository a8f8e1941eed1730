"""Games whose form of notes is derived from their rules."""

from functools import partial

from deduce.games.registry import game, names
from deduce.rulebook import Rulebook

GAMES = [
    name
    for name in names()
    if isinstance(game(name), Rulebook)
    and game(name).headings is None
    and isinstance(game(name).answers().form, partial)  # else the form is the game's own
]
IN_STEPS = [name for name in GAMES if not game(name).in_turns]
"""Those of them whose form asks step by step, and does not offer whole lines (`tests/web/test_taps.py` holds these)."""
