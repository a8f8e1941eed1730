"""Evidence, and with it any game, as the text of a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deduce.records.header import option_lines
from deduce.records.record import begun
from deduce.rulebook import State
from deduce_models.entracte.components.codes import Partial, bits
from deduce_models.entracte.knowledge.evidence import Evidence, evidence_of
from deduce_models.entracte.records.entries import entry_text
from deduce_models.entracte.records.speech import Vocabulary
from deduce_models.entracte.rules.setup import OPTIONS, EntracteMove

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
    return text_of(evidence_of(last if seat is None else last.view(seat)), head=begun("entracte"))


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
    vocabulary = Vocabulary(setting, told.names)
    return "\n".join([*lines, "", *(entry_text(entry, vocabulary) for entry in told.entries), ""])
