"""``deduce play`` and ``deduce arena``: games against players, and players against each other."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any

from deduce.commands.common import (
    DaskOption,
    JobsOption,
    JsonOption,
    LanguageOption,
    going_on,
    language_of,
    show,
    typed_line,
)
from deduce.commands.declared import Argument, Option, say
from deduce.commands.look import present
from deduce.ground.errors import ProblemError

if TYPE_CHECKING:
    from deduce.games.base import Game


def _begun(incomplete: str) -> list[str]:
    """The names of games that begin so, for a shell that completes them."""
    from deduce.games.registry import names

    return [name for name in names() if name.startswith(incomplete.lower())]


GameArgument = Annotated[
    str,
    Argument(metavar="GAME", help="A game's name; 'deduce games' lists them.", autocompletion=_begun),
]
OptionsOption = Annotated[
    list[str] | None,
    Option(
        "--option", "-o", metavar="KEY=VALUE", help="A rule option; may be repeated.", show_default=False
    ),
]
SeedOption = Annotated[int, Option(help="For the deal and everything random.")]


def play(
    game: GameArgument,
    players: Annotated[int | None, Option(help="How many play.", show_default=False)] = None,
    seat: Annotated[int, Option(help="Your seat; 0 to watch.")] = 1,
    against: Annotated[str, Option(help="The other seats' player, by name.")] = "greedy",
    seed: SeedOption = 0,
    names: Annotated[
        str | None,
        Option(help="What the seats are called, seat 1 first ('Ann Bob').", show_default=False),
    ] = None,
    option: OptionsOption = None,
    from_: Annotated[
        Path | None,
        Option("--from", help="Go on with the game of a complete record.", show_default=False),
    ] = None,
    language: LanguageOption = None,
) -> None:
    """Play a game in the terminal.

    Type a move or its number; help, moves, view, sheet, why, advise, save, undo and quit work too.
    """
    from deduce.commands.terminal import play_in_terminal
    from deduce.games.registry import game as find
    from deduce.players.named import player, players_of

    chosen = find(game.lower())
    played, options = None, options_given(chosen, option or [])
    if from_ is not None:
        played, stated = _played(chosen, from_)
        _same_game(chosen, from_, played[0][-1].seats, players, stated, options)
        players, options = played[0][-1].seats, stated
    number = chosen.checked_players(chosen.seats.start if players is None else players)
    if not 0 <= seat <= number:
        raise ProblemError(f"seat {seat} is not at a table for {number}: 1 to {number}, or 0 to watch")
    # A game need not have a player of the default's name; one without players of its own gets the general one.
    name = against
    if against == "greedy" and "greedy" not in players_of(chosen):
        name = "random" if set(chosen.players) - {"random"} else "thinker"
    player(chosen, name)  # A misspelt name is refused even where nobody else plays.
    others = {s: player(chosen, name) for s in range(1, number + 1) if s != seat}
    if sys.stdin is None and seat:
        raise ProblemError("standard input is closed: moves come from there; --seat 0 watches")
    if isinstance(sys.stdin, io.TextIOWrapper):
        # What is not in the console's encoding is refused as a move, like anything else mistyped.
        sys.stdin.reconfigure(errors="replace")
    evening = play_in_terminal(
        chosen,
        others,
        seat or None,
        seed,
        input=typed_line,
        output=present,
        options=options,
        played=played,
        names=(names or "").replace(",", " ").split(),
        language=language_of(language),
    )
    if evening.finished and sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
        with suppress(EOFError, KeyboardInterrupt):
            typed_line("Enter ends. ")  # a window of its own would close before the result is read


def _same_game(
    chosen: Game[Any, Any, Any],
    file: Path,
    seats: int,
    players: int | None,
    stated: Mapping[str, Any],
    asked: Mapping[str, Any],
) -> None:
    """Refuse `players` and options `asked` for that are not those of the record `file`, a game for `seats`."""
    if players not in (None, seats):
        raise ProblemError(
            f"{file} is a game for {seats}, which cannot go on with {players}: leave --players out"
        )
    for key, value in asked.items():
        was = stated.get(key, chosen.options[key].default)
        if value != was:
            raise ProblemError(f"{file} is played with {key}={was}, not {key}={value}: leave --option out")


def _played(
    chosen: Game[Any, Any, Any], file: Path
) -> tuple[tuple[Sequence[Any], Sequence[Any]], dict[str, Any]]:
    """The positions and moves of a complete record of the game, and the options its header states."""
    from deduce.commands.common import read
    from deduce.records.header import options_of

    record = read(str(file))
    if record.game != chosen.name:
        raise ProblemError(f"{file} is a record of {record.game}, not of {chosen.name}")
    return chosen.answers().read(record).played, options_of(record, chosen.options)


def arena(
    game: GameArgument,
    entrants: Annotated[
        list[str] | None,
        Argument(metavar="[PLAYER]...", help="Players by name; all of the game's if none."),
    ] = None,
    players: Annotated[int | None, Option(help="Seats at the table.", show_default=False)] = None,
    deals: Annotated[int, Option(min=1, max=1_000_000, help="How many deals each line-up plays.")] = 100,
    pairing: Annotated[str, Option(help="self, round-robin or cross (who sits with whom).")] = "self",
    jobs: JobsOption = 1,
    dask: DaskOption = None,
    ratings: Annotated[bool, Option("--ratings", help="Add a column of ratings.")] = False,
    results: Annotated[
        Path | None,
        Option(help="Keep the matches in this file and resume from it.", show_default=False),
    ] = None,
    seed: SeedOption = 0,
    option: OptionsOption = None,
    json: JsonOption = False,
) -> None:
    """Let players play many deals, and print a table with standard errors. Can be interrupted and resumed."""
    from deduce.arena import run_tournament
    from deduce.games.registry import game as find
    from deduce.ground.report import Report
    from deduce.ground.spreading import dask as cluster

    chosen = find(game.lower())
    with going_on("the matches played", results), cluster(dask) as parallel:
        result = run_tournament(
            chosen,
            entrants or list(chosen.players),
            players=players,
            deals=deals,
            rng=seed,
            pairing=pairing,
            options=options_given(chosen, option or []),
            measures=chosen.measures,
            jobs=jobs,
            parallel=parallel,
            path=results,
        )
    text = result.table(ratings=ratings)
    if paired := result.paired():
        text += "\n\n" + paired
    if pairing == "cross":
        text += "\n\n" + result.cross_table()
    show(Report(text, result.to_dict()), json)


def engine(
    game: GameArgument,
    commands: Annotated[bool, Option("--commands", help="List the commands of the protocol.")] = False,
    json: JsonOption = False,
) -> None:
    """Speak a plain text protocol on standard streams, so that any program can be an opponent or ask for moves."""
    from deduce.bridges import engine as protocol
    from deduce.games.registry import game as find
    from deduce.ground.report import Report

    if commands or json:
        table = (protocol.__doc__ or "").partition("==\n")[2]
        words = [
            line.partition("``")[2].partition("``")[0]
            for line in table.splitlines()
            if line.startswith("``")
        ]
        show(Report("\n".join(words), {"commands": words}), json)
    if sys.stdin is None:
        raise ProblemError("standard input is closed: commands come from there")
    protocol.Engine(find(game.lower())).serve(_sent(sys.stdin), say)


def _sent(stream: IO[str]) -> Iterator[str]:
    """The lines of a stream; of one that nobody would send, so much that it is refused."""
    from deduce.bridges.engine import LONGEST
    from deduce.ground.errors import RecordError
    from deduce.ground.reading import line_of

    while True:
        try:
            line = line_of(stream)
        except RecordError:
            line = " " * (LONGEST + 1)
        if not line:
            return
        yield line


def options_given(game: Game[Any, Any, Any], given: list[str]) -> dict[str, Any]:
    """Rule options from ``key=value`` texts, spelt as in records. Raises `ProblemError` saying what is allowed."""
    from deduce.records.header import option_typed

    return dict(
        ("data", text.removeprefix("data=")) if text.startswith("data=") else option_typed(text, game)
        for text in given
    )
