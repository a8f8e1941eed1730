"""Is the soft layer honest? ``python -m benchmarks.entracte_calibration`` plays deals and fills bins.

In each deal for four, at some row lengths, every other seat's codes get their soft probability from seat 1's view; in
each bin the mean probability should be the share that was true. The error given is that of their difference; deals are
independent, the observations within one are not, so they are added up deal by deal first. Also printed: the mean log
loss in bits of the true code, soft against hard. Partners are of one kind in all four seats (``--partners``).
"""

from __future__ import annotations

import argparse
import itertools
import math
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.entracte_soft import soft_chances
from deduce.games.base import CHANCE
from deduce_models.entracte import GAME
from deduce_models.entracte.knowledge.belief import belief_of
from deduce_models.entracte.rules.setup import Kind
from deduce_models.entracte.rules.views import EntracteView

BINS = (0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.999, 1.1)
SEATS = 4


@dataclass(frozen=True, slots=True)
class Observation:
    """One code of one seat: its soft and hard probability from seat 1's view, and whether it was the true one."""

    deal: int
    soft: float
    hard: float
    true: bool


def observe(
    player_name: str, deals: int, lengths: tuple[int, ...] = (5, 7, 9)
) -> tuple[list[tuple[float, bool]], float, float]:
    """Pairs (soft probability, truth), and the mean log loss of the true code, soft and hard."""
    found = observations(player_name, deals, lengths)
    return [(each.soft, each.true) for each in found], *losses(found)


def losses(found: list[Observation]) -> tuple[float, float]:
    """The mean log loss of the true code in bits, soft and hard."""
    true = [each for each in found if each.true]
    soft = -sum(math.log2(each.soft) for each in true) / len(true)
    return soft, -sum(math.log2(each.hard) for each in true) / len(true)


def observations(player_name: str, deals: int, lengths: tuple[int, ...] = (5, 7, 9)) -> list[Observation]:
    """Every code of the other seats at the given row lengths of the deals 0, 1, ..."""
    found = []
    for deal in range(deals):
        for view, codes in positions(player_name, deal, lengths):
            hard, chances = belief_of(view), soft_chances(view)
            for seat in range(2, SEATS + 1):
                truth = codes[seat - 1].bit_length() - 1
                found += [
                    Observation(deal, soft, hard.chance(seat, code), code == truth)
                    for code, soft in chances[seat - 1].items()
                ]
    return found


def positions(
    player_name: str, deal: int, lengths: tuple[int, ...]
) -> Iterator[tuple[EntracteView, tuple[int, ...]]]:
    """Seat 1's view, and everybody's codes, when the row of a deal first has each of the lengths."""
    player, rng = GAME.players[player_name](), random.Random(deal)
    state, seen = GAME.new(players=SEATS, seed=deal), 0
    while len(state.row) <= max(lengths):
        if state.actor is CHANCE:
            state = state.play(state.draw(rng))
            continue
        view = state.view(int(state.actor or 0))
        if not view.moves or view.moves[0].kind is Kind.GUESS:
            return
        if len(state.row) in lengths and len(state.row) != seen:
            seen = len(state.row)
            yield state.view(1).face, state.codes
        state = state.play(player.choose(view, rng))


def difference(inside: list[Observation]) -> tuple[float, float]:
    """How much truer a bin is than was said, with the standard error over deals."""
    by_deal: dict[int, float] = defaultdict(float)
    sizes: dict[int, int] = defaultdict(int)
    for each in inside:
        by_deal[each.deal] += each.true - each.soft
        sizes[each.deal] += 1
    mean = sum(by_deal.values()) / len(inside)
    spread = sum((total - mean * sizes[deal]) ** 2 for deal, total in by_deal.items())
    return mean, math.sqrt(spread) / len(inside)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--partners", nargs="+", default=["greedy", "legal"])
    given = parser.parse_args()
    for name in given.partners:
        found = observations(name, given.deals)
        soft, hard = losses(found)
        print(f"partners {name}: log loss of the true code {soft:.3f} bits soft, {hard:.3f} hard")
        print(f"  {'said':>6} {'true':>6}  {'difference':>16} {'observations':>13}")
        for low, high in itertools.pairwise(BINS):
            inside = [each for each in found if low <= each.soft < high]
            if inside:
                said = sum(each.soft for each in inside) / len(inside)
                was = sum(each.true for each in inside) / len(inside)
                more, error = difference(inside)
                print(
                    f"  {said:6.1%} {was:6.1%}  {more:+7.1%} +- {error:5.1%} {len(inside):13,}", flush=True
                )


if __name__ == "__main__":
    main()
