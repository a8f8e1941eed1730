"""Proving a strategy best: branch and bound over sets of worlds, with a memo.

The cost of a set of worlds is the least total number of further questions, summed over its worlds (times
their weights). Asking a question costs one for every world of the set, plus the costs of the parts it leaves:
so a cost is bounded from below by bounds on the parts, and a question whose bound is no better than the
best cost known is not looked into. Bounds come in three strengths, cheap ones first: the sizes of the
parts alone (no strategy branches wider than the number of answers), then the best such bound over every next
question of each part, then the part's cost itself.

Equal parts meet again after different questions; the memo, keyed by the set, answers them at once. Symmetries of
the questions thin out the first ones (`AnswerTable.candidates`).

Method: as in K. Koyama and T. W. Lai, "An optimal Mastermind strategy" (Journal of Recreational Mathematics
25, 1993), and G. Ville, "An optimal Mastermind (4,7) strategy and more results in the expected case" (2013,
arXiv:1305.1010); the code is our own.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from deduce.ground.errors import GaveUp
from deduce.questions.answers import AnswerTable, Floats, Ints, split, tally

_EPSILON = 1e-9
_NEVER = float("inf")

History = Sequence[tuple[int, int]]
Ask = Callable[[int, Ints, float, float, History], float]
"""What asking a question first costs: see `Prover.ask`."""


def least_totals(worlds: int, kinds: int, *, winning: bool) -> Floats:
    """For 0, 1, ... worlds: the least total number of questions any strategy can reach.

    With a winning answer, a question ends the search for one world and spreads the others over the remaining
    answers; without, a search ends when one world is left.
    """
    width = max(2, kinds - 1 if winning else kinds)
    depth_of = np.zeros(worlds + 1)
    if winning:
        # One world a node; level d has width ** (d - 1) nodes.
        depth, room, level = 1, 1, 1
        for i in range(1, worlds + 1):
            if room == 0:
                depth, level = depth + 1, level * width
                room = level
            depth_of[i] = depth
            room -= 1
        return np.cumsum(depth_of)
    # Leaves of a tree of that width: as shallow and even as can be.
    totals = np.zeros(worlds + 1)
    depth, level = 0, 1
    for i in range(2, worlds + 1):
        while level * width < i:
            depth, level = depth + 1, level * width
        # Each leaf of the last full level that is opened gives room for width - 1 more.
        opened = -(-(i - level) // (width - 1))
        totals[i] = depth * i + i - (level - opened)
    return totals


@dataclass(slots=True)
class _Known:
    """What the memo holds of a set: its cost is at least `bound`, and equal to it if `exact`."""

    bound: float
    exact: bool
    question: int


class Prover:
    """Finds the least total number of questions, with proof.

    Args:
        answers: Questions and worlds.
        weights: A positive number a world; None for all 1.
        goals: The class of each world, when only the class is to be found out; None for the world itself.
        time_limit: Seconds before `GaveUp` is raised; None for no limit.
        symmetric: How many of the first questions are thinned out by `AnswerTable.candidates`.

    Attributes:
        visited: How many sets have been looked into.
        pairs: How many (question, world) pairs have been tallied.
    """

    def __init__(
        self,
        answers: AnswerTable,
        weights: Floats | None = None,
        *,
        goals: Ints | None = None,
        time_limit: float | None = None,
        symmetric: int = 2,
    ) -> None:
        self.answers = answers
        self.weights = weights
        self.goals = goals if answers.win < 0 else None
        self.visited = self.pairs = 0
        # Where no question stands for others nothing is thinned out, whatever came before.
        self._symmetric = symmetric if type(answers).candidates is not AnswerTable.candidates else 0
        self._stop = None if time_limit is None else time.monotonic() + time_limit
        if answers.win >= 0:
            self._winners = np.array([answers.winner(world) for world in range(answers.worlds)])
        self._memo: dict[bytes, _Known] = {}
        self._all = answers.distinct()
        self._kind = np.uint16 if answers.worlds < 1 << 16 else np.uint32
        self._slack = 1.0 if weights is None else _EPSILON
        self._least = least_totals(answers.worlds, answers.kinds, winning=answers.win >= 0)
        self._heaviest = 1.0 if weights is None else float(weights.max(initial=0.0))

    def solve(
        self, worlds: Ints, limit: float = _NEVER, history: History = (), *, ask: Ask | None = None
    ) -> tuple[float, int]:
        """The least cost of a set, if below `limit`, and the question to ask; else a bound >= `limit`.

        The question is -1 when none is needed, or when the cost is not below the limit. Infinite when no
        questions suffice. A cost and its question depend on nothing that was solved before. `ask` is asked in place of
        this prover's own `ask` what the first question costs. Raises `GaveUp` at the time limit.
        """
        if self._done(worlds):
            return 0.0, -1
        key = self._key(worlds, history)
        known = self._memo.get(key)
        if known is not None and (known.exact or known.bound >= limit):
            return known.bound, known.question
        if known is None:
            known = self._memo[key] = _Known(0.0, False, -1)
        cost, question = self._search(worlds, limit, history, ask or self.ask)
        if cost < limit or cost == _NEVER:
            known.bound, known.exact, known.question = cost, True, question
        else:
            known.bound = max(known.bound, cost)
        return known.bound, known.question

    def _key(self, worlds: Ints, history: History = ()) -> bytes:
        """What the memo knows a set by: where questions are thinned out, what came before says which are left."""
        key = worlds.astype(self._kind).tobytes()
        return key + repr(tuple(history)).encode() if 0 < len(history) < self._symmetric else key

    def strategy(self, worlds: Ints, history: History) -> dict[bytes, tuple[float, int]]:
        """For a set that is solved: what `learn` needs to know of it, and of all sets its best questions lead to."""
        found: dict[bytes, tuple[float, int]] = {}
        stack = [(worlds, tuple(history))]
        while stack:
            left, past = stack.pop()
            cost, question = self.solve(left, history=past)
            if question < 0:
                continue
            found[self._key(left, past)] = cost, question
            codes = self.answers.codes(np.array([question]), left)[0]
            stack += [
                (part, (*past, (question, code)))
                for code, part in split(codes, left)
                if code != self.answers.win
            ]
        return found

    def learn(self, strategy: Mapping[bytes, tuple[float, int]]) -> None:
        """Take over what another prover of the same questions has solved."""
        for key, (cost, question) in strategy.items():
            self._memo[key] = _Known(cost, True, question)

    def bound(self, worlds: Ints) -> float:
        """What has been proved so far: no strategy for these worlds costs less."""
        known = self._memo.get(self._key(worlds))
        return 0.0 if known is None else known.bound

    def _done(self, worlds: Ints) -> bool:
        """Whether the search is over without another question."""
        if self.answers.win >= 0:
            return False
        if self.goals is None:
            return len(worlds) == 1
        classes = self.goals[worlds]
        return bool((classes == classes[0]).all())

    def glance(self, worlds: Ints) -> float:
        """A lower bound on the cost from one look ahead; kept in the memo."""
        if self._done(worlds):
            return 0.0
        if len(worlds) <= 2:
            return float(self._floor(np.array([len(worlds)]), self._mass(worlds))[0])
        key = self._key(worlds)
        known = self._memo.get(key)
        if known is None:
            known = self._memo[key] = _Known(0.0, False, -1)
        if known.bound == 0.0:
            known.bound = self._full_split(worlds) or float(self._bounds(worlds, self._all).min())
        return known.bound

    def _full_split(self, worlds: Ints) -> float:
        """The cost when naming one of the worlds tells all others apart (the best there is); else 0."""
        if self.weights is not None or self.answers.win < 0 or len(worlds) >= self.answers.kinds:
            return 0.0
        if not self._named(worlds):
            return 0.0
        namers = self._winners[worlds]
        self.pairs += len(worlds) ** 2
        codes = np.sort(self.answers.codes(namers, worlds), axis=1)
        apart = (codes[:, 1:] != codes[:, :-1]).all(axis=1)
        if not bool(apart.any()):
            return 0.0
        cost = 2.0 * len(worlds) - 1.0
        self._memo[self._key(worlds)] = _Known(cost, True, int(namers[int(apart.argmax())]))
        return cost

    def _mass(self, worlds: Ints) -> Floats | None:
        return None if self.weights is None else np.array([self.weights[worlds].sum()])

    def _floor(self, counts: Ints, masses: Floats | None) -> Floats:
        """Lower bounds from sizes alone, of the shape of `counts`."""
        if self.goals is not None:
            # Worlds of one class need not be told apart: sizes say nothing.
            return np.zeros(counts.shape)
        if masses is None:
            return self._least[counts]
        if self.answers.win >= 0:
            # One world is found by the first question, every other needs a second.
            return np.where(counts > 1, 2 * masses - np.minimum(self._heaviest, masses), masses)
        return np.where(counts > 1, masses, 0.0)

    def _bounds(self, worlds: Ints, questions: Ints) -> Floats:
        """For each question, a lower bound on the cost of asking it first, from the sizes of its parts."""
        self.visited += 1
        self.pairs += len(questions) * len(worlds)
        if self._stop is not None and time.monotonic() > self._stop:
            raise GaveUp(f"the proof was not finished in time; {self.visited:,} sets were looked into")
        codes = self.answers.codes(questions, worlds)
        counts = tally(codes, self.answers.kinds)
        weights = None if self.weights is None else self.weights[worlds]
        masses = None if weights is None else tally(codes, self.answers.kinds, weights)
        floors = self._floor(counts, masses)
        if self.answers.win >= 0:
            floors[self.answers.win] = 0.0
        total = float(len(worlds)) if weights is None else float(weights.sum())
        bounds: Floats = floors.sum(axis=0) + total
        return bounds

    def _search(self, worlds: Ints, limit: float, history: History, ask: Ask) -> tuple[float, int]:
        if len(worlds) <= 2 and self._named(worlds):
            # One of two is named, the heavier; if it is the other, that one is named next.
            weights = np.ones(len(worlds)) if self.weights is None else self.weights[worlds]
            heavier = int(weights.argmax())
            return 2 * float(weights.sum()) - float(weights[heavier]), int(self._winners[worlds[heavier]])
        full = self._full_split(worlds)
        if full:
            return full, self._memo[self._key(worlds)].question
        questions = self.answers.candidates(history) if len(history) < self._symmetric else self._all
        bounds = self._bounds(worlds, questions)
        promising = np.flatnonzero(bounds <= limit - self._slack)
        if not len(promising):
            return max(limit, float(bounds.min())) if limit < _NEVER else _NEVER, -1
        promising = promising[np.argsort(bounds[promising], kind="stable")]
        best, chosen = limit, -1
        for question, bound in zip(questions[promising].tolist(), bounds[promising].tolist(), strict=True):
            if bound > best - self._slack:
                # Bounds only grow from here on; with whole numbers a bound must be a whole one better.
                break
            cost = ask(question, worlds, bound, best, history)
            if cost < best:
                best, chosen = cost, question
        # If nothing below the limit was found, the cost is at least the limit.
        return best, chosen

    def ask(self, question: int, worlds: Ints, bound: float, best: float, history: History) -> float:
        """The cost of asking `question` first, if below `best`; else some number not below it.

        `bound` is what the sizes of its parts say.
        """
        running, parts = self.apart(question, worlds, bound, best)
        for better, code, part in parts:
            room = best - (running - better)
            cost, _ = self.solve(part, room, (*history, (question, code)))
            running += cost - better
            if running > best - self._slack:
                return max(running, best)
        return running

    def apart(
        self, question: int, worlds: Ints, bound: float, best: float
    ) -> tuple[float, list[tuple[float, int, Ints]]]:
        """A better bound for `question`, and the parts on which it depends, each with its own bound and code.

        No parts where the bound is the cost, or says that the question costs no less than `best`.
        """
        codes = self.answers.codes(np.array([question]), worlds)[0]
        parts: list[tuple[float, int, Ints]] = []
        running = bound
        for code, part in split(codes, worlds):
            if code == self.answers.win:
                continue
            if len(part) == len(worlds):
                # Asking it over and over would never end the search.
                return _NEVER, []
            if self._sure(part):
                continue
            floor = float(self._floor(np.array([len(part)]), self._mass(part))[0])
            better = self.glance(part)
            running += better - floor
            if running > best - self._slack:
                return running, []
            parts.append((better, code, part))
        # The parts with most to lose first: they are the likeliest to end the matter.
        parts.sort(key=lambda item: -len(item[2]))
        return running, parts

    def reaches(self, cost: float, best: float) -> bool:
        """Whether a cost is no improvement on the best known; whole numbers must be a whole one better."""
        return cost > best - self._slack

    def _sure(self, part: Ints) -> bool:
        """Whether the bound from the size of a part is its cost."""
        if self.answers.win < 0:
            return self._done(part)
        return len(part) <= (2 if self.weights is None else 1) and self._named(part)

    def _named(self, worlds: Ints) -> bool:
        """Whether each of the worlds has a question that wins there."""
        return self.answers.win >= 0 and bool((self._winners[worlds] >= 0).all())
