"""Looking at worlds through questions: on a table, through a few variables at a time, or through draws."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from deduce.language.variables import Variable
from deduce.questions.answers import BLOCK, AnswerTable, Floats, Ints
from deduce.questions.objectives import Measures, measure, measure_about
from deduce.questions.question import Question, matrix_of
from deduce.questions.ranking import measured
from deduce.worlds.base import Worlds
from deduce.worlds.table import Table

NARROW = 4096
"""Up to so many combinations of the variables a question is about are taken from a diagram exactly."""

GROUPS = 1 << 20
"""Up to so many groups of worlds, by what a question depends on and what it is about, are counted at once."""


def weights_of(table: Table) -> Floats | None:
    """The weights, scaled to a mean of 1; None when they are all equal."""
    weights = table.weights
    if bool((weights == weights[0]).all()):
        return None
    return (
        weights if bool((weights == np.floor(weights)).all()) else weights * (len(weights) / weights.sum())
    )


def drawn_from(worlds: Worlds, samples: int, random: np.random.Generator) -> Table:
    """Worlds drawn by weight, as a table whose weights say how often each was drawn."""
    return Table.gathered(worlds.variables, worlds.sample_rows(samples, random).T)


def classes_of(table: Table, goal: Sequence[Variable]) -> Ints:
    """For each world, the number (0, 1, ...) of its combination of values of `goal`."""
    key = np.zeros(table.count(), dtype=np.int64)
    for variable in goal:
        _, key = np.unique(key * len(variable.domain) + table.column(variable), return_inverse=True)
    return key.astype(np.int64)


@dataclass(frozen=True, slots=True)
class Measured:
    """The measures of one question (or several), how they were come by, and the error of the bits."""

    measures: Measures
    exact: bool = True
    error: float = 0.0


def on_table(asked: Sequence[Question], table: Table, goal: Sequence[Variable] | None) -> list[Measured]:
    """All questions on a table, in blocks so that the matrix of answers stays small."""
    weights = weights_of(table)
    goals = None if goal is None else classes_of(table, goal)
    winning = any(question.win is not None for question in asked)
    found: list[Measured | None] = [None] * len(asked)
    plain = [i for i, question in enumerate(asked) if not question.random]
    step = max(1, 8 * BLOCK // table.count())
    every = np.arange(table.count())
    for start in range(0, len(plain), step):
        block = plain[start : start + step]
        answers: AnswerTable = matrix_of([asked[i] for i in block], table)
        if winning and answers.win < 0:
            answers = _never_won(answers)
        measures = measured(answers, np.arange(len(block)), every, weights, goals)
        for i, number in enumerate(block):
            found[number] = Measured(measures.at([i]))
    for i, question in enumerate(asked):
        if question.random:
            each = every if goals is None else goals
            found[i] = Measured(_about(question, *_joint(question, table, each), winning))
    return [item for item in found if item is not None]


def _never_won(answers: AnswerTable) -> AnswerTable:
    """A block without a winning answer, in a search that ends with one: its win column is empty."""
    answers.win, answers.kinds = answers.kinds, answers.kinds + 1
    return answers


def _joint(question: Question, table: Table, goals: Ints) -> tuple[Floats, list[Hashable]]:
    """The weight of each answer together with each class of worlds; shape ``(answers, classes)``.

    An answer left to chance takes its share of a world's weight.
    """
    classes = int(goals.max()) + 1
    scope = question.scope or ()
    groups = math.prod(len(v.domain) for v in scope)
    if not scope or groups * classes > GROUPS:
        chances, labels = question.likelihoods(table)
        columns = [np.bincount(goals, table.weights * chance, classes) for chance in chances.T]
        return np.stack(columns), labels
    # Worlds that agree on all that matters here are one: add up their weights first.
    key = np.zeros(table.count(), dtype=np.int64)
    for variable in scope:
        key *= len(variable.domain)
        key += table.column(variable)
    joint = np.bincount(key * classes + goals, table.weights, groups * classes).reshape(groups, classes)
    present = np.flatnonzero(joint.any(axis=1))
    sizes = [len(v.domain) for v in scope]
    chances, labels = question.likelihoods(Table(scope, np.stack(np.unravel_index(present, sizes))))
    return chances.T @ joint[present], labels


def _about(question: Question, joint: Floats, labels: list[Hashable], winning: bool) -> Measures:
    """The measures of one question from the weights of its answers with each class."""
    win = -1
    if winning:
        win = labels.index(question.win) if question.win in labels else len(joint)
        if win == len(joint):
            joint = np.vstack([joint, np.zeros((1, joint.shape[1]))])
    masses = joint.reshape(-1, 1)
    return measure_about((masses > 0).astype(np.int64), masses, joint.shape[1], win)


class View:
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

    def look(self, question: Question, winning: bool) -> Measured:
        """One question, exactly if it depends on few variables."""
        if question.scope is not None:
            scope = tuple(dict.fromkeys((*question.scope, *(self.goal or ()))))
            if math.prod(len(v.domain) for v in scope) <= NARROW:
                return Measured(self._narrow(question, scope, winning))
        return self._sampled(question, winning)

    def _narrow(self, question: Question, scope: tuple[Variable, ...], winning: bool) -> Measures:
        if self.goal is None and len(scope) == 1 and not question.random:
            # Two passes over the diagram serve every question about a single variable.
            return self._single(question, scope[0], winning)
        table = self.worlds.project(scope)
        if self.goal is not None:
            return _about(question, *_joint(question, table, classes_of(table, self.goal)), winning)
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

    def _sampled(self, question: Question, winning: bool) -> Measured:
        if not self._draws:
            self._draws = [drawn_from(self.worlds, self.samples, self._random)]
            if self.goal is not None:
                self._goals = classes_of(self._draws[0], self.goal)
            plain = self.worlds is self._unweighted
            self._draws.append(
                self._draws[0] if plain else drawn_from(self._unweighted, self.samples, self._random)
            )
        drawn, counted = self._draws
        if self._goals is None:
            found = self._counted(question, drawn, counted, winning)
            chances, _ = question.likelihoods(drawn)
            joint = (drawn.weights @ chances)[:, None]
        else:
            joint, labels = _joint(question, drawn, self._goals)
            found = _about(question, joint, labels, winning)
        correction, error = _spread(joint, about=self._goals is not None)
        # Corrected, but never beyond what so many answers can tell.
        bits = np.clip(found.bits + correction, 0.0, np.log2(found.parts))
        return Measured(replace(found, bits=bits), False, error)


def _entropies(chances: Floats) -> Floats:
    """The entropy of each row, in bits."""
    logs = np.log2(chances, out=np.zeros_like(chances), where=chances > 0)
    found: Floats = -(chances * logs).sum(axis=1)
    return found


def _spread(joint: Floats, *, about: bool) -> tuple[float, float]:
    """What to add to the information estimated from draws, and its standard error afterwards.

    The correction is Miller's and Madow's: a plug-in entropy of k outcomes seen in n draws is too small by
    about (k - 1) / (2 n ln 2) bits.

    Args:
        joint: How many draws gave each answer (rows) in each class (columns).
        about: Whether the information is about the class; else it is all that the answer tells.
    """
    n = float(joint.sum())
    share = joint / n
    answer, goal = share.sum(axis=1), share.sum(axis=0)
    split = answer[:, None] * goal if about else np.square(share)
    ratio = np.divide(share, split, out=np.ones_like(share), where=share > 0)
    logs = np.log2(ratio)
    mean = float((share * logs).sum())
    spread = float((share * logs**2).sum()) - mean**2
    cells = np.count_nonzero(answer) - 1
    if about:
        cells += np.count_nonzero(goal) - np.count_nonzero(share)
    return cells / (2 * n * math.log(2)), math.sqrt(max(0.0, spread) / n)
