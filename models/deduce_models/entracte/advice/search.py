"""Search: every card and the exchange tried in imagined worlds, which all seats play on as `rollouts` does.

The worlds are the same for every candidate, and candidates that are clearly worse are dropped early (see `racing`). A
rollout is worth 1 when everything is proved by the row length of the best result, less a little for every bit left open.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from deduce.games.base import Advice
from deduce.ground.wording import figure, in_percent, run, say
from deduce_models.entracte.advice.calibration import chance_of, later
from deduce_models.entracte.advice.evaluation import Evaluation
from deduce_models.entracte.advice.informed import (
    informed,
    legal_moves_of,
    stop_advice,
    thinks,
    tokens_from,
    turn_advice,
    with_first,
)
from deduce_models.entracte.advice.racing import leader, mean_of, race
from deduce_models.entracte.advice.rollouts import (
    deal,
    draw_codes,
    even,
    join,
    moved,
    play_on,
    target_length,
)
from deduce_models.entracte.knowledge.belief import belief_of
from deduce_models.entracte.knowledge.evidence import NAMES
from deduce_models.entracte.rules.setup import EntracteMove, Kind
from deduce_models.entracte.rules.views import EntracteView

SAMPLES = 4000
"""Imagined worlds for one decision between moves of about the same worth."""

CHUNK = 500
"""Worlds tried before the next moves are dropped, or time is looked at."""

BIT = 0.02
"""What a bit left open costs: so that there is something to choose in a game that is lost."""

Floats = npt.NDArray[np.float64]


def searched(
    view: EntracteView,
    rng: random.Random,
    *,
    samples: int = SAMPLES,
    time_limit: float | None = None,
    names: Sequence[str] = NAMES,
) -> list[Advice[EntracteMove]]:
    """The legal moves of a view, best first; `time_limit` is in seconds, and one chunk of worlds is always tried.

    What is no turn, and the competitive game, are decided as by `informed`.
    """
    if not thinks(view) or view.setup.competitive:
        return informed(view, rng, names=names)
    valued = Evaluation.of(view)
    moves = legal_moves_of(view, Kind.PLAY, Kind.EXCHANGE)
    rest = [
        stop_advice(move, valued)
        if move.kind is Kind.STOP
        else Advice(move, 0.0, say("no card of the hand may be played"), unit="compared")
        for move in view.moves
        if move not in moves
    ]
    if valued.public.everyone_sure or len(moves) < 2:
        cards = view.setup.parts.cards
        only = [(move, cards[move.item] if move.kind is Kind.PLAY else ()) for move in moves]
        found = [*turn_advice(valued, only, names), *rest]
        return sorted(found, key=lambda item: -item.value)
    tried = values(view, moves, rng, samples=samples, time_limit=time_limit)
    best, until = leader(tried), target_length(view)
    found = [_tried(move, tried, best, valued, until, names) for move in moves]
    return with_first(best, [*found, *rest])


def _tried(
    move: EntracteMove,
    tried: dict[EntracteMove, Floats],
    best: EntracteMove,
    valued: Evaluation,
    until: int,
    names: Sequence[str],
) -> Advice[EntracteMove]:
    """A move with the mean of its rollouts; one dropped early is compared in the worlds that it saw."""
    value, error = mean_of(move, tried, best)
    worlds = len(tried[move])
    # Worth more than a half is a rollout in which everything was proved: two seats may leave one bit open between them.
    proved = float((tried[move] > 0.5).mean())
    setup = valued.setup
    chance = chance_of(proved, later("cooperative", setup.players, in_time=until == setup.quick))
    details: dict[str, object] = {"proved": proved, "chance": chance, "worlds": worlds}
    reason: str = say(
        "everything proved by card {card} with chance {chance} ({worlds} imagined games)",
        card=until,
        chance=in_percent(chance),
        worlds=worlds,
    )
    if move.kind is Kind.EXCHANGE:
        reason = run(reason, say(", three new cards, once a game"))
    else:
        worth = valued.value(valued.setup.parts.cards[move.item])
        bits, names_of = figure(worth.bits, 2), tokens_from(names, worth.signals, valued.seat)
        reason = run(
            reason, say("; {bits} bits for the team; a token from {names}", bits=bits, names=names_of)
        )
        details |= {"bits": worth.bits, "signals": list(worth.signals), "leak": worth.leak}
    return Advice(move, value, reason, error=error, kind="sampled", details=details, unit="compared")


def values(
    view: EntracteView,
    moves: Sequence[EntracteMove],
    rng: random.Random,
    *,
    samples: int = SAMPLES,
    time_limit: float | None = None,
) -> dict[EntracteMove, Floats]:
    """The value of each move in every imagined world it was tried in."""
    generator, until = np.random.default_rng(rng.getrandbits(64)), target_length(view)
    weights = even(belief_of(view), len(view.setup.parts.codes))

    def tried(running: Sequence[EntracteMove], games: int) -> Floats:
        worlds = deal(view, draw_codes(weights, games, generator), generator)
        after = join([moved(worlds, move, until) for move in running])
        proved, _, bits = play_on(after, until=until)
        return (proved - BIT * bits).reshape(len(running), games)

    return race(moves, tried, samples=samples, chunk=CHUNK, time_limit=time_limit)
