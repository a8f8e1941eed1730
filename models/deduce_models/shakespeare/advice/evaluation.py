"""What a position is worth to one seat: expected final prestige, as a sum of parts that can be printed.

The parts that today decides (ambiance, a rehearsal of today, the end of the game) are computed by the rules;
what later days bring is estimated with the numbers of `Weights`, which were tuned by playing (see
docs/shakespeare-model.md). On the last day nothing is left to estimate: the value is the final score.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from deduce_models.shakespeare.advice.deck import ObjectiveDeck
from deduce_models.shakespeare.advice.finale import final_parts
from deduce_models.shakespeare.advice.growth import chances_of
from deduce_models.shakespeare.advice.plan_state import (
    MOST,
    POUND,
    POUNDS_LEFT,
    UNPAID,
    WHITE,
    PlanState,
    Quills,
    Wardrobe,
)
from deduce_models.shakespeare.advice.rehearsals import Rehearsals
from deduce_models.shakespeare.advice.scenes import Scenes
from deduce_models.shakespeare.advice.troupe import Troupe
from deduce_models.shakespeare.advice.weights import PARTS, TRUSTED, Weights
from deduce_models.shakespeare.components.elements import PURPLE, VALUES, YELLOW
from deduce_models.shakespeare.components.parts import METRICS, SLOTS
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.menus import draws_left
from deduce_models.shakespeare.rules.objectives import held, laid_out

if TYPE_CHECKING:
    from deduce_models.shakespeare.components.parts import Objective
    from deduce_models.shakespeare.rules.setup import Setup

__all__ = ["Evaluation", "Valuer"]

DENIAL = 0.15
"""A purple piece among rivals, whose ambiance it spoils: a rough worth."""


class Evaluation:
    """Values for one seat in one position's day: what does not change during the day is kept here.

    Args:
        state: A `State` or `View` with that day's offers.
        seat: The seat whose final prestige is estimated.
        weights: The numbers of the estimate.
        exhaustive: Whether searches with it must not take works for one that are worth the same only by rights
            (mirror images, costumes of equal power).
    """

    def __init__(self, state: Any, seat: int, weights: Weights, *, exhaustive: bool = False) -> None:
        setup: Setup = state.setup
        parts = setup.parts
        self.setup, self.seat, self.weights = setup, seat, weights
        self.left = parts.days - state.day
        self.last = self.left == 0
        # In games longer than the numbers were found for the first days are taken alike.
        self._trust = weights.trust[min(self.left, len(weights.trust)) - 1]
        self.rehearsals = Rehearsals(state, seat, weights)
        self.troupe = Troupe(setup, weights, self.left)
        self.exhaustive = exhaustive
        self._objectives = tuple(item for item in held(state.dealings, seat) if item >= 0)
        hidden = any(-2 in dealing[1] for dealing in state.dealings)
        fresh, under = (setup.all_objectives, ()) if hidden else laid_out(setup, state.dealings)
        self._deck = ObjectiveDeck(tuple(item for item in fresh if item not in self.objectives), under)
        self.draws = draws_left(state) if self.deck.items else 0
        self.settled = state.phase in (phases.AMBIANCE_QUILL, phases.AMBIANCE_BACK, phases.REHEARSAL_QUILL)
        self.bonus = parts.bonus if setup.solo and not self.settled else ()
        self._values: dict[PlanState, float] = {}
        self._pending: Quills | None = None
        self._promised = 0
        others = sum(board.tokens for board in state.boards) - state.boards[seat - 1].tokens
        self.supply = parts.plus3 - others if setup.options.plus3_limit else 99
        self._moods = tuple(
            gain.prestige + POUND * gain.pounds + WHITE * (gain.quills[3] - grey)
            for gain, grey in zip(parts.ambiance, parts.grey, strict=True)
        )
        self._dressed: dict[Any, Wardrobe] = {}
        self._promises: dict[tuple[int, bytes], float] = {}
        self.works: dict[Any, list[Any]] = {}
        self._tables: dict[int, tuple[int, tuple[float, ...]]] = {}
        self.scene = Scenes(state, seat, weights.pieces).scene
        self.purse = any(
            self._table_of(item)[0] == POUNDS_LEFT for item in (*self.objectives, *self.deck.items)
        )

    # What a search may change: values kept from before no longer hold then.

    @property
    def objectives(self) -> tuple[int, ...]:
        """The objectives that count as held."""
        return self._objectives

    @objectives.setter
    def objectives(self, items: tuple[int, ...]) -> None:
        self._objectives = items
        self._values.clear()

    @property
    def deck(self) -> ObjectiveDeck:
        """The objectives that can still be drawn, as far as the seat knows their order."""
        return self._deck

    @deck.setter
    def deck(self, deck: ObjectiveDeck) -> None:
        self._deck = deck
        self._values.clear()

    @property
    def pending(self) -> Quills | None:
        """The quills that costumes still give at a rehearsal under way; None: those of all costumes."""
        return self._pending

    @pending.setter
    def pending(self, quills: Quills | None) -> None:
        self._pending = quills
        self._values.clear()

    @property
    def promised(self) -> int:
        """Objectives that were drawn in a plan of a day before."""
        return self._promised

    @promised.setter
    def promised(self, count: int) -> None:
        if count != self._promised:
            self._promised = count
            self._values.clear()

    # The parts.

    def costume(self, person: int, worn: bytes) -> float:
        """What an incomplete costume promises beyond what its elements will cost."""
        if self.last:
            return 0.0
        key = (person, worn)
        found = self._promises.get(key)
        if found is None:
            found = self._promises[key] = self._costume(person, worn)
        return found

    def _costume(self, person: int, worn: bytes) -> float:
        weights, parts = self.weights, self.setup.parts
        have = sum(VALUES[each] for each in worn)
        missing = SLOTS - len(worn)
        power = self.setup.people[person].power
        ahead = sum(days > 0 for days in self.rehearsals.days)
        extra = ahead * (power.prestige + POUND * power.pounds + weights.quill * sum(power.quills))
        rate = weights.element[min(self.left, len(weights.element) - 1)]
        best = 0.0
        for total in range(have + missing, min(15, have + 5 * missing) + 1):
            pounds, prestige = parts.costumes[total]
            best = max(best, prestige + POUND * pounds + extra - rate * (total - have))
        return best * weights.wear[len(worn)]

    def wardrobe(self, troupe: tuple[int, ...], costumes: tuple[bytes, ...]) -> Wardrobe:
        """What the costumes count and give at a rehearsal, and what open ones promise."""
        key = (troupe, costumes)
        found = self._dressed.get(key)
        if found is None:
            quills, prestige, pounds, promise, complete, yellow = [0, 0, 0, 0], 0, 0, 0.0, 0, 0
            for person, worn in zip(troupe, costumes, strict=True):
                if len(worn) == SLOTS:
                    power = self.setup.people[person].power
                    quills = [old + new for old, new in zip(quills, power.quills, strict=True)]
                    prestige += power.prestige
                    pounds += power.pounds
                    complete += 1
                elif self.setup.wears[person]:
                    promise += self.costume(person, worn)
                yellow += worn.count(YELLOW)
            found = self._dressed[key] = Wardrobe(
                (quills[0], quills[1], quills[2], quills[3]), prestige, pounds, complete, yellow, promise
            )
        return found

    def counts(
        self, own: PlanState, firsts: float, fulls: float, pounds: float, unpaid: float
    ) -> tuple[float, ...]:
        """What each metric counts, in the order of `METRICS`; first places, last prizes and money are given."""
        scene, worn = self.scene(own.stage), self.wardrobe(own.troupe, own.costumes)
        crew = self.troupe.crew(own.troupe)
        return (
            firsts, worn.complete, scene.candles, scene.rows, crew.actors, crew.craftsmen,
            scene.yellow + worn.yellow, pounds, fulls, unpaid,
        )  # fmt: skip

    def expected_counts(self, own: PlanState) -> tuple[float, ...]:
        """What each metric counts on a day before the last, in the order of `METRICS`."""
        _, _, money = self._income(own, self.wardrobe(own.troupe, own.costumes))
        return self._counted(own, money)

    def _counted(self, own: PlanState, money: float) -> tuple[float, ...]:
        over = money - self.troupe.crew(own.troupe).cost
        unpaid = 0.0 if over >= 0 else min(1.0, -over / 3)
        return self.counts(own, *self.rehearsals.leads(own.spaces), max(0.0, over), unpaid)

    def draws_worth(self, counts: tuple[float, ...], draws: int) -> float:
        """The expected points of the objectives that the next draws of the Queen bring, with these counts."""
        return self.deck.worth(lambda item: self.objective_value(item, counts), draws) if draws else 0.0

    def later_draws(self, own: PlanState) -> float:
        """What draws on later days bring, one a day as long as there are cards; 0 on the last day."""
        if self.last:
            return 0.0
        trust: float = self._trust[TRUSTED.index("objectives")]
        return trust * self.draws_worth(self.expected_counts(own), min(self.left, self.draws))

    def objective_value(self, item: int, counts: tuple[float, ...]) -> float:
        """The expected worth of an objective with these counts."""
        place, table = self._table_of(item)
        count = counts[place]
        if place == UNPAID:
            return table[0] * max(0.0, 1 - count)
        low = int(count)
        rest = count - low
        if not rest:
            return table[min(low, MOST)]
        return (1 - rest) * table[min(low, MOST)] + rest * table[min(low + 1, MOST)]

    def _table_of(self, item: int) -> tuple[int, tuple[float, ...]]:
        found = self._tables.get(item)
        if found is None:
            objective = self.setup.parts.objectives[item]
            place = METRICS.index(objective.metric)
            table = _expected_points(objective, chances_of(self.weights, place, self.left))
            found = self._tables[item] = (place, table)
        return found

    # The whole.

    def parts(self, own: PlanState) -> dict[str, float]:
        """The parts of the value of `own` if the seat does nothing more today, by `PARTS`."""
        return dict(zip(PARTS, self.estimated(own), strict=True))

    def value(self, own: PlanState) -> float:
        """The sum of the parts."""
        found = self._values.get(own)
        if found is None:
            found = self._values[own] = sum(self.estimated(own))
        return found

    def estimated(self, own: PlanState) -> tuple[float, ...]:
        """The parts in the order of `PARTS`."""
        if self.last:
            return final_parts(self, own)
        weights = self.weights
        scene, worn = self.scene(own.stage), self.wardrobe(own.troupe, own.costumes)
        prestige, acts, money = self._income(own, worn)
        objectives = 0.0
        if self.objectives or own.drawn or self.promised:
            counts = self._counted(own, money)
            objectives = sum(self.objective_value(item, counts) for item in self.objectives)
            objectives += self.draws_worth(counts, own.drawn + self.promised)
        trust = self._trust
        return (
            own.prestige + (own.used.bit_count() in self.bonus),
            prestige,
            trust[0] * (acts + len(self.rehearsals.days) * worn.prestige),
            trust[1] * scene.ahead,
            trust[2] * worn.promise,
            trust[3] * (scene.yellow + worn.yellow),
            trust[4] * self.troupe.pay(money, own.troupe),
            trust[5] * objectives,
            trust[6] * self.troupe.ahead(own),
            weights.token * own.tokens,
        )

    def _income(self, own: PlanState, worn: Wardrobe) -> tuple[float, float, float]:
        """Before the last day: prestige of this evening, of the acts ahead, and the pounds expected at the end."""
        prestige, pounds, extra = self.evening(own)
        now = worn.quills if self.pending is None else self.pending
        acts, earned = self.rehearsals.acts(own.spaces, now, worn.quills, extra)
        later = len(self.rehearsals.days) * worn.pounds + self.weights.pounds * self.left
        return prestige, acts, own.pounds + pounds + earned + later

    def night(self, own: PlanState) -> PlanState:
        """What the seat has after the evening of this (not the last) day: ambiance, rehearsal, solo bonus."""
        worn = self.wardrobe(own.troupe, own.costumes)
        prestige, pounds, extra = self.evening(own)
        prestige += own.used.bit_count() in self.bonus
        spaces, gained = self.rehearsals.evening(own.spaces, worn.quills, extra)
        if 0 in self.rehearsals.days:
            prestige += int(gained[0]) + worn.prestige
            pounds += int(gained[1]) + worn.pounds
        return own._replace(
            prestige=own.prestige + prestige,
            pounds=own.pounds + pounds,
            spaces=spaces,
            ambiance=self.setup.parts.start_ambiance,
        )

    def evening(self, own: PlanState) -> tuple[int, int, int]:
        """Prestige, pounds and a white (1) or grey (-1) quill by today's ambiance."""
        if self.settled:
            return 0, 0, 0
        space = max(0, own.ambiance - own.set_offer[PURPLE - 1])
        gain = self.setup.parts.ambiance[space]
        return gain.prestige, gain.pounds, gain.quills[3] - self.setup.parts.grey[space]

    def rough(self, own: PlanState) -> float:
        """A quick value that ranks works of one craft; only differences count."""
        weights = self.weights
        scene, worn = self.scene(own.stage), self.wardrobe(own.troupe, own.costumes)
        space = max(0, own.ambiance - own.set_offer[PURPLE - 1])
        worth = own.prestige + POUND * own.pounds + self._moods[space] + weights.token * own.tokens
        worth += worn.promise + scene.yellow + worn.yellow + scene.ahead
        if self.rehearsals.days:
            quills = worn.quills
            worth += weights.quill * (quills[0] + quills[1] + quills[2] + quills[3])
        return worth + DENIAL * own.purple * (self.setup.seats > 1)

    @cached_property
    def symmetric(self) -> Callable[[bytes], bytes] | None:
        """A stage and its mirror image under one name; None when the image is worth something else."""
        cells = self.setup.stage.cells
        if self.exhaustive or any(cell.candle != cells[cell.mirror].candle for cell in cells):
            return None
        order = tuple(cell.mirror for cell in cells)

        @lru_cache(maxsize=1 << 14)
        def least(stage: bytes) -> bytes:
            return min(stage, bytes(stage[place] for place in order))

        return least


Valuer = Evaluation
"""The name that documentation gave it first."""


@lru_cache(maxsize=1 << 12)
def _expected_points(objective: Objective, chances: tuple[float, ...]) -> tuple[float, ...]:
    """For each count today the expected points of an objective, with the chances of 0, 1, ... more."""
    return tuple(
        sum(chance * objective.points(count + more) for more, chance in enumerate(chances))
        for count in range(MOST + 1)
    )
