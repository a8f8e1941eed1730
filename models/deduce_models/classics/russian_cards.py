"""Russian cards: seven cards, three to Anne, three to Bill, one to Eve.

Anne and Bill tell each other their hands by public announcements, and Eve must not learn of any card but her
own who holds it. Anne names some hands, one of them hers; Bill can then tell the deal and names Eve's card.
That the announcement is safe must be common knowledge. Source: H. van Ditmarsch, "The Russian Cards Problem",
Studia Logica 75 (2003); from the Moscow Mathematics Olympiad 2000.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from deduce import Exactly, Fact, Problem, ProblemError
from deduce.agents import CommonKnowledge, Formula, KnowsValue, Possible, Situation
from deduce.agents.formulas import AllOf
from deduce.language.facts import And, Or
from deduce.language.variables import Family

PLAYERS = ("Anne", "Bill", "Eve")
Hand = tuple[int, ...]


def deal() -> tuple[Situation, Family[int]]:
    """All 140 deals, each player having looked at the own hand; and ``holder[card]``."""
    problem = Problem("Russian cards")
    holder = problem.variables("holder", range(7), PLAYERS)
    for player, cards in zip(PLAYERS, (3, 3, 1), strict=True):
        problem.require(Exactly(cards, holder, player))
    start = Situation(problem, PLAYERS)
    for player in PLAYERS:
        start = start.look(player, *(holder[card] == player for card in holder))
    return start, holder


def holds(holder: Family[int], player: str, hand: Iterable[int]) -> Fact:
    """The player holds all cards of `hand`."""
    return And(*(holder[card] == player for card in hand))


def one_of(holder: Family[int], player: str, hands: Iterable[Iterable[int]]) -> Fact:
    """The player's hand is one of `hands`."""
    return Or(*(holds(holder, player, hand) for hand in hands))


def ignorant(holder: Family[int]) -> Formula:
    """Of no card but her own Eve knows who holds it."""
    return AllOf(
        *(
            (holder[card] == "Eve")
            | (Possible("Eve", holder[card] == "Anne") & Possible("Eve", holder[card] == "Bill"))
            for card in holder
        )
    )


def tells_bill(holder: Family[int]) -> Formula:
    """Bill knows the whole deal, Eve no card but her own, and all know that this is so."""
    return CommonKnowledge(PLAYERS, KnowsValue("Bill", holder) & ignorant(holder))


def is_safe(hands: Iterable[Iterable[int]]) -> bool:
    """Whether Anne, holding one of `hands`, may say "I have one of these" to good effect.

    Safe means: whichever of the hands is hers, Bill then knows the deal and Eve nothing, commonly known;
    and this stays so for Eve after Bill names Eve's card, when Anne knows the deal as well.

    Raises `ProblemError` for hands that are not three different cards of 0 to 6.
    """
    named = [tuple(hand) for hand in hands]
    if not named or any(len(set(hand)) != 3 or not set(hand) <= set(range(7)) for hand in named):
        raise ProblemError(f"hands are three different cards of 0 to 6 each, not {named!r}")
    return _safe(*deal(), named)


def _safe(start: Situation, holder: Family[int], hands: Iterable[Hand]) -> bool:
    after = start.announce(one_of(holder, "Anne", hands), by="Anne")
    if not after.holds(tells_bill(holder)):
        return False
    both = KnowsValue("Anne", holder) & KnowsValue("Bill", holder) & ignorant(holder)
    worlds = after.worlds
    eves = [card for card in holder if "Eve" in worlds.possible(holder[card])]
    said = [after.announce(holder[card] == "Eve", by="Bill") for card in eves]
    return all(told.holds(CommonKnowledge(PLAYERS, both)) for told in said)


def safe_announcements(hand: Hand = (0, 1, 2)) -> Iterator[tuple[Hand, ...]]:
    """All safe announcements with `hand` among the hands named.

    Two hands with two cards in common would leave Bill in doubt in some deal, so only sets of hands that
    share at most one card, pair by pair, are tried; each of those is judged as `is_safe` does.
    """
    start, holder = deal()
    others: list[Hand] = [other for other in combinations(range(7), 3) if len(set(other) & set(hand)) <= 1]

    def grown(chosen: tuple[Hand, ...], rest: list[Hand]) -> Iterator[tuple[Hand, ...]]:
        yield chosen
        for i, other in enumerate(rest):
            fits = [later for later in rest[i + 1 :] if len(set(later) & set(other)) <= 1]
            yield from grown((*chosen, other), fits)

    return (hands for hands in grown((hand,), others) if _safe(start, holder, hands))
