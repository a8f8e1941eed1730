"""Questions beyond one activation: can the set be finished, and the best costumes over several activations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Any

from deduce.ground.errors import GaveUp, ProblemError
from deduce.knowledge import Knowledge
from deduce_models.shakespeare.components.elements import COLOURS, PRICES, YELLOW
from deduce_models.shakespeare.components.stage import Stage
from deduce_models.shakespeare.placement.activation import SCALE, Activation, Worth
from deduce_models.shakespeare.placement.finishing import set_problem

if TYPE_CHECKING:
    from deduce.explain.reasons import Conflict

__all__ = ["BestCostumes", "Completion", "best_costumes", "complete_set"]

JEWEL = 8
"""The price of a yellow element in `complete_set`: a whole activation, as much as the dearest craft takes."""


@dataclass(frozen=True, slots=True)
class Completion:
    """Whether a set can still be finished.

    Attributes:
        possible: Whether the elements left suffice.
        pieces: The colours to put on each empty space, by its name; empty when impossible.
        cost: The sum of the values of those that have a price.
        jewels: How many of them are yellow.
        conflict: When impossible: the fewest statements that cannot all be true.
        proved: Whether the completion is proved cheapest.
    """

    possible: bool
    pieces: dict[str, str]
    cost: int
    jewels: int
    conflict: Conflict | None
    proved: bool

    def __str__(self) -> str:
        if self.conflict is not None:
            return f"the set cannot be finished: {self.conflict}"
        parts = ", ".join(f"{name} {colour}" for name, colour in self.pieces.items())
        yellow = f" and {self.jewels} yellow" if self.jewels else ""
        return f"the set can be finished for a value of {self.cost}{yellow}: {parts}"

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "possible": self.possible,
            "pieces": self.pieces,
            "cost": self.cost,
            "jewels": self.jewels,
            "proved": self.proved,
            "conflict": None if self.conflict is None else self.conflict.to_dict(),
        }


def complete_set(stage: Stage, pieces: bytes, left: Sequence[int], *, jewel: int = JEWEL) -> Completion:
    """The cheapest way to fill every space with the elements `left` (offer and bag), by colour.

    Cheapest by the sum of values, a yellow element counted as `jewel`. What others will take is not foreseen: with
    rivals this is what can at best be done. Proved, by dynamic programming over colours in a few milliseconds.
    Raises `ProblemError` for an impossible stage.
    """
    problem, space = set_problem(stage, pieces, left)
    if not space:
        return Completion(True, {}, 0, 0, None, True)
    chosen = _filled(stage, pieces, left, jewel)
    if chosen is None:
        return Completion(False, {}, 0, 0, Knowledge(problem).conflict(), True)
    jewels = sum(colour == YELLOW for colour in chosen.values())
    cost = sum(PRICES[colour] for colour in chosen.values() if colour != YELLOW)
    words = {name: COLOURS[chosen[name] - 1] for name in space}
    return Completion(True, words, cost, jewels, None, True)


_Choice = tuple[int, int, int]


def _filled(stage: Stage, pieces: bytes, left: Sequence[int], jewel: int) -> dict[str, int] | None:
    """The colour of each empty space in a cheapest way; None without any.

    A space whose mirror holds a colour asks for that or yellow, two mirrored ones for one colour or yellow in place of
    either, one on the axis for any. Where colour c fills `asked` spaces, `pairs` pairs and `alone` on the axis, it takes
    ``asked + 2 pairs + alone`` elements but for those in whose place a yellow one stands. So colour by colour it
    suffices to know how many pairs, spaces on the axis and yellow elements are left.
    """
    cells = stage.cells
    asked: dict[int, list[str]] = {colour: [] for colour in range(1, YELLOW)}
    pairs, alone = [], []
    for place, cell in enumerate(cells):
        across = pieces[cell.mirror]
        if pieces[place]:
            continue
        if cell.mirror == place or across == YELLOW:
            alone.append(cell.name)
        elif across:
            asked[across].append(cell.name)
        elif place < cell.mirror:
            pairs.append((cell.name, cells[cell.mirror].name))
    # What is left for the colours to come: (pairs, alone, yellow); the cheapest cost so far, and what it chose.
    level: dict[_Choice, tuple[int, tuple[_Choice, ...]]] = {
        (len(pairs), len(alone), left[YELLOW - 1]): (0, ())
    }
    for colour in range(1, YELLOW):
        after: dict[_Choice, tuple[int, tuple[_Choice, ...]]] = {}
        for (two, one, yellow), (cost, made) in level.items():
            for here, there in product(range(two + 1), range(one + 1)):
                need = len(asked[colour]) + 2 * here + there
                least = max(0, need - left[colour - 1])
                most = min(yellow, len(asked[colour]) + here)
                for jewels in range(least, most + 1 if jewel < PRICES[colour] else min(least, most) + 1):
                    if jewels > most:
                        break
                    total = cost + PRICES[colour] * (need - jewels) + jewel * jewels
                    state = (two - here, one - there, yellow - jewels)
                    if state not in after or total < after[state][0]:
                        after[state] = (total, (*made, (here, there, jewels)))
        level = after
    ends = [
        (cost + jewel * (2 * two + one), made)
        for (two, one, yellow), (cost, made) in level.items()
        if 2 * two + one <= yellow
    ]
    return _laid(asked, pairs, alone, min(ends)[1]) if ends else None


def _laid(
    asked: Mapping[int, Sequence[str]],
    pairs: Sequence[tuple[str, str]],
    alone: Sequence[str],
    made: Sequence[tuple[int, int, int]],
) -> dict[str, int]:
    """What was chosen of each colour (pairs, alone, yellow in its place), space by space; the rest is yellow."""
    found: dict[str, int] = {}
    open_pairs, open_alone = list(pairs), list(alone)
    for colour, (two, one, jewels) in enumerate(made, 1):
        mine = [(name,) for name in asked[colour]] + [open_pairs.pop(0) for _ in range(two)]
        for names in mine:
            found |= dict.fromkeys(names, colour)
            if jewels:
                found[names[-1]] = YELLOW
                jewels -= 1
        found |= {open_alone.pop(0): colour for _ in range(one)}
    rest = [name for pair in open_pairs for name in pair] + open_alone
    return found | dict.fromkeys(rest, YELLOW)


@dataclass(frozen=True, slots=True)
class BestCostumes:
    """The best costumes over several activations.

    Attributes:
        elements: For each activation its (wearer, colour) pairs.
        value: The worth of all costumes and what they pay, in points; `gain` over doing nothing.
        bound: No plan is worth more; equal to `value` when proved.
        proved: Whether that is so.
    """

    elements: tuple[tuple[tuple[int, int], ...], ...]
    value: float
    gain: float
    bound: float
    proved: bool

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "elements": [[list(each) for each in one] for one in self.elements],
            "value": self.value,
            "gain": self.gain,
            "bound": self.bound,
            "proved": self.proved,
        }


def best_costumes(
    activation: Activation,
    budgets: Sequence[int],
    worth: Worth | None = None,
    *,
    jewels: int = 0,
    time_limit: float | None = None,
) -> BestCostumes:
    """The best costume elements to take in `budgets` activations one after another, from one offer.

    Args:
        activation: The position; its kind and budget play no part.
        budgets: What each activation may take, at most 8 of them.
        worth: What costumes are worth.
        jewels: Further activations that take one yellow element each (they come last in the answer).
        time_limit: In seconds.

    Raises `ProblemError` for budgets below 0 or too many of them, `GaveUp` when nothing was found in time.
    """
    if len(budgets) > 8 or min(budgets, default=0) < 0 or not 0 <= jewels <= 8:
        raise ProblemError(f"budgets {list(budgets)}, jewels {jewels}: up to 8 budgets of at least 0")
    worth = worth if worth is not None else Worth()
    from deduce_models.shakespeare.placement.model import choices_of, cp_model

    cp = cp_model()
    choices = choices_of(replace(activation, kind="mistress", budget=sum(budgets)), worth, yellow=jewels)
    model, count, taken = _stated(cp, activation, choices, budgets, jewels)
    solver = cp.CpSolver()
    solver.parameters.num_workers = 1
    if time_limit is not None:
        solver.parameters.max_time_in_seconds = time_limit
    status = solver.solve(model)
    if status not in (cp.OPTIMAL, cp.FEASIBLE):
        raise GaveUp(f"no costumes within {time_limit} s")
    nothing = sum(activation.dress(w, costume, worth) for w, costume in enumerate(activation.costumes))
    gain, bound = round(solver.objective_value), round(solver.best_objective_bound)
    plan = _dealt(
        {key: solver.value(variable) for key, variable in count.items()},
        {key: solver.value(variable) for key, variable in taken.items()},
        len(budgets),
        jewels,
    )
    return BestCostumes(
        plan, (nothing + gain) / SCALE, gain / SCALE, (nothing + bound) / SCALE, status == cp.OPTIMAL
    )


def _stated(
    cp: Any, activation: Activation, choices: dict[Any, Any], budgets: Sequence[int], jewels: int
) -> tuple[Any, dict[Any, Any], dict[tuple[int, int], Any]]:
    """The model of `best_costumes`: how often each choice is made, and what each activation takes of each colour."""
    model = cp.CpModel()
    count = {key: model.new_int_var(0, len(group), "") for key, (group, _) in choices.items()}
    for group in {group for group, _ in choices.values()}:
        model.add(sum(count[key] for key in count if choices[key][0] == group) <= len(group))
    taken = {
        (turn, colour): model.new_int_var(0, activation.costume_offer[colour - 1], "")
        for turn in range(len(budgets))
        for colour in range(1, YELLOW)
    }
    for colour in range(1, YELLOW + 1):
        used = sum(count[key] * key[1].count(colour) for key in count)
        model.add(used <= activation.costume_offer[colour - 1])
        if colour == YELLOW:
            model.add(used <= jewels)
        else:
            model.add(used == sum(taken[turn, colour] for turn in range(len(budgets))))
    for turn, budget in enumerate(budgets):
        model.add(sum(PRICES[colour] * taken[turn, colour] for colour in range(1, YELLOW)) <= budget)
    model.maximize(sum(variable * choices[key][1] for key, variable in count.items()))
    return model, count, taken


def _dealt(
    count: dict[Any, int], taken: dict[tuple[int, int], int], turns: int, jewels: int
) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Each element for its wearer, dealt to the activations that take its colour."""
    wanted: list[tuple[int, int]] = []
    used: dict[tuple[int, ...], int] = {}
    for (group, colours), number in count.items():
        for _ in range(number):
            wearer = group[used.get(group, 0)]
            used[group] = used.get(group, 0) + 1
            wanted += [(wearer, colour) for colour in colours]
    plan: list[list[tuple[int, int]]] = [[] for _ in range(turns + jewels)]
    for wearer, colour in sorted(wanted):
        if colour == YELLOW:
            turn = next(turn for turn in range(turns, turns + jewels) if not plan[turn])
        else:
            turn = next(turn for turn in range(turns) if taken[turn, colour])
            taken[turn, colour] -= 1
        plan[turn].append((wearer, colour))
    return tuple(tuple(one) for one in plan)
