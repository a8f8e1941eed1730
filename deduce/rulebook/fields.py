"""What the rules wait for, as events with fields: who, what, which, and what came of it.

Everything is derived from what the rules ask: options with their slots, values told, told sets, hidden moves, free words.
A line goes on as long as the rules have something to ask in it: what is tapped next is joined to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, combinations, combinations_with_replacement, islice, product
from typing import TYPE_CHECKING, Any

from deduce.games.base import CHANCE
from deduce.records.form import Event, Field, Form, Sheet, Upcoming
from deduce.rulebook.asks import Ask, Change, Choose, Roll, Sense
from deduce.rulebook.attempt import UNSEEN
from deduce.rulebook.cards import Cards
from deduce.rulebook.clauses import named
from deduce.rulebook.columns import Shape, events_of
from deduce.rulebook.cursor import OPEN, Passed
from deduce.rulebook.drawing import Draw
from deduce.rulebook.heard import told
from deduce.rulebook.labels import texts_of
from deduce.rulebook.menus import Menu
from deduce.rulebook.moves_said import HIDDEN
from deduce.rulebook.rows import row_event, row_of_seats
from deduce.rulebook.wanting import (
    Question,
    choices_of,
    drawable,
    goes_unsaid,
    key_text,
    offers,
    values_of,
)

if TYPE_CHECKING:
    from deduce.rulebook.game import Rulebook
    from deduce.rulebook.notes import NotesReplay
    from deduce.rulebook.table import Table

FEW = 6
"""Of so many keys every told set is listed, where it has to be."""
HANDS = 2000
"""So many hands of cards are listed at most."""
OFFERED = 30
"""Words for free text are offered where there are no more."""
JOIN = ", "


def form(game: Rulebook, names: Sequence[str], me: str, options: Mapping[str, Any]) -> Form:
    """The sheet to tap, and what things are called; what can be written next is told by `upcoming`.

    In a game in which every line is a whole turn also the lines.
    """
    made = Form(
        tuple(names),
        me,
        (),
        sheets=tuple(Sheet(*each) for each in game.sheets),
        texts=texts_of(game, names),
        signs=game.signs,
    )
    if not game.in_turns:
        return made
    from deduce.rulebook.whole_lines import tables_of, whole_lines

    setting = game.setting(len(names), game.checked_options(options), game.source(None), tuple(names))
    events, tables = whole_lines(setting, me), tables_of(setting)
    return replace(made, events=events, tables=tables, turns=True, layers=tuple(game.layers(setting)))


def upcoming(replay: NotesReplay) -> Upcoming:
    """Who acts next, and everything that can be written next, as events with fields."""
    reader = replay.front
    if reader is None:
        return Upcoming()
    line = Line(replay, reader.table)
    waiting: Question | Ask | None = reader.pending or reader.run.wait
    first, later = line.passed(reader.passed)
    if isinstance(waiting, Ask) and goes_unsaid(waiting, reader.table):
        at, passed, waiting = reader.ahead()
        seen, may = line.passed(passed)
        first, later, line.table = [*first, *seen], [*later, *may], at
    if any(_together(each) for each in reader.passed):
        later.append(Event(OPEN, OPEN, joins=JOIN))
    actor, line.actor = line.actor, ""
    if isinstance(waiting, Question):
        line.told(waiting)
    elif waiting is not None:
        line.asked(waiting)
    return Upcoming(line.actor or actor, asked=tuple(_unlike([*first, *line.events, *later])))


def _together(passed: Passed) -> bool:
    """Whether it was left out who of several chose something, which may not have been said yet."""
    return passed.name == "together" if isinstance(passed, Question) else bool(passed[0].among)


def _unlike(events: Iterable[Event]) -> Iterator[Event]:
    """The same events, each once, none called like another: by who does it, or by a sign."""
    names: set[str] = set()
    seen: list[Event] = []
    for event in events:
        if event in seen:
            continue
        seen.append(event)
        name = event.name
        if name in names and event.who:
            name = f"{event.who}: {name}"
        while name in names:
            name += " …"
        names.add(name)
        yield event if name == event.name else replace(event, name=name)


class Line:
    """The events that can come next, each as it is to be written."""

    def __init__(self, replay: NotesReplay, table: Table) -> None:
        self.replay, self.table, self.game, self.names = replay, table, replay.setting.game, replay.names
        self.events: list[Event] = []
        self.actor = ""
        self.last = replay.said[-1].line.body.split(" ")[0] if replay.said else ""

    def passed(self, passed: Iterable[Passed]) -> tuple[list[Event], list[Event]]:
        """What went without saying, and may be said: what else stays open, and the rest."""
        open_: list[Event] = []
        rest: list[Event] = []
        for each in passed:
            if isinstance(each, Question):
                self.told(each)
            else:
                self.chosen(*each)
            (open_ if isinstance(each, Question) and each.open else rest).extend(self.events)
            self.events = []
        return open_, rest

    # What somebody decides.

    def asked(self, ask: Ask) -> None:
        """What the rules wait for next."""
        table = self.table
        if isinstance(ask, Roll) and ask.row is not None:
            self._put((row_event(ask, ask.row),), 0)
            return
        if ask.actor is CHANCE:
            self._put(events_of(tuple(_by_chance(ask, table))), 0)
            return
        seat = int(ask.actor)  # type: ignore[arg-type]
        if isinstance(ask, Choose):
            if not (table.seat is None or table.seat == seat or table.hears(ask.mask)):
                self._put(events_of((UNSEEN,)), seat)
                return
            self.chosen(ask, choices_of(ask, table))
        else:
            self._put(events_of(tuple(ask.texts(table))), seat)

    def chosen(self, ask: Choose, texts: Sequence[str]) -> None:
        """The options of a choice."""
        if ask.group and self.table.seat is None and (row := row_of_seats(self.table)) is not None:
            self._put((row,), 0)
            return
        if ask.among:
            if self.table.seat is None:  # behind a seat's eyes the set is asked for, later
                said = next(text for text in texts if text != ask.unsaid)
                self.told(Question("which", f"{said} {{}}", dict.fromkeys(sorted(ask.among)), "together"))
            return
        events = list(events_of(tuple(offers(ask, texts, self.table)), _shapes(ask.menu)))
        free = ask.menu.free
        if free is not None and (self.table.seat in (None, ask.seat) or self.table.hears(ask.mask)):
            listed = free.legal(self.table)
            words = [str(each).partition(" ")[2] for each in islice(listed, OFFERED + 1)]
            typed = Field("words", tuple(words) if len(words) <= OFFERED else (), "text")
            events.append(Event(free.verb, free.verb, (typed,)))
        self._put(events, ask.seat)

    def _put(self, events: Iterable[Event], seat: int) -> None:
        """Events of what was done, each a line of its own or joined to the last."""
        self.actor = self.actor or (self.names[seat - 1] if seat else "")
        name = named(seat, self.replay.setting)
        begins = self.game.begins
        for event in map(self._naming, events):
            joins = bool(self.last and begins and event.head.partition(" ")[0] not in begins)
            said = bool(name) and not (joins and name == self.last)
            self.events.append(
                replace(event, actor=said, who=name if said else "", joins=JOIN if joins else "")
            )

    def _naming(self, event: Event) -> Event:
        """The same event, slots without a name called "who" where players are said in them."""
        unnamed = {"which", *(f"which {k}" for k in range(2, len(event.fields) + 1))}
        here = [
            each for each in event.fields if each.name in unnamed and set(each.words) <= set(self.names)
        ]
        if not here:
            return event
        called = {each.name: f"who {k}" if k > 1 else "who" for k, each in enumerate(here, 1)}
        fields = tuple(replace(each, name=called.get(each.name, each.name)) for each in event.fields)
        return replace(event, fields=fields)

    # What is told.

    def told(self, question: Question) -> None:
        """The answers to a question, in the words in which records are written."""
        joins = JOIN if self.last and _begun(self.table) else ""
        begins = {*self.game.asides}  # such words begin a line
        if self.table.at_once is not None:
            begins.add(self.table.at_once.row)
        for event in self._answers(question):
            apart = event.head.partition(" ")[0] in begins
            self.events.append(replace(event, joins="" if apart else joins))

    def _answers(self, question: Question) -> Sequence[Event]:
        if question.kind == "which":
            return self._set(question)
        if question.kind == "show" and question.name == "together":
            if (row := row_of_seats(self.table)) is not None:
                return (row,)
            made = next((each for each in self.table.log if each.handle is question.about), None)
            if made is not None and isinstance(made.about, Menu):
                who = self.names[made.seat - 1]
                return events_of(tuple(f"{who} {text}" for text in made.about.all()), label=who)
        if question.kind == "open draw":  # of which only what would lie open is seen
            return events_of(tuple(question.about.text(card) for card in (*question.about.open, HIDDEN)))
        said = [self._noted(question, value) for value in _values(question)]
        return events_of(tuple(dict.fromkeys(said)), label=question.name or question.said)

    def _noted(self, question: Question, value: Any) -> str:
        return self.game.noted(question.event(value), self.names)

    def _set(self, question: Question) -> Sequence[Event]:
        """A told set: its words, and a field of its keys; a text for every set where its words do not show the keys."""
        keys = tuple(question.about)
        texts = tuple(key_text(key, self.table) for key in keys)
        parts = self._around(question, keys[:2], texts[:2])
        if parts is None:
            sets = chain.from_iterable(combinations(keys, size) for size in range(min(len(keys), FEW) + 1))
            return events_of(tuple(dict.fromkeys(self._noted(question, each) for each in sets)))
        before, join, tail = parts
        nobody = self._noted(question, ()).removeprefix(before).removesuffix(tail)
        label = before.strip() or question.said.replace("{}", "").strip()
        head = before.rstrip()
        space = before[len(head) :] if head else ""
        field = Field("keys", texts, "many", space, join, sorted=True, empty=nobody or "nobody")
        return (Event(label, head, (field,), tail=tail),)

    def _around(
        self, question: Question, keys: Sequence[Any], texts: Sequence[str]
    ) -> tuple[str, str, str] | None:
        """What stands before the keys of a told set, between two and behind them; None where that cannot be seen."""
        alone = [self._noted(question, (key,)) for key in keys]
        for at in [k for k in range(len(alone[0])) if alone[0].startswith(texts[0], k)][::-1]:
            before, tail = alone[0][:at], alone[0][at + len(texts[0]) :]
            if len(keys) == 1:
                return before, " ", tail
            both = self._noted(question, tuple(keys)).removeprefix(before).removesuffix(tail)
            fits = alone[1] == before + texts[1] + tail
            if fits and both.startswith(texts[0]) and both.endswith(texts[1]):
                return before, both[len(texts[0]) : len(both) - len(texts[1])], tail
        return None


def _begun(table: Table) -> bool:
    """Whether anything was done that a line of notes tells: before, everything told is a line of its own."""
    return any(
        event.kind in ("choose", "change", "roll") or (event.kind == "draw" and "{}" in event.said)
        for event in reversed(table.log)
    )


def _by_chance(ask: Ask, table: Table) -> Iterable[str]:
    """What notes can say of chance: of a complete record all that may come, of one seat's what it may see."""
    if table.seat is None:
        return ask.texts(table)
    if isinstance(ask, Draw):
        seen = table.hears(ask.mask)
        return [ask.text(card) for card in (drawable(ask, table) if seen else (*ask.open, HIDDEN))]
    if isinstance(ask, Roll):
        return [told(ask.name, value) for value in ask.chances]
    if isinstance(ask, Sense):
        outcomes = dict.fromkeys(x for row in ask.chances.values() for x in row)
        return [told(ask.said, value) for value in outcomes]
    if isinstance(ask, Change) and table.hears(ask.mask):
        return ask.texts(table)
    return ()


def _values(question: Question) -> Iterable[Any]:
    """Everything that the answer can be: what is drawn, rolled or sensed begins a line, so it is no answer within one."""
    about = question.about
    if question.kind == "show":
        return tuple(about.domain)
    if question.kind == "tell":
        values = values_of(about)
        return (True, False) if values is None else values
    return islice(_hands(about.copies, len(about)), HANDS)


def _hands(copies: Mapping[Any, int], size: int) -> Iterator[tuple[Any, ...]]:
    """Every hand of so many cards of a deck, in its order."""
    for hand in combinations_with_replacement(copies, size):
        if all(hand.count(card) <= copies[card] for card in set(hand)):
            yield hand


def _shapes(menu: Menu) -> list[Shape]:
    """The patterns of a menu, as they take its texts apart."""
    found = []
    for pattern in menu.patterns:
        values = tuple(tuple(map(str, each)) for each in pattern.slots.values())
        found.append(
            Shape(pattern.text, tuple(pattern.slots), _made(pattern.text, tuple(pattern.slots), values).get)
        )
    for cards in menu.cards:
        found.append(Shape(cards.text, tuple(cards.slots), _written(cards)))
    return found


def _written(cards: Cards) -> Any:
    def row(text: str) -> tuple[str, ...] | None:
        values = cards.find(text)
        return None if values is None else tuple(map(str, values))

    return row


@lru_cache(maxsize=128)
def _made(
    text: str, slots: tuple[str, ...], values: tuple[tuple[str, ...], ...]
) -> dict[str, tuple[str, ...]]:
    """The texts of a pattern with the values of its slots."""
    return {text.format(**dict(zip(slots, row, strict=True))): row for row in product(*values)}
