"""Answers for a person: the notebook sheet of a record, and the reason for a fact, as text and as data."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from deduce.knowledge import Knowledge
from deduce.records.excerpt import seat_asked
from deduce.report import Report
from deduce.show.answers import contradiction, explanation
from deduce_models.entracte.answers.claims import claim_of, cut
from deduce_models.entracte.knowledge.model import knowledge_of
from deduce_models.entracte.records.grammar import Evening
from deduce_models.entracte.records.positions import evening_of, state_of

__all__ = ["seen_by", "solve", "why"]


def seen_by(evening: Evening, seat: int | None, until: str | None = None) -> tuple[Evening, bool]:
    """The record as `seat` sees it up to `until`, and whether only what is public counts (seat 0).

    Without `seat`: as its writer saw it. A complete record can be seen from any seat; one seat's record
    from that seat or by a bystander.
    """
    names, me = evening.names, evening.me
    complete = evening.complete and not me
    asked = seat_asked(
        seat,
        seats=len(names),
        writer=None if complete else me,
        names=names,
        complete="a complete record (codes: and hands: of all seats)",
    )
    told = cut(evening, until)
    if not complete:
        return told, seat == 0
    view = evening_of(state_of(told).view(asked), names)
    return _with_lines(view, evening, [entry.line for entry in told.entries]), not asked


def _with_lines(view: Evening, evening: Evening, lines: list[Any]) -> Evening:
    """The entries of a view with the lines of the complete record they come from, in order."""
    kept = [entry for entry in evening.entries[: len(lines)] if entry.kind not in ("pile", "sure")]
    entries = []
    for entry in view.entries:
        while kept and (kept[0].kind, kept[0].seat) != (entry.kind, entry.seat):
            kept.pop(0)
        entries.append(replace(entry, line=kept.pop(0).line if kept else None))
    return replace(view, entries=tuple(entries))


def solve(evening: Evening, *, seat: int | None = None, until: str | None = None) -> Report:
    """The notebook sheet; for contradictory notes the smallest conflict and likeliest slips (status 1)."""
    told, public = seen_by(evening, seat, until)
    knowledge = knowledge_of(told, public=public)
    title = _title(told, public)
    if not knowledge.is_consistent():
        return contradiction(knowledge, title)
    sheet = _sheet(told, knowledge)
    worlds = knowledge.count()
    sure = _sure(sheet, told.setup.per_seat)
    rows = [title, "", *_table(told, sheet), "", _left(worlds)]
    for name in told.names:
        rows.append(f"{name}: {_summary(sheet[name], sure[name], told.setup.per_seat)}")
    data = {
        "game": "entracte",
        "mode": told.setup.option("mode"),
        "seat": 0 if public else told.me,
        "worlds": worlds,
        "bits": knowledge.entropy(),
        "sheet": sheet,
        "certain": {name: codes for name, codes in sure.items() if codes},
        "determined": [name for name in told.names if len(sure[name]) == told.setup.per_seat],
        "consistent": True,
    }
    return Report("\n".join(rows), data)


def why(evening: Evening, fact: str, *, seat: int | None = None, until: str | None = None) -> Report:
    """The smallest explanation of a fact (or why it cannot be), line by line, checked."""
    told, public = seen_by(evening, seat, until)
    knowledge = knowledge_of(told, public=public)
    claim = claim_of(fact, told)
    return explanation(
        knowledge,
        claim.fact(knowledge),
        claim=str(claim),
        denial=str(~claim),
        title=_title(told, public),
    )


def _title(told: Evening, public: bool) -> str:
    plays = sum(entry.kind == "play" for entry in told.entries)
    writer = "a bystander" if public or not told.me else told.names[told.me - 1]
    return f"Entracte, {told.setup.option('mode')}, as {writer} knows it after {plays} cards played"


def _sheet(told: Evening, knowledge: Knowledge) -> dict[str, dict[str, float]]:
    """For each player the probability of each code."""
    codes = [code.name for code in told.setup.parts.codes]
    if told.setup.competitive:
        holder = knowledge.problem["holder"]
        by_code = {code: knowledge.marginals(holder[code]) for code in codes}
        return {name: {code: by_code[code].get(name, 0.0) for code in codes} for name in told.names}
    code_of = knowledge.problem["code"]
    sheet = {}
    for name in told.names:
        chances = knowledge.marginals(code_of[name])
        sheet[name] = {code: chances.get(code, 0.0) for code in codes}
    return sheet


def _sure(sheet: dict[str, dict[str, float]], per_seat: int) -> dict[str, list[str]]:
    found = {}
    for name, chances in sheet.items():
        possible = [code for code, chance in chances.items() if chance > 0]
        found[name] = (
            possible if len(possible) == per_seat else [c for c in possible if chances[c] >= 1 - 1e-12]
        )
    return found


def _table(told: Evening, sheet: dict[str, dict[str, float]]) -> list[str]:
    width = max(5, *(len(name) for name in told.names))
    left = max(len(code.name) for code in told.setup.parts.codes)
    rows = [" " * left + "".join(f"  {name:>{width}}" for name in told.names)]
    for code in told.setup.parts.codes:
        cells = (_cell(sheet[name][code.name]) for name in told.names)
        rows.append(f"{code.name:<{left}}" + "".join(f"  {cell:>{width}}" for cell in cells).rstrip())
    return rows


def _cell(chance: float) -> str:
    if chance <= 0:
        return "-"
    if chance >= 1 - 1e-12:
        return "YES"
    return f"{max(1, min(99, round(100 * chance)))}%"


def _summary(chances: dict[str, float], sure: list[str], per_seat: int) -> str:
    if len(sure) == per_seat:
        return f"certain: {' and '.join(sure)}"
    possible = [code for code, chance in chances.items() if chance > 0]
    start = f"one code certain ({sure[0]}), " if sure else ""
    best = sorted(possible, key=lambda code: -chances[code])[:3]
    return f"{start}{len(possible)} codes possible, likeliest {', '.join(best)}"


def _left(worlds: int) -> str:
    if worlds == 1:
        return "1 world left: everything is certain."
    return f"{worlds:,} worlds left ({math.log2(worlds):.1f} bits)."
