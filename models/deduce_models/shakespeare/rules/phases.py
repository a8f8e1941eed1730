"""What is to be decided at a position, by number."""

from __future__ import annotations

from deduce.ground.wording import say

(
    ORDER, SET_DRAW, COSTUME_DRAW, DRAFT_DEAL, DRAFT, DEAL, WAGER, ACTION, CRAFT, QUILL, OBJECTIVE, KEEP, UNDER,
    AMBIANCE_QUILL, AMBIANCE_BACK, REHEARSAL_QUILL, REST, OVER,
) = range(18)  # fmt: skip

NAMES: tuple[str, ...] = tuple(
    say(name)
    for name in (
        "the order of play is drawn",
        "elements of the set are drawn",
        "elements of costumes are drawn",
        "characters are dealt for the draft",
        "the draft",
        "characters are displayed",
        "the wager",
        "an action",
        "the work of a craft",
        "a white quill",
        "objectives are drawn",
        "which objective to keep",
        "which objective goes under the deck first",
        "a white quill of the ambiance",
        "a grey quill of the ambiance",
        "a white quill of a costume",
        "who stays awake",
        "the game is over",
    )
)
"""What is decided in each phase, for people."""

CHANCES = frozenset({ORDER, SET_DRAW, COSTUME_DRAW, DRAFT_DEAL, DEAL, OBJECTIVE})
"""The phases in which chance moves."""
