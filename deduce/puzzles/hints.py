"""Help for a solver at work: a hint in three strengths, and which entry is wrong and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from deduce.evidence import Statement, labels
from deduce.explain.reasons import Reason
from deduce.explain.timeline import Timeline
from deduce.ground.deadline import Deadline
from deduce.ground.errors import Contradiction, ProblemError
from deduce.ground.shown import Plain, Told
from deduce.knowledge import Knowledge
from deduce.language.constraints import Constraint
from deduce.language.facts import Within
from deduce.language.variables import Variable
from deduce.problem import Problem
from deduce.puzzles.groups import counted
from deduce.puzzles.hitting import short_set
from deduce.puzzles.live import Live
from deduce.puzzles.named_walk import NamedWalk
from deduce.puzzles.redundancy import clues_of
from deduce.puzzles.rounds import solvable
from deduce.puzzles.standing import first_conflict
from deduce.puzzles.uniqueness import as_knowledge
from deduce.puzzles.walks import SoFar, Step, entries_of, renumbered


@dataclass(frozen=True, slots=True)
class Mistake:
    """An entry that no solution has.

    Attributes:
        variable: Where the wrong entry is.
        entered: The values entered for it.
        why: Rules, clues and other entries which together rule the entry out; ``why.check()`` proves it.
    """

    variable: Variable
    entered: tuple[Any, ...]
    why: Reason = field(repr=False)

    def to_dict(self) -> dict[str, Any]:
        """The mistake as plain values for JSON."""
        return {
            "variable": self.variable.name,
            "entered": [x if isinstance(x, (int, float)) else str(x) for x in self.entered],
            "why": self.why.to_dict(),
        }

    def __str__(self) -> str:
        return f"{self.variable} cannot be {' or '.join(map(str, self.entered))}.\n{self.why}"


@dataclass(frozen=True, slots=True)
class Hint(Told, Plain):
    """The next step of a solution, told in a strength.

    Attributes:
        strength: 1: where to look; 2: also which clues; 3: also the conclusion.
        where: The variables that can be settled next, or narrowed when none can.
        statements: Rules and clues that show it; empty below strength 2.
        steps: The chain of steps that shows it, numbered from 1; empty below strength 3.
        mistake: When an entry is wrong, what is wrong instead of a step.
        done: True when nothing more follows.
        several: True when that is so because several solutions go with what is there; else all is settled.
    """

    strength: int
    where: tuple[Variable, ...]
    statements: tuple[Statement, ...]
    steps: tuple[Step, ...]
    mistake: Mistake | None = None
    done: bool = False
    several: bool = False

    def __str__(self) -> str:
        if self.mistake is not None:
            if self.strength == 1:
                return f"look again at {self.mistake.variable}: what is entered there cannot be"
            return str(self.mistake)
        if self.done:
            left = "nothing more follows from what is there: several solutions are left"
            return left if self.several else "nothing is left to find: all is settled"
        lines = [f"look at {', '.join(map(str, self.where))}"]
        if self.statements:
            lines += ["use", *(f"  - {label}" for label in labels(self.statements))]
        lines += [str(step) for step in self.steps]
        return "\n".join(lines)


def hint(
    puzzle: Problem | Knowledge,
    so_far: SoFar = (),
    *,
    strength: int = 1,
    time_limit: float | None = None,
) -> Hint:
    """The next step only: from what is entered to one more settled variable, by the easiest named techniques.

    Args:
        puzzle: A problem or knowledge.
        so_far: What has been entered: variables (or names) with values, or facts about single variables.
            Clues that give a variable's value outright (the givens of a sudoku) count as entered.
        strength: 1 says where to look, 2 also which rules and clues to use, 3 also the conclusion.
        time_limit: In seconds.

    Raises:
        GaveUp: A moment after the limit (a quarter of a second, or a twentieth of it) with no hint found.
        ProblemError: Knowledge with a change of the hidden state: a puzzle stands still (`verify` takes it),
            another strength, or entries that do not fit the puzzle's variables.
        Contradiction: The puzzle has no solution.
    """
    if strength not in (1, 2, 3):
        raise ProblemError(
            f"strength {strength!r}: allowed: 1 (where), 2 (which clues), 3 (the conclusion)"
        )
    knowledge = as_knowledge(puzzle)
    deadline = Deadline(time_limit)
    with deadline.grace().watch():
        return _hint(knowledge, so_far, strength, deadline)


def _hint(knowledge: Knowledge, so_far: SoFar, strength: int, deadline: Deadline) -> Hint:
    wrong = _mistake(knowledge, so_far, deadline)
    if wrong is not None:
        return Hint(strength, (wrong.variable,), (), (), wrong)
    named = NamedWalk(knowledge, entries_of(knowledge, so_far))
    named.go(until_placed=True)
    made = named.made
    if not made:
        several = any(named.masks[v].bit_count() > 1 for v in knowledge.problem.key)
        return Hint(strength, (), (), (), None, True, several)
    chain = _ancestors(made)
    last = chain[-1]
    where = tuple(last.placed) or last.reason.fact.scope
    if strength == 1:
        return Hint(strength, where, (), ())
    used = tuple(dict.fromkeys(s for step in chain for s in step.statements))
    return Hint(strength, where, used, renumbered(chain) if strength > 2 else ())


def _ancestors(made: list[Step]) -> list[Step]:
    """The last step with the steps it rests on, in order.

    A variable is settled when its last rival is struck, so every step about it belongs to the chain.
    """
    final = made[-1]
    wanted = {final.number}
    for step in reversed(made):
        if step.number in wanted:
            wanted.update(step.builds_on)
        elif any(v in final.placed for fact in step.conclusions for v in fact.scope):
            wanted.update({step.number, *step.builds_on})
    return [step for step in made if step.number in wanted]


def mistake(
    puzzle: Problem | Knowledge, so_far: SoFar, *, time_limit: float | None = None
) -> Mistake | None:
    """An entry that no solution has, and why; None when the entries fit a solution.

    Entries are taken in their order: the first that no solution has together with those before it is
    named. Its reason may use the other entries that fit; it is as short as can be where that is found out soon
    (its `smallest` says so), else nothing in it can be spared as far as is told soon.

    Raises:
        ProblemError: Knowledge with a change of the hidden state: a puzzle stands still (`verify` takes it), or
            entries that do not fit the puzzle's variables.
        Contradiction: The puzzle has no solution whatever is entered.
    """
    deadline = Deadline(time_limit)
    with deadline.grace().watch():
        return _mistake(as_knowledge(puzzle), so_far, deadline)


def _mistake(knowledge: Knowledge, so_far: SoFar, deadline: Deadline) -> Mistake | None:
    clues_of(knowledge)
    entries = entries_of(knowledge, so_far)
    if not entries:
        if not solvable(knowledge):
            _refuse(knowledge, deadline)
        return None
    statements = counted(knowledge.statements)
    live = Live(knowledge.scope, (), [s.content for s in statements if isinstance(s.content, Constraint)])
    stated = live.assumptions(statements)
    if not live.solver.satisfiable(stated):
        _refuse(knowledge, deadline)
    fitting: dict[Variable, int] = {}
    wrong: Variable | None = None
    for variable, mask in entries.items():
        with_it = [x for v, m in {**fitting, variable: mask}.items() for x in live.within(v, m)]
        if mask and live.solver.satisfiable([*stated, *with_it]):
            fitting[variable] = mask
        elif wrong is None:
            wrong = variable
    if wrong is None:
        return None
    return Mistake(
        wrong,
        tuple(v for i, v in enumerate(wrong.domain) if entries[wrong] >> i & 1),
        _why(live, statements, fitting, wrong, entries[wrong], deadline),
    )


def _refuse(knowledge: Knowledge, deadline: Deadline) -> None:
    """Raise what cannot stand in a puzzle without a solution."""
    conflict = first_conflict(knowledge, deadline)
    if conflict is not None:
        raise Contradiction(conflict)


def _why(
    live: Live,
    statements: list[Statement],
    fitting: Mapping[Variable, int],
    wrong: Variable,
    mask: int,
    deadline: Deadline,
) -> Reason:
    entered = [
        Statement(Within(v, m), Within(v, m).sentence(), "observation", "entered")
        for v, m in fitting.items()
        if v is not wrong
    ]
    every = [*statements, *entered]
    items = {i: live.assumptions([statement]) for i, statement in enumerate(every)}
    always = live.within(wrong, mask)
    found = short_set(live, items, always, deadline)
    # The entry cannot stand with all of them together, so a set is always found.
    chosen, proved = found if found is not None else (list(items), False)
    because = tuple(every[i] for i in chosen)
    return Reason(~Within(wrong, mask), because, proved, Timeline((), because))
