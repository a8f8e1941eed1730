"""Where notes stand: a reader behind a line, and a blind run when its rules hand on, where another can begin."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from deduce.rulebook.run import Run, forked, frozen

if TYPE_CHECKING:
    from deduce.rulebook.attempt import Attempt, NotesTable
    from deduce.rulebook.cursor import Passed
    from deduce.rulebook.setting import Setting
    from deduce.rulebook.wanting import Question


class Stand:
    """The begin of a stretch of the rules, as `Mark` is for live runs.

    Attributes:
        follow: How the rules go on.
        lying: What lives on: what lies on the table, and what the rules keep.
        history: The moves made by then.
        answered: How many answers notes had given by then.
    """

    def __init__(
        self, setting: Setting, seat: int | None, follow: Callable[[Any], Any], answered: int = 0
    ) -> None:
        self.setting, self.seat, self.follow, self.answered = setting, seat, follow, answered
        self.lying = SimpleNamespace(open=SimpleNamespace(), keep=SimpleNamespace(), now="")
        self.history: Sequence[str | None] = ()
        self._made: dict[str, Any] = {}
        self._possible: dict[Any, int] = {}

    @classmethod
    def of(
        cls,
        table: NotesTable,
        follow: Callable[[Any], Any],
        *,
        history: Sequence[str | None] = (),
        answered: int = 0,
        known: NotesTable | None = None,
    ) -> Stand:
        """Where a table stands that hands on; what is known of hidden values is what `known` knows (the table itself)."""
        made = cls(table.setting, table.seat, follow, answered)
        made.lying, made.history = forked(table.lying), tuple(history)
        known = known or table
        made._made = {
            **{
                name: getattr(table, name).copy()
                for name in ("declared", "handles", "rules", "weights", "chosen", "secrets")
            },
            **{name: getattr(table, name).copy() for name in ("mine", "undealt")},
            "choices": table.choices,
            "unnoted": table.unnoted,
            "log": known.log.copy(),
            "world": known.world.copy(),
        }
        made._possible = dict(known._masks.possible) if known._masks is not None else {}
        return made

    def run(self, table: NotesTable) -> Run:
        """A run that begins here with a fresh table; not started."""
        for name, value in self._made.items():
            setattr(table, name, value if isinstance(value, int) else value.copy())
        table.lay(forked(self.lying))
        table.stand = self
        if table._masks is not None:
            table._masks.possible = dict(self._possible)
        return Run(self.setting, table, self)

    def key(self) -> tuple[Hashable, ...]:
        """Equal where the rules go on alike; last is how many choices there were, which only names the next."""
        made = self._made
        same = tuple(tuple(map(id, made.get(name, ()))) for name in ("declared", "handles", "rules"))
        both = (*vars(self.lying.open).items(), *vars(self.lying.keep).items())
        lying = tuple((name, _text(value)) for name, value in both)
        return getattr(self.follow, "__qualname__", self.follow), lying, same, made.get("choices", 0)


class Standing:
    """Where a reader stands.

    Attributes:
        answers: What was answered by then, with the place of each.
        pending: What the last line left open.
        boundary: How far the rules were when the line ended.
        passed: What went without saying at its end.
        run: The rules there, to be looked at; None once a try has led them on, and then they are run anew when asked for.
        free: Whether the next line may go on with them.
        again: What everybody heard, by its number, and lines of their own have told again.
    """

    __slots__ = ("again", "answers", "boundary", "free", "passed", "pending", "run")

    def __init__(
        self,
        run: Run,
        pending: Question | None,
        attempt: Attempt,
        passed: Sequence[Passed] = (),
        again: frozenset[int] = frozenset(),
    ) -> None:
        self.run: Run | None = run
        self.again = again
        self.pending, self.passed, self.free = pending, passed, pending is None
        self.answers, self.boundary = attempt.answers, attempt.boundary


def _text(value: Any) -> str:
    return repr(sorted(map(repr, value)) if isinstance(value, set) else frozen(value))
