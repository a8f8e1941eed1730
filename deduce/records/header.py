"""The header of a record, as every game reads and writes it: its keys, the players, options, files."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deduce.ground.errors import ProblemError, nearest
from deduce.ground.reading import check_named
from deduce.ground.strange import alike
from deduce.ground.wording import as_is, run, say
from deduce.records.gathering import Gathering
from deduce.records.record import Line, Record
from deduce.records.words import Word, expect_none, find, quote, whole_number, words_of

if TYPE_CHECKING:
    from deduce.games.base import Game, Option

__all__ = [
    "WRITER_KEYS",
    "file_of",
    "header_lines",
    "names_of",
    "number_of",
    "option_lines",
    "option_value",
    "options_of",
    "party_of",
    "player_count",
    "player_names",
    "seat_of",
    "spelled_out",
    "spelt",
    "value_words",
    "writer_of",
]

_TRUTH = {"yes": True, "true": True, "no": False, "false": False}


def header_lines(
    record: Record, allowed: Collection[str], elsewhere: Mapping[str, str] | None = None
) -> dict[str, Line]:
    """The header lines by key. Raises `RecordError` at each key that is not one of `allowed`.

    `elsewhere` says of keys that people write here where they belong.
    """
    wrong = Gathering()
    for key, _, line in record.header:
        with wrong.each():
            if key not in allowed:
                there = (elsewhere or {}).get(key)
                unknown = say("unknown header key {key}", key=quote(key))
                raise line.error(run(unknown, ": ", there or nearest(key, allowed)), 1)
    wrong.settle()
    return {key: line for key, _, line in record.header}


def spelled_out(record: Record, allowed: Collection[str], late: Collection[str] = ()) -> Record:
    """The record with its whole header, and keys in full that were shortened: ``char:`` is ``character:``.

    A beginning of several keys is the shortest of them where that one begins all the others; else it is left as it is.
    Lines of `late` keys behind a blank line are of the header, too, until the first event. Options are none of these:
    what a game has many of may be called as what is noted in it is.
    """
    header = []
    record = _with_late_lines(record, late)
    given = {key for key, _, _ in record.header}
    for key, value, line in record.header:
        begun = sorted((name for name in allowed if name.startswith(key)), key=len)
        clear = bool(begun) and all(name.startswith(begun[0]) for name in begun) and len(key) > 1
        full = begun[0] if clear and key not in allowed and begun[0] not in given else key
        header.append((full, value, line))
    return replace(record, header=tuple(header))


def _with_late_lines(record: Record, late: Collection[str]) -> Record:
    """The record with the header's lines that stand behind a blank line, before any event."""
    given, found = {key for key, _, _ in record.header}, []
    for line in record.events:
        key, colon, value = line.body.partition(":")
        name = key.strip().lower()
        if not colon or name not in late or name in given:
            break
        given.add(name)
        found.append((name, value.strip(), line))
    return replace(record, header=(*record.header, *found), events=record.events[len(found) :])


def value_words(line: Line) -> list[Word]:
    """The words behind the colon of a header line, with their columns."""
    return words_of(line, line.value_at)


NO_NAMES = frozenset(["and", "or", "not", "at", "least", "most", "und", "oder", "nicht", "и", "или", "не"])
"""Words between names or numbers: "Ann, Bob and Cid" are three players, and "3 or 4" is no number of players."""
MYSELF = frozenset(["i", "me", "my", "mine", "myself"])
"""What writers of notes call themselves: nobody else can be called so in them."""


def player_names(record: Record, seats: range, *, title: str, taken: Iterable[str] = ()) -> tuple[str, ...]:
    """The names in the header's line ``players: Ann Bob Cid``, clockwise.

    Args:
        record: The record.
        seats: How many players the game allows.
        title: The game's name for a sentence.
        taken: Words of the notation, so no names of players.

    Raises `RecordError`: no such line, too many or too few names, or a name that is none.
    """
    line = record.line_of("players")
    if not any(key == "players" for key, _, _ in record.header):
        example = " ".join(("Ann", "Bob", "Cid", "Dee")[: max(3, seats.start)])
        wanted = as_is(f"'players: {example}'")
        raise line.error(say("the header must name the players: {example}", example=wanted))
    words = value_words(line)
    if len(words) not in seats:
        raise line.error(
            _not_so_many(title, seats, str(len(words))),
            line.value_column,
        )
    reserved = {word.casefold() for word in taken}
    seen: set[str] = set()
    for word in words:
        name = word.text
        if not name.replace("-", "").replace("_", "").isalnum():
            raise line.error(
                say("a player's name is one word of letters and digits, not {got}", got=quote(name)),
                word.column,
            )
        if why := _no_name(name, reserved, several=len(words) > 1):
            raise line.error(why, word.column)
        if name.casefold() in seen:
            raise line.error(say("two players are called {name}", name=quote(name)), word.column)
        seen.add(name.casefold())
        if (pair := alike([each.text for each in words[: len(seen)]])) is not None:
            raise line.error(
                say(
                    "{first} and {other} look alike, in letters of different alphabets",
                    first=quote(pair[0]),
                    other=quote(pair[1]),
                ),
                word.column,
            )
    return tuple(word.text for word in words)


def _no_name(name: str, reserved: Collection[str], *, several: bool) -> str:
    """Why a word among names is none, and what to write for a player who is called so; '' for a name.

    Both were read as players once, however they were meant: "Ann and Bob" as three, and dice as what players 1 and 2 did.
    No header tells which, so that such a record is not read as it was.
    """
    if name.casefold() in reserved:
        return _means_else(name)
    if name in NO_NAMES:
        return say(
            "no player can be called {name} here: a word that joins names is left out; who is called so is written "
            "{other} in the header, and the lines stay as they are",
            name=quote(name), other=quote(name.capitalize()),
        )  # fmt: skip
    if name.isdigit() and several:
        return say(
            "no player can be called {name} here: a number says how many play, or how many of something there are; "
            "who is called so is written {other}, here and in all lines",
            name=quote(name), other=quote(f"P{name}"),
        )  # fmt: skip
    return ""


def _means_else(name: str) -> str:
    return say("no player can be called {name}: the word means something else", name=quote(name))


def party_of(
    record: Record, seats: range, *, title: str, taken: Iterable[str] = (), alone: bool = False
) -> tuple[str, ...]:
    """Who plays, seat 1 first, from ``players: Ann Bob Cid`` or ``players: 3`` (then P1, P2, P3).

    Arguments and errors as in `player_names`; where a game may be played `alone`, a record without the line is P1's.
    """
    if alone and not record.get("players"):
        return ("P1",)
    count = whole_number(record.get("players") or "")
    if count is None:
        return player_names(record, seats, title=title, taken=taken)
    return tuple(f"P{seat}" for seat in range(1, player_count(record, seats, title=title) + 1))


def names_of(game: Game[Any, Any, Any], record: Record) -> tuple[str, ...]:
    """Who plays in a record of a game, seat by seat. Raises `RecordError`."""
    return party_of(record, game.seats, title=game.title, alone=getattr(game, "alone", False))


WRITER_KEYS = ("me", "seat")
"""The header keys that say whose notes a record is; both are read in every game, one of them in a record."""


def writer_of(record: Record, names: Sequence[str]) -> int | None:
    """The seat whose notes the record is, from ``me:`` or ``seat:`` with a name (or its beginning) or a number.

    0 is a bystander; None where neither is said: a complete record. Raises `RecordError`: no such player, both keys, or
    somebody else who is called as writers call themselves.
    """
    said = [key for key in WRITER_KEYS if record.get(key)]
    if not said:
        return None
    line = record.line_of(said[-1])
    if len(said) > 1:
        raise line.error(say("whose notes these are is said twice: keep 'me:' or 'seat:'"), 1)
    word, *more = value_words(line)
    expect_none(more, line)
    number = whole_number(word.text)
    if number is None:
        number = find(word, names, say("a player"), line) + 1
    elif number > len(names):
        raise line.error(_not_between(said[0], 0, len(names), word.text), word.column)
    for other in value_words(record.line_of("players")) if number and record.get("players") else ():
        if other.text.casefold() in MYSELF and other.text != names[number - 1]:
            raise record.line_of("players").error(_means_else(other.text), other.column)
    return number


def player_count(record: Record, seats: range, *, title: str) -> int:
    """How many play, from the header's line ``players: 4``; the fewest when it does not say.

    Raises `RecordError` for a number that the game does not allow.
    """
    text = record.get("players")
    found = whole_number(text) if text else seats.start
    if found is None or found not in seats:
        raise record.line_of("players").error(_not_so_many(title, seats, quote(text)), 1)
    return found


def _not_so_many(title: str, seats: range, got: str) -> str:
    return say(
        "{game} is for {low} to {high} players, not {got}",
        game=as_is(title), low=seats.start, high=seats.stop - 1, got=as_is(got),
    )  # fmt: skip


def _not_between(key: str, low: int, high: int, text: str) -> str:
    return say(
        "{key}: expected {low} to {high}, not {got}", key=as_is(key), low=low, high=high, got=quote(text)
    )


def seat_of(lines: Mapping[str, Line], key: str, names: tuple[str, ...]) -> int:
    """The seat of the player whose name (or its beginning) stands behind `key`; 0 when there is none."""
    words = value_words(lines[key]) if key in lines else []
    if not words:
        return 0
    expect_none(words[1:], lines[key])
    return find(words[0], names, say("a player"), lines[key]) + 1


def options_of(
    record: Record, options: Mapping[str, Option], names: tuple[str, ...] = ()
) -> dict[str, Any]:
    """The options that the header states, by name, each checked; a seat by the name of its player too.

    Raises `RecordError` at the line; see `option_value` for what may be typed.
    """
    found = {}
    for key, text, line in record.header:
        if key in options:
            if options[key].of_seat and names and text and not text.isdigit():
                found[key] = seat_of({key: line}, key, names)
                continue
            try:
                found[key] = option_value(key, text, options[key])
            except ProblemError as error:
                raise line.error(error.said, 1) from error
    return found


def option_value(name: str, text: str, option: Option) -> Any:
    """The value of an option that a person typed as `text`; `name` is what messages call the option.

    Truth values are yes and no (true and false), and a value may be shortened while it stays clear. Raises
    `ProblemError` saying what is allowed.
    """
    typed = text.casefold()
    truth = isinstance(option.default, bool)
    if truth and typed in _TRUTH:
        return _TRUTH[typed]
    if option.allowed is None:
        return _free(name, text, type(option.default))
    by_word = {spelt(value).casefold(): value for value in option.allowed}
    begun = [value for word, value in by_word.items() if typed and word.startswith(typed)]
    fits = [by_word[typed]] if typed in by_word else begun
    if len(fits) != 1 and option.open:
        return text
    if len(fits) != 1:
        allowed = [spelt(value) for value in option.allowed] + (["True", "False"] if truth else [])
        raise ProblemError(run(as_is(name), ": ", quote(text), ": ", nearest(typed, allowed)))
    return fits[0]


def option_typed(text: str, game: Game[Any, Any, Any]) -> tuple[str, Any]:
    """Name and value of an option of a game from ``key=value``. Raises `ProblemError` saying what is allowed."""
    key, equals, value = text.partition("=")
    if not equals:
        raise ProblemError(f"option {text!r} must be written key=value")
    if key not in game.options:
        raise ProblemError(f"{game.name} has no option {key!r}: {nearest(key, game.options)}")
    return key, option_value(f"option {key}", value, game.options[key])


def _free(name: str, text: str, kind: type) -> Any:
    """`text` as a value of an option that has no list of values: a number where the default is one."""
    if kind not in (int, float):
        return text
    try:
        return kind(text)
    except ValueError:
        what = say("a whole number" if kind is int else "a number")
        told = say("expected {wanted}, not {got}", wanted=what, got=quote(text))
        raise ProblemError(run(as_is(name), ": ", told)) from None


def spelt(value: object) -> str:
    """An option's value as people write it: yes and no for truth values."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def option_lines(options: Mapping[str, Option], chosen: Mapping[str, Any]) -> list[str]:
    """The header lines of the options that are not at their default."""
    return [
        f"{key}: {spelt(chosen[key])}" for key, option in options.items() if chosen[key] != option.default
    ]


def number_of(record: Record, key: str, low: int, high: int) -> int | None:
    """The whole number behind `key`, None when the header does not say. Raises `RecordError`."""
    text = record.get(key)
    if not text:
        return None
    found = whole_number(text)
    if found is None or not low <= found <= high:
        raise record.line_of(key).error(_not_between(key, low, high, text), 1)
    return found


def file_of(record: Record, key: str) -> Path | None:
    """The file that a header key names; a relative path starts at the folder of the record.

    Raises `RecordError` for a file outside that folder (unless the record was read with `allow_files`) and for
    what is no regular file.
    """
    named = record.get(key)
    if not named:
        return None
    folder = Path(record.source).parent
    wrong = check_named(folder, named, anywhere=record.allow_files)
    if wrong:
        line = record.line_of(key)
        raise line.error(f"{key}: {wrong}", line.value_column)
    return folder / named
