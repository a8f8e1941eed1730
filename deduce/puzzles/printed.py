"""Which printed clues are superfluous, where one printed clue is several statements (a pearl: turn here, straight on).

Statements of one place are one clue, and so are those of one text without a place; where several clues may be printed at
one place (a digit and a sign beside it) those of one place and text.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from deduce.evidence import Statement
from deduce.ground.deadline import Deadline
from deduce.ground.errors import Contradiction, GaveUp
from deduce.ground.phrases import listing, say
from deduce.knowledge import Knowledge
from deduce.puzzles.redundancy import NOT_UNIQUE, implied_clues
from deduce.puzzles.uniqueness import verify


@dataclass(frozen=True, slots=True)
class PrintedRedundancy:
    """What `redundant_printed` found; clues in words.

    Attributes:
        clues: All printed clues.
        spare: Those each of which can go, alone, and the puzzle has the same solutions.
        enough: Clues that keep the puzzle unique, none of which can go; empty for a puzzle that is not.
        unique: Whether the puzzle is unique with all its clues.
        spare_at: The places of the spare clues, empty for one beside the grid.
    """

    clues: tuple[str, ...]
    spare: tuple[str, ...]
    enough: tuple[str, ...]
    unique: bool
    spare_at: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n".join(self.lines)

    @property
    def lines(self) -> list[str]:
        """It in sentences."""
        if not self.unique:
            follow = (
                "each of these clues follows from the others:"
                if self.spare
                else "no clue follows from the others"
            )
            return [follow, *(say("  - {text}", text=clue) for clue in self.spare), NOT_UNIQUE]
        first = "each of these clues can go, alone:" if self.spare else "no clue can go"
        said = "{some} of {number:clue} will do, and none of them can go:"
        kept = say(said, some=len(self.enough), number=len(self.clues))
        spare, enough = (
            [say("  - {text}", text=clue) for clue in each] for each in (self.spare, self.enough)
        )
        return [first, *spare, kept, *enough]

    def to_dict(self) -> dict[str, Any]:
        """As plain values, in the form of `Redundancy.to_dict`: a clue that can go follows from the others."""
        return {
            "clues": [{"text": clue} for clue in self.clues],
            "implied": list(self.spare),
            "spare": list(self.spare) if self.unique else [],
            "implied_at": list(self.spare_at),
            "spare_at": list(self.spare_at) if self.unique else [],
            "smallest": [list(self.enough)] if self.enough else [],
            "proved": False,
            "listed_all": False,
            "unique": self.unique,
        }


def printed_at(puzzle: Knowledge) -> Callable[[Statement], tuple[str, str]]:
    """What the statements of one printed clue have in common: its place, or else its text; or both."""
    if puzzle.problem.apart:
        return lambda statement: (statement.place, statement.text)
    return lambda statement: (statement.place, "" if statement.place else statement.text)


def _printed(puzzle: Knowledge) -> dict[tuple[str, str], list[Statement]]:
    """The statements of each printed clue, by what they have in common."""
    found: dict[tuple[str, str], list[Statement]] = {}
    at = printed_at(puzzle)
    for statement in puzzle.log:
        found.setdefault(at(statement), []).append(statement)
    return found


def in_parts(puzzle: Knowledge) -> bool:
    """Whether some printed clue is more than one statement."""
    return any(len(parts) > 1 for parts in _printed(puzzle).values())


def redundant_printed(puzzle: Knowledge, *, time_limit: float | None = None) -> PrintedRedundancy:
    """Which printed clues can go, and as many as are enough, taken out one after another.

    One proof of uniqueness a clue; of a puzzle that is not unique those that follow. Raises `Contradiction` where there
    is no solution, `GaveUp` at the limit, in seconds for everything.
    """
    deadline = Deadline(time_limit)
    printed = _printed(puzzle)
    told = {name: _told(parts) for name, parts in printed.items()}

    def unique_without(left_out: Collection[tuple[str, str]]) -> bool:
        rest = [s for name, parts in printed.items() if name not in left_out for s in parts]
        verdict = verify(Knowledge(puzzle.problem).learn(*rest), time_limit=deadline.left())
        if verdict.conflict is not None:
            raise Contradiction(verdict.conflict)
        if verdict.status in ("gave up", "none"):
            raise GaveUp(f"the puzzle could not be decided: {verdict.limit}")
        return verdict.unique

    if not unique_without(()):
        implied, undecided = implied_clues(puzzle, puzzle.log, deadline, printed_at(puzzle))
        if undecided:
            raise GaveUp(f"whether {undecided[0].label!r} follows from the others was not found out")
        spare = list(dict.fromkeys(map(printed_at(puzzle), implied)))
        at = tuple(printed[name][0].place for name in spare)
        return PrintedRedundancy(tuple(told.values()), tuple(told[name] for name in spare), (), False, at)
    spare = [name for name in printed if unique_without({name})]
    gone: set[tuple[str, str]] = set()
    for name in spare:
        if unique_without({*gone, name}):
            gone.add(name)
    return PrintedRedundancy(
        tuple(told.values()),
        tuple(told[name] for name in spare),
        tuple(text for name, text in told.items() if name not in gone),
        True,
        tuple(printed[name][0].place for name in spare),
    )


def _told(parts: Sequence[Statement]) -> str:
    texts = listing(list(dict.fromkeys(part.text for part in parts)), ";")
    return say("{place}: {text}", place=parts[0].place, text=texts) if parts[0].place else texts
