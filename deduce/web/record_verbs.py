"""What can be asked about records: the same questions as on the command line, through the same doors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from deduce.games.base import Game
from deduce.games.log import lines_with, new_record, solved, what_follows, words_after
from deduce.games.retelling import story_of, story_of_all
from deduce.games.speaking import refused, speech_of, spoken
from deduce.ground.deadline import Deadline
from deduce.ground.errors import DeduceError
from deduce.ground.report import Report
from deduce.ground.wording import as_is, in_percent, passage, run, say
from deduce.records.form import Form, Upcoming
from deduce.records.header import names_of, spelt, writer_of
from deduce.records.header import options_of as options_of_record
from deduce.records.record import Record, read_record
from deduce.records.shared import shared_in
from deduce.show.known import boards_of
from deduce.show.story import story_text
from deduce.web.mending import mends
from deduce.web.reading import game_called, game_of, options_of, record_of
from deduce.web.request import Request

_SEATS = 100
_MOST_LINES = 2000
"""So many whole lines are offered, a word at a tap; where there are more, events and fields lead to them."""
_TIMES = 0.8
"""Part of a request's time that advice gets: the rest is for reading and for what a game adds to it."""


def games(fields: Mapping[str, Any]) -> Report:
    """The installed games with seats, options and where each default comes from."""
    from deduce.games.registry import entries

    Request(fields, ())
    found = [_described(entry.game) for entry in entries() if entry.game is not None]
    return Report("\n".join(f"{each['name']}: {each['title']}" for each in found), {"games": found})


def _described(game: Game[Any, Any, Any]) -> dict[str, Any]:
    options = [
        {
            "name": key,
            "default": spelt(option.default),
            "allowed": None if option.allowed is None else [spelt(value) for value in option.allowed],
            "doc": option.doc,
            "provenance": option.provenance,
        }
        for key, option in game.options.items()
    ]
    return {
        "name": game.name,
        "title": game.title,
        "seats": [game.seats.start, game.seats.stop - 1],
        "options": options,
        "guide": list(game.record_guide),
        "players": ["random", *(name for name in game.players if name != "random")],
        "best": game.best,
    }


def new(fields: Mapping[str, Any]) -> Report:
    """A record to begin with: its header, options that are not at their default, the guide as comments.

    It is written in English, as notes are; what is refused is said in `language`.
    """
    request = Request(fields, ("game", "players", "count", "me", "options", "language"))
    game = game_called(request.text("game"))
    speech = speech_of(game, request.text("language", default="en"))
    names = request.texts("players", most=_SEATS)
    players = names or request.number("count", 1, _SEATS)
    me = request.text("me", default="")
    try:
        text = new_record(game, players, me=me, options=options_of(game, request.pairs("options")))
    except DeduceError as error:
        raise refused(error, speech) from error
    return Report(text, {"record": text})


def example(fields: Mapping[str, Any]) -> Report:
    """The record of a game's evening that comes with the library, to be looked at line by line."""
    from deduce.records.examples import evening_of

    text = evening_of(game_called(Request(fields, ("game",)).text("game")).name)
    return Report(text, {"record": text})


def check(fields: Mapping[str, Any]) -> Report:
    """Whether a record is one; with `lines`, whether it still is with those lines in their places.

    The data then holds the whole record, and the text says what follows that did not before.
    """
    request = Request(fields, ("record", "lines"))
    game, record = record_of(request)
    lines = request.texts("lines", most=10)
    if not lines:
        replay = game.answers().read(record)
        return Report("understood", {"record": record.text, **replay.to_dict()})
    before = solved(game, record)
    written = "\n".join(lines_with(record.text.rstrip("\n").split("\n"), lines)) + "\n"
    after = read_record(written)
    game_of(after)  # a header line that was added may name a file
    replay = game.answers().read(after)
    sheet = solved(game, after)
    follows = passage(what_follows(game, before, sheet))
    return Report(follows, {"record": written, **replay.to_dict(), "sheet": sheet.data}, sheet.status)


def words(fields: Mapping[str, Any]) -> Report:
    """Words that may come next in a record."""
    game, record = record_of(Request(fields, ("record",)))
    found = words_after(game, record)
    return Report(" ".join(found), {"words": found})


def solve(fields: Mapping[str, Any]) -> Report:
    """The answer to ``deduce solve``; with `boards` 1 its data holds what is known as boards too.

    `who` is whose lines are read in a record of everybody.
    """
    request = Request(fields, ("record", "seat", "who", "until", "boards"))
    game, record = record_of(request)
    seat = request.maybe_number("seat", 0, _SEATS)
    until = request.maybe_text("until")
    report = game.solve(record, seat=seat, until=until)
    if not request.number("boards", 0, 1, 0):
        return report
    try:
        given = game.boards_record(record, seat=seat, until=until)
    except DeduceError:  # what lies on the table is not known while notes wait for what was left out
        given = ()
    boards = boards_of(form_of(game, record).sheets, report.data, given)
    return replace(report, data={**report.data, "boards": [each.to_dict() for each in boards]})


def board(fields: Mapping[str, Any]) -> Report:
    """What the record's writer (or `seat`) knows, drawn: ``svg`` is a whole document; ``boards``, to be touched."""
    request = Request(fields, ("record", "seat", "until"))
    game, record = record_of(request)
    seat = request.maybe_number("seat", 0, _SEATS)
    until = request.maybe_text("until")
    drawn = game.picture_record(record, seat=seat, until=until)
    boards = game.boards_record(record, seat=seat, until=until)
    return Report(game.title, {"svg": drawn, "boards": [each.to_dict() for each in boards]})


def why(fields: Mapping[str, Any]) -> Report:
    """The answer to ``deduce why``: the lines that force a fact or rule it out; for an open one the ledger."""
    request = Request(fields, ("record", "fact", "seat", "until"))
    game, record = record_of(request)
    seat = request.maybe_number("seat", 0, _SEATS)
    return game.why(record, request.text("fact"), seat=seat, until=request.maybe_text("until"))


def why_not(fields: Mapping[str, Any]) -> Report:
    """Why a fact cannot be; status 1 where it can."""
    report = why(fields)
    return report if report.data.get("holds") is False else Report(report.text, report.data, 1)


def advise(fields: Mapping[str, Any]) -> Report:
    """The answer to ``deduce advise``."""
    request = Request(fields, ("record", "seat", "until", "seed", "time_limit"))
    game, record = record_of(request)
    limit = request.seconds() * _TIMES
    with Deadline(limit).grace().watch():
        return game.advise_record(
            record,
            seat=request.maybe_number("seat", 0, _SEATS),
            until=request.maybe_text("until"),
            rng=request.number("seed", 0, 2**53, 0),
            time_limit=limit,
        )


def everybody(fields: Mapping[str, Any]) -> Report:
    """What one person may see of a record of everybody (`who`; nobody: what all saw), as a record of its own.

    With `notes` that record is as this person has written it by now: the data then holds the whole record too. Only
    whoever asks with all of it is told of all of it: the page, which keeps it.
    """
    request = Request(fields, ("record", "who", "notes"))
    shared = shared_in(request.long_text("record"))
    if shared is None:
        return Report("", {"shared": False})
    who = shared.person(request.text("who")) if request.has("who") else None
    if request.has("notes"):
        shared = shared.written(who, request.long_text("notes"))
    data = {
        "shared": True,
        "record": shared.text,
        "names": list(shared.names),
        "notes": shared.notes(who),
        "own": shared.own(who),
    }
    return Report("", data)


def form(fields: Mapping[str, Any]) -> Report:
    """What can be tapped for a record with this header, and what the record waits for."""
    game, record = record_of(Request(fields, ("record",)))
    made = form_of(game, record)
    return Report("", {"form": made.to_dict(), "upcoming": _upcoming(game, record)})


def upcoming(fields: Mapping[str, Any]) -> Report:
    """What a record waits for: who acts, and which events or lines can come next."""
    game, record = record_of(Request(fields, ("record",)))
    return Report("", {"upcoming": _upcoming(game, record)})


def form_of(game: Game[Any, Any, Any], record: Record) -> Form:
    """The form of a record with this header. Raises `RecordError`."""
    names = names_of(game, record)
    writer = writer_of(record, names)
    return game.form(
        names, me=names[writer - 1] if writer else "", options=options_of_record(record, game.options)
    )


def _upcoming(game: Game[Any, Any, Any], record: Record) -> dict[str, Any]:
    """Nothing where the record cannot be read: what is wrong with it is for `solve` to say."""
    try:
        waiting = game.upcoming(game.answers().read(record))
    except DeduceError:
        waiting = Upcoming()
    return replace(waiting, lines=waiting.lines[:_MOST_LINES]).to_dict()


def mend(fields: Mapping[str, Any]) -> Report:
    """What would mend notes which contradict each other, line by line: one word another in a line that is blamed.

    Tried are the lines of the likeliest slips, each one slip away; kept are those with which the notes agree. Where
    there is none, a blamed line can be taken out. `whole`: whether all of them were tried and are told.
    """
    request = Request(fields, ("record", "time_limit"))
    game, record = record_of(request)
    with Deadline(request.seconds() * _TIMES).grace().watch():
        found = mends(game, record, form_of(game, record))
    rows: list[str] = []
    for each in found.lines:
        number, chance = each["line"], each["chance"]
        rows.append(
            say("line {number}:", number=number)
            if chance is None
            else say(
                "line {number}, {chance} that the slip is in it:", number=number, chance=in_percent(chance)
            )
        )
        rows += [run("  ", as_is(text) if text else say("leave it out")) for text in each["texts"]]
    rows += found.reservations
    if not rows:
        rows = [say("no change of one line was found that mends these notes")]
    data = {"mends": found.lines, "whole": found.whole, "reservations": found.reservations}
    return Report(passage(rows), data)


def story(fields: Mapping[str, Any]) -> Report:
    """The answer to ``deduce story``: who could have known what when; `playouts` games are played on from each line."""
    request = Request(fields, ("record", "playouts", "time_limit"))
    game, record = record_of(request)
    limit = request.seconds() * _TIMES
    shared = shared_in(request.long_text("record"))
    if shared is not None:  # the end of an evening of everybody: what each kept is opened
        request.number("playouts", 0, 100, 8)
        with Deadline(limit).grace().watch():
            found = story_of_all(game, shared, time_limit=limit)
        return Report(story_text(found), found.to_dict())
    with Deadline(limit).grace().watch():
        found = story_of(game, record, playouts=request.number("playouts", 0, 100, 8), time_limit=limit)
    return Report(story_text(found), found.to_dict())


def _spoken(verb: Callable[[Mapping[str, Any]], Report]) -> Callable[[Mapping[str, Any]], Report]:
    """A verb about a record that answers in the language which is asked for."""

    def answered(fields: Mapping[str, Any]) -> Report:
        language = Request(fields, tuple(fields)).text("language", default="en")
        asked = {key: value for key, value in fields.items() if key != "language"}
        try:
            game, record = record_of(Request(asked, tuple(asked)))
        except DeduceError as error:  # there is no game yet whose words it could be told in
            raise refused(error, speech_of(None, language)) from error
        return spoken(game, record, language, lambda: verb(asked))

    return answered


VERBS = {
    "everybody": everybody,
    "example": example,
    "form": form,
    "upcoming": upcoming,
    "mend": _spoken(mend),
    "story": _spoken(story),
    "games": games,
    "new": new,
    "check": _spoken(check),
    "words": words,
    "solve": _spoken(solve),
    "board": board,
    "why": _spoken(why),
    "why_not": _spoken(why_not),
    "advise": _spoken(advise),
}
