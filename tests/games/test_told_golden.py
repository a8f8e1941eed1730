"""What a table reads: whole games whose moves are written down, what each seat is told of them and what it sees.

``python tests/games/test_told_golden.py`` writes the files of `tests/data/told` anew after a change of words: whoever
does that reads the difference. ``... play`` chooses the games anew.
"""

import random
import sys
from pathlib import Path

import pytest

import deduce
from deduce.games.base import CHANCE

FOLDER = Path(__file__).parents[1] / "data" / "told"
SEEN = 24
"""Every so many moves each seat's view is shown."""

GAMES = {
    "decrypto": ((4, 3, {}), (3, 8, {})),
    "enigma": ((3, 1, {}), (5, 4, {})),
    "entracte": ((3, 2, {}), (4, 5, {"mode": "competitive"})),
    "initiative": ((3, 1, {}), (2, 6, {})),
    "shakespeare": ((2, 1, {}), (1, 3, {})),
}


def played(name, players, seed, options):
    """The moves of a random game, as text."""
    game, rng = deduce.game(name), random.Random(seed)
    state, moves = game.new(players=players, **options), []
    while state.actor is not None:
        move = state.draw(rng) if state.actor is CHANCE else rng.choice(list(state.moves()))
        moves.append(str(move))
        state = state.play(move)
    return moves


def shown(name, players, options, moves):
    """The transcript: moves, what each seat is told, and now and then what it sees."""
    game = deduce.game(name)
    state = game.new(players=players, **options)
    lines = [f"players: {players}", *(f"{key}: {value}" for key, value in options.items())]
    for number, text in enumerate(moves):
        move = game.parse(text, state)
        actor = state.actor if isinstance(state.actor, int) else 0
        after = state.play(move)
        lines.append(f"> {text}")
        told = {}
        for seat in range(state.seats + 1):
            said = tuple(game.happened(state.view(seat), after.view(seat), actor, move))
            told.setdefault(said, []).append(str(seat))
        for said, seats in told.items():
            lines += [f"{' '.join(seats)}: {line}" for line in said]
        state = after
        if number % SEEN == SEEN - 1 or state.actor is None:
            for seat in range(state.seats + 1):
                lines += [f"{seat}| {line}".rstrip() for line in str(state.view(seat)).splitlines()]
    return lines, state


def file_of(name, number):
    return FOLDER / f"{name}{number}.txt"


@pytest.mark.parametrize(("name", "number"), [(name, number) for name in GAMES for number in (0, 1)])
def test_what_is_told_and_seen_is_what_was_read_by_eye(name, number):
    players, _, options = GAMES[name][number]
    lines = file_of(name, number).read_text(encoding="utf-8").split("\n")
    moves = [line[2:] for line in lines if line.startswith("> ")]
    found, end = shown(name, players, options, moves)
    assert end.actor is None
    for place, (here, there) in enumerate(zip(found, lines, strict=False)):
        assert here == there, f"{file_of(name, number).name}, line {place + 1}"
    assert len(found) == len(lines) - 1


def write(again):
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, games in GAMES.items():
        for number, (players, seed, options) in enumerate(games):
            path = file_of(name, number)
            if again or not path.exists():
                moves = played(name, players, seed, options)
            else:
                moves = [
                    line[2:]
                    for line in path.read_text(encoding="utf-8").split("\n")
                    if line.startswith("> ")
                ]
            lines, _ = shown(name, players, options, moves)
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
            sys.stdout.write(f"{path.name}: {len(moves)} moves, {len(lines)} lines\n")


if __name__ == "__main__":
    write("play" in sys.argv[1:])
