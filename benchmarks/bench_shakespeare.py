"""(k) Shakespeare: the proved best of one activation, and random play-outs beside python-chess and Hanabi.

Positions: crafts that could be activated in random games of four, with 12 + 12 elements on offer at dawn; under the
default worth. Every contender must give the same value. "naive" is a CP-SAT model that has one variable for
every space and colour, built anew with the solver's default settings on one worker; "enumeration" is plain
Python that looks at every action, given up beyond 30,000 of them (its share is in the note). Play-outs:
decisions of random games, chance paid for and not counted (`playouts`).
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.harness import Row
from benchmarks.playouts import PlayOut, beside
from deduce.games.base import CHANCE
from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.components.elements import BLUE, GREEN, JOKER, PINK, PURPLE, VALUES, YELLOW
from deduce_models.shakespeare.placement.activation import SCALE, Activation, Worth
from deduce_models.shakespeare.placement.enumeration import TooMany, best_of_all
from deduce_models.shakespeare.placement.model import cp_model
from deduce_models.shakespeare.placement.optimum import activation_of, best_activation
from deduce_models.shakespeare.rules.moves import ACTIVATE, TOKEN
from deduce_models.shakespeare.rules.setup import WORKERS

POSITIONS = 300
MOST = 30_000


def activations(number: int = POSITIONS, *, seed: int = 1) -> list[Activation]:
    """Activations met in random games of four, one in five of those met."""
    rng, found = random.Random(seed), list[Activation]()
    while len(found) < number:
        state = GAME.new(players=4, seed=rng.getrandbits(32))
        while state.actor is not None:
            if state.actor is CHANCE:
                state = state.play(state.draw(rng))
                continue
            moves = state.moves()
            works = [m for m in moves if m.kind == ACTIVATE and state.setup.roles[m.item] in WORKERS]
            if works and rng.random() < 0.2:
                move = rng.choice(works)
                found.append(activation_of(state.face, state.turn, move.item, token=move.place == TOKEN))
            state = state.play(rng.choice(moves))
    return found[:number]


def naive(activation: Activation, worth: Worth) -> int:
    """The best value by a model as one writes it first: a variable a space and colour, tables for costumes."""
    cp = cp_model()
    model, cells, before = cp.CpModel(), activation.stage.cells, activation.pieces
    terms: list[Any] = []
    spend: list[Any] = []
    fill: dict[int, Any] = {p: int(bool(before[p])) for p in range(len(cells))}
    x: dict[tuple[int, int], Any] = {}
    if activation.builds:
        for place in range(len(cells)):
            if not before[place]:
                for colour in activation.colours:
                    x[place, colour] = model.new_bool_var("")
                fill[place] = sum(x[place, colour] for colour in activation.colours)
                model.add(fill[place] <= 1)
    for place, cell in enumerate(cells):
        for under in cell.supports:
            standing = fill[under] if activation.stack else int(bool(before[under]))
            if not before[place]:
                model.add(fill[place] <= standing)
    _naive_mirrors(activation, model, x)
    _naive_structure(activation, worth, model, x, fill, terms)
    for colour in activation.colours:
        placed = [variable for (_, each), variable in x.items() if each == colour]
        model.add(sum(placed) <= activation.set_offer[colour - 1])
        spend += [VALUES[colour] * variable for variable in placed]
        _naive_track(activation, worth, model, colour, placed, terms)
    _naive_costumes(activation, worth, model, terms, spend)
    if activation.jewels:
        model.add(sum(spend) <= VALUES[YELLOW])
    else:
        model.add(sum(spend) <= activation.money)
    model.maximize(sum(terms))
    solver = cp.CpSolver()
    solver.parameters.num_workers = 1
    solver.solve(model)
    nothing = sum(activation.dress(w, worn, worth) for w, worn in enumerate(activation.costumes))
    tracks = worth.scaled.ambiance[activation.ambiance] + sum(
        worth.scaled.rivals[space] for space in activation.rivals
    )
    purple = worth.scaled.purple_left * activation.set_offer[PURPLE - 1]
    yellow = worth.scaled.yellow * before.count(YELLOW)
    base = nothing + tracks + purple + yellow
    return int(base) + round(float(solver.objective_value))


def _naive_mirrors(activation: Activation, model: Any, x: dict[tuple[int, int], Any]) -> None:
    for (place, colour), variable in x.items():
        mirror = activation.stage.cells[place].mirror
        across = activation.pieces[mirror]
        if across and JOKER not in (across, colour) and across != colour:
            model.add(variable == 0)
        for other in activation.colours:
            if place < mirror and (mirror, other) in x and JOKER not in (other, colour) and other != colour:
                model.add(variable + x[mirror, other] <= 1)


def _naive_structure(
    activation: Activation,
    worth: Worth,
    model: Any,
    x: dict[tuple[int, int], Any],
    fill: dict[int, Any],
    terms: list[Any],
) -> None:
    """Pieces, debts and candles, a new variable for everything that may be so or not."""
    scale, cells, before = worth.scaled, activation.stage.cells, activation.pieces
    for place, cell in enumerate(cells):
        terms.append(scale.piece * fill[place])
        if not before[place]:
            terms.append(scale.prestige * cell.candle * fill[place])
        for colour in range(1, YELLOW + 1):
            here = x.get((place, colour), int(before[place] == colour))
            if isinstance(here, int) and not here:
                continue
            if (place, colour) in x:
                terms.append((scale.pounds * (colour == PINK) + scale.yellow * (colour == YELLOW)) * here)
                terms.append(-scale.purple_left * (colour == PURPLE) * here)
            alone = model.new_bool_var("")
            model.add(alone >= here - fill[cell.mirror])
            model.add(alone <= here)
            model.add(alone <= 1 - fill[cell.mirror])
            terms.append(scale.debt[colour] * alone)
        if cell.candle:
            ready = model.new_bool_var("")
            for under in cell.supports:
                model.add(ready <= fill[under])
            model.add(ready <= 1 - fill[place])
            total = sum(fill[under] for under in cell.supports) + 1 - fill[place]
            model.add(ready >= total - len(cell.supports))
            terms.append(scale.candle_ready * ready)


def _naive_track(
    activation: Activation, worth: Worth, model: Any, colour: int, placed: list[Any], terms: list[Any]
) -> None:
    """The track of a colour, looked up by the number of pieces."""
    scale, top = worth.scaled, activation.top
    values: dict[int, list[float]] = {
        BLUE: [scale.ambiance[min(top, activation.ambiance + 2 * n)] for n in range(len(placed) + 1)],
        GREEN: [scale.tokens * min(activation.supply, n) for n in range(len(placed) + 1)],
        PURPLE: [
            sum(scale.rivals[max(0, space - n)] for space in activation.rivals)
            for n in range(len(placed) + 1)
        ],
    }
    if colour in values and placed:
        found, column = model.new_int_var(-(10**6), 10**6, ""), [int(v) for v in values[colour]]
        number = model.new_int_var(0, len(placed), "")
        model.add(number == sum(placed))
        model.add_element(number, column, found)
        terms.append(found - column[0])


def _naive_costumes(
    activation: Activation, worth: Worth, model: Any, terms: list[Any], spend: list[Any]
) -> None:
    """For each wearer how many of each colour; what that is worth from a table of elements and sum."""
    if not activation.dresses:
        return
    scale = worth.scaled
    taken: dict[int, list[Any]] = {colour: [] for colour in activation.colours}
    for wearer, costume in enumerate(activation.costumes):
        room = 3 - len(costume)
        if not room:
            continue
        here = {colour: model.new_int_var(0, room, "") for colour in activation.colours}
        for colour, variable in here.items():
            taken[colour].append(variable)
            spend.append(VALUES[colour] * variable)
        count, total = len(costume), sum(VALUES[each] for each in costume)
        plain = activation.dress(wearer, costume, worth)
        table = []
        for number in range(room + 1):
            for more in range(16):
                last = min(total + more, 15)
                if count + number < 3:
                    row = scale.partial[count + number]
                    gain = row[min(last, len(row) - 1)] - plain + scale.yellow * costume.count(YELLOW)
                else:
                    pounds, prestige = activation.sums[last]
                    bonus = scale.complete[wearer] if wearer < len(scale.complete) else 0
                    gain = bonus - plain + scale.yellow * costume.count(YELLOW)
                    gain += scale.pounds * pounds + scale.prestige * prestige
                table.append(int(gain))
        place, found = model.new_int_var(0, len(table) - 1, ""), model.new_int_var(-(10**6), 10**6, "")
        added = sum(here.values())
        model.add(added <= room)
        model.add(place == 16 * added + sum(VALUES[colour] * v for colour, v in here.items()))
        model.add_element(place, table, found)
        terms.append(found)
        if YELLOW in here:
            terms.append(scale.yellow * here[YELLOW])
    for colour, variables in taken.items():
        model.add(sum(variables) <= activation.costume_offer[colour - 1])


def playout(players: int) -> PlayOut:
    """A random game: how many decisions the seats made."""

    def play_out(rng: random.Random) -> int:
        state, decisions = GAME.new(players=players), 0
        while state.actor is not None:
            if state.actor is CHANCE:
                state = state.play(state.draw(rng))
                continue
            moves = state.moves()
            state = state.play(moves[int(rng.random() * len(moves))])
            decisions += 1
        return decisions

    return play_out


def _each(work: Callable[[Activation], int], cases: list[Activation]) -> tuple[list[float], list[int]]:
    """Processor seconds and value of each case, the better of two runs."""
    seconds, values = [], []
    for case in cases:
        taken = []
        for _ in range(2):
            start = time.process_time()
            value = work(case)
            taken.append(time.process_time() - start)
        seconds.append(min(taken))
        values.append(value)
    return seconds, values


def rows() -> Iterator[Row]:
    """The table. Raises `AssertionError` when two contenders disagree."""
    worth, cases = Worth(), activations()

    def ours(case: Activation) -> int:
        return round(best_activation(case, worth).value * SCALE)

    def solver(case: Activation) -> int:
        return round(best_activation(case, worth, method="cp-sat").value * SCALE)

    def listing(case: Activation) -> int:
        try:
            return best_of_all(case, worth, limit=MOST)[0][0]
        except TooMany:
            return -1

    solver(cases[0])
    spent, wanted = _each(ours, cases)
    ninety_nine = statistics.quantiles(spent, n=100)[98]
    middle = statistics.median(spent)
    methods = [best_activation(case, worth).method for case in cases]
    note = f"99th percentile {ninety_nine * 1e3:.1f} ms, most {max(spent) * 1e3:.1f} ms; mean "
    note += (
        f"{statistics.mean(spent) * 1e3:.1f} ms; CP-SAT in {methods.count('cp-sat') * 100 // len(cases)} %"
    )
    yield Row(f"proved best of {len(cases)} activations, median", "ours", middle, None, None, note)
    for who, work in (
        ("CP-SAT always", solver),
        ("CP-SAT, naive model", lambda case: naive(case, worth)),
        ("enumeration", listing),
    ):
        seconds, values = _each(work, cases)
        done = [i for i, value in enumerate(values) if value >= 0 or who != "enumeration"]
        if [values[i] for i in done] != [wanted[i] for i in done]:
            raise AssertionError(f"{who} disagrees")
        high = statistics.quantiles(seconds, n=100)[98]
        shared = f"99th percentile {high * 1e3:.1f} ms; mean {statistics.mean(seconds) * 1e3:.1f} ms"
        if len(done) < len(cases):
            shared += f"; {len(cases) - len(done)} given up beyond {MOST:,} actions"
        yield Row(
            "the same", who, statistics.median(seconds), statistics.median(seconds) / middle, None, shared
        )
    yield from beside({f"Shakespeare, {players}": playout(players) for players in (4, 3, 2, 1)})
