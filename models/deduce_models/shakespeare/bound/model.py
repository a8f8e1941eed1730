"""A whole solo game as one CP-SAT model; see `bound` for what it relaxes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from operator import attrgetter

from deduce.backends.cpsat_solver import solved
from deduce_models.shakespeare.bound.beginning import Beginning
from deduce_models.shakespeare.bound.coarse import CoarseBoards, CoarseCompany
from deduce_models.shakespeare.bound.draws import Script
from deduce_models.shakespeare.bound.ledger import Expression, Ledger
from deduce_models.shakespeare.bound.people import Company
from deduce_models.shakespeare.bound.solo_board import Boards
from deduce_models.shakespeare.components.elements import YELLOW
from deduce_models.shakespeare.components.parts import CRAFTS, DRAWN_OBJECTIVES, Act, Gain
from deduce_models.shakespeare.rules.scoring import prize
from deduce_models.shakespeare.rules.setup import Setup
from deduce_models.shakespeare.rules.state import State, start


@dataclass(frozen=True, slots=True)
class Solution:
    """What the solver found: the best objective (None: no solution yet), the proved bound, all variables."""

    value: int | None
    bound: float
    values: tuple[int, ...] = ()


class GameModel:
    """The model; its parts are public so that a played game can be fixed in it.

    From a `state` (before the first day, or at an action) it is what is left of the game; of the script only later
    draws count. With `passed` nobody is activated any more on the first day. With `coarse` it is the smaller model of
    `coarse`, for bounds alone.

    Attributes:
        start: The position at which it begins, `beginning` in the model's terms: the whole game unless one is given.
        company: Who is there, acts, and takes what; `boards`: the set, the costumes, the ambiance.
        space: The player's disc after the ambiance phase: (act, day); `rehearsed` after a rehearsal.
        final: The spaces of the player's discs after everything, and for each a Boolean a space of its track.
        arrival: The same when the neutral discs go ahead, after the first rehearsal.
        queen: For each activation of the Queen its slot and day, whether it happens, and whether it is for pounds.
        kept: Whether each objective is kept.
        casting: The numbers of the variables about who comes and acts when, and about objectives.
        prestige: The final prestige.
    """

    def __init__(
        self,
        setup: Setup,
        script: Script,
        state: State | None = None,
        *,
        passed: bool = False,
        coarse: bool = False,
    ) -> None:
        self.start = start(setup) if state is None else state
        self.beginning = Beginning.of(self.start, script, passed=passed)
        self.ledger = Ledger()
        first = self.ledger.count
        self.company = (CoarseCompany if coarse else Company)(setup, self.beginning, self.ledger)
        self.boards = (CoarseBoards if coarse else Boards)(self.company)
        self.setup, self.parts, self.script = setup, setup.parts, script
        self.cp, self.model, self.days = self.ledger.cp, self.ledger.model, self.company.days
        self.points, self.pounds = self.ledger.points, self.ledger.pounds
        self.points.append(self.beginning.board.prestige)
        self.pounds.append(self.beginning.board.pounds)
        self.space: dict[tuple[int, int], Expression] = {}
        self.rehearsed: dict[tuple[int, int], Expression] = {}
        self.arrival: tuple[list[Expression], list[list[Expression]]] | None = None
        self._acts()
        self._yellow_and_pink()
        self.queen: list[tuple[tuple[int, int], Expression, Expression]] = []
        self._payment()
        self.kept: list[Expression] = []
        last = self.ledger.count
        self._objectives()
        self.casting = frozenset((*range(first, self.company.cast), *range(last, self.ledger.count)))
        self.prestige = sum(self.points)
        self.model.maximize(self.prestige)

    def solve(
        self,
        *,
        time_limit: float,
        effort: float | None = None,
        workers: int = 1,
        seed: int = 0,
        prove: bool = False,
        fixed: Iterable[tuple[Expression, int]] = (),
        hints: Iterable[tuple[Expression, int]] = (),
    ) -> Solution:
        """The best solution and the bound within `time_limit` seconds and `effort` (deterministic time).

        With `prove` the search is for the bound and may end without a solution; otherwise it is for solutions, those
        with the values of `fixed` variables alone. `hints` are values to try first.
        """
        solver = self.cp.CpSolver()
        solver.parameters.max_time_in_seconds = time_limit
        if effort is not None:
            solver.parameters.max_deterministic_time = effort
        solver.parameters.num_workers = workers
        solver.parameters.random_seed = seed
        solver.parameters.optimize_with_lb_tree_search = prove
        solver.parameters.linearization_level = 2
        # Before its first bound the solver reports 0, which is none; what it announces is one.
        announced = [self._most()]
        solver.best_bound_callback = announced.append
        model = self.model.clone()
        for variable, value in fixed:
            if isinstance(variable, int):
                model.add(variable == value)
            else:
                model.add(model.get_int_var_from_proto_index(variable.index) == value)
        for variable, value in hints:
            model.add_hint(model.get_int_var_from_proto_index(variable.index), value)
        status = solved(solver, model)
        if status == self.cp.INFEASIBLE:
            return Solution(None, float("-inf"))
        if status not in (self.cp.OPTIMAL, self.cp.FEASIBLE):
            return Solution(None, min(announced))
        proved = min(*announced, solver.best_objective_bound)
        return Solution(round(solver.objective_value), proved, tuple(solver.response_proto.solution))

    def _most(self) -> float:
        """The prestige when every variable takes the value that is best by itself."""
        proto = self.model.proto
        costs = zip(proto.objective.vars, proto.objective.coeffs, strict=True)
        # The solver minimises: coefficients and offset have the opposite sign.
        least = 0
        for number, cost in costs:
            domain = list(proto.variables[number].domain)
            least += min(cost * domain[0], cost * domain[-1])
        return -float(least + proto.objective.offset)

    # Acts.

    def _acts(self) -> None:
        model, parts, acts = self.model, self.parts, self.setup.acts
        now: list[Expression] = list(self.beginning.spaces)
        for day in self.days:
            white = self._spread(self._white(day))
            most = max(parts.grey)
            back = [self.ledger.integer(0, most) if most else 0 for _ in range(3)]
            for act in range(3):
                coloured = self.company.gains(partial(_quills, act), day)
                after = self.space[act, day] = self.ledger.integer(
                    1, acts[act].length, f"act {act} day {day}"
                )
                model.add(after <= now[act] + coloured + white[act] - back[act])
                model.add(after <= acts[act].length - back[act])
                now[act] = after
            self._forced_back(day, back, now)
            self.points.append(self.company.gains(attrgetter("prestige"), day))
            self.pounds.append(self.company.gains(attrgetter("pounds"), day))
            if day in parts.rehearsals:
                now = self._rehearsal(day, now)
                here = [self._stands(space, act) for space, act in zip(now, acts, strict=True)]
                self._score(here)
                if day == parts.rehearsals[0]:
                    # Now the neutral discs go ahead.
                    self.arrival = list(now), here
        if self.parts.days not in parts.rehearsals:
            here = [self._stands(space, act) for space, act in zip(now, acts, strict=True)]
        self.final = now, here

    def _white(self, day: int) -> Expression:
        actors = self.company.gains(partial(_quills, 3), day)
        spaces = zip(self.parts.ambiance, self.boards.level[day], strict=True)
        return actors + sum(gain.quills[3] * at for gain, at in spaces)

    def _spread(self, white: Expression) -> list[Expression]:
        """White quills on the three acts."""
        used = [self.ledger.integer(0, 24) for _ in range(3)]
        self.model.add(sum(used) <= white)
        return used

    def _forced_back(self, day: int, back: list[Expression], after: list[Expression]) -> None:
        """All steps back that the ambiance demands are made, unless no disc can go any further."""
        most = max(self.parts.grey)
        demanded = sum(grey * at for grey, at in zip(self.parts.grey, self.boards.level[day], strict=True))
        spared = self.ledger.boolean(f"nothing to move back {day}")
        least = 2 if self.setup.options.grey_into_penalty else self.parts.penalty_spaces + 2
        furthest = max(1, least + most - 2)
        for act, space in zip(self.setup.acts, after, strict=True):
            self.model.add(space <= act.length - (act.length - furthest) * spared)
        if day == self.beginning.day and max(self.beginning.spaces) > furthest:
            self.model.add(spared == 0)
        if furthest == 1:
            # Then no disc can have moved today.
            for candidate, at, active in self.company.activations("actor"):
                if at == day and any(candidate.character.activation.quills):
                    self.model.add(active + spared <= 1)
        self.model.add(sum(back) >= demanded - most * spared)

    def _rehearsal(self, day: int, now: list[Expression]) -> list[Expression]:
        quills: list[Expression] = [0, 0, 0, 0]
        for use, power in self.boards.powers[day]:
            quills = [total + count * use for total, count in zip(quills, power.quills, strict=True)]
            self.pounds.append(power.pounds * use)
            self.points.append(power.prestige * use)
        white = self._spread(quills[3])
        after = []
        for act in range(3):
            space = self.ledger.integer(1, self.setup.acts[act].length, f"act {act} rehearsal {day}")
            self.model.add(space <= now[act] + quills[act] + white[act])
            self.rehearsed[act, day] = space
            after.append(space)
        return after

    def _stands(self, space: Expression, act: Act) -> list[Expression]:
        """A Boolean a space of the track, of which one is 1.

        Penalty and prize are functions of the space; as sums over these the linear relaxation cannot have the
        prize of a far space and the safety of a middle one from the same disc.
        """
        here = [self.ledger.boolean(f"on {number}") for number in range(1, act.length + 1)]
        self.model.add_exactly_one(here)
        self.model.add(space == sum(number * at for number, at in enumerate(here, 1)))
        return here

    def _score(self, here: list[list[Expression]]) -> None:
        parts, cumulative = self.parts, self.setup.options.act_tiers_cumulative
        for number, (spaces, act) in enumerate(zip(here, self.setup.acts, strict=True)):
            self.points.append(parts.penalty * sum(spaces[: parts.penalty_spaces]))
            for tiers, purse in ((act.pounds, self.pounds), (act.prestige, self.points)):
                purse.append(
                    sum(prize(tiers, space, cumulative) * at for space, at in enumerate(spaces, 1))
                )
            if act.ranks:
                ranks = (*act.ranks, 0)[:2]
                # Where the second prize is the better one, it is taken for granted.
                gain = max(0, ranks[0] - ranks[1])
                self.points.append(ranks[1] + gain * self._leads(number, spaces))

    def _leads(self, act: int, here: list[Expression]) -> Expression:
        """A Boolean that may be 1 only when the player's disc is ahead of the neutral one."""
        leads = self.ledger.boolean("ahead")
        neutral = self.beginning.neutral[act] if self.arrival is None else self.parts.neutral[1]
        if not self.setup.options.neutral_ahead:
            self.model.add(leads <= sum(here[neutral - 1 :]))
            return leads
        # As long as it stays where it is ahead.
        first: Expression = here[neutral - 1] if act in self.beginning.ahead else 0
        if self.arrival is not None:
            first = 0
        if self.arrival is not None and neutral <= len(here):
            # It was there when the neutral disc came.
            first = self.ledger.both(here[neutral - 1], self.arrival[1][act][neutral - 1])
        self.model.add(leads <= sum(here[neutral:]) + first)
        return leads

    # Elements that count by themselves, and the end.

    def _yellow_and_pink(self) -> None:
        yellow: Expression = self.beginning.yellow
        for day in self.days:
            self.pounds.append(self.company.gained("pounds", day))
            yellow += self.company.taken("set", day, YELLOW) + self.company.taken("costume", day, YELLOW)
        self.yellow = yellow
        self.points.append(yellow)

    def _payment(self) -> None:
        for number, slot in enumerate(self.company.slots):
            for queen in slot.kind("queen"):
                for day, active in queen.active.items():
                    paid_out = self.ledger.boolean("queen pounds")
                    self.model.add(paid_out <= active)
                    self.queen.append(((number, day), active, paid_out))
        self.pounds.append(self.parts.queen_pounds * sum(paid_out for _, _, paid_out in self.queen))
        costs: Expression = 0
        unpaid: Expression = 0
        for slot in self.company.slots:
            for candidate in slot.candidates:
                if slot.recruited and candidate.character.cost:
                    paid = self.ledger.both(candidate.chosen, 1)
                    costs += candidate.character.cost * paid
                    unpaid += candidate.chosen - paid
        self.model.add(costs <= sum(self.pounds))
        self.unpaid, self.rest = unpaid, sum(self.pounds) - costs
        self.points.append(self.parts.unpaid * unpaid)

    # Objectives.

    def _objectives(self) -> None:
        parts, model = self.parts, self.model
        draws = sum(active - pounds for _, active, pounds in self.queen)
        order, begun = self.beginning.objectives, self.beginning.kept
        if isinstance(draws, int) and not begun:
            return
        kept = self.kept = [
            1 if number in begun else self.ledger.boolean(f"keep {item.name}")
            for number, item in enumerate(parts.objectives)
        ]
        drawn = [self.ledger.boolean(f"draw {number}") for number in range(len(self.queen))]
        model.add(draws >= sum(drawn))
        self._falling(drawn)
        choices: dict[int, list[Expression]] = {item: [] for item in order}
        for happened, there in zip(drawn, _drawable(order, len(drawn)), strict=True):
            chosen = [self.ledger.boolean() for _ in there]
            model.add(sum(chosen) <= happened)
            for item, keep in zip(there, chosen, strict=True):
                choices[item].append(keep)
        for item in order:
            model.add(kept[item] <= sum(choices[item]))
        model.add(sum(kept) <= draws + len(begun))
        metrics = self._metrics()
        for keep, objective in zip(kept, parts.objectives, strict=True):
            count = metrics[objective.metric]
            reached = [self.ledger.boolean(f"{objective.name} {least}") for least in objective.thresholds]
            if reached:
                self._falling([keep, *reached])
                steps = zip((0, *objective.thresholds), objective.thresholds, reached, strict=False)
                model.add(count >= sum((here - below) * at for below, here, at in steps))
                self.points.append(sum(reached))
            if objective.none:
                nothing = self.ledger.both(keep, 1)
                model.add(count <= self.parts.days * 10 * (1 - nothing))
                self.points.append(objective.none * nothing)

    def _falling(self, booleans: list[Expression]) -> None:
        """None without the one before it."""
        for before, after in pairwise(booleans):
            self.model.add(after <= before)

    def _metrics(self) -> dict[str, Expression]:
        acts, last = self.setup.acts, self.parts.days
        recruits = [slot for slot in self.company.slots if slot.recruited]

        def recruited(kinds: Iterable[str]) -> Expression:
            return sum(candidate.chosen for slot in recruits for candidate in slot.kind(*kinds))

        rows = []
        for row in self.setup.stage.rows:
            full = self.ledger.boolean("full row")
            for place in row:
                self.model.add(full <= self.boards.filled(place, last))
            rows.append(full)
        prizes = []
        for here, act in zip(self.final[1], acts, strict=True):
            prizes.append(sum(here[act.last_prize - 1 :]))
        leads = [self._leads(act, here) for act, here in enumerate(self.final[1])]
        candles = [
            self.boards.filled(place, last)
            for place, cell in enumerate(self.setup.stage.cells)
            if cell.candle
        ]
        return {
            "first places": sum(leads),
            "complete costumes": sum(
                self.boards.complete.get((number, last), 0) for number in range(len(self.company.slots))
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


def _quills(act: int, gain: Gain) -> int:
    return gain.quills[act]


def _drawable(order: Sequence[int], draws: int) -> list[list[int]]:
    """What may be among the objectives of each draw, first to last: a queue, as two of three go under the deck.

    Of a card under the deck it is forgotten which of its draw it is.
    """
    queue = [{item} for item in order]
    found = []
    for _ in range(draws):
        there, queue = queue[:DRAWN_OBJECTIVES], queue[DRAWN_OBJECTIVES:]
        some = set().union(*there)
        found.append(sorted(some))
        queue += [some] * max(0, len(there) - 1)
    return found
