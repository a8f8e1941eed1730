"""The named players: thin, each plays what one way of deciding in `advice` puts first."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial

from deduce.games.base import Advice, Player
from deduce.players.simple import RandomPlayer
from deduce_models.entracte.advice.advice import advise
from deduce_models.entracte.advice.convention.decision import by_convention
from deduce_models.entracte.advice.convention.decision import likeliest as likeliest_by_convention
from deduce_models.entracte.advice.convention.rule_card import by_rule_card
from deduce_models.entracte.advice.convention.rule_card import likeliest as likeliest_by_rule_card
from deduce_models.entracte.advice.convention.table import best_assignment
from deduce_models.entracte.advice.informed import EXCHANGE_BELOW, informed, legal_moves_of, settled, thinks
from deduce_models.entracte.advice.search import searched
from deduce_models.entracte.knowledge.belief import belief_of, public_belief
from deduce_models.entracte.rules.setup import EntracteMove, Kind
from deduce_models.entracte.rules.views import EntracteView

Decision = Callable[[EntracteView, random.Random], list[Advice[EntracteMove]]]


def by_hard_evidence(view: EntracteView) -> tuple[int, ...]:
    """The guesses of a player without convention: any assignment, all being equally likely."""
    return best_assignment(belief_of(view), [{} for _ in range(view.seats)])


class Follower:
    """Plays the first move of an advice, whatever it is.

    `decision` ranks the legal moves of a view; `guesses` are the codes of all seats (indices) that it would guess now.
    """

    def __init__(
        self,
        name: str,
        decision: Decision,
        *,
        guesses: Callable[[EntracteView], tuple[int, ...]] = by_hard_evidence,
    ) -> None:
        self.name, self.decision, self.guesses = name, decision, guesses

    def choose(self, view: EntracteView, rng: random.Random) -> EntracteMove:
        """One of `view.moves`."""
        return self.decision(view, rng)[0].move


class RandomLegal:
    """A random card of those allowed, never an exchange; guesses and endings as advised."""

    name = "legal"

    def choose(self, view: EntracteView, rng: random.Random) -> EntracteMove:
        """One of `view.moves`."""
        if not thinks(view):
            return settled(view, rng)[0].move
        for stop in legal_moves_of(view, Kind.STOP):
            if public_belief(view).everyone_sure:
                return stop
        cards = legal_moves_of(view, Kind.PLAY, Kind.PASS) or list(view.moves)
        return cards[int(rng.random() * len(cards))]


def _guesses_as_agreed(view: EntracteView) -> tuple[int, ...]:
    return likeliest_by_convention(view) if view.setup.option("convention") else by_hard_evidence(view)


PLAYERS: Mapping[str, Callable[[], Player]] = {
    "random": RandomPlayer,
    "legal": RandomLegal,
    "greedy": lambda: Follower("greedy", partial(informed, exchange=0.0)),
    "exchange": lambda: Follower("exchange", partial(informed, exchange=EXCHANGE_BELOW)),
    "search": lambda: Follower("search", searched),
    "rule-card": lambda: Follower("rule-card", by_rule_card, guesses=likeliest_by_rule_card),
    "convention": lambda: Follower(
        "convention", partial(by_convention, samples=0), guesses=likeliest_by_convention
    ),
    "convention-search": lambda: Follower(
        "convention-search", by_convention, guesses=likeliest_by_convention
    ),
    "advised": lambda: Follower("advised", advise, guesses=_guesses_as_agreed),
}
