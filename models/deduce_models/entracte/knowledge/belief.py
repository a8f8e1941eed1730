"""The fast exact belief of the cooperative game: which codes each seat may still hold, as bit masks.

All evidence of the cooperative game is about one seat's code at a time, so the belief is a mask for each seat
and the rule that codes differ. What makes it tiny: after any history without passes, two seats' public masks
are identical or disjoint. (They begin identical. A turn splits every mask by the codes matched: seats with a
token keep the matched part, all others, the active seat included, keep the rest.) Seats with one mask form a
*group*: g seats sharing m codes have m!/(m-g)! equally likely assignments, groups are independent, and each
member of a group holds each of its codes with chance 1/m.

Passes can break this; then the codes are counted by classes (codes that are possible for the same seats) with
the same falling factorials. `deduce.Knowledge` over the model of `model` is the oracle of both.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from deduce_models.entracte.components.codes import bits
from deduce_models.entracte.knowledge.evidence import Evidence, TableStep, evidence_of
from deduce_models.entracte.knowledge.passes import codes_of_hands, passes_of, told_by_hands

if TYPE_CHECKING:
    from deduce.knowledge import Knowledge
    from deduce.language.variables import Variable
    from deduce.rulebook import View
    from deduce_models.entracte.rules.views import EntracteView


@dataclass(frozen=True)
class Belief:
    """A mask of possible codes for each seat, seat 1 first; codes differ. Uniform over all assignments."""

    masks: tuple[int, ...]

    @cached_property
    def groups(self) -> tuple[tuple[int, tuple[int, ...]], ...] | None:
        """Pairs (mask, seats sharing it), or None where two masks overlap without being equal."""
        members: dict[int, list[int]] = {}
        for seat, mask in enumerate(self.masks, 1):
            members.setdefault(mask, []).append(seat)
        union = 0
        for mask in members:
            if union & mask:
                return None
            union |= mask
        return tuple((mask, tuple(seats)) for mask, seats in members.items())

    @cached_property
    def count(self) -> int:
        """The exact number of assignments. With groups a product of m!/(m-g)!."""
        if self.groups is not None:
            return math.prod(math.perm(mask.bit_count(), len(seats)) for mask, seats in self.groups)
        return _count(self.masks)

    @property
    def bits(self) -> float:
        """The entropy in bits; minus infinity when nothing is possible."""
        return math.log2(self.count) if self.count else -math.inf

    def chance(self, seat: int, code: int) -> float:
        """The exact probability that a seat holds a code."""
        mask = self.masks[seat - 1]
        if not mask >> code & 1 or not self.count:
            return 0.0
        if self.groups is not None:
            return 1 / mask.bit_count()
        return self.knowing(seat, 1 << code).count / self.count

    def knowing(self, seat: int, mask: int) -> Belief:
        """The belief after learning that a seat's code is in `mask`; a single code leaves other seats."""
        masks = list(self.masks)
        masks[seat - 1] &= mask
        if masks[seat - 1].bit_count() == 1:
            masks = [m if s == seat else m & ~masks[seat - 1] for s, m in enumerate(masks, 1)]
        return Belief(tuple(masks))

    def certain(self) -> dict[int, int]:
        """Every seat whose code is determined, with the index of that code."""
        found = {}
        for seat, mask in enumerate(self.masks, 1):
            possible = [code for code in bits(mask) if self.chance(seat, code) > 0]
            if len(possible) == 1:
                found[seat] = possible[0]
        return found

    @property
    def everyone_sure(self) -> bool:
        """Of a public belief: whether each seat, knowing its own code too, knows all codes, whatever they are."""
        if self.groups is not None:
            # A stranger must see single codes; two seats alone that share two codes know each other's.
            alone = len(self.masks) == 2
            return all(
                mask.bit_count() == 1 or (alone and len(members) == mask.bit_count() == 2)
                for mask, members in self.groups
            )
        return all(
            len(self.knowing(seat, 1 << code).certain()) == len(self.masks)
            for seat, mask in enumerate(self.masks, 1)
            for code in bits(mask)
            if self.chance(seat, code) > 0
        )

    def sample(self, rng: random.Random) -> tuple[int, ...]:
        """One assignment (code indices), drawn uniformly: independent draws until all codes differ."""
        choices = [bits(mask) for mask in self.masks]
        while True:
            drawn = [choice[int(rng.random() * len(choice))] for choice in choices]
            if len(set(drawn)) == len(drawn):
                return tuple(drawn)


def belief(told: Evidence) -> Belief:
    """What cooperative evidence leaves; everything where every code has been shown.

    Statements such as "I am sure of two codes" are left to the constraint model.
    """
    if all(told.codes):
        return Belief(told.codes)
    masks = [told.setup.parts.all_codes] * len(told.names)
    for step in told.steps:
        entry = step.entry
        if entry.kind == "play":
            masks = advance(masks, step)
        elif entry.seat != told.me:
            # Nobody guesses a code of one's own.
            for _, code in entry.guesses:
                masks[entry.seat - 1] &= ~(1 << code)
    if any(entry.kind == "pass" for entry in told.entries):
        for step, count, hand in passes_of(told):
            masks[step.entry.seat - 1] &= count & hand
        for seat, mask in codes_of_hands(told).items():
            masks[seat - 1] &= mask
    found = Belief(tuple(masks))
    return found.knowing(told.me, told.codes[told.me - 1]) if told.me and told.codes[told.me - 1] else found


def belief_of(view: EntracteView) -> Belief:
    """What the seat of a cooperative view knows; everything once the game is over."""
    return belief(evidence_of(view))


def exact_chances(view: View, knowledge: Knowledge) -> Mapping[Variable, Mapping[Any, float]]:
    """The chances of every code, where they are counted without passes; nothing where the model alone tells."""
    told = evidence_of(view)
    if told.setup.competitive or told_by_hands(told):
        return {}
    known, codes = belief(told), told.setup.parts.codes
    return {
        knowledge.problem["code"][name]: {code.name: known.chance(seat, k) for k, code in enumerate(codes)}
        for seat, name in enumerate(told.names, 1)
    }


def public_belief(view: EntracteView) -> Belief:
    """What a bystander at the same table knows."""
    return belief(evidence_of(view).seen_by(0))


def advance(masks: Sequence[int], played: TableStep) -> list[int]:
    """The masks after a card was played in the cooperative game."""
    seat, tokens, unsure = played.entry.seat, played.entry.tokens, played.entry.unsure
    fits, misses = played.matched | played.open, ~played.matched
    return [
        mask & ~played.barred
        if other == seat
        else mask
        if unsure >> other & 1
        else mask & (fits if tokens >> other & 1 else misses)
        for other, mask in enumerate(masks, 1)
    ]


def _count(masks: Sequence[int]) -> int:
    """Assignments of different codes to seats, by classes of codes possible for the same seats."""
    union = 0
    for mask in masks:
        union |= mask
    signatures = Counter(
        sum(1 << seat for seat, mask in enumerate(masks) if mask >> code & 1) for code in bits(union)
    )
    total = {tuple(signatures.values()): 1}
    kinds = tuple(signatures)
    for seat in range(len(masks)):
        grown: dict[tuple[int, ...], int] = {}
        for left, ways in total.items():
            for position, kind in enumerate(kinds):
                if kind >> seat & 1 and left[position]:
                    after = (*left[:position], left[position] - 1, *left[position + 1 :])
                    grown[after] = grown.get(after, 0) + ways * left[position]
        total = grown
    return sum(total.values())
