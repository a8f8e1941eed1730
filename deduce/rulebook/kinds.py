"""Kinds of clause, and which clauses a row of words can be: the grammar of hurried lines (`deduce.rulebook.hurried`).

Order within a clause is free but for names: who does something stands before the verb or behind "by", to whom behind it.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Final, NamedTuple

ALL: Final = "*all"
"""Stands among who did something: everybody who could have."""
NOBODY: Final = "*nobody"
BOTH: Final = "*both"
"""Both others, where there are two."""
HE: Final = "*he"
"""Somebody who was named before."""
IT: Final = "*it"
ANY: Final = "*any"
"""Anybody at all, who stands beside a negation."""
SELF: Final = "*self"
"""Whoever is at turn."""

EXCEPT: Final = frozenset(("but", "except"))
ANSWERS: Final = frozenset(("no", "nope", "nah", "n't", "0"))
"""Negations that may stand alone."""

Option = tuple[str, str]
"""What a word may be: a thing's tag and value, ``verb`` and its stem, ``who`` and a name, or a sign of the grammar."""


class Item(NamedTuple):
    """A word of a line, with all that it may be; `parted` is whether a sign stands before it and `ends` behind it.

    `first` is whether that sign ends whatever was said before.
    """

    options: tuple[Option, ...]
    parted: bool
    ends: bool
    first: bool


MOST_ITEMS: Final = 14
"""A clause has at most so many words that mean something."""


@dataclass(frozen=True)
class Kind:
    """A kind of clause.

    Attributes:
        name: What it is called.
        says: What says it, between commas: verbs or nouns, of which all in a row must be there. In place of one may stand
            several with ``|`` between them, of which one must be there; none need be where it begins with ``|``.
        takes: Tags of the things in it: ``ROOM`` once, ``ROOM?`` perhaps, ``CELL*`` any number, ``CELL+`` at least one.
        who: Whether it may say who did it; whom: whether it may say to whom.
        needs: Tags of which at least one thing must be there.
        bare: Whether nothing need say it.
        denied: Whether it may be denied.
        alone: Whether it must stand between signs, being a single small word.
        again: Whether the same may be said again within it ("Bob bet 5 and I bet 3").
        together: Whether "we" may be said to do what is told of nobody.
    """

    name: str
    says: str = ""
    takes: str = ""
    who: bool = True
    whom: bool = False
    denied: bool = False
    alone: bool = False
    needs: str = ""
    bare: bool = False
    again: bool = False
    together: bool = False

    @cached_property
    def sayings(self) -> tuple[frozenset[str], ...]:
        """Each way to say it, as its words."""
        rows = [[each.split("|") for each in row.split()] for row in self.says.split(",") if row]
        said = tuple(frozenset(filter(None, words)) for row in rows for words in product(*row))
        return (*said, frozenset()) if self.bare else said

    @cached_property
    def verbs(self) -> frozenset[str]:
        """All words that say it."""
        return frozenset().union(*self.sayings)

    @cached_property
    def beside_have(self) -> frozenset[str]:
        """Verbs that say it with "have", if it is not denied by them: "I have to give the code" tells the code."""
        rows = () if self.denied else self.sayings
        return frozenset().union(*(row - {"have"} for row in rows if "have" in row))

    def sayable(self, options: Set[Option]) -> bool:
        """Whether among these, which words may be, is all that a clause of this kind cannot do without."""
        tags = {tag for tag, _ in options}
        return (
            self._least <= tags
            and not (self.needs and tags.isdisjoint(self.needs.split()))
            and any(said <= options for said in self._said)
        )

    @cached_property
    def _least(self) -> frozenset[str]:
        return frozenset(tag for tag, (least, _) in self.bounds.items() if least)

    @cached_property
    def _said(self) -> Sequence[frozenset[Option]]:
        return [frozenset(("verb", word) for word in saying) for saying in self.sayings]

    @cached_property
    def bounds(self) -> Mapping[str, tuple[int, int]]:
        """How many things of each tag it takes, at least and at most."""
        ends = {"?": (0, 1), "*": (0, 9), "+": (1, 9)}
        return {each.rstrip("?*+"): ends.get(each[-1], (1, 1)) for each in self.takes.split()}


class Clause(NamedTuple):
    """A clause of a line: its kind, who and whom, the things in it in the line's order, and whether it was denied.

    `but` are those whom it leaves out of all, `verbs` the words that said it, `late` whether these stood behind a thing,
    `parted` whether a sign stands before it, `only` whether it is said to be so of these alone.
    """

    kind: str
    who: tuple[str, ...] = ()
    whom: tuple[str, ...] = ()
    things: tuple[Option, ...] = ()
    denied: bool = False
    but: tuple[str, ...] = ()
    verbs: frozenset[str] = frozenset()
    late: bool = False
    parted: bool = False
    only: bool = False

    def all(self, tag: str) -> tuple[str, ...]:
        """The things with this tag."""
        return tuple(value for each, value in self.things if each == tag)

    def one(self, tag: str) -> str:
        """The first thing with this tag; empty where there is none."""
        return next(iter(self.all(tag)), "")


def goes_with(items: Sequence[Item], at: int) -> bool:
    """Whether what stands here goes with what is before it, no sign between.

    So what follows "only", and behind "all" or "nobody" a "but" with those whom it leaves out.
    """
    if at == len(items) or items[at].parted:
        return False
    before, here = ({tag for tag, _ in items[k].options} for k in (at - 1, at))
    crowd = {("who", ALL), ("who", NOBODY)}.intersection(items[at - 1].options)
    return "only" in before or (bool(crowd) and "but" in here)


def clauses_of(kinds: Sequence[Kind], items: Sequence[Item]) -> list[dict[int, list[Clause]]]:
    """For each word the clauses that begin with it, by where they end; none from which the end cannot be reached."""
    size = len(items)
    starts: list[dict[int, list[Clause]]] = [{} for _ in items]
    reached = {size}
    for begin in reversed(range(size)):
        ends = []
        for end in range(begin + 1, min(size, begin + MOST_ITEMS) + 1):
            if end > begin + 1 and items[end - 1].first:
                break
            if end in reached and not goes_with(items, end):
                ends.append(end - begin)
        if not ends:
            continue
        row = items[begin : begin + ends[-1]]
        there = {option for item in row for option in item.options}
        each_kind = [fits_of(kind, row, ends) for kind in kinds if kind.sayable(there)]
        for end in ends:
            if fits := [each for found in each_kind for each in found.get(end, ())]:
                starts[begin][begin + end] = fits
        if starts[begin]:
            reached.add(begin)
    return starts


def fits_of(kind: Kind, items: Sequence[Item], ends: Container[int]) -> dict[int, list[Clause]]:
    """The clauses of a kind that begin with the first of these words, by how many words they are, if one of `ends`."""
    found: dict[int, list[Clause]] = {}

    def on(place: int, said: Clause, *, but: bool, by: bool, apart: bool) -> None:
        if (
            place in ends
            and (items[place - 1].ends or not kind.alone)
            and (said.but or not but)
            and _whole(kind, said)
            and said not in (alike := found.setdefault(place, []))
        ):
            alike.append(said)
        if place == len(items):
            return
        parted = bool(place) and items[place].parted
        if parted and all(tag == "not" for tag, _ in items[place - 1].options):  # "no, it is true"
            return
        apart = apart or (parted and bool(said.verbs))
        for tag, value in items[place].options:
            if (parted and tag == "only") or (apart and tag == "not"):  # it goes with what follows it
                continue
            somebody = tag == "who" and (value[0] != "*" or value == IT) and not by
            if apart and somebody and kind.whom and not said.whom:
                continue  # the first to whom it is done is not looked for beyond a sign
            if tag == "not" and kind.alone and value not in ANSWERS and (but or not said.who):
                continue  # "but not" is no answer, "Bob isn't" is one
            if (more := _with(kind, said, tag, value, but=but, by=by)) is not None:
                row = but and tag in ("fill", "who")
                on(
                    place + 1,
                    more,
                    but=tag == "but" or row,
                    by=by or tag == "by",
                    apart=apart,
                )

    if items[0].parted or not kind.alone:
        on(0, Clause(kind.name, parted=items[0].parted), but=False, by=False, apart=False)
    return found


def _with(kind: Kind, said: Clause, tag: str, value: str, *, but: bool, by: bool) -> Clause | None:
    """A clause with one word more; None where the kind has no place for it."""
    if but and tag == "who" and value[0] != "*":
        return said._replace(but=(*said.but, value))
    if but and not said.but:
        return said if tag == "fill" else None
    if tag == "fill":  # a "but" says nothing where a clause begins, and leaves something out within it
        begun = said.who or said.whom or said.things or said.verbs or said.denied
        return None if value in EXCEPT and begun else said
    if tag == "only":
        return said._replace(only=True)
    if tag == "verb":
        fits = value in kind.verbs and (kind.again or value not in said.verbs)
        late = said.late or bool(said.things and not said.verbs)
        return said._replace(verbs=said.verbs | {value}, late=late) if fits else None
    if tag == "not":
        return said._replace(denied=True) if kind.denied and not said.denied else None
    if tag == "but":
        return said if {ALL, NOBODY} & {*said.who} else None
    if tag == "by":  # whoever was named before it was done to
        fits = kind.who and bool(said.verbs) and (kind.whom or not said.who)
        return said._replace(who=(), whom=(*said.whom, *said.who)) if fits else None
    if tag == "who":
        return _named(kind, said, value, by=by)
    if tag not in kind.bounds or len(said.all(tag)) >= kind.bounds[tag][1]:
        return None
    return said._replace(things=(*said.things, (tag, value)))


def _named(kind: Kind, said: Clause, value: str, *, by: bool) -> Clause | None:
    if kind.together and value == ALL and not (said.who or said.verbs):
        return said
    behind = bool(said.verbs) and not by
    if behind and kind.whom:
        return said._replace(whom=(*said.whom, value)) if value not in said.whom else None
    if not kind.who or value in said.who or (behind and said.who and HE in (value, *said.who)):
        return None
    if {ALL, BOTH, NOBODY} & {value, *said.who} and said.who:
        return None
    return said._replace(who=(*said.who, value))


def _whole(kind: Kind, said: Clause) -> bool:
    """Whether everything is there that the kind needs, and each word that says it is part of a whole saying.

    "Only Bob does not" is none of it: it tells that all others do.
    """
    if said.only and said.denied:
        return False
    if any(len(said.all(tag)) < least for tag, (least, _) in kind.bounds.items()):
        return False
    if kind.needs and not any(said.all(tag) for tag in kind.needs.split()):
        return False
    whole = [saying for saying in kind.sayings if saying <= said.verbs]
    return bool(whole) and said.verbs <= frozenset().union(*whole)
