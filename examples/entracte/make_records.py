"""Make the example records by really playing: ``python make_records.py`` writes them beside this file.

Random legal cards from fixed seeds; the rules engine places the tokens, so the notes are true. Only
`rulebook.txt` is typed by hand: it is the turn example of the rulebook as far as it survives.
"""

import random
from pathlib import Path

from deduce.games.base import settle
from deduce.rulebook import State
from deduce_models.entracte import GAME
from deduce_models.entracte.rules.setup import DECLARE, EXCHANGE, SILENT, STOP, Kind

HEADS = {
    "evening.txt": "# A cooperative evening for four, as Ann saw it.\n# In the end she is sure of every code.",
    "competitive.txt": "# A competitive evening for three, as Bob saw it. Cid declares near the end.",
    "forgotten_token.txt": "# The evening of evening.txt,\n# but one token was forgotten in the notes.",
    "referee.txt": "# The evening of evening.txt as a referee would write it down:\n# every card, every code.",
}


def play(players: int, mode: str, seed: int, *, declare: tuple[int, int] = (0, 0), row: int = 99) -> State:
    """A game of random legal cards up to a row of `row` or the guesses; `declare`: a seat and the row it waits for."""
    rng = random.Random(seed)
    state = settle(GAME.new(players=players, mode=mode), rng)
    while state.moves()[0].kind is not Kind.GUESS and len(state.row) < row:
        moves = [move for move in state.moves() if move != STOP]
        if SILENT in moves:
            ready = state.actor == declare[0] and len(state.row) >= declare[1]
            move = DECLARE if ready else SILENT
        elif EXCHANGE in moves and rng.random() < 0.08:
            move = EXCHANGE
        else:
            move = rng.choice([move for move in moves if move != EXCHANGE])
        state = settle(state.play(move), rng)
    return state


def records() -> dict[str, str]:
    """The text of every record made here, by file name."""
    cooperative = play(4, "cooperative", 34, row=12)
    evening = written(cooperative, 1)
    competitive = play(3, "competitive", 7, declare=(3, 9))
    texts = {
        "evening.txt": evening,
        "competitive.txt": written(competitive, 2),
        "forgotten_token.txt": forget(evening, turn=7, name="Dee"),
        "referee.txt": written(cooperative, None),
    }
    return {name: f"{HEADS[name]}\n{text}" for name, text in texts.items()}


def written(state: State, seat: int | None) -> str:
    """What a seat saw, or everything, as a record."""
    return GAME.written([state], [], {}, seat=seat).replace("version: 1\n", "")


def forget(text: str, *, turn: int, name: str) -> str:
    """The record without the token of `name` under the `turn`-th card played."""
    lines = text.split("\n")
    plays = [index for index, line in enumerate(lines) if " plays " in line]
    body, _, marks = lines[plays[turn - 1]].partition(" ; tokens ")
    named, *rest = marks.split(" ; ")
    names = [other for other in named.split() if other != name]
    lines[plays[turn - 1]] = " ; ".join([body, *([f"tokens {' '.join(names)}"] if names else []), *rest])
    return "\n".join(lines)


if __name__ == "__main__":
    for file, text in records().items():
        (Path(__file__).parent / file).write_text(text, encoding="utf-8")
        print(f"{file}: {text.count(chr(10))} lines")
