"""One line of a record: who did what, as a value, read and printed. The grammar is in `grammar`.

One file because reading and printing an entry are one notation.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from deduce.ground.errors import RecordError
from deduce.ground.wording import many
from deduce.records.record import Line
from deduce.records.words import Word, clauses, end_of, expect_none, find, number
from deduce_models.entracte.components.codes import Partial, bits
from deduce_models.entracte.knowledge.evidence import Noted
from deduce_models.entracte.records.speech import (
    COUNTS,
    DRAWS,
    EVERYBODY,
    EXCEPT,
    NOBODY,
    OWN,
    SMALL,
    TOKENS,
    Vocabulary,
    plain_words,
    play_clauses,
)
from deduce_models.entracte.records.words import card_words, parting, read_card, read_code, tells_card
from deduce_models.entracte.rules.setup import HAND

__all__ = ["announces", "entry_text", "example_of", "read_entry", "seat_named"]

VERBS = {
    "plays": "play",
    "passes": "pass",
    "exchanges": "exchange",
    "?": "unseen",
    "sure": "sure",
    "declares": "declare",
    "piles": "pile",
    "stops": "stop",
    "agrees": "agree",
    "refuses": "refuse",
    "guesses": "guess",
}


SYNONYMS = {
    "played": "plays",
    "puts": "plays",
    "lays": "plays",
    "passed": "passes",
    "skips": "passes",
    "exchanged": "exchanges",
    "swaps": "exchanges",
    "changes": "exchanges",
    "new": "exchanges",
    "missed": "?",
    "knows": "sure",
    "declared": "declares",
    "guessed": "guesses",
    "says": "guesses",
    "announces": "guesses",
    **dict.fromkeys(("thinks", "believes", "supposes"), "guesses"),
    "stopped": "stops",
    "proposes": "stops",
    "agreed": "agrees",
    "refused": "refuses",
    **dict.fromkeys(("can't", "cannot", "cant"), "passes"),
    **dict.fromkeys(("wants", "suggests", "offers"), "stops"),
    **dict.fromkeys(("ok", "okay", "yes", "accepts"), "agrees"),
    **dict.fromkeys(("disagrees", "rejects", "declines"), "refuses"),
}
"""What people say instead of the verbs of the record."""

_EVERYTHING = frozenset({"it", "them", "all", "everything", "every", "code", "codes", "the", "now"})
"""'knows it all', 'knows everything'."""

HAND_WORDS = frozenset(
    {"hand", "cards", "his", "her", "my", "the", "turn", "all", "three", "3", "play", "anything", "move"}
)
"""Words behind 'exchanges' and 'passes' that say nothing."""


def read_entry(line: Line, known: Vocabulary, *, due: int = 0) -> Noted:
    """The entry on `line`; one that begins with no name is of the seat that is `due` (0: nobody).

    Raises `RecordError` (line, column, what was expected, a right line of that kind).
    """
    seat, rest = _who(plain_words(line, known), line, known, due)
    if not rest and card_words(line)[-1].folded == "too":
        rest = [Word("agrees", end_of(line))]  # 'me too', once somebody wants to stop
    if not rest:
        message = f"expected what {known.names[seat - 1]} does: {', '.join(VERBS)}"
        raise line.error(message, end_of(line)).like(example_of("play", seat, known))
    try:
        verb, rest = _verb(rest, line, known)
    except RecordError as error:
        raise error.like(example_of("play", seat, known)) from None
    kind = VERBS[verb]
    try:
        return _READERS[kind](kind, seat, rest, line, known)
    except RecordError as error:
        raise error.like(example_of(kind, seat, known)) from None


_ANNOUNCED = frozenset({"declare", "stop", "agree", "refuse"})


def announces(line: Line, known: Vocabulary) -> bool:
    """Whether a line says of a player that he declares, or of stopping what he thinks, and no more."""
    return bool(seat_named(line, known)) and read_entry(line, known).kind in _ANNOUNCED


def seat_named(line: Line, known: Vocabulary) -> int:
    """The seat whose name a line begins with, whatever else is on it; 0 for none."""
    try:
        return find(_first(plain_words(line, known), line), known.names, "a player's name", line) + 1
    except RecordError:
        return 0


def _first(words: list[Word], line: Line) -> Word:
    """The first word of a line, which may hold nothing but words and signs that say nothing."""
    if not words:
        raise line.error("expected a player's name and what the player does", 1)
    return words[0]


IDLE_BEHIND = frozenset({"is", "of", "has", "have", "holds", "that"})
"""Words that say nothing behind the name a line begins with."""


def _who(words: list[Word], line: Line, known: Vocabulary, due: int) -> tuple[int, list[Word]]:
    try:
        seat, rest = find(_first(words, line), known.names, "a player's name", line) + 1, words[1:]
    except RecordError as error:
        bare = bool(words) and (_is_verb(words[0]) or tells_card(words[0], known.setup.parts))
        if not due or not bare:
            raise error.like(example_of("play", due or 1, known)) from None
        seat, rest = due, words
    return seat, [word for word in rest if word.folded not in IDLE_BEHIND]


def _synonym(word: Word) -> str:
    """The verb that a word stands for, ``wants`` as well as ``want`` and ``wanted``; none where it is no such word."""
    stem = word.folded.removesuffix("ed") if word.folded.endswith("ed") else word.folded
    return next((SYNONYMS[text] for text in (word.folded, f"{stem}s", f"{stem}es") if text in SYNONYMS), "")


def _is_verb(word: Word) -> bool:
    return bool(_synonym(word)) or any(verb.startswith(word.folded) for verb in VERBS)


def _verb(words: list[Word], line: Line, known: Vocabulary) -> tuple[str, list[Word]]:
    """The verb, in the record's spelling, and what follows; a card without a verb is played."""
    word, verbs = words[0], tuple(VERBS)
    if (
        word.folded in ("says", "say", "calls", "announces")
        and words[1:]
        and words[1].folded.startswith("stop")
    ):
        return "stops", words[2:]
    if word.folded in [name.casefold() for name in known.names]:
        return "guesses", words
    if word.folded in ("knows", "know") and words[1:] and {w.folded for w in words[1:]} <= _EVERYTHING:
        return "declares", []
    if plain := _synonym(word):
        if plain == "plays" and _down_too(words[1:], known):
            return plain, words[2:]
        return plain, words[1:]
    if not _is_verb(word) and tells_card(word, known.setup.parts):
        return "plays", words
    return verbs[find(word, verbs, "what the player does", line)], words[1:]


def _down_too(words: list[Word], known: Vocabulary) -> bool:
    """Whether the card's hand is told behind 'puts down'."""
    hands = next((kind.values for kind in known.setup.parts.types if "down" in kind.values), ())
    told = [word for word in words if any(word.folded == value.casefold() for value in hands)]
    return len(told) > 1 and told[0] is words[0] and told[0].folded == "down"


def example_of(kind: str, seat: int, known: Vocabulary) -> str:
    """A right line of a kind, in the names and values of this record."""
    parts, names = known.setup.parts, known.names
    who, other = names[seat - 1], names[seat % len(names)]
    deck = parts.cards[:3] or tuple(tuple(0 for _ in parts.types) for _ in range(3))
    cards = [parts.card_text(card) for card in deck]
    codes = [code.name for code in parts.codes]
    return {
        "play": f"{who} plays {cards[0]} ; tokens {other}",
        "pass": f"{who} passes",
        "exchange": f"{who} exchanges ; draws {' / '.join(cards)}",
        "unseen": f"{who} ?",
        "sure": f"{who} sure 2",
        "declare": f"{who} declares",
        "pile": f"{who} piles {cards[0]}",
        "guess": f"{who} guesses {other} {codes[0]}",
    }.get(kind, f"{who} {next(verb for verb, each in VERBS.items() if each == kind)}")


def _play(kind: str, seat: int, words: list[Word], line: Line, known: Vocabulary) -> Noted:
    card_words, *extra = play_clauses(words, known)
    card_words, listed, exhaustive = _listed(card_words, line, known)
    if len(card_words) == 1 and card_words[0].text == "?":
        card_words = []
    elif not card_words and listed is None:
        raise line.error(
            "expected the card played, [the codes it matches], or ? if it was not noted", end_of(line)
        )
    card = read_card(card_words, known.setup.parts, line)
    tokens = unsure = 0
    drawn: tuple[Partial, ...] = ()
    given: set[str] = set()
    for clause in extra:
        if not clause:
            continue
        head, clause = _head(clause, line)
        if head in given:
            raise _twice(head, clause[0], line)
        given.add(head)
        if head == "tokens":
            tokens, unsure = _tokens(seat, clause, line, known)
        else:
            drawn = _cards(clause[1:], line, known)
            if len(drawn) != 1:
                raise line.error("expected the one card that was drawn", clause[0].column)
    return Noted(kind, seat, card, listed, exhaustive, tokens, unsure, drawn)


def _head(clause: list[Word], line: Line) -> tuple[str, list[Word]]:
    """What a clause tells, 'tokens' or 'draws', and the clause with that word in front."""
    if clause[0].folded in DRAWS:
        return "draws", clause
    marks = [word for word in clause if word.folded in TOKENS]
    if marks and clause[0] is not marks[0]:
        return "tokens", [marks[0], *(word for word in clause if word is not marks[0])]
    if marks:
        return "tokens", clause
    return ("tokens", "draws")[find(clause[0], ("tokens", "draws"), "'tokens' or 'draws'", line)], clause


def _twice(head: str, word: Word, line: Line) -> RecordError:
    return line.error(f"'{head}' is given twice: put everything behind one '; {head}'", word.column)


def _listed(words: list[Word], line: Line, known: Vocabulary) -> tuple[list[Word], int | None, bool]:
    """The words outside ``[ ]``, the mask of the codes listed inside, and whether the list is whole."""
    marks = [index for index, word in enumerate(words) if word.text in "[]"]
    if not marks:
        return words, None, True
    if len(marks) != 2 or words[marks[0]].text != "[" or words[marks[1]].text != "]":
        raise line.error("expected one list of codes in [ ]", words[marks[0]].column)
    inside = words[marks[0] + 1 : marks[1]]
    exhaustive = not (inside and inside[-1].text == "...")
    if not exhaustive:
        inside = inside[:-1]
    mask = 0
    # Commas separate the codes; the tokeniser drops them, so the text between words is asked.
    for phrase in _phrases(inside, line):
        mask |= 1 << _listed_code(phrase, line, known)
    return words[: marks[0]] + words[marks[1] + 1 :], mask, exhaustive


def _listed_code(phrase: list[Word], line: Line, known: Vocabulary) -> int:
    try:
        return read_code(phrase, known.setup.parts, line)
    except RecordError as error:
        if len(phrase) == 1:
            raise
        raise line.error(f"{error.message} (codes in [ ] have commas between them)", error.column) from None


def _phrases(words: list[Word], line: Line) -> list[list[Word]]:
    phrases: list[list[Word]] = []
    end = None
    for word in words:
        if end is None or "," in line.text[end : word.column - 1]:
            phrases.append([])
        phrases[-1].append(word)
        end = word.column - 1 + len(word.text)
    return phrases


def _tokens(seat: int, clause: list[Word], line: Line, known: Vocabulary) -> tuple[int, int]:
    everyone = sum(1 << other for other in range(1, len(known.names) + 1))
    others = everyone if known.setup.competitive else everyone & ~(1 << seat)
    tokens = unsure = 0
    called = {name.casefold() for name in known.names}
    counts = [
        COUNTS[word.folded]
        for before, word in pairwise(clause)
        if word.folded in COUNTS.keys() - called and before.folded != "no"  # 'no one'
    ]
    count = counts[0] if counts else None
    told = [word for word in clause[1:] if word.folded not in SMALL | OWN or word.folded in called]
    if len(told) > 2 and told[0].folded in EVERYBODY and told[1].folded in EXCEPT:
        left, doubtful = _tokens(seat, [clause[0], *told[2:]], line, known)
        return others & ~(left | doubtful), doubtful
    if not told and any(word.folded in OWN for word in clause[1:]):
        told = [Word(known.names[seat - 1], clause[0].column)]  # 'his own'
    if not told and count == others.bit_count():
        told = [Word("all", clause[0].column)]  # 'tokens from both', where there are two
    if not told:
        raise line.error(
            "expected who put a token: names, nobody, or ? where it was not noted", clause[0].column
        )
    for word in told:
        if word.text == "?":
            unsure |= others
            continue
        if word.folded in NOBODY and len(told) == 1:
            continue
        if word.folded in EVERYBODY and len(told) == 1:
            tokens |= others
            continue
        doubtful = word.text.endswith("?")
        name = Word(word.text.rstrip("?"), word.column)
        other = find(name, known.names, "who put a token", line) + 1
        if not others >> other & 1:
            raise line.error(
                f"{known.names[seat - 1]} plays and puts no token (only in the competitive game)",
                word.column,
            )
        if doubtful:
            unsure |= 1 << other
        else:
            tokens |= 1 << other
    if count is not None and not tokens.bit_count() <= count <= (tokens | unsure).bit_count():
        names = many(tokens.bit_count(), "name")
        raise line.error(f"{many(count, 'token')} told of, but {names}: say who put each", clause[0].column)
    return tokens, unsure & ~tokens


def _cards(words: list[Word], line: Line, known: Vocabulary) -> tuple[Partial, ...]:
    return tuple(read_card(part, known.setup.parts, line) for part in clauses(words, "/"))


def _pass(kind: str, seat: int, words: list[Word], line: Line, known: Vocabulary) -> Noted:
    drawn = _drawn(words, line, known)
    if len(drawn) > 1:
        raise line.error("expected at most one card drawn", _column(words, "draws"))
    return Noted(kind, seat, drawn=drawn)


def _drawn(words: list[Word], line: Line, known: Vocabulary) -> tuple[Partial, ...]:
    before, *extra = play_clauses([word for word in words if word.folded not in HAND_WORDS], known)
    if before and before[0].folded in DRAWS:
        before, extra = [], [before, *extra]
    expect_none([word for word in before if word.folded not in SMALL], line)
    drawn: tuple[Partial, ...] = ()
    given = False
    for clause in extra:
        if clause:
            if clause[0].folded not in DRAWS:
                find(clause[0], ("draws",), "'draws'", line)
            if given:
                raise _twice("draws", clause[0], line)
            given = True
            drawn = _cards(clause[1:], line, known)
    return drawn


def _column(words: list[Word], head: str) -> int:
    """Where the clause `head` of a line begins; its first word may be shortened."""
    marks = [index for index, word in enumerate(words) if word.text == ";"]
    return next((words[m + 1].column for m in marks if head.startswith(words[m + 1].folded)), 0)


def _exchange(kind: str, seat: int, words: list[Word], line: Line, known: Vocabulary) -> Noted:
    drawn = _drawn(words, line, known)
    if len(drawn) not in (0, HAND):
        message = f"expected the {HAND} cards drawn with / between, not {len(drawn)}"
        raise line.error(message, _column(words, "draws"))
    return Noted(kind, seat, drawn=drawn)


def _pile(kind: str, seat: int, words: list[Word], line: Line, known: Vocabulary) -> Noted:
    return Noted(kind, seat, drawn=_cards(words, line, known) if words else ())


def _sure(kind: str, seat: int, words: list[Word], line: Line, known: Vocabulary) -> Noted:
    if not words:
        raise line.error("expected the number of codes the player is sure of", end_of(line))
    most = (len(known.names) - 1) * known.setup.per_seat
    count = number(words[0], line, 0, most)
    expect_none([word for word in words[1:] if not word.folded.startswith("code")], line)
    return Noted(kind, seat, sure=count)


def _guess(kind: str, seat: int, words: list[Word], line: Line, known: Vocabulary) -> Noted:
    guesses: list[tuple[int, int]] = []
    for clause in _guess_clauses(words, known):
        if not clause:
            raise line.error("expected a guess, such as 'Bob season reverse'", end_of(line))
        other = find(clause[0], known.names, "whose code is guessed", line) + 1
        if other == seat:
            raise line.error("nobody guesses his own code", clause[0].column)
        guesses += [(other, code) for code in _codes_named(clause, line, known)]
    return Noted(kind, seat, guesses=tuple(guesses))


def _codes_named(clause: list[Word], line: Line, known: Vocabulary) -> list[int]:
    """The code behind a name, or two of them where they can be parted in one way only."""
    words, parts = clause[1:], known.setup.parts
    try:
        return [read_code(words, parts, line, clause[0].column)]
    except RecordError:
        place = parting(words, parts, line) if known.setup.per_seat > 1 else 0
        if not place:
            raise
    return [read_code(each, parts, line) for each in (words[:place], words[place:])]


def _guess_clauses(words: list[Word], known: Vocabulary) -> list[list[Word]]:
    """A guess each: between semicolons, and from one player's name to the next."""
    names = [name.casefold() for name in known.names]
    found: list[list[Word]] = []
    for clause in clauses(words, ";"):
        found.append([])
        for word in clause:
            if word.folded in ("and", "has", "holds", "is"):
                continue
            if word.folded in names and found[-1]:
                found.append([])
            found[-1].append(word)
    return found


def _plain(kind: str, seat: int, words: list[Word], line: Line, _known: Vocabulary) -> Noted:
    expect_none([word for word in words if word.folded not in _OF_STOPPING], line)
    return Noted(kind, seat)


_OF_STOPPING = frozenset({"to", "stop", "stopping", "and", "guess", "it", "with", "that", "here"})

_READERS: dict[str, Callable[[str, int, list[Word], Line, Vocabulary], Noted]] = {
    "play": _play,
    "pass": _pass,
    "exchange": _exchange,
    "unseen": _plain,
    "sure": _sure,
    "declare": _plain,
    "pile": _pile,
    "stop": _plain,
    "agree": _plain,
    "refuse": _plain,
    "guess": _guess,
}


def entry_text(entry: Noted, known: Vocabulary) -> str:
    """The line of an entry, in its canonical spelling."""
    verb = next(word for word, kind in VERBS.items() if kind == entry.kind)
    names, parts = known.names, known.setup.parts
    words = [names[entry.seat - 1], verb]
    if entry.kind == "play":
        card = parts.card_text(entry.card)
        words += [card] if card else []
        if entry.listed is not None:
            inside = [", ".join(parts.codes[index].name for index in bits(entry.listed))]
            words.append("[" + " ".join(text for text in inside + [""] * entry.exhaustive if text))
            words[-1] += "]" if entry.exhaustive else " ...]"
        elif not card:
            words.append("?")
        marks = [
            names[other - 1] + ("?" if entry.unsure >> other & 1 else "")
            for other in range(1, len(names) + 1)
            if (entry.tokens | entry.unsure) >> other & 1
        ]
        words += ["; tokens", *marks] if marks else []
    if entry.kind == "sure":
        words.append(str(entry.sure))
    if entry.kind == "guess":
        words.append(
            " ; ".join(f"{names[seat - 1]} {parts.codes[code].name}" for seat, code in entry.guesses)
        )
    if entry.drawn:
        cards = " / ".join(map(parts.card_text, entry.drawn))
        words.append(cards if entry.kind == "pile" else f"; draws {cards}")
    return " ".join(words)
