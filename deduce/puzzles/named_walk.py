"""A step-by-step solution in the techniques that people have names for, the easiest level first.

What a technique finds is told in steps of few things each: for every literal it strikes, the facts without which the
rule would not show that; those with the same reason together. Where nothing is found so, a value is tried: of those
refuted the one that takes the fewest links. Where no single trial leads anywhere, one value is refuted in cases.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from deduce.evidence import Statement
from deduce.explain.reasons import Reason
from deduce.explain.timeline import Timeline
from deduce.ground.deadline import Deadline, tick
from deduce.ground.errors import GaveUp
from deduce.knowledge import Knowledge
from deduce.language.facts import And, Within
from deduce.language.variables import Variable
from deduce.problem import Problem
from deduce.puzzles.atoms import at_place
from deduce.puzzles.cases import Cases, Refuted
from deduce.puzzles.chains import Chain, links_of
from deduce.puzzles.groups import joint
from deduce.puzzles.needed import Needed
from deduce.puzzles.pairs import Pairs, Together
from deduce.puzzles.pieces import OUTRIGHT, Piece, Pieces
from deduce.puzzles.redundancy import clues_of
from deduce.puzzles.rounds import Rounds, ungraded
from deduce.puzzles.structure import bits_of
from deduce.puzzles.techniques import Finding, trial_level
from deduce.puzzles.trials import Trial
from deduce.puzzles.uniqueness import as_knowledge
from deduce.puzzles.walks import (
    GIVEN,
    MOST,
    Masks,
    SoFar,
    Step,
    Walk,
    entries_of,
    finished,
    looks,
)


def named_steps(
    puzzle: Problem | Knowledge, so_far: SoFar = (), *, time_limit: float | None = None
) -> Walk:
    """Solve a puzzle by named techniques, each step by one of the lowest level that shows anything.

    Before trials and what lies beyond come singles, pointing, pairs, triples, counting, bridges and the like; see
    `deduce.puzzles.techniques`. Each step names the statements and the facts it rests on, none of which can be left out
    (as far as that is told soon); that no others are fewer is not proved (`fewest_steps` does that). A step has at most
    `MOST` conclusions; what is shown at once by the same things is told in several steps where there are more.
    A trial carries its chain (`Step.chain`), one in cases their chains. The walk's `grade` is that of `grade`.

    Args:
        puzzle: A problem or knowledge.
        so_far: What is taken as found already, as in `steps`.
        time_limit: In seconds; then the walk ends where it is, and its `limit` says so.

    Raises:
        ProblemError: Knowledge with a change of the hidden state, or entries that no solution has.
        Contradiction: The puzzle has no solution.
    """
    knowledge = as_knowledge(puzzle)
    clues_of(knowledge)
    entries = entries_of(knowledge, so_far)
    walk, limit = None, ""
    try:
        with Deadline(time_limit).watch():
            walk = NamedWalk(knowledge, entries)
            walk.go()
            walk.rounds.go()
    except GaveUp as error:
        limit = str(error)
    if walk is None:
        return replace(finished(knowledge, [], {}, ungraded(limit)), limit=limit)
    found = replace(finished(knowledge, walk.made, walk.masks, walk.rounds.grade(limit)), limit=limit)
    # Where the time was out before a first step, nothing is proved.
    return found if walk.made or not limit else replace(found, proved=False)


_COMPARED = 12
"""Of trials that are refuted, so many of the soonest are compared by their chains."""


class NamedWalk:
    """A walk by named techniques: the steps in `made`, what is left in `masks`. Raises as `named_steps` does."""

    def __init__(self, knowledge: Knowledge, entries: Mapping[Variable, int]) -> None:
        self.knowledge = knowledge
        self.rounds = Rounds(knowledge, entries)
        self.statements, self.structure = self.rounds.statements, self.rounds.structure
        self.techniques = self.rounds.techniques
        self.alive = self.rounds.alive
        self.masks: Masks = {
            v: self.structure.values_of(i, self.alive) for i, v in enumerate(self.structure.variables)
        }
        # Which step struck a literal.
        self._origin = dict.fromkeys(
            bits_of(~self.structure.known(self.rounds.givens) & self.structure.full), GIVEN
        )
        self.made: list[Step] = []
        self._needed = Needed(self.structure, self.statements)
        self._cut = Pieces(self.structure, self.statements, self._needed)
        self._refuted: list[int] = []  # literals that a trial refuted before

    def go(self, *, until_placed: bool = False) -> None:
        """All steps, until the answer key is settled or nothing more follows; or until one settles a variable."""
        while not self.rounds.settled(self.alive):
            tick()
            made = len(self.made)
            done = self._seen(until_placed) or (len(self.made) == made and self._tried(until_placed))
            if done or (until_placed and self.made and self.made[-1].placed):
                return

    def _seen(self, until_placed: bool) -> bool:
        """What is seen at once, at the lowest level at which anything is; whether that is enough."""
        made = len(self.made)
        for level in range(1, 6):
            found = self.techniques.of_level(level, self.alive)
            if self._told(found, until_placed, large=False, after=level):
                return True
            if len(self.made) > made:
                break
        return False

    def _easier(self, most: int, until_placed: bool) -> bool:
        """All that levels below `most` show now; whether it is enough."""
        level = 1
        while level < most:
            made = len(self.made)
            found = self.techniques.of_level(level, self.alive)
            if self._told(found, until_placed, large=False, after=level):
                return True
            level = level + 1 if len(self.made) == made else 1
        return False

    def _told(
        self, found: Sequence[Finding], until_placed: bool, *, large: bool = True, after: int = 0
    ) -> bool:
        """The steps of one round, those of the fewest things first; whether they are enough.

        Steps of more things than are seen at once only where there are no others, if `large`. Each is followed by all
        of the levels below `after` that it brings.
        """
        before, masks = self.alive, dict(self.masks)
        pieces: list[Piece] = []
        told = 0  # what a small piece shows; rules about fewer variables have their say first
        found = self._cut.alike(found)
        for finding in sorted(found, key=lambda f: len(f.propagator.scope) if f.propagator else 0):
            for piece in self._cut.of(finding, before, finding.strikes & self.alive & ~told, self.masks):
                pieces.append(piece)
                if self._cut.size(piece, masks) <= MOST:
                    told |= piece.struck
        pieces = self._cut.by_reason(pieces)
        sized = [(self._cut.size(piece, masks), n) for n, piece in enumerate(pieces)]
        small = [x for x in sized if x[0] <= MOST]
        for _, n in sorted(small or (sized if large else [])):
            if pieces[n].struck & self.alive:
                self._step(pieces[n], before, masks)
                if until_placed and self.made[-1].placed:
                    return True
                if self.rounds.settled(self.alive) or self._easier(after, until_placed):
                    return True
        return False

    # Trials.

    def _tried(self, until_placed: bool) -> bool:
        """A step by trial; else what is found but not seen at once, or cases; whether that is enough, or all there is."""
        made = len(self.made)
        trials = self.techniques.refuted(self._begun(self._refuted))
        every: list[Trial] = []
        if not trials:
            every = self._begun(bits_of(self.alive & ~self.techniques.settled(self.alive)))
            trials = self.techniques.refuted(every)
            self._refuted = [trial.x for trial in trials]
        if trials:
            told = [self._chain(trial) for trial in trials[:_COMPARED]]
            best = min(range(len(told)), key=lambda n: (told[n].most > MOST, told[n].length, n))
            trial = trials[best]
            sources, gone = trial.rests_on()
            finding = Finding("trial", trial_level(trial.depth), 1 << trial.x, sources, gone, trial.depth)
            piece = Piece(finding, 1 << trial.x, tuple(sorted(sources)), gone)
            self._step(piece, self.alive, dict(self.masks), told[best])
            return False
        for level in range(1, 6):
            done = self._told(self.techniques.of_level(level, self.alive), until_placed)
            if done or len(self.made) > made:
                return done
        pairs = Pairs(every, self.structure, self.alive, self.statements, self._needed)
        found: Together | Refuted | None = pairs.next() or self._cases.next(self.alive)
        if found is None:
            return True
        finding = Finding(found.name, 10, found.struck, found.sources, found.gone)
        piece = Piece(finding, found.struck, tuple(sorted(found.sources)), found.gone)
        self._step(piece, self.alive, dict(self.masks), found.chain)
        return False

    def _begun(self, literals: Iterable[int]) -> list[Trial]:
        """Trials of those of the literals that are open."""
        true = self.techniques.settled(self.alive)
        return [
            Trial(self.structure, self.techniques.quick, self.alive, true, x)
            for x in literals
            if (self.alive & ~true) >> x & 1
        ]

    def _chain(self, trial: Trial) -> Chain:
        s, i = self.structure, self.structure.owner[trial.x]
        supposed = Within(s.variables[i], s.values_of(i, 1 << trial.x))
        return Chain(supposed, links_of(trial.story, s, self.statements, self._needed))

    @cached_property
    def _cases(self) -> Cases:
        return Cases(self.techniques, self.statements, self._needed)

    # Steps.

    def _step(self, piece: Piece, before: int, masks: Masks, chain: Chain | None = None) -> None:
        """Tell a piece, in as many steps as it has conclusions for."""
        parts = self._cut.by_variable(piece.struck & self.alive)
        for at in range(0, len(parts), MOST):
            struck = 0
            for part in parts[at : at + MOST]:
                struck |= part
            self._one_step(piece, struck, masks, chain)

    def _one_step(self, piece: Piece, struck: int, masks: Masks, chain: Chain | None) -> None:
        s, finding = self.structure, piece.finding
        number = len(self.made) + 1
        facts = self._cut.facts(piece, masks)
        origins: dict[Within, list[int]] = {}
        for fact in facts:
            gone = s.mask_of(fact.variable, fact.variable.full_mask & ~fact.mask)
            origins[fact] = sorted({self._origin.get(x, 0) for x in bits_of(gone)})
        known = tuple(looks((fact, steps[-1:]) for fact, steps in origins.items()))
        builds_on = {number for steps in origins.values() for number in steps}
        conclusions, placed = [], {}
        for i in dict.fromkeys(s.owner[x] for x in bits_of(struck)):
            variable, gone = s.variables[i], s.values_of(i, struck)
            self.masks[variable] &= ~gone
            left = self.masks[variable]
            if left & (left - 1) == 0:
                placed[variable] = variable.domain[left.bit_length() - 1]
            # What is shown of a last place is its value, not only that it has no other of those left.
            outright = finding.name in OUTRIGHT and left & (left - 1) == 0
            conclusions.append(Within(variable, left) if outright else ~Within(variable, gone))
        for x in bits_of(struck):
            self._origin[x] = number
        self.alive &= ~struck
        statements = tuple(self.statements[i] for i in piece.sources)
        if piece.as_one:
            statements = (joint(statements),)
        because = (*(_checked(statements, conclusions, facts, chain)), *known)
        whole = conclusions[0] if len(conclusions) == 1 else And(*conclusions)
        name = f"{finding.name}, depth {chain.depth}" if finding.depth and chain else finding.name
        self.made.append(
            Step(
                number,
                tuple(conclusions),
                placed=placed,
                statements=statements,
                known=known,
                builds_on=tuple(sorted(builds_on - {0, GIVEN})),
                smallest=False,
                reason=Reason(whole, because, False, Timeline((), because)),
                technique=name,
                level=finding.level,
                chain=chain,
            )
        )


def _checked(
    statements: Sequence[Statement], shown: Sequence[Within], known: Sequence[Within], chain: Chain | None
) -> list[Statement]:
    """What the checker is shown for the statements of a step: rules at their places."""
    made: list[Statement] = []
    places = [(statements, shown, known)] if chain is None else []
    places += [(link.statements, link.shown, link.known) for link in chain.every] if chain else []
    for some, then, given in places:
        # Of several statements none says by itself what they come to together.
        made += [at_place(some[0], then, given)] if len(some) == 1 else some
    return list(dict.fromkeys(made))
