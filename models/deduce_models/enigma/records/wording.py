"""Clauses as people order their words, put into the order of the record: the words stay, and nothing is guessed."""

from __future__ import annotations

from itertools import pairwise

from deduce.records.words import Word
from deduce_models.enigma.records.lexicon import RecordNames
from deduce_models.enigma.records.phrases import CHECKS, DOUBTS, NOBODY
from deduce_models.enigma.records.verbs import synonym

__all__ = ["checker", "reordered"]

_SILENCE = frozenset({"silence", "silent"})
_OF_SILENCE = frozenset(
    {"returns", "return", "returned", "loses", "lost", "gives", "back", "has", "had", "under", "still"}
)
_SHOWS = frozenset({"shows", "show", "showed"})
_TAKES = frozenset({"takes", "take", "took", "lays", "lay", "laid", "moves", "moved"})
_UNDOUBTED = frozenset({"undoubted", "unchallenged", "unopposed"})


def reordered(parts: list[list[Word]], lexicon: RecordNames) -> list[list[Word]]:
    """The clauses of a line, some of them parted, joined or turned round. See the page of notes for the forms."""
    found: list[list[Word]] = []
    for part in parts:
        if len(parts) > 1 and _tells_silence(part, lexicon):
            # What follows from the look with it: the rest is the line, behind its name.
            found += [[word] for word in part[:1] if not found and lexicon.is_name(word)]
            continue
        if found and all(map(lexicon.is_name, found[0])) and len(found) == 1 and found[0] != parts[0]:
            part = [*found.pop(), *part]
        if len(part) == 1 and part[0].folded in _UNDOUBTED:
            part = [Word(NOBODY[0], part[0].column)]
        if found and _only_names(found[-1], lexicon) and len(found) > 1 and _says_doubt(part, lexicon):
            part = [*found.pop(), *part]  # 'I, Cid and Eve doubt'
        if len(found) > 1 and part[0].folded in _TAKES and _ghost_alone(found[-1], lexicon):
            shown = found.pop()
            part = [Word("ghost", shown[0].column), *part[1:]]  # 'shows the Ghost, takes 5 8 9'
        found += _each_card(part, lexicon) or _spent_on(part, lexicon)
    return [_seen_first(found[0], lexicon), *found[1:]] if found else found


def checker(words: list[Word], lexicon: RecordNames) -> int:
    """The seat of a clause that says who checks, ``Cid checks`` or ``checked Cid``; 0 for none."""
    if len(words) < 2:
        return 0
    name, verb = words[:2] if words[1].folded in CHECKS else (words[1], words[0])
    return lexicon.seats(name)[0] if verb.folded in CHECKS and lexicon.is_name(name) else 0


def _only_names(words: list[Word], lexicon: RecordNames) -> bool:
    return all(lexicon.is_name(word) for word in words)


def _says_doubt(words: list[Word], lexicon: RecordNames) -> bool:
    place = next((k for k, word in enumerate(words) if not lexicon.is_name(word)), 0)
    return place > 0 and words[place].folded in DOUBTS


def _tells_silence(words: list[Word], lexicon: RecordNames) -> bool:
    """Whether a clause says that somebody is under Silence or gives it back, as always with a look and nothing else."""
    left = [word for word in words if not lexicon.is_name(word)]
    kept = [word for word in left if word.folded in _OF_SILENCE]
    return bool(kept) and any(w.folded in _SILENCE for w in left) and len(left) == len(kept) + 1


def _ghost_alone(words: list[Word], lexicon: RecordNames) -> bool:
    """Whether a clause shows the Ghost and says no more."""
    said = [word.folded for word in words if word.folded not in _SHOWS and not lexicon.is_name(word)]
    return said == ["ghost"]


def _spent_on(words: list[Word], lexicon: RecordNames) -> list[list[Word]]:
    """``spends Decryption 7 =Tome`` as two clauses; any other clause alone."""
    begin = 1 if len(words) > 1 and lexicon.is_name(words[0]) else 0
    if synonym(words[begin]) == "spends" or words[begin].folded in ("spends", "spend"):
        place = begin + 1
        while place < len(words) and words[place].folded in ("decryption", "d"):
            place += 1
        if place < len(words) and lexicon.is_position(words[place:]):
            return [words[:place], words[place:]]
    return [words]


def _each_card(words: list[Word], lexicon: RecordNames) -> list[list[Word]]:
    """``reveals 1 Radio 8 Code`` as a clause for each card; none where there is one card, or none."""
    verb = synonym(words[0]) or words[0].folded
    if verb not in ("reveals", "calls"):
        return []
    places = [k for k in range(1, len(words)) if lexicon.is_position(words[k:])]
    if places[:1] != [1] or len(places) < 2 or any(b - a < 2 for a, b in pairwise(places)):
        return []
    return [[words[0], *words[a:b]] for a, b in pairwise([*places, len(words)])]


def _seen_first(words: list[Word], lexicon: RecordNames) -> list[Word]:
    """``Bombe 5``, as in 'I see the Bombe at 5', with the position in front."""
    begin = 1 if len(words) > 1 and lexicon.is_name(words[0]) else 0
    place = next((k for k in range(begin, len(words)) if lexicon.is_position(words[k:])), 0)
    said = " ".join(word.folded.removeprefix("=") for word in words[begin:place])
    rooms = {name.casefold() for each in lexicon.rooms for name in each}
    if place == begin or said not in rooms:
        return words
    return [*words[:begin], *words[place:], *words[begin:place]]
