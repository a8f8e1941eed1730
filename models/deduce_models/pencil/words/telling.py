"""Steps in the words of the puzzle: places by row and column, and why, where the reason can be pointed at."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from deduce.ground.phrases import listing, say
from deduce.language.constraints import Constraint
from deduce.language.facts import Fact, Within
from deduce.language.variables import Variable
from deduce.puzzles.chains import Chain, Link, chain
from deduce.puzzles.pairs import EITHER
from deduce.puzzles.walks import Step
from deduce_models.pencil.words.naming import labels, name_of, said, says
from deduce_models.pencil.words.pointing import pointed

__all__ = ["name_of", "said", "tell", "word_of"]

_LONG, _LETTERS = 300, 400
"""What is shown is told in so many letters, a whole step that is seen at once in so many."""


def tell(step: Step) -> list[str]:
    """A step in sentences: what it shows, then why. A cell is called by row and column, ``r2c3``.

    A trial is told as the contradiction that it leads to, with its depth: in how many rounds each rule is applied to what
    the others showed. What no single trial shows is told in cases.
    """
    head = _head(step)
    found = chain(step)
    if found is not None and step.technique == EITHER:
        return [head, *_either(found)]
    if found is not None:
        return [head, *_told(found)]
    if step.technique == "cases" or (not step.technique and len(step.statements) > 1):
        first, *others = labels(step.statements)
        rules = [say("by contradiction, in cases, from: {rule}", rule=first)]
        rules += [say("and {rule}", rule=each) for each in others]
        return [head, *rules, *_knowing(step.facts)]
    told = [head, *_why(step)]
    return told if len("; ".join(told)) <= _LETTERS else [_head(step, short=True), *_why(step, short=True)]


def word_of(variable: Variable, value: Hashable) -> str:
    """What a variable is in words: ``drawn`` for a line, ``single`` for a bridge."""
    return says(Within(variable, 1 << variable.position(value)))


def _head(step: Step, *, short: bool = False) -> str:
    """What a step shows."""
    head = listing(said(step.conclusions, short=short), ";")
    if (
        len(head) > _LONG and not short
    ):  # many shapes of one area; all of them are in the step's conclusions
        head = listing(said(step.conclusions, brief=True), ";")
    # What is settled, as far as that is not what it shows.
    left = [Within(v, 1 << v.position(value)) for v, value in step.placed.items() if not _equals(step, v)]
    if len(left) == len(step.conclusions) == 1:
        return say("{shown}: so it is {what}", shown=head, what=says(left[0]))
    return say("{shown}: so {settled}", shown=head, settled=listing(said(left), ";")) if left else head


def _equals(step: Step, v: Variable) -> bool:
    """Whether a conclusion already says what `v` is."""
    return any(
        fact.scope[0] is v and (fact.support(v) or 0).bit_count() == 1
        for fact in step.conclusions
        if isinstance(fact, Constraint)
    )


# Why.


def _why(step: Step, *, short: bool = False) -> list[str]:
    """The reason of a step that is seen at once."""
    if not step.statements:
        return ["nothing else is possible"]
    if len(step.statements) == 1:
        told = pointed(step.statements[0].content, step.conclusions, step.facts, step.technique)
        if told:
            return [say("{text}: {why}", text=labels(step.statements)[0], why=told)]
    return [*labels(step.statements), *_knowing(step.facts, short=short)]


def _knowing(known: Sequence[Fact], *, short: bool = False) -> list[str]:
    told = said(known, brief=True, short=short)
    return [say("knowing that {facts}", facts=listing(told, ";"))] if told else []


def _told(found: Chain) -> list[str]:
    """A contradiction, a line each round and statement."""
    how = "in cases" if found.cases else say("depth {number}", number=found.depth)
    first = say("by contradiction ({how}): suppose {fact}", how=how, fact=said([found.supposed])[0])
    return [first, *_followed(found, "", [])]


def _either(found: Chain) -> list[str]:
    """What is so whichever value a variable has, case by case."""
    v = found.cases[0].supposed.variable
    ways = listing([says(case.supposed) for case in found.cases], "or it is")
    lines: list[str] = [say("either {place} is {ways}", place=name_of(v), ways=ways)]
    for number, case in enumerate(found.cases, start=1):
        lines.append(say("case {case}: {fact}", case=str(number), fact=said([case.supposed])[0]))
        shown = [found.supposed, case.supposed]
        for link in case.links[:-1]:  # the last is that this is not as supposed
            lines.append(_link(link, shown))
            shown += link.shown
    return lines


def _followed(found: Chain, before: str, shown: Sequence[Within]) -> list[str]:
    """What a supposition leads to; cases are numbered, those within a case 1.1, 1.2 and so on.

    What was supposed and shown before the chain is `shown`.
    """
    shown = [*shown, found.supposed]
    lines = []
    for link in found.links:
        lines.append(_link(link, shown))
        shown += link.shown
    for number, case in enumerate(found.cases, start=1):
        name = f"{before}{number}"
        lines.append(say("case {case}: {fact}", case=name, fact=said([case.supposed])[0]))
        lines += _followed(case, f"{name}.", shown)
    return lines


def _link(link: Link, shown: Iterable[Within]) -> str:
    if not link.statements:
        return _torn(link.known, shown)
    because = listing(labels(link.statements), ";")
    if link.shown:
        told = (
            pointed(link.statements[0].content, link.shown, link.known) if len(link.statements) == 1 else ""
        )
        facts = listing(said(link.shown), ";")
        if told:
            return say("then {facts} ({because}: {why})", facts=facts, because=because, why=told)
        return say("then {facts} ({because})", facts=facts, because=because)
    told = pointed(link.statements[0].content, (), link.known) if len(link.statements) == 1 else ""
    if told:
        return say("but then this cannot be kept: {because}: {why}", because=because, why=told)
    given = said(link.known, brief=True)
    if not given:
        return say("but then this cannot be kept: {because}", because=because)
    facts = listing(given, ";")
    return say("but then this cannot be kept: {because}, as {facts}", because=because, facts=facts)


def _torn(known: Sequence[Within], shown: Iterable[Within]) -> str:
    """What is known of a variable and was shown of it leaves it nothing."""
    v = known[0].variable
    masks = [fact.mask for fact in shown if fact.variable is v]
    before = [fact for fact in known if all(mask & ~fact.mask for mask in masks)]
    if len(before) == 1 < len(known):
        return say("but {fact}", fact=said(before)[0])
    both = [fact for fact in known if fact.mask] or [fact for fact in shown if fact.variable is v]
    what = list(dict.fromkeys(map(says, both))) or ["nothing at all"]
    return say("but then {place} is {what}", place=name_of(v), what=listing(what))
