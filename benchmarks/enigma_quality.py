"""How good the belief about an Enigma mansion is, against players whose way of lying is known. Run by hand.

``python -m benchmarks.enigma_quality --games 300`` lets four such players play and asks two of the seats, after each of
the rounds 1 to 4, what they believe: by hard knowledge alone, by the right model (the players' own habits given, nothing
learned), and by each model of the library. It prints, with standard errors over games, the share of the nine cells
proven, how often the likeliest room is the right one, the log loss in nats a cell, how often a cell is called more than
90% sure, how often wrongly, and how often wrongly by its own chances; and reliability bins.

The players: a look where least is known (or, one time in five, a card that lies open is named), a lie at the given
rate, a doubt with a chance of 90% of what they know to be false, of 10% of what they do not know. They try no mission,
so that games last. A plain lie is any room that may be named; with a motive, a room the Character needs is three times
likelier.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from deduce.games.base import settle
from deduce.rulebook import State
from deduce_models.enigma.belief.belief import believe
from deduce_models.enigma.belief.claims import wanted
from deduce_models.enigma.belief.lying import MODELS, LieModel
from deduce_models.enigma.components.parts import CHAOS, DECRYPTION
from deduce_models.enigma.game import GAME
from deduce_models.enigma.knowledge.evidence import evidence_of
from deduce_models.enigma.knowledge.layouts import follow
from deduce_models.enigma.rules.moves import EnigmaMove, Kind
from deduce_models.enigma.rules.views import EnigmaView

VIGILANCE, SUSPICION, MOTIVE = 0.9, 0.1, 3.0
BEHAVIOURS = (("plain", 0.15), ("plain", 0.30), ("plain", 0.50), ("motive", 0.30))
EDGES = (0.0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1 - 1e-9, 1.1)
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Subject:
    """A player of known habits."""

    style: str
    rate: float

    def choose(self, view: EnigmaView, rng: random.Random) -> EnigmaMove:
        """One of `view.moves`."""
        moves = [move for move in view.moves if move.kind not in (Kind.MISSION, Kind.SPEND)]
        first = moves[0].kind
        if first is Kind.CLAIM:
            return self._claim(view, moves, rng)
        if first in (Kind.DOUBT, Kind.TRUST):
            known = follow(view.setup.cells, evidence_of(view)).marginals()[view.at, view.room]
            chance = VIGILANCE if known == 0 else 0.0 if known > 1 - 1e-9 else SUSPICION
            kind = Kind.DOUBT if rng.random() < chance else Kind.TRUST
            return next(move for move in moves if move.kind is kind)
        looks = [move for move in moves if move.kind is Kind.PEEK]
        names = [move for move in moves if move.kind is Kind.NAME]
        if names and rng.random() < 0.2:
            return rng.choice(names)
        if looks:
            sure = follow(view.setup.cells, evidence_of(view)).marginals().max(axis=1)
            return min(looks, key=lambda move: (round(float(sure[move.at]), 9), rng.random()))
        return rng.choice(moves)

    def _claim(self, view: EnigmaView, moves: list[EnigmaMove], rng: random.Random) -> EnigmaMove:
        true = next(event.seen for event in reversed(view.log) if event.at == view.at)
        lies = [move for move in moves if move.what != true]
        if not lies or rng.random() >= self.rate:
            return next(move for move in moves if move.what == true)
        weights = [1.0] * len(lies)
        if self.style == "motive":
            card = view.mine
            tokens = (view.chaos >> view.seat & 1) * CHAOS | (view.keys >> view.seat & 1) * DECRYPTION
            wish = wanted(view.setup, card, tokens)
            weights = [MOTIVE if move.what in wish else 1.0 for move in lies]
        return rng.choices(lies, weights)[0]

    def right_model(self) -> LieModel:
        """The lie model that knows these habits."""
        motive = MOTIVE if self.style == "motive" else 1.0
        return LieModel("right", self.rate, 1 - self.rate, False, VIGILANCE, SUSPICION, motive)


def rounds(subject: Subject, seed: int) -> Iterator[tuple[int, State]]:
    """The positions after each of the first four rounds of a game of four."""
    state = GAME.new(players=4, seed=seed)
    rng = random.Random(f"{seed}/{subject}")
    done, turn = 0, state.turn
    while isinstance(state.actor, int):
        state = settle(state.play(subject.choose(state.view(state.actor).face, rng)), rng)
        begun = state.turn != turn and state.turn == state.setup.keeper
        turn = state.turn
        if begun or state.actor is None:
            done += 1
            yield done, state
            if done == 4:
                return


@dataclass(frozen=True)
class Line:
    """What one seat believed at one moment: what is averaged, and the chances of the rooms it would call."""

    numbers: Floats
    called: Floats
    right: Floats


def lines(state: State, seat: int, models: dict[str, LieModel]) -> Iterator[tuple[str, Line]]:
    """Hard knowledge and each model, for one seat."""
    truth = np.array(state.cells)
    view = state.view(seat).face
    found = {"hard": follow(9, evidence_of(view)).marginals()}
    found |= {name: believe(view, model).cells for name, model in models.items()}
    for who, chances in found.items():
        called = chances.max(axis=1)
        right = chances.argmax(axis=1) == truth
        sure = called > 0.9
        loss = -np.log(np.maximum(chances[np.arange(9), truth], 1e-12))
        proven = called > 1 - 1e-9
        doubtful = (1 - called)[sure].sum()
        numbers = [proven.sum(), right.mean(), loss.mean(), sure.sum(), (sure & ~right).sum(), doubtful]
        yield who, Line(np.array(numbers, dtype=float), called, right)


def mean(values: list[list[Floats]]) -> tuple[Floats, Floats, float, float, float]:
    """Means and standard errors over games of games' means.

    Then, of the cells called sure, the share wrong, its standard error, and the share the chances themselves expect.
    """
    games = np.array([np.mean(each, axis=0) for each in values])
    errors = games.std(axis=0, ddof=1) / math.sqrt(len(games))
    sure, wrong = games[:, 3], games[:, 4]
    share = wrong.sum() / max(sure.sum(), 1e-9)
    apart = (wrong - share * sure).std(ddof=1) / math.sqrt(len(games)) / max(sure.mean(), 1e-9)
    expected = games[:, 5].sum() / max(sure.sum(), 1e-9)
    return games.mean(axis=0), errors, float(share), float(apart), float(expected)


def measure(subject: Subject, games: int) -> None:
    """Play and print one behaviour's tables."""
    models = {"right": subject.right_model(), **MODELS}
    book: dict[tuple[int, str], dict[int, list[Floats]]] = defaultdict(lambda: defaultdict(list))
    bins: dict[str, list[Line]] = defaultdict(list)
    for seed in range(games):
        for after, state in rounds(subject, seed):
            for seat in (1 + seed % 4, 1 + (seed + 2) % 4):
                for who, line in lines(state, seat, models):
                    book[after, who][seed].append(line.numbers)
                    bins[who].append(line)
    print(f"\n{subject.style} lies, {subject.rate:.0%}; {games} games, two seats each (standard errors)")
    print(
        "round  model         proven           top-1 right      log loss         > 90% sure: cells, wrong, expected wrong"
    )
    order = ["hard", *models]
    for after in sorted({after for after, _ in book}):
        for who in order:
            numbers, errors, share, apart, expected = mean(list(book[after, who].values()))
            print(
                f"{after:>5}  {who:<12}{numbers[0]:>6.2f} ({errors[0]:.2f}) {numbers[1]:>10.1%} ({errors[1]:.1%})"
                f" {numbers[2]:>10.3f} ({errors[2]:.3f}) {numbers[3]:>10.2f}"
                f"   {share:>7.2%} ({apart:.2%}) {expected:>7.2%}"
            )
    print("\nreliability of the likeliest room, all rounds: chance called, how often right, cells")
    for who in ("right", "honest"):
        called = np.concatenate([line.called for line in bins[who]])
        right = np.concatenate([line.right for line in bins[who]])
        print(f"  {who}")
        for low, high in pairwise(EDGES):
            here = (called >= low) & (called < high)
            if here.any():
                print(
                    f"    {called[here].mean():>8.2%} {right[here].mean():>8.2%} {here.sum():>7}",
                    flush=True,
                )


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--only", type=int, choices=range(len(BEHAVIOURS)), help="one behaviour alone")
    chosen = parser.parse_args()
    for number, (style, rate) in enumerate(BEHAVIOURS):
        if chosen.only in (None, number):
            measure(Subject(style, rate), chosen.games)


if __name__ == "__main__":
    main()
