"""In which settings a record may be read: whole, or as notes with gaps, in which cards are what was noted of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from deduce.ground.errors import RecordError
from deduce.records.record import Line, Record
from deduce.rulebook.setting import Setting
from deduce_models.entracte.components.codes import Partial, bits
from deduce_models.entracte.records.opening import Opening, known_of
from deduce_models.entracte.records.wording import Known, Said, nobody, sayings_of, seat_named
from deduce_models.entracte.rules.setup import Setup
from deduce_models.entracte.rules.sources import UNNOTED, Gaps, NotedCard

if TYPE_CHECKING:
    pass

__all__ = ["noted_card", "settings_of"]


def settings_of(record: Record, setting: Setting, me: int | None) -> Sequence[Setting]:
    """That of the game itself, if the notes may leave nothing open; and that of notes with gaps."""
    game, opening = setting.game, Opening(record, setting, me)
    lines = list(_read_ahead(record.events, known_of(setting, me)))
    if not record.get("first"):
        first = next(
            (said.seat for said in lines if said.kind in ("play", "pass", "unseen", "exchange")), 0
        )
        if first > 1:
            setting = game.setting(
                len(setting.names), setting.chosen | {"first": first}, setting.path, setting.names
            )
    if me is None and opening.complete:
        return (setting,)
    cards = [opening.start, (), *(card for hand in opening.hands for card in hand)]
    noted = [noted_card(setting.data, card) for card in (*cards, *setting.data.parts.cards)]
    for said in lines:
        noted += [noted_card(setting.data, said.card, said.listed, said.exhaustive)] * (said.kind == "play")
        noted += [noted_card(setting.data, card) for card in said.drawn]
    gaps = Gaps(setting.data.source, tuple({card.name: card for card in noted}.values()))
    with_gaps = game.setting(len(setting.names), setting.chosen, gaps, setting.names)
    open_ = any(said.kind == "unseen" or said.listed is not None or "?" in said.words for said in lines)
    return (setting, with_gaps) if opening.clear and not open_ else (with_gaps,)


def _read_ahead(lines: Sequence[Line], known: Known) -> Iterator[Said]:
    for line in lines:
        try:
            yield from sayings_of(line, known, nobody)
        except RecordError:
            yield Said(seat_named(line, known), "unseen")


def noted_card(
    setup: Setup, card: Partial, listed: int | None = None, exhaustive: bool = True
) -> NotedCard:
    """A card as it was noted, by a name that says all of it."""
    parts = setup.parts
    card = card or (None,) * len(parts.types)
    words = [parts.card_text(card)] if any(value is not None for value in card) else []
    if listed is not None:
        codes = ", ".join(parts.codes[code].name for code in bits(listed))
        words.append(f"listed {codes or 'nothing'}" + ("" if exhaustive else " and more"))
    return NotedCard(" ".join(words) or UNNOTED, card, listed, exhaustive)
