"""Notes under headings the other way: a position or a view as a record, and the form from which lines are tapped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from deduce.records.form import Event, Field, Form, Sheet, Upcoming
from deduce.records.header import option_lines
from deduce.records.record import begun
from deduce.rulebook.headings import HIDDEN, Heading, Headings, Lists
from deduce.rulebook.heard import Event as Happened
from deduce.rulebook.labels import texts_of
from deduce.rulebook.lots import Lot
from deduce.rulebook.run import Run
from deduce.rulebook.secrets import Secret, spelt
from deduce.rulebook.sheets import SheetReplay
from deduce.rulebook.state import State
from deduce.rulebook.views import View

if TYPE_CHECKING:
    from deduce.rulebook.game import Rulebook


def written_sheet(
    states: Sequence[State], _moves: Sequence[Any], _options: Mapping[str, Any], seat: int | None
) -> str:
    """The record of a game, or of what a seat saw of it; the last position says it all."""
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
        _line(headings.of(key), lists["", key])
        for key in before
        if not _goes_by_itself(lists["", key], headings.of(key))
    ]
    for part in parts:
        here = sorted((key for at, key in lists if at == part), key=order.__getitem__)
        if here or part == run.table.now:
            rows += [part, *(_line(headings.of(key), lists[part, key]) for key in here)]
    return "\n".join([*rows, *(_line(headings.of(key), lists["", key]) for key in behind)]) + "\n"


def _line(heading: Heading, words: Sequence[str]) -> str:
    return f"{heading.key} {'; '.join(map(heading.write, words))}".rstrip()


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


def sheet_form(game: Rulebook, names: Sequence[str], me: str, options: Mapping[str, Any]) -> Form:
    """What can be tapped: a line a heading; words of digits digit by digit, other words are typed."""
    headings, unused = _used(game, len(names), options)
    used = [each for each in headings.headings if each.key not in unused]
    parted = [each for each in headings.noted if each.key not in unused]
    events: list[Event] = []
    verbs = dict.fromkeys(each.verb for each in used if each.apart)
    apart = {verb: _apart([each for each in used if each.apart and each.verb == verb]) for verb in verbs}
    events += [apart[verb] for verb in verbs if not _of(used, verb).when]
    last = tuple(map(_name, parted[:-3:-1]))
    events.append(Event(headings.part, headings.part, (Field(headings.part, (), "number"),), follows=last))
    before = headings.part
    for each in parted:
        events.append(Event(_name(each), each.key, (_field(each),), follows=(before,)))
        before = _name(each)
    events += [_aside(head, slots, used) for head, slots in headings.aside_slots.items()]
    events += [apart[verb] for verb in verbs if _of(used, verb).when]
    sheets = tuple(Sheet(*each) for each in game.sheets)
    return Form(tuple(names), me, tuple(events), sheets=sheets, texts=texts_of(game, names))


def _used(game: Rulebook, players: int, options: Mapping[str, Any]) -> tuple[Headings, frozenset[str]]:
    """How notes are kept, and the keys for which a table of so many has no use."""
    headings: Headings = game.headings  # type: ignore[assignment]
    setting = game.setting(players, game.checked_options(options), game.source(None))
    return headings, headings.unused(setting)


def _aside(head: str, slots: Mapping[str, Sequence[str] | str], used: Sequence[Heading]) -> Event:
    """A line that is no event of the rules; of those who never say what is offered in it no word is."""
    verbs = {words for words in slots.values() if isinstance(words, str)}
    who, saying = {each.who for each in used}, {each.who for each in used if each.verb in verbs}
    fields: list[Field] = []
    for name, words in slots.items():
        before = "; " if fields else " "
        if isinstance(words, str):
            fields.append(Field(name, (), "text", before))
            continue
        firsts = [(word, word.partition(" ")[0]) for word in words]
        left = tuple(word for word, first in firsts if first not in who or first in saying)
        fields.append(Field(name, left, before=before))
    return Event(head, head, tuple(fields))


def _of(used: Sequence[Heading], verb: str) -> Heading:
    return next(each for each in used if each.verb == verb)


def _name(heading: Heading) -> str:
    return f"{heading.verb} {heading.who}"


def _field(heading: Heading, called: str = "") -> Field:
    name = called or heading.word or heading.verb
    if heading.digits:
        return Field(name, heading.digits, "many", " ", "-", 3)
    return Field(name, (), "text", " ", "; ", heading.most)


def _apart(headings: Sequence[Heading]) -> Event:
    """A line about the game as a whole, by whoever it is about."""
    first = headings[0]
    who = Field("team", tuple(each.who for each in headings), before="")
    return Event(first.verb, "", (who, Field("words", (), "text", f" {first.verb} ", "; ", first.most)))


def sheet_upcoming(replay: SheetReplay) -> Upcoming:
    """What the part under way still lacks, in its usual order; asides where there is something to say them of.

    Lines about the game as a whole are asked for when the rules wait for them, and once it is over.
    """
    headings, unused = _used(replay.setting.game, len(replay.names), replay.setting.chosen)
    lists, part, awaited = replay.lists, headings.part, replay.awaited
    number = len(lists.parts)
    here = lists.parts[-1] if lists.parts else ""
    apart = {each.key: each for each in headings.headings if each.apart and each.key not in unused}
    over = awaited == "" or any(each.when and lists.told("", key) for key, each in apart.items())
    wanted = [apart[awaited]] if awaited in apart else []
    wanted += [each for key, each in apart.items() if over and not each.when and not lists.told("", key)]
    found = []
    for each in headings.noted:
        missing = here and (here, each.key) not in lists.given and each.key not in unused
        if missing and not headings.misplaced(each.who, each.verb, number, replay.setting):
            found.append(_name(each))
    over = over or any(each.when for each in wanted)
    found += [] if over or headings.misplaced("", "", number + 1, replay.setting) else [part]
    offered: dict[str, tuple[str, ...]] = {}
    for head, slots in headings.aside_slots.items():
        said = {name: _said(lists, verb) for name, verb in slots.items() if isinstance(verb, str)}
        offered |= said
        found += [head] if all(said.values()) else []
    asked = tuple(Event(_name(each), each.key, (_field(each, "words"),)) for each in dict.fromkeys(wanted))
    return Upcoming("", tuple(found), words=offered, asked=asked)


def _said(lists: Lists, verb: str) -> tuple[str, ...]:
    """All words under the headings of a verb, the latest first."""
    halves = [each.words for (_, key), each in lists.given.items() if key.endswith(f" {verb}")]
    return tuple(dict.fromkeys(word for words in reversed(halves) for word in words))
