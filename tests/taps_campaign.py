"""How many taps the lines of evenings take by the derived forms: ``python tests/taps_campaign.py [GAME ...]``.

Each game is played at random by three (or the fewest, where that is more), verbs drawn first, and composed along what
seat 1 hears. A line is what stands in one line of its notes: what was done, and all that was told of it. Lines before the
first thing done (a hand that is dealt) are counted apart.
"""

from __future__ import annotations

import random
import statistics
import sys

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


def main() -> None:
    """The table."""
    declared = [
        name for name in names() if isinstance(game(name), Rulebook) and game(name).headings is None
    ]
    for name in sys.argv[1:] or declared:
        turns, dealt, worst = [], [], (0, "")
        for seed in (1, 2):
            walk = evening(name, seed)
            lines = walk.text.split("\n\n", 1)[1].strip().split("\n")
            begun = next((k for k, line in enumerate(lines) if line.split()[0] in PEOPLE), 0)
            begun += sum(" is dealt " in line or " sees that " in line for line in lines)
            turns += walk.turns[begun:]
            dealt.append(sum(walk.turns[:begun]))
            worst = max(worst, *zip(walk.turns[begun:], lines[begun:], strict=True))
        told = f"median {statistics.median(turns)}, at most {worst[0]} ({worst[1][:90]})"
        print(f"{name:20} {len(turns):3} lines: {told}; dealt {max(dealt)}", flush=True)


if __name__ == "__main__":
    main()
