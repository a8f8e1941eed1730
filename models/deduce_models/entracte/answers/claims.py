"""What a person asks of a record: a claim about who holds what, and up to which line."""

from __future__ import annotations

from dataclasses import dataclass, replace

from deduce.errors import ProblemError
from deduce.facts import Fact
from deduce.knowledge import Knowledge
from deduce.records.excerpt import line_limit
from deduce.records.record import Line
from deduce.records.words import find, quote, whole_number
from deduce_models.entracte.records.grammar import Evening
from deduce_models.entracte.records.words import card_words, read_code

__all__ = ["Claim", "claim_of", "cut", "fact_of"]


@dataclass(frozen=True, slots=True)
class Claim:
    """What a person asks about: that a player holds a code, or (`denied`) does not."""

    name: str
    code: str
    denied: bool = False

    def __invert__(self) -> Claim:
        return replace(self, denied=not self.denied)

    def fact(self, knowledge: Knowledge) -> Fact:
        """The claim as a fact over the variables of `knowledge`, made by this module."""
        problem = knowledge.problem
        if f"holder[{self.code}]" in {variable.name for variable in problem.scope}:
            fact: Fact = problem["holder"][self.code] == self.name
        else:
            fact = problem["code"][self.name] == self.code
        return ~fact if self.denied else fact

    def __str__(self) -> str:
        return f"{self.name} {'does not hold' if self.denied else 'holds'} {self.code}"


def claim_of(text: str, evening: Evening) -> Claim:
    """The claim a person means by ``Bob season reverse``, ``Bob is not both male`` or ``Bob != day repeat``.

    Raises `RecordError` with the column of what could not be read.
    """
    line = Line(0, text.replace("!=", " not ").replace("=", " "), "the fact")
    words = card_words(line)
    if not words:
        raise line.error(
            "expected a player and a code, such as 'Bob season reverse' or 'Bob not both male'"
        )
    name = evening.names[find(words[0], evening.names, "a player's name", line)]
    rest = [
        word for word in words[1:] if word.folded not in ("is", "does", "hold", "holds", "has", "a", "the")
    ]
    denied = bool(rest) and rest[0].folded in ("not", "no", "isn't")
    code = evening.setup.parts.codes[
        read_code(rest[1:] if denied else rest, evening.setup.parts, line)
    ].name
    return Claim(name, code, denied)


def fact_of(text: str, evening: Evening, knowledge: Knowledge) -> Fact:
    """The fact over `knowledge` that a person means by `text`; see `claim_of`."""
    return claim_of(text, evening).fact(knowledge)


def cut(evening: Evening, until: str | None) -> Evening:
    """The record up to a line ("12", "line 12") or a turn ("turn 3"), that one included."""
    if until is None:
        return evening
    what, _, digits = until.strip().casefold().rpartition(" ")
    turn = whole_number(digits) if what == "turn" else None
    if turn is not None:
        ends = [index for index, entry in enumerate(evening.entries) if entry.turn]
        last = ends[turn - 1] + 1 if 0 < turn <= len(ends) else len(evening.entries) * (turn > 0)
        return replace(evening, entries=evening.entries[:last])
    limit = line_limit(until)
    if limit is None:
        raise ProblemError(f"until {quote(until)}: expected a line number such as '12', or 'turn 3'")
    kept = tuple(entry for entry in evening.entries if entry.line and entry.line.number <= limit)
    return replace(evening, entries=kept)
