"""How many taps the lines of evenings take by the derived forms: ``python tests/campaign.py taps --cases 2 --seed 1``.

Each game is played at random by three (or the fewest, where that is more), verbs drawn first, and composed along what
seat 1 hears. A line is what stands in one line of its notes: what was done, and all that was told of it. Lines before the
first thing done (a hand that is dealt) are counted apart.
"""

from __future__ import annotations

import random

from composing import Walk

from deduce.games import CHANCE, game
from deduce.games.registry import names
from deduce.rulebook import Rulebook
from deduce.rulebook.state import State

PEOPLE = ("Ann", "Bob", "Cid", "Dee", "Eve")
MOVES = 30


def evening(name: str, seed: int) -> Walk:
    """A random game of `MOVES` decisions, composed."""
    played = game(name)
    seats = max(played.seats.start, min(3, played.seats.stop - 1))
    setting = played.setting(seats, played.checked_options({}), None, PEOPLE[:seats])
    state, rng, made = State.of(setting, ()), random.Random(seed), 0
    while state.actor is not None and made < MOVES:
        if state.actor is CHANCE:
            state = state.play(state.draw(rng))
            continue
        legal = state.moves()
        verbs = sorted({str(move).split()[0] for move in legal})
        verb = rng.choice(verbs) if len(verbs) < 9 else ""
        state = state.play(rng.choice([move for move in legal if str(move).startswith(verb)]))
        made += 1
    head = f"game: {name}\nplayers: {' '.join(PEOPLE[:seats])}\nme: Ann\n\n"
    walk = Walk(played, head, state.view(1).entries)
    assert walk.go(), walk.text
    return walk


def declared() -> list[str]:
    """The games whose lines are composed by derived forms."""
    return [name for name in names() if isinstance(game(name), Rulebook) and game(name).headings is None]


def taps(name: str, seed: int) -> dict[str, object]:
    """How many taps each line of an evening takes, the lines of the deal together, and which takes most."""
    walk = evening(name, seed)
    lines = walk.text.split("\n\n", 1)[1].strip().split("\n")
    begun = next((k for k, line in enumerate(lines) if line.split()[0] in PEOPLE), 0)
    begun += sum(" is dealt " in line or " sees that " in line for line in lines)
    turns = walk.turns[begun:]
    most = max(zip(turns, lines[begun:], strict=True), default=(0, ""))
    return {"lines": len(turns), "taps": turns, "dealt": [sum(walk.turns[:begun])], "most": most[1]}
