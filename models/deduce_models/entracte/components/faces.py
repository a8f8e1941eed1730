"""What cards and codes look like, drawn from their words: the season above, the light on the stage, who stands there.

The rulebook shows no card, so the drawings are our own. A value of another data file is not drawn; its card shows words.
"""

from __future__ import annotations

from collections.abc import Iterator

from deduce.show.layers import Layer, Shape, round_path
from deduce.show.svg import Print
from deduce_models.entracte.components.parts import Components

_FORWARD, _REVERSE, _REPEAT = "M4 12h15M14 7l5 5-5 5", "M20 12H5M10 7l-5 5 5 5", "M5 9h14M5 15h14"
SIGNS = {
    "hand": "M8 20v-5l-3-3.5c-.8-1.2.8-2.4 1.9-1.4L8.5 12V6a1.3 1.3 0 0 1 2.6 0V5a1.3 1.3 0 0 1 2.6 0v1.2a1.3 1.3 0 0 1"
    " 2.6 0V14c0 2.5-1 3.5-1.3 6z",
    "season": "M5 19C4 10 9 5 20 4c0 10-5 15-13 13.5M5 20c2-5 5-8.5 9-10.5",
    "day": "M6 5h12a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM4 10h16M8.5 3v4M15.5 3v4",
    "age": "M7 3h10M7 21h10M8 3c0 5 3 6 4 9 1-3 4-4 4-9M8 21c0-5 3-6 4-9 1 3 4 4 4 9",
    "light": "M9 17c0-2.5-3-3.5-3-7a6 6 0 0 1 12 0c0 3.5-3 4.5-3 7zM10 20.5h4",
    "sex": round_path(9, 13.5, 4.5) + "M12.3 10.3L19 4M14.5 4H19v4.5M9 18v4M7 20.2h4",
    "type7": "M7 4h10a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3zM9 16.5L12 8l3 8.5M10 14h4",
    "type8": round_path(12, 12, 8.5) + "M8 9.5l1.8 5.5L12 10l2.2 5L16 9.5",
    "up": "M12 20V5M6 11l6-6 6 6",
    "right": "M4 12h15M13 6l6 6-6 6",
    "down": "M12 4v15M6 13l6 6 6-6",
    "left": "M20 12H5M11 6l-6 6 6 6",
    "winter": "M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9",
    "spring": "M12 21v-9M12 13c0-4-2.5-6-7-6 0 4.5 2.5 6.5 7 6zM12 11c0-4 2.5-6 7-6 0 4.5-2.5 6.5-7 6z",
    "summer": round_path(12, 12, 4.5)
    + "M12 2.5v2.5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3L7 7M17 17l1.7 1.7M5.3 18.7L7 17M17 7l1.7-1.7",
    "fall": "M12 22v-8M12 14C6.5 15 4 12 4.5 8.5L8 9 7.5 5l3 1.5L12 2.5l1.5 4 3-1.5L16 9l3.5-.5C20 12 17.5 15 12 14z",
    "forward": _FORWARD,
    "reverse": _REVERSE,
    "repeat": _REPEAT,
    "alternate": "M4 8.5h14M14.5 5L18 8.5 14.5 12M20 15.5H6M9.5 12L6 15.5 9.5 19",
    "both off": round_path(7, 12, 4) + round_path(17, 12, 4),
    "both on": "".join(round_path(x, 12, r) for x in (7, 17) for r in (4, 3, 2, 1)),
    "both male": round_path(10, 14, 5) + "M13.8 10.2L19.5 4.5M14.5 4.5h5v5",
    "both female": round_path(12, 9, 5) + "M12 14v8M8.5 18.5h7",
}
"""By word a path of strokes on a field of 24 by 24: types, values, and what codes ask."""

_SEASONS = {"winter": Print.WINTER, "spring": Print.SPRING, "summer": Print.SUMMER, "fall": Print.FALL}
_ARMS = {"up": (15, -45), "right": (22, -25), "down": (15, -7), "left": (-22, -25)}
_BODIES = {
    "female": ("M0-30C-6-30-7-24-8-19L-13 0h26L8-19C7-24 6-30 0-30z", Print.DRESS, Print.DRESS_NIGHT),
    "male": ("M-9-24q0-6 6-6h6q6 0 6 6V0H1.5V-10h-3V0H-9z", Print.SUIT, Print.SUIT_NIGHT),
}


def faces(parts: Components) -> tuple[Layer, ...]:
    """The layers that the cards of a deck are drawn of."""
    values = {kind.name: kind.values for kind in parts.types}
    return (*_stage(), *_seasons(), *_letters(values), *_figures(values.get("age", ())), _rim())


def _stage() -> Iterator[Layer]:
    field = "M8 0h46a8 8 0 0 1 8 8v72a8 8 0 0 1-8 8H8a8 8 0 0 1-8-8V8a8 8 0 0 1 8-8z"
    yield Layer(("on",), (Shape(field, Print.STAGE), Shape("M31 18L6 72h50z", Print.BEAM)))
    stars = "".join(round_path(x, y, r) for x, y, r in ((9, 28, 1), (17, 23, 0.8), (11, 45, 0.8)))
    moon = Shape("M52 25a6 6 0 1 0 2.5 9.5A7.5 7.5 0 0 1 52 25z", Print.MOON)
    yield Layer(("off",), (Shape(field, Print.NIGHT), moon, Shape(stars, Print.STAR)))


def _seasons() -> Iterator[Layer]:
    for name, colour in _SEASONS.items():
        yield Layer((name,), (Shape("M0 8a8 8 0 0 1 8-8h46a8 8 0 0 1 8 8v11H0z", colour),))
        yield Layer((name,), (Shape(SIGNS[name], "", Print.LINE, 2.6),), 4, 2.5, 0.59)


def _letters(values: dict[str, tuple[str, ...]]) -> Iterator[Layer]:
    """What is written: the day above, the letters of two types in a box and in a disc."""
    for day in values.get("day", ()):
        yield Layer((day,), (Shape(text=day, fill=Print.LINE, x=43, y=14, size=13),))
    box = "M6.5 73h8a2.5 2.5 0 0 1 2.5 2.5v7a2.5 2.5 0 0 1-2.5 2.5h-8a2.5 2.5 0 0 1-2.5-2.5v-7a2.5 2.5 0 0 1 2.5-2.5z"
    for name, x, ground in (("type7", 10.5, box), ("type8", 51.5, round_path(51.5, 79, 6.7))):
        for letter in values.get(name, ()):
            said = Shape(text=letter, fill=Print.LINE, x=x, y=82.4, size=10)
            yield Layer((letter,), (Shape(ground, Print.TAG, Print.LINE, 1), said))


def _figures(ages: tuple[str, ...]) -> Iterator[Layer]:
    """Who stands there: the younger the smaller, with a stick when old, a ball in the hand that is raised."""
    for light in ("on", "off"):
        edge = Print.LINE if light == "on" else Print.TAG
        for place, age in enumerate(ages):
            old, young = 0 < place == len(ages) - 1, place == 0
            scale = 0.96 if old else 0.76 if young else 1.0
            if old:
                yield Layer((age, light), (Shape("M-13 0V-17q0-4 4-4", "", edge, 2),), 31, 71, scale)
            for sex, (body, day, night) in _BODIES.items():
                colour = day if light == "on" else night
                head = Shape(round_path(0, -36, 7.5), Print.SKIN)
                yield Layer((age, sex, light), (Shape(body, colour), head), 31, 71, scale)
                for hand, (x, y) in _ARMS.items():
                    start = f"M{-7 if x < 0 else 7} {-24 if hand == 'down' else -26}"
                    arm = Shape(f"{start}L{x} {y}", "", colour, 5.5)
                    ball = Shape(round_path(x, y, 4.3), Print.BALL, edge, 1.2)
                    yield Layer((hand, age, sex, light), (arm, ball), 31, 71, scale)
    for place, age in enumerate(ages):
        old, young = 0 < place == len(ages) - 1, place == 0
        scale = 0.96 if old else 0.76 if young else 1.0
        for sex in _BODIES:
            yield Layer((age, sex), tuple(_hair(sex, old=old, young=young)), 31, 71, scale)


def _hair(sex: str, *, old: bool, young: bool) -> Iterator[Shape]:
    """Hair and eyes."""
    if old:
        yield Shape("M-7.5-36a7.5 7.5 0 0 1 15 0c-2-4-5-4.5-7.5-4.5s-5.5.5-7.5 4.5z", Print.HOARY)
        yield Shape("M-7.5-36q-2 3-.5 6M7.5-36q2 3 .5 6", "", Print.HOARY, 2.6)
    elif young:
        yield Shape("M-7.5-37a7.5 7.5 0 0 1 15 0c-4-2-11-2-15 0z", Print.FAIR)
        if sex == "female":
            yield Shape(round_path(-8, -39, 2.6) + round_path(8, -39, 2.6), Print.FAIR)
    else:
        yield Shape("M-7.5-36a7.5 7.5 0 0 1 15 0c-3-3.5-10-5.5-15 0z", Print.BRUNETTE)
        if sex == "female":
            yield Shape("M-7.2-36v6M7.2-36v6", "", Print.BRUNETTE, 2.4)
    yield Shape(round_path(-2.6, -35.5, 0.9) + round_path(2.6, -35.5, 0.9), Print.LINE)


def _rim() -> Layer:
    edge = "M8 .5h46a7.5 7.5 0 0 1 7.5 7.5v72a7.5 7.5 0 0 1-7.5 7.5H8A7.5 7.5 0 0 1 .5 80V8A7.5 7.5 0 0 1 8 .5z"
    return Layer((), (Shape(edge, "", Print.LINE, 0.6),))
