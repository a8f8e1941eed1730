"""PySAT: one live solver for a problem, asked again and again under assumptions.

For certain values, second solutions and cores where a diagram would be too wide. Each statement gets a
selector literal, so that any subset of them can be switched on for one call without building anything anew.

Most questions are answered within a few hundred conflicts. One that is not gets advice, in this order: counting
arguments (`deduce.backends.counting`), a bounded decision diagram of all that is stated or of its parts, and
CP-SAT. What an adviser refutes enters as one clause that holds for good; what it finds possible tells
the solver which values to try first. So every answer, and every core, is still the solver's own.

What is stated becomes clauses in `deduce.backends.clauses`; the advisers are in `deduce.backends.advisers`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from deduce.backends.clauses import Clauses
from deduce.ground.compat import override
from deduce.ground.deadline import Deadline, left, tick, waking
from deduce.ground.errors import GaveUp
from deduce.language.constraints import Constraint
from deduce.language.posting import Found, Literal
from deduce.language.variables import Variable

_FIRST, _SECOND, _THIRD = 150, 3_000, 20_000
"""Conflicts after which advice is asked for: counting, a diagram, CP-SAT."""

_GLANCE = 20
"""Conflicts before a question is counted out at once, like others before it."""

_LARGE = 20_000
"""With so many literals even a few conflicts may take long."""

_PIECE = 3_000
"""After so many conflicts of a question without a limit of time a thread listens to signals, such as Ctrl-C. The solver
begins anew then, once: by many short pieces it would never come to an end, since each forgets most that was learnt."""

_COUNTED = 200
"""So many further questions are counted out first, once one of them needed it."""

_LEMMAS = 60
"""How often a question asks for counting arguments."""


class _Assignment(Found):
    """The model that the solver has just found; propagation tells what is known without it."""

    def __init__(self, solver: SatSolver) -> None:
        self._probe = solver._probe
        self._model: list[Literal] = solver._solver.get_model()

    @override
    def true(self, literal: Literal) -> bool:
        return (self._model[abs(literal) - 1] > 0) == (literal > 0)

    @override
    def chosen(self, literals: Sequence[Literal]) -> list[int]:
        model = self._model
        return [i for i, x in enumerate(literals) if (model[x - 1] > 0 if x > 0 else model[-x - 1] < 0)]

    @override
    def mask(self, literals: tuple[Literal, ...]) -> int:
        model = self._model
        signs = bytes([model[x - 1] > 0 if x > 0 else model[-x - 1] < 0 for x in literals])
        bits = np.packbits(np.frombuffer(signs, dtype=np.uint8), bitorder="little")
        return int.from_bytes(bits.tobytes(), "little")

    def known(self, literal: Literal) -> bool:
        """See `Found.known`. What follows from the clauses by propagation alone."""
        return self.true(literal) and self.refuted([-literal])

    @override
    def refuted(self, literals: Sequence[Literal]) -> bool:
        return not self._probe(list(literals))[0]


class SatSolver(Clauses):
    """Clauses in a live SAT solver, asked with advice; see the module docstring.

    Args:
        name: As of `Clauses`.
    """

    def __init__(self, name: str = "minisat22") -> None:
        super().__init__(name)
        self._count_first = 0
        self._false_for_good: tuple[int, set[Literal]] = (-1, set())

    @override
    def satisfiable(self, assumptions: Sequence[Literal] = (), *, time_limit: float | None = None) -> bool:
        assumed = list(assumptions)
        with Deadline(time_limit).watch():
            while self._decided(assumed):
                if not self._later or not self.amended(_Assignment(self)):
                    return True
                self.be_patient()
            return False

    def _decided(self, assumed: list[Literal]) -> bool:
        """One answer of the solver, which knows nothing of rules posted with `later`."""
        tick()
        answer = None
        if self.effort is not None:
            answer = self._budgeted(assumed, self.effort)
            if answer is None:
                raise GaveUp("a question took more conflicts than it was to take")
        elif self._stated:
            # Where counting was needed before, what it said to try first often leads straight to a world.
            answer = self._budgeted(assumed, _GLANCE if self._count_first else _FIRST)
            if answer is None:
                answer = self._advised(assumed)
        if answer is None:
            answer = self._budgeted(assumed, None)
        if answer is None:
            tick()
            raise GaveUp("the solver stopped without an answer")
        return answer

    def _budgeted(self, assumed: list[Literal], conflicts: int | None) -> bool | None:
        """An answer within so many conflicts (None for any number), or None; `GaveUp` at the watched deadline."""
        self._declare()
        # Waking up costs more than a short question, and a short question is over before it.
        short = conflicts in (_GLANCE, _FIRST) and self._top < _LARGE
        try:
            if short or left() is None:
                first = _PIECE if conflicts is None else min(conflicts, _PIECE)
                self._solver.conf_budget(first)
                answer = self._ask(assumed)
                if answer is not None or first == conflicts:
                    return answer
                conflicts = None if conflicts is None else conflicts - first
            self._solver.conf_budget(-1 if conflicts is None else conflicts)
            answer = self._woken(assumed)
            while answer is None and conflicts is None:
                # A signal woke it that nobody minds.
                answer = self._woken(assumed)
        finally:
            self._solver.conf_budget(-1)
        return answer

    def _woken(self, assumed: list[Literal]) -> bool | None:
        """An answer, or None beyond the budget or after a signal; `GaveUp` at the watched deadline."""
        try:
            with waking(left(), self._solver.interrupt):
                answer: bool | None = self._solver.solve_limited(assumptions=assumed, expect_interrupt=True)
        finally:
            self._solver.clear_interrupt()
        if answer is None:
            tick()
        return answer

    def _advised(self, assumed: list[Literal]) -> bool | None:
        """An answer with the help of advisers, or None when they are at a loss; see the module docstring."""
        from deduce.backends.advisers import by_cpsat, by_diagram

        answer = self._counted(assumed)
        for budget, adviser in ((_SECOND, by_diagram), (_THIRD, by_cpsat)):
            if adviser is by_cpsat and self._later:
                # Of lines and connected parts CP-SAT knows less than the cuts made so far.
                break
            if answer is None:
                tick()
                answer = self._budgeted(assumed, budget)
            if answer is not None:
                return answer
            tick()
            active, fixed, said = self._active(assumed)
            found = adviser(active, fixed)
            if found is None:
                continue
            if isinstance(found, dict):
                self.prefer(
                    x if v.domain[i] == found[v] else -x
                    for v in found
                    for i, x in enumerate(self._literals.get(v, ()))
                )
            else:
                used = {id(constraint) for constraint in found}
                clause = [-w for c, w in self._stated if id(c) in used and w is not None and w in said]
                self._add(list(dict.fromkeys([*clause, *(-x for x in fixed)])))
            answer = self._budgeted(assumed, _THIRD)
        return answer

    def _counted(self, assumed: list[Literal]) -> bool | None:
        """An answer with the help of counting arguments, or None."""
        for part, when in self._differing:
            one, other = (
                (v, dict(zip(v.domain, self.literals(v), strict=True))) for v in (part.left, part.right)
            )
            self._counting.differ(one, other, when)
        self._differing = []
        if self._counting.idle:
            return None
        self._count_first = max(0, self._count_first - 1)
        for _ in range(_LEMMAS):
            tick()
            consistent, implied = self._probe(assumed)
            if not consistent:
                return self._budgeted(assumed, _THIRD)
            false = self._never() | {-x for x in implied or ()}
            lemmas, hints = self._counting.lemmas(assumed, false)
            for lemma in lemmas:
                self._add(lemma)
                self._facts += len(lemma) == 1
                self._count_first = _COUNTED
            if hints:
                # Mostly a world already; phases alone may be lost among the solver's own auxiliary literals.
                if self._budgeted(
                    [*assumed, *(x for x in hints if x in self._variable_of and x > 0)], _FIRST
                ):
                    return True
                self.prefer(hints)
            answer = self._budgeted(assumed, _FIRST)
            if answer is not None or not lemmas:
                return answer
        return None

    def _never(self) -> set[Literal]:
        """The value literals that are false whatever is assumed, as far as the solver sees at once."""
        if not self._facts:
            return set()
        if self._false_for_good[0] != self._facts:
            false: set[Literal] = set()
            for literals in self._literals.values():
                tick()
                for half in (literals[::2], literals[1::2]):
                    false.update(self._settled(half))
            self._false_for_good = (self._facts, false)
        return self._false_for_good[1]

    @override
    def prefer(self, literals: Iterable[Literal]) -> None:
        """Try these literals true first wherever the solver has a choice."""
        self._solver.set_phases(list(literals))

    def _active(
        self, assumed: Sequence[Literal]
    ) -> tuple[list[Constraint], dict[Literal, tuple[Variable, int, bool]], set[Literal]]:
        """What is stated under the assumptions: constraints, literals of values, and selectors that are on.

        Other assumptions are left out: what is refuted without them is refuted with them.
        """
        said = set(assumed)
        active = [c for c, when in self._stated if when is None or when in said]
        fixed: dict[Literal, tuple[Variable, int, bool]] = {}
        for literal in assumed:
            positive = literal in self._variable_of
            variable = self._variable_of.get(literal, self._variable_of.get(-literal))
            if variable is not None:
                place = self._literals[variable].index(literal if positive else -literal)
                fixed[literal] = (variable, place, positive)
        return active, fixed, said
