"""How the rule card fares among people who forget strikes. Run by hand: ``python -m benchmarks.entracte_forgetful``.

Every seat plays by the rule card and by its own sheet. What is played and exchanged lets a seat strike codes, in the
columns of others and in its own; each strike is forgotten with the chance given (one in fifty), for this seat alone: the
code stays on its sheet, with its weight, until a later card or exchange lets it be struck anew. Cards and guesses follow
from the sheet as it is. Counted is, by row length 9 / 8 / 7 of 4 / 3 / 2 players, the share of deals in which the best
guesses of all seats are all right, with 95 % intervals, beside the same deals without forgetting.
"""

from __future__ import annotations

import argparse
import random
from functools import partial

from benchmarks.entracte_strength import all_right, played
from deduce.arena.statistics import share_of
from deduce_models.entracte.advice.convention.rule_card import by_rule_card, likeliest
from deduce_models.entracte.advice.convention.table import Weights, lamp, public_weights, table_of
from deduce_models.entracte.rules.views import EntracteView

STRUCK = 0.1
"""A code that an event leaves so small a part of its weight is struck by it (a sign leaves 1 in 100, a hint more)."""


def sheet_of(view: EntracteView, forgets: float, seed: int) -> Weights:
    """The weights on the sheet of the view's seat, some strikes forgotten; always the same ones for the same `seed`."""

    def gaps(number: int, before: Weights, after: Weights) -> Weights:
        rng = random.Random(f"{seed}/{view.seat}/{number}")
        found: Weights = []
        for old, new in zip(before, after, strict=True):
            struck = [code for code in sorted(old) if new.get(code, 0.0) < STRUCK * old[code]]
            kept = {code: old[code] for code in struck if rng.random() < forgets}
            total = sum(kept.values()) + sum(new.values())
            found.append(
                {code: weight / total for code, weight in {**new, **kept}.items()} if kept else new
            )
        return found

    return public_weights(view, table_of(view.setup, lamp), forgets=gaps)


def right(players: int, seed: int, forgets: float) -> bool:
    """Of one deal: whether at the row length that counts every seat would guess every code rightly."""
    sheet = partial(sheet_of, forgets=forgets, seed=seed)
    state = played(lambda view, rng: by_rule_card(view, rng, sheet=sheet)[0].move, players, seed)
    return all_right(partial(likeliest, sheet=sheet), state)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--first", type=int, default=8_200_000, help="the seed of the first deal")
    parser.add_argument("--forgets", type=float, default=0.02, help="the chance that a strike is forgotten")
    parser.add_argument("--seats", default="4,3,2", help="numbers of players, with commas")
    given = parser.parse_args()
    for players in map(int, given.seats.split(",")):
        for forgets in (given.forgets, 0.0):
            count = 0
            for done, seed in enumerate(range(given.first, given.first + given.deals), start=1):
                count += right(players, seed, forgets)
                if done % max(1, given.deals // 4) == 0:
                    share = share_of(count, done)
                    print(
                        f"{players} players, {done} deals, forgetting {forgets:.0%}: all guesses right"
                        f" {share.value:.1%} ({share.low:.1%} to {share.high:.1%})",
                        flush=True,
                    )


if __name__ == "__main__":
    main()
