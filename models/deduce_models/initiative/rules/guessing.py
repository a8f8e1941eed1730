"""Windows and answers: what is open, and which answers may be proposed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.ground.wording import as_is, say
from deduce_models.initiative.rules.setup import Setup

if TYPE_CHECKING:
    from deduce_models.initiative.rules.state import Lying

VERDICTS = ("the answer was right", "the answer was wrong")
"""Why a mission ended, when an answer was compared with the card."""


def windows(state: Lying) -> tuple[tuple[str, ...], ...]:
    """The text in every window, '' where it is closed. An answer that was compared opens all of them."""
    if state.cause in VERDICTS:
        return state.secret
    ids, opened = state.setup.ids, state.opened
    return tuple(
        tuple(
            text if window.shown or (window.glyph and opened >> ids[window.glyph] & 1) else ""
            for window, text in zip(word, texts, strict=True)
        )
        for word, texts in zip(state.setup.front.words, state.secret, strict=True)
    )


def fits(setup: Setup, shown: tuple[tuple[str, ...], ...], words: tuple[str, ...]) -> bool:
    """Whether `words` may be proposed: right lengths and symbols, agreeing with every open window."""
    return not slip(setup, shown, words)


def slip(setup: Setup, shown: tuple[tuple[str, ...], ...], words: tuple[str, ...]) -> str:
    """What is wrong with `words` as an answer, or ''."""
    front = setup.front
    try:
        if words != front.spelling(" ".join(words)):
            return say("an answer is written in capitals")
    except ValueError as error:
        return str(error)
    means: dict[str, str] = {}
    for place, word in zip(front.answer, words, strict=True):
        start = 0
        for window, text in zip(front.words[place], shown[place], strict=True):
            part = word[start : start + window.size]
            start += window.size
            if text and text != part:
                return say("an open window shows {text}, not {part}", text=as_is(text), part=as_is(part))
            if window.glyph and means.setdefault(window.glyph, part) != part:
                return say(
                    "the glyph {glyph} cannot stand for {first} and {other}",
                    glyph=as_is(window.glyph),
                    first=as_is(means[window.glyph]),
                    other=as_is(part),
                )
    return ""
