"""What people ask of a declared game's record: what is known, why, what to do, what comes next."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from deduce.ground.errors import ProblemError, nearest
from deduce.ground.report import Report
from deduce.ground.wording import Phrase, as_is, figure, in_percent, listing, passage, run, say, typed
from deduce.records.record import Line
from deduce.rulebook.asks import Choose
from deduce.rulebook.words import FILLERS, NOT, folded, same, tokens_of, words_in
from deduce.rulebook.zones import ELSEWHERE, OUT

if TYPE_CHECKING:
    from deduce.knowledge import Knowledge
    from deduce.language.facts import Fact
    from deduce.language.variables import Variable
    from deduce.rulebook.notes import NotesReplay
    from deduce.rulebook.places import Held, Places
    from deduce.rulebook.sheets import SheetReplay
    from deduce.show.places import Board

__all__ = ["all_read", "as_far_as_read", "boards", "changed", "draw", "solve", "why"]

SHOWN = 6
"""So many values of an open quantity are named, the likeliest first."""
CERTAIN = 1 - 1e-12


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
    ahead = {variable.name for variable in replay.reader.table.undealt}
    sheet, alike = _shared(sheet_of(known), ahead)
    count = known.count()
    hands = [say("(of a hand: how likely at least one, or two, of a kind are in it; the kinds overlap)")]
    held = hands if any(name.endswith(" has") for name in sheet) else []
    rows = [
        title,
        "",
        *sheet_rows(sheet, alike),
        *held,
        "",
        run(_left(count, abs(known.entropy()), sheet), "."),
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
        return say("Nothing is hidden at this point")
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
    if replay.later:
        said = say("Not read, as if anything had been done in that turn; what came after it counts:")
    else:
        moved = say("What lay hidden may have been moved since, so only the rules are sure.")
        said = run(
            say("Not read, and nothing after it is reckoned with:"),
            *((" ", moved) if replay.setting.game.lays_anew else ()),
        )
    return ["", said, *_waiting(replay)]


def sheet_of(known: Knowledge) -> dict[str, dict[str, float]]:
    """The chances of every value that is possible, by the names of variables.

    Of several cards that lie together (``hand of Ann has``) it is the chances that a card is among them at least once
    (``duke``), twice (``2 duke``), and so on, which do not add up to 1.
    """
    sheet: dict[str, dict[str, float]] = {}
    seen = places.seen if (places := _places(known)) is not None else frozenset()
    for variable in getattr(known.problem, "shown", known.scope):
        chances = known.marginals(variable)
        row: dict[str, float] = {}
        for spelt, values in _spelt(variable, known).items():
            if (chance := sum(chances.get(value, 0.0) for value in values)) > 0:
                row[spelt] = chance
        # Nobody need be told what lies before him.
        if places is None or variable not in places.lies or not row.keys() <= seen:
            sheet[variable.name] = row
    for name, hand in _hands(known).items():
        row = sheet[f"{name} has"] = {}
        for kind in hand.copies:
            numbers = known.marginals(hand.number(kind))
            for least in range(1, max(numbers) + 1):
                row[_several(least, kind)] = sum(
                    chance for number, chance in numbers.items() if number >= least
                )
    return sheet


def _spelt(variable: Variable, known: Knowledge) -> Mapping[str, Sequence[Hashable]]:
    """The values of a variable by what is said for them; of a card the ways on which it came to where it lies now."""
    places = _places(known)
    lies = places.lies.get(variable, {}) if places is not None else {}
    found: dict[str, list[Hashable]] = {}
    for value in lies or variable.domain:
        found.setdefault(lies.get(value, str(value)), []).append(value)
    return found


def _places(known: Knowledge) -> Places | None:
    """Where cards may lie, in a game that has unseen ones."""
    found: Places | None = getattr(known.problem, "places", None)
    return found


def _hands(known: Knowledge) -> Mapping[str, Held]:
    """Several cards that lie together, by where they lie."""
    places = _places(known)
    return {} if places is None else places.hands


def _several(number: int, kind: object) -> str:
    return f"{number} {kind}" if number > 1 else str(kind)


def sheet_rows(sheet: Mapping[str, Mapping[str, float]], alike: Mapping[str, str] = {}) -> list[str]:
    """A line a quantity: its value where certain, else the likeliest values with their chances.

    `alike` names the last quantity of those that a line stands for.
    """
    called = {name: f"{name} to {alike[name]}" if name in alike else name for name in sheet}
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
        known = reader.table.seat in (None, ask.actor)  # who may choose what others do not know
        free = isinstance(ask, Choose) and (not known or ask.menu.free is not None)
        texts = list(ask.menu.all()) if free else list(ask.texts(reader.table))  # type: ignore[attr-defined]
        some = ", ".join(texts[:4]) + (", ..." if len(texts) > 4 else "")
        return as_is(f"{replay.names[ask.actor - 1]}: {some}")
    few = as_is(", ".join(list(ask.texts(reader.table))[:4]))
    return run(say("chance"), ": ", few) if replay.me is None else say("chance")


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
    if moved:
        lines += sheet_rows(moved)
        lines.append(_left(after.data["worlds"], after.data["bits"], new))
    return lines


def _alike(old: Mapping[str, float], new: Mapping[str, float]) -> bool:
    return old.keys() == new.keys() and all(
        abs(old[value] - chance) < 1e-9 for value, chance in new.items()
    )


def why(replay: NotesReplay, fact: str, *, seat: int | None = None) -> Report:
    """Why a quantity has a value, or cannot have it: ``card[Bob] 3``, ``Bob's card is not 3``."""
    asked = replay.asked(seat)
    known = replay.knowledge(asked)
    from deduce.show.answers import explanation

    claim = claim_of(fact, known, replay.names)
    return explanation(
        known, claim.fact, claim=claim.said, denial=claim.denied, title=_title(replay, asked)
    )


class Claim(NamedTuple):
    """A fact with words for it and for its contrary; without words its own sentence is said."""

    fact: Fact
    said: str = ""
    denied: str = ""


def claim_of(text: str, known: Knowledge, names: Iterable[str] = ()) -> Claim:
    """What a person means by words: a quantity's name in any order, then a value, perhaps denied (``Ann has no duke``).

    `names` are the players', of which none is a small word. Raises `RecordError` saying what there is.
    """
    exact = [
        (variable, known, spelt)
        for variable in known.scope
        if text.startswith(f"{variable.name} ")
        for spelt in _spelt(variable, known)
        if text == f"{variable.name} {spelt}"
    ]
    if len(exact) == 1:  # as the sheet spells it, whatever words that has
        return _valued(*exact[0])
    line = Line(0, text, say("the fact"))
    quiet = FILLERS.difference(map(folded, names))
    places = _places(known)
    tokens = [token for token in tokens_of(text.replace("!=", " not ")) if token.folded not in quiet]
    denied = [token for token in tokens if token.folded in NOT]
    said = [
        token.folded for token in tokens if token not in denied and any(c.isalnum() for c in token.text)
    ]
    hits: list[Callable[[], Claim]] = []
    for name, spelt, claim in _sayable(known, quiet):
        wanted = [*name, *(words_in(spelt) or (spelt,))]
        if len(wanted) == len(said) and _matches(said, name, wanted[len(name) :]):
            hits.append(claim)
    if len(hits) != 1 or len(denied) > 1:
        lies = (
            {place: 0 for each in places.lies.values() for place in each.values()}
            if places is not None
            else {}
        )
        hands = [f"{name} has" for name in (*_hands(known), *lies) if name not in (ELSEWHERE, OUT)]
        there = [*hands, *(variable.name for variable in known.scope)]
        wrong = (
            "{fact} is not clear: say a quantity and a value; {allowed}"
            if hits
            else "{fact} is not understood: say a quantity and a value; {allowed}"
        )
        raise line.error(say(wrong, fact=as_is(repr(text)), allowed=nearest(text, there)))
    found = hits[0]()
    return Claim(~found.fact, found.denied, found.said) if denied else found


def _sayable(
    known: Knowledge, quiet: Collection[str]
) -> Iterator[tuple[Sequence[str], str, Callable[[], Claim]]]:
    """What can be claimed: the words of a quantity's name, its value spelt out, and the claim."""
    places = _places(known)
    owners = {} if places is None else places.owners
    for card, lies in {} if places is None else places.lies.items():
        for place in dict.fromkeys(lies.values()):
            for name in _called(place, owners, quiet):
                yield name, str(card.key), partial(_lying, card, known, place)
    for variable in known.scope:
        names = _called(variable.name, owners, quiet)
        for told, values in _spelt(variable, known).items():
            first = values[0]
            spelt = " ".join(map(str, first)) if type(first) is tuple else told
            for name in names:
                yield name, spelt, partial(_valued, variable, known, told)
    for hand_name, hand in _hands(known).items():
        for kind, copies in hand.copies.items():
            for least in range(1, min(copies, hand.size) + 1):
                for name in _called(hand_name, owners, quiet):
                    yield name, _several(least, kind), partial(_held, hand_name, hand, kind, least)


def _valued(variable: Variable, known: Knowledge, told: str) -> Claim:
    spelt = _spelt(variable, known)
    values, others = spelt[told], [each for each in spelt if each != told]
    fact = variable == values[0] if len(values) == 1 else variable.is_in(values)
    slots = {"what": typed(variable.name), "worth": typed(told)}
    denied = say("{what} is not {worth}", **slots)
    if len(others) == 1:  # then it is the other
        denied = say("{what} is {worth}", what=slots["what"], worth=typed(others[0]))
    return Claim(fact, say("{what} is {worth}", **slots), denied)


def _lying(card: Variable, known: Knowledge, place: str) -> Claim:
    """That a card lies in a place, as said of the place."""
    slots = {"what": typed(place), "card": typed(card.key)}
    said, denied = say("{what} has {card}", **slots), say("{what} has no {card}", **slots)
    return Claim(_valued(card, known, place).fact, said, denied)


def _held(name: str, hand: Held, kind: Hashable, least: int) -> Claim:
    slots: dict[str, Any] = {"what": typed(name), "card": typed(kind), "number": least}
    fact = hand.number(kind) >= least
    if least == 1:
        return Claim(fact, say("{what} has {card}", **slots), say("{what} has no {card}", **slots))
    denied = say("{what} has fewer than {number} {card}", **slots)
    return Claim(fact, say("{what} has {number} {card}", **slots), denied)


def _called(name: str, owners: Mapping[str, str], quiet: Collection[str]) -> list[tuple[str, ...]]:
    """The words by which people speak of a quantity: those of its name, and whose hand it tells of."""
    both = [name, owners[name]] if name in owners else [name]
    return [tuple(word for word in words_in(each) if word not in quiet) or words_in(each) for each in both]


def _matches(said: Sequence[str], name: Sequence[str], value: Sequence[str]) -> bool:
    head, tail = said[: len(name)], said[len(name) :]
    return all(same(a, b) for a, b in zip(tail, value, strict=True)) and (
        sorted(head) == sorted(name) or all(same(a, b) for a, b in zip(head, name, strict=True))
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
