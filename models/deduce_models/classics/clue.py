"""Clue: one suspect, one tool and one room are in the envelope; the other cards are in the players' hands.

A suggestion names one card of each kind. Going round from the player who suggests, the first one who holds any of them
must show one, secretly. The deck of 6 + 6 + 9 cards is the usual one; its names are plain words, and `cards`
takes any others.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence

from deduce import AtLeast, Exactly, Knowledge, Problem
from deduce.ground.errors import ProblemError, nearest
from deduce.ground.shown import Rows
from deduce.ground.wording import many
from deduce.questions import Question, Ranked, rank

CARDS: Mapping[str, Sequence[str]] = {
    "suspect": ("Amber", "Blue", "Coral", "Dove", "Ebony", "Fawn"),
    "tool": ("anvil", "bottle", "cord", "dart", "easel", "flask"),
    "room": ("attic", "bath", "cellar", "den", "entry", "foyer", "garden", "hall", "icehouse"),
}
ENVELOPE = "envelope"
NOBODY = "nobody"


class ClueProblem(Problem):
    """What could be at one table, before any hand is seen.

    Attributes:
        players: Their names, in seating order.
        me: Whose knowledge it is.
        holder: For each card, who has it.
        case: For each kind of card, which one is in the envelope.
    """

    def __init__(
        self,
        players: Sequence[str],
        me: str,
        hands: Sequence[int],
        cards: Mapping[str, Sequence[str]],
    ) -> None:
        super().__init__("clue")
        self.players, self.me, self.cards = tuple(players), me, cards
        every = [card for kind in cards.values() for card in kind]
        self.holder = self.variables("holder", every, [ENVELOPE, *players])
        self.case = self.variables("case", list(cards), lambda kind: cards[kind])
        for kind, names in cards.items():
            inside = [self.holder[card] for card in names]
            self.require(Exactly(1, inside, ENVELOPE), f"one {kind} is in the envelope")
            chosen = self.case[kind]
            for card in names:
                here = self.holder[card] == ENVELOPE
                self.require(
                    ((chosen == card) & here) | ((chosen != card) & ~here),
                    f"the {kind} in the envelope is {card} exactly if nobody holds {card}",
                )
        for player, size in zip(players, hands, strict=True):
            self.require(Exactly(size, self.holder, player), f"{player} holds {many(size, 'card')}")


def table(
    players: int | Sequence[str],
    me: int | str,
    my_hand: Sequence[str],
    *,
    hands: Sequence[int] | None = None,
    cards: Mapping[str, Sequence[str]] = CARDS,
) -> Knowledge:
    """What I know after the deal.

    Args:
        players: 2 to 6 names in seating order, or a number of players (then called P1, P2, ...).
        me: My name, or my seat from 1.
        my_hand: The cards I hold.
        hands: How many cards each player holds; by default dealt evenly, the first seats get what is over.
        cards: The names of the cards of each kind.

    Raises:
        ProblemError: Unknown players or cards, or hands that do not add up.
    """
    if isinstance(players, str) or not isinstance(players, (int, Sequence)):
        raise ProblemError(f"players is a list of names, or how many there are, not {players!r}")
    if isinstance(my_hand, str) or not isinstance(my_hand, Iterable):
        raise ProblemError(f"my_hand is a list of cards, not {my_hand!r}")
    names = [f"P{i}" for i in range(1, players + 1)] if isinstance(players, int) else list(players)
    if not 2 <= len(names) <= 6 or len(set(names)) != len(names):
        raise ProblemError(f"Clue is played by 2 to 6 players with different names, not {names}")
    if ENVELOPE in names or NOBODY in names:
        raise ProblemError(f"a player cannot be called {ENVELOPE!r} or {NOBODY!r}")
    if isinstance(me, int) and not 1 <= me <= len(names):
        raise ProblemError(f"seat {me} does not exist; seats are 1 to {len(names)}")
    mine = names[me - 1] if isinstance(me, int) else me
    if mine not in names:
        raise ProblemError(f"no player is called {mine!r}: {nearest(mine, names)}")
    every = [card for kind in cards.values() for card in kind]
    dealt = len(every) - len(cards)
    if hands is None:
        hands = [dealt // len(names) + (seat < dealt % len(names)) for seat in range(len(names))]
    if len(hands) != len(names) or sum(hands) != dealt:
        raise ProblemError(
            f"{many(dealt, 'card')} are dealt to {len(names)} players; hands of {list(hands)} do not add up to that"
        )
    problem = ClueProblem(names, mine, hands, cards)
    held = {_card(problem, card) for card in my_hand}
    if len(held) != len(my_hand) or len(held) != hands[names.index(mine)]:
        raise ProblemError(
            f"{mine} holds {many(hands[names.index(mine)], 'different card')}, not {', '.join(my_hand) or 'none'}"
        )
    knowledge = Knowledge(problem)
    for card in every:
        where = problem.holder[card]
        if card in held:
            knowledge = knowledge.observe(where == mine, f"I hold {card}", error=0.0)
        else:
            knowledge = knowledge.observe(where != mine, f"I do not hold {card}", error=0.0)
    return knowledge


def suggested(
    knowledge: Knowledge, by: str, cards: Sequence[str], shower: str | None, card: str | None = None
) -> Knowledge:
    """Learn from a suggestion: those between could not show a card, `shower` did (None: nobody did).

    Args:
        knowledge: What is known so far.
        by: Who suggested.
        cards: The cards named, one of each kind.
        shower: Who showed a card.
        card: Which card, if I saw it.

    Raises:
        ProblemError: Unknown players or cards, or a card shown that was not named.
    """
    problem = _problem(knowledge)
    _cards(problem, cards)
    named = ", ".join(cards)
    for player in _round(problem, by):
        if player == shower:
            break
        for each in cards:
            knowledge = knowledge.observe(
                problem.holder[each] != player, f"{player} could show none of {named}"
            )
    if shower is None:
        if card is not None:
            raise ProblemError(f"{card} was shown, but no player who showed it is given")
        return knowledge
    if shower not in _round(problem, by):
        raise ProblemError(f"{shower!r} cannot show a card: {nearest(shower, _round(problem, by))}")
    if card is None:
        held = AtLeast(1, [problem.holder[each] for each in cards], shower)
        return knowledge.observe(held, f"{shower} showed one of {named}")
    if card not in cards:
        raise ProblemError(f"{card!r} was not named: {nearest(card, cards)}")
    return knowledge.observe(problem.holder[card] == shower, f"{shower} showed {card}")


def question(knowledge: Knowledge, cards: Sequence[str]) -> Question:
    """My suggestion of `cards` as a question: who shows which card (``(player, card)``, or ``"nobody"``).

    A player who holds several of them is taken to choose one evenly.
    """
    problem = _problem(knowledge)
    _cards(problem, cards)
    others = _round(problem, problem.me)

    def answer(*holders: Hashable) -> dict[Hashable, float]:
        for player in others:
            shown = [card for card, holder in zip(cards, holders, strict=True) if holder == player]
            if shown:
                return {(player, card): 1 / len(shown) for card in shown}
        return {NOBODY: 1.0}

    scope = [problem.holder[card] for card in cards]
    return Question.chances(answer, scope, text=", ".join(cards))


def best(
    knowledge: Knowledge,
    objective: str = "entropy",
    *,
    room: str | None = None,
    limit: int | None = 5,
    samples: int = 20_000,
    rng: int = 0,
) -> Rows[Ranked]:
    """My best next suggestions: what each tells about the envelope.

    Exact while at most 200,000 deals are possible; beyond that from deals drawn evenly (`Ranked.label`).

    Args:
        knowledge: What I know.
        objective: One of `deduce.questions.OBJECTIVES`; sizes count possible envelopes.
        room: The room I am in, if only that one may be named (the first kind of card that has it counts).
        limit: How many to return; None for all.
        samples: Deals drawn where they are too many to list.
        rng: Seed for drawing.
    """
    problem = _problem(knowledge)
    if room is not None:
        _card(problem, room)
    kinds = [[room] if room in names else list(names) for names in problem.cards.values()]
    choices: list[tuple[str, ...]] = [()]
    for names in kinds:
        choices = [(*chosen, name) for chosen in choices for name in names if name is not None]
    asked = [question(knowledge, cards) for cards in choices]
    about = list(problem.case.values())
    return rank(knowledge, asked, objective, about=about, limit=limit, samples=samples, rng=rng)


def envelope(knowledge: Knowledge) -> dict[tuple[Hashable, ...], float]:
    """Every possible content of the envelope with its exact probability, likeliest first."""
    problem = _problem(knowledge)
    knowledge.count()  # raises Contradiction, with the conflict, when no deal is possible
    found = knowledge.worlds.project(list(problem.case.values()))
    chances = found.weights / found.weights.sum()
    contents = [
        tuple(v.domain[i] for v, i in zip(found.variables, row, strict=True)) for row in found.rows()
    ]
    pairs = zip(contents, chances.tolist(), strict=True)
    return dict(sorted(pairs, key=lambda pair: -pair[1]))


def _problem(knowledge: Knowledge) -> ClueProblem:
    if not isinstance(knowledge.problem, ClueProblem):
        raise ProblemError("this is no table of Clue; make one with clue.table(...)")
    return knowledge.problem


def _card(problem: ClueProblem, card: str) -> str:
    if card not in problem.holder:
        raise ProblemError(f"no card is called {card!r}: {nearest(card, problem.holder)}")
    return card


def _cards(problem: ClueProblem, cards: Sequence[str]) -> None:
    for card in cards:
        _card(problem, card)
    for kind, names in problem.cards.items():
        if len(cards) != len(problem.cards) or sum(card in names for card in cards) != 1:
            raise ProblemError(
                f"a suggestion names one {kind}, and one of each other kind, not {list(cards)}"
            )


def _round(problem: ClueProblem, by: str) -> list[str]:
    """The other players, in the order in which they are asked."""
    if by not in problem.players:
        raise ProblemError(f"no player is called {by!r}: {nearest(by, problem.players)}")
    seat = problem.players.index(by)
    return [*problem.players[seat + 1 :], *problem.players[:seat]]
