"""What every subcommand shares: printing a report, reading a record, and reporting errors."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

from deduce.commands.declared import Argument, Option, say
from deduce.commands.look import present
from deduce.ground.wording import IN_ENGLISH

if TYPE_CHECKING:
    from deduce.games.base import Game
    from deduce.ground.report import Report
    from deduce.puzzles.files import PuzzleFile
    from deduce.records.record import Record

FileArgument = Annotated[str, Argument(metavar="FILE", help="A record file; - reads standard input.")]
AllowFilesOption = Annotated[
    bool,
    Option("--allow-files", help="Let the record name files outside its own folder."),
]
AsOption = Annotated[
    str | None,
    Option(
        "--as",
        metavar="NAME",
        help="Whose lines are read beside what all saw, in a record with 'me: everybody'; else nobody's.",
        show_default=False,
    ),
]
JsonOption = Annotated[bool, Option("--json", help="Print the answer as JSON, for programs.")]
SeatOption = Annotated[
    str | None,
    Option(
        metavar="SEAT",
        help="Whose view: a name, or 1 for the first player, 0 for a bystander.",
        show_default=False,
    ),
]
SvgOption = Annotated[
    Path | None,
    Option("--svg", metavar="FILE", help="Write a picture to this file too.", show_default=False),
]
TimeLimitOption = Annotated[
    float | None,
    Option(min=0.0, help="Seconds; the answer is then labelled 'gave up'.", show_default=False),
]
JobsOption = Annotated[int, Option(help="Worker processes; -1 for one a processor.")]
DaskOption = Annotated[
    str | None,
    Option(
        "--dask",
        metavar="ADDRESS",
        help="Let the workers of this Dask scheduler do the work, such as tcp://host:8786.",
        show_default=False,
    ),
]
LanguageOption = Annotated[
    str | None,
    Option(
        metavar="en|de|ru",
        help="Say the answer in this language; else in that of $DEDUCE_LANGUAGE, or in English.",
        show_default=False,
    ),
]
LANGUAGE = "DEDUCE_LANGUAGE"
"""The environment variable that names the language of answers where no option does."""
UntilOption = Annotated[
    str | None,
    Option(help="Stop after this event (a line number or an event's name).", show_default=False),
]


def read(file: str, *, allow_files: bool = False, who: str | None = None) -> Record:
    """The record in `file` (``-``: standard input), one of everybody as `who` may see it. Raises `RecordError`."""
    return read_for(file, who, allow_files=allow_files)[0]


def read_for(file: str, who: str | None, *, allow_files: bool = False) -> tuple[Record, Record | None]:
    """The record in `file`; where it is read as one of several, also what they all saw. Raises `RecordError`."""
    from deduce.records.record import read_record

    text, source = text_in(file)
    record = read_record(text, source=source, allow_files=allow_files, who=who)
    return record, None if who is None else read_record(text, source=source, allow_files=allow_files)


def text_in(file: str) -> tuple[str, str]:
    """The text in `file` (``-``: standard input), and what errors call it. Raises `RecordError`."""
    from deduce.ground.reading import text_of

    return (standard_input(), "standard input") if file == "-" else (text_of(Path(file)), file)


def typed_line(prompt: str = "") -> str:
    """The next line of standard input, asked for with `prompt` where there is somewhere to write it.

    Raises EOFError at its end, and when it is closed, `RecordError` for a line that nobody types.
    """
    from deduce.ground.reading import line_of

    if sys.stdin is not None and sys.stdin.isatty() and sys.stdout is not None and sys.stderr is not None:
        return input(prompt)  # with what a terminal has for editing a line; it needs all three streams
    if sys.stdout is not None:
        sys.stdout.write(prompt)
        sys.stdout.flush()
    line = line_of(sys.stdin) if sys.stdin is not None else ""
    if not line:
        raise EOFError
    return line.rstrip("\n")


def standard_input() -> str:
    """All of standard input, as UTF-8 whatever the console's encoding. Raises `RecordError`."""
    from deduce.ground.errors import RecordError
    from deduce.ground.reading import bytes_of, decoded

    if sys.stdin is None:
        raise RecordError("is closed", source="standard input")
    # A stand-in for the stream may be text alone.
    buffer = getattr(sys.stdin, "buffer", None)
    data = (
        sys.stdin.read().encode(errors="surrogatepass")
        if buffer is None
        else bytes_of(buffer, "standard input")
    )
    return decoded(data, "standard input")


def puzzle_in(file: str, family: str | None) -> str | PuzzleFile:
    """The puzzle in standard input for ``-``, or in an address; else the file, which is read later.

    Raises `RecordError`, and for an address of another family `ProblemError`.
    """
    from deduce.puzzles.shelves import is_address

    if file != "-" and not is_address(file):
        return file
    from deduce.puzzles.sources import open_puzzle, puzzle_of

    if file != "-":
        return open_puzzle(file, family)
    return puzzle_of(standard_input(), family, "standard input")


def seat_in(record: Record, said: str | None) -> int | None:
    """The seat that `--seat` names in a record, by its number or by the name of who sits there.

    Raises `ProblemError` where nobody there is called so.
    """
    if said is None:
        return None
    from deduce.ground.errors import ProblemError, nearest
    from deduce.records.header import names_of
    from deduce.records.words import whole_number

    number = whole_number(said.removeprefix("-"))
    if number is not None:
        return -number if said[0] == "-" else number
    names = names_of(game_of(record), record)
    called = [name.casefold() for name in names]
    if said.casefold() not in called:
        raise ProblemError(
            f"--seat {said}: nobody at the table is called so: {nearest(said, names)}, or 0 to {len(names)}"
        )
    return called.index(said.casefold()) + 1


def game_of(record: Record) -> Game[Any, Any, Any]:
    """The game a record names. Raises `RecordError` at the header's line."""
    from deduce.games.registry import game
    from deduce.ground.errors import ProblemError

    try:
        return game(record.game)
    except ProblemError as error:
        raise record.line_of("game").error(str(error)) from error


def language_of(option: str | None) -> str:
    """The language of an answer: the option's, else that of ``DEDUCE_LANGUAGE``, else English."""
    return (option or os.environ.get(LANGUAGE) or "en").lower()


def spoken_of(record: Record, option: str | None, make: Callable[[Game[Any, Any, Any]], Report]) -> Report:
    """What `make` answers about the game of a record, its people by name, in the language that is asked for."""
    game, language = game_of(record), language_of(option)
    if language == "en":  # most are: what speaks other languages is not loaded
        from deduce.ground.errors import DeduceError
        from deduce.ground.wording import by_name
        from deduce.records.header import names_of

        names: tuple[str, ...] = ()
        try:
            report = make(game)
            names = names_of(game, record)
            return report.retold(lambda text: by_name(text, names))
        except DeduceError as error:
            with suppress(DeduceError):  # a header that names nobody
                names = names_of(game, record)
            error.told(lambda text: by_name(text, names))
            raise
    from deduce.games.speaking import spoken

    return spoken(game, record, language, lambda: make(game))


GAVE_UP = 3
"""The exit status when a limit came before the answer."""


def answer(make: Callable[[], Report], seconds: float | None, as_json: bool) -> NoReturn:
    """Make a report within so many seconds, all phases included, print it and end the command."""
    from deduce.ground.deadline import Deadline, alarmed
    from deduce.ground.errors import GaveUp
    from deduce.ground.progress import Waiting
    from deduce.ground.report import Report

    limit = Deadline(seconds)
    try:
        with Waiting(seconds), alarmed(seconds), limit.grace().watch():
            report = make()
    except GaveUp as error:
        report = Report(f"gave up: {error}", {"status": "gave up", "limit": str(error)}, GAVE_UP)
    show(report, as_json)


@contextmanager
def going_on(what: str, results: Path | None) -> Iterator[None]:
    """Tell a person who interrupts a long job how it goes on."""
    try:
        yield
    except KeyboardInterrupt:
        kept = (
            f"the same command goes on from {results}" if results else "--results FILE would have kept them"
        )
        say(f"\ninterrupted; of {what}, {kept}", err=True)
        raise


def show(report: Report, as_json: bool) -> NoReturn:
    """Print a report and end the command with its status."""
    if as_json:
        say(json.dumps(report.data, ensure_ascii=False, indent=2))
    else:
        english = report.data.get("in_english")
        present(f"{report.text}\n\n{IN_ENGLISH}" if english else report.text)
    raise SystemExit(report.status)
