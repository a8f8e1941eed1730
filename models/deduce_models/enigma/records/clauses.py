"""From a line of a record to what it tells, without regard to the position: the notation, and nothing else.

`read_line` gives a `SpokenLine`: whose line it is and its acts in order. `reading` plays them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from deduce.errors import RecordError
from deduce.records.record import Line
from deduce.records.words import SELF, Word, clauses, end_of, expect_none, find, words_of
from deduce_models.enigma.records.lexicon import Clause, RecordNames
from deduce_models.enigma.records.phrases import AFTER_NAMES, DOUBTS, NOBODY, SYNONYMS, example_of, synonym

__all__ = ["GAINS", "VERBS", "NotedClause", "SpokenLine", "read_line"]

_WORD = re.compile(r"[^\s,;()]+|[,;]")

GAINS = ("nothing", "C", "D")
"""What a look through the Library gains, by the mask of icons."""

_GAINED = {"nothing": "nothing", "none": "nothing", "c": "C", "chaos": "C", "d": "D", "decryption": "D"}
_GETS = ("gains", "gets", "gain", "get", "+")
_VERDICTS = {
    **dict.fromkeys(("true", "truth", "right", "correct", "yes"), "true"),
    **dict.fromkeys(("lie", "lied", "false", "wrong", "caught", "no"), "lie"),
}
_RESULTS = {"right": "right", "wrong": "wrong", "true": "right", "false": "wrong", "correct": "right"}


class NotedClause(NamedTuple):
    """One clause: its verb, the word it stands at, and what it tells; -1, 0 and empty where it does not.

    `at` are positions from 0, `rooms` rooms by position of `at`, `room` a room claimed or called, `seats` a mask of
    seats (bit `seat`), `card` a Character, `result` true, lie, right, wrong, or what was gained, `order` the text
    of a permutation, `last` its last word; `marked`: an equals sign says that the room was seen.
    """

    verb: str
    word: Word
    at: tuple[int, ...] = ()
    rooms: tuple[int, ...] = ()
    room: int = -1
    seat: int = 0
    seats: int = 0
    card: int = -1
    other: int = -1
    result: str = ""
    order: str = ""
    last: Word = Word("", 1)
    marked: bool = False

    @property
    def end(self) -> int:
        """The column behind the clause."""
        return self.last.column + len(self.last.text)


class SpokenLine(NamedTuple):
    """A line: the seat whose it is (0: it begins with no name), whether it answers a claim still open, its acts."""

    line: Line
    seat: int
    answers: bool
    acts: tuple[NotedClause, ...]


def read_line(line: Line, lexicon: RecordNames) -> SpokenLine:
    """What a line tells. Raises `RecordError` with a right line where it breaks the notation."""
    found = _clauses(line, lexicon)
    first = found[0]
    if _tells_timeout(first):
        return SpokenLine(
            line, 0, False, (_timeout([word for part in found for word in part], line, lexicon),)
        )
    names = [word for word in first if lexicon.is_name(word)]
    if names and len(first) > 1 and _doubts(first, lexicon):
        acts = _acts(found, line, lexicon, 0)
        return SpokenLine(line, 0, True, acts)
    bare = _is_verb(first[0]) or (lexicon.is_position(first) and len(first) > 1)
    if bare and not lexicon.is_name(first[0]):
        return SpokenLine(line, 0, False, _acts(found, line, lexicon, 0))
    try:
        seat = lexicon.seat(first[0], line)
    except RecordError as error:
        raise error.like(example_of("claims", 1, lexicon)) from None
    if len(first) == 1 and len(found) == 1:
        message = "expected what the player does"
        raise line.error(message, first[0].column + len(first[0].text)).like(
            example_of("claims", seat, lexicon)
        )
    found = [first[1:], *found[1:]] if len(first) > 1 else found[1:]
    return SpokenLine(line, seat, False, _acts(found, line, lexicon, seat))


def _clauses(line: Line, lexicon: RecordNames) -> list[list[Word]]:
    """The words of a line, split at commas and where the next verb begins; words that say nothing are left out."""
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
                if len(found[-1]) > 1 and found[-1][-1].folded == "i" and lexicon.is_name(found[-1][-1]):
                    found[-1].pop()  # 'and I say'
                while word.folded in AFTER_NAMES and found[-1] and _who(found[-1][-1], lexicon):
                    names.insert(0, found[-1].pop())
                if found[-1] and not (len(found[-1]) == 1 and lexicon.is_name(found[-1][0])):
                    found.append(names)
                else:
                    found[-1] += names
            found[-1].append(word)
    return [part for part in found if part] or [list(marked[:1])]


def _marked(words: list[Word]) -> list[Word]:
    """The words without the stops behind them, and a comma where a semicolon or a full stop parts two of them."""
    found: list[Word] = []
    for number, word in enumerate(words, 1):
        following = words[number] if number < len(words) else None
        text = "," if word.text == ";" else word.text
        found.append(Word(text.rstrip(".:!") or text, word.column))
        stops = len(text) > 1 and (text.endswith(".") or text == "mission:")
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
        if text[-2:].casefold() == "'s" and lexicon.is_name(Word(text[:-2], word.column)):
            word = Word(text[:-2], word.column)
        elif lexicon.me and word.folded == "my" and following.folded in _OWNED:
            word = Word("I", word.column)
        found.append(word)
    return found


def _who(word: Word, lexicon: RecordNames) -> bool:
    return word.folded in NOBODY or lexicon.is_name(word)


_OF_MISSION = frozenset({"reveals", "calls", "accuses", "fails", "wins"})
_ATTEMPT = frozenset({"mission", "shows", "reveals", "calls", "accuses"})
_CHECKED = frozenset({"doubt", "calls", "accuses"})
"""After these a clause may say whether it was true."""
_BECOMES = (*_GETS, "gains", "am", "i'm", "becomes", "become", "got")
_WITHIN = frozenset({"ghost", "?", "order", "name", "names", "mission", "turn"})
"""Verbs that may also be a word within a clause, so that no clause begins with them unless a comma says so."""


def _splits(word: Word, before: Word) -> bool:
    """Whether a new clause begins with this word though no comma stands before it."""
    if before.folded in SYNONYMS or before.folded in _READERS:
        return False
    known = word.folded in _READERS or f"{word.folded}s" in _READERS or bool(synonym(word))
    return known and word.folded not in _WITHIN and not word.text.startswith("=")


def _is_verb(word: Word) -> bool:
    return bool(synonym(word)) or any(verb.startswith(word.folded) for verb in _READERS)


def _doubts(words: list[Word], lexicon: RecordNames) -> bool:
    """Whether a clause says that players doubt, by ``NAMES doubt``."""
    place = next((k for k, word in enumerate(words) if not lexicon.is_name(word)), 0)
    return place > 0 and words[place].folded in DOUBTS


def _acts(found: list[list[Word]], line: Line, lexicon: RecordNames, seat: int) -> tuple[NotedClause, ...]:
    acts: list[NotedClause] = []
    for words in found:
        if _nobody_doubts(words, lexicon) and not (acts and acts[-1].verb == "doubt"):
            continue
        if (not acts or acts[-1].verb == "spends") and lexicon.is_position(words):
            words = [Word("peeks", words[0].column), *words]
        if acts and (checked := _checked_by_card(words, acts, lexicon)):
            acts[-1] = checked
            continue
        if (
            acts
            and acts[-1].verb in ("views", "swaps")
            and acts[-1].card < 0
            and _person_alone(words, lexicon)
        ):
            words = [Word("becomes", words[0].column), *words]  # 'looks at Bob's Character, the Wanderer'
        if acts and acts[-1].verb in ("calls", "accuses") and [word.folded for word in words] == ["out"]:
            words = [Word("fails", words[0].column)]
        if [word.folded for word in words] == ["decryption"] and not acts:
            words = [Word("spends", words[0].column)]
        if acts and (named := _named_and_seen(words, acts[-1], lexicon)):
            acts[-1:] = named
            continue
        if {word.folded for word in words} == {"new", "character"}:
            continue  # what the Ghost's player draws, nobody else sees
        if acts and acts[-1].verb in ("mission", "shows", "reveals") and lexicon.is_position(words):
            words = [Word("reveals", words[0].column), *words]
        if acts and len(words) > 1 and _says_again(words, seat, lexicon):
            words = words[1:]
        if not acts and any(_attempts(part) for part in found[1:]) and _person_alone(words, lexicon):
            words = [Word("shows", words[0].column), *words]  # 'Dee is the Archivist, calls 4 Tome'
        if acts and acts[-1].verb in _ATTEMPT and _accuses_plainly(words, lexicon):
            words = [Word("accuses", words[0].column), *words]  # 'Cid is the Saboteur'
        if acts and acts[-1].verb in ("swaps", "renews") and (place := _begins_becoming(words)):
            words = [Word("becomes", words[0].column), *words[place:]]  # 'I am the Medium now'
        if acts and acts[-1].verb == "shows" and all("mission" in (synonym(w), w.folded) for w in words):
            acts[-1] = acts[-1]._replace(verb="mission")  # 'shows the Messiah and tries the mission'
            continue
        if acts and acts[-1].rooms[:1] > (-1,) and _says_so(words):
            acts.append(NotedClause("claims", words[0], room=acts[-1].rooms[0], last=words[-1]))
            continue
        verb = "claims"
        try:
            verb = _verb(words, line, lexicon, acts)
            act = _READERS[verb](Clause(_ordered(words, verb), line, lexicon), verb)
            act = act._replace(last=words[-1], marked=any(word.text.startswith("=") for word in words))
        except RecordError as error:
            raise (error if error.example else error.like(example_of(verb, seat or 1, lexicon))) from None
        if verb in _MERGED:
            acts[-1] = _MERGED[verb](acts[-1], act)
        else:
            acts.append(act)
    if not acts:
        message = "expected what the player does"
        raise line.error(message, end_of(line)).like(example_of("claims", seat or 1, lexicon))
    if acts[0].verb == "shows" and any(act.verb in _OF_MISSION for act in acts):
        acts[0] = acts[0]._replace(verb="mission")  # 'shows the Messiah, reveals 4 =Code'
    acts = _named_by_room(acts, seat, lexicon)
    for number in range(len(acts) - 1):
        if acts[number].verb == "time" and acts[number + 1].verb == "shuffles":
            acts[number : number + 2] = acts[number + 1], acts[number]  # Time goes back with the shuffle
    for number, act in enumerate(acts):
        if act.verb in ("opens", "reveals") and act.rooms[0] < 0 and not lexicon.known:
            # A card that everybody sees: its room is told.
            message = "expected '=' and the room that was seen"
            raise line.error(message, act.end).like(example_of(act.verb, seat or 1, lexicon))
        if act.verb == "calls" and act.rooms[0] < 0 and not lexicon.known:
            message = "expected '=' and the room that was seen"
            raise line.error(message, act.end).like(example_of(act.verb, seat or 1, lexicon))
        if act.verb == "doubt" and not act.result and not lexicon.known:
            # The effect follows a true claim only.
            if all(later.verb == "?" for later in acts[number + 1 :]):
                message = "expected 'true' or 'lie': what the check showed"
                raise line.error(message, act.end).like(example_of("doubt", seat or 1, lexicon))
            acts[number] = act._replace(result="true")
    return tuple(acts)


def _says_so(words: list[Word]) -> bool:
    """Whether a clause says that the room seen is named: ``I say so``, ``tells the truth``."""
    said = words[1:] if words[0].folded in SELF else words
    verb = len(said) > 0 and (synonym(said[0]) == "claims" or said[0].folded in ("claims", "tells", "tell"))
    # 'so' is among the words left out: 'I say so'.
    return verb and (len(said) == 1 or (len(said) == 2 and said[1].folded in ("truth", "true")))


def _named_and_seen(words: list[Word], look: NotedClause, lexicon: RecordNames) -> list[NotedClause]:
    """The look and the claim of ``7 - Bombe (seen Code)``; none where a clause is not two rooms behind a look."""
    rooms = [each[0].casefold() for each in lexicon.rooms]
    texts = [word.folded.removeprefix("=") for word in words]
    if look.verb != "peeks" or look.rooms != (-1,) or len(texts) != 2 or not set(texts) <= set(rooms):
        return []
    claim = NotedClause("claims", words[0], room=rooms.index(texts[0]), last=words[1])
    return [look._replace(rooms=(rooms.index(texts[1]),)), claim]


def _checked_by_card(
    words: list[Word], acts: list[NotedClause], lexicon: RecordNames
) -> NotedClause | None:
    """The doubt before with what its check showed: ``Bob says Tome, Ann doubts, it is the Tome``."""
    claim = next((act for act in reversed(acts) if act.verb == "claims"), None)
    text = " ".join(word.folded for word in words)
    room = next((k for k, names in enumerate(lexicon.rooms) if text in map(str.casefold, names)), -1)
    if acts[-1].verb != "doubt" or acts[-1].result or claim is None or room < 0:
        return None
    if room == claim.room:
        return acts[-1]._replace(result="true", last=words[-1])
    return acts[-1]._replace(result="lie", rooms=(room,), last=words[-1])


def _attempts(words: list[Word]) -> bool:
    return synonym(words[0]) in _OF_MISSION or words[0].folded in _OF_MISSION


def _person_alone(words: list[Word], lexicon: RecordNames) -> bool:
    """Whether a clause is the name of one Character and nothing else."""
    said = " ".join(word.folded for word in words)
    return len({names for names in lexicon.people for name in names if name.casefold() == said}) == 1


def _accuses_plainly(words: list[Word], lexicon: RecordNames) -> bool:
    return len(words) > 1 and lexicon.is_name(words[0]) and _person_alone(words[1:2], lexicon)


def _begins_becoming(words: list[Word]) -> int:
    """How many words say that somebody becomes what follows: ``I am``, ``I'm``, ``I get``; 0 for none."""
    texts = [word.folded.replace("\u2019", "'") for word in words[:2]]
    if texts[0] in _BECOMES and texts[0] != "i":
        return 1
    return 2 if len(words) > 2 and texts[0] in (*SELF, "she", "he") and texts[1] in _BECOMES else 0


def _says_again(words: list[Word], seat: int, lexicon: RecordNames) -> bool:
    """Whether a clause names once more whose line it is: ``Ann looks at 5, claims Phantom, Ann keeps``."""
    word = words[0]
    if not seat or not lexicon.is_name(word) or _doubts(words, lexicon) or words[1].folded in AFTER_NAMES:
        return False
    return seat in lexicon.seats(word)


def _nobody_doubts(words: list[Word], lexicon: RecordNames) -> bool:
    """Whether a clause says that nobody doubts: ``nobody doubts``, ``no doubts``, ``no one``, ``nobody``."""
    if lexicon.is_name(words[0]) or words[0].folded not in NOBODY[:-1]:
        return False
    left = [word for word in words if word.folded not in NOBODY]
    return (not left and words[-1].folded != "no") or (len(left) == 1 and left[0].folded in DOUBTS)


def _named_by_room(acts: list[NotedClause], seat: int, lexicon: RecordNames) -> list[NotedClause]:
    """The acts with ``Bob 4 Bombe`` as a look and its claim: what another saw there the writer does not know."""
    naming = next((k for k, act in enumerate(acts) if act.verb in ("peeks", "looks")), -1)
    before = [act.verb for act in acts[: max(naming, 0)]]
    if naming < 0 or not seat or seat == lexicon.me or lexicon.known or before not in ([], ["spends"]):
        return acts
    act = acts[naming]
    if act.rooms[0] < 0 or act.result or any(other.verb == "claims" for other in acts):
        return acts
    if act.marked:
        return acts
    claim = NotedClause("claims", act.word, room=act.rooms[0], last=act.last)
    return [*acts[:naming], act._replace(rooms=(-1,)), claim, *acts[naming + 1 :]]


def _verb(words: list[Word], line: Line, lexicon: RecordNames, acts: list[NotedClause]) -> str:
    """The verb of a clause in the record's spelling."""
    word = words[0]
    if _doubts(words, lexicon):
        return "doubt"
    if len(words) > 1 and words[1].folded in ("cancel", "cancels", "cancelled") and lexicon.is_name(word):
        return "cancelled"
    before = acts[-1].verb if acts else ""
    if before in _CHECKED and not acts[-1].result and word.folded in _VERDICTS:
        return "verdict"
    if before in ("swaps", "renews", "views") and word.folded in (*_GETS, "gains", "becomes"):
        return "becomes"
    if before == "looks" and word.folded in (*_GETS, "takes"):
        return "gains"
    if len(words) > 1 and not lexicon.is_position(words[1:]):
        looked_at = lexicon.is_name(words[1]) or words[1].folded == "character"
        if word.folded in ("looks", "look", "looked", "peeks", "peek") and looked_at:
            return "views"  # 'looks at Cid'
        if word.folded in ("names", "name") and before in _ATTEMPT and lexicon.is_name(words[1]):
            return "accuses"
        if word.folded in ("names", "name", "calls", "call") and before in ("peeks", "looks"):
            return "claims"  # 'looks at 8, names it Code'
    if word.folded in ("named", "names", "name") and before in _ATTEMPT and len(words) > 2:
        return "calls" if lexicon.is_position(words[1:]) else "accuses"
    if plain := synonym(word):
        return plain
    rooms = {name.casefold() for each in lexicon.rooms for name in each}
    said = " ".join(each.folded.removeprefix("=") for each in words)
    if acts and acts[-1].rooms == (-1,) and said in rooms:
        return "seen"
    verbs = [verb for verb in _READERS if verb not in _MERGED]
    return verbs[find(word, verbs, "what the player does", line)]


def _ordered(words: list[Word], verb: str) -> list[Word]:
    """The words with the verb in front of the names it follows."""
    if verb == "doubt" and words[0].folded not in DOUBTS and not "doubt".startswith(words[0].folded):
        place = next(k for k, word in enumerate(words) if word.folded in DOUBTS)
        return [words[place], *words[:place], *words[place + 1 :]]
    if verb == "cancelled" and words[0].folded not in SYNONYMS and words[0].folded != "cancelled":
        return [words[1], words[0], *words[2:]] if len(words) > 1 else words
    return words


def _tells_timeout(words: list[Word]) -> bool:
    """Whether a line says that time ran out: ``timeout``, ``time is up``, ``time ran out``."""
    return words[0].folded == "timeout" or (
        words[0].folded in ("time", "times", "time's") and any(word.folded in _OUT for word in words[1:])
    )


_OUT = ("up", "out", "over")
_AT_THE_END = frozenset(
    {"timeout", "time", "times", "time's", "ran", "runs", "has", "run", "wins", "won", *_OUT}
)


def _timeout(words: list[Word], line: Line, lexicon: RecordNames) -> NotedClause:
    """``timeout``, ``timeout Bob`` or ``time is up, Bob wins as the Saboteur``."""
    left = [word for word in words[1:] if word.folded not in _AT_THE_END]
    left = [word for word in left if word.folded not in ("saboteur", *NOBODY) or lexicon.is_name(word)]
    seat = lexicon.seat(left[0], line) if left else 0
    expect_none(left[1:], line)
    return NotedClause("timeout", words[0], seat=seat, last=words[-1])


def _time(clause: Clause, verb: str) -> NotedClause:
    """``time 3``: where Time stands, which follows and is checked."""
    word = clause.take(verb)
    clause.takes("goes", "went", "moves", "moved", "stands")
    last = clause.lexicon.setup.last_time
    slot = clause.number(1, last)
    if clause.takes("of"):
        clause.number(last, last)
    clause.end()
    return NotedClause(verb, word, at=(slot,))


def _cancelled(clause: Clause, verb: str) -> NotedClause:
    """``cancelled Bob``; that it costs Chaos may be said."""
    word = clause.take(verb)
    seat = clause.seat()
    clause.takes("chaos", "c", "machine")
    clause.takes("chaos", "c")
    clause.end()
    return NotedClause(verb, word, seat=seat)


def _wins(clause: Clause, verb: str) -> NotedClause:
    word = clause.take(verb)
    clause.takes("saboteur", "mission")
    clause.end()
    return NotedClause(verb, word)


def _position(clause: Clause, verb: str) -> NotedClause:
    """``peeks 5 =Tome``, and the like: a position, and perhaps the room that was seen there."""
    word = clause.take(verb)
    clause.takes("up", "over")
    if verb == "names" and clause.next and not clause.lexicon.is_position(clause.left):
        room, at = clause.room(), clause.at()  # 'names Bombe at 4'
    else:
        at = clause.at()
        clause.takes("up", "over")
        room = clause.saw()
    clause.end()
    return NotedClause(verb, word, (at,), (room,))


def _points(clause: Clause, verb: str) -> NotedClause:
    word = clause.take(verb)
    at = clause.at()
    clause.end()
    return NotedClause(verb, word, (at,))


def _plain(clause: Clause, verb: str) -> NotedClause:
    word = clause.take(verb)
    clause.takes("i")
    clause.takes("decryption", "d", "turn", "mission", "character")
    clause.end()
    return NotedClause(verb, word)


def _claims(clause: Clause, verb: str) -> NotedClause:
    word = clause.take(verb)
    room = clause.room("the room that is claimed")
    clause.end()
    return NotedClause(verb, word, room=room)


def _doubt(clause: Clause, verb: str) -> NotedClause:
    """``doubt P1 P3 true`` or ``doubt P1 lie =Tome``."""
    word, seats, result, room = clause.take(verb), 0, "", -1
    while (following := clause.next) is not None:
        if following.text.startswith("="):
            room = clause.room()
        elif _article(clause.left):
            clause.take("")  # 'a lie', also where Ann plays
        elif (
            following.folded in _VERDICTS
            and not result
            and not (following.folded == "no" and clause.lexicon.is_name(following))
        ):
            result = _VERDICTS[clause.take("").folded]
        elif result and room < 0:
            if clause.lexicon.is_name(following):
                raise clause.error(f"nothing more was expected, not {following.text!r}")
            room = clause.room()
        else:
            seats |= 1 << clause.seat()
    if not seats:
        raise clause.error("expected who doubted")
    return NotedClause(verb, word, rooms=(room,), seats=seats, result=result)


def _article(words: list[Word]) -> bool:
    return len(words) > 1 and words[0].folded in ("a", "an", "the") and words[1].folded in _VERDICTS


def _verdict(clause: Clause, verb: str) -> NotedClause:
    word = clause.take(verb)
    room = clause.saw()
    clause.end()
    return NotedClause(verb, word, rooms=(room,), result=_VERDICTS[word.folded])


def _seen(clause: Clause, verb: str) -> NotedClause:
    """A room in a clause of its own, behind the position where it was seen."""
    word = clause.words[0]
    return NotedClause(verb, word, rooms=(clause.room(),))


def _gains(clause: Clause, verb: str) -> NotedClause:
    word = clause.take(verb)
    gained = clause.one_of(_GAINED, "C, D or nothing")
    clause.end()
    return NotedClause(verb, word, result=gained)


def _looks(clause: Clause, verb: str) -> NotedClause:
    word = clause.take(verb)
    at, room, gained = clause.at(), -1, ""
    if clause.next and clause.next.folded not in _GETS:
        room = clause.room()
    if clause.takes(*_GETS):
        gained = clause.one_of(_GAINED, "C, D or nothing")
    clause.end()
    return NotedClause(verb, word, (at,), (room,), result=gained)


def _seat(clause: Clause, verb: str) -> NotedClause:
    """A player, and the Character seen or got."""
    word = clause.take(verb)
    while clause.takes("chaos", "character", "characters", "of"):
        pass
    seat = clause.seat()
    while clause.takes("chaos", "character", *_BECOMES):
        pass
    card = clause.person() if clause.next else -1
    clause.end()
    return NotedClause(verb, word, seat=seat, card=card)


def _becomes(clause: Clause, verb: str) -> NotedClause:
    """Who the writer is after an exchange, in a clause of its own."""
    word = clause.take(verb)
    card = clause.person()
    clause.end()
    return NotedClause(verb, word, card=card)


def _renews(clause: Clause, verb: str) -> NotedClause:
    """``renews Medium =Ghost``: the Character laid open, and the new one for who sees it."""
    word = clause.take(verb)
    card = clause.person("the Character laid open")
    other = clause.person() if clause.next else -1
    clause.end()
    return NotedClause(verb, word, card=card, other=other)


def _ghost(clause: Clause, verb: str) -> NotedClause:
    """``ghost 6 8 9 =Bombe =Command =Code``: the places, and the rooms for who sees them."""
    word = clause.take(verb)
    clause.takes("takes", "took", "lays", "moves")
    at, rooms = clause.ats(3), (-1, -1, -1)
    if clause.next:
        rooms = (clause.room(), clause.room(), clause.room())
    clause.end()
    return NotedClause(verb, word, at, rooms)


def _lays(clause: Clause, verb: str) -> NotedClause:
    """``lays 8 9 6``: where the cards now at the three places, in order, came from."""
    word = clause.take(verb)
    while clause.takes("them", "anew", "again", "back", "three"):
        pass
    at = clause.ats(3) if clause.next else ()
    clause.end()
    return NotedClause(verb, word, at)


def _draws(clause: Clause, verb: str) -> NotedClause:
    word = clause.take(verb)
    card = clause.person("the Character drawn")
    clause.end()
    return NotedClause(verb, word, card=card)


def _shuffles(clause: Clause, verb: str) -> NotedClause:
    word = clause.take(verb)
    told = [word for word in clause.left if clause.lexicon.is_position([word])]
    at, order = clause.ats(3 if len(told) == 3 and len(clause.left) == 3 else 2), ""
    if clause.takes("order"):
        texts = [each.text.split()[1] for each in clause.lexicon.setup.orders]
        number = find(clause.take("an order such as 213"), texts, "an order such as 213", clause.line)
        order = texts[number]
    clause.end()
    return NotedClause(verb, word, at, order=order)


def _mission(clause: Clause, verb: str) -> NotedClause:
    word = clause.take(verb)
    clause.takes("mission")
    card = clause.person("the Character shown")
    if verb == "shows":
        while clause.takes("by", "mistake", "takes", "back"):
            pass
    clause.end()
    return NotedClause(verb, word, card=card)


def _calls(clause: Clause, verb: str) -> NotedClause:
    word = clause.take(verb)
    at = clause.at()
    room = clause.room("the room called")
    if clause.next and clause.next.folded in _RESULTS:
        result = clause.one_of(_RESULTS, "right or wrong")
        clause.end()
        return NotedClause(
            verb, word, (at,), (room if result == "right" else -1,), room=room, result=result
        )
    seen = clause.saw()
    clause.end()
    return NotedClause(verb, word, (at,), (seen,), room=room)


def _accuses(clause: Clause, verb: str) -> NotedClause:
    word = clause.take(verb)
    seat = clause.seat()
    while clause.takes("of", "being"):
        pass
    card = clause.person("the Character named")
    result = clause.one_of(_RESULTS, "right or wrong") if clause.next else ""
    clause.end()
    return NotedClause(verb, word, seat=seat, card=card, result=result)


_READERS: dict[str, Callable[[Clause, str], NotedClause]] = {
    "peeks": _position,
    "points": _points,
    "names": _position,
    "spends": _plain,
    "claims": _claims,
    "doubt": _doubt,
    "?": _plain,
    "looks": _looks,
    "opens": _position,
    "views": _seat,
    "flips": _seat,
    "swaps": _seat,
    "keeps": _plain,
    "renews": _renews,
    "ghost": _ghost,
    "lays": _lays,
    "draws": _draws,
    "cancelled": _cancelled,
    "shuffles": _shuffles,
    "mission": _mission,
    "shows": _mission,
    "reveals": _position,
    "calls": _calls,
    "accuses": _accuses,
    "fails": _plain,
    "wins": _wins,
    "time": _time,
    "ends": _plain,
    "rests": _plain,
    "verdict": _verdict,
    "gains": _gains,
    "seen": _seen,
    "becomes": _becomes,
}


def _checked(act: NotedClause, more: NotedClause) -> NotedClause:
    """A doubt, a call or an accusation with what the check showed."""
    if act.verb == "doubt":
        return act._replace(result=more.result, rooms=more.rooms)
    right = more.result == "true"
    rooms = (act.room if right else more.rooms[0],) if act.verb == "calls" else act.rooms
    return act._replace(result="right" if right else "wrong", rooms=rooms)


_MERGED: dict[str, Callable[[NotedClause, NotedClause], NotedClause]] = {
    "verdict": _checked,
    "gains": lambda act, more: act._replace(result=more.result),
    "seen": lambda act, more: act._replace(rooms=more.rooms),
    "becomes": lambda act, more: (
        act._replace(other=more.card) if act.verb == "renews" else act._replace(card=more.card)
    ),
}
"""Clauses that complete the one before."""

VERBS = tuple(verb for verb in _READERS if verb not in _MERGED)
