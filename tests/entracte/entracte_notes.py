"""Evidence as the text of a record, gaps and all: what the writer of records is held against; shares no code."""

from __future__ import annotations

from collections.abc import Sequence

from deduce.records.header import option_lines
from deduce_models.entracte.components.codes import Partial, bits
from deduce_models.entracte.components.parts import OPTIONS
from deduce_models.entracte.knowledge.evidence import Evidence, Noted
from deduce_models.entracte.rules.setup import Setup

VERBS = {
    "play": "plays",
    "pass": "passes",
    "exchange": "exchanges",
    "unseen": "?",
    "sure": "sure",
    "declare": "declares",
    "pile": "piles",
    "stop": "stops",
    "agree": "agrees",
    "refuse": "refuses",
    "guess": "guesses",
}


def text_of(told: Evidence, *, data: str = "", head: Sequence[str] = ("game: entracte",)) -> str:
    """Evidence as the text of a record, in its canonical spelling; `parse` gives it back."""
    setting, parts = told.setup, told.setup.parts
    lines = [*head, f"mode: {setting.option('mode')}", f"players: {' '.join(told.names)}"]
    others = {key: option for key, option in OPTIONS.items() if key != "mode"}
    lines += option_lines(others, {key: setting.option(key) for key in others})
    if data:
        lines.append(f"data: {data}")
    if told.me:
        lines.append(f"me: {told.names[told.me - 1]}")

    def code_text(mask: int) -> str:
        return " ; ".join(parts.codes[index].name for index in bits(mask))

    def hand_text(hand: tuple[Partial, ...]) -> str:
        return " ; ".join(map(parts.card_text, hand))

    if all(told.codes):
        lines.append(f"codes: {' / '.join(map(code_text, told.codes))}")
    elif told.me and told.codes[told.me - 1]:
        lines.append(f"code: {code_text(told.codes[told.me - 1])}")
    if any(value is not None for value in told.start):
        lines.append(f"start: {parts.card_text(told.start)}")
    if all(told.hands):
        lines.append(f"hands: {' / '.join(map(hand_text, told.hands))}")
    elif told.me and told.hands[told.me - 1]:
        lines.append(f"hand: {hand_text(told.hands[told.me - 1])}")
    return "\n".join([*lines, "", *(_entry(entry, setting, told.names) for entry in told.entries), ""])


def _entry(entry: Noted, setting: Setup, names: Sequence[str]) -> str:
    """The line of an entry."""
    parts = setting.parts
    words = [names[entry.seat - 1], VERBS[entry.kind]]
    if entry.kind == "play":
        card = parts.card_text(entry.card)
        words += [card] if card else []
        if entry.listed is not None:
            inside = [", ".join(parts.codes[index].name for index in bits(entry.listed))]
            inside += [] if entry.exhaustive else ["..."]
            words.append(f"[{' '.join(filter(None, inside))}]")
        elif not card:
            words.append("?")
        marks = [
            name + ("?" if entry.unsure >> seat & 1 else "")
            for seat, name in enumerate(names, 1)
            if (entry.tokens | entry.unsure) >> seat & 1
        ]
        words += ["; tokens", *marks] if marks else []
    if entry.kind == "sure":
        words.append(str(entry.sure))
    if entry.kind == "guess":
        guesses = (f"{names[seat - 1]} {parts.codes[code].name}" for seat, code in entry.guesses)
        words.append(" ; ".join(guesses))
    if entry.drawn:
        cards = " / ".join(map(parts.card_text, entry.drawn))
        words.append(cards if entry.kind == "pile" else f"; draws {cards}")
    return " ".join(words)
