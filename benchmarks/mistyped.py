"""One mistyped line in an evening, and typing goes on: does what is known stay true?

``python -m benchmarks.mistyped [GAME ...] [--evenings 20] [--seed 7]``. Games at random, noted by seat 1 as the library
writes them; in one line two letters change places, one is lost, or a digit becomes its neighbour. What the reader refuses
is then either left out (a hole), or kept as ``deduce log`` keeps it when typing goes on: as a turn that nobody could
read, and so is every later line that is refused for it. At the end the true position must still be possible. A slip that
is read as another move tells something false; such evenings are counted apart.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from deduce.arena.statistics import share_of
from deduce.games.base import CHANCE
from deduce.games.holding import is_a_turn, mends, readings
from deduce.games.registry import game as registered
from deduce.ground.errors import Contradiction, DeduceError
from deduce.players.simple import random_player
from deduce.records.record import Record, read_record
from deduce.rulebook.sheets import SheetReplay

GAMES = {
    "enigma": 3,
    "entracte": 3,
    "shakespeare": 3,
    "decrypto": 4,
    "initiative": 2,
    "avalon": 5,
    "clue": 4,
    "coup": 3,
    "hanabi": 3,
    "love_letter": 3,
    "liars_dice": 3,
    "skull": 3,
    "resistance": 5,
    "one_night_werewolf": 4,
    "battleship": 2,
    "bulls_and_cows": 2,
    "mastermind": 1,
    "guess_who": 2,
    "goofspiel": 2,
    "kuhn": 2,
    "minesweeper": 1,
    "verifiers": 2,
    "wild_place": 3,
}
"""Every shipped game, with so many players (Leduc is Kuhn with more cards)."""
LONGEST = 60
"""Evenings end after so many lines of notes."""


def slipped(text: str, rng: random.Random) -> str:
    """A line with one slip of the pen; itself where there is no room for one."""
    places = [k for k in range(1, len(text) - 1) if text[k].isalnum() and text[k + 1].isalnum()]
    kind = rng.randrange(3)
    digits = [k for k, sign in enumerate(text) if sign.isdigit()]
    if kind == 2 and digits:
        k = rng.choice(digits)
        return text[:k] + str((int(text[k]) + rng.choice((1, 9))) % 10) + text[k + 1 :]
    if not places:
        return text
    k = rng.choice(places)
    return text[:k] + (text[k + 1] + text[k] if kind == 0 else text[k + 1]) + text[k + 2 :]


def evening(name: str, players: int, seed: int) -> tuple[Record, Any] | None:
    """The notes of a game at random and the position at their end."""
    game: Any = registered(name)
    rng = random.Random(f"{name}/{seed}")
    state = game.new(players=players, seed=seed)
    states: list[Any] = [state]
    moves: list[Any] = []
    player = random_player
    for _ in range(4 * LONGEST):
        state = states[-1]
        if state.actor is None:
            break
        move = state.draw(rng) if state.actor is CHANCE else player.choose(state.view(state.actor), rng)
        states.append(state.play(move))
        moves.append(move)
        if len(moves) % 10 == 0 and len(_written(game, states, moves).events) >= LONGEST:
            break
    record = _written(game, states, moves)
    return (record, states[-1]) if len(record.events) > 1 else None


def _written(game: Any, states: list[Any], moves: list[Any]) -> Record:
    """The notes of seat 1; what is half decided at once with others is taken back first."""
    while True:
        try:
            text = game.written(states, moves, {}, seat=1)
            called = states[
                -1
            ].setting.names  # as the truth calls the players, however the record is written
            for seat, name in enumerate(called, 1):
                text = re.sub(rf"\bP{seat}\b", name, text)
            return read_record(text)
        except DeduceError:
            states.pop()
            moves.pop()


def understood(game: Any, text: str) -> Any:
    """The record as it is read, with marks for what could not be; raises where it is refused.

    Of lists under headings the rules look only when they are asked what was seen, as `Log` does after each line.
    """
    replay = game.answers().read(read_record(text))
    if isinstance(replay, SheetReplay):
        replay.view(1)
    return replay


def typed_on(game: Any, record: Record, events: Sequence[str], *, marks: bool, right: int = 0) -> list[str]:
    """The lines that are written when all are typed one by one; those refused left out, or kept as `Log` keeps them.

    The first lines, as many as are `right`, are known to be read.
    """
    head = list(record.lines[: record.events[0].number - 1])
    names = record.get("players").replace(",", " ").split()
    kept: list[str] = [*events[:right]]
    held: list[str] = []

    def reads(lines: Sequence[str]) -> bool:
        try:
            understood(game, "\n".join([*head, *kept, *lines]))
        except DeduceError:
            return False
        return True

    def marked(line: str) -> str | None:
        return game.marked(line, names) if is_a_turn(line, names, kept) else None

    for line in events[right:]:
        choices = readings(held, line, marked) if marks else [[line]]
        written = next((lines for lines in choices if reads(lines)), None)
        if written is None:
            before = held[:-1] if held and mends(held[-1], line) else held
            held = [*before, line] if marks and is_a_turn(line, names, kept) else before
        else:
            kept, held = [*kept, *written], []
    left = [mark for line in held if (mark := marked(line))]
    return [*head, *kept, *(left if reads(left) else [])]


def fate(game: Any, lines: Sequence[str], state: Any) -> str:
    """What is known at the end of the notes."""
    try:
        replay = understood(game, "\n".join(lines))
        known: Any = replay.knowledge(1) if hasattr(replay, "knowledge") else game.knowledge(replay.view(1))
        if not known.is_consistent():
            return "contradicts itself"
        for variable, value in game.truth(state, known).items():
            known = known.observe(variable == value, "the truth")
        return "true" if known.is_consistent() else "excludes the truth"
    except Contradiction:
        return "contradicts itself"
    except DeduceError:
        return "refused as a whole"


def simulate(name: str, players: int, evenings: int, seed: int) -> dict[str, Counter[str]]:
    """How many evenings ended how, by what was done with refused lines."""
    ways = ("left out", "typed on", "read as another move")
    found: dict[str, Counter[str]] = {way: Counter() for way in ways}
    game: Any = registered(name)
    number, tried = 0, 0
    while number < evenings and tried < 5 * evenings:
        tried += 1
        made = evening(name, players, seed * 100_000 + tried)
        if made is None:
            continue
        record, state = made
        rng = random.Random(f"slip/{name}/{seed}/{tried}")
        at = rng.randrange(len(record.events))
        events = [line.text for line in record.events]
        wrong = slipped(events[at], rng)
        if wrong == events[at]:
            continue
        number += 1
        head = record.lines[: record.events[0].number - 1]
        begun = [*events[:at], wrong]
        try:
            understood(game, "\n".join([*head, *begun]))
            refused = False
        except DeduceError:
            refused = True
        events[at] = wrong
        way = "typed on" if refused else "read as another move"
        found[way][fate(game, typed_on(game, record, events, marks=True, right=at), state)] += 1
        if refused:
            found["left out"][fate(game, typed_on(game, record, events, marks=False, right=at), state)] += 1
    return found


def main() -> None:
    """Print how many evenings ended how."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("games", nargs="*", default=list(GAMES))
    ask.add_argument("--evenings", type=int, default=20)
    ask.add_argument("--seed", type=int, default=7)
    asked = ask.parse_args()
    for name in asked.games:
        for way, ends in simulate(name, GAMES[name], asked.evenings, asked.seed).items():
            total = ends.total()
            if total:
                share = share_of(ends["excludes the truth"], total)
                told = ", ".join(f"{number} {end}" for end, number in ends.most_common())
                print(f"{name}, {way}: {told} (excluding: {share})", flush=True)


if __name__ == "__main__":
    main()
