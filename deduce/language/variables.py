"""Variables with finite symbolic domains, and families of them."""

from __future__ import annotations

import numbers
from collections.abc import Hashable, Iterable, Iterator, Mapping, ValuesView
from itertools import islice
from operator import is_
from sys import maxsize
from typing import TYPE_CHECKING, Any, Final, Generic, SupportsIndex, TypeGuard, TypeVar, overload

from deduce.ground.compat import override
from deduce.ground.errors import ProblemError, TooLarge, nearest
from deduce.language.operators import Calculable, Comparable, algebra

if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVarWithDefault

    from deduce.language.choices import Choice
    from deduce.language.facts import Fact

    V = TypeVarWithDefault("V", bound=Hashable, default=Hashable, covariant=True)
else:
    V = TypeVar("V")

__all__ = ["Family", "Scope", "Variable", "among", "variables_of"]

K = TypeVar("K", bound=Hashable)
Value = Hashable

_PLAIN = frozenset({str, int})
NO_WORDS: Final[Mapping[Hashable, str]] = {}
MOST_VALUES: Final = 2**22
"""A domain has at most so many values: some 500 MB of them."""


def is_number(value: object) -> bool:
    """Whether a value is a real number: numpy's and fractions too, truth values not."""
    if type(value) in (int, float, str, tuple):  # what values mostly are; asking the number tower is slow
        return type(value) in (int, float)
    return isinstance(value, numbers.Real) and not isinstance(value, bool)


def listed_values(name: str, domain: Iterable[V]) -> tuple[V, ...]:
    """The values of a domain. Raises `TooLarge` where they have no end, or are too many to be held."""
    values = tuple(islice(domain, MOST_VALUES + 1))
    if len(values) > MOST_VALUES:
        raise TooLarge(
            f"the domain of {name} has more than {MOST_VALUES:,} values; say it by fewer, in steps or parts"
        )
    return values


def is_whole(value: object) -> TypeGuard[int]:
    """Whether a value is a whole number: numpy's too, truth values not."""
    return isinstance(value, numbers.Integral) and not isinstance(value, bool)


def is_not_itself(value: object) -> bool:
    """Whether a value is one like nan, which nothing equals, not even itself."""
    return type(value) not in _PLAIN and isinstance(value, numbers.Number) and value != value


def _unboxed(value: Any) -> Any:
    """A number, truth value or text of numpy as Python's own, which can be written down, and told from a tuple."""
    if type(value).__module__ != "numpy":
        return value
    import numpy as np  # who has such a value has it loaded

    return value.item() if isinstance(value, (np.number, np.bool_, np.str_)) else value


def _places(name: str, domain: tuple[Hashable, ...]) -> dict[Value, int]:
    """The place of each value. Raises `ProblemError` for one that comes twice or cannot be hashed."""
    places: dict[Value, int] = {}
    for position, value in enumerate(domain):
        try:
            known = places.setdefault(value, position)
        except TypeError:
            raise ProblemError(
                f"value {value!r} in the domain of {name} cannot be hashed; "
                "use a string, a number, a tuple or another frozen value"
            ) from None
        if known != position:
            raise ProblemError(f"the domain of {name} has {value!r} twice")
    return places


class Variable(Comparable, Generic[V]):
    """One unknown: a name and the ordered values it may take.

    Comparing a variable makes a `Fact`: ``cell == "Library"``, ``cell != other``, ``cell < 3``,
    ``cell.is_in({...})``. Numbers are ordered as numbers, and a domain of truth values as False before True,
    whatever the order they are listed in; values of any other kind by their place in the domain. A variable of whole
    numbers can be calculated with: ``2 * a + b == 7``, ``abs(a - b) >= 2``; see `deduce.language.expressions`. A variable
    is itself and no other: it hashes by identity, so sets and dicts tell it from others; ``in`` a list, which would ask
    ``==``, raises `NotATruth`.

    Args:
        name: What sentences and errors call it.
        domain: Its values, any hashable ones, in the order they are shown; at least one. Numpy's become Python's own.
        key: For a member of a family its key, which `key` tells; None for any other.
        words: What sentences say for values whose own text says little (``{1: "yes", 0: "no"}``); see `spelt`.

    Raises:
        ProblemError: An empty domain, a value twice, nan, an unhashable value, truth values beside numbers (True is 1 to
            Python), or a mapping to numbers, as weights would be lost.
    """

    __slots__ = ("_positions", "domain", "key", "name", "numeric", "words")

    def __init__(
        self, name: str, domain: Iterable[V], key: Any = None, *, words: Mapping[Value, str] = NO_WORDS
    ) -> None:
        if not isinstance(name, str) or not name:
            raise ProblemError(f"a variable's name is a non-empty string, not {name!r}")
        if isinstance(domain, str):
            raise ProblemError(
                f"the domain of {name} is the single string {domain!r}; "
                f"write a list of values (or list({domain!r}) for its letters)"
            )
        if not isinstance(domain, Iterable):
            raise ProblemError(f"the domain of {name} is {domain!r}; write a list of values")
        if isinstance(domain, Mapping) and any(map(is_number, domain.values())):
            raise ProblemError(
                f"the domain of {name} is a mapping, and what it maps to would be lost; write list(...) for its keys, "
                "and for weights Knowledge(problem).weigh(variable, {value: ratio})"
            )
        self.name, self.key, self.words = name, key, words
        self.domain: tuple[V, ...] = listed_values(name, domain)
        if not {type(value) for value in self.domain} <= _PLAIN:
            self.domain = tuple(map(_unboxed, self.domain))
        if not self.domain:
            raise ProblemError(f"the domain of {name} is empty; it needs at least one value")
        truths = sum(isinstance(value, bool) for value in self.domain)
        if truths and truths < len(self.domain) and any(map(is_number, self.domain)):
            raise ProblemError(
                f"the domain of {name} has truth values beside numbers, and True is 1 to Python; use one kind"
            )
        if any(map(is_not_itself, self.domain)):
            raise ProblemError(
                f"the domain of {name} has a value that does not equal itself (nan): no world could be told to have it; "
                "use None, or a text"
            )
        self._positions = _places(name, self.domain)
        self.numeric: bool = truths == len(self.domain) or all(map(is_number, self.domain))

    # What is compared mostly is a plain value of the domain; working out what else it might be takes as long again.

    @override
    def __eq__(self, other: object) -> Fact:  # type: ignore[override]
        place = self._positions.get(other) if type(other) in _PLAIN else None
        made = algebra()
        return made.compared(self, "==", other) if place is None else made.within(self, 1 << place)

    @override
    def __ne__(self, other: object) -> Fact:  # type: ignore[override]
        place = self._positions.get(other) if type(other) in _PLAIN else None
        made = algebra()
        if place is None:
            return made.compared(self, "!=", other)
        return made.within(self, self.full_mask ^ 1 << place)

    __hash__ = object.__hash__

    def renamed(self, name: str, key: Any = None) -> Variable[V]:
        """Another variable with the same domain; what is known of it is shared, not worked out again."""
        made: Variable[V] = Variable.__new__(Variable)
        made.name, made.key, made.domain, made.words = name, key, self.domain, self.words
        made._positions, made.numeric = self._positions, self.numeric
        return made

    def spelt(self, value: Value) -> str:
        """What sentences say for a value: its word where it has one, else its own text."""
        return self.words.get(value) or str(value)

    def position(self, value: Value) -> int:
        """The place of `value` in the domain. Raises `ProblemError` naming the nearest value."""
        try:
            return self._positions[value]
        except KeyError:
            hint = self.meant(value)
            allowed = nearest("" if hint else value, self.domain)
            raise ProblemError(f"{value!r} is not in the domain of {self.name}: {hint}{allowed}") from None
        except TypeError:
            raise ProblemError(
                f"{value!r} cannot be hashed, so it is no value of {self.name}: {nearest(value, self.domain)}"
            ) from None

    def meant(self, value: Value) -> str:
        """A hint for the number written as a text, or the text written as a number."""
        alike = [
            known for known in self.domain if str(known) == str(value) and type(known) is not type(value)
        ]
        if not alike:
            return ""
        kind = "number" if is_number(alike[0]) else "text" if isinstance(alike[0], str) else "value"
        return f"did you mean the {kind} {alike[0]!r}? "

    def mask(self, values: Iterable[Value]) -> int:
        """The values as a bit set over the domain, bit `i` for ``domain[i]``."""
        if isinstance(values, str):
            raise ProblemError(f"{self.name}: expected a collection of values, not the string {values!r}")
        if not isinstance(values, Iterable):
            raise ProblemError(f"{self.name}: expected a collection of values, not {values!r}")
        mask = 0
        for value in values:
            mask |= 1 << self.position(value)
        return mask

    @property
    def full_mask(self) -> int:
        """The bit set of the whole domain."""
        return (1 << len(self.domain)) - 1

    @override
    def is_in(self, values: Iterable[Value]) -> Fact:
        """The fact that the variable takes one of `values`."""
        return algebra().within(self, self.mask(values))

    def __repr__(self) -> str:
        words = f", words={dict(self.words)!r}" if self.words else ""
        return f"Variable({self.name!r}, {list(self.domain)!r}{words})"

    def __str__(self) -> str:
        return self.name

    def __format__(self, spec: str) -> str:
        return format(self.name, spec)


class Scope(tuple[Variable, ...]):
    """Variables in an order. Whether one is among them, where, and whether two scopes are equal goes by identity."""

    __slots__ = ()

    @override
    def __contains__(self, variable: object) -> bool:
        return any(mine is variable for mine in self)

    @override
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, tuple):
            return NotImplemented
        return len(self) == len(other) and all(map(is_, self, other))

    @override
    def __ne__(self, other: object) -> bool:
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    __hash__ = tuple.__hash__

    @override
    def index(self, variable: object, start: SupportsIndex = 0, stop: SupportsIndex = maxsize) -> int:
        for place in range(*slice(start, stop).indices(len(self))):
            if self[place] is variable:
                return place
        raise ValueError(f"{variable} is not among {', '.join(mine.name for mine in self)}")

    @override
    def count(self, variable: object) -> int:
        return sum(mine is variable for mine in self)


def among(variable: Variable, scope: Iterable[Variable]) -> bool:
    """Whether a variable is one of some, by identity: the scope of a constraint of anybody's may be a plain tuple."""
    return any(mine is variable for mine in scope)


class Family(Mapping[K, Variable[V]], Generic[K, V]):
    """Variables that share a name and differ by a key: ``cell[1] ... cell[9]``.

    Constraints take a family wherever they take a list of variables. Where a key is itself unknown, a variable
    stands for it: ``cell[i] == 3`` is the fact that the member at the value of ``i`` is 3.
    """

    __slots__ = ("_members", "name")

    def __init__(self, name: str, members: Mapping[K, Variable[V]]) -> None:
        self.name = name
        self._members = dict(members)

    @overload
    def __getitem__(self, key: K) -> Variable[V]: ...

    @overload
    def __getitem__(self, key: Calculable) -> Choice: ...

    def __getitem__(self, key: Any) -> Any:
        try:
            return self._members[key]
        except (KeyError, TypeError):
            unknown = key if isinstance(key, tuple) else (key,)
            if any(isinstance(part, Calculable) for part in unknown):
                return algebra().member_at(self, key)
            raise ProblemError(
                f"{self.name} has no member {key!r}: {nearest(key, self._members)}"
            ) from None

    def __iter__(self) -> Iterator[K]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def __contains__(self, key: object) -> bool:
        return key in self._members

    @override
    def values(self) -> ValuesView[Variable[V]]:
        return self._members.values()

    def get(self, key: K, default: Any = None) -> Any:
        """The member at `key`, or `default`."""
        return self._members.get(key, default)

    def __repr__(self) -> str:
        return f"Family({self.name!r}, keys={list(self._members)!r})"


def variables_of(where: str, given: object) -> Scope:
    """Normalise what a constraint was given (variables, families, nested lists) to a flat tuple.

    `where` names the constraint in errors. Raises `ProblemError` for anything that is no variable.
    """
    if isinstance(given, Variable):
        return Scope((given,))
    if type(given) is Family:
        return Scope(given.values())
    if type(given) is tuple and len(given) == 1:
        return variables_of(where, given[0])  # the only argument of a call
    if type(given) in (list, tuple, Scope) and all(type(item) is Variable for item in given):  # type: ignore[attr-defined]
        return Scope(given)  # type: ignore[arg-type]
    if isinstance(given, Mapping):
        return variables_of(where, list(given.values()))
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise ProblemError(f"{where} expects variables, not {given!r}")
    return Scope(variable for item in given for variable in variables_of(where, item))
