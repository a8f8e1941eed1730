"""What a step looks like wherever it stands: its rules, what is known and what is shown, by their places to each other.

Two steps have one form where a shift, a turn or a mirror makes one out of the other. Places are doubled, so that what
stands between two cells has whole numbers too: cell ``(r, c)`` is at ``(2r, 2c)``, its sides and corners around it. A
rule has the offsets of the variables it speaks of, one about the whole grid none; so of what lies near the places named a
form says as well that it is outside of the grid. Where digits are only names they are told apart, no more.
"""

from __future__ import annotations

import re
from ast import literal_eval
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from deduce.evidence import Statement
from deduce.language.constraints import Constraint
from deduce.language.facts import Fact
from deduce.language.variables import Variable
from deduce.puzzles.walks import Step
from deduce_models.pencil.sheet.printed import Cell
from deduce_models.pencil.words.naming import is_cell

Rule = tuple[str, Cell | None, tuple[Cell, ...]]
"""A sentence, its place, and the offsets of what it speaks of."""

Spot = tuple[str, int, int]
"""A kind of variable and its place."""

Said = tuple[bool, tuple[Hashable, ...]]
"""Whether the values are those left (or those gone), and the values."""

NAMES_ONLY = frozenset({"sudoku", "jigsawsudoku"})
"""Families in which any other signs could stand for the digits."""

_NEAR = 9
"""A rule about more variables is one about the whole grid, unless they lie in one line."""

_LINE = 20
_FAMILY = re.compile(r"\b(row|column|area) \S+")
_HEAD = re.compile(r"row (\d+), column (\d+)")
_WAYS = (
    (re.compile(r"\b(seen from) the (top|bottom|left|right)\b"), r"\1 an end"),
    (re.compile(r"\b[nsew] of here"), "one way from here"),
    (re.compile(r"\bone \S+ is left"), "one of a number is left"),
    (re.compile(r"\b(across|down)\b"), "in a line"),
)


@dataclass(frozen=True, slots=True)
class Form:
    """One conclusion with what it rests on.

    Attributes:
        rules: Sentences, each with its place (None for the whole grid) and the offsets of its variables.
        known: What is known, by place.
        absent: Places beside those named that the grid does not have.
        shown: What follows.
    """

    rules: tuple[Rule, ...]
    known: tuple[tuple[Spot, Said], ...]
    absent: tuple[Spot, ...]
    shown: tuple[Spot, Said]

    @classmethod
    def of(cls, text: str) -> Form:
        """The form that `str` wrote. Raises `ValueError` for any other text."""
        rules, known, *rest, shown = text.split(" | ")
        absent = rest[0].removeprefix("no ").split() if rest else []
        return cls(
            tuple(map(_rule, rules.split("; "))),
            tuple(map(_fact, known.split("; "))) if known else (),
            tuple(map(_spot_of, absent)),
            _fact(shown),
        )

    def __str__(self) -> str:
        rules = "; ".join(
            text + (f" @{_at(at)}" if at else "") + "".join(f" {_at(x)}" for x in offsets)
            for text, at, offsets in self.rules
        )
        known = "; ".join(f"{_spot(spot)} {_words(said)}" for spot, said in self.known)
        absent = f" | no {' '.join(map(_spot, self.absent))}" if self.absent else ""
        return f"{rules} | {known}{absent} | {_spot(self.shown[0])} {_words(self.shown[1])}"


def _at(place: Cell) -> str:
    return f"{place[0]},{place[1]}"


def _spot(spot: Spot) -> str:
    return f"{spot[0]}@{spot[1]},{spot[2]}"


def _words(said: Said) -> str:
    return ("=" if said[0] else "!") + "/".join(map(str, said[1]))


def _cell(text: str) -> Cell:
    y, x = text.split(",")
    return int(y), int(x)


def _rule(text: str) -> Rule:
    sentence, sign, places = text.partition(" @")
    if not sign:
        return sentence, None, ()
    home, *offsets = places.split()
    return sentence, _cell(home), tuple(map(_cell, offsets))


def _spot_of(text: str) -> Spot:
    kind, _, place = text.partition("@")
    return (kind, *_cell(place))


def _fact(text: str) -> tuple[Spot, Said]:
    spot, _, said = text.partition(" ")
    return _spot_of(spot), (said[0] == "=", tuple(map(_value, said[1:].split("/"))))


def _value(text: str) -> Hashable:
    found: Hashable = literal_eval(text) if text[0] in "(0123456789-" else text
    return found


# What variables and rules are called.


def place_of(v: Variable) -> Spot | None:
    """Where a variable stands, doubled; None where it has no place."""
    kind, key = v.name.split("[")[0], v.key
    if is_cell(key):
        r, c = key
        return (kind, 2 * r, 2 * c) if kind != "point" else (kind, 2 * r + 1, 2 * c + 1)
    if isinstance(key, tuple) and len(key) == 2 and is_cell(key[0]) and is_cell(key[1]):
        (r, c), (r2, c2) = key
        shift = 1 if kind == "side" else 0  # sides lie between corners
        return kind, r + r2 - shift, c + c2 - shift
    return None


def said_of(fact: Fact) -> Said:
    """What a fact says of its variable, in the shorter of two ways; cells and rectangles from where it stands."""
    v = fact.scope[0]
    mask = fact.support(v) or 0
    inside = mask.bit_count() * 2 <= max(len(v.domain), 2)
    values = [x for i, x in enumerate(v.domain) if (mask >> i & 1) == inside]
    return inside, tuple(_relative(v.key, x) for x in values)


def said_of_value(v: Variable, value: Hashable) -> Hashable:
    """A value as facts of forms say it: cells and rectangles from where the variable stands."""
    return _relative(v.key, value)


def _relative(key: Hashable, value: Hashable) -> Hashable:
    if not (isinstance(key, tuple) and is_cell(key) and isinstance(value, tuple)):
        return value
    corners = len(value) == 4 and all(isinstance(x, int) for x in value)
    return tuple(2 * (x - key[i % 2]) for i, x in enumerate(value)) if corners or is_cell(value) else value


@cache
def sentence_of(text: str) -> str:
    """A rule's sentence without the number of its line and without directions."""
    text = _FAMILY.sub(lambda found: "line" if found[1] != "area" else "area", text)
    for pattern, word in _WAYS:
        text = pattern.sub(word, text)
    return text


def rule_of(statement: Statement) -> Rule:
    """A rule without its place in this grid: its sentence, its place, and the offsets of what it speaks of."""
    text = sentence_of(statement.text)
    content = statement.content
    scope = content.scope if isinstance(content, Constraint) else ()
    places = [spot[1:] for v in scope if (spot := place_of(v))]
    in_line = len({y for y, _ in places}) == 1 or len({x for _, x in places}) == 1
    if len(places) != len(scope) or not places or len(places) > (_LINE if in_line else _NEAR):
        places = []
    found = _HEAD.search(statement.place)
    home: Cell | None = (2 * int(found[1]), 2 * int(found[2])) if found else None
    if home is None and places:
        ys, xs = [y for y, _ in places], [x for _, x in places]
        home = (min(ys) + max(ys)) // 2, (min(xs) + max(xs)) // 2
        if "the runs of" in text or "seen from" in text:  # read from one end
            (y, x), (y2, x2) = places[0], places[-1]
            home = y - _sign(y2 - y), x - _sign(x2 - x)
    if home is None:
        return text, None, ()
    return text, home, tuple((y - home[0], x - home[1]) for y, x in places)


def _sign(x: int) -> int:
    return (x > 0) - (x < 0)


def subject(
    step: Step, here: Mapping[Spot, Variable], *, names_only: bool = False
) -> tuple[str, Form | None]:
    """What patterns are compared with, and the form of the first conclusion where it has one.

    The technique and the form, or, where something has no place, the technique, the rules and what is shown.
    """
    form = form_of(step, step.conclusions[0], here, names_only=names_only)
    technique = step.technique.split(",")[0]
    if form is not None:
        return f"{technique}: {form}", form
    rules = " + ".join(sorted({sentence_of(s.text) for s in step.statements}))
    shown = sorted({f"{f.scope[0].name.split('[')[0]} {_worded(f)}" for f in step.conclusions})
    return f"{technique}: {rules} => {', '.join(shown)}", None


def _worded(fact: Fact) -> str:
    inside, values = said_of(fact)
    plain = [x for x in values if isinstance(x, str)]
    return ("" if inside else "not ") + ("/".join(plain) if len(plain) == len(values) else "a value")


# Forms.

_LOCAL = frozenset({"a line with two ends"})
"""Of these steps only the point at which the lines meet matters."""

TURNS = tuple((a, b, swap) for swap in (False, True) for a in (1, -1) for b in (1, -1))
"""The eight symmetries of the square: signs of both axes, and whether they are exchanged."""


def _turned(place: Cell, turn: tuple[int, int, bool]) -> Cell:
    y, x = place[0] * turn[0], place[1] * turn[1]
    return (x, y) if turn[2] else (y, x)


def _turned_value(value: Hashable, turn: tuple[int, int, bool]) -> Hashable:
    if isinstance(value, tuple) and len(value) == 2 and all(isinstance(x, int) for x in value):
        return _turned((value[0], value[1]), turn)
    if isinstance(value, tuple) and len(value) == 4 and all(isinstance(x, int) for x in value):
        (y, x), (y2, x2) = _turned(value[:2], turn), _turned(value[2:], turn)
        return min(y, y2), min(x, x2), max(y, y2), max(x, x2)
    return value


def moved(form: Form, turn: tuple[int, int, bool], shift: Cell = (0, 0)) -> Form:
    """The form turned and shifted."""

    def at(place: Cell) -> Cell:
        y, x = _turned(place, turn)
        return y + shift[0], x + shift[1]

    def spot(one: Spot) -> Spot:
        return (one[0], *at((one[1], one[2])))

    def said(one: Said) -> Said:
        return one[0], tuple(sorted((_turned_value(v, turn) for v in one[1]), key=str))

    return Form(
        tuple(
            sorted(
                (
                    (t, p and at(p), tuple(sorted(_turned(x, turn) for x in some)))
                    for t, p, some in form.rules
                ),
                key=str,
            )
        ),
        tuple(sorted(((spot(s), said(v)) for s, v in form.known), key=str)),
        tuple(sorted(map(spot, form.absent))),
        (spot(form.shown[0]), said(form.shown[1])),
    )


def form_of(
    step: Step, fact: Fact, here: Mapping[Spot, Variable], *, names_only: bool = False
) -> Form | None:
    """The form of one conclusion of a step; None where something in it has no place.

    Args:
        step: The step.
        fact: The conclusion.
        here: The variables of the puzzle that have places.
        names_only: Whether digits are only names.
    """
    facts = step.facts
    spots = [place_of(f.scope[0]) for f in (*facts, fact)]
    if any(spot is None for spot in spots):
        return None
    named = [spot for spot in spots if spot is not None]
    rules = tuple(map(rule_of, step.statements))
    absent: tuple[Spot, ...] = ()
    if any(not offsets for _, _, offsets in rules):
        absent = tuple(sorted(_outside(named, rules, here, local=step.technique in _LOCAL)))
    raw = Form(
        tuple(dict.fromkeys(rules)),
        tuple((spot, said_of(f)) for spot, f in zip(named, facts, strict=False)),
        absent,
        (named[-1], said_of(fact)),
    )
    return canonical(raw, names_only=names_only)


def canonical(form: Form, *, names_only: bool = False) -> Form:
    """The one form that stands for it however it is shifted or turned, and, if so asked, however digits are named."""
    return min((_settled(moved(form, turn), names_only) for turn in TURNS), key=str)


def _outside(
    spots: Sequence[Spot], rules: Iterable[Rule], here: Mapping[Spot, Variable], *, local: bool
) -> Iterator[Spot]:
    """The places beside those named that could hold such a variable, but do not; the last of `spots` is what is shown.

    Of a cell those that share a side with it. Of what lies between two points those that share a point with it, or with
    what a rule speaks of; if `local`, only where two of those named meet, or else at the ends of what is shown.
    """
    found: dict[Spot, None] = {}
    kind, y, x = spots[-1]
    lines = [spot for spot in spots if (spot[1] + spot[2]) % 2]
    if not local and (y + x) % 2:
        lines += [(kind, p[0] + dy, p[1] + dx) for _, p, some in rules if p for dy, dx in some]
    ends = Counter((k, end) for k, p, q in lines if (p + q) % 2 for end in _ends(k, p, q))
    least = 2 if local else 1
    met = [place for place, n in ends.items() if n >= least] or [(kind, end) for end in _ends(kind, y, x)]
    if lines:
        found |= dict.fromkeys((k, p + dy // 2, q + dx // 2) for k, (p, q) in met for dy, dx in _SIDES)
    cells = [spot for spot in spots if not (spot[1] + spot[2]) % 2]
    found |= dict.fromkeys((k, p + dy, q + dx) for k, p, q in cells for dy, dx in _SIDES)
    return (spot for spot in found if spot not in here)


_SIDES = ((-2, 0), (2, 0), (0, -2), (0, 2))


def _ends(kind: str, y: int, x: int) -> tuple[Cell, Cell]:
    """The points that a line there joins: corners for sides of cells, else cells."""
    down = x % 2 == (kind == "side")
    return ((y - 1, x), (y + 1, x)) if down else ((y, x - 1), (y, x + 1))


def _settled(form: Form, names_only: bool) -> Form:
    """The form shifted to the upper left, and with digits named in the order of their first appearance."""
    places = [(s[1], s[2]) for s, _ in form.known] + [(form.shown[0][1], form.shown[0][2])]
    places += [p for _, p, _ in form.rules if p]
    y, x = min(p[0] for p in places), min(p[1] for p in places)
    form = moved(form, (1, 1, False), (-2 * (y // 2), -2 * (x // 2)))
    if not names_only:
        return form
    names: dict[Hashable, str] = {}
    for _, (_, values) in (form.shown, *form.known):
        for value in values:
            names.setdefault(value, chr(ord("a") + len(names)))

    def renamed(said: Said) -> Said:
        return said[0], tuple(sorted(names[v] for v in said[1]))

    known = tuple(sorted(((s, renamed(v)) for s, v in form.known), key=str))
    return Form(form.rules, known, form.absent, (form.shown[0], renamed(form.shown[1])))
