"""Formulas about who knows what, over a Kripke model whose relations are equivalences (S5).

The truth of a formula is one Boolean a world. ``Knows(a, f)`` is true where `f` is true in every world that
`a` cannot tell from this one. The definitions are those of Fagin, Halpern, Moses and Vardi, "Reasoning About
Knowledge" (MIT Press 1995), chapter 2; public announcements follow Plaza, "Logics of public communications"
(1989), and van Ditmarsch, van der Hoek and Kooi, "Dynamic Epistemic Logic" (Springer 2007), chapter 4.

One file because it is one small language: a class an operator.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import Protocol

import numpy as np

from deduce.agents.partitions import Partition, joined
from deduce.ground.compat import override
from deduce.ground.errors import ProblemError
from deduce.ground.wording import listing
from deduce.language.automata import Bools
from deduce.language.constraints import Constraint
from deduce.language.facts import Fact, Modal
from deduce.language.variables import Variable, variables_of

Agent = str | int
"""An agent's name."""


class FormulaModel(Protocol):
    """What a formula asks of the model it is judged in."""

    rows: int

    def partition(self, agent: Agent) -> Partition:
        """The worlds as `agent` tells them apart."""

    def truth(self, formula: Formula) -> Bools:
        """Where `formula` is true, one Boolean a world; remembered, so shared parts are judged once."""

    def mask(self, constraint: Constraint) -> Bools:
        """Where a constraint on the world holds."""

    def values(self, variable: Variable) -> np.ndarray[tuple[int], np.dtype[np.integer]]:
        """The domain positions of a variable, one a world."""


class Formula(Modal):
    """Something true or false in each world of a model; combine with ``&``, ``|`` and ``~``."""

    __slots__ = ()

    @abstractmethod
    def judge(self, model: FormulaModel) -> Bools:
        """Where the formula is true, one Boolean a world."""

    @abstractmethod
    def sentence(self) -> str:
        """The formula in words."""

    def denial(self) -> str:
        """Its opposite in words."""
        return f"it is not so that {_bracketed(self)}"

    def __and__(self, other: object) -> Formula:
        return AllOf(self, formula_of(other, "&"))

    def __rand__(self, other: object) -> Formula:
        return AllOf(formula_of(other, "&"), self)

    def __or__(self, other: object) -> Formula:
        return AnyOf(self, formula_of(other, "|"))

    def __ror__(self, other: object) -> Formula:
        return AnyOf(formula_of(other, "|"), self)

    def __invert__(self) -> Formula:
        return Not(self)

    def __bool__(self) -> bool:
        raise TypeError(
            f"'{self.sentence()}' is not true or false by itself: ask situation.holds(formula, at=world), "
            "and combine formulas with &, | and ~ (not with and, or, not)"
        )

    def __str__(self) -> str:
        return self.sentence()


def formula_of(item: object, where: str) -> Formula:
    """`item` as a formula: formulas as they are, facts and other constraints wrapped.

    Raises `ProblemError` for anything else; `where` names who was given it.
    """
    if isinstance(item, Formula):
        return item
    if isinstance(item, Constraint):
        return Plain(item)
    hint = ""
    if isinstance(item, Variable):
        hint = f"; say what of it, as in {item.name} == value, or use KnowsValue"
    elif isinstance(item, bool):
        hint = " (a Python truth value: was `and`, `or`, `not` or `in` used for &, |, ~ or is_in?)"
    raise ProblemError(f"{where} expects a formula or a fact such as cell == value, not {item!r}{hint}")


def group_of(group: object, where: str) -> tuple[Agent, ...]:
    """A group of agents from one name or a collection of names, without repeats.

    Raises `ProblemError` for anything else, and for nobody.
    """
    if isinstance(group, (str, int)):
        return (group,)
    if not isinstance(group, Iterable):
        raise ProblemError(f"{where} expects an agent's name or several, not {group!r}")
    names = sorted(group, key=str) if isinstance(group, (set, frozenset)) else list(group)
    for name in names:
        if not isinstance(name, (str, int)):
            raise ProblemError(f"{where} expects agents' names (strings or whole numbers), not {name!r}")
    if not names:
        raise ProblemError(f"{where} needs at least one agent")
    return tuple(dict.fromkeys(names))


def _bracketed(formula: Formula) -> str:
    text = formula.sentence()
    return f"({text})" if isinstance(formula, _Several) and len(formula.parts) > 1 else text


class Plain(Formula):
    """A fact or another constraint: about the world alone, not about minds."""

    __slots__ = ("constraint",)

    def __init__(self, constraint: Constraint) -> None:
        self.constraint = constraint

    @override
    def judge(self, model: FormulaModel) -> Bools:
        return model.mask(self.constraint)

    def __invert__(self) -> Formula:
        return Plain(~self.constraint) if isinstance(self.constraint, Fact) else Not(self)

    @override
    def sentence(self) -> str:
        return self.constraint.sentence()

    def __repr__(self) -> str:
        return repr(self.constraint)


class Not(Formula):
    """The part is false."""

    __slots__ = ("part",)

    def __init__(self, part: object) -> None:
        self.part = formula_of(part, "Not")

    @override
    def judge(self, model: FormulaModel) -> Bools:
        return ~model.truth(self.part)

    def __invert__(self) -> Formula:
        return self.part

    @override
    def sentence(self) -> str:
        return self.part.denial()

    def __repr__(self) -> str:
        return f"~{self.part!r}"


class _Several(Formula):
    """What `AllOf` and `AnyOf` share."""

    __slots__ = ("parts",)

    parts: tuple[Formula, ...]
    _word: str

    def __init__(self, *parts: object) -> None:
        flat: list[Formula] = []
        for part in parts:
            formula = formula_of(part, type(self).__name__)
            flat.extend(formula.parts if isinstance(formula, type(self)) else [formula])
        self.parts = tuple(flat)

    @override
    def sentence(self) -> str:
        if not self.parts:
            return "nothing is claimed" if self._word == "and" else "this cannot be"
        return f" {self._word} ".join(_bracketed(part) for part in self.parts)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.parts))})"


class AllOf(_Several):
    """All parts are true; without parts: true. What ``&`` makes."""

    __slots__ = ()
    _word = "and"

    @override
    def judge(self, model: FormulaModel) -> Bools:
        found = np.ones(model.rows, dtype=np.bool_)
        for part in self.parts:
            found = found & model.truth(part)
        return found


class AnyOf(_Several):
    """At least one part is true; without parts: false. What ``|`` makes."""

    __slots__ = ()
    _word = "or"

    @override
    def judge(self, model: FormulaModel) -> Bools:
        found = np.zeros(model.rows, dtype=np.bool_)
        for part in self.parts:
            found = found | model.truth(part)
        return found


class Knows(Formula):
    """`agent` knows that `what` is true: it is true in every world the agent thinks possible.

    With a variable in place of a formula it means knowing the variable's value, as `KnowsValue` does.
    Raises `ProblemError` for anything else.
    """

    __slots__ = ("agent", "what")

    def __init__(self, agent: Agent, what: object) -> None:
        self.agent = agent
        self.what = KnowsValue(agent, what) if isinstance(what, Variable) else formula_of(what, "Knows")

    @override
    def judge(self, model: FormulaModel) -> Bools:
        # To know that one knows is no further step (S5), so a variable needs no case of its own.
        return model.partition(self.agent).throughout(model.truth(self.what))

    @override
    def sentence(self) -> str:
        if _own_value(self):
            return self.what.sentence()
        return f"{self.agent} knows that {_bracketed(self.what)}"

    @override
    def denial(self) -> str:
        if _own_value(self):
            return self.what.denial()
        return f"{self.agent} does not know that {_bracketed(self.what)}"

    def __repr__(self) -> str:
        return f"Knows({self.agent!r}, {self.what!r})"


def _own_value(formula: Knows) -> bool:
    return isinstance(formula.what, KnowsValue) and formula.what.agent == formula.agent


class KnowsValue(Formula):
    """`agent` knows the value of each of the variables (variables, families or lists of them)."""

    __slots__ = ("agent", "variables")

    def __init__(self, agent: Agent, *variables: object) -> None:
        self.agent = agent
        self.variables = variables_of("KnowsValue", variables)
        if not self.variables:
            raise ProblemError("KnowsValue needs at least one variable")

    @override
    def judge(self, model: FormulaModel) -> Bools:
        partition = model.partition(self.agent)
        found = np.ones(model.rows, dtype=np.bool_)
        for variable in self.variables:
            found = found & partition.settles(model.values(variable))
        return found

    def _names(self) -> str:
        return ", ".join(variable.name for variable in self.variables)

    @override
    def sentence(self) -> str:
        return f"{self.agent} knows {self._names()}"

    @override
    def denial(self) -> str:
        return f"{self.agent} does not know {self._names()}"

    def __repr__(self) -> str:
        return f"KnowsValue({self.agent!r}, {self._names()})"


class Possible(Formula):
    """`agent` thinks `what` possible: it is true in some world the agent cannot tell from this one."""

    __slots__ = ("agent", "what")

    def __init__(self, agent: Agent, what: object) -> None:
        self.agent = agent
        self.what = formula_of(what, "Possible")

    @override
    def judge(self, model: FormulaModel) -> Bools:
        return ~model.partition(self.agent).throughout(~model.truth(self.what))

    @override
    def sentence(self) -> str:
        return f"{self.agent} thinks it possible that {_bracketed(self.what)}"

    def __repr__(self) -> str:
        return f"Possible({self.agent!r}, {self.what!r})"


class _Group(Formula):
    """What the formulas about a group share."""

    __slots__ = ("group", "what")

    _phrase: str

    def __init__(self, group: object, what: object) -> None:
        self.group = group_of(group, type(self).__name__)
        self.what = formula_of(what, type(self).__name__)

    @override
    def sentence(self) -> str:
        return self._phrase.format(listing([*map(str, self.group)])) + f" that {_bracketed(self.what)}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self.group)!r}, {self.what!r})"


class EveryoneKnows(_Group):
    """Each agent of the group knows it; nest it for "everyone knows that everyone knows"."""

    __slots__ = ()
    _phrase = "each of {} knows"

    @override
    def judge(self, model: FormulaModel) -> Bools:
        truth = model.truth(self.what)
        found = np.ones(model.rows, dtype=np.bool_)
        for agent in self.group:
            found = found & model.partition(agent).throughout(truth)
        return found


class CommonKnowledge(_Group):
    """Everyone knows it, knows that everyone knows it, and so on without end.

    True where `what` is true in every world that some chain of "could be, for one of us" leads to: the
    reflexive and transitive closure of the union of the agents' relations.
    """

    __slots__ = ()
    _phrase = "it is common knowledge among {}"

    @override
    def judge(self, model: FormulaModel) -> Bools:
        partitions = [model.partition(agent) for agent in self.group]
        return joined(partitions, model.rows).throughout(model.truth(self.what))


class DistributedKnowledge(_Group):
    """The group would know it if its members put together all they have seen."""

    __slots__ = ()
    _phrase = "{} know together"

    @override
    def judge(self, model: FormulaModel) -> Bools:
        shared = Partition.trivial(model.rows)
        for agent in self.group:
            partition = model.partition(agent)
            shared = shared.refined(partition.labels, partition.size)
        return shared.throughout(model.truth(self.what))
