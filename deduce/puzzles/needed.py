"""Which of the statements and facts that a finding names it cannot do without."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from deduce.evidence import Statement
from deduce.ground.deadline import Deadline
from deduce.language.constraints import Constraint
from deduce.puzzles.hitting import Patient, minimal_set
from deduce.puzzles.live import Live
from deduce.puzzles.structure import Structure, bits_of

_SMALL = 500
"""So many solvers of a few statements each are kept."""

_FEW = 8
"""So few statements have a solver of their own, however many variables they speak of."""

_EFFORT = _PATIENCE = 60
"""So much is spent on finding out whether one thing could be left out; see `Patient`."""


class Needed:
    """Asks solvers of some statements each; see the module docstring."""

    def __init__(self, structure: Structure, statements: Sequence[Statement]) -> None:
        self._s, self._statements = structure, statements
        self._small: dict[tuple[int, ...], Live] = {}
        self._alone: dict[int, int] = {}

    @cached_property
    def live(self) -> Live:
        """A solver of all statements; each is assumed where it is asked about."""
        contents = [s.content for s in self._statements if isinstance(s.content, Constraint)]
        return Live(self._s.variables, (), contents)

    def _asked(self, sources: Sequence[int]) -> Live:
        """A solver that can be asked about these statements: one of its own where they speak of few variables."""
        scope = {v for i in sources for v in self._statements[i].content.scope}  # type: ignore[union-attr]
        if 2 * len(scope) > len(self._s.variables) and len(sources) > _FEW:
            return self.live
        key = tuple(sources)
        if key not in self._small:
            if len(self._small) == _SMALL:
                self._small.clear()
            contents = [self._statements[i].content for i in sources]
            self._small[key] = Live([v for v in self._s.variables if v in scope], (), contents)  # type: ignore[arg-type]
        return self._small[key]

    def of(self, sources: Sequence[int], struck: int, gone: int) -> tuple[tuple[int, ...], int]:
        """Statements, and literals struck before, by which all of `struck` goes: none can be left out.

        Args:
            sources: Statements that are enough.
            struck: Literals; none where what is named cannot be kept together.
            gone: Literals that are enough, struck before; those of one variable are kept or left out together.
        """
        s = self._s
        live = self._asked(sources)
        cells = [gone & s.own[i] for i in dict.fromkeys(s.owner[x] for x in bits_of(gone))]
        items = {i: live.assumptions([self._statements[number]]) for i, number in enumerate(sources)}
        for n, mine in enumerate(cells, start=len(sources)):
            i = s.owner[mine.bit_length() - 1]
            v = s.variables[i]
            items[n] = list(live.within(v, v.full_mask & ~s.values_of(i, mine)))
        guard = live.guard()
        some = [
            live.solver.literals(s.variables[i])[x - s.start[i]]
            for x in bits_of(struck)
            for i in [s.owner[x]]
        ]
        if some:
            live.solver.clause(some, guard)
        try:
            found = minimal_set(Patient(live, items, [guard], Deadline(None), _EFFORT, _PATIENCE))
        finally:
            live.release(guard)
        if found is None:  # pragma: no cover - what a finding names is enough
            return tuple(sources), gone
        uses = 0
        for n in found:
            uses |= cells[n - len(sources)] if n >= len(sources) else 0
        return tuple(sources[n] for n in found if n < len(sources)), uses

    def alone(self, source: int) -> int:
        """What a statement that variables of unlike values differ strikes by itself; others have struck that before."""
        if source not in self._alone:
            content, struck = self._statements[source].content, 0
            if (
                isinstance(content, Constraint)
                and content.apart
                and len({v.domain for v in content.scope}) > 1
            ):
                live = Live(content.scope, [content])
                for v in content.scope:
                    for x, literal in enumerate(live.solver.literals(v)):
                        struck |= 0 if live.solver.satisfiable([literal]) else self._s.mask_of(v, 1 << x)
            self._alone[source] = struck
        return self._alone[source]
