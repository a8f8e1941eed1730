"""The work of a craft as one choice: which elements, and where. A fast search for planning, by pieces taken.

Every work of a craft is a sequence of legal pieces; works that leave the same stage, costumes and offers are
one. Level by level (one more piece) the best few are kept. With an unlimited width all are: seldom more than some
hundreds, so for an action to be taken now every work is looked at, and the best is proved to be so (`best_works`).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from deduce_models.shakespeare.advice.plan_state import PlanState
from deduce_models.shakespeare.components.elements import EFFECTS, PRICES, VALUES
from deduce_models.shakespeare.components.parts import SLOTS
from deduce_models.shakespeare.rules.setup import COSTUME_MAKERS, JEWELER, SET_MAKERS

if TYPE_CHECKING:
    from deduce_models.shakespeare.advice.evaluation import Evaluation
    from deduce_models.shakespeare.rules.moves import Move

__all__ = ["Crafted", "works"]


class Crafted(NamedTuple):
    """What a seat has after some of its moves, and those moves."""

    own: PlanState
    moves: tuple[Move, ...]


def works(
    evaluation: Evaluation,
    own: PlanState,
    role: int,
    money: int,
    *,
    limit: float = math.inf,
    width: float = 24,
    before: bytes | None = None,
) -> list[Crafted]:
    """Works of a craft of `role` with `money` to spend, the best guess first; the last move ends the work.

    Args:
        evaluation: Ranks what to keep.
        own: What the seat has (the cylinder already placed).
        role: `setup.DRESSER` and the like; a Jeweler takes at most one element, of yellow.
        money: The value that can still be spent.
        limit: How many works are returned.
        width: How many partial works are kept a level; `math.inf` for all of them.
        before: The stage when the activation began, if that was earlier.
    """
    start = own
    builds, dresses = role in SET_MAKERS, role in COSTUME_MAKERS
    # What the craft cannot touch decides nothing: its works are the same.
    key = (
        role, money, width, before,
        (start.stage, start.set_offer, start.ambiance, start.tokens) if builds else (),
        (start.troupe, start.costumes, start.costume_offer) if dresses else (),
    )  # fmt: skip
    known = evaluation.works.get(key)
    if known is None:
        bare = start._replace(prestige=0, pounds=0, purple=0)
        known = evaluation.works[key] = _searched(evaluation, bare, role, money, width, before)
    found = []
    for own, moves in known if limit == math.inf else known[: int(limit)]:
        after = start._replace(prestige=start.prestige + own.prestige, pounds=start.pounds + own.pounds)
        if builds:
            after = after._replace(
                ambiance=own.ambiance,
                tokens=own.tokens,
                stage=own.stage,
                set_offer=own.set_offer,
                purple=start.purple + own.purple,
            )
        if dresses:
            after = after._replace(costumes=own.costumes, costume_offer=own.costume_offer)
        found.append(Crafted(after, moves))
    return found


def _searched(
    evaluation: Evaluation, own: PlanState, role: int, money: int, width: float, before: bytes | None
) -> list[Crafted]:
    done = (evaluation.setup.moves.done,)
    # Where everything is kept there is nothing to rank.
    rough = evaluation.rough if width != math.inf else _unranked
    level = [(rough(own), Crafted(own, ()), money)]
    found = list(level)
    seen: set[object] = set()
    base = own.stage if before is None else before
    symmetric = evaluation.symmetric
    while level:
        grown = []
        for _, step, rest in level:
            for after, left in _pieces(evaluation, step, role, rest, base):
                here = after.own
                stage = symmetric(here.stage) if symmetric else here.stage
                key = (stage, here.costumes, here.set_offer, here.costume_offer)
                if key not in seen:
                    seen.add(key)
                    grown.append((rough(here), after, left))
        if width != math.inf:
            grown.sort(key=lambda item: -item[0])
            grown = grown[: int(width)]
        level = grown
        found += level
        if role == JEWELER:
            break
    if width != math.inf:
        found.sort(key=lambda item: -item[0])
    return [
        Crafted(step.own, step.moves if role == JEWELER and step.moves else step.moves + done)
        for _, step, _ in found
    ]


def _unranked(_: PlanState) -> float:
    return 0.0


def _pieces(
    evaluation: Evaluation, step: Crafted, role: int, money: int, before: bytes
) -> list[tuple[Crafted, int]]:
    """Every next piece, with what is left to spend."""
    setup = evaluation.setup
    own = step.own
    allowed = setup.affordable[money] if role != JEWELER else 1 << 6
    found = []
    if role in SET_MAKERS:
        there = allowed & setup.colours_in(own.set_offer)
        base = own.stage if setup.options.stack_at_once else before
        moves = setup.moves.sets
        for place, fits in setup.spots(own.stage, base) if there else ():
            colours = there & fits
            for colour in range(1, 7):
                if colours >> colour & 1:
                    after = Crafted(
                        put_set(evaluation, own, colour, place), (*step.moves, moves[colour - 1][place])
                    )
                    found.append((after, money - PRICES[colour]))
    if role in COSTUME_MAKERS:
        there = allowed & setup.colours_in(own.costume_offer)
        if there:
            for colour in range(1, 7):
                if there >> colour & 1:
                    tried = set()
                    for place, person in enumerate(own.troupe):
                        worn = own.costumes[place]
                        if not setup.wears[person] or len(worn) >= SLOTS:
                            continue
                        same = (setup.people[person].power, worn)
                        if same in tried and not evaluation.exhaustive:
                            continue
                        tried.add(same)
                        after = Crafted(
                            put_costume(evaluation, own, colour, place),
                            (*step.moves, setup.moves.costumes[colour - 1][person]),
                        )
                        found.append((after, money - PRICES[colour]))
    return found


def put_set(evaluation: Evaluation, own: PlanState, colour: int, place: int) -> PlanState:
    """`rules.crafts.put_set` for the own part of a position."""
    setup = evaluation.setup
    stage, offer = own.stage, own.set_offer
    gain, steps, taken, harm = EFFECTS[colour]
    ambiance, tokens = own.ambiance, own.tokens
    if steps:
        ambiance = min(len(setup.parts.ambiance) - 1, ambiance + steps)
    if taken:
        tokens = max(tokens, min(tokens + taken, evaluation.supply))
    # `_replace` would be the slowest step of the whole search.
    return PlanState(
        prestige=own.prestige + setup.candles[place],
        pounds=own.pounds + gain,
        ambiance=ambiance,
        tokens=tokens,
        stage=stage[:place] + colour.to_bytes(1, "little") + stage[place + 1 :],
        troupe=own.troupe,
        costumes=own.costumes,
        cylinders=own.cylinders,
        used=own.used,
        resting=own.resting,
        recruited=own.recruited,
        set_offer=(*offer[: colour - 1], offer[colour - 1] - 1, *offer[colour:]),
        costume_offer=own.costume_offer,
        spaces=own.spaces,
        drawn=own.drawn,
        purple=own.purple - harm,
    )


def put_costume(evaluation: Evaluation, own: PlanState, colour: int, place: int) -> PlanState:
    """`rules.crafts.put_costume` for the own part of a position; `place` counts in the troupe."""
    worn = bytes(sorted((*own.costumes[place], colour)))
    pounds = prestige = 0
    if len(worn) == SLOTS:
        pounds, prestige = evaluation.setup.parts.costumes[sum(VALUES[each] for each in worn)]
    offer = own.costume_offer
    return PlanState(
        prestige=own.prestige + prestige,
        pounds=own.pounds + pounds,
        ambiance=own.ambiance,
        tokens=own.tokens,
        stage=own.stage,
        troupe=own.troupe,
        costumes=(*own.costumes[:place], worn, *own.costumes[place + 1 :]),
        cylinders=own.cylinders,
        used=own.used,
        resting=own.resting,
        recruited=own.recruited,
        set_offer=own.set_offer,
        costume_offer=(*offer[: colour - 1], offer[colour - 1] - 1, *offer[colour:]),
        spaces=own.spaces,
        drawn=own.drawn,
        purple=own.purple,
    )
