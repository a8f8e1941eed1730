"""What a seat may choose from: options with their texts, values and conditions, frozen when the rules yield them.

One file because the kinds of options and the menu made of them know each other.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import product
from operator import and_
from typing import TYPE_CHECKING, Any

from deduce.ground.errors import IllegalMove, nearest
from deduce.ground.wording import as_is, listing, run, say
from deduce.language.constraints import Constraint
from deduce.rulebook.cards import Cards
from deduce.rulebook.faults import RulesError
from deduce.rulebook.pools import Free, Listed
from deduce.rulebook.secrets import Rows
from deduce.rulebook.zones import Lazy

if TYPE_CHECKING:
    from deduce.rulebook.table import Table

__all__ = ["Free", "Group", "Menu", "Pattern", "last_of", "menu_of"]


WORDS = frozenset({str, int, bool, float, tuple})
"""Types of what is certainly no fact."""


class Group:
    """Options that are legal where one fact is true; made by `Table.when`."""

    __slots__ = ("fact", "options", "sentence")

    def __init__(self, fact: Any, options: Mapping[str, Any], sentence: str) -> None:
        self.fact, self.options, self.sentence = fact, options, sentence


class Pattern:
    """An option with slots: ``"play {card}"`` for every value that a slot may take; made by `Table.option`.

    The value of such an option is its one slot's value, or a tuple of all. `fact(*values)`, where there is one, must be
    true for it to be legal.
    """

    __slots__ = ("fact", "sentence", "slots", "tag", "text")

    def __init__(
        self,
        text: str,
        slots: Mapping[str, Sequence[Any]],
        fact: Callable[..., Any] | None,
        sentence: str | Callable[..., str],
        tag: str = "",
    ) -> None:
        self.text, self.slots, self.fact, self.sentence, self.tag = text, slots, fact, sentence, tag

    def each(self) -> Iterator[tuple[str, Any, Any, str]]:
        """Text, value, condition and the reason of its refusal of every option."""
        for values in product(*self.slots.values()):
            text = self.text.format(**dict(zip(self.slots, values, strict=True)))
            fact = self.fact(*values) if self.fact is not None else None
            value = (self.tag, *values) if self.tag else values[0] if len(values) == 1 else values
            said = (
                ""
                if fact is None
                else self.sentence
                if isinstance(self.sentence, str)
                else self.sentence(*values)
            )
            yield text, value, None if fact is True else fact, said

    def plain(self) -> dict[str, Any]:
        """Text and value of every option, where there is no condition."""
        return {text: value for text, value, *_ in self.each()}


class Menu:
    """The options of one choice.

    `plain` are those without conditions, `bound` those with one, `otherwise` those legal where no other is, `free`
    what may be said in words of one's own; `patterns` those that some of them were made by.
    `always`: all of them are legal whatever lies there.
    """

    __slots__ = (
        "_all",
        "_moves",
        "_words",
        "always",
        "bound",
        "cards",
        "free",
        "otherwise",
        "patterns",
        "plain",
        "reasons",
        "rows",
    )

    def __init__(
        self,
        plain: dict[str, Any],
        bound: dict[str, tuple[Any, Any]],
        otherwise: dict[str, Any],
        free: Free | None,
        reasons: dict[str, str],
        cards: Sequence[Cards] = (),
        patterns: Sequence[Pattern] = (),
    ) -> None:
        self.cards, self.patterns = tuple(cards), patterns
        self.plain, self.bound, self.otherwise, self.free, self.reasons = (
            plain,
            bound,
            otherwise,
            free,
            reasons,
        )
        self.always = not (bound or otherwise or free or cards or patterns)
        self._all: dict[str, Any] | None = None
        self._moves: tuple[Any, ...] | None = None
        self._words: Mapping[Hashable, str] | None = None
        self.rows = Rows(self.plain)

    def moves(self, table: Table, make: Callable[[str], Any]) -> Sequence[Any]:
        """What is legal now, each as `make` makes it of its text; what hangs on nothing is made once."""
        if self.free is not None and not (self.plain or self.bound or self.cards or self.otherwise):
            return self.free.legal(table, make)
        if self.free is not None:
            pool = self.free.legal(table, make)
            return Listed([*map(make, self.beside_free(table) or self.otherwise), *pool], pool)
        if self.cards or not self.plain:
            return tuple(map(make, self.legal(table)))
        if self._moves is None:
            self._moves = tuple(map(make, self.plain))
        more = [make(text) for text in self._allowed(table)] if self.bound else ()
        return (*self._moves, *more) if more else self._moves

    def _allowed(self, table: Table) -> Sequence[str]:
        """Which of the options with a condition are legal; a condition that they share is looked at once."""
        known: dict[int, bool] = {}
        found = []
        for text, (_, fact) in self.bound.items():
            true = known.get(id(fact))
            if true is None:
                true = known[id(fact)] = table.truth(fact)
            if true:
                found.append(text)
        return found

    def beside(self, cards: Sequence[Cards], free: Free | None) -> Menu:
        """The same options with these over zones, and this free text."""
        return Menu(self.plain, self.bound, self.otherwise, free, self.reasons, cards, self.patterns)

    def all(self) -> dict[str, Any]:
        """Every text that could be legal, with its value."""
        alone = len(self.cards) == 1 and not (self.plain or self.bound or self.otherwise)
        if self._all is None and alone and not self.cards[0].otherwise:
            self._all = self.cards[0].texts()
        if self._all is None:
            self._all = {
                **self.plain,
                **{text: value for text, (value, _) in self.bound.items()},
                **{
                    text: value
                    for each in self.cards
                    for text, value in (*each.texts().items(), *each.otherwise.items())
                },
                **self.otherwise,
            }
        return self._all

    def texts(self, table: Table) -> Sequence[str]:
        """What may be said here: what is legal, or what could be where the table does not know that."""
        return self.legal(table) if table.seat is None else list(self.all())

    def legal(self, table: Table) -> Sequence[str]:
        """The texts of what is legal now, in the order in which the rules list them."""
        if self.free is not None and not (self.plain or self.bound or self.cards or self.otherwise):
            return self.free.legal(table)
        found = self.beside_free(table) or list(self.otherwise)
        return [*found, *self.free.legal(table)] if self.free is not None else found

    def beside_free(self, table: Table) -> list[str]:
        """What is legal beside what may be said freely, and beside what is legal where nothing else is."""
        found = list(self.plain)
        if self.bound:
            found += self._allowed(table)
        if len(self.cards) == 1:
            (cards,) = self.cards
            found = [*(cards.legal(table) or cards.otherwise), *found]
        elif self.cards:
            found = [text for each in self.cards for text in each.legal(table) or each.otherwise] + found
        return found

    def find(self, text: str, table: Table | None) -> tuple[Any, Any]:
        """The value and the condition of an option; `IllegalMove` says why it is none now.

        Without a table its condition is taken as true, who saw it chosen knows that it was legal; but not where it can
        never be: then who wrote so is mistaken.
        """
        if text in self.plain:
            return self.plain[text], None
        if text in self.bound:
            value, fact = self.bound[text]
            if table is not None and not table.truth(fact):
                reason = self.reasons.get(text) or f"only where {_said(fact)}"
                raise IllegalMove(f"{text}: not allowed now: {reason}")
            return value, fact
        if text in self.otherwise:
            if table is not None and self.beside_free(table):
                raise IllegalMove(run(as_is(text), ": ", say("only where nothing else is possible")))
            return self.otherwise[text], self.nothing_else() if table is None else None
        for cards in self.cards:
            if text in cards.otherwise:
                if table is not None and cards.legal(table):
                    raise IllegalMove(run(as_is(text), ": ", say("only where no card can be chosen")))
                return cards.otherwise[text], cards.none() if table is None else None
            values = cards.find(text)
            if values is None:
                continue
            if table is None:
                fact = cards.of(values)
                legal = fact is not False
            else:
                fact = None
                if lacking := cards.lacking(values, table):
                    there = say(
                        "{cards} are not there, in {place}", one="{cards} is not there, in {place}",
                        cards=listing([as_is(each) for each in lacking]),
                        place=as_is(cards.zone.name), count=len(lacking),
                    )  # fmt: skip
                    raise IllegalMove(run(as_is(text), ": ", there))
                legal = cards.allows(values, table)
            if not legal:
                said = cards.sentence(*values) if callable(cards.sentence) else cards.sentence
                why = said or say("the rules have a condition for it")
                raise IllegalMove(run(as_is(text), ": ", say("not allowed now"), ": ", why))
            return cards.value(values), fact
        free = self.free
        if free is not None and text.startswith(f"{free.verb} "):
            said = text[len(free.verb) + 1 :]
            wrong = free.why_not(said, table) if table is not None else None
            if wrong:
                raise IllegalMove(wrong if repr(said) in wrong else run(as_is(text), ": ", wrong))
            return (free.tag, said) if free.tag else said, None
        listed = [*self.plain, *self.bound, *(cards.pattern for cards in self.cards)]
        listed = [*listed, f"{free.verb} ..."] if free is not None else listed or [*self.otherwise]
        wanted = nearest(text, listed, unlisted=self.all())
        raise IllegalMove(run(as_is(text[:80]), ": ", say("not among the choices now"), ": ", wanted))

    @property
    def verb(self) -> str:
        """The word with which its options begin, as their first one does."""
        return self.free.verb if self.free is not None else next(iter(self.all()), "").partition(" ")[0]

    @property
    def words(self) -> Mapping[Hashable, str]:
        """What is said for values whose own text no option has: the option's, without the verb of all of them.

        Of cards none: they say what they are. None either where a word of one value is the text of another.
        """
        if self._words is None:
            from deduce.rulebook.words import words_in  # where nothing is hidden nobody asks

            listed = {} if self.cards else self.all()
            verbs = {text.partition(" ")[0] if " " in text else "" for text in listed}
            found = {
                value: text.partition(" ")[2] if len(verbs) == 1 and "" not in verbs else text
                for text, value in listed.items()
                if type(value) is not str and str(value) not in text.split()
            }
            own = {words_in(str(value)): value for value in listed.values()}
            clear = all(own.get(words_in(word), value) is value for value, word in found.items())
            self._words = found if clear else {}
        return self._words

    def text_of(self, value: Any) -> str:
        """The text of the option with this value."""
        if self.free is not None and value not in self.all().values():
            return f"{self.free.verb} {value}"
        return next(text for text, each in self.all().items() if each == value)

    def nothing_else(self) -> Any:
        """The fact that no option with a condition is legal; None where there is none to speak of."""
        bound = [~each for _, each in self.bound.values()]
        none = [*bound, *(cards.none() for cards in self.cards)]
        return reduce(and_, none) if none else None


def _said(fact: Any) -> str:
    return str(fact.sentence()) if hasattr(fact, "sentence") else str(fact)


def menu_of(options: Any, otherwise: Any = (), *, several: bool = False) -> Menu:
    """What an author gave to `choose`, as a menu. Raises `RulesError` (without a place) for what is none.

    With `several` it may be empty: there are other options beside.
    """
    plain: dict[str, Any] = {}
    bound: dict[str, tuple[Any, Any]] = {}
    reasons: dict[str, str] = {}
    free: list[Free] = []
    cards: list[Cards] = []
    patterns: list[Pattern] = []

    def add(text: object, value: Any, fact: Any = None, sentence: str = "") -> None:
        if not isinstance(text, str) or not text.strip():
            raise RulesError(f"an option without a text: {text!r}; give {{text: value}}")
        if text in plain or text in bound:
            raise RulesError(f"two options are called {text!r}")
        if fact is None or fact is True:
            plain[text] = value
        elif fact is not False:
            if not isinstance(fact, (Constraint, Lazy)) and not hasattr(fact, "true_in"):
                raise RulesError(f"the condition of {text!r} is {fact!r}, no fact")
            bound[text] = (value, fact)
            if sentence:
                reasons[text] = sentence

    def add_all(given: Any, fact: Any = None, sentence: str = "") -> None:
        if isinstance(given, (Group, Pattern, Cards, Free)):
            given = (given,)
        if isinstance(given, Mapping):
            for text, value in given.items():
                own = _condition(value)
                if own is None:
                    add(text, value, fact, sentence)
                else:
                    add(text, own[1], own[0] if fact is None else own[0] & fact, sentence)
            return
        if isinstance(given, str) or not isinstance(given, Iterable):
            raise RulesError(
                f"options are values, {{text: value}} or what t.option and t.when make, not {given!r}"
            )
        for each in given:
            if isinstance(each, Group):
                add_all(
                    each.options, each.fact if fact is None else each.fact & fact, each.sentence or sentence
                )
            elif isinstance(each, Pattern):
                patterns.append(each)
                for text, value, own, said in each.each():
                    both = own if fact is None else fact if own is None else own & fact
                    add(text, value, both, said or sentence)
            elif isinstance(each, Cards):
                cards.append(each)
                reserved.update(each.otherwise)
            elif isinstance(each, Free):
                free.append(each)
            elif isinstance(each, Mapping):
                add_all(each, fact, sentence)
            else:
                add(str(each), each, fact, sentence)

    reserved: dict[str, Any] = {}
    add_all(options)
    last = last_of(otherwise)
    for text in (*reserved, *last):
        if text in plain or text in bound or (text in last and text in reserved):
            raise RulesError(f"two options are called {text!r}")
    if not (plain or bound or last or free or cards or several):
        raise RulesError("a choice without options")
    if len(free) > 1:
        raise RulesError("one kind of free text a choice")
    return Menu(plain, bound, last, free[0] if free else None, reasons, cards, patterns)


def last_of(otherwise: Any) -> dict[str, Any]:
    """Options that are legal where no other is, by their texts: values, or ``{text: value}``."""
    return dict(otherwise) if isinstance(otherwise, Mapping) else {str(each): each for each in otherwise}


def _condition(value: Any) -> tuple[Any, Any] | None:
    """``(fact, value)`` where an option's value is such a pair."""
    if type(value) is not tuple or len(value) != 2 or type(value[0]) in WORDS:
        return None
    return value if isinstance(value[0], (Constraint, Lazy)) else None
