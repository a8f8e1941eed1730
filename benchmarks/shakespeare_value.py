"""The learned value of Shakespeare: learned by playing, chosen by played score, written where the game reads it.

    python -m benchmarks.shakespeare_value --rounds 30 --games 100 --first 20000000 --write models/.../data/value.toml
    python -m benchmarks.shakespeare_value --from shipped --rounds 10 --games 200 --first 21000000
    python -m benchmarks.shakespeare_value --several --from shipped --rounds 8 --games 300 --first 22000000

A round plays games with forced variety: at every dawn the best plan stands beside others drawn from the hundred best and,
half of the time, the best one that decides otherwise about the Queen's draw; the draft takes two cards. Each is carried
through its evening to the next morning by the rules, on the same draws, and the value there of the best next plan (on the
last day a final score) is what the evening should have been worth. One of them goes on, mostly the best.

Then the weights of each day are moved by ridge regression: differences between evenings of one day count fully, as their
draws are the same, the level of all of them a quarter. What the Queen's draw brings beyond the best of three is the mean
of what was found after draws less what was said before. Rows of the last six rounds count, each round 0.7 of the next.

Among rivals (`--several`: two, three and four seats in turn) what an evening should have been worth is what came of it:
the final score and what the evenings between were held to be worth, each later one with half of the weight left
(`TRACE`). One turn in eight goes on with another of the best plans.

At the end the weights of the last rounds and the mean of them play `--choose` scripts each, apart from those of the
rounds (among rivals one seat against the weights of before, told by its lead), and the best ones are written.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from benchmarks.shakespeare_strength import frame, mean
from deduce.games.base import CHANCE
from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.advice import features, flat
from deduce_models.shakespeare.advice.alone import GLANCE, Alone
from deduce_models.shakespeare.advice.among import Among
from deduce_models.shakespeare.advice.decisions import ACTING
from deduce_models.shakespeare.advice.learned import Found, Learned, Search, shipped
from deduce_models.shakespeare.advice.planning import Planner
from deduce_models.shakespeare.advice.wagering import usable
from deduce_models.shakespeare.bound.draws import Script, play_script, scripted, solo_script
from deduce_models.shakespeare.components.parts import DATA
from deduce_models.shakespeare.players.named import PlannerPlayer
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.state import State, start

SEARCH = Search(20, 3, 8)
"""How hard days are searched while the value is learned; small decisions go by `GLANCE`."""

VARIETY, KEPT, LEVEL, FADING, RIDGE, STRAY = 100, 6, 0.25, 0.7, 150.0, 0.25
"""Plans that others are drawn from, rounds whose rows count, what a level counts beside differences, what a round counts
beside the next, how firmly weights are held, how often a game goes on otherwise than with the best plan."""

TRACE, OTHERWISE = 0.5, 0.125
"""Among rivals: how much of what is due goes on to later evenings; how often a turn is another than the best."""

FIXED = (features.BASE, features.DRAW)
"""What regression leaves alone: prestige is prestige, and draws are learned apart."""

Weights = Any
"""A row of `features.SIZE` for each number of days left, from 0."""


class Row(NamedTuple):
    """An evening: the group of those with the same draws, days left, its features, what the next morning was worth."""

    group: int
    left: int
    features: Sequence[int]
    worth: float


class Played(NamedTuple):
    """A game of a round: its end, its rows, and (days left, found less said) for the draws of best plans."""

    end: int
    rows: list[Row]
    draws: list[tuple[int, float]]


class Walk:
    """One way on from a position: the moves of a plan, then the player's own decisions, with what was seen on the way."""

    def __init__(self, player: Alone) -> None:
        self.player, self.queue = player, list[Any]()
        self.evening: dict[int, Sequence[int]] = {}
        self.said: float | None = None
        self.draws: list[tuple[int, float]] = []

    def take(self, state: State, plan: Found) -> None:
        """Goes by a plan, up to the Queen's draw if there is one, which comes first."""
        moves = flat.read_moves(plan.codes, state.setup, state, state.boards[0].troupe)
        drawing = [move for move in moves if move.text.endswith(" objectives")]
        self.queue = drawing or [*moves, state.setup.moves.passing]
        self.said = plan.value if drawing else None
        self.evening[state.day] = plan.features

    def move(self, state: State) -> Any:
        """The next move."""
        if self.queue and self.queue[0] in state.moves():
            return self.queue.pop(0)
        if state.phase != phases.ACTION:
            return self.player.best(state.view(1)).move
        at = flat.position(state, 1)
        plan = self.player.value(state).plans(at, SEARCH)[0]
        if self.said is not None:
            self.draws.append((at[flat.LEFT], plan.value - self.said))
        self.take(state, plan)
        return self.queue.pop(0)

    def to_morning(self, state: State, script: Script) -> State:
        """The first position of the next day, or the end."""
        day = state.day
        while state.actor is not None and (state.day == day or state.phase != phases.ACTION):
            state = state.play(self.move(state) if state.actor == 1 else scripted(state, script))
        return state


def morning(player: Alone, state: State) -> float:
    """What a morning is worth: its best plan, or the final score."""
    if state.actor is None:
        return float(state.boards[0].prestige)
    return player.value(state).plans(flat.position(state, 1), SEARCH)[0].value


def played(weights: Weights, seed: int) -> Played:
    """One game with variety."""
    setup, rng = frame(), random.Random(seed)
    script = solo_script(seed, setup)
    player = Alone(GLANCE, samples=0, value=Learned(setup, weights.astype(int).tolist()))
    state, rows, draws = start(setup), list[Row](), list[tuple[int, float]]()
    while state.phase != phases.DRAFT:
        state = state.play(scripted(state, script))
    while state.actor is not None and state.day < setup.parts.days:
        ends = []
        for walk, begun in _ways(player, state, rng):
            after = walk.to_morning(begun, script)
            told = walk.evening[state.day]
            rows.append(Row(state.day, setup.parts.days - state.day, told, morning(player, after)))
            draws += walk.draws
            ends.append(after)
        state = rng.choice(ends) if rng.random() < STRAY else ends[0]
    end = Walk(player).to_morning(state, script)
    return Played(end.boards[0].prestige, rows, draws)


def _ways(player: Alone, state: State, rng: random.Random) -> Iterator[tuple[Walk, State]]:
    """What is tried at a dawn or at the draft, the best first."""
    if state.phase == phases.DRAFT:
        ranked = player.rank(state.view(1))
        for choice in (ranked[0], rng.choice(ranked[1:])):
            walk, board = Walk(player), state.boards[0]
            troupe = (*board.troupe, state.setup.person(choice.move.item, choice.move.place))
            board = board._replace(troupe=troupe, costumes=(*board.costumes, b""))
            at = flat.position(state._replace(boards=(board,)), 1)
            walk.evening[0] = player.value(state).worth(at)[1]
            yield walk, state.play(choice.move)
        return
    plans = player.value(state).plans(flat.position(state, 1), SEARCH, VARIETY)
    drawing = [plan.features[features.DRAW] for plan in plans]
    otherwise = [plan for plan, draws in zip(plans, drawing, strict=True) if draws != drawing[0]]
    some = rng.sample(plans[1:], min(2, len(plans) - 1))
    for plan in (plans[0], *(otherwise[:1] if rng.random() < 0.5 else []), *some):
        walk = Walk(player)
        walk.take(state, plan)
        if plan in some:
            # After its draw a plan that is not the best goes on as is best: that says nothing of draws.
            walk.said = None
        yield walk, state


def among(weights: Weights, seed: int) -> Played:
    """One game of two to four seats with variety, all of whose evenings are rows."""
    rng, setup = random.Random(seed), GAME.new(players=2 + seed % 3).setup
    value = Learned(setup, weights.astype(int).tolist())
    player, state = Among(SEARCH, leaves=0, value=value), start(setup)
    evenings: list[list[tuple[int, float, Sequence[int]]]] = [[] for _ in setup.everybody]
    while state.actor is not None:
        move = state.draw(rng) if state.actor is CHANCE else _otherwise(player, state, rng)
        after, day = state.play(move), state.day
        if 0 < day < setup.parts.days and after.phase in _EVENING and state.phase not in _EVENING:
            # With all seats in, the phase goes on: that is the end of the day before its evening.
            evening = state._replace(out=0).play(move)._replace(phase=phases.ACTION)
            for seat in setup.everybody:
                worth, told = value.worth(flat.position(evening, seat))
                evenings[seat - 1].append((setup.parts.days - day, worth, told))
        state = after
    rows = list[Row]()
    for board, found in zip(state.boards, evenings, strict=True):
        due = float(board.prestige)
        for left, worth, told in reversed(found):
            rows.append(Row(len(rows), left, told, due))
            due = TRACE * due + (1 - TRACE) * worth
    return Played(max(board.prestige for board in state.boards), rows, [])


_EVENING = (
    *range(phases.AMBIANCE_QUILL, phases.OVER + 1),
    phases.DEAL,
    phases.SET_DRAW,
    phases.COSTUME_DRAW,
)


def _otherwise(player: Among, state: State, rng: random.Random) -> Any:
    """What the player does, now and then with another plan; it wagers what it can use, or one more or less."""
    view = state.view(state.turn)
    if view.phase == phases.WAGER:
        return view.moves[min(4, max(0, usable(view, view.seat) - 1 + rng.choice((-1, 0, 0, 0, 1))))]
    if view.phase not in ACTING:
        return player.decided(view)[0].move
    at, often = flat.position(view, view.seat), rng.random() < OTHERWISE
    plan = rng.choice(player.plans(view, at, SEARCH, VARIETY if often else 1))
    actions = player.day_plan(view, at, plan).actions
    # Any of them may come first; those that need another first are tried again.
    firsts = [action[0] for action in actions if action[0] in view.moves]
    return rng.choice(firsts) if firsts else view.setup.moves.passing


def lead(weights: Weights, seed: int) -> float:
    """The lead of one seat with these weights over the mean of the others, who have the shipped ones."""
    setup, rng = GAME.new(players=2 + seed % 3).setup, random.Random(seed)
    own = 1 + seed // 3 % setup.seats
    values = [
        Learned(setup, weights.astype(int).tolist() if seat == own else None) for seat in setup.everybody
    ]
    players, state = [Planner(value=value, leaves=0).among for value in values], start(setup)
    while state.actor is not None:
        move = state.draw(rng) if state.actor is CHANCE else _best(players[state.actor - 1], state)
        state = state.play(move)
    prestige = [board.prestige for board in state.boards]
    return float(prestige[own - 1] - (sum(prestige) - prestige[own - 1]) / (setup.seats - 1))


def _best(player: Among, state: State) -> Any:
    view = state.view(state.turn)
    if view.phase == phases.WAGER:
        return view.moves[min(4, usable(view, view.seat) - 1)]
    return player.rank(view)[0].move


def fitted(rounds: Sequence[Sequence[Played]], weights: Weights, level: float = LEVEL) -> Weights:
    """The weights moved by what the rounds saw, the last one first; the level of evenings counts so much."""
    found = weights.copy()
    for left in range(1, len(weights)):
        equations = list(_equations(rounds, weights[left], left, level))
        if not equations:
            continue
        rows, gaps = map(np.concatenate, zip(*equations, strict=True))
        free = [k for k in range(features.SIZE) if k not in FIXED and rows[:, k].any()]
        size = np.sqrt((rows[:, free] ** 2).mean(0))
        scaled = rows[:, free] / size
        moved = np.linalg.solve(scaled.T @ scaled + RIDGE * np.eye(len(free)), scaled.T @ gaps)
        found[left, free] += moved / size
        draws = [gap for game in rounds[0] for day, gap in game.draws if day == left]
        if draws:
            found[left, features.DRAW] += FADING * 1000 * float(np.mean(draws))
    return np.clip(np.round(found), -30_000, 30_000)


def _equations(
    rounds: Sequence[Sequence[Played]], row: Any, left: int, much_of_level: float
) -> Iterator[tuple[Any, Any]]:
    for age, games in enumerate(rounds):
        for game in games:
            groups: dict[int, list[Row]] = {}
            for each in game.rows:
                if each.left == left:
                    groups.setdefault(each.group, []).append(each)
            for group in groups.values():
                told = np.array([each.features for each in group], dtype=float)
                gap = 1000 * np.array([each.worth for each in group]) - told @ row
                middle, much = told.mean(0), FADING ** (age / 2)
                yield much * (told - middle), much * (gap - gap.mean())
                level = much * much_of_level**0.5
                yield level * middle[None], level * np.array([gap.mean()])


def guess() -> Weights:
    """What learning begins with: prestige, and a little for everything that may become some."""
    found = np.zeros((7, features.SIZE))
    found[1:, features.BASE] = found[1:, features.YELLOW] = 1000
    found[1:, features.SHORT], found[1:, features.TOKENS] = -600, 400
    found[1:, features.ACT : features.PIECES] = 250
    found[1:, features.MISSING : features.MISSING + 8] = [700, 500, 300, 100, 0, 0, 0, 0]
    found[1:, features.ONE_ELEMENT : features.TWO_ELEMENTS] = [100, 150, 200, 250, 300]
    found[1:, features.TWO_ELEMENTS : features.COMPLETE] = [300, 400, 500, 500, 700, 800, 800, 1000, 1200]
    found[1:, features.AWAKE : features.ASLEEP] = [250, 250, 250, 250, 100, 130, 130, 130, 900, 1400, 0]
    found[1:, features.GOAL : features.DRAW] = [600, 100, 700] * 10
    return found


def score(weights: Weights, seed: int) -> float:
    """The end of a game by the planner with these weights, without sampled days."""
    setup = frame()
    player = PlannerPlayer()
    player.planner = Planner(samples=0, value=Learned(setup, weights.astype(int).tolist()))
    return play_script(player, setup, solo_script(seed, setup), seed=seed).boards[0].prestige


HEAD = """# What an evening is worth: weights of the features (advice/features.py, in their order) in thousandths of
# prestige, a row for 1 to 6 days left (6: after the draft); alone, and among rivals. On the last day the value is the
# final score.
"""


def written(weights: Weights, how: str, *, several: bool) -> str:
    """The text of the data file with these weights, the others as they are."""
    tables = dict(
        re.findall(
            r"^\[(\w+)\]\n(.*?)\n\]\n", DATA.joinpath("value.toml").read_text(encoding="utf-8"), re.M | re.S
        )
    )
    tables["several" if several else "alone"] = _table(weights, how)
    return "\n".join([HEAD, *(f"[{name}]\n{text}\n]\n" for name, text in tables.items())])


def _table(weights: Weights, how: str) -> str:
    lines = ['provenance = "reconstructed"', f'reason = "learned by {how}"', "left = ["]
    for row in weights[1:].astype(int).tolist():
        lines.append("    [")
        lines += [f"        {', '.join(map(str, row[at : at + 20]))}," for at in range(0, len(row), 20)]
        lines.append("    ],")
    return "\n".join(lines)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--games", type=int, default=100, help="games of a round")
    parser.add_argument("--first", type=int, default=20_000_000, help="the first seed")
    parser.add_argument("--several", action="store_true", help="games of two to four seats")
    parser.add_argument("--from", dest="begin", choices=["guess", "shipped"], default="guess")
    parser.add_argument("--choose", type=int, default=60, help="scripts that choose among the last rounds")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--write", type=Path, help=f"where to write the weights ({DATA / 'value.toml'})")
    given = parser.parse_args()
    weights = (
        guess() if given.begin == "guess" else np.array(shipped(2 if given.several else 1), dtype=float)
    )
    rounds: list[Sequence[Played]] = []
    tried: list[Weights] = []
    with Pool(given.processes) as pool:
        for number in range(given.rounds):
            first = given.first + number * given.games
            games = pool.map(
                partial(among if given.several else played, weights),
                range(first, first + given.games),
                chunksize=2,
            )
            rounds = [games, *rounds[: KEPT - 1]]
            ends = mean([game.end for game in games])
            print(f"round {number}: with variety {ends[0]:.2f} ({ends[1]:.2f})", flush=True)
            weights = fitted(rounds, weights, 1.0 if given.several else LEVEL)
            tried = [*tried[-2:], weights]
        apart = range(given.first - given.choose, given.first)
        named: Mapping[str, Weights] = {
            **{f"round {given.rounds - len(tried) + k}": each for k, each in enumerate(tried)},
            "their mean": np.round(np.mean(tried, axis=0)),
        }
        scores = {
            name: mean(pool.map(partial(lead if given.several else score, each), apart))
            for name, each in named.items()
        }
    for name, each in scores.items():
        print(f"{name}: {each[0]:.2f} ({each[1]:.2f}) on {given.choose} scripts apart")
    if given.write:
        how = f"{given.rounds} rounds of {given.games} games, seeds from {given.first}, begun with the {given.begin} ones"
        given.write.write_text(
            written(named[max(scores, key=scores.__getitem__)], how, several=given.several),
            encoding="utf-8",
        )


if __name__ == "__main__":
    main()
