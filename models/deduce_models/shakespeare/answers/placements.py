"""The best placements of a position, for people: every craft of a seat, its best work, the drawing of the best."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from deduce.ground.wording import listing, run, say, typed
from deduce_models.shakespeare.advice.placing import Work, best_works
from deduce_models.shakespeare.components.drawing import costumes_text, stage_text
from deduce_models.shakespeare.placement.completion import complete_set
from deduce_models.shakespeare.placement.finishing import finishings
from deduce_models.shakespeare.rules.moves import COSTUME, DONE, SET, Move
from deduce_models.shakespeare.rules.views import View


def lines_and_data(view: View, seat: int) -> tuple[list[str], dict[str, Any]]:
    """What ``deduce solve`` prints and gives of the placements of `seat`."""
    setup, works = view.setup, best_works(view, seat)
    evening = {(work.person, work.token): work for work in best_works(view, seat, horizon="evening")}
    lines: list[str] = [say("the best placement of each craft now:")] if works else []
    for work in works:
        lines += _work_lines(view, work)
    if works:
        lines += ["", say("the best for the rest of the evening, with what follows today:")]
        for work in evening.values():
            lines += _evening_lines(view, work)
        lines += ["", *_drawing(view, seat, works[0])]
    else:
        lines.append(say("seat {seat} has no craft that could work today", seat=seat))
    left = [offer + bag for offer, bag in zip(view.set_offer, view.set_bag, strict=True)]
    completion = complete_set(setup.stage, view.boards[seat - 1].stage, left)
    told = completion.sentence()
    lines += ["", say("With all that is on offer and in the bag, {what}", what=told)]
    data: dict[str, Any] = {
        "placements": [
            _row(view, seat, work) | {"evening": _row(view, seat, evening[work.person, work.token])}
            for work in works
        ],
        "completion": completion.to_dict(),
    }
    if completion.possible:
        ways = finishings(setup.stage, view.boards[seat - 1].stage, left)
        lines.append(say("Counted by colours alone, {what}.", what=ways.sentence()))
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
    proof = (
        say("proved best by looking at all {works} works", works=work.looked)
        if work.looked > 1
        else say("all it can do")
    )
    worth = say("worth {value}", value=f"{work.gains[0]:+.2f}")
    lines = [
        run(_name(view, work), ": ", worth, " (", proof, ")"),
        run("  ", _moves(best.moves), _because(work)),
    ]
    for other, gain in zip(others, work.gains[1:], strict=True):
        steps = [move for move in other.moves[1:] if move.kind != DONE]
        told = _moves(steps) if steps else say("nothing")
        less = say("{less} less: {move}", less=f"{work.gains[0] - gain:.2f}", move=told)
        lines.append(run("  ", less))
    return lines


def _moves(moves: Iterable[Move]) -> str:
    return listing([typed(move.text) for move in moves], ";")


def _because(work: Work) -> str:
    """The parts of the value that make the difference, as the end of a line."""
    told = [
        run(say(part), f" {change:+.1f}") for part, change in work.reasons.items() if abs(change) >= 0.05
    ]
    return run("  (", listing(told[:3], ","), ")") if told else ""


def _evening_lines(view: View, work: Work) -> list[str]:
    best = work.steps[0]
    after = [typed(action[0].text) for action in work.after]
    then = say("; then {moves}", moves=listing(after, ",")) if after else ""
    return [
        run(_name(view, work), f": {work.gains[0]:+.2f}", _because(work)),
        run("  ", _moves(best.moves), then),
    ]


def _name(view: View, work: Work) -> str:
    return run(typed(view.setup.codes[work.person]), say(" with a +3 token") if work.token else "")


def _drawing(view: View, seat: int, work: Work) -> list[str]:
    """The stage with the placement in it, or the costumes after it."""
    setup, step = view.setup, work.steps[0]
    pieces = [(move.place, move.item) for move in step.moves if move.kind == SET]
    dressed = any(move.kind == COSTUME for move in step.moves)
    lines: list[str] = [say("the best of them, {craft}:", craft=_name(view, work))]
    if pieces or not dressed:
        lines.append(stage_text(setup.stage, view.boards[seat - 1].stage, pieces))
    if dressed:
        people = zip(step.board.troupe, step.board.costumes, strict=True)
        worn = [(setup.codes[person], costume) for person, costume in people if setup.wears[person]]
        lines.append(costumes_text(setup.parts, worn))
    return lines
