"""The answer to ``deduce advise``: the day's plan, the parts of its value, the ranked moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.report import Report
from deduce_models.shakespeare.advice.advice import advise as ranked_moves

if TYPE_CHECKING:
    from deduce_models.shakespeare.records.replay import Replay

__all__ = ["advise"]


def advise(
    replay: Replay,
    *,
    seat: int | None = None,
    until: str | None = None,
    rng: int = 0,
    time_limit: float | None = None,
) -> Report:
    """What `seat` should do after `until`; see `Game.advise_record`."""
    replay = replay.upto(until)
    view = replay.view(seat)
    rows = ranked_moves(view, rng=rng, time_limit=time_limit)
    best = rows[0].details
    lines = [f"Advice for seat {view.seat}, day {view.day} of {view.setup.parts.days}:", *replay.assumed]
    data: dict[str, object] = {
        "seat": view.seat,
        "day": view.day,
        "advice": [row.to_dict() for row in rows],
    }
    if "plan" in best:
        lines.append("plan of this day:" if "parts" in best else "plan of the next day:")
        lines += [f"  {number}. {'; '.join(action)}" for number, action in enumerate(best["plan"], 1)] or [
            "  nothing more"
        ]
        data["plan"] = best["plan"]
    if "parts" in best:
        lines.append("expected final prestige after it, in parts:")
        lines.append(
            "  " + ", ".join(f"{part} {value:.1f}" for part, value in best["parts"].items() if value)
        )
        data["parts"] = best["parts"]
    lines.append("moves, with expected final prestige:")
    for number, row in enumerate(rows, 1):
        error = f" +- {row.error:.2f}" if row.error else ""
        lines.append(f"{number:>2}. {row.move}  [{row.value:.2f}{error}]  {row.reason}")
    return Report("\n".join(lines), data)
