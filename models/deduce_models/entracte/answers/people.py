"""What earlier evenings told of the people in a record: its line ``habits: FILE``, and codes with slips reckoned with."""

from __future__ import annotations

from typing import Any

from deduce.records.profiles import OFF
from deduce_models.entracte.knowledge.evidence import Evidence
from deduce_models.entracte.records.reading import Replay

LIKELIEST = 3
SELDOM = 0.005


def people_rows(replay: Replay, told: Evidence) -> tuple[list[str], dict[str, Any]]:
    """How the others put tokens, and what codes are likely if they slip; nothing where a record asks for nobody."""
    if replay.record.get("habits") in OFF:
        return [], {}
    from deduce_models.entracte.knowledge.slips import Slips, likely_codes

    people = replay.people
    rows, data = ["", "How they put tokens, by earlier evenings (about 90 % of the chance):"], {}
    for seat, name in enumerate(told.names, 1):
        if seat == told.me:
            continue
        slips = people.get(seat, Slips())
        (forgets, *ends), (invents, *others) = slips.rates()
        data[name] = {
            "known": seat in people,
            "forgets": [forgets, *ends],
            "invents": [invents, *others],
        }
        known = "" if seat in people else "not known; people "
        counted = f"; {slips.put + slips.forgotten:g} counted" if seat in people else ""
        s = "" if known else "s"
        rows.append(
            f"  {name}: {known}forget{s} {forgets:.0%} of tokens ({ends[0]:.0%} to {ends[1]:.0%}{counted}), "
            f"put{s} a false one {invents:.0%} of times ({others[0]:.0%} to {others[1]:.0%})"
        )
    found: dict[str, Any] = {"people": data}
    if told.setup.competitive:
        return rows, found
    chances = likely_codes(told, people)
    names = [code.name for code in told.setup.parts.codes]
    rows += ["", "With slips reckoned with, not proved (each token has its chance to be wrong):"]
    found["slips"] = {}
    for name, row in zip(told.names, chances.tolist(), strict=True):
        ranked = sorted(zip(names, row, strict=True), key=lambda pair: -pair[1])
        found["slips"][name] = dict(zip(names, row, strict=True))
        if told.me and name == told.names[told.me - 1]:
            continue
        said = ", ".join(
            f"{code} {min(99, round(100 * chance))}%"
            for code, chance in ranked[:LIKELIEST]
            if chance >= SELDOM
        )
        rows.append(f"  {name}: {said}")
    return rows, found
