"""What the lines of a record say against each other: turns, exchanges, lists of codes, and cards that cannot be there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from deduce.ground.errors import RecordError
from deduce.ground.wording import as_is, listing, say, typed
from deduce.records.gathering import Gathering
from deduce_models.entracte.components.codes import Partial, bits
from deduce_models.entracte.knowledge.evidence import TableStep
from deduce_models.entracte.rules.setup import HAND

if TYPE_CHECKING:
    from deduce_models.entracte.records.reading import Replay


def agree(a: Partial, b: Partial) -> bool:
    """Whether two cards, as far as they are known, may be one."""
    return all(x is None or y is None or x == y for x, y in zip(a, b, strict=True))


def whole(card: Partial) -> bool:
    """Whether every value of a card is known."""
    return bool(card) and None not in card


def only(card: Partial, cards: Sequence[Partial]) -> Partial:
    """The one card that a card known in part can be; itself where it may be several."""
    if all(value is None for value in card) or whole(card):
        return card
    fits = [other for other in cards if agree(card, other)]
    return fits[0] if len(fits) == 1 else card


def check_notes(told: Replay) -> None:
    """Refuse what cannot have been: cards in two places, wrong lists of codes. Raises `RecordError`, or several."""
    wrong = Gathering()
    for step in told.evidence.steps[:-1]:
        for check in (_lists, _cards):
            with wrong.each():
                check(told, step)
    wrong.settle()


def _lists(told: Replay, step: TableStep) -> None:
    if step.wrong:
        codes = listing([typed(told.evidence.setup.parts.codes[i].name) for i in bits(step.wrong)], ",")
        column = told.lines[step.number].text.index("[") + 1
        raise told.error(
            step.number, say("the list in [ ] and the cards disagree about {codes}", codes=codes), column
        )


def _cards(told: Replay, step: TableStep) -> None:
    """Cards in two places: every card exists once, and what was played stays in the row."""
    entry, evidence = step.entry, told.evidence
    if evidence.complete:
        return  # The rules check those, move by move.
    played = (entry.card,) if entry.kind == "play" and whole(entry.card) else ()
    for card in (*played, *filter(whole, entry.drawn)):
        if card in step.row:
            raise _twice(told, step, card)
    if not evidence.me:
        return
    me = evidence.names[evidence.me - 1]
    if entry.seat == evidence.me:
        _own(told, step)
    elif played and played[0] in step.hand and _hand_known(told, step):
        text = typed(evidence.setup.parts.card_text(played[0]))
        why = say("{card} is in the hand noted for {who}: who played it?", card=text, who=as_is(me))
        raise told.error(step.number, why)


def _twice(told: Replay, step: TableStep, card: Partial) -> RecordError:
    evidence = told.evidence
    text = typed(evidence.setup.parts.card_text(card))
    if card == evidence.start:
        return told.error(step.number, say("{card} is the first card of the row ('start:')", card=text))
    before = next(s for s in evidence.steps if s.entry.kind == "play" and s.entry.card == card)
    return told.error(
        step.number,
        say(
            "{card} lies in the row already: {who} played it on {place}",
            card=text, who=as_is(told.names[before.entry.seat - 1]), place=evidence.place(before.number),
        ),
    )  # fmt: skip


def _own(told: Replay, step: TableStep) -> None:
    """A play of the writer's comes from the hand as it is noted."""
    entry = step.entry
    if (
        entry.kind == "play"
        and _hand_known(told, step)
        and not any(agree(entry.card, c) for c in step.hand)
    ):
        parts = told.evidence.setup.parts
        hand = typed(" ; ".join(map(parts.card_text, step.hand)))
        who = as_is(told.names[entry.seat - 1])
        raise told.error(
            step.number, say("this card is not in the hand noted for {who}: {hand}", who=who, hand=hand)
        )
    known = [card for card in entry.drawn if whole(card)]
    kept = [] if entry.kind == "exchange" else [card for card in step.hand if card != entry.card]
    for place, card in enumerate(known):
        if card in known[:place] or card in kept:
            text = typed(told.evidence.setup.parts.card_text(card))
            raise told.error(step.number, say("{card} is in the hand noted already", card=text))


def _hand_known(told: Replay, step: TableStep) -> bool:
    """Whether all of the writer's cards are noted before a step, so that a card not among them is not there."""
    evidence = told.evidence
    held = HAND
    for before in evidence.steps[: step.number]:
        if before.entry.seat == evidence.me:
            if before.entry.kind == "unseen":
                return False
            held += before.draws - (before.entry.kind == "play")
            held = HAND if before.entry.kind == "exchange" else held
    return len(step.hand) == held and all(map(whole, step.hand))
