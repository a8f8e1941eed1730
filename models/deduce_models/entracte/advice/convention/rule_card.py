"""Decisions by the rule card for people: bits of tokens, and a table convention about the own code."""

from __future__ import annotations

import random

from deduce.games.base import Advice
from deduce_models.entracte.advice.convention.table import (
    Preference,
    Weights,
    best_assignment,
    chances_with,
    lamp,
    public_weights,
    score,
    table_of,
)
from deduce_models.entracte.advice.evaluation import Evaluation
from deduce_models.entracte.advice.informed import informed, legal_moves_of, stop_advice, thinks, with_first
from deduce_models.entracte.knowledge.belief import Belief, belief_of
from deduce_models.entracte.rules.setup import EntracteMove, Kind
from deduce_models.entracte.rules.views import EntracteView

__all__ = ["by_rule_card", "guess_advice", "likeliest"]

EXCHANGE_BELOW = 0.7
"""A hand whose best score is below this is exchanged."""


def by_rule_card(
    view: EntracteView, rng: random.Random, *, preference: Preference = lamp
) -> list[Advice[EntracteMove]]:
    """The legal moves by the agreed table `preference`, which partners must know too, best first."""
    plays = [] if view.setup.competitive else legal_moves_of(view, Kind.PLAY)
    if view.moves[0].kind is Kind.GUESS and not view.setup.competitive:
        weights = public_weights(view, table_of(view.setup, preference))
        return guess_advice(view, belief_of(view), weights)
    if not thinks(view) or not plays:
        return informed(view, rng)
    valued = Evaluation.of(view)
    table = table_of(view.setup, preference)
    weights, code = public_weights(view, table), view.code.bit_length() - 1
    last, length, seat = view.row[-1], len(view.row), view.seat - 1
    found = [
        _play(move, score(weights, view.setup, table, last, move.item, length, seat, code))
        for move in plays
    ]
    best = max(found, key=lambda item: item.value)
    chosen = best.move
    for move in legal_moves_of(view, Kind.EXCHANGE):
        reason = (
            f"three new cards: the best of these is worth {best.value:.2f}, poor is below {EXCHANGE_BELOW}"
        )
        found.append(Advice(move, min(best.value, EXCHANGE_BELOW), reason, kind="heuristic"))
        chosen = move if best.value < EXCHANGE_BELOW else chosen
    found += [stop_advice(move, valued) for move in legal_moves_of(view, Kind.STOP)]
    if valued.public.everyone_sure:
        return sorted(found, key=lambda item: -item.value)
    return with_first(chosen, found)


def _play(move: EntracteMove, value: float) -> Advice[EntracteMove]:
    reason = f"{value:.2f} bits of tokens and about the own code, to partners who know the rule card"
    return Advice(move, value, reason, kind="heuristic")


def guess_advice(view: EntracteView, known: Belief, weights: Weights) -> list[Advice[EntracteMove]]:
    """The guesses of a seat, by how likely everything can still be right with them."""
    seat = view.moves[0].seat
    chances = chances_with(known, weights, seat - 1)
    found = [
        Advice(
            move,
            chance := chances.get(move.item, 0.0),
            f"all guesses right with chance {chance:.0%}, if partners keep the convention",
            kind="heuristic",
        )
        for move in view.moves
    ]
    guessed = best_assignment(known, weights)
    chosen = next(
        (move for move in view.moves if guessed and move.item == guessed[seat - 1]), view.moves[0]
    )
    return with_first(chosen, found)


def likeliest(view: EntracteView, *, preference: Preference = lamp) -> tuple[int, ...]:
    """The codes of all seats (indices) that a keeper of the rule card would guess now."""
    return best_assignment(belief_of(view), public_weights(view, table_of(view.setup, preference)))
