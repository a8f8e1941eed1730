"""The answer to ``deduce advise``: who has to decide where notes end, and its moves, ranked, in lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from deduce.ground.errors import ProblemError
from deduce.ground.report import Report
from deduce.ground.wording import as_is, passage, run, say, typed
from deduce.rulebook.answers import all_read

if TYPE_CHECKING:
    from deduce.games.base import Advice
    from deduce.rulebook.notes import NotesReplay


def decides(replay: NotesReplay, seat: int | None) -> int:
    """The seat that has to decide where the notes end, which is the one asked for: `seat`, the writer or whoever it is.

    Raises `ProblemError` where they wait for something else, nobody has to decide, or it is somebody else's turn.
    """
    all_read(replay)
    if replay.reader.pending is not None:
        wanted = replay.reader.pending.wanted(replay.reader.table)
        raise ProblemError(say("the notes wait for {wanted}", wanted=wanted))
    ask = replay.reader.run.wait
    actor = None if ask is None else ask.actor
    if not isinstance(actor, int):
        raise ProblemError(
            say("nobody has to decide at the end of this record; try an earlier line (until)")
        )
    asked = seat if seat is not None else replay.me if replay.me else actor
    if asked != actor:
        who = as_is(replay.names[asked - 1]) if 0 < asked <= len(replay.names) else say("a bystander")
        name = as_is(replay.names[actor - 1])
        raise ProblemError(say("{who} is to move, not {other}", who=name, other=who))
    return actor


def ranked_rows(ranked: Iterable[Advice[Any]], called: Callable[[Any], str] = str) -> list[str]:
    """A line a move: its place, how it is called, what it is worth with the error, and why."""
    rows: list[str] = []
    for number, each in enumerate(ranked, 1):
        move = typed(called(each.move))
        rows.append(run(f"{number:>2}. ", move, "  [", each.figure(), "]  ", each.reason))
    return rows


def more_rows(ranked: Sequence[object], shown: int) -> list[str]:
    """How many more there are than are shown."""
    return [say("  ... {number} more", number=len(ranked) - shown)] if len(ranked) > shown else []


def advise(
    replay: NotesReplay, *, seat: int | None = None, rng: int = 0, time_limit: float | None = None
) -> Report:
    """What the seat to move should do. Raises `ProblemError` where it is not that seat's turn."""
    actor = decides(replay, seat)
    who = replay.names[actor - 1]
    ranked = replay.setting.game.advise(replay.view(actor), rng=rng, time_limit=time_limit)
    rows = [say("Advice for {who}:", who=as_is(who)), *ranked_rows(ranked[:10]), *more_rows(ranked, 10)]
    return Report(passage(rows), {"player": who, "advice": [each.to_dict() for each in ranked]})
