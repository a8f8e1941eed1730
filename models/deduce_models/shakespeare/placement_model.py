"""The CP-SAT model of one activation: which elements to take and where to put them.

Variables: for each space within reach and each colour its mirror allows, whether that piece is put there; for
each group of equal wearers and each choice of elements, how many wearers of the group get it. The objective is
the gain over doing nothing, in whole thousandths, so that the bound of the solver is exact.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import Any

from deduce.errors import GaveUp, MissingExtra
from deduce_models.shakespeare.activation import FULL, Action, Activation, Worth, fits
from deduce_models.shakespeare.components import (
    BLUE,
    GREEN,
    PINK,
    PURPLE,
    VALUES,
    YELLOW,
)

__all__ = ["Found", "PlacementModel", "cp_model"]

Found = tuple[Action, int, int, str]
"""An action, the value the solver claims, its bound (both thousandths over doing nothing), its status."""


def cp_model() -> Any:
    """The CP-SAT module. Raises `MissingExtra` without ortools."""
    try:
        from ortools.sat.python import cp_model as module
    except ImportError:
        raise MissingExtra("ortools", "cpsat", "the placement optimiser") from None
    return module


class PlacementModel:
    """The model of `activation` under `worth`; `solve` may be called again after `forbid`.

    About 100 to 300 variables; building takes a millisecond or two, so it is built for each activation.
    """

    def __init__(self, activation: Activation, worth: Worth) -> None:
        self.activation, self.worth = activation, worth
        self.cp = cp_model()
        self.model = self.cp.CpModel()
        self.terms: list[Any] = []
        self.weights: list[int] = []
        self.spaces: dict[tuple[int, int], Any] = {}
        self.choices: dict[tuple[tuple[int, ...], tuple[int, ...]], Any] = {}
        self.filled: dict[int, Any] = {}
        if activation.builds:
            self._stage()
        if activation.dresses:
            self._costumes()
        self._limits()
        if activation.builds:
            self._effects()
            self._debts()
            self._candles()
        self.model.maximize(self.cp.LinearExpr.weighted_sum(self.terms, self.weights))

    def _gain(self, variable: Any, weight: int) -> None:
        if weight:
            self.terms.append(variable)
            self.weights.append(weight)

    # What can be done.

    def _reachable(self) -> list[int]:
        """Empty spaces whose missing supports, at the cheapest price, are within the budget."""
        activation, cells = self.activation, self.activation.stage.cells
        if activation.jewels:
            return list(activation.stage.open(activation.pieces))
        prices = [VALUES[c] for c in activation.colours if activation.set_offer[c - 1]]
        most = min(activation.money // min(prices, default=1), sum(activation.set_offer)) if prices else 0
        if not activation.stack:
            return list(activation.stage.open(activation.pieces)) if most else []
        missing: dict[int, frozenset[int]] = {}
        for place, cell in enumerate(cells):
            if not activation.pieces[place]:
                under = [missing[each] for each in cell.supports if each in missing]
                missing[place] = frozenset({place}).union(*under)
        return [place for place, needed in missing.items() if len(needed) <= most]

    def _stage(self) -> None:
        activation, cells = self.activation, self.activation.stage.cells
        model, places = self.model, self._reachable()
        for place in places:
            row = [
                (place, colour)
                for colour in fits(activation.stage, activation.pieces, place)
                if colour in activation.colours and activation.set_offer[colour - 1]
            ]
            for key in row:
                self.spaces[key] = model.new_bool_var("")
            if len(row) > 1:
                model.add_at_most_one([self.spaces[key] for key in row])
            if row:
                self.filled[place] = sum(self.spaces[key] for key in row)
        for place, fill in self.filled.items():
            for under in cells[place].supports:
                if not activation.pieces[under]:
                    model.add(fill <= self.filled.get(under, 0))
            mirror = cells[place].mirror
            if place < mirror and mirror in self.filled:
                self._alike(place, mirror)

    def _alike(self, place: int, mirror: int) -> None:
        """Two mirrored spaces filled now have one colour, or one of them is yellow."""
        for colour in range(1, YELLOW):
            here = self.spaces.get((place, colour))
            others = [
                self.spaces[mirror, other]
                for other in range(1, YELLOW)
                if other != colour and (mirror, other) in self.spaces
            ]
            if here is not None and others:
                self.model.add_at_most_one([here, *others])

    def _costumes(self) -> None:
        activation, offer = self.activation, (0, *self.activation.costume_offer)
        for group in activation.twins(self.worth):
            costume = activation.costumes[group[0]]
            plain = activation.dress(group[0], costume, self.worth)
            taken_all = []
            most = 1 if activation.jewels else FULL - len(costume)
            for number in range(1, most + 1):
                for taken in combinations_with_replacement(activation.colours, number):
                    price = sum(VALUES[colour] for colour in taken if colour != YELLOW)
                    if price > activation.money or any(taken.count(c) > offer[c] for c in set(taken)):
                        continue
                    variable = self.model.new_int_var(0, len(group), "")
                    self.choices[group, taken] = variable
                    taken_all.append(variable)
                    self._gain(variable, self._dressed(group[0], taken) - plain)
            if taken_all:
                self.model.add(sum(taken_all) <= len(group))

    def _dressed(self, wearer: int, taken: tuple[int, ...]) -> int:
        activation, scale = self.activation, self.worth.scaled
        costume = bytes(sorted((*activation.costumes[wearer], *taken)))
        total = activation.dress(wearer, costume, self.worth)
        if len(costume) == FULL:
            pounds, prestige = activation.sums[sum(VALUES[each] for each in costume)]
            total += int(scale.pounds * pounds + scale.prestige * prestige)
        return total

    def _limits(self) -> None:
        """The budget, and what is on offer."""
        activation, model = self.activation, self.model
        everything, prices = list(self.spaces.values()), [VALUES[colour] for _, colour in self.spaces]
        for (_, taken), variable in self.choices.items():
            everything.append(variable)
            prices.append(sum(VALUES[colour] for colour in taken))
        if activation.jewels:
            if everything:
                model.add(sum(everything) <= 1)
            return
        model.add(self.cp.LinearExpr.weighted_sum(everything, prices) <= activation.money)
        for colour in activation.colours:
            pieces = [variable for (_, each), variable in self.spaces.items() if each == colour]
            if len(pieces) > activation.set_offer[colour - 1]:
                model.add(sum(pieces) <= activation.set_offer[colour - 1])
            worn = [(v, taken.count(colour)) for (_, taken), v in self.choices.items() if colour in taken]
            if worn:
                total = self.cp.LinearExpr.weighted_sum([v for v, _ in worn], [n for _, n in worn])
                model.add(total <= activation.costume_offer[colour - 1])

    # What it is worth.

    def _effects(self) -> None:
        activation, scale = self.activation, self.worth.scaled
        for (place, colour), variable in self.spaces.items():
            weight = int(scale.piece) + int(scale.prestige) * activation.stage.cells[place].candle
            weight += int(scale.pounds) * (colour == PINK) + int(scale.yellow) * (colour == YELLOW)
            weight -= int(scale.purple_left) * (colour == PURPLE)
            self._gain(variable, weight)
        tracks: dict[int, Callable[[int], float]] = {
            BLUE: lambda n: scale.ambiance[min(activation.top, activation.ambiance + 2 * n)],
            PURPLE: lambda n: sum(scale.rivals[max(0, space - n)] for space in activation.rivals),
            GREEN: lambda n: scale.tokens * min(activation.supply, n),
        }
        for colour, value_of in tracks.items():
            pieces = [variable for (_, each), variable in self.spaces.items() if each == colour]
            if pieces:
                self._by_number(pieces, colour, [int(value_of(n)) for n in range(len(pieces) + 1)])

    def _by_number(self, pieces: list[Any], colour: int, values: list[int]) -> None:
        """Worth that depends on how many pieces of a colour are placed; the differences as steps."""
        activation = self.activation
        most = min(len(pieces), activation.set_offer[colour - 1], activation.money // VALUES[colour])
        steps = [values[n + 1] - values[n] for n in range(most)]
        if len(set(steps)) < 2:
            for piece in pieces:
                self._gain(piece, steps[0] if steps else 0)
            return
        levels = [self.model.new_bool_var("") for _ in steps]
        for higher, lower in zip(levels[1:], levels, strict=False):
            self.model.add_implication(higher, lower)
        self.model.add(sum(levels) == sum(pieces))
        for level, step in zip(levels, steps, strict=True):
            self._gain(level, step)

    def _debts(self) -> None:
        """A piece without its mirror image: one that is there is paid off, a new one may be left open."""
        activation, debt = self.activation, self.worth.scaled.debt
        cells, pieces = activation.stage.cells, activation.pieces
        for (place, colour), variable in self.spaces.items():
            mirror = cells[place].mirror
            owed = int(debt[colour])
            if mirror == place:
                continue
            if pieces[mirror]:
                self._gain(variable, -int(debt[pieces[mirror]]))
            elif mirror not in self.filled:
                self._gain(variable, owed)
            elif owed:
                alone = self.model.new_bool_var("")
                # Only the side that the objective pulls at needs to be said.
                if owed < 0:
                    self.model.add(alone >= variable - self.filled[mirror])
                else:
                    self.model.add_implication(alone, variable)
                    self.model.add(alone <= 1 - self.filled[mirror])
                self._gain(alone, owed)

    def _candles(self) -> None:
        activation, weight = self.activation, int(self.worth.scaled.candle_ready)
        cells, pieces = activation.stage.cells, activation.pieces
        for place, cell in enumerate(cells):
            if pieces[place] or not cell.candle or not weight:
                continue
            open_under = [under for under in cell.supports if not pieces[under]]
            if all(under in self.filled for under in open_under):
                if open_under:
                    ready = self.model.new_bool_var("")
                    for under in open_under:
                        self.model.add(ready <= self.filled[under])
                    self.model.add(ready >= sum(self.filled[u] for u in open_under) - len(open_under) + 1)
                    self._gain(ready, weight)
                for colour in range(1, YELLOW + 1):
                    if (place, colour) in self.spaces:
                        self._gain(self.spaces[place, colour], -weight)

    # Answers.

    def solve(self, *, time_limit: float | None = None) -> Found | None:
        """The best action left, or None when all are forbidden. Raises `GaveUp` at the time limit (seconds)."""
        solver = self.cp.CpSolver()
        solver.parameters.num_workers = 1
        if time_limit is not None:
            solver.parameters.max_time_in_seconds = max(0.0, time_limit)
        status = solver.solve(self.model)
        if status == self.cp.INFEASIBLE:
            return None
        if status not in (self.cp.OPTIMAL, self.cp.FEASIBLE):
            raise GaveUp(f"no placement within {time_limit} s")
        claimed, bound = round(solver.objective_value), round(solver.best_objective_bound)
        return self._action(solver), claimed, bound, str(solver.status_name(status)).lower()

    def _action(self, solver: Any) -> Action:
        pieces = sorted(key for key, variable in self.spaces.items() if solver.value(variable))
        elements: list[tuple[int, int]] = []
        used: dict[tuple[int, ...], int] = {}
        for (group, taken), variable in sorted(
            self.choices.items(), key=lambda item: item[0], reverse=True
        ):
            for _ in range(solver.value(variable)):
                wearer = group[used.get(group, 0)]
                used[group] = used.get(group, 0) + 1
                elements += [(wearer, colour) for colour in taken]
        return Action(tuple(pieces), tuple(sorted(elements)))

    def forbid(self, action: Action) -> None:
        """Leave out `action` and those equivalent to it (see `Activation.canonical`)."""
        activation = self.activation
        self._forbid(action)
        if activation.symmetric and action.pieces:
            cells = activation.stage.cells
            mirrored = tuple(sorted((cells[place].mirror, colour) for place, colour in action.pieces))
            if mirrored != action.pieces:
                self._forbid(Action(mirrored, action.elements))

    def _forbid(self, action: Action) -> None:
        placed = set(action.pieces)
        other = [variable.negated() if key in placed else variable for key, variable in self.spaces.items()]
        worn: dict[int, tuple[int, ...]] = {}
        for wearer, colour in action.elements:
            worn[wearer] = (*worn.get(wearer, ()), colour)
        for (group, taken), variable in self.choices.items():
            number = sum(worn.get(wearer) == taken for wearer in group)
            differs = self.model.new_bool_var("")
            self.model.add(variable != number).only_enforce_if(differs)
            other.append(differs)
        self.model.add_bool_or(other)
