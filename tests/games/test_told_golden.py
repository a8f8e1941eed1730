"""What a table reads: whole games whose moves are written down, what each seat is told of them and what it sees.

The texts were the code's own once, read in excerpts: they hold against change, and are no second opinion.
``python tests/games/test_told_golden.py`` writes the files of `tests/data/told` anew after a change of words: whoever
does that reads the difference. ``... play`` chooses the games anew.
"""

import random
import sys
from pathlib import Path

import pytest
from wandering import wandering

import deduce
from deduce.ground.errors import IllegalMove

FOLDER = Path(__file__).parents[1] / "data" / "told"
SEEN = 48
"""Every so many moves each seat's view is shown."""
REFUSED = 16
"""Every so many moves others are tried that are not allowed."""

GAMES = {
    "decrypto": ((4, 0, {}), (3, 8, {})),
    "entracte": ((3, 14, {}), (4, 6, {"mode": "competitive"})),
    "shakespeare": ((2, 5, {}), (1, 4, {})),
}


def played(name, players, seed, options):
    """The moves of a random game, as text."""
    state = deduce.game(name).new(players=players, **options)
    return [str(move) for move, _ in wandering(state, random.Random(seed))]


def shown(name, players, options, moves):
    """The transcript: moves, what each seat is told of them, what it sees, and why other moves are refused."""
    game = deduce.game(name)
    state = game.new(players=players, **options)
    states, played = [state], []
    for text in moves:
        played.append(game.parse(text, state))
        state = state.play(played[-1])
        states.append(state)
    lines = [f"players: {players}", *(f"{key}: {value}" for key, value in options.items())]
    for number, (move, state, after) in enumerate(zip(played, states, states[1:], strict=False)):
        actor = state.actor if isinstance(state.actor, int) else 0
        if number % REFUSED == 0:
            lines += refusals(state, played[number % 9 :: 9])
        lines.append(f"> {moves[number]}")
        told = {}
        for seat in range(state.seats + 1):
            said = tuple(game.happened(state.view(seat), after.view(seat), actor, move))
            told.setdefault(said, []).append(str(seat))
        for said, seats in told.items():
            lines += [f"{' '.join(seats)}: {line}" for line in said]
        if number % SEEN == SEEN - 1 or after.actor is None:
            for seat in range(state.seats + 1):
                lines += [f"{seat}| {line}".rstrip() for line in str(after.view(seat)).splitlines()]
    return lines, states[-1]


def refusals(state, others):
    """What is said to moves of other positions that are not allowed here, each sentence once."""
    said = {}
    for move in others:
        try:
            state.play(move)
        except IllegalMove as error:
            said.setdefault(str(error).replace("\n", " / "), f"! {move}: ")
    return [begin + sentence for sentence, begin in said.items()]


def file_of(name, number):
    return FOLDER / f"{name}{number}.txt"


@pytest.mark.parametrize(
    ("name", "number"), [(name, number) for name, games in GAMES.items() for number in range(len(games))]
)
def test_what_is_told_seen_and_refused_is_what_was_written_down(name, number):
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
