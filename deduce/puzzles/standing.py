"""What cannot stand in a puzzle without a solution: the first clue that does not go with those before it, and why."""

from __future__ import annotations

from deduce.evidence import Statement
from deduce.explain.reasons import Conflict
from deduce.explain.timeline import Timeline
from deduce.ground.deadline import Deadline, tick
from deduce.ground.errors import GaveUp
from deduce.knowledge import Knowledge
from deduce.language.constraints import Constraint
from deduce.puzzles.groups import counted
from deduce.puzzles.hitting import short_set
from deduce.puzzles.live import Live

_EFFORT, _PATIENCE = 500, 200
"""So many conflicts a solver may meet over some clues, and look at so many worlds that break a rule stated lazily."""


def first_conflict(knowledge: Knowledge, deadline: Deadline | None = None) -> Conflict | None:
    """The first clue that cannot stand with the rules and the clues before it, and what it cannot stand with.

    Clues come in the order of the puzzle's log. Which is the first is told where few questions of a bounded effort tell
    (the conflict's `first`). The rest of the conflict is a smallest set where that is found soon; else nothing of it
    can be spared as far as is told soon. None where there is a solution.

    Raises:
        GaveUp: At the deadline, or that of the watch around it.
    """
    deadline = deadline or Deadline(None)
    if knowledge.overcrowded:
        return knowledge.conflict()
    statements = counted(knowledge.statements)
    live = Live(knowledge.scope, (), [s.content for s in statements if isinstance(s.content, Constraint)])
    log = set(map(id, knowledge.log))
    clues = [s for s in statements if id(s) in log]
    rules = [s for s in statements if id(s) not in log]
    number, proved = _first(live, rules, clues)
    last = clues[number - 1 : number]
    every = [*rules, *clues[: max(number - 1, 0)]]
    items = {i: live.assumptions([statement]) for i, statement in enumerate(every)}
    found = short_set(live, items, live.assumptions(last), deadline)
    if found is None:
        return None
    because = (*(every[i] for i in found[0]), *last)
    return Conflict(
        because, found[1] and not last, Timeline((), because), last[0] if last and proved else None
    )


def _first(live: Live, rules: list[Statement], clues: list[Statement]) -> tuple[int, bool]:
    """How many clues it takes until there is no solution, by halving, and whether fewer were proved to have one.

    What is not told soon is taken for open.
    """
    low, high = 0, len(clues)
    stand = -1  # so many are known to stand
    while low < high:
        middle = (low + high) // 2
        live.solver.effort, live.solver.patience = _EFFORT, _PATIENCE
        try:
            open_ = live.solver.satisfiable(live.assumptions([*rules, *clues[:middle]]))
            stand = max(stand, middle) if open_ else stand
        except GaveUp:
            tick()
            open_ = True
        finally:
            live.solver.effort = live.solver.patience = None
        low, high = (middle + 1, high) if open_ else (low, middle)
    return low, stand == low - 1
