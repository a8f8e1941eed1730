"""``deduce advise RECORD``: from a record to advice for the seat whose decision it has come to."""

from __future__ import annotations

from deduce.errors import ProblemError
from deduce.report import Report
from deduce_models.enigma.advice.advice import advise
from deduce_models.enigma.records.grammar import Tale

__all__ = ["counsel"]

SHOWN = 8


def counsel(
    tale: Tale,
    *,
    seat: int | None = None,
    until: str | None = None,
    rng: int = 0,
    time_limit: float | None = None,
) -> Report:
    """Advice for the seat to move. A turn that has only its end left is followed by the next turn.

    Raises `ProblemError` when nobody, or somebody else than `seat`, has to decide.
    """
    state = tale.state_at(until)
    actor = state.actor
    if not isinstance(actor, int):
        raise ProblemError("nobody has to decide at the end of this record; try an earlier event (until)")
    asked = seat if seat is not None else (actor if tale.complete else tale.me)
    if asked != actor:
        who = tale.names[asked - 1] if 0 < asked <= len(tale.names) else "a bystander"
        raise ProblemError(f"{tale.names[actor - 1]} (seat {actor}) is to move, not {who}")
    ranked = advise(tale.view(actor, until), rng=rng, time_limit=time_limit)
    rows = [f"{tale.names[actor - 1]} to move (values are chances of winning):"]
    rows += [f"  {each.move.text:<16} {each.value:.3f}  {each.reason}" for each in ranked[:SHOWN]]
    rows += [f"  ... {len(ranked) - SHOWN} more"] if len(ranked) > SHOWN else []
    data = {"seat": actor, "model": "expected", "advice": [each.to_dict() for each in ranked]}
    return Report("\n".join(rows), data)
