"""Problem: what could be. Variables and the rules that always hold, each rule with its sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, cast

from deduce.evidence import Statement
from deduce.ground.deadline import tick
from deduce.ground.errors import Called, ProblemError, nearest
from deduce.ground.wording import many
from deduce.language.constraints import Constraint, of_kind
from deduce.language.variables import Family, Scope, Variable, listed_values, variables_of
from deduce.worlds.base import DEFAULT_MAX_BYTES, Worlds

if TYPE_CHECKING:
    import constraint as python_constraint

K = TypeVar("K", bound=Hashable)
V = TypeVar("V", bound=Hashable)

_BESIDE = re.compile(r"\s*([\[\],])\s*")
"""A bracket or comma of a member's name with the blanks around it."""


class Problem:
    """Variables with finite domains and constraints that always hold.

    A problem grows by `variable`, `variables` and `require`. What was learned belongs to a `Knowledge`.

    Attributes:
        name: What it is called in messages.
        doubted: For models that say less than what is meant: why a world may stand for several solutions, or nothing.
            Verdicts, candidates and lists of solutions with such a world are not called complete.
        apart: Whether several clues may be printed at one place, such as a digit and a sign beside it, each with another
            sentence; else the statements of one place are one clue.
    """

    def __init__(self, name: str = "problem") -> None:
        self.name = name
        self._variables: dict[str, Variable] = {}
        self._families: dict[str, Family[Any, Any]] = {}
        self._members: set[Variable] = set()
        self._rules: list[Statement] = []
        self._key = Scope()
        self.doubted: Callable[[Mapping[Variable, Hashable]], str] | None = None
        self.apart = False

    def variable(self, name: str, domain: Iterable[V]) -> Variable[V]:
        """Add one variable. Raises `ProblemError` for a name in use or a faulty domain."""
        if name in self._variables or name in self._families:
            raise ProblemError(f"problem {self.name!r} already has a variable {name!r}; names are unique")
        made = Variable(name, domain)
        self._variables[name] = made
        self._members.add(made)
        return made

    def variables(
        self,
        name: str,
        keys: Iterable[K],
        domain: Iterable[V] | Callable[[K], Iterable[V]],
    ) -> Family[K, V]:
        """Add a family ``name[key]``, all with one domain or with ``domain(key)`` each.

        A key that is a tuple is named by its parts: the key ``(3, 1)`` of ``cell`` makes ``cell[3,1]``.

        Raises `ProblemError` for a name in use, no keys, a key twice, two keys that read alike, or a faulty
        domain.
        """
        if name in self._families or name in self._variables:
            raise ProblemError(f"problem {self.name!r} already has a variable {name!r}; names are unique")
        if not isinstance(keys, Iterable):
            raise ProblemError(
                f"the keys of the family {name!r} are a list, not {keys!r:.200}; {name}[1] to {name}[9] "
                "have range(1, 10)"
            )
        keys = list(keys)
        if not keys:
            raise ProblemError(f"the family {name!r} has no keys")
        members = _made(name, keys, domain)
        # Nothing is added before every member is known to be sound.
        alike: dict[str, K] = {}
        for key, variable in members.items():
            if variable.name in self._variables:
                raise ProblemError(f"problem {self.name!r} already has a variable {variable.name!r}")
            if alike.setdefault(variable.name, key) != key:
                raise ProblemError(
                    f"the keys {alike[variable.name]!r} and {key!r} would both be called {variable.name}; "
                    "use keys that read differently"
                )
        for variable in members.values():
            self._variables[variable.name] = variable
            self._members.add(variable)
        family = Family(name, members)
        self._families[name] = family
        return family

    def require(self, constraint: Constraint, text: str | None = None, *, group: str = "") -> Statement:
        """Add a rule with the sentence explanations quote (by default the constraint's own words).

        Rules of one `group` are parts of one rule in the eyes of who solves by hand: `deduce.puzzles.steps`
        counts them as one, so that it makes no difference how the rule was cut.

        Raises `ProblemError` for anything that is no constraint or speaks of a foreign variable.
        """
        statement = Statement(self.checked(constraint), text or constraint.sentence(), "rule", group=group)
        self._rules.append(statement)
        return statement

    def adopt(self, things: Iterable[Variable | Family[Any]], rules: Iterable[Statement] = ()) -> None:
        """Add variables, families and rules that were made elsewhere, as they are: problems may share them.

        Raises `ProblemError` for a name in use, and a rule that speaks of a foreign variable.
        """
        for thing in things:
            members = (thing,) if isinstance(thing, Variable) else tuple(thing.values())
            for name in (thing.name, *(variable.name for variable in members)):
                if name in self._variables or name in self._families:
                    raise ProblemError(
                        f"problem {self.name!r} already has a variable {name!r}; names are unique"
                    )
            if isinstance(thing, Family):
                self._families[thing.name] = thing
            self._variables.update((variable.name, variable) for variable in members)
            self._members.update(members)
        for rule in rules:
            self.checked(rule.content)
            self._rules.append(rule)

    def checked(self, constraint: object, scope: Sequence[Variable] | None = None) -> Constraint:
        """`constraint`, if it is one and all its variables belong to this problem; with a `scope`, also to that."""
        if not of_kind(type(constraint), Constraint):
            hint = " (a Python truth value: was `and`, `or`, `not` or `in` used for &, |, ~ or is_in?)"
            raise ProblemError(
                f"expected a constraint or a fact such as cell == value, not {constraint!r}"
                f"{hint if isinstance(constraint, bool) else ''}"
            )
        stated = cast("Constraint", constraint)
        late = scope is not None and len(scope) < len(self._variables)
        if late or not self._members.issuperset(stated.scope):
            for variable in stated.scope:
                self.own(variable, scope)
        return stated

    def _none_of_mine(self, given: object) -> str:
        if isinstance(given, str) and given in self._variables:
            return f"expected a variable, not its name: give problem[{given!r}]"
        return f"expected one variable of problem {self.name!r}, not {given!r}: {nearest(given, self._variables)}"

    def own(self, variable: Variable, scope: Sequence[Variable] | None = None) -> Variable:
        """`variable`, if it belongs to this problem, and to a `scope` taken of it before; else `ProblemError`."""
        if not isinstance(variable, Variable):
            raise ProblemError(self._none_of_mine(variable))
        if variable not in self._members:
            same = (
                " (another variable of that name exists here)" if variable.name in self._variables else ""
            )
            raise ProblemError(
                f"{variable.name} belongs to another problem than {self.name!r}{same}: "
                f"{nearest(variable.name, self._variables)}"
            )
        if scope is not None and len(scope) < len(self._variables) and variable not in scope:
            raise ProblemError(
                f"{variable.name} was declared after this knowledge was made; make Knowledge(problem) when all are"
            )
        return variable

    def ask(self, *variables: object) -> None:
        """Say which variables the problem is about: its answer key (variables, families, lists).

        A puzzle is unique when its solutions agree on the answer key. Raises `ProblemError` for a foreign
        variable or one named twice.
        """
        key = variables_of("ask", variables)
        for variable in key:
            self.own(variable)
        if not key or len(set(key)) != len(key):
            raise ProblemError("ask needs at least one variable, and each at most once")
        self._key = key

    @property
    def key(self) -> tuple[Variable, ...]:
        """The answer key as given to `ask`; all variables when it was never called."""
        return self._key or self.scope

    @property
    def scope(self) -> tuple[Variable, ...]:
        """All variables, in the order they were added."""
        return Scope(self._variables.values())

    @property
    def rules(self) -> tuple[Statement, ...]:
        """All rules, in the order they were added."""
        return tuple(self._rules)

    def __getitem__(self, name: str) -> Any:
        """The variable or family called `name`; blanks beside brackets and commas make no difference.

        Raises `ProblemError` naming the nearest.
        """
        found = self.get(name)
        if found is None:
            known = [*self._families, *self._variables]
            raise ProblemError(f"problem {self.name!r} has no variable {name!r}: {nearest(name, known)}")
        return found

    def names(self) -> list[str]:
        """What `problem[name]` knows: families first, then the variables that belong to none."""
        inside = {v for family in self._families.values() for v in family.values()}
        return [*self._families, *(name for name, v in self._variables.items() if v not in inside)]

    def get(self, name: str) -> Variable | Family[Any, Any] | None:
        """The variable or family called `name` (read as in ``problem[name]``), or None."""
        if name in self._families:
            return self._families[name]
        if name in self._variables or not isinstance(name, str) or "[" not in name:
            return self._variables.get(name)
        wanted = _squeezed(name)
        alike = [variable for known, variable in self._variables.items() if _squeezed(known) == wanted]
        return alike[0] if len(alike) == 1 else None

    def __contains__(self, variable: object) -> bool:
        return isinstance(variable, Variable) and variable in self._members

    def compile(
        self,
        form: str = "auto",
        *,
        order: Sequence[Variable] | None = None,
        max_bytes: int = DEFAULT_MAX_BYTES,
    ) -> Worlds:
        """All worlds that satisfy the rules; see `deduce.compile`."""
        from deduce.worlds.compile import compile_problem

        return compile_problem(self, form, order=order, max_bytes=max_bytes)

    @classmethod
    def from_constraint(cls, other: python_constraint.Problem, name: str = "problem") -> Problem:
        """A problem from python-constraint: its variables, domains and constraints."""
        from deduce.backends.pyconstraint import read_into

        problem = cls(name)
        read_into(problem, other)
        return problem

    def to_constraint(self) -> python_constraint.Problem:
        """A fresh ``constraint.Problem`` with the same variables (by name) and rules."""
        from deduce.backends.pyconstraint import to_constraint

        return to_constraint(self)

    def __repr__(self) -> str:
        return f"<Problem {self.name!r}: {many(len(self._variables), 'variable')}, {many(len(self._rules), 'rule')}>"


def _made(
    name: str, keys: Iterable[K], domain: Iterable[V] | Callable[[K], Iterable[V]]
) -> dict[K, Variable[V]]:
    """The members of a family, by key. Raises `ProblemError` for a key twice and a faulty domain."""
    shared = None if callable(domain) else _values(name, domain)
    members: dict[K, Variable[V]] = {}
    ranges: dict[range, Variable[V]] = {}
    for key in keys:
        try:
            twice = key in members
        except TypeError as error:
            wanted = "use a string, a number or a tuple of these"
            raise ProblemError(
                f"the key {key!r} of the family {name!r} cannot be hashed; {wanted}"
            ) from error
        if twice:
            raise ProblemError(f"the family {name!r} has the key {key!r} twice")
        tick()
        if members and shared is not None:
            members[key] = next(iter(members.values())).renamed(_member(name, key), key)
            continue
        values: Iterable[V] | None = shared
        if callable(domain):
            with Called(f"the domains of {name!r}") as call:
                call.given = (key,)
                values = domain(key)
        if callable(domain) and isinstance(values, range):
            # Many members have one of a few domains; what is known of a domain is then shared.
            first = ranges.get(values)
            if first is not None:
                members[key] = first.renamed(_member(name, key), key)
                continue
        members[key] = Variable(_member(name, key), values or (), key)
        if isinstance(values, range):
            ranges[values] = members[key]
    return members


def _member(name: str, key: Hashable) -> str:
    """What the member of a family at `key` is called."""
    return f"{name}[{','.join(map(str, key))}]" if isinstance(key, tuple) else f"{name}[{key}]"


def _squeezed(name: str) -> str:
    """A name without the blanks beside its brackets and commas."""
    return _BESIDE.sub(r"\1", name.strip())


def _values(name: str, domain: Iterable[V]) -> tuple[V, ...]:
    if isinstance(domain, (str, Mapping)) or not isinstance(domain, Iterable):
        return Variable(name, domain).domain  # or an error
    return listed_values(name, domain)
