"""The plan of a day for one seat: which characters to activate, how, in which order, and when to stop.

A beam over sequences of whole activations. What rivals do meanwhile is left out here (see `rivals`).
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from deduce_models.shakespeare.advice.crafting import Crafted, works
from deduce_models.shakespeare.advice.evaluation import Evaluation
from deduce_models.shakespeare.advice.plan_state import PlanState, plan_state
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.moves import OBJECTIVES, PLAIN, POUNDS, TOKEN
from deduce_models.shakespeare.rules.setup import ACTOR, ASSISTANT, EXTRA, JEWELER, QUEEN

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.moves import Move

__all__ = ["CLOSE", "EFFORT", "FULL", "GLIMPSE", "ONE", "Effort", "Plan", "actions", "plan_day"]


class Effort(NamedTuple):
    """How hard a day is searched.

    Attributes:
        beam: Sequences of activations kept a level.
        works: Works kept of each craft (and uses of white quills of each actor) at each sequence.
        width: Partial works kept a level within a craft.
        depth: Actions looked ahead.
        close: Whether every work of the first action is looked at, so that the best of them is proved to be so, and
            whether for every first move the best sequence that begins with it is kept at every level.
    """

    beam: float = 10
    works: float = 3
    width: float = 12
    depth: float = math.inf
    close: bool = False


EFFORT = Effort(close=True)
"""What a player among rivals spends, who plans anew at every turn."""

GLIMPSE = Effort(2, 1, 5)
"""What is spent on days that follow."""

CLOSE = Effort(4, 2, 8)
"""What is spent on a next day whose offers are known."""

ONE = Effort(beam=1, works=3, width=12, depth=1)
"""A single action."""

FULL = Effort(math.inf, math.inf, math.inf)
"""Everything: for small positions."""


class Plan(NamedTuple):
    """A sequence of whole actions (each a tuple of moves) and what it is worth.

    `first` is what the seat has after the first action, `end` after all of them.
    """

    value: float
    actions: tuple[tuple[Move, ...], ...]
    first: PlanState
    end: PlanState


def plan_day(
    evaluation: Evaluation,
    state: Any,
    effort: Effort = EFFORT,
    *,
    own: PlanState | None = None,
    stop: float = math.inf,
) -> list[Plan]:
    """Plans for the rest of the day, best first: the best for each number of further actions.

    `state` is a `State` or `View` in a phase of the action part of the day, in which `evaluation.seat` is to move.
    Past `stop` (of `time.monotonic`) no second action is added.
    Complexity: beam x characters x works a level, with as many levels as actions are left.
    """
    start = own if own is not None else plan_state(state, evaluation.seat)
    pending = () if own is not None else _pending(evaluation, state, start, effort)
    if pending:
        nodes = [Plan(evaluation.value(step.own), (step.moves,), step.own, step.own) for step in pending]
    else:
        nodes = [Plan(evaluation.value(start), (), start, start)]
    display = state.display
    found: list[Plan] = []
    if not start.recruited and evaluation.setup.solo and display:
        nodes = _grown(evaluation, nodes, lambda at: recruits(evaluation, at, display))
    seen: set[PlanState] = set()
    level = 0
    # The first actions are always looked at: a seat that may not pass has to have one.
    while nodes and not (level > 1 and time.monotonic() > stop):
        nodes.sort(key=lambda node: -node.value)
        nodes = _kept(nodes, effort)
        found += nodes
        if level >= effort.depth or (pending and level >= effort.depth - 1):
            break
        level += 1
        grown = []
        # Where a card is recruited first, a work is not the action at hand.
        at_hand = effort.close and level == 1 and not nodes[0].actions
        here = effort._replace(width=math.inf) if at_hand else effort
        for node in nodes:
            for step in actions(evaluation, node.end, display, here):
                if step.own in seen:
                    continue
                seen.add(step.own)
                grown.append(_longer(evaluation, node, step))
        nodes = grown
    found.sort(key=lambda node: -node.value)
    return found


def _kept(nodes: list[Plan], effort: Effort) -> list[Plan]:
    """The sequences of the beam, of those sorted by value; see `Effort.close` for a quota."""
    if effort.beam == math.inf:
        return nodes
    kept = nodes[: int(effort.beam)]
    if effort.close:
        begun = {node.actions[0][0] for node in kept if node.actions}
        for node in nodes[len(kept) :]:
            if node.actions and node.actions[0][0] not in begun:
                begun.add(node.actions[0][0])
                kept.append(node)
    return kept


def _grown(evaluation: Evaluation, nodes: Sequence[Plan], steps: Any) -> list[Plan]:
    return [_longer(evaluation, node, step) for node in nodes for step in steps(node.end)]


def _longer(evaluation: Evaluation, plan: Plan, step: Crafted) -> Plan:
    first = plan.first if plan.actions else step.own
    return Plan(evaluation.value(step.own), (*plan.actions, step.moves), first, step.own)


def _pending(evaluation: Evaluation, state: Any, own: PlanState, effort: Effort) -> list[Crafted]:
    """Ways to end the activation that is under way."""
    setup = evaluation.setup
    if state.phase == phases.CRAFT:
        width = math.inf if effort.close else effort.width
        limit = math.inf if width == math.inf else 9 * effort.works
        role = setup.trades[state.worker]
        found = works(evaluation, own, role, state.budget, limit=limit, width=width, before=state.before)
        return _best(evaluation, found, 3 * effort.works)
    if state.phase == phases.QUILL:
        found = _quills(evaluation, own, state.quills, (), math.inf)
        return _taking(evaluation, found, state.worker, effort)
    return []


def actions(
    evaluation: Evaluation, own: PlanState, display: Sequence[int], effort: Effort
) -> list[Crafted]:
    """Whole actions worth looking at: recruiting, and the best few works of each character at hand."""
    found = [] if own.recruited else recruits(evaluation, own, display)
    if own.cylinders:
        blocked = own.used | own.resting
        for place, person in enumerate(own.troupe):
            if not blocked >> place & 1:
                found += activations(evaluation, own, place, person, effort)
    return found


def recruits(evaluation: Evaluation, own: PlanState, display: Sequence[int]) -> list[Crafted]:
    """Every card of the display as its character, and one of them as an Extra."""
    setup = evaluation.setup
    found = []
    seen = set()
    for extra in (0, 1):
        for card in display:
            person = setup.person(card, extra)
            same = setup.people[person]
            if same not in seen:
                seen.add(same)
                after = own._replace(
                    troupe=(*own.troupe, person), costumes=(*own.costumes, b""), recruited=True
                )
                found.append(Crafted(after, (setup.moves.recruits[card][extra],)))
    return found


def activations(
    evaluation: Evaluation, own: PlanState, place: int, person: int, effort: Effort
) -> list[Crafted]:
    """The best few activations of one of the troupe."""
    setup = evaluation.setup
    role = setup.roles[person]
    if role in (ASSISTANT, EXTRA):
        return []
    made = setup.moves.activations[person]
    limit = math.inf if effort.width == math.inf else 3 * effort.works
    own = own._replace(cylinders=own.cylinders - 1, used=own.used | 1 << place)
    if role == QUEEN:
        found = [Crafted(own._replace(pounds=own.pounds + setup.parts.queen_pounds), (made[POUNDS],))]
        if own.drawn < evaluation.draws:
            found.append(Crafted(own._replace(drawn=own.drawn + 1), (made[OBJECTIVES],)))
        return found
    if role == ACTOR:
        found = acted(evaluation, own, person, (made[PLAIN],), effort.works)
        return _taking(evaluation, found, person, effort)
    if role == JEWELER:
        found = works(evaluation, own, role, 0, limit=limit, width=effort.width)
        return _headed(_best(evaluation, found, effort.works), made[PLAIN])
    found = works(
        evaluation,
        own,
        role,
        setup.budget(own.troupe, person, token=False),
        limit=limit,
        width=effort.width,
    )
    steps = _headed(_best(evaluation, found, effort.works), made[PLAIN])
    if own.tokens:
        own = own._replace(tokens=own.tokens - 1)
        found = works(
            evaluation,
            own,
            role,
            setup.budget(own.troupe, person, token=True),
            limit=limit,
            width=effort.width,
        )
        steps += _headed(_best(evaluation, found, effort.works), made[TOKEN])
    return steps


def _taking(evaluation: Evaluation, begun: list[Crafted], person: int, effort: Effort) -> list[Crafted]:
    """What an actor was begun with, and the elements that it then takes."""
    setup = evaluation.setup
    role, money = setup.trades[person], setup.people[person].value
    if role < 0:
        return begun
    limit = math.inf if effort.width == math.inf else 3 * effort.works
    found = [
        Crafted(step.own, (*begin.moves, *step.moves))
        for begin in begun
        for step in works(evaluation, begin.own, role, money, limit=limit, width=effort.width)
    ]
    return _best(evaluation, found, effort.works)


def _headed(steps: Sequence[Crafted], move: Move) -> list[Crafted]:
    return [Crafted(step.own, (move, *step.moves)) for step in steps]


def _best(evaluation: Evaluation, steps: list[Crafted], count: float) -> list[Crafted]:
    """The best `count` by value."""
    if count == math.inf:
        return steps
    return sorted(steps, key=lambda step: -evaluation.value(step.own))[: int(count)]


def acted(
    evaluation: Evaluation, own: PlanState, person: int, moves: tuple[Move, ...], count: float
) -> list[Crafted]:
    """What an actor gives, with the best `count` uses of its white quills; what it takes comes after."""
    setup = evaluation.setup
    gain = setup.people[person].activation
    lengths = [act.length for act in setup.acts]
    one, two, three = (
        min(length, space + steps)
        for length, space, steps in zip(lengths, own.spaces, gain.quills, strict=False)
    )
    own = own._replace(
        prestige=own.prestige + gain.prestige,
        pounds=own.pounds + gain.pounds,
        ambiance=min(len(setup.parts.ambiance) - 1, own.ambiance + gain.ambiance),
        spaces=(one, two, three),
    )
    return _quills(evaluation, own, gain.quills[3], moves, count)


def _quills(
    evaluation: Evaluation, own: PlanState, white: int, moves: tuple[Move, ...], count: float
) -> list[Crafted]:
    """The best uses of white quills."""
    if not white:
        return [Crafted(own, moves)]
    setup = evaluation.setup
    made = setup.moves.quills
    length = [act.length for act in setup.acts]
    found = []
    for first in range(white + 1):
        for second in range(white - first + 1):
            use = (first, second, white - first - second)
            if not setup.options.split_quills and max(use) < white:
                continue
            one, two, three = (
                min(most, space + steps) for most, space, steps in zip(length, own.spaces, use, strict=True)
            )
            if setup.options.split_quills:
                played = tuple(made[act] for act in range(3) for _ in range(use[act]))
            else:
                played = (made[use.index(white)],)
            found.append(Crafted(own._replace(spaces=(one, two, three)), moves + played))
    return _best(evaluation, found, count)
