"""Bulls and Cows: a number of different digits is guessed; bulls are digits in place, cows digits elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from itertools import permutations
from operator import or_
from typing import Any

from deduce import AllDifferent, count
from deduce.compat import override
from deduce.games import Option
from deduce.rulebook import EVERYBODY, Rulebook, Table

__all__ = ["GAME", "BullsAndCows"]


class BullsAndCows(Rulebook):
    """One player guesses what chance hid; two guess in turn the number that the other has hidden."""

    name, title, seats = "bulls_and_cows", "Bulls and Cows", range(1, 3)
    options: Mapping[str, Option] = {
        "digits": Option(4, (2, 3, 4), "digits of a number, all different"),
        "highest": Option(9, (3, 5, 7, 9), "digits go from 0 to this"),
        "guesses": Option(10, tuple(range(1, 13)), "guesses a player has"),
    }

    @override
    def rules(self, t: Table) -> Any:
        alone, length = len(t.seats) == 1, t.options.digits
        guesses = t.once(
            "guesses",
            lambda: {
                "".join(map(str, row)): row for row in permutations(range(t.options.highest + 1), length)
            },
        )
        secret: dict[int, list[Any]] = {}
        for seat in t.seats:
            secret[0 if alone else seat] = yield self.hidden(t) if alone else self.set(t, seat)
        for _ in range(t.options.guesses):
            found = []
            for seat in t.seats:
                code = secret[0 if alone else 3 - seat]
                guess = yield t.choose(seat, guesses)
                said = f"{t.name(seat)}'s {''.join(map(str, guess))}"
                in_place = count(*[digit == value for digit, value in zip(code, guess, strict=True)])
                bulls = t.tell(EVERYBODY, in_place, f"{said}: bulls")
                if bulls == length:
                    found.append(seat)
                else:
                    others = [[x for x in guess if x != own] for own in guess]
                    cows = count(*[digit.is_in(xs) for digit, xs in zip(code, others, strict=True)])
                    t.tell(EVERYBODY, cows, f"{said}: cows")
            if found:
                return [float(seat in found) / len(found) for seat in t.seats]
        return [0.0] * len(t.seats)

    def hidden(self, t: Table) -> Any:
        """Chance hides the number."""
        digit = t.variables("digit", range(1, t.options.digits + 1), range(t.options.highest + 1))
        t.require(AllDifferent(digit), "no digit comes twice")
        yield t.deal(digit)
        return list(digit.values())

    def set(self, t: Table, seat: int) -> Any:
        """A player writes a number down, digit by digit."""
        code: list[Any] = []
        for k in range(1, t.options.digits + 1):
            free = t.option(
                "{digit}",
                digit=range(t.options.highest + 1),
                unless=lambda x: reduce(or_, [digit == x for digit in code]) if code else False,
            )
            code.append((yield t.choose(seat, free, seen_by=seat, name=f"{t.name(seat)}'s digit {k}")))
        return code


GAME = BullsAndCows()
