"""How the rule card fares among people who forget strikes. Run by hand: ``python -m benchmarks.entracte_forgetful``.

Every seat plays by the rule card and by its own sheet. A play lets a seat strike codes of others; each such strike is
forgotten with the chance given (one in fifty), for this seat alone: the code stays on its sheet, with its weight, until
a later play lets it be struck anew. Cards and guesses follow from the sheet as it is. Counted is, by row length 9 / 8 / 7
of 4 / 3 / 2 players, the share of deals in which the best guesses of all seats are all right, with 95 % intervals, beside
the same deals without forgetting. Nobody stops the game early.
"""

from __future__ import annotations

import argparse
import random

from deduce.arena.statistics import share_of
from deduce.games.base import CHANCE
from deduce_models.entracte import GAME
from deduce_models.entracte.advice.convention.rule_card import EXCHANGE_BELOW
from deduce_models.entracte.advice.convention.table import (
    Weights,
    best_assignment,
    lamp,
    learn,
    score,
    table_of,
)
from deduce_models.entracte.knowledge.belief import Belief
from deduce_models.entracte.rules.setup import QUICK, EntracteMove, Kind
from deduce_models.entracte.rules.views import EntracteView


def sheet_of(view: EntracteView, forgets: float, seed: int) -> Weights:
    """The weights on the sheet of the view's seat, some strikes forgotten; always the same ones for the same `seed`."""
    setup, table = view.setup, table_of(view.setup, lamp)
    codes = range(len(setup.parts.codes))
    weights: Weights = [dict.fromkeys(codes, 1 / len(codes)) for _ in range(view.seats)]
    for index in range(1, len(view.row)):
        played = view.row[index - 1], view.row[index]
        after = learn(
            weights, setup, table, *played, index, view.played[index] - 1, view.tokens[index] >> 1
        )
        rng = random.Random(f"{seed}/{view.seat}/{index}")
        for other, old in enumerate(weights):
            kept = {
                code: old[code]
                for code in sorted(old.keys() - after[other].keys())
                if rng.random() < forgets
            }
            if kept and other != view.seat - 1:
                total = sum(kept.values()) + 1
                after[other] = {code: weight / total for code, weight in {**after[other], **kept}.items()}
        weights = after
    return weights


def guesses(view: EntracteView, forgets: float, seed: int) -> tuple[int, ...]:
    """The codes of all seats (indices) that the seat would guess by its sheet."""
    weights = sheet_of(view, forgets, seed)
    masks = [sum(1 << code for code in own) for own in weights]
    masks[view.seat - 1] = view.code
    return best_assignment(Belief(tuple(masks)), weights)


def choice(view: EntracteView, forgets: float, seed: int) -> EntracteMove:
    """The card that the rule card puts first by the seat's sheet, or the exchange where the best is poor."""
    plays = [move for move in view.moves if move.kind is Kind.PLAY]
    exchanges = [move for move in view.moves if move.kind is Kind.EXCHANGE]
    if not plays:
        return exchanges[0] if exchanges else next(move for move in view.moves if move.kind is Kind.PASS)
    weights, table = sheet_of(view, forgets, seed), table_of(view.setup, lamp)
    seat, code = view.seat - 1, view.code.bit_length() - 1
    valued = {
        move: score(weights, view.setup, table, view.row[-1], move.item, len(view.row), seat, code)
        for move in plays
    }
    best = max(plays, key=lambda move: valued[move])
    return exchanges[0] if exchanges and valued[best] < EXCHANGE_BELOW else best


def all_right(players: int, seed: int, forgets: float) -> bool:
    """Of one deal: whether at the row length that counts every seat would guess every code rightly."""
    rng, state = random.Random(seed), GAME.new(players=players, seed=seed)
    while True:
        if state.actor is CHANCE:
            state = state.play(state.draw(rng))
            continue
        view = state.view(int(state.actor or 0))
        if len(state.row) == QUICK[players] or view.moves[0].kind in (Kind.GUESS, Kind.AGREE):
            break
        state = state.play(choice(view, forgets, seed))
    truth = tuple(mask.bit_length() - 1 for mask in state.codes)
    return all(guesses(state.view(seat), forgets, seed) == truth for seat in range(1, players + 1))


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
            right = 0
            for done, seed in enumerate(range(given.first, given.first + given.deals), start=1):
                right += all_right(players, seed, forgets)
                if done % max(1, given.deals // 4) == 0:
                    share = share_of(right, done)
                    print(
                        f"{players} players, {done} deals, forgetting {forgets:.0%}: all guesses right"
                        f" {share.value:.1%} ({share.low:.1%} to {share.high:.1%})",
                        flush=True,
                    )


if __name__ == "__main__":
    main()
