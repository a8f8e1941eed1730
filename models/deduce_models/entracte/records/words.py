"""The words of Entracte's lines: what can be done, who puts tokens, what cards and codes are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from deduce.ground.wording import say
from deduce.records.features import Called
from deduce.rulebook.deeds import Deed, Lexicon
from deduce.rulebook.plain import Deeds
from deduce.rulebook.setting import Setting
from deduce_models.entracte.components.parts import Components
from deduce_models.entracte.rules.setup import HAND, Setup

KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "play": ("plays", "played", "puts", "lays"),
    "pass": ("passes", "skips"),
    "exchange": ("exchanges", "swaps", "changes", "new"),
    "miss": ("?", "missed"),
    "sure": ("sure", "knows"),
    "declare": ("declares",),
    "pile": ("piles",),
    "stop": ("stops", "proposes"),
    "agree": ("agrees", "ok", "yes"),
    "refuse": ("refuses", "disagrees", "rejects", "declines"),
    "guess": ("guesses", "says", "announces", "thinks", "believes", "supposes"),
}
"""Kinds of what is noted, each with its verbs; the first is that of the record."""
VOTES: Final = ("stop", "agree", "refuse")
BESIDE: Final = ("sure", "pile", "guess")
"""Kinds that are said beside the turns; of notes with gaps votes, too."""
TOKENS: Final = ("tokens", "token", "signals", "signal", "reacts", "puts", "put", "gives", "adds")
DRAWS: Final = ("draws", "draw", "drew", "drawn")
OWN: Final = frozenset(("his", "her", "own", "my"))
QUIET: Final = frozenset(("by", "from", "under", "us", "codes", "turn", "hand", "cards"))
PLAIN: Final = frozenset(("code", "stop"))
"""Say nothing behind what has no card."""
TURN: Final = frozenset(("all", "3", "three", ";"))
"""Say nothing behind a pass or an exchange, which is of all three cards."""
DOWN: Final = "'puts down' may tell the hand or nothing: write 'plays down', or 'plays'"
ARTICLE: Final = r"\b(plays?|played|puts?|lays?|laid) a"
SAID: Final = (
    (r"^\s*my (?:turn\b|(?=guess))", "me "),
    # Before a value in full; where a value is called so too, it then was not noted.
    (rf"{ARTICLE}n? (?=[^\W\d_]{{3}})", r"\1 "),
)


@lru_cache(maxsize=16)
def called(parts: Components) -> Called:
    """The codes, by the words of their names, types and values."""
    rows = []
    for code in parts.codes:
        kind = parts.types[code.type]
        words = [kind.name, code.asks, *([kind.values[code.value]] if code.value >= 0 else [])]
        rows.append(tuple(spelt for word in words for spelt in parts.features.spellings(word)))
    return Called(
        tuple(code.name for code in parts.codes),
        tuple(rows),
        what=say("a code"),
        wanted=say("expected a code, such as 'season reverse' or 'both male'"),
        unknown="no code is called {word}",
        apart=say(" (codes in [ ] have commas between them)"),
        lists=say("expected one list of codes in [ ]"),
        quiet=frozenset(("the", "code", "are", "characters")),
    )


def deeds(setting: Setting, me: int | None) -> Deeds:
    """The reader of plain lines of the notes of `me`: a seat, nobody's, or a complete record's."""
    return setting.once(("deeds", me or 0), lambda: _deeds(setting.data, setting.names, me or 0))


def _deeds(setup: Setup, names: Sequence[str], me: int) -> Deeds:
    parts = setup.parts
    deck = parts.cards[:HAND] or (tuple(0 for _ in parts.types),) * HAND
    cards = [parts.card_text(card) for card in deck]
    more: dict[str, dict[str, Any]] = {
        "play": {
            "takes": "thing", "draws": 1, "example": f"{cards[0]} ; tokens {{other}}",
            "wanted": say("expected the card played, [the codes it matches], or ? if it was not noted"),
            "loose": (("put", "lay"), "down", say(DOWN)),
        },
        "pass": {"draws": 1, "quiet": TURN},
        "exchange": {"draws": HAND, "quiet": TURN, "example": f"; draws {' / '.join(cards)}"},
        "sure": {
            "takes": "number", "most": (len(names) - 1) * setup.per_seat, "example": "2",
            "wanted": say("expected the number of codes the player is sure of"),
        },
        "pile": {"takes": "things", "example": cards[0]},
        "guess": {
            "takes": "named", "most": setup.per_seat, "example": f"{{other}} {parts.codes[0].name}",
            "wanted": say("expected a guess, such as 'Bob season reverse'"),
            "whose": say("whose code is guessed"), "alone": say("nobody guesses his own code"),
        },
    }  # fmt: skip
    beside = (*BESIDE, *VOTES) if setup.noted else BESIDE
    return Deeds(
        [
            Deed(kind, says, beside=kind in beside, **{"quiet": PLAIN, **more.get(kind, {})})
            for kind, says in KINDS.items()
        ],
        Lexicon(
            parts.features,
            called(parts),
            TOKENS,
            DRAWS,
            answers=say("who put a token"),
            wanted=say("expected who put a token: names, nobody, or ? where it was not noted"),
            heads=say("'tokens' or 'draws'"),
            itself=""
            if setup.competitive
            else "{who} plays and puts no token (only in the competitive game)",
            own=OWN,
            quiet=QUIET,
            said=SAID,
        ),
        names,
        me,
    )
