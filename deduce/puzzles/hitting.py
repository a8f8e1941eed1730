"""Smallest sets of items that force something, by the duality of forcing sets and correction sets.

A set of items forces a conclusion exactly when it meets every set of items whose removal would leave the
opposite possible. So: propose a smallest set that meets all such sets found so far; if the opposite is
still possible with it, a new one is found; if not, the proposal is proved smallest. Method: implicit
hitting sets, as in Ignatiev, Previti, Liffiton and Marques-Silva (CP 2015). `deduce.explain` does the same
for one question at a time; here items are groups of literals, the search can be cut off at a known size,
and all smallest sets can be listed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from deduce.explain.proposals import Proposals
from deduce.ground.compat import override
from deduce.ground.deadline import Deadline, tick
from deduce.ground.errors import GaveUp
from deduce.language.posting import Literal
from deduce.puzzles.live import Live

_QUESTIONS = 400
"""In so many questions to a solver `short_set` looks for a smallest set; then for one of which nothing can be spared."""

_EFFORT, _PATIENCE, _EFFORTS = 500, 20, 10_000
"""So much it spends on finding out whether one thing could be spared (see `Patient`), and so many conflicts on all."""


class Oracle:
    """Whether the opposite of a conclusion stays possible when some items are stated.

    Args:
        live: A solver in which the items are groups of assumptions.
        items: For each item its literals.
        always: What is assumed in every question: the opposite of the conclusion and what is taken as read.
        deadline: When to give up.

    `left` is how many questions may still be asked, None for any number.
    """

    def __init__(
        self,
        live: Live,
        items: Mapping[int, Sequence[Literal]],
        always: Sequence[Literal],
        deadline: Deadline,
    ) -> None:
        self.live, self.items, self.always, self.deadline = live, items, list(always), deadline
        self.left: int | None = None
        self._owner: dict[Literal, list[int]] = {}
        for item, literals in items.items():
            for literal in literals:
                self._owner.setdefault(literal, []).append(item)

    def open(self, chosen: Sequence[int]) -> bool:
        """Whether the opposite is possible with the `chosen` items.

        Raises `GaveUp` at the deadline, which is looked at before each call (the calls are many and short), and when
        no question is left.
        """
        self.deadline.left()
        if self.left is not None:
            if not self.left:
                raise GaveUp("the questions allowed were used up")
            self.left -= 1
        tick()
        assumed = [x for item in chosen for x in self.items[item]]
        return self.live.solver.satisfiable([*self.always, *assumed])

    def satisfied(self) -> set[int]:
        """After an open answer: the items that the world found happens to satisfy."""
        true = self.live.solver.true_literals()
        return {item for item, literals in self.items.items() if true.issuperset(literals)}

    def core(self, chosen: Sequence[int]) -> list[int]:
        """After a closed answer for `chosen`: those of them that took part in it."""
        used = {item for literal in self.live.solver.core() for item in self._owner.get(literal, ())}
        return [item for item in chosen if item in used]

    def correction(self, chosen: Sequence[int]) -> list[int]:
        """After an open answer for `chosen`: a minimal set of items without which it stays open."""
        kept = set(chosen) | self.satisfied()
        inside = [*chosen, *(i for i in self.items if i in kept and i not in set(chosen))]
        outside = [item for item in self.items if item not in kept]
        left: list[int] = []
        while outside:
            candidate = outside.pop(0)
            if self.open([*inside, candidate]):
                true = self.satisfied()
                inside = [*inside, candidate, *(i for i in outside if i in true)]
                outside = [i for i in outside if i not in true]
            else:
                left.append(candidate)
        return left


class Patient(Oracle):
    """What takes too long to be told is taken as open, so that what is asked about is kept.

    Args:
        effort: So many conflicts a solver may meet over one question, but for that about all items.
        patience: So many worlds that break a rule stated lazily are looked at over one question.
    """

    def __init__(
        self,
        live: Live,
        items: Mapping[int, Sequence[Literal]],
        always: Sequence[Literal],
        deadline: Deadline,
        effort: int,
        patience: int,
    ) -> None:
        super().__init__(live, items, always, deadline)
        self._effort, self._patience = effort, patience

    @override
    def open(self, chosen: Sequence[int]) -> bool:
        try:
            return self._asked(chosen)
        except GaveUp:
            tick()
            return True

    def _asked(self, chosen: Sequence[int]) -> bool:
        solver = self.live.solver
        # That all together are enough is proved, whatever it takes.
        if len(chosen) < len(self.items):
            solver.effort, solver.patience = self._effort, self._patience
        try:
            return super().open(chosen)
        finally:
            solver.effort = solver.patience = None


class Hasty(Patient):
    """The same, but what takes too long ends the search: `GaveUp` is raised."""

    @override
    def open(self, chosen: Sequence[int]) -> bool:
        return self._asked(chosen)


def minimal_set(oracle: Oracle) -> list[int] | None:
    """A set of items that closes the question, none of whose members can be spared; None if none does.

    Raises `GaveUp` at the oracle's deadline.
    """
    everything = list(oracle.items)
    if oracle.open(everything):
        return None
    core = oracle.core(everything)
    kept: list[int] = []
    while core:
        candidate = core.pop()
        if oracle.open([*kept, *core]):
            kept.append(candidate)
        else:
            used = set(oracle.core([*kept, *core]))
            core = [item for item in core if item in used]
    return sorted(kept)


def cheapest_sets(oracle: Oracle, *, most: int | None = None) -> Iterator[list[int]]:
    """All smallest sets of items that close the question, each sorted, in the order found.

    Args:
        oracle: The question.
        most: Yield nothing when every closing set has more items than this.

    Raises:
        GaveUp: At the oracle's deadline.
    """
    if not oracle.open([]):
        yield []
        return
    bound: float = float("inf") if most is None else most
    # Correction sets that share no item: a closing set has one item of each, which often settles it.
    disjoint: list[list[int]] = [oracle.correction([])]
    banned: list[int] = []
    while disjoint[-1] and len(disjoint) <= bound:
        banned += disjoint[-1]
        if not oracle.open(banned):
            break
        disjoint.append(oracle.correction(banned))
    if not disjoint[-1] or len(disjoint) > bound:
        return
    with Proposals() as proposals:
        for correction in disjoint:
            proposals.hit(correction)
        while True:
            proposal = proposals.get()
            if proposal is None or len(proposal) > bound:
                return
            if oracle.open(proposal):
                correction = oracle.correction(proposal)
                if not correction:
                    return
                proposals.hit(correction)
                continue
            bound = len(proposal)
            yield sorted(proposal)
            proposals.block(proposal)


def smallest_set(oracle: Oracle, then: Oracle | None = None) -> tuple[list[int], bool] | None:
    """A smallest closing set and True; None if none closes.

    At the deadline a minimal one and False: minimal as far as `then` tells, an oracle of the same question; by default
    the same one without a deadline.
    """
    try:
        for found in cheapest_sets(oracle):
            return found, True
        return None
    except GaveUp:
        oracle.deadline = Deadline(None)
        least = minimal_set(then or oracle)
        return None if least is None else (least, False)


def short_set(
    live: Live, items: Mapping[int, Sequence[Literal]], always: Sequence[Literal], deadline: Deadline
) -> tuple[list[int], bool] | None:
    """As `smallest_set`, with no more time spent than a person waits.

    Where a smallest set is not found in some hundred short questions, one of which nothing can be spared as far as is
    told soon. Raises `GaveUp` at the deadline.
    """
    quick = Hasty(live, items, always, deadline, _EFFORT, _PATIENCE)
    quick.left = _QUESTIONS
    effort = min(_EFFORT, _EFFORTS // max(len(items), 1))
    return smallest_set(quick, Patient(live, items, always, Deadline(None), effort, _PATIENCE))
