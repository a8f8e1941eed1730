"""Players that keep the convention of `convention`: greedy, and search over it."""

from __future__ import annotations

import random
from collections.abc import Sequence

from deduce_models.entracte.belief import belief_of
from deduce_models.entracte.convention import (
    Preference,
    Table,
    Weights,
    best_assignment,
    lamp,
    learn,
    mixed,
    product_of,
    public_weights,
    score,
    table_of,
)
from deduce_models.entracte.imagine import Table as Imagined
from deduce_models.entracte.imagine import imagine, swap, target_length
from deduce_models.entracte.players import Informed, stop_when_sure, thinks
from deduce_models.entracte.setup import EntracteMove, Kind
from deduce_models.entracte.views import EntracteView

__all__ = ["ConventionSearch", "Conventional", "rule_card"]


class Conventional:
    """The card that tells most, about others by tokens and about oneself by the convention.

    Args:
        preference: The agreed table; partners must have the same.
        exchange: A hand whose best score is below this is exchanged.
        name: As printed in tables.
    """

    def __init__(
        self, *, preference: Preference = mixed, exchange: float = 0.7, name: str = "convention"
    ) -> None:
        self.preference, self.below, self.name = preference, exchange, name
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
        table = table_of(view.setup, self.preference)
        weights, code = public_weights(view, table), view.code.bit_length() - 1
        last, length, seat = view.row[-1], len(view.row), view.seat - 1
        scores = [score(weights, view.setup, table, last, move.item, length, seat, code) for move in plays]
        swapping = next((move for move in view.moves if move.kind is Kind.EXCHANGE), None)
        if swapping is not None and max(scores) < self.below:
            return swapping
        return plays[scores.index(max(scores))]

    def guesses(self, view: EntracteView) -> tuple[int, ...]:
        """The codes of all seats (indices) that this player would guess now."""
        table = table_of(view.setup, self.preference)
        return best_assignment(belief_of(view), public_weights(view, table))

    def _guess(self, view: EntracteView) -> EntracteMove:
        guessed = self.guesses(view)
        seat = view.moves[0].seat
        return next(
            (move for move in view.moves if guessed and move.item == guessed[seat - 1]), view.moves[0]
        )


class ConventionSearch(Conventional):
    """Tries every card and the exchange in imagined worlds where all seats go on by the convention.

    Worlds are drawn by the public weights; a play-out is worth the weight of the true codes at its end.
    """

    def __init__(
        self,
        *,
        samples: int = 100,
        preference: Preference = mixed,
        exchange: float = 0.7,
        name: str = "convention-search",
    ) -> None:
        super().__init__(preference=preference, exchange=exchange, name=name)
        self.samples = samples

    def _turn(self, view: EntracteView, plays: Sequence[EntracteMove], rng: random.Random) -> EntracteMove:
        moves = [*plays, *(move for move in view.moves if move.kind is Kind.EXCHANGE)]
        if len(moves) == 1:
            return moves[0]
        table = table_of(view.setup, self.preference)
        weights, belief, until = public_weights(view, table), belief_of(view), target_length(view)
        totals = dict.fromkeys(moves, 0.0)
        own = {seat: belief.masks[seat - 1] for seat in range(1, view.seats + 1)}
        for _ in range(self.samples):
            world, seed = imagine(view, rng, belief), rng.getrandbits(32)
            world.codes = self._codes(weights, own, rng) or world.codes
            for move in moves:
                position, chance = world.copy(), random.Random(seed)
                after = weights
                if move.kind is Kind.PLAY:
                    after = self._put(position, weights, table, move.item)
                else:
                    swap(position, chance)
                totals[move] += self._play_on(position, after, table, until, chance)
        return max(moves, key=lambda move: totals[move])

    @staticmethod
    def _codes(weights: Weights, masks: dict[int, int], rng: random.Random) -> list[int]:
        """Masks of different codes drawn by weight from those hard evidence allows; empty when unlucky."""
        options = []
        for seat, own in enumerate(weights, 1):
            allowed = [(code, weight) for code, weight in own.items() if masks[seat] >> code & 1]
            codes = [code for code, _ in allowed]
            if not codes:
                codes, allowed = [masks[seat].bit_length() - 1], [(0, 1.0)]
            options.append((codes, [weight for _, weight in allowed]))
        for _ in range(30):
            drawn = [rng.choices(codes, shares)[0] for codes, shares in options]
            if len(set(drawn)) == len(drawn):
                return [1 << code for code in drawn]
        return []

    def _put(self, position: Imagined, weights: Weights, table: Table, card: int) -> Weights:
        """Play a card in an imagined position (changed in place) and return the weights after it."""
        seat, setup, last = position.turn, position.setup, position.last
        pair = setup.parts.pairs[last][card]
        tokens = sum(1 << s for s, code in enumerate(position.codes) if code & pair)
        after = learn(weights, setup, table, last, card, position.length, seat, tokens)
        hand = position.hands[seat]
        hand.remove(card)
        if position.deck:
            hand.append(position.deck.pop())
        position.last, position.length = card, position.length + 1
        position.turn = (seat + 1) % len(position.codes)
        return after

    def _best(self, position: Imagined, weights: Weights, table: Table) -> tuple[int, float]:
        seat, setup, last = position.turn, position.setup, position.last
        code = position.codes[seat].bit_length() - 1
        best, value = -1, -1e9
        for card in position.hands[seat]:
            if setup.restrict[last][card] >> code & 1:
                continue
            found = score(weights, setup, table, last, card, position.length, seat, code)
            if found > value:
                best, value = card, found
        return best, value

    def _play_on(
        self, position: Imagined, weights: Weights, table: Table, until: int, rng: random.Random
    ) -> float:
        passes = 0
        while position.length < until and passes < len(position.codes):
            card, value = self._best(position, weights, table)
            if value < self.below and not position.exchanged[position.turn] and position.deck:
                swap(position, rng)
                card, value = self._best(position, weights, table)
            if card < 0:
                passes += 1
                position.turn = (position.turn + 1) % len(position.codes)
                continue
            passes = 0
            weights = self._put(position, weights, table, card)
        return product_of(weights, [code.bit_length() - 1 for code in position.codes])


def rule_card() -> Conventional:
    """The convention of the rule card for people (table `lamp`)."""
    return Conventional(preference=lamp, name="rule-card")
