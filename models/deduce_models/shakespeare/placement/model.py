"""The CP-SAT model of one activation: which elements to take and where to put them.

Variables: for each pair of mirrored spaces (or single space) within reach and each way to fill it, whether it
is filled so; for each group of equal wearers and each choice of elements, how many wearers of the group get it.
Whole pairs make the objective linear and its relaxation tight: with a variable a space and debts beside it the
proof took twice as long. The objective is the gain over doing nothing, in whole thousandths, so that the bound
of the solver is exact.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement, pairwise
from typing import Any

from deduce.ground.errors import GaveUp, MissingExtra
from deduce_models.shakespeare.components.elements import EFFECTS, PRICES, PURPLE, VALUES, YELLOW
from deduce_models.shakespeare.components.parts import SLOTS
from deduce_models.shakespeare.placement.activation import Action, Activation, Worth, fits

__all__ = ["Choice", "Found", "PlacementModel", "choices_of", "cp_model"]

Found = tuple[Action, int, int, str]
"""An action, the value the solver claims, its bound (both thousandths over doing nothing), its status."""


def cp_model() -> Any:
    """The CP-SAT module. Raises `MissingExtra` without ortools."""
    try:
        from ortools.sat.python import cp_model as module
    except ImportError:
        raise MissingExtra("ortools", "cpsat", "the placement optimiser") from None
    return module


Filling = tuple[tuple[int, int], ...]
"""One or two mirrored spaces filled at once: (space, colour) each."""

Choice = tuple[tuple[int, ...], tuple[int, ...]]
"""A group of equal wearers, and the colours that one of them gets."""


def choices_of(
    activation: Activation, worth: Worth, *, yellow: int | None = None
) -> dict[Choice, tuple[tuple[int, ...], int]]:
    """What a wearer of each group can get: the group, and the gain over nothing in thousandths.

    `yellow` allows so many yellow elements beside those the craft may take.
    """
    offer, found = (0, *activation.costume_offer), {}
    colours = activation.colours + ((YELLOW,) if yellow else ())
    for group in activation.twins(worth):
        costume = activation.costumes[group[0]]
        most = 1 if activation.jewels else SLOTS - len(costume)
        for number in range(1, most + 1):
            for taken in combinations_with_replacement(colours, number):
                price = sum(PRICES[colour] for colour in taken)
                if price <= activation.money and all(taken.count(c) <= offer[c] for c in set(taken)):
                    found[group, taken] = (group, _dressed(activation, worth, group[0], taken))
    return found


def _dressed(activation: Activation, worth: Worth, wearer: int, taken: tuple[int, ...]) -> int:
    """The gain of putting `taken` on a wearer."""
    before = activation.costumes[wearer]
    costume, scale = bytes(sorted((*before, *taken))), worth.scaled
    gain = activation.dress(wearer, costume, worth) - activation.dress(wearer, before, worth)
    if len(costume) == SLOTS:
        pounds, prestige = activation.sums[sum(VALUES[each] for each in costume)]
        gain += int(scale.pounds * pounds + scale.prestige * prestige)
    return gain


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
        self.fillings: dict[Filling, Any] = {}
        self.choices: dict[Choice, Any] = {}
        self.filled: dict[int, Any] = {}
        if activation.builds:
            self._stage()
        if activation.dresses:
            self._costumes()
        self._limits()
        if activation.builds:
            self._effects()
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
        prices = [PRICES[c] for c in activation.colours if activation.set_offer[c - 1]]
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
        reachable = self._reachable()
        uses: dict[int, list[Any]] = {place: [] for place in reachable}
        for place in reachable:
            mirror = cells[place].mirror
            if mirror < place and mirror in uses:
                continue
            ways = self._ways(place, mirror if mirror != place and mirror in uses else None)
            for way in ways:
                variable = self.model.new_bool_var("")
                self.fillings[way] = variable
                for each, _ in way:
                    uses[each].append(variable)
            if len(ways) > 1:
                self.model.add_at_most_one([self.fillings[way] for way in ways])
        self.filled = {place: sum(variables) for place, variables in uses.items() if variables}
        for place, fill in self.filled.items():
            for under in cells[place].supports:
                if not activation.pieces[under]:
                    self.model.add(fill <= self.filled.get(under, 0))

    def _ways(self, place: int, mirror: int | None) -> list[Filling]:
        """How a space, and its mirrored one if that is within reach too, can be filled."""
        activation = self.activation
        offer = (0, *activation.set_offer)
        here = [
            colour
            for colour in fits(activation.stage, activation.pieces, place)
            if colour in activation.colours and offer[colour]
        ]
        found: list[Filling] = [((place, colour),) for colour in here]
        if mirror is not None:
            found += [((mirror, colour),) for colour in here]
        if mirror is not None and not self.activation.jewels:
            found += [
                ((place, colour), (mirror, colour))
                for colour in here
                if offer[colour] > 1 and 2 * PRICES[colour] <= activation.money
            ]
        return found

    def _costumes(self) -> None:
        by_group: dict[tuple[int, ...], list[Any]] = {}
        for key, (group, gain) in choices_of(self.activation, self.worth).items():
            variable = self.model.new_int_var(0, len(group), "")
            self.choices[key] = variable
            by_group.setdefault(group, []).append(variable)
            self._gain(variable, gain)
        for group, variables in by_group.items():
            self.model.add(sum(variables) <= len(group))

    def _limits(self) -> None:
        """The budget, and what is on offer."""
        activation, model = self.activation, self.model
        everything = [*self.fillings.values(), *self.choices.values()]
        if activation.jewels:
            if everything:
                model.add(sum(everything) <= 1)
            return
        prices = [sum(PRICES[colour] for _, colour in way) for way in self.fillings]
        prices += [sum(PRICES[colour] for colour in taken) for _, taken in self.choices]
        model.add(self.cp.LinearExpr.weighted_sum(everything, prices) <= activation.money)
        for colour in activation.colours:
            pieces = self._pieces(colour)
            if pieces:
                model.add(self._total(pieces) <= activation.set_offer[colour - 1])
            worn = [(v, taken.count(colour)) for (_, taken), v in self.choices.items() if colour in taken]
            if worn:
                model.add(self._total(worn) <= activation.costume_offer[colour - 1])

    def _pieces(self, colour: int) -> list[tuple[Any, int]]:
        """The fillings that use a colour, and how often."""
        uses = [
            (variable, sum(each == colour for _, each in way)) for way, variable in self.fillings.items()
        ]
        return [(variable, number) for variable, number in uses if number]

    def _total(self, uses: list[tuple[Any, int]]) -> Any:
        return self.cp.LinearExpr.weighted_sum([v for v, _ in uses], [number for _, number in uses])

    # What it is worth.

    def _effects(self) -> None:
        """Each filling alone: pieces, candles, money, and the debts of mirrored spaces that it makes or pays."""
        activation, scale = self.activation, self.worth.scaled
        cells, before = activation.stage.cells, activation.pieces
        for way, variable in self.fillings.items():
            weight = 0
            for place, colour in way:
                mirror = cells[place].mirror
                weight += int(scale.piece) + int(scale.prestige) * cells[place].candle
                weight += int(scale.pounds) * EFFECTS[colour].pounds + int(scale.yellow) * (
                    colour == YELLOW
                )
                weight -= int(scale.purple_left) * (colour == PURPLE)
                if before[mirror]:
                    weight -= int(scale.debt[before[mirror]])
                elif mirror != place and len(way) == 1:
                    weight += int(scale.debt[colour])
            self._gain(variable, weight)
        tracks: dict[str, Callable[[int], float]] = {
            "ambiance": lambda n: scale.ambiance[min(activation.top, activation.ambiance + n)],
            "rivals": lambda n: sum(scale.rivals[max(0, space + n)] for space in activation.rivals),
            "tokens": lambda n: scale.tokens * min(activation.supply, n),
        }
        for colour, effect in enumerate(EFFECTS):
            for name, value_of in tracks.items():
                step = getattr(effect, name)
                pieces = self._pieces(colour) if step else []
                if pieces:
                    most = min(activation.set_offer[colour - 1], activation.money // PRICES[colour])
                    self._by_number(pieces, [int(value_of(step * n)) for n in range(most + 1)])

    def _by_number(self, pieces: list[tuple[Any, int]], values: list[int]) -> None:
        """Worth that depends on how many pieces of a colour are placed; the differences as steps."""
        steps = [after - before for before, after in pairwise(values)]
        if len(set(steps)) < 2:
            for piece, number in pieces:
                self._gain(piece, number * steps[0] if steps else 0)
            return
        levels = [self.model.new_bool_var("") for _ in steps]
        for lower, higher in pairwise(levels):
            self.model.add_implication(higher, lower)
        self.model.add(sum(levels) == self._total(pieces))
        for level, step in zip(levels, steps, strict=True):
            self._gain(level, step)

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
                for way, variable in self.fillings.items():
                    if any(each == place for each, _ in way):
                        self._gain(variable, -weight)

    # Answers.

    def solve(self, *, time_limit: float | None = None) -> Found | None:
        """The best action left, or None when all are forbidden. Raises `GaveUp` at the time limit (seconds)."""
        solver = self.cp.CpSolver()
        solver.parameters.num_workers = 1
        # Measured on offers of 12 + 12: median 1.0 ms against 2.3 with the defaults, 99th percentile 19 against 54.
        solver.parameters.cp_model_presolve = False
        solver.parameters.symmetry_level = 0
        solver.parameters.linearization_level = 2
        solver.parameters.cut_level = 0
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
        pieces = sorted(pair for way, v in self.fillings.items() if solver.value(v) for pair in way)
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
        reflected = activation.reflected(action)
        if activation.symmetric and reflected != action:
            self._forbid(reflected)

    def _forbid(self, action: Action) -> None:
        placed = dict(action.pieces)
        other = []
        for way, variable in self.fillings.items():
            chosen = all(placed.get(place) == colour for place, colour in way)
            mirror = self.activation.stage.cells[way[0][0]].mirror
            # A single space is the choice only when its mirrored one is not filled as well.
            chosen = chosen and (len(way) == 2 or mirror == way[0][0] or mirror not in placed)
            other.append(variable.negated() if chosen else variable)
        worn: dict[int, tuple[int, ...]] = {}
        for wearer, colour in action.elements:
            worn[wearer] = (*worn.get(wearer, ()), colour)
        for (group, taken), variable in self.choices.items():
            number = sum(worn.get(wearer) == taken for wearer in group)
            differs = self.model.new_bool_var("")
            self.model.add(variable != number).only_enforce_if(differs)
            other.append(differs)
        self.model.add_bool_or(other)
