"""Players: random; honest and careful; by belief; and a bluffer. All choose from views alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

import numpy as np

from deduce.games.base import Player
from deduce.players import RandomPlayer
from deduce.rulebook import View
from deduce.worlds.base import Floats
from deduce_models.enigma.advice.advice import decision
from deduce_models.enigma.advice.doubters import entitled, plain_rooms
from deduce_models.enigma.advice.equilibrium import LocalEquilibrium, local_equilibrium
from deduce_models.enigma.advice.expectimax import Decision
from deduce_models.enigma.advice.fitted import usual_cost, usual_gains
from deduce_models.enigma.belief.draws import Draws
from deduce_models.enigma.belief.habits import lookers
from deduce_models.enigma.belief.lying import EXPECTED, LieModel
from deduce_models.enigma.players.careful import Careful
from deduce_models.enigma.rules.events import HIDDEN
from deduce_models.enigma.rules.moves import EnigmaMove, Kind
from deduce_models.enigma.rules.views import EnigmaView, seen


class Believing:
    """Does what advice says, expecting a named model of lying of the others; see `advice`."""

    def __init__(self, model: LieModel = EXPECTED, *, name: str = "belief") -> None:
        self.model = model
        self.name = name

    def choose(self, view: View | EnigmaView, rng: random.Random) -> EnigmaMove:
        """One of `view.moves`. The same view and state of `rng` give the same move."""
        view = seen(view)
        return view.moves[0] if len(view.moves) == 1 else self.decision(view, rng).best()

    def decision(self, view: View | EnigmaView, rng: random.Random) -> Decision:
        """The decision with the value of every move."""
        return decision(view, rng, self.model)


class Bluffing(Believing):
    """As `Believing`, but claims and doubts are drawn from the local equilibrium.

    Its lies are as many as leave the best doubter with the public belief nothing to gain or lose by checking.
    """

    def __init__(self, model: LieModel = EXPECTED, *, name: str = "bluff") -> None:
        super().__init__(model, name=name)

    def choose(self, view: View | EnigmaView, rng: random.Random) -> EnigmaMove:
        """One of `view.moves`."""
        view = seen(view)
        if len(view.moves) == 1:
            return view.moves[0]
        kind = view.moves[0].kind
        if kind is Kind.CLAIM:
            return self._claim(view, rng)
        if kind in (Kind.TRUST, Kind.DOUBT):
            return self._doubt(view, rng)
        return super().choose(view, rng)

    def _claim(self, view: EnigmaView, rng: random.Random) -> EnigmaMove:
        decision = self.decision(view, rng)
        mine = decision.worlds.cells[view.at]
        # Which card it is may be unknown too, where the extra naming brings no look.
        card = rng.choices(range(len(mine)), mine.tolist())[0]
        cost = max(0.01, decision.base - decision.silenced(decision.now.setting, ends=True))
        gains = decision.effects.gains(view.at)
        allowed = np.zeros(len(mine))
        for move in view.moves:
            allowed[move.what] = 1.0
        known = found_out(view, decision.worlds)
        play = claiming(view, self.model, gains, cost, known=known, allowed=allowed, rng=rng)
        chances = play.claims[card] * allowed
        if chances.sum() <= 0:
            return decision.best()
        room = rng.choices(range(len(mine)), chances.tolist())[0]
        return next(move for move in view.moves if move.what == room)

    def _doubt(self, view: EnigmaView, rng: random.Random) -> EnigmaMove:
        doubt = next(move for move in view.moves if move.kind is Kind.DOUBT)
        trust = next(move for move in view.moves if move.kind is Kind.TRUST)
        mask = plain_rooms(view)[view.at]
        if not mask >> view.room & 1:
            return doubt
        if mask == 1 << view.room:
            return trust
        usual = usual_gains(view.setup.parts.room_names)
        play = claiming(view, self.model, usual, usual_cost(), rng=rng)
        # All who may doubt share the rate between them.
        each = 1 - (1 - play.doubts[view.room]) ** (1 / len(entitled(view)))
        return doubt if rng.random() < each else trust


def claiming(
    view: EnigmaView,
    model: LieModel,
    gains: Floats,
    cost: float,
    *,
    known: Floats | None = None,
    allowed: Floats | None = None,
    rng: random.Random,
) -> LocalEquilibrium:
    """The local equilibrium of the naming under way, for a doubter with the public belief."""
    public = public_view(view)
    chances = Draws(public, model, 1, rng).cells[view.at]
    chances = chances / chances.sum()
    # An effect that harms more than being caught would need no doubt to keep anybody from it.
    gains = np.maximum(gains, -0.9 * cost)
    return local_equilibrium(chances, gains, silence=cost, catch=cost, known=known, allowed=allowed)


def public_view(view: EnigmaView) -> EnigmaView:
    """What everybody sees, made from what one seat sees."""
    log, cards = tuple(event.masked(0) for event in view.log), (HIDDEN,) * len(view.cards)
    return view._replace(seat=0, cards=cards, doubters=HIDDEN, log=log, moves=())


def found_out(view: EnigmaView, worlds: Draws) -> Floats:
    """For each room the chance that somebody who may doubt knows a lie in its name, shape (rooms,).

    Who has looked where is public; what it saw there is as likely as this seat believes.
    """
    looked = lookers(view.setup, view.log)
    unaware = np.ones(view.setup.cells)
    for seat in entitled(view):
        if looked[view.at] >> seat & 1:
            return np.ones(view.setup.cells)
        aware = sum(
            worlds.cells[at] for at in range(view.setup.cells) if looked[at] >> seat & 1 and at != view.at
        )
        unaware = unaware * (1 - np.minimum(1.0, aware))
    found: Floats = 1 - unaware
    return found


PLAYERS: Mapping[str, Callable[[], Player]] = {
    "random": RandomPlayer,
    "careful": Careful,
    "belief": Believing,
    "bluff": Bluffing,
}
