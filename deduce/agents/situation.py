"""A situation: several agents, what each has seen, and what is publicly said and done."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, Literal

import numpy as np

from deduce.agents.formulas import Agent, Formula, Knows, Plain, formula_of, group_of
from deduce.agents.kripke import Kripke, table_of
from deduce.agents.sights import Event, Impossible, Sight, find_sight, label_of, open_sights, told_of
from deduce.changes import Change
from deduce.ground.errors import Called, ProblemError
from deduce.ground.wording import listing
from deduce.knowledge import Knowledge
from deduce.language.automata import Bools
from deduce.language.constraints import Constraint
from deduce.language.variables import Variable, variables_of
from deduce.problem import Problem
from deduce.worlds.base import DEFAULT_MAX_BYTES, Worlds
from deduce.worlds.table import Table

World = Mapping[Variable, Hashable]
Seen = Mapping[Any, Hashable]


class Situation:
    """Several minds and one hidden state. Immutable: every event gives a new situation.

    A world is a value for each variable now, and what every agent has seen so far. At a world an agent
    cannot tell apart the worlds that agree on all it has seen. That something happened (a look, a change,
    an announcement) is public; only what a look showed, or a change brought about, may be private. Agents
    forget nothing and reason perfectly, and all this is common knowledge.

    Args:
        worlds: A problem, public knowledge of one, or a set of worlds. Rules of a problem hold before and
            after every change.
        agents: Their names; or a mapping from names to what each sees from the start. A single string or
            number is the name of one agent.
        max_bytes: The most memory the table of worlds may take.

    Raises:
        ProblemError: No agents, an agent twice, or something that is no set of worlds.
        Impossible: There is no world to begin with.
        TooLarge: The worlds do not fit in a table of `max_bytes`.
    """

    def __init__(
        self,
        worlds: Problem | Knowledge | Worlds,
        agents: Iterable[Agent] | Mapping[Agent, object],
        *,
        max_bytes: int = DEFAULT_MAX_BYTES,
    ) -> None:
        table, rules = table_of(worlds, max_bytes)
        if not isinstance(agents, (str, int, Mapping)) and isinstance(agents, Iterable):
            agents = list(agents)
        names = group_of(agents, "Situation")
        if isinstance(agents, list) and len(names) < len(agents):
            raise ProblemError(f"the agents {agents!r} have a name twice; names are unique")
        if not table.count():
            raise Impossible("a situation needs at least one possible world; these worlds are empty")
        self._rules, self._max_bytes = rules, max_bytes
        variables = worlds.variables if isinstance(worlds, Worlds) else worlds.scope
        self._model = Kripke(table, variables, dict.fromkeys(names, ()))
        self._sights: dict[Agent, tuple[Sight, ...]] = dict.fromkeys(names, ())
        self.log: tuple[Event, ...] = ()
        if isinstance(agents, Mapping):
            started = self
            for agent, shown in agents.items():
                items = variables_of(f"what {agent} sees", shown)
                started = started.look(agent, *items) if items else started
            self._model, self._sights = started._model, started._sights

    # What there is.

    @property
    def agents(self) -> tuple[Agent, ...]:
        """All agents, in the order given."""
        return tuple(self._sights)

    @property
    def variables(self) -> tuple[Variable, ...]:
        """The variables of the hidden state."""
        return self._model.variables

    @property
    def worlds(self) -> Table:
        """What is possible now to somebody who has heard everything public and seen nothing private."""
        return self._model.table.project(self.variables)

    @property
    def table(self) -> Table:
        """The model itself: a row for each world, with further columns for what agents remember."""
        return self._model.table

    def count(self) -> int:
        """How many worlds there are; after changes, worlds that differ only in the past count apart."""
        return self._model.rows

    def sights(self, agent: Agent) -> tuple[Sight, ...]:
        """All that an agent has seen, in order; the keys of `knowledge(agent, seen=...)`."""
        return self._sights[self._model.own(agent)]

    # What happens.

    def look(self, agents: object, *what: Any, text: str = "") -> Situation:
        """One or several agents look at something; all know that they do, only they see what it is.

        Args:
            agents: An agent's name, or several.
            what: Variables (families, lists of them), facts, formulas; or a function and the variables
                whose values it is called with, as in ``look("S", add, x, y)``. The function is called
                once a combination that occurs; its results are values that can be told apart (hashable).
            text: What to call it, if it is a single thing.

        Raises:
            ProblemError: An unknown agent, nothing to look at, or something that cannot be looked at.
        """
        names = tuple(self._model.own(agent) for agent in group_of(agents, "look"))
        if what and callable(what[0]) and not isinstance(what[0], (Variable, Constraint, Formula)):
            return self._saw_function(names, what[0], variables_of("look", what[1:]), text)
        items: list[Variable | Constraint | Formula] = []
        for item in what:
            items.extend([item] if isinstance(item, (Constraint, Formula)) else variables_of("look", item))
        if not items:
            raise ProblemError("look needs something to look at: a variable, a fact, or a function")
        if text and len(items) > 1:
            raise ProblemError(
                f"one text, {text!r}, cannot name {len(items)} things; look at them one by one"
            )
        after = self
        for item in items:
            after = after._saw(names, item, text)
        return after._noted(
            "look",
            f"{listing([*map(str, names)])} {_verb(names, 'look')} at {text or ', '.join(map(str, items))}",
        )

    def observe(self, fact: Constraint, text: str = "") -> Situation:
        """Everybody sees that a fact is true. Raises `Impossible` if it is false in every world."""
        seen = formula_of(fact, "observe")
        if not isinstance(seen, Plain):
            raise ProblemError("observe is for facts about the hidden state; formulas are announced")
        return self._only(seen, "observation", text or seen.sentence(), "nobody can have seen that")

    def announce(
        self, formula: Formula | Constraint, text: str = "", *, by: Agent | None = None
    ) -> Situation:
        """Something true is said to everybody: the worlds where it is false go.

        Whatever was true of minds *before* it was said may be false after: "you do not know it, but it
        rains" cannot be said twice (van Ditmarsch, van der Hoek and Kooi 2007, section 4.7).

        Args:
            formula: What is said; it is judged in the situation before the announcement.
            text: The words for the log.
            by: The agent who says it, who must therefore know it: ``Knows(by, formula)`` is announced.

        Raises:
            Impossible: It is false in every world, so nobody could say it truthfully.
        """
        said = formula_of(formula, "announce")
        words = text or said.sentence()
        if by is None:
            return self._only(said, "announcement", words, "nobody could truthfully say that")
        self._model.own(by)
        return self._only(
            Knows(by, said), "announcement", f"{by}: {words}", f"{by} could not truthfully say that"
        )

    def change(
        self,
        change: Change,
        text: str = "",
        *,
        seen_by: Agent | Iterable[Agent] | Mapping[Agent, object] = (),
    ) -> Situation:
        """The hidden state changes, and everybody knows that and how it may have.

        Args:
            change: A `Shuffle`, `Swap`, `Replace` or `Transition`. What agents saw before keeps the value
                it had then. A change that perhaps did not happen is a `Transition` with both ways on.
            text: The words for the log.
            seen_by: Who sees the new values of all that changed (nobody by default, `agents` for a public
                result); or a mapping from agents to the variables they see.

        Raises:
            Impossible: No world has a way on, or the rules forbid all of them.
            TooLarge: The new worlds do not fit in a table.
        """
        if not isinstance(change, Change):
            raise ProblemError(f"expected a change such as Shuffle(a, b, c), not {change!r}")
        self._model.check_scope(*change.scope)
        shown: dict[Agent, tuple[Variable, ...]]
        if isinstance(seen_by, Mapping):
            shown = {agent: variables_of("seen_by", given) for agent, given in seen_by.items()}
        else:
            watchers = [seen_by] if isinstance(seen_by, (str, int)) else list(seen_by)
            shown = dict.fromkeys(group_of(watchers, "seen_by") if watchers else (), change.scope)
        for agent, variables in shown.items():
            self._model.own(agent)
            self._model.check_scope(*variables)
        after = self._remembered(change.scope)
        table = change.apply(after._model.table, max_bytes=self._max_bytes).to_table()
        touched = set(change.scope)
        table = table.restrict(*(rule for rule in self._rules if not touched.isdisjoint(rule.scope)))
        words = text or change.sentence()
        if not table.count():
            raise Impossible(f"'{words}' cannot have happened: no world has a way on that keeps the rules")
        after = after._with(Kripke(table, self.variables, after._model.seen), after._sights)
        for agent, variables in shown.items():
            for variable in variables:
                after = after._saw((agent,), variable, "")
        return after._noted("change", words)

    # Questions.

    def holds(self, formula: Formula | Constraint, at: World | Constraint | None = None) -> bool | None:
        """Whether a formula is true.

        Args:
            formula: A formula or a fact.
            at: The actual world, as values of variables now (all or some), or a constraint on it. By
                default every world is meant.

        Returns:
            True or False if it is so in every world that `at` allows, None if that differs.

        Raises:
            Impossible: No possible world is as `at` says.
        """
        truth = self.truth(formula)[self._rows_at(at)]
        return None if truth.any() and not truth.all() else bool(truth[0])

    def truth(self, formula: Formula | Constraint) -> Bools:
        """Where a formula is true: one Boolean a row of `table`. Do not write to it."""
        return self._model.truth(formula_of(formula, "truth"))

    def worlds_where(self, formula: Formula | Constraint) -> Table:
        """The worlds, over the variables now, where a formula is true; perhaps none."""
        return self._model.table.select(self.truth(formula)).project(self.variables)

    def knowledge(
        self, agent: Agent, *, seen: Seen | None = None, at: World | Constraint | None = None
    ) -> Table:
        """What `agent` thinks possible, given what it has actually seen.

        Args:
            agent: Whose mind it is.
            seen: The value of each thing seen, as it was when seen. Keys are what was looked at (the
                variable, fact, formula or function), the text of a sight, or a `Sight`. What follows from
                the rest may be left out.
            at: Instead of or beside `seen`: the actual world, as in `holds`.

        Returns:
            A set of worlds over the variables as they are now, weighted by the chances of changes.

        Raises:
            ProblemError: Something the agent never saw, a value that cannot be, or too little said.
            Impossible: No possible world looks like that to the agent.
        """
        rows, told = self._rows_at(at), told_of(agent, seen)
        for key, value in told:
            sight = find_sight(agent, key, self.sights(agent))
            rows = rows & (self._model.table.column(sight.column) == sight.column.position(value))
        if not rows.any():
            shown = ", ".join(f"{label_of(key)} {value!r}" for key, value in told)
            raise Impossible(f"in no world still possible does {agent} see {shown or 'this'}")
        partition = self._model.partition(agent)
        labels = np.unique(partition.labels[rows])
        if len(labels) > 1:
            unsaid = open_sights(self.sights(agent), self._model.table, rows)
            raise ProblemError(f"say, in seen or with at, what {agent} saw: {unsaid}")
        return self._model.table.select(partition.labels == labels[0]).project(self.variables)

    # Inside.

    def _with(self, model: Kripke, sights: Mapping[Agent, tuple[Sight, ...]]) -> Situation:
        made = Situation.__new__(Situation)
        made._rules, made._max_bytes, made.log = self._rules, self._max_bytes, self.log
        made._model, made._sights = model, dict(sights)
        return made

    def _noted(
        self, kind: Literal["look", "observation", "announcement", "change"], text: str
    ) -> Situation:
        made = self._with(self._model, self._sights)
        made.log = (*self.log, Event(kind, text, self.count()))
        return made

    def _only(
        self, formula: Formula, kind: Literal["observation", "announcement"], text: str, never: str
    ) -> Situation:
        truth = self._model.truth(formula)
        if not truth.any():
            worlds = f"all {possible:,} worlds" if (possible := self.count()) != 1 else "the one world"
            raise Impossible(f"{never}: '{formula.sentence()}' is false in {worlds} still possible")
        return self._with(self._model.select(truth), self._sights)._noted(kind, text)

    def _saw(self, names: tuple[Agent, ...], item: Variable | Constraint | Formula, text: str) -> Situation:
        if isinstance(item, Variable):
            self._model.check_scope(item)
            fresh = tuple(a for a in names if not any(c is item for c in self._model.seen[a]))
            return self._seen_column(fresh, item, text or item.name, item, None)
        formula = formula_of(item, "look")
        words = text or formula.sentence()
        column = Variable(words, [False, True])
        table = self._model.table.annotated(column, self._model.truth(formula).astype(np.uint8))
        return self._seen_column(names, column, words, item, table)

    def _saw_function(
        self,
        names: tuple[Agent, ...],
        function: Callable[..., Hashable],
        variables: tuple[Variable, ...],
        text: str,
    ) -> Situation:
        if not variables:
            raise ProblemError("a function to look at needs variables, as in look('S', add, x, y)")
        example, group = self._model.codes(variables)
        columns = [self._model.values(variable)[example].tolist() for variable in variables]
        name, arguments = getattr(function, "__name__", ""), ", ".join(v.name for v in variables)
        words = text or f"{name if name.isidentifier() else 'a function'}({arguments})"
        results = []
        with Called(f"the look at {words}") as call:
            for row in zip(*columns, strict=True):
                call.given = tuple(v.domain[i] for v, i in zip(variables, row, strict=True))
                results.append(function(*call.given))
        try:
            column = Variable(words, dict.fromkeys(results))
        except TypeError:
            raise ProblemError(
                f"the results of {words} must be hashable, such as numbers or tuples"
            ) from None
        places = np.array([column.position(result) for result in results])
        table = self._model.table.annotated(column, places[group])
        after = self._seen_column(names, column, words, function, table)
        return after._noted("look", f"{listing([*map(str, names)])} {_verb(names, 'look')} at {words}")

    def _seen_column(
        self, names: tuple[Agent, ...], column: Variable, text: str, what: Any, table: Table | None
    ) -> Situation:
        sights = dict(self._sights)
        for agent in names:
            number = len(sights[agent])
            used = {sight.text for sight in sights[agent]}
            label, times = text, 1
            while label in used:
                times += 1
                label = f"{text} (look {times})"
            sights[agent] = (*sights[agent], Sight(agent, number, label, what, column))
        return self._with(self._model.with_seen(names, column, table), sights)

    def _remembered(self, variables: tuple[Variable, ...]) -> Situation:
        """The same situation, with copies of those variables' columns for the agents that saw them."""
        table, copies = self._model.table, dict[Variable, Variable]()
        for variable in variables:
            if any(c is variable for columns in self._model.seen.values() for c in columns):
                copies[variable] = Variable(f"{variable.name} before change", variable.domain)
                table = table.annotated(copies[variable], table.column(variable))
        seen = {
            agent: tuple(copies.get(column, column) for column in columns)
            for agent, columns in self._model.seen.items()
        }
        sights = {
            agent: tuple(
                Sight(s.agent, s.number, s.text, s.what, copies.get(s.column, s.column)) for s in mine
            )
            for agent, mine in self._sights.items()
        }
        return self._with(Kripke(table, self.variables, seen), sights)

    def _rows_at(self, at: World | Constraint | None) -> Bools:
        if at is None:
            return np.ones(self.count(), dtype=np.bool_)
        if isinstance(at, Constraint):
            rows = self._model.mask(at)
        elif isinstance(at, Mapping):
            rows = np.ones(self.count(), dtype=np.bool_)
            for variable, value in at.items():
                if not isinstance(variable, Variable):
                    raise ProblemError(f"a world gives values to variables; {variable!r} is none")
                rows = rows & (self._model.values(variable) == variable.position(value))
        else:
            raise ProblemError(
                f"at expects a world (a dict from variables to values) or a fact, not {at!r}"
            )
        if not rows.any():
            raise Impossible("that world is not among those still possible")
        return rows

    def __repr__(self) -> str:
        worlds, events = f"world{'s' * (self.count() != 1)}", f"event{'s' * (len(self.log) != 1)}"
        return f"<Situation: {len(self.agents)} agents, {self.count()} {worlds}, {len(self.log)} {events}>"


def _verb(names: tuple[Agent, ...], verb: str) -> str:
    return f"{verb}s" if len(names) == 1 else verb
