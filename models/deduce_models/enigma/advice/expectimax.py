"""One-ply expectimax: every option of a seat, the doubts it meets, and what the position is then worth.

Worlds are drawn once a decision from the exact belief and shared by all options (common random numbers). A claim is
followed through the doubts: in each world every other seat is asked by its own view of that world (`doubters`), never
by the world. Whatever no doubt can meet is valued by what this seat would then know and hold (`standing`). Further
decisions, of this seat or others, are not searched; what a chosen effect makes possible is valued at its best use.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from copy import copy
from functools import cached_property
from typing import NamedTuple

import numpy as np

from deduce.ground.logits import straightened
from deduce.worlds.base import Floats
from deduce_models.enigma.advice.doubters import OpponentModel, doubt_chances, entitled, somebody
from deduce_models.enigma.advice.effects import Effects, looks_by_card, rivals_up
from deduce_models.enigma.advice.evaluation import Outlook, PublicPosition, outlook_of
from deduce_models.enigma.advice.fitted import STRAIGHT, usual_lies, weights
from deduce_models.enigma.advice.move_values import VALUES
from deduce_models.enigma.belief.draws import Draws
from deduce_models.enigma.belief.lying import LieModel
from deduce_models.enigma.components.parts import DECRYPTION
from deduce_models.enigma.rules.moves import EnigmaMove, Kind
from deduce_models.enigma.rules.phases import CALLING, DONE
from deduce_models.enigma.rules.setup import bits
from deduce_models.enigma.rules.views import EnigmaView, Position

WORLDS = 1024
"""Worlds for chances."""
FEWER = 384
"""Worlds for chances on another seat's turn."""
FEWEST = 48
"""Worlds for chances under the shortest time limit."""
LEARNED = 0.04
"""What it is worth for each round to come to learn whether a rival says anything, as a chance of winning, for each
unit of ``p (1 - p)``: a check tells of the claimant as well as of the card, and later doubts go by it. Set by play
against players that do anything, and against honest ones, on deals that no figure of the page uses."""
IMAGINED = 12
"""Worlds played through the doubts, complete with everybody's views."""


def more(worth: Floats, gain: Floats | float, base: float) -> Floats:
    """`worth` with something that adds `gain` to `base`.

    The same part of what is missing to certainty; where `gain` is a loss the same part of what there is.
    """
    up = worth + np.maximum(0.0, 1 - worth) * gain / max(1 - base, 1e-9)
    down = worth * np.maximum(0.0, 1 + np.asarray(gain) / max(base, 1e-9))
    found: Floats = np.where(np.asarray(gain) >= 0, up, down)
    return found


class MissionPlan(NamedTuple):
    """A way through a mission: which card is where, the chance that all of it is right, and that trusting nobody."""

    steps: tuple[tuple[int, int], ...]
    chance: float
    proven: float


Values = Mapping[EnigmaMove, float]


class Decision:
    """One decision of the seat of `view`: `values` has the worth of every move, as chances of winning.

    `effort` (at most 1) makes the samples smaller in proportion; `card` is the Character held where the view does not
    tell it, `worlds` those of another decision in the same view. Costs some milliseconds.
    """

    def __init__(
        self,
        view: EnigmaView,
        model: LieModel,
        rng: random.Random,
        *,
        effort: float = 1.0,
        card: int | None = None,
        worlds: Draws | None = None,
    ) -> None:
        self.view: EnigmaView = view
        self.setup, self.model, self.rng = view.setup, model, rng
        size = FEWER if view.turn != view.seat else WORLDS
        self._imagined = max(2, round(IMAGINED * effort))
        self.worlds: Draws = worlds or Draws(view, model, max(FEWEST, round(size * effort)), rng)
        self.now: Outlook = outlook_of(self.worlds) if card is None else Outlook(self.worlds, card)
        self.base: float = float(self.now.here())

    @cached_property
    def habits(self) -> OpponentModel:
        """How others lie and doubt, by the log and by what this seat has seen through."""
        return OpponentModel(self.setup, self.view.log, self.model, self.worlds.cells, self.view.seat)

    @cached_property
    def repute(self) -> OpponentModel:
        """The same by the public log alone: what others may think of this seat."""
        return OpponentModel(self.setup, self.view.log, self.model, claimant=self.view.turn)

    @cached_property
    def effects(self) -> Effects:
        """What the effects are worth."""
        return Effects(self.now)

    @cached_property
    def imagined(self) -> list[Position]:
        """Complete positions with this view."""
        return self.worlds.states(self._imagined, self.rng)

    @cached_property
    def lures(self) -> Floats:
        """How lies of others are likely shared out among the rooms, as in games."""
        return usual_lies(self.setup.parts.room_names)

    @cached_property
    def values(self) -> Values:
        """Every legal move and its worth."""
        return {move: VALUES[move.kind](self, move) for move in self.view.moves}

    def ranked(self) -> list[EnigmaMove]:
        """The legal moves, the highest value first; chance breaks ties, but a mission is what all else is for."""
        ties = {move: (move.kind is not Kind.MISSION, self.rng.random()) for move in self.view.moves}
        return sorted(self.view.moves, key=lambda move: (-round(self.values[move], 9), ties[move]))

    def best(self) -> EnigmaMove:
        """The move of the highest value."""
        return self.ranked()[0]

    # What being silenced means.

    def silenced(self, setting: PublicPosition, *, ends: bool) -> float:
        """The worth of this seat's position with Silence; `ends` says that its turn is over at once."""
        later = setting._replace(turns=max(0, setting.turns - 1), silenced=True)
        if not ends:
            return float(self.now.here(None, None, None, later))
        progress = self.now.progress
        total = progress.chance * (self.now.accused if self.now.person.accuses else 1.0)
        return float(self.now.wait(total, progress.guess, self.now.ready(self.now.tokens), later))

    # Claims.

    @cached_property
    def met(self) -> list[tuple[int, Floats]]:
        """For each imagined world the card named, and for each claim the chance of a doubt, shape (seats, rooms)."""
        found = []
        for state in self.imagined:
            chances = [
                doubt_chances(state.view(seat), self.view.at, self.view.turn, self.repute, self.lures)
                for seat in entitled(self.view)
            ]
            found.append((state.cells[self.view.at], np.array(chances).reshape(-1, self.setup.cells)))
        return found

    @cached_property
    def minded(self) -> Floats:
        """For each seat that may doubt the chance that it minds what it knows, shape (seats,)."""
        return np.array([1 - self.worlds.plain.get(seat, 0.0) for seat in entitled(self.view)])

    def doubted(self, move: EnigmaMove) -> float:
        """The chance that somebody doubts a claim, over the imagined worlds."""
        return float(np.mean([somebody(chances[:, move.what], self.minded) for _, chances in self.met]))

    def _ways(self, room: int) -> tuple[float, float, float]:
        """What a claim is worth where nobody doubts it, where somebody does and it is true, and where it is false."""
        at, setting = self.view.at, self.now.setting
        free = self.effects.value(room, at, setting)
        checked = self.effects.value(room, at, rivals_up(setting, known=setting.rivals, turns=-1.0))
        return free, checked, self.silenced(rivals_up(setting, known=1.0), ends=True)

    def claim_parts(self, move: EnigmaMove) -> tuple[float, float]:
        """What a claim is worth where nobody doubts it, and where somebody does: silenced, or rid of the doubter."""
        free, checked, caught = self._ways(move.what)
        true = float(self.worlds.cells[self.view.at, move.what])
        return float(free), float(true * checked + (1 - true) * caught)

    def claim_error(self, move: EnigmaMove) -> float:
        """The standard error of a claim's value, which is a mean over imagined worlds."""
        values = self._claimed(move)
        return float(np.std(values) / np.sqrt(len(values)))

    def claim(self, move: EnigmaMove) -> float:
        """A claim: through every imagined world, doubted or not."""
        return float(np.mean(self._claimed(move)))

    def _claimed(self, move: EnigmaMove) -> list[float]:
        """The value of a claim in every imagined world."""
        free, checked, caught = self._ways(room := move.what)
        found = []
        for card, chances in self.met:
            doubted = somebody(chances[:, room], self.minded)
            found.append(doubted * (checked if card == room else caught) + (1 - doubted) * free)
        return found

    def naming(self, at: int, effects: Effects | None = None, *, unseen: bool = False) -> float:
        """What a look at `at` and the naming after it are worth, over the cards it may show.

        A naming is compulsory: the truth or the best lie, whichever is more, even where both lose something.
        `effects` are those of another position in this one's place; `unseen`: the card is named without a look.
        """
        effects = effects or self.effects
        base = float(effects.now.here())
        worths = np.full(self.setup.cells, base) if unseen else looks_by_card(effects.now)[at]
        gains, often = effects.gains(at), self._usually_doubted
        caught = min(1.0, self.silenced(self.now.setting, ends=True) / max(self.base, 1e-9))
        best = float(gains[self._claimable].max(initial=-1.0))
        lie = (1 - often) * more(worths, best, base) + often * caught * worths
        return float(self.worlds.cells[at] @ np.maximum(more(worths, gains, base), lie))

    def after_spending(self) -> float:
        """The worth of an extra naming at the price of the token; before the standard action there is another."""
        spent = copy(self.now)
        spent.tokens &= ~DECRYPTION
        effects, base, up = Effects(spent), float(spent.here()), bits(self.view.up)
        down = [at for at in range(self.setup.cells) if self.view.open[at] < 0]
        best = [self.naming(at, effects) for at in down]
        if self.setup.extra_face_up:
            best += [effects.value(self.view.open[at], at) for at in up]
        gain = max(best, default=base) - base
        return base + gain if self.view.stage & DONE else float(more(np.array(base + gain), gain, base))

    @cached_property
    def _claimable(self) -> list[int]:
        """The rooms that may be claimed, true or not."""
        shown = () if self.setup.claim_face_up else self.view.open
        return [room for room in range(self.setup.cells) if room not in shown]

    @cached_property
    def _usually_doubted(self) -> float:
        """The chance that somebody doubts, by the log alone."""
        quiet = 1.0
        for seat in entitled(self.view):
            quiet *= 1 - min(0.9, self.habits.doubts[seat])
        return 1 - quiet

    # Doubts.

    def lie_chance(self) -> float:
        """The chance that the claim under way is a lie, by this seat's belief and the claimant's record."""
        view, lie = self.view, self.worlds.lie
        if lie is not None:
            # Beliefs about the card lean on claims themselves, so both ends are less sure than they seem.
            # What is counted of a person needs no such line, nor does what a plain one says.
            minded = max(0.0, 1 - self.worlds.plain.get(view.turn, 0.0) - self.habits.own(view.turn))
            return minded * straightened(lie, *weights("lie", STRAIGHT).tolist()) + (1 - minded) * lie
        return self.habits.by_habit(view.turn, view.room, self.worlds.cells[view.at], self.lures)

    @cached_property
    def doubting(self) -> tuple[float, float]:
        """What trusting and doubting the claim under way are worth.

        Others doubt as often as they have before: a public rate, so that nothing of this seat's knowledge is in it.
        """
        view, setting = self.view, self.now.setting
        lie = self.lie_chance()
        name = self.setup.parts.room_names[view.room]
        done = self._after_rival(name, setting)
        ahead, behind = self._others_doubt()
        exposed = rivals_up(setting, turns=-1.0)
        caught = float(self.now.here(None, None, None, exposed))
        seen = self._seeing(view.at, exposed)
        other = float(self.now.here(None, None, None, rivals_up(setting, turns=-1.0, known=1.0)))
        me = self.silenced(rivals_up(setting, known=1.0), ends=False)
        free = float(self.now.here(None, None, None, done))
        loss = free - float(self.now.here(None, None, None, setting))
        someone = 1 - (1 - ahead) * (1 - behind)
        trust = lie * (someone * caught + (1 - someone) * free)
        trust += (1 - lie) * (someone * (other + loss) + (1 - someone) * free)
        doubt = lie * (ahead * caught + (1 - ahead) * seen)
        doubt += (1 - lie) * (ahead * (other + loss) + (1 - ahead) * (me + loss))
        doubt += self._learned_of(view.turn)
        return max(0.0, trust), max(0.0, doubt)

    def _learned_of(self, seat: int) -> float:
        """What is worth knowing about `seat` itself, which a check of its claim tells something of."""
        anything = self.worlds.plain.get(seat, 0.0)
        return LEARNED * anything * (1 - anything) * self.now.setting.rounds

    def _seeing(self, at: int, setting: PublicPosition) -> float:
        """The worth of having seen the card at `at`."""
        if self.view.open[at] >= 0:
            return float(self.now.here(None, None, None, setting))
        return float(self.effects.looks(setting)[at])

    def _others_doubt(self) -> tuple[float, float]:
        """The chances that somebody nearer to the claimant doubts, and somebody farther."""
        able = entitled(self.view)
        place = able.index(self.view.seat)
        if len(able) == 1:
            return 0.0, 0.0
        chances = [self.habits.doubts[seat] * 0.5 for seat in able]
        near = 1 - float(np.prod([1 - p for p in chances[:place]]))
        far = 1 - float(np.prod([1 - p for p in chances[place + 1 :]]))
        return near, far

    def _after_rival(self, name: str, setting: PublicPosition) -> PublicPosition:
        """The setting after the claimant has had the effect called `name`."""
        chaos = self.view.chaos >> self.view.turn & 1
        if name == "Library":
            return rivals_up(setting, known=1.0, tokens=0.7)
        if (name == "Code" and chaos) or (name == "Command" and not chaos):
            return rivals_up(setting, known=1.0)
        if name in ("Radio", "Tome"):
            after = rivals_up(setting, known=float(setting.rivals))
            if name == "Tome":
                after = after._replace(turns=max(0, after.turns - 1), rounds=max(0, after.rounds - 1))
                after = rivals_up(after, turns=-float(after.rivals))
            return after
        if name == "Bombe":
            return rivals_up(setting, tokens=-1.0 if chaos else 1.0)
        if name == "Phantom":
            return rivals_up(setting, tokens=-1.0 if chaos else 1.0)
        if name == "Machine":
            return rivals_up(setting, known=-1.0, turns=float(setting.rivals))._replace(
                turns=setting.turns + 1, rounds=setting.rounds + 1
            )
        return setting

    # Missions.

    @cached_property
    def plan(self) -> MissionPlan:
        """The likeliest way through the mission: the best joint guess of the drawn worlds, with its exact chance."""
        person = self.now.person
        shown = {room for room in self.view.open if room >= 0}
        needed = [room for room in bits(person.rooms) if room not in shown]
        guesses, counts = np.unique(self.worlds.places[:, needed], axis=0, return_counts=True)
        best = guesses[counts.argmax()].tolist()
        steps = list(zip(best, needed, strict=True))
        return self._through(steps, self._calls(len(best)))

    def _calls(self, revealed: int) -> int:
        """How many cards are to be named after `revealed` more lie face up."""
        down = sum(room < 0 for room in self.view.open) - revealed
        return self.view.aux if self.view.phase == CALLING else min(self.now.person.calls, down)

    def _through(self, steps: list[tuple[int, int]], calls: int) -> MissionPlan:
        """The plan that begins with `steps`, so many of the surest calls after them."""
        soft, hard = self.worlds.soft, self.worlds.hard
        for at, room in steps:
            soft, hard = soft.restrict(at, 1 << room), hard.restrict(at, 1 << room)
        used = [at for at, _ in steps]
        down = [at for at in range(self.setup.cells) if self.view.open[at] < 0 and at not in used]
        for _ in range(calls):
            chances = soft.marginals()[down]
            place, room = divmod(int(chances.argmax()), self.setup.cells)
            at = down.pop(place)
            steps.append((at, room))
            soft, hard = soft.restrict(at, 1 << room), hard.restrict(at, 1 << room)
        by_belief = soft.total / self.worlds.soft.total
        by_proof = hard.total / self.worlds.hard.total
        if self.now.person.accuses:
            by_belief *= self.now.accused
            by_proof *= self.now.accusation(self.worlds.proven_people)
        return MissionPlan(tuple(steps), min(1.0, by_belief), min(1.0, by_proof))

    def call(self, move: EnigmaMove) -> float:
        """The chance that the mission succeeds if this card is named first and then the surest ones."""
        if self.worlds.cells[move.at, move.what] <= 0:
            return 0.0
        return self._through([(move.at, move.what)], self._calls(0) - 1).chance

    def attempt(self) -> float:
        """The chance that the mission succeeds if tried now."""
        return self.plan.chance if self.now.person.rooms else 0.0

    def left_turn(self) -> float:
        """What it is worth to end the turn here."""
        progress, now = self.now.progress, self.now
        total = progress.chance * (now.accused if now.person.accuses else 1.0)
        return float(now.wait(total, progress.guess, now.ready(now.tokens)))
