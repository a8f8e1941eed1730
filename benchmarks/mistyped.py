"""One mistyped line in an evening, and typing goes on: does what is known stay true?

``python -m benchmarks.mistyped [GAME ...] [--evenings 20] [--seed 7]``. Games at random, noted by seat 1 as the library
writes them; in one line two letters change places, one is lost, or a digit becomes its neighbour. What the reader refuses
is then either left out, as ``deduce log`` does, or marked as a turn that nobody could read (``? ...``), and so is every
later line that is refused for it. At the end the true position must still be possible. A slip that is read as
another move tells something false; such evenings are counted apart.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from dataclasses import replace
from typing import Any

from deduce.arena.statistics import share_of
from deduce.games.base import CHANCE
from deduce.games.registry import game as registered
from deduce.ground.errors import Contradiction, DeduceError
from deduce.players.simple import random_player
from deduce.records.record import Line, Record, read_record
from deduce.rulebook.notes import read

GAMES = {"enigma": 3, "initiative": 2, "clue": 4, "avalon": 5}
"""Games whose notes are read line by line, with so many players. Decrypto's notes are lists in any order: there a
refused line is mended or missing, and no later line hangs on it."""
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


def evening(name: str, players: int, seed: int) -> tuple[Record, dict[str, Any]] | None:
    """The notes of a game at random and the truth at their end."""
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
    truth = {variable.name: value for variable, value in states[-1].run.table.world.items()}
    return (record, truth) if len(record.events) > 3 else None


def _written(game: Any, states: list[Any], moves: list[Any]) -> Record:
    """The notes of seat 1; what is half decided at once with others is taken back first."""
    while True:
        try:
            return read_record(game.written(states, moves, {}, seat=1))
        except DeduceError:
            states.pop()
            moves.pop()


def with_events(record: Record, events: list[Line]) -> Record:
    """The record with these lines of notes."""
    head = record.lines[: record.events[0].number - 1]
    return replace(record, events=tuple(events), lines=(*head, *(line.text for line in events)))


def kept_lines(game: Any, record: Record, events: list[Line]) -> list[Line]:
    """The lines that are taken one by one, those refused left out."""
    kept: list[Line] = []
    for line in events:
        try:
            read(game, with_events(record, [*kept, line]))
        except DeduceError:
            continue
        kept.append(line)
    return kept


def fate(game: Any, record: Record, truth: dict[str, Any], *, strict: bool) -> str:
    """What is known at the end of the notes."""
    try:
        known: Any = read(game, record, strict=strict).knowledge(1)
        if not known.is_consistent():
            return "contradicts itself"
        for variable in known.problem.scope:
            if variable.name in truth:
                known = known.observe(variable.is_in([truth[variable.name]]), "the truth")
        return "true" if known.is_consistent() else "excludes the truth"
    except Contradiction:
        return "contradicts itself"
    except DeduceError:
        return "refused as a whole"


def simulate(name: str, players: int, evenings: int, seed: int) -> dict[str, Counter[str]]:
    """How many evenings ended how, by what was done with refused lines."""
    found: dict[str, Counter[str]] = {
        way: Counter() for way in ("left out", "marked", "read as another move")
    }
    game: Any = registered(name)
    number, tried = 0, 0
    while number < evenings and tried < 5 * evenings:
        tried += 1
        made = evening(name, players, seed * 100_000 + tried)
        if made is None:
            continue
        record, truth = made
        rng = random.Random(f"slip/{name}/{seed}/{tried}")
        at = rng.randrange(len(record.events))
        events = list(record.events)
        wrong = replace(events[at], text=slipped(events[at].text, rng))
        if wrong.text == events[at].text:
            continue
        number += 1
        events[at] = wrong
        try:
            read(game, with_events(record, events[: at + 1]))
        except DeduceError:
            left = kept_lines(game, record, events)
            found["left out"][fate(game, with_events(record, left), truth, strict=True)] += 1
            events[at] = replace(wrong, text=f"? {wrong.text}")
            found["marked"][fate(game, with_events(record, events), truth, strict=False)] += 1
        else:
            left = kept_lines(game, record, events)
            found["read as another move"][fate(game, with_events(record, left), truth, strict=True)] += 1
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
