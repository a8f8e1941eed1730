"""Hidden tokens and hidden hands by exact hypergeometrics.

Tokens: the unseen tokens are exchangeable, whatever their stack; the top of any stack is any of them with equal
chances. Cards: before the flip all unseen numbered cards are one pool, shared by the other hands and the
deck. After it there are two: cards that were in hands at the flip (nobody else can have them), and the
reshuffled ones, in the deck or drawn since; time cards are always seen when they are drawn.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb, prod
from typing import TYPE_CHECKING, Any

from deduce_models.initiative.rules.saying import KINDS, is_kind
from deduce_models.initiative.rules.state import State, View

if TYPE_CHECKING:
    from deduce_models.initiative.knowledge.skipping import Likely

TRIES = 5_000
"""How often hands are dealt again until they fit what was said of them."""
DECK = 0
"""The place of cards that no seat holds."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Unseen cards that are exchangeable: `places` says how many of them each seat (0: the deck) has."""

    cards: tuple[int, ...]
    places: tuple[tuple[int, int], ...]


def pools(view: View) -> tuple[Pool, ...]:
    """The pools of unseen cards, as `view` sees them."""
    deck = view.setup.deck
    seen = {*view.hand, *view.discard, *(card for pile in view.piles for card in pile)}
    others = [seat for seat in range(1, view.setup.seats + 1) if seat != view.seat]
    unseen = [card for card in deck.numbers if card not in seen]
    sizes = {seat: view.sizes[seat - 1] for seat in others}
    if not view.threat:
        return (Pool(tuple(unseen), tuple({**sizes, DECK: view.left}.items())),)
    old = tuple(card for card in unseen if card not in view.reshuffled)
    new = tuple(card for card in unseen if card in view.reshuffled)
    fresh = {seat: view.fresh[seat - 1] for seat in others}
    times = tuple(card for card in deck.times if card not in seen)
    return (
        Pool(old, tuple((seat, sizes[seat] - fresh[seat]) for seat in others)),
        Pool(new, tuple({**fresh, DECK: view.left - len(times)}.items())),
        Pool(times, ((DECK, len(times)),)),
    )


def skipped(view: View) -> tuple[Likely, ...]:
    """How likely hands are by the forced skips of their seats; seats of which these tell nothing are left out."""
    if not view.skips:
        return ()
    from deduce_models.initiative.knowledge.skipping import likely  # few evenings have any

    every = pools(view)
    new, old = (every[1].cards, every[0].cards) if view.threat else ((), every[0].cards)
    found = []
    for told in view.skips:
        fresh = view.fresh[told.seat - 1]
        found.append(likely(told, new, old, (fresh, view.sizes[told.seat - 1] - fresh)))
    return tuple([each for each in found if each is not None])


def deal_hidden(view: View, rng: random.Random) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Hands of all seats and the deck, drawn by their chances from what `view` leaves possible.

    What seats said of their hands, and what their skips prove, is kept by drawing again; after `TRIES` deals that do not
    fit, the last is taken.
    """
    found, proved = _deal(view, rng), skipped(view)
    for _ in range(TRIES if view.told or proved else 0):
        if fits_sayings(view, found[0]) and all(
            rng.random() < each.of(found[0][each.seat - 1]) for each in proved
        ):
            break
        found = _deal(view, rng)
    return found


def fits_sayings(view: View, hands: Sequence[Sequence[int]]) -> bool:
    """Whether these hands agree with all that was said of them."""
    deck = view.setup.deck
    return all(
        low <= sum(is_kind(deck, card, kind) for card in hands[seat - 1]) <= high
        for seat, kind, low, high in view.told
    )


def _deal(view: View, rng: random.Random) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    hands: list[list[int]] = [[] for _ in range(view.setup.seats)]
    deck: list[int] = []
    for pool in pools(view):
        cards = list(pool.cards)
        rng.shuffle(cards)
        for seat, size in pool.places:
            target = deck if seat == DECK else hands[seat - 1]
            target += cards[:size]
            del cards[:size]
    if view.seat:
        hands[view.seat - 1] = list(view.hand)
    return tuple(tuple(sorted(hand)) for hand in hands), tuple(sorted(deck))


def holds(view: View, seat: int, wanted: Callable[[int], bool]) -> float:
    """The probability that `seat` holds at least one card that `wanted` accepts (card numbers)."""
    if seat == view.seat:
        return float(any(wanted(card) for card in view.hand))
    if view.told or view.skips:
        return _holds_told(view, seat, wanted)
    none = 1.0
    for pool in pools(view):
        good = sum(1 for card in pool.cards if wanted(card))
        none *= 1 - any_of(len(pool.cards), good, dict(pool.places).get(seat, 0))
    return 1 - none


def _holds_told(view: View, seat: int, wanted: Callable[[int], bool]) -> float:
    """The same where hands have been spoken of: by counting, over how many of each kind and pool each seat can hold.

    Cards of one pool, one kind, one answer of `wanted` and one kind of each seat that skipped are exchangeable; seats of
    which nothing was said are dealt last, so only the seats that spoke or skipped and `seat` are enumerated.
    """
    deck, proved = view.setup.deck, {each.seat: each for each in skipped(view)}
    found = pools(view)
    alike = Counter(
        (number, kind, wanted(card), tuple([each.kind_of(card) for each in proved.values()]))
        for number, pool in enumerate(found)
        for kind in KINDS
        for card in pool.cards
        if is_kind(deck, card, kind)
    )
    groups = sorted((*each, count) for each, count in alike.items())
    speakers = sorted({who for who, *_ in view.told} | {*proved} | {seat})
    sizes = [tuple(dict(pool.places).get(who, 0) for pool in found) for who in speakers]
    bounds = [
        {kind: (low, high) for other, kind, low, high in view.told if other == who} for who in speakers
    ]

    def weight(who: int, taken: Sequence[int]) -> float:
        """How likely the hand is by the skips of its seat."""
        if who not in proved:
            return 1.0
        counts, place = [0] * len(proved[who].kinds), [*proved].index(who)
        for number, group in zip(taken, groups, strict=True):
            if number:
                counts[group[3][place]] += number
        return proved[who].ways.get(tuple(counts), 0.0)

    @cache
    def ways(at: int, left: tuple[int, ...]) -> tuple[float, float]:
        """Deals to the speakers from `at` on, of `left` cards a group: all, and those where `seat` has none wanted."""
        if at == len(speakers):
            return 1.0, 1.0
        every = none = 0.0
        for taken in _takings(groups, left, sizes[at]):
            if any(
                not low
                <= sum(n for n, group in zip(taken, groups, strict=True) if group[1] == kind)
                <= high
                for kind, (low, high) in bounds[at].items()
            ):
                continue
            chosen = weight(speakers[at], taken) * prod(
                comb(have, n) for have, n in zip(left, taken, strict=True)
            )
            rest = ways(at + 1, tuple(have - n for have, n in zip(left, taken, strict=True)))
            every += chosen * rest[0]
            bare = speakers[at] != seat or not any(
                n for n, group in zip(taken, groups, strict=True) if group[2]
            )
            none += chosen * rest[1] if bare else 0
        return every, none

    every, none = ways(0, tuple(group[-1] for group in groups))
    return 1 - none / every if every else 0.0


def _takings(
    groups: Sequence[tuple[Any, ...]], left: Sequence[int], sizes: Sequence[int]
) -> Iterator[tuple[int, ...]]:
    """All ways to take `sizes` cards a pool from the groups, as counts a group."""
    if not groups:
        if not any(sizes):
            yield ()
        return
    pool = groups[0][0]
    for count in range(min(left[0], sizes[pool]) + 1):
        after = tuple(size - count if number == pool else size for number, size in enumerate(sizes))
        # A pool that is passed must have been served.
        if any(after[number] for number in range(groups[1][0] if len(groups) > 1 else len(after))):
            continue
        for rest in _takings(groups[1:], left[1:], after):
            yield (count, *rest)


def share(total: int, good: int, drawn: int, hits: int) -> float:
    """Hypergeometric: the probability of exactly `hits` good ones among `drawn` of `total`."""
    if not 0 <= hits <= drawn or drawn - hits > total - good:
        return 0.0
    return comb(good, hits) * comb(total - good, drawn - hits) / comb(total, drawn)


def any_of(total: int, good: int, drawn: int) -> float:
    """The probability of at least one good one among `drawn` of `total`."""
    return 1 - share(total, good, drawn, 0)


def token_chances(position: View | State) -> dict[str, float]:
    """For each token the probability that it is the top of any one hidden stack."""
    total = sum(position.unseen)
    kinds = position.setup.kinds
    return {kind: copies / total for kind, copies in zip(kinds, position.unseen, strict=True) if copies}
