"""Answers for a person: the notebook sheet of a record, and the reason for a fact, as text and as data."""

from __future__ import annotations

from typing import Any

from deduce.ground.report import Report
from deduce.ground.wording import as_is, figure, listing, passage, run, say, table
from deduce.knowledge import Knowledge
from deduce_models.entracte.knowledge.evidence import Evidence
from deduce_models.entracte.knowledge.model import codes_left, counted_hands, knowledge_of
from deduce_models.entracte.knowledge.passes import told_by_hands
from deduce_models.entracte.records.reading import Replay

FEW = 4
"""So many codes that are all alike are named in a player's line."""

UNCOUNTED = (
    "(The hands there can be after the passes are too many to count: chances are not weighed by them.)"
)

UNEQUAL = 1.01
"""Chances that differ by less than this factor are alike: none of them is the likeliest."""


def solve(replay: Replay, *, seat: int | None = None) -> Report:
    """The notebook sheet; for contradictory notes the smallest conflict and likeliest slips (status 1)."""
    told = replay.told(seat)
    knowledge = knowledge_of(told)
    title = _title(told)
    if not knowledge.is_consistent():
        from deduce.show.answers import contradiction

        wrong = contradiction(knowledge, title)
        rows, people = _people(replay, told)
        return Report(passage([wrong.text, *rows]), {**wrong.data, **people}, 1) if rows else wrong
    sheet = sheet_of(told, knowledge)
    left = codes_left(knowledge)
    worlds = left.count()
    sure = _sure(sheet, told.setup.per_seat)
    exact = not told_by_hands(told) or counted_hands(told) is not None
    rows = [title, "", _table(told, sheet), "", _left(worlds, left.entropy())]
    rows += [] if exact else [say(UNCOUNTED)]
    for name in told.names:
        rows.append(run(as_is(f"{name}: "), _summary(sheet[name], sure[name], told.setup.per_seat)))
    people_text, people = _people(replay, told)
    rows += people_text
    data = {
        "game": "entracte",
        "mode": told.setup.option("mode"),
        "seat": told.me,
        "worlds": worlds,
        "bits": left.entropy(),
        "sheet": sheet,
        "certain": {name: codes for name, codes in sure.items() if codes},
        "determined": [name for name in told.names if len(sure[name]) == told.setup.per_seat],
        "exact": exact,
        "consistent": True,
        **people,
    }
    return Report(passage(rows), data)


def _people(replay: Replay, told: Evidence) -> tuple[list[str], dict[str, Any]]:
    """What earlier evenings tell of the others, where a record asks for them."""
    if not replay.record.get("habits"):
        return [], {}
    from deduce_models.entracte.answers.people import people_rows

    return people_rows(replay, told)


def why(replay: Replay, fact: str, *, seat: int | None = None) -> Report:
    """The smallest explanation of a fact (or why it cannot be), line by line, checked."""
    from deduce.show.answers import explanation
    from deduce_models.entracte.answers.claims import claim_of

    told = replay.told(seat)
    knowledge = knowledge_of(told)
    claim = claim_of(fact, told)
    return explanation(
        knowledge,
        claim.fact(knowledge),
        claim=str(claim),
        denial=str(~claim),
        title=_title(told),
    )


def _title(told: Evidence) -> str:
    plays = sum(entry.kind == "play" for entry in told.entries)
    writer = as_is(told.names[told.me - 1]) if told.me else "a bystander"
    mode = "competitive" if told.setup.competitive else "cooperative"
    return say(
        "Entracte, {mode}, as {who} knows it after {number:card} played",
        mode=mode,
        who=writer,
        number=plays,
    )


def sheet_of(told: Evidence, knowledge: Knowledge) -> dict[str, dict[str, float]]:
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


def _table(told: Evidence, sheet: dict[str, dict[str, float]]) -> str:
    width = max(5, *(len(name) for name in told.names))
    rows: list[tuple[str, str]] = [("", "".join(f"  {name:>{width}}" for name in told.names))]
    for code in told.setup.parts.codes:
        cells = (_cell(sheet[name][code.name]) for name in told.names)
        rows.append((code.name, "".join(f"  {cell:>{width}}" for cell in cells)))
    return table(rows)


def _cell(chance: float) -> str:
    if chance <= 0:
        return "-"
    if chance >= 1 - 1e-12:
        return "YES"
    return f"{max(1, min(99, round(100 * chance)))}%"


def _summary(chances: dict[str, float], sure: list[str], per_seat: int) -> str:
    if len(sure) == per_seat:
        return say("certain: {codes}", codes=listing(sure))
    rest = {code: chance for code, chance in chances.items() if chance > 0 and code not in sure}
    key = "certain: {code}; {count} more codes possible" if sure else "{count} codes possible"
    said = say(key, code=sure[0] if sure else "", count=len(rest))
    if max(rest.values()) < UNEQUAL * min(rest.values()):
        return (
            run(said, ": ", listing(list(rest), ",")) if len(rest) <= FEW else run(said, say(", all alike"))
        )
    likely = listing(sorted(rest, key=lambda code: -rest[code])[:3], ",")
    return run(said, say(", likeliest {codes}", codes=likely))


def _left(worlds: int, bits: float) -> str:
    if worlds == 1:
        return say("1 world left: everything is certain.")
    return say("{number:world} left ({bits} bits).", number=worlds, bits=figure(bits, 1))
