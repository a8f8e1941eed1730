"""Is Shakespeare's advice as strong as its best player, and true? ``python -m benchmarks.shakespeare_advice``.

Two seats: one follows `GAME.advise` blindly, the other is an opponent; every deal is played from both seats with the same
chance. Told are the share of wins (a shared win counts a half) with the 95 % Wilson interval, and the follower's lead in
prestige with the 95 % interval of Student's t over deals. Advice is the decision of `planner`, so against it even is
expected (the seeds of the samples differ); `greedy` shows what the advice is worth.

Alone: the final prestige less the expected final prestige said of the move that was then made, by day and by what was
to be decided, with standard errors over games. By day counts the first action of the day (day 0: the draft). What is
said while an activation goes on takes less into account, so it is told by itself: the mean of a game's decisions of one
sort.

Deals begin at seed `FIRST`, which no tuning has used.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from deduce.arena.statistics import mean_of, share_of
from deduce.games.base import Advice, settle
from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.players.named import PLAYERS
from deduce_models.shakespeare.rules.moves import Move
from deduce_models.shakespeare.rules.phases import ACTION, DRAFT, NAMES

FIRST = 9_000_000

STUDENT = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23)
"""Half-width of a 95 % interval in standard errors, for 1, 2, ... degrees of freedom; the last serves for more."""

NOT_ASKED = ("activate queen objectives", "pass")
"""Moves after which chance draws before one can ask again."""

Gaps = Mapping[Any, Sequence[float]]
"""Final prestige less what was said, one number a game, by day or by what was decided."""


class Follower:
    """Does what advice names first, and keeps day, phase and value of it wherever there was a choice."""

    def __init__(self) -> None:
        self.said: list[tuple[int, int, float]] = []

    def choose(self, view: Any, rng: random.Random) -> Move:
        """The first move of the advice."""
        first: Advice[Move] = GAME.advise(view, rng=rng.getrandbits(32))[0]
        if len(view.moves) > 1:
            self.said.append((view.day, view.phase, first.value))
        return first.move


def begin(seats: int) -> Any:
    """The game before anything is drawn."""
    return GAME.new(players=seats)


def play(sitting: Sequence[Any], deal: int) -> tuple[Any, ...]:
    """Scores of a deal, and prestige of each seat: chance depends on the deal and on what is played, not on who."""
    chance, own = random.Random(f"{deal}/chance"), random.Random(f"{deal}/own")
    state = settle(begin(len(sitting)), chance)
    while isinstance(state.actor, int):
        state = settle(state.play(sitting[state.actor - 1].choose(state.view(state.actor), own)), chance)
    return state.scores, tuple(board.prestige for board in state.boards)


def duel(opponent: str, deals: range) -> tuple[list[float], list[float]]:
    """The follower's wins and mean lead in prestige, both one number a deal: its two games, one from each seat."""
    wins, leads = [], []
    for deal in deals:
        won = lead = 0.0
        for mine in (0, 1):
            sitting: list[Any] = [PLAYERS[opponent](), PLAYERS[opponent]()]
            sitting[mine] = Follower()
            scores, prestige = play(sitting, deal)
            won += (scores[mine] == max(scores)) / scores.count(max(scores))
            lead += (prestige[mine] - prestige[1 - mine]) / 2
        wins.append(won)
        leads.append(lead)
    return wins, leads


def gaps(deals: range) -> tuple[Gaps, Gaps, list[int]]:
    """Of solo games by advice: gaps at the first action of each day, gaps by what was decided, final prestige."""
    by_day: dict[int, list[float]] = defaultdict(list)
    by_phase: dict[int, list[float]] = defaultdict(list)
    ends = []
    for deal in deals:
        follower = Follower()
        _, (end,) = play([follower], deal)
        ends.append(end)
        opening: dict[int, float] = {}
        sorts: dict[int, list[float]] = defaultdict(list)
        for day, phase, value in follower.said:
            sorts[phase].append(end - value)
            if phase in (DRAFT, ACTION):
                opening.setdefault(day, end - value)
        for day, gap in opening.items():
            by_day[day].append(gap)
        for phase, found in sorts.items():
            by_phase[phase].append(sum(found) / len(found))
    return by_day, by_phase, ends


def print_duel(opponent: str, deals: range) -> None:
    """One row: wins and lead against an opponent."""
    wins, leads = duel(opponent, deals)
    lead, n = mean_of(leads), len(leads)
    half = STUDENT[min(n - 1, len(STUDENT)) - 1] * lead.error if n > 1 else float("nan")
    print(
        f"2 seats, {n} deals from both seats: advice against {opponent} wins {share_of(sum(wins), 2 * n)}, even 50 %;"
        f" lead in prestige {lead.value:+.1f} +- {half:.1f}",
        flush=True,
    )


def print_gaps(deals: range) -> None:
    """The rows of calibration."""
    by_day, by_phase, ends = gaps(deals)
    print(f"alone, {len(ends)} games: final prestige {mean_of(ends)}; final less said (standard error):")
    for day in sorted(by_day):
        print(f"  {f'day {day}' if day else 'draft'}: {mean_of(by_day[day])}  ({len(by_day[day])} games)")
    for phase in sorted(by_phase):
        print(f"  {NAMES[phase]}: {mean_of(by_phase[phase])}  ({len(by_phase[phase])} games)")


def print_latency(count: int, first: int) -> None:
    """Processor time of advice at positions met by greedy players at one to four seats, where there is a choice.

    Each is asked once more by another seed, without a look at the clock: does the same move come first, at what value?
    """
    rng = random.Random(first)
    taken: dict[int, list[float]] = {}
    same, apart = 0, list[float]()
    deal = first
    while sum(map(len, taken.values())) < count:
        seats = 1 + deal % 4
        state = settle(GAME.new(players=seats), rng)
        player = PLAYERS["greedy"]()
        while isinstance(state.actor, int) and sum(map(len, taken.values())) < count:
            view = state.view(state.actor)
            # A fifth of the decisions, so that positions are of many games.
            if len(view.moves) > 1 and rng.random() < 0.2:
                start = time.process_time()
                best = GAME.advise(view, rng=deal)[0]
                taken.setdefault(view.phase, []).append(time.process_time() - start)
                again = GAME.advise(view, rng=deal + 1_000_000)[0]
                same += again.move == best.move
                apart.append(abs(again.value - best.value))
            state = settle(state.play(player.choose(view, rng)), rng)
        deal += 1
    everything = sorted(second for row in taken.values() for second in row)
    print(
        f"processor time of advice, {len(everything)} positions at 1 to 4 seats: {_spread(everything)}",
        flush=True,
    )
    for phase, row in sorted(taken.items()):
        print(f"  {NAMES[phase]}: {_spread(sorted(row))}  ({len(row)} positions)")
    near = sum(each <= 0.2 for each in apart)
    print(
        f"by another seed the same move comes first in {share_of(same, len(apart))}; its value is within 0.2 in"
        f" {share_of(near, len(apart))}, at most {max(apart):.2f} apart"
    )


def print_again(count: int, first: int) -> None:
    """Alone: what is said of two moves that are not the best, against the best that is said once they are played."""
    rng, found, positions = random.Random(first), [], 0
    deal = first
    while positions < count:
        chance = random.Random(f"{deal}/again")
        state = settle(begin(1), chance)
        player = PLAYERS["greedy"]()
        while isinstance(state.actor, int) and positions < count:
            view = state.view(1)
            # Few of a game, so that positions are of many.
            if view.phase == ACTION and len(view.moves) > 1 and rng.random() < 0.08:
                positions += 1
                rated = [
                    each for each in GAME.advise(view, rng=deal)[1:] if each.move.text not in NOT_ASKED
                ]
                for each in rng.sample(rated, min(2, len(rated))):
                    after = state.play(each.move)
                    if after.actor == 1:
                        found.append(GAME.advise(after.view(1), rng=deal)[0].value - each.value)
            state = settle(state.play(player.choose(view, rng)), chance)
        deal += 1
    size = sorted(map(abs, found))
    above = sum(each > 1 for each in size)
    print(
        f"alone, {len(found)} moves behind the best in {positions} positions, played and asked again:"
        f" {mean_of(found)} more; off by {size[len(size) // 2]:.2f} (median), above 1 in {above}, most {size[-1]:.2f}",
        flush=True,
    )


def _spread(row: Sequence[float]) -> str:
    ninety_nine = row[min(len(row) - 1, int(0.99 * len(row)))]
    return f"median {row[len(row) // 2]:.3f} s, 99th percentile {ninety_nine:.3f} s, worst {row[-1]:.3f} s"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=50, help="deals of each duel, two games each; 0: none")
    parser.add_argument("--games", type=int, default=50, help="solo games; 0: none")
    parser.add_argument("--opponents", nargs="+", default=["planner", "greedy"], choices=list(PLAYERS))
    parser.add_argument("--latency", type=int, default=0, help="positions at which advice is timed")
    parser.add_argument(
        "--again", type=int, default=0, help="positions at which lesser moves are asked again"
    )
    parser.add_argument("--first", type=int, default=FIRST, help="the seed of the first deal")
    given = parser.parse_args()
    if given.latency:
        print_latency(given.latency, given.first)
    if given.again:
        print_again(given.again, given.first)
    if given.games:
        print_gaps(range(given.first, given.first + given.games))
    if given.deals:
        for opponent in given.opponents:
            print_duel(opponent, range(given.first, given.first + given.deals))


if __name__ == "__main__":
    main()
