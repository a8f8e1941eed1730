"""A finished evening afterwards: what was still reachable from each dawn, and which choice cost most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from deduce.ground.errors import MissingExtra, ProblemError
from deduce.ground.report import Report
from deduce.ground.wording import listing, passage, run, say, seated, typed
from deduce_models.shakespeare.advice.review import STEPS, Cost, Review, doubts, review
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
        raise ProblemError(say("say whose game is meant: --seat NUMBER"))
    end = faces[-1].boards[seat - 1].prestige
    head = "Where was it lost? {who} ended with {number} prestige."
    lines: list[str] = [say(head, who=seated(seat), number=end)]
    data: dict[str, Any] = {"seat": seat, "prestige": end}
    if faces[-1].setup.solo:
        steps = STEPS if time_limit is None else max(1, round(time_limit / 2))
        try:
            found = review(faces, moves, steps=steps, seed=seed)
        except MissingExtra as error:
            lines += ["", error.said]
        else:
            lines += ["", *_hindsight(found)]
            data |= {"kind": "heuristic", **asdict(found)}
    told = doubts(faces, moves, seat, seed=seed)
    lines += ["", say("what the planner would have done, by its estimate:")]
    lines += [
        say(
            "  day {day}: {better} for {played}  [{number} ahead]",
            day=each.day, better=typed(each.better), played=typed(each.played), number=f"{each.behind:.2f}",
        )
        for each in told[:SHOWN]
    ] or [say("  nothing else")]  # fmt: skip
    data["doubts"] = [asdict(each) for each in told]
    return Report(passage(lines), data)


def _hindsight(found: Review) -> list[str]:
    """The table of dawns, and the actions of the dearest day."""
    lines: list[str] = [
        say(
            "in hindsight, all draws known ('at least': a game that the rules played; 'at most': no rest ends with more):"
        )
    ]
    for dawn in found.dawns:
        reach = _between(dawn.reachable, dawn.upper)
        day = say("  dawn of day {day}: still reachable {reach}", day=dawn.day, reach=reach)
        lines.append(run(day, say("; the day cost {cost}", cost=_cost(dawn.cost))))
    lines.append(say("  in all it cost {cost}", cost=_between(found.cost.least, found.cost.most)))
    dear = [choice for choice in found.choices if choice.cost.found]
    if not dear:
        return [*lines, say("nothing better was found at any dawn")]
    lines.append(say("which choices of day {day} cost it, by the games found:", day=dear[0].day))
    for choice in dear[:SHOWN]:
        lines.append(say("  {played}: cost {cost}", played=_line(choice.played), cost=_cost(choice.cost)))
        lines.append(say("    better: {better}", better=_line(choice.better)))
    return lines


def _line(moves: Sequence[str]) -> str:
    return listing([typed(move) for move in moves], ";")


def _between(least: int, most: int | None) -> str:
    """A figure of which this is known."""
    if most is None:
        return say("at least {least}, at most what is not known", least=least)
    if least == most:
        return say("exactly {least}", least=least)
    return say("at least {least}, at most {most}", least=least, most=most)


def _cost(cost: Cost) -> str:
    """A cost, and what the games found say of it where it is not exact."""
    known = _between(cost.least, cost.most)
    if cost.least == cost.most:
        return known
    return run(known, say(" ({number} by the games found)", number=cost.found))
