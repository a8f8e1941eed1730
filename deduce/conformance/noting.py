"""What `check_game` asks of a game's records: what its own writer notes of a play-out, its reader reads back the same.

A game may refuse right notes for as long as nobody reads them, and a play-out reads none. So what a seat saw is written
as its notes, or all of it as a complete record, and read: that must work, lack nothing, and tell what the seat sees and
knows. Writing and reading cost by the line, so of long games few positions are asked, and any game costs about the same.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from deduce.conformance.probes import Examined, Fault
from deduce.games.base import CHANCE
from deduce.ground.errors import DeduceError, ProblemError, TooLarge
from deduce.ground.wording import many

if TYPE_CHECKING:
    from deduce.knowledge import Knowledge
    from deduce.language.variables import Variable

MOVES: Final = 16
"""A position after so many moves is always asked, one after twice as many every second time."""


def records(at: Examined) -> bool:
    """The notes of one seat, or a complete record, are read back by the game that wrote them, and tell the same."""
    made = len(at.moves)
    if at.state.actor is CHANCE:  # nobody notes the half of a deal
        return False
    if made > MOVES and at.rng.random() * made > MOVES:
        return False
    try:
        answers = at.game.answers()
    except ProblemError:  # a game without records
        return False
    if answers.write is None:
        return False
    seat = at.rng.choice([None, *at.minds])
    states, moves, text = _written(at, seat)
    at.tally["records"] += 1
    try:
        replay = answers.read(_record(text))
    except DeduceError as error:
        raise Fault(f"{_whose(seat)}, as the game writes it, is refused: {error}\n{text}") from error
    if replay.me != seat:
        raise Fault(f"{_whose(seat)} is read as of seat {replay.me!r}\n{text}")
    if seat is None:
        _check_whole(at, replay, states, moves, text)
        return True
    view = _check_view(at, replay, seat, states, moves, text)
    if view is None:
        return True
    known = at.knowledge(seat) if view == at.view(seat) else at.game.knowledge(view)
    _check_known(at, replay, seat, known, text)
    return True


def _record(text: str) -> Any:
    from deduce.records.record import read_record

    return read_record(text, allow_files=True)


def _written(at: Examined, seat: int | None) -> tuple[Sequence[Any], Sequence[Any], str]:
    """The positions and moves that a record could be written of, and the record.

    In the middle of a deal, or of choices that are made at once, a record may be refused; not for longer.
    """
    states, moves = [*at.before, at.state], [*at.moves]
    decided = 0
    while True:
        state = states[-1]
        try:
            return states, moves, at.game.written(states, moves, _options(at), seat=seat)
        except ProblemError as error:
            if decided > at.players or state.actor is None:
                raise Fault(
                    f"{_whose(seat)} cannot be written, nor after {decided} more decisions: {error}"
                ) from error
        if state.actor is CHANCE:
            moves.append(state.draw(at.rng))
        else:
            moves.append(at.rng.choice(list(itertools.islice(state.moves(), 256))))
            decided += 1
        states.append(state.play(moves[-1]))


def _check_whole(at: Examined, replay: Any, states: Sequence[Any], moves: Sequence[Any], text: str) -> None:
    """What a complete record tells is the position, as everybody sees it, and is written the same again."""
    again, made = replay.played
    told = [again[-1].view(seat) for seat in range(at.players + 1)]
    _earlier(at, told, states, moves, None, text)
    other = at.game.written(again, made, _options(at))
    if other != text:
        raise Fault(f"{_whose(None)} is read and written otherwise:\n{text}\nand again:\n{other}")


def _earlier(
    at: Examined,
    told: Sequence[Any],
    states: Sequence[Any],
    moves: Sequence[Any],
    seat: int | None,
    text: str,
) -> Any:
    """The last position that is as the views tell; raises `Fault` where none is at which the record read the same.

    What goes without saying is told by what comes next: until then an earlier position may be told.
    """
    faults = []
    for made in range(len(moves), -1, -1):
        if made < len(moves) and not _written_so(at, states[: made + 1], moves[:made], seat, text):
            break
        found = [apart for view in told if (apart := _apart(at, view, states[made].view(view.seat)))]
        if not found:
            return states[made]
        faults += found
    name, noted, seen = faults[0]
    raise Fault(f"{_whose(seat)} tell {name} as {noted!r}, not as {seen!r}\n{text}")


def _options(at: Examined) -> dict[str, Any]:
    return {name: value for name, value in at.options.items() if name != "data"}


def _check_view(
    at: Examined, replay: Any, seat: int, states: Sequence[Any], moves: Sequence[Any], text: str
) -> Any:
    """Notes tell what their writer sees; gives the view that they tell, or None where they end amid a turn."""
    missing = list(replay.missing)
    if missing:
        raise Fault(f"{_whose(seat)} lack something: {missing[0]}\n{text}")
    told = replay.view(None)
    if told.seat != seat:
        raise Fault(f"{_whose(seat)} are read as what seat {told.seat!r} sees\n{text}")
    if text.rstrip().endswith("?"):  # a turn that is not told to its end
        return None
    return _earlier(at, [told], states, moves, seat, text).view(seat)


def _written_so(
    at: Examined, states: Sequence[Any], moves: Sequence[Any], seat: int | None, text: str
) -> bool:
    try:
        same: bool = at.game.written(states, moves, _options(at), seat=seat) == text
    except ProblemError:
        return False
    return same


def _apart(at: Examined, told: Any, view: Any) -> tuple[str, Any, Any] | None:
    """Where two views are not one for a person or a player: who is to move, what is legal, what is shown."""
    pairs = {
        "who is to move": (told.actor, view.actor),
        "legal moves": (sorted(map(str, told.moves)), sorted(map(str, view.moves))),
        # Of what is revealed when all is over, notes tell what their writer knows.
        "the position": ("", "") if view.actor is None else (at.game.show(told), at.game.show(view)),
    }
    return next(((name, one, other) for name, (one, other) in pairs.items() if one != other), None)


def _check_known(at: Examined, replay: Any, seat: int, known: Knowledge, text: str) -> None:
    """By notes as much is known as by the view: as many worlds, and the same values of every variable."""
    doors = [at.game.knowledge(replay.view(None))]
    if hasattr(replay, "knowledge"):
        other = replay.knowledge()
        # Where it has another model than the game, another number of worlds says nothing.
        doors += [other] if _names(other).keys() == _names(known).keys() else []
    for again in doors:
        with suppress(TooLarge):
            if again.count() != known.count():
                one, other = many(again.count(), "world"), known.count()
                raise Fault(f"{_whose(seat)} leave {one}, and what is seen {other}\n{text}")
        names = _names(again)
        for variable in known.scope:
            noted = again.possible(names[variable.name]) if variable.name in names else ()
            if noted != known.possible(variable):
                seen = known.possible(variable)
                raise Fault(f"{_whose(seat)} leave {variable} {noted!r}, and what is seen {seen!r}\n{text}")


def _names(known: Knowledge) -> dict[str, Variable]:
    return {variable.name: variable for variable in known.scope}


def _whose(seat: int | None) -> str:
    return "a complete record" if seat is None else f"notes of seat {seat}"
