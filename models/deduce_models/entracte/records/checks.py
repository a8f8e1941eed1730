"""What the lines of a record say against each other: turns, exchanges, lists of codes, and cards that cannot be there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deduce.ground.errors import RecordError
from deduce.records.gathering import Gathering
from deduce_models.entracte.components.codes import Partial, bits
from deduce_models.entracte.knowledge.evidence import Noted, TableStep
from deduce_models.entracte.records.replay import Replay
from deduce_models.entracte.rules.setup import HAND

__all__ = ["check_notes", "completed"]


def agree(a: Partial, b: Partial) -> bool:
    """Whether two cards, as far as they are known, may be one."""
    return all(x is None or y is None or x == y for x, y in zip(a, b, strict=True))


def whole(card: Partial) -> bool:
    """Whether every value of a card is known."""
    return bool(card) and None not in card


def completed(
    entries: Sequence[Noted], hand: tuple[Partial, ...], me: int, deck: Sequence[Partial]
) -> Iterator[Noted]:
    """The entries with each card that was noted in part completed where only one card fits.

    A play of `me` comes from the hand noted at the start (empty: not noted) and the draws noted since; every other
    card from `deck` (empty: which cards there are is not known).
    """
    held = list(hand) if len(hand) == HAND else None
    for entry in entries:
        drawn = tuple(_only(card, deck) for card in entry.drawn)
        entry = entry._replace(drawn=drawn, card=_only(entry.card, deck) if entry.card else entry.card)
        if entry.seat == me and held is not None and entry.turn:
            if entry.kind == "play":
                entry = entry._replace(card=_only(entry.card, held))
                # A play of which two cards of the hand may be meant leaves the hand open.
                held = [card for card in held if card != entry.card] if entry.card in held else None
            elif entry.kind == "unseen":
                held = None
            if held is not None and entry.kind == "play":
                held = [*held, *drawn] if drawn else None
        elif entry.seat == me and entry.kind == "exchange":
            held = list(drawn) if len(drawn) == HAND else None
        yield entry


def _only(card: Partial, cards: Sequence[Partial]) -> Partial:
    if all(value is None for value in card) or whole(card):
        return card
    fits = [other for other in cards if agree(card, other)]
    return fits[0] if len(fits) == 1 else card


def check_notes(told: Replay, wrong: Gathering, unread: frozenset[int] = frozenset()) -> None:
    """Gather what cannot have been: turns out of order, second exchanges, cards in two places, wrong lists of codes.

    A line forgotten at the table shows here. `unread` are the numbers of entries that were not understood and are
    missing: of the turn after one of them nothing is said.
    """
    declared = 0
    for step in told.evidence.steps[:-1]:
        if step.number in unread:
            continue
        for check in (_order, _lists, _cards):
            with wrong.each():
                if check is not _order or step.number - 1 not in unread:
                    check(told, step)
        with wrong.each():
            declared = _declared(told, step, declared)


def _declared(told: Replay, step: TableStep, declared: int) -> int:
    entry = step.entry
    if entry.kind != "declare":
        return declared
    if not told.evidence.setup.competitive:
        raise told.error(
            step.number, "nobody declares in the cooperative game; add 'mode: competitive'?", 1
        )
    if declared >> entry.seat & 1:
        raise told.error(step.number, f"{told.names[entry.seat - 1]} has declared already", 1)
    return declared | 1 << entry.seat


def _order(told: Replay, step: TableStep) -> None:
    entry, names = step.entry, told.names
    if entry.kind == "exchange" and step.exchanged >> entry.seat & 1:
        raise told.error(step.number, f"{names[entry.seat - 1]} has exchanged already: once a game", 1)
    if (entry.turn or entry.kind in ("exchange", "stop")) and entry.seat != step.due:
        missed = names[step.due - 1]
        message = f"it is {missed}'s turn; for a turn that was missed write '{missed} ?'"
        raise told.error(step.number, message, 1)


def _lists(told: Replay, step: TableStep) -> None:
    if step.wrong:
        codes = ", ".join(told.evidence.setup.parts.codes[i].name for i in bits(step.wrong))
        column = told.lines[step.number].text.index("[") + 1
        raise told.error(step.number, f"the list in [ ] and the cards disagree about {codes}", column)


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
        text = evidence.setup.parts.card_text(played[0])
        raise told.error(step.number, f"{text} is in the hand noted for {me}: who played it?")


def _twice(told: Replay, step: TableStep, card: Partial) -> RecordError:
    evidence = told.evidence
    text = evidence.setup.parts.card_text(card)
    if card == evidence.start:
        return told.error(step.number, f"{text} is the first card of the row ('start:')")
    before = next(s for s in evidence.steps if s.entry.kind == "play" and s.entry.card == card)
    who = told.names[before.entry.seat - 1]
    return told.error(
        step.number, f"{text} lies in the row already: {who} played it on {evidence.place(before.number)}"
    )


def _own(told: Replay, step: TableStep) -> None:
    """A play of the writer's comes from the hand as it is noted."""
    entry = step.entry
    if (
        entry.kind == "play"
        and _hand_known(told, step)
        and not any(agree(entry.card, c) for c in step.hand)
    ):
        parts = told.evidence.setup.parts
        hand = " ; ".join(map(parts.card_text, step.hand))
        raise told.error(
            step.number, f"this card is not in the hand noted for {told.names[entry.seat - 1]}: {hand}"
        )
    known = [card for card in entry.drawn if whole(card)]
    kept = [] if entry.kind == "exchange" else [card for card in step.hand if card != entry.card]
    for place, card in enumerate(known):
        if card in known[:place] or card in kept:
            text = told.evidence.setup.parts.card_text(card)
            raise told.error(step.number, f"{text} is in the hand noted already")


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
