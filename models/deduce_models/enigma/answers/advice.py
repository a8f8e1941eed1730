"""``deduce advise RECORD``: from a record to advice for the seat whose decision it has come to."""

from __future__ import annotations

from dataclasses import replace

from deduce.ground.errors import ProblemError
from deduce.ground.report import Report
from deduce_models.enigma.advice import advice
from deduce_models.enigma.belief.belief import EXPECTED
from deduce_models.enigma.belief.rivals import MODEL, rivals, rows_of
from deduce_models.enigma.records.replay import Replay
from deduce_models.enigma.rules.moves import Kind
from deduce_models.enigma.rules.phases import AFTER

__all__ = ["advise"]

SHOWN = 8


def advise(
    replay: Replay,
    *,
    seat: int | None = None,
    until: str | None = None,
    rng: int = 0,
    time_limit: float | None = None,
) -> Report:
    """Advice for the seat to move, and what each rival probably needs.

    Raises `ProblemError` when nobody, or somebody else than `seat`, has to decide.
    """
    replay = replay.upto(until)
    state = replay.last
    actor = state.actor
    if not isinstance(actor, int):
        raise ProblemError("nobody has to decide at the end of this record; try an earlier event (until)")
    asked = seat if seat is not None else (actor if replay.complete else replay.home)
    if asked != actor and state.phase == AFTER and replay.moments:
        # A turn ends by itself when the next player's line comes; who asks before writing it means that line.
        replay, actor = _ended(replay)
    if asked != actor or actor is None:
        who = replay.names[asked - 1] if 0 < asked <= len(replay.names) else "a bystander"
        mover = f"{replay.names[actor - 1]} (seat {actor})" if actor else "nobody"
        raise ProblemError(f"{mover} is to move, not {who}")
    view = replay.view(actor)
    ranked = advice.advise(view, rng=rng, time_limit=time_limit)
    rows = [f"{replay.names[actor - 1]} to move (values are chances of winning):"]
    rows += [f"  {each.move.text:<16} {each.value:.3f}  {each.reason}" for each in ranked[:SHOWN]]
    rows += [f"  ... {len(ranked) - SHOWN} more"] if len(ranked) > SHOWN else []
    needs = rivals(view)
    data = {
        "seat": actor,
        "model": EXPECTED.name,
        "advice": [each.to_dict() for each in ranked],
        "rivals": {"model": MODEL, "needs": [each.to_dict() for each in needs]},
    }
    return Report("\n".join([*rows, *rows_of(needs, view, replay.names)]), data)


def _ended(replay: Replay) -> tuple[Replay, int | None]:
    """The record with its last turn ended, and who moves then."""
    last = replay.moments[-1]
    state = last.state.play(replay.setup.plain[Kind.END])
    mover = state.actor if isinstance(state.actor, int) and state.actor else None
    return replace(replay, moments=(*replay.moments[:-1], replace(last, state=state))), mover
