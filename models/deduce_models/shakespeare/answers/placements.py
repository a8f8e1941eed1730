"""The best placements of a position, for people: every craft of a seat, its best work, the drawing of the best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deduce_models.shakespeare.components.drawing import costumes_text, stage_text
from deduce_models.shakespeare.components.parts import YELLOW
from deduce_models.shakespeare.placement.activation import Worth
from deduce_models.shakespeare.placement.completion import complete_set
from deduce_models.shakespeare.placement.optimum import (
    Alternative,
    Placement,
    activation_of,
    best_activation,
    moves_for,
    wearers,
)
from deduce_models.shakespeare.rules.setup import JEWELER, WORKERS

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.views import View

__all__ = ["Work", "best_works", "lines_and_data", "usual_worth"]

QUILL = 0.45
"""A step on an act track in points: about three steps for a prize of one or two prestige."""


@dataclass(frozen=True, slots=True)
class Work:
    """One craft of a seat with its best placement; `token`: with a "+3" token."""

    person: int
    token: bool
    placement: Placement


def usual_worth(view: View, seat: int) -> Worth:
    """What a position is worth to `seat`, as `deduce solve` counts it: a judgement, not a rule.

    Prestige and yellow elements count 1, pounds 0.4 (an unpaid character costs 2), an element that makes later
    points possible a fraction. A complete costume counts its power once for each rehearsal ahead. On the last
    day only points count: nothing is left to prepare.
    """
    setup = view.setup
    ahead = sum(view.day <= day for day in setup.parts.rehearsals)
    complete = []
    for person in wearers(view, seat):
        power = setup.people[person].power
        points = QUILL * sum(power.quills) + 0.4 * power.pounds + power.prestige
        complete.append(round(ahead * points, 3))
    if view.day >= setup.parts.days:
        return Worth(
            tokens=0.0,
            piece=0.0,
            debt=(0.0,) * (YELLOW + 1),
            candle_ready=0.0,
            partial=((0.0,),) * 3,
            complete=tuple(complete),
        )
    return Worth(complete=tuple(complete))


def best_works(view: View, seat: int, worth: Worth | None = None, *, alternatives: int = 2) -> list[Work]:
    """The best placement of every craft that `seat` could activate today, the best first.

    Crafts that were activated today or rest are left out; of a craft with a token and without, both are listed.
    """
    setup, board = view.setup, view.boards[seat - 1]
    worth = worth if worth is not None else usual_worth(view, seat)
    found = []
    for place, person in enumerate(board.troupe):
        if setup.roles[person] not in WORKERS or (board.used | board.resting) >> place & 1:
            continue
        tokens = [False, True] if board.tokens and setup.roles[person] != JEWELER else [False]
        for token in tokens:
            activation = activation_of(view, seat, person, token=token)
            found.append(Work(person, token, best_activation(activation, worth, alternatives=alternatives)))
    # A token spent is a token less: it is not in the activation's own value.
    return sorted(found, key=lambda work: -(work.placement.gain - worth.tokens * work.token))


def lines_and_data(view: View, seat: int) -> tuple[list[str], dict[str, Any]]:
    """What ``deduce solve`` prints and gives of the placements of `seat`."""
    setup, works = view.setup, best_works(view, seat)
    lines: list[str] = []
    rows: list[dict[str, Any]] = []
    for work in works:
        found = work.placement
        lines += _work_lines(view, seat, work)
        rows.append(
            {
                "character": setup.codes[work.person],
                "token": work.token,
                "moves": _moves(view, seat, work, found.best),
                **found.to_dict(),
            }
        )
    if works:
        lines += ["", *_drawing(view, seat, works[0])]
    else:
        lines.append(f"seat {seat} has no craft that could work today")
    left = [offer + bag for offer, bag in zip(view.set_offer, view.set_bag, strict=True)]
    completion = complete_set(setup.stage, view.boards[seat - 1].stage, left)
    lines += ["", f"With all that is on offer and in the bag, {completion}"]
    return lines, {"placements": rows, "completion": completion.to_dict()}


def _moves(view: View, seat: int, work: Work, item: Alternative) -> list[str]:
    return moves_for(view, seat, work.person, item.action, token=work.token)


def _work_lines(view: View, seat: int, work: Work) -> list[str]:
    found = work.placement
    name = _name(view, work)
    proof = "proved best" if found.proved else f"at most {found.bound - found.value:.2f} more is possible"
    lines = [
        f"{name}: {found.gain:+.2f} points ({proof}, by {_METHODS[found.method]})",
        f"  {'; '.join(_moves(view, seat, work, found.best))}",
    ]
    for other in found.others:
        steps = "; ".join(step for step in _moves(view, seat, work, other)[1:] if step != "done")
        lines.append(f"  {other.behind:.2f} less: {steps or 'nothing'}")
    return lines


def _name(view: View, work: Work) -> str:
    return view.setup.codes[work.person] + (" with a +3 token" if work.token else "")


_METHODS = {"cp-sat": "CP-SAT", "enumeration": "looking at every action"}


def _drawing(view: View, seat: int, work: Work) -> list[str]:
    """The stage with the placement in it, or the costumes after it."""
    setup, action = view.setup, work.placement.best.action
    title = f"the best of them, {_name(view, work)}:"
    people = wearers(view, seat)
    worn = [
        (setup.codes[person], costume)
        for person, costume in zip(people, work.placement.best.outcome.costumes, strict=True)
    ]
    lines = [title]
    if action.pieces or not action.elements:
        lines.append(stage_text(setup.stage, view.boards[seat - 1].stage, action.pieces))
    if action.elements:
        lines.append(costumes_text(setup.parts, worn))
    return lines
