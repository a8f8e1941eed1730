"""What can be asked about puzzles: typed, pasted as a file, or drawn as a text of a family of the shelves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from deduce.games.speaking import refused
from deduce.games.speaking import speech_of as speech_of_games
from deduce.ground.deadline import Deadline
from deduce.ground.errors import DeduceError, ProblemError
from deduce.ground.report import Report
from deduce.puzzles.candidate_reports import candidates_report
from deduce.puzzles.generation_reports import generate_report
from deduce.puzzles.reports import (
    hint_report,
    redundant_report,
    steps_report,
    unique_report,
)
from deduce.puzzles.shelves import (
    Shelf,
    Tappable,
    address_of,
    is_address,
    is_grid,
    shelf_of,
    without_remark,
)
from deduce.puzzles.speaking import speech_of
from deduce.puzzles.uniqueness import verify
from deduce.web.reading import puzzle_of
from deduce.web.request import Request

_GIVEN = ("puzzle", "family", "grid", "language", "time_limit")
_MOST_MADE = 5
_LARGEST = 30
"""Rows or columns of a puzzle that is begun here."""
_MOST_PLACES = 4 * _LARGEST * _LARGEST
_PART = 0.8
"""Part of the time asked for that the question gets; the rest is for telling."""


def families(fields: Mapping[str, Any]) -> Report:
    """The families of the shelves: what one has to do, an example, and its picture, solved where it is asked so."""
    from deduce.puzzles.shelves import families as known

    request = Request(fields, ("name", "language", "solved"))
    shelves = known()
    if not request.has("name"):
        found = [{"name": name, "title": shelf.title(name)} for name, shelf in shelves.items()]
        return Report(", ".join(shelves), {"families": found})
    name = request.text("name")
    shelf = shelf_of(name)
    example = shelf.example(name)
    data = {
        "name": name,
        "title": shelf.title(name),
        "about": speech_of(name, _language(request))(shelf.about(name)),
        "example": example,
        "picture": shelf.draw(
            name, example, _solved(shelf, name, example) if request.has("solved") else ""
        ),
    }
    return Report(f"{data['title']}: {data['about']}", data)


def _solved(shelf: Shelf, name: str, text: str) -> str:
    """The solution of a family's example, in its notation."""
    read = shelf.read(name, text)
    return shelf.show(read, verify(read).solution or {})


def _language(request: Request) -> str:
    """The language in which sentences are asked for."""
    return request.text("language", default="en")


def sheet(fields: Mapping[str, Any]) -> Report:
    """What can be tapped on a puzzle of a family, its picture, and its address where it has one."""
    request = Request(fields, ("family", "grid", "language"))
    name, text, remark = request.text("family"), request.long_text("grid"), ""
    if is_address(text.strip()) or (name == "sudoku" and is_grid(text)):
        name, text = address_of(text.strip())
        text, remark = without_remark(text)
    if len(text.split()) > _MOST_PLACES:
        raise ProblemError(f"puzzles of more than {_MOST_PLACES:,} places are not drawn here; type them")
    found = _tappable(name).tapped(name, text)
    speech = speech_of(name, _language(request))
    entries = [{**entry, "label": speech(entry["label"])} for entry in found["entries"]]
    more = {"remark": speech(remark)} if remark else {}
    return Report(name, {**found, "entries": entries, **more})


def blank(fields: Mapping[str, Any]) -> Report:
    """The text of a puzzle of a family without clues."""
    request = Request(fields, ("family", "rows", "cols"))
    name = request.text("family")
    rows, cols = (request.number(side, 1, _LARGEST) for side in ("rows", "cols"))
    text = _tappable(name).blank(name, rows, cols)
    return Report(text, {"family": name, "grid": text})


def _tappable(name: str) -> Tappable:
    shelf = shelf_of(name)
    if not isinstance(shelf, Tappable):
        raise ProblemError(
            f"puzzles of the family {name} are typed; its shelf does not say what can be tapped"
        )
    return shelf


def unique(fields: Mapping[str, Any]) -> Report:
    """The answer to ``deduce unique``; for a family also the solutions in its notation, and its pictures."""
    request = Request(fields, _GIVEN)
    seconds = request.seconds() * _PART
    with Deadline(seconds).grace().watch():
        file = puzzle_of(request)
        report = unique_report(file, time_limit=seconds)
        if not file.family:
            return report
        speech, because = speech_of(file.family, _language(request)), report.data.get("conflict", {})
        for told in because.get("because", ()) if because else ():
            told["text"], told["where"] = speech(told["text"]), speech(told["place"])
        shelf, shown = shelf_of(file.family), report.data.get("shown", ())[:2]
        try:
            pictures = [shelf.draw(file.family, file.text, solution) for solution in shown or [""]]
        except DeduceError:
            pictures = []
        return Report(report.text, {**report.data, "pictures": pictures}, report.status)


def _report(request: Request, report: Callable[..., Report], *given: object, **named: object) -> Report:
    """A report about the puzzle in a request, in the language and the time that it asks for."""
    seconds = request.seconds() * _PART
    with Deadline(seconds).grace().watch():
        return report(puzzle_of(request), *given, language=_language(request), time_limit=seconds, **named)


def steps(fields: Mapping[str, Any]) -> Report:
    """The answer to ``deduce steps``."""
    return _report(Request(fields, _GIVEN), steps_report)


def candidates(fields: Mapping[str, Any]) -> Report:
    """The answer to ``deduce candidates``: what every place can still be, and how many solutions each value leaves."""
    request = Request(fields, (*_GIVEN, "entries"))
    return _report(request, candidates_report, request.texts("entries", most=1_000))


def hint(fields: Mapping[str, Any]) -> Report:
    """The answer to ``deduce hint``: the next step in three strengths, or which entry is wrong and why."""
    request = Request(fields, (*_GIVEN, "entries", "strength"))
    entries, strength = request.texts("entries", most=1_000), request.number("strength", 1, 3, 1)
    return _report(request, hint_report, entries, strength=strength)


def redundant(fields: Mapping[str, Any]) -> Report:
    """The answer to ``deduce redundant``."""
    return _report(Request(fields, _GIVEN), redundant_report)


def generate(fields: Mapping[str, Any]) -> Report:
    """The answer to ``deduce generate``."""
    request = Request(fields, (*_GIVEN, "n", "seed", "difficulty"))
    seconds = request.seconds() * _PART
    with Deadline(seconds).grace().watch():
        return generate_report(
            puzzle_of(request),
            n=request.number("n", 1, _MOST_MADE, 1),
            seed=request.number("seed", 0, 2**53, 0),
            difficulty=request.maybe_text("difficulty"),
            time_limit=seconds,
            progress=False,
        )


def _refusing(verb: Callable[[Mapping[str, Any]], Report]) -> Callable[[Mapping[str, Any]], Report]:
    """A verb about a puzzle whose refusals are in the language that is asked for."""

    def answered(fields: Mapping[str, Any]) -> Report:
        try:
            return verb(fields)
        except DeduceError as error:
            language = _language(Request(fields, tuple(fields)))
            raise refused(error, speech_of_games(None, language)) from error

    return answered


VERBS = {
    "families": families,
    "sheet": sheet,
    "blank": blank,
    **{verb.__name__: _refusing(verb) for verb in (unique, candidates, steps, hint, redundant, generate)},
}
