"""`rank` and `plan`: from knowledge and questions to what to ask.

Three ways to an answer, the first that fits: the worlds as a table (exact); for a question that depends on few
variables, the distribution of those alone, taken from the diagram (exact however many worlds there are); else worlds
drawn by weight (sampled, with a standard error).
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from deduce.errors import ProblemError
from deduce.knowledge import Knowledge
from deduce.problem import Problem
from deduce.questions.answers import BLOCK, Floats, Ints
from deduce.questions.objectives import Measures, checked, measure, measure_about, preferred
from deduce.questions.planning import Setting, planned
from deduce.questions.question import Question, matrix_of, questions_of
from deduce.questions.ranking import Ranked, listed, measured
from deduce.questions.trees import Tree
from deduce.variables import Variable, variables_of
from deduce.worlds.base import Worlds
from deduce.worlds.table import Table

__all__ = ["plan", "rank"]

MAX_WORLDS = 200_000

NARROW = 4096
"""Up to so many combinations of the variables a question is about are taken from a diagram exactly."""


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
) -> tuple[Ranked, ...]:
    """Questions, best first.

    Ties go to questions whose answer might end the search, then to the one stated first.

    Args:
        knowledge: What is known, or a set of worlds.
        questions: Variables, facts and `Question` values.
        objective: One of `OBJECTIVES`.
        about: The variables to be found out; None for all. Information and worlds left are then about the
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
        ProblemError: An unknown objective, no questions, or a variable of another problem.
        Contradiction: No world is left.
    """
    checked(objective)
    asked = questions_of(questions)
    worlds = _worlds(knowledge)
    goal = _known(worlds, variables_of("about", about)) if about is not None else None
    for question in asked:
        _known(worlds, question.scope or ())
    if not isinstance(samples, int) or samples < 2:
        raise ProblemError(f"samples is a whole number from 2, not {samples!r}")
    if worlds.count() <= max_worlds:
        found = _exact(asked, worlds.to_table(), goal)
    else:
        view = _View(worlds, goal, samples, np.random.default_rng(rng))
        found = [view.look(question, any(q.win is not None for q in asked)) for question in asked]
    joined = Measures.joined([item.measures for item in found])
    order = preferred(joined, objective)[:limit]
    return tuple(
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
) -> Tree:
    """A decision tree: what to ask first, and what next after each answer.

    Args:
        knowledge: What is known, or a set of worlds.
        questions: Variables, facts and `Question` values with certain answers.
        objective: One of `OBJECTIVES` (each node asks the best question by it), or ``"optimal"`` (no strategy
            needs fewer questions on average, proved by branch and bound).
        about: The variables to be found out; None for all.
        depth: At most so many questions (greedy objectives only); what is then undecided stays open.
        time_limit: Seconds for a proof; after it the best tree known is returned, labelled ``"gave up"``.
        max_worlds: Up to so many worlds the tree is exact; beyond, it is built on worlds drawn by weight.
        samples: How many are drawn.
        rng: For drawing.

    Raises:
        ProblemError: As for `rank`; a question left to chance; or ``"optimal"`` with questions that cannot
            find every world.
        Contradiction: No world is left.
    """
    asked = questions_of(questions)
    worlds = _worlds(knowledge)
    goal = _known(worlds, variables_of("about", about)) if about is not None else None
    for question in asked:
        _known(worlds, question.scope or ())
    exact = worlds.count() <= max_worlds
    table = worlds.to_table() if exact else _drawn(worlds, samples, np.random.default_rng(rng))
    names = [_in_words(table, goal or table.variables, i) for i in range(table.count())]
    answers = matrix_of(asked, table, names)
    weights = _weights(table)
    setting = Setting(answers, weights, None if goal is None else _classes(table, goal))
    return planned(
        setting,
        np.arange(table.count()),
        objective,
        depth=depth,
        time_limit=time_limit,
        basis="exact" if exact else "sampled",
    )


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


def _weights(table: Table) -> Floats | None:
    """The weights, scaled to a mean of 1; None when they are all equal."""
    weights = table.weights
    if bool((weights == weights[0]).all()):
        return None
    return (
        weights if bool((weights == np.floor(weights)).all()) else weights * (len(weights) / weights.sum())
    )


def _drawn(worlds: Worlds, samples: int, random: np.random.Generator) -> Table:
    return Table.gathered(worlds.variables, worlds.sample_rows(samples, random).T)


def _in_words(table: Table, variables: Sequence[Variable], row: int) -> str:
    return ", ".join(f"{v} {v.domain[int(table.column(v)[row])]}" for v in variables)


def _classes(table: Table, goal: Sequence[Variable]) -> Ints:
    key = np.zeros(table.count(), dtype=np.int64)
    for variable in goal:
        _, key = np.unique(key * len(variable.domain) + table.column(variable), return_inverse=True)
    return key.astype(np.int64)


@dataclass(frozen=True, slots=True)
class _Found:
    """The measures of one question (or several), how they were come by, and the error of the bits."""

    measures: Measures
    exact: bool = True
    error: float = 0.0


def _exact(asked: Sequence[Question], table: Table, goal: Sequence[Variable] | None) -> list[_Found]:
    """All questions on a table, in blocks so that the matrix of answers stays small."""
    weights = _weights(table)
    goals = None if goal is None else _classes(table, goal)
    winning = any(question.win is not None for question in asked)
    found: list[_Found | None] = [None] * len(asked)
    plain = [i for i, question in enumerate(asked) if not question.random]
    step = max(1, 8 * BLOCK // table.count())
    every = np.arange(table.count())
    for start in range(0, len(plain), step):
        block = plain[start : start + step]
        answers = matrix_of([asked[i] for i in block], table)
        if winning and answers.win < 0:
            answers = _never_won(answers)
        measures = measured(answers, np.arange(len(block)), every, weights, goals)
        for i, number in enumerate(block):
            found[number] = _Found(measures.at([i]))
    for i, question in enumerate(asked):
        if question.random:
            found[i] = _Found(_by_chance(question, table, goals, winning))
    return [item for item in found if item is not None]


def _never_won(answers: Any) -> Any:
    """A block without a winning answer, in a search that ends with one: its win column is empty."""
    answers.win, answers.kinds = answers.kinds, answers.kinds + 1
    return answers


def _by_chance(
    question: Question,
    table: Table,
    goals: Ints | None,
    winning: bool,
    likelihoods: tuple[Floats, list[Hashable]] | None = None,
) -> Measures:
    """A question left to chance: each world counts for each answer it may give, by its chance."""
    chances, labels = likelihoods or question.likelihoods(table)
    weights = table.weights
    classes = np.arange(table.count()) if goals is None else np.unique(goals, return_inverse=True)[1]
    size = int(classes.max()) + 1
    columns: list[Floats] = [
        np.bincount(classes, weights * chance, size).astype(np.float64) for chance in chances.T
    ]
    win = -1
    if winning:
        win = labels.index(question.win) if question.win in labels else len(columns)
        if win == len(columns):
            columns.append(np.zeros(size))
    masses: Floats = np.concatenate(columns)[:, None]
    return measure_about((masses > 0).astype(np.int64), masses, size, win)


class _View:
    """Worlds too many for a table, looked at through few variables at a time, or through samples."""

    def __init__(
        self,
        worlds: Worlds,
        goal: Sequence[Variable] | None,
        samples: int,
        random: np.random.Generator,
    ) -> None:
        self.worlds, self.goal = worlds, goal
        self.samples, self._random = samples, random
        self._unweighted = worlds.unweighted()
        self._draws: list[Table] = []
        self._goals: Ints | None = None

    def look(self, question: Question, winning: bool) -> _Found:
        """One question, exactly if it depends on few variables."""
        if question.scope is not None:
            scope = tuple(dict.fromkeys((*question.scope, *(self.goal or ()))))
            if math.prod(len(v.domain) for v in scope) <= NARROW:
                return _Found(self._narrow(question, scope, winning))
        return self._sampled(question, winning)

    def _narrow(self, question: Question, scope: tuple[Variable, ...], winning: bool) -> Measures:
        if self.goal is None and len(scope) == 1 and not question.random:
            # Two passes over the diagram serve every question about a single variable.
            return self._single(question, scope[0], winning)
        table = self.worlds.project(scope)
        if self.goal is not None:
            return _by_chance(question, table, _classes(table, self.goal), winning)
        plain = self.worlds is self._unweighted
        counted = table if plain else self._unweighted.project(scope)
        return self._counted(question, table, counted, winning)

    def _single(self, question: Question, variable: Variable, winning: bool) -> Measures:
        place = self.worlds.place(variable)
        chance = self.worlds.arrays()[place]
        alive = np.flatnonzero(chance > 0)
        table = Table([variable], alive[None, :], chance[alive])
        plain = self.worlds is self._unweighted
        share = chance if plain else self._unweighted.arrays()[place]
        return self._counted(question, table, Table([variable], alive[None, :], share[alive]), winning)

    def _counted(self, question: Question, table: Table, counted: Table, winning: bool) -> Measures:
        """From the weights of the answers, and how many worlds give them."""
        chances, labels = question.likelihoods(table)
        masses = table.weights @ chances
        share = counted.weights @ (question.likelihoods(counted)[0] > 0)
        with np.errstate(over="ignore", invalid="ignore"):
            # Beyond the range of floats the number of worlds left is infinity, and says so.
            number = np.exp2(self._unweighted.log2_weight()) * (share / counted.weights.sum())
        number = np.where(share > 0, number, 0.0)
        # Shares of a count are whole numbers but for rounding.
        number = np.where(number < 2**50, np.round(number), number)
        win = -1
        if winning:
            win = labels.index(question.win) if question.win in labels else len(labels)
            if win == len(labels):
                number, masses = np.append(number, 0.0), np.append(masses, 0.0)
        found = measure(number[:, None], masses[:, None], win)
        if not question.random:
            return found
        # What the answer owes to chance is no information about the world.
        noise = table.weights @ _entropies(chances) / table.weights.sum()
        return replace(found, bits=np.maximum(0.0, found.bits - noise))

    def _sampled(self, question: Question, winning: bool) -> _Found:
        if not self._draws:
            self._draws = [_drawn(self.worlds, self.samples, self._random)]
            if self.goal is not None:
                self._goals = _classes(self._draws[0], self.goal)
            plain = self.worlds is self._unweighted
            self._draws.append(
                self._draws[0] if plain else _drawn(self._unweighted, self.samples, self._random)
            )
        drawn, counted = self._draws
        likelihoods = question.likelihoods(drawn)
        if self._goals is None:
            found = self._counted(question, drawn, counted, winning)
        else:
            found = _by_chance(question, drawn, self._goals, winning, likelihoods)
        correction, error = _spread(likelihoods[0], drawn, self._goals)
        return _Found(replace(found, bits=np.maximum(0.0, found.bits + correction)), False, error)


def _entropies(chances: Floats) -> Floats:
    """The entropy of each row, in bits."""
    logs = np.log2(chances, out=np.zeros_like(chances), where=chances > 0)
    found: Floats = -(chances * logs).sum(axis=1)
    return found


def _spread(chances: Floats, drawn: Table, goals: Ints | None) -> tuple[float, float]:
    """What to add to the information estimated from draws, and its standard error afterwards.

    The correction is Miller's and Madow's: a plug-in entropy of k outcomes seen in n draws is too small by
    about (k - 1) / (2 n ln 2) bits.
    """
    n = float(drawn.weights.sum())
    share = drawn.weights / n
    answer = share @ chances
    if goals is None:
        logs = -np.log2(answer, out=np.zeros_like(answer), where=answer > 0)
        mean = float(answer @ logs)
        spread = float(answer @ logs**2) - mean**2
        return (np.count_nonzero(answer) - 1) / (2 * n * math.log(2)), math.sqrt(max(0.0, spread) / n)
    size = int(goals.max()) + 1
    joint = np.stack([np.bincount(goals, share * column, size) for column in chances.T])
    split = joint.sum(axis=0)[None, :] * answer[:, None]
    logs = np.zeros_like(joint)
    np.log2(np.divide(joint, split, out=np.ones_like(joint), where=split > 0), out=logs, where=joint > 0)
    mean = float((joint * logs).sum())
    spread = float((joint * logs**2).sum()) - mean**2
    cells = np.count_nonzero(joint) - np.count_nonzero(split.sum(axis=0)) - np.count_nonzero(answer) + 1
    return -cells / (2 * n * math.log(2)), math.sqrt(max(0.0, spread) / n)
