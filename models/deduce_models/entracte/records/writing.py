"""Evidence, and with it any game, as the text of a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deduce.records.header import option_lines
from deduce.records.record import begun
from deduce.rulebook import State
from deduce_models.entracte.components.codes import Partial, bits
from deduce_models.entracte.knowledge.evidence import NAMES, Evidence, Noted, evidence_of
from deduce_models.entracte.records.wording import KINDS
from deduce_models.entracte.rules.setup import OPTIONS, EntracteMove, Setup

__all__ = ["text_of", "written"]


def written(
    states: Sequence[State],
    moves: Sequence[EntracteMove],
    options: Mapping[str, Any],
    seat: int | None,
) -> str:
    """The record of a game, or of what a seat saw of it; the last position says it all."""
    del moves, options
    last = states[-1]
    names = last.setting.names
    if names == NAMES[: len(names)]:  # nobody was named
        names = tuple(f"P{number}" for number in range(1, len(names) + 1))
    told = evidence_of(last if seat is None else last.view(seat), names)
    return text_of(told, head=begun("entracte"))


def text_of(told: Evidence, *, data: str = "", head: Sequence[str] = ("game: entracte",)) -> str:
    """Evidence as the text of a record, in its canonical spelling; `parse` gives it back.

    `data` is the file of components that the record names, `head` its first lines.
    """
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
    words = [names[entry.seat - 1], KINDS[entry.kind][0]]
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
