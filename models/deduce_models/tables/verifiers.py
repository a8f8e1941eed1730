"""Verifiers: a code is found by asking cards, each of which checks it by a law that nobody knows.

A game of the kind of Turing Machine (2022); the cards and their laws are our own. The laws of all cards
in play mean exactly one code, and no card is idle: without it there would be more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import combinations, product
from typing import Any, ClassVar

from deduce import Relation
from deduce.games import Option
from deduce.ground.compat import override
from deduce.rulebook import EVERYBODY, Rulebook, Table, worded

Code = tuple[int, int, int]
DIGITS = range(1, 6)
CODES: dict[str, Code] = {f"{a}{b}{c}": (a, b, c) for a in DIGITS for b in DIGITS for c in DIGITS}
Test = Callable[[Code], bool]
BESIDE = ("below", "equal to", "above")


def beside(number: int, other: int) -> str:
    """How a number lies to another, in words."""
    return BESIDE[(number >= other) + (number > other)]


def order(code: Code) -> str:
    """What the digits do from left to right."""
    a, b, c = code
    return "rise" if a < b < c else "fall" if a > b > c else "do neither"


def largest(code: Code) -> str:
    """Which digit is above both others."""
    most = max(code)
    return ("first", "middle", "last")[code.index(most)] if code.count(most) == 1 else ""


def laws(text: str, read: Callable[[Code], object], words: Iterable[object]) -> dict[str, Test]:
    """The laws of one card: that what is read off a code is one of these."""
    return {text.format(word): partial(_reads, read, word) for word in words}


def _reads(read: Callable[[Code], object], word: object, code: Code) -> bool:
    return read(code) == word


CARDS = {
    "first": laws("the first digit is {} 3", lambda c: beside(c[0], 3), BESIDE),
    "last": laws("the last digit is {} 4", lambda c: beside(c[2], 4), BESIDE),
    "middle": laws("the middle digit is {}", lambda c: "odd" if c[1] % 2 else "even", ("odd", "even")),
    "ends": laws("the first digit is {} the last", lambda c: beside(c[0], c[2]), BESIDE),
    "sum": laws("the sum is {} 9", lambda c: beside(sum(c), 9), BESIDE),
    "largest": laws("the {} digit is above the others", largest, ("first", "middle", "last")),
    "ones": laws("as many ones as {}", lambda c: c.count(1), range(3)),
    "evens": laws("as many even digits as {}", lambda c: sum(x % 2 == 0 for x in c), range(4)),
    "twins": laws("as many different digits as {}", lambda c: len(set(c)), (1, 2, 3)),
    "order": laws("the digits {}", order, ("rise", "fall", "do neither")),
}
FITS = {
    law: frozenset(text for text, code in CODES.items() if test(code))
    for card in CARDS.values()
    for law, test in card.items()
}


def puzzles(cards: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The laws that these cards may have, a row a puzzle, with the one code that fits all; no card is idle."""
    found = []
    for row in product(*(CARDS[card] for card in cards)):
        fitting = frozenset.intersection(*(FITS[law] for law in row))
        if len(fitting) == 1 and all(
            len(frozenset.intersection(*(FITS[law] for law in row if law != idle))) > 1 for idle in row
        ):
            found.append((*row, *fitting))
    return found


class Verifiers(Rulebook):
    """In every round each player sets a code in the open and asks up to three cards; the answers are for that player."""

    name, title, seats = "verifiers", "Verifiers", range(1, 5)
    texts = worded({
        "cards": ("Karten", "карты"), "set": ("sets", "stellt ein", "ставит"), "ask": ("asks", "fragt", "спрашивает"),
        "stop": ("stops", "hört auf", "хватит"), "wait": ("waits", "wartet", "ждёт"),
        "name": ("names", "nennt", "называет"), "code": ("Code", "код"),
        "code {round}": ("Code, Runde {round}", "код, раунд {round}"),
        "code {round} of {who}": ("Code von {who}, Runde {round}", "код ({who}), раунд {round}"),
        "law of": ("law of a card", "Gesetz der Karte", "закон карты"), "first": ("erste", "первая"),
        "last": ("letzte", "последняя"), "middle": ("mittlere", "средняя"), "ends": ("Enden", "края"),
        "sum": ("Summe", "сумма"), "largest": ("größte", "наибольшая"), "ones": ("Einsen", "единицы"),
        "evens": ("gerade", "чётные"), "twins": ("Zwillinge", "двойники"), "order": ("Ordnung", "порядок"),
        "below": ("unter", "меньше"), "equal to": ("gleich", "равна"), "above": ("über", "больше"),
        "odd": ("ungerade", "нечётная"), "even": ("gerade", "чётная"), "rise": ("steigen", "растут"),
        "fall": ("fallen", "убывают"), "do neither": ("tun keins von beiden", "ни то, ни другое"),
        "the first digit is {how} 3": ("die erste Ziffer ist {how} 3", "первая цифра {how} 3"),
        "the last digit is {how} 4": ("die letzte Ziffer ist {how} 4", "последняя цифра {how} 4"),
        "the middle digit is {how}": ("die mittlere Ziffer ist {how}", "средняя цифра {how}"),
        "the first digit is {how} the last": (
            "die erste Ziffer ist {how} der letzten",
            "первая цифра {how} последней",
        ),
        "the sum is {how} 9": ("die Summe ist {how} 9", "сумма {how} 9"),
        "the {which} digit is above the others": (
            "die {which} Ziffer ist größer als die anderen",
            "{which} цифра больше других",
        ),
        "as many ones as {number}": ("so viele Einsen: {number}", "единиц: {number}"),
        "as many even digits as {number}": ("so viele gerade Ziffern: {number}", "чётных цифр: {number}"),
        "as many different digits as {number}": ("so viele verschiedene Ziffern: {number}", "разных цифр: {number}"),
        "the digits {how}": ("die Ziffern {how}", "цифры {how}"),
        "{card} passes {code}": ("{card} lässt {code} durch", "{card} пропускает {code}"),
        "{who}'s {number} is the code": ("{number} von {who} ist der Code", "{number} ({who}) — это код"),
        "one code fits all laws, and no card is idle": (
            "ein Code erfüllt alle Gesetze, und keine Karte ist überflüssig",
            "один код подходит ко всем законам, и лишних карт нет",
        ),
    })  # fmt: skip
    words: ClassVar[Mapping[str, Sequence[str]]] = {"set": ["try"]}
    unspoken = ("set", "ask")
    options: Mapping[str, Option] = {
        "cards": Option(4, (3, 4), "cards in play", "reconstructed"),
        "rounds": Option(8, tuple(range(1, 13)), "rounds until everybody has lost", "reconstructed"),
    }

    @override
    def rules(self, t: Table) -> Any:
        def sets() -> dict[str, list[tuple[str, ...]]]:
            made = {" ".join(cards): puzzles(cards) for cards in combinations(CARDS, t.options.cards)}
            return {said: rows for said, rows in made.items() if len(rows) > 3}

        able = t.once("sets", sets)
        drawn = yield t.roll("cards", list(able))
        cards = drawn.split()
        law = t.variables("law of", cards, lambda card: tuple(CARDS[card]))
        code = t.variable("code", CODES)
        t.require(
            Relation([*law.values(), code], able[drawn]), "one code fits all laws, and no card is idle"
        )
        yield t.deal([*law.values(), code])
        t.keep.cards, t.keep.law, t.keep.code, t.keep.round, t.keep.out = cards, law, code, 1, set()
        return self.round

    def round(self, t: Table) -> Any:
        """Everybody asks, then all name a code or wait."""
        out = t.keep.out
        for seat in t.seats:
            if seat not in out:
                yield self.ask(t, seat, t.keep.cards, t.keep.law)
        playing = [seat for seat in t.seats if seat not in out]
        right = yield self.name_codes(t, t.keep.round, playing, t.keep.code, out)
        t.keep.round += 1
        if right or len(out) == len(t.seats):
            return [float(seat in right) / max(1, len(right)) for seat in t.seats]
        return self.round if t.keep.round <= t.options.rounds else [0.0] * len(t.seats)

    def ask(self, t: Table, seat: int, cards: list[str], law: Any) -> Any:
        """One player's questions."""
        said = yield t.choose(seat, t.once("set", lambda: {f"set {text}": text for text in CODES}))
        left = list(cards)
        for _ in range(3):
            card = yield t.choose(seat, {**{f"ask {card}": card for card in left}, "stop": None})
            if card is None:
                break
            left.remove(card)
            fits = law[card].is_in([each for each in CARDS[card] if said in FITS[each]])
            t.tell(seat, fits, f"{card} passes {said}")

    def name_codes(self, t: Table, number: int, seats: list[int], code: Any, out: set[int]) -> Any:
        """All at once name a code or wait; gives who is right. Whoever is wrong is out."""
        names = t.once("names", lambda: {"wait": "wait", **{f"name {text}": text for text in CODES}})
        named = yield t.together(dict.fromkeys(seats, names), name=f"code {number}")
        right: list[int] = []
        for seat, text in named.items():
            if text != "wait":
                found = t.tell(EVERYBODY, code == text, f"{t.name(seat)}'s {text} is the code")
                (right.append if found else out.add)(seat)
        return right


GAME = Verifiers()
