"""What rules wait for when they yield: a deal, a roll, a choice, a hidden move. Each answers for itself.

Every ask can be answered in three ways: `play` (a live run, by the text of a move), `hear` (a blind run, by what one
seat heard of it) and `fill` (a blind run's history made whole from a world). One file because these are one
contract's five short forms, side by side.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from deduce.games.base import CHANCE, Actor
from deduce.ground.compat import override
from deduce.ground.errors import IllegalMove
from deduce.rulebook.audience import ALL
from deduce.rulebook.faults import RulesError, Untold
from deduce.rulebook.heard import Event
from deduce.rulebook.menus import Menu
from deduce.rulebook.secrets import behind

if TYPE_CHECKING:
    from deduce.language.variables import Variable
    from deduce.rulebook.table import Table

World = Mapping["Variable", Any]


class Ask:
    """One thing that somebody or chance decides."""

    __slots__ = ()
    actor: Actor = CHANCE
    task: str = ""
    """What is to be done, in words, where the rules say it."""

    def expect(self, text: str, verb: str) -> None:
        """Refuse the text of a move of another kind, with what is to be done. Raises `IllegalMove`."""
        if self.task and text.partition(" ")[0] != verb:
            raise IllegalMove(f"{text[:80]} is not possible now: {self.task}")

    def texts(self, table: Table) -> Sequence[str]:
        """What is legal or possible now, as texts of moves."""
        raise NotImplementedError

    def moves(self, table: Table, make: Callable[[str], Any]) -> Sequence[Any]:
        """The same as moves of the game, each as `make` makes it of its text."""
        return tuple(map(make, self.texts(table)))

    def play(self, table: Table, text: str) -> Any:
        """Decide it, and return what the rules get. Raises `IllegalMove`."""
        raise NotImplementedError

    def hear(self, table: Table) -> tuple[str | None, Any]:
        """Answer from what the table's seat heard: the move's text (None: unseen), and what the rules get."""
        raise NotImplementedError

    def fill(self, world: World, rng: random.Random, table: Table) -> str:
        """The text of the move that a world says it was, where the seat did not see it."""
        raise NotImplementedError

    def read(self, text: str) -> str | None:
        """The move that a person means by words, whether or not it is legal; None where its text must be said."""
        return None

    def outcomes(self, table: Table) -> Sequence[tuple[str, float]]:
        """At chance: every text with its probability."""
        return ()

    def drawn(self, table: Table, rng: random.Random) -> str:
        """At chance: one text, by its probability."""
        texts, chances = zip(*self.outcomes(table), strict=True)
        return str(texts[0] if len(texts) == 1 else rng.choices(texts, chances)[0])


DONE: Final = Ask()
"""Something decided before: the run is played again, and knows what came of it."""


class Deal(Ask):
    """Chance gives one variable its value, by the worlds that are left."""

    __slots__ = ("_found", "group", "variable", "weights")

    def __init__(
        self, variable: Variable, weights: Mapping[Any, float] | None, group: tuple[Variable, ...] = ()
    ) -> None:
        self.variable, self.weights, self.group = variable, weights, group or (variable,)
        self._found: tuple[Mapping[Any, float], bool] | None = None

    def chances(self, table: Table) -> Mapping[Any, float]:
        """The chances of its values, worked out once: nothing happens while it waits."""
        if self._found is None:
            self._found = table.setting.chances(table, self)
        return self._found[0]

    @override
    def texts(self, table: Table) -> Sequence[str]:
        return [text for text, _ in self.outcomes(table)]

    @override
    def outcomes(self, table: Table) -> Sequence[tuple[str, float]]:
        name = self.variable.name
        return [(f"{name} = {value}", chance) for value, chance in self.chances(table).items()]

    @override
    def drawn(self, table: Table, rng: random.Random) -> str:
        chances, even = self._found = self._found or table.setting.chances(table, self)
        values = list(chances)
        if even:
            return f"{self.variable.name} = {values[int(rng.random() * len(values))]}"
        return f"{self.variable.name} = {rng.choices(values, list(chances.values()))[0]}"

    @override
    def play(self, table: Table, text: str) -> None:
        values = table.setting.dealt_as(self.variable).get(text, ())
        for value in values:
            if value in self.chances(table):
                table.odds[self.variable] = self.chances(table)[value]
                table.dealt(self, value)
                return
        raise IllegalMove(
            f"{text[:80]}: cannot be dealt; now {self.variable.name} is, such as {self.texts(table)[0]!r}"
        )

    @override
    def hear(self, table: Table) -> tuple[str | None, Any]:
        table.dealt(self, None)
        return None, None

    @override
    def fill(self, world: World, rng: random.Random, table: Table) -> str:
        if self.variable in world:
            return f"{self.variable.name} = {world[self.variable]}"
        return self.drawn(table, rng)


class Row(NamedTuple):
    """Rolls that follow each other and are told in one line of notes (`deduce.rulebook.rows`).

    `head` is what the line begins with, `left` how many are still to come. With `words` a roll tells how many there
    are of one of these, and is called by the head and the word: ``offer black``; what comes of itself is announced so.
    `again` is whether the same may come more than once, as of dice.
    """

    head: str
    left: int
    words: Sequence[str] = ()
    again: bool = False


class AtOnce(NamedTuple):
    """Choices that are being made at once, and told in one line.

    `row` is the word with which it begins, `name` what the choices are called, `menus` the options of each seat.
    """

    row: str
    name: str
    menus: Mapping[int, Any]

    def called(self, table: Table, seat: int) -> str:
        """What the choice of a seat is called."""
        return f"{self.name} of {table.name(seat)}"

    def verb(self, table: Table, seat: int) -> str:
        """The word that the line leaves out of the options of a seat."""
        return table.setting.menu(self.menus[seat], ()).verb

    def told(self, table: Table) -> dict[str, Any]:
        """What has been shown of the choices, by what they are called."""
        names = {self.called(table, seat) for seat in self.menus}
        return {
            event.said: event.value for event in table.log if event.kind == "show" and event.said in names
        }


class Roll(Ask):
    """Chance that hangs on nothing hidden, as a rule in the open."""

    __slots__ = ("chances", "handle", "mask", "name", "row")

    def __init__(
        self,
        name: str,
        chances: dict[Any, float],
        mask: int,
        handle: Variable | None,
        row: Row | None = None,
    ) -> None:
        self.name, self.chances, self.mask, self.handle, self.row = name, chances, mask, handle, row

    @override
    def texts(self, table: Table) -> Sequence[str]:
        return [f"{self.name} {value}" for value in self.chances]

    @override
    def outcomes(self, table: Table) -> Sequence[tuple[str, float]]:
        return [(f"{self.name} {value}", chance) for value, chance in self.chances.items()]

    @override
    def drawn(self, table: Table, rng: random.Random) -> str:
        values = list(self.chances)  # the one that comes is written, and no other
        value = values[0] if len(values) == 1 else rng.choices(values, list(self.chances.values()))[0]
        return f"{self.name} {value}"

    @override
    def play(self, table: Table, text: str) -> Any:
        size = len(self.name)
        if text[: size + 1] == f"{self.name} ":
            said = text[size + 1 :]
            if said in self.chances:
                return self._came(table, said)
            for value in self.chances:
                if str(value) == said:
                    return self._came(table, value)
        raise IllegalMove(f"{text[:80]}: cannot come up; {self.texts(table)[0]!r} could")

    def _came(self, table: Table, value: Any) -> Any:
        if self.handle is not None and value is not None:
            table.learn(self.handle, value)
        head = self.row.head if self.row is not None else ""
        table.note(Event(self.mask, "roll", 0, self.name, value, handle=self.handle, row=head))
        return value if self.handle is None else self.handle

    @override
    def hear(self, table: Table) -> tuple[str | None, Any]:
        if not table.hears(self.mask):
            return None, self._came(table, None)
        value = table.heard("roll", self.name, self).value
        return f"{self.name} {value}", self._came(table, value)

    @override
    def fill(self, world: World, rng: random.Random, table: Table) -> str:
        if self.handle is not None and self.handle in world:
            return f"{self.name} {world[self.handle]}"
        return self.drawn(table, rng)


class Choose(Ask):
    """A seat decides. Where not everybody sees it a variable stands for the choice, unless it is made aside."""

    __slots__ = (
        "actor", "alike", "among", "group", "handle", "likely", "mask", "menu", "name", "rest", "secret", "task",
        "unsaid",
    )  # fmt: skip

    def __init__(
        self,
        seat: int,
        menu: Menu,
        mask: int,
        handle: Variable | None,
        *,
        unsaid: Any,
        likely: Any,
        name: str,
        group: int,
        secret: Any,
        task: str,
        rest: Any,
        alike: Variable | None,
        among: frozenset[int],
    ) -> None:
        self.rest, self.alike, self.among = rest, alike, among
        self.actor: Actor = seat
        self.secret, self.task = secret, task
        self.menu, self.mask, self.handle, self.name = menu, mask, handle, name
        self.unsaid, self.likely, self.group = unsaid, likely, group

    @property
    def seat(self) -> int:
        """Who decides."""
        return int(self.actor)  # type: ignore[arg-type]

    @override
    def texts(self, table: Table) -> Sequence[str]:
        return self.menu.legal(table)

    @override
    def moves(self, table: Table, make: Callable[[str], Any]) -> Sequence[Any]:
        return self.menu.moves(table, make)

    @override
    def read(self, text: str) -> str | None:
        free = self.menu.free
        if free is None:
            return self.menu.rows.meant(text)
        verb, _, rest = text.strip().partition(" ")
        if len(self.menu.all()) and not (verb.casefold() == free.verb and rest.strip()):
            return None
        return f"{free.verb} {free.spell(behind(text, free.verb))}"

    @override
    def play(self, table: Table, text: str) -> Any:
        if self.task:
            self.expect(text, self.menu.verb)
        plain = self.menu.plain
        value, fact = (plain[text], None) if text in plain else self.menu.find(text, table)
        return self._made(table, text, value, fact)

    def _made(self, table: Table, text: str | None, value: Any, fact: Any) -> Any:
        seat: int = self.actor  # type: ignore[assignment]
        if self.secret is not None:
            return self._kept(table, text, value)
        if text is None:
            for cards in self.menu.cards:
                cards.keep()
            event = Event(
                self.mask,
                "choose",
                seat,
                "",
                None,
                self.menu,
                handle=self.handle,
                name=self.name,
                among=self.among,
            )
            table.note(event)
            return Untold(self.name) if self.handle is None else self.handle
        mask, handle, name = self.mask, self.handle, self.name
        table.note(
            Event(
                mask,
                "choose",
                seat,
                text,
                value,
                fact,
                handle=handle,
                likely=self.likely,
                unsaid=self.unsaid,
                name=name,
                among=self.among,
            )
        )
        if handle is None:
            return value if mask == ALL else Untold(name)
        table.learn(handle, value)
        return handle

    def _kept(self, table: Table, text: str | None, value: Any) -> Any:
        """A choice of which the game itself keeps account."""
        if text is not None:
            table.settle(self.secret, value)
        table.note(Event(self.mask, "choose", self.seat, text or "", value, self.secret, name=self.name))
        return value if self.mask == ALL else self.secret

    @override
    def hear(self, table: Table) -> tuple[str | None, Any]:
        if not table.hears(self.mask):
            table.heard("hidden", self.name, self)
            return None, self._made(table, None, None, None)
        entry = table.heard("choose", None, self)
        if entry.seat != self.actor:
            raise table.astray(f"seat {self.actor} to choose", entry)
        # Its seat did not write it down, or it lies in a turn that nobody could read.
        if not entry.said or (self.secret is not None and entry.value is None):
            return None, self._made(table, None, None, None)
        try:
            value, fact = self.menu.find(entry.said, None)
        except IllegalMove as error:
            raise table.astray(str(error), entry) from error
        return entry.said, self._made(table, entry.said, value, fact)

    @override
    def fill(self, world: World, rng: random.Random, table: Table) -> str:
        if self.secret is not None and self.secret in world:
            return self.menu.text_of(world[self.secret])
        legal = self.menu.legal(table)
        if self.handle is not None and self.handle in world:
            wanted = world[self.handle]
            for text, value in self.menu.all().items():
                if value == wanted:
                    return text
        return legal[int(rng.random() * len(legal))]


class Change(Ask):
    """Hidden values are laid anew: by chance (seat 0), or as a seat likes."""

    __slots__ = ("actor", "mask", "name", "seat", "text", "variables")

    def __init__(self, seat: int, variables: tuple[Variable, ...], mask: int, text: str, name: str) -> None:
        self.actor: Actor = seat or CHANCE
        self.seat, self.variables, self.mask, self.text, self.name = seat, variables, mask, text, name

    def orders(self) -> dict[str, tuple[int, ...]]:
        """Every text with its order: the i-th variable gets the value that the ``order[i]``-th had."""
        names = [v.key if v.key is not None else v.name for v in self.variables]
        return {
            self.text.format(" ".join(str(names[i]) for i in order)): order
            for order in permutations(range(len(names)))
        }

    @override
    def texts(self, table: Table) -> Sequence[str]:
        return list(self.orders())

    @override
    def outcomes(self, table: Table) -> Sequence[tuple[str, float]]:
        if self.seat:
            return ()
        orders = self.orders()
        return [(text, 1 / len(orders)) for text in orders]

    @override
    def play(self, table: Table, text: str) -> Any:
        order = self.orders().get(text)
        if order is None:
            raise IllegalMove(
                f"{text[:80]}: not an order of {self.name}; such as {next(iter(self.orders()))!r}"
            )
        return self._laid(table, text, order)

    def _laid(self, table: Table, text: str, order: tuple[int, ...] | None) -> Any:
        table.laid(self.variables, order)
        table.note(Event(self.mask, "change", self.seat, text, order, self.variables, name=self.name))
        return order if self.mask == ALL else Untold("the new order")

    @override
    def hear(self, table: Table) -> tuple[str | None, Any]:
        entry = table.heard("change", None, self)
        if not table.hears(self.mask):
            return None, self._laid(table, self.name, None)
        return entry.said, self._laid(table, entry.said, entry.value)

    @override
    def fill(self, world: World, rng: random.Random, table: Table) -> str:
        raise RulesError("hidden orders are worked out backwards; see resampling")


class Sense(Ask):
    """Chance that hangs on a hidden value: a noisy look. Its outcome tells some seats something of the value."""

    __slots__ = ("chances", "mask", "said", "variable", "weighs")

    def __init__(
        self,
        mask: int,
        variable: Variable,
        chances: Mapping[Any, Mapping[Any, float]],
        said: str,
        weighs: bool,
    ) -> None:
        self.mask, self.variable, self.chances, self.said, self.weighs = (
            mask,
            variable,
            chances,
            said,
            weighs,
        )

    @property
    def every(self) -> Sequence[Any]:
        """All outcomes, whatever the value is."""
        each = (outcome for row in self.chances.values() for outcome, chance in row.items() if chance > 0)
        return list(dict.fromkeys(each))

    def row(self, table: Table) -> Mapping[Any, float]:
        """The chances of the outcomes now."""
        return self.chances[table.value(self.variable)]

    @override
    def texts(self, table: Table) -> Sequence[str]:
        known = table.seat is None  # behind a seat's eyes anything may come
        there = [each for each, chance in self.row(table).items() if chance > 0] if known else self.every
        return [f"{self.said} {outcome}" for outcome in there]

    @override
    def outcomes(self, table: Table) -> Sequence[tuple[str, float]]:
        return [
            (f"{self.said} {outcome}", chance) for outcome, chance in self.row(table).items() if chance > 0
        ]

    @override
    def play(self, table: Table, text: str) -> Any:
        for outcome, chance in self.row(table).items():
            if chance > 0 and text == f"{self.said} {outcome}":
                return self._came(table, outcome)
        raise IllegalMove(f"{text[:80]}: cannot come up; {self.texts(table)[0]!r} could")

    def _came(self, table: Table, outcome: Any) -> Any:
        table.note(
            Event(self.mask, "sense", 0, self.said, outcome, (self.variable, self.chances, self.weighs))
        )
        return outcome if self.mask == ALL else Untold(self.said)

    @override
    def hear(self, table: Table) -> tuple[str | None, Any]:
        if not table.hears(self.mask):
            return None, self._came(table, None)
        outcome = table.heard("sense", self.said, self).value
        return f"{self.said} {outcome}", self._came(table, outcome)

    @override
    def fill(self, world: World, rng: random.Random, table: Table) -> str:
        return self.drawn(table, rng)
