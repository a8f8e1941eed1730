"""A contradiction as a person follows it: suppose something, and see what each rule then says.

What is supposed leads from one thing to the next until something cannot be kept. Where no such chain is at hand (steps of
the fewest statements), the statements of the step are taken one at a time: in each round every one says what it rules out
by itself, given what is supposed and what the rounds before showed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from deduce.evidence import Statement
from deduce.language.constraints import Constraint
from deduce.language.facts import Within
from deduce.language.variables import Variable
from deduce.puzzles.live import Live
from deduce.puzzles.needed import Needed
from deduce.puzzles.structure import Structure, bits_of
from deduce.puzzles.trials import Said, Trial
from deduce.puzzles.walks import MOST, Step, things

_ROUNDS = 200


@dataclass(frozen=True, slots=True)
class Link:
    """What follows at one place.

    Attributes:
        round: From 1.
        statements: The rules and clues that say so, one of them or several alike; none where a variable is left no value.
        shown: The facts about single variables it shows; empty where it cannot be kept at all.
        known: The facts it uses, supposed, known or shown before.
    """

    round: int
    statements: tuple[Statement, ...]
    shown: tuple[Within, ...]
    known: tuple[Within, ...]

    @property
    def size(self) -> int:
        """How many things have to be seen at once; see `deduce.puzzles.walks.things`."""
        return things(len(self.statements), self.known)


@dataclass(frozen=True, slots=True)
class Chain:
    """From a supposition to a contradiction.

    Attributes:
        supposed: What is supposed.
        links: What follows, in order; the last one shows nothing, it cannot be kept (unless there are cases).
        cases: Where what follows is not enough: suppositions one of which must be true, each with its contradiction.
    """

    supposed: Within
    links: tuple[Link, ...]
    cases: tuple[Chain, ...] = ()

    @property
    def depth(self) -> int:
        """How many rounds it takes, in the longest of its cases."""
        own = self.links[-1].round if self.links else 0
        return own + max((case.depth for case in self.cases), default=0)

    @property
    def every(self) -> Iterator[Link]:
        """All links, those of the cases too."""
        yield from self.links
        for case in self.cases:
            yield from case.every

    @property
    def within(self) -> Iterator[Chain]:
        """All cases, those of the cases too."""
        for case in self.cases:
            yield case
            yield from case.within

    @property
    def most(self) -> int:
        """The most things that have to be seen at once for any of its links."""
        return max((link.size for link in self.every), default=0)

    @property
    def length(self) -> int:
        """How many links there are, those of the cases too."""
        return sum(1 for _ in self.every)


def links_of(
    story: Sequence[Said], s: Structure, statements: Sequence[Statement], needed: Needed
) -> tuple[Link, ...]:
    """What a trial showed as links, with what is alike told together.

    `needed` is asked where a link names several statements.
    """
    made: list[Link] = []
    for said in story:
        if said.shown and not said.sources:
            continue  # a variable's own values: the facts say as much
        if len(said.sources or ()) > 1:
            said = _spared(said, s, needed)
        because = tuple(statements[i] for i in sorted(said.sources or ()))
        shown = tuple(_shown(said, s))
        for at in range(0, max(len(shown), 1), MOST):
            _add(made, Link(said.round, because, shown[at : at + MOST], tuple(_known(said, s))))
    return tuple(_renumbered(made))


def led(trial: Trial, cases: Sequence[Chain]) -> Sequence[Said]:
    """What a trial that met no contradiction showed of what its cases use."""
    gone, s = 0, trial.s
    for each in cases:
        for link in each.every:
            for fact in link.known:
                gone |= s.mask_of(fact.variable, fact.variable.full_mask & ~fact.mask)
        for case in (each, *each.within):
            gone |= s.own[s.place[case.supposed.variable]] & ~trial.left
    return trial.leading(gone)


def _spared(said: Said, s: Structure, needed: Needed) -> Said:
    """Without the statements and facts that can be left out."""
    gone = said.gone
    for y in bits_of(said.true):
        gone |= s.own[s.owner[y]] & ~(1 << y)
    struck = said.shown
    if said.truth:
        struck = 0
        for y in bits_of(said.shown):
            struck |= s.own[s.owner[y]] & ~(1 << y)
    sources, uses = needed.of(sorted(said.sources or ()), struck, gone)
    true = sum(1 << y for y in bits_of(said.true) if uses & s.own[s.owner[y]])
    return replace(said, sources=frozenset(sources), gone=said.gone & uses, true=true)


def _add(made: list[Link], link: Link) -> None:
    """Add a link, to the last one if that says the same elsewhere from the same facts."""
    last = made[-1] if made else None
    if (
        last is not None
        and link.shown
        and {x.text for x in last.statements} == {x.text for x in link.statements}
        and [x.key() for x in last.known] == [x.key() for x in link.known]
        and len(last.shown) + len(link.shown) <= MOST
    ):
        both = tuple(dict.fromkeys((*last.statements, *link.statements)))
        joint = replace(last, statements=both, shown=(*last.shown, *link.shown))
        if joint.size <= MOST:
            made[-1] = joint
            return
    made.append(link)


def _shown(said: Said, s: Structure) -> Iterator[Within]:
    # No more than is shown here: that one value is left may rest on what went elsewhere.
    for i in dict.fromkeys(s.owner[x] for x in bits_of(said.shown)):
        v, mask = s.variables[i], s.values_of(i, said.shown)
        yield Within(v, mask) if said.truth else ~Within(v, mask)


def _known(said: Said, s: Structure) -> Iterator[Within]:
    for i in dict.fromkeys(s.owner[x] for x in bits_of(said.gone | said.true)):
        v, true, gone = s.variables[i], s.values_of(i, said.true), s.values_of(i, said.gone)
        for value in bits_of(true):
            yield Within(v, 1 << value)
        if gone and not (true and not true & gone):
            yield ~Within(v, gone)


def chain(step: Step) -> Chain | None:
    """The contradiction that a step rests on, with nothing that it does not use.

    None for a step that needs none or rests on one statement, and where the statements one at a time do not lead to a
    contradiction, so that cases within cases would be needed.
    """
    if step.chain is not None or step.technique or len(step.statements) < 2:
        return step.chain
    told = step.conclusions[0]
    variable = told.scope[0]
    left = told.support(variable) if isinstance(told, Constraint) else None
    if left is None:
        return None
    supposed = Within(variable, variable.full_mask & ~left)
    given = {some.variable: some for fact in step.facts if (some := fact.single()) is not None}
    links = _Following([s for s in step.statements if isinstance(s.content, Constraint)]).links(
        {**given, variable: _both(given.get(variable), supposed)}
    )
    return None if links is None else Chain(supposed, tuple(_used(links)))


def _both(one: Within | None, other: Within) -> Within:
    """The fact that both hold."""
    if one is None:
        return other
    v = other.scope[0]
    return Within(v, (one.support(v) or 0) & (other.support(v) or 0))


class _Following:
    """What statements say one at a time; each has a solver of its own variables."""

    def __init__(self, statements: Sequence[Statement]) -> None:
        self.statements = statements
        self._live = [Live(s.content.scope, [s.content]) for s in statements]  # type: ignore[union-attr, list-item]

    def links(self, known: Mapping[Variable, Within]) -> list[Link] | None:
        """What follows from what is known, round after round, until a statement cannot be kept; None if none fails."""
        masks = {v: fact.support(v) or 0 for v, fact in known.items()}
        links: list[Link] = []
        for number in range(1, _ROUNDS):
            found: list[Link] = []
            for statement, live in zip(self.statements, self._live, strict=True):
                said = self._said(statement, live, masks, number)
                if said and not said[-1].shown:
                    return [*links, said[-1]]
                found += said
            for link in found:
                fact = link.shown[0]
                v = fact.scope[0]
                before = masks.get(v, v.full_mask)
                masks[v] = before & (fact.support(v) or 0)
                if not masks[v]:
                    # Two statements want different things of it.
                    return [*links, replace(link, shown=(), known=(*link.known, Within(v, before)))]
                links.append(link)
            if not found:
                return None
        return None

    def _said(
        self, statement: Statement, live: Live, masks: Mapping[Variable, int], number: int
    ) -> list[Link]:
        """What one statement rules out: a link a variable, or one that it cannot be kept."""
        solver = live.solver
        told = {v: live.within(v, masks[v]) for v in live.scope if masks.get(v, v.full_mask) != v.full_mask}
        assumed = [x for literals in told.values() for x in literals]
        facts = {v: Within(v, masks[v]) for v in told}

        def used() -> tuple[Within, ...]:
            core = set(solver.core())
            return tuple(facts[v] for v, x in told.items() if not core.isdisjoint(x))

        if not solver.satisfiable(assumed):
            return [Link(number, (statement,), (), used())]
        possible = dict.fromkeys(live.scope, 0)

        def seen() -> None:
            for v, value in live.found()[1].items():
                possible[v] |= 1 << v.position(value)

        seen()
        found = []
        for v in live.scope:
            now = masks.get(v, v.full_mask)
            struck, why = 0, dict[Within, None]()
            for i, literal in enumerate(solver.literals(v)):
                if not (now & ~possible[v]) >> i & 1:
                    continue
                if solver.satisfiable([*assumed, literal]):
                    seen()
                else:
                    struck |= 1 << i
                    why |= dict.fromkeys(used())
            if struck:
                found.append(Link(number, (statement,), (~Within(v, struck),), tuple(why)))
        return found


def _used(links: Sequence[Link]) -> list[Link]:
    """Only what leads to the last link, with what one statement says of several variables told together."""
    # Only what is told in a round before can be used, but for what in the last one is torn between two statements.
    wanted = dict.fromkeys((fact.scope[0] for fact in links[-1].known), links[-1].round + 1)
    kept = [links[-1]]
    for link in reversed(links[:-1]):
        if wanted.get(link.shown[0].scope[0], 0) > link.round:
            kept.append(link)
            for fact in link.known:
                wanted.setdefault(fact.scope[0], link.round)
    told: list[Link] = []
    known: dict[Variable, int] = {}
    for link in reversed(kept):
        fresh = tuple(fact for fact in link.shown if _narrows(fact, known))
        if link.shown and not fresh:
            continue  # another statement said as much in the same round
        last = told[-1] if told else None
        if last and fresh and (last.round, last.statements) == (link.round, link.statements):
            both = {fact.key(): fact for fact in (*last.known, *link.known)}
            told[-1] = replace(last, shown=(*last.shown, *fresh), known=tuple(both.values()))
        else:
            told.append(replace(link, shown=fresh))
    return _renumbered(told)


def _narrows(fact: Within, known: dict[Variable, int]) -> bool:
    """Whether a fact says more than those before it, which it joins."""
    v = fact.scope[0]
    before = known.get(v, v.full_mask)
    known[v] = before & (fact.support(v) or 0)
    return known[v] != before


def _renumbered(links: Sequence[Link]) -> list[Link]:
    """Rounds counted without those in which nothing of use was said."""
    rounds: Mapping[int, int] = {
        old: new for new, old in enumerate(sorted({link.round for link in links}), 1)
    }
    return [replace(link, round=rounds[link.round]) for link in links]
