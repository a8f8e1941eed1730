"""What a line tells of tokens and draws beside a card: who put a token, in the words of the rules."""

from __future__ import annotations

from collections.abc import Sequence

from deduce.ground.errors import RecordError
from deduce.records.record import Line
from deduce.records.words import Word, find
from deduce_models.entracte.records.vocabulary import (
    AMONG_TOKENS,
    COUNTS,
    DRAWS,
    EVERYBODY,
    EXCEPT,
    NOBODY,
    OWN,
    PUTS,
    SMALL,
    TOKENS,
)
from deduce_models.entracte.records.words import Known

__all__ = ["parted", "tokens_said"]


def parted(words: Sequence[Word], line: Line, known: Known) -> tuple[list[list[Word]], list[Word]]:
    """The clauses about tokens, and the words of what was drawn."""
    told: list[list[Word]] = [[]]
    drawn: list[Word] = []
    drawing = False
    for place, word in enumerate(words):
        if word.text == ";" or (word.text == "/" and not drawing):
            told.append([])
            drawing = False
            continue
        if (
            place
            and words[place - 1].text == ";"
            and not known.seat(word)
            and word.folded not in AMONG_TOKENS
        ):
            word = Word(
                ("tokens", "draws")[find(word, ("tokens", "draws"), "'tokens' or 'draws'", line)],
                word.column,
            )
        if word.folded in DRAWS:
            if drawn:
                raise line.error("'draws' is given twice: put everything behind one '; draws'", word.column)
            if told[-1] and known.me and known.seat(told[-1][-1]) == known.me:
                told[-1].pop()  # 'I draw', said in the clause of the tokens
            drawing = True
        elif drawing:
            drawn.append(word)
        else:
            told[-1].append(word)
    drew = next((word for word in words if word.folded in DRAWS), None)
    if drew is not None and not drawn:
        raise line.error("expected the card that was drawn", drew.column)
    return told, drawn


def tokens_said(told: list[list[Word]], line: Line, known: Known, seat: int) -> str:
    """What is said of tokens, in the words of the rules; '' where nothing is."""
    headed = [clause[0] for clause in told if clause and clause[0].folded in TOKENS]
    if len(headed) > 1:
        raise line.error("'tokens' is given twice: put everything behind one '; tokens'", headed[1].column)
    said = [word for clause in told for word in clause]
    words = _undenied(said, known)
    turned = next((word for word in said if word.folded in ("only", *EXCEPT)), None)
    if turned is not None and len(words) < len(said):
        raise line.error("expected who put a token, not who did not", turned.column)
    called = [name.casefold() for name in known.names]
    found: list[str] = []
    count = ""
    for place, word in enumerate(words):
        before = words[place - 1].folded if place else ""
        after = words[place + 1].folded if words[place + 1 :] else ""
        folded = word.folded
        if known.seat(word) == seat and seat and known.per_seat == 1:
            raise _no_token(seat, word, line, known)
        if known.seat(word) or word.text == "?":
            found += [word.text.rstrip(":")] * (word.text.rstrip(":") not in found)
        elif folded in TOKENS | PUTS or (folded == "one" and (before in PUTS or before == "no")):
            continue
        elif folded in COUNTS:
            count = str(COUNTS[folded])
        elif folded in NOBODY:
            found.append("nobody")
        elif folded in EVERYBODY:
            found.append("all")
        elif folded in EXCEPT:
            found.append("but")
        elif folded in OWN and after in called:
            found.append(folded)  # 'his Bob' is nobody's
        elif folded in OWN:
            own = known.me if folded in ("my", "mine") and known.me else seat
            if not (place and known.seat(words[place - 1])) and known.names[own - 1] not in found:
                if own == seat and known.per_seat == 1:
                    raise _no_token(seat, word, line, known)
                found.append(known.names[own - 1])
        elif folded not in SMALL:
            name = find(Word(word.text.rstrip("?"), word.column), known.names, "who put a token", line)
            called_so = known.names[name] + "?" * word.text.endswith("?")
            found += [called_so] * (called_so not in found)
    if not found and not count:
        if any(word.folded != "and" for word in words):
            raise line.error(
                "expected who put a token: names, nobody, or ? where it was not noted", words[-1].column
            )
        return ""
    if "?" in found and len(found) > 1:  # of the others it was not noted
        sure = [each for each in found if each != "?"]
        who = {each.rstrip("?") for each in sure}
        if not who <= {*known.names}:
            raise line.error("expected names, nobody, or ? where it was not noted", words[0].column)
        others = [
            name
            for name in known.names
            if name not in who and (known.per_seat > 1 or name != known.names[seat - 1])
        ]
        found = [*sure, *(f"{name}?" for name in others)]
    return " ".join(["tokens", count, *found]).replace("  ", " ")


def _no_token(seat: int, word: Word, line: Line, known: Known) -> RecordError:
    who = known.names[seat - 1]
    return line.error(f"{who} plays and puts no token (only in the competitive game)", word.column)


def _undenied(words: list[Word], known: Known) -> list[Word]:
    """The words without ``Bob puts no token`` and ``no token from Bob``: a token that is not noted was not put."""
    found: list[Word] = []
    place = 0
    while place < len(words):
        word, after = words[place], words[place + 1 : place + 4]
        if word.folded == "no" and after and after[0].folded in TOKENS:
            put = len(found) > 1 and found[-1].folded in PUTS and bool(known.seat(found[-2]))
            denied = (
                len(after) == 3 and after[1].folded in ("from", "by", "of") and bool(known.seat(after[2]))
            )
            if put or denied:
                del found[len(found) - 2 * put :]
                place += 4 if denied else 2
                continue
        found.append(word)
        place += 1
    return found
