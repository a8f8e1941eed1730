"""The text record of a game, typed as it is played: one line a naming, its clauses separated by commas.

The header (``key: value``), a blank line, then the lines::

    game: enigma
    players: Ann Bob Cid Dee          # clockwise; the Time Keeper is the first (or option keeper)
    me: Ann                           # whose notes these are; left out by a bystander or a referee
    character: Decrypter              # mine, as dealt

    Ann peeks 3 =Radio, claims Bombe
    Bob peeks 4, claims Teamwork, doubt Ann Cid true, views Ann
    Cid peeks 3                       # silenced: no naming
    Dee names 4, views Ann
    Ann peeks 1 =Tome, claims Phantom, doubt Bob lie

* The header may give a number of players in place of names (they are P1, P2, ... then), and ``seat:`` for ``me:``.
* Positions are counted row by row from 1. ``=Room`` or ``=Character`` is what was seen; write it where you saw it.
* ``doubt NAMES true`` or ``doubt NAMES lie``: who doubted, and what the check showed (``lie =Tome`` for who
  checked). Without it nobody doubted. ``?`` at a line's end: the declarations are still to come.
* ``spends`` (Decryption) before an extra naming, which has a line of its own.
* Effects: ``looks 2 =Tome gains C`` (through the Library also ``gains D`` or ``gains nothing``), ``opens 3 =Radio``,
  ``views Bob =Ghost``, ``flips Bob``, ``swaps Bob =Medium`` (the Character I got), ``keeps``, ``renews Medium
  =Ghost`` (two players), ``cancelled Bob``, ``shuffles 2 5``.
* The Ghost: ``ghost 6 8 9 =Bombe =Command =Code``, ``lays 8 9 6`` (which cards now lie there, by where they came from;
  ``lays`` alone if not mine), ``draws Saboteur`` (the new Character, which is seen after the laying).
* ``Bob shows Medium``, on a line of its own: a Character shown by mistake and taken back.
* ``mission Messiah``, ``reveals 9 =Bombe``, ``calls 3 Tome =Radio``, ``accuses Bob Ghost wrong``, ``fails``, ``wins``.
* A turn ends by itself when the next player's line comes; ``ends`` says it. ``timeout`` or ``timeout Bob``, alone on
  a line: time ran out, and Bob was the Saboteur.
* ``time 3`` says where Time stands, which is checked.
* Every word may be shortened while it stays clear. A line without a name is of whom it can only be; ``Bob doubts, lie``
  may stand on a line of its own. Other forms are listed in docs/notes.md.

A **complete** record has ``layout:`` (nine rooms, row by row; ``/`` is decoration) and ``characters:`` (one for each
player, then the stack from the top); what was seen then follows and may be left out, but the orders of
shuffles (``shuffles 2 5 order 213``) and layings are given. Any option of the game may be a header key, and
``data: FILE``.

Events are called by player and turn: ``P2.3`` is the third turn of P2; if it has several lines they are
``P2.3a`` and ``P2.3b``.
"""

from __future__ import annotations

from collections.abc import Sequence

from deduce.ground.errors import ProblemError
from deduce.records.gathering import Gathering
from deduce.records.header import (
    WRITER_KEYS,
    file_of,
    header_lines,
    options_of,
    party_of,
    spelled_out,
    value_words,
    writer_of,
)
from deduce.records.record import Line, Record
from deduce.records.words import expect_none, find, find_phrase
from deduce_models.enigma.records.clauses import SpokenLine, read_line
from deduce_models.enigma.records.lexicon import RecordNames
from deduce_models.enigma.records.reading import Course
from deduce_models.enigma.records.replay import Moment, Replay
from deduce_models.enigma.rules.events import Event, What
from deduce_models.enigma.rules.setup import OPTIONS, Setup, setup
from deduce_models.enigma.rules.state import EnigmaState
from deduce_models.enigma.rules.time import start_turn
from deduce_models.enigma.rules.turns import first_state

__all__ = ["parse"]

KEYS = ("game", "players", *WRITER_KEYS, "character", "layout", "characters", "data")


def parse(record: Record) -> Replay:
    """Understand a record, checking every line against the rules.

    Raises `RecordError` at line and column, with a right line; `RecordErrors` where several lines are wrong.
    """
    wrong = Gathering()
    record = spelled_out(record, (*KEYS, *OPTIONS))
    with wrong.each():
        header_lines(record, (*KEYS, *OPTIONS))
    lines = {key: line for key, _, line in record.header}
    names: tuple[str, ...] = ()
    with wrong.each("players: Ann Bob Cid"):
        names = party_of(record, range(2, 6), title="Enigma", taken=("timeout",))
    if not names:
        wrong.settle()
    setting = _setup(record, lines, len(names))
    writer = 0
    with wrong.each(f"me: {names[0]}"):
        writer = writer_of(record, names) or 0
    layout: tuple[int, ...] | None = None
    cards = (-1,) * setting.slots
    with wrong.each(f"layout: {' '.join(setting.parts.room_names)}"):
        layout = _layout(setting, lines)
    with wrong.each(_characters_example(setting, lines)):
        cards = _cards(setting, lines, writer)
    complete = layout is not None and -1 not in cards
    if not wrong and (layout is None) != (-1 in cards):
        key = "characters" if layout is not None else "layout"
        raise record.line_of("game").error(f"a complete record also has '{key}:' with every card")
    cells = layout or (-1,) * setting.cells
    first = first_state(setting)._replace(cells=cells, start=cells, cards=cards)
    first = start_turn(first, setting.keeper)
    lexicon = RecordNames(setting, names, complete, writer)
    moments = _moments(Course(first, lexicon, wrong), record)
    wrong.settle()
    return Replay(setting, names, None if complete else writer, writer, first, moments, record.get("data"))


def _characters_example(setting: Setup, lines: dict[str, Line]) -> str:
    people = setting.parts.character_names
    return f"characters: {' '.join(people)}" if "characters" in lines else f"character: {people[0]}"


def _moments(course: Course, record: Record) -> tuple[Moment, ...]:
    found: list[tuple[str, int, Line, EnigmaState]] = []
    turns: dict[str, int] = {}
    told: list[SpokenLine | None] = []
    shown: list[Moment] = []
    for line in record.events:
        told.append(None)
        with course.wrong.each():
            told[-1] = read_line(line, course.lexicon)
    names = course.names
    for each, line, following in zip(told, record.events, [*told[1:], None], strict=False):
        before = len(course.state.log)
        course.follow(each, line, following)
        state = course.state
        if [event.kind for event in state.log[before:]] == [What.SHOWN]:
            shown.append(Moment(f"{names[state.log[-1].seat - 1]}.shown", line, state))
            continue
        if each is not None and [act.verb for act in each.acts] == ["time"]:
            shown.append(Moment(f"{names[state.turn - 1]}.time", line, state))
            continue
        seat = next((e.seat for e in state.log[before:] if e.kind in _MOVES_OF_TURN), state.turn)
        name = names[seat - 1]
        past = [event for event in state.log[:before] if event.kind is not What.SHOWN]
        started = any(_ends(event) for event in [*past[-1:], *state.log[before : before + 1]]) or (
            not found or found[-1][0] != name or _ended(past)
        )
        if started:
            turns[name] = turns.get(name, 0) + 1
        found.append((name, turns[name], line, state))
    several = {(name, turn) for name, turn, _, _ in found if sum(f[:2] == (name, turn) for f in found) > 1}
    moments: list[Moment] = []
    letters: dict[tuple[str, int], int] = {}
    for name, turn, line, state in found:
        number = letters[name, turn] = letters.get((name, turn), -1) + 1
        letter = chr(ord("a") + number) if (name, turn) in several else ""
        moments.append(Moment(f"{name}.{turn}{letter}", line, state))
    return tuple(sorted([*moments, *shown], key=lambda moment: moment.line.number))


_MOVES_OF_TURN = frozenset(
    {What.REST, What.PEEK, What.QUIET, What.NAME, What.SPEND, What.POINT, What.CLAIM, What.MISSION}
)
"""What only the player whose turn it is does: a moment bears that name."""


def _ends(event: Event) -> bool:
    """Whether a turn ends with this event."""
    caught = event.kind is What.VERDICT and event.seat != 0 and not event.more & 1
    return caught or event.kind in (What.END, What.QUIET, What.REST, What.FAIL)


def _ended(log: Sequence[Event]) -> bool:
    """Whether the last turn of a log has ended."""
    last = next((event for event in reversed(log) if event.kind is not What.TIME), None)
    return last is None or _ends(last)


def _setup(record: Record, lines: dict[str, Line], players: int) -> Setup:
    chosen = {key: option.default for key, option in OPTIONS.items()} | options_of(record, OPTIONS)
    file = file_of(record, "data")
    try:
        return setup(None if file is None else str(file), players, chosen)
    except ProblemError as error:
        raise lines.get("data", lines.get("keeper", lines["players"])).error(str(error)) from error


def _layout(setting: Setup, lines: dict[str, Line]) -> tuple[int, ...] | None:
    if "layout" not in lines:
        return None
    line, names = lines["layout"], setting.parts.room_names
    rooms = tuple(find(word, names, "a room", line) for word in value_words(line) if word.text != "/")
    if sorted(rooms) != list(range(setting.cells)):
        raise line.error(f"expected each of the {setting.cells} rooms once, row by row")
    return rooms


def _cards(setting: Setup, lines: dict[str, Line], me: int) -> tuple[int, ...]:
    names, unknown = setting.parts.character_names, (-1,) * setting.slots
    if "characters" in lines:
        line = lines["characters"]
        if "character" in lines:
            raise lines["character"].error("'characters' gives every Character; leave 'character' out")
        cards = tuple(
            find(word, names, "a Character", line) for word in value_words(line) if word.text not in "/;"
        )
        if sorted(cards) != list(range(setting.slots)):
            raise line.error(
                f"expected each of the {setting.slots} Characters once: the players', then the stack"
            )
        return cards
    if "character" in lines:
        line = lines["character"]
        if not me:
            raise line.error("whose Character is it? add 'me: NAME' to the header")
        words = value_words(line)
        if not words:
            raise line.error("expected one Character")
        people = [(each.name, each.title) for each in setting.parts.characters]
        card, used = find_phrase(words, people, "a Character", line)
        expect_none(words[used:], line)
        return (*unknown[: me - 1], card, *unknown[me:])
    return unknown
