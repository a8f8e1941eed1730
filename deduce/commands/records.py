"""``deduce solve``, ``why``, ``advise`` and ``games``: what a record of a game tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from deduce.commands.common import (
    AllowFilesOption,
    AsOption,
    FileArgument,
    JsonOption,
    LanguageOption,
    SeatOption,
    SvgOption,
    TimeLimitOption,
    UntilOption,
    answer,
    game_of,
    read,
    read_for,
    seat_in,
    show,
    spoken_of,
)
from deduce.commands.declared import Argument, Option
from deduce.ground.deadline import Deadline
from deduce.ground.shown import write_svg
from deduce.records.replay import as_far_as_told

if TYPE_CHECKING:
    from deduce.games.base import Game
    from deduce.ground.report import Report


def solve(
    file: FileArgument,
    seat: SeatOption = None,
    until: UntilOption = None,
    time_limit: TimeLimitOption = None,
    allow_files: AllowFilesOption = False,
    svg: SvgOption = None,
    language: LanguageOption = None,
    who: AsOption = None,
    json: JsonOption = False,
) -> None:
    """What the notes prove: the deduction sheet of a record, or the slip if the notes contradict each other.

    Exit status 1 when the notes contradict each other, 2 when the record cannot be read, 3 at the time limit.
    """

    def solved() -> Report:
        record, public = read_for(file, who, allow_files=allow_files)
        asked = seat_in(record, seat)

        def found(game: Game[Any, Any, Any]) -> Report:
            def known(until: str | None) -> Report:
                report = game.solve(record, seat=asked, until=until)
                if svg is not None:
                    write_svg(svg, game.picture_record(record, seat=asked, until=until))
                return report

            report = as_far_as_told(record, until, known)
            if who is None or public is None:
                return report
            from deduce.games.alone import told_alone

            return told_alone(report, game, who, public, until)

        return spoken_of(record, language, found)

    answer(solved, time_limit, json)


def why(
    file: FileArgument,
    fact: Annotated[str, Argument(metavar="FACT", help="What to explain, in the game's own words.")],
    seat: SeatOption = None,
    until: UntilOption = None,
    time_limit: TimeLimitOption = None,
    allow_files: AllowFilesOption = False,
    language: LanguageOption = None,
    who: AsOption = None,
    json: JsonOption = False,
) -> None:
    """Why a fact is certain, or cannot be: the fewest lines of the record that force it, checked."""

    def explained() -> Report:
        record = read(file, allow_files=allow_files, who=who)
        asked = seat_in(record, seat)

        def found(game: Game[Any, Any, Any]) -> Report:
            return as_far_as_told(
                record, until, lambda until: game.why(record, fact, seat=asked, until=until)
            )

        return spoken_of(record, language, found)

    answer(explained, time_limit, json)


def advise(
    file: FileArgument,
    seat: SeatOption = None,
    until: UntilOption = None,
    seed: Annotated[int, Option(help="For everything random.")] = 0,
    time_limit: Annotated[
        float | None,
        Option(min=0.0, help="Seconds to think, where thinking longer helps.", show_default=False),
    ] = None,
    clues: Annotated[
        str | None,
        Option(
            metavar="'A; B; C'",
            help="Weigh these clues of your own, in a game where clues are given.",
            show_default=False,
        ),
    ] = None,
    allow_files: AllowFilesOption = False,
    svg: SvgOption = None,
    language: LanguageOption = None,
    who: AsOption = None,
    json: JsonOption = False,
) -> None:
    """What to do now: the legal moves of a record's last position, best first, each with its reason."""

    def advised() -> Report:
        clock = Deadline(time_limit)
        record = read(file, allow_files=allow_files, who=who)
        asked = seat_in(record, seat)
        game = game_of(record)
        if clues is not None:
            if svg is not None:
                write_svg(svg, game.picture_record(record, seat=asked, until=until))
            return spoken_of(
                record, language, lambda game: game.weigh_record(record, clues, seat=asked, until=until)
            )

        boards: list[str] = []

        def ranked(game: Game[Any, Any, Any]) -> Report:
            def known(until: str | None) -> Report:
                made = game.advise_record(
                    record, seat=asked, until=until, rng=seed, time_limit=clock.left()
                )
                boards[:] = [game.picture_record(record, seat=asked, until=until)] if svg else []
                return made

            return as_far_as_told(record, until, known)

        report = spoken_of(record, language, ranked)
        if svg is not None:
            from deduce.show.faces import advice_report
            from deduce.show.svg import stacked

            write_svg(svg, stacked(boards[0], advice_report(report)))
        return report

    answer(advised, time_limit, json)


def games(
    name: Annotated[
        str | None, Argument(metavar="[NAME]", help="One game in full.", show_default=False)
    ] = None,
    json: JsonOption = False,
    export: Annotated[
        bool, Option("--export", help="Print all data of its box as a file to be edited and played with.")
    ] = False,
) -> None:
    """The games that are installed; with a name, its players, options and data with their provenance."""
    from deduce.games.registry import described, game
    from deduce.ground.errors import ProblemError
    from deduce.ground.report import Report

    if export:
        if name is None:
            raise ProblemError("--export needs the name of a game: deduce games NAME --export")
        text = game(name.lower()).exported()
        show(Report(text, {"export": text}), json)
    if name is not None:
        show(game(name.lower()).describe(), json)
    found = described()
    wide = max((len(called) for called, _, _ in found), default=0) + 2
    lines = [f"{called:<{wide}}{line}" for called, _, line in found]
    data = [{"name": called, "source": source, "about": line} for called, source, line in found]
    show(Report("\n".join(lines or ["no games are installed"]), {"games": data}), json)
