"""What a position is worth to one seat: expected final prestige, as a sum of parts that can be printed.

The parts that today decides (ambiance, a rehearsal of today, the end of the game) are computed by the rules;
what later days bring is estimated with the numbers of `Weights`, which were tuned by playing (see
docs/shakespeare_planning.md). On the last day nothing is left to estimate: the value is the final score.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from deduce_models.shakespeare import phases
from deduce_models.shakespeare.components import CRAFTS, PURPLE, VALUES, YELLOW
from deduce_models.shakespeare.objectives import held, next_objectives
from deduce_models.shakespeare.setup import (
    ACTOR,
    ASSISTANT,
    DRAWN_OBJECTIVES,
    EXTRA,
    JEWELER,
    QUEEN,
    SLOTS,
    Setup,
)

__all__ = ["PARTS", "Desk", "Valuer", "Weights", "desk"]

PARTS = ("prestige", "ambiance", "acts", "set", "costumes", "yellow", "pay", "objectives", "troupe", "tokens")
"""The parts of a value, in the order they are printed."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The numbers of the estimate; prestige where nothing else is said.

    Attributes:
        quills: Quills that a seat is expected to gain a day in acts I, II and III.
        pieces: Pieces of the set expected a day.
        pounds: Pounds expected a day from what is not foreseen otherwise.
        spare: A pound that is not needed for pay.
        element: What a unit of value of a costume element costs to fetch, by the days left (index 0: unused).
        wear: Chance that a costume is completed as planned, by the elements it has (0, 1, 2).
        quill: A quill of an actor that is not activated yet.
        step: A step of ambiance of such an actor.
        craft: A unit of value of a craft's activation.
        jewel: A Jeweler's activation.
        queen: A Queen's activation.
        token: A "+3" token.
        uses: Share of the activations that a character could have in the days left that it will have.
        growth: What the counts of objectives grow by each day, by the order of `METRICS`.
    """

    quills: tuple[float, float, float] = (0.7, 0.7, 0.8)
    pieces: float = 1.6
    pounds: float = 0.7
    spare: float = 0.05
    element: tuple[float, ...] = (0.0, 0.16, 0.15, 0.14, 0.14, 0.14, 0.14)
    wear: tuple[float, ...] = (0.3, 0.65, 0.85)
    quill: float = 0.35
    step: float = 0.15
    craft: float = 0.2
    jewel: float = 1.3
    queen: float = 1.7
    token: float = 0.45
    uses: float = 0.7
    growth: tuple[float, ...] = (0.0, 0.5, 0.5, 0.3, 0.4, 0.4, 0.3, 0.0, 0.0, 0.0)


Spaces = tuple[int, int, int]
"""The own discs of the three acts."""

Quills = tuple[int, int, int, int]
"""Quills: red, yellow, blue, white."""

NO_QUILLS: Quills = (0, 0, 0, 0)

AMBIANCE = (-1.0, -0.4, 0.0, 0.4, 0.5, 1.0)
"""Rough worth of the spaces of the ambiance track."""

POUND = 0.4
"""What a pound is worth in prestige when only a rate is needed; unpaid characters decide the rest."""


def _rate(gain: tuple[float, float]) -> float:
    return gain[0] + POUND * gain[1]


class Desk(NamedTuple):
    """What one seat has in the middle of a day, as planning needs it: what its own activations change.

    The first fields are those of `state.Board`; `spaces` are the own discs of the three acts, `drawn` counts
    objectives to be drawn in the plan, `purple` the purple pieces that it placed (they spoil the others'
    ambiance), `acted` says whether an actor was activated.
    """

    prestige: float
    pounds: int
    ambiance: int
    tokens: int
    stage: bytes
    troupe: tuple[int, ...]
    costumes: tuple[bytes, ...]
    cylinders: int
    used: int
    resting: int
    recruited: bool
    set_offer: tuple[int, ...]
    costume_offer: tuple[int, ...]
    spaces: tuple[int, int, int]
    drawn: int = 0
    purple: int = 0


def desk(state: Any, seat: int) -> Desk:
    """The `Desk` of `seat` in a `State` or `View`."""
    spaces = tuple(row[seat - 1] for row in state.spaces)
    return Desk._make((*state.boards[seat - 1], state.set_offer, state.costume_offer, spaces, 0, 0))


@lru_cache(maxsize=4096)
def _poisson(mean: float) -> tuple[float, ...]:
    """Chances of 0, 1, 2, ... events, cut where the rest is negligible (it is added to the last)."""
    found, term, total = [], math.exp(-mean), 0.0
    for count in range(14):
        found.append(term)
        total += term
        term *= mean / (count + 1)
    found[-1] += max(0.0, 1 - total)
    return tuple(found)


class Valuer:
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
        self.setup, self.seat, self.weights = setup, seat, weights
        self.exhaustive = exhaustive
        parts = setup.parts
        self.day = state.day
        self.left = parts.days - state.day
        self.last = self.left == 0
        self.objectives = tuple(item for item in held(state.dealings, seat) if item >= 0)
        known = state.dealings if all(-2 not in dealing[1] for dealing in state.dealings) else ()
        unknown = next_objectives(setup, known) if known or not state.dealings else setup.all_objectives
        self.deck = tuple(item for item in unknown if item not in self.objectives)
        self.rehearsals = tuple(day - state.day for day in parts.rehearsals if day >= state.day)
        self.bonus = parts.bonus if setup.solo else ()
        self.origin = tuple(row[seat - 1] for row in state.spaces)
        self.rivals: list[tuple[tuple[int, bool], ...]] = []
        for act in range(3):
            order = state.ranking[act]
            self.rivals.append(
                tuple(
                    (state.spaces[act][disc - 1], order.index(disc) > order.index(seat))
                    for disc in order
                    if disc != seat
                )
            )
        self.settled = state.phase in (phases.AMBIANCE_QUILL, phases.AMBIANCE_BACK, phases.REHEARSAL_QUILL)
        self.pending: Quills | None = None
        others = sum(board.tokens for board in state.boards) - state.boards[seat - 1].tokens
        self.supply = parts.plus3 - others if setup.options.plus3_limit else 99
        self._acts: dict[Any, tuple[float, float]] = {}
        self._set: dict[bytes, float] = {}
        self._costumes: dict[Any, Any] = {}
        self._tables()

    def _tables(self) -> None:
        """Worth of each space of each act at each of the rehearsals ahead."""
        setup, weights = self.setup, self.weights
        self._gain: list[list[list[tuple[float, float]]]] = []
        for number, days in enumerate(self.rehearsals):
            rows = []
            for act in range(3):
                length = setup.acts[act].length
                row = []
                for space in range(length + 1):
                    prestige = pounds = 0.0
                    for more, chance in enumerate(_poisson(weights.quills[act] * days)):
                        gain = self._at(act, min(length, space + more), number, days, more == 0)
                        prestige += chance * gain[0]
                        pounds += chance * gain[1]
                    row.append((prestige, pounds))
                rows.append(row)
            self._gain.append(rows)
        self._candles = self._cones()

    def _at(self, act: int, space: int, number: int, days: int, still: bool) -> tuple[float, float]:
        """Prestige and pounds of `space` of an act at a rehearsal `days` ahead."""
        setup = self.setup
        track, parts = setup.acts[act], setup.parts
        cumulative = setup.options.act_tiers_cumulative
        prestige, pounds = _tier(track.prestige, space, cumulative), _tier(track.pounds, space, cumulative)
        bad = space <= parts.penalty_spaces
        if track.ranks and (setup.options.prize_in_penalty or not bad):
            first, second = self._places(act, space, days, still)
            chances = (first, second)
            prestige += sum(prize * chance for prize, chance in zip(track.ranks, chances, strict=False))
        return prestige + parts.penalty * bad, pounds

    def _places(self, act: int, space: int, days: int, still: bool) -> tuple[float, float]:
        """Chances to be first and second in an act."""
        ahead = []
        setup = self.setup
        for other, behind in self.rivals[act]:
            if setup.solo:
                if len(self.rehearsals) == 2 and days > self.rehearsals[0]:
                    other = setup.parts.neutral[1]
                    behind = False
                mine = space > other or (space == other and still and behind and space == self.origin[act])
                ahead.append(1.0 if mine else 0.0)
            elif not days:
                mine = space > other or (space == other and behind and space == self.origin[act])
                ahead.append(1.0 if mine else 0.0)
            else:
                gap = space - other - self.weights.quills[act] * days
                ahead.append(1 / (1 + math.exp(-gap / (0.5 + 0.5 * math.sqrt(days)))))
        first = math.prod(ahead)
        second = sum(
            (1 - chance) * math.prod(ahead[:place] + ahead[place + 1 :])
            for place, chance in enumerate(ahead)
        )
        return first, second

    def _cones(self) -> list[tuple[int, ...]]:
        """For each candle the spaces that must be filled for it, its own included."""
        cells = self.setup.stage.cells
        found = []
        for place, cell in enumerate(cells):
            if not cell.candle:
                continue
            cone, todo = set(), [place]
            while todo:
                at = todo.pop()
                if at not in cone:
                    cone.add(at)
                    todo += cells[at].supports
            found.append(tuple(sorted(cone)))
        return found

    # The parts.

    def acts(
        self, spaces: Spaces, now: Quills, later: Quills, extra: int = 0
    ) -> tuple[float, float]:
        """Expected prestige and pounds of the acts at the rehearsals ahead, white quills used as is best.

        `now` are the quills that complete costumes still give at a rehearsal of today (white last), `later` at
        each of a later day; `extra` is a white quill (1) or a grey one (-1) of today's ambiance.
        """
        key = (spaces, now, later, extra)
        found = self._acts.get(key)
        if found is None:
            found = self._acts[key] = max(
                (self._rehearsed(placed, now, later) for placed in self._moved(spaces, extra)), key=_rate
            )
        return found

    def _moved(self, spaces: Spaces, extra: int) -> list[Spaces]:
        """The spaces after one white or grey quill."""
        if not extra:
            return [spaces]
        least = 1 if self.setup.options.grey_into_penalty else self.setup.parts.penalty_spaces + 1
        found = []
        for act in range(3):
            row = list(spaces)
            row[act] = min(self.setup.acts[act].length, row[act] + extra)
            if row[act] >= least or extra > 0:
                found.append((row[0], row[1], row[2]))
        return found or [spaces]

    def _rehearsed(self, spaces: Spaces, now: Quills, later: Quills) -> tuple[float, float]:
        if not self.rehearsals or self.rehearsals[0]:
            return self._later(spaces, later)
        best, result = -math.inf, (0.0, 0.0)
        for placed in self._spread(spaces, now):
            prestige = pounds = 0.0
            for act in range(3):
                gain = self._gain[0][act][placed[act]]
                prestige += gain[0]
                pounds += gain[1]
            if len(self.rehearsals) > 1:
                gain = self._later(placed, later)
                prestige += gain[0]
                pounds += gain[1]
            if prestige + POUND * pounds > best:
                best, result = prestige + POUND * pounds, (prestige, pounds)
        return result

    def _spread(self, spaces: Spaces, quills: Quills, times: int = 1) -> list[Spaces]:
        """The spaces after these quills, `times` times over, for every use of the white ones."""
        white = quills[3]
        one, two, three = (act.length for act in self.setup.acts)
        found = []
        for first in range(white + 1):
            for second in range(white - first + 1):
                third = white - first - second
                found.append(
                    (
                        min(one, spaces[0] + times * (quills[0] + first)),
                        min(two, spaces[1] + times * (quills[1] + second)),
                        min(three, spaces[2] + times * (quills[2] + third)),
                    )
                )
        return list(dict.fromkeys(found)) if times == 1 else found

    def _later(self, spaces: Spaces, quills: Quills) -> tuple[float, float]:
        """What the rehearsals of later days bring, white quills used alike in all of them."""
        key = (spaces, quills)
        known = self._acts.get(key)
        if known is not None:
            return known
        tables = [rows for days, rows in zip(self.rehearsals, self._gain, strict=True) if days]
        gains = []
        rows = [self._spread(spaces, quills, number) for number in range(1, len(tables) + 1)]
        for ways in zip(*rows, strict=True):
            prestige = pounds = 0.0
            for placed, table in zip(ways, tables, strict=True):
                for act in range(3):
                    gain = table[act][placed[act]]
                    prestige += gain[0]
                    pounds += gain[1]
            gains.append((prestige, pounds))
        found = self._acts[key] = max(gains, key=_rate, default=(0.0, 0.0))
        return found

    def set_ahead(self, stage: bytes) -> float:
        """Expected candles still to be covered."""
        if self.last:
            return 0.0
        found = self._set.get(stage)
        if found is None:
            chances = _poisson(self.weights.pieces * self.left)
            found = 0.0
            for cone in self._candles:
                need = sum(not stage[place] for place in cone)
                if need:
                    found += max(0.0, 1 - sum(chances[:need]))
            self._set[stage] = found
        return found

    def costume(self, person: int, worn: bytes) -> float:
        """What an incomplete costume promises beyond what its elements will cost."""
        if self.last:
            return 0.0
        key = (person, worn)
        found = self._costumes.get(key)
        if found is None:
            found = self._costumes[key] = self._costume(person, worn)
        return found

    def _costume(self, person: int, worn: bytes) -> float:
        weights, parts = self.weights, self.setup.parts
        have = sum(VALUES[each] for each in worn)
        missing = SLOTS - len(worn)
        power = self.setup.people[person].power
        ahead = sum(days > 0 for days in self.rehearsals)
        extra = ahead * (power.prestige + POUND * power.pounds + weights.quill * sum(power.quills))
        rate = weights.element[min(self.left, len(weights.element) - 1)]
        best = 0.0
        for total in range(have + missing, min(15, have + 5 * missing) + 1):
            pounds, prestige = parts.costumes[total]
            best = max(best, prestige + POUND * pounds + extra - rate * (total - have))
        return best * weights.wear[len(worn)]

    def powers(self, troupe: tuple[int, ...], costumes: tuple[bytes, ...]) -> tuple[Any, float, int, float]:
        """Quills, prestige and pounds of complete costumes at one rehearsal; then the value of open ones."""
        key = (troupe, costumes)
        found = self._costumes.get(key)
        if found is None:
            quills, prestige, pounds, promise = [0, 0, 0, 0], 0, 0, 0.0
            for person, worn in zip(troupe, costumes, strict=True):
                if len(worn) == SLOTS:
                    power = self.setup.people[person].power
                    quills = [old + new for old, new in zip(quills, power.quills, strict=True)]
                    prestige += power.prestige
                    pounds += power.pounds
                elif self.setup.wears[person]:
                    promise += self.costume(person, worn)
            found = self._costumes[key] = (tuple(quills), prestige, pounds, promise)
        return found  # type: ignore[no-any-return]  # one table for two kinds of keys

    def pay(self, pounds: float, troupe: tuple[int, ...]) -> float:
        """Expected loss by unpaid characters, with so much money at the end; spare pounds count a little."""
        setup = self.setup
        loss = 0.0
        for cost in _costs(setup, troupe):
            if pounds >= cost:
                pounds -= cost
            else:
                loss += setup.parts.unpaid * (1 - max(0.0, pounds) / cost)
                pounds = 0.0
        return loss + self.weights.spare * max(0.0, pounds)

    def troupe_ahead(self, spot: Desk) -> float:
        """What the characters will do on the days left."""
        if self.last:
            return 0.0
        found = self._ahead(spot.troupe, spot.used)
        return found

    def _ahead(self, troupe: tuple[int, ...], used: int) -> float:
        key = (troupe, used, 0)
        known = self._costumes.get(key)
        if known is not None:
            return known  # type: ignore[no-any-return]
        setup, left = self.setup, self.left
        values = []
        helpers = sum(setup.roles[person] == ASSISTANT for person in troupe)
        awake = -1.0
        for place, person in enumerate(troupe):
            value = self.activation(person, helpers)
            if value:
                fresh = not used >> place & 1
                values.append((value, (left + 1) // 2 if fresh else left // 2))
                if not fresh:
                    awake = max(awake, value)
        values.sort(reverse=True)
        total, room = max(0.0, awake) * (left % 2), 4.5 * left
        for value, times in values:
            count = min(room, times + 0.2 * (left - times))
            total += value * count
            room -= count
            if room <= 0:
                break
        found = self._costumes[key] = total * self.weights.uses
        return found

    def activation(self, person: int, helpers: int) -> float:
        """What one activation on a later day is worth."""
        setup, weights = self.setup, self.weights
        role = setup.roles[person]
        if role in (EXTRA, ASSISTANT):
            return 0.0
        if role == ACTOR:
            gain = setup.people[person].activation
            return (
                weights.quill * sum(gain.quills)
                + weights.step * gain.ambiance
                + POUND * gain.pounds
                + gain.prestige
            )
        if role == QUEEN:
            return weights.queen
        if role == JEWELER:
            return weights.jewel
        return weights.craft * (setup.people[person].value + helpers)

    def counts(self, spot: Desk, pounds: float, unpaid: float) -> tuple[float, ...]:
        """What each metric counts now, in the order of `METRICS`; money as expected at the end."""
        setup = self.setup
        stage, people = spot.stage, setup.people
        recruited = [people[person] for person in spot.troupe[setup.printed :]]
        first = full = 0.0
        for act in range(3):
            space = spot.spaces[act]
            growth = self.weights.quills[act] * self.left
            first += self._places(act, min(setup.acts[act].length, int(space + growth)), self.left, True)[0]
            full += min(1.0, max(0.0, (space + growth - setup.acts[act].length + 2) / 2))
        return (
            first,
            sum(len(worn) == SLOTS for worn in spot.costumes),
            sum(candle for candle, piece in zip(setup.candles, stage, strict=True) if piece),
            sum(all(stage[place] for place in row) for row in setup.stage.rows),
            sum(person.kind == "actor" for person in recruited),
            sum(person.kind in CRAFTS for person in recruited),
            stage.count(YELLOW) + sum(worn.count(YELLOW) for worn in spot.costumes),
            pounds,
            full,
            unpaid,
        )

    def worth(self, item: int, counts: tuple[float, ...]) -> float:
        """The expected worth of an objective with these counts."""
        from deduce_models.shakespeare.components import METRICS

        objective = self.setup.parts.objectives[item]
        place = METRICS.index(objective.metric)
        count = counts[place]
        if objective.none:
            return objective.none * max(0.0, 1 - count)
        growth = self.weights.growth[place] * self.left
        if growth:
            return sum(
                chance * objective.worth(int(count) + more) for more, chance in enumerate(_poisson(growth))
            )
        low = math.floor(count)
        rest = count - low
        return (1 - rest) * objective.worth(low) + (rest and rest * objective.worth(low + 1))

    # The whole.

    def parts(self, spot: Desk) -> dict[str, float]:
        """The parts of the value of `spot` if the seat does nothing more today (keys: `PARTS`)."""
        setup, weights = self.setup, self.weights
        box = setup.parts
        quills, power_prestige, power_pounds, promise = self.powers(spot.troupe, spot.costumes)
        prestige = pounds = extra = 0.0
        if not self.settled:
            space = max(0, spot.ambiance - spot.set_offer[PURPLE - 1])
            gain = box.ambiance[space]
            prestige, pounds = gain.prestige, gain.pounds
            extra = gain.quills[3] - box.grey[space]
        now = quills if self.pending is None else self.pending
        acts, earned = self.acts(spot.spaces, now, quills, int(extra))
        ahead = len(self.rehearsals)
        acts += ahead * power_prestige
        money = spot.pounds + pounds + earned + ahead * power_pounds + weights.pounds * self.left
        bonus = spot.used.bit_count() in self.bonus
        yellow = spot.stage.count(YELLOW) + sum(worn.count(YELLOW) for worn in spot.costumes)
        pay = self.pay(money, spot.troupe)
        objectives = 0.0
        if self.objectives or spot.drawn:
            costs = _costs(setup, spot.troupe)
            over = money - sum(costs)
            unpaid = 0.0 if over >= 0 else min(1.0, -over / 3) if not self.last else 1.0
            counts = self.counts(spot, max(0.0, over), unpaid)
            objectives = sum(self.worth(item, counts) for item in self.objectives)
            if spot.drawn:
                objectives += spot.drawn * self._drawn(counts)
        return {
            "prestige": spot.prestige + bonus,
            "ambiance": prestige,
            "acts": acts,
            "set": self.set_ahead(spot.stage),
            "costumes": promise,
            "yellow": float(yellow),
            "pay": pay,
            "objectives": objectives,
            "troupe": self.troupe_ahead(spot),
            "tokens": weights.token * spot.tokens if self.left else 0.0,
        }

    def _drawn(self, counts: tuple[float, ...]) -> float:
        """The expected worth of the best of three objectives drawn."""
        worths = sorted((self.worth(item, counts) for item in self.deck), reverse=True)
        size = len(worths)
        if size <= DRAWN_OBJECTIVES:
            return worths[0] if worths else 0.0
        total = math.comb(size, DRAWN_OBJECTIVES)
        return sum(
            value * math.comb(size - place - 1, DRAWN_OBJECTIVES - 1) / total
            for place, value in enumerate(worths)
        )

    def rough(self, spot: Desk) -> float:
        """A quick value that ranks works of one craft; only differences count."""
        weights = self.weights
        quills, _, _, promise = self.powers(spot.troupe, spot.costumes)
        space = max(0, spot.ambiance - spot.set_offer[PURPLE - 1])
        worth = spot.prestige + POUND * spot.pounds + AMBIANCE[min(space, 5)] + weights.token * spot.tokens
        worth += promise + weights.quill * sum(quills) * (len(self.rehearsals) > 0)
        worth += self.set_ahead(spot.stage) + 0.15 * spot.purple * (self.setup.seats > 1)
        yellow = spot.stage.count(YELLOW) + sum(worn.count(YELLOW) for worn in spot.costumes)
        if self.last:  # costumes that end incomplete are worth nothing, but small sums leave more for others
            worth -= 0.01 * sum(spot.costumes[place].count(5) for place in range(len(spot.costumes)))
        return worth + yellow

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

    def value(self, spot: Desk) -> float:
        """The sum of the parts."""
        return sum(self.parts(spot).values())


def _tier(tiers: tuple[tuple[int, int], ...], space: int, cumulative: bool) -> int:
    reached = [prize for least, prize in tiers if space >= least]
    return (sum(reached) if cumulative else reached[-1]) if reached else 0


@lru_cache(maxsize=1 << 14)
def _costs(setup: Setup, troupe: tuple[int, ...]) -> tuple[int, ...]:
    people = setup.people
    return tuple(
        sorted(
            people[person].cost
            for person in troupe
            if person >= setup.printed and people[person].cost
        )
    )
