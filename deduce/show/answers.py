"""The answers to ``deduce why`` and to contradictory notes, said in the same way for every game."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from deduce.evidence import labels
from deduce.explain.reasons import Entry, Reason, Repair
from deduce.ground.errors import GaveUp, ProblemError
from deduce.ground.report import Report
from deduce.ground.wording import in_percent, passage, run, say, typed

if TYPE_CHECKING:
    from deduce.games.base import Advice
    from deduce.knowledge import Knowledge
    from deduce.language.facts import Fact

LEAST = 0.0005
"""Values are told to three places."""
_SLIPS = 10
"""So many sets of notes to take back are told at most."""
NEGLIGIBLE = 1e-9
"""A note that moved a chance by fewer bits is left out of the list."""

T = TypeVar("T")


def why_not(ranked: Sequence[Advice[Any]]) -> list[str]:
    """What the first of some advice brings that the next would not, on the scale of its table; nothing without a next."""
    worth = [each for each in ranked[:2] if math.isfinite(each.value)]
    if len(worth) < 2:
        return []
    first, second = worth
    less, unsure = first.value - second.value, 2 * math.hypot(first.error, second.error)
    key = "Why not {move}: {less} less" if less >= LEAST else "Why not {move}: it is worth the same"
    parts: list[str] = [say(key, move=typed(second.move), less=f"{less:.3f}")]
    if LEAST <= less < unsure:
        parts.append(say(", which is within the error ({error})", error=f"{unsure:.3f}"))
    return [run(*parts, *((" (", second.reason, ")") if second.reason else ()), ".")]


def explanation(
    knowledge: Knowledge,
    fact: Fact,
    *,
    claim: str = "",
    denial: str = "",
    title: str = "",
    belief: Callable[[], tuple[float, str] | None] | None = None,
) -> Report:
    """Why `fact` is certain, why it cannot be, or, while it is open, how the notes moved its chance.

    The data hold `claim` (what was asked), `holds` (True, False or None while open) and either `probability`
    and `ledger`, or the reason with `checked`: True when the independent checker proved it again, None when
    the checker gave up (then `unchecked` says at what limit), False when it found the reason wrong (status 1).

    Args:
        knowledge: What is known; contradictory notes give `contradiction`.
        fact: A fact over its variables.
        claim: The fact in the asker's words; the fact's own sentence otherwise.
        denial: Its contrary in those words.
        title: Said above a contradiction: whose notes these are.
        belief: Where the game also weighs what proves nothing: the chance by that, and the model it is of; asked
            while the fact is open. Then each figure is called what it is, and the data hold both (`believed`).
    """
    if not knowledge.is_consistent():
        return contradiction(knowledge, title)
    claim = claim or fact.sentence()
    verdict = knowledge.holds(fact)
    if verdict is None:
        return _open(knowledge, fact, claim, belief() if belief else None)
    reason = knowledge.why(fact if verdict else ~fact)
    if reason is None:  # pragma: no cover - it is certain, so it has a reason
        raise ProblemError(f"no reason was found for {claim!r}")
    said = claim if verdict else denial or (~fact).sentence()
    checked, outcome = _checked(reason)
    how = "the smallest reason" if reason.smallest else "a reason of which nothing can be left out"
    key = (
        ("yes: {fact}, because" if verdict else "no: {fact}, because")
        if reason.because
        else ("yes: {fact}; no other value exists" if verdict else "no: {fact}; no other value exists")
        if fact.scope
        else (
            "yes: {fact}; nothing of that is hidden" if verdict else "no: {fact}; nothing of that is hidden"
        )
    )
    rows: list[str] = [say(key, fact=said)]
    rows += [run("  ", label) for label in labels(reason.because)]
    rows.append(run("(", say(how), "; ", outcome, ")"))
    data: dict[str, Any] = {"claim": claim, "holds": verdict, "checked": checked, **reason.to_dict()}
    if checked is None:
        data["unchecked"] = outcome
    return Report(passage(rows), data, 1 if checked is False else 0)


def _open(knowledge: Knowledge, fact: Fact, claim: str, belief: tuple[float, str] | None) -> Report:
    chance = knowledge.probability(fact)
    data: dict[str, Any] = {"claim": claim, "holds": None, "probability": chance}
    entries = [entry for entry in _merged(knowledge.ledger(fact)) if abs(entry.bits) > NEGLIGIBLE]
    figure = in_percent(chance, 1)
    if belief is not None:
        data["believed"] = {"probability": belief[0], "model": belief[1]}
    if belief is None or in_percent(belief[0], 1) == figure:
        key = (
            "{fact}: open, {chance}. How the notes moved it:"
            if entries
            else "{fact}: open, {chance}. No note has moved it."
        )
        rows: list[str] = [say(key, fact=claim, chance=figure)]
    else:
        moved = "How the notes moved what is proven:" if entries else "No note has moved what is proven."
        rows = [
            say("{fact}: open, {chance} by what is proven alone", fact=claim, chance=figure),
            say(
                "believed, not proven ({model}): {chance}", model=belief[1], chance=in_percent(belief[0], 1)
            ),
            say(moved),
        ]
    rows += [run("  ", entry.told) for entry in entries]
    data["ledger"] = [entry.to_dict() for entry in entries]
    return Report(passage(rows), data)


def _merged(entries: Iterable[Entry]) -> list[Entry]:
    """What is said several times in a row is one entry."""
    found: list[Entry] = []
    for entry in entries:
        last = found[-1] if found else None
        finite = last is not None and math.isfinite(last.bits) and math.isfinite(entry.bits)
        if last is not None and finite and last.statement.label == entry.statement.label:
            found[-1] = Entry(last.statement, last.before, entry.after, last.bits + entry.bits)
        else:
            found.append(entry)
    return found


def contradiction(knowledge: Knowledge, title: str = "") -> Report:
    """The smallest conflict of contradictory notes and the likeliest slips (status 1).

    Raises `ProblemError` when the notes do not contradict each other.
    """
    conflict = knowledge.conflict()
    if conflict is None:
        raise ProblemError("these notes do not contradict each other")
    rows = [title, ""] if title else []
    rows += [say("The notes contradict each other. These cannot all be true:")]
    rows += [run("  ", label) for label in labels(conflict.because)]
    repairs, limit = _unless_given_up(lambda: knowledge.repairs(limit=_SLIPS))
    if limit:
        rows += ["", say("Likeliest slips: not found ({limit}).", limit=limit)]
    else:
        rows += ["", say("Likeliest slips:" if repairs else "No single set of notes explains it.")]
        rows += [run("  ", repair.told) for repair in repairs or ()]
    reservations = _reservations(repairs or ())
    data = {
        "consistent": False,
        "conflict": conflict.to_dict(),
        "repairs": [repair.to_dict() for repair in repairs or ()],
        "reservations": reservations,
    }
    rows += reservations
    return Report(passage(rows), data, 1)


def _reservations(repairs: Sequence[Repair]) -> list[str]:
    """What has to be said beside the chances of repairs."""
    told: list[str] = []
    if len(repairs) >= _SLIPS:
        said = "(There may be others: these are the {number} found first, and the chances are shares among them.)"
        told.append(say(said, number=len(repairs)))
    if not all(repair.exact for repair in repairs):
        told.append(
            say(
                "(The chances are by how easily each slip is made alone: what would be left is too much to count.)"
            )
        )
    return told


def _checked(found: Reason) -> tuple[bool | None, str]:
    """Whether the independent checker agrees (None: it gave up), and that in words."""
    checked, limit = _unless_given_up(found.check)
    if checked is None:
        return None, say("NOT checked independently: {limit}", limit=limit)
    return checked, say("checked independently" if checked else "the check FAILED")


def _unless_given_up(ask: Callable[[], T]) -> tuple[T | None, str]:
    """What `ask` gives, or None and the limit at which it gave up."""
    try:
        return ask(), ""
    except GaveUp as error:
        return None, str(error)
