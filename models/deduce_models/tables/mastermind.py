"""Mastermind: a row of coloured pegs is guessed; every guess is told how many are right, and how many lie elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import product
from operator import or_
from typing import Any, ClassVar

from deduce import AllDifferent, count, max_, min_
from deduce.games import Option
from deduce.ground.compat import override
from deduce.rulebook import EVERYBODY, Rulebook, Table, worded

COLOURS = ("red", "yellow", "green", "blue", "orange", "purple", "white", "black")


class Mastermind(Rulebook):
    """One player guesses what chance hid, or with two what the second has hidden."""

    name, title, seats = "mastermind", "Mastermind", range(1, 3)
    texts = worded({
        "move": ("guess", "Tipp", "догадка"), "peg": ("Stift", "фишка"), "colour": ("Farbe", "цвет"),
        "peg {at}": ("Stift {at}", "фишка {at}"), "red": ("Rot", "красный"), "yellow": ("Gelb", "жёлтый"),
        "green": ("Grün", "зелёный"), "blue": ("Blau", "синий"), "orange": ("Orange", "оранжевый"),
        "purple": ("Lila", "лиловый"), "white": ("Weiß", "белый"), "black": ("Schwarz", "чёрный"),
        "{code}: in place": ("{code}: am Platz", "{code}: на месте"),
        "{code}: elsewhere": ("{code}: anderswo", "{code}: не на месте"),
        "no colour comes twice": ("keine Farbe kommt zweimal vor", "цвета не повторяются"),
    })  # fmt: skip
    words: ClassVar[Mapping[str, Sequence[str]]] = {
        "in place": ["black"],
        "elsewhere": ["white"],
        "": ["guess", "try", "tried"],
    }
    options: Mapping[str, Option] = {
        "pegs": Option(4, (2, 3, 4, 5), "pegs in a row"),
        "colours": Option(6, (2, 3, 4, 5, 6, 7, 8), "colours to choose from"),
        "repeats": Option(True, (True, False), "whether a colour may come twice in a code", "varies"),
        "guesses": Option(10, tuple(range(1, 13)), "guesses before the code is shown"),
    }

    @override
    def rules(self, t: Table) -> Any:
        pegs, colours = range(1, t.options.pegs + 1), COLOURS[: t.options.colours]
        t.keep.code = yield (self.hidden if len(t.seats) == 1 else self.set)(t, pegs, colours)
        t.keep.left = t.options.guesses
        return self.turn

    def turn(self, t: Table) -> Any:
        """One guess and its answer."""
        code, left = t.keep.code, float(t.keep.left)
        rows = product(COLOURS[: t.options.colours], repeat=len(code))
        guess = yield t.choose(1, t.once("guesses", lambda: {" ".join(row): row for row in rows}))
        said = " ".join(guess)
        right = count(*[peg == colour for peg, colour in zip(code, guess, strict=True)])
        black = t.tell(EVERYBODY, right, f"{said}: in place")
        if black == len(code):
            return [left, *[-left] * (len(t.seats) - 1)]
        both = [
            min_(count(*[peg == colour for peg in code]), number)
            for colour, number in Counter(guess).items()
        ]
        t.tell(EVERYBODY, max_(sum(both[1:], both[0]) - black, 0), f"{said}: elsewhere")
        t.keep.left -= 1
        if t.keep.left:
            return self.turn
        for peg in code:
            t.show(EVERYBODY, peg)
        return [0.0] * len(t.seats)

    def hidden(self, t: Table, pegs: range, colours: tuple[str, ...]) -> Any:
        """Chance hides the code."""
        peg = t.variables("peg", pegs, colours)
        if not t.options.repeats:
            t.require(AllDifferent(peg), "no colour comes twice")
        yield t.deal(peg)
        return list(peg.values())

    def set(self, t: Table, pegs: range, colours: tuple[str, ...]) -> Any:
        """The second player sets the code, peg by peg."""
        code: list[Any] = []
        for k in pegs:
            free = t.option(
                "{colour}",
                colour=colours,
                unless=lambda c: (
                    False if t.options.repeats or not code else reduce(or_, [p == c for p in code])
                ),
            )
            code.append((yield t.choose(2, free, seen_by=2, name=f"peg {k}")))
        return code


GAME = Mastermind()
