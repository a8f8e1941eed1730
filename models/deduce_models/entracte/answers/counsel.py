"""``deduce advise RECORD``: from a record to advice for the seat whose turn it has come to."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from deduce.errors import ProblemError
from deduce.games.base import CHANCE, Advice
from deduce.report import Report
from deduce_models.entracte.advice.advice import SAMPLES, advise, token_advice, turn_advice
from deduce_models.entracte.advice.value import Outlook
from deduce_models.entracte.answers.claims import cut
from deduce_models.entracte.components.parts import Card
from deduce_models.entracte.knowledge.belief import Belief
from deduce_models.entracte.knowledge.model import knowledge_of, masks_of
from deduce_models.entracte.records.grammar import Evening, next_turn
from deduce_models.entracte.records.positions import state_of
from deduce_models.entracte.records.words import Partial
from deduce_models.entracte.rules.setup import EXCHANGE, STOP, EntracteMove, Kind

__all__ = ["counsel", "hand_of"]


def counsel(
    evening: Evening,
    *,
    seat: int | None = None,
    until: str | None = None,
    rng: int = 0,
    time_limit: float | None = None,  # noqa: ARG001 - advice takes milliseconds, far below any limit
) -> Report:
    """Advice for the seat to move (a complete record), or for the writer's hand (one seat's record).

    Raises `ProblemError` when the record does not tell enough: no writer, no own code, cards missing.
    """
    told = cut(evening, until)
    if told.complete and not told.me:
        state = state_of(told)
        if state.actor is CHANCE or state.actor is None:
            raise ProblemError(
                "nobody has to decide at the end of this record; try an earlier line (until)"
            )
        actor = int(state.actor)
        if seat not in (None, actor):
            raise ProblemError(f"{told.names[actor - 1]} (seat {actor}) is to move, not seat {seat}")
        return _report(told.names[actor - 1], advise(state.view(actor), rng=rng, names=told.names))
    if not told.me or seat not in (None, told.me):
        raise ProblemError("advice is for the writer of the record: it needs 'me:', 'code:' and 'hand:'")
    report = _report(told.names[told.me - 1], _for_writer(told, rng))
    waiting = next_turn(told)
    if waiting == told.me:
        return report
    note = f"(It is {told.names[waiting - 1]}'s turn; this is what the cards would be worth now.)"
    return Report(f"{note}\n{report.text}", {**report.data, "waiting": told.names[waiting - 1]})


def hand_of(told: Evening) -> tuple[Card, ...]:
    """The writer's hand now. Raises `ProblemError` when it was not fully noted."""
    hand: list[Partial] = list(told.hands[told.me - 1])
    if not hand:
        raise ProblemError("the record does not say which cards you hold: add 'hand: CARD ; CARD ; CARD'")
    for entry in told.entries:
        if entry.seat != told.me:
            continue
        if entry.kind == "exchange":
            hand = []
        elif entry.kind == "play":
            if entry.card not in hand:
                raise entry.error("this card is not in the hand that was noted (was a draw left out?)")
            hand.remove(entry.card)
        hand += entry.drawn
    cards = tuple(_whole(card) for card in hand)
    if not cards:
        raise ProblemError("the hand after the exchange was not noted: add '; draws CARD / CARD / CARD'")
    return cards


def _whole(card: Partial) -> Card:
    values = tuple(value for value in card if value is not None)
    if len(values) != len(card):
        raise ProblemError("advice needs every value of the last card and of the cards in hand")
    return values


def _for_writer(told: Evening, rng: int) -> list[Advice[EntracteMove]]:
    setup, me = told.setup, told.me
    code = told.codes[me - 1]
    if not code:
        raise ProblemError("advice needs your own code: add 'code:' to the header")
    hand = hand_of(told)
    row = [told.start, *(entry.card for entry in told.entries if entry.kind in ("play", "unseen"))]
    last = _whole(row[-1] or (None,))
    moves: list[tuple[EntracteMove, Card]] = [
        (EntracteMove(Kind.PLAY, -1, 0, f"play {setup.parts.card_text(card)}"), card)
        for card in hand
        if setup.competitive or not setup.barred(last, card) & code
    ]
    if not any(entry.kind == "exchange" and entry.seat == me for entry in told.entries):
        moves.append((EXCHANGE, ()))
    if setup.competitive:
        return token_advice(setup, me, last, moves, _worlds(told, rng), told.names)
    moves.append((STOP, ()))
    mine, public = Belief(masks_of(told)), Belief(masks_of(told, public=True))
    mine = mine.knowing(me, code)
    if not mine.count:
        knowledge_of(told).count()  # raises the contradiction, with its conflict
    seen = frozenset([*(card for card in row if None not in card), *hand])
    outlook = Outlook(setup, me, code, mine, public, last, seen)  # type: ignore[arg-type]  # whole cards
    return turn_advice(outlook, moves, told.names)


def _worlds(told: Evening, rng: int) -> list[list[int]]:
    """Sampled worlds of a competitive record, as masks by seat."""
    index = {code.name: position for position, code in enumerate(told.setup.parts.codes)}
    worlds = []
    for world in knowledge_of(told).sample(SAMPLES, random.Random(rng).getrandbits(32)):
        masks = [0] * len(told.names)
        for variable, holder in world.items():
            if holder in told.names:
                masks[told.names.index(str(holder))] |= 1 << index[variable.name.partition("[")[2][:-1]]
        worlds.append(masks)
    return worlds


def _report(name: str, ranked: Sequence[Advice[EntracteMove]]) -> Report:
    rows = [f"Advice for {name}:"]
    for number, item in enumerate(ranked, 1):
        value = f"{item.value:.2f}" if math.isfinite(item.value) else "end"
        error = f" +- {item.error:.2f}" if item.error else ""
        rows.append(f"{number:>2}. {item.move}  [{value}{error}]  {item.reason}")
    return Report("\n".join(rows), {"player": name, "advice": [_plain(item) for item in ranked]})


def _plain(item: Advice[EntracteMove]) -> dict[str, object]:
    data = item.to_dict()
    return {**data, "value": item.value if math.isfinite(item.value) else None}
