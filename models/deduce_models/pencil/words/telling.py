"""Steps in the words of the puzzle: places by row and column, and why, where the reason can be pointed at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deduce.language.constraints import Constraint
from deduce.language.facts import Fact, Within
from deduce.language.variables import Variable
from deduce.puzzles.chains import Chain, Link, chain
from deduce.puzzles.pairs import EITHER
from deduce.puzzles.walks import Step
from deduce_models.pencil.words.naming import labels, name_of, said
from deduce_models.pencil.words.pointing import pointed

__all__ = ["name_of", "said", "tell"]

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
        rules = [f"by contradiction, in cases, from: {first}", *(f"and {each}" for each in others)]
        return [head, *rules, *_knowing(step.facts)]
    told = [head, *_why(step)]
    return told if len("; ".join(told)) <= _LETTERS else [_head(step, short=True), *_why(step, short=True)]


def _head(step: Step, *, short: bool = False) -> str:
    """What a step shows."""
    head = "; ".join(said(step.conclusions, short=short))
    if (
        len(head) > _LONG and not short
    ):  # many shapes of one area; all of them are in the step's conclusions
        head = "; ".join(said(step.conclusions, brief=True))
    more = _settled(step)
    return f"{head}: so {more}" if more else head


def _settled(step: Step) -> str:
    """What is settled by a step, as far as that is not what it shows."""
    left = [(v, 1 << v.position(value)) for v, value in step.placed.items() if not _equals(step, v)]
    told = said(Within(v, mask) for v, mask in left)
    if len(left) == len(step.conclusions) == 1:
        return told[0].replace(name_of(left[0][0]), "it", 1)
    return "; ".join(told)


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
            return [f"{labels(step.statements)[0]}: {told}"]
    return [*labels(step.statements), *_knowing(step.facts, short=short)]


def _knowing(known: Sequence[Fact], *, short: bool = False) -> list[str]:
    return [f"knowing that {'; '.join(said(known, brief=True, short=short))}"] if known else []


def _told(found: Chain) -> list[str]:
    """A contradiction, a line each round and statement."""
    how = "in cases" if found.cases else f"depth {found.depth}"
    lines = [f"by contradiction ({how}): suppose {said([found.supposed])[0]}"]
    return lines + _followed(found, "", [])


def _either(found: Chain) -> list[str]:
    """What is so whichever value a variable has, case by case."""
    v = found.cases[0].supposed.variable
    ways = " or it ".join(said([case.supposed])[0].removeprefix(f"{name_of(v)} ") for case in found.cases)
    lines = [f"either {name_of(v)} {ways}"]
    for number, case in enumerate(found.cases, start=1):
        lines.append(f"case {number}: {said([case.supposed])[0]}")
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
        lines.append(f"case {name}: {said([case.supposed])[0]}")
        lines += _followed(case, f"{name}.", shown)
    return lines


def _link(link: Link, shown: Iterable[Within]) -> str:
    if not link.statements:
        return _torn(link.known, shown)
    because = "; ".join(labels(link.statements))
    if link.shown:
        told = (
            pointed(link.statements[0].content, link.shown, link.known) if len(link.statements) == 1 else ""
        )
        return f"then {'; '.join(said(link.shown))} ({because}{': ' if told else ''}{told})"
    told = pointed(link.statements[0].content, (), link.known) if len(link.statements) == 1 else ""
    if told:
        return f"but then this cannot be kept: {because}: {told}"
    given = "; ".join(said(link.known, brief=True))
    return f"but then this cannot be kept: {because}{', as ' + given if given else ''}"


def _torn(known: Sequence[Within], shown: Iterable[Within]) -> str:
    """What is known of a variable and was shown of it leaves it nothing."""
    v = known[0].variable
    masks = [fact.mask for fact in shown if fact.variable is v]
    before = [fact for fact in known if all(mask & ~fact.mask for mask in masks)]
    if len(before) == 1 < len(known):
        return f"but {said(before)[0]}"
    what = [said([fact])[0].removeprefix(f"{name_of(v)} is ") for fact in known if fact.mask]
    return f"but then {name_of(v)} is {' and '.join(what) or 'nothing at all'}"
