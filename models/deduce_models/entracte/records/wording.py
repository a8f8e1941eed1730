"""What people write, in the words of the rules: verbs, names, cards and codes. What a line means the rules decide.

The tables are the words; the functions part a line into its card, who put tokens, what was drawn.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from deduce.ground.errors import RecordError
from deduce.records.record import Line
from deduce.records.words import SELF, Word, clauses, end_of, expect_none, find, meant, number
from deduce_models.entracte.components.codes import Partial
from deduce_models.entracte.components.parts import Components
from deduce_models.entracte.records.announcements import Due, Said, announced, kinds_of
from deduce_models.entracte.records.tokens import parted, tokens_said
from deduce_models.entracte.records.vocabulary import (
    AMONG_TOKENS,
    ANEW,
    ARTICLES,
    BEHIND_NAME,
    BEHIND_VERB,
    BLOCKED,
    COUNTS,
    DRAWS,
    EVERYBODY,
    EXCEPT,
    IDLE,
    KINDS,
    NOBODY,
    OF_STOPPING,
    SMALL,
    TOKENS,
    UNSURE,
    VERBS,
)
from deduce_models.entracte.records.words import (
    Known,
    card_words,
    listed_beside,
    parting,
    read_card,
    read_code,
    tells_card,
)
from deduce_models.entracte.rules.setup import HAND

__all__ = ["Due", "Known", "Said", "nobody", "sayings", "sayings_of", "seat_named"]


def nobody() -> int:
    """It is nobody's turn, as far as is known."""
    return 0


def sayings(line: Line, known: Known, due: Due) -> list[Said]:
    """What a line says, one thing or several announcements; `due` tells whose turn it is.

    Raises `RecordError` at the word that is none of this game, with a right line.
    """
    words = list(_plain(line, known))
    if not words:
        raise line.error("expected a player's name and what the player does", 1)
    several = announced(words, known, due, too=card_words(line)[-1].folded == "too")
    if several:
        return several
    behind = _played_too(words)
    if behind:
        found = _said(words[: behind - 1], line, known, due)
        seat = found[0].seat

        def same() -> int:
            return seat or due()

        return [*found, *(each._replace(seat=seat) for each in _said(words[behind:], line, known, same))]
    return _said(words, line, known, due)


def sayings_of(line: Line, known: Known, due: Due) -> list[Said]:
    """What a line says, as it stands or else as one typed in a hurry. Raises `RecordError`."""
    try:
        return sayings(line, known, due)
    except RecordError:
        from deduce_models.entracte.records.hurried import DOWN, reader

        text, me = line.text.partition("#")[0], known.names[known.me - 1] if known.me else ""
        for alike in () if DOWN.search(text) else reader(known.parts).readings(text, known.names, me):
            found: dict[str, list[Said]] = {}
            for plain in alike:
                with suppress(RecordError):
                    said = sayings(replace(line, text=plain), known, due)
                    found.setdefault(repr(said), said)
            if found:
                if len(found) == 1:
                    return next(iter(found.values()))
                break
        raise


def _played_too(words: list[Word]) -> int:
    """Where an exchange is told before it: the place of 'plays' in ``Bob exchanges and plays winter Tue``; else 0."""
    for place, word in enumerate(words[:-1]):
        if place and word.folded == "and" and kinds_of(words[place + 1]) == ["play"]:
            told = [kinds for each in words[:place] if (kinds := kinds_of(each))]
            return place + 1 if told == [["exchange"]] else 0
    return 0


def _said(words: list[Word], line: Line, known: Known, due: Due) -> list[Said]:
    """What the words of a line say. Raises `RecordError`."""
    kind, seat = "play", 0
    try:
        if words[0].folded in DRAWS or (
            known.me and known.seat(words[0]) == known.me and len(words) > 2 and words[1].folded in DRAWS
        ):
            drawn = words[1 + (words[0].folded not in DRAWS) :]
            return [Said(known.me, "draw", drawn=_cards(drawn, line, known))]
        seat, rest = _who(words, line, known)
        if not rest:
            message = f"expected what {known.names[(seat or due()) - 1]} does: {', '.join(VERBS)}"
            raise line.error(message, end_of(line))
        verb, rest = _verb(rest, line, known)
        kind = verb
        return [_READ.get(kind, _bare)(Said(seat, kind), rest, line, known, due)]
    except RecordError as error:
        raise error.like(example_of(kind, seat or due() or 1, known)) from None


def seat_named(line: Line, known: Known) -> int:
    """The seat whose name a line begins with, whatever else is on it; 0 for none."""
    words = list(_plain(line, known))
    called = meant(words[0], known.names) if words else []
    return called[0] + 1 if len(called) == 1 else 0


def _plain(line: Line, known: Known) -> Iterator[Word]:
    """The words of a line without idle ones; 'I' is the writer's name."""
    words = card_words(line)
    types = [kind.name.casefold() for kind in known.parts.types]
    begun = [name.casefold() for name in known.names]
    for place, word in enumerate(words):
        before = [each.folded for each in words[max(0, place - 3) : place]]
        behind = [each.folded for each in words[place + 1 : place + 3]]
        if [word.folded, *behind] in UNSURE or [*before[-1:], word.folded, *behind[:1]] in UNSURE:
            continue
        if [*before[-2:], word.folded] in UNSURE:
            continue
        if before in UNSURE and known.seat(word):
            yield Word(f"{word.text}?", word.column)
        elif (
            known.me
            and word.folded in (*SELF, "myself")
            and not any(n.startswith(word.folded) for n in begun)
        ):
            yield Word(known.names[known.me - 1], word.column)
        elif known.seat(word):
            yield word
        elif (
            not place and behind and known.me and word.folded == "my" and behind[0][:5] in ("turn", "turn:")
        ):
            yield Word(known.names[known.me - 1], word.column)
        elif (
            (before == ["my"] and word.folded.rstrip(":") == "turn")
            or word.folded in IDLE
            or (not place and word.folded == "and")
        ):
            continue
        elif word.folded.endswith("'s") and word.folded[:-2] in begun:
            yield Word(word.text.rstrip(":")[:-2], word.column)
        elif word.folded == "type" and words[place + 1 :] and f"type{words[place + 1].folded}" in types:
            continue
        elif place and words[place - 1].folded == "type" and f"type{word.folded}" in types:
            yield Word(f"type{word.folded}", word.column)
        else:
            yield word


def _who(words: list[Word], line: Line, known: Known) -> tuple[int, list[Word]]:
    """The seat that a line begins with (0: none, where it begins with what is done), and the rest."""
    try:
        seat, rest = find(words[0], known.names, "a player's name", line) + 1, words[1:]
    except RecordError:
        if not kinds_of(words[0]) and not tells_card(words[0], known.parts):
            raise
        seat, rest = 0, words
    return seat, [word for word in rest if word.folded not in BEHIND_NAME]


def _verb(words: list[Word], line: Line, known: Known) -> tuple[str, list[Word]]:
    """The kind of what is done, and what follows; a card without a verb is played, a name begins guesses."""
    word, kinds = words[0], kinds_of(words[0])
    if known.seat(word):
        return "guess", words
    if (
        word.folded in (*DRAWS, "takes", "took", "gets", "got")
        and [each.folded for each in words[1:]] in ANEW
    ):
        return "exchange", []
    if [each.folded for each in words] in BLOCKED:
        return "pass", []
    if len(kinds) == 1 or any(word.folded in KINDS[kind] for kind in kinds):
        down = kinds[0] == "play" and word.folded not in VERBS and _down_too(words[1:], line, known)
        return kinds[0], words[2 if down else 1 :]
    if not kinds and tells_card(word, known.parts):
        return "play", words
    return VERBS[tuple(VERBS)[find(word, tuple(VERBS), "what the player does", line)]], words[1:]


def _down_too(words: list[Word], line: Line, known: Known) -> bool:
    """Whether the card's hand is told behind 'puts down'. Raises `RecordError` where 'down' may be the hand itself."""
    hands = next((kind.values for kind in known.parts.types if "down" in kind.values), ())
    if not words or words[0].folded != "down" or not hands:
        return False
    ends = next((k for k, word in enumerate(words) if word.text == ";" or word.folded in DRAWS), len(words))
    values = [word for word in words[:ends] if _is_value(word, known.parts)]
    if sum(word.folded in {value.casefold() for value in hands} for word in values) > 1:
        return True
    verb = _before(words[0], line)
    if verb.startswith(("put", "la", "set")) and len(values) < len(known.parts.types):
        raise line.error(
            f"'{verb} down' may tell the hand or nothing: write 'plays down', or 'plays'",
            words[0].column,
        )
    return False


def _before(word: Word, line: Line) -> str:
    return line.text[: word.column - 1].split()[-1]


# A card played, and what is told with it.


def _play(said: Said, words: list[Word], line: Line, known: Known, due: Due) -> Said:
    at = _tail(words, line, known)
    card, listed, exhaustive = listed_beside(words[:at], line, known.parts)
    if len(card) == 1 and card[0].text == "?":
        card = []
    elif not card and listed is None:
        raise line.error(
            "expected the card played, [the codes it matches], or ? if it was not noted", end_of(line)
        )
    told, drawn = parted(words[at:], line, known)
    cards = _cards(drawn, line, known) if drawn else ()
    if len(cards) > 1:
        raise line.error("expected the one card that was drawn", drawn[0].column)
    tokens = tokens_said(told, line, known, said.seat or due())
    return said._replace(
        card=read_card(card, known.parts, line),
        listed=listed,
        exhaustive=exhaustive,
        words=tokens,
        drawn=cards,
    )


def _tail(words: list[Word], line: Line, known: Known) -> int:
    """Where the words of a card end, and those of tokens and draws begin."""
    dash = _behind_dash(words, line, known)
    inside = False
    for place, word in enumerate(words):
        inside = (inside or word.text == "[") and word.text != "]"
        if inside:
            continue
        folded, after = word.folded.rstrip("?"), words[place + 1 :]
        if place >= dash or word.text in (";", "/") or known.seat(word):
            return place
        if folded in ARTICLES and after and after[0].folded in TOKENS and _opens(word, after[0], line):
            return place
        if _is_value(word, known.parts):
            continue
        if folded in AMONG_TOKENS:
            return place
    return len(words)


def _opens(word: Word, after: Word, line: Line) -> bool:
    """Whether a comma, a semicolon or a stop stands before a word, and none behind it: it is no value of the card."""
    before = line.text[: word.column - 1].rstrip().endswith((",", ";", ".", "/"))
    return before and not set(line.text[word.column : after.column - 1]) & set(",;.")


def _is_value(word: Word, parts: Components) -> bool:
    return any(word.folded == value.casefold() for kind in parts.types for value in kind.values)


_DASH = re.compile(r"(?<!\S)(?:[-\u2013\u2014]|-+>)(?!\S)")


def _behind_dash(words: list[Word], line: Line, known: Known) -> int:
    """Where the words behind the last dash begin, which tell of tokens (``spring Sun - A C``), names perhaps short."""
    dashes = list(_DASH.finditer(line.text.partition("#")[0]))
    place = next(
        (k for k, word in enumerate(words) if dashes and word.column > dashes[-1].start()), len(words)
    )
    for at, word in enumerate(words[place:], place):
        called = meant(Word(word.text.rstrip("?"), word.column), known.names)
        if len(called) == 1:
            words[at] = Word(known.names[called[0]] + "?" * word.text.endswith("?"), word.column)
        elif word.folded not in {*TOKENS, *SMALL, *COUNTS, *NOBODY, *EVERYBODY, *EXCEPT}:
            return len(words)
    return place


def _cards(words: Sequence[Word], line: Line, known: Known) -> tuple[Partial, ...]:
    return tuple(read_card(part, known.parts, line) for part in clauses(words, "/"))


# What else is done or said.


def _turn(said: Said, words: list[Word], line: Line, known: Known, _due: Due) -> Said:
    """A pass or an exchange, and what was drawn."""
    at = next((k for k, word in enumerate(words) if word.folded in DRAWS or word.text == ";"), len(words))
    idle = BEHIND_VERB | SMALL | COUNTS.keys()
    own = at and at < len(words) and known.me and known.seat(words[at - 1]) == known.me  # 'I draw'
    expect_none([word for word in words[: at - bool(own)] if word.folded not in idle], line)
    told, drawn = parted(words[at:], line, known)
    left = [word for clause in told for word in clause]
    if left:
        find(left[0], ("draws",), "'draws'", line)
        drawn = left[1:]
    cards = _cards(drawn, line, known) if drawn else ()
    wanted: Collection[int] = (0, HAND) if said.kind == "exchange" else (0, 1)
    if len(cards) not in wanted:
        head = next(word for word in words if word.folded in DRAWS)
        what = (
            f"the {HAND} cards drawn with / between"
            if said.kind == "exchange"
            else "at most one card drawn"
        )
        raise line.error(f"expected {what}, not {len(cards)}", head.column)
    return said._replace(drawn=cards)


def _pile(said: Said, words: list[Word], line: Line, known: Known, _due: Due) -> Said:
    return said._replace(drawn=_cards(words, line, known) if words else ())


def _sure(said: Said, words: list[Word], line: Line, known: Known, _due: Due) -> Said:
    if not words:
        raise line.error("expected the number of codes the player is sure of", end_of(line))
    counted = COUNTS.get(words[0].folded)
    words = words if counted is None else [Word(str(counted), words[0].column), *words[1:]]
    count = number(words[0], line, 0, (len(known.names) - 1) * known.per_seat)
    expect_none([word for word in words[1:] if not word.folded.startswith("code")], line)
    return said._replace(sure=count)


def _bare(said: Said, words: list[Word], line: Line, _known: Known, _due: Due) -> Said:
    expect_none([word for word in words if word.folded not in OF_STOPPING], line)
    return said


def _guess(said: Said, words: list[Word], line: Line, known: Known, due: Due) -> Said:
    found: list[tuple[int, int]] = []
    for clause in clauses(words, ";"):
        places = [k for k, word in enumerate(clause) if known.seat(word)]
        if not clause:
            raise line.error("expected a guess, such as 'Bob season reverse'", end_of(line))
        for begin, end in zip([0, *places[1:]], [*places[1:], len(clause)], strict=True):
            part = [word for word in clause[begin:end] if word.folded not in ("and", "has", "holds", "is")]
            other = find(part[0], known.names, "whose code is guessed", line) + 1
            if other == (said.seat or due()):
                raise line.error("nobody guesses his own code", part[0].column)
            found += [(other, code) for code in codes_of(part[1:], line, known, part[0].column)]
    return said._replace(guesses=tuple(found))


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
