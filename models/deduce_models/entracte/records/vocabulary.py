"""What people say for things of Entracte, by what it stands for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

__all__ = [
    "AMONG_TOKENS",
    "ANEW",
    "ARTICLES",
    "BEHIND_NAME",
    "BEHIND_VERB",
    "BESIDE",
    "BLOCKED",
    "COUNTS",
    "DRAWS",
    "EVERYBODY",
    "EVERYTHING",
    "EXCEPT",
    "IDLE",
    "KINDS",
    "NOBODY",
    "OF_STOPPING",
    "OWN",
    "PUTS",
    "SMALL",
    "TOKENS",
    "UNSURE",
    "VERBS",
    "VOTES",
]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


KINDS: Mapping[str, Sequence[str]] = {
    "play": ("plays", "played", "puts", "lays"),
    "pass": ("passes", "skips", "can't", "cannot", "cant"),
    "exchange": ("exchanges", "swaps", "changes", "new"),
    "unseen": ("?", "missed"),
    "sure": ("sure", "knows"),
    "declare": ("declares",),
    "pile": ("piles",),
    "stop": ("stops", "proposes", "wants", "suggests", "offers"),
    "agree": ("agrees", "ok", "okay", "yes", "accepts"),
    "refuse": ("refuses", "disagrees", "rejects", "declines"),
    "guess": ("guesses", "says", "announces", "thinks", "believes", "supposes"),
}
"""Kinds of what is noted, each with its verbs; the first is that of the record."""
VERBS = {words[0]: kind for kind, words in KINDS.items()}
VOTES = ("stop", "agree", "refuse")
BESIDE = ("sure", "pile", "guess", *VOTES)
"""Kinds that are said beside the turns."""
TOKENS = _words("tokens token signals signal signalled signaled reacts react reacted")
DRAWS = _words("draws draw drew drawn")
NOBODY = _words("none nobody no noone no-one nothing without")
EVERYBODY = _words("all everybody everyone we")
EXCEPT = frozenset(("but", "except"))
PUTS = _words("has had matches match matched puts put sets gives lays places adds")
OWN = _words("his her hers own himself herself my mine")
COUNTS = {"one": 1, "both": 2, "two": 2, "three": 3}
SMALL = _words(
    "and us so did by for from of only under it a even their theirs got gets get receives received with"
)
"""Words among those of tokens that say nothing."""
IDLE = _words("let's lets again then now also too")
"""Words that say nothing wherever they stand."""
BEHIND_NAME = _words("is of has have holds that")
BEHIND_VERB = _words("to hand cards his her my the turn all three 3 play anything move go and")
OF_STOPPING = _words("to stop stopping end ending and guess it with that here too them us")
EVERYTHING = _words("it them all everything every code codes the now")
AMONG_TOKENS = frozenset({*TOKENS, *DRAWS, *NOBODY, *EVERYBODY, *EXCEPT, *OWN, *COUNTS, *SMALL, *PUTS, "?"})
"""Words with which what is said of tokens and draws may begin."""
ANEW = (
    ["a", "new", "hand"],
    ["new", "hand"],
    ["new", "cards"],
    ["a", "fresh", "hand"],
    ["three", "new", "cards"],
)
"""What is drawn or taken by who exchanges the hand."""
BLOCKED = (["nothing", "to", "play"], ["no", "card", "to", "play"], ["no", "playable", "card"])
"""What somebody has that passes."""
UNSURE = [["not", "sure", word] for word in ("about", "of", "for")]
"""Words before a name whose token was not noted."""
ARTICLES = _words("a one his her hers my mine their theirs")
