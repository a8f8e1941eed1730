"""A commented record to begin with: its header, the options of its game, and how what happens is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from deduce.games.base import Game, Option
from deduce.ground.errors import ProblemError, RecordError
from deduce.ground.wording import say
from deduce.records.header import player_names, spelt, value_words, writer_of
from deduce.records.record import Record, begun, read_record
from deduce.records.shared import EVERYBODY
from deduce.records.words import quote, whole_number

_TOGETHER = (
    "What all see is a line like any other. A line that begins with '@NAME' belongs to NAME alone, as a hand does;",
    "'@NAME = LINE' is the line above as NAME alone saw it. 'deduce solve FILE --as NAME' reads what is NAME's.",
)


def new_record(
    game: Game[Any, Any, Any],
    players: Sequence[str] | int,
    *,
    me: str = "",
    options: Mapping[str, Any] | None = None,
) -> str:
    """A commented record to begin with: the header, the options at their defaults, and how events are written.

    Args:
        game: The game.
        players: Names, seat 1 first, or how many.
        me: Whose notes these will be; a complete record when empty; ``everybody`` for all at one device.
        options: Options that are not at their default.

    Raises `ProblemError` for a number of players or an option that is not allowed, names that are none, or a writer who
    does not play.
    """
    count = players if isinstance(players, int) else len(players)
    game.checked_players(count)
    chosen = {
        key: value for key, value in game.checked_options(options or {}).items() if key in (options or {})
    }
    names = [] if isinstance(players, int) else list(players)
    if names:
        _check_names(game, names)
    everybody = me.casefold() == EVERYBODY and EVERYBODY not in map(str.casefold, names)
    if me and names and me not in names and not everybody:
        raise ProblemError(f"{me!r} does not play: {', '.join(names)}")
    if me in names:
        _checked(lambda: writer_of(_beginning(game, names, me), names))
    rows = [f"# {game.title}. Lines that begin with # are for people.", *begun(game.name)]
    rows += [f"players: {' '.join(names) if names else count}"]
    rows += (
        [f"me: {me}"]
        if me
        else ["# me: NAME     whose notes these are; without it the record tells everything"]
    )
    rows += [_option_line(key, option, chosen, count) for key, option in game.options.items()]
    called = names or [f"P{seat}" for seat in range(1, count + 1)]
    guide = [*_TOGETHER] if everybody else []
    guide += game.guide(called, chosen, called[0] if everybody else me)
    rows += ["", *(f"# {line}".rstrip() for line in guide), ""]
    return "\n".join(rows)


def _check_names(game: Game[Any, Any, Any], names: Sequence[str]) -> None:
    """Raise `ProblemError` for names that the record made of them could not be read with, or would be read otherwise."""
    for name in names:
        line = read_record("\n".join([*begun(game.name), f"players: {name}"])).line_of("players")
        if [word.text for word in value_words(line)] != [
            name
        ]:  # two words are two people, a comment is nobody
            raise ProblemError(
                say("a player's name is one word of letters and digits, not {got}", got=quote(name))
            )
        if whole_number(name) is not None:  # a header says seats, and how many play, by numbers
            raise ProblemError(
                say("no player can be called {name}: the word means something else", name=quote(name))
            )
    record = _beginning(game, names)
    _checked(
        lambda: player_names(record, game.seats, title=game.title, taken=getattr(game, "reserved", ()))
    )


def _beginning(game: Game[Any, Any, Any], names: Sequence[str], me: str = "") -> Record:
    """The head of a record of these players, the notes of one of them."""
    writer = [f"me: {me}"] if me else []  # before a player who is called "me", or it is a line of theirs
    return read_record("\n".join([*begun(game.name), *writer, f"players: {' '.join(names)}"]))


def _checked(said: Callable[[], object]) -> None:
    """Raise what a record's head is refused for as a `ProblemError`."""
    try:
        said()
    except RecordError as error:
        raise ProblemError(error.message) from None


def _option_line(key: str, option: Option, chosen: Mapping[str, Any], players: int) -> str:
    """An option as chosen, or as a comment: its default and what else is allowed with so many players."""
    if key in chosen:
        return f"{key}: {spelt(chosen[key])}"
    values = option.allowed or ()
    allowed = " | ".join(spelt(value) for value in values if not option.of_seat or value <= players)
    return f"# {key}: {spelt(option.default)}     {allowed[:60]}".rstrip()
