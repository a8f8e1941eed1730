"""Steps of the fewest statements: each the easiest next deduction by count, proved.

A step strikes candidates from what is still possible. Its size is counted in statements (rules and clues)
first and in cells (variables of which something found earlier is used) second. Some step of the least size
is always taken, so a solution path is as easy as can be, step by step.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from deduce.evidence import Statement
from deduce.explain.reasons import Reason
from deduce.explain.timeline import Timeline
from deduce.ground.deadline import Deadline, tick
from deduce.ground.errors import Contradiction, GaveUp, ProblemError
from deduce.knowledge import Knowledge
from deduce.language.facts import And, Within
from deduce.language.variables import Variable
from deduce.problem import Problem
from deduce.puzzles.groups import counted
from deduce.puzzles.redundancy import clues_of
from deduce.puzzles.stepper import Deduction, Stepper
from deduce.puzzles.uniqueness import as_knowledge
from deduce.puzzles.walks import (
    GIVEN,
    Masks,
    SoFar,
    Step,
    Walk,
    entries_of,
    finished,
    givens_of,
    origin_place,
)


def fewest_steps(
    puzzle: Problem | Knowledge, so_far: SoFar = (), *, time_limit: float | None = None
) -> Walk:
    """Solve a puzzle step by step, always by the easiest next deduction.

    Easiest: fewest statements, then fewest cells; ties go to the statements and variables named first.
    The walk ends when the answer key is settled, or, in a puzzle that is not unique, where nothing more
    follows.

    Args:
        puzzle: A problem or knowledge; rules and clues count alike in a step.
        so_far: What is taken as found already.
        time_limit: In seconds. After it, steps are still correct, but no longer proved the easiest; a moment
            later (a quarter of a second, or a twentieth of the limit) the walk ends where it is, and its
            `limit` says so.

    Raises:
        ProblemError: Knowledge with a change of the hidden state: a puzzle stands still (`verify` takes it).
        Contradiction: The puzzle has no solution (or none with `so_far`).
    """
    knowledge = as_knowledge(puzzle)
    entries = entries_of(knowledge, so_far)
    deadline = Deadline(time_limit)
    made: list[Step] = []
    masks: Masks = {}
    limit = ""
    try:
        with deadline.grace().watch():
            walk(knowledge, entries, deadline, made=made, masks=masks)
    except GaveUp as error:
        limit = str(error)
    return replace(finished(knowledge, made, masks), limit=limit)


def walk(
    knowledge: Knowledge,
    entries: Mapping[Variable, int],
    deadline: Deadline,
    *,
    stepper: Stepper | None = None,
    made: list[Step] | None = None,
    masks: Masks | None = None,
) -> tuple[list[Step], Masks]:
    """The steps from `entries` on, and the candidates at the end; see `fewest_steps`.

    `made` and `masks` are filled as the walk goes on, so that what was found
    is not lost when a watched deadline ends it.
    """
    clues_of(knowledge)
    statements = counted(knowledge.statements)
    stepper = stepper or Stepper(knowledge.scope, statements)
    if stepper.solved is None:
        conflict = knowledge.conflict()
        if conflict is None:
            raise GaveUp("no solution, and no conflict found")
        raise Contradiction(conflict)
    masks = {} if masks is None else masks
    givens = givens_of(knowledge)
    masks.update(
        {v: mask & givens.get(v, mask) & entries.get(v, mask) for v, mask in stepper.start().items()}
    )
    wrong = [v.name for v, mask in entries.items() if not mask & stepper.solved[v]]
    if wrong:
        raise ProblemError(f"no solution has {', '.join(wrong)} as entered; ask mistake() what is wrong")
    source = dict.fromkeys(entries, 0) | dict.fromkeys(givens, GIVEN)
    made = [] if made is None else made
    while True:
        tick()
        if all(masks[v] & (masks[v] - 1) == 0 for v in knowledge.problem.key):
            return made, masks
        found = stepper.next(masks, deadline)
        if found is None:
            return made, masks
        step = _step(len(made) + 1, found, stepper, masks, source)
        made.append(step)
        for variable, struck in found.strikes.items():
            masks[variable] &= ~struck
            source[variable] = step.number


def _step(
    number: int, found: Deduction, stepper: Stepper, masks: Masks, source: Mapping[Variable, int]
) -> Step:
    statements = tuple(stepper.statements[i] for i in found.statements)
    known, builds_on = [], set()
    for variable in found.cells:
        fact = Within(variable, masks[variable])
        origin = source.get(variable, 0)
        known.append(Statement(fact, fact.sentence(), "observation", origin_place([origin])))
        builds_on.add(origin)
    conclusions, placed = [], {}
    for variable, struck in found.strikes.items():
        left = masks[variable] & ~struck
        fact = ~Within(variable, struck)
        if left & (left - 1) == 0:
            value = variable.domain[left.bit_length() - 1]
            placed[variable] = value
            if stepper.forces(found, masks, variable, left):
                fact = Within(variable, left)
        conclusions.append(fact)
    because = (*statements, *known)
    reason = Reason(
        conclusions[0] if len(conclusions) == 1 else And(*conclusions),
        because,
        found.smallest,
        Timeline((), because),
    )
    return Step(
        number, tuple(conclusions), placed=placed, statements=statements, known=tuple(known),
        builds_on=tuple(sorted(builds_on - {0, GIVEN})), smallest=found.smallest, reason=reason,
    )  # fmt: skip
