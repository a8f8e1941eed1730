"""Hurried lines by a table: the lines of the rules, each with what people say for it, and the words for things.

A form is a line of notes with tags for its things, as ``play CARD PILE``; its words are verbs of it, and so are those
that the table adds. Clauses of a line are put into forms one after another, and what comes of them is read by the rules
(`deduce.rulebook.hurried`). Where a game has no table, the options that its rules wait for are the forms: `derived`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple

from deduce.rulebook.hurried import Hurried
from deduce.rulebook.kinds import HE, IT, NOBODY, SELF, Clause, Kind
from deduce.rulebook.words import NOT, folded, stems, words_in

TAG: Final = re.compile(r"\b([A-Z]{3,})([?*+#]?)")
WHO: Final = "WHO"
"""Stands for the numbers of those who are named; a form without it begins with the name of who acts."""
WHOM: Final = "WHOM"
"""Stands for those to whom it is done."""
EACH: Final = "EACH"
"""Stands before a tag of which everybody has one, in the order of the seats: ``wagers EACH NUMBER``."""
COUNT: Final = "NUMBER"
"""The tag of numbers; of a tag with ``#`` each thing may have one before or behind it, and is one without."""
THINGS: Final = frozenset(("it", "that", "this"))
MOST_DERIVED: Final = 400
"""Menus longer than this are not made into forms."""


@dataclass(frozen=True)
class Form:
    """A line of the rules, or the rest of one.

    Attributes:
        plain: The line, with tags for its things: ``CARD`` one, ``ROOM?`` perhaps, ``CARD+`` some, ``COLOUR#`` counted.
        says: What people say for its words, between commas.
        bare: Whether its things alone say it.
        behind: Whether it only stands behind another; otherwise it begins a line.
        no: Whether it must be said with a negation ("no more").
        alone: Whether nobody does it, and so nobody may be named.
        rest: Whether all are meant in order, the last of whom need not be named.
    """

    plain: str
    says: str = ""
    bare: bool = False
    behind: bool = False
    no: bool = False
    alone: bool = False
    rest: bool = False

    @cached_property
    def kind(self) -> Kind:
        """The kind of clause that says it."""
        tags = [(tag, sign) for tag, sign in TAG.findall(self.plain) if tag not in (WHO, WHOM, EACH)]
        takes = [tag + {"#": "+"}.get(sign, sign) for tag, sign in tags]
        if EACH in self.plain:
            takes = [f"{tag}+" for tag, _ in tags]
        if any(sign == "#" for _, sign in tags):
            takes.append(f"{COUNT}*")
        own = words_in(TAG.sub("", self.plain))
        says = [
            *sorted(stems(own[0]) if own and not self.no else ()),  # "does not stop" is no way to stop
            *(each.strip() for each in self.says.split(",") if each.strip()),
        ]
        return Kind(
            f"{self.plain}/{self.behind}/{self.no}",
            ", ".join(says),
            " ".join(takes),
            who=not self.alone,
            whom=WHOM in self.plain,
            denied=self.no,
            bare=self.bare,
            again=EACH in self.plain,
            together=self.alone,
        )

    def said(self, clause: Clause, seats: Mapping[str, int]) -> str | None:
        """The line that a clause of this form means; None where it is none."""
        if EACH in self.plain:
            return self._of_each(clause, seats)
        if any(sign == "#" and not _counted(tag, clause) for tag, sign in TAG.findall(self.plain)):
            return None
        left = {tag: [*clause.all(tag)] for tag, _ in clause.things}

        def put(hit: re.Match[str]) -> str:
            tag, sign = hit.groups()
            if tag == WHO:
                said = [name for name in clause.who if name in seats]
                rest = [name for name in seats if name not in said]
                said += rest if self.rest and len(rest) == 1 else []
                return " ".join(str(seats[name]) for name in said)
            if tag == WHOM:
                return " ".join(clause.whom)
            if sign == "#":
                return _counted(tag, clause)
            many = len(left.get(tag, ())) if sign in ("*", "+") else 1
            taken, left[tag] = left.get(tag, [])[:many], left.get(tag, [])[many:]
            return " ".join(taken)

        return " ".join(TAG.sub(put, self.plain).split())

    def _of_each(self, clause: Clause, seats: Mapping[str, int]) -> str | None:
        values = [value for _, value in clause.things]
        if sorted(clause.who) != sorted(seats) or len(values) != len(seats):
            return None
        by_seat = dict(zip((seats[name] for name in clause.who), values, strict=True))
        head = self.plain.partition(f" {EACH}")[0]
        return f"{head} {' '.join(by_seat[seat] for seat in sorted(by_seat))}"


def _counted(tag: str, clause: Clause) -> str:
    """``2 black, a pink`` as ``black 2 pink 1``, numbers behind too; empty where they fit in no way, or in two."""
    found = {_pairs(tag, things) for things in (clause.things, clause.things[::-1])} - {()}
    rows = {tuple(sorted(pairs)) for pairs in found}
    if len(rows) != 1:
        return ""
    number = dict(next(iter(rows)))
    said = dict.fromkeys(clause.all(tag))
    return " ".join(f"{value} {number[value]}" for value in said)


def _pairs(tag: str, things: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Things with the number that stands before each, 1 where none does; none where a number stands before nothing."""
    found: dict[str, str] = {}
    waiting = ""
    for each, value in things:
        if each == COUNT and waiting:
            return ()
        if each == COUNT:
            waiting = value
        elif each == tag:
            if value in found:
                return ()
            found[value], waiting = waiting or "1", ""
    return () if waiting else tuple(found.items())


class Told(NamedTuple):
    """What has been told of a line: who acts, and the texts of its clauses."""

    who: str
    texts: tuple[str, ...]
    named: bool


class InForms:
    """Puts clauses into forms; one who acts, or nobody, in a line."""

    def __init__(self, forms: Sequence[Form], *, persons: bool = False) -> None:
        self.forms, self.persons = {form.kind.name: form for form in forms}, persons
        self.seats: Mapping[str, int] = {}
        self.me = ""

    def begin(self, names: Sequence[str], me: str, named: Sequence[str], told: Any) -> Iterator[Told]:
        """Nothing is told yet."""
        self.seats, self.me = {name: seat for seat, name in enumerate(names, 1)}, me
        yield Told("", (), False)

    def add(self, state: Told, said: Clause, before: Sequence[Clause]) -> Told | None:
        """The text of one clause more; with `persons`, "it succeeded" is said of no player and so of nothing here."""
        if self.persons and IT in said.who:
            return None
        form = self.forms[said.kind]
        denied = said.denied or (form.no and said.who == (NOBODY,))
        if form.no != denied or form.behind != bool(state.texts) or said.but:
            return None
        people = [name for name in said.who if name not in (IT, SELF) and not (form.no and name == NOBODY)]
        if len(people) > 1:  # "Bob says he has ..."
            people = [name for name in people if name != HE]
        tags = {tag for tag, _ in TAG.findall(form.plain)}
        if any(name not in self.seats for name in said.whom) or (WHOM in tags) != bool(said.whom):
            return None
        whole = bool(tags & {WHO, EACH})
        who = state.who
        if not whole:
            if people == [HE]:
                people = [who] if who and who != HE else []
                who = who or HE  # whoever it can be
            if len(people) > 1 or any(name not in self.seats for name in people):
                return None
            if people and who and people != [who]:
                return None
            who = people[0] if people else who
        elif any(name not in self.seats for name in people) or (WHO in tags and not people):
            return None
        text = form.said(said, self.seats)
        if text and state.texts and " " in text and form.behind and len(form.kind.bounds) == 1:
            # What becomes of the thing that was named last: "L and Q, and throws out Q".
            thing, _, rest = text.partition(" ")
            text = rest if f" {state.texts[-1]}".endswith(f" {thing}") and rest.islower() else text
        return None if text is None else Told(who, (*state.texts, text), state.named or whole)

    def end(self, state: Told) -> Iterator[Sequence[str]]:
        """The line."""
        line = " ".join(text for text in state.texts if text)
        if not line:
            return
        others = [name for name in self.seats if name != self.me]
        rows = (
            [others, [self.me]] if state.who == HE else [[state.who]]
        )  # who tells a story calls oneself so
        for names in filter(None, rows):
            yield [f"{name} {line}" if name and not state.named else line for name in names]


def by_forms(
    forms: Sequence[Form],
    things: Mapping[str, Mapping[str, Sequence[str]]],
    *,
    fillers: frozenset[str] = frozenset(),
    also: Mapping[str, Sequence[str]] | None = None,
    never: frozenset[str] = frozenset(),
    persons: bool = False,
) -> Hurried:
    """The reader of a game's hurried lines from its table of forms and the words for its things.

    `fillers` say nothing in it, `never` always do; with `persons` what is done is done by players alone.
    """
    kinds, telling = [form.kind for form in forms], InForms(forms, persons=persons)
    return Hurried(kinds, things, telling, fillers=fillers, also=also or {}, never=never, apart=True)


def derived(
    options: Iterable[str], names: Sequence[str], also: Mapping[str, Sequence[str]], small: Iterable[str]
) -> Hurried | None:
    """The reader of lines that choose one of these options, the words of which may stand in any order.

    `also` are other words for words of the options, and `small` those of the options that may go unsaid.
    """
    texts = tuple(options)
    if not texts or len(texts) > MOST_DERIVED:
        return None
    others = tuple((word, tuple(said)) for word, said in also.items())
    return _derived(texts, frozenset(map(folded, names)), others, frozenset(small))


@lru_cache(maxsize=16)  # for each way in which a refused line may be meant, one place is asked again
def _derived(
    texts: tuple[str, ...],
    people: AbstractSet[str],
    others: tuple[tuple[str, tuple[str, ...]], ...],
    quiet: AbstractSet[str],
) -> Hurried | None:
    also = dict(others)
    shapes: dict[str, None] = {}
    things: dict[str, dict[str, Sequence[str]]] = {}
    for text in texts:
        verb, *rest = text.split()
        row = [verb]
        for place, word in enumerate(rest):
            if folded(word) in people:
                row += [WHOM] if WHOM not in row else []
                continue
            tag = f"{_letters(verb)}{'ABCDEFGHIJ'[place % 10]}"
            things.setdefault(tag, {})[word] = also.get(word, ())
            row.append(tag)
        shapes.setdefault(" ".join(row))
    forms = [
        Form(shape, ", ".join(also.get(shape.split()[0], ())), bare=shape.split()[0] in quiet)
        for shape in shapes
        if shape.split()[0] not in NOT
    ]
    return by_forms(forms, things, never=THINGS, persons=True) if forms else None


def _letters(verb: str) -> str:
    return f"TAG{''.join(letter for letter in verb.upper() if 'A' <= letter <= 'Z')}"
