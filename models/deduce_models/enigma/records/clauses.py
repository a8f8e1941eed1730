"""From a line of a record to what it tells, without regard to the position: the notation, and nothing else.

`read_line` gives a `SpokenLine`: whose line it is and its acts in order. `reading` plays them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from deduce.errors import RecordError
from deduce.records.record import Line
from deduce.records.words import Word, clauses, end_of, find, words_of
from deduce_models.enigma.records.lexicon import Clause, RecordNames

__all__ = ["GAINS", "SYNONYMS", "VERBS", "NotedClause", "SpokenLine", "example_of", "read_line"]

_WORD = re.compile(r"[^\s,;()]+|[,;]")

GAINS = ("nothing", "C", "D")
"""What a look through the Library gains, by the mask of icons."""

_GAINED = {"nothing": "nothing", "none": "nothing", "c": "C", "chaos": "C", "d": "D", "decryption": "D"}
_VERDICTS = {
    **dict.fromkeys(("true", "truth", "right", "correct", "yes"), "true"),
    **dict.fromkeys(("lie", "lied", "false", "wrong", "caught", "no"), "lie"),
}
_RESULTS = {"right": "right", "wrong": "wrong", "true": "right", "false": "wrong", "correct": "right"}


class NotedClause(NamedTuple):
    """One clause: its verb, the word it stands at, and what it tells; -1, 0 and empty where it does not.

    `at` are positions from 0, `rooms` rooms by position of `at`, `room` a room claimed or called, `seats` a mask of
    seats (bit `seat`), `card` a Character, `result` true, lie, right, wrong, or what was gained, `order` the text
    of a permutation, `last` its last word.
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
    if first[0].folded == "timeout":
        return SpokenLine(line, 0, False, (_timeout(first, line, lexicon),))
    names = [word for word in first if lexicon.is_name(word)]
    if names and len(first) > 1 and _doubts(first, lexicon):
        acts = _acts(found, line, lexicon, 0)
        return SpokenLine(line, 0, True, acts)
    if _is_verb(first[0]) and not lexicon.is_name(first[0]):
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
    words = [
        Word(word.text.rstrip(".:!") or word.text, word.column) for word in words_of(line, pattern=_WORD)
    ]
    marked = [Word(",", word.column) if word.text == ";" else word for word in words]
    parts = clauses(marked, ",")
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
                while word.folded in _AFTER_NAMES and found[-1] and _who(found[-1][-1], lexicon):
                    names.insert(0, found[-1].pop())
                if found[-1] and not (
                    len(found) == 1 and len(found[-1]) == 1 and lexicon.is_name(found[-1][0])
                ):
                    found.append(names)
                else:
                    found[-1] += names
            found[-1].append(word)
    return [part for part in found if part] or [list(marked[:1])]


def _who(word: Word, lexicon: RecordNames) -> bool:
    return word.folded in _NOBODY or lexicon.is_name(word)


_NOBODY = ("nobody", "none", "noone")
_AFTER_NAMES = ("doubt", "doubts", "doubted", "challenges", "cancels", "cancelled")
_DOUBTS = ("doubt", "doubts", "doubted", "challenges", "challenged", "disbelieves")
_WITHIN = frozenset({"ghost", "?", "order", "names", "mission"})
"""Verbs that may also be a word within a clause, so that no clause begins with them unless a comma says so."""


def _splits(word: Word, before: Word) -> bool:
    """Whether a new clause begins with this word though no comma stands before it."""
    if before.folded in SYNONYMS or before.folded in _READERS:
        return False
    known = word.folded in _READERS or word.folded in SYNONYMS
    return known and word.folded not in _WITHIN and not word.text.startswith("=")


def _is_verb(word: Word) -> bool:
    return word.folded in SYNONYMS or any(verb.startswith(word.folded) for verb in _READERS)


def _doubts(words: list[Word], lexicon: RecordNames) -> bool:
    """Whether a clause says that players doubt, by ``NAMES doubt``."""
    place = next((k for k, word in enumerate(words) if not lexicon.is_name(word)), 0)
    return place > 0 and words[place].folded in _DOUBTS


def _acts(found: list[list[Word]], line: Line, lexicon: RecordNames, seat: int) -> tuple[NotedClause, ...]:
    acts: list[NotedClause] = []
    for words in found:
        if words[0].folded in _NOBODY and len(words) > 1 and words[1].folded in _DOUBTS:
            continue
        verb = "claims"
        try:
            verb = _verb(words, line, lexicon, acts)
            act = _READERS[verb](Clause(_ordered(words, verb), line, lexicon), verb)
            act = act._replace(last=words[-1])
        except RecordError as error:
            raise (error if error.example else error.like(example_of(verb, seat or 1, lexicon))) from None
        if verb in _MERGED:
            acts[-1] = _MERGED[verb](acts[-1], act)
        else:
            acts.append(act)
    for number, act in enumerate(acts):
        if act.verb == "doubt" and not act.result and not lexicon.known:
            # The effect follows a true claim only.
            if all(later.verb == "?" for later in acts[number + 1 :]):
                message = "expected 'true' or 'lie': what the check showed"
                raise line.error(message, act.end).like(example_of("doubt", seat or 1, lexicon))
            acts[number] = act._replace(result="true")
    return tuple(acts)


def _verb(words: list[Word], line: Line, lexicon: RecordNames, acts: list[NotedClause]) -> str:
    """The verb of a clause in the record's spelling."""
    word = words[0]
    if _doubts(words, lexicon):
        return "doubt"
    if len(words) > 1 and words[1].folded in ("cancels", "cancelled") and lexicon.is_name(word):
        return "cancelled"
    before = acts[-1].verb if acts else ""
    if before == "doubt" and not acts[-1].result and word.folded in _VERDICTS:
        return "verdict"
    if before == "looks" and word.folded in ("gains", "gets", "gain", "takes"):
        return "gains"
    if word.folded in SYNONYMS:
        return SYNONYMS[word.folded]
    rooms = {name.casefold() for each in lexicon.rooms for name in each}
    said = " ".join(each.folded.removeprefix("=") for each in words)
    if acts and acts[-1].rooms == (-1,) and said in rooms:
        return "seen"
    verbs = [verb for verb in _READERS if verb not in _MERGED]
    return verbs[find(word, verbs, "what the player does", line)]


def _ordered(words: list[Word], verb: str) -> list[Word]:
    """The words with the verb in front of the names it follows."""
    if verb == "doubt" and words[0].folded not in _DOUBTS and not "doubt".startswith(words[0].folded):
        place = next(k for k, word in enumerate(words) if word.folded in _DOUBTS)
        return [words[place], *words[:place], *words[place + 1 :]]
    if verb == "cancelled" and words[0].folded not in SYNONYMS and words[0].folded != "cancelled":
        return [words[1], words[0], *words[2:]] if len(words) > 1 else words
    return words


SYNONYMS = {
    **dict.fromkeys(("peek", "peeked"), "peeks"),
    **dict.fromkeys(("looked",), "looks"),
    **dict.fromkeys(("pointed",), "points"),
    **dict.fromkeys(("named",), "names"),
    **dict.fromkeys(("spent", "returns", "uses"), "spends"),
    **dict.fromkeys(("claimed", "says", "said", "declares", "announces"), "claims"),
    **dict.fromkeys(_DOUBTS[1:], "doubt"),
    **dict.fromkeys(("opened", "turns", "uncovers"), "opens"),
    **dict.fromkeys(("viewed",), "views"),
    **dict.fromkeys(("flipped",), "flips"),
    **dict.fromkeys(("swapped", "exchanges", "exchanged", "trades"), "swaps"),
    **dict.fromkeys(("kept", "declines"), "keeps"),
    **dict.fromkeys(("renewed",), "renews"),
    **dict.fromkeys(("laid",), "lays"),
    **dict.fromkeys(("drew", "draw"), "draws"),
    **dict.fromkeys(("cancels", "cancel"), "cancelled"),
    **dict.fromkeys(("shuffled", "mixes"), "shuffles"),
    **dict.fromkeys(("tries", "attempts"), "mission"),
    **dict.fromkeys(("showed",), "shows"),
    **dict.fromkeys(("revealed", "reveal"), "reveals"),
    **dict.fromkeys(("called",), "calls"),
    **dict.fromkeys(("accused",), "accuses"),
    **dict.fromkeys(("failed",), "fails"),
    **dict.fromkeys(("won",), "wins"),
    **dict.fromkeys(("ended", "stops"), "ends"),
    **dict.fromkeys(("rested", "passes"), "rests"),
}
"""What people say instead of the verbs of the record."""


def _timeout(words: list[Word], line: Line, lexicon: RecordNames) -> NotedClause:
    clause = Clause(words, line, lexicon)
    word = clause.take("timeout")
    seat = clause.seat() if clause.next else 0
    clause.end()
    return NotedClause("timeout", word, seat=seat)


def _position(clause: Clause, verb: str) -> NotedClause:
    """``peeks 5 =Tome``, and the like: a position, and perhaps the room that was seen there."""
    word = clause.take(verb)
    clause.takes("up", "over")
    at = clause.at()
    room = clause.saw()
    clause.end()
    return NotedClause(verb, word, (at,), (room,))


def _turned(clause: Clause, verb: str) -> NotedClause:
    """A card that everybody sees: its room is told unless the record is complete."""
    act = _position(clause, verb)
    if act.rooms[0] < 0 and not clause.lexicon.known:
        raise clause.error("expected '=' and the room that was seen")
    return act


def _points(clause: Clause, verb: str) -> NotedClause:
    word = clause.take(verb)
    at = clause.at()
    clause.end()
    return NotedClause(verb, word, (at,))


def _plain(clause: Clause, verb: str) -> NotedClause:
    word = clause.take(verb)
    clause.takes("decryption", "d", "turn", "mission")
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
    if clause.next and clause.next.folded not in ("gains", "gets", "gain"):
        room = clause.room()
    if clause.takes("gains", "gets", "gain"):
        gained = clause.one_of(_GAINED, "C, D or nothing")
    clause.end()
    return NotedClause(verb, word, (at,), (room,), result=gained)


def _seat(clause: Clause, verb: str) -> NotedClause:
    """A player, and the Character seen or got."""
    word = clause.take(verb)
    seat = clause.seat()
    card = clause.person() if clause.next else -1
    clause.end()
    return NotedClause(verb, word, seat=seat, card=card)


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
    at, rooms = clause.ats(3), (-1, -1, -1)
    if clause.next:
        rooms = (clause.room(), clause.room(), clause.room())
    clause.end()
    return NotedClause(verb, word, at, rooms)


def _lays(clause: Clause, verb: str) -> NotedClause:
    """``lays 8 9 6``: where the cards now at the three places, in order, came from."""
    word = clause.take(verb)
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
    at, order = clause.ats(2), ""
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
    seen = clause.saw()
    if seen < 0 and not clause.lexicon.known:
        raise clause.error("expected '=' and the room that was seen")
    clause.end()
    return NotedClause(verb, word, (at,), (seen,), room=room)


def _accuses(clause: Clause, verb: str) -> NotedClause:
    word = clause.take(verb)
    seat = clause.seat()
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
    "opens": _turned,
    "views": _seat,
    "flips": _seat,
    "swaps": _seat,
    "keeps": _plain,
    "renews": _renews,
    "ghost": _ghost,
    "lays": _lays,
    "draws": _draws,
    "cancelled": _seat,
    "shuffles": _shuffles,
    "mission": _mission,
    "shows": _mission,
    "reveals": _turned,
    "calls": _calls,
    "accuses": _accuses,
    "fails": _plain,
    "wins": _plain,
    "ends": _plain,
    "rests": _plain,
    "verdict": _verdict,
    "gains": _gains,
    "seen": _seen,
}

_MERGED: dict[str, Callable[[NotedClause, NotedClause], NotedClause]] = {
    "verdict": lambda act, more: act._replace(result=more.result, rooms=more.rooms),
    "gains": lambda act, more: act._replace(result=more.result),
    "seen": lambda act, more: act._replace(rooms=more.rooms),
}
"""Clauses that complete the one before."""

VERBS = tuple(verb for verb in _READERS if verb not in _MERGED)


def example_of(verb: str, seat: int, lexicon: RecordNames) -> str:
    """A right line with this verb, in the names of the record."""
    parts, names = lexicon.setup.parts, lexicon.names
    rooms, people = parts.room_names, parts.character_names
    who, other = names[seat - 1], names[seat % len(names)]
    first, second, third = rooms[0], rooms[1], rooms[2]
    naming = f"{who} peeks 5, claims"
    return {
        "peeks": f"{who} peeks 5 ={second}, claims {first}",
        "points": f"{who} points 5, claims {first}",
        "names": f"{who} names 4",
        "spends": f"{who} spends",
        "looks": f"{naming} {first}, looks 2 ={second} gains C",
        "opens": f"{naming} {third}, opens 2 ={first}",
        "doubt": f"{naming} {first}, doubt {other} lie",
        "views": f"{naming} Teamwork, views {other} ={people[0]}",
        "flips": f"{naming} Teamwork, flips {other}",
        "swaps": f"{naming} Phantom, swaps {other} ={people[0]}",
        "renews": f"{naming} Phantom, renews {people[0]}",
        "ghost": f"{naming} Phantom, ghost 6 8 9, lays 8 9 6, draws {people[0]}",
        "lays": f"{naming} Phantom, ghost 6 8 9, lays 8 9 6",
        "draws": f"{naming} Phantom, ghost 6 8 9, lays, draws {people[0]}",
        "keeps": f"{naming} Phantom, keeps",
        "cancelled": f"{naming} Machine, cancelled {other}",
        "shuffles": f"{naming} Machine, shuffles 2 3",
        "shows": f"{who} shows {people[0]}",
        "mission": f"{who} mission {people[0]}, reveals 4 ={first}",
        "reveals": f"{who} mission {people[0]}, reveals 4 ={first}",
        "calls": f"{who} mission {people[0]}, calls 4 {first} ={first}",
        "accuses": f"{who} mission {people[0]}, accuses {other} {people[1]} wrong",
    }.get(verb, f"{naming} {first}")
