"""The verbs of the record: how what follows each is read, and what people say instead of it.

`VERBS` is the table. A reader takes a clause from its verb on and gives a `NotedClause`; what was told before plays no
part in it: that is the business of `idioms`. One file, though a long one: the table and its readers, a few lines each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from deduce.records.words import Word, find
from deduce_models.enigma.records.lexicon import Clause
from deduce_models.enigma.records.phrases import CHECKS, DOUBTS

__all__ = [
    "BECOMES",
    "GAINS",
    "GETS",
    "SPOKEN",
    "VERBS",
    "VERDICTS",
    "NotedClause",
    "Verb",
    "begins_as_verb",
    "spells_verb",
    "synonym",
]

GAINS = ("nothing", "C", "D")
"""What a look through the Library gains, by the mask of icons."""

GETS = ("gains", "gets", "gain", "get", "+")
BECOMES = (*GETS, "gains", "am", "i'm", "becomes", "become", "got")
VERDICTS = {
    **dict.fromkeys(("true", "truth", "right", "correct", "yes"), "true"),
    **dict.fromkeys(("lie", "lied", "false", "wrong", "caught", "no"), "lie"),
    **dict.fromkeys(("lies", "lying", "liar", "bluff", "bluffs", "bluffed", "bluffing", "rightly"), "lie"),
    **dict.fromkeys(("honest", "wrongly"), "true"),
}
"""What a check may have shown, in the words people use."""

_GAINED = {"nothing": "nothing", "none": "nothing", "c": "C", "chaos": "C", "d": "D", "decryption": "D"}
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


class Verb(NamedTuple):
    """A verb: the reader of its clauses, and what people say instead of it.

    A clause that only completes the one before it becomes no act: `completes` gives that act with what it adds.
    """

    read: Callable[[Clause, str], NotedClause]
    also: tuple[str, ...] = ()
    completes: Callable[[NotedClause, NotedClause], NotedClause] | None = None


def _time(clause: Clause, verb: str) -> NotedClause:
    """``time 3``: where Time stands, which follows and is checked."""
    word = clause.take(verb)
    while clause.takes("goes", "went", "moves", "moved", "stands", "back", "forward", "on", "up"):
        pass
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
        elif following.folded in CHECKS and seats:
            clause.take("")  # 'Vera doubts and checks'
        elif _article(clause.left):
            clause.take("")  # 'a lie', also where Ann plays
        elif (
            following.folded in VERDICTS
            and not result
            and not (following.folded == "no" and clause.lexicon.is_name(following))
        ):
            result = VERDICTS[clause.take("").folded]
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
    return len(words) > 1 and words[0].folded in ("a", "an", "the") and words[1].folded in VERDICTS


def _verdict(clause: Clause, verb: str) -> NotedClause:
    word = clause.take(verb)
    room = clause.saw()
    clause.end()
    return NotedClause(verb, word, rooms=(room,), result=VERDICTS[word.folded])


def _seen(clause: Clause, verb: str) -> NotedClause:
    """A room in a clause of its own, behind the position where it was seen."""
    word = clause.words[0]
    return NotedClause(verb, word, rooms=(clause.room(),))


def _gains(clause: Clause, verb: str) -> NotedClause:
    word = clause.take(verb)
    gained = clause.one_of(_GAINED, "C, D or nothing")
    clause.end()
    return NotedClause(verb, word, result=gained)


def _holds(clause: Clause, verb: str) -> NotedClause:
    """``gains D``, ``loses Chaos`` behind a claim: the token that its effect brought or took, which is checked."""
    word = clause.take(verb)
    gained = clause.one_of(_GAINED, "C, D or nothing")
    clause.end()
    return NotedClause(verb, word, result=gained, order="loses" if word.folded == "loses" else "")


def _looks(clause: Clause, verb: str) -> NotedClause:
    word = clause.take(verb)
    at, room, gained = clause.at(), -1, ""
    if clause.next and clause.next.folded not in GETS:
        room = clause.room()
    if clause.takes(*GETS):
        gained = clause.one_of(_GAINED, "C, D or nothing")
    clause.end()
    return NotedClause(verb, word, (at,), (room,), result=gained)


def _seat(clause: Clause, verb: str) -> NotedClause:
    """A player, and the Character seen or got."""
    word = clause.take(verb)
    while clause.takes("chaos", "character", "characters", "of"):
        pass
    seat = clause.seat()
    while clause.takes("chaos", "character", *BECOMES):
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
    while clause.takes("anew", "again", "back", "down"):
        pass
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
    if verb == "mission" and clause.next is None:
        return NotedClause(verb, word)  # 'I try my mission': who the writer is, the notes say
    card = clause.person("the Character shown")
    clause.takes("mission")
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


def _checked(act: NotedClause, more: NotedClause) -> NotedClause:
    """A doubt, a call or an accusation with what the check showed."""
    if act.verb == "doubt":
        return act._replace(result=more.result, rooms=more.rooms)
    right = more.result == "true"
    rooms = (act.room if right else more.rooms[0],) if act.verb == "calls" else act.rooms
    return act._replace(result="right" if right else "wrong", rooms=rooms)


def _gained(act: NotedClause, more: NotedClause) -> NotedClause:
    """A look with what it gained."""
    return act._replace(result=more.result)


def _room_seen(act: NotedClause, more: NotedClause) -> NotedClause:
    """A look with the room that was seen."""
    return act._replace(rooms=more.rooms)


def _become(act: NotedClause, more: NotedClause) -> NotedClause:
    """An exchange with the Character it gave."""
    return act._replace(other=more.card) if act.verb == "renews" else act._replace(card=more.card)


VERBS: dict[str, Verb] = {
    "peeks": Verb(_position, ("peek", "peeked")),
    "points": Verb(_points, ("pointed",)),
    "names": Verb(_position, ("named",)),
    "spends": Verb(_plain, ("spent", "returns", "uses", "pays")),
    "claims": Verb(_claims, ("claimed", "says", "said", "declares", "announces")),
    "doubt": Verb(_doubt, DOUBTS[1:]),
    "?": Verb(_plain),
    "looks": Verb(_looks, ("looked",)),
    "opens": Verb(_position, ("opened", "turns", "uncovers")),
    "views": Verb(_seat, ("viewed",)),
    "flips": Verb(_seat, ("flipped",)),
    "swaps": Verb(_seat, ("swapped", "exchanges", "exchanged", "trades")),
    "keeps": Verb(_plain, ("kept", "declines")),
    "renews": Verb(_renews, ("renewed",)),
    "ghost": Verb(_ghost),
    "lays": Verb(_lays, ("laid",)),
    "draws": Verb(_draws, ("drew", "draw")),
    "cancelled": Verb(_cancelled, ("cancels", "cancel")),
    "shuffles": Verb(_shuffles, ("shuffled", "mixes")),
    "mission": Verb(_mission, ("tries", "try", "tried", "attempts")),
    "shows": Verb(_mission, ("showed",)),
    "reveals": Verb(_position, ("revealed", "reveal")),
    "calls": Verb(_calls, ("called",)),
    "accuses": Verb(_accuses, ("accused",)),
    "fails": Verb(_plain, ("failed",)),
    "wins": Verb(_wins, ("won",)),
    "time": Verb(_time),
    "ends": Verb(_plain, ("ended", "stops")),
    "rests": Verb(_plain, ("rested", "passes")),
    "holds": Verb(_holds),
    "verdict": Verb(_verdict, completes=_checked),
    "gains": Verb(_gains, completes=_gained),
    "seen": Verb(_seen, completes=_room_seen),
    "becomes": Verb(_becomes, completes=_become),
}
"""Every verb of the record, in the order of a turn."""

SPOKEN = tuple(name for name, verb in VERBS.items() if verb.completes is None)
"""The verbs that are acts of their own; people may shorten them."""

_SYNONYMS = {text: name for name, verb in VERBS.items() for text in verb.also}


def synonym(word: Word) -> str:
    """The verb that a word stands for, ``turns`` as well as ``turn`` and ``turned``; none where it is no such word."""
    stem = word.folded.removesuffix("ed") if word.folded.endswith("ed") else word.folded
    return next((_SYNONYMS[text] for text in (word.folded, f"{stem}s") if text in _SYNONYMS), "")


def spells_verb(word: Word) -> bool:
    """Whether a word is a verb or stands for one to the letter."""
    return word.folded in _SYNONYMS or word.folded in VERBS


def begins_as_verb(word: Word) -> bool:
    """Whether a word stands for a verb, or some verb begins with it."""
    return bool(synonym(word)) or any(verb.startswith(word.folded) for verb in VERBS)
