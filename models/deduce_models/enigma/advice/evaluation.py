"""What a position is worth to a seat: how far its mission is, and from that its chance of winning.

How far the mission is comes from worlds drawn from the belief: the chance that the best attempt made now succeeds, and
the mean chance of the best guess for each card it needs. Both are also found for every card that a further look may
show, so that a look is valued by what it may tell. The chance of winning is a logistic function of these, of the
tokens, the turns left and of what everybody knows of the rivals; its weights are fitted to games
(`benchmarks/enigma_evaluation.py`), not set by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from deduce.worlds.base import Floats
from deduce_models.enigma.advice.fitted import weights
from deduce_models.enigma.belief.draws import Draws
from deduce_models.enigma.belief.habits import lookers
from deduce_models.enigma.components.parts import CHAOS, DECRYPTION, Character
from deduce_models.enigma.rules.setup import bits
from deduce_models.enigma.rules.views import EnigmaView

FEATURES = {
    "mission": (
        *("one", "a second turn", "a third turn", "chance", "guess", "token", "chance and token"),
        *("guess and a second turn", "rivals", "rivals know", "rivals' turns", "rivals' tokens"),
        *("calls", "accuses"),
    ),
    "Saboteur": ("one", "silenced", "rounds", "rivals", "rivals know", "rivals' turns", "rivals' tokens"),
    "Ghost": (
        "one",
        "a second turn",
        "a third turn",
        "rivals",
        "rivals know",
        "rivals' turns",
        "rivals' tokens",
    ),
}
"""What the logistic functions weigh, by the kind of Character."""


HARMLESS = 0.9
"""How much less a rival counts that does anything: it wins a game in thirty."""


SEEN = 0.6
"""How much of the mission that names a Character is done with one seen whose player has no Chaos yet."""


class PublicPosition(NamedTuple):
    """What is public of a position.

    The turns this seat still begins (a silenced one is lost), rounds still to come, rivals in the game, and as means
    over them the cards each has seen, the turns each still has and the tokens each holds. A rival that does anything
    hardly counts.
    """

    turns: float
    rounds: float
    silenced: bool
    rivals: float
    known: float
    rival_turns: float
    rival_tokens: float


def _turns(view: EnigmaView, seat: int) -> int:
    """The turns `seat` still begins before time runs out, the present one not counted."""
    place = (seat - view.setup.keeper) % view.seats
    now = (view.turn - view.setup.keeper) % view.seats
    return view.setup.last_time - 1 - view.time + (place > now)


def setting_of(view: EnigmaView, plain: Mapping[int, float]) -> PublicPosition:
    """The public part of a position, for the seat of `view`; `plain` has the chances that rivals do anything."""
    rivals = [seat for seat in range(1, view.seats + 1) if seat != view.seat and not view.out >> seat & 1]
    seen, up = lookers(view.setup, view.log), view.up
    number = max(1, len(rivals))
    threat = {seat: 1 - HARMLESS * plain.get(seat, 0.0) for seat in rivals}
    known = sum(
        threat[seat] * ((mask >> seat | up >> cell) & 1)
        for seat in rivals
        for cell, mask in enumerate(seen)
    )
    turns = sum(threat[seat] * max(0, _turns(view, seat) - (view.silent >> seat & 1)) for seat in rivals)
    tokens = sum(threat[seat] * ((view.chaos >> seat & 1) + (view.keys >> seat & 1)) for seat in rivals)
    silenced = bool(view.silent >> view.seat & 1)
    # Silence held on one's own turn is returned at its end and costs no further turn.
    own = _turns(view, view.seat) - (silenced and view.turn != view.seat)
    rounds = view.setup.last_time - 1 - view.time
    return PublicPosition(
        own, rounds, silenced, sum(threat.values()), known / number, turns / number, tokens / number
    )


@dataclass(frozen=True, slots=True)
class MissionProgress:
    """How far a Character's mission is.

    `chance` of the best attempt, tokens left aside; `guess` the mean chance of the best guess for each card; `chances`
    and `guesses` the same after a look at each position that shows each room, shape (positions, rooms), and `seen` how
    likely it does.
    """

    chance: float
    guess: float
    seen: Floats
    chances: Floats
    guesses: Floats


def progress(worlds: Draws, card: int, *, ahead: bool = True) -> MissionProgress:
    """The progress of the mission of character `card` in `worlds`; without `ahead` no look is considered."""
    view, n = worlds.view, worlds.view.setup.cells
    person = view.setup.parts.characters[card]
    nothing = np.zeros((n, n))
    if not person.rooms:
        return MissionProgress(0.0, 0.0, worlds.cells, nothing, nothing)
    shown = {room for room in view.open if room >= 0}
    needed = [room for room in bits(person.rooms) if room not in shown]
    if person.calls:
        return _calling(worlds, person, needed, ahead=ahead)
    if not needed:
        return MissionProgress(1.0, 1.0, worlds.cells, nothing + 1, nothing + 1)
    size, places = len(worlds.present), worlds.places.astype(np.int64)
    # One number for each way the rooms needed may lie; only those that were drawn.
    code = np.unique(sum(places[:, room] * n**k for k, room in enumerate(needed)), return_inverse=True)[
        1
    ].ravel()
    chance = float(np.bincount(code).max()) / size
    best = [float(worlds.cells[:, room].max()) for room in needed]
    if not ahead:
        return MissionProgress(chance, sum(best) / len(best), worlds.cells, nothing, nothing)
    chances, guesses = np.zeros((n, n)), np.zeros((n, n))
    codes, number = int(code.max()) + 1, len(needed)
    for at in range(n):
        if view.open[at] >= 0:
            continue
        seen = worlds.present[:, at].astype(np.int64)
        counts = np.maximum(1, np.bincount(seen, minlength=n))
        chances[at] = (
            np.bincount(seen * codes + code, minlength=n * codes).reshape(n, -1).max(axis=1) / counts
        )
        for room in needed:
            pairs = np.bincount(seen * n + places[:, room], minlength=n * n).reshape(n, n)
            guesses[at] += pairs.max(axis=1) / counts / number
    return MissionProgress(chance, sum(best) / number, worlds.cells, chances, guesses)


def _calling(worlds: Draws, person: Character, needed: list[int], *, ahead: bool) -> MissionProgress:
    """For the mission that names further cards: the product of the surest guesses, as if they were independent."""
    view, n = worlds.view, worlds.view.setup.cells
    down = [at for at in range(n) if view.open[at] < 0]
    calls = min(person.calls, len(down) - len(needed))

    def together(chances: Floats) -> tuple[Floats, Floats]:
        """Of chances (..., positions, rooms): the product and the mean of the surest guesses."""
        tops = np.sort(chances[..., down, :].max(axis=-1), axis=-1)[..., len(down) - calls - len(needed) :]
        firsts = [chances[..., down, room].max(axis=-1) for room in needed]
        # The mission's own room is among the surest or takes the place of the least sure.
        for first in firsts:
            tops[..., 0] = np.minimum(tops[..., 0], first) if tops.shape[-1] else 1.0
        if not tops.shape[-1]:
            return np.ones(chances.shape[:-2]), np.ones(chances.shape[:-2])
        return tops.prod(axis=-1), tops.mean(axis=-1)

    chance, guess = together(worlds.cells)
    if not ahead:
        return MissionProgress(
            float(chance), float(guess), worlds.cells, np.zeros((n, n)), np.zeros((n, n))
        )
    pairs = np.zeros((n, n, n, n))
    present = worlds.present.astype(np.int64)
    for one in range(n):
        for two in range(n):
            key = present[:, one] * n + present[:, two]
            pairs[one, :, two, :] = np.bincount(key, minlength=n * n).reshape(n, n)
    counts = np.maximum(1, pairs[:, :, 0, :].sum(axis=-1))
    chances, guesses = together(pairs / counts[:, :, None, None])
    return MissionProgress(float(chance), float(guess), worlds.cells, chances, guesses)


def kind_of(person: Character) -> str:
    """Which of the logistic functions is meant for a Character."""
    return "mission" if person.rooms else "Ghost" if person.name == "Ghost" else "Saboteur"


def features(
    person: Character, setting: PublicPosition, chance: float, guess: float, ready: bool
) -> tuple[str, Floats]:
    """The kind of logistic function, and the features, shape (features,)."""
    kind = kind_of(person)
    public = (setting.rivals / 4, setting.known / 9, setting.rival_turns / 4, setting.rival_tokens / 2)
    if kind == "Saboteur":
        return kind, np.array([1.0, setting.silenced, setting.rounds / 4, *public])
    turns = (1.0, setting.turns >= 2, setting.turns >= 3)
    if kind == "Ghost":
        return kind, np.array([*turns, *public])
    own = (chance, guess, ready, chance * ready, guess * turns[1])
    return kind, np.array([*turns, *own, *public, person.calls > 0, person.accuses])


def _line(person: Character, setting: PublicPosition, ready: bool) -> tuple[float, float, float]:
    """The logit for one setting as a constant and what `chance` and `guess` add for each unit."""
    ends = [features(person, setting, chance, guess, ready) for chance, guess in ((0, 0), (1, 0), (0, 1))]
    one, by_chance, by_guess = (float(weights(kind, FEATURES[kind]) @ each) for kind, each in ends)
    return one, by_chance - one, by_guess - one


class Outlook:
    """A seat's chance of winning, and what changes it: made once a decision from a view and its worlds.

    `card` is the Character it is made for, `borrowed` one that another hand holds: then no look is considered.
    """

    def __init__(self, worlds: Draws, card: int, *, borrowed: bool = False) -> None:
        self.worlds, self.view, self.setup = worlds, worlds.view, worlds.view.setup
        self.card, self.seat = card, worlds.view.seat
        self.person = self.setup.parts.characters[card]
        self.kind = kind_of(self.person)
        self.setting = setting_of(self.view, worlds.plain)
        self.progress = progress(worlds, card, ahead=not borrowed)
        view = self.view
        self.tokens = (view.chaos >> self.seat & 1) * CHAOS | (view.keys >> self.seat & 1) * DECRYPTION
        self.accused = self.accusation(worlds.people) if self.person.accuses else 1.0
        self.acting = view.turn == self.seat and not self.setting.silenced
        self._lines: dict[
            PublicPosition, tuple[tuple[float, float, float], tuple[float, float, float]]
        ] = {}

    def accusation(self, chances: Floats) -> float:
        """The chance of naming the Character of a seat with Chaos rightly, 0 when there is none."""
        able = bits(self.view.chaos & ~self.view.out & ~(1 << self.seat))
        return max((float(chances[self.view.held[seat - 1]].max()) for seat in able), default=0.0)

    def guessed(self, seats: Iterable[int]) -> float:
        """The chance of the surest guess at a Character of one of `seats`, 0 for none of them."""
        people, held = self.worlds.people, self.view.held
        return max((float(people[held[seat - 1]].max()) for seat in seats), default=0.0)

    def seen_later(self, setting: PublicPosition) -> float:
        """What it is worth to know for certain the Character of a rival that has no Chaos yet."""
        return float(self.wait(self.progress.chance * SEEN, self.progress.guess, True, setting))

    def ready(self, tokens: int, accused: float | None = None) -> bool:
        """Whether the mission may be tried with these tokens."""
        need = self.person.token
        if need == "D":
            return bool(tokens & DECRYPTION)
        if need == "C":
            return bool(tokens & CHAOS)
        sure = self.accused if accused is None else accused
        return not (need == "no C" and tokens & CHAOS) and (not self.person.accuses or sure > 0)

    def wait(
        self,
        chance: Floats | float,
        guess: Floats | float,
        ready: bool,
        setting: PublicPosition | None = None,
    ) -> Floats:
        """The chance of winning from the end of this turn on."""
        now = self.setting if setting is None else setting
        if now.turns < 1 and self.kind != "Saboteur":
            return np.zeros(np.shape(chance))
        if now not in self._lines:
            made = [_line(self.person, now, each) for each in (False, True)]
            self._lines[now] = (made[0], made[1])
        one, by_chance, by_guess = self._lines[now][ready]
        found: Floats = 1 / (1 + np.exp(-(one + by_chance * chance + by_guess * guess)))
        return found

    def here(
        self,
        chance: Floats | float | None = None,
        guess: Floats | float | None = None,
        tokens: int | None = None,
        setting: PublicPosition | None = None,
        *,
        accused: float | None = None,
    ) -> Floats:
        """As `wait`, or the chance of the mission where it may be tried now and that is more."""
        chance = self.progress.chance if chance is None else chance
        guess = self.progress.guess if guess is None else guess
        sure = self.accused if accused is None else accused
        ready = self.ready(self.tokens if tokens is None else tokens, accused)
        total = chance * (sure if self.person.accuses else 1.0)
        waiting = self.wait(total, guess, ready, setting)
        return np.maximum(waiting, total) if self.acting and ready else waiting


def outlook_of(worlds: Draws) -> Outlook:
    """The outlook of the seat of the worlds' view, as the Character it holds."""
    return Outlook(worlds, worlds.view.mine)
