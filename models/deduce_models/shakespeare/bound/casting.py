"""Who comes, who acts on which day, and which objectives: decided first, by the coarse model.

Most of what the linear relaxation gains too much comes from people who are half there. So these decisions alone are
whole in the coarse model (`coarse`), and SCIP branches on them; everything else may be fractions. That bounds the game
from above, and its best solution is a cast that promises much: with it fixed the whole model is solved in a second or
two, and gives a game from which the search (`search`) goes on. A search that begins with a played game instead seldom
finds another cast.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from deduce.backends.relaxation import Branched, Relaxed, branched, linear_bound
from deduce_models.shakespeare.bound.coarse import CoarseBoards
from deduce_models.shakespeare.bound.ledger import Expression
from deduce_models.shakespeare.bound.model import GameModel
from deduce_models.shakespeare.bound.played import Course, Decisions, played_values
from deduce_models.shakespeare.bound.realised import realised

FILLING = 2.0
"""The solver's own deterministic time for the game of a cast: one to three seconds on a quiet machine."""

Fixed = list[tuple[Expression, int]]
"""Variables of a model with values."""


class Cast(NamedTuple):
    """The best cast of the coarse model, and what it proves.

    Attributes:
        bound: An upper bound.
        linear: Whether it is the linear relaxation's.
        fixed: The cast as values of the model; empty where none was found.
        reached: What the objectives reach with it.
        ended: Whether all casts were searched.
        coarse: The coarse model.
    """

    bound: float
    linear: bool
    fixed: Fixed
    reached: Fixed
    ended: bool
    coarse: GameModel


def best_cast(
    model: GameModel, *, time_limit: float, nodes: int | None = None, played: Decisions = ()
) -> Cast:
    """The cast of the best solution of the coarse model that was found, and the bound.

    Args:
        model: The model of the game (or of what is left of it).
        time_limit: Seconds of processor time.
        nodes: The most nodes that SCIP looks at: with it the answer is the same on every machine, unless
            `time_limit` comes first.
        played: A game to begin with.
    """
    passed = model.beginning.passed
    coarse = GameModel(model.setup, model.script, model.start, passed=passed, coarse=True)
    linear = linear_bound(coarse.model)
    start: dict[int, int] = {}
    if played:
        start = {variable.index: value for variable, value in _cast_played(model, coarse, played)}
    found = branched(coarse.model, time_limit=time_limit, nodes=nodes, whole=coarse.casting, start=start)
    fixed, reached = _told(model, coarse, found.values)
    return Cast(min(linear, found.bound), linear <= found.bound, fixed, reached, found.ended, coarse)


def dived(model: GameModel) -> Cast:
    """A cast that promises much in half a second, by diving in the linear relaxation of the coarse model."""
    coarse = GameModel(model.setup, model.script, model.start, passed=model.beginning.passed, coarse=True)
    relaxed = Relaxed(coarse.model)
    bound = relaxed.bound()
    fixed, reached = _told(model, coarse, relaxed.dive(coarse.casting) if bound < math.inf else ())
    return Cast(bound, True, fixed, reached, False, coarse)


def _told(model: GameModel, coarse: GameModel, values: Sequence[float]) -> tuple[Fixed, Fixed]:
    """A cast and what it reaches, in the model's terms, from a solution of the coarse model."""
    if not values:
        return [], []
    pairs = zip(cast_of(model), cast_of(coarse), strict=True)
    fixed = [(mine, round(values[theirs.index])) for mine, theirs in pairs]
    # What the objectives reach, who stays awake: made in the same order in both models.
    others = zip(sorted(model.casting), sorted(coarse.casting), strict=True)
    told = {mine.index for mine, _ in fixed}
    variable = model.model.get_int_var_from_proto_index
    return fixed, [(variable(mine), round(values[theirs])) for mine, theirs in others if mine not in told]


def filled(
    model: GameModel, cast: Cast, *, time_limit: float, seed: int = 0, effort: float = FILLING
) -> tuple[int, Decisions] | None:
    """The game of a cast: its final prestige, and what was seen and chosen; None where none was found.

    First with what the objectives are to reach, which is found soon if it can be; else without. `effort` is the
    solver's own time for each.
    """
    end = time.process_time() + time_limit
    for fixed in ([*cast.fixed, *cast.reached], cast.fixed):
        # The solver's own time, which stands still when the process does.
        least = min(effort, max(0.1, end - time.process_time()))
        found = model.solve(time_limit=math.inf, effort=least, fixed=fixed, seed=seed)
        if found.values:
            return realised(model, found.values)
    return None


def coarse_bound(model: GameModel, coarse: GameModel, game: Decisions, *, time_limit: float) -> Branched:
    """What SCIP proves of the coarse model with all variables whole, a game to begin with."""
    begun = coarse.solve(time_limit=math.inf, effort=FILLING, fixed=coarsely(model, coarse, game))
    if not begun.values:
        return Branched(math.inf)
    return branched(coarse.model, time_limit=time_limit, start=dict(enumerate(begun.values)))


def coarsely(model: GameModel, coarse: GameModel, game: Decisions) -> Fixed:
    """A game as values of the coarse model: its cast, what is taken, placed and worn."""
    played, boards = Course.played(model.setup, game, model.beginning), coarse.boards
    if not isinstance(boards, CoarseBoards):
        raise TypeError("the second model is not coarse")
    fixed = _cast_played(model, coarse, game)
    for (kind, _, day, colour), take in coarse.company.takes.items():
        taken = (n for (k, _, d, c), n in played.takes.items() if (k, d, c) == (kind, day, colour))
        fixed.append((take, sum(taken)))
    for (_, day), tokens in coarse.company.tokens.items():
        fixed.append((tokens, sum(n for (_, at), n in played.tokens.items() if at == day)))
    for (place, day), full in boards.full.items():
        if _varies(full):
            fixed.append((full, int(any(p == place and d <= day for p, d, _ in played.placed))))
    ends = sorted({end for _, end, _ in boards.worn})
    for (slot, end, colour), worn in boards.worn.items():
        before = max((other for other in ends if other < end), default=0)
        pieces = (
            n for (s, d, c), n in played.worn.items() if (s, c) == (slot, colour) and before < d <= end
        )
        fixed.append((worn, sum(pieces)))
    return fixed


def _cast_played(model: GameModel, coarse: GameModel, game: Decisions) -> Fixed:
    """The cast of a game as values of the coarse model; nothing is said of Extras that did not come."""
    known = {
        each.variable.index: each.value for each in played_values(model, game) if _varies(each.variable)
    }
    pairs = zip(cast_of(model), cast_of(coarse), strict=True)
    return [(theirs, known[mine.index]) for mine, theirs in pairs if mine.index in known]


def cast_of(model: GameModel) -> Iterator[Expression]:
    """The variables that make a cast, in an order that is the same in the coarse model."""
    for slot in model.company.slots:
        every = [slot.extra]
        for candidate in slot.candidates:
            every += [candidate.chosen, *candidate.active.values()]
        yield from filter(_varies, every)
    yield from (paid for _, _, paid in model.queen)
    yield from filter(_varies, model.kept)


def _varies(expression: Expression) -> bool:
    return not isinstance(expression, int)
