"""Players: random; honest and careful; by belief; and a bluffer. All choose from views alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from deduce.games.base import Player
from deduce.players import RandomPlayer
from deduce_models.enigma.advice import CATCH, SILENCE, Situation, advise
from deduce_models.enigma.belief import MODELS
from deduce_models.enigma.layouts import follow
from deduce_models.enigma.moves import EnigmaMove, Kind
from deduce_models.enigma.resample import evidence_of
from deduce_models.enigma.views import EnigmaView

__all__ = ["PLAYERS", "Advised", "Bluffing", "Careful"]


class Careful:
    """Names what it saw, doubts only what it knows to be a lie, and tries its mission only when all is proven."""

    name = "careful"

    def choose(self, view: EnigmaView, rng: random.Random) -> EnigmaMove:
        """One of `view.moves`."""
        moves = {move.kind: move for move in view.moves}
        known = follow(view.setup.cells, evidence_of(view)).marginals()
        if Kind.DOUBT in moves:
            return moves[Kind.DOUBT if known[view.at, view.room] == 0 else Kind.TRUST]
        if Kind.CLAIM in moves:
            return max(view.moves, key=lambda move: float(known[view.at, move.what]))
        if Kind.MISSION in moves:
            plan = Situation(view, MODELS["honest"]).plan()
            if plan is not None and plan.hard >= 1 - 1e-9:
                return moves[Kind.MISSION]
        if Kind.PEEK in moves and Kind.CLAIM not in moves:
            looks = [move for move in view.moves if move.kind is Kind.PEEK]
            return max(looks, key=lambda move: (round(1 - float(known[move.at].max()), 9), rng.random()))
        ranked = advise(view, rng=rng.getrandbits(32))
        kept = [each.move for each in ranked if each.move.kind not in (Kind.MISSION, Kind.SPEND)]
        return kept[0] if kept else ranked[0].move


class Advised:
    """Plays the advice: the best move by the exact soft belief under a named lie model."""

    def __init__(self, model: str = "honest", *, name: str = "belief") -> None:
        self.model, self.name = model, name

    def choose(self, view: EnigmaView, rng: random.Random) -> EnigmaMove:
        """One of `view.moves`."""
        return advise(view, rng=rng.getrandbits(32), model=self.model)[0].move


class Bluffing:
    """As `Advised`, but lies at the rate that makes a doubter indifferent, about a room whose effect it wants."""

    name = "bluff"

    def choose(self, view: EnigmaView, rng: random.Random) -> EnigmaMove:
        """One of `view.moves`."""
        ranked = advise(view, rng=rng.getrandbits(32), model="honest")
        if view.moves[0].kind is not Kind.CLAIM:
            return ranked[0].move
        lies = [each for each in ranked if not each.details["truth"]]
        truths = [each for each in ranked if each.details["truth"]]
        rate = SILENCE / (SILENCE + CATCH) if lies else 0.0
        return (lies if not truths or rng.random() < rate else truths)[0].move


PLAYERS: Mapping[str, Callable[[], Player]] = {
    "random": RandomPlayer,
    "careful": Careful,
    "belief": Advised,
    "bluff": Bluffing,
}
