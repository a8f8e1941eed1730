"""The player of the rule card for people: greedy with a table convention of `convention`."""

from __future__ import annotations

import random
from collections.abc import Sequence

from deduce_models.entracte.knowledge.belief import belief_of
from deduce_models.entracte.players.convention import (
    Preference,
    best_assignment,
    lamp,
    public_weights,
    score,
    table_of,
)
from deduce_models.entracte.players.named import Informed, stop_when_sure, thinks
from deduce_models.entracte.rules.setup import EntracteMove, Kind
from deduce_models.entracte.rules.views import EntracteView

__all__ = ["TablePlayer", "rule_card"]


class TablePlayer:
    """The card that tells most, about others by tokens and about oneself by the convention.

    Args:
        preference: The agreed table; partners must have the same.
        exchange: A hand whose best score is below this is exchanged.
        name: As printed in tables.
    """

    def __init__(
        self, *, preference: Preference = lamp, exchange: float = 0.7, name: str = "rule-card"
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


def rule_card() -> TablePlayer:
    """The convention of the rule card for people (table `lamp`)."""
    return TablePlayer()
