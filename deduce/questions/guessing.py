"""Guessing games: a secret row of values, guesses that are rows too, an answer to each guess.

The engine behind Mastermind and its kin. It knows no game: a game says what the secrets are and how a guess
is answered, for many pairs at once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from operator import getitem
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deduce.ground import shown
from deduce.ground.compat import override
from deduce.ground.errors import ProblemError, nearest
from deduce.ground.wording import many
from deduce.language.variables import Variable
from deduce.questions.answers import AnswerTable, Codes, Ints
from deduce.questions.objectives import checked
from deduce.questions.planning import Setting, planned
from deduce.questions.ranking import Ranked, ranked
from deduce.questions.symmetry import Interchange
from deduce.questions.trees import Tree
from deduce.worlds.table import Table

Rows = NDArray[np.uint8]
Feedback = Callable[[Rows, Rows], Codes]

MATRIX_BYTES = 1 << 26
"""Up to this size the answers to all guesses may be computed once and kept."""


class Guessing(AnswerTable):
    """A guessing game over `secrets`; every secret is a legal guess, or `guesses` says which rows are.

    Args:
        variables: One a place of the secret, all with the same domain.
        secrets: Domain positions, shape ``(secrets, len(variables))``, distinct rows in ascending order.
        feedback: From guesses ``(g, places)`` and secrets ``(s, places)`` to answer codes ``(g, s)``.
        answers: What the codes stand for.
        win: The answer that ends the game: given to the secret itself and to nothing else.
        spell: A row as text.
        symmetric: Whether an answer stays the same when guess and secret are permuted and renamed in
            the same way. Then interchangeable places and values are found and used.
        guesses: The legal guesses where they are not the secrets: distinct rows in ascending order. Symmetry is then
            not used.
    """

    def __init__(
        self,
        variables: Sequence[Variable],
        secrets: Rows,
        feedback: Feedback,
        answers: Sequence[Hashable],
        win: Hashable,
        spell: Callable[[Sequence[Any]], str],
        *,
        symmetric: bool = True,
        guesses: Rows | None = None,
    ) -> None:
        self.variables, self.secrets = tuple(variables), secrets
        self._domains = [variable.domain for variable in self.variables]
        self.guesses_worlds = guesses is None
        self.guesses = secrets if guesses is None else guesses
        self.answers, self.kinds = tuple(answers), len(answers)
        self.win = self.answers.index(win)
        self.questions, self.worlds = len(self.guesses), len(secrets)
        self._feedback, self._spell = feedback, spell
        self._symmetry: Interchange | None = None
        if symmetric and guesses is None:
            self._symmetry = Interchange.detect(secrets, len(self.variables[0].domain))
        self._matrix: Codes | None = None
        self._asked = 0
        self._texts: dict[int, str] = {}
        self._thinned: dict[tuple[int, ...], Ints] = {}

    @override
    def whole(self, pairs: int) -> Codes | None:
        if self._matrix is None:
            # A ranking or two needs few answers; whoever asks for more is building a tree.
            self._asked += pairs
            if 64 * self._asked >= (size := self.questions * self.worlds) and size <= MATRIX_BYTES:
                self._matrix = self._feedback(self.guesses, self.secrets)
        return self._matrix

    @override
    def codes(self, questions: Ints, worlds: Ints) -> Codes:
        matrix = self.whole(len(questions) * len(worlds))
        if matrix is None:
            return self._feedback(self.guesses[questions], self.secrets[worlds])
        if len(questions) == 1:
            row: Codes = matrix[int(questions[0])]
            return row[None] if len(worlds) == self.worlds else row[worlds][None]
        rows = matrix if len(questions) == self.questions else matrix[questions]
        return rows if len(worlds) == self.worlds else rows[:, worlds]

    @override
    def text(self, question: int) -> str:
        found = self._texts.get(question)
        if found is None:
            found = self._texts[question] = self._spell(self.values(question))
        return found

    @override
    def label(self, question: int, code: int) -> Hashable:
        return self.answers[code]

    @override
    def world_text(self, world: int) -> str:
        return self.text(world) if self.guesses_worlds else self._spell(self.secret(world))

    def winner(self, world: int) -> int:
        """See `AnswerTable.winner`: guessing the secret itself, where that is a legal guess."""
        if self.guesses_worlds:
            return world
        found = self._place(self.guesses, self.secrets[world])
        return -1 if found is None else found

    def values(self, index: int) -> tuple[Hashable, ...]:
        """The guess of that number, as values."""
        return self._read(self.guesses[index])

    def secret(self, index: int) -> tuple[Hashable, ...]:
        """The secret of that number, as values."""
        return self._read(self.secrets[index])

    def _read(self, row: Rows) -> tuple[Hashable, ...]:
        return tuple(map(getitem, self._domains, row.tolist()))

    @staticmethod
    def _place(rows: Rows, row: Rows) -> int | None:
        found = np.flatnonzero((rows == row).all(axis=1))
        return int(found[0]) if len(found) else None

    def candidates(self, history: Sequence[tuple[int, int]]) -> Ints:
        """See `AnswerTable.candidates`: the first guess of each orbit under what keeps the history."""
        if self._symmetry is None:
            return self._all
        asked = tuple(sorted({question for question, _ in history}))
        found = self._thinned.get(asked)
        if found is None:
            found = self._symmetry.representatives(self.secrets, self.secrets[list(asked)])
            self._thinned[asked] = found
        return found

    def index(self, guess: Sequence[Hashable]) -> int:
        """The number of a guess. Raises `ProblemError` for a row that is no guess of this game."""
        return self._index(guess, self.guesses, "guess")

    def _index(self, given: Sequence[Hashable], rows: Rows, what: str) -> int:
        if not isinstance(given, Sequence):
            raise ProblemError(f"a {what} is its values in order, not {given!r:.200}")
        if len(given) != len(self.variables):
            raise ProblemError(
                f"the {what} {given!r} has {len(given)} places; this game has {len(self.variables)}"
            )
        row = np.array([v.position(value) for v, value in zip(self.variables, given, strict=True)])
        found = self._place(rows, row)
        if found is None:
            raise ProblemError(f"{given!r} is no {what} of this game (are its values all allowed?)")
        return found

    def answer(self, guess: Sequence[Hashable], secret: Sequence[Hashable]) -> Hashable:
        """How `guess` is answered if `secret` is the secret."""
        pair = self.index(guess), self._index(secret, self.secrets, "secret")
        return self.answers[int(self._feedback(self.guesses[[pair[0]]], self.secrets[[pair[1]]])[0, 0])]

    def start(self) -> Position:
        """The position before the first guess."""
        return Position(self, (), np.arange(self.worlds))


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """A guessing game under way: what was asked and answered, and the secrets that are left.

    Attributes:
        game: The game.
        history: (number of the guess, code of the answer) pairs, in order.
        left: Numbers of the secrets that agree with every answer.
    """

    game: Guessing
    history: tuple[tuple[int, int], ...]
    left: Ints

    def observe(self, guess: Sequence[Hashable], answer: Hashable) -> Position:
        """The position after one more guess. Raises `ProblemError` for a guess or answer unknown here.

        Answers that no secret explains leave a position with ``count() == 0``.
        """
        question = self.game.index(guess)
        if answer not in self.game.answers:
            raise ProblemError(f"the answer {answer!r}: {nearest(answer, self.game.answers)}")
        code = self.game.answers.index(answer)
        codes = self.game.codes(np.array([question]), self.left)[0]
        return Position(self.game, (*self.history, (question, code)), self.left[codes == code])

    def count(self) -> int:
        """How many secrets are left."""
        return len(self.left)

    def secrets(self) -> list[tuple[Hashable, ...]]:
        """The secrets that are left, as values."""
        return [self.game.secret(index) for index in self.left.tolist()]

    def table(self) -> Table:
        """The secrets that are left, as worlds over the game's variables."""
        return Table(self.game.variables, self.game.secrets[self.left].T)

    def rank(
        self, objective: str = "entropy", *, limit: int | None = 10, symmetry: bool = True
    ) -> shown.Rows[Ranked]:
        """Guesses, best first; of guesses that differ only by interchangeable names, the first one.

        Args:
            objective: One of `deduce.questions.OBJECTIVES`.
            limit: How many to return; None for all.
            symmetry: False to look at every guess; the best value is the same.

        Raises:
            ProblemError: An unknown objective, or no secret left.
        """
        self._some()
        every = np.arange(self.game.questions)
        questions = self.game.candidates(self.history) if symmetry else every
        return ranked(self.game, questions, self.left, checked(objective), limit=limit)

    def best(self, objective: str = "entropy") -> tuple[Hashable, ...]:
        """The best next guess, as values. Raises as `rank` does."""
        self._some()
        ranking = self.rank(objective, limit=1)
        return self.game.values(ranking[0].index)

    def plan(
        self,
        objective: str = "entropy",
        *,
        time_limit: float | None = None,
        symmetry: bool = True,
        jobs: int = 1,
        parallel: Mapping[str, Any] | None = None,
    ) -> Tree:
        """The whole strategy from here; see `deduce.questions.plan`."""
        self._some()
        setting = Setting(self.game, symmetry=symmetry)
        return planned(
            setting,
            self.left,
            objective,
            history=self.history,
            time_limit=time_limit,
            jobs=jobs,
            parallel=parallel,
        )

    def _some(self) -> None:
        if not len(self.left):
            raise ProblemError("no secret agrees with all these answers; one of them is a slip")

    def __repr__(self) -> str:
        return f"<Position: {many(len(self.history), 'guess')}, {many(len(self.left), 'secret')} left>"
