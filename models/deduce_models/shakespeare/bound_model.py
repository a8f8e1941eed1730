"""A whole solo game as one CP-SAT model; see `bound` for what it relaxes.

Persons come in slots: those printed on the board, the drafted card, and one slot a day for the card recruited. A
slot holds one of its candidates (the characters of the draft or of the day) or an Extra, so a day's choice costs
a handful of Booleans however many cards a deck has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from deduce.errors import MissingExtra
from deduce_models.shakespeare.components import (
    BLUE,
    CRAFTS,
    GREEN,
    PINK,
    PURPLE,
    VALUES,
    YELLOW,
    Character,
    Gain,
)
from deduce_models.shakespeare.stage import JOKER

if TYPE_CHECKING:
    from deduce_models.shakespeare.script import Script
    from deduce_models.shakespeare.setup import Setup

__all__ = ["Candidate", "GameModel", "Slot", "Solution"]

SLOTS = 3
"""Elements of a complete costume."""

TOKEN = 3
"""What a "+3" token adds to a craft."""

DRAWN = 3
"""Objectives that the Queen draws at a time."""

COLOURS = range(1, YELLOW + 1)

Expression = Any
"""A linear expression, a variable or a number."""


@dataclass
class Candidate:
    """One character that a slot can hold: whether it does, and on which days it is activated."""

    character: Character
    chosen: Expression
    active: dict[int, Expression] = field(default_factory=dict)


@dataclass
class Slot:
    """A place for a person: free until its first day, then one candidate or an Extra."""

    first: int
    recruited: bool
    candidates: list[Candidate]
    extra: Expression = 0

    def kind(self, *kinds: str) -> list[Candidate]:
        """The candidates of these kinds."""
        return [candidate for candidate in self.candidates if candidate.character.kind in kinds]

    def active(self, day: int, *kinds: str) -> Expression:
        """1 when the person is activated on `day` (and is of one of these kinds)."""
        chosen = self.kind(*kinds) if kinds else self.candidates
        return sum(candidate.active.get(day, 0) for candidate in chosen)


@dataclass(frozen=True, slots=True)
class Solution:
    """What the solver found: the best objective (None: no solution yet) and the proved bound."""

    value: int | None
    bound: float


class GameModel:
    """The model; its parts are public so that a played game can be fixed in it.

    Attributes:
        slots: All persons.
        takes: The number of elements taken: (kind, slot, day, colour), kind ``set`` or ``costume``.
        placed: Whether a piece is put on a space: (space, day, colour).
        worn: Elements put on a costume: (slot, day, colour).
        prestige: The final prestige.
    """

    def __init__(self, setup: Setup, script: Script) -> None:
        try:
            from ortools.sat.python import cp_model
        except ImportError:
            raise MissingExtra("ortools", "cpsat", "the bound of a solo game") from None
        self.cp, self.model = cp_model, cp_model.CpModel()
        self.setup, self.parts, self.script = setup, setup.parts, script
        self.days = range(1, self.parts.days + 1)
        self.pounds: list[Expression] = []
        self.points: list[Expression] = [self.parts.prestige]
        self.slots = self._people()
        self.takes: dict[tuple[str, int, int, int], Expression] = {}
        self.tokens: dict[tuple[int, int], Expression] = {}
        self._crafts()
        self.placed: dict[tuple[int, int, int], Expression] = {}
        self._stage()
        self.worn: dict[tuple[int, int, int], Expression] = {}
        self.complete: dict[tuple[int, int], Expression] = {}
        self.powers: dict[int, list[tuple[Expression, Gain]]] = {day: [] for day in self.parts.rehearsals}
        self._costumes()
        self.level: dict[int, list[Expression]] = {}
        self._ambiance()
        self.space: dict[tuple[int, int], Expression] = {}
        self.ahead: list[Expression] = []
        self._acts()
        self._yellow_and_pink()
        self._payment()
        self.kept: list[Expression] = []
        self._objectives()
        self.prestige = sum(self.points)
        self.model.maximize(self.prestige)

    def solve(self, *, time_limit: float, workers: int = 1, seed: int = 0, log: bool = False) -> Solution:
        """The best solution and the bound within `time_limit` seconds."""
        solver = self.solver = self.cp.CpSolver()
        solver.parameters.max_time_in_seconds = time_limit
        solver.parameters.num_workers = workers
        solver.parameters.random_seed = seed
        solver.parameters.log_search_progress = log
        solver.parameters.linearization_level = 2
        status = solver.solve(self.model)
        if status in (self.cp.OPTIMAL, self.cp.FEASIBLE):
            return Solution(round(solver.objective_value), solver.best_objective_bound)
        if status == self.cp.INFEASIBLE:
            return Solution(None, float("-inf"))
        return Solution(None, solver.best_objective_bound)

    # Small helpers.

    def _bool(self, name: str = "") -> Expression:
        return self.model.new_bool_var(name)

    def _int(self, low: int, high: int, name: str = "") -> Expression:
        return self.model.new_int_var(low, high, name)

    def _both(self, a: Expression, b: Expression) -> Expression:
        """A Boolean that may be 1 only when both are."""
        both = self._bool()
        self.model.add(both <= a)
        self.model.add(both <= b)
        return both

    # Persons, cylinders and rest.

    def _people(self) -> list[Slot]:
        deck, script = self.parts.deck, self.script
        slots = [Slot(1, False, [Candidate(person, 1)]) for person in self.parts.start]
        groups = [(1, script.draft), *zip(self.days, script.displays, strict=True)]
        for number, (first, cards) in enumerate(groups):
            # Copies of one character on one day are one choice.
            known = dict.fromkeys(deck[card] for card in cards)
            slot = Slot(first, True, [Candidate(person, self._bool(person.name)) for person in known])
            if number or self.setup.options.draft_extras:
                slot.extra = self._bool("extra")
            total = sum(candidate.chosen for candidate in slot.candidates) + slot.extra
            if number and self.setup.options.pass_before_recruiting:
                self.model.add(total <= 1)
            else:
                self.model.add(total == 1)
            slots.append(slot)
        for slot in slots:
            for candidate in slot.candidates:
                if candidate.character.kind == "assistant":
                    continue
                for day in self.days[slot.first - 1 :]:
                    active = candidate.active[day] = self._bool(f"{candidate.character.name} {day}")
                    self.model.add(active <= candidate.chosen)
        for day in self.days:
            used = sum(slot.active(day) for slot in slots)
            self.model.add(used <= self.parts.cylinders)
            self._bonus(day, used)
            if day < self.parts.days:
                self._rest(day, slots)
        return slots

    def _rest(self, day: int, slots: list[Slot]) -> None:
        """All but one of those activated on `day` rest on the next day."""
        awake = []
        for slot in slots:
            for candidate in slot.candidates:
                if day in candidate.active:
                    again = self._bool(f"again {day}")
                    today, tomorrow = candidate.active[day], candidate.active[day + 1]
                    self.model.add(today + tomorrow <= candidate.chosen + again)
                    awake.append(again)
        self.model.add(sum(awake) <= 1)

    def _bonus(self, day: int, used: Expression) -> None:
        counts = [count for count in self.parts.bonus if count <= self.parts.cylinders]
        exact = [self._bool(f"bonus {day} {count}") for count in counts]
        for count, reached in zip(counts, exact, strict=True):
            self.model.add(used == count).only_enforce_if(reached)
        if exact:
            self.model.add_at_most_one(exact)
            # The same without conditions, for the linear relaxation.
            self.model.add(used >= sum(c * e for c, e in zip(counts, exact, strict=True)))
            cylinders = self.parts.cylinders
            self.model.add(
                used <= cylinders - sum((cylinders - c) * e for c, e in zip(counts, exact, strict=True))
            )
            self.points.append(sum(exact))

    def _active(self, *kinds: str) -> Iterator[tuple[int, Slot, Candidate, int, Expression]]:
        for number, slot in enumerate(self.slots):
            for candidate in slot.kind(*kinds):
                for day, active in candidate.active.items():
                    yield number, slot, candidate, day, active

    def _gains(self, name: str, day: int) -> Expression:
        """What all actors activated on `day` bring of ``ambiance``, ``pounds`` or ``prestige``."""
        return sum(
            getattr(candidate.character.activation, name) * active
            for _, _, candidate, at, active in self._active("actor")
            if at == day
        )

    # Crafts: what is taken with which budget.

    def _crafts(self) -> None:
        assistants = {
            day: sum(
                candidate.chosen
                for slot in self.slots
                for candidate in slot.kind("assistant")
                if slot.first <= day
            )
            for day in self.days
        }
        for number, slot in enumerate(self.slots):
            for day in self.days[slot.first - 1 :]:
                self._craft(number, slot, day, assistants[day])
        for day in self.days:
            for kind, offer in (("set", self.script.sets), ("costume", self.script.costumes)):
                for colour in COLOURS:
                    taken = self.taken(kind, day, colour)
                    if not isinstance(taken, int):
                        self.model.add(taken <= offer[day - 1][colour - 1])
        self._token_balance()

    def _craft(self, number: int, slot: Slot, day: int, assistants: Expression) -> None:
        works = {
            "set": slot.active(day, "dresser", "handyman"),
            "costume": slot.active(day, "mistress", "handyman"),
        }
        jeweler = slot.active(day, "jeweler")
        spent: Expression = 0
        jewels: Expression = 0
        for kind, offers in (("set", self.script.sets), ("costume", self.script.costumes)):
            for colour in COLOURS:
                there, allowed = offers[day - 1][colour - 1], works[kind]
                if colour == YELLOW:
                    there, allowed = min(there, 1), jeweler
                if not there or isinstance(allowed, int):
                    continue
                take = self.takes[kind, number, day, colour] = self._int(0, there)
                self.model.add(take <= there * allowed)
                if colour == YELLOW:
                    jewels += take
                else:
                    spent += VALUES[colour] * take
        if not isinstance(jewels, int):
            self.model.add(jewels <= jeweler)
        craft = slot.active(day, *CRAFTS)
        if isinstance(craft, int) or isinstance(spent, int):
            return
        value = sum(candidate.character.value * candidate.active[day] for candidate in slot.kind(*CRAFTS))
        token = self.tokens[number, day] = self._bool(f"token {number} {day}")
        self.model.add(token <= craft)
        helped: Expression = 0
        if not isinstance(assistants, int):
            most = sum(any(slot.kind("assistant")) for slot in self.slots)
            helped = self._int(0, most)
            self.model.add(helped <= assistants)
            self.model.add(helped <= most * craft)
        self.model.add(spent <= value + helped + TOKEN * token)

    def taken(self, kind: str, day: int, colour: int) -> Expression:
        """How many elements of a kind and colour are taken on a day."""
        return sum(
            take
            for (what, _, at, which), take in self.takes.items()
            if (what, at, which) == (kind, day, colour)
        )

    def _token_balance(self) -> None:
        """A token is gained before it is spent, in another activation."""
        for (number, day), token in self.tokens.items():
            gained = sum(self.taken("set", at, GREEN) for at in self.days[:day])
            own = self.takes.get(("set", number, day, GREEN), 0)
            spent = sum(other for (_, at), other in self.tokens.items() if at < day)
            self.model.add(token + spent <= gained - own).only_enforce_if(token)
        for day in self.days:
            gained = sum(self.taken("set", at, GREEN) for at in self.days[:day])
            self.model.add(sum(t for (_, at), t in self.tokens.items() if at <= day) <= gained)

    # The set.

    def _stage(self) -> None:
        stage, model = self.setup.stage, self.model
        places = range(len(stage.cells))
        for day in self.days:
            for colour in COLOURS:
                taken = self.taken("set", day, colour)
                if isinstance(taken, int):
                    continue
                for place in places:
                    self.placed[place, day, colour] = self._bool(
                        f"{stage.cells[place].name} {day} {colour}"
                    )
                model.add(sum(self.placed[place, day, colour] for place in places) == taken)
        for place, cell in enumerate(stage.cells):
            model.add(self.filled(place, self.parts.days) <= 1)
            for under in cell.supports:
                for day in self.days:
                    model.add(self.filled(place, day) <= self.filled(under, day))
            if place < cell.mirror:
                for colour in range(1, JOKER):
                    others = sum(self.coloured(cell.mirror, c) for c in range(1, JOKER) if c != colour)
                    model.add(self.coloured(place, colour) + others <= 1)
            if cell.candle:
                self.points.append(self.filled(place, self.parts.days))
        # A stage and its mirror image are the same: of the first pair the left one is not filled later.
        left = next((place for place, cell in enumerate(stage.cells) if cell.mirror > place), None)
        if left is not None:
            right = stage.cells[left].mirror
            model.add(
                sum(self.filled(left, day) for day in self.days)
                >= sum(self.filled(right, day) for day in self.days)
            )

    def filled(self, place: int, day: int) -> Expression:
        """Whether a space is filled at the end of `day`."""
        return sum(self.placed.get((place, at, colour), 0) for at in self.days[:day] for colour in COLOURS)

    def coloured(self, place: int, colour: int) -> Expression:
        """Whether a space has this colour at the end."""
        return sum(self.placed.get((place, day, colour), 0) for day in self.days)

    # Costumes.

    def _costumes(self) -> None:
        model = self.model
        for number, slot in enumerate(self.slots):
            wears = sum(candidate.chosen for candidate in slot.kind("actor")) + slot.extra
            if isinstance(wears, int) and not wears:
                continue
            for day in self.days[slot.first - 1 :]:
                for colour in COLOURS:
                    if not isinstance(self.taken("costume", day, colour), int):
                        self.worn[number, day, colour] = self._int(0, SLOTS)
            model.add(self.pieces(number, self.parts.days) <= SLOTS * wears)
            for day in sorted({*self.parts.rehearsals, self.parts.days}):
                done = self.complete[number, day] = self._bool(f"complete {number} {day}")
                model.add(SLOTS * done <= self.pieces(number, day))
            self._costume_gain(number)
            self._powers(number, slot)
        for day in self.days:
            for colour in COLOURS:
                taken = self.taken("costume", day, colour)
                if not isinstance(taken, int):
                    put = (self.worn.get((number, day, colour), 0) for number in range(len(self.slots)))
                    model.add(sum(put) == taken)

    def _powers(self, number: int, slot: Slot) -> None:
        """Which power a complete costume has at each rehearsal."""
        for day, powers in self.powers.items():
            done = self.complete[number, day]
            owners = [(candidate.chosen, candidate.character.power) for candidate in slot.kind("actor")]
            if not isinstance(slot.extra, int):
                owners.append((slot.extra, self.parts.extra))
            shown = [(self._both(chosen, done), power) for chosen, power in owners]
            self.model.add(sum(use for use, _ in shown) <= done)
            powers += shown

    def pieces(self, number: int, day: int) -> Expression:
        """How many elements the costume of a slot has at the end of `day`."""
        return sum(n for (who, at, _), n in self.worn.items() if who == number and at <= day)

    def _costume_gain(self, number: int) -> None:
        """Pounds and prestige by the sum of a complete costume, one Boolean a stretch of equal gains."""
        low, high = SLOTS * min(VALUES[1:]), SLOTS * max(VALUES)
        table, stretches = self.parts.costumes, []
        first = low
        for total in range(low + 1, high + 2):
            if total > high or table[total] != table[first]:
                stretches.append((first, total - 1, table[first]))
                first = total
        total = sum(VALUES[colour] * n for (who, _, colour), n in self.worn.items() if who == number)
        reached: list[Expression] = []
        least: Expression = 0
        most: Expression = high
        for first, last, (pounds, prestige) in stretches:
            if not pounds and not prestige:
                continue
            inside = self._bool(f"costume {number} from {first}")
            reached.append(inside)
            least += first * inside
            most -= (high - last) * inside
            self.pounds.append(pounds * inside)
            self.points.append(prestige * inside)
        # At most one stretch: one inequality for all of them is the tightest.
        self.model.add(total >= least)
        self.model.add(total <= most)
        self.model.add(sum(reached) <= self.complete[number, self.parts.days])

    # Ambiance.

    def _ambiance(self) -> None:
        parts, model, top = self.parts, self.model, len(self.parts.ambiance) - 1
        for day in self.days:
            gained = self._gains("ambiance", day) + 2 * self.taken("set", day, BLUE)
            # What costumes bring at a rehearsal is kept for the next day.
            gained += sum(power.ambiance * use for use, power in self.powers.get(day - 1, ()))
            raised, level = self._int(0, top), self._int(0, top)
            left = self.script.sets[day - 1][PURPLE - 1] - self.taken("set", day, PURPLE)
            if isinstance(gained, int):
                model.add(raised == min(top, parts.start_ambiance + gained))
            else:
                model.add_min_equality(raised, [top, parts.start_ambiance + gained])
            model.add_max_equality(level, [0, raised - left])
            here = self.level[day] = [self._bool(f"ambiance {day} {space}") for space in range(top + 1)]
            model.add_exactly_one(here)
            model.add(level == sum(space * at for space, at in enumerate(here)))
            # Implied, and linear: what the relaxation would else not see.
            model.add(raised <= parts.start_ambiance + gained)
            # On space 0 the track absorbs what is left over, which is at most this.
            absorbed = max(0, self.script.sets[day - 1][PURPLE - 1] - parts.start_ambiance)
            model.add(level <= raised - left + absorbed * here[0])
            model.add(raised >= parts.start_ambiance)
            self.pounds.append(sum(gain.pounds * at for gain, at in zip(parts.ambiance, here, strict=True)))
            self.points.append(
                sum(gain.prestige * at for gain, at in zip(parts.ambiance, here, strict=True))
            )

    # Acts.

    def _acts(self) -> None:
        model, parts, acts = self.model, self.parts, self.setup.acts
        now: list[Expression] = [1, 1, 1]
        self.arrival: list[Expression] | None = None
        for day in self.days:
            white = self._spread(self._white(day))
            back = self._grey()
            for act in range(3):
                coloured = sum(
                    candidate.character.activation.quills[act] * active
                    for _, _, candidate, at, active in self._active("actor")
                    if at == day
                )
                after = self.space[act, day] = self._int(1, acts[act].length, f"act {act} day {day}")
                model.add(after <= now[act] + coloured + white[act] - back[act])
                model.add(after <= acts[act].length - back[act])
                now[act] = after
            self._forced_back(day, back, now)
            self.points.append(self._gains("prestige", day))
            self.pounds.append(self._gains("pounds", day))
            if day in parts.rehearsals:
                now = self._rehearsal(day, now)
                self._score(day, now)
                # Now the neutral discs go ahead.
                self.arrival = self.arrival or list(now)
        self.final = now

    def _white(self, day: int) -> Expression:
        actors = sum(
            candidate.character.activation.quills[3] * active
            for _, _, candidate, at, active in self._active("actor")
            if at == day
        )
        spaces = zip(self.parts.ambiance, self.level[day], strict=True)
        return actors + sum(gain.quills[3] * at for gain, at in spaces)

    def _spread(self, white: Expression) -> list[Expression]:
        """White quills on the three acts."""
        used = [self._int(0, 24) for _ in range(3)]
        self.model.add(sum(used) <= white)
        return used

    def _grey(self) -> list[Expression]:
        """Steps back in each act."""
        most = max(self.parts.grey)
        return [self._int(0, most) if most else 0 for _ in range(3)]

    def _forced_back(self, day: int, back: list[Expression], after: list[Expression]) -> None:
        """All steps back that the ambiance demands are made, unless no disc can go any further."""
        most = max(self.parts.grey)
        demanded = sum(grey * at for grey, at in zip(self.parts.grey, self.level[day], strict=True))
        spared = self._bool(f"nothing to move back {day}")
        least = 2 if self.setup.options.grey_into_penalty else self.parts.penalty_spaces + 2
        furthest = max(1, least + most - 2)
        for act, space in zip(self.setup.acts, after, strict=True):
            self.model.add(space <= act.length - (act.length - furthest) * spared)
        if furthest == 1:
            # Then no disc can have moved today.
            for _, _, candidate, at, active in self._active("actor"):
                if at == day and any(candidate.character.activation.quills):
                    self.model.add(active + spared <= 1)
        self.model.add(sum(back) >= demanded - most * spared)

    def _rehearsal(self, day: int, now: list[Expression]) -> list[Expression]:
        quills: list[Expression] = [0, 0, 0, 0]
        for use, power in self.powers[day]:
            quills = [total + count * use for total, count in zip(quills, power.quills, strict=True)]
            self.pounds.append(power.pounds * use)
            self.points.append(power.prestige * use)
        white = self._spread(quills[3])
        after = []
        for act in range(3):
            space = self._int(1, self.setup.acts[act].length, f"act {act} rehearsal {day}")
            self.model.add(space <= now[act] + quills[act] + white[act])
            after.append(space)
        return after

    def _score(self, day: int, now: list[Expression]) -> None:
        parts, cumulative = self.parts, self.setup.options.act_tiers_cumulative
        for number, (space, act) in enumerate(zip(now, self.setup.acts, strict=True)):
            penalised = self._bool(f"penalty {day}")
            self.model.add(space >= parts.penalty_spaces + 1 - parts.penalty_spaces * penalised)
            self.points.append(parts.penalty * penalised)
            for tiers, purse in ((act.pounds, self.pounds), (act.prestige, self.points)):
                won = [self._bool() for _ in tiers]
                purse.append(sum(worth * reached for (_, worth), reached in zip(tiers, won, strict=True)))
                steps = [(least - 1) * reached for (least, _), reached in zip(tiers, won, strict=True)]
                if cumulative:
                    for step in steps:
                        self.model.add(space >= 1 + step)
                elif won:
                    self.model.add(space >= 1 + sum(steps))
                    self.model.add_at_most_one(won)
            if act.ranks:
                ranks = (*act.ranks, 0)[:2]
                leads = self._leads(space, number)
                self.points.append(min(ranks) + (max(ranks) - min(ranks)) * leads)

    def _leads(self, space: Expression, act: int) -> Expression:
        """A Boolean that may be 1 only when the player's disc on `space` is ahead of the neutral one."""
        leads = self._bool("ahead")
        neutral = self.parts.neutral[0 if self.arrival is None else 1]
        if not self.setup.options.neutral_ahead:
            self.model.add(space >= 1 + (neutral - 1) * leads)
        elif self.arrival is None:
            self.model.add(space >= 1 + neutral * leads)
        else:
            stayed = self._bool("was there first")
            length = self.setup.acts[act].length
            self.model.add(self.arrival[act] >= neutral * stayed)
            self.model.add(self.arrival[act] <= length - (length - neutral) * stayed)
            self.model.add(space >= 1 + neutral * leads - stayed)
        return leads

    # Elements that count by themselves, and the end.

    def _yellow_and_pink(self) -> None:
        yellow: Expression = 0
        for day in self.days:
            self.pounds.append(self.taken("set", day, PINK))
            yellow += self.taken("set", day, YELLOW) + self.taken("costume", day, YELLOW)
        self.yellow = yellow
        self.points.append(yellow)

    def _payment(self) -> None:
        money: list[Expression] = []
        for _, _, candidate, _, active in self._active("queen"):
            paid_out = self._bool("queen pounds")
            self.model.add(paid_out <= active)
            money.append((active, paid_out))
        self.queen = money
        self.pounds.append(self.parts.queen_pounds * sum(paid_out for _, paid_out in money))
        costs: Expression = 0
        unpaid: Expression = 0
        for slot in self.slots:
            for candidate in slot.candidates:
                if slot.recruited and candidate.character.cost:
                    paid = self._both(candidate.chosen, 1)
                    costs += candidate.character.cost * paid
                    unpaid += candidate.chosen - paid
        self.model.add(costs <= sum(self.pounds))
        self.unpaid, self.rest = unpaid, sum(self.pounds) - costs
        self.points.append(self.parts.unpaid * unpaid)

    # Objectives.

    def _objectives(self) -> None:
        parts, model = self.parts, self.model
        draws = sum(active - pounds for active, pounds in self.queen)
        if isinstance(draws, int):
            return
        order = self.script.objectives
        groups = [order[first : first + DRAWN] for first in range(0, len(order) // DRAWN * DRAWN, DRAWN)]
        kept = self.kept = [self._bool(f"keep {item.name}") for item in parts.objectives]
        drawn = [self._bool(f"draw {number}") for number in self.days]
        model.add(draws >= sum(drawn))
        self._falling(drawn)
        later = sum(drawn[len(groups) :])
        for group, happened in zip(groups, drawn, strict=False):
            model.add(sum(kept[item] for item in group) <= happened + later)
        for group in groups[len(drawn) :]:
            model.add(sum(kept[item] for item in group) == 0)
        for item in order[len(groups) * DRAWN :]:
            model.add(kept[item] <= later)
        model.add(sum(kept) <= draws)
        metrics = self._metrics()
        for keep, objective in zip(kept, parts.objectives, strict=True):
            count = metrics[objective.metric]
            reached = [self._bool(f"{objective.name} {least}") for least in objective.thresholds]
            if reached:
                self._falling([keep, *reached])
                steps = zip((0, *objective.thresholds), objective.thresholds, reached, strict=False)
                model.add(count >= sum((here - below) * at for below, here, at in steps))
                self.points.append(sum(reached))
            if objective.none:
                nothing = self._both(keep, 1)
                model.add(count <= self.parts.days * 10 * (1 - nothing))
                self.points.append(objective.none * nothing)

    def _falling(self, booleans: list[Expression]) -> None:
        """None without the one before it."""
        for before, after in pairwise(booleans):
            self.model.add(after <= before)

    def _metrics(self) -> dict[str, Expression]:
        parts, acts, last = self.parts, self.setup.acts, self.parts.days
        recruits = [slot for slot in self.slots if slot.recruited]

        def recruited(kinds: Iterable[str]) -> Expression:
            return sum(candidate.chosen for slot in recruits for candidate in slot.kind(*kinds))

        rows = []
        for row in self.setup.stage.rows:
            full = self._bool("full row")
            for place in row:
                self.model.add(full <= self.filled(place, last))
            rows.append(full)
        prizes = []
        for space, act in zip(self.final, acts, strict=True):
            reached = self._bool("last prize")
            end = max((least for least, _ in act.prestige + act.pounds), default=act.length)
            self.model.add(space >= 1 + (end - 1) * reached)
            prizes.append(reached)
        leads = [self._leads(space, act) for act, space in enumerate(self.final)]
        candles = [
            self.filled(place, last) for place, cell in enumerate(self.setup.stage.cells) if cell.candle
        ]
        return {
            "first places": sum(leads),
            "complete costumes": sum(
                self.complete.get((number, last), 0) for number in range(len(self.slots))
            ),
            "candles covered": sum(candles),
            "full rows": sum(rows),
            "recruited actors": recruited(["actor"]),
            "recruited craftsmen": recruited(CRAFTS),
            "yellow elements": self.yellow,
            "pounds after paying": self.rest,
            "acts on the last prize": sum(prizes),
            "unpaid characters": self.unpaid,
        }
