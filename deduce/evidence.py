"""What is stated: rules, observations, likelihoods, and changes of the hidden state.

Every statement has a sentence of its own, a place it came from (a line of a record, say), and the chance
that it is a slip. Explanations quote statements; repairs doubt them, likeliest slip first.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log2
from numbers import Real
from typing import TYPE_CHECKING, Literal

from deduce.ground.errors import ProblemError
from deduce.language.constraints import Constraint
from deduce.language.facts import Fact, Within
from deduce.language.variables import Variable

if TYPE_CHECKING:
    from deduce.changes import Change

__all__ = ["Statement", "Weight", "labels"]

DEFAULT_ERROR = 0.01
"""The chance of a slip of an observation whose writer says nothing about it."""


@dataclass(frozen=True, slots=True)
class Weight:
    """Soft evidence: likelihood ratios, one for each value of a variable or one for a fact.

    Ratios are positive: what cannot be is observed, not weighed, so that soft evidence never decides
    what is certain.
    """

    target: Variable | Fact
    ratios: Mapping[Hashable, float] = field(default_factory=dict)
    default: float = 1.0

    def __post_init__(self) -> None:
        for what, ratio in [*self.ratios.items(), ("the default", self.default)]:
            if not _is_ratio(ratio):
                raise ProblemError(
                    f"the likelihood ratio of {what!r} is {ratio!r}; it must be a positive number that a float can hold "
                    "(what is impossible is observed, not weighed)"
                )
        if isinstance(self.target, Variable):
            for value in self.ratios:
                self.target.position(value)

    def about(self) -> Variable | None:
        """The one variable it is about; None where a fact speaks of several."""
        if isinstance(self.target, Variable):
            return self.target
        single = self.target.single()
        return None if single is None else single.variable

    def vector(self) -> list[float]:
        """One ratio for each value of the domain of what it is about."""
        if isinstance(self.target, Variable):
            return [float(self.ratios.get(value, self.default)) for value in self.target.domain]
        if (single := self.target.single()) is None:
            raise TypeError("a fact about several variables has one ratio")
        ratio, size = float(self.default), len(single.variable.domain)
        return [ratio if single.mask >> i & 1 else 1.0 for i in range(size)]

    def subject(self) -> Hashable:
        """A value equal for weights that come to one: about the same variable, or facts that say the same."""
        variable = self.about()
        return self.target.likeness() if variable is None else variable  # type: ignore[union-attr]

    def bits(self) -> float:
        """By how many bits it may set two worlds apart."""
        if isinstance(self.target, Fact):
            return abs(log2(float(self.default)))
        ratios = [float(ratio) for ratio in (*self.ratios.values(), self.default)]
        return log2(max(ratios)) - log2(min(ratios))

    def sentence(self) -> str:
        """The ratios in words."""
        if isinstance(self.target, Fact):
            return f"{self.target.sentence()}: {float(self.default):g} times as likely"
        parts = ", ".join(f"{value} x{float(ratio):g}" for value, ratio in self.ratios.items())
        other = f", others x{float(self.default):g}" if self.default != 1.0 else ""
        return f"{self.target}: {parts}{other}"


def _is_ratio(value: object) -> bool:
    """Any finite positive number: fractions and numpy's floats too, truth values not."""
    if isinstance(value, bool):
        return False
    try:
        return isinstance(value, Real) and 0 < float(value) < float("inf")
    except OverflowError:
        return False


@dataclass(frozen=True, slots=True, eq=False)
class Statement:
    """One rule or one entry of the log. Statements are compared by identity.

    Attributes:
        content: A constraint (rules and observations), a `Weight`, or a `Change`.
        text: The sentence explanations quote.
        kind: ``"rule"`` (always holds), ``"observation"``, ``"weight"`` or ``"change"``.
        place: Where it was written, such as ``"line 12"``; a text, may be empty.
        error: The chance that it is a slip, 0 to 1; rules have 0 and are never doubted.
        group: What it is a part of; statements of one group count as one where a deduction's statements
            are counted. Empty: a statement of its own.
    """

    content: Constraint | Weight | Change
    text: str
    kind: Literal["rule", "observation", "weight", "change"]
    place: str = ""
    error: float = 0.0
    group: str = ""

    def __post_init__(self) -> None:
        for what, given in (("the sentence that explanations quote", self.text), ("a place", self.place)):
            if not isinstance(given, str):
                raise ProblemError(f"{what} is a text, not {given!r}")
        if self.error == 0.0:
            return
        if not isinstance(self.error, (int, float)) or not 0.0 <= self.error < 1.0:
            raise ProblemError(
                f"the chance of a slip in '{self.text}' is {self.error!r}; it must be from 0 to below 1"
            )

    def single(self) -> Within | None:
        """What it states, where that is a set of values of one variable."""
        return self.content.single() if isinstance(self.content, Constraint) else None

    @property
    def changes(self) -> bool:
        """Whether it tells of a change of the hidden state."""
        return not isinstance(self.content, (Constraint, Weight))

    @property
    def label(self) -> str:
        """The sentence with its place in front."""
        from deduce.ground.phrases import say  # here, for a record that is only solved quotes nothing

        return say("{place}: {text}", place=self.place, text=self.text) if self.place else self.text

    def to_dict(self) -> dict[str, object]:
        """The statement as plain values for JSON."""
        return {"text": self.text, "kind": self.kind, "place": self.place, "error": self.error}

    def __str__(self) -> str:
        return self.label


def in_words(content: Constraint) -> str:
    """What a constraint says; of one value of a variable in every language."""
    from deduce.ground.phrases import phrase
    from deduce.ground.wording import as_is, typed

    single = content.single()
    if single is None or single.mask.bit_count() != 1:
        return content.sentence()
    place, what = as_is(single.variable.name), typed(single.values[0])
    return phrase(content.sentence(), "{place} is {what}", place=place, what=what)


_PLACES = 6
"""So many places of one sentence are named; of more the first and the last."""


def labels(statements: Iterable[Statement]) -> list[str]:
    """The labels of statements in their order; a sentence that stands several times is told once, with its places.

    Where a statement has no place of its own, the variables it speaks of are.
    """
    from deduce.ground.phrases import say

    alike: dict[tuple[str, str], list[Statement]] = {}
    for statement in statements:
        alike.setdefault((statement.kind, statement.text), []).append(statement)
    return [
        some[0].label if len(some) == 1 else say("{text} ({places})", text=text, places=_places(some))
        for (_, text), some in alike.items()
    ]


def _places(statements: Sequence[Statement]) -> str:
    from deduce.ground.phrases import listing, say

    places = [
        s.place or listing([v.name for v in getattr(s.content, "scope", ())[:_PLACES]], ",")
        for s in statements
    ]
    known, number = list(dict.fromkeys(place for place in places if place)), len(statements)
    if len(known) > _PLACES:
        said = "{number} times, from {first} to {last}"
        return say(said, number=number, first=known[0], last=known[-1])
    if not known:
        return say("{number} times", number=number)
    return say("{number} times: {places}", number=number, places=listing(known, ";"))
