"""The best work of every craft that could be activated now, by the evaluation that all advice uses.

Every work is looked at, so the best of a craft is proved to be so, for the numbers that the planner believes. A
plan may still prefer another: it counts what comes later in the day, and this does not.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deduce_models.shakespeare.advice.crafting import Crafted, works
from deduce_models.shakespeare.advice.day import acted
from deduce_models.shakespeare.advice.evaluation import Evaluation
from deduce_models.shakespeare.advice.plan_state import plan_state
from deduce_models.shakespeare.advice.weights import Weights, usual_weights
from deduce_models.shakespeare.rules.moves import PLAIN, TOKEN
from deduce_models.shakespeare.rules.setup import ACTOR, JEWELER

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.views import View

__all__ = ["Work", "best_works"]


@dataclass(frozen=True, slots=True)
class Work:
    """One craft of a seat with its best works.

    Attributes:
        person: Who works; `token`: with a "+3" token.
        steps: The best works with all their moves, the best first.
        gains: For each the expected final prestige over an activation that does nothing and spends no token.
        looked: How many works were looked at: all of them, but for mirror images and equal wearers.
    """

    person: int
    token: bool
    steps: tuple[Crafted, ...]
    gains: tuple[float, ...]
    looked: int


def best_works(
    view: View, seat: int, *, weights: Weights | None = None, alternatives: int = 2
) -> list[Work]:
    """The best works of every craft that `seat` could activate today, the craft that gains most first.

    Crafts that were activated today or rest are left out; of a craft with a token and without, both are listed.

    Args:
        view: A position in which actions are taken, or wagers made.
        seat: Whose crafts.
        weights: The numbers of the evaluation.
        alternatives: How many works beside the best are listed.
    """
    setup, board = view.setup, view.boards[seat - 1]
    evaluation = Evaluation(view, seat, weights if weights is not None else usual_weights())
    own = plan_state(view, seat)
    found = []
    for place, person in enumerate(board.troupe):
        role = setup.trades[person]
        if role < 0 or (board.used | board.resting) >> place & 1:
            continue
        active = own._replace(cylinders=max(0, own.cylinders - 1), used=own.used | 1 << place)
        first = setup.moves.activations[person]
        plain = Crafted(active, (first[PLAIN],))
        if setup.roles[person] == ACTOR:
            plain = acted(evaluation, active, person, plain.moves, 1)[0]
        nothing = evaluation.value(plain.own)
        helped = board.tokens > 0 and setup.roles[person] not in (ACTOR, JEWELER)
        for token in (False, True)[: 1 + helped]:
            begun = plain.own._replace(tokens=plain.own.tokens - token)
            money = setup.budget(own.troupe, person, token=token)
            all_works = works(evaluation, begun, role, money, width=math.inf)
            ranked = sorted(
                ((evaluation.value(step.own) - nothing, step) for step in all_works),
                key=lambda pair: -pair[0],
            )[: 1 + alternatives]
            head = (first[TOKEN],) if token else plain.moves
            found.append(
                Work(
                    person,
                    token,
                    tuple(Crafted(step.own, (*head, *step.moves)) for _, step in ranked),
                    tuple(round(gain, 3) for gain, _ in ranked),
                    len(all_works),
                )
            )
    return sorted(found, key=lambda work: -work.gains[0])
