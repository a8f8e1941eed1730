"""Is Entracte's advice as strong as its best player, and true? ``python benchmarks/entracte_advice.py``.

Cooperative: in the same deals every seat follows `GAME.advise` blindly, or is played by `search` thinking with other
seeds, or by `exchange` (bits, one card ahead). Told are the shares of deals in which all is proved, and all guesses are
right, by the row length of the best result, and the follower's lead over each other in the same deals, with 95 %
intervals. Competitive: one seat follows advice among `greedy`, the seats in turn; an equal player comes first as often as
its fair share.

Beside that, what advice said of the move it named first (everything proved in time) and how often it happened; the
interval is over deals. Deals begin at seed `FIRST`, which no tuning has used.
"""

from __future__ import annotations

import argparse
import itertools
import random
from collections.abc import Sequence

from deduce.games.base import CHANCE, settle
from deduce_models.entracte import GAME
from deduce_models.entracte.knowledge.belief import public_belief
from deduce_models.entracte.players.named import by_hard_evidence
from deduce_models.entracte.rules.setup import QUICK, EntracteMove, Kind
from deduce_models.entracte.rules.views import EntracteView

FIRST = 3_000_000
BINS = (0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.01)

Said = tuple[int, float, bool]
"""A deal, the chance that was told, and whether it happened."""


class Follower:
    """Does what advice names first, and keeps what was said of it."""

    def __init__(self) -> None:
        self.said: list[float] = []

    def choose(self, view: EntracteView, rng: random.Random) -> EntracteMove:
        """The first move of the advice."""
        first = GAME.advise(view, rng=rng.getrandbits(32))[0]
        if "chance" in first.details:
            self.said.append(first.details["chance"])
        return first.move


def in_time(chooser: str, seats: int, deal: int, said: list[Said]) -> tuple[bool, bool]:
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
    proved = public_belief(state.view(0)).everyone_sure
    said += [(deal, chance, proved) for chance in getattr(player, "said", ())]
    truth = tuple(mask.bit_length() - 1 for mask in state.codes)
    return proved, all(by_hard_evidence(state.view(seat)) == truth for seat in range(1, seats + 1))


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
    """Print the rows of one number of seats, and what was said."""
    said: list[Said] = []
    found = {
        name: [in_time(name, seats, deal, said) for deal in deals]
        for name in ("advice", "search", "exchange")
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
    calibration(said)


def calibration(said: Sequence[Said]) -> None:
    """Print by bins what was said and what happened; the interval is over deals, whose decisions belong together."""
    for low, high in itertools.pairwise(BINS):
        inside = [each for each in said if low <= each[1] < high]
        if not inside:
            continue
        told = sum(chance for _, chance, _ in inside) / len(inside)
        was = sum(happened for *_, happened in inside) / len(inside)
        by_deal: dict[int, float] = {}
        for deal, chance, happened in inside:
            by_deal[deal] = by_deal.get(deal, 0.0) + happened - chance - (was - told)
        error = sum(total**2 for total in by_deal.values()) ** 0.5 / len(inside)
        print(
            f"    said {told:6.1%}  happened {was:6.1%}  difference {was - told:+6.1%} +- {1.96 * error:.1%}"
            f"  ({len(inside)} decisions)",
            flush=True,
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
