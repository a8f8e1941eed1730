"""Decisions by the rule card for people: bits of tokens, and a table convention about the own code."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from deduce.games.base import Advice
from deduce.ground.wording import figure, in_percent, say
from deduce_models.entracte.advice.convention.events import last_to_pass
from deduce_models.entracte.advice.convention.table import (
    TURNS,
    Weights,
    best_assignment,
    chances_with,
    lamp,
    public_weights,
    score,
    signed,
    table_of,
    turn_to_exchange,
)
from deduce_models.entracte.advice.evaluation import Evaluation
from deduce_models.entracte.advice.informed import informed, legal_moves_of, stop_advice, thinks, with_first
from deduce_models.entracte.knowledge.belief import Belief, belief_of
from deduce_models.entracte.rules.setup import EXCHANGE, EntracteMove, Kind
from deduce_models.entracte.rules.views import EntracteView

STOP_AT = 0.7
"""The best result counts 3, a win with a longer row 2: so two in three is where they balance."""

Sheet = Callable[[EntracteView], Weights]


def by_the_card(view: EntracteView) -> Weights:
    """The sheet of a player who forgets nothing."""
    return public_weights(view, table_of(view.setup, lamp))


def by_rule_card(
    view: EntracteView, rng: random.Random, *, sheet: Sheet = by_the_card
) -> list[Advice[EntracteMove]]:
    """The legal moves by the rule card and a `sheet`, best first; partners must know the card too."""
    plays = [] if view.setup.competitive else legal_moves_of(view, Kind.PLAY)
    if view.moves[0].kind is Kind.GUESS and not view.setup.competitive:
        return guess_advice(view, belief_of(view), sheet(view))
    if not view.setup.competitive and may_stop_in_time(view):
        chance = math.prod(max(own.values()) for own in sheet(view))
        if chance >= STOP_AT:
            return stopping(view, chance)
    exchanges = legal_moves_of(view, Kind.EXCHANGE)
    if not thinks(view) or view.setup.competitive or not (plays or exchanges):
        return informed(view, rng)
    valued, weights = Evaluation.of(view), sheet(view)
    table, code = table_of(view.setup, lamp), view.code.bit_length() - 1
    last, seat = view.row[-1], view.seat - 1
    codes, own = len(view.setup.parts.codes), view.played.count(view.seat) + 1
    swaps = bool(exchanges) and (turn_to_exchange(code, codes) == own or (not plays and last_to_pass(view)))
    if exchanges and not swaps and own <= TURNS:
        weights = signed(weights, codes, seat, own, exchanged=False)
    found = [
        _play(
            move,
            score(
                weights,
                view.setup,
                table=table,
                last=last,
                card=move.item,
                number=own,
                seat=seat,
                code=code,
            ),
        )
        for move in plays
    ]
    found += [
        Advice(move, 0.0, say("no card of the hand may be played"), unit="bits")
        for move in legal_moves_of(view, Kind.PASS)
    ]
    best = max(found, key=lambda item: item.value)
    does = "exchanging now" if swaps else "keeping the hand"
    for move in exchanges:
        reason = say("by the rule card {does} is a sign of the own code", does=does)
        found.append(Advice(move, min(0.0, best.value), reason, kind="heuristic", unit="compared"))
    found += [stop_advice(move, valued) for move in legal_moves_of(view, Kind.STOP)]
    if valued.public.everyone_sure:
        return sorted(found, key=lambda item: -item.value)
    return with_first(EXCHANGE if swaps else best.move, found)


def _play(move: EntracteMove, value: float) -> Advice[EntracteMove]:
    key = "{bits} bits of tokens and about the own code, to partners who know the rule card"
    reason = say(key, bits=figure(value, 2))
    return Advice(move, value, reason, kind="heuristic", unit="bits")


def may_stop_in_time(view: EntracteView) -> bool:
    """Whether stopping can be proposed or agreed to with the longest row of the best result."""
    return len(view.row) == view.setup.quick and bool(legal_moves_of(view, Kind.STOP, Kind.AGREE))


def stopping(view: EntracteView, chance: float) -> list[Advice[EntracteMove]]:
    """Stopping now, before everything else that could be done."""
    key = "all guesses are right with chance {chance}, if partners keep the convention"
    reason = say(key, chance=in_percent(chance))
    found = [
        Advice(move, chance, reason, kind="heuristic", unit="right")
        if move.kind in (Kind.STOP, Kind.AGREE)
        else Advice(move, 0.0, say("too late for the best result"), kind="heuristic", unit="right")
        for move in view.moves
    ]
    return sorted(found, key=lambda item: -item.value)


def guess_advice(view: EntracteView, known: Belief, weights: Weights) -> list[Advice[EntracteMove]]:
    """The guesses of a seat, by how likely everything can still be right with them."""
    seat = view.moves[0].seat
    chances = chances_with(known, weights, seat - 1)
    found = [
        Advice(
            move,
            chance := chances.get(move.item, 0.0),
            say(
                "all guesses right with chance {chance}, if partners keep the convention",
                chance=in_percent(chance),
            ),
            kind="heuristic",
            unit="right",
        )
        for move in view.moves
    ]
    guessed = best_assignment(known, weights)
    chosen = next(
        (move for move in view.moves if guessed and move.item == guessed[seat - 1]), view.moves[0]
    )
    return with_first(chosen, found)


def likeliest(view: EntracteView, *, sheet: Sheet = by_the_card) -> tuple[int, ...]:
    """The codes of all seats (indices) that a keeper of the rule card would guess now by a `sheet`."""
    weights = sheet(view)
    known = Belief(tuple(sum(1 << code for code in own) for own in weights))
    return best_assignment(known.knowing(view.seat, view.code), weights)
