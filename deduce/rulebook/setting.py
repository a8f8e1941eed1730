"""What all runs of one game with the same players, options and data share: variables, rules, problems, chances."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeVar, cast

from deduce.evidence import Statement
from deduce.ground.compat import override
from deduce.ground.errors import ProblemError
from deduce.language.constraints import Constraint
from deduce.language.variables import NO_WORDS, Family, Variable
from deduce.rulebook.cards import Cards
from deduce.rulebook.faults import RulesError, where
from deduce.rulebook.heard import Entry, spelt
from deduce.rulebook.menus import Menu, menu_of
from deduce.rulebook.pools import Free

if TYPE_CHECKING:
    from deduce.problem import Problem
    from deduce.rulebook.asks import Choose, Deal
    from deduce.rulebook.dealing import Dealings
    from deduce.rulebook.game import Rulebook
    from deduce.rulebook.table import Table

T = TypeVar("T")

KEPT, MENUS, MADE = 256, 4096, 1 << 14
"""So many problems, menus and moves are kept."""

PLAIN = frozenset({str, int, type(None)})
"""Options of these types alone are the same options wherever they are equal."""


class Seat(int):
    """A seat as the value of something hidden: its number, which reads as its player's name."""

    name: str

    def __new__(cls, seat: int, name: str) -> Seat:
        """A seat of this number and name."""
        made = super().__new__(cls, seat)
        made.name = name
        return made

    @override
    def __str__(self) -> str:
        return self.name

    @override
    def __reduce__(self) -> tuple[Any, ...]:
        return Seat, (int(self), self.name)


class Setting:
    """A game with its players, options and data. Runs of equal settings have the same variables.

    Attributes:
        key: What makes two settings equal, as plain values; of files what they held when it was made.
        names: The players' names, seat 1 first.
        move: The move of a text; see `Rulebook.mover`.
        made: What was made by `once`.
        asked: Choices that may be asked again as they are; see `Table.choose`.
    """

    def __init__(
        self,
        game: Rulebook,
        players: int,
        options: Mapping[str, Any],
        path: Any,
        names: tuple[str, ...],
        files: tuple[str, ...] = (),
    ) -> None:
        self.game = game
        self.seats = range(1, players + 1)
        self.chosen = dict(options)
        self.options = SimpleNamespace(**options)
        self.path, self.names = path, names
        self.key = (
            type(game),
            game.made_with,
            players,
            tuple(sorted(options.items(), key=lambda pair: pair[0])),
            path,
            names,
            files,
        )
        self.data = game.prepare(self)
        self.move: Callable[[str], Any] = lru_cache(MADE)(game.mover(self))
        self.made: dict[Hashable, Any] = {}
        self._named: dict[Hashable, Any] = {}
        self._first: dict[str, Variable | Family[Any]] = {}
        self.twins: set[str] = set()
        self._rules: dict[Hashable, Statement] = {}
        self._problems: dict[Hashable, Problem] = {}
        self._menus: dict[Hashable, Menu] = {}
        self._lasting: dict[int, Menu | None] = {}
        self._fixed: list[Any] = []
        self.asked: dict[Hashable, Choose] = {}
        self._texts: dict[Variable, dict[str, list[Any]]] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.game, len(self.seats), self.chosen, self.path, self.names)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Setting) and self.key == other.key)

    def __hash__(self) -> int:
        return hash(self.key)

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """`make()`, called once. Nobody may change the value: what is worked out of it as a menu is kept too."""
        made = self.made
        if key not in made:
            made[key] = make()
            self._lasting.setdefault(id(made[key]), None)
        found: T = made[key]
        return found

    def lasts(self, options: Any) -> bool:
        """Whether the same object, or a list of the same, will always be the same options.

        That is so of what was made by `once`, and of tuples of words. A list within a list is not looked into: another
        could come to lie where it lay.
        """
        lasting = self._lasting
        if type(options) is list:
            return all(
                type(part) is not list and (id(part) in lasting or self.lasts(part)) for part in options
            )
        fixed = type(options) is tuple and all(type(word) is str for word in options)
        if fixed and id(options) not in lasting and len(self._fixed) < MENUS:
            self._fixed.append(options)  # so that nothing else gets its id
            lasting[id(options)] = None
        return id(options) in lasting

    def menu(self, options: Any, otherwise: Any) -> Menu:
        """The menu of a choice; one object for the same plain options. Raises `RulesError` without a place."""
        if type(options) is Free and not otherwise:
            return Menu({}, {}, {}, options, {})
        if id(options) in self._lasting and not otherwise:
            lasting = self._lasting[id(options)]
            if lasting is None:
                lasting = self._lasting[id(options)] = menu_of(options)
            return lasting
        if type(options) is list and not otherwise and (joined := self._joined(options)) is not None:
            return joined
        cards: list[Cards] = []
        free: Free | None = None
        parts = options
        if type(options) is list:
            parts = []
            for part in options:
                if isinstance(part, Cards):
                    cards.append(part)
                elif type(part) is not Free:
                    parts.append(part)
                elif free is None:
                    free = part
                else:
                    raise RulesError("one kind of free text a choice")
        key: Any
        if not otherwise and type(parts) is list and len(parts) == 1 and id(parts[0]) in self._lasting:
            key = id(parts[0])
        else:
            key = self._key(parts), self._key(otherwise) if otherwise else ()
            if None in key:
                return menu_of(options, otherwise)
        found = self._menus.get(key)
        if found is None:
            if len(self._menus) >= MENUS:
                self._menus.clear()
            found = self._menus[key] = menu_of(parts, otherwise, several=bool(cards or free is not None))
        return found.beside(cards, free) if cards or free is not None else found

    def _joined(self, parts: Sequence[Any]) -> Menu | None:
        """The menu of options that were made once and are always legal, one after the other; None where some are not."""
        plain: dict[str, Any] = {}
        size, kept = 0, self._lasting
        for part in parts:
            menu = kept.get(id(part), self)
            if menu is self:
                return None
            if not part:  # one without options is fine beside others
                continue
            if menu is None:
                menu = kept[id(part)] = menu_of(part)
            if not menu.always:  # type: ignore[union-attr]
                return None
            plain.update(menu.plain)  # type: ignore[union-attr]
            size += len(menu.plain)  # type: ignore[union-attr]
        return Menu(plain, {}, {}, None, {}) if size == len(plain) > 0 else None

    def _key(self, options: Any) -> Hashable:
        """What makes plain options the same options; None where they may hold more than meets the eye."""
        if id(options) in self._lasting:
            return id(options)
        if type(options) is dict:
            values = tuple(options.values())
            plain = PLAIN.issuperset(map(type, values)) or all(map(_is_plain, values))
            return (tuple(options), values) if plain else None
        if type(options) not in (list, tuple):
            return None
        found: list[Hashable] = []
        for part in options:
            if id(part) in self._lasting:
                found.append(("once", id(part)))
            elif type(part) is dict:
                key = self._key(part)
                if key is None:
                    return None
                found.append(key)
            elif type(part) in PLAIN:
                found.append(("", part))
            else:
                return None
        return type(options), tuple(found)

    def variable(
        self, name: str, domain: Iterable[Hashable], words: Mapping[Hashable, str] = NO_WORDS
    ) -> Variable:
        """The variable of this name and domain, and these words for its values; the same one in every run."""
        values = self._values(domain)
        key = (name, values, tuple(words.items())) if words else (name, values)
        found = self._known(key)
        if found is None:
            try:
                found = self._new(key, Variable(name, values, words=words))
            except ProblemError as error:
                raise RulesError(str(error), where()) from None
        made: Variable = found
        return made

    def _values(self, domain: Any) -> Any:
        """A domain that may be walked through again; what is none as it stands, to be refused."""
        if domain is self.seats:
            return tuple(map(Seat, domain, self.names))
        listed = isinstance(domain, Iterable) and not isinstance(domain, (str, range))
        return tuple(domain) if listed else domain

    def _known(self, key: Hashable) -> Any:
        try:
            return self._named.get(key)
        except TypeError:  # what cannot be hashed is refused where it would be made
            return None

    def _new(self, key: Hashable, made: Any) -> Any:
        """Keep what was made, and note the names (`twins`) of which there is something else: no run may have both."""
        self._named[key] = made
        members = made.values() if isinstance(made, Family) else ()
        names = (made.name, *(variable.name for variable in members))
        self.twins.update(name for name in names if self._first.setdefault(name, made) is not made)
        return made

    def sentence(self, entry: Entry) -> str:
        """What was heard, in words; a choice that was shown by the words of its menu, where no other has its name."""
        shown = (
            self._first.get(entry.said) if entry.kind == "show" and entry.said not in self.twins else None
        )
        return self.game.sentence(spelt(entry, shown), self.names)

    def family(
        self,
        name: str,
        keys: Iterable[Any],
        domain: Any,
        *,
        seated: bool = False,
        whose: int | None = None,
    ) -> Family[Any]:
        """The family of this name, these keys and this domain; the same one in every run.

        Keys are called by names where they are seats (`seated`), or in one place of each (`whose`).
        """
        from deduce.problem import Problem

        members = keys if type(keys) is range else tuple(keys)
        values = domain if callable(domain) else self._values(domain)
        key = (
            name,
            members,
            tuple(tuple(domain(each)) for each in members) if callable(domain) else values,
            whose,
        )
        found = self._known(key)
        if found is None:
            try:
                made = Problem(name).variables(name, members, values)
                found = self._new(
                    key, self._named_by_seat(made, whose) if seated or whose is not None else made
                )
            except ProblemError as error:
                raise RulesError(str(error), where()) from None
        return cast("Family[Any]", found)

    def _named_by_seat(self, made: Family[Any], whose: int | None) -> Family[Any]:
        """The same family, its members called by the players whose they are."""

        def called(key: Any) -> str:
            parts = dict(enumerate(key)) if type(key) is tuple else {}
            seat = key if whose is None else parts.get(whose)
            if type(seat) is not int or seat not in self.seats:
                raise RulesError(f"{made.name}: no seat at place {whose} of the key {key!r}", where())
            name = self.names[seat - 1]
            return name if whose is None else ",".join(map(str, (*key[:whose], name, *key[whose + 1 :])))

        return Family(
            made.name, {key: v.renamed(f"{made.name}[{called(key)}]", key) for key, v in made.items()}
        )

    def rule(self, constraint: Constraint, sentence: str) -> Statement:
        """The rule as a statement; one object for what is said again in every run, where that is safe to see."""
        same = constraint.likeness()
        if same is None:
            return Statement(constraint, sentence, "rule")
        key = (sentence, type(constraint), same, *map(id, constraint.scope))
        found = self._rules.get(key)
        if found is None:
            found = self._rules[key] = Statement(constraint, sentence, "rule")
        return found

    def problem(self, table: Table, handles: bool = True) -> Problem:
        """The variables and rules that a run has stated so far, and where asked those of its unseen choices."""
        things = [*table.declared, *table.handles] if handles else table.declared
        if handles and (table.unseen or table.slots):
            from deduce.rulebook.places import Placed

            return Placed(self.game.name, table)
        key = (*map(id, things), 0, *map(id, table.rules))
        found = self._problems.get(key)
        if found is None:
            from deduce.problem import Problem

            found = Problem(self.game.name)
            found.adopt(things, table.rules)
            if len(self._problems) >= KEPT:
                self._problems.pop(next(iter(self._problems)))
            self._problems[key] = found
        return found

    def prior(self, table: Table, problem: Problem) -> list[Statement]:
        """The chances that a run has given to the values of a problem's variables, as statements."""
        from deduce.evidence import Weight

        places = getattr(problem, "places", None)
        found = list(places.weights) if places is not None else []
        for variable, weights in table.weights:
            if variable in problem:
                ratios = {value: weight for value, weight in weights if weight > 0}
                said = f"chances of {variable.name}"
                if len(ratios) < len(variable.domain):
                    found.append(Statement(variable.is_in(ratios), said, "rule"))
                found.append(Statement(Weight(variable, ratios), said, "weight"))
        return found

    @cached_property
    def _dealings(self) -> Dealings:
        from deduce.rulebook.dealing import Dealings

        return Dealings(self)

    def chances(self, table: Table, deal: Deal) -> tuple[Mapping[Any, float], bool]:
        """The chances of a deal, values that are impossible left out; whether they are known to be all alike.

        Raises `RulesError` where none is left.
        """
        return self._dealings.chances(table, deal)

    def dealt_as(self, variable: Variable) -> Mapping[str, Sequence[Any]]:
        """The values of a variable by the text of the move that deals them."""
        found = self._texts.get(variable)
        if found is None:
            found = self._texts[variable] = {}
            for value in variable.domain:
                found.setdefault(f"{variable.name} = {value}", []).append(value)
        return found


def _is_plain(value: object) -> bool:
    return type(value) in PLAIN or (type(value) is tuple and PLAIN.issuperset(map(type, value)))


def _again(
    game: Rulebook, players: int, options: dict[str, Any], path: Any, names: tuple[str, ...]
) -> Setting:
    return game.setting(players, options, path, names)
