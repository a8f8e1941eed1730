"""Drawing under threat: exact survival, and when to stop, for any mix of time cards.

The deck is known up to its order: so many playable cards, and the time cards that have not yet been seen. All
results are fractions, by recursion over (playable left, time cards left, symbols shown).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from deduce_models.initiative.rules.state import State, View


@dataclass(frozen=True, slots=True)
class Threat:
    """The deck under threat.

    Attributes:
        numbers: Playable cards in the deck.
        times: The symbols of each time card in the deck, sorted.
        shown: Symbols in the discard.
        loss: The number of symbols that loses.
    """

    numbers: int
    times: tuple[int, ...] = (1, 1, 1, 2)
    shown: int = 0
    loss: int = 3

    @property
    def lost(self) -> bool:
        """Whether the mission is lost."""
        return self.shown >= self.loss

    @property
    def size(self) -> int:
        """Cards in the deck."""
        return self.numbers + len(self.times)

    def draws(self) -> tuple[tuple[Fraction, bool, Threat], ...]:
        """The next card: (probability, is it playable, what is left)."""
        found = []
        if self.numbers:
            after = Threat(self.numbers - 1, self.times, self.shown, self.loss)
            found.append((Fraction(self.numbers, self.size), True, after))
        for symbols in sorted(set(self.times)):
            place = self.times.index(symbols)
            rest = self.times[:place] + self.times[place + 1 :]
            after = Threat(self.numbers, rest, self.shown + symbols, self.loss)
            found.append((Fraction(self.times.count(symbols), self.size), False, after))
        return tuple(found)


@cache
def survive_turned(threat: Threat, cards: int) -> Fraction:
    """The probability that turning `cards` cards of any kind does not lose (0 to `threat.size`)."""
    if threat.lost:
        return Fraction(0)
    if not cards:
        return Fraction(1)
    return sum((p * survive_turned(after, cards - 1) for p, _, after in threat.draws()), Fraction(0))


@cache
def survive_playable(threat: Threat, cards: int) -> Fraction:
    """The probability of drawing `cards` playable cards without losing (time cards are extra draws)."""
    if threat.lost:
        return Fraction(0)
    if not cards:
        return Fraction(1)
    return sum(
        (p * survive_playable(after, cards - playable) for p, playable, after in threat.draws()),
        Fraction(0),
    )


def threat_of(position: View | State) -> Threat:
    """The deck of a position under threat; everybody knows it up to its order."""
    deck = position.setup.deck
    gone = set(position.discard)
    times = tuple(sorted(deck.symbols[card] for card in deck.times if card not in gone))
    left = position.left
    shown = sum(deck.symbols[card] for card in position.discard)
    return Threat(left - len(times), times, shown, deck.loss)
