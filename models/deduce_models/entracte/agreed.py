"""Players that keep the convention of `accord`: greedy, and search over it."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from deduce_models.entracte.accord import BARRED, agreed, marginals, public_weights, scores, unseen_cards
from deduce_models.entracte.agreed_playouts import Told, all_right, exchange_rank, play_on, step
from deduce_models.entracte.belief import belief_of
from deduce_models.entracte.convention import best_assignment
from deduce_models.entracte.imagine import target_length
from deduce_models.entracte.players import Informed, stop_when_sure, thinks
from deduce_models.entracte.playouts import deal, draw_codes, even
from deduce_models.entracte.racing import leader, race
from deduce_models.entracte.setup import EntracteMove, Kind
from deduce_models.entracte.views import EntracteView

__all__ = ["ConventionSearch", "Conventional"]


class Conventional:
    """The card that tells most, about others by tokens and about oneself by the convention."""

    def __init__(self, *, name: str = "convention") -> None:
        self.name = name
        self._plain = Informed(exchange=1.0)

    def choose(self, view: EntracteView, rng: random.Random) -> EntracteMove:
        """One of `view.moves`."""
        if view.setup.competitive:
            return self._plain.choose(view, rng)
        if view.moves[0].kind is Kind.GUESS:
            return self._guess(view)
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
        weights, code = public_weights(view)[None], view.code.bit_length() - 1
        unseen = unseen_cards(view.setup, view.row)
        last, length = np.array(view.row[-1:]), np.array([len(view.row)])
        seat = view.seat - 1
        worth = scores(agreed(view.setup), marginals(weights), last, length, seat, unseen[None])[0, :, code]
        of_card = dict(zip(unseen.tolist(), worth.tolist(), strict=True))
        return {move: of_card[move.item] for move in plays}, worth

    def guesses(self, view: EntracteView) -> tuple[int, ...]:
        """The codes of all seats (indices) that this player would guess now."""
        weights = [dict(enumerate(own.tolist())) for own in public_weights(view)]
        return best_assignment(belief_of(view), weights)

    def _guess(self, view: EntracteView) -> EntracteMove:
        guessed = self.guesses(view)
        seat = view.moves[0].seat
        return next(
            (move for move in view.moves if guessed and move.item == guessed[seat - 1]), view.moves[0]
        )


class ConventionSearch(Conventional):
    """Tries every card and the exchange in imagined worlds where all seats go on by the convention.

    Worlds are drawn by the public weights. A play-out is worth 1 when all guesses are right at its end. Partners
    read the card played as if it had been chosen without search, and the play-outs take that into account: a card
    that would mislead them is worth less.

    Args:
        samples: Imagined worlds for one decision between moves of about the same worth.
        name: As printed in tables.
    """

    CHUNK = 100
    MIX = 0.5

    def __init__(self, *, samples: int = 400, name: str = "convention-search") -> None:
        super().__init__(name=name)
        self.samples = samples

    def _turn(self, view: EntracteView, plays: Sequence[EntracteMove], rng: random.Random) -> EntracteMove:
        moves = [*plays, *(move for move in view.moves if move.kind is Kind.EXCHANGE)]
        if len(moves) == 1:
            return moves[0]
        generator, until = np.random.default_rng(rng.getrandbits(64)), target_length(view)
        public = public_weights(view)
        allowed = even(belief_of(view), len(view.setup.parts.codes))
        weights = np.maximum(public, 1e-9) * allowed

        def tried(running: Sequence[EntracteMove], games: int) -> npt.NDArray[np.float64]:
            dealt = Told.of(deal(view, draw_codes(weights, games, generator), generator), public, view.row)
            seed = generator.integers(1 << 63)
            found = np.zeros((len(running), games))
            for index, move in enumerate(running):
                told, chance = dealt.copy(), np.random.default_rng(seed)
                step(told, chance, until=until, card=move.item, exchange=move.kind is Kind.EXCHANGE)
                play_on(told, chance, until=until)
                found[index] = worth_of_weights(told, self.MIX)
            return found

        return leader(race(moves, tried, samples=self.samples, chunk=self.CHUNK))


def worth_of_weights(told, mix):
    true = np.take_along_axis(told.weights, told.code[:, :, None], axis=2)[:, :, 0].prod(axis=1)
    return (1 - mix) * all_right(told.weights, told.code) + mix * true
