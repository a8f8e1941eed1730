"""What a line tells beside a card or a pass: who put tokens, in the words of the rules, and what was drawn."""

from __future__ import annotations

from collections.abc import Sequence

from deduce.ground.wording import as_is, say
from deduce.records.record import Line
from deduce.records.words import Word, clauses, find
from deduce.rulebook.matching import EVERYBODY_WORDS, EXCEPT_WORDS
from deduce.rulebook.words import FILLERS, NOBODY_WORDS, NUMBERS
from deduce_models.entracte.components.codes import Partial
from deduce_models.entracte.records.words import Known

TOKENS = frozenset(("tokens", "token", "signals", "signal", "reacts", "puts", "put", "gives", "adds"))
DRAWS = frozenset(("draws", "draw", "drew", "drawn"))
NOBODY = frozenset((*NOBODY_WORDS, "no-one", "noone"))
COUNTS = {**NUMBERS, "both": "2"}
OWN = frozenset(("his", "her", "own", "my"))
TOLD = frozenset((*NOBODY, *EVERYBODY_WORDS, *EXCEPT_WORDS, *COUNTS, "?"))
"""What may stand among those who put tokens, beside their names."""
SMALL = FILLERS | OWN | {"by", "from", "under", "us", "codes", "turn", "hand", "cards"}
ENDS = (TOKENS | DRAWS | TOLD | OWN | {"by", "from"}) - {"?"}
"""Words with which a card ends, where they are none of its values."""


def headed(words: list[Word], line: Line, known: Known) -> list[Word]:
    """The words behind a card, "tokens" and "draws" in full where a clause begins with them."""
    heads: list[Word] = []
    for place, word in enumerate(words):
        begins = place and words[place - 1].text == ";" and not known.seat(word)
        if begins and word.folded not in TOKENS | TOLD | OWN | SMALL | DRAWS:
            head = ("tokens", "draws")[find(word, ("tokens", "draws"), say("'tokens' or 'draws'"), line)]
            words[place] = word = Word(head, word.column)
        if begins and word.folded in TOKENS:
            heads.append(word)
    if len(heads) > 1:
        raise line.error(_twice("tokens"), heads[1].column)
    return words


def _twice(head: str) -> str:
    return say(
        "{word} is given twice: put everything behind one {other}",
        word=as_is(f"'{head}'"), other=as_is(f"'; {head}'"),
    )  # fmt: skip


def parted(words: Sequence[Word], line: Line, known: Known) -> tuple[list[Word], tuple[Partial, ...]]:
    """The words about tokens, and the cards drawn."""
    at = next((k for k, word in enumerate(words) if word.folded in DRAWS), len(words))
    told, drawn = list(words[:at]), words[at + 1 :]
    if told and at < len(words) and known.me and known.seat(told[-1]) == known.me:
        told.pop()  # 'I draw'
    for word in drawn:
        if word.folded in DRAWS:
            raise line.error(_twice("draws"), word.column)
    if at < len(words) and not drawn:
        raise line.error(say("expected the card that was drawn"), words[at].column)
    end = next((k for k, word in enumerate(drawn) if word.text == ";"), len(drawn))
    return [*told, *drawn[end:]], cards_of(drawn[:end], line, known) if drawn else ()


def cards_of(words: Sequence[Word], line: Line, known: Known) -> tuple[Partial, ...]:
    """Cards with slashes between them."""
    return tuple(known.parts.features.read(part, line) for part in clauses(words, "/"))


def tokens_of(told: Sequence[Word], line: Line, known: Known, seat: int) -> str:
    """What is said of tokens, in the words of the rules; '' where nothing is."""
    found: list[str] = []
    count = ""
    for place, word in enumerate(told):
        own = known.seat(word) == seat or (not place and word.folded in OWN)
        if seat and own and known.per_seat == 1:
            who = as_is(known.names[seat - 1])
            raise line.error(
                say("{who} plays and puts no token (only in the competitive game)", who=who), word.column
            )
        if word.folded in ("himself", "herself") and place and known.seat(told[place - 1]):
            continue
        if word.folded in COUNTS and not known.seat(word):
            no_one = place and word.folded == "one" and told[place - 1].folded == "no"
            count = count if no_one else COUNTS[word.folded]
        elif known.seat(word) or word.folded in TOLD:
            found += [word.text.rstrip(":")] * (word.text.rstrip(":") not in found)
        elif word.folded not in TOKENS | SMALL - OWN and word.text not in (";", "/"):
            name = find(Word(word.text.rstrip("?"), word.column), known.names, say("who put a token"), line)
            found.append(known.names[name] + "?" * word.text.endswith("?"))
    nobody_too = len(found) > 1 and any(each.casefold() in NOBODY for each in found)
    if nobody_too or (not (found or count) and any(word.text not in (";", "/") for word in told)):
        raise line.error(
            say("expected who put a token: names, nobody, or ? where it was not noted"), told[-1].column
        )
    if "?" in found and len(found) > 1:  # of the others it was not noted
        sure = [each for each in found if each != "?"]
        named = {each.rstrip("?") for each in sure}
        if not named <= {*known.names}:
            raise line.error(say("expected names, nobody, or ? where it was not noted"), told[0].column)
        named |= {known.names[seat - 1]} if known.per_seat == 1 else set()
        found = [*sure, *(f"{name}?" for name in known.names if name not in named)]
    return " ".join(filter(None, ["tokens", count, *found])) if found or count else ""
