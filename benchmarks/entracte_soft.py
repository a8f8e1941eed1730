"""The soft layer: why did this seat play this card? Always labelled with the name of its model.

Hard evidence says what cannot be. A player who picks the most telling of three cards also tells something by
*not* playing others: perhaps a better card was in the hand but barred by the own code. The model "greedy"
makes a likelihood of that. The seat held the card played and two others, any of the cards not seen. With
chance 1 - epsilon it played the card with most bits of those allowed, with chance epsilon any allowed one; the
share of random players keeps the layer calibrated with partners who do not think like this.

How many bits a card brings does not depend on which code the player holds, only whether it is allowed does:
so for code c the chance is that both other cards are worse or barred by c. Likelihoods of one seat are
multiplied over its plays as log weights and cut at `FLOOR`, so that no run of odd plays can rule a code out.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from benchmarks.entracte_imagined import groups_of
from deduce.ground.errors import ProblemError
from deduce_models.entracte.components.codes import bits
from deduce_models.entracte.knowledge.belief import advance
from deduce_models.entracte.knowledge.evidence import evidence_of
from deduce_models.entracte.knowledge.model import knowledge_of
from deduce_models.entracte.rules.setup import HAND, Setup

if TYPE_CHECKING:
    from deduce.knowledge import Knowledge
    from deduce_models.entracte.rules.views import EntracteView

__all__ = ["EPSILON", "FLOOR", "Suggestion", "gain", "hints", "soft_chances", "soft_knowledge", "weights"]

EPSILON = 0.25
"""The share of random choices in the model."""

FLOOR = 1 / 30
"""No code's weight falls below this share of its seat's highest weight."""


@cache
def gain(codes: int, seats: int, matched: int, inside: bool) -> float:
    """Expected fall in bits of a group's public entropy when a card matching `matched` of its codes is played.

    `seats` share `codes` candidates; `inside` says whether the player is one of them (then the own code, which
    the player knows, is not matched). Takes the expectation over how many seats put a token.
    """
    others, known = (seats - 1, codes - 1) if inside else (seats, codes)
    total = math.perm(known, others)
    if not total or matched > known:
        return 0.0  # impossible, or a card that no seat of the group may play
    before, expected = math.log2(math.perm(codes, seats)), 0.0
    for tokens in range(others + 1):
        ways = math.perm(matched, tokens) * math.perm(known - matched, others - tokens)
        if ways:
            after = math.perm(matched, tokens) * math.perm(codes - matched, seats - tokens)
            expected += math.comb(others, tokens) * ways / total * math.log2(after)
    return before - expected


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What one play suggests: for each code (index) still public for the seat, how likely the play was."""

    seat: int
    play: int
    likelihood: tuple[tuple[int, float], ...]


def hints(view: EntracteView, *, epsilon: float = EPSILON) -> tuple[Suggestion, ...]:
    """The likelihoods of every play of the other seats of a cooperative view.

    Raises `ProblemError` for a competitive view or an `epsilon` outside 0 (excluded) to 1.
    """
    if view.setup.competitive:
        raise ProblemError("the soft layer is a model of the cooperative game")
    if not 0 < epsilon <= 1:
        raise ProblemError(f"epsilon={epsilon!r}: the share of random choices is above 0 and at most 1")
    masks: list[int] = [view.setup.parts.all_codes] * view.seats
    found = []
    plays = [step for step in evidence_of(view).steps if step.entry.kind == "play"]
    for index, step in enumerate(plays, 1):
        seat, card = view.played[index], view.row[index]
        if seat != view.seat:
            unseen = _unseen(view, index)
            likelihood = _likelihood(view.setup, masks, view.row[index - 1], seat, card, unseen, epsilon)
            found.append(Suggestion(seat, index, likelihood))
        masks = advance(masks, step)
    return tuple(found)


def _unseen(view: EntracteView, index: int) -> list[int]:
    """Cards that can have been in another hand at the `index`-th card: not in the row, not in mine now."""
    out = {*view.row[: index + 1], *view.hand}
    return [card for card in range(len(view.setup.parts.cards)) if card not in out]


def _likelihood(
    setup: Setup,
    masks: Sequence[int],
    last: int,
    seat: int,
    card: int,
    unseen: Sequence[int],
    epsilon: float,
) -> tuple[tuple[int, float], ...]:
    groups = groups_of(masks, seat - 1)
    row = setup.restrict[last]

    def value(pair: int) -> float:
        return sum(
            gain(codes, seats, (mask & pair).bit_count(), inside) for mask, codes, seats, inside in groups
        )

    best = value(row[card])
    better = [row[other] for other in unseen if value(row[other]) > best + 1e-12]
    everything = [row[other] for other in unseen]
    total = math.comb(len(unseen), HAND - 1) or 1
    found = []
    for code in bits(masks[seat - 1] & ~row[card]):
        barred = sum(pair >> code & 1 for pair in everything)
        behind = len(unseen) - sum(not pair >> code & 1 for pair in better)
        greedy = math.comb(behind, HAND - 1) / total
        allowed = (len(unseen) - barred) / max(1, len(unseen))
        # A random player: the mean of 1 / (number of allowed cards in hand).
        chance = (1 - allowed) ** 2 + allowed * (1 - allowed) + allowed**2 / 3
        found.append((code, (1 - epsilon) * greedy + epsilon * chance))
    return tuple(found)


def weights(view: EntracteView, *, epsilon: float = EPSILON) -> list[dict[int, float]]:
    """For each seat the floored weight of each code, the highest being 1; empty for seats without plays.

    Codes left out were excluded by hard evidence before the seat's last play.
    """
    logs: list[dict[int, float]] = [{} for _ in range(view.seats)]
    for hint in hints(view, epsilon=epsilon):
        sums = logs[hint.seat - 1]
        logs[hint.seat - 1] = {
            code: sums.get(code, 0.0) + math.log(likelihood) for code, likelihood in hint.likelihood
        }
    found = []
    for sums in logs:
        top = max(sums.values(), default=0.0)
        found.append({code: max(FLOOR, math.exp(value - top)) for code, value in sums.items()})
    return found


def soft_knowledge(view: EntracteView, *, epsilon: float = EPSILON) -> Knowledge:
    """The hard knowledge of a cooperative view, weighed by the model "greedy"; entries say so.

    Passes are used by the hard part only.
    """
    told = evidence_of(view)
    knowledge = knowledge_of(told)
    codes = view.setup.parts.codes
    for seat, by_code in enumerate(weights(view, epsilon=epsilon), 1):
        if by_code:
            name = told.names[seat - 1]
            ratios: dict[Hashable, float] = {codes[code].name: weight for code, weight in by_code.items()}
            text = f'{name} chose these cards (soft, model "greedy", {epsilon:.0%} random)'
            knowledge = knowledge.weigh(knowledge.problem["code"][name], ratios, text)
    return knowledge


def soft_chances(view: EntracteView, *, epsilon: float = EPSILON) -> list[dict[int, float]]:
    """For each seat the soft probability of each code (by index), from `soft_knowledge`."""
    knowledge = soft_knowledge(view, epsilon=epsilon)
    index = {code.name: position for position, code in enumerate(view.setup.parts.codes)}
    family = knowledge.problem["code"]
    return [
        {index[str(code)]: chance for code, chance in knowledge.marginals(family[name]).items()}
        for name in family
    ]
