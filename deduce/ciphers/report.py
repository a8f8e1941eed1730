"""The answer to ``deduce decipher``, for people and as plain values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from deduce.ciphers.decoded import Decoded
from deduce.ciphers.glyphs import opened_glyphs
from deduce.ciphers.search import FAINT, KEPT
from deduce.ciphers.text import decipher_text
from deduce.ground.report import Report
from deduce.ground.wording import figure, in_percent
from deduce.vocabulary.lexicons import titled

SHOWN: Final = 0.001
"""The least probable text that a person is shown after the first."""

NEGLIGIBLE: Final = 0.005
"""What a person is not shown of a glyph's letters."""


def report(text: str, pairs: Sequence[str], **how: Any) -> Report:
    """The answer to ``deduce decipher``."""
    opened = opened_glyphs(pairs)
    found = decipher_text(text, opened, **how)
    told = ", ".join(f"{glyph}={letter.upper()}" for glyph, letter in opened.items())
    lines = [f"{text.upper()} with {told or 'no glyph open'}, {_among(found)}:"]
    if found.evidence is not None and found.evidence.doubtful:
        lines.append(f"careful: {found.evidence}")
    shown = [guess for guess in found.answers if guess.probability >= SHOWN] or found.answers[:1]
    lines += [f"  {in_percent(guess.probability, 2):>7}  {guess.text}" for guess in shown]
    lines.append(_verdict(found))
    lines += _letters(found)
    lines += found.reasons
    return Report(
        "\n".join(lines), {"text": text, "open": opened, **found.to_dict()}, 0 if found.answers else 3
    )


def _among(found: Decoded) -> str:
    return "without a lexicon" if found.lexicon == titled(None) else f"among {found.lexicon}"


def _verdict(found: Decoded) -> str:
    how = {
        "exact": "exact: every text is weighed",
        "listed": f"every text weighed that is {FAINT:g} as likely as the best or more",
        "cut": f"the {KEPT:,} likeliest texts weighed, of more",
        "gave up": "the time was up: the best so far, their chances only among each other",
    }[found.kind]
    only = {
        True: f"unique {_among(found)}",
        False: f"not unique {_among(found)}",
        None: f"whether it is unique {_among(found)} is open",
    }[found.unique]
    share = f"; that is {in_percent(found.covers)} of the words of texts" if found.covers else ""
    sentence = f"; as a sentence, by {found.together}" if found.together else ""
    return f"({how}{sentence}; {only}{share})"


def _letters(found: Decoded) -> list[str]:
    """One line a closed glyph, most telling first."""
    order = found.by_worth
    lines = []
    for glyph in order:
        likely = [
            f"{letter} {in_percent(p)}" for letter, p in found.letters[glyph].items() if p >= NEGLIGIBLE
        ][:6]
        lines.append(f"  {glyph}  {figure(found.worth[glyph], 2)} bits  {', '.join(likely)}")
    if lines and found.worth[order[0]] >= 0.005:
        lines.insert(0, f"open next: {order[0]}")
    return lines
