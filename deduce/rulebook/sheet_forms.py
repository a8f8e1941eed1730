"""Notes under headings the other way: a position or a view as a record, and the form from which lines are tapped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deduce.records.form import Event, Field, Form, Sheet, Upcoming
from deduce.records.header import option_lines
from deduce.records.record import begun
from deduce.rulebook.headings import HIDDEN, Heading, Headings
from deduce.rulebook.heard import Event as Happened
from deduce.rulebook.lots import Lot
from deduce.rulebook.run import Run
from deduce.rulebook.secrets import Secret, spelt
from deduce.rulebook.sheets import SheetReplay
from deduce.rulebook.state import State
from deduce.rulebook.views import View

__all__ = ["sheet_form", "sheet_upcoming", "write_sheet", "written_sheet"]


def written_sheet(
    states: Sequence[State], moves: Sequence[Any], options: Mapping[str, Any], seat: int | None
) -> str:
    """The record of a game, or of what a seat saw of it; the last position says it all."""
    del moves, options
    return write_sheet(states[-1] if seat is None else states[-1].view(seat))


def write_sheet(position: State | View) -> str:
    """The complete record of a state, or the notes of a view with ``?`` for what is hidden; reading gives it back."""
    setting = position.setting
    game, headings = setting.game, setting.game.headings
    assert headings is not None  # noqa: S101 - a game without headings has another writer
    run = position.run if isinstance(position, State) else position.run()
    rows = [*begun(game.name), f"players: {len(setting.seats)}"]
    if isinstance(position, View):
        rows.append(f"seat: {position.seat}")
    rows += [*option_lines(game.options, setting.chosen), ""]
    order = {heading.key: number for number, heading in enumerate(headings.headings)}
    lists, places = _lists(run, headings)
    for entry in position.entries if isinstance(position, View) else ():
        if entry.kind == "known" and (place := places.get(entry.said)) is not None:
            place[0][place[1]] = spelt(entry.value)
    parts = list(dict.fromkeys(event.part for event in run.table.log if event.part))
    if run.wait is not None and run.table.now and run.table.now not in parts:
        parts.append(run.table.now)
    if isinstance(run.wait, Lot) and run.wait.silent:  # an empty line says that nothing was dealt yet
        lists.setdefault(("", run.wait.secret.key), [])
    before = [key for part, key in lists if not part and not headings.of(key).when]
    behind = [key for part, key in lists if not part and headings.of(key).when]
    rows += [
        _line(key, lists["", key])
        for key in before
        if not _goes_by_itself(lists["", key], headings.of(key))
    ]
    for part in parts:
        here = sorted((key for at, key in lists if at == part), key=order.__getitem__)
        if here or part == run.table.now:
            rows += [part, *(_line(key, lists[part, key]) for key in here)]
    return "\n".join([*rows, *(_line(key, lists["", key]) for key in behind)]) + "\n"


def _line(key: str, words: Sequence[str]) -> str:
    return f"{key} {'; '.join(words)}".rstrip()


def _goes_by_itself(words: Sequence[str], heading: Heading) -> bool:
    return len(words) == heading.most and set(words) == {HIDDEN}


def _lists(
    run: Run, headings: Headings
) -> tuple[dict[tuple[str, str], list[str]], dict[Any, tuple[list[str], int]]]:
    """The words under each heading by part, as the table of a run knows them, and where each secret stands."""
    lists: dict[tuple[str, str], list[str]] = {}
    places: dict[Any, tuple[list[str], int]] = {}
    for event in run.table.log:
        secret = event.about if type(event.about) is Secret else None
        if secret is None and event.kind != "choose":
            continue
        if secret not in places or secret is None:
            key = secret.key if secret is not None else event.name
            words = lists.setdefault(("" if headings.of(key).apart else event.part, key), [])
            words.append(HIDDEN)
            places[secret] = words, len(words) - 1
        _fill(event, places[secret])
    return lists, places


def _fill(event: Happened, place: tuple[list[str], int]) -> None:
    words, at = place
    if event.value is not None:
        words[at] = spelt(event.value)


def sheet_form(
    headings: Headings,
    names: Sequence[str],
    me: str,
    *,
    asides: Sequence[Event],
    sheets: Sequence[Sheet],
    texts: Mapping[str, Mapping[str, str]],
    unused: Sequence[str] = (),
) -> Form:
    """What can be tapped: a line a heading; words of digits digit by digit, other words are typed.

    `unused` are keys that this table has no use for.
    """
    used = [each for each in headings.headings if each.key not in unused]
    parted = [each for each in headings.noted if each.key not in unused]
    events: list[Event] = []
    verbs = dict.fromkeys(each.verb for each in used if each.apart)
    apart = {verb: _apart([each for each in used if each.apart and each.verb == verb]) for verb in verbs}
    events += [apart[verb] for verb in verbs if not _of(used, verb).when]
    last = tuple(f"{each.verb} {each.who}" for each in parted[:-3:-1])
    events.append(Event(headings.part, headings.part, (Field(headings.part, (), "number"),), follows=last))
    before = headings.part
    for each in parted:
        name = f"{each.verb} {each.who}"
        events.append(Event(name, each.key, (_field(each),), follows=(before,)))
        before = name
    events += [*asides, *(apart[verb] for verb in verbs if _of(used, verb).when)]
    return Form(tuple(names), me, tuple(events), sheets=tuple(sheets), texts=texts)


def _of(used: Sequence[Heading], verb: str) -> Heading:
    return next(each for each in used if each.verb == verb)


def _field(heading: Heading) -> Field:
    if heading.digits:
        return Field(heading.word or heading.verb, heading.digits, "many", " ", "-", 3)
    return Field(heading.word or heading.verb, (), "text", " ", "; ", heading.most)


def _apart(headings: Sequence[Heading]) -> Event:
    """A line about the game as a whole, by whoever it is about."""
    first = headings[0]
    who = Field("team", tuple(each.who for each in headings), before="")
    return Event(first.verb, "", (who, Field("words", (), "text", f" {first.verb} ", "; ", first.most)))


def sheet_upcoming(replay: SheetReplay, unused: Sequence[str] = ()) -> Upcoming:
    """What the part under way still lacks, in its usual order."""
    headings: Headings = replay.setting.game.headings  # type: ignore[assignment]
    lists, part = replay.lists, headings.part
    number = len(lists.parts)
    here = lists.parts[-1] if lists.parts else ""
    found = (
        []
        if lists.given or lists.parts
        else [h.verb for h in headings.headings if h.apart and not h.when][:1]
    )
    for each in headings.noted:
        missing = here and (here, each.key) not in lists.given and each.key not in unused
        if missing and not headings.misplaced(each.who, each.verb, number, replay.setting):
            found.append(f"{each.verb} {each.who}")
    return Upcoming("", (*found, part))
