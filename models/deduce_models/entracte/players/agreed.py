"""Players that keep the convention of `accord`: greedy, and search over it."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from deduce_models.entracte.knowledge.belief import belief_of
from deduce_models.entracte.players.accord import marginals
from deduce_models.entracte.players.agreed_playouts import (
    Told,
    all_right,
    exchange_rank,
    joined,
    opened,
    play_on,
)
from deduce_models.entracte.players.convention import best_assignment
from deduce_models.entracte.players.imagine import target_length
from deduce_models.entracte.players.inference import (
    own_weights_after,
    public_reading,
    public_weights,
    worths,
)
from deduce_models.entracte.players.named import Informed, stop_when_sure, thinks
from deduce_models.entracte.players.playouts import deal, draw_codes, even
from deduce_models.entracte.players.racing import leader, race
from deduce_models.entracte.rules.setup import EntracteMove, Kind
from deduce_models.entracte.rules.views import EntracteView

Floats = npt.NDArray[np.float64]

__all__ = ["ConventionSearch", "Conventional", "confidence"]


class Conventional:
    """The card that tells most, about others by tokens and about oneself by the convention.

    With a row just short enough for the best result it proposes to stop, and agrees, when all guesses are right with
    chance `STOP_AT` or more; otherwise only when everything is proved.
    """

    STOP_AT = 0.7
    """The best result counts 3, a win with a longer row 2: so two in three is where they balance."""

    def __init__(self, *, name: str = "convention") -> None:
        self.name = name
        self._plain = Informed(exchange=1.0)

    def choose(self, view: EntracteView, rng: random.Random) -> EntracteMove:
        """One of `view.moves`."""
        if view.setup.competitive:
            return self._plain.choose(view, rng)
        if view.moves[0].kind is Kind.GUESS:
            return self._guess(view)
        if len(view.row) == view.setup.quick and confidence(view) >= self.STOP_AT:
            for move in view.moves:
                if move.kind in (Kind.STOP, Kind.AGREE):
                    return move
        plays = [move for move in view.moves if move.kind is Kind.PLAY]
        stop = stop_when_sure(view) if thinks(view) else None
        if not thinks(view) or stop is not None or not plays:
            return stop or self._plain.choose(view, rng)
        return self._turn(view, plays, rng)

    def _turn(self, view: EntracteView, plays: Sequence[EntracteMove], rng: random.Random) -> EntracteMove:
        worth, rivals = self._worths(view, plays)
        best = max(plays, key=lambda move: worth[move])
        swapping = next((move for move in view.moves if move.kind is Kind.EXCHANGE), None)
        rank = exchange_rank(target_length(view) - len(view.row), view.seats)
        if swapping is not None and (rivals > worth[best]).mean() > rank:
            return swapping
        return best

    @staticmethod
    def _worths(
        view: EntracteView, plays: Sequence[EntracteMove]
    ) -> tuple[dict[EntracteMove, float], npt.NDArray[np.float32]]:
        """The worth of each card to this seat, and that of every card not in the row."""
        worth = worths(view.setup, public_weights(view), view.row[-1], len(view.row), view.seat - 1)
        mine = worth[:, view.code.bit_length() - 1]
        unseen = [card for card in range(len(mine)) if card not in view.row]
        return {move: float(mine[move.item]) for move in plays}, mine[unseen]

    def guesses(self, view: EntracteView) -> tuple[int, ...]:
        """The codes of all seats (indices) that this player would guess now."""
        reading = public_reading(view)
        known = {*view.row, *view.hand}
        unseen = [card for card in range(len(view.setup.parts.cards)) if card not in known]
        weights = [dict(enumerate(own.tolist())) for own in reading.weights(unseen=unseen)]
        return best_assignment(belief_of(view), weights)

    def _guess(self, view: EntracteView) -> EntracteMove:
        guessed = self.guesses(view)
        seat = view.moves[0].seat
        return next(
            (move for move in view.moves if guessed and move.item == guessed[seat - 1]), view.moves[0]
        )


def confidence(view: EntracteView) -> float:
    """The chance, by the public weights, that the likeliest code of every seat is the true one."""
    return float(marginals(public_weights(view)[None])[0].max(axis=1).prod())


class ConventionSearch(Conventional):
    """Tries every card and the exchange in imagined worlds where all seats go on by the convention.

    Worlds are drawn by the public weights. A play-out is worth 1 when all guesses are right at its end. Partners
    read the card played as if it had been chosen without search, and the play-outs take that into account: a card
    that would mislead them is worth less.

    Args:
        samples: Imagined worlds for one decision between moves of about the same worth.
        name: As printed in tables.
    """

    CHUNK = 50
    """Worlds tried before the next moves are dropped."""

    DEPTH = 5
    """Searched are the last turns only, so many cards before the end: the choice matters most there, and costs least."""

    SURE = 0.5
    """Standard errors by which a move must be better to be played instead of the one the convention names."""

    def __init__(self, *, samples: int = 600, name: str = "convention-search") -> None:
        super().__init__(name=name)
        self.samples = samples

    def _turn(self, view: EntracteView, plays: Sequence[EntracteMove], rng: random.Random) -> EntracteMove:
        usual = super()._turn(view, plays, rng)
        moves = [*plays, *(move for move in view.moves if move.kind is Kind.EXCHANGE)]
        if len(moves) == 1 or target_length(view) - len(view.row) > self.DEPTH:
            return usual
        found = self.values(view, moves, rng)
        best = leader(found)
        if len(found[usual]) == len(found[best]):
            more = found[best] - found[usual]
            if more.mean() <= self.SURE * more.std() / len(more) ** 0.5:
                return usual
        return best

    def values(
        self, view: EntracteView, moves: Sequence[EntracteMove], rng: random.Random
    ) -> dict[EntracteMove, Floats]:
        """The value of each move in every imagined world it was tried in."""
        generator, until = np.random.default_rng(rng.getrandbits(64)), target_length(view)
        public, own = public_weights(view), view.seat - 1
        worth = worths(view.setup, public, view.row[-1], len(view.row), own)
        told_by = {
            move: own_weights_after(public_reading(view), view.setup, own, move.item, worth)
            for move in moves
        }
        allowed = even(belief_of(view), len(view.setup.parts.codes))
        weights = np.maximum(public, 1e-9) * allowed

        def tried(running: Sequence[EntracteMove], games: int) -> Floats:
            worlds = deal(view, draw_codes(weights, games, generator), generator)
            told = Told.of(worlds, public, view.row)
            after = joined([opened(told, worth, told_by[move], move.item) for move in running])
            play_on(after, generator, until=until, copies=len(running))
            return _value(after).reshape(len(running), games)

        return race(moves, tried, samples=self.samples, chunk=self.CHUNK)


def _value(told: Told) -> Floats:
    """1 where all guesses are right, mixed with the weight of the truth, which tells near misses apart."""
    true = np.take_along_axis(told.weights, told.code[:, :, None], axis=2)[:, :, 0].prod(axis=1)
    found: Floats = 0.5 * all_right(told.weights, told.code) + 0.5 * true
    return found
