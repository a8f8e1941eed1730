"""What one seat heard between two of its views, in sentences: who played what, tokens, windows, cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from deduce.ground.wording import acts, as_is, run, say, seated, typed
from deduce.rulebook.heard import heard_since

if TYPE_CHECKING:
    from deduce.rulebook import View
    from deduce.rulebook.heard import Entry

_DEEDS: Final[Mapping[str, str]] = {
    "play": "play {a} on {b}",
    "special": "give {a} and {b} for the special action",
    "room": "choose {a}",
    "more": "turn a second token",
    "turn": "turn a token",
    "take": "collect {a}",
    "take there": "collect {a} in {b}",
    "collect": "collect it",
    "leave": "leave it there",
    "keep": "leave it there",
    "remove": "remove it",
    "figure": "lead figure {a}",
    "move": "move to {a}",
    "led": "lead it to {a}",
    "clear": "clear {a}",
    "draw": "draw on",
    "stop": "take no second action",
    "skip": "take no action",
    "answer": "propose the answer {a}",
    "agree": "agree",
    "object": "object",
}
"""What is done by a choice, as the rest of a key from its verb on; the words of the choice stand in its slots."""


def told(before: View, after: View, actor: int, move: object) -> list[str]:  # noqa: ARG001
    """All that the seat of both views has heard since (`heard_since`), in sentences."""
    return [_said(entry, after, before.table) for entry in heard_since(before, after, actor)]


def _said(entry: Entry, view: View, table: Mapping[str, Any]) -> str:
    """An entry in a sentence, from how the table lay before it: cards are drawn by the seat at turn."""

    def who(seat: int) -> str:
        return "" if seat == view.seat else seated(seat)

    if entry.kind == "choose":
        verb, *words = entry.value
        if verb == "done":
            what = "draw no more" if table["asked"] == "refill" else "stop there"
            return run(acts(who(entry.seat), what), ".")
        if verb == "answer":
            words = [as_is(" ".join(words))]
        elif verb == "take" and len(words) > 1:
            verb, words = "take there", words[::-1]
        elif verb == "move" and table["doing"] == "special":
            verb = "led"
        slots = {slot: typed(word) for slot, word in zip("ab", words, strict=False)}
        return run(acts(who(entry.seat), _DEEDS[verb], **slots), ".")
    if entry.kind == "roll":
        return say("The token is {token}.", token=typed(entry.value))
    verb, *rest = entry.said.split()
    if entry.kind in ("draw", "unseen") and verb in _CARDS:
        seat = int(rest[0]) if len(rest) > 1 else table["turn"]
        return _CARDS[verb](who(seat), entry.value)
    return run(view.setting.game.sentence(entry, view.setting.names), ".")


def _drawn(who: str, card: Any) -> str:
    return run(acts(who, "draw {card}", card=as_is(card)) if card else acts(who, "draw a card"), ".")


_CARDS: Final[Mapping[str, Callable[[str, Any], str]]] = {
    "card": _drawn,
    "deal": _drawn,
    "gas": lambda who, card: run(acts(who, "lose {card} to the gas", card=as_is(card)), "."),
    "camera": lambda _, card: say("A camera throws {card} away.", card=as_is(card)),
}
"""What a card does that comes or goes by chance, by the word with which its line begins."""
