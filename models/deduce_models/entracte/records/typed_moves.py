"""A move as it is typed in a game under way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.ground.errors import RecordError
from deduce.ground.wording import as_is, say
from deduce.records.record import Line
from deduce.records.words import SHOWN, Word, expect_none, find, whole_number
from deduce_models.entracte.records.words import card_words, read_card, read_code
from deduce_models.entracte.rules.setup import PLAIN, EntracteMove, Kind, Setup

if TYPE_CHECKING:
    from deduce.rulebook import State, View

__all__ = ["parse_move"]

VERBS = {str(kind.name).lower(): kind for kind in Kind if kind is not Kind.MISS}


def parse_move(text: str, state: State | View) -> EntracteMove:
    """The move called `text`; see `Entracte.parse`."""
    line = Line(0, text, "")
    words = card_words(line)
    if not words:
        raise RecordError(say("expected a move, such as 'play' and a card, 'pass' or 'exchange'"))
    verb = list(VERBS)[find(words[0], list(VERBS), say("a move"), line)]
    kind, rest = VERBS[verb], words[1:]
    made: Setup = state.setup
    if kind is Kind.CODE:
        return made.code_moves[read_code(rest, made.parts, line)]
    if kind is Kind.GUESS:
        return _guess(rest, line, state)
    if kind in (Kind.PLAY, Kind.DRAW, Kind.PILE):
        table = {Kind.PLAY: made.plays, Kind.DRAW: made.draws, Kind.PILE: made.piles}[kind]
        return table[_card(rest, line, state, kind)]
    expect_none(rest, line)
    return PLAIN[kind]


def _card(words: list[Word], line: Line, state: State | View, kind: Kind) -> int:
    """The card meant: all of its values, or enough to tell it from the other cards of the hand."""
    parts = state.setup.parts
    card = read_card(words, parts, line)
    fits = [
        index
        for index, other in enumerate(parts.cards)
        if all(value is None or value == own for value, own in zip(card, other, strict=True))
    ]
    if kind is Kind.PLAY and len(fits) != 1:
        face = state.face
        hand = face.hands[face.turn - 1] if face.hands else face.hand
        in_hand = [index for index in fits if index in hand]
        fits = in_hand or fits
    if not words:
        raise line.error(
            say("expected a card: enough of its values to tell it from {number} others", number=len(fits)),
            len(line.text) + 1,
        )
    if len(fits) != 1:
        called = as_is(repr(parts.card_text(card)))
        raise line.error(
            say("{count} cards are {card}; name more of its values", count=len(fits), card=called)
            if fits
            else say("no card of the deck is {card}; name more of its values", card=called),
            words[0].column,
        )
    return fits[0]


def _guess(words: list[Word], line: Line, state: State | View) -> EntracteMove:
    names = state.setting.names
    if not words:
        raise line.error(say("expected a seat and a code, such as 'guess 2 season reverse'"))
    if words[0].text.isdigit():
        seat = whole_number(words[0].text) or 0
        if not 1 <= seat <= len(names):
            raise line.error(
                say(
                    "expected {what} from {low} to {high}, not {got}",
                    what=say("a seat"), low=1, high=len(names), got=as_is(words[0].text[:SHOWN]),
                ),
                words[0].column,
            )  # fmt: skip
    else:
        seat = find(words[0], names, say("a player"), line) + 1
    made: Setup = state.setup
    return made.guesses[seat][read_code(words[1:], made.parts, line)]
