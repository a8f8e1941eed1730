"""What earlier evenings told of the people in a record: its line ``habits: FILE``, and codes with slips reckoned with."""

from __future__ import annotations

from typing import Any

from deduce.ground.wording import as_is, listing, run, say, typed
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
    data: dict[str, Any] = {}
    rows: list[str] = ["", say("How they put tokens, by earlier evenings (about 90 % of the chance):")]
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
        key = (
            "{who}: forgets {forgets} of tokens ({low} to {high}; {count} counted), "
            "puts a false one {invents} of times ({least} to {most})"
            if seat in people
            else "{who}: not known; people forget {forgets} of tokens ({low} to {high}), "
            "put a false one {invents} of times ({least} to {most})"
        )
        told_of = [f"{share:.0%}" for share in (forgets, *ends, invents, *others)]
        slots = dict(zip(("forgets", "low", "high", "invents", "least", "most"), told_of, strict=True))
        counted = {"count": f"{slips.put + slips.forgotten:g}"} if seat in people else {}
        rows.append(run("  ", say(key, who=as_is(name), **slots, **counted)))
    found: dict[str, Any] = {"people": data}
    if told.setup.competitive:
        return rows, found
    chances = likely_codes(told, people)
    names = [code.name for code in told.setup.parts.codes]
    rows += ["", say("With slips reckoned with, not proved (each token has its chance to be wrong):")]
    found["slips"] = {}
    for name, row in zip(told.names, chances.tolist(), strict=True):
        ranked = sorted(zip(names, row, strict=True), key=lambda pair: -pair[1])
        found["slips"][name] = dict(zip(names, row, strict=True))
        if told.me and name == told.names[told.me - 1]:
            continue
        said = [
            run(typed(code), f" {min(99, round(100 * chance))}%")
            for code, chance in ranked[:LIKELIEST]
            if chance >= SELDOM
        ]
        rows.append(run("  ", as_is(name), ": ", listing(said, ",") if said else ""))
    return rows, found
