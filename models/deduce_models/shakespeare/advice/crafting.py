"""The work of a craft as one choice: which elements, and where. A fast search for planning, by pieces taken.

Every work of a craft is a sequence of legal pieces; works that leave the same stage, costumes and offers are
one. Level by level (one more piece) the best few are kept, so the search is not exhaustive unless its width is
unlimited; `placement` proves the best activation.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from deduce_models.shakespeare.components.parts import BLUE, GREEN, PINK, PURPLE, VALUES
from deduce_models.shakespeare.rules.setup import ASSISTANT, DRESSER, HANDYMAN, JEWELER, MISTRESS, SLOTS

if TYPE_CHECKING:
    from deduce_models.shakespeare.advice.holdings import Desk
    from deduce_models.shakespeare.advice.valuation import Valuer
    from deduce_models.shakespeare.rules.moves import Move

__all__ = ["Step", "works"]

TOKEN_VALUE = 3

SET_MAKERS = (DRESSER, HANDYMAN, JEWELER)
COSTUME_MAKERS = (MISTRESS, HANDYMAN, JEWELER)


class Step(NamedTuple):
    """What a seat has after some of its moves, and those moves."""

    spot: Desk
    moves: tuple[Move, ...]


def budget(valuer: Valuer, troupe: tuple[int, ...], person: int, token: bool) -> int:
    """What a craft can spend."""
    setup = valuer.setup
    helpers = sum(setup.roles[other] == ASSISTANT for other in troupe)
    return setup.people[person].value + helpers + (TOKEN_VALUE if token else 0)


def works(
    valuer: Valuer,
    spot: Desk,
    role: int,
    money: int,
    *,
    limit: float = math.inf,
    width: float = 24,
    before: bytes | None = None,
) -> list[Step]:
    """Works of a craft of `role` with `money` to spend, the best guess first; the last move ends the work.

    Args:
        valuer: Ranks what to keep.
        spot: What the seat has (the cylinder already placed).
        role: `setup.DRESSER` and the like; a Jeweler takes at most one element, of yellow.
        money: The value that can still be spent.
        limit: How many works are returned.
        width: How many partial works are kept a level; `math.inf` for all of them.
        before: The stage when the activation began, if that was earlier.
    """
    start = spot
    key = (
        start.stage, start.troupe, start.costumes, start.set_offer, start.costume_offer, start.ambiance,
        start.tokens, role, money, width, before,
    )  # fmt: skip
    known = valuer.works.get(key)
    if known is None:
        bare = start._replace(prestige=0, pounds=0, purple=0)
        known = valuer.works[key] = _searched(valuer, bare, role, money, width, before)
    return [
        Step(
            start._replace(
                prestige=start.prestige + spot.prestige,
                pounds=start.pounds + spot.pounds,
                ambiance=spot.ambiance,
                tokens=spot.tokens,
                stage=spot.stage,
                costumes=spot.costumes,
                set_offer=spot.set_offer,
                costume_offer=spot.costume_offer,
                purple=start.purple + spot.purple,
            ),
            moves,
        )
        for spot, moves in (known if limit == math.inf else known[: int(limit)])
    ]


def _searched(
    valuer: Valuer, spot: Desk, role: int, money: int, width: float, before: bytes | None
) -> list[Step]:
    done = (valuer.setup.moves.done,)
    level = [(valuer.rough(spot), Step(spot, ()), money)]
    found = list(level)
    seen: set[object] = set()
    base = spot.stage if before is None else before
    symmetric = valuer.symmetric
    while level:
        grown = []
        for _, step, rest in level:
            for after, left in _pieces(valuer, step, role, rest, base):
                here = after.spot
                stage = symmetric(here.stage) if symmetric else here.stage
                key = (stage, here.costumes, here.set_offer, here.costume_offer)
                if key not in seen:
                    seen.add(key)
                    grown.append((valuer.rough(here), after, left))
        grown.sort(key=lambda item: -item[0])
        level = grown if width == math.inf else grown[: int(width)]
        found += level
        if role == JEWELER:
            break
    found.sort(key=lambda item: -item[0])
    return [
        Step(step.spot, step.moves if role == JEWELER and step.moves else step.moves + done)
        for _, step, _ in found
    ]


def _pieces(valuer: Valuer, step: Step, role: int, money: int, before: bytes) -> list[tuple[Step, int]]:
    """Every next piece, with what is left to spend."""
    setup = valuer.setup
    spot = step.spot
    allowed = setup.affordable[money] if role != JEWELER else 1 << 6
    found = []
    if role in SET_MAKERS:
        there = allowed & setup.colours_in(spot.set_offer)
        base = spot.stage if setup.options.stack_at_once else before
        moves = setup.moves.sets
        for place, fits in setup.spots(spot.stage, base) if there else ():
            colours = there & fits
            for colour in range(1, 7):
                if colours >> colour & 1:
                    after = Step(
                        put_set(valuer, spot, colour, place), (*step.moves, moves[colour - 1][place])
                    )
                    found.append((after, money - VALUES[colour] if role != JEWELER else 0))
    if role in COSTUME_MAKERS:
        there = allowed & setup.colours_in(spot.costume_offer)
        if there:
            for colour in range(1, 7):
                if there >> colour & 1:
                    tried = set()
                    for place, person in enumerate(spot.troupe):
                        worn = spot.costumes[place]
                        if not setup.wears[person] or len(worn) >= SLOTS:
                            continue
                        same = (setup.people[person].power, worn)
                        if same in tried and not valuer.exhaustive:
                            continue
                        tried.add(same)
                        after = Step(
                            put_costume(valuer, spot, colour, place),
                            (*step.moves, setup.moves.costumes[colour - 1][person]),
                        )
                        found.append((after, money - VALUES[colour] if role != JEWELER else 0))
    return found


def put_set(valuer: Valuer, spot: Desk, colour: int, place: int) -> Desk:
    """`rules_crafts.put_set` for the own part of a position."""
    setup = valuer.setup
    stage, offer = spot.stage, spot.set_offer
    prestige, pounds, ambiance, tokens, purple = (
        spot.prestige + setup.candles[place],
        spot.pounds,
        spot.ambiance,
        spot.tokens,
        spot.purple,
    )
    if colour == PINK:
        pounds += 1
    elif colour == BLUE:
        ambiance = min(len(setup.parts.ambiance) - 1, ambiance + 2)
    elif colour == GREEN:
        tokens += tokens < valuer.supply
    elif colour == PURPLE:
        purple += 1
    return spot._replace(
        prestige=prestige,
        pounds=pounds,
        ambiance=ambiance,
        tokens=tokens,
        purple=purple,
        stage=stage[:place] + colour.to_bytes(1, "little") + stage[place + 1 :],
        set_offer=(*offer[: colour - 1], offer[colour - 1] - 1, *offer[colour:]),
    )


def put_costume(valuer: Valuer, spot: Desk, colour: int, place: int) -> Desk:
    """`rules_crafts.put_costume` for the own part of a position; `place` counts in the troupe."""
    worn = bytes(sorted((*spot.costumes[place], colour)))
    pounds = prestige = 0
    if len(worn) == SLOTS:
        pounds, prestige = valuer.setup.parts.costumes[sum(VALUES[each] for each in worn)]
    offer = spot.costume_offer
    return spot._replace(
        prestige=spot.prestige + prestige,
        pounds=spot.pounds + pounds,
        costumes=(*spot.costumes[:place], worn, *spot.costumes[place + 1 :]),
        costume_offer=(*offer[: colour - 1], offer[colour - 1] - 1, *offer[colour:]),
    )
