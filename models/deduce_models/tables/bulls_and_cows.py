"""Bulls and Cows: a number of different digits is guessed; bulls are digits in place, cows digits elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import permutations
from operator import or_
from typing import Any, ClassVar

from deduce import AllDifferent, count
from deduce.games import Option
from deduce.ground.compat import override
from deduce.rulebook import EVERYBODY, Rulebook, Table, worded
from deduce.rulebook.sayings import Saying


class BullsAndCows(Rulebook):
    """One player guesses what chance hid; two guess in turn the number that the other has hidden."""

    name, title, seats = "bulls_and_cows", "Bulls and Cows", range(1, 3)
    texts = worded({
        "{who}'s {number}: bulls": ("{number} ({who}): Bullen", "{number} ({who}): быки"),
        "{who}'s {number}: cows": ("{number} ({who}): Kühe", "{number} ({who}): коровы"),
        "digit": ("Ziffer", "цифра"), "{who}'s digit {at}": ("Ziffer {at} von {who}", "{who}: цифра {at}"),
        "no digit comes twice": ("keine Ziffer kommt zweimal vor", "цифры не повторяются"),
    })  # fmt: skip
    words: ClassVar[Mapping[str, Sequence[str]]] = {"": ["guess", "try", "tried", "say"]}
    said: ClassVar[Sequence[Saying]] = (
        (r"\b(\d) ?b(?:ulls?)?\b", r"\1 bulls"),
        (r"\b(\d) ?c(?:ows?)?\b", r"\1 cows"),
        (r"\bno (bulls?|cows?)\b", r"0 \1"),
    )
    options: Mapping[str, Option] = {
        "digits": Option(4, (2, 3, 4), "digits of a number, all different"),
        "highest": Option(9, (3, 5, 7, 9), "digits go from 0 to this"),
        "guesses": Option(10, tuple(range(1, 13)), "guesses a player has"),
    }

    @override
    def rules(self, t: Table) -> Any:
        alone = len(t.seats) == 1
        t.keep.secret, t.keep.left, t.keep.found = {}, t.options.guesses, []
        for seat in t.seats:
            t.keep.secret[1 if alone else 3 - seat] = yield self.hidden(t) if alone else self.set(t, seat)
        t.keep.seat = 1
        return self.turn

    def turn(self, t: Table) -> Any:
        """One guess and its answer; who is right first has won when all have guessed as often."""
        seat, found = t.keep.seat, t.keep.found
        code, digits = t.keep.secret[seat], range(t.options.highest + 1)
        rows = permutations(digits, t.options.digits)
        guess = yield t.choose(
            seat, t.once("guesses", lambda: {"".join(map(str, row)): row for row in rows})
        )
        said = f"{t.name(seat)}'s {''.join(map(str, guess))}"
        in_place = count(*[digit == value for digit, value in zip(code, guess, strict=True)])
        if t.tell(EVERYBODY, in_place, f"{said}: bulls") == t.options.digits:
            found.append(seat)
        else:
            others = [[x for x in guess if x != own] for own in guess]
            cows = count(*[digit.is_in(xs) for digit, xs in zip(code, others, strict=True)])
            t.tell(EVERYBODY, cows, f"{said}: cows")
        t.keep.seat = seat % len(t.seats) + 1
        t.keep.left -= t.keep.seat == 1
        if t.keep.seat == 1 and found:
            return [float(each in found) / len(found) for each in t.seats]
        return self.turn if t.keep.left else [0.0] * len(t.seats)

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
