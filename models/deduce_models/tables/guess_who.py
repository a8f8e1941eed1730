"""Guess Who: each player has a person in mind; questions about looks are answered yes or no until one is named.

The persons are our own: twenty-four, each with five marks of looks, no two alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from deduce import AllDifferent
from deduce.games import Option
from deduce.ground.compat import override
from deduce.rulebook import EVERYBODY, Rulebook, Table, worded
from deduce.rulebook.sayings import Saying

# name: hair, eyes, and what else there is to see
LOOKS = """
Ada: dark brown glasses | Ben: fair blue beard | Cleo: red green hat | Dov: grey brown beard glasses
Elsa: fair blue hat | Finn: red blue freckles | Gita: dark brown earrings | Hugo: grey blue hat beard
Ines: dark green earrings hat | Jon: fair brown freckles | Kira: red brown earrings | Luca: dark blue beard
Maja: grey green glasses earrings | Nils: fair blue glasses | Olga: grey brown hat | Pavel: dark brown beard hat
Rosa: red green earrings freckles | Sven: fair green beard freckles | Tara: dark green glasses hat
Ugo: grey blue glasses | Vera: fair green earrings glasses | Wim: red blue beard hat
Xenia: dark blue earrings freckles | Yuri: red brown glasses beard
"""
PERSONS = {
    name.strip(): frozenset(marks.split())
    for name, marks in (each.split(":") for row in LOOKS.strip().splitlines() for each in row.split("|"))
}
HAIR, EYES = ("dark", "fair", "red", "grey"), ("brown", "blue", "green")


def having(mark: str) -> frozenset[str]:
    """The persons with a mark: ``"red hair"``, ``"blue eyes"``, ``"glasses"``."""
    word = mark.split()[0]
    return frozenset(name for name, marks in PERSONS.items() if word in marks)


MARKS = (
    *(f"{colour} hair" for colour in HAIR),
    *(f"{colour} eyes" for colour in EYES),
    *("beard", "earrings", "freckles", "glasses", "hat"),
)


class GuessWho(Rulebook):
    """Whoever names the other's person wins; a wrong name loses, or costs the turn."""

    name, title, seats = "guess_who", "Guess Who", range(2, 3)
    texts = worded({
        **{person: (person, person) for person in PERSONS},
        "ask": ("asks for", "fragt nach", "спрашивает"), "name": ("names", "nennt", "называет"),
        "person": ("Person", "человек"), "dark hair": ("dunkles Haar", "тёмные волосы"),
        "fair hair": ("helles Haar", "светлые волосы"), "red hair": ("rotes Haar", "рыжие волосы"),
        "grey hair": ("graues Haar", "седые волосы"), "brown eyes": ("braune Augen", "карие глаза"),
        "blue eyes": ("blaue Augen", "голубые глаза"), "green eyes": ("grüne Augen", "зелёные глаза"),
        "beard": ("Bart", "борода"), "earrings": ("Ohrringe", "серьги"), "freckles": ("Sommersprossen", "веснушки"),
        "glasses": ("Brille", "очки"), "hat": ("Hut", "шляпа"),
        "{who}'s person: {mark}": ("Person von {who}: {mark}", "{who}, человек: {mark}"),
        "{who}'s person is {name}": ("die Person von {who} ist {name}", "{who}: это {name}"),
        "two cards are drawn from one pile": (
            "zwei Karten kommen von einem Stapel",
            "обе карты взяты из одной стопки",
        ),
    })  # fmt: skip
    words: ClassVar[Mapping[str, Sequence[str]]] = {"no": ["nope"], "": ["about"]}
    unspoken = ("ask",)
    said: ClassVar[Sequence[Saying]] = (
        (r"\b(?:does|has) (?:he|she|it|your person) (?:have )?(?:an? )?(?=\w)", "ask "),
        (r"[ ,:]+(?:he|she|it) (?:has|does)(?: one| them| it)?[ .!]*$", ": yes"),
        (
            r"[ ,:]+(?:(?:he|she|it) (?:has|does)(?: not|n['’]t)|not)(?: have (?:one|them|it))?[ .!]*$",
            ": no",
        ),
        (r"(NAME(?:['’]s)?|\bmy)\?(?= \w)(?! (?:yes|no|nope|he|she)\b)", r"\1 ?"),  # of whom it is not sure
        (r"(?<=\w)(?<!\bno)(?<!\byes)(?<!\bnope)(?<!\bis)\?", ":"),
    )
    options: Mapping[str, Option] = {
        "wrong": Option("loses", ("loses", "turn"), "what a wrong name costs", "varies"),
    }

    @override
    def rules(self, t: Table) -> Any:
        person = t.variables("person", t.seats, PERSONS)
        t.require(AllDifferent(person), "two cards are drawn from one pile")
        yield t.deal(person)
        for seat in t.seats:
            t.show(seat, person[seat])
        t.keep.person, t.keep.named, t.keep.seat = person, set(), 1
        return self.turn

    def turn(self, t: Table) -> Any:
        """A question or a name."""
        person, named, seat, other = t.keep.person, t.keep.named, t.keep.seat, 3 - t.keep.seat
        over = frozenset(who for each, who in named if each == seat)
        late = len(named) > 2 * len(MARKS)
        moves = t.once((over, late), lambda: self.moves(over, late))
        verb, what = yield t.choose(seat, moves)
        if verb == "ask":
            t.tell(EVERYBODY, person[other].is_in(having(what)), f"{t.name(other)}'s person: {what}")
        else:
            right = t.tell(EVERYBODY, person[other] == what, f"{t.name(other)}'s person is {what}")
            named.add((seat, what))
            if right or t.options.wrong == "loses":
                return [float((each == seat) == right) for each in t.seats]
        t.keep.seat = other
        return self.turn

    @staticmethod
    def moves(over: frozenset[str], late: bool) -> dict[str, tuple[str, str]]:
        """Questions, while there are any, and the names that a player has not tried."""
        asks = {} if late else {f"ask {mark}": ("ask", mark) for mark in MARKS}
        return {**asks, **{f"name {who}": ("name", who) for who in PERSONS if who not in over}}


GAME = GuessWho()
