"""What a person asks of a record: a claim about who holds what."""

from __future__ import annotations

from dataclasses import dataclass, replace

from deduce.ground.wording import as_is, say
from deduce.knowledge import Knowledge
from deduce.language.facts import Fact
from deduce.records.record import Line
from deduce.records.words import person
from deduce.rulebook.plain import plain_words
from deduce_models.entracte.knowledge.evidence import Evidence
from deduce_models.entracte.records.words import called


@dataclass(frozen=True, slots=True)
class Asked:
    """What a person asks about: that a player holds a code, or (`denied`) does not."""

    name: str
    code: str
    denied: bool = False

    def __invert__(self) -> Asked:
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
        key = "{who} does not hold {codes}" if self.denied else "{who} holds {codes}"
        return say(key, who=as_is(self.name), codes=self.code)


def claim_of(text: str, told: Evidence) -> Asked:
    """The claim a person means by ``Bob season reverse``, ``Bob is not both male`` or ``Bob != day repeat``.

    Raises `RecordError` with the column of what could not be read.
    """
    line = Line(0, text.replace("!=", " not ").replace("=", " "), say("the fact"))
    words = plain_words(line)
    if not words:
        raise line.error(
            "expected a player and a code, such as 'Bob season reverse' or 'Bob not both male'"
        )
    name = told.names[person(words[0], told.names, told.me or 0, "a player's name", line)]
    rest = [
        word for word in words[1:] if word.folded not in ("is", "does", "hold", "holds", "has", "a", "the")
    ]
    denied = bool(rest) and rest[0].folded in ("not", "no", "isn't")
    code = told.setup.code_names[called(told.setup.parts).read(rest[1:] if denied else rest, line)]
    return Asked(name, code, denied)
