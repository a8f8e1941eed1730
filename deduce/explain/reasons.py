"""What explanations are made of: reasons, conflicts, repairs, ledger entries. Plain frozen values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from deduce.evidence import Statement, labels
from deduce.explain.timeline import Timeline
from deduce.ground.shown import Plain, Told
from deduce.ground.wording import figure, in_percent
from deduce.language.constraints import Constraint


@dataclass(frozen=True, slots=True)
class Reason(Told):
    """Statements that force a fact.

    Attributes:
        fact: What is forced.
        because: The statements, in the order they were made.
        smallest: True when proved that no fewer statements force it; False when only minimal (none of
            these can be left out, but another set might be smaller).
    """

    fact: Constraint
    because: tuple[Statement, ...]
    smallest: bool
    timeline: Timeline

    def check(self, *, max_nodes: int = 1_000_000) -> bool:
        """Prove it again with a small checker that shares no code with the search.

        A conjunction is proved part by part. Raises `GaveUp` after `max_nodes` steps for one part.
        """
        from deduce.explain.checker import unsatisfiable

        because = self.timeline.constraints(self.because)
        found = self.fact.all_of()
        parts: Sequence[Constraint] = (self.fact,) if found is None else found
        return all(
            unsatisfiable([*because, ~self.timeline.now(part)], max_nodes=max_nodes) for part in parts
        )

    def to_dict(self) -> dict[str, Any]:
        """The reason as plain values for JSON."""
        return {
            "fact": self.fact.sentence(),
            "because": [statement.to_dict() for statement in self.because],
            "smallest": self.smallest,
        }

    def __str__(self) -> str:
        lines = [f"{self.fact.sentence()}, because"]
        lines += [f"  - {label}" for label in labels(self.because)]
        if not self.because:
            lines = [f"{self.fact.sentence()}: no other value exists"]
        if not self.smallest:
            lines.append("  (none of these can be left out; a shorter reason may exist)")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Conflict(Told):
    """Statements that cannot all be true.

    Attributes:
        because: The statements, in the order they were made.
        smallest: As in `Reason`.
        first: Of a puzzle's clues, in their order, the first that cannot stand with those before it; None where that was
            not asked, or not found out. It is one of `because`.
    """

    because: tuple[Statement, ...]
    smallest: bool
    timeline: Timeline
    first: Statement | None = None

    def check(self, *, max_nodes: int = 1_000_000) -> bool:
        """Prove it again with the independent checker. Raises `GaveUp` after `max_nodes` steps."""
        from deduce.explain.checker import unsatisfiable

        return unsatisfiable(self.timeline.constraints(self.because), max_nodes=max_nodes)

    def to_dict(self) -> dict[str, Any]:
        """The conflict as plain values for JSON."""
        first = {} if self.first is None else {"first": self.first.to_dict()}
        return {"because": [s.to_dict() for s in self.because], "smallest": self.smallest} | first

    def __str__(self) -> str:
        return "\n".join(self.lines)

    @property
    def lines(self) -> list[str]:
        """It in sentences."""
        from deduce.ground.phrases import say  # here, for a record that is only solved has no conflict

        lines = [
            "these cannot all be true:",
            *(say("  - {text}", text=label) for label in labels(self.because)),
        ]
        if self.first is not None:
            said = "the first clue that cannot stand with those before it: {clue}"
            lines.append(say(said, clue=self.first.label))
        return lines


@dataclass(frozen=True, slots=True)
class Repair(Told, Plain):
    """Statements to take back so that the rest can be true; none of them can be spared.

    Attributes:
        remove: The statements, in the order they were made.
        chance: The probability that exactly these are the slips, among the repairs listed: from each
            statement's own chance of error and from how well the rest of the notes fits what is left.
        exact: False when the second part was left out, of all in the list, because one would not fit in memory.
    """

    remove: tuple[Statement, ...]
    chance: float
    exact: bool = True

    def __str__(self) -> str:
        return self.told

    @property
    def told(self) -> str:
        """It in one sentence."""
        from deduce.ground.wording import listing, run

        return run(f"{in_percent(self.chance)}  ", listing([s.label for s in self.remove], ";"))


@dataclass(frozen=True, slots=True)
class Entry(Plain):
    """One line of a ledger: how a statement moved the probability of a fact.

    Attributes:
        statement: The statement.
        before: The probability just before it.
        after: The probability just after it.
        bits: ``log2(after / before)``; minus infinity when it became impossible, infinity when a change made it
            possible again, 0 while it stayed impossible.
    """

    statement: Statement
    before: float
    after: float
    bits: float

    def __str__(self) -> str:
        return self.told

    @property
    def told(self) -> str:
        """It in one line."""
        from deduce.ground.wording import run, say

        bits = say("{bits} bits", bits=f"{figure(self.bits, 2, signed=True):>6}")
        return run(
            bits,
            f"  {in_percent(self.before, 1):>6} -> {in_percent(self.after, 1):>6}  ",
            self.statement.label,
        )
