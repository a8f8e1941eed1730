"""What a line of notes changed: for each player the codes that are out now, and those that are left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from deduce.ground.report import Report
from deduce.ground.wording import as_is, figure, in_percent, listing, run, say

Codes = frozenset[str]

CERTAIN = 1 - 1e-12

NAMED = 3
"""So many codes that are equally likely are named as the likeliest."""


def changed(before: Report, after: Report) -> Sequence[str]:
    """What follows that did not before, for players whose codes changed; players with one answer share a line.

    Where more codes are left than were struck, those struck are named, else those left; in the competitive game also
    the likeliest where they are others now. Both reports are of `solve`, with a sheet each.
    """
    told: list[str] = []
    worlds = after.data["worlds"]
    if worlds != before.data["worlds"]:
        bits = figure(after.data["bits"], 1)
        told.append(
            say("1 world left (everything is certain)")
            if worlds == 1
            else say("{number:world} left ({bits} bits)", number=worlds, bits=bits)
        )
    together: dict[str, list[str]] = {}
    for name, chances in after.data["sheet"].items():
        line = _line(before.data["sheet"].get(name, {}), chances)
        if line:
            together.setdefault(line, []).append(name)
    told += [run(as_is(", ".join(names)), ": ", line) for line, names in together.items()]
    return told


def _line(before: Mapping[str, float], after: Mapping[str, float]) -> str:
    """What changed for one player; empty where nothing did."""
    was, now = (frozenset(code for code in each if each[code] > 0) for each in (before, after))
    known, sure = (frozenset(code for code in each if each[code] >= CERTAIN) for each in (before, after))
    new = sure - known
    likeliest = _likeliest(after)
    if was == now and not new and likeliest == _likeliest(before):
        return ""
    if now == sure:
        return say("certain: {codes}", codes=_listed(sure, after))
    parts: list[str] = [say("certain: {codes}", codes=_listed(new, after))] if new else []
    struck, left = was - now, now - sure
    if struck or now - was:
        few = len(left) <= len(struck) or not struck
        key = "{count} more possible" if sure else "{count} possible"
        rest = (
            run(": ", _listed(left, after))
            if few
            else say(", no longer {codes}", codes=_listed(struck, before))
        )
        parts.append(run(say(key, count=len(left)), rest))
    if likeliest and likeliest != _likeliest(before):
        chance = in_percent(max(after[code] for code in likeliest))
        parts.append(say("likeliest {codes} ({chance})", codes=_listed(likeliest, after), chance=chance))
    return listing(parts, ";")


def _likeliest(chances: Mapping[str, float]) -> Codes:
    """The likeliest codes that are open; none where more than `NAMED` of them, or all, are alike."""
    open_codes = {code: chance for code, chance in chances.items() if 0 < chance < CERTAIN}
    best = max(open_codes.values(), default=0.0)
    found = frozenset(code for code, chance in open_codes.items() if chance > best - 1e-9)
    return found if len(found) < min(len(open_codes), NAMED + 1) else frozenset()


def _listed(codes: Codes, order: Mapping[str, float]) -> str:
    """The codes in the order of the sheet."""
    return listing([code for code in order if code in codes], ",")
