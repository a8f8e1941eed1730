"""What a position is worth to one seat: expected final prestige, as a sum of parts that can be printed.

The parts that today decides (ambiance, a rehearsal of today, the end of the game) are computed by the rules;
what later days bring is estimated with the numbers of `Weights`, which were tuned by playing (see
docs/shakespeare_planning.md). On the last day nothing is left to estimate: the value is the final score.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from deduce_models.shakespeare import phases
from deduce_models.shakespeare.components import CRAFTS, METRICS, PURPLE, VALUES, YELLOW
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

PARTS = (
    "prestige",
    "ambiance",
    "acts",
    "set",
    "costumes",
    "yellow",
    "pay",
    "objectives",
    "troupe",
    "tokens",
)
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


SPARE = 0.001
"""A pound left at the end: it breaks ties."""

MOST = 12
"""Counts above this one are worth the same to every objective."""

POUNDS_LEFT, UNPAID = METRICS.index("pounds after paying"), METRICS.index("unpaid characters")


class Scene(NamedTuple):
    """What a stage counts: candles covered, full rows, yellow pieces; candles still expected."""

    candles: int
    rows: int
    yellow: int
    ahead: float


class Wardrobe(NamedTuple):
    """Quills, prestige and pounds of complete costumes at one rehearsal; how many they are; yellow; a promise."""

    quills: Quills
    prestige: int
    pounds: int
    complete: int
    yellow: int
    promise: float


class Crew(NamedTuple):
    """The costs of the troupe, cheapest first, their sum, and how many actors and craftsmen were recruited."""

    costs: tuple[int, ...]
    cost: int
    actors: int
    craftsmen: int


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
    for count in range(14 if mean else 1):
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
        self.promised = 0
        others = sum(board.tokens for board in state.boards) - state.boards[seat - 1].tokens
        self.supply = parts.plus3 - others if setup.options.plus3_limit else 99
        self._acts: dict[Any, tuple[float, float]] = {}
        self._stages: dict[bytes, Scene] = {}
        self._dressed: dict[Any, Wardrobe] = {}
        self._promises: dict[tuple[int, bytes], float] = {}
        self._crews: dict[tuple[int, ...], Crew] = {}
        self._futures: dict[tuple[tuple[int, ...], int], float] = {}
        self.works: dict[Any, list[Any]] = {}
        self._ends: dict[Any, tuple[tuple[int, int, int, int], ...]] = {}
        self._worths: dict[int, tuple[int, tuple[float, ...]]] = {}
        self._tables()

    def _tables(self) -> None:
        """Worth of each space of each act at each of the rehearsals ahead."""
        setup, weights = self.setup, self.weights
        self._gain: list[list[list[tuple[float, float]]]] = []
        for number, days in enumerate(self.rehearsals):
            rows = []
            for act in range(3):
                length = setup.acts[act].length
                moved = [self._at(act, space, number, days, False) for space in range(length + 1)]
                chances = _poisson(weights.quills[act] * days)
                row = [
                    (
                        sum(
                            chance * moved[min(length, space + more)][0]
                            for more, chance in enumerate(chances)
                        ),
                        sum(
                            chance * moved[min(length, space + more)][1]
                            for more, chance in enumerate(chances)
                        ),
                    )
                    for space in range(length + 1)
                ]
                # A disc that stays on its space keeps its place in the pile.
                still = self._at(act, self.origin[act], number, days, True)
                here = row[self.origin[act]]
                row[self.origin[act]] = (
                    here[0] + chances[0] * (still[0] - moved[self.origin[act]][0]),
                    here[1],
                )
                rows.append(row)
            self._gain.append(rows)
        self._candles = self._cones()
        self._first: list[tuple[float, ...]] = []
        self._full: list[tuple[float, ...]] = []
        for act in range(3):
            track = setup.acts[act]
            last = max([space for space, _ in track.prestige + track.pounds], default=track.length)
            growth = weights.quills[act] * self.left
            self._first.append(
                tuple(
                    self._places(act, min(track.length, int(space + growth)), self.left, True)[0]
                    for space in range(track.length + 1)
                )
            )
            if self.last:
                full = tuple(float(space >= last) for space in range(track.length + 1))
            else:
                full = tuple(
                    min(1.0, max(0.0, (space + growth - last + 2) / 2)) for space in range(track.length + 1)
                )
            self._full.append(full)
        self.purse = any(self._worth(item)[0] == POUNDS_LEFT for item in (*self.objectives, *self.deck))

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

    def acts(self, spaces: Spaces, now: Quills, later: Quills, extra: int = 0) -> tuple[float, float]:
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

    def scene(self, stage: bytes) -> Scene:
        """What a stage counts, and the candles still expected."""
        found = self._stages.get(stage)
        if found is None:
            ahead = 0.0
            if not self.last:
                chances = _poisson(self.weights.pieces * self.left)
                for cone in self._candles:
                    need = sum(not stage[place] for place in cone)
                    if need:
                        ahead += max(0.0, 1 - sum(chances[:need]))
            setup = self.setup
            found = self._stages[stage] = Scene(
                sum(candle for candle, piece in zip(setup.candles, stage, strict=True) if piece),
                sum(all(stage[place] for place in row) for row in setup.stage.rows),
                stage.count(YELLOW),
                ahead,
            )
        return found

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
        ahead = sum(days > 0 for days in self.rehearsals)
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

    def crew(self, troupe: tuple[int, ...]) -> Crew:
        """What the troupe costs, and how many of it objectives count."""
        found = self._crews.get(troupe)
        if found is None:
            people = self.setup.people
            recruited = [people[person] for person in troupe[self.setup.printed :]]
            costs = tuple(sorted(person.cost for person in recruited if person.cost))
            found = self._crews[troupe] = Crew(
                costs,
                sum(costs),
                sum(person.kind == "actor" for person in recruited),
                sum(person.kind in CRAFTS for person in recruited),
            )
        return found

    def pay(self, pounds: float, troupe: tuple[int, ...]) -> float:
        """Expected loss by unpaid characters, with so much money at the end; spare pounds count a little."""
        unpaid = self.setup.parts.unpaid
        loss = 0.0
        for cost in self.crew(troupe).costs:
            if pounds >= cost:
                pounds -= cost
            else:
                loss += unpaid * (1 - max(0.0, pounds) / cost)
                pounds = 0.0
        return loss + self.weights.spare * max(0.0, pounds)

    def troupe_ahead(self, spot: Desk) -> float:
        """What the characters will do on the days left."""
        if self.last:
            return 0.0
        key = (spot.troupe, spot.used)
        found = self._futures.get(key)
        if found is None:
            found = self._futures[key] = self._ahead(spot.troupe, spot.used)
        return found

    def _ahead(self, troupe: tuple[int, ...], used: int) -> float:
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
        return total * self.weights.uses

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
        """What each metric counts now, in the order of `METRICS`; money and acts as expected at the end."""
        scene, worn, crew = (
            self.scene(spot.stage),
            self.wardrobe(spot.troupe, spot.costumes),
            self.crew(spot.troupe),
        )
        first = full = 0.0
        for act in range(3):
            first += self._first[act][spot.spaces[act]]
            full += self._full[act][spot.spaces[act]]
        return (
            first,
            worn.complete,
            scene.candles,
            scene.rows,
            crew.actors,
            crew.craftsmen,
            scene.yellow + worn.yellow,
            pounds,
            full,
            unpaid,
        )

    def worth(self, item: int, counts: tuple[float, ...]) -> float:
        """The expected worth of an objective with these counts."""
        place, table = self._worth(item)
        count = counts[place]
        if place == UNPAID:
            return table[0] * max(0.0, 1 - count)
        low = int(count)
        rest = count - low
        if not rest:
            return table[min(low, MOST)]
        return (1 - rest) * table[min(low, MOST)] + rest * table[min(low + 1, MOST)]

    def _worth(self, item: int) -> tuple[int, tuple[float, ...]]:
        found = self._worths.get(item)
        if found is None:
            objective = self.setup.parts.objectives[item]
            place = METRICS.index(objective.metric)
            chances = _poisson(self.weights.growth[place] * self.left)
            table = tuple(
                sum(chance * objective.worth(count + more) for more, chance in enumerate(chances))
                for count in range(MOST + 1)
            )
            found = self._worths[item] = (place, table)
        return found

    # The whole.

    def parts(self, spot: Desk) -> dict[str, float]:
        """The parts of the value of `spot` if the seat does nothing more today (keys: `PARTS`)."""
        if self.last:
            return self._final_parts(spot)
        weights = self.weights
        scene, worn = self.scene(spot.stage), self.wardrobe(spot.troupe, spot.costumes)
        prestige, pounds, extra = self._evening(spot)
        now = worn.quills if self.pending is None else self.pending
        acts, earned = self.acts(spot.spaces, now, worn.quills, extra)
        ahead = len(self.rehearsals)
        money = spot.pounds + pounds + earned + ahead * worn.pounds + weights.pounds * self.left
        objectives = 0.0
        if self.objectives or spot.drawn or self.promised:
            over = money - self.crew(spot.troupe).cost
            unpaid = 0.0 if over >= 0 else min(1.0, -over / 3)
            counts = self.counts(spot, max(0.0, over), unpaid)
            objectives = sum(self.worth(item, counts) for item in self.objectives)
            drawn = spot.drawn + self.promised
            if drawn:
                objectives += drawn * best_of([self.worth(item, counts) for item in self.deck])
        return {
            "prestige": spot.prestige + (spot.used.bit_count() in self.bonus),
            "ambiance": prestige,
            "acts": acts + ahead * worn.prestige,
            "set": scene.ahead,
            "costumes": worn.promise,
            "yellow": float(scene.yellow + worn.yellow),
            "pay": self.pay(money, spot.troupe),
            "objectives": objectives,
            "troupe": self.troupe_ahead(spot),
            "tokens": weights.token * spot.tokens,
        }

    def night(self, spot: Desk) -> Desk:
        """What the seat has after the evening of this (not the last) day: ambiance, rehearsal, solo bonus."""
        worn = self.wardrobe(spot.troupe, spot.costumes)
        prestige, pounds, extra = self._evening(spot)
        prestige += spot.used.bit_count() in self.bonus
        today = bool(self.rehearsals) and not self.rehearsals[0]
        best, placed_best, gained = -math.inf, spot.spaces, (0.0, 0.0)
        for moved in self._moved(spot.spaces, extra):
            for placed in self._spread(moved, worn.quills) if today else (moved,):
                now = [0.0, 0.0]
                if today:
                    for act, space in enumerate(placed):
                        now[0] += self._gain[0][act][space][0]
                        now[1] += self._gain[0][act][space][1]
                later = self._later(placed, worn.quills)
                value = _rate((now[0], now[1])) + _rate(later)
                if value > best:
                    best, placed_best, gained = value, placed, (now[0], now[1])
        if today:
            prestige += int(gained[0]) + worn.prestige
            pounds += int(gained[1]) + worn.pounds
        return spot._replace(
            prestige=spot.prestige + prestige,
            pounds=spot.pounds + pounds,
            spaces=placed_best,
            ambiance=self.setup.parts.start_ambiance,
        )

    def _evening(self, spot: Desk) -> tuple[int, int, int]:
        """Prestige, pounds and a white (1) or grey (-1) quill by today's ambiance."""
        if self.settled:
            return 0, 0, 0
        space = max(0, spot.ambiance - spot.set_offer[PURPLE - 1])
        gain = self.setup.parts.ambiance[space]
        return gain.prestige, gain.pounds, gain.quills[3] - self.setup.parts.grey[space]

    # The last day: what the rules say.

    def _final_parts(self, spot: Desk) -> dict[str, float]:
        prestige, pounds, extra = self._evening(spot)
        worn, scene = self.wardrobe(spot.troupe, spot.costumes), self.scene(spot.stage)
        now = worn.quills if self.pending is None else self.pending
        ends = self._curtain(spot.spaces, now, extra)
        rest = spot.pounds + pounds
        if self.pending is None:
            rest += worn.pounds
        best: tuple[float, float, float, float] = (-math.inf, 0.0, 0.0, 0.0)
        drawn: dict[int, float] = {}
        for acts, earned, firsts, fulls in ends:
            for loss, counts in self._pays(spot, rest + earned, firsts, fulls):
                objectives = sum(self.worth(item, counts) for item in self.objectives)
                spare = SPARE * counts[POUNDS_LEFT]
                total = acts + loss + objectives + spare
                if spot.drawn or self.promised:
                    for item in self.deck:
                        value = total + self.worth(item, counts)
                        if value > drawn.get(item, -math.inf):
                            drawn[item] = value
                if total > best[0]:
                    best = (total, acts, loss + spare, objectives)
        total, acts, loss, objectives = best
        if spot.drawn or self.promised:
            objectives += (spot.drawn + self.promised) * (best_of(list(drawn.values())) - total)
        powers = worn.prestige if self.pending is None else 0
        return dict.fromkeys(PARTS, 0.0) | {
            "prestige": spot.prestige + (spot.used.bit_count() in self.bonus),
            "ambiance": float(prestige),
            "acts": acts + powers,
            "yellow": float(scene.yellow + worn.yellow),
            "pay": loss,
            "objectives": objectives,
        }

    def _curtain(self, spaces: Spaces, now: Quills, extra: int) -> tuple[tuple[int, int, int, int], ...]:
        """(prestige, pounds, first places, acts at the last prize) for every use of the white quills."""
        key = (spaces, now, extra)
        found = self._ends.get(key)
        if found is None:
            ends = set()
            for moved in self._moved(spaces, extra):
                for placed in self._spread(moved, now):
                    prestige = pounds = first = full = 0.0
                    for act, space in enumerate(placed):
                        gain = self._gain[0][act][space]
                        prestige += gain[0]
                        pounds += gain[1]
                        first += self._first[act][space]
                        full += self._full[act][space]
                    ends.add((int(prestige), int(pounds), int(first), int(full)))
            found = tuple(
                end
                for end in ends
                if not any(end != other and all(map(int.__le__, end, other)) for other in ends)
            )
            self._ends[key] = found
        return found

    def _pays(
        self, spot: Desk, money: int, firsts: int, fulls: int
    ) -> list[tuple[float, tuple[float, ...]]]:
        """Prestige lost by unpaid characters, and the counts for objectives, for each number of paid ones."""
        crew = self.crew(spot.troupe)
        scene, worn = self.scene(spot.stage), self.wardrobe(spot.troupe, spot.costumes)
        paid = 0
        while paid < len(crew.costs) and crew.costs[paid] <= money:
            money -= crew.costs[paid]
            paid += 1
        found = []
        while True:
            unpaid = len(crew.costs) - paid
            counts = (
                firsts, worn.complete, scene.candles, scene.rows, crew.actors, crew.craftsmen,
                scene.yellow + worn.yellow, money, fulls, unpaid,
            )  # fmt: skip
            found.append((float(self.setup.parts.unpaid * unpaid), counts))
            if not paid or self.setup.options.payment == "forced" or not self.purse:
                return found
            paid -= 1
            money += crew.costs[paid]

    def rough(self, spot: Desk) -> float:
        """A quick value that ranks works of one craft; only differences count."""
        weights = self.weights
        scene, worn = self.scene(spot.stage), self.wardrobe(spot.troupe, spot.costumes)
        space = max(0, spot.ambiance - spot.set_offer[PURPLE - 1])
        worth = spot.prestige + POUND * spot.pounds + AMBIANCE[min(space, 5)] + weights.token * spot.tokens
        worth += worn.promise + scene.yellow + worn.yellow + scene.ahead
        if self.rehearsals:
            quills = worn.quills
            worth += weights.quill * (quills[0] + quills[1] + quills[2] + quills[3])
        return worth + 0.15 * spot.purple * (self.setup.seats > 1)

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


def best_of(worths: Sequence[float]) -> float:
    """The expected best of as many objectives as the Queen draws, each draw equally likely."""
    size = len(worths)
    if size <= DRAWN_OBJECTIVES:
        return max(worths, default=0.0)
    total = math.comb(size, DRAWN_OBJECTIVES)
    return sum(
        value * math.comb(size - place - 1, DRAWN_OBJECTIVES - 1) / total
        for place, value in enumerate(sorted(worths, reverse=True))
    )
