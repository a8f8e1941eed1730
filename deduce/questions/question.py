"""Questions: what can be asked of worlds, and how a list of them becomes a matrix of answers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deduce.ground.errors import Called, ProblemError
from deduce.ground.wording import many
from deduce.language.constraints import Constraint
from deduce.language.variables import Variable, is_not_itself, is_number, variables_of
from deduce.questions.answers import Floats, Ints, MatrixAnswers
from deduce.worlds.table import Table

Answered = tuple[Ints, list[Hashable]]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Question:
    """Something that can be asked: it splits the worlds by its answer.

    Make one with `Question.value` (what a variable is), `Question.whether` (a fact), `Question.function` (a
    Python function), `Question.table` (a vectorised function of a table) or `Question.chances` (the answer
    is left to chance). `rank` and `plan` take variables and facts as they are.

    Attributes:
        text: The question in words.
        scope: The variables the answer depends on; None when it may depend on all.
        win: The answer that ends the search, such as True for "is it this one?"; None when none does.
        random: Whether the answer is left to chance, so that a world may give several.
    """

    text: str
    scope: tuple[Variable, ...] | None
    win: Hashable | None
    random: bool
    _answer: Callable[[Table], Any]

    @classmethod
    def value(cls, variable: Variable, *, text: str | None = None, win: Hashable | None = None) -> Question:
        """What is the value of `variable`?"""

        def answer(table: Table) -> Answered:
            return table.column(variable).astype(np.int64), list(variable.domain)

        if not isinstance(variable, Variable):
            raise ProblemError(f"Question.value asks for a variable, not {variable!r}")
        if win is not None:
            variable.position(win)
        return cls(text or f"what is {variable}", (variable,), win, False, answer)

    @classmethod
    def whether(cls, fact: Constraint, *, text: str | None = None, win: Hashable | None = None) -> Question:
        """Is `fact` true? The answers are True and False."""

        def answer(table: Table) -> Answered:
            return table.mask(fact).astype(np.int64), [False, True]

        if not isinstance(fact, Constraint):
            raise ProblemError(f"Question.whether asks for a fact such as cell == value, not {fact!r}")
        if win not in (None, True, False):
            raise ProblemError(f"the answer that ends the search is True or False, not {win!r}")
        return cls(text or f"is it true that {fact.sentence()}", fact.scope, win, False, answer)

    @classmethod
    def function(
        cls,
        function: Callable[..., Hashable],
        *variables: object,
        text: str | None = None,
        win: Hashable | None = None,
    ) -> Question:
        """The answer is what `function` returns.

        With variables, it is called with their values, once for each combination that is possible; without,
        with the whole world (a dict from variable to value), once a world.
        """
        scope = variables_of("Question.function", variables) if variables else None
        name = _name(function, text)

        def answer(table: Table) -> Answered:
            if scope is None:
                return _numbered(name, [_called(name, function, world) for world in table])
            rows, number = _combinations(table, scope)
            code, labels = _numbered(name, [_called(name, function, *values) for values in rows])
            return code[number], labels

        return cls(name, scope, win, False, answer)

    @classmethod
    def table(
        cls,
        function: Callable[[Table], NDArray[Any]],
        *variables: object,
        text: str | None = None,
        win: Hashable | None = None,
    ) -> Question:
        """The answers for all worlds at once: an array with one answer a row of the table.

        Name the variables it depends on, if they are few: the question can then be answered exactly even
        where the worlds are too many for a table.
        """
        scope = variables_of("Question.table", variables) if variables else None
        name = _name(function, text)

        def answer(table: Table) -> Answered:
            found = np.asarray(_called(name, function, table))
            if found.shape != (table.count(),):
                raise ProblemError(
                    f"the question {name!r} gave answers of shape {found.shape} for {many(table.count(), 'world')}"
                )
            if found.dtype.kind in "Of":  # what cannot be put in order, or not equal itself
                return _numbered(name, found.tolist())
            labels, code = np.unique(found, return_inverse=True)
            return code.astype(np.int64), labels.tolist()

        return cls(name, scope, win, False, answer)

    @classmethod
    def chances(
        cls,
        function: Callable[..., Mapping[Hashable, float]],
        *variables: object,
        text: str | None = None,
        win: Hashable | None = None,
    ) -> Question:
        """An answer left to chance: `function` returns each possible answer with its probability.

        It is called with the values of the variables, once for each combination. Such a question can be
        ranked, not planned.
        """
        scope = variables_of("Question.chances", variables)
        if not scope:
            raise ProblemError(
                "Question.chances needs the variables whose values its function is called with"
            )
        name = _name(function, text)

        def answer(table: Table) -> tuple[NDArray[np.float64], list[Hashable]]:
            rows, number = _combinations(table, scope)
            given = [_called(name, function, *values) for values in rows]
            if not all(isinstance(chances, Mapping) for chances in given):
                raise ProblemError(f"the question {name!r} has to give a dict from answers to chances")
            labels = _ordered({label for chances in given for label in chances})
            place = {label: i for i, label in enumerate(labels)}
            matrix = np.zeros((len(given), len(labels)))
            for i, chances in enumerate(given):
                for label, chance in chances.items():
                    if not is_number(chance):
                        raise ProblemError(
                            f"the chance of {label!r} as an answer to {name!r} is {chance!r}"
                        )
                    matrix[i, place[label]] = chance
            if not np.allclose(matrix.sum(axis=1), 1.0) or bool((matrix < 0).any()):
                raise ProblemError(f"the chances of the answers to {name!r} do not add up to 1")
            return matrix[number], labels

        return cls(name, scope, win, True, answer)

    def answers(self, table: Table) -> Answered:
        """A code a world, and the answers the codes stand for. Not for questions left to chance."""
        if self.random:
            raise ProblemError(f"the answer to {self.text!r} is left to chance; it can only be ranked")
        found: Answered = self._answer(table)
        return found

    def likelihoods(self, table: Table) -> tuple[Floats, list[Hashable]]:
        """The probability of each answer in each world, shape ``(worlds, answers)``, and the answers."""
        if self.random:
            found: tuple[Floats, list[Hashable]] = self._answer(table)
            return found
        codes, labels = self.answers(table)
        return np.eye(len(labels))[codes], labels

    def __repr__(self) -> str:
        return f"<Question: {self.text}>"


def as_question(asked: object) -> Question:
    """A question from a question, a variable or a fact. Raises `ProblemError` for anything else."""
    if isinstance(asked, Question):
        return asked
    if isinstance(asked, Variable):
        return Question.value(asked)
    if isinstance(asked, Constraint):
        return Question.whether(asked)
    raise ProblemError(
        f"a question is a variable, a fact or a Question, not {asked!r}"
        + ("; wrap a function as Question.function(...)" if callable(asked) else "")
    )


def questions_of(asked: object) -> tuple[Question, ...]:
    """A list of questions from what the caller gave. Raises `ProblemError` for none."""
    if isinstance(asked, (Question, Variable, Constraint)):
        return (as_question(asked),)
    if isinstance(asked, Mapping):
        asked = asked.values()
    if isinstance(asked, str) or not isinstance(asked, Iterable):
        raise ProblemError(f"expected a list of questions, not {asked!r}")
    found = tuple(as_question(item) for item in asked)
    if not found:
        raise ProblemError("there is no question to choose from")
    return found


def matrix_of(
    questions: Sequence[Question], table: Table, names: Sequence[str] | None = None
) -> MatrixAnswers:
    """The answers to deterministic questions in every world of a table.

    With winning answers among them, code 0 is kept for those.
    """
    winning = any(question.win is not None for question in questions)
    found: list[Ints] = []
    labels: list[list[Hashable]] = []
    for question in questions:
        codes, mine = question.answers(table)
        if winning:
            # Answers move up by one; the winning answer moves to 0.
            place = mine.index(question.win) if question.win in mine else -1
            codes = np.where(codes == place, 0, codes + 1)
            mine = [question.win, *mine]
        found.append(codes)
        labels.append(mine)
    largest = max(len(mine) for mine in labels)
    kind = np.uint8 if largest <= 256 else np.uint16 if largest <= 65536 else np.uint32
    matrix = np.stack([codes.astype(kind) for codes in found])
    return MatrixAnswers(
        matrix, [question.text for question in questions], labels, names, win=0 if winning else -1
    )


def _name(function: Callable[..., object], text: str | None) -> str:
    if not callable(function):
        raise ProblemError(f"a question is answered by a function, not by {function!r:.200}")
    return text or str(getattr(function, "__name__", "question"))


def _called(name: str, function: Callable[..., Any], *args: object) -> Any:
    """What a caller's function returns; what it raises is blamed on its question."""
    with Called(f"the question {name!r}") as call:
        call.given = args
        return function(*args)


def _numbered(name: str, answers: Sequence[Hashable]) -> Answered:
    for answer in answers:
        try:
            hash(answer)
        except TypeError:
            raise ProblemError(
                f"the question {name!r} gave {answer!r}, which cannot be hashed; answer with a string, a number, "
                "a tuple or another frozen value"
            ) from None
        if is_not_itself(answer):
            raise ProblemError(
                f"the question {name!r} gave {answer!r}, which nothing equals; answer with None, say"
            )
    labels = _ordered(set(answers))
    place = {label: i for i, label in enumerate(labels)}
    return np.array([place[answer] for answer in answers], dtype=np.int64), labels


def _ordered(labels: set[Hashable]) -> list[Hashable]:
    try:
        return sorted(labels)  # type: ignore[type-var]
    except TypeError:
        return sorted(labels, key=repr)


def _combinations(table: Table, scope: tuple[Variable, ...]) -> tuple[list[tuple[Hashable, ...]], Ints]:
    """The distinct values of some variables, and which of them each world has."""
    key = table.column(scope[0]).astype(np.int64)
    size = len(scope[0].domain)
    for variable in scope[1:]:
        if size * len(variable.domain) >= 1 << 62:
            # Renumbering keeps the key in range, however many variables there are.
            found, key = np.unique(key, return_inverse=True)
            size = len(found)
        key = key * len(variable.domain) + table.column(variable)
        size *= len(variable.domain)
    _, first, number = np.unique(key, return_index=True, return_inverse=True)
    rows = [tuple(v.domain[int(table.column(v)[i])] for v in scope) for i in first.tolist()]
    return rows, number.astype(np.int64)
