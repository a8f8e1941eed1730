"""Whole strategies: greedy trees, and trees proved best."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from deduce.ground.deadline import checked_limit, tick
from deduce.ground.errors import GaveUp, ProblemError
from deduce.ground.spreading import checked_jobs
from deduce.ground.wording import many
from deduce.kernels import guesses
from deduce.language.variables import is_whole
from deduce.questions.answers import AnswerTable, Floats, Ints, split
from deduce.questions.objectives import OBJECTIVES, checked, preferred
from deduce.questions.optimal import Prover
from deduce.questions.proving import solve_spread
from deduce.questions.ranking import measured
from deduce.questions.trees import Branch, Node, State, Tree

OPTIMAL = "optimal"
"""The objective that asks for a proof: no strategy needs fewer questions on average."""

History = tuple[tuple[int, int], ...]
Chooser = Callable[[Ints, History], int]

_THINNED_FROM = 64
"""Finding equivalent questions costs a pass over them; with fewer worlds left it does not pay."""

_STATES: tuple[State, ...] = ("ask", "won", "known", "open")


class _Drafts:
    """Nodes before those below them are known, a list a column; `number` is a node's question, or its first world."""

    def __init__(self) -> None:
        self.parent: list[int] = []
        self.code: list[int] = []
        self.state: list[State] = []
        self.worlds: list[int] = []
        self.mass: list[float] = []
        self.number: list[int] = []

    def columns(self) -> tuple[list[Any], ...]:
        return self.parent, self.code, self.state, self.worlds, self.mass, self.number

    def add(self, *row: Any) -> int:
        """One more node; gives its place."""
        for column, value in zip(self.columns(), row, strict=True):
            column.append(value)
        return len(self.parent) - 1

    def join(self, found: Ints) -> None:
        """Many more nodes, of worlds of equal weight: the rows of `deduce.kernels.guesses.grown`."""
        parent, code, state, worlds, number = found.tolist()
        self.parent += parent
        self.code += code
        self.state += map(_STATES.__getitem__, state)
        self.worlds += worlds
        self.mass += map(float, worlds)
        self.number += number


@dataclass(frozen=True, slots=True)
class Setting:
    """What a strategy is built on.

    Attributes:
        answers: Questions and worlds.
        weights: One a world of `answers`; None for all 1.
        goals: The class of each world, when only the class is to be found out; else None.
        symmetry: Whether equivalent questions are looked at once.
    """

    answers: AnswerTable
    weights: Floats | None = None
    goals: Ints | None = None
    symmetry: bool = True

    def mass(self, worlds: Ints) -> float:
        """The weight of some worlds."""
        return float(len(worlds)) if self.weights is None else float(self.weights[worlds].sum())

    def ended(self, worlds: Ints, code: int) -> State | None:
        """How the search has ended with these worlds left, if it has."""
        if self.answers.win >= 0:
            return "won" if code == self.answers.win else None
        classes = worlds if self.goals is None else self.goals[worlds]
        return "known" if bool((classes == classes[0]).all()) else None

    def best(self, worlds: Ints, history: History, objective: str) -> int:
        """The best question by an objective; -1 when none makes any headway."""
        outright = self._outright(worlds, objective)
        if outright >= 0:
            return outright
        thin = self.symmetry and len(worlds) >= _THINNED_FROM
        questions = self.answers.candidates(history) if thin else np.arange(self.answers.questions)
        found = measured(self.answers, questions, worlds, self.weights, self.goals)
        order = preferred(found, objective)
        useful = found.parts[order] > 1
        if self.answers.win >= 0:
            useful |= found.hit[order]
        return int(questions[order[int(useful.argmax())]]) if bool(useful.any()) else -1

    def _outright(self, worlds: Ints, objective: str) -> int:
        """The best question where no search is needed for it; else -1.

        To win at once, all worlds left are equally good guesses. By any other objective nothing beats a guess
        among the worlds left that tells all of them apart. Of several, the first, as everywhere.
        """
        if not self.answers.guesses_worlds or self.weights is not None:
            return -1
        if objective == "win" or len(worlds) <= 2:
            return int(worlds[0])
        if len(worlds) > self.answers.kinds:
            return -1
        codes = np.sort(self.answers.codes(worlds, worlds), axis=1)
        apart = (codes[:, 1:] != codes[:, :-1]).all(axis=1)
        return int(worlds[int(apart.argmax())]) if bool(apart.any()) else -1

    def grow(self, worlds: Ints, history: History, choose: Chooser | str, depth: int | None) -> Node:
        """The tree in which every node asks what `choose` says, or the best question by that objective."""
        # Without recursion: a strategy may be deeper than Python's stack.
        drafts = _Drafts()
        stack: list[tuple[Ints, History, int, int, int]] = [(worlds, history, -1, 0, -1)]
        while stack:
            left, past, code, level, parent = stack.pop()
            more = None if depth is None else depth - level
            if isinstance(choose, str) and self._below(drafts, left, choose, parent, code, more):
                continue
            size, mass = len(left), self.mass(left)
            state = self.ended(left, code)
            if state is not None:
                drafts.add(parent, code, state, size, mass, int(left[0]))
                continue
            if more is not None and more <= 0:
                question = -1
            else:
                question = self.best(left, past, choose) if isinstance(choose, str) else choose(left, past)
            if question < 0:
                drafts.add(parent, code, "open", size, mass, -1)
                continue
            here = drafts.add(parent, code, "ask", size, mass, question)
            codes = self.answers.codes(np.array([question]), left)[0]
            for answer, part in split(codes, left):
                stack.append((part, (*past, (question, answer)), answer, level + 1, here))
        return self._assembled(drafts)

    def _below(
        self, drafts: _Drafts, left: Ints, objective: str, parent: int, code: int, depth: int | None
    ) -> bool:
        """Whether all nodes from here on were drafted in one go: few worlds, of equal weight, all to be told apart."""
        if self.weights is not None or self.goals is not None or len(left) >= _THINNED_FROM:
            return False
        whole = self.answers.whole(len(left) * self.answers.questions)
        if whole is None:
            return False
        tick()
        found = guesses.grown(
            whole, left, self.answers.kinds, self.answers.win, OBJECTIVES.index(objective),
            guesses=self.answers.guesses_worlds, above=parent, code=code, base=len(drafts.parent), depth=depth,
        )  # fmt: skip
        if found is not None:
            drafts.join(found)
        return found is not None

    def _assembled(self, drafts: _Drafts) -> Node:
        # A node comes after its parent, and of siblings the one with the greatest code comes first.
        text, ending, label = self.answers.text, self.answers.world_text, self.answers.label
        branches: list[list[Branch]] = [[] for _ in drafts.parent]
        rows = zip(*(reversed(column) for column in drafts.columns()), reversed(branches), strict=True)
        for parent, code, state, size, mass, number, below in rows:
            if state == "ask":
                node = Node(state, size, mass, text(number), tuple(below), number)
            else:
                node = Node(state, size, mass, ending(number) if number >= 0 else "")
            if parent >= 0:
                branches[parent].append(Branch(label(drafts.number[parent], code), node))
        return node


def planned(
    setting: Setting,
    worlds: Ints,
    objective: str,
    *,
    history: History = (),
    depth: int | None = None,
    time_limit: float | None = None,
    basis: Literal["exact", "sampled"] = "exact",
    jobs: int = 1,
    parallel: Mapping[str, Any] | None = None,
) -> Tree:
    """A strategy for finding out which of `worlds` is the true one; see `deduce.questions.plan`."""
    checked(objective, (OPTIMAL,))
    checked_jobs(jobs)
    checked_limit(time_limit)
    if depth is not None and (not is_whole(depth) or depth < 0):
        raise ProblemError(f"the depth of a plan is a whole number of questions from 0, not {depth!r}")
    if objective == OPTIMAL:
        if depth is not None:
            raise ProblemError("a proved plan goes to the end; give depth with a greedy objective only")
        return _proved(setting, worlds, history, time_limit, basis, jobs, parallel)
    return _greedy(setting, worlds, history, objective, depth, basis)


def _greedy(
    setting: Setting,
    worlds: Ints,
    history: History,
    objective: str,
    depth: int | None,
    basis: Literal["exact", "sampled"],
) -> Tree:
    return Tree(setting.grow(worlds, history, objective, depth), objective, "greedy", basis)


def _proved(
    setting: Setting,
    worlds: Ints,
    history: History,
    time_limit: float | None,
    basis: Literal["exact", "sampled"],
    jobs: int,
    parallel: Mapping[str, Any] | None,
) -> Tree:
    # Greedy strategies first: the best of them is the cost to beat, and often the optimum already.
    tries = [_greedy(setting, worlds, history, objective, None, basis) for objective in OBJECTIVES[:4]]
    start = min(tries, key=lambda tree: tree.total)
    if start.open:
        raise ProblemError(
            f"{many(start.open, 'world')} cannot be told apart (or named) by these questions, so no plan finds them; "
            "ask more questions, or say with `about` which variables matter"
        )
    arguments: dict[str, Any] = {
        "weights": setting.weights,
        "goals": setting.goals,
        "symmetric": 2 + len(history) if setting.symmetry else 0,
    }
    prover = Prover(setting.answers, time_limit=time_limit, **arguments)
    try:
        if jobs == 1 and parallel is None:
            cost, _ = prover.solve(worlds, float(start.total), history)
        else:
            cost, _ = solve_spread(
                prover, worlds, float(start.total), history,
                jobs=jobs, parallel=parallel, arguments=arguments, time_limit=time_limit,
            )  # fmt: skip
    except GaveUp:
        return replace(start, objective=OPTIMAL, label="gave up", bound=prover.bound(worlds))
    if cost >= start.total:
        return replace(start, objective=OPTIMAL, label="proved", bound=float(start.total))

    def choose(left: Ints, past: History) -> int:
        return prover.solve(left, history=past)[1]

    return Tree(setting.grow(worlds, history, choose, None), OPTIMAL, "proved", basis, cost)
