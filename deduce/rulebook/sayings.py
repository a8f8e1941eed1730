"""Sayings of the table, put into the words of the rules before they read a line.

A saying is a pattern and what it is in the rules' words. Nothing here knows the rules or where a game stands; so a
saying that could turn a meaning round belongs into no list: what it leaves must be right wherever the rules accept it,
and no name, number or negation is left out but with a whole saying.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from deduce.rulebook.needed import folded, needed

__all__ = ["EACH", "Saying", "Sayings", "any_of"]

Saying = tuple[str, str | Callable[[re.Match[str]], str]]
"""A pattern, in which ``NAME`` is any player and ``NAMES`` a row of them, and what stands in its place."""
EACH = "{name}"
"""Said of each player in the row that is the first group: ``{name} no`` makes ``Ann no, Bob no`` of two of them."""

BETWEEN = r"(?: *[,+&] *(?:and +)?| +(?:and +|nor +|or +)?)"

_SPACES = re.compile(" +")


class Sayings:
    """Sayings in order; a line goes through all of them.

    Args:
        sayings: Patterns with what they mean.
        kinds: Words for capitals in the patterns: ``NAME`` and any of the game's own, each with all it may be.
    """

    def __init__(self, sayings: Sequence[Saying], kinds: Mapping[str, Sequence[str]]) -> None:
        self._kinds = {kind: rf"\b(?:{any_of(words)})\b" for kind, words in kinds.items()}
        self._name = re.compile(rf"(?i){self._kinds['NAME']}")
        self._sayings = [(needed(said, (*kinds, "NAMES")), said, self._put(put)) for said, put in sayings]
        self._patterns: dict[str, re.Pattern[str]] = {}

    def spelt(self, said: str) -> str:
        """A pattern with the words of its kinds."""
        said = said.replace("NAMES", f"NAME(?:{BETWEEN}NAME)*")
        for kind, words in self._kinds.items():
            said = re.sub(rf"\b{kind}\b|(?<=[a-z]){kind}\b", lambda _, words=words: words, said)  # type: ignore[misc]
        return f"(?i){said}"

    def _put(self, put: str | Callable[[re.Match[str]], str]) -> str | Callable[[re.Match[str]], str]:
        if callable(put) or EACH not in put:
            return put
        return lambda hit: f" {', '.join(put.replace(EACH, name) for name in self._name.findall(hit[1]))} "

    def __call__(self, text: str) -> str:
        """A line in the words of the rules."""
        seen = folded(text)
        for held, said, meant in self._sayings:
            if held is not None and not any(each in seen for each in held):
                continue
            before, text = text, self._pattern(said).sub(meant, text)
            if "  " in text:
                text = _SPACES.sub(" ", text)
            if text is not before:
                seen = folded(text)
        return text

    def _pattern(self, said: str) -> re.Pattern[str]:
        """A saying compiled, once a line may hold it."""
        if said not in self._patterns:
            self._patterns[said] = re.compile(self.spelt(said))
        return self._patterns[said]


def any_of(words: Sequence[str]) -> str:
    """A pattern of these words, the longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
