"""The chance to win that advice says against what happens, by sort of mission, in ten bins.

``python -m benchmarks.initiative_calibration --games 600 --results rows.jsonl``: teams of one to four in turn play
generated missions of every level, always the first row of `advise`, which is the planner's decision. Kept is what that
row says: at every decision under threat, at every answer and vote, and before the flip at a random share of the
decisions (``--before``; there advice plays moves out for people only, and nobody decides by it). A results file holds a
line a mission, and a run with the same file goes on where the last one ended.

``--answers`` plays nothing: a random share of the glyphs of each mission is open (30 to 90 %), and the chance of the
likeliest answer is held against the truth. That is cheap, so that bins have hundreds of missions.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.calibration import Told, table
from benchmarks.rows import Rows
from deduce.arena.statistics import share_of
from deduce.games.base import CHANCE
from deduce.rulebook import State, View
from deduce_models.initiative import GAME
from deduce_models.initiative.advice.advice import decide
from deduce_models.initiative.advice.rollouts import answer
from deduce_models.initiative.knowledge.posterior import deciphered
from deduce_models.initiative.missions.generator import generate
from deduce_models.initiative.missions.uniqueness import shown_windows

LEVELS = ("easy", "medium", "hard")
SORTS = ("under threat", "before the flip", "answer", "vote")


class Said(NamedTuple):
    """What the first row of advice said at one decision: of which sort, the chance to win, the same uncalibrated."""

    sort: str
    value: float
    raw: float


def follow(state: State, seed: int, before: float) -> tuple[State, list[Said]]:
    """Play by advice alone: the end, and what was said."""
    rng, chance, lot = random.Random(seed), random.Random(seed), random.Random(f"{seed} asked")
    said: list[Said] = []
    while state.actor is not None:
        if state.actor is CHANCE:
            state = state.play(state.draw(chance))
            continue
        view = state.view(int(state.actor))
        drawn = rng.getrandbits(30)
        if view.threat or view.voters or lot.random() < before:
            first = GAME.advise(view, rng=drawn)[0]
            move = first.move
            said.append(Said(_sort(view, move.verb), first.value, first.details.get("raw", first.value)))
        else:
            move, _ = decide(view.face, random.Random(drawn))
            now = answer(view.face)
            if now is not None and move == now[0]:
                said.append(Said("answer", now[1], now[1]))
        state = state.play(move)
    return state, said


def _sort(view: View, verb: str) -> str:
    if view.voters:
        return "vote"
    if verb == "answer":
        return "answer"
    return "under threat" if view.threat else "before the flip"


def gathered(path: Path | None, levels: Sequence[str], numbers: range, before: float) -> list[Any]:
    """A row a mission: level, number, won, what was said; those of the file are not played again."""
    with Rows(path, "row", lambda row: tuple(row["row"][:2])) as kept:
        known = {tuple(row["row"][:2]) for row in kept.rows}
        for number in numbers:
            for level in levels:
                if (level, number) in known:
                    continue
                start = GAME.new(players=1 + number % 4, mission=f"{level}:{number}")
                end, said = follow(start, number, before)
                kept.add({"row": [level, number, end.result > 0, said]})
    rows = [
        [level, number, won, [Said(*each) for each in said]]
        for level, number, won, said in (row["row"] for row in kept.rows)
    ]
    return [row for row in rows if row[0] in levels and row[1] in numbers]


def likeliest(level: str, number: int) -> Told | None:
    """The chance of the likeliest answer of a mission with some glyphs open, and whether it is the answer."""
    start = GAME.new(players=1, mission=f"{level}:{number}").setup
    mission, rng = generate(level, number), random.Random(number)
    glyphs = list(mission.front.glyphs)
    rng.shuffle(glyphs)
    opened = glyphs[: int(len(glyphs) * rng.uniform(0.3, 0.9))]
    found = deciphered(start, shown_windows(mission, opened))
    if not found.answers:
        return None
    best = found.answers[0]
    return Told((level, number), best.probability, best.text == mission.answer)


def told(rows: Iterable[Any], sort: str) -> list[Told]:
    """What was said of one sort, a mission being a game."""
    return [
        Told((level, number), each.value, won)
        for level, number, won, said in rows
        for each in said
        if each.sort == sort
    ]


def main() -> None:
    """Print the tables, or the fit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60, help="missions of each level")
    parser.add_argument("--first", type=int, default=200_000, help="number of the first mission")
    parser.add_argument("--levels", nargs="+", default=list(LEVELS), choices=LEVELS)
    parser.add_argument("--before", type=float, default=0.015, help="share of decisions before the flip")
    parser.add_argument("--results", type=Path, help="a file to keep missions in, and to go on from")
    parser.add_argument("--answers", action="store_true", help="hold likeliest answers against the truth")
    given = parser.parse_args()
    numbers = range(given.first, given.first + given.games)
    if given.answers:
        found = [likeliest(level, number) for level in given.levels for number in numbers]
        table("likeliest answers", [each for each in found if each is not None])
        return
    rows = gathered(given.results, given.levels, numbers, given.before)
    for level in given.levels:
        won = [row[2] for row in rows if row[0] == level]
        print(f"{level}: won {share_of(sum(won), len(won))} of {len(won)} missions")
    for sort in SORTS:
        table(f"{sort}, all levels", told(rows, sort))
        for level in given.levels:
            part = told([row for row in rows if row[0] == level], sort)
            if part:
                table(f"{sort}, {level}", part)


if __name__ == "__main__":
    main()
