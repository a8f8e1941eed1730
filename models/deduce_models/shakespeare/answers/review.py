"""A finished evening afterwards: what was still reachable from each dawn, and which choice cost most."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from deduce.ground.errors import MissingExtra, ProblemError
from deduce.ground.report import Report
from deduce_models.shakespeare.advice.review import STEPS, Review, doubts, review
from deduce_models.shakespeare.records.reading import Replay

SHOWN = 4
"""How many choices are printed."""


def reviewed(replay: Replay, seat: int, *, seed: int = 0, time_limit: float | None = None) -> Report:
    """Where the game was lost: alone in hindsight, all draws known; of any seat, what the planner would have done.

    With a `time_limit` (seconds) the search is as much longer or shorter. Raises `ProblemError` for one seat's notes,
    whose positions are not whole.
    """
    states, moves = replay.played
    faces = [state.face for state in states]
    if not seat:
        raise ProblemError("say whose game is meant: --seat NUMBER")
    end = faces[-1].boards[seat - 1].prestige
    lines = [f"Where was it lost? Seat {seat} ended with {end} prestige."]
    data: dict[str, Any] = {"seat": seat, "prestige": end}
    if faces[-1].setup.solo:
        steps = STEPS if time_limit is None else max(1, round(time_limit / 2))
        try:
            found = review(faces, moves, steps=steps, seed=seed)
        except MissingExtra as error:
            lines += ["", str(error)]
        else:
            lines += ["", *_hindsight(found)]
            data |= {"kind": "heuristic", **asdict(found)}
    told = doubts(faces, moves, seat, seed=seed)
    lines += ["", "what the planner would have done, by its estimate:"]
    lines += [
        f"  day {each.day}: {each.better} for {each.played}  [{each.behind:.2f} ahead]"
        for each in told[:SHOWN]
    ] or ["  nothing else"]
    data["doubts"] = [asdict(each) for each in told]
    return Report("\n".join(lines), data)


def _hindsight(found: Review) -> list[str]:
    """The table of dawns, and the actions of the dearest day."""
    lines = [
        "in hindsight, all draws known (each number is a game that the rules played, so more may be possible):"
    ]
    for dawn in found.dawns:
        upper = "" if dawn.upper is None else f", at most {dawn.upper}"
        cost = f"; the day cost {dawn.cost}" if dawn.cost else ""
        lines.append(f"  dawn of day {dawn.day}: {dawn.reachable} still reachable{upper}{cost}")
    dear = [choice for choice in found.choices if choice.cost]
    if not dear:
        return [*lines, "nothing better was found at any dawn"]
    lines.append(f"which choices of day {dear[0].day} cost it:")
    for choice in dear[:SHOWN]:
        lines.append(f"  {'; '.join(choice.played)}  [-{choice.cost}]")
        lines.append(f"    better: {'; '.join(choice.better)}")
    return lines
