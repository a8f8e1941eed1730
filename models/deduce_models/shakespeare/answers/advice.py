"""The answer to ``deduce advise``: the day's plan, the parts of its value, the ranked moves."""

from __future__ import annotations

from deduce.ground.report import Report
from deduce.ground.wording import listing, passage, person, run, say, typed
from deduce.kernels.library import library
from deduce.rulebook.advising import ranked_rows
from deduce.rulebook.answers import all_read
from deduce_models.shakespeare.advice.advice import advise as ranked_moves
from deduce_models.shakespeare.records.reading import Replay
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.faces import compact

FORECAST = "expected final prestige"
COMPARED = "what they are worth beside each other (no forecast of the score)"
"""What values are: alone a forecast, learned from games played to the end; among rivals they only compare moves."""
NARROWED = (
    "no compiled kernels here (python -m deduce.kernels makes them): "
    "plans are searched less hard, and neither rivals' turns nor next days are played out"
)
"""What advice without kernels is told with: it is weaker, and may be other advice."""


def advise(
    replay: Replay, *, seat: int | None = None, rng: int = 0, time_limit: float | None = None
) -> Report:
    """What `seat` should do after `until`, or, of a finished game, where it was lost; see `Game.advise_record`."""
    all_read(replay)
    view = compact(replay.view(seat))
    if view.phase == phases.OVER:
        from deduce_models.shakespeare.answers.review import reviewed

        return reviewed(replay, view.seat, seed=rng, time_limit=time_limit)
    rows = ranked_moves(view, rng=rng, time_limit=time_limit)
    best = rows[0].details
    said = "Advice for {who}, day {day} of {days}:"
    who = person(view.seat)
    lines: list[str] = [say(said, who=who, day=view.day, days=view.setup.parts.days), *replay.assumed]
    data: dict[str, object] = {
        "seat": view.seat,
        "day": view.day,
        "advice": [row.to_dict() for row in rows],
    }
    if library() is None:
        lines.append(say(NARROWED))
        data["narrowed"] = NARROWED
    if "plan" in best:
        lines.append(say("plan of this day:" if "parts" in best else "plan of the next day:"))
        lines += [
            run(f"  {number}. ", listing([typed(each) for each in action], ";"))
            for number, action in enumerate(best["plan"], 1)
        ] or [say("  nothing more")]
        data["plan"] = best["plan"]
    if "parts" in best:
        lines.append(say("what the position is worth after it, in parts:"))
        parts = [
            run(say(part), f" {value:.1f}") for part, value in best["parts"].items() if abs(value) >= 0.05
        ]
        lines.append(run("  ", listing(parts, ",") if parts else ""))
        data["parts"] = best["parts"]
    data["values"] = FORECAST if view.setup.solo else COMPARED
    lines.append(say("moves, with {values}:", values=data["values"]))
    return Report(passage([*lines, *ranked_rows(rows)]), data)
