"""Whether Enigma's advice says true chances: said against happened. Run by hand.

``python -m benchmarks.enigma_calibration --games 150`` lets the strongest players (`Game.best`) meet each other and
compares every chance that advice shows them, at every decision, with what became of it, in ten bins with intervals over
games (95 %):

* the value of the best move, a chance of winning: at the beginning of a turn, at all decisions, within missions;
* that the claim under way is a lie, as who may doubt it is told; that somebody doubts the claim advised;
* that a card lies at a position and who a rival is, by the belief that moves are weighed with and every sheet shows.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from benchmarks.calibration import Told, table
from deduce.games.base import settle
from deduce.rulebook import State
from deduce_models.enigma.advice.advice import decision
from deduce_models.enigma.advice.expectimax import Decision
from deduce_models.enigma.belief.belief import believe
from deduce_models.enigma.belief.rivals import MODEL
from deduce_models.enigma.game import GAME
from deduce_models.enigma.rules.events import Event, What
from deduce_models.enigma.rules.moves import EnigmaMove, Kind
from deduce_models.enigma.rules.phases import START
from deduce_models.enigma.rules.views import EnigmaView

SURE = 1e-9
"""What is nearer to 0 or 1 than this is proven, and not a chance."""


@dataclass
class Sayings:
    """What was said, by subject."""

    said: dict[str, list[Told]] = field(default_factory=lambda: defaultdict(list))
    pending: list[tuple[int, str, float]] = field(default_factory=list)
    """Values of the game under way: the seat, the subject, the chance of winning."""
    claim: float | None = None
    """The chance of a doubt of the claim under way."""

    def tell(self, game: int, about: str, chance: float, happened: bool) -> None:
        """Keep one chance, unless it is no chance."""
        if SURE < chance < 1 - SURE:
            self.said[about].append(Told(game, chance, bool(happened)))


def play(seed: int, players: int, told: Sayings) -> None:
    """One game of the strongest players."""
    state, rng = GAME.new(players=players, seed=seed), random.Random(f"{seed}/calibration")
    told.pending.clear()
    while isinstance(state.actor, int):
        view = state.view(state.actor).face
        move = view.moves[0]
        if len(view.moves) > 1:
            made = decision(view, rng)
            move = made.best()
            _keep(seed, state, view, made, move, told)
        before = len(state.log)
        state = settle(state.play(move), rng)
        _checked(seed, state.log[before:], told)
    for seat, about, chance in told.pending:
        told.tell(seed, about, chance, state.winner == seat)


def _keep(
    seed: int, state: State, view: EnigmaView, made: Decision, move: EnigmaMove, told: Sayings
) -> None:
    value = min(1.0, max(0.0, float(made.values[move])))
    told.pending.append((view.seat, "winning, at all decisions", value))
    if state.phase == START:
        told.pending.append((view.seat, "winning, at the beginning of a turn", value))
        _believed(seed, state, view, made, told)
    if move.kind in (Kind.MISSION, Kind.REVEAL, Kind.CALL, Kind.ACCUSE):
        told.pending.append((view.seat, "winning, within a mission", value))
    if move.kind is Kind.CLAIM:
        told.claim = made.doubted(move)
    if move.kind in (Kind.DOUBT, Kind.TRUST):
        told.tell(seed, "the claim is a lie", made.lie_chance(), state.cells[view.at] != view.room)


def _believed(seed: int, state: State, view: EnigmaView, made: Decision, told: Sayings) -> None:
    """Cells and Characters: `solve` says what moves are weighed with."""
    soft = believe(view, MODEL)
    if (
        np.abs(soft.cells - made.worlds.cells).max() > SURE
        or np.abs(soft.people - made.worlds.people).max() > SURE
    ):
        raise AssertionError(f"two figures for one question at seed {seed}")
    others = [seat for seat in range(1, view.seats + 1) if seat != view.seat and not view.out >> seat & 1]
    for at, row in enumerate(soft.cells.tolist()):
        for room, chance in enumerate(row):
            told.tell(seed, "a card lies there", chance, state.cells[at] == room)
    for seat in others:
        for card, chance in enumerate(soft.people[view.held[seat - 1]].tolist()):
            told.tell(seed, "who a rival is", chance, state.character(seat) == card)


def _checked(seed: int, events: Iterable[Event], told: Sayings) -> None:
    """Whether the claim under way was doubted."""
    for event in events:
        if event.kind is What.VERDICT and told.claim is not None:
            told.tell(seed, "somebody doubts the claim", told.claim, event.seat != 0)
            told.claim = None


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=150)
    parser.add_argument("--players", default="2,3,4,5", help="numbers of players, in turn")
    parser.add_argument("--first", type=int, default=7_000_000, help="the seed of the first deal")
    parser.add_argument("--every", type=int, default=0, help="print the tables after so many games too")
    chosen = parser.parse_args()
    numbers, told = [int(number) for number in chosen.players.split(",")], Sayings()
    for game in range(chosen.games):
        play(chosen.first + game, numbers[game % len(numbers)], told)
        if game + 1 == chosen.games or (chosen.every and (game + 1) % chosen.every == 0):
            print(f"\nafter {game + 1} games, seeds from {chosen.first}", flush=True)
            for about, said in sorted(told.said.items()):
                table(about, said)


if __name__ == "__main__":
    main()
