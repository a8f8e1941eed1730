"""From positions and views to records, and from complete records back to positions."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from deduce.errors import IllegalMove, ProblemError
from deduce.games.base import CHANCE
from deduce_models.entracte.components.codes import bits
from deduce_models.entracte.records.entries import Entry
from deduce_models.entracte.records.grammar import Evening
from deduce_models.entracte.records.words import Partial
from deduce_models.entracte.rules.phases import CLAIM, DRAWING
from deduce_models.entracte.rules.setup import (
    AGREE,
    DECLARE,
    EXCHANGE,
    HIDDEN,
    PASS,
    REFUSE,
    SILENT,
    STOP,
    EntracteMove,
    Kind,
)
from deduce_models.entracte.rules.state import EntracteState, first_state
from deduce_models.entracte.rules.views import EntracteView

__all__ = ["NAMES", "evening_of", "state_of"]

NAMES = ("Ann", "Bob", "Cid", "Dee")

_PLAIN = {
    Kind.PASS: "pass",
    Kind.EXCHANGE: "exchange",
    Kind.STOP: "stop",
    Kind.AGREE: "agree",
    Kind.REFUSE: "refuse",
    Kind.DECLARE: "declare",
}


def evening_of(position: EntracteState | EntracteView, names: Sequence[str] = ()) -> Evening:
    """The record of a position: a referee's of a state, one seat's of a view."""
    setting = position.setup
    names = tuple(names) or NAMES[: setting.players]
    if len(names) != setting.players:
        raise ProblemError(f"{setting.players} players need {setting.players} names, not {len(names)}")
    public = position.view(0) if isinstance(position, EntracteState) else position
    me = position.seat if isinstance(position, EntracteView) else 0
    cards = setting.parts.cards
    codes, dealt = [0] * setting.players, [()] * setting.players  # type: list[int], list[tuple[Partial, ...]]
    start: Partial = (None,) * len(setting.parts.types)
    entries: list[Entry] = []
    played = 0
    for seat, move in position.log:
        if move is HIDDEN or (move.kind is Kind.CODE and not seat):
            continue
        if move.kind is Kind.CODE:
            codes[seat - 1] |= 1 << move.item
        elif move.kind is Kind.DRAW and seat == 0:
            start = cards[move.item]
        elif move.kind is Kind.DRAW and not entries:
            dealt[seat - 1] = (*dealt[seat - 1], cards[move.item])
        elif move.kind is Kind.DRAW:
            entries[-1] = replace(entries[-1], drawn=(*entries[-1].drawn, cards[move.item]))
        elif move.kind is Kind.PLAY:
            played += 1
            entries.append(Entry("play", seat, cards[move.item], tokens=public.tokens[played]))
        elif move.kind is Kind.PILE:
            entries.append(Entry("pile", seat, drawn=(cards[move.item],)))
        elif move.kind is Kind.GUESS:
            guess = (move.seat, move.item)
            if entries and entries[-1].kind == "guess" and entries[-1].seat == seat:
                entries[-1] = replace(entries[-1], guesses=(*entries[-1].guesses, guess))
            else:
                entries.append(Entry("guess", seat, guesses=(guess,)))
        elif move.kind in _PLAIN:
            entries.append(Entry(_PLAIN[move.kind], seat))
    hands = tuple(tuple(sorted(hand)) for hand in dealt)
    return Evening(setting, names, me, tuple(codes), start, hands, tuple(entries))


def state_of(evening: Evening) -> EntracteState:
    """Replay a complete record. Raises `RecordError` at the line that breaks a rule or the tokens."""
    if not evening.complete:
        raise ProblemError(
            "this record is one seat's view; a complete one has codes: and hands: of all seats"
        )
    setting = evening.setup
    state = first_state(setting)
    header = Entry("deal", 1, line=evening.lines.get("hands"))
    for mask in evening.codes:
        for code in bits(mask):
            state = state.play(setting.code_moves[code])
    for hand in evening.hands:
        for card in hand:
            state = _take(state, card, header)
    state = _take(state, evening.start, Entry("deal", 1, line=evening.lines.get("start")))
    for entry in evening.entries:
        state = _apply(_until_asked(state, entry), entry)
    return _silence(state)


def _silence(state: EntracteState) -> EntracteState:
    while state.phase == CLAIM:
        state = state.play(SILENT)
    return state


def _until_asked(state: EntracteState, entry: Entry) -> EntracteState:
    while state.phase == CLAIM and not (entry.kind == "declare" and state.asked == entry.seat):
        state = state.play(SILENT)
    return state


def _apply(state: EntracteState, entry: Entry) -> EntracteState:
    """One entry, with its draws, checked against the rules and the tokens."""
    if entry.kind in ("sure", "unseen"):
        if entry.kind == "unseen":
            raise entry.error("a complete record has no missed turns")
        return state
    if entry.kind == "pile":
        return _take(state, entry.drawn[0] if entry.drawn else (), entry)
    if state.actor != entry.seat:
        raise entry.error(f"it is not this player's move: {_waiting(state)}", 1)
    for move in _moves(state, entry):
        try:
            state = state.play(move)
        except IllegalMove as error:
            raise entry.error(str(error)) from error
    if entry.kind == "play" and not entry.unsure:
        truth = state.view(0).tokens[-1]
        if truth != entry.tokens:
            wrong = ", ".join(f"seat {seat}" for seat in bits(truth ^ entry.tokens))
            raise entry.error(f"the tokens are not what the codes demand: {wrong}")
    for card in entry.drawn:
        state = _take(state, card, entry)
    if state.phase == DRAWING or (state.actor is CHANCE and entry.kind == "exchange"):
        raise entry.error("a complete record says which card was drawn: '; draws CARD'")
    return state


def _waiting(state: EntracteState) -> str:
    return (
        "chance moves"
        if state.actor is CHANCE
        else f"seat {state.actor} moves"
        if state.actor
        else "it is over"
    )


def _moves(state: EntracteState, entry: Entry) -> list[EntracteMove]:
    setting = state.setup
    if entry.kind == "play":
        return [setting.plays[_card(state, entry.card, entry)]]
    if entry.kind == "guess":
        return [setting.guesses[seat][code] for seat, code in entry.guesses]
    plain = {
        "pass": PASS,
        "exchange": EXCHANGE,
        "stop": STOP,
        "agree": AGREE,
        "refuse": REFUSE,
        "declare": DECLARE,
    }
    return [plain[entry.kind]]


def _card(state: EntracteState, card: Partial, entry: Entry) -> int:
    try:
        return state.setup.parts.cards.index(card)
    except ValueError:
        text = state.setup.parts.card_text(card)
        raise entry.error(
            f"no card of the deck is {text or 'like this'!r}; all values are needed"
        ) from None


def _take(state: EntracteState, card: Partial, entry: Entry) -> EntracteState:
    item = _card(state, card, entry)
    table = state.setup.piles if entry.kind == "pile" else state.setup.draws
    try:
        return state.play(table[item])
    except IllegalMove as error:
        raise entry.error(f"{state.setup.parts.card_text(card)}: this card cannot be drawn now") from error


def random_evening(state: EntracteState, rng: random.Random) -> EntracteState:
    """A random play-out from `state` to the end."""
    while state.actor is not None:
        if state.actor is CHANCE:
            state = state.play(state.draw(rng))
        else:
            moves = state.moves()
            state = state.play(moves[int(rng.random() * len(moves))])
    return state
