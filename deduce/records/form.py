"""What can be tapped: a game's events as data, from which a page makes lines of its record.

A `Form` belongs to one record's header: its players, its writer, its options. It is plain data (`Form.to_dict`), so
that a page can work without asking anybody: a line is the head of an event, after the actor's name where it has one, and
then, for every field that has a value, the field's `before` and the value. `Form.line` says the same in Python,
and `Form.parse` goes the other way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from deduce.ground.shown import Plain

if TYPE_CHECKING:
    from deduce.show.layers import Layer

Kind = Literal["one", "many", "counts", "text", "number"]
Values = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Field(Plain):
    """One thing to say in an event.

    Attributes:
        name: What it is called, a key into the form's `texts`; unique in its event.
        words: What may be tapped, as records spell it; of ``text`` what is offered beside typing. The only word of
            ``one`` that is not optional is said by itself.
        kind: ``one`` word; ``many`` words, each once, in the order of the taps; ``counts``: words, each with a number
            (``black 2 pink 1``); ``text``: typed; ``number``: how often the event has happened, and this time.
        before: Written before the value, blanks included.
        join: Written between the words of a value.
        count: Of ``many`` and ``text``: exactly so many; of ``counts`` at most so many in all; 0 for any number.
        optional: Whether the line may go without it.
        table: A table of the form; fields of one event with the same table and `part` take rows of it together.
        part: Tells cards of the same table apart.
        who: ``me``: only where the writer is the actor; ``others``: only where not.
        apart: Whether the actor is none of the words.
        together: Another field of the event, of one word, whose word is said by the same tap.
        like: Another field of the event; as long as nothing else is said, the same word as there.
        when: Shown only while these fields have one of these values.
        unless: Hidden while one of these fields has one of these values.
        sorted: Of ``many``: written in the order of `words`, whatever the order of the taps.
        empty: Of ``many``: written where none of the words is said, which then is said by it.
    """

    name: str
    words: tuple[str, ...] = ()
    kind: Kind = "one"
    before: str = " "
    join: str = " "
    count: int = 0
    optional: bool = False
    table: str = ""
    part: str = ""
    who: Literal["", "me", "others"] = ""
    apart: bool = False
    together: str = ""
    like: str = ""
    when: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unless: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sorted: bool = False
    empty: str = ""

    def text(self, value: Sequence[str]) -> str:
        """The value as it stands in a line, with what stands before it; '' where nothing is said."""
        said = sorted(value, key=self.words.index) if self.sorted else value
        return self.before + (self.join.join(said) or self.empty) if said or self.empty else ""

    @property
    def pattern(self) -> str:
        """A regular expression for `before` and a value, the value as a group."""
        one = "|".join(re.escape(word) for word in sorted(self.words, key=len, reverse=True)) or r"[^;,]+?"
        if self.kind == "number":
            one = r"\d+"
        if self.kind == "text":
            one = r"[^;,]+?" if self.join.strip() else r".+?"
        if self.kind == "counts":
            one = rf"(?:{one}) \d+"
        value = rf"(?:{one})"
        if self.kind in ("many", "counts", "text"):
            value += rf"(?:{re.escape(self.join)}(?:{one}))*"
        return (
            re.escape(self.before).replace(r"\ ", r"\s*" if self.before.strip() else r"\s+") + f"({value})"
        )

    def split(self, value: str) -> tuple[str, ...]:
        """The words of a value as it stands in a line."""
        if self.kind == "one" or not self.join:
            return (value,) if self.kind == "one" else tuple(value)
        if self.kind == "counts":
            words = value.split()
            return tuple(f"{word} {number}" for word, number in zip(words[::2], words[1::2], strict=False))
        return tuple(part.strip() for part in value.split(self.join))


@dataclass(frozen=True, slots=True)
class Event(Plain):
    """A kind of line.

    Attributes:
        name: What it is called, a key into the form's `texts`.
        head: The words it begins with, after the actor's name where it has an `actor`.
        fields: What it says.
        actor: Whether the line begins with the name of who acts.
        header: Whether it is a line of the header (then `head` ends with a colon).
        passes: Whether it ends the turn of its actor.
        follows: Names of events after which it usually comes; the first that fits is offered.
        rows: Where there are any, the values that the fields take together, one of each, in their order.
        tail: Written behind the last field, blanks included.
        joins: Where it goes on in the line before it: what is written between the two, which then are one line.
        who: Who acts, where only one can.
    """

    name: str
    head: str
    fields: tuple[Field, ...] = ()
    actor: bool = False
    header: bool = False
    passes: bool = True
    follows: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    tail: str = ""
    joins: str = ""
    who: str = ""

    def line(self, values: Values, actor: str = "") -> str:
        """The line with these values."""
        text = f"{self.who or actor} {self.head}" if self.actor else self.head
        text += "".join(each.text(values.get(each.name, ())) for each in self.fields)
        return (text + self.tail).strip()


@dataclass(frozen=True, slots=True)
class Sheet(Plain):
    """How a part of the data of ``deduce solve`` is shown as cells to tap.

    Attributes:
        name: What it is called, a key into the form's `texts`.
        at: The way to it in the data; a list counts from 1.
        fact: What ``deduce why`` is asked about a cell, with ``{outer}`` and ``{inner}``.
        across: Which keys are the columns. Chances by one key only are a sheet of one column.
        estimated: Whether its chances come of a model of what people think, and are no shares of possible worlds.
    """

    name: str
    at: tuple[str, ...]
    fact: str
    across: Literal["outer", "inner"] = "inner"
    estimated: bool = False


@dataclass(frozen=True, slots=True)
class Upcoming(Plain):
    """What a record waits for.

    Attributes:
        actor: Who acts next, by name; empty where nobody or nobody knows.
        events: Names of the form's events that can come next; empty for any.
        lines: Whole lines that can come next, where the game knows them all.
        rows: By `Field.part`, the rows of its table that it can be: such as the cards of the writer's own hand.
        words: By `Field.name`, what is offered in a field that is typed, in place of the form's words: such as the
            clues that were given.
        asked: Events that only this moment has, beside those of the form.
    """

    actor: str = ""
    events: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    rows: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    asked: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Form(Plain):
    """The form of one record.

    Attributes:
        names: The players, seat 1 first.
        me: The writer's name; empty for a complete record and a bystander's.
        events: What can happen.
        tables: Rows of values that fields with that table take together, such as the cards of a deck.
        sheets: How the answer is shown.
        turns: Whether actors take turns clockwise.
        texts: By language and key: what events, fields, sheets and words are called; a key without a text is shown
            as it is.
        signs: By word, a drawing that stands beside it: a path of strokes on a field of 24 by 24.
        layers: What cards of several words are drawn of.
    """

    names: tuple[str, ...]
    me: str
    events: tuple[Event, ...]
    tables: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    sheets: tuple[Sheet, ...] = ()
    turns: bool = False
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    signs: Mapping[str, str] = field(default_factory=dict)
    layers: tuple[Layer, ...] = ()

    def event(self, name: str) -> Event:
        """The event called `name`; KeyError where there is none."""
        return {event.name: event for event in self.events}[name]

    def line(self, name: str, values: Values, *, actor: str = "") -> str:
        """The line of an event with these values."""
        return self.event(name).line(values, actor)

    def parse(self, line: str) -> tuple[str, str, dict[str, tuple[str, ...]]] | None:
        """The event, the actor and the values of a line that this form can write; None for any other line."""
        text = line.partition("#")[0].strip()
        for event in self.events:
            names = "|".join(re.escape(name) for name in self.names)
            head = re.escape(event.head).replace(r"\ ", r"\s+")
            pattern = (rf"({names})\s+" if event.actor else "()") + head
            fields = [f"(?:{each.pattern})?" if _may_miss(each) else each.pattern for each in event.fields]
            if found := re.fullmatch(pattern + "".join(fields), text):
                values = {
                    each.name: each.split(value)
                    for each, value in zip(event.fields, found.groups()[1:], strict=True)
                    if value
                }
                return event.name, found[1], values
        return None

    def variants(self, line: str) -> Iterator[str]:
        """Lines one slip away from `line`: one name more or less, one word another. None for lines of other shapes."""
        parsed = self.parse(line)
        if parsed is None:
            return
        name, actor, values = parsed
        # A name forgotten is the commonest slip; a card misread comes after it.
        for each in sorted(self.event(name).fields, key=lambda each: each.kind != "many" or each.count > 0):
            for changed in _changed(each, values.get(each.name, ())):
                new = {**values, each.name: changed}
                if all(_shown(other, new) for other in self.event(name).fields if new.get(other.name)):
                    yield self.line(name, new, actor=actor)


def _may_miss(each: Field) -> bool:
    return each.optional or bool(each.when) or bool(each.who)


def _shown(each: Field, values: Values) -> bool:
    if any(set(values.get(name, ())) & set(words) for name, words in each.unless.items()):
        return False
    return all(set(values.get(name, ())) & set(words) for name, words in each.when.items())


def _changed(each: Field, value: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """What could have been meant instead of a value."""
    if each.kind == "one":
        if value:
            yield from ((word,) for word in each.words if (word,) != value)
    elif each.kind == "many" and not each.count:
        yield from ((*value, word) for word in each.words if word not in value)
        if len(value) > 1 or each.optional:
            yield from (tuple(word for word in value if word != out) for out in value)
    elif each.kind == "many" and value:
        for place in range(len(value)):
            for word in each.words:
                if word not in value:
                    yield (*value[:place], word, *value[place + 1 :])
