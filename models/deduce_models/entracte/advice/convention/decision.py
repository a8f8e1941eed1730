"""Decisions by the convention for machines: the card that tells most, and search over it in the last turns.

The card tells about others by tokens and about oneself by the convention. With a row just short enough for the best
result stopping is proposed, and agreed to, when all guesses are right with chance `STOP_AT` or more; otherwise only
when everything is proved. To strangers all this means nothing.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from deduce.games.base import Advice
from deduce.ground.wording import in_percent, say
from deduce_models.entracte.advice.calibration import chance_of, later
from deduce_models.entracte.advice.convention.events import after_keeping, last_to_pass
from deduce_models.entracte.advice.convention.ranks import marginals
from deduce_models.entracte.advice.convention.rollouts import (
    ImaginedGames,
    all_right,
    joined,
    opened,
    play_on,
)
from deduce_models.entracte.advice.convention.rule_card import (
    STOP_AT,
    guess_advice,
    may_stop_in_time,
    stopping,
)
from deduce_models.entracte.advice.convention.table import Weights, best_assignment
from deduce_models.entracte.advice.convention.understanding import (
    card_values,
    codes_exchanging,
    own_weights_after,
    public_reading,
    public_weights,
)
from deduce_models.entracte.advice.evaluation import Evaluation
from deduce_models.entracte.advice.informed import informed, legal_moves_of, stop_advice, thinks, with_first
from deduce_models.entracte.advice.racing import leader, mean_of, race
from deduce_models.entracte.advice.rollouts import deal, draw_codes, even, target_length
from deduce_models.entracte.knowledge.belief import belief_of
from deduce_models.entracte.rules.setup import EXCHANGE, EntracteMove, Kind
from deduce_models.entracte.rules.views import EntracteView

SAMPLES = 600
"""Imagined worlds for one decision of the search between moves of about the same worth."""

CHUNK = 50
"""Worlds tried before the next moves are dropped, or time is looked at."""

DEPTH = 5
"""Searched are the last turns only, so many cards before the end: the choice matters most there, and costs least."""

SURE = 0.5
"""Standard errors by which a move must be better to be played instead of the one the convention names."""

Floats = npt.NDArray[np.float64]


def by_convention(
    view: EntracteView, rng: random.Random, *, samples: int = SAMPLES, time_limit: float | None = None
) -> list[Advice[EntracteMove]]:
    """The legal moves of a view by the convention, best first; searched with `samples` worlds (0: not searched).

    The competitive game is decided by bits.
    """
    if view.setup.competitive:
        return informed(view, rng)
    if view.moves[0].kind is Kind.GUESS:
        return guess_advice(view, belief_of(view), _guess_weights(view))
    if may_stop_in_time(view):
        chance = confidence(view)
        if chance >= STOP_AT:
            return stopping(view, chance)
    if not thinks(view):
        return informed(view, rng)
    valued, plays = Evaluation.of(view), legal_moves_of(view, Kind.PLAY)
    if valued.public.everyone_sure or not (plays or legal_moves_of(view, Kind.EXCHANGE)):
        return informed(view, rng)
    found = _told(view, plays)
    if samples and len(plays) > 1 and target_length(view) - len(view.row) <= DEPTH:
        found = _searched(view, found, rng, samples, time_limit)
    ranked = _signalled(view, found)
    lowest = ranked[-1].value
    return [
        *ranked,
        *(
            replace(stop, value=min(stop.value, lowest))
            for stop in (stop_advice(move, valued) for move in legal_moves_of(view, Kind.STOP))
        ),
    ]


def _told(view: EntracteView, plays: Sequence[EntracteMove]) -> list[Advice[EntracteMove]]:
    """Cards with what they are worth to this seat, best first."""
    public = public_weights(view, after_keeping(view))
    worth = card_values(view.setup, public, view.row[-1], len(view.row), view.seat - 1)
    mine = worth[:, view.code.bit_length() - 1]
    reason = say("its weight (it compares cards) by tokens and by what partners read in the card")
    found = [
        Advice(move, float(mine[move.item]), reason, kind="heuristic", unit="compared") for move in plays
    ]
    return sorted(found, key=lambda item: -item.value)


def _signalled(view: EntracteView, found: Sequence[Advice[EntracteMove]]) -> list[Advice[EntracteMove]]:
    """Cards, best first, with the exchange or a pass in the place that the code gives it."""
    rest = legal_moves_of(view, Kind.EXCHANGE, Kind.PASS)
    if EXCHANGE not in rest:
        return [
            *found,
            *(
                Advice(move, 0.0, say("no card of the hand may be played"), unit="compared")
                for move in rest
            ),
        ]
    codes = codes_exchanging(view.setup, public_weights(view), len(view.row), view.seat - 1)
    swaps = bool(codes[view.code.bit_length() - 1]) or (not found and last_to_pass(view))
    does = "exchanging" if swaps else "keeping the hand"
    reason = say(
        "by the convention {does} tells that the own code is one of those that do so now", does=does
    )
    first, last = (found[0].value, found[-1].value) if found else (0.0, 0.0)
    told = {move: Advice(move, last, reason, kind="heuristic", unit="compared") for move in rest}
    if swaps:
        return [replace(told.pop(EXCHANGE), value=first), *found, *told.values()]
    exchange = told.pop(EXCHANGE)
    return [*found, *told.values(), exchange]


def _searched(
    view: EntracteView,
    told: Sequence[Advice[EntracteMove]],
    rng: random.Random,
    samples: int,
    time_limit: float | None,
) -> list[Advice[EntracteMove]]:
    """The cards by search; the first of `told` stays first unless another is better by `SURE` standard errors."""
    moves, usual = [item.move for item in told], told[0].move
    tried = values(view, moves, rng, samples=samples, time_limit=time_limit)
    best, until = leader(tried), target_length(view)
    better = later("convention", view.seats, in_time=until == view.setup.quick)
    found = []
    for move in moves:
        right, error = mean_of(move, tried, best)
        chance, worlds = chance_of(right, better), len(tried[move])
        details = {"right": right, "chance": chance, "worlds": worlds}
        # The error of the chance: that of the share by the slope of the curve.
        spread = error * better * (1 - min(1.0, max(0.0, right))) ** (better - 1)
        said = say(
            "all guesses right by card {card} with chance {chance}, if partners keep the convention ({worlds} "
            "imagined games)",
            card=until,
            chance=in_percent(chance),
            worlds=worlds,
        )
        found.append(
            Advice(move, chance, said, error=spread, kind="sampled", details=details, unit="right")
        )
    if len(tried[usual]) == len(tried[best]):
        more = tried[best] - tried[usual]
        if more.mean() <= SURE * more.std() / len(more) ** 0.5:
            best = usual
    return with_first(best, found)


def _guess_weights(view: EntracteView) -> Weights:
    """The weight of each code of each seat, to who sees the own hand too."""
    known = {*view.row, *view.hand}
    unseen = [card for card in range(len(view.setup.parts.cards)) if card not in known]
    return [dict(enumerate(own.tolist())) for own in public_reading(view).weights(unseen=unseen)]


def likeliest(view: EntracteView) -> tuple[int, ...]:
    """The codes of all seats (indices) that a keeper of the convention would guess now."""
    return best_assignment(belief_of(view), _guess_weights(view))


def confidence(view: EntracteView) -> float:
    """The chance, by the public weights, that the likeliest code of every seat is the true one."""
    return float(marginals(public_weights(view)[None])[0].max(axis=1).prod())


def values(
    view: EntracteView,
    moves: Sequence[EntracteMove],
    rng: random.Random,
    *,
    samples: int = SAMPLES,
    time_limit: float | None = None,
) -> dict[EntracteMove, Floats]:
    """The value of each move in every imagined world it was tried in; all seats go on by the convention.

    Worlds are drawn by the public weights. A rollout is worth 1 when all guesses are right at its end. Partners read
    the card played as if it had been chosen without search, and the rollouts take that into account: a card that would
    mislead them is worth less.
    """
    generator, until = np.random.default_rng(rng.getrandbits(64)), target_length(view)
    events, own = after_keeping(view), view.seat - 1
    public, reading = public_weights(view, events), public_reading(view, events)
    worth = card_values(view.setup, public, view.row[-1], len(view.row), own)
    told_by = {move: own_weights_after(reading, view.setup, own, move.item, worth) for move in moves}
    allowed = even(belief_of(view), len(view.setup.parts.codes))
    weights = np.maximum(public, 1e-9) * allowed

    def tried(running: Sequence[EntracteMove], games: int) -> Floats:
        worlds = deal(view, draw_codes(weights, games, generator), generator)
        told = ImaginedGames.of(worlds, public, view.row)
        after = joined([opened(told, told_by[move], move.item) for move in running])
        play_on(after, generator, until=until, copies=len(running))
        return _value(after).reshape(len(running), games)

    return race(moves, tried, samples=samples, chunk=CHUNK, time_limit=time_limit)


def _value(told: ImaginedGames) -> Floats:
    """1 where all guesses are right, mixed with the weight of the truth, which tells near misses apart."""
    true = np.take_along_axis(told.weights, told.code[:, :, None], axis=2)[:, :, 0].prod(axis=1)
    found: Floats = 0.5 * all_right(told.weights, told.code) + 0.5 * true
    return found
