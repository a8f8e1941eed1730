"""``deduce new`` and ``deduce log``: a record to begin with, and notes taken line by line while the game goes on."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from deduce.commands.common import (
    AsOption,
    JsonOption,
    LanguageOption,
    game_of,
    language_of,
    read,
    show,
    typed_line,
)
from deduce.commands.declared import Argument, Option, ask, say
from deduce.commands.look import present
from deduce.commands.playing import GameArgument, OptionsOption
from deduce.ground.wording import IN_ENGLISH, as_is, passage, run
from deduce.ground.wording import say as said

if TYPE_CHECKING:
    from deduce.games.log import Log
    from deduce.ground.errors import DeduceError
    from deduce.ground.report import Report

HELD = run("    ", said("(held: the next line may go on with it, or say it anew)"))

HELP = passage(
    [
        said(
            "A line that is no command is an event: it is checked, saved, and what follows from it is shown."
        ),
        said(
            "A line that is refused is typed anew; who types on has it kept as a turn that nobody could read ('? ...')."
        ),
        *(
            run(as_is(f"  {word:10}"), meaning)
            for word, meaning in (
                ("sheet", said("what is known now")),
                ("why FACT", said("the fewest lines that force a fact")),
                ("advise", said("what to do now")),
                ("undo", said("take the last line back")),
                ("help", said("this list")),
                ("quit", said("leave; the file has everything")),
            )
        ),
    ]
)

COMMANDS = ("sheet", "why", "advise", "undo")
"""Commands that may be refused; whatever else is refused was to be written."""


def new(
    game: GameArgument,
    players: Annotated[
        str | None, Option(help="Names in seat order ('Ann Bob Cid'), or how many.", show_default=False)
    ] = None,
    me: Annotated[str | None, Option(help="Whose notes.", show_default=False)] = None,
    to: Annotated[Path | None, Option(help="Write to this file.", show_default=False)] = None,
    option: OptionsOption = None,
    json: JsonOption = False,
) -> None:
    """Write a commented record to begin with; what is not given is asked at a terminal."""
    from deduce.commands.playing import options_given
    from deduce.games.log import new_record
    from deduce.games.registry import game as find
    from deduce.ground.errors import ProblemError
    from deduce.ground.reading import write_text
    from deduce.ground.report import Report
    from deduce.records.words import whole_number

    chosen = find(game.lower())
    asking = sys.stdin is not None and sys.stdin.isatty() and not json
    if players is None:
        players = ask("players (names, or how many)") if asking else str(chosen.seats.start)
    if me is None:
        me = ask("whose notes (empty: a complete record)", default="", show_default=False) if asking else ""
    count = whole_number(players.strip())
    names: list[str] | int = players.replace(",", " ").split() if count is None else count
    text = new_record(chosen, names, me=me, options=options_given(chosen, option or []))
    if to is None:
        show(Report(text, {"record": text}), json)
    if to.exists():
        raise ProblemError(f"{to} exists already")
    write_text(to, text)
    show(Report(f"{to}: go on with 'deduce log {to}'", {"file": str(to), "record": text}), json)


def log(
    file: Annotated[Path, Argument(help="A record; 'deduce new' writes one.")],
    who: AsOption = None,
    language: LanguageOption = None,
    json: JsonOption = False,
) -> None:
    """Take notes while the game goes on: one line an event, saved at once, with what follows from each."""
    import json as encoder
    from shlex import quote

    from deduce.games.log import Log
    from deduce.games.speaking import speech_of, told
    from deduce.ground.errors import DeduceError, ProblemError, RecordError
    from deduce.ground.report import Report
    from deduce.records.header import names_of

    if not file.is_file():
        if file.is_dir():
            raise ProblemError(f"{file} is a folder; name a file in it")
        raise ProblemError(f"{file} is no file; this writes one: deduce new GAME --to {quote(str(file))}")
    game = game_of(read(str(file), who=who))
    speech = speech_of(game, language_of(language))
    kept = Log(game, file, who)
    speech.people = names_of(game, kept.record)
    _completion(kept)
    warned = False

    def tell(report: Report) -> None:
        nonlocal warned
        speech.english = 0
        speech.kept.clear()
        spoken = told(report, speech)
        if json:
            say(encoder.dumps(spoken.data, ensure_ascii=False))
            return
        present(spoken.text)
        if spoken.data.get("in_english") and not warned:
            warned = True
            present(IN_ENGLISH)

    if not json:
        lines = said("{file}, {number:line}.", file=as_is(file), number=len(kept.lines))
        say(speech(run(lines, " ", said("'help' lists the commands."))))
        if waiting := kept.sheet().data.get("waiting_line"):
            begun = said("held until its next line comes: "), as_is(kept.lines[waiting["line"] - 1])
            say(speech(run(*begun)))
    for line in _lines():
        try:
            if line.casefold() in ("quit", "exit", "q", "bye"):
                break
            if report := _answered(kept, line):
                tell(_with_marks(kept, report))
        except DeduceError as error:
            data = {"error": error.said, "kind": type(error).__name__}
            if isinstance(error, RecordError):
                data |= error.to_dict()
            asked = line.split(maxsplit=1)[0].casefold() in COMMANDS
            held = not asked and kept.holds(line)
            waits = held and isinstance(error, RecordError) and bool(error.waits)  # nothing is wrong yet
            refusal = [error.said] if asked else _beside(error, len(kept.lines), waits=waits)
            tell(Report(passage([*refusal, *[HELD] * (held and not waits)]), {**data, "held": held}))
    if marks := kept.leave():
        tell(Report(passage(map(_kept_unread, marks)), {"kept": marks}))


def _kept_unread(line: str) -> str:
    if line.startswith("#"):
        return said("kept as a comment that nothing is reckoned with: {line}", line=as_is(line))
    return said("kept as a turn that nobody could read: {line}", line=as_is(line))


def _with_marks(kept: Log, report: Report) -> Report:
    """An answer, behind what was kept of lines that were refused before."""
    from deduce.ground.report import Report

    marks, kept.kept = kept.kept, []
    if not marks:
        return report
    rows = [run(_kept_unread(each), " ", said("('undo' takes it back)")) for each in marks]
    return Report(passage([*rows, report.text]), {**report.data, "kept": marks}, report.status)


def _beside(error: DeduceError, written: int, *, waits: bool) -> list[str]:
    """A refusal of a line that was typed just now: its place in the file says nothing to who typed it."""
    from deduce.ground.errors import RecordError, RecordErrors

    errors = error.errors if isinstance(error, RecordErrors) else (error,)
    told = [
        each.beside()
        if isinstance(each, RecordError) and (each.line == 0 or each.line > written)
        else each.said
        for each in errors
    ]
    begun = said("held until its next line comes: ") if waits else said("not written: ")
    return [run(begun, told[0]), *told[1:]]


def _answered(kept: Log, line: str) -> Report | None:
    from deduce.ground.errors import ProblemError
    from deduce.ground.report import Report

    command, _, rest = line.partition(" ")
    command = command.casefold()
    alone = "" if rest else command
    if not line:
        return None
    if alone in ("help", "?"):
        return Report(HELP, {"help": HELP})
    if alone == "sheet":
        return kept.sheet()
    if alone == "advise":
        return kept.advise()
    if alone == "undo":
        taken = kept.undo()
        return Report(said("taken back: {lines}", lines=as_is(" / ".join(taken))), {"undone": taken})
    if command == "why":
        if not rest:
            raise ProblemError(said("why: expected a fact behind it, such as a line of 'sheet'"))
        return kept.why(rest.strip())
    return kept.add(line)


def _lines() -> Iterator[str]:
    """Lines as they are typed, until the end of the input."""
    from deduce.ground.errors import RecordError

    if sys.stdin is None:
        raise RecordError("is closed: notes come from there", source="standard input")
    prompt = "> " if sys.stdin.isatty() else ""
    while True:
        try:
            yield typed_line(prompt).strip()
        except EOFError:
            return


def _completion(kept: Log) -> None:
    """Tab completes names and values, where the terminal can."""
    if sys.stdin is None or not sys.stdin.isatty():
        return
    try:
        import readline
    except ImportError:
        return
    commands = ["sheet", "why", "advise", "undo", "help", "quit"]

    def complete(begun: str, place: int) -> str | None:
        fits = [word for word in [*commands, *kept.words()] if word.startswith(begun)]
        return fits[place] if place < len(fits) else None

    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
