"""Players for Entracte: random, greedy by information, and search by play-outs in imagined worlds."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from deduce.games.base import Player
from deduce_models.entracte.advice import EXCHANGE_BELOW, advise
from deduce_models.entracte.belief import belief_of, public_belief
from deduce_models.entracte.imagine import imagine, play_on, put, swap, target_length
from deduce_models.entracte.measure import Outlook
from deduce_models.entracte.setup import EntracteMove, Kind
from deduce_models.entracte.views import EntracteView

__all__ = ["PLAYERS", "Informed", "RandomLegal", "Searcher"]

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
    """Tries every card and the exchange in imagined worlds, played on greedily by all seats.

    World number i is the same for every candidate (common random numbers). The value of a play-out is whether
    everything is proved by the row length of the best result (see `imagine.play_on`).

    Args:
        samples: Imagined worlds for one decision.
        exchange: The exchange rule of the play-outs, in bits.
        name: As printed in tables.
    """

    def __init__(
        self, *, samples: int = 400, exchange: float = EXCHANGE_BELOW, name: str = "search"
    ) -> None:
        self.samples, self.below, self.name = samples, exchange, name
        self._greedy = Informed(exchange=exchange)

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
        values = self.values(view, moves, rng)
        return max(moves, key=lambda move: values[move])

    def values(
        self, view: EntracteView, moves: Sequence[EntracteMove], rng: random.Random
    ) -> dict[EntracteMove, float]:
        """The mean value of each move over the imagined worlds."""
        belief, until = belief_of(view), target_length(view)
        totals = dict.fromkeys(moves, 0.0)
        for _ in range(self.samples):
            world, seed = imagine(view, rng, belief), rng.getrandbits(32)
            for move in moves:
                table, chance = world.copy(), random.Random(seed)
                if move.kind is Kind.PLAY:
                    put(table, move.item)
                else:
                    swap(table, chance)
                totals[move] += play_on(table, chance, until=until, below=self.below)
        return {move: total / self.samples for move, total in totals.items()}


PLAYERS: Mapping[str, Callable[[], Player]] = {
    "random": RandomLegal,
    "greedy": Informed,
    "exchange": lambda: Informed(exchange=EXCHANGE_BELOW, name="exchange"),
    "search": Searcher,
}
