"""The declared Entracte beside the engine, in random games of all options: ``python rulebook_beside.py GAMES [SEED]``."""

from __future__ import annotations

import random
import sys
from typing import Any

from deduce.games import CHANCE
from deduce.games.registry import game
from deduce_models.entracte.components.codes import bits
from deduce_models.entracte.rulebook import Entracte
from deduce_models.entracte.rules.phases import SWAP
from deduce_models.entracte.rules.setup import OPTIONS, Kind

ENGINE, DECLARED = game("entracte"), Entracte()
RARE = {Kind.STOP: 0.06, Kind.DECLARE: 0.15, Kind.EXCHANGE: 0.3}


def drawn(rng: random.Random, state: Any) -> Any:
    """A move by chance, those that end games early less often."""
    if state.actor is CHANCE:
        return state.draw(rng)
    moves = list(state.moves())
    return rng.choices(moves, [RARE.get(move.kind, 1) for move in moves])[0]


def options_of(rng: random.Random, players: int) -> dict[str, Any]:
    """Options by chance."""
    found = {k: rng.choice(v.allowed) for k, v in OPTIONS.items() if rng.random() < 0.5}
    if found.get("first", 1) > players:
        found["first"] = 1
    for slow in ("days", "ages"):
        found.pop(slow, None)
    return found


def differs(state: Any, other: Any, *, tables: bool) -> str:
    """What is not the same in both; empty where all is."""
    if state.actor != other.actor:
        return f"actor {state.actor}, {other.actor}"
    if state.actor is CHANCE:
        one, two = ({(str(m), round(p, 12)) for m, p in each.outcomes()} for each in (state, other))
    else:
        one, two = ({str(m) for m in each.moves()} for each in (state, other))
    if one != two:
        return f"moves {one ^ two}"
    if state.scores != other.scores:
        return f"scores {state.scores}, {other.scores}"
    dealt = len(state.log) > 3 * state.seats + state.seats * state.setup.per_seat
    if tables and dealt and state.phase != SWAP:
        for seat in range(state.seats + 1):
            if on_table(state.view(seat)) != declared_table(other.view(seat)):
                return f"the table of seat {seat}"
    return ""


def on_table(view: Any) -> list[Any]:
    """What a view of the engine shows of the table."""
    parts = view.setup.parts
    row = [parts.card_text(parts.cards[card]) for card in view.row]
    tokens = [tuple(bits(mask)) for mask in view.tokens]
    sets = [set(bits(view.exchanged)), set(bits(view.declared))]
    return [row, list(view.played), tokens, *sets, list(view.piles), view.deck_size, list(view.hand_sizes)]


def declared_table(view: Any) -> list[Any]:
    """The same of a declared view."""
    table = view.table
    sizes = [each if isinstance(each, int) else len(each) for _, each in table["hand"]]
    sets = [set(table["exchanged"]), set(table["declared"])]
    piles = [number for _, number in table["piles"]]
    return [
        list(table["row"]),
        list(table["played"]),
        list(table["tokens"]),
        *sets,
        piles,
        table["cards"],
        sizes,
    ]


def beside(seed: int, *, tables: bool = True) -> str:
    """One game in both; what differs, and where."""
    rng = random.Random(seed)
    players = rng.randint(2, 4)
    chosen = options_of(rng, players)
    state, other = ENGINE.new(players=players, **chosen), DECLARED.new(players=players, **chosen)
    while True:
        wrong = differs(state, other, tables=tables)
        if wrong or state.actor is None:
            return f"seed {seed}, {players} players, {chosen}: {wrong}" if wrong else ""
        move = drawn(rng, state)
        state, other = state.play(move), other.play(str(move))


if __name__ == "__main__":
    count, first = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    for number in range(first, first + count):
        if found := beside(number, tables=number % 5 == 0):
            sys.exit(found)
    print(f"{count} games are the same in both")
