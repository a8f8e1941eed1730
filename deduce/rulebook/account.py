"""What a run of the rules has come to, and what runs ask of it: events, variables and their values, who heard what.

A live run knows the world. A blind one belongs to a seat and is answered by what that seat heard; what it knows of hidden
values it works out from that, and asks `deduce.Knowledge` where this is not enough.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from types import CodeType, SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

from deduce.language.constraints import Constraint
from deduce.language.expressions import Expression
from deduce.language.facts import Fact
from deduce.language.variables import NO_WORDS, Family, Variable
from deduce.rulebook.faults import RulesError, where
from deduce.rulebook.heard import UNSHOWN, Entry, Event
from deduce.rulebook.zones import Amount, Lazy

if TYPE_CHECKING:
    from deduce.evidence import Statement
    from deduce.rulebook.asks import AtOnce, Deal
    from deduce.rulebook.masks import Masks
    from deduce.rulebook.setting import Setting

T = TypeVar("T")
A = TypeVar("A")
Weights = tuple[tuple[Hashable, float], ...]


class Far(NamedTuple):
    """How far a table has come: how many events it has, variables, values told, and so on."""

    events: int
    declared: int
    handles: int
    rules: int
    choices: int
    told: int
    deeds: int
    laid: int
    weighed: int
    zoned: bool


_far: Callable[[type[Far], tuple[Any, ...]], Far] = tuple.__new__
"""A `Far` is made for every position, so without its slow constructor."""


class Account:
    """The part of a `Table` that keeps account.

    Attributes:
        seats: 1 to n, clockwise.
        options: The checked options, as attributes.
        data: What `Rulebook.load` made of the data file.
        open: What lies on the table, for everybody to see: attributes that the rules set. Where rules hand on to a method
            (`return self.turn`), they take nothing else along but `keep`.
        keep: The same for what is not shown: variables, sets, whatever rules need and nobody looks at.
        tape: What the rules were given for everything told so far.
        left: While a run is played again: how many decisions are ahead, the one at which it will stand included. What was
            told is given again, and nothing is worked out or noted.
        of_notes: Whether the rules run along lines of notes, where what went unsaid may still be said.
        at_once: The choices that are being made at once, where notes tell them in one line.
        unheard: Of a blind table: what others were told, each with the length of the log before it; the values are open.
        deeds: Every value that a variable got, in order.
        weights: The chances that were given to values of variables, in the order in which they were given.
        odds: The chances with which this run dealt values.
        owed: What rules made to be yielded and did not yield yet, with the line.
        draws: How many cards have been drawn; `chosen` has for the variable of each choice how many there had been.
        zoned: Whether there is any zone, or was before the run began.
    """

    of_notes: ClassVar[bool] = False
    __slots__ = (
        "_entries", "_masks", "at_once", "choices", "chosen", "data", "dealing", "declared", "deeds",
        "draws", "given", "handles", "keep", "left", "log", "mine", "now", "odds", "open", "options",
        "owed", "reordered", "retold", "rules", "seat", "seats", "secrets", "setting", "tape", "undealt",
        "unheard", "unnoted", "weights", "world", "zoned",
    )  # fmt: skip

    def __init__(self, setting: Setting, seat: int | None = None, entries: Iterable[Entry] = ()) -> None:
        self.setting = setting
        self.seats = setting.seats
        self.options = setting.options
        self.data = setting.data
        self.open, self.keep = SimpleNamespace(), SimpleNamespace()
        self.tape: list[Any] = []
        self.left = self.retold = 0
        self.deeds: list[tuple[Variable, Any]] = []
        self.reordered = 0
        self.log: list[Event] = []
        self.unheard: list[tuple[int, Event]] = []
        self.declared: list[Variable | Family[Any]] = []
        self.handles: list[Variable] = []
        self.mine: set[Variable] = set()
        self.undealt: set[Variable] = set()
        self.rules: list[Statement] = []
        self.weights: list[tuple[Variable, Weights]] = []
        self.world: dict[Variable, Any] = {}
        self.dealing: Any = None
        self.choices = 0
        self.odds: dict[Variable, float] = {}
        self.owed: list[tuple[Any, CodeType, int]] = []
        self.now = ""
        self.at_once: AtOnce | None = None
        self.given: Mapping[str, Any] = {}
        self.secrets: list[str] = []
        self.seat, self.unnoted = seat, False
        self.chosen: dict[Variable, int] = {}
        self.draws, self.zoned = 0, False
        self._entries = iter(entries)
        self._masks: Masks | None = None
        if seat is not None:
            from deduce.rulebook.masks import Masks

            self._masks = Masks(self)  # type: ignore[arg-type]

    def name(self, seat: int) -> str:
        """What a seat is called: its player's name where one is known. Texts of options name seats by it."""
        if seat not in self.seats:
            raise RulesError(f"{seat!r} is no seat: {self.seats.start} to {self.seats.stop - 1}", where())
        return self.setting.names[seat - 1]

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """A value made once for all runs with these seats, options and data: long option lists, tables."""
        made = self.setting.made
        return made[key] if key in made else self.setting.once(key, make)

    def _declare(self, name: str, made: Sequence[Variable]) -> None:
        if self.left:
            return
        taken = name if made and made[0] in self.mine else None
        if taken is None and self.setting.twins:
            taken = self._taken_of(name, made)
        if taken is not None:
            raise RulesError(f"there is already a variable {taken!r}; names are unique in a game", where())
        self.mine.update(made)
        self.undealt.update(made)

    def _taken_of(self, name: str, made: Sequence[Variable]) -> str | None:
        """The name, of these to be declared, that something else has in this run; None where there is none."""
        names = self.setting.twins.intersection((name, *(variable.name for variable in made)))
        taken = {thing.name for thing in (*self.mine, *self.declared)} if names else names
        return min(names & taken, default=None)

    def _handle(
        self, name: str, values: Iterable[Hashable], words: Mapping[Hashable, str] = NO_WORDS
    ) -> Variable:
        """The variable of something to be decided that not everybody will see."""
        made = self.setting.variable(name, values, words)
        self._declare(name, (made,))
        return made

    def weigh(self, variable: Variable, weights: Mapping[Any, float]) -> None:
        """The chances with which a variable gets its values in this run; what is not named has none."""
        self.weights.append(
            (variable, tuple([(value, float(weight)) for value, weight in weights.items()]))
        )

    def expect(self, handle: Variable) -> None:
        """The variable of a choice that is waited for."""
        self.mine.add(handle)
        self.undealt.add(handle)

    def owe(self, ask: A) -> A:
        """Something to be yielded has been made for the rules, by a method that their line calls."""
        frame = sys._getframe(2)
        self.owed.append((ask, frame.f_code, frame.f_lineno))
        return ask

    def yielded(self, ask: object) -> None:
        """The rules have yielded something."""
        self.owed = [each for each in self.owed if each[0] is not ask]

    def settled_up(self) -> None:
        """Raise `RulesError` where the rules end or hand on and did not yield what they made to be yielded."""
        if self.owed:
            _, code, line = self.owed[0]
            raise RulesError(
                "what is made here was never yielded, so nobody decides it: value = yield t.choose(...), and likewise "
                "deal, draw, roll, sense, shuffle and rearrange",
                f"{code.co_filename}:{line}",
            )

    def note(self, event: Event) -> None:
        """Something happened; a variable that stands for it begins to exist."""
        if self.left:
            return
        event.part = self.now
        if event.handle is not None:
            self.handles.append(event.handle)
            self.chosen[event.handle] = self.draws
        self.log.append(event)

    def settle(self, secret: Any, value: Any) -> None:
        """A secret has its value."""
        self.world[secret] = value
        self.deeds.append((secret, value))

    def far(self) -> Far:
        """How far it has come."""
        return _far(
            Far,
            (
                len(self.log) + len(self.unheard),
                len(self.declared),
                len(self.handles),
                len(self.rules),
                self.choices,
                len(self.tape),
                len(self.deeds),
                self.reordered,
                len(self.weights),
                self.zoned,
            ),
        )

    @property
    def lying(self) -> SimpleNamespace:
        """All that lives on where rules hand on."""
        return SimpleNamespace(open=self.open, keep=self.keep, now=self.now)

    def lay(self, lying: SimpleNamespace) -> None:
        """Begin with what lay on another table."""
        self.open, self.keep, self.now = lying.open, lying.keep, lying.now

    def resume(self, other: Account, far: Far) -> None:
        """Go on from where another run of the same setting stood, when it had come so far."""
        self.log, self.declared = other.log[: far.events], other.declared[: far.declared]
        self.handles, self.rules = other.handles[: far.handles], other.rules[: far.rules]
        self.weights = other.weights[: far.weighed]
        self.choices, self.reordered, self.zoned = far.choices, far.laid, far.zoned
        self.tape, self.deeds = other.tape[: far.told], other.deeds[: far.deeds]
        self.retold, self.secrets = far.told, list(other.secrets)
        made: list[Variable] = [*self.handles]
        for thing in self.declared:
            made += [thing] if isinstance(thing, Variable) else thing.values()
        self.world = world = dict(self.deeds)
        self.mine = set(made)
        self.undealt = {variable for variable in made if variable not in world}

    def tells(self, kind: str, about: Any, when: Any) -> Any:
        """What is told in the true world; `UNSHOWN` where a condition is not true."""
        if when is not None and not self.truth(when):
            return UNSHOWN
        if kind == "which":
            return tuple([key for key, fact in about.items() if self.truth(fact)])
        return self.value(about)

    def handed_on(self, history: Sequence[str | None], follow: Callable[[Any], Any]) -> None:
        """The rules of a blind table hand on, after these moves."""

    def hears(self, mask: int) -> bool:
        """Whether the seat of a blind table is among `mask`."""
        return self.seat is not None and bool(mask >> self.seat & 1)

    def heard(
        self,
        kind: str | None,
        said: str | None,
        about: Any = None,
        *,
        when: Any = None,
        unsaid: Any = None,
        name: str = "",
    ) -> Entry:
        """The next thing that the seat of a blind table heard, which must be of this kind and about this.

        Of a draw it may have seen (`kind` None) it is a card or that there was none to see.
        """
        entry = next(self._entries, None)
        kinds = ("draw", "unseen") if kind is None else (kind,)
        if entry is None or entry.kind not in kinds or (said is not None and entry.said != said):
            raise self.astray(f"{kinds[0]} {said or ''}".rstrip(), entry)
        return entry

    def astray(self, wanted: str, entry: Entry | None) -> RulesError:
        """The error of rules that go another way behind one seat's eyes than they went in the game."""
        got = "nothing more" if entry is None else f"{entry.kind} {entry.said}".rstrip()
        return RulesError(
            f"the rules branch on something that seat {self.seat} was not told: behind its eyes they come to "
            f"'{wanted}' where it heard '{got}'",
            where(),
        )

    def value(self, what: Any) -> Any:
        """The value of a variable, a fact or an expression in the true world."""
        kind = type(what)
        try:
            if kind is Variable:
                return self.world[what]
            looked = LOOKED.get(kind) or _looked(kind)
            if looked is not None:
                return looked(self, what)
        except KeyError as error:
            variable = error.args[0]
            if isinstance(variable, Variable):
                self._own(variable)
                raise RulesError(f"{variable} is told before it is dealt", where()) from None
            raise
        raise RulesError(f"expected a fact, a variable or an expression, not {what!r}", where())

    def truth(self, fact: Any) -> bool:
        """Whether a fact is true: in the world, or as far as the seat of a blind table knows."""
        if self._masks is not None:
            return self._masks.truth(fact)
        return bool(self.value(fact))

    def _own(self, variable: Variable) -> None:
        if variable not in self.mine:
            raise RulesError(f"{variable} belongs to another game or another run of the rules", where())

    def dealt(self, deal: Deal, value: Any) -> None:
        """A variable gets its value; unseen (None) in a blind run."""
        if deal.weights is not None:
            self.weigh(deal.variable, deal.weights)
        self.undealt.discard(deal.variable)
        if value is not None:
            self.world[deal.variable] = value
            self.deeds.append((deal.variable, value))

    def learn(self, variable: Variable, value: Any) -> None:
        """The value of a variable is known to this table."""
        self.undealt.discard(variable)
        self.world[variable] = value
        self.deeds.append((variable, value))
        if self._masks is not None:
            self._masks.shown(variable, value, None)

    def laid(self, variables: Sequence[Variable], order: Sequence[int] | None) -> None:
        """The values of the variables have been laid anew; in an unknown order where it is None."""
        self.reordered += 1
        if self._masks is not None:
            self._masks.laid(variables, order)
        if order is None:
            return
        known = {v: self.world.get(v, UNSHOWN) for v in variables}
        for variable, source in zip(variables, order, strict=True):
            value = known[variables[source]]
            if value is UNSHOWN:
                self.world.pop(variable, None)
            else:
                self.world[variable] = value
                self.deeds.append((variable, value))


LOOKED: dict[type, Callable[[Account, Any], Any]] = {}
"""How a live table looks at things of each type; see `_looked`."""


def _looked(kind: type) -> Callable[[Account, Any], Any] | None:
    """How a live table looks at things of a type: at their value in its world; None where they have none."""
    ways: tuple[tuple[type, Callable[[Account, Any], Any]], ...] = (
        (Fact, lambda table, what: what.true_in(table.world)),
        (Expression, lambda table, what: what.value_in(table.world)),
        (Lazy, lambda table, what: what.truth(table)),
        (Amount, lambda _, what: what.value()),
        (Constraint, lambda table, what: what.holds([table.world[v] for v in what.scope])),
    )
    for base, way in ways:
        if issubclass(kind, base):
            LOOKED[kind] = way
            return way
    return None
