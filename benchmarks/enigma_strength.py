"""How strong the Enigma players are, and how good the belief is. Run by hand, not by ``python -m benchmarks``.

``python -m benchmarks.enigma_strength strength --deals 100`` plays the belief player against each other player, in
every seat in turn; ``... belief --games 100`` lets players of a known lie rate play and compares hard knowledge and
each soft model after every round. Both print intervals or standard errors.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from deduce.games.base import Player, settle
from deduce_models.enigma.belief import MODELS, believe
from deduce_models.enigma.events import What
from deduce_models.enigma.game import GAME
from deduce_models.enigma.layouts import follow
from deduce_models.enigma.moves import EnigmaMove, Kind
from deduce_models.enigma.players import PLAYERS, Careful
from deduce_models.enigma.resample import evidence_of
from deduce_models.enigma.rules import EnigmaState
from deduce_models.enigma.views import EnigmaView


def wilson(wins: int, games: int, z: float = 1.96) -> tuple[float, float]:
    """The Wilson interval of a share."""
    share = wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games**2)) / (1 + z * z / games)
    return middle - half, middle + half


def game(seats: Sequence[Player], seed: int) -> EnigmaState:
    """One game; deal and later chance follow from `seed`."""
    state, rng = GAME.new(players=len(seats), seed=seed), random.Random(f"{seed}/play")
    while isinstance(state.actor, int):
        state = settle(state.play(seats[state.actor - 1].choose(state.view(state.actor), rng)), rng)
    return state


def strength(deals: int) -> None:
    """One belief player among rivals of one kind, every seat in turn: its share of games won, and a rival's."""
    print(f"{'players':>7}  {'rival':<8}{'games':>6}  belief wins  (95% interval)   a rival wins  Chaos")
    drawn: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for players in (2, 3, 4, 5):
        for rival in ("random", "careful", "bluff"):
            mine = theirs = games = 0
            for deal in range(deals):
                for place in range(players):
                    seats = [PLAYERS["belief" if seat == place else rival]() for seat in range(players)]
                    state = game(seats, deal)
                    games += 1
                    mine += state.winner == place + 1
                    theirs += state.winner not in (0, place + 1)
                    name = state.setup.parts.characters[state.character(place + 1)].name
                    drawn[name][0] += state.winner == place + 1
                    drawn[name][1] += 1
            low, high = wilson(mine, games)
            each = theirs / games / (players - 1)
            print(
                f"{players:>7}  {rival:<8}{games:>6}  {mine / games:>10.1%}  ({low:.1%} to {high:.1%})"
                f"  {each:>12.1%}  {1 - (mine + theirs) / games:>5.1%}"
            )
    print("\nby the Character held at the end:")
    for name, (wins, games) in sorted(drawn.items()):
        print(f"  {name:<10}{wins / games:6.1%} of {games}")


class Liar(Careful):
    """As `Careful`, but a claim is a lie with a chance of `rate`, any other room alike."""

    name = "liar"

    def __init__(self, rate: float) -> None:
        self.rate = rate

    def choose(self, view: EnigmaView, rng: random.Random) -> EnigmaMove:
        """One of `view.moves`; missions are left alone so that games last."""
        if view.moves[0].kind is Kind.CLAIM:
            honest = super().choose(view, rng)
            lies = [move for move in view.moves if move is not honest]
            return rng.choice(lies) if lies and rng.random() < self.rate else honest
        kept = tuple(move for move in view.moves if move.kind is not Kind.MISSION)
        return super().choose(replace(view, moves=kept), rng)


def belief(games: int) -> None:
    """Hard and soft after each round, seen by every seat of four-player games; log loss in nats a cell."""
    print("lie   round  who          proven   top-1  log loss   of cells over 90% sure, wrong")
    for rate in (0.15, 0.30, 0.50):
        tally: dict[tuple[int, str], list[tuple[float, ...]]] = defaultdict(list)
        for seed in range(games):
            seats = [Liar(rate) for _ in range(4)]
            state, rng = GAME.new(players=4, seed=seed), random.Random(f"{seed}/{rate}")
            seen = {1}
            while isinstance(state.actor, int):
                if state.time not in seen and state.log[-1].kind is What.TIME:
                    seen.add(state.time)
                    measure(state, state.time - 1, tally)
                state = settle(state.play(seats[state.actor - 1].choose(state.view(state.actor), rng)), rng)
            if state.time == state.setup.last_time:
                measure(state, state.time - 1, tally)
        for (after, who), found in sorted(tally.items()):
            proven, top, loss, sure, wrong = np.array(found).mean(axis=0)
            print(
                f"{rate:.2f}  {after:>5}  {who:<12}{proven:>7.2f} {top:>7.1%} {loss:>9.3f}"
                f"   {wrong / sure if sure else 0.0:.2%} of {sure:.2f} a view"
            )


def measure(state: EnigmaState, after: int, tally: dict[tuple[int, str], list[tuple[float, ...]]]) -> None:
    """Add one line a seat and a model."""
    truth = np.array(state.cells)
    for seat in range(1, state.seats + 1):
        view = state.view(seat)
        found = {"hard": follow(9, evidence_of(view)).marginals()}
        found |= {name: believe(view, name).cells for name in MODELS}
        for who, chances in found.items():
            right = chances[np.arange(9), truth]
            best = chances.argmax(axis=1)
            sure = chances.max(axis=1) > 0.9
            proven = float((chances.max(axis=1) > 1 - 1e-9).sum())
            wrong = float((sure & (best != truth)).sum())
            loss = float(-np.log(np.maximum(right, 1e-12)).mean())
            tally[after, who].append(
                (proven, float((best == truth).mean()), loss, float(sure.sum()), wrong)
            )


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["strength", "belief"])
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--games", type=int, default=50)
    chosen = parser.parse_args()
    if chosen.what == "strength":
        strength(chosen.deals)
    else:
        belief(chosen.games)


if __name__ == "__main__":
    main()
