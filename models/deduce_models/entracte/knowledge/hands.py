"""What passes prove, exactly: hands as places where cards of the deck lie.

Whoever passes holds only blocked cards. How much that says of the code hangs on which hands there can be: on every card
that was seen elsewhere, on what was played from the same hand later, on what other hidden hands take away. So the cards
themselves are told of: a table of `deduce.rulebook` is led through what the seat saw of draws, plays and exchanges, and a
pass is one fact about the hand as it was then. Its variables say where each unseen card was ("hand of Bob"), beside the
code of everybody.

That needs a deck that is known: where a card of the row was noted in part, or is none of the deck, or a turn was missed,
passes say less, and `passes` tells what. So it does where the places are too many to count, which happens where four
players laid hands back.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import reduce
from operator import and_
from typing import TYPE_CHECKING, Any, Final

from deduce.ground.compat import override
from deduce.ground.errors import TooLarge
from deduce.language.constraints import AllDifferent, Constraint
from deduce.rulebook import EVERYBODY, Rulebook, Table
from deduce.rulebook.audience import ALL
from deduce.rulebook.heard import Event
from deduce.rulebook.places import Placed
from deduce.rulebook.setting import Setting
from deduce.worlds.compile import compile_diagram
from deduce_models.entracte.components.codes import Partial, bits
from deduce_models.entracte.components.parts import OPTIONS
from deduce_models.entracte.knowledge.evidence import Evidence, TableStep
from deduce_models.entracte.rules.setup import HAND, Kind

if TYPE_CHECKING:
    from deduce.language.variables import Variable
    from deduce.problem import Problem
    from deduce.rulebook import State
    from deduce.rulebook.zones import Zone
    from deduce.worlds.base import Worlds


class _Cards(Rulebook):
    """The cards of Entracte without its rules: what is told of them is what somebody saw."""

    name, title, seats, options = "entracte", "Entracte", range(2, 5), OPTIONS

    @override
    def rules(self, t: Table) -> Any:
        raise NotImplementedError


CARDS: Final = _Cards()

MOST_BYTES: Final = 1 << 28
"""The most memory that counting hands may take: a page serves several at a time."""


class Hands:
    """The cards of an evening as its writer saw them.

    Attributes:
        problem: The codes of all players and where each unseen card was.
        blocked: What each pass says, by the number of its entry: a constraint, or whether it is true.
        held: That a card was in the hand from which it was played, in the same way.
    """

    def __init__(self, told: Evidence) -> None:
        self.told, self.setup = told, told.setup
        setting = Setting(CARDS, len(told.names), self.setup.chosen, None, told.names)
        self._table = t = Table(setting, told.me)
        self._codes = t.variables("code", told.names, [code.name for code in self.setup.parts.codes])
        t.require(AllDifferent(self._codes), "each code is held once at most")
        self._names = [self.setup.parts.card_text(card) for card in self.setup.parts.cards]
        self._deck = t.deck("cards", self._names)
        self._hands = {seat: t.zone(f"hand of {t.name(seat)}", seat, of=self._deck) for seat in t.seats}
        passes, plays = self._led()
        self.problem = Placed("entracte", t)
        self.blocked = {number: t.lowered(fact) for number, fact in passes.items()}
        self.held = {number: t.lowered(event.about) for number, event in plays.items()}
        self.problem = Placed("entracte", t)

    @property
    def worlds(self) -> Worlds | None:
        """The worlds before anything was said, codes of those who passed behind other codes and before the cards.

        So where cards lie hangs on these codes alone, and on how many came to each hand. None where the library chooses.
        """
        told = self.told
        passed = {entry.seat for entry in told.entries if entry.kind == "pass"}
        order = sorted(self._codes, key=lambda name: told.names.index(name) + 1 in passed)
        codes = [self._codes[name] for name in order]
        rest = [variable for variable in self.problem.scope if variable not in set(codes)]
        rules = [rule.content for rule in self.problem.rules if isinstance(rule.content, Constraint)]
        try:
            return compile_diagram(self.problem.scope, rules, order=(*codes, *rest), max_bytes=MOST_BYTES)
        except TooLarge:
            return None

    def draws(self, world: Mapping[Any, Any], rng: random.Random) -> dict[tuple[int, int], int]:
        """Unseen draws that a world may come of, evenly: the card (its number) of the n-th draw of a seat, by both."""
        number = {name: place for place, name in enumerate(self._names)}
        draws = dict(self.problem.places.draws(world, rng))
        named = {f"hand of {name}": seat for seat, name in enumerate(self.told.names, 1)}
        found = {}
        for name, card in draws.items():
            hand, _, count = name.rpartition(", card ")
            found[named[hand], int(count)] = number[card]
        return found

    def _led(self) -> tuple[dict[int, Any], dict[int, Event]]:
        """Lead the table through the evening; gives the facts of passes and the events of cards that left hands."""
        t, told = self._table, self.told
        for seat in t.seats:
            known = self._known(told.hands[seat - 1], HAND) if seat == told.me else [None] * HAND
            for card in known:
                t.drew(t.draw(self._deck, to=self._hands[seat]), card)
        t.drew(t.draw(self._deck, seen_by=EVERYBODY), self._name(told.start))
        passes: dict[int, Any] = {}
        plays: dict[int, Event] = {}
        for step in told.steps[:-1]:
            kind, seat, back = step.entry.kind, step.entry.seat, None
            if kind == "play":
                before = len(t.log)
                t.take(self._hands[seat], self._name(step.entry.card))
                plays.update((step.number, event) for event in t.log[before:])
            elif kind == "pass":
                passes[step.number] = fact = self._blocked(step)
                t.note(Event(ALL, "tell", 0, "a pass", True, fact))
            elif kind == "exchange":
                back = t.set_aside(self._hands[seat])
            known = self._known(step.entry.drawn, step.draws) if seat == told.me else [None] * step.draws
            for card in known:
                self._drawn(seat, card, back)
            if back is not None:
                t.shuffle_in(self._deck, back)
        return passes, plays

    def _drawn(self, seat: int, card: str | None, back: Zone | None) -> None:
        source = self._deck if len(self._deck) or back is None else back
        if len(source):
            self._table.drew(self._table.draw(source, to=self._hands[seat]), card)

    def _known(self, cards: tuple[Partial, ...], count: int) -> list[str | None]:
        """The names of cards that were noted; None each where they were not."""
        return [self._name(card) for card in cards] if len(cards) == count else [None] * count

    def _name(self, card: Partial) -> str:
        return self._names[self.setup.parts.number[card]]

    def _blocked(self, step: TableStep) -> Any:
        """The fact that every card of a hand is blocked by its owner's code after the last card of the row."""
        hand, code = self._hands[step.entry.seat], self._codes[self.told.names[step.entry.seat - 1]]
        row = self.setup.restrict[self.setup.parts.number[step.last]]
        facts = []
        for card, mask in zip(self._names, row, strict=True):
            out = ~hand.any(card)
            barred = [self.setup.parts.codes[index].name for index in bits(mask)]
            facts.append(out | code.is_in(barred) if barred else out)
        return reduce(and_, facts)


def where_cards_are(state: State, problem: Problem) -> dict[Variable, Any]:
    """What the variables of a problem made here are in a position, those of the codes left out; none of any other."""
    if not isinstance(problem, Placed):
        return {}
    cards, drawn, counts = state.setup.parts.cards, dict[str, str](), [0] * (state.seats + 1)
    for seat, move in state.log:
        if move.kind is Kind.DRAW and seat:
            counts[seat] += 1
            drawn[f"hand of {state.setting.names[seat - 1]}, card {counts[seat]}"] = (
                state.setup.parts.card_text(cards[move.item])
            )
    return problem.places.truth({}, drawn)
