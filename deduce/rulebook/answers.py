"""What people ask of a declared game's record: what is known, why, what to do, what comes next."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from deduce.ground.errors import ProblemError
from deduce.ground.report import Report
from deduce.ground.wording import Phrase, as_is, figure, in_percent, listing, passage, run, say, typed
from deduce.rulebook.asks import Choose
from deduce.rulebook.wanting import choices_of, offers

if TYPE_CHECKING:
    from deduce.rulebook.notes import NotesReplay
    from deduce.rulebook.sheets import SheetReplay
    from deduce.show.places import Board

SHOWN = 6
"""So many values of an open quantity are named, the likeliest first."""
CERTAIN = 1 - 1e-12
SAME = 1e-9
"""What differs by less is as it was."""


def _title(replay: NotesReplay, seat: int) -> str:
    return say(
        "{game}, as {who} knows it after {number:line}",
        game=as_is(replay.setting.game.title),
        who=as_is(replay.names[seat - 1]) if seat else say("a bystander"),
        number=len(replay.said),
    )


def solve(replay: NotesReplay, *, seat: int | None = None) -> Report:
    """What the seat knows: every hidden quantity with its chances, what the notes wait for, what was not read."""
    asked = replay.asked(seat)
    known = replay.knowledge(asked)
    title = _title(replay, asked)
    said = replay.to_dict()
    if not known.is_consistent():
        from deduce.show.answers import contradiction

        report = contradiction(known, title)
        return Report(passage([report.text, *_unread(replay)]), {**report.data, **said}, report.status)
    from deduce.rulebook.quantities import sheet_of  # games with sheets of their own have no need of it

    ahead = {variable.name for variable in replay.reader.table.undealt}
    sheet, alike = _shared(sheet_of(known), ahead)
    count = known.count()
    hands = [say("(of a hand: how likely at least one, or two, of a kind are in it; the kinds overlap)")]
    held = hands if any(name.endswith(" has") for name in sheet) else []
    left = _left(count, abs(known.entropy()), sheet)
    # What was not read may have hidden more: of that nothing is certain.
    rows = [
        title,
        "",
        *sheet_rows(sheet, alike),
        *held,
        *([] if replay.unread and (count <= 1 or not sheet) else ["", run(left, ".")]),
    ]
    waiting = waits_for(replay)
    if replay.said:
        read = listing([*map(_heard, replay.said[-1].understood)], ";")
        rows.append(say("Line {line} was read as: {rest}.", line=replay.said[-1].line.number, rest=read))
    rows += [say("Next: {waiting}.", waiting=waiting)] if waiting else []
    rows += _unread(replay)
    data = {"worlds": count, "bits": abs(known.entropy()), "sheet": sheet, "waiting": waiting, **said}
    data |= {"alike": alike} if alike else {}
    return Report(passage(rows), data, 2 if replay.unread else 0)


def _heard(text: str) -> str:
    """What was read, as the rules tell it; where a line tells more than they, in its own words."""
    return text if isinstance(text, Phrase) else as_is(text)


def _left(worlds: int, bits: float, sheet: Collection[str]) -> str:
    if not sheet:  # before the deal all is open, and nothing certain
        return say("Nothing that was dealt or done is hidden")
    if worlds <= 1:
        return say("Everything is certain")
    return say("{number:world} left ({bits} bits)", number=worlds, bits=figure(bits, 1))


def all_read(replay: NotesReplay | SheetReplay) -> None:
    """Raise `ProblemError` where a line was not read: then nobody knows whose turn it is."""
    if replay.unread:
        key = "line {line} was not read, so it is not known where the game stands; try an earlier line (until)"
        raise ProblemError(say(key, line=replay.unread[0][0].number))


def as_far_as_read(
    replay: NotesReplay | SheetReplay, rows: Sequence[str], data: Mapping[str, Any]
) -> Report:
    """A game's own sheet; behind a line that was not read it is of what the notes told before, and says so: status 2."""
    if not replay.unread:
        return Report(passage(rows), dict(data))
    said = say(
        "Above is what was known before line {line}; it was not read, and nothing after it is reckoned with.",
        line=replay.unread[0][0].number,
    )
    moved = run(" ", say("Cards may have been moved since.")) if replay.setting.game.lays_anew else ""
    data = {**data, "unread": replay.to_dict()["unread"]}
    return Report(passage([*rows, "", run(said, moved), *_waiting(replay)]), data, 2)


def _waiting(replay: NotesReplay | SheetReplay) -> list[str]:
    """The lines that were not read, each with why."""
    return [
        run("  ", say("line {number}", number=line.number), ": ", as_is(line.body), ": ", why)
        for line, why in replay.unread
    ]


def _unread(replay: NotesReplay) -> list[str]:
    if not replay.unread:
        return []
    said: str
    if replay.agreed() is not None:
        said = say("Not read, as if anything had been done in that turn; what came after it counts:")
    else:
        moved = say("What lay hidden may have been moved since, so only the rules are sure.")
        many = say("There are too many ways in which the game may have gone on.")
        said = run(
            say("Not read, and nothing after it is reckoned with:"),
            *((" ", moved) if replay.setting.game.lays_anew else ()),
            *((" ", many) if replay.too_many else ()),
        )
    return ["", said, *_waiting(replay)]


def sheet_rows(sheet: Mapping[str, Mapping[str, float]], alike: Mapping[str, str] = {}) -> list[str]:
    """A line a quantity: its value where certain, else the likeliest values with their chances.

    `alike` names the last quantity of those that a line stands for.
    """
    called = {name: f"{name} ... {alike[name]}" if name in alike else name for name in sheet}
    wide = max(map(len, called.values()), default=0)
    return [run(typed(called[name].ljust(wide)), "  ", _told(chances)) for name, chances in sheet.items()]


def _shared(
    sheet: Mapping[str, Mapping[str, float]], ahead: Collection[str]
) -> tuple[dict[str, Mapping[str, float]], dict[str, str]]:
    """A sheet in which quantities in a row that are yet to be dealt (`ahead`) and told apart by nothing are one.

    Gives it with the first of each such row, and the last for each first.
    """
    rows: dict[str, Mapping[str, float]] = {}
    alike: dict[str, str] = {}

    def told(pair: tuple[str, Mapping[str, float]]) -> object:
        name, chances = pair
        return frozenset((x, round(p, 9)) for x, p in chances.items()) if name in ahead else name

    for _, group in groupby(sheet.items(), told):
        (first, chances), *more = group
        rows[first] = chances
        if more:
            alike[first] = more[-1][0]
    return rows, alike


def _told(chances: Mapping[str, float]) -> str:
    ranked = sorted(
        chances.items(), key=lambda pair: -round(pair[1], 9)
    )  # what is as likely stays in order
    several = sum(chances.values()) > 1.5  # they come to as many as there are cards
    if ranked[0][1] >= CERTAIN and not several:
        return typed(ranked[0][0])
    if not several and ranked[0][1] - ranked[-1][1] < 1e-9 and len(ranked) > SHOWN:
        return say("one of {number}, all alike", number=len(ranked))
    told = [
        run(typed(value), "" if chance >= CERTAIN else f" {in_percent(chance)}")
        for value, chance in ranked[:SHOWN]
    ]
    more = say(" and {number} more", number=len(ranked) - SHOWN) if len(ranked) > SHOWN else ""
    return run(listing(told, ","), more)


def waits_for(replay: NotesReplay) -> str:
    """What the notes wait for, in words; empty where the game is over."""
    reader = replay.front
    if reader is None:
        return ""
    if reader.pending is not None:
        return reader.pending.wanted(reader.table)
    ask = reader.run.wait
    if ask is None:
        return ""
    if isinstance(ask.actor, int):
        table = reader.table
        texts = [
            *(offers(ask, choices_of(ask, table), table) if isinstance(ask, Choose) else ask.texts(table))
        ]
        if isinstance(ask, Choose) and ask.menu.free is not None:
            texts.append(f"{ask.menu.free.verb} ...")
        some = ", ".join(texts[:4]) + (", ..." if len(texts) > 4 else "")
        return as_is(f"{replay.names[ask.actor - 1]}: {some}")
    if replay.me is not None:
        return say("chance")
    return run(say("chance"), ": ", as_is(", ".join(list(ask.texts(reader.table))[:4])))


def changed(before: Report, after: Report) -> Sequence[str]:
    """What was understood of the new line, and what it changed."""
    lines: list[str] = [
        say("understood: {rest}", rest=listing([*map(_heard, each["said"])], ","))
        for each in after.data["understood"][-1:]
    ]
    old, new = before.data["sheet"], after.data["sheet"]
    if len(before.data["understood"]) == len(after.data["understood"]):
        lines = []
    moved = {name: chances for name, chances in new.items() if not _alike(old.get(name, {}), chances)}
    together = any(abs(before.data[each] - after.data[each]) > SAME for each in ("worlds", "bits"))
    if moved or together:  # what goes with what may have moved alone
        lines += sheet_rows(moved)
        lines.append(_left(after.data["worlds"], after.data["bits"], new))
    return lines


def _alike(old: Mapping[str, float], new: Mapping[str, float]) -> bool:
    return old.keys() == new.keys() and all(
        abs(old[value] - chance) < SAME for value, chance in new.items()
    )


def why(replay: NotesReplay, fact: str, *, seat: int | None = None) -> Report:
    """Why a quantity has a value, or cannot have it: ``card[Bob] 3``, ``Bob's card is not 3``."""
    asked = replay.asked(seat)
    known = replay.knowledge(asked)
    from deduce.rulebook.claims import claim_of
    from deduce.show.answers import explanation

    claim = claim_of(fact, known, replay.names, replay.names[asked - 1] if asked else "")
    return explanation(
        known, claim.fact, claim=claim.said, denial=claim.denied, title=_title(replay, asked)
    )


def draw(replay: NotesReplay, *, seat: int | None = None) -> str:
    """What is known, as a picture: boards with the chances, and the sheet."""
    from deduce.show.svg import document, lines

    report = solve(replay, seat=seat)
    drawn = [board.drawn(names=replay.names) for board in boards(replay, seat=seat)]
    return document(replay.setting.game.title, [*drawn, lines(report.text)])


def boards(replay: NotesReplay, *, seat: int | None = None) -> Sequence[Board]:
    """The boards on the table as the seat knows them, with chances where the notes do not contradict each other."""
    asked = replay.asked(seat)
    known = replay.knowledge(asked)
    consistent = not replay.unread and known.is_consistent()
    return replay.setting.game.boards(replay.view(asked), known if consistent else None)
