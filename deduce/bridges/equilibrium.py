"""Small games solved by regret minimisation: the tree goes to OpenSpiel, CFR+ comes back as a player.

The whole tree is walked once and handed over in Gambit's extensive form, so that the iterations run in OpenSpiel's own
code and ask no position of ours: CFR+ (O. Tammelin, "Solving large imperfect information games using CFR+", 2014) on
games of two seats whose scores have one sum, and of one seat, where it finds best play. An information set is what a
seat sees (`State.view`). What it found is judged exactly, over the whole tree: NashConv is how much all seats together
could gain by best replies. Needs the extra ``openspiel``.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from deduce.games.base import CHANCE, Game, chance_from, kind_of
from deduce.games.given import game_of, seen_of, whole_of
from deduce.ground.deadline import checked_limit
from deduce.ground.errors import MissingExtra, ProblemError, TooLarge
from deduce.language.variables import is_number

try:
    import pyspiel
except ImportError:
    raise MissingExtra("open_spiel", "openspiel", "deduce.bridges.equilibrium") from None

NODES: Final = 500_000
"""Larger trees are refused unless the caller says otherwise."""

PROBES: Final = 40
"""Random ways to the end from which the size of a tree is guessed."""

BUNCH: Final = 20
"""NashConv is worked out after so many iterations, and then at ever longer intervals."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A policy for every seat of one game, and how good it is.

    Attributes:
        game: The game.
        players: How many seats play.
        nash_conv: How much all seats together could gain by best replies: exact for this policy.
        values: What each seat scores on average when all play so.
        iterations: How many iterations of CFR+ made it.
        nodes: How many positions the tree has, chance's and forced ones included.
        ends: How many of them are ends.
        information_sets: How many different views seats decide at (forced moves are none).
        spread: The highest score less the lowest.
    """

    game: Game[Any, Any, Any]
    players: int
    nash_conv: float
    values: tuple[float, ...]
    iterations: int
    nodes: int
    ends: int
    information_sets: int
    spread: float
    policy: Mapping[Any, Mapping[Any, float]] = field(repr=False)
    _states: frozenset[Any] = field(repr=False, default=frozenset())

    def at(self, view: Any) -> Mapping[Any, float] | None:
        """The chance of each move where the seat of `view` decides; None where the tree has no such view."""
        return self.policy.get(view)

    def has(self, state: Any) -> bool:
        """Whether `state` is a position of this tree at which a seat decides: of this game with these options."""
        return state in self._states

    def to_dict(self) -> dict[str, Any]:
        """The figures as plain values for JSON, without the policy."""
        return {
            "game": self.game.name,
            "players": self.players,
            "nash_conv": self.nash_conv,
            "values": list(self.values),
            "iterations": self.iterations,
            "nodes": self.nodes,
            "ends": self.ends,
            "information_sets": self.information_sets,
        }


def solve(
    game: Game[Any, Any, Any] | str,
    *,
    players: int | None = None,
    nash_conv: float = 0.01,
    iterations: int = 5000,
    nodes: int = NODES,
    time_limit: float | None = None,
    **options: Any,
) -> Solution:
    """Solve a small game until its NashConv is at most `nash_conv`, or for `iterations`, or until the time is over.

    Args:
        game: The game, or its name: for one seat, or for two whose scores have one sum at every end.
        players: How many seats; the fewest that the game allows when None.
        nash_conv: Good enough, in scores.
        iterations: Of CFR+, at most.
        nodes: A larger tree raises `TooLarge`.
        time_limit: Seconds. A tree not walked by then raises `TooLarge`; iterations just stop.
        options: Options of the game.

    Raises `ProblemError` for a game of another kind, and where a seat forgets what it did or saw (a view that two
    different courses of its own lead to): regret minimisation promises nothing there. Takes time and memory in
    proportion to the tree, and an iteration again as much.
    """
    game = game_of(game)
    count = game.checked_players(players if players is not None else game.seats.start)
    whole_of("iterations", iterations, 1)
    whole_of("nodes", nodes, 1)
    if not is_number(nash_conv) or not nash_conv >= 0:
        raise ProblemError(f"nash_conv is a number of scores from 0, not {nash_conv!r}")
    checked_limit(time_limit)
    if count > 2:
        raise ProblemError(f"{game.title} for {count}: regret minimisation solves games for one or two")
    begun = time.monotonic()
    stop = math.inf if time_limit is None else begun + time_limit
    tree = _Tree(game, count, nodes, stop)
    tree.walk(game.new(players=count, **options))
    made = pyspiel.load_efg_game(tree.text())
    solver = pyspiel.CFRPlusSolver(made)
    done, gap, wait = 0, math.inf, BUNCH
    while True:
        for _ in range(min(wait, iterations - done)):
            solver.evaluate_and_update_policy()
            done += 1
        average = solver.tabular_average_policy()
        gap = float(pyspiel.nash_conv(made, average))
        if gap <= nash_conv or done >= iterations or time.monotonic() > stop:
            break
        wait = min(wait * 2, 500)
    table = {int(key.rpartition("-")[2]): dict(chances) for key, chances in average.policy_table().items()}
    values = pyspiel.expected_returns(made.new_initial_state(), average, -1, True)
    return Solution(
        game,
        count,
        nash_conv=max(0.0, gap),
        values=tuple(float(value) for value in values[:count]),
        iterations=done,
        nodes=tree.nodes,
        ends=tree.ends,
        information_sets=len(tree.sets),
        spread=tree.high - tree.low,
        policy={
            view: {move: table[number][place] for place, move in enumerate(tree.moves[number])}
            for view, number in tree.sets.items()
        },
        _states=frozenset(tree.states),
    )


class _Tree:
    """The tree of a game, in extensive form."""

    def __init__(self, game: Game[Any, Any, Any], players: int, most: int, stop: float) -> None:
        self.game, self.players, self.most, self.stop = game, players, most, stop
        # A second seat that decides nothing stands beside a single one: OpenSpiel's CFR+ looks no further where no
        # player's own moves lead, which with one player is everything it has once thought little of.
        self.lines = ['EFG 2 R "deduce" { "seat 1" "seat 2" } ""']
        self.low, self.high = math.inf, -math.inf
        self.nodes = self.ends = self.chances = 0
        self.sum: float | None = None
        self.sets: dict[Any, int] = {}
        self.moves: list[Sequence[Any]] = []
        self.course: list[int] = []
        self.of_seat: list[int] = []
        self.counts = [0] * (players + 1)
        self.courses: dict[tuple[int, int, int], int] = {}
        self.states: set[Any] = set()

    def walk(self, start: Any) -> None:
        """Write the tree below `start`, depth first as the form wants it."""
        waiting = [(start, (0,) * (self.players + 1))]
        while waiting:
            state, courses = waiting.pop()
            self.nodes += 1
            if self.nodes > self.most:
                raise TooLarge(f"{self.game.title}: its tree has more than {self.most:,} positions")
            if self.nodes % 256 == 0 and time.monotonic() > self.stop:
                raise TooLarge(
                    f"{self.game.title}: {self.nodes:,} positions, and not all, in the time given"
                )
            actor = state.actor
            if actor is None:
                self._end(state.scores)
            elif actor is CHANCE:
                waiting += [
                    (state.play(move), courses) for move in reversed(self._chance(state.outcomes()))
                ]
            else:
                legal = list(state.moves())
                if len(legal) == 1:
                    waiting.append((state.play(legal[0]), courses))
                    continue
                number = self._set(state, legal, actor, courses[actor])
                waiting += [
                    (state.play(legal[place]), self._after(courses, actor, number, place))
                    for place in reversed(range(len(legal)))
                ]

    def _after(self, courses: tuple[int, ...], actor: int, number: int, place: int) -> tuple[int, ...]:
        known = self.courses.setdefault((courses[actor], number, place), len(self.courses) + 1)
        return (*courses[:actor], known, *courses[actor + 1 :])

    def _end(self, scores: Sequence[float]) -> None:
        self.ends += 1
        total = math.fsum(scores)
        if self.sum is None:
            self.sum = total
        if self.players > 1 and abs(total - self.sum) > 1e-9:
            raise ProblemError(
                f"{self.game.title}: scores sum to {self.sum:g} and to {total:g}; regret minimisation solves games in "
                "which one seat gains what the other loses"
            )
        self.low, self.high = min(self.low, *scores), max(self.high, *scores)
        paid = (*scores, -scores[0])[:2]
        self.lines.append(f't "" {self.ends} "" {{ {" ".join(repr(float(score)) for score in paid)} }}')

    def _chance(self, outcomes: Sequence[tuple[Any, float]]) -> list[Any]:
        self.chances += 1
        listed = " ".join(f'"{place}" {chance!r}' for place, (_, chance) in enumerate(outcomes))
        self.lines.append(f'c "" {self.chances} "" {{ {listed} }} 0')
        return [move for move, _ in outcomes]

    def _set(self, state: Any, legal: list[Any], actor: int, course: int) -> int:
        view = state.view(actor)
        number = self.sets.setdefault(view, len(self.sets))
        if number == len(self.moves):
            self.moves.append(legal)
            self.course.append(course)
            self.counts[actor] += 1
            self.of_seat.append(self.counts[actor])
        elif self.course[number] != course or self.moves[number] != legal:
            raise ProblemError(
                f"{self.game.title}: seat {actor} comes to one view by two courses of its own, or with other moves: "
                "it forgets, and regret minimisation promises nothing for such games"
            )
        self.states.add(state)
        listed = " ".join(f'"{place}"' for place in range(len(legal)))
        self.lines.append(f'p "" {actor} {self.of_seat[number]} "{number}" {{ {listed} }} 0')
        return number

    def text(self) -> str:
        """The tree as OpenSpiel reads it."""
        return "\n".join(self.lines) + "\n"


def expected_size(game: Game[Any, Any, Any], players: int, *, seed: int = 0, **options: Any) -> float:
    """About how many positions the tree has: the mean over random ways of the product of branches met on the way.

    The kind of a move (the first word of its text) is drawn first, so that many ways to end a game at once do not hide
    what lies behind the others. Unbiased, and so scattered that only its magnitude counts (D. Knuth, "Estimating the
    efficiency of backtrack programs", Mathematics of Computation 29, 1975).
    """
    rng = chance_from(seed)
    total = 0.0
    for _ in range(PROBES):
        state, ways, met = game.new(players=players, **options), 1.0, 1.0
        while state.actor is not None and ways < 1e12:
            moves = [move for move, _ in state.outcomes()] if state.actor is CHANCE else state.moves()
            kinds: dict[str, list[Any]] = {}
            for move in moves:
                kinds.setdefault(kind_of(move), []).append(move)
            able = list(kinds.values())[int(rng.random() * len(kinds))]
            # A move's weight is one by its chance to be drawn, which makes the mean right whatever the chances are.
            ways *= len(kinds) * len(able)
            met += ways
            state = state.play(able[int(rng.random() * len(able))])
        total += met
    return total / PROBES


class Equilibrium:
    """Plays a solution: mixed as it is, from the view alone.

    Args:
        solution: What `solve` found.
        name: As printed in tables.
    """

    def __init__(self, solution: Solution, *, name: str = "equilibrium") -> None:
        if not isinstance(solution, Solution):
            raise ProblemError(
                f"what is played is a solution, as solve(game) gives one, not {solution!r:.200}"
            )
        self.solution, self.name = solution, name

    def choose(self, view: Any, rng: random.Random) -> Any:
        """A move drawn by the chances of the solution. Raises `ProblemError` at a view that its tree has not."""
        if len(seen_of(view).moves) == 1:
            return view.moves[0]
        chances = self.solution.at(view)
        if chances is None:
            raise ProblemError(
                f"this position is not in the tree of {self.solution.game.title} that was solved, for"
                f" {self.solution.players}: other options, or another number of players"
            )
        return rng.choices(list(chances), list(chances.values()))[0]

    def __repr__(self) -> str:
        return f"Equilibrium({self.solution!r}, name={self.name!r})"
