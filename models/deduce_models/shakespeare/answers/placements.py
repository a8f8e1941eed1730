"""The best placements of a position, for people: every craft of a seat, its best work, the drawing of the best."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deduce_models.shakespeare.advice.placing import Step, Work, best_works
from deduce_models.shakespeare.components.drawing import costumes_text, stage_text
from deduce_models.shakespeare.placement.completion import complete_set
from deduce_models.shakespeare.placement.finishing import finishings
from deduce_models.shakespeare.rules.moves import COSTUME, DONE, SET

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.views import View

__all__ = ["lines_and_data"]


def lines_and_data(view: View, seat: int) -> tuple[list[str], dict[str, Any]]:
    """What ``deduce solve`` prints and gives of the placements of `seat`."""
    setup, works = view.setup, best_works(view, seat)
    evening = {(work.person, work.token): work for work in best_works(view, seat, horizon="evening")}
    lines: list[str] = ["the best placement of each craft now:"] if works else []
    for work in works:
        lines += _work_lines(view, work)
    if works:
        lines += ["", "the best for the rest of the evening, with what follows today:"]
        for work in evening.values():
            lines += _evening_lines(view, work)
        lines += ["", *_drawing(view, seat, works[0])]
    else:
        lines.append(f"seat {seat} has no craft that could work today")
    left = [offer + bag for offer, bag in zip(view.set_offer, view.set_bag, strict=True)]
    completion = complete_set(setup.stage, view.boards[seat - 1].stage, left)
    lines += ["", f"With all that is on offer and in the bag, {completion}"]
    data: dict[str, Any] = {
        "placements": [
            _row(view, seat, work) | {"evening": _row(view, seat, evening[work.person, work.token])}
            for work in works
        ],
        "completion": completion.to_dict(),
    }
    if completion.possible:
        ways = finishings(setup.stage, view.boards[seat - 1].stage, left)
        lines.append(f"Counted by colours alone, {ways}.")
        data["finishings"] = ways.to_dict()
    return lines, data


def _row(view: View, seat: int, work: Work) -> dict[str, Any]:
    """A work as plain values."""
    board = view.boards[seat - 1]
    options = [
        {
            "moves": [move.text for move in step.moves],
            "gain": gain,
            "behind": round(work.gains[0] - gain, 3),
            "prestige": step.board.prestige - board.prestige,
            "pounds": step.board.pounds - board.pounds,
            "tokens": step.board.tokens - board.tokens,
            "ambiance": step.board.ambiance,
        }
        for step, gain in zip(work.steps, work.gains, strict=True)
    ]
    best, *others = options
    return {
        "character": view.setup.codes[work.person],
        "token": work.token,
        "kind": "exact" if work.proved else "heuristic",
        "reasons": dict(work.reasons),
        "after": [[move.text for move in action] for action in work.after],
        "looked at": work.looked,
        "gain": best["gain"],
        "moves": best["moves"],
        "best": best,
        "others": others,
    }


def _work_lines(view: View, work: Work) -> list[str]:
    best, *others = work.steps
    proof = f"proved best by looking at all {work.looked} works" if work.looked > 1 else "all it can do"
    lines = [
        f"{_name(view, work)}: worth {work.gains[0]:+.2f} ({proof})",
        f"  {'; '.join(move.text for move in best.moves)}{_because(work)}",
    ]
    for other, gain in zip(others, work.gains[1:], strict=True):
        steps = "; ".join(move.text for move in other.moves[1:] if move.kind != DONE)
        lines.append(f"  {work.gains[0] - gain:.2f} less: {steps or 'nothing'}")
    return lines


def _because(work: Work) -> str:
    """The parts of the value that make the difference, as the end of a line."""
    told = [f"{part} {change:+.1f}" for part, change in work.reasons.items() if abs(change) >= 0.05]
    return f"  ({', '.join(told[:3])})" if told else ""


def _evening_lines(view: View, work: Work) -> list[str]:
    best = work.steps[0]
    then = ", ".join(action[0].text for action in work.after)
    return [
        f"{_name(view, work)}: {work.gains[0]:+.2f}{_because(work)}",
        f"  {'; '.join(move.text for move in best.moves)}" + (f"; then {then}" if then else ""),
    ]


def _name(view: View, work: Work) -> str:
    return view.setup.codes[work.person] + (" with a +3 token" if work.token else "")


def _drawing(view: View, seat: int, work: Work) -> list[str]:
    """The stage with the placement in it, or the costumes after it."""
    setup, step = view.setup, work.steps[0]
    pieces = [(move.place, move.item) for move in step.moves if move.kind == SET]
    dressed = any(move.kind == COSTUME for move in step.moves)
    lines = [f"the best of them, {_name(view, work)}:"]
    if pieces or not dressed:
        lines.append(stage_text(setup.stage, view.boards[seat - 1].stage, pieces))
    if dressed:
        lines.append(costumes_text(setup.parts, _worn(view, step)))
    return lines


def _worn(view: View, step: Step) -> list[tuple[str, bytes]]:
    setup = view.setup
    return [
        (setup.codes[person], costume)
        for person, costume in zip(step.board.troupe, step.board.costumes, strict=True)
        if setup.wears[person]
    ]
