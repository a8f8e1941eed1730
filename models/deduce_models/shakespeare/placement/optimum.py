"""The best placement of one activation, proved: what to take, where to put it, and what the next best would cost.

Two methods find exactly the same: CP-SAT (`placement_model`), whose bound equals its value at the end, and
looking at every action (`enumeration`). By default actions are listed while they are few, and
the solver is asked when they are many.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

from deduce.ground.errors import GaveUp, ProblemError, nearest
from deduce_models.shakespeare.placement.activation import SCALE, Action, Activation, Outcome, Worth
from deduce_models.shakespeare.placement.enumeration import TooMany, best_of_all
from deduce_models.shakespeare.placement.model import PlacementModel
from deduce_models.shakespeare.rules.moves import PLAIN, TOKEN
from deduce_models.shakespeare.rules.setup import JEWELER, ROLES

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.state import State
    from deduce_models.shakespeare.rules.views import View

__all__ = ["FEW", "Alternative", "Placement", "activation_of", "best_activation", "moves_for", "wearers"]

FEW = 250
"""Up to so many sets and costumes are listed; beyond that CP-SAT is faster (`benchmarks/bench_shakespeare.py`)."""

Method = Literal["auto", "cp-sat", "enumeration"]


@dataclass(frozen=True, slots=True)
class Alternative:
    """An action with its value in points, what it costs against the best, and what it leaves."""

    action: Action
    value: float
    behind: float
    outcome: Outcome

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "pieces": [list(each) for each in self.action.pieces],
            "elements": [list(each) for each in self.action.elements],
            "value": self.value,
            "behind": self.behind,
            "prestige": self.outcome.prestige,
            "pounds": self.outcome.pounds,
            "tokens": self.outcome.tokens,
            "ambiance": self.outcome.ambiance,
        }


@dataclass(frozen=True, slots=True)
class Placement:
    """The best action of an activation, and the next best.

    Attributes:
        activation: The question.
        worth: What positions are worth.
        best: The best action; `value` is that of the position after it.
        others: The next best, in order; equivalent actions (reflections on a symmetric stage, equal wearers)
            count once.
        bound: No action is worth more; equal to the value when `proved`.
        proved: Whether the best is proved to be so.
        method: ``cp-sat`` or ``enumeration``.
    """

    activation: Activation
    worth: Worth
    best: Alternative
    others: tuple[Alternative, ...]
    bound: float
    proved: bool
    method: str

    @property
    def value(self) -> float:
        """The value of the best action, in points."""
        return self.best.value

    @property
    def gain(self) -> float:
        """Points over doing nothing."""
        return round(self.best.value - self.activation.value(Action(), self.worth) / SCALE, 3)

    @property
    def steps(self) -> tuple[str, ...]:
        """The best action as it is played, piece by piece."""
        return tuple(self.activation.steps(self.best.action))

    def certified(self, *, recheck: bool = False) -> bool:
        """Whether the certificate holds: every action legal, values as the rules give them, bound reached.

        The values are worked out anew from the outcome, without the method that found them. That nothing is
        better rests on the bound of CP-SAT, or with the method ``enumeration`` on having looked at every action
        (the bound is then the best value seen and proves nothing by itself). With `recheck` the other method proves
        it as well: what enumeration found CP-SAT proves again, and the other way round.
        """
        if recheck:
            other: Method = "enumeration" if self.method == "cp-sat" else "cp-sat"
            again = best_activation(self.activation, self.worth, method=other)
            if not again.certified() or again.value != self.value:
                return False
        found = (self.best, *self.others)
        right = all(
            not self.activation.refusal(item.action)
            and self.activation.value(item.action, self.worth) == round(item.value * SCALE)
            for item in found
        )
        falling = all(first.value >= second.value for first, second in pairwise(found))
        return right and falling and self.proved and self.bound == self.best.value

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "kind": "exact" if self.proved else "gave up",
            "method": self.method,
            "gain": self.gain,
            "bound": self.bound,
            "steps": list(self.steps),
            "best": self.best.to_dict(),
            "others": [item.to_dict() for item in self.others],
        }


def best_activation(
    activation: Activation,
    worth: Worth | None = None,
    *,
    alternatives: int = 0,
    method: Method = "auto",
    time_limit: float | None = None,
) -> Placement:
    """The best action of `activation` under `worth`, with the `alternatives` next best.

    `method` forces ``cp-sat`` or ``enumeration`` (exponential in the budget). With a `time_limit` (seconds)
    CP-SAT may stop early: then `proved` is False and `bound` says how much better an action could be.

    Raises `ProblemError` for an unknown method, a negative number of alternatives, a time limit of 0 or less,
    or a worth that does not fit the ambiance track; `GaveUp` when nothing was found in time; `MissingExtra`
    when CP-SAT is needed and not installed.
    """
    if method not in ("auto", "cp-sat", "enumeration"):
        raise ProblemError(f"method {method!r}: {nearest(method, ('auto', 'cp-sat', 'enumeration'))}")
    if alternatives < 0:
        raise ProblemError(f"alternatives {alternatives}: expected at least 0")
    if time_limit is not None and time_limit <= 0:
        raise ProblemError(f"time_limit {time_limit}: expected more than 0 seconds")
    worth = worth if worth is not None else Worth()
    for name, track in (("ambiance", worth.ambiance), ("rivals", worth.rivals)):
        if len(track) != activation.top + 1:
            raise ProblemError(f"{name}: expected a worth for each of {activation.top + 1} spaces")
    if method != "cp-sat":
        try:
            limit = FEW if method == "auto" else None
            found = best_of_all(activation, worth, number=alternatives + 1, limit=limit)
            return _placement(activation, worth, found, found[0][0], True, "enumeration")
        except TooMany:
            pass
    return _by_solver(activation, worth, alternatives, time_limit)


def _by_solver(
    activation: Activation, worth: Worth, alternatives: int, time_limit: float | None
) -> Placement:
    end = None if time_limit is None else time.monotonic() + time_limit
    model, nothing = PlacementModel(activation, worth), activation.value(Action(), worth)
    found: list[tuple[int, Action]] = []
    bound, proved = 0, False
    for number in range(alternatives + 1):
        try:
            answer = model.solve(time_limit=None if end is None else end - time.monotonic())
        except GaveUp:
            if not found:
                raise GaveUp(f"no placement within {time_limit} s") from None
            break
        if answer is None:
            break
        action, claimed, limit, status = answer
        if number == 0:
            bound, proved = nothing + limit, status == "optimal"
        elif status != "optimal":
            break
        found.append((nothing + claimed, action))
        if number < alternatives:
            model.forbid(action)
    return _placement(activation, worth, found, bound, proved, "cp-sat")


def _placement(
    activation: Activation,
    worth: Worth,
    found: Sequence[tuple[int, Action]],
    bound: int,
    proved: bool,
    method: str,
) -> Placement:
    best = found[0][0]
    items = [
        Alternative(action, value / SCALE, (best - value) / SCALE, activation.outcome(action))
        for value, action in found
    ]
    return Placement(activation, worth, items[0], tuple(items[1:]), bound / SCALE, proved, method)


# From a position of the game.


def wearers(position: State | View, seat: int) -> tuple[int, ...]:
    """The persons of `seat` that wear costumes: the order of `Activation.costumes`."""
    setup, board = position.setup, position.boards[seat - 1]
    return tuple(person for person in board.troupe if setup.wears[person])


def activation_of(position: State | View, seat: int, person: int, *, token: bool = False) -> Activation:
    """What `person` of `seat` could do if it were activated now, with a "+3" token or without.

    Raises `ProblemError` for a person of another kind, or when the seat has no token to spend.
    """
    setup, board = position.setup, position.boards[seat - 1]
    role = setup.roles[person]
    kind = ROLES[role]
    budget = setup.budget(board.troupe, person, token=token)
    if token and (not board.tokens or role == JEWELER):
        raise ProblemError(f'seat {seat} has no "+3" token to spend on {setup.codes[person]}')
    worn = tuple(
        costume for each, costume in zip(board.troupe, board.costumes, strict=True) if setup.wears[each]
    )
    supply = len(setup.stage.cells)
    if setup.options.plus3_limit:
        # A token that is spent is back in the supply before the first piece is placed.
        supply = setup.parts.plus3 - sum(other.tokens for other in position.boards) + token
    return Activation(
        stage=setup.stage,
        pieces=board.stage,
        costumes=worn,
        kind=kind,
        budget=budget,
        set_offer=position.set_offer,
        costume_offer=position.costume_offer,
        sums=setup.parts.costumes,
        ambiance=board.ambiance,
        rivals=tuple(other.ambiance for number, other in enumerate(position.boards, 1) if number != seat),
        supply=supply,
        stack=setup.options.stack_at_once,
        top=len(setup.parts.ambiance) - 1,
    )


def moves_for(
    position: State | View, seat: int, person: int, action: Action, *, token: bool = False
) -> list[str]:
    """The moves, as they are written in records, by which `seat` carries out `action` with `person`."""
    setup, people = position.setup, wearers(position, seat)
    kinds = setup.moves
    found = [kinds.activations[person][TOKEN if token else PLAIN]]
    found += [kinds.sets[colour - 1][place] for place, colour in action.pieces]
    found += [kinds.costumes[colour - 1][people[wearer]] for wearer, colour in action.elements]
    if setup.roles[person] != JEWELER or len(found) == 1:
        found.append(kinds.done)
    return [move.text for move in found]
