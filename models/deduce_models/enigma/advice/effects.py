"""What each room's effect is worth to the seat on turn: its chance of winning after it, put to its best use.

What the seat itself gains comes from its worlds; how much rivals learn meanwhile are estimates of ours.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from deduce.worlds.base import Floats
from deduce_models.enigma.advice.evaluation import Outlook, PublicPosition, kind_of
from deduce_models.enigma.components.parts import CHAOS, DECRYPTION
from deduce_models.enigma.rules.events import What
from deduce_models.enigma.rules.setup import bits

ENOUGH = 0.05
"""Taken off a further shuffle of the Enigma Machine after as many as there are players, so that games end."""


def rivals_up(
    setting: PublicPosition, *, known: float = 0.0, turns: float = 0.0, tokens: float = 0.0
) -> PublicPosition:
    """The setting after rivals together gained so many known cards, turns and tokens."""
    number = max(1, setting.rivals)
    return setting._replace(
        known=min(9.0, setting.known + known / number),
        rival_turns=max(0.0, setting.rival_turns + turns / number),
        rival_tokens=max(0.0, setting.rival_tokens + tokens / number),
    )


def looks_by_card(now: Outlook, setting: PublicPosition | None = None, *, icons: bool = False) -> Floats:
    """What a look is worth that shows a room, shape (positions, rooms); with `icons` through the Library."""
    setting = now.setting if setting is None else setting
    ahead = now.progress
    value = now.here(ahead.chances, ahead.guesses, None, setting)
    if icons:
        for room, icon in enumerate(now.setup.icons):
            tokens = now.tokens | max(icon, 0)
            if tokens != now.tokens:
                value[:, room] = now.here(ahead.chances[:, room], ahead.guesses[:, room], tokens, setting)
    return value


def looks(now: Outlook, setting: PublicPosition | None = None, *, icons: bool = False) -> Floats:
    """For each position what a look there is worth, over all that it may show; -inf for a card face up."""
    found: Floats = (now.progress.seen * looks_by_card(now, setting, icons=icons)).sum(axis=1)
    for at in range(now.setup.cells):
        if now.view.open[at] >= 0:
            found[at] = -np.inf
    return found


class Effects:
    """The worth of every effect for one seat on turn, each worked out when first asked for."""

    def __init__(self, now: Outlook) -> None:
        self.now = now
        self._found: dict[tuple[int, int, PublicPosition], float] = {}
        self._looks: dict[tuple[PublicPosition, bool], Floats] = {}
        self._others: dict[int, Outlook] = {now.card: now}

    def looks(self, setting: PublicPosition | None = None, *, icons: bool = False) -> Floats:
        """As `looks`, kept."""
        key = (self.now.setting if setting is None else setting, icons)
        if key not in self._looks:
            self._looks[key] = looks(self.now, key[0], icons=icons)
        return self._looks[key]

    def as_character(
        self, card: int, setting: PublicPosition | None = None, tokens: int | None = None
    ) -> float:
        """What the position would be worth with another Character in the hand."""
        if card not in self._others:
            self._others[card] = Outlook(self.now.worlds, card, borrowed=True)
        return float(self._others[card].here(None, None, tokens, setting))

    def value_of_character(
        self, slot: int, setting: PublicPosition | None = None, tokens: int | None = None
    ) -> float:
        """The mean worth of holding the unknown Character of `slot`."""
        chances = enumerate(self.now.worlds.people[slot])
        return float(sum(p * self.as_character(card, setting, tokens) for card, p in chances if p > 1e-9))

    def value(self, room: int, at: int, setting: PublicPosition | None = None) -> float:
        """What the position is worth after the effect of `room`, named at `at`."""
        setting = self.now.setting if setting is None else setting
        name = self.now.setup.parts.room_names[room]
        key = (room, at if name in _PLACED else -1, setting)
        if key not in self._found:
            self._found[key] = _EFFECTS[name](self, setting, at)
        return self._found[key]

    def gains(self, at: int) -> Floats:
        """What each effect adds to doing nothing, shape (rooms,)."""
        base = float(self.now.here())
        return np.array([self.value(room, at) - base for room in range(self.now.setup.cells)])

    def _still(self, setting: PublicPosition) -> float:
        return float(self.now.here(None, None, None, setting))

    def _best_look(self, setting: PublicPosition, at: int, *, icons: bool = False) -> float:
        values = self.looks(setting, icons=icons)
        best = max((float(value) for cell, value in enumerate(values) if cell != at), default=-np.inf)
        return best if np.isfinite(best) else self._still(setting)

    def _look_if(self, may: object, setting: PublicPosition, at: int) -> float:
        return self._best_look(setting, at) if may else self._still(setting)

    def _radio(self, setting: PublicPosition, at: int) -> float:
        # All rivals see the card too.
        return self._best_look(rivals_up(setting, known=0.7 * setting.rivals), at)

    def _tome(self, setting: PublicPosition, at: int) -> float:
        now = self.now
        if setting.rounds < 1:
            return float(kind_of(now.person) == "Saboteur" and not setting.silenced)
        later = setting._replace(turns=max(0, setting.turns - 1), rounds=setting.rounds - 1)
        return self._radio(rivals_up(later, turns=-min(1.0, setting.rival_turns) * setting.rivals), at)

    def _teamwork(self, setting: PublicPosition, at: int) -> float:
        now = self.now
        still = self._still(setting)
        if not now.person.accuses:
            return still
        rivals = bits(now.setup.all_seats & ~now.view.out & ~(1 << now.seat))
        if any(now.view.chaos >> seat & 1 for seat in rivals):
            # Whose Character is seen may be named at once.
            return max(still, float(now.here(None, None, None, setting, accused=1.0)))
        known = now.guessed(rivals)
        return max(
            still, now.seen_later(setting), float(now.here(None, None, None, setting, accused=known))
        )

    def _bombe(self, setting: PublicPosition, at: int) -> float:
        tokens = self.now.tokens
        tokens = tokens & ~CHAOS if tokens & CHAOS else tokens | DECRYPTION
        return float(self.now.here(None, None, tokens, setting))

    def _phantom(self, setting: PublicPosition, at: int) -> float:
        now, tokens = self.now, self.now.tokens ^ CHAOS
        found = [float(now.here(None, None, tokens, setting))]
        for slot in self.new_slots():
            found.append(self.value_of_character(slot, setting, tokens))
        return max(found)

    def new_slots(self) -> list[int]:
        """The slots whose card the Phantom may bring: of the others, or the top of the stack."""
        now, view = self.now, self.now.view
        slots = [view.stack[0]] if view.stack and (view.seats == 2 or now.card == now.setup.ghost) else []
        if view.seats > 2:
            others = [seat for seat in range(1, view.seats + 1) if seat != now.seat]
            slots += [view.held[seat - 1] for seat in others if not view.out >> seat & 1]
        return slots

    def _machine(self, setting: PublicPosition, at: int) -> float:
        now = self.now
        if sum(event.kind is What.SHUFFLE for event in now.view.log) >= now.setup.players:
            # Time may be moved back for ever; whoever values each round by itself would do so.
            return self._still(setting) - ENOUGH
        back = now.view.time > 1
        later = setting._replace(turns=setting.turns + back, rounds=setting.rounds + back)
        later = rivals_up(later, known=-3.0 * setting.known / 9, turns=float(back) * setting.rivals)
        mine = float(sum(now.worlds.cells[at, room] for room in bits(now.person.rooms)))
        kept = 1 - 2 / 3 * min(1.0, mine)
        return float(now.here(now.progress.chance * kept, now.progress.guess * (1 - mine / 3), None, later))


_PLACED = frozenset({"Library", "Code", "Radio", "Tome", "Command", "Machine"})
"""Effects whose worth depends on which position was named."""

_EFFECTS: dict[str, Callable[[Effects, PublicPosition, int], float]] = {
    "Library": lambda own, setting, at: own._best_look(setting, at, icons=True),
    "Code": lambda own, setting, at: own._look_if(own.now.tokens & CHAOS, setting, at),
    "Radio": Effects._radio,
    "Tome": Effects._tome,
    "Teamwork": Effects._teamwork,
    "Command": lambda own, setting, at: own._look_if(not own.now.tokens & CHAOS, setting, at),
    "Bombe": Effects._bombe,
    "Phantom": Effects._phantom,
    "Machine": Effects._machine,
}
