"""What people mean by a fact of which they ask why: a quantity and its value, or what lies in a hand."""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from deduce.ground.errors import nearest
from deduce.ground.wording import as_is, say, typed
from deduce.records.record import Line
from deduce.rulebook.quantities import hands_of, places_of, several, spelt_values
from deduce.rulebook.stretches import ELSEWHERE, OUT, Split
from deduce.rulebook.words import FILLERS, MARKS, NOT, SELF, folded, same, tokens_of, words_in

if TYPE_CHECKING:
    from deduce.knowledge import Knowledge
    from deduce.language.facts import Fact
    from deduce.language.variables import Variable
    from deduce.rulebook.places import Places


HOLDING = frozenset(("hold", "holds", "held", "in"))
"""Say no more than "has" where a quantity is spoken of shortly."""
_COMPARED: Mapping[str, tuple[Callable[[Any, Any], Any], str, str]] = {
    **dict.fromkeys((">=", "≥", "at least", "or more"), (operator.ge, "≥", "<")),
    **dict.fromkeys(("<=", "≤", "at most", "or less", "or fewer"), (operator.le, "≤", ">")),
    **dict.fromkeys((">", "more than", "above", "over"), (operator.gt, ">", "≤")),
    **dict.fromkeys(("<", "less than", "fewer than", "below", "under"), (operator.lt, "<", "≥")),
}
"""What is said of numbers, each with its sign and that of its contrary."""
_BOUND = re.compile(
    r"(?i)(?<![-=<>–—])(?P<sign>[<>]=?|[≥≤]|\b(?:at (?:least|most)|(?:more|less|fewer) than|above|below|over|under)\b)"
    r"\s*(?P<than>[-−]?\d+)$|(?<![\w.-])(?P<or>[-−]?\d+) (?P<way>or (?:more|less|fewer))$"
)
"""How far a number reaches, at the end of a question."""
_MINUS = re.compile(r"(?<!\w)[-−](?=\d)")


class Claim(NamedTuple):
    """A fact with words for it and for its contrary; without words its own sentence is said."""

    fact: Fact
    said: str = ""
    denied: str = ""


def claim_of(text: str, known: Knowledge, names: Iterable[str] = (), me: str = "") -> Claim:
    """What a person means by words: a quantity's name in any order, then a value, perhaps denied (``Ann has no duke``).

    `names` are the players', of which none is a small word; `me` is who asks. Raises `RecordError` saying what there is.
    """
    exact = [
        (variable, told, join)
        for variable in known.scope
        if text.startswith(f"{variable.name} ")
        for told, spelt in _spellings(variable, known)
        for join in (" ", " is ", " = ", " is not ")
        if text == f"{variable.name}{join}{spelt}"
    ]
    if len(exact) == 1:  # as the sheet and the answers spell it, whatever words that has
        variable, value, join = exact[0]
        claim = _valued(variable, known, value)
        return Claim(~claim.fact, claim.denied, claim.said) if join == " is not " else claim
    line = Line(0, text, say("the fact"))
    people = frozenset(map(folded, names))
    bound = _BOUND.search(text)
    tokens = tokens_of(_signed(text[: bound.start()] if bound else text))
    hits: list[Callable[[], Claim]] = []
    denying = NOT, NOT - {word.casefold() for each in known.scope for word in each.words.values()}
    for no, own in product(dict.fromkeys(denying), dict.fromkeys((False, bool(me)))):  # "no" may be a value
        if hits:
            break
        denied = [token for token in tokens if token.folded in no]
        words = [token.folded for token in tokens if token not in denied and token.text not in MARKS]
        said = [
            folded(me) if own and word in SELF else word for word in words if not (own and word == "am")
        ]
        plain = [word for word in said if word not in FILLERS - people]
        if bound:
            hits = _bounded(plain, known, people, bound)
            continue
        # Else a small word may be a value, as in "Bob's lamp is on".
        hits = _meant(plain, known, people) or _meant(_with_values(said, known, people), known, people)
    if len(hits) != 1 or len(denied) > 1:
        asked = [*words, *(folded(me) for word in words if word in SELF)]
        raise line.error(_unclear(text, asked, known, several=bool(hits)))
    found = hits[0]()
    return Claim(~found.fact, found.denied, found.said) if denied else found


def _meant(said: Sequence[str], known: Knowledge, people: Set[str]) -> list[Callable[[], Claim]]:
    """What these words can claim: what the sheet tells of sooner than what is shortly said, and that than seen cards."""
    quiet, places = FILLERS - people, places_of(known)
    hits = [
        claim
        for name, spelt, claim in _sayable(known, quiet)
        if _matches(said, name, words_in(_signed(spelt)) or (spelt,))
    ]
    if not hits:
        short = [word for word in said if word not in HOLDING]
        hits = [
            claim
            for person, words, claim in _shortly(known, people)
            if any(_matches(said if person else short, *way) for way in words)
        ]
    if not hits and places is not None:
        hits = [
            claim for name, spelt, claim in _seen(places, quiet) if _matches(said, name, words_in(spelt))
        ]
    return hits


def _unclear(text: str, said: Sequence[str], known: Knowledge, *, several: bool) -> str:
    """What is missing in a question: a value, where one quantity is named, else both; it may have `several` meanings."""
    slots = {"fact": as_is(repr(text))}
    if not several and (named := _only_named(said, known)) is not None:
        only, left = named
        values = [spelt for _, spelt in _spellings(only, known)]
        if not any(Counter(words_in(value)) <= left for value in values):
            wrong = "{fact} is not understood: a value of {what} is missing; {allowed}"
            got = " ".join(word for word in left if word not in FILLERS)
            return say(wrong, **slots, what=typed(only.name), allowed=nearest(got, values))
    places = places_of(known)
    lies = {} if places is None else {place: 0 for row in places.lies.values() for place in row.values()}
    hands = [f"{name} has" for name in (*hands_of(known), *lies) if name not in (ELSEWHERE, OUT)]
    there = [*hands, *(variable.name for variable in known.scope)]
    wrong = (
        "{fact} is not clear: say a quantity and a value; {allowed}"
        if several
        else "{fact} is not understood: say a quantity and a value; {allowed}"
    )
    return say(wrong, **slots, allowed=nearest(text, there))


def _only_named(said: Sequence[str], known: Knowledge) -> tuple[Variable, Counter[str]] | None:
    """The one quantity of whose name all words are said, and the other words; if there is none, by what it is about."""
    there = Counter(said)
    for text in (str, lambda name: name.rstrip("]").partition("[")[2]):
        names = [(each, Counter(words_in(text(each.name)))) for each in known.scope]
        found = [(each, there - name) for each, name in names if name and name <= there]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def _bounded(
    said: Sequence[str], known: Knowledge, people: Set[str], bound: re.Match[str]
) -> list[Callable[[], Claim]]:
    """That a quantity of that name, whose values are numbers, lies above or below one."""
    compare, sign, contrary = _COMPARED[(bound["sign"] or bound["way"]).casefold()]
    number = int((bound["than"] or bound["or"]).replace("−", "-"))

    def claim(variable: Variable) -> Claim:
        told, denied = (
            say("{what} is {worth}", what=typed(variable.name), worth=typed(f"{each} {number}"))
            for each in (sign, contrary)
        )
        return Claim(compare(variable, number), told, denied)

    return [
        partial(claim, variable)
        for variable in known.scope
        if all(type(value) is int for value in variable.domain)
        and any(_matches(said, name, ()) for name in _called(variable.name, {}, FILLERS - people))
    ]


def _with_values(said: Sequence[str], known: Knowledge, people: Set[str]) -> list[str]:
    """Words that say something, among them all that are values."""
    spelt = (spelt for variable in known.scope for _, spelt in _spellings(variable, known))
    values = {word for each in spelt for word in words_in(each)}
    return [word for word in said if word not in FILLERS - people - values]


def _signed(text: str) -> str:
    """A text with "minus" for a sign before a number, which elsewhere only parts words."""
    return _MINUS.sub("minus", text)


def _sayable(
    known: Knowledge, quiet: Collection[str]
) -> Iterator[tuple[Sequence[str], str, Callable[[], Claim]]]:
    """What can be claimed: the words of a quantity's name, its value spelt out, and the claim."""
    places = places_of(known)
    owners = {} if places is None else places.owners
    for card, lies in {} if places is None else places.lies.items():
        for place in dict.fromkeys(lies.values()):
            for name in _called(place, owners, quiet):
                yield name, str(card.key), partial(_lying, card, known, place)
    for variable in known.scope:
        names = _called(variable.name, owners, quiet)
        for told, spelt in _spellings(variable, known):
            for name in names:
                yield name, spelt, partial(_valued, variable, known, told)
    for hand_name, hand in hands_of(known).items():
        for kind, copies in hand.copies.items():
            for least in range(1, min(copies, hand.size) + 1):
                for name in _called(hand_name, owners, quiet):
                    fact = hand.number(kind) >= least
                    yield name, several(least, kind), partial(_having, hand_name, fact, kind, least)


def _seen(
    places: Places, quiet: Collection[str]
) -> Iterator[tuple[Sequence[str], str, Callable[[], Claim]]]:
    """What can be claimed of cards that the sheet need not tell of: seen ones, and those that have left."""
    for zone, held in places.zones.items():
        for kind in held.copies:
            with suppress(Split):  # it lies where part of what lies there was spoken of
                fact = held.number(kind) >= 1
                for name in _called(zone, places.holders, quiet):
                    yield name, str(kind), partial(_having, zone, fact, kind, 1)


def _shortly(
    known: Knowledge, people: Set[str]
) -> Iterator[tuple[bool, Sequence[tuple[Sequence[str], Sequence[str]]], Callable[[], Claim]]]:
    """What can be claimed by what a quantity is about and its value alone: ``mustard Cid`` of ``holder[mustard]``.

    Of people by words alone, ``Bob is a spy`` (numbers of theirs are many), and of nobody whom a hidden choice may be
    about: "Bob is a werewolf" may mean the card he was dealt, or the one that he has since somebody robbed him. Each with
    whether it is about somebody.
    """
    chosen = (value for variable in known.scope for value in variable.domain if type(value) is str)
    meddled = {word for each in chosen for word in words_in(each)}
    for variable in known.scope:
        key = variable.name.rstrip("]").partition("[")[2]
        about = words_in(key)
        person = not people.isdisjoint(about)
        if not about or (person and not meddled.isdisjoint(about)):
            continue
        for told, spelt in _spellings(variable, known):
            value = words_in(_signed(spelt)) or (spelt,)
            if not person or all(map(str.isalpha, value)):
                yield person, ((about, value), (value, about)), partial(_valued, variable, known, told)


def _spellings(variable: Variable, known: Knowledge) -> Iterator[tuple[str, str]]:
    """What the sheet says for each value of a quantity, with everything that people may say for it."""
    for told, values in spelt_values(variable, known).items():
        first = values[0]
        own = (str(value) for value in values if value in variable.words)
        for spelt in (" ".join(map(str, first)) if type(first) is tuple else told, *own):
            yield told, spelt


def _valued(variable: Variable, known: Knowledge, told: str) -> Claim:
    spelt = spelt_values(variable, known)
    values, others = spelt[told], [each for each in spelt if each != told]
    fact = variable == values[0] if len(values) == 1 else variable.is_in(values)
    slots = {"what": typed(variable.name), "worth": typed(told)}
    denied = say("{what} is not {worth}", **slots)
    if len(others) == 1:  # then it is the other
        denied = say("{what} is {worth}", what=slots["what"], worth=typed(others[0]))
    return Claim(fact, say("{what} is {worth}", **slots), denied)


def _lying(card: Variable, known: Knowledge, place: str) -> Claim:
    """That a card lies in a place, as said of the place."""
    slots = {"what": typed(place), "card": typed(card.key)}
    said, denied = say("{what} has {card}", **slots), say("{what} has no {card}", **slots)
    return Claim(_valued(card, known, place).fact, said, denied)


def _having(name: str, fact: Fact, kind: Hashable, least: int) -> Claim:
    """That so many cards of a kind at least lie in a place."""
    slots: dict[str, Any] = {"what": typed(name), "card": typed(kind), "number": least}
    if least == 1:
        return Claim(fact, say("{what} has {card}", **slots), say("{what} has no {card}", **slots))
    denied = say("{what} has fewer than {number} {card}", **slots)
    return Claim(fact, say("{what} has {number} {card}", **slots), denied)


def _called(name: str, owners: Mapping[str, str], quiet: Collection[str]) -> list[tuple[str, ...]]:
    """The words by which people speak of a quantity: those of its name, and whose hand it tells of."""
    both = [name, owners[name]] if name in owners else [name]
    return [tuple(word for word in words_in(each) if word not in quiet) or words_in(each) for each in both]


def _matches(said: Sequence[str], name: Sequence[str], value: Sequence[str]) -> bool:
    if len(said) != len(name) + len(value):
        return False
    head, tail, left = said[: len(name)], said[len(name) :], [*name]
    for word in head:
        if (found := next((each for each in left if same(word, each)), None)) is None:
            return False
        left.remove(found)
    return all(same(a, b) for a, b in zip(tail, value, strict=True))
