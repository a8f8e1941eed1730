"""What the elements are and do: one table, from which every room takes what it needs by the number of the colour."""

from __future__ import annotations

from typing import NamedTuple


class Effect(NamedTuple):
    """What a piece of the set does when it is placed: pounds, own ambiance, "+3" tokens, the others' ambiance."""

    pounds: int = 0
    ambiance: int = 0
    tokens: int = 0
    rivals: int = 0


class Element(NamedTuple):
    """The elements of one colour.

    Attributes:
        value: What it counts in the sum of a costume.
        price: What a craft spends on it; 0: no craft buys it, a Jeweler takes one for nothing.
        effect: What it does as a piece of the set.
        joker: Whether it mirrors every colour.
    """

    colour: str
    value: int
    price: int
    effect: Effect = Effect()
    joker: bool = False


ELEMENTS = (
    Element("black", 1, 1),
    Element("pink", 2, 2, Effect(pounds=1)),
    Element("purple", 3, 3, Effect(rivals=-1)),
    Element("blue", 4, 4, Effect(ambiance=2)),
    Element("green", 5, 5, Effect(tokens=1)),
    Element("yellow", 3, 0, joker=True),
)
"""The table: colours are numbered from 1 in this order (0 is an empty space); bags and offers are counts in it."""

COLOURS = tuple(element.colour for element in ELEMENTS)

BLACK, PINK, PURPLE, BLUE, GREEN, YELLOW = range(1, 7)

VALUES = (0, *(element.value for element in ELEMENTS))
"""The value of an element in a costume, by the number of its colour."""

PRICES = (0, *(element.price for element in ELEMENTS))
"""What a craft spends on an element, by the number of its colour: 0 for what only the Jeweler takes."""

EFFECTS = (Effect(), *(element.effect for element in ELEMENTS))
"""The effect of a piece of the set, by the number of its colour."""

JOKER = 1 + next(place for place, element in enumerate(ELEMENTS) if element.joker)
"""The number of the colour that mirrors every colour."""
