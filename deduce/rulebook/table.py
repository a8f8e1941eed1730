"""The table: what rules talk to. One class serves live runs, blind runs and notes; they differ in who answers.

A live table knows the world. A blind one belongs to a seat and is answered by what that seat heard; what it knows of
hidden values it works out from that, and asks `deduce.Knowledge` where this is not enough.

One file because it is the vocabulary of rules, which authors read from top to bottom.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType, SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

from deduce.ground.errors import ProblemError
from deduce.language.constraints import Constraint
from deduce.language.expressions import Expression
from deduce.language.facts import Fact
from deduce.language.variables import Family, Variable
from deduce.rulebook.asks import DONE, Ask, AtOnce, Change, Choose, Deal, Roll, Row, Sense
from deduce.rulebook.audience import ALL, EVERYBODY, NOBODY, Who, audience
from deduce.rulebook.cards import Cards
from deduce.rulebook.faults import RulesError, Untold, where
from deduce.rulebook.heard import UNNOTED, UNSHOWN, Entry, Event, Unsure
from deduce.rulebook.menus import Group, Menu, Pattern, last_of
from deduce.rulebook.pools import Free
from deduce.rulebook.secrets import Secret
from deduce.rulebook.zones import Amount, Lazy, Zone
from deduce.rulebook.zoning import Zoning

if TYPE_CHECKING:
    from deduce.evidence import Statement
    from deduce.rulebook.lots import Also, Box, Lot
    from deduce.rulebook.masks import Masks
    from deduce.rulebook.setting import Setting

__all__ = ["End", "Far", "Table"]

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


class End(Exception):
    """The game is over, wherever the rules are."""

    def __init__(self, scores: Sequence[float]) -> None:
        self.scores = scores


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
    zoned: bool


ASKED = 4096
"""So many choices are kept to be asked again."""

_far: Callable[[type[Far], tuple[Any, ...]], Far] = tuple.__new__
"""A `Far` is made for every position, so without its slow constructor."""


class Table(Zoning):
    """One run of the rules, as the rules see it.

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
    """

    of_notes: ClassVar[bool] = False
    __slots__ = (
        "_entries",
        "_masks",
        "at_once",
        "choices",
        "data",
        "dealing",
        "declared",
        "deeds",
        "given",
        "handles",
        "keep",
        "left",
        "log",
        "mine",
        "now",
        "open",
        "options",
        "reordered",
        "retold",
        "rules",
        "seat",
        "seats",
        "secrets",
        "setting",
        "tape",
        "undealt",
        "unheard",
        "unnoted",
        "world",
    )

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
        self.world: dict[Variable, Any] = {}
        self.dealing: Any = None
        self.choices = 0
        self.now = ""
        self.at_once: AtOnce | None = None
        self.zones, self.draws, self.unseen, self.drains, self.places = {}, 0, {}, [], None
        self.slots, self.settled, self.chosen, self.barred, self.asked = {}, 0, {}, {}, []
        self.stale = self.zoned = False
        self.given: Mapping[str, Any] = {}
        self.secrets: list[str] = []
        self.seat, self.unnoted = seat, False
        self._entries = iter(entries)
        self._masks: Masks | None = None
        if seat is not None:
            from deduce.rulebook.masks import Masks

            self._masks = Masks(self)

    # What rules say.

    def name(self, seat: int) -> str:
        """What a seat is called: its player's name where one is known. Texts of options name seats by it."""
        return self.setting.names[seat - 1]

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """A value made once for all runs with these seats, options and data: long option lists, tables."""
        made = self.setting.made
        return made[key] if key in made else self.setting.once(key, make)

    def variable(self, name: str, domain: Iterable[Hashable]) -> Variable:
        """One hidden quantity; see `variables`."""
        made = self.setting.variable(name, domain)
        self._declare(name, (made,))
        self.declared.append(made)
        return made

    def variables(
        self, name: str, keys: Iterable[K], domain: Iterable[Hashable] | Callable[[K], Iterable[Hashable]]
    ) -> Family[K]:
        """Hidden quantities ``name[key]``, as `Problem.variables` makes them. Raises `RulesError`.

        Where `keys` is `t.seats` itself, a member is called by its player's name: ``card[Ann]``.
        """
        made = self.setting.family(name, keys, domain, seated=keys is self.seats)
        self._declare(name, tuple(made.values()))
        self.declared.append(made)
        return made

    def recall(self, name: str) -> Any:
        """The variable or family that was declared by this name: for methods to which rules have handed on.

        Raises `RulesError` where there is none.
        """
        for made in self.declared:
            if made.name == name:
                return made
        raise RulesError(f"recall: no variable {name!r} has been declared", where())

    def secret(self, name: str, values: Mapping[K, Any], domain: Iterable[Hashable]) -> Family[K]:
        """Hidden quantities whose values stand in the components, not to be dealt: what is behind a window.

        A live run has the values, or those that the world behind a seat's eyes gives them; nobody is told any.
        """
        made = self.setting.family(name, tuple(values), domain)
        self._declare(name, tuple(made.values()))
        self.declared.append(made)
        self.undealt.difference_update(made.values())
        self.secrets += [variable.name for variable in made.values()]
        if self.seat is None:
            for key, value in values.items():
                variable = made[key]
                self.world[variable] = self.given.get(variable.name, value)
                self.deeds.append((variable, self.world[variable]))
        return made

    def _declare(self, name: str, made: Sequence[Variable]) -> None:
        if self.left:
            return
        if made[0] in self.mine:
            raise RulesError(f"there is already a variable {name!r}; names are unique in a game", where())
        self.mine.update(made)
        self.undealt.update(made)

    def _handle(self, name: str, values: Iterable[Hashable]) -> Variable:
        """The variable of something to be decided that not everybody will see."""
        made = self.setting.variable(name, values)
        self._declare(name, (made,))
        return made

    def expect(self, handle: Variable) -> None:
        """The variable of a choice that is waited for."""
        self.mine.add(handle)
        self.undealt.add(handle)

    def note(self, event: Event) -> None:
        """Something happened; a variable that stands for it begins to exist."""
        if self.left:
            return
        event.part = self.now
        if event.handle is not None:
            self.handles.append(event.handle)
            self.chosen[event.handle] = self.draws
        self.log.append(event)

    def require(self, constraint: Constraint, sentence: str) -> None:
        """What is always true of hidden quantities, with the sentence that explanations quote."""
        if self.left:
            return
        if not isinstance(constraint, Constraint):
            raise RulesError(f"require: expected a constraint, not {constraint!r}", where())
        self.rules.append(self.setting.rule(constraint, sentence))

    def deal(
        self,
        variables: Variable | Iterable[Variable] | Mapping[Any, Variable],
        weights: Mapping[Any, float] | None = None,
    ) -> Any:
        """To be yielded: chance decides the variables one by one, by the worlds that are left.

        `weights` are chances of values (of any size; only their proportions matter), for each of the variables.
        """
        if isinstance(variables, Variable):
            return self._deal_of(variables, weights)
        given: Iterable[Variable] = variables.values() if isinstance(variables, Mapping) else variables
        group = tuple(given)
        return self._in_turn([self._deal_of(variable, weights, group) for variable in group])

    def _in_turn(self, deals: Sequence[Deal]) -> Iterator[Ask]:
        for deal in deals:
            yield DONE if self.left else deal

    def _deal_of(
        self, variable: Variable, weights: Mapping[Any, float] | None, group: tuple[Variable, ...] = ()
    ) -> Deal:
        if variable not in self.undealt and not self.left:
            self._own(variable)
            raise RulesError(f"{variable} is dealt twice", where())
        return Deal(variable, weights, group)

    def show(
        self,
        who: Who,
        variable: Variable | Secret,
        when: Fact | None = None,
        *,
        name: str = "",
        needed: bool = False,
        optional: bool = False,
        unsaid: Any = None,
    ) -> Any:
        """`who` learns the value of a variable (a secret, a choice not seen); with `when`, only where that is true.

        Notes may leave out a secret that was shown; then rules get None, unless it is `needed`. Of a variable they may
        where it is `optional`: what one seat saw, and did not write down; `unsaid` is what they else mean.

        Gives the value where everybody was told, else something that rules cannot look at.
        """
        if self.left:
            return self._given_again()
        if type(variable) is Secret and when is None:
            return self._shown(audience(who, self.seats), variable, needed)
        unsaid = UNNOTED if optional else unsaid
        return self._told("show", who, variable.name, variable, when, unsaid, name)

    def _shown(self, mask: int, secret: Secret, needed: bool) -> Any:
        """A secret is shown. Notes may leave it out; then what the rules get is None."""
        world: dict[Any, Any] = self.world
        if self.seat is None:
            if secret not in world:
                raise RulesError(f"{secret} is shown before it is dealt or chosen", where())
            value = world[secret]
        elif self.hears(mask):
            value = self.heard("show", secret, secret, unsaid=needed).value
            if value is not None:
                self.settle(secret, value)
        else:
            self.tape.append(Untold(secret))
            return self.tape[-1]
        self.note(Event(mask, "show", 0, secret, value, secret))
        self.tape.append(value if mask == ALL else Untold(secret))
        return self.tape[-1]

    def settle(self, secret: Any, value: Any) -> None:
        """A secret has its value."""
        self.world[secret] = value
        self.deeds.append((secret, value))

    def _told(
        self,
        kind: str,
        who: Who,
        said: str,
        about: Any,
        when: Fact | None,
        unsaid: Any,
        name: str,
    ) -> Any:
        """Tell something, and give it to the rules where everybody hears it."""
        mask = audience(who, self.seats)
        if self.seat is None:
            simple = when is None and kind != "which"
            value = self.value(about) if simple else self.tells(kind, about, when)
        elif self.hears(mask):
            value = self.heard(kind, said, about, when=when, unsaid=unsaid, name=name).value
        else:
            event = Event(mask, kind, 0, said, None, about, when=when, unsaid=unsaid, name=name)
            self.unheard.append((len(self.log), event))
            self.tape.append(Untold(said))
            return self.tape[-1]
        self.note(Event(mask, kind, 0, said, value, about, when=when, unsaid=unsaid, name=name))
        given = Untold(said) if mask != ALL else None if value is UNSHOWN else value
        if value is UNNOTED:
            self.unnoted = True
        elif self._masks is not None:
            self._masks.heard(kind, about, value, when)
            if kind == "which" and any(type(key) is Unsure for key in value):
                given = Untold(said)  # notes leave it open, so the rules may not hang on it
        self.tape.append(given)
        return given

    def _given_again(self) -> Any:
        self.retold += 1
        return self.tape[self.retold - 1]

    def tell(
        self,
        who: Who,
        what: Any,
        sentence: str,
        *,
        unsaid: Any = None,
        when: Fact | None = None,
        name: str = "",
    ) -> Any:
        """`who` learns whether a fact is true, or the value of an expression; with `when`, only where that is true.

        Args:
            who: Who is told.
            what: A fact or an expression over hidden quantities.
            sentence: What it is about, as notes and explanations say it.
            unsaid: What is meant by notes that do not mention it.
            when: A fact; where it is false nothing is told but that.
            name: What beliefs and words call it; the sentence where empty.

        Gives the value where everybody was told, else something that rules cannot look at.
        """
        if self.left:
            return self._given_again()
        return self._told("tell", who, sentence, what, when, unsaid, name)

    def which(
        self, who: Who, facts: Mapping[Any, Fact], sentence: str, *, unsaid: Any = None, name: str = ""
    ) -> Any:
        """`who` learns which of the facts are true: one told set, as a tuple of their keys in order.

        Notes that do not mention it mean the keys in `unsaid`; None where notes must say.
        """
        if self.left:
            return self._given_again()
        return self._told("which", who, sentence, MappingProxyType(dict(facts)), None, unsaid, name)

    def announce(self, sentence: str, value: Any = None, *, seat: int = 0, row: str = "") -> None:
        """Everybody hears what they could tell from the table: where a marker stands now, that somebody is out.

        Notes may say it, rightly or not at all; nothing hidden is known by it. In a `row` of rolls it is what came of
        itself.
        """
        if self.left:
            return
        if self.seat is not None:
            self.heard("say", sentence, value, when=seat)
        self.note(Event(ALL, "say", seat, sentence, value, row=row))

    def choose(
        self,
        seat: int,
        options: Any,
        seen_by: Who = EVERYBODY,
        unsaid: Any = None,
        likely: Any = None,
        *,
        otherwise: Any = (),
        name: str = "",
        group: int = 0,
        aside: bool = False,
        secret: Secret | None = None,
        task: str = "",
        rest: Any = None,
        alike: Variable | None = None,
        among: Iterable[int] = (),
    ) -> Choose:
        """To be yielded: a seat decides.

        Args:
            seat: Who decides.
            options: Values; ``{text: value}``; ``{text: (fact, value)}``, legal only where the fact is true; what
                `option`, `when` and `free` make; or a list of these.
            seen_by: Who sees what was chosen, beside the seat itself. Seen by everybody, the yield gives its value. By
                fewer it gives a variable that stands for it, about which facts can be told later; the others learn
                only that something legal was chosen.
            unsaid: The value that notes mean which do not mention the choice.
            likely: ``(variable, fit)``: choices seen are evidence; ``fit(value)`` gives a likelihood ratio for each value
                of the variable. Of a choice that not everybody sees also ``{value: chance}``: how much each value
                weighs where it is possible. By default a choice weighs nothing: who did not see it counts every one
                that was possible.
            otherwise: Options that are legal only where no other is.
            name: What the choice is called, where it is not seen; unique in a game.
            group: Choices with one number (not 0) are made at once; notes may tell them in any order.
            aside: Nothing that comes later speaks of the choice: the rules get nothing back, and who does not see it
                keeps no account of what it was. A card shown to one seat is such a choice.
            secret: A `Secret`: the game itself keeps account of what was chosen, and no variable stands for it.
            task: What the seat is to do, in words, for whoever tries something else.
            rest: The value that a line of notes means which tells in one go what was done, and ends here; up to the next
                `line_ends`. Such a line may leave out the first word of the other options.
            alike: A variable: who notes what it saw of it, and no choice, chose that value (``I look at 3, it is Tome``).
            among: Who chooses at once, where all are told who chose what as one set: notes need not say it twice.
        """
        if self.left:
            self.choices += 1
            # At the last the run stands; its menu may hang on the cards of this run's own zones.
            if self.left > 1 or not self.zoned:
                return DONE  # type: ignore[return-value]
            self.choices -= 1
        self.choices += 1
        asked = self.setting.asked
        key: Any = None
        if likely is None and secret is None and not otherwise and not aside:
            mask = ALL if seen_by is EVERYBODY else audience(seen_by, self.seats)
            number = 0 if mask == ALL or name else self.choices
            same = tuple(map(id, options)) if type(options) is list else id(options)
            key = seat, same, mask, unsaid, rest, number, group, name, task, id(alike), among
            try:
                found = asked.get(key)
            except TypeError:  # a value that cannot be hashed
                key = found = None
            if found is not None:
                if found.handle is not None:
                    self._declare(found.name, (found.handle,))
                return found
        else:
            mask = audience(seen_by, self.seats)
        if seat not in self.seats:
            raise RulesError(f"{seat!r} is no seat: {self.seats.start} to {self.seats.stop - 1}", where())
        mask |= 1 << seat
        try:
            menu = self.setting.menu(options, otherwise)
        except RulesError as error:
            raise RulesError(str(error), where()) from None
        handle = None
        if secret is not None:
            name = secret.name
        elif mask != ALL:
            name = name or f"choice {self.choices} of {self.name(seat)}"
        if mask != ALL and not aside and secret is None:
            handle = self._handle(name, self._distinct(menu))
            if isinstance(likely, Mapping):
                self.setting.weigh(handle, likely)
                likely = None
        made = Choose(
            seat,
            menu,
            mask,
            handle,
            unsaid=unsaid,
            likely=likely,
            name=name,
            group=group,
            secret=secret,
            task=task,
            rest=rest,
            alike=alike,
            among=frozenset(among),
        )
        if key is not None and self.setting.lasts(options):
            if len(asked) >= ASKED:
                asked.clear()
            asked[key] = made
        return made

    def _distinct(self, menu: Menu) -> Sequence[Hashable]:
        """The values of a choice that not everybody sees; looked at once where menus share their list of options."""
        listed = menu.all()
        if menu.cards and listed is menu.cards[0].texts():
            return self.once(("distinct", id(listed)), lambda: _each_another(listed))
        return _each_another(listed)

    def part(self, name: str) -> None:
        """A part of the game begins, such as ``round 3``, as notes that are kept by headings call it."""
        self.now = name

    def box(
        self,
        verb: str,
        cards: Iterable[Any],
        also: Also | None = None,
        out: str = "it is out",
        spell: Callable[[str], str] = str,
    ) -> Box:
        """Cards for `lot`, whose moves are written with `verb`; see `deduce.rulebook.lots.Box`. Keep it by `once`."""
        from deduce.rulebook.lots import Box

        return Box(verb, cards, also, out, spell)

    def lot(
        self,
        secret: Secret,
        box: Box,
        seen_by: Who = NOBODY,
        apart: Iterable[Any] = (),
        *,
        silent: bool = False,
        task: str = "",
    ) -> Lot:
        """To be yielded: chance deals a secret out of a box, each card that is left alike; `seen_by` see it.

        `apart` are secrets and cards that are out of it. A `silent` one goes without saying in the notes of who does not
        see it. `task` says what happens, for whoever tries something else.
        """
        from deduce.rulebook.lots import Lot

        return Lot(secret, box, audience(seen_by, self.seats), apart, silent=silent, task=task)

    def together(
        self, menus: Mapping[int, Any], unsaid: Any = None, name: str = "", *, told: str = "", row: str = ""
    ) -> Generator[Any, Any, Any]:
        """To be yielded: seats choose at once, hidden until all have; gives ``{seat: value}``.

        With a `row` notes tell what all have chosen in one line, which begins with that word.

        Of choices between `unsaid` and `told` those who chose the latter are told as one set, ``doubt Ann Cid``; notes
        that do not mention it mean nobody.
        """
        self.choices += 1
        group = self.choices
        handles = {}
        among = tuple(menus) if told else ()
        self.at_once = AtOnce(row, name, menus) if row else None
        for seat, options in menus.items():
            called = f"{name or f'choice {group}'} of {self.name(seat)}"
            rest = unsaid if told else None
            handles[seat] = yield self.choose(
                seat, options, seat, unsaid, name=called, group=group, rest=rest, among=among
            )
            self._in_row(row)
        if told:
            facts = self.once(
                ("together", told, *handles, *map(id, handles.values())),
                lambda: {seat: handle == told for seat, handle in handles.items()},
            )
            chose = (
                self.which(EVERYBODY, facts, f"{told} {{}}", unsaid=(), name="together") if facts else ()
            )
            return {seat: told if seat in chose else unsaid for seat in handles}
        shown = {}
        for seat, handle in handles.items():
            shown[seat] = self.show(EVERYBODY, handle, name="together")
            self._in_row(row)
        self.at_once = None
        return shown

    def _in_row(self, row: str) -> None:
        """What happened last is told in the line of a row."""
        if row and not self.left and self.log:
            self.log[-1].row = row

    def roll(self, name: str, outcomes: Any, seen_by: Who = EVERYBODY, *, row: Row | None = None) -> Roll:
        """To be yielded: chance in the open; `outcomes` are values, or values with chances that sum to 1.

        Rolls of one `row` are told in one line of notes.
        """
        if self.left:
            self.choices += audience(seen_by, self.seats) != ALL
            return DONE  # type: ignore[return-value]
        if isinstance(outcomes, Mapping):
            total = sum(outcomes.values())
            right = total > 0 and min(outcomes.values()) >= 0
            chances = (
                {value: chance / total for value, chance in outcomes.items() if chance > 0} if right else {}
            )
        else:
            chances = dict.fromkeys(outcomes)
            chances = dict.fromkeys(chances, 1 / max(1, len(chances)))
        if not chances:
            raise RulesError(f"roll {name!r}: outcomes need chances above 0", where())
        mask = audience(seen_by, self.seats)
        variable = None
        if mask != ALL:
            self.choices += 1
            variable = self._handle(f"{name} ({self.choices})", list(chances))
            self.setting.weigh(variable, chances)
        return Roll(name, chances, mask, variable, row)

    def sense(
        self,
        who: Who,
        variable: Variable,
        chances: Mapping[Any, Mapping[Any, float]],
        sentence: str,
        *,
        weighs: bool = True,
    ) -> Sense:
        """To be yielded: `who` learns an outcome whose chances hang on a hidden value.

        Where the chances only stand for what is not known of the components it does not weigh, and only tells what is
        possible.
        """
        if self.left:
            return DONE  # type: ignore[return-value]
        return Sense(audience(who, self.seats), variable, chances, sentence, weighs)

    def shuffle(
        self,
        variables: Iterable[Variable] | Mapping[Any, Variable],
        seen_by: Who = NOBODY,
        text: str = "shuffle {}",
    ) -> Change:
        """To be yielded: chance lays the values of the variables anew, in an order seen by `seen_by` (nobody).

        `text` is how a complete record writes the order.
        """
        cells = tuple(variables.values() if isinstance(variables, Mapping) else variables)
        name = f"{', '.join(v.name for v in cells)} are shuffled"
        return Change(0, cells, audience(seen_by, self.seats), text, name)

    def rearrange(
        self,
        seat: int,
        variables: Iterable[Variable] | Mapping[Any, Variable],
        text: str = "lay {}",
        seen_by: Who | None = None,
    ) -> Change:
        """To be yielded: a seat lays the values of the variables anew, in an order that `seen_by` see (itself alone)."""
        cells = tuple(variables.values() if isinstance(variables, Mapping) else variables)
        name = f"{self.name(seat)} lays {', '.join(v.name for v in cells)} anew"
        mask = (audience(seen_by, self.seats) if seen_by is not None else 0) | 1 << seat
        return Change(seat, cells, mask, text, name)

    def option(
        self,
        text: str,
        *,
        when: Callable[..., Any] | None = None,
        unless: Callable[..., Any] | None = None,
        sentence: str | Callable[..., str] = "",
        tag: str = "",
        otherwise: Any = (),
        apart: Any = None,
        **slots: Any,
    ) -> Pattern | Cards | dict[str, Any]:
        """Options by a pattern, one for each value of the slots; legal where `when(value)` is true, `unless` is not.

        A slot may be a zone: then one for each card that lies there. Where several are the same zone they are different
        cards, in the order of the deck; those of the zone stand first. `otherwise` are options that are legal where
        none of its cards may be chosen, whatever else is: whoever takes one tells something of all that lies there.
        With a `tag` the value chosen is ``(tag, *values)``, which tells patterns apart. With `apart` (zones, variables of
        unseen choices, values) the options of one slot of listed values are those that are none of these.
        """
        if not slots:
            raise RulesError(
                f"the pattern {text!r} has no slots: give them as text='...{{card}}', card=CARDS", where()
            )
        if apart is not None:
            if when is not None or unless is not None or otherwise:
                raise RulesError(f"{text!r}: apart= stands in place of other conditions", where())
            from deduce.rulebook.apart import apart_of

            return apart_of(text, slots, apart, sentence, self.once, tag)
        fact: Callable[..., Any] | None = when
        if unless is not None:

            def fact(*values: Any) -> Any:
                no = unless(*values)
                refused = not no if isinstance(no, bool) else ~no
                return refused if when is None else refused & when(*values)

        zones = [values for values in slots.values() if type(values) is Zone]
        if zones:
            several = len(slots) > 1
            if several and (
                [*slots.values()][: len(zones)] != zones or any(zone is not zones[0] for zone in zones)
            ):
                raise RulesError(
                    f"{text!r}: the slots over one zone stand first, and there is one zone", where()
                )
            rest = last_of(otherwise) if otherwise else None
            return Cards(text, zones[0], slots, fact, sentence, tag, written=self.once, otherwise=rest)
        if otherwise:
            raise RulesError(f"{text!r}: otherwise= goes with a slot over a zone", where())
        given = {key: tuple(values) for key, values in slots.items()}
        made = Pattern(text, given, fact, sentence, tag)
        if fact is not None:
            return made
        return self.once(("option", text, tag, *given.items()), made.plain)

    def when(self, fact: Fact, options: Mapping[str, Any], sentence: str = "") -> Group:
        """Options that are all legal where `fact` is true; `sentence` says so to whom they are refused."""
        return Group(fact, options, sentence)

    def free(
        self,
        verb: str,
        refuse: Callable[..., str | None],
        listed: Sequence[str] = (),
        *,
        given: Sequence[Sequence[Any]] = (),
        barred: Callable[..., Iterable[int]] | None = None,
        places: Mapping[str, int] | None = None,
        spell: Callable[[str], str] = str,
        tag: str = "",
    ) -> Free:
        """Free text after `verb`: any that `refuse` gives no reason against; `listed` is what menus show.

        Args:
            verb: What the text of the move begins with.
            refuse: ``refuse(text, *known)`` says why not, None where it may be said.
            listed: Texts that menus show, as far as they are legal. Of thousands nothing is built until it is asked for.
            given: Lists of secrets and values; `refuse` and `barred` get the values that the one who asks knows.
            barred: ``barred(*known)``: the places in `listed` that are not legal, where this is quicker than to ask
                `refuse` of each.
            places: The place of each text in `listed`.
            spell: The spelling of what people type.
            tag: With one the value chosen is the pair of it and the text; else the text.
        """
        return Free(
            verb, refuse, listed=listed, given=given, barred=barred, places=places, spell=spell, tag=tag
        )

    def line_ends(self) -> None:
        """What was done is done: notes that tell it in one line mean nothing behind it (see `choose`, `rest`)."""

    def end(self, scores: Sequence[float]) -> None:
        """The game is over, from any depth."""
        raise End(scores)

    # What runs ask.

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

    def resume(self, other: Table, far: Far) -> None:
        """Go on from where another run of the same setting stood, when it had come so far."""
        self.log, self.declared = other.log[: far.events], other.declared[: far.declared]
        self.handles, self.rules = other.handles[: far.handles], other.rules[: far.rules]
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
            self.setting.weigh(deal.variable, deal.weights)
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


LOOKED: dict[type, Callable[[Table, Any], Any]] = {}
"""How a live table looks at things of each type; see `_looked`."""


def _looked(kind: type) -> Callable[[Table, Any], Any] | None:
    """How a live table looks at things of a type: at their value in its world; None where they have none."""
    ways: tuple[tuple[type, Callable[[Table, Any], Any]], ...] = (
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


def _each_another(listed: Mapping[str, Any]) -> Sequence[Hashable]:
    """The values of a choice that not everybody sees, which its variable tells apart. Raises `RulesError`."""
    texts: dict[Hashable, str] = {}
    for text, value in listed.items():
        try:
            other = texts.setdefault(value, text)
        except TypeError:
            other = ""
        if other != text:
            why = f"{other!r} and {text!r} are both {value!r}" if other else f"{value!r} cannot be hashed"
            raise RulesError(
                f"options that not everybody sees need values that can be hashed, each another: {why}",
                where(),
            )
    return tuple(listed.values())


def checked_scores(scores: Any, seats: range) -> tuple[float, ...]:
    """What rules returned as a number a seat. Raises `RulesError`."""
    try:
        found = tuple(map(float, scores))
    except (TypeError, ValueError, ProblemError):
        raise RulesError(f"rules return {scores!r}; expected a number a seat") from None
    if len(found) != len(seats):
        raise RulesError(f"rules return {len(found)} scores for {len(seats)} seats")
    return found
