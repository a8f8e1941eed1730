"""The named players: thin, each plays what one way of deciding in `advice` puts first."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial

from deduce.games.base import Advice, Player
from deduce.players.simple import RandomPlayer
from deduce_models.entracte.advice.advice import advise
from deduce_models.entracte.advice.convention.decision import by_convention
from deduce_models.entracte.advice.convention.rule_card import by_rule_card
from deduce_models.entracte.advice.informed import EXCHANGE_BELOW, informed, legal_moves_of, settled, thinks
from deduce_models.entracte.advice.search import searched
from deduce_models.entracte.knowledge.belief import public_belief
from deduce_models.entracte.rules.setup import EntracteMove, Kind
from deduce_models.entracte.rules.views import EntracteView

Decision = Callable[[EntracteView, random.Random], list[Advice[EntracteMove]]]


class Follower:
    """Plays the first move of an advice, whatever it is: `decision` ranks the legal moves of a view."""

    def __init__(self, name: str, decision: Decision) -> None:
        self.name, self.decision = name, decision

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


PLAYERS: Mapping[str, Callable[[], Player]] = {
    "random": RandomPlayer,
    "legal": RandomLegal,
    "greedy": lambda: Follower("greedy", partial(informed, exchange=0.0)),
    "exchange": lambda: Follower("exchange", partial(informed, exchange=EXCHANGE_BELOW)),
    "search": lambda: Follower("search", searched),
    "rule-card": lambda: Follower("rule-card", by_rule_card),
    "convention": lambda: Follower("convention", partial(by_convention, samples=0)),
    "convention-search": lambda: Follower("convention-search", by_convention),
    "advised": lambda: Follower("advised", advise),
}
