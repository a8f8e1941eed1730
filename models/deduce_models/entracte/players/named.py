"""Players for Entracte: random, greedy by information, and search by play-outs in imagined worlds."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from deduce.games.base import Player
from deduce_models.entracte.advice.advice import EXCHANGE_BELOW, advise
from deduce_models.entracte.advice.value import Outlook
from deduce_models.entracte.knowledge.belief import belief_of, public_belief
from deduce_models.entracte.players.imagine import target_length
from deduce_models.entracte.players.playouts import deal, draw_codes, even, join, moved, play_on
from deduce_models.entracte.players.racing import leader, race
from deduce_models.entracte.rules.setup import EntracteMove, Kind
from deduce_models.entracte.rules.views import EntracteView

__all__ = ["PLAYERS", "Informed", "RandomLegal", "Searcher"]

Floats = npt.NDArray[np.float64]

TURN_KINDS = (Kind.PLAY, Kind.PASS)


def thinks(view: EntracteView) -> bool:
    """Whether the decision is about a turn, not about ending, declaring or guessing."""
    return view.moves[0].kind in (Kind.PLAY, Kind.PASS, Kind.EXCHANGE, Kind.STOP)


def settled_choice(view: EntracteView, rng: random.Random) -> EntracteMove:
    """The advised move of a decision that is no turn: stop when all is certain, guess the likeliest."""
    ranked = advise(view, rng=rng.getrandbits(32))
    return ranked[0].move


class RandomLegal:
    """A random card of those allowed, never an exchange; guesses and endings as advised."""

    name = "random"

    def choose(self, view: EntracteView, rng: random.Random) -> EntracteMove:
        """One of `view.moves`."""
        if not thinks(view):
            return settled_choice(view, rng)
        stop = stop_when_sure(view)
        if stop is not None:
            return stop
        cards = [move for move in view.moves if move.kind in TURN_KINDS] or list(view.moves)
        return cards[int(rng.random() * len(cards))]


def stop_when_sure(view: EntracteView) -> EntracteMove | None:
    """The proposal to stop, when everyone is sure of every code."""
    for move in view.moves:
        if move.kind is Kind.STOP and public_belief(view).everyone_sure:
            return move
    return None


class Informed:
    """The card with most expected bits for the team; with `exchange`, a new hand when it brings too few."""

    def __init__(self, *, exchange: float = 0.0, name: str = "greedy") -> None:
        self.below, self.name = exchange, name

    def choose(self, view: EntracteView, rng: random.Random) -> EntracteMove:
        """One of `view.moves`."""
        if not thinks(view):
            return settled_choice(view, rng)
        if view.setup.competitive:
            ranked = [
                item for item in advise(view, rng=rng.getrandbits(32)) if item.move.kind in TURN_KINDS
            ]
            return ranked[0].move
        stop = stop_when_sure(view)
        if stop is not None:
            return stop
        outlook, cards = Outlook.of(view), view.setup.parts.cards
        values = [(outlook.worth(cards[m.item]).bits, m) for m in view.moves if m.kind is Kind.PLAY]
        best = max((value for value, _ in values), default=0.0)
        swap = next((m for m in view.moves if m.kind is Kind.EXCHANGE), None)
        if swap is not None and best < self.below:
            return swap
        if not values:
            return next((m for m in view.moves if m.kind is Kind.PASS), view.moves[0])
        good = [move for value, move in values if value >= best - 1e-12]
        return good[int(rng.random() * len(good))]


class Searcher:
    """Tries every card and the exchange in imagined worlds, played on by all seats as `playouts` does.

    The worlds are the same for every candidate, and candidates that are clearly worse are dropped early (see
    `racing`). A play-out is worth 1 when everything is proved by the row length of the best result, less a
    little for every bit left open.

    Args:
        samples: Imagined worlds for one decision between moves of about the same worth.
        name: As printed in tables.
    """

    CHUNK = 500
    """Worlds tried before the next moves are dropped."""

    BIT = 0.02
    """What a bit left open costs: so that there is something to choose in a game that is lost."""

    def __init__(self, *, samples: int = 4000, name: str = "search") -> None:
        self.samples, self.name = samples, name
        self._greedy = Informed(exchange=EXCHANGE_BELOW)

    def choose(self, view: EntracteView, rng: random.Random) -> EntracteMove:
        """One of `view.moves`."""
        if not thinks(view) or view.setup.competitive:
            return self._greedy.choose(view, rng)
        stop = stop_when_sure(view)
        if stop is not None:
            return stop
        moves = [move for move in view.moves if move.kind in (Kind.PLAY, Kind.EXCHANGE)]
        if len(moves) < 2:
            return moves[0] if moves else self._greedy.choose(view, rng)
        return leader(self.values(view, moves, rng))

    def values(
        self, view: EntracteView, moves: Sequence[EntracteMove], rng: random.Random
    ) -> dict[EntracteMove, Floats]:
        """The value of each move in every imagined world it was tried in."""
        generator, until = np.random.default_rng(rng.getrandbits(64)), target_length(view)
        weights = even(belief_of(view), len(view.setup.parts.codes))

        def tried(running: Sequence[EntracteMove], games: int) -> Floats:
            worlds = deal(view, draw_codes(weights, games, generator), generator)
            after = join([moved(worlds, move, until) for move in running])
            proved, _, bits = play_on(after, until=until)
            return (proved - self.BIT * bits).reshape(len(running), games)

        return race(moves, tried, samples=self.samples, chunk=self.CHUNK)


PLAYERS: Mapping[str, Callable[[], Player]] = {
    "random": RandomLegal,
    "greedy": Informed,
    "exchange": lambda: Informed(exchange=EXCHANGE_BELOW, name="exchange"),
    "search": Searcher,
}
