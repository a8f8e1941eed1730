"""Is Entracte's advice as strong as its best player? ``python benchmarks/entracte_advice.py``.

Cooperative: in the same deals every seat follows `GAME.advise` blindly, or is played by `search` thinking with other
seeds, or by `exchange` (bits, one card ahead). Told are the shares of deals in which all is proved, and all guesses are
right, by the row length of the best result, and the follower's lead over each other in the same deals, with 95 %
intervals. Competitive: one seat follows advice among `greedy`, the seats in turn; an equal player comes first as often as
its fair share.

Deals begin at seed `FIRST`, which no tuning has used. Whether what advice says is true: `benchmarks.entracte_said`.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence

from benchmarks.entracte_strength import by_hard_evidence
from deduce.games.base import CHANCE, settle
from deduce.rulebook import View
from deduce_models.entracte import GAME
from deduce_models.entracte.knowledge.belief import public_belief
from deduce_models.entracte.rules.setup import QUICK, EntracteMove, Kind

FIRST = 3_000_000


class Follower:
    """Does what advice names first."""

    def choose(self, view: View, rng: random.Random) -> EntracteMove:
        """The first move of the advice."""
        return GAME.advise(view, rng=rng.getrandbits(32))[0].move


def in_time(chooser: str, seats: int, deal: int) -> tuple[bool, bool]:
    """Of one deal: whether all is proved in time, and whether all seats would guess right."""
    player = Follower() if chooser == "advice" else GAME.players[chooser]()
    rng = random.Random(f"{chooser}/{deal}")
    state = GAME.new(players=seats, seed=deal)
    while len(state.row) < QUICK[seats]:
        if state.actor is CHANCE:
            state = state.play(state.draw(rng))
            continue
        view = state.view(int(state.actor or 0))
        if view.moves[0].kind in (Kind.GUESS, Kind.AGREE):
            break
        state = state.play(player.choose(view, rng))
    proved = public_belief(state.view(0).face).everyone_sure
    truth = tuple(mask.bit_length() - 1 for mask in state.codes)
    return proved, all(by_hard_evidence(state.view(seat).face) == truth for seat in range(1, seats + 1))


def first_place(seats: int, deal: int) -> float:
    """The share of the first place that a follower gets among `greedy` in a competitive deal."""
    mine, follower, other = deal % seats, Follower(), GAME.players["greedy"]()
    rng = random.Random(deal)
    state = settle(GAME.new(players=seats, mode="competitive", seed=deal), rng)
    while isinstance(state.actor, int):
        player = follower if state.actor == mine + 1 else other
        state = settle(state.play(player.choose(state.view(state.actor), rng)), rng)
    scores = state.scores or ()
    return (scores[mine] == max(scores)) / scores.count(max(scores))


def interval(values: Sequence[float]) -> str:
    """The mean with its 95 % interval, in percent."""
    mean = sum(values) / len(values)
    spread = (sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1) / len(values)) ** 0.5
    return f"{100 * mean:5.1f} +- {196 * spread:.1f}"


def cooperative(seats: int, deals: range) -> None:
    """Print the rows of one number of seats."""
    found = {
        name: [in_time(name, seats, deal) for deal in deals] for name in ("advice", "search", "exchange")
    }
    for name, games in found.items():
        cells = [interval([game[part] for game in games]) for part in (0, 1)]
        leads = [
            interval([mine[part] - other[part] for mine, other in zip(found["advice"], games, strict=True)])
            for part in (0, 1)
        ]
        print(
            f"{seats} seats  {name:9} proved {cells[0]}  right {cells[1]}   advice leads by {leads[0]}, {leads[1]}"
        )


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seats", default="4,3,2", help="numbers of players, with commas")
    parser.add_argument("--first", type=int, default=FIRST, help="the seed of the first deal")
    given = parser.parse_args()
    deals = range(given.first, given.first + given.deals)
    for seats in map(int, given.seats.split(",")):
        cooperative(seats, deals)
        places = [first_place(seats, deal) for deal in deals]
        print(
            f"{seats} seats, competitive: advice among greedy comes first in {interval(places)}, fair {100 / seats:.1f}"
        )


if __name__ == "__main__":
    main()
