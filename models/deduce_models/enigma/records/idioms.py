"""What people say where the record has a verb: clauses that mean something by what stands before them.

Two tables. `IDIOMS` are clauses without a verb of their own, or with more words than tell something; each idiom that
stands behind the right act rewrites the clause, one after the other. `SENSES` are words that mean one verb here and
another there; the first that fits decides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from deduce.records.record import Line
from deduce.records.words import SELF, Word, find
from deduce_models.enigma.records.lexicon import RecordNames
from deduce_models.enigma.records.phrases import AFTER_NAMES, DOUBTS, NOBODY
from deduce_models.enigma.records.verbs import (
    BECOMES,
    GETS,
    SPOKEN,
    VERBS,
    VERDICTS,
    NotedClause,
    synonym,
)
from deduce_models.enigma.records.wording import checker

__all__ = ["OF_MISSION", "Heard", "doubt_by_name", "in_order", "spelled_out", "verb_of"]

OF_MISSION = frozenset({"reveals", "calls", "accuses", "fails", "wins"})
_ATTEMPT = frozenset({"mission", "shows", "reveals", "calls", "accuses"})
_CHECKED = frozenset({"doubt", "calls", "accuses"})
"""After these a clause may say whether it was true."""


@dataclass
class Heard:
    """A line as far as it was read: whose it is (0: not said), the acts told, and the clauses still to be read."""

    line: Line
    lexicon: RecordNames
    seat: int
    later: list[list[Word]] = field(default_factory=list)
    acts: list[NotedClause] = field(default_factory=list)

    @property
    def before(self) -> str:
        """The verb of the act before; empty at the beginning."""
        return self.acts[-1].verb if self.acts else ""


Test = Callable[[list[Word], Heard], bool]
"""Whether the words of a clause, behind what was heard, are of a kind."""

Spelling = Callable[[list[Word], Heard], list[Word] | None]
"""The words to be read instead: none where `heard` has all that they told, None where the clause is of another kind."""


class Idiom(NamedTuple):
    """A way of speaking: behind which verbs it is heard (empty: at the beginning), and how it is spelled out."""

    behind: frozenset[str]
    spelled: Spelling


class Sense(NamedTuple):
    """A verb that words mean behind certain verbs."""

    verb: str
    behind: frozenset[str]
    fits: Test


def spelled_out(words: list[Word], heard: Heard) -> list[Word]:
    """The words of a clause with what its speaker left out; none where it tells nothing more than `heard` then has."""
    for idiom in IDIOMS:
        if heard.before in idiom.behind:
            spelled = idiom.spelled(words, heard)
            if spelled is not None:
                words = spelled
            if not words:
                break
    return words


def verb_of(words: list[Word], heard: Heard) -> str:
    """The verb of a clause in the record's spelling. Raises `RecordError` where there is none."""
    for sense in SENSES:
        if heard.before in sense.behind and sense.fits(words, heard):
            return sense.verb
    if plain := synonym(words[0]):
        return plain
    if _tells_room_seen(words, heard):
        return "seen"
    return SPOKEN[find(words[0], SPOKEN, "what the player does", heard.line)]


def in_order(words: list[Word], verb: str) -> list[Word]:
    """The words with the verb in front of the names it follows."""
    if verb == "doubt" and words[0].folded not in DOUBTS and not "doubt".startswith(words[0].folded):
        place = next(k for k, word in enumerate(words) if word.folded in DOUBTS)
        return [words[place], *words[:place], *words[place + 1 :]]
    if verb == "cancelled" and words[0].folded not in ("cancelled", *VERBS[verb].also):
        return [words[1], words[0], *words[2:]] if len(words) > 1 else words
    return words


def doubt_by_name(words: list[Word], lexicon: RecordNames) -> bool:
    """Whether a clause says that players doubt, by ``NAMES doubt``."""
    place = next((k for k, word in enumerate(words) if not lexicon.is_name(word)), 0)
    return place > 0 and words[place].folded in DOUBTS


# What idioms ask of the words.


def _is_position(words: list[Word], heard: Heard) -> bool:
    return heard.lexicon.is_position(words)


def _is_person(words: list[Word], heard: Heard) -> bool:
    """Whether a clause is the name of one Character and nothing else."""
    return heard.lexicon.is_person(words)


def _shows_person(words: list[Word], heard: Heard) -> bool:
    """Whether a Character is named and the attempt at its mission follows."""
    attempts = any(synonym(part[0]) in OF_MISSION or part[0].folded in OF_MISSION for part in heard.later)
    return attempts and _is_person(words, heard)


def _is_player_and_person(words: list[Word], heard: Heard) -> bool:
    return len(words) > 1 and heard.lexicon.is_name(words[0]) and _is_person(words[1:2], heard)


def _names_player(words: list[Word], heard: Heard) -> bool:
    return heard.lexicon.is_name(words[1])


def _tells_room_seen(words: list[Word], heard: Heard) -> bool:
    """Whether a clause is a room, and the one seen at the position before is still to be told."""
    rooms = {name.casefold() for each in heard.lexicon.rooms for name in each}
    said = " ".join(each.folded.removeprefix("=") for each in words)
    return bool(heard.acts) and heard.acts[-1].rooms == (-1,) and said in rooms


# How idioms are written out.


def _with(verb: str, fits: Test) -> Spelling:
    """The clause with the verb in front, where it `fits`."""

    def spelled(words: list[Word], heard: Heard) -> list[Word] | None:
        return [Word(verb, words[0].column), *words] if fits(words, heard) else None

    return spelled


def _alone(text: str, verb: str) -> Spelling:
    """The verb for a clause of that one word."""

    def spelled(words: list[Word], _heard: Heard) -> list[Word] | None:
        return [Word(verb, words[0].column)] if [word.folded for word in words] == [text] else None

    return spelled


def _nobody_doubts(words: list[Word], heard: Heard) -> list[Word] | None:
    """Nothing for ``nobody doubts``, ``no doubts``, ``no one``, ``nobody``."""
    if heard.lexicon.is_name(words[0]) or words[0].folded not in NOBODY[:-1]:
        return None
    left = [word for word in words if word.folded not in NOBODY]
    nobody = (not left and words[-1].folded != "no") or (len(left) == 1 and left[0].folded in DOUBTS)
    return [] if nobody else None


def _out(words: list[Word], _heard: Heard) -> list[Word] | None:
    """Nothing for ``out`` behind a failure."""
    return [] if [word.folded for word in words] == ["out"] else None


def _unseen_draw(words: list[Word], _heard: Heard) -> list[Word] | None:
    """Nothing for ``new Character``: what the Ghost's player draws, nobody else sees."""
    said = {word.folded for word in words}
    return (
        []
        if {"new", "character"} <= said <= {"a", "one", "new", "character", "draws", "draw", "drew", "gets"}
        else None
    )


def _checks(words: list[Word], heard: Heard) -> list[Word] | None:
    """The doubt with who checks: ``Eve checks``, ``Eve checks: lie``."""
    seat = checker(words, heard.lexicon)
    if not seat:
        return None
    heard.acts[-1] = heard.acts[-1]._replace(seat=seat)
    return words[2:]


def _doubt_too(words: list[Word], heard: Heard) -> list[Word] | None:
    """The doubt with more who doubted, and what the check showed: ``doubted by Ann, Cid and Eve: lie``.

    The player whose line it is does not doubt: ``Bob lied``.
    """
    lexicon, act = heard.lexicon, heard.acts[-1]
    names = next((k for k, word in enumerate(words) if not lexicon.is_name(word)), len(words))
    left = words[names:]
    if not names or act.result or (left and (left[0].folded not in VERDICTS or len(left) > 2)):
        return None
    more = sum(1 << seat for seat in {lexicon.seats(word)[0] for word in words[:names]} - {heard.seat})
    heard.acts[-1] = act._replace(seats=act.seats | more)
    return left


def _checked_by_card(words: list[Word], heard: Heard) -> list[Word] | None:
    """The doubt with what its check showed: ``Bob says Tome, Ann doubts, it is the Tome``."""
    acts, rooms = heard.acts, heard.lexicon.rooms
    claim = next((act for act in reversed(acts) if act.verb == "claims"), None)
    text = " ".join(word.folded for word in words)
    room = next((k for k, names in enumerate(rooms) if text in map(str.casefold, names)), -1)
    if acts[-1].result or claim is None or room < 0:
        return None
    if room == claim.room:
        acts[-1] = acts[-1]._replace(result="true", last=words[-1])
    else:
        acts[-1] = acts[-1]._replace(result="lie", rooms=(room,), last=words[-1])
    return []


def _named_and_seen(words: list[Word], heard: Heard) -> list[Word] | None:
    """The look and the claim of ``7 - Bombe (seen Code)``."""
    rooms = [each[0].casefold() for each in heard.lexicon.rooms]
    texts = [word.folded.removeprefix("=") for word in words]
    look = heard.acts[-1]
    if look.rooms != (-1,) or len(texts) != 2 or not set(texts) <= set(rooms):
        return None
    claim = NotedClause("claims", words[0], room=rooms.index(texts[0]), last=words[1])
    heard.acts[-1:] = [look._replace(rooms=(rooms.index(texts[1]),)), claim]
    return []


def _new_character(words: list[Word], heard: Heard) -> list[Word] | None:
    """``looks at Bob's Character, the Wanderer``."""
    return None if heard.acts[-1].card >= 0 else _with("becomes", _is_person)(words, heard)


def _says_again(words: list[Word], heard: Heard) -> list[Word] | None:
    """Without the name of whose line it is: ``Ann looks at 5, claims Phantom, Ann keeps``."""
    word, lexicon = words[0], heard.lexicon
    if not heard.seat or len(words) == 1 or not lexicon.is_name(word):
        return None
    if doubt_by_name(words, lexicon) or words[1].folded in AFTER_NAMES:
        return None
    return words[1:] if heard.seat in lexicon.seats(word) else None


def _becoming(words: list[Word], _heard: Heard) -> list[Word] | None:
    """``I am the Medium now``, ``I'm``, ``I get``, ``she is``."""
    texts = [word.folded.replace("\u2019", "'") for word in words[:2]]
    place = 0
    if texts[0] in BECOMES and texts[0] != "i":
        place = 1
    elif len(words) > 2 and texts[0] in (*SELF, "she", "he") and texts[1] in BECOMES:
        place = 2
    return [Word("becomes", words[0].column), *words[place:]] if place else None


def _tries_mission(words: list[Word], heard: Heard) -> list[Word] | None:
    """``shows the Messiah and tries the mission``: the attempt, not a Character shown by mistake."""
    if not all("mission" in (synonym(word), word.folded) for word in words):
        return None
    heard.acts[-1] = heard.acts[-1]._replace(verb="mission")
    return []


def _says_so(words: list[Word], heard: Heard) -> list[Word] | None:
    """The claim of the room seen: ``I say so``, ``tells the truth``."""
    said = words[1:] if words[0].folded in SELF else words
    verb = len(said) > 0 and (synonym(said[0]) == "claims" or said[0].folded in ("claims", "tells", "tell"))
    # 'so' is among the words left out: 'I say so'.
    if not verb or not (len(said) == 1 or (len(said) == 2 and said[1].folded in ("truth", "true"))):
        return None
    rooms = heard.acts[-1].rooms
    if not rooms or rooms[0] < 0:
        return None
    heard.acts.append(NotedClause("claims", words[0], room=rooms[0], last=words[-1]))
    return []


_FIRST = frozenset({""})
_LATER = frozenset(VERBS)
_ALWAYS = _FIRST | _LATER

IDIOMS = (
    Idiom(_ALWAYS - {"doubt"}, _nobody_doubts),
    Idiom(frozenset({"", "spends"}), _with("peeks", _is_position)),
    Idiom(frozenset({"doubt"}), _checks),
    Idiom(frozenset({"doubt"}), _doubt_too),
    Idiom(frozenset({"doubt"}), _checked_by_card),
    Idiom(frozenset({"views", "swaps"}), _new_character),
    Idiom(frozenset({"calls", "accuses"}), _alone("out", "fails")),
    Idiom(frozenset({"fails"}), _out),
    Idiom(_FIRST, _alone("decryption", "spends")),
    Idiom(frozenset({"peeks"}), _named_and_seen),
    Idiom(_ALWAYS, _unseen_draw),
    Idiom(frozenset({"mission", "shows", "reveals"}), _with("reveals", _is_position)),
    Idiom(_LATER, _says_again),
    Idiom(_FIRST, _with("shows", _shows_person)),  # 'Dee is the Archivist, calls 4 Tome'
    Idiom(_ATTEMPT, _with("accuses", _is_player_and_person)),  # 'Cid is the Saboteur'
    Idiom(frozenset({"swaps", "renews"}), _becoming),
    Idiom(frozenset({"shows"}), _tries_mission),
    Idiom(_LATER, _says_so),
)
"""Applied from the first to the last: a clause may be of several."""


def _says(*texts: str) -> Test:
    """Whether a clause begins with one of these words."""
    return lambda words, _heard: words[0].folded in texts


def _of_something(texts: tuple[str, ...], fits: Test | None = None) -> Test:
    """Whether a clause begins with one of these words, and what follows is no position but `fits`."""

    def found(words: list[Word], heard: Heard) -> bool:
        begun = words[0].folded in texts and len(words) > 1 and not heard.lexicon.is_position(words[1:])
        return begun and (fits is None or fits(words, heard))

    return found


def _looks_at_player(words: list[Word], heard: Heard) -> bool:
    return _names_player(words, heard) or words[1].folded == "character"


def _tells_verdict(words: list[Word], heard: Heard) -> bool:
    return not heard.acts[-1].result and words[0].folded in VERDICTS


def _tells_token(words: list[Word], heard: Heard) -> bool:
    """Whether a clause tells the token that the effect of a claim brought: ``claims Bombe, gets Decryption``."""
    return words[0].folded in (*GETS, "takes", "loses") and any(act.verb == "claims" for act in heard.acts)


def _doubt_named(words: list[Word], heard: Heard) -> bool:
    return doubt_by_name(words, heard.lexicon)


def _cancel_named(words: list[Word], heard: Heard) -> bool:
    after = words[1].folded if len(words) > 1 else ""
    return after in ("cancel", "cancels", "cancelled") and heard.lexicon.is_name(words[0])


def _room_named(words: list[Word], heard: Heard) -> bool:
    return len(words) > 2 and _says(*_NAMES)(words, heard) and _is_position(words[1:], heard)


_NAMES = ("names", "name", "named")
_LOOKS = ("looks", "look", "looked", "peeks", "peek")
_CALLS = ("names", "name", "calls", "call")

SENSES = (
    Sense("doubt", _ALWAYS, _doubt_named),
    Sense("cancelled", _ALWAYS, _cancel_named),
    Sense("verdict", _CHECKED, _tells_verdict),
    Sense("becomes", frozenset({"swaps", "renews", "views"}), _says(*GETS, "becomes")),
    Sense("gains", frozenset({"looks"}), _says(*GETS, "takes")),
    Sense("holds", _LATER, _tells_token),
    Sense("views", _ALWAYS, _of_something(_LOOKS, _looks_at_player)),  # 'looks at Cid'
    Sense("accuses", _ATTEMPT, _of_something(_NAMES[:2], _names_player)),
    Sense("claims", frozenset({"peeks", "looks"}), _of_something(_CALLS)),  # 'looks at 8, names it Code'
    Sense("calls", _ATTEMPT, _room_named),
    Sense("accuses", _ATTEMPT, lambda words, heard: len(words) > 2 and _says(*_NAMES)(words, heard)),
)
