"""What one line of a record says: who, what is done, cards and codes, and of tokens the words that the rules read.

Only lines that are written as records are, each perhaps shortened. What people say otherwise is left to the grammar of
hurried lines (`deduce_models.entracte.records.hurried`), which puts it into
such lines. What a line means the rules decide.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from deduce.ground.errors import RecordError
from deduce.ground.wording import as_is, run, say
from deduce.records.record import Line
from deduce.records.words import SELF, Word, clauses, end_of, expect_none, find, meant, number
from deduce_models.entracte.components.codes import Partial
from deduce_models.entracte.knowledge.evidence import Noted
from deduce_models.entracte.records.tokens import (
    COUNTS,
    DRAWS,
    ENDS,
    SMALL,
    TOKENS,
    cards_of,
    headed,
    parted,
    tokens_of,
)
from deduce_models.entracte.records.words import (
    Known,
    card_words,
    listed_beside,
    parting,
    read_code,
)
from deduce_models.entracte.rules.setup import HAND

KINDS: Mapping[str, Sequence[str]] = {
    "play": ("plays", "played", "puts", "lays"),
    "pass": ("passes", "skips"),
    "exchange": ("exchanges", "swaps", "changes", "new"),
    "unseen": ("?", "missed"),
    "sure": ("sure", "knows"),
    "declare": ("declares",),
    "pile": ("piles",),
    "stop": ("stops", "proposes"),
    "agree": ("agrees", "ok", "yes"),
    "refuse": ("refuses", "disagrees", "rejects", "declines"),
    "guess": ("guesses", "says", "announces", "thinks", "believes", "supposes"),
}
"""Kinds of what is noted, each with its verbs; the first is that of the record."""
VERBS = {words[0]: kind for kind, words in KINDS.items()}
VOTES = ("stop", "agree", "refuse")
BESIDE = ("draw", "sure", "pile", "guess", *VOTES)
"""Kinds that are said beside the turns."""
HAVING = frozenset(("and", "has", "have", "holds", "is"))


Due = Callable[[], int]
"""Tells whose turn it is, which is asked only where a line names nobody; 0 for nobody's."""


def nobody() -> int:
    """It is nobody's turn, as far as is known."""
    return 0


def kinds_of(word: Word) -> list[str]:
    """The kinds that a verb can mean, in any of its forms or by its beginning."""
    stem = word.folded.removesuffix("ed")
    forms = (word.folded, f"{stem}s", f"{stem}es")
    exact = [kind for kind, words in KINDS.items() if any(form in words for form in forms)]
    return exact or [kind for verb, kind in VERBS.items() if word.folded and verb.startswith(word.folded)]


def saying(line: Line, known: Known, due: Due) -> Noted:
    """What one plain line says; `due` tells whose turn it is.

    Raises `RecordError` at the word that is none of this game, with a right line.
    """
    return _saying(replace(line, text=_called(line.text, known.names)), known, due)


def sayings(line: Line, known: Known, due: Due) -> list[list[Noted]]:
    """What a line may say, each meaning one thing or several announcements: as it stands, or else typed in a hurry."""
    with suppress(RecordError):
        return [[saying(line, known, due)]]
    for alike in hurried(line.text, known):
        found: dict[str, list[Noted]] = {}
        for plain in alike:
            with suppress(RecordError):
                said = [saying(replace(line, text=row), known, due) for row in plain.split("\n")]
                found.setdefault(repr(said), said)
        if found:
            return list(found.values())
    return []


@lru_cache(maxsize=256)
def hurried(text: str, known: Known) -> list[list[str]]:
    """The plain lines that a line typed in a hurry may mean; lines are read ahead, and again."""
    from deduce_models.entracte.records.hurried import reader

    text = re.sub(r"(?i)\bmyself\b", "me", _called(text, known.names).partition("#")[0])
    first, _, rest = text.strip().partition(" ")
    called = meant(Word(first, 0), known.names)
    if len(called) == 1:
        text = f"{known.names[called[0]]}{':' * first.endswith(':')} {rest}"
    return reader(known.parts).readings(text, known.names, known.names[known.me - 1] if known.me else "")


_BEHIND = re.compile(r"(?:(?<!\S)(?:[-\u2013\u2014]|-+>)\s|\()((?:[^\W\d_]+\??[\s,&)]*)+)$")


_ARTICLE = re.compile(r"(?i)\b(plays?|played|puts?|lays?|laid) an? (?=[^\W\d_]{3})")
"""Between a verb and a value in full; where a value is called so too, it then was not noted."""


def _called(text: str, names: Sequence[str]) -> str:
    """A line with players in full who are called by the beginnings of their names behind a last dash or bracket.

    What begins with "my turn" is the writer's.
    """
    text = re.sub(r"(?i)^\s*my (?:turn\b|(?=guess))", "me ", text)
    text = _ARTICLE.sub(r"\1 ", text)
    body = text.partition("#")[0]
    found = _BEHIND.search(body)
    if found is None:
        return text
    row = []
    for word in re.findall(r"[^\W\d_]+|\W+", found[1]):
        called = meant(Word(word, 0), names)
        if len(called) != 1 and word[0].isalpha() and word.casefold() not in ENDS | SMALL:
            return text
        row.append(names[called[0]] if len(called) == 1 else word)
    return body[: found.start(1)] + "".join(row)


def _saying(line: Line, known: Known, due: Due) -> Noted:
    """What one plain line says. Raises `RecordError`."""
    words = list(_plain(line, known))
    if not words:
        raise line.error(say("expected a player's name and what the player does"), 1)
    kind, seat = "play", 0
    try:
        own = bool(known.me) and known.seat(words[0]) == known.me and len(words) > 2
        if words[own].folded in DRAWS:
            return Noted("draw", known.me, drawn=cards_of(words[own + 1 :], line, known))
        seat, rest = _who(words, line, known)
        if not rest:
            wanted = say("what {who} does", who=as_is(known.names[(seat or due()) - 1]))
            told = run(say("expected {wanted}", wanted=wanted), ": ", as_is(", ".join(VERBS)))
            raise line.error(told, end_of(line))
        kind, rest = _verb(rest, line, known)
        return _READ.get(kind, _bare)(Noted(kind, seat), rest, line, known, due)
    except RecordError as error:
        raise error.like(example_of(kind, seat or due() or 1, known)) from None


def seat_named(line: Line, known: Known) -> int:
    """The seat whose name a line begins with, whatever else is on it; 0 for none."""
    words = list(_plain(line, known))
    called = meant(words[0], known.names) if words else []
    return called[0] + 1 if len(called) == 1 else 0


def _plain(line: Line, known: Known) -> Iterator[Word]:
    """The words of a line; 'I' is the writer's name, and a type of two words ("type 8") is one."""
    words = card_words(line)
    types = [kind.name.casefold() for kind in known.parts.types]
    begun = [name.casefold() for name in known.names]
    for place, word in enumerate(words):
        behind = words[place + 1].folded if words[place + 1 :] else ""
        mine = word.folded in {*SELF, "myself"} or (word.folded == "my" and behind in TOKENS)
        if known.me and mine and not any(name.startswith(word.folded) for name in begun):
            yield Word(known.names[known.me - 1], word.column)
        elif word.folded.endswith("'s") and word.folded[:-2] in begun:
            yield Word(word.text.rstrip(":")[:-2], word.column)
        elif word.folded == "type" and f"type{behind}" in types:
            continue
        elif place and words[place - 1].folded == "type" and f"type{word.folded}" in types:
            yield Word(f"type{word.folded}", word.column)
        else:
            yield word


def _who(words: list[Word], line: Line, known: Known) -> tuple[int, list[Word]]:
    """The seat that a line begins with (0: none, where it begins with what is done), and the rest."""
    try:
        seat, rest = find(words[0], known.names, say("a player's name"), line) + 1, words[1:]
    except RecordError:
        if not kinds_of(words[0]) and not _tells_card(words[0], known):
            raise
        return 0, words
    return seat, rest[1:] if rest and rest[0].folded in ("is", "has", "was") else rest


def _verb(words: list[Word], line: Line, known: Known) -> tuple[str, list[Word]]:
    """The kind of what is done, and what follows; a card without a verb is played, a name begins guesses."""
    word, kinds = words[0], kinds_of(words[0])
    if known.seat(word):
        return "guess", words
    if not kinds and _tells_card(word, known):
        return "play", words
    if len(kinds) != 1:
        kinds = [VERBS[tuple(VERBS)[find(word, tuple(VERBS), say("what the player does"), line)]]]
    return kinds[0], words if _lays(word) else words[1:]


def _tells_card(word: Word, known: Known) -> bool:
    """Whether a card may begin with this word: with a feature, or a list of codes."""
    return word.text == "[" or known.parts.features.tells(word)


def _lays(word: Word) -> bool:
    """Whether a card is put or laid, perhaps down, which says nothing or how its hand is held."""
    return word.folded.startswith(("put", "lay"))


# A card played, and what is told with it.


def _play(said: Noted, words: list[Word], line: Line, known: Known, due: Due) -> Noted:
    lays, words = (True, words[1:]) if words and _lays(words[0]) else (False, words)
    at = _tail(words, line, known)
    card, listed, exhaustive = listed_beside(words[:at], line, known.parts)
    if len(card) == 1 and card[0].text == "?":
        card = []
    elif not card and listed is None:
        raise line.error(
            say("expected the card played, [the codes it matches], or ? if it was not noted"), end_of(line)
        )
    told, drawn = parted(headed(words[at:], line, known), line, known)
    if len(drawn) > 1:
        raise line.error(say("expected the one card that was drawn"), words[at].column)
    return said._replace(
        card=_laid(card, known, line) if lays else known.parts.features.read(card, line),
        listed=listed,
        exhaustive=exhaustive,
        words=tokens_of(told, line, known, said.seat or due()),
        drawn=drawn,
    )


def _tail(words: Sequence[Word], line: Line, known: Known) -> int:
    """Where the words of a card end, and those of tokens, draws or players begin."""
    inside = False
    for place, (word, after) in enumerate(pairwise([*words, Word("", 0)])):
        inside = (inside or word.text == "[") and word.text != "]"
        if not inside and _ends(word, after, line, known):
            return place
    return len(words)


def _ends(word: Word, after: Word, line: Line, known: Known) -> bool:
    """Whether the words of a card end before this one."""
    if word.text in (";", "/") or known.seat(word):
        return True
    if after.folded in TOKENS and line.text[: word.column - 1].rstrip().endswith((",", ";", ".", "/")):
        return not set(line.text[word.column : after.column - 1]) & set(",;.")  # ", a token"
    values = {value.casefold() for kind in known.parts.types for value in kind.values}
    return word.folded in ENDS - values


def _laid(words: list[Word], known: Known, line: Line) -> Partial:
    """A card put "down": with its hand down, or another that is told. Raises `RecordError` where that is not clear."""
    down = bool(words) and words[0].folded == "down"
    try:
        card = known.parts.features.read(words, line)
    except RecordError:
        if not down:
            raise
        return known.parts.features.read(words[1:], line)
    if down and None in card:
        raise line.error(
            say("'puts down' may tell the hand or nothing: write 'plays down', or 'plays'"), words[0].column
        )
    return card


# What else is done or said.


def _turn(said: Noted, words: list[Word], line: Line, known: Known, _due: Due) -> Noted:
    """A pass or an exchange, and what was drawn."""
    told, cards = parted(words, line, known)
    idle = SMALL | {"all", "3", ";", *COUNTS}
    expect_none([word for word in told if word.folded not in idle], line)
    wanted = HAND if said.kind == "exchange" else 1
    if len(cards) not in (0, wanted):
        head = next(word for word in words if word.folded in DRAWS)
        what = say(
            "the {number} cards drawn with / between" if wanted > 1 else "at most one card drawn",
            number=wanted,
        )
        raise line.error(say("expected {wanted}, not {got}", wanted=what, got=len(cards)), head.column)
    return said._replace(drawn=cards)


def _pile(said: Noted, words: list[Word], line: Line, known: Known, _due: Due) -> Noted:
    return said._replace(drawn=cards_of(words, line, known) if words else ())


def _sure(said: Noted, words: list[Word], line: Line, known: Known, _due: Due) -> Noted:
    words = [word for word in words if word.folded != "of"]
    if not words:
        raise line.error(say("expected the number of codes the player is sure of"), end_of(line))
    words = [Word(COUNTS.get(words[0].folded, words[0].text), words[0].column), *words[1:]]
    count = number(words[0], line, 0, (len(known.names) - 1) * known.per_seat)
    return _bare(said._replace(sure=count), words[1:], line, known, _due)


def _bare(said: Noted, words: list[Word], line: Line, _known: Known, _due: Due) -> Noted:
    expect_none([word for word in words if word.folded not in SMALL | {"code", "stop"}], line)
    return said


def _guess(said: Noted, words: list[Word], line: Line, known: Known, due: Due) -> Noted:
    found: list[tuple[int, int]] = []
    for clause in clauses(words, ";"):
        places = [k for k, word in enumerate(clause) if known.seat(word) or _initial(word, known)]
        if not clause:
            raise line.error(say("expected a guess, such as 'Bob season reverse'"), end_of(line))
        for begin, end in zip([0, *places[1:]], [*places[1:], len(clause)], strict=True):
            part = [word for word in clause[begin:end] if word.folded not in HAVING]
            other = find(part[0], known.names, say("whose code is guessed"), line) + 1
            if other == (said.seat or due()):
                raise line.error(say("nobody guesses his own code"), part[0].column)
            found += [(other, code) for code in codes_of(part[1:], line, known, part[0].column)]
    return said._replace(guesses=tuple(found))


def _initial(word: Word, known: Known) -> bool:
    """Whether a word is the first letter of one player's name, as a capital."""
    return len(word.text) == 1 and word.text.isupper() and len(meant(word, known.names)) == 1


def codes_of(words: Sequence[Word], line: Line, known: Known, column: int) -> list[int]:
    """The code that the words name, or two of them where they can be parted in one way only."""
    try:
        return [read_code(words, known.parts, line, column)]
    except RecordError:
        place = parting(words, known.parts, line) if known.per_seat > 1 else 0
        if not place:
            raise
    return [read_code(each, known.parts, line) for each in (words[:place], words[place:])]


_READ = {"play": _play, "pass": _turn, "exchange": _turn, "sure": _sure, "pile": _pile, "guess": _guess}


def example_of(kind: str, seat: int, known: Known) -> str:
    """A right line of a kind, in the names and values of this record."""
    parts, names = known.parts, known.names
    deck = parts.cards[:HAND] or (tuple(0 for _ in parts.types),) * HAND
    cards = [parts.card_text(card) for card in deck]
    other = names[seat % len(names)]
    more = {
        "play": f" {cards[0]} ; tokens {other}",
        "exchange": f" ; draws {' / '.join(cards)}",
        "sure": " 2",
        "pile": f" {cards[0]}",
        "guess": f" {other} {parts.codes[0].name}",
    }
    return f"{names[seat - 1]} {KINDS[kind][0]}{more.get(kind, '')}"
