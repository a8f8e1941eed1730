"""What is announced beside the cards: who stops, agrees, refuses or declares, several in one line too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from deduce.records.words import Word
from deduce_models.entracte.components.codes import Partial
from deduce_models.entracte.records.vocabulary import (
    EVERYBODY,
    EVERYTHING,
    KINDS,
    OF_STOPPING,
    VERBS,
    VOTES,
)
from deduce_models.entracte.records.words import Known

__all__ = ["Due", "Said", "announced", "kinds_of"]


class Said(NamedTuple):
    """Something that a line says: of whom (0: of nobody by name), what, and what is left for the rules.

    `words` tell of tokens, as the rules tell them.
    """

    seat: int
    kind: str
    card: Partial = ()
    listed: int | None = None
    exhaustive: bool = True
    words: str = ""
    drawn: tuple[Partial, ...] = ()
    sure: int = 0
    guesses: tuple[tuple[int, int], ...] = ()


Due = Callable[[], int]
"""Tells whose turn it is, which is asked only where a line names nobody; 0 for nobody's."""


def kinds_of(word: Word) -> list[str]:
    """The kinds that a verb can mean, in any of its forms or by its beginning."""
    stem = word.folded.removesuffix("ed")
    forms = (word.folded, f"{stem}s", f"{stem}es")
    exact = [kind for kind, words in KINDS.items() if any(form in words for form in forms)]
    return exact or [kind for verb, kind in VERBS.items() if word.folded and verb.startswith(word.folded)]


def forms(kind: str) -> set[str]:
    """A kind's verbs as they are and without their endings."""
    return {form for verb in KINDS[kind] for form in (verb, verb.removesuffix("s"))}


def announced(words: Sequence[Word], known: Known, due: Due, *, too: bool) -> list[Said]:
    """Who stops, agrees, refuses or declares, where a line says nothing else: ``Bob stops, all agree``."""
    found: list[Said] = []
    at = 0
    if any(word.text.endswith("?") and len(word.text) > 1 for word in words):
        return []
    while at < len(words):
        seats: list[int] = []
        while at < len(words) and (
            known.seat(words[at]) or words[at].folded in {"and", "of", "us", *EVERYBODY}
        ):
            if words[at].folded in EVERYBODY and not known.seat(words[at]):
                if not found or not found[0].seat:
                    return []
                first = found[0].seat
                seats = [(first - 1 + k) % len(known.names) + 1 for k in range(1, len(known.names))]
            seats += [known.seat(words[at])] * bool(known.seat(words[at]))
            at += 1
        if at == len(words):
            return [Said(seat, "agree") for seat in seats] if too and not found else []
        verb, rest = words[at], words[at + 1 :]
        kinds = kinds_of(verb)
        if (
            rest
            and rest[0].folded.startswith("stop")
            and verb.folded in ("says", "say", "calls", "announces")
        ):
            kinds = ["stop"]
        if verb.folded in ("knows", "know") and rest and {word.folded for word in rest} <= EVERYTHING:
            kinds, at = ["declare"], len(words)
        if len(kinds) != 1 or kinds[0] not in ("declare", *VOTES):
            return []
        if not seats and (found or verb.folded not in forms(kinds[0]) or not due()):
            return []  # whose it is must be said, but of one that stands alone in full
        if (found and not found[0].seat) or (len(seats) > 1 and kinds[0] != "agree"):
            return []
        at += 1
        while at < len(words) and words[at].folded in OF_STOPPING and not known.seat(words[at]):
            at += 1
        found += [Said(seat, kinds[0]) for seat in seats or [0]]
    return found
