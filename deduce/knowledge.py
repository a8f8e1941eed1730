"""Knowledge: a problem and a log of evidence, and the questions put to what is still possible.

One file because it is one value: what it learns, when its worlds are made, and every question, each a few lines that
choose who answers. How the answers are found is elsewhere (`deduce.worlds`, `deduce.explain`, `deduce.backends`).
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, cast, overload

import numpy as np
from numpy.typing import NDArray

from deduce.evidence import DEFAULT_ERROR, Statement, Weight
from deduce.ground.deadline import Deadline, tick
from deduce.ground.errors import Contradiction, GaveUp, ProblemError, TooLarge
from deduce.ground.logbook import Logbook
from deduce.ground.shown import Rows, frame
from deduce.language.constraints import Constraint, of_kind
from deduce.language.facts import Fact
from deduce.language.operators import Calculable
from deduce.language.variables import Variable, is_number, is_whole, variables_of
from deduce.problem import Problem
from deduce.worlds.base import DEFAULT_MAX_BYTES, Values, World, Worlds
from deduce.worlds.following import FAR_BITS, Premises, weighed
from deduce.worlds.held import Held

if TYPE_CHECKING:
    from deduce.changes import Change

    # Explaining is loaded when somebody asks why: many programs only ask how likely.
    from deduce.explain.candidates import Candidates
    from deduce.explain.reasons import Conflict, Entry, Reason, Repair
    from deduce.explain.search import Explainer
    from deduce.explain.timeline import Timeline
    from deduce.language.expressions import Expression
    from deduce.worlds.asking import Likeliest, Thing

V = TypeVar("V", bound=Hashable)

_CONFLICT_SECONDS = 10.0
"""How long a smallest conflict is looked for before a `Contradiction` is raised with a minimal one."""

_NEAR_BYTES = 1_000_000
"""Worlds of at most this size are restricted further, rather than a solver asked, to see what is certain."""

_MOMENT_BYTES = 1 << 25
"""The most memory a diagram may take that is made only to see what is certain."""

_LARGE_BYTES = 1 << 24
"""Worlds of at least this size count against what all knowledge together may hold, which is `max_bytes`."""

_LISTED, _LISTING_SECONDS = 1_000, 5.0
"""How many worlds, in how many seconds, a solver lists where a diagram does not fit."""


class _Box:
    """What knowledge of one problem between two changes shares: dated variables and a live solver.

    Both stand as who asked last needs them: `log` is whose.
    """

    __slots__ = ("explainer", "log", "timeline")

    def __init__(self) -> None:
        self.log: Logbook[Statement] | None = None
        self.timeline: Timeline | None = None
        self.explainer: Explainer | None = None


class Knowledge:
    """What follows from a problem and a log. Immutable: learning gives a new one, old ones stay usable.

    Args:
        problem: What could be. Rules added to it later are not seen.
        max_bytes: The most memory its worlds may take. Beyond it, questions about counts and
            probabilities raise `TooLarge`; questions about what is certain go to a SAT solver. All knowledge together
            holds about as much: of large forms, those asked longest ago are let go, and made anew when asked. With 0
            none are made at all: for a problem that says what is possible and not how likely it is.
        worlds: The worlds that satisfy the rules, in a form of the caller's own (a subclass of `Worlds`);
            compiled from the rules if None. They must speak of the problem's variables, all of them and no
            others. Explanations still quote the rules, so both should say the same.

    Raises `ProblemError` for a `problem` that is none, or worlds of other variables.
    """

    def __init__(
        self, problem: Problem, *, max_bytes: int = DEFAULT_MAX_BYTES, worlds: Worlds | None = None
    ) -> None:
        if not isinstance(problem, Problem):
            raise ProblemError(f"Knowledge needs a Problem, not {problem!r}")
        if worlds is not None:
            _check_worlds(problem, worlds)
        self._start = worlds
        self.problem = problem
        self.rules = problem.rules
        self.scope = problem.scope
        self._log = Logbook[Statement]()
        self.max_bytes = max_bytes
        self._parent: Knowledge | None = None
        self._box = _Box()
        self._refused: TooLarge | None = None
        self._changed = False  # whether the log has a change of the hidden state
        self._wide = False  # whether a diagram of this or of what came before was too large
        self._seen: Candidates | None = None  # what a solver found possible
        self._apart: dict[Hashable, float] = {}  # by how many bits likelihoods of a thing may differ

    @property
    def log(self) -> tuple[Statement, ...]:
        """What was learned, in order."""
        return self._log.told()

    # Learning.

    def observe(
        self,
        constraint: Constraint,
        text: str | None = None,
        *,
        place: str = "",
        error: float = DEFAULT_ERROR,
    ) -> Knowledge:
        """Learn that a fact or constraint is true.

        Args:
            constraint: Any fact or constraint over the problem's variables, as they are now.
            text: The sentence explanations quote; the constraint's own words by default.
            place: Where it was written down, such as ``"line 12"``.
            error: The chance that the note is a slip; repairs doubt likely slips first, 0 never.
        """
        self.problem.checked(constraint, self.scope)
        return self.learn(Statement(constraint, text or constraint.sentence(), "observation", place, error))

    def weigh(
        self,
        target: Variable | Fact,
        ratios: Mapping[Hashable, float] | float,
        text: str | None = None,
        *,
        default: float = 1.0,
        place: str = "",
    ) -> Knowledge:
        """Learn something that makes some values (or a fact) more or less likely, but decides nothing.

        Args:
            target: A variable with a mapping from values to likelihood ratios, or a fact with one ratio.
            ratios: Positive numbers; only their proportions matter. What is said of one thing is multiplied however
                often it is said; beside the likeliest value every other keeps a chance of 1e-301 at least.
            text: The sentence explanations quote.
            default: The ratio of values not named; a fact has none.
            place: Where it was written down.
        """
        if isinstance(target, Variable):
            self.problem.own(target, self.scope)
            if not isinstance(ratios, Mapping):
                raise ProblemError(
                    f"weighing {target} needs a mapping from values to ratios, not {ratios!r}"
                )
            weight = Weight(target, dict(ratios), default)
        elif isinstance(target, Fact):
            self.problem.checked(target, self.scope)
            if isinstance(ratios, Mapping):
                raise ProblemError(
                    "weighing a fact needs one number: how many times likelier if it is true"
                )
            if default != 1.0:
                raise ProblemError(
                    f"a fact that is false keeps its weight; a default of {default!r} is for values that are not named"
                )
            weight = Weight(target, {}, ratios)
        else:
            raise ProblemError(f"only variables and facts can be weighed, not {target!r}")
        return self.learn(Statement(weight, text or weight.sentence(), "weight", place))

    def change(
        self, change: Change, text: str | None = None, *, place: str = "", error: float = DEFAULT_ERROR
    ) -> Knowledge:
        """Learn that the hidden state changed; from here on variables mean their new values."""
        from deduce.changes import Change  # most knowledge is of what stays as it is

        if not isinstance(change, Change):
            raise ProblemError(f"expected a change such as Shuffle(a, b, c), not {change!r}")
        for variable in (*change.scope, *getattr(change, "without", ())):
            self.problem.own(variable, self.scope)
        return self.learn(Statement(change, text or change.sentence(), "change", place, error))

    def learn(self, *statements: Statement) -> Knowledge:
        """Learn statements made elsewhere (by a game's model, say), in order. Raises `ProblemError` for anything else."""
        for statement in statements:
            if not isinstance(statement, Statement):
                raise ProblemError(f"learn takes statements, not {statement!r}; facts are for observe")
        return self._made(statements, self) if statements else self

    def without(self, *statements: Statement) -> Knowledge:
        """The same knowledge with some entries of its `log` taken back.

        A change taken back leaves the values it touched unknown: something may have happened. Raises `ProblemError` for
        what is no entry of the log.
        """
        known = set(self.log)
        for statement in statements:
            if not isinstance(statement, Statement) or statement not in known:
                raise ProblemError(
                    f"{str(statement)!r} is no entry of this log: entries are taken back as they stand there, such as "
                    "knowledge.log[-1]; rules are not taken back"
                )
        kept: list[Statement] = []
        for statement in self.log:
            if statement not in statements:
                kept.append(statement)
            elif statement.changes:
                from deduce.changes import Unknown

                forgotten = Unknown(*cast("Change", statement.content).scope)
                kept.append(Statement(forgotten, forgotten.sentence(), "change", statement.place))
        return self._made(kept, None)

    def _made(self, new: Sequence[Statement], parent: Knowledge | None) -> Knowledge:
        """Knowledge of what `parent` knows, if any, and then `new`."""
        made = Knowledge.__new__(Knowledge)
        made.problem, made.rules, made.scope = self.problem, self.rules, self.scope
        made._log = Logbook(new) if parent is None else parent._log.extended(new)
        made.max_bytes, made._parent = self.max_bytes, parent
        made._start = self._start
        # Kinds of contents are few, statements may be many.
        changed = any(
            not issubclass(kind, (Constraint, Weight))
            for kind in {type(statement.content) for statement in new}
        )
        made._box = _Box() if changed else self._box
        made._changed = changed or (parent is not None and parent._changed)
        made._refused = None
        made._seen = None
        made._wide = self._wide
        made._apart = _apart({} if parent is None else parent._apart, new)
        return made

    def __getstate__(self) -> dict[str, Any]:
        """What travels to another process: everything but the live solver, which is made anew there."""
        return {k: v for k, v in self.__dict__.items() if k not in ("_box", "_seen", "_apart")} | {
            "_parent": self._ancestor()
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._box, self._seen = _Box(), None
        self._apart = _apart({}, self.log)  # what facts say is told by variables, which are others there

    # The worlds.

    @cached_property
    def worlds(self) -> Worlds:
        """What is still possible, as a set of weighted worlds. Raises `TooLarge`.

        A diagram where one fits in `max_bytes`; else a table, where a solver finds that no more than a thousand
        worlds are left.
        """
        if self._refused is not None:
            raise self._refused
        try:
            worlds = self._compiled(self.max_bytes)
        except TooLarge as error:
            listed = self._listed() if self.max_bytes else None
            if listed is None:
                self._refused, self._wide = error, True
                raise
            worlds = listed
        self._parent = None  # what came before is not needed any more, and may be large
        _HELD.used(self, worlds.nbytes, self.max_bytes)
        return worlds

    def _compiled(self, max_bytes: int) -> Worlds:
        """The worlds from those of the nearest ancestor that has any, or anew. Raises `TooLarge`."""
        if not max_bytes:
            raise TooLarge(
                "no worlds are laid out here: what is certain can be asked, how likely it is cannot"
            )
        ancestor = self._ancestor()
        if ancestor is None:
            return self._anew(max_bytes)
        since = self.log[len(ancestor._log) :]
        learned = any(isinstance(statement.content, Constraint) for statement in since)
        said = {statement.content.subject() for statement in since if isinstance(statement.content, Weight)}
        if any(bits > FAR_BITS and (subject in said or learned) for subject, bits in self._apart.items()):
            # What was told before comes to no more than floats hold: all that is said of it is put together, beside the
            # likeliest of what is still possible.
            return self._anew(max_bytes)
        before = ancestor.worlds
        _HELD.used(ancestor, before.nbytes, ancestor.max_bytes)
        content = since[0].content if len(since) == 1 else None
        if isinstance(content, Fact) and len(content.scope) == 1:
            # About one variable, as most of what is ever learned: it makes no form wider.
            return before.restrict(content, max_bytes=max_bytes)
        try:
            return self._premises.after(
                self.log, changed=self._changed, max_bytes=max_bytes, known=(before, since)
            )
        except TooLarge:
            # A fresh variable order may be narrower than the one that served the earlier evidence.
            return self._anew(max_bytes)

    def _anew(self, max_bytes: int) -> Worlds:
        """The worlds from the rules and the whole log. Raises `TooLarge`."""
        return self._premises.after(self.log, changed=self._changed, max_bytes=max_bytes)

    @property
    def _premises(self) -> Premises:
        """What held before the log began."""
        stated = [rule.content for rule in self.rules if isinstance(rule.content, Constraint)]
        return Premises(self.scope, stated, self._start)

    def _ancestor(self) -> Knowledge | None:
        """The nearest ancestor whose worlds are at hand."""
        ancestor = self._parent
        while ancestor is not None and "worlds" not in ancestor.__dict__:
            ancestor = ancestor._parent
        return ancestor

    def _listed(self) -> Worlds | None:
        """The worlds one by one, where a diagram does not fit: None when they are many, or hard to find."""
        if self._changed:
            return None
        try:
            with Deadline(_LISTING_SECONDS).watch():
                explainer = _explainer(self._timeline)
                rows = explainer.worlds(self.scope, _LISTED)
        except (GaveUp, ProblemError, TooLarge):
            tick()
            return None
        if len(rows) > _LISTED:
            return None
        from deduce.worlds.table import Table

        weights = [s.content for s in self.log if isinstance(s.content, Weight)]
        return weighed(Table.of(self.scope, rows), weights)

    def _live(self) -> Worlds:
        """The worlds, of which at least one is left; else `Contradiction` with its conflict."""
        try:
            worlds = self.worlds
        except TooLarge:
            # Too many worlds to hold may still be none at all.
            with suppress(GaveUp), Deadline(_CONFLICT_SECONDS).watch():
                if not self._explainer.consistent():
                    self._contradict()
            tick()
            raise
        if worlds.log2_weight() == -math.inf:
            self._contradict()
        return worlds

    def _contradict(self) -> NoReturn:
        conflict = self.conflict(soft_limit=_CONFLICT_SECONDS)
        if conflict is None:
            raise ProblemError(
                "no world is left, and yet no statements conflict: a transition without a way on"
            )
        raise Contradiction(conflict)

    # Questions about what is left.

    # All that may take long keeps a time limit (seconds) and raises `GaveUp` with what was reached; `given` is a
    # condition besides what is known, and a `ProblemError` where it leaves no world.

    def count(
        self, *, over: object = None, given: Constraint | None = None, time_limit: float | None = None
    ) -> int:
        """How many worlds are left; an exact integer of any size. Raises `Contradiction`, `TooLarge`, `GaveUp`.

        With `over` (variables, lists, families) worlds that agree on these count once.
        """
        with self._limited(time_limit):
            worlds = self._given(given)
            if over is None:
                return worlds.count()
            about = tuple(
                dict.fromkeys(self.problem.own(v, self.scope) for v in variables_of("count", over))
            )
            return worlds.project(about, max_bytes=self.max_bytes).count()

    def entropy(self) -> float:
        """The Shannon entropy of the worlds by weight, in bits. Raises `Contradiction`, `TooLarge`."""
        return self._live().entropy()

    def probability(
        self, fact: Constraint, *, given: Constraint | None = None, time_limit: float | None = None
    ) -> float:
        """The exact probability of a fact. Raises as `count` does."""
        with self._limited(time_limit):
            return self._given(given).probability(self.problem.checked(fact, self.scope))

    @overload
    def marginals(
        self, thing: Variable[V], /, *, given: Constraint | None = None, time_limit: float | None = None
    ) -> dict[V, float]: ...

    @overload
    def marginals(
        self,
        thing: Calculable | Constraint,
        /,
        *,
        given: Constraint | None = None,
        time_limit: float | None = None,
    ) -> dict[Any, float]: ...

    @overload
    def marginals(
        self,
        thing: object,
        second: object,
        /,
        *things: object,
        given: Constraint | None = None,
        time_limit: float | None = None,
    ) -> dict[tuple[Any, ...], float]: ...

    def marginals(
        self, thing: Any, /, *things: Any, given: Constraint | None = None, time_limit: float | None = None
    ) -> dict[Any, float]:
        """The probability of each value still possible, in domain order.

        Also of an expression (``a + b``: its numbers) or a fact (False and True), and of several things together, by
        tuples of their values: ``marginals(a, b, a + b > c)``. Raises as `count` does.
        """
        with self._limited(time_limit):
            if isinstance(thing, Variable) and not things:
                self.problem.own(thing, self.scope)
                return self._given(given).marginals(thing)
            from deduce.worlds.asking import chances

            asked = [self._thing(item) for item in (thing, *things)]
            found = chances(self._given(given), asked)
            return found if things else {value: p for (value,), p in found.items()}

    def expectation(
        self, number: Calculable, *, given: Constraint | None = None, time_limit: float | None = None
    ) -> float:
        """The mean of an expression; of a fact its probability. Raises as `marginals` does."""
        from deduce.worlds.asking import mean

        with self._limited(time_limit):
            return mean(self._given(given), self._number(number))

    def covariance(
        self,
        one: Calculable,
        other: Calculable,
        *,
        given: Constraint | None = None,
        time_limit: float | None = None,
    ) -> float:
        """The covariance of two expressions; of one with itself its variance. Raises as `marginals` does."""
        from deduce.worlds.asking import covariance

        with self._limited(time_limit):
            return covariance(self._given(given), self._number(one), self._number(other))

    def quantile(
        self,
        number: Calculable,
        level: float,
        *,
        given: Constraint | None = None,
        time_limit: float | None = None,
    ) -> int:
        """The least number that an expression is at most with a probability of at least `level` (0 to 1).

        Raises as `marginals` does.
        """
        from deduce.worlds.asking import quantile

        if not is_number(level) or not 0 <= level <= 1:
            raise ProblemError(f"a quantile's level is a number from 0 to 1, not {level!r}")
        with self._limited(time_limit):
            return quantile(self._given(given), self._number(number), level)

    def most_likely(self, *, given: Constraint | None = None, time_limit: float | None = None) -> Likeliest:
        """A world of the greatest probability, with it. Raises as `count` does."""
        from deduce.worlds.asking import likeliest

        with self._limited(time_limit):
            return likeliest(self._given(given))

    def _given(self, condition: Constraint | None) -> Worlds:
        """The worlds left that satisfy a further condition."""
        if condition is not None:
            self.problem.checked(condition, self.scope)
        worlds = self._live()
        if condition is None:
            return worlds
        part = worlds.restrict(condition, max_bytes=self.max_bytes)
        if part.log2_weight() == -math.inf:
            raise ProblemError(f"given '{condition.sentence()}' no world is left, and nothing can be said")
        return part

    def _thing(self, item: object) -> Thing:
        from deduce.worlds.asking import thing_of

        thing = thing_of(item)
        for variable in (thing,) if isinstance(thing, Variable) else thing.scope:
            self.problem.own(variable, self.scope)
        return thing

    def _number(self, item: object) -> Expression:
        from deduce.language.expressions import expression_of

        number = expression_of(item)
        self._thing(number)
        return number

    @contextmanager
    def _limited(self, time_limit: float | None) -> Iterator[None]:
        """Work that ends with `GaveUp` at the limit, which says what was reached."""
        try:
            with Deadline(time_limit).watch():
                tick()
                yield
        except GaveUp as error:
            if time_limit is None:
                raise
            ancestor = self._ancestor()
            if "worlds" in self.__dict__:
                reached = "the worlds are known, and the question was not answered yet"
            elif ancestor is None:
                reached = "no worlds were worked out yet"
            else:
                reached = (
                    f"{ancestor.worlds.count():,} worlds were left after the first {len(ancestor._log)} of "
                    f"{len(self._log)} log entries"
                )
            raise GaveUp(f"{error}; {reached}") from error

    def table(self) -> NDArray[np.float64]:
        """All marginals at once, shape (variables, largest domain). Raises as `count` does.

        Row i belongs to ``scope[i]``; column j is the probability of the value at place j of its domain, 0 beyond it.
        """
        return self._live().table(self.scope)

    def to_frame(self) -> Any:
        """All marginals as a pandas data frame: a row for each variable and each value still possible.

        Columns ``variable`` (its name), ``value`` and ``probability``. Raises as `count` does, and `MissingExtra`.
        """
        return frame(
            [
                {"variable": variable.name, "value": value, "probability": p}
                for variable in self.scope
                for value, p in self.marginals(variable).items()
            ]
        )

    def holds(self, fact: Constraint, *, time_limit: float | None = None) -> bool | None:
        """True if the fact is certain, False if it is impossible, None if it is open.

        Raises `Contradiction`; `GaveUp` at the time limit.
        """
        self.problem.checked(fact, self.scope)
        with Deadline(time_limit).watch():
            if self._near:
                return self._live().verdict(fact, max_bytes=self.max_bytes)
            explainer, now = self._explainer, self._timeline.now(fact)
            can_be = explainer.allows(now)
            can_fail = explainer.allows_breaking(now)
            if not can_be and not can_fail:
                self._contradict()
            return None if can_be and can_fail else can_be

    def possible(self, variable: Variable[V], *, time_limit: float | None = None) -> set[V]:
        """The values a variable can still take. Raises `Contradiction`; `GaveUp` at the time limit."""
        self.problem.own(variable, self.scope)
        with Deadline(time_limit).watch():
            if self._near:
                return self._live().possible(variable)
            explainer = self._explainer
            current = self._timeline.current(variable)
            found = explainer.solver.possible(current, explainer.selectors)
            if not found:
                self._contradict()
            return found

    def candidates(self, *, time_limit: float | None = None) -> Values:
        """The values every variable can still take, all at once: ``{variable: set of values}``.

        Where a solver is asked, worlds found for one variable are witnesses for the others, and stay so after further
        observations. Raises `Contradiction`; `GaveUp` at the time limit (seconds).
        """
        with Deadline(time_limit).watch():
            # Where a solver's worlds are at hand, going on from them takes less than an estimate of a diagram.
            if "worlds" in self.__dict__ or (self._witness is None and self._near):
                worlds = self._live()
                return Values((v, worlds.possible(v)) for v in self.scope)
            found = self._witnessed().values()
            if not all(found):
                self._contradict()
            return Values(zip(self.scope, found, strict=True))

    @property
    def _witness(self) -> Knowledge | None:
        """The nearest knowledge since the last change, itself included, whose candidates a solver found."""
        before: Knowledge | None = self
        while before is not None and before._seen is None:
            before = before._parent if before._parent and before._parent._box is self._box else None
        return before

    def _witnessed(self) -> Candidates:
        """What is possible, from what was for the nearest ancestor since the last change that was asked."""
        if self._seen is None:
            from deduce.explain.candidates import Candidates

            before, timeline = self._witness, self._timeline
            if before is None or before._seen is None:
                known = Candidates.unknown(timeline, self.scope)
                learned: Sequence[Statement] = ()
            else:
                known, learned = before._seen, self.log[len(before._log) :]
            self._seen = known.after(learned, timeline)
        return self._seen

    def certain(self, *, time_limit: float | None = None) -> World:
        """Every variable with one value left, and that value. Raises as `possible` does."""
        with Deadline(time_limit).watch():
            if self._near:
                worlds = self._live()
                left_over = ((v, worlds.possible(v)) for v in self.scope)
                return World((v, next(iter(values))) for v, values in left_over if len(values) == 1)
            explainer = self._explainer
            current = {self._timeline.current(variable): variable for variable in self.scope}
            found = explainer.solver.certain(list(current), explainer.selectors)
            if found is None:
                self._contradict()
            return World((current[v], value) for v, value in found.items())

    def sample(
        self,
        n: int,
        rng: int | np.random.Generator | None = None,
        *,
        given: Constraint | None = None,
        time_limit: float | None = None,
    ) -> list[World]:
        """`n` worlds drawn independently by weight. `rng` is a seed or a numpy generator. Raises as `count` does."""
        if not is_whole(n) or n < 0:
            raise ProblemError(f"sample needs a whole number of worlds, not {n!r}")
        with self._limited(time_limit):
            return [World((v, world[v]) for v in self.scope) for world in self._given(given).sample(n, rng)]

    def is_possible_world(self, world: Mapping[Variable, Hashable]) -> bool:
        """Whether this complete world agrees with everything known. Raises `ProblemError` for any other variable."""
        if not isinstance(world, Mapping):
            raise ProblemError(f"a world is a value for each variable, {{variable: value}}, not {world!r}")
        for variable in world:
            self.problem.own(variable, self.scope)
        return self.worlds.contains(world)

    def is_consistent(self, *, time_limit: float | None = None) -> bool:
        """Whether any world is left. Raises `GaveUp` at the time limit."""
        with Deadline(time_limit).watch():
            if self._near:
                return self.worlds.log2_weight() > -math.inf
            return self._explainer.consistent()

    @property
    def form(self) -> str:
        """Who is asked what is certain: ``"diagram"``, ``"sat"`` or ``"cpsat"``, by the estimated cost."""
        if "worlds" in self.__dict__:
            return "diagram"
        return self._estimated

    @cached_property
    def _estimated(self) -> str:
        if self._start is not None:
            return "diagram"  # worlds in a form of the caller's own
        from deduce.backends.routing import cheapest

        return cheapest(self.scope, self._constraints, diagrams=not (self._wide or self._changed))

    @property
    def suits_clauses(self) -> bool:
        """Whether a solver may be asked a question or two before anybody works out how wide a diagram would be.

        True where no worlds are at hand, nothing changes, and sums come to few clauses; takes microseconds a statement.
        """
        if self._start is not None or self._changed or "worlds" in self.__dict__:
            return False
        from deduce.backends.routing import few_clauses, few_worlds

        return not few_worlds(self.scope) and few_clauses(self._constraints)

    @property
    def _constraints(self) -> list[Constraint]:
        contents = [statement.content for statement in self.statements]
        return cast("list[Constraint]", [c for c in contents if of_kind(type(c), Constraint)])

    @property
    def _near(self) -> bool:
        """Whether the worlds are at hand, or will be in a moment: then they are asked what is certain."""
        if "worlds" in self.__dict__:
            return True
        ancestor = self._ancestor()
        if ancestor is not None and ancestor.worlds.nbytes > _NEAR_BYTES:
            return False
        if ancestor is None and (self._wide or self._estimated != "diagram"):
            return False
        try:
            self.__dict__["worlds"] = self._compiled(min(self.max_bytes, _MOMENT_BYTES))
        except TooLarge:
            self._wide = True
            return False
        self._parent = None
        _HELD.used(self, self.worlds.nbytes, self.max_bytes)
        return True

    # Explanations.

    @property
    def _timeline(self) -> Timeline:
        box = self._box
        if box.timeline is None:
            from deduce.explain.timeline import Timeline

            box.timeline = Timeline(self.rules, self.log)
        elif box.log is not self._log:
            box.timeline = box.timeline.renewed(self.log)
        box.log = self._log
        return box.timeline

    @property
    def _explainer(self) -> Explainer:
        """The live solver that this knowledge shares with its kin, switched to what is stated here."""
        box, timeline = self._box, self._timeline
        explainer = box.explainer
        if explainer is None:
            explainer = _explainer(timeline, firm=self.rules)
        elif explainer.timeline is not timeline:
            explainer = explainer.seeing(timeline) or _explainer(timeline, explainer, firm=self.rules)
        box.explainer = explainer
        return explainer

    def why(self, fact: Fact, *, time_limit: float | None = None) -> Reason | None:
        """A smallest set of rules and log entries that forces `fact`; None while it is not certain.

        With a time limit (seconds) the set may be labelled minimal only. Raises `Contradiction`, and `GaveUp`
        when there is not even time for that.
        """
        if not isinstance(fact, Fact):
            raise ProblemError(f"why explains facts such as cell == value, not {fact!r}")
        self.problem.checked(fact, self.scope)
        from deduce.explain.reasons import Reason

        with Deadline(time_limit).watch():
            from deduce.explain.nearby import nearby

            denied = ~self._timeline.now(fact)
            found = nearby(self._timeline, denied)
            if found is None:
                with closing(_explainer(self._timeline)) as explainer:
                    found = explainer.smallest(denied)
            if found is None:
                return None
            if not self.is_consistent():
                self._contradict()
            return Reason(fact, found[0], found[1], self._timeline)

    def why_not(self, fact: Fact, *, time_limit: float | None = None) -> Reason | None:
        """A smallest set of statements that rules `fact` out; None while it is possible."""
        if not isinstance(fact, Fact):
            raise ProblemError(f"why_not explains facts such as cell == value, not {fact!r}")
        return self.why(~fact, time_limit=time_limit)

    def conflict(
        self, *, time_limit: float | None = None, soft_limit: float | None = None
    ) -> Conflict | None:
        """A smallest set of statements that cannot all be true; None when all can.

        With a time limit as in `why`. After `soft_limit` seconds a set that is only minimal is looked for, however
        long that takes.
        """
        from deduce.explain.reasons import Conflict

        with Deadline(time_limit).watch():
            if self._crowd is not None:
                return Conflict(self._crowd, True, self._timeline)
            with closing(_explainer(self._timeline)) as explainer:
                found = explainer.smallest(soft=soft_limit)
            return None if found is None else Conflict(found[0], found[1], self._timeline)

    @cached_property
    def _crowd(self) -> tuple[Statement, ...] | None:
        """A smallest conflict that is seen by counting alone, if there is one of that kind."""
        from deduce.explain.crowding import crowded, may_be_crowded

        return crowded(self._timeline) if may_be_crowded(self.statements) else None

    @property
    def overcrowded(self) -> bool:
        """Whether no world is left because some variables that differ are more than their values.

        False says nothing: it is a glance that takes milliseconds and sees the plain cases.
        """
        return self._crowd is not None

    def repairs(self, limit: int = 10, *, time_limit: float | None = None) -> Rows[Repair]:
        """Sets of log entries to take back so that the rest can be true, likeliest first.

        Each set is minimal. Its chance takes every note for an independent slip with its own probability
        and a slip for saying nothing; it is relative to the other repairs in the list. Empty when nothing
        is wrong, or when the rules themselves conflict. Raises `GaveUp` at the time limit, and `ProblemError` for a
        `limit` that is no whole number from 1.
        """
        if not is_whole(limit) or limit < 1:
            raise ProblemError(f"repairs lists a whole number of them, 1 or more, not {limit!r}")
        with Deadline(time_limit).watch():
            with closing(_explainer(self._timeline)) as explainer:
                if explainer.consistent():
                    return Rows()
                sets = list(explainer.corrections(limit=limit))
            return Rows(self._scored(sets))

    def _scored(self, sets: Iterable[tuple[tuple[Statement, ...], float]]) -> list[Repair]:
        from deduce.explain.reasons import Repair

        scored = [(log_odds, remove) for remove, log_odds in sets]
        exact = True
        try:
            weights = [self.without(*remove).worlds.log2_weight() * math.log(2) for _, remove in scored]
            scored = [
                (odds + weight, remove) for (odds, remove), weight in zip(scored, weights, strict=True)
            ]
        except TooLarge:  # a weight is nothing to compare with where another has none
            exact = False
        scored.sort(key=lambda item: -item[0])
        best = scored[0][0] if scored else 0.0
        total = sum(math.exp(score - best) for score, _ in scored)
        return [Repair(remove, math.exp(score - best) / total, exact) for score, remove in scored]

    def ledger(self, fact: Constraint) -> Rows[Entry]:
        """How each log entry, in order, moved the probability of `fact`.

        The fact is about the present; entries before a change are read as moving what the fact says of
        the variables at that time. Raises `Contradiction`, `TooLarge`.
        """
        from deduce.explain.reasons import Entry

        self.problem.checked(fact, self.scope)
        self._live()
        step = self._made((), None)
        before = step.probability(fact)
        entries = []
        for statement in self.log:
            step = step.learn(statement)
            after = step.probability(fact)
            entries.append(Entry(statement, before, after, _bits(before, after)))
            before = after
        return Rows(entries)

    @property
    def statements(self) -> tuple[Statement, ...]:
        """Rules, then the log."""
        return (*self.rules, *self.log)

    def __str__(self) -> str:
        from deduce.show.sheets import knowledge_text

        return knowledge_text(self)

    def _repr_html_(self) -> str:
        from deduce.show.sheets import knowledge_html

        return knowledge_html(self)

    def __repr__(self) -> str:
        return f"<Knowledge of {self.problem.name!r}: {len(self._log)} log entries>"


def _apart(before: dict[Hashable, float], new: Iterable[Statement]) -> dict[Hashable, float]:
    """By how many bits likelihoods of one thing may differ after further statements, since the last change."""
    found = before
    for statement in new:
        if isinstance(weight := statement.content, Weight):
            subject = weight.subject()
            found = found | {subject: found.get(subject, 0.0) + weight.bits()}
        elif statement.changes:
            found = {}
    return found


def _bits(before: float, after: float) -> float:
    """By how many bits a probability moved: infinite from 0 (as a change can) and to 0."""
    if before == after:
        return 0.0
    if not before or not after:
        return math.inf if after else -math.inf
    return math.log2(after / before)


def _explainer(
    timeline: Timeline, before: Explainer | None = None, *, firm: Iterable[Statement] = ()
) -> Explainer:
    from deduce.explain.search import Explainer

    return Explainer(timeline, before, firm=firm)


def _let_go(knowledge: object) -> None:
    """Forget the worlds; they are made anew where they are asked."""
    vars(knowledge).pop("worlds", None)


_HELD = Held(_LARGE_BYTES, _let_go)


def _check_worlds(problem: Problem, worlds: object) -> None:
    """Raises `ProblemError` unless `worlds` are worlds of the problem's own variables."""
    if not isinstance(worlds, Worlds):
        raise ProblemError(f"worlds must be a form of Worlds, not {worlds!r}")
    mine, theirs = set(problem.scope), set(worlds.variables)
    for said, apart in (("leave out", mine - theirs), ("also speak of", theirs - mine)):
        if apart:
            names = ", ".join(sorted(variable.name for variable in apart)[:5])
            raise ProblemError(f"these worlds are not of problem {problem.name!r}: they {said} {names}")
