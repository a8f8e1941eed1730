"""`rank` and `plan`: from knowledge and questions to what to ask.

Three ways to an answer, the first that fits: the worlds as a table (exact); for a question that depends on few
variables, the distribution of those alone, taken from the diagram (exact however many worlds there are); else worlds
drawn by weight (sampled, with a standard error).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from deduce.ground.errors import ProblemError
from deduce.ground.shown import Rows
from deduce.knowledge import Knowledge
from deduce.language.variables import Variable, is_whole, variables_of
from deduce.problem import Problem
from deduce.questions.objectives import Measures, checked, preferred
from deduce.questions.planning import Setting, planned
from deduce.questions.question import Question, matrix_of, questions_of
from deduce.questions.ranking import Ranked, limited, listed
from deduce.questions.trees import Tree
from deduce.questions.views import View, classes_of, drawn_from, on_table, weights_of
from deduce.worlds.base import Worlds, generator
from deduce.worlds.table import Table

MAX_WORLDS = 200_000


def rank(
    knowledge: Knowledge | Worlds | Problem,
    questions: object,
    objective: str = "entropy",
    *,
    about: object = None,
    limit: int | None = None,
    max_worlds: int = MAX_WORLDS,
    samples: int = 20_000,
    rng: int | np.random.Generator | None = 0,
) -> Rows[Ranked]:
    """Questions, best first.

    Ties go to questions whose answer might end the search, then to the one stated first.

    Args:
        knowledge: What is known, or a set of worlds.
        questions: Variables, facts and `Question` values.
        objective: One of `OBJECTIVES`.
        about: The variables to be found out, at least one; None for all. Information and worlds left are then about the
            values of these alone.
        limit: How many to return; None for all.
        max_worlds: Up to so many worlds are held in a table.
        samples: How many worlds are drawn where they are too many.
        rng: For drawing.

    Returns:
        Each question with its expected bits, worlds left (on average and at worst), possible answers, the
        chance that it ends the search, and whether these are exact. The search ends with the winning answer
        if any question has one, else when one world (one combination of `about`) is left.

    Raises:
        ProblemError: An unknown objective, no questions, a variable of another problem, a faulty limit, or a
            question whose function fails (its error is the cause).
        Contradiction: No world is left.
    """
    checked(objective)
    limited(limit)
    asked, worlds, goal = _given(knowledge, questions, about, samples, max_worlds)
    if worlds.count() <= max_worlds:
        found = on_table(asked, worlds.to_table(), goal)
    else:
        view = View(worlds, goal, samples, generator(rng))
        found = [view.look(question, any(q.win is not None for q in asked)) for question in asked]
    joined = Measures.joined([item.measures for item in found])
    order = preferred(joined, objective)[:limit]
    return Rows(
        replace(
            listed(joined, i, i, asked[i].text),
            label="exact" if found[i].exact else "sampled",
            error=found[i].error,
        )
        for i in order.tolist()
    )


def plan(
    knowledge: Knowledge | Worlds | Problem,
    questions: object,
    objective: str = "entropy",
    *,
    about: object = None,
    depth: int | None = None,
    time_limit: float | None = None,
    max_worlds: int = MAX_WORLDS,
    samples: int = 20_000,
    rng: int | np.random.Generator | None = 0,
    jobs: int = 1,
    parallel: Mapping[str, Any] | None = None,
) -> Tree:
    """A decision tree: what to ask first, and what next after each answer.

    Args:
        knowledge: What is known, or a set of worlds.
        questions: Variables, facts and `Question` values with certain answers.
        objective: One of `OBJECTIVES` (each node asks the best question by it), or ``"optimal"`` (no strategy
            needs fewer questions on average, proved by branch and bound).
        about: The variables to be found out, at least one; None for all.
        depth: At most so many questions (greedy objectives only); what is then undecided stays open.
        time_limit: Seconds for a proof; after it the best tree known is returned, labelled ``"gave up"``.
        max_worlds: Up to so many worlds the tree is exact; beyond, it is built on worlds drawn by weight.
        samples: How many are drawn.
        rng: For drawing.
        jobs: Worker processes for a proof; -1 for one a processor. The tree is the same for any number.
        parallel: Who works instead, as for `deduce.ground.spreading.spread` (a Dask cluster, say).

    Returns:
        A tree with its total, mean and worst number of questions. Worlds of equal weight count as 1 each.

    Raises:
        ProblemError: As for `rank`; a question left to chance; winning answers that no world left gives, as the search
            would not end; or ``"optimal"`` with questions that cannot find every world.
        Contradiction: No world is left.
    """
    asked, worlds, goal = _given(knowledge, questions, about, samples, max_worlds)
    exact = worlds.count() <= max_worlds
    table = worlds.to_table() if exact else drawn_from(worlds, samples, generator(rng))
    names = [_in_words(table, goal or table.variables, i) for i in range(table.count())]
    answers = matrix_of(asked, table, names)
    winning = [question for question in asked if question.win is not None]
    if exact and winning and answers.win >= 0 and not (answers.matrix == answers.win).any():
        raise ProblemError(
            f"the search can never end: no world that is left gives {winning[0].win!r}, the winning answer, to "
            f"{winning[0].text!r}, and no other question has one that is possible"
        )
    weights = weights_of(table)
    setting = Setting(answers, weights, None if goal is None else classes_of(table, goal))
    return planned(
        setting,
        np.arange(table.count()),
        objective,
        depth=depth,
        time_limit=time_limit,
        basis="exact" if exact else "sampled",
        jobs=jobs,
        parallel=parallel,
    )


def _given(
    knowledge: object, questions: object, about: object, samples: Any, most: Any
) -> tuple[tuple[Question, ...], Worlds, tuple[Variable, ...] | None]:
    """What is asked, of which worlds, and about which variables (None: all), checked."""
    asked, worlds = questions_of(questions), _worlds(knowledge)
    goal = _goal(worlds, about)
    for question in asked:
        _known(worlds, question.scope or ())
    if not is_whole(samples) or samples < 2:
        raise ProblemError(f"samples is a whole number from 2, not {samples!r}")
    if not is_whole(most) or most < 0:
        raise ProblemError(f"max_worlds is a whole number from 0, not {most!r}")
    return asked, worlds, goal


def _goal(worlds: Worlds, about: object) -> tuple[Variable, ...] | None:
    if about is None:
        return None
    found = _known(worlds, variables_of("about", about))
    if not found:
        raise ProblemError("about needs at least one variable; None is for all of them")
    return found


def _worlds(knowledge: object) -> Worlds:
    if isinstance(knowledge, Problem):
        knowledge = Knowledge(knowledge)
    if isinstance(knowledge, Knowledge):
        knowledge.count()  # raises Contradiction, with the conflict, when nothing is left
        return knowledge.worlds
    if not isinstance(knowledge, Worlds):
        raise ProblemError(f"expected a Knowledge, a Problem or worlds, not {knowledge!r}")
    if knowledge.log2_weight() == -math.inf:
        raise ProblemError("no world is left, so there is nothing to ask")
    return knowledge


def _known(worlds: Worlds, variables: Sequence[Variable]) -> tuple[Variable, ...]:
    for variable in variables:
        worlds.place(variable)
    return tuple(dict.fromkeys(variables))


def _in_words(table: Table, variables: Sequence[Variable], row: int) -> str:
    return ", ".join(f"{v} {v.domain[int(table.column(v)[row])]}" for v in variables)
