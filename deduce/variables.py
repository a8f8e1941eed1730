"""Variables with finite symbolic domains, and families of them."""

from __future__ import annotations

import numbers
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from deduce.errors import ProblemError, nearest

if TYPE_CHECKING:
    from deduce.choices import Choice
    from deduce.expressions import Expression
    from deduce.facts import Fact

__all__ = ["Calculable", "Family", "Variable", "variables_of"]

K = TypeVar("K", bound=Hashable)
Value = Hashable


def _is_number(value: object) -> bool:
    if type(value) in (int, float, str, tuple):  # what values mostly are; asking the number tower is slow
        return type(value) in (int, float)
    return isinstance(value, numbers.Real) and not isinstance(value, bool)


class Calculable:
    """What arithmetic can be done with: variables, facts (1 where true, else 0), and what arithmetic makes."""

    __slots__ = ()

    def _calculate(self, operation: str, *operands: object) -> Expression:
        from deduce.expressions import calculate

        return calculate(operation, operands)

    def __add__(self, other: object) -> Expression:
        return self._calculate("+", self, other)

    def __radd__(self, other: object) -> Expression:
        return self._calculate("+", other, self)

    def __sub__(self, other: object) -> Expression:
        return self._calculate("-", self, other)

    def __rsub__(self, other: object) -> Expression:
        return self._calculate("-", other, self)

    def __mul__(self, other: object) -> Expression:
        return self._calculate("*", self, other)

    def __rmul__(self, other: object) -> Expression:
        return self._calculate("*", other, self)

    def __floordiv__(self, other: object) -> Expression:
        return self._calculate("//", self, other)

    def __rfloordiv__(self, other: object) -> Expression:
        return self._calculate("//", other, self)

    def __mod__(self, other: object) -> Expression:
        return self._calculate("%", self, other)

    def __rmod__(self, other: object) -> Expression:
        return self._calculate("%", other, self)

    def __pow__(self, other: object) -> Expression:
        return self._calculate("**", self, other)

    def __neg__(self) -> Expression:
        return self._calculate("-", 0, self)

    def __pos__(self) -> Expression:
        return self._calculate("+", 0, self)

    def __abs__(self) -> Expression:
        return self._calculate("abs", self)


class Variable(Calculable):
    """One unknown: a name and the ordered values it may take.

    Comparing a variable makes a `Fact`: ``cell == "Library"``, ``cell != other``, ``cell < 3``,
    ``cell.is_in({...})``. Numbers compare as numbers; values of any other kind compare by their
    place in the domain. A variable of whole numbers can be calculated with: ``2 * a + b == 7``,
    ``abs(a - b) >= 2``; see `deduce.expressions`. A variable is itself and no other: it hashes by identity.

    Args:
        name: What sentences and errors call it.
        domain: Its values, any hashable ones, in the order they are shown; at least one.
        key: For a member of a family its key, which `key` tells; None for any other.

    Raises:
        ProblemError: An empty domain, a value twice, or an unhashable value.
    """

    __slots__ = ("_positions", "domain", "key", "name", "numeric")

    def __init__(self, name: str, domain: Iterable[Value], key: Any = None) -> None:
        if not isinstance(name, str) or not name:
            raise ProblemError(f"a variable's name is a non-empty string, not {name!r}")
        if isinstance(domain, str):
            raise ProblemError(
                f"the domain of {name} is the single string {domain!r}; "
                f"write a list of values (or list({domain!r}) for its letters)"
            )
        if not isinstance(domain, Iterable):
            raise ProblemError(f"the domain of {name} is {domain!r}; write a list of values")
        self.name, self.key = name, key
        self.domain: tuple[Value, ...] = tuple(domain)
        if not self.domain:
            raise ProblemError(f"the domain of {name} is empty; it needs at least one value")
        self._positions: dict[Value, int] = {}
        for position, value in enumerate(self.domain):
            try:
                known = self._positions.setdefault(value, position)
            except TypeError:
                raise ProblemError(
                    f"value {value!r} in the domain of {name} cannot be hashed; "
                    "use a string, a number, a tuple or another frozen value"
                ) from None
            if known != position:
                raise ProblemError(f"the domain of {name} has {value!r} twice")
        self.numeric: bool = all(_is_number(value) for value in self.domain)

    def renamed(self, name: str, key: Any = None) -> Variable:
        """Another variable with the same domain; what is known of it is shared, not worked out again."""
        made = Variable.__new__(Variable)
        made.name, made.key, made.domain = name, key, self.domain
        made._positions, made.numeric = self._positions, self.numeric
        return made

    def position(self, value: Value) -> int:
        """The place of `value` in the domain. Raises `ProblemError` naming the nearest value."""
        try:
            return self._positions[value]
        except KeyError:
            hint = self._meant(value)
            allowed = nearest("" if hint else value, self.domain)
            raise ProblemError(f"{value!r} is not in the domain of {self.name}: {hint}{allowed}") from None
        except TypeError:
            raise ProblemError(
                f"{value!r} cannot be hashed, so it is no value of {self.name}: {nearest(value, self.domain)}"
            ) from None

    def _meant(self, value: Value) -> str:
        """A hint for the number written as a text, or the text written as a number."""
        alike = [
            known for known in self.domain if str(known) == str(value) and type(known) is not type(value)
        ]
        if not alike:
            return ""
        kind = "number" if _is_number(alike[0]) else "text" if isinstance(alike[0], str) else "value"
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

    def is_in(self, values: Iterable[Value]) -> Fact:
        """The fact that the variable takes one of `values`."""
        from deduce.facts import Within

        return Within(self, self.mask(values))

    def _compare(self, other: object, op: str) -> Fact:
        from deduce.facts import compare

        return compare(self, other, op)

    def __eq__(self, other: object) -> Fact:  # type: ignore[override]
        return self._compare(other, "==")

    def __ne__(self, other: object) -> Fact:  # type: ignore[override]
        return self._compare(other, "!=")

    def __lt__(self, other: object) -> Fact:
        return self._compare(other, "<")

    def __le__(self, other: object) -> Fact:
        return self._compare(other, "<=")

    def __gt__(self, other: object) -> Fact:
        return self._compare(other, ">")

    def __ge__(self, other: object) -> Fact:
        return self._compare(other, ">=")

    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        raise TypeError(
            f"variable {self.name} is not true or false; compare it, as in {self.name} == value"
        )

    def __repr__(self) -> str:
        return f"Variable({self.name!r}, {list(self.domain)!r})"

    def __str__(self) -> str:
        return self.name


class Family(Mapping[K, Variable], Generic[K]):
    """Variables that share a name and differ by a key: ``cell[1] ... cell[9]``.

    Constraints take a family wherever they take a list of variables. Where a key is itself unknown, a variable
    stands for it: ``cell[i] == 3`` is the fact that the member at the value of ``i`` is 3.
    """

    __slots__ = ("_members", "name")

    def __init__(self, name: str, members: Mapping[K, Variable]) -> None:
        self.name = name
        self._members = dict(members)

    @overload
    def __getitem__(self, key: K) -> Variable: ...

    @overload
    def __getitem__(self, key: Calculable) -> Choice: ...

    def __getitem__(self, key: Any) -> Any:
        try:
            return self._members[key]
        except (KeyError, TypeError):
            unknown = key if isinstance(key, tuple) else (key,)
            if any(isinstance(part, Calculable) for part in unknown):
                from deduce.choices import member_at

                return member_at(self, key)
            raise ProblemError(
                f"{self.name} has no member {key!r}: {nearest(key, self._members)}"
            ) from None

    def __iter__(self) -> Iterator[K]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def __contains__(self, key: object) -> bool:
        return key in self._members

    def get(self, key: K, default: Any = None) -> Any:
        """The member at `key`, or `default`."""
        return self._members.get(key, default)

    def __repr__(self) -> str:
        return f"Family({self.name!r}, keys={list(self._members)!r})"


def variables_of(where: str, given: object) -> tuple[Variable, ...]:
    """Normalise what a constraint was given (variables, families, nested lists) to a flat tuple.

    `where` names the constraint in errors. Raises `ProblemError` for anything that is no variable.
    """
    if isinstance(given, Variable):
        return (given,)
    if isinstance(given, Mapping):
        return variables_of(where, list(given.values()))
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise ProblemError(f"{where} expects variables, not {given!r}")
    return tuple(variable for item in given for variable in variables_of(where, item))
