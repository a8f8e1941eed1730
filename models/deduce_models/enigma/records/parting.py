"""A line of a record, parted into clauses: at commas, stops and dashes, and where the next verb begins.

Words that say nothing are left out, and what people say round a name (``Ann's``, ``Bob does not doubt``) becomes the
words of the record. What a clause means is the business of `clauses`.
"""

from __future__ import annotations

import re

from deduce.records.record import Line
from deduce.records.words import Word, clauses, end_of, words_of
from deduce_models.enigma.records.lexicon import RecordNames
from deduce_models.enigma.records.phrases import AFTER_NAMES, DOUBTS, NOBODY
from deduce_models.enigma.records.verbs import VERBS, spells_verb, synonym
from deduce_models.enigma.records.wording import reordered

__all__ = ["clauses_of"]

_WORD = re.compile(r"[^\s,;()]+|[,;]")


def clauses_of(line: Line, lexicon: RecordNames) -> list[list[Word]]:
    """The words of a line, split at commas and where the next verb begins; words that say nothing are left out.

    Raises `RecordError` where nothing stands between two commas.
    """
    marked = _denied(_owned(_marked(words_of(line, pattern=_WORD)), lexicon), lexicon)
    parts = clauses(_parted(marked, lexicon), ",")
    if not all(parts):
        raise line.error("expected something between the commas", end_of(line) - 1 or 1)
    found: list[list[Word]] = []
    for part in parts:
        kept = [word for word in part if word.folded not in lexicon.fillers]
        if not kept:
            continue
        found.append([])
        for number, word in enumerate(kept):
            if found[-1] and _splits(word, kept[number - 1]):
                names: list[Word] = []
                said_by = found[-1][-1] if len(found[-1]) > 1 and word.folded not in AFTER_NAMES else None
                if said_by is not None and said_by.folded == "i" and lexicon.is_name(said_by):
                    found[-1].pop()  # 'and I say'
                while word.folded in AFTER_NAMES and found[-1] and _who(found[-1][-1], lexicon):
                    names.insert(0, found[-1].pop())
                if found[-1] and not (len(found[-1]) == 1 and lexicon.is_name(found[-1][0])):
                    found.append(names)
                else:
                    found[-1] += names
            found[-1].append(word)
    return reordered([part for part in found if part], lexicon) or [list(marked[:1])]


def _marked(words: list[Word]) -> list[Word]:
    """The words without the stops behind them, and a comma where a semicolon or a full stop parts two of them."""
    found: list[Word] = []
    for number, word in enumerate(words, 1):
        following = words[number] if number < len(words) else None
        text = "," if word.text == ";" else word.text
        found.append(Word(text.rstrip(".:!") or text, word.column))
        if len(text) > 1 and text.endswith("?") and following is not None:
            found[-1] = Word(text.rstrip("?"), word.column)  # 'Jan 3 Machine? Vera doubts'
        stops = len(text) > 1 and (text.endswith((".", "?")) or text == "mission:")
        if stops and following is not None and following.text not in ",;":
            found.append(Word(",", word.column))
    return found


def _parted(words: list[Word], lexicon: RecordNames) -> list[Word]:
    """The words with a comma for a dash that stands alone, and without a plus between two names."""
    found: list[Word] = []
    for number, word in enumerate(words):
        following = words[number + 1] if number + 1 < len(words) else None
        plus = word.text == "+" and found and following and lexicon.is_name(following)
        if plus and lexicon.is_name(found[-1]):
            continue
        if word.text in _DASHES:
            if found and found[-1].text != "," and following and following.text not in (",", *_DASHES):
                found.append(Word(",", word.column))
            continue
        found.append(word)
    return found


_DASHES = ("-", "\u2013", "\u2014")
_NOT = frozenset({"not", "don't", "dont", "doesn't", "doesnt", "didn't", "didnt"})
_DO = frozenset({"do", "does", "did"})
_LET = frozenset({"let", "lets", "trust", "trusts"})


def _denied(words: list[Word], lexicon: RecordNames) -> list[Word]:
    """The words with 'nobody' for ``Bob does not doubt`` and ``I let it pass``: who does doubt is said as well."""
    found: list[Word] = []
    place = 0
    while place < len(words):
        word, used = words[place], 0
        texts = [each.folded.replace("\u2019", "'") for each in words[place : place + 4]]
        if lexicon.is_name(word) and len(texts) > 1:
            if texts[1] in _NOT and texts[2:3] and texts[2] in DOUBTS:
                used = 3
            elif texts[1] in _DO and texts[2:3] == ["not"] and texts[3:] and texts[3] in DOUBTS:
                used = 4
            elif texts[1] in _LET:
                behind = [k for k, text in enumerate(texts) if text in ("pass", "passes", "stand")]
                used = behind[0] + 1 if behind else 2 * texts[1].startswith("trust")
        if used:
            if found and found[-1].text != ",":
                found.append(Word(",", word.column))
            found.append(Word(NOBODY[0], word.column))
            if place + used < len(words) and words[place + used].text != ",":
                found.append(Word(",", words[place + used].column))
        found += [] if used else [word]
        place += used or 1
    return found


_OWNED = frozenset({"chaos", "character", "token"})


def _owned(words: list[Word], lexicon: RecordNames) -> list[Word]:
    """The words with the player in place of ``Ann's``, and of ``my`` before what a player has."""
    found = []
    for number, word in enumerate(words):
        following = words[number + 1] if number + 1 < len(words) else Word("", 1)
        text = word.text.replace("\u2019", "'")
        owner = Word(text[:-2], word.column) if text[-2:].casefold() == "'s" else None
        if owner is not None and (lexicon.is_name(owner) or lexicon.is_person([owner])):
            word = owner
        elif lexicon.me and word.folded == "my" and following.folded in _OWNED:
            word = Word("I", word.column)
        found.append(word)
    return found


def _who(word: Word, lexicon: RecordNames) -> bool:
    return word.folded in NOBODY or lexicon.is_name(word)


_WITHIN = frozenset({"ghost", "?", "order", "name", "names", "mission", "turn"})
"""Verbs that may also be a word within a clause, so that no clause begins with them unless a comma says so."""


def _splits(word: Word, before: Word) -> bool:
    """Whether a new clause begins with this word though no comma stands before it."""
    if spells_verb(before):
        return False
    known = word.folded in VERBS or f"{word.folded}s" in VERBS or bool(synonym(word))
    return known and word.folded not in _WITHIN and not word.text.startswith("=")
