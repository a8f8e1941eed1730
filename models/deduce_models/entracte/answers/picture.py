"""The table as a picture: the row with its tokens, the hand, and the sheet of who may hold which code."""

from __future__ import annotations

from collections.abc import Sequence

from deduce.ground.wording import many
from deduce.knowledge import Knowledge
from deduce.show import svg
from deduce_models.entracte.answers.report import sheet_of
from deduce_models.entracte.components.codes import Partial, bits
from deduce_models.entracte.knowledge.evidence import Evidence, evidence_of
from deduce_models.entracte.knowledge.model import knowledge_of
from deduce_models.entracte.records.reading import Replay
from deduce_models.entracte.rules.views import EntracteView

__all__ = ["draw", "picture"]

LEFT, RIGHT = 22.0, 294.0
"""Where the values of a card begin and end; tokens stand right of them."""


def draw(replay: Replay, *, seat: int | None = None, until: str | None = None) -> str:
    """The picture of a record as a seat knows it after `until`."""
    return _drawn(replay.upto(until).told(seat))


def picture(view: EntracteView, names: Sequence[str] = ()) -> str:
    """The picture of a view."""
    return _drawn(evidence_of(view, names or [f"seat {seat}" for seat in range(1, view.seats + 1)]))


def _drawn(told: Evidence) -> str:
    plays = [entry for entry in told.entries if entry.kind in ("play", "unseen")]
    who = told.names[told.me - 1] if told.me else "a bystander"
    blocks = [_row(told)]
    if told.now.hand:
        blocks += [svg.heading(f"In the hand of {who}"), _hand(told, told.now.hand)]
    codes = told.setup.parts.codes
    if told.me and told.codes[told.me - 1]:
        held = " and ".join(codes[code].name for code in bits(told.codes[told.me - 1]))
        blocks.append(svg.paragraph(f"{who} holds {held}."))
    blocks.append(svg.heading("Who may hold which code"))
    blocks.append(_sheet(told, knowledge_of(told)))
    return svg.document(
        f"Entracte, {told.setup.option('mode')}, as {who} knows it",
        blocks,
        note=f"{many(len(plays) + 1, 'card')} in the row; it ends at {told.setup.limit}",
    )


def _sheet(told: Evidence, knowledge: Knowledge) -> svg.Block:
    if not knowledge.is_consistent():
        return svg.paragraph("The notes contradict each other, so nothing can be said.", ink="bad")
    chances = sheet_of(told, knowledge)
    rows = [
        (code.name, [chances[name][code.name] for name in told.names]) for code in told.setup.parts.codes
    ]
    return svg.chance_grid(told.names, rows)


def _row(told: Evidence) -> svg.Block:
    """The row from the starter on: who played, the card, whose tokens lie there."""
    shapes, said, y = _heads(told), [], 16.0
    before: Partial = ()
    shapes += _card(told, y, told.start, before)
    shapes.append(svg.text(0, y + 14, "start", size=9, ink="dim", fit=LEFT - 2))
    said.append(f"start: {_words(told, told.start)}")
    before = told.start
    for entry in told.entries:
        if entry.kind not in ("play", "unseen"):
            continue
        y += 23
        name = told.names[entry.seat - 1]
        shapes.append(
            svg.group(
                [svg.disc(9, y + 9.5, svg.initial(told.names, entry.seat), entry.seat, radius=8.5)],
                f"{name} played",
            )
        )
        shapes += _card(told, y, entry.card, before)
        marks = [
            (seat, entry.unsure >> seat & 1)
            for seat in range(1, len(told.names) + 1)
            if (entry.tokens | entry.unsure) >> seat & 1
        ]
        for place, (seat, unsure) in enumerate(marks):
            letter = svg.initial(told.names, seat) + ("?" if unsure else "")
            token = svg.disc(RIGHT + 10 + 17 * place, y + 9.5, letter, seat, radius=7.5)
            shapes.append(
                svg.group([token], f"token of {told.names[seat - 1]}{', perhaps' if unsure else ''}")
            )
        tokens = ", ".join(told.names[seat - 1] + "?" * unsure for seat, unsure in marks) or "nobody"
        said.append(f"{name}: {_words(told, entry.card)}; tokens of {tokens}")
        before = entry.card
    shapes.append(svg.text(RIGHT + 3, 11, "tokens", size=9.5, ink="dim"))
    return svg.Block(y + 28, tuple(shapes), "\n".join(said))


def _hand(told: Evidence, cards: Sequence[Partial]) -> svg.Block:
    shapes: list[str] = []
    for place, card in enumerate(cards):
        shapes += _card(told, 23.0 * place, card, told.now.last)
    words = [_words(told, card) for card in cards]
    shapes.append(svg.text(RIGHT + 3, 12, "bold: changes", size=9.5, ink="dim"))
    shapes.append(svg.text(RIGHT + 3, 24, "the last card", size=9.5, ink="dim"))
    return svg.Block(max(28.0, 23.0 * len(cards)) + 6, tuple(shapes), "\n".join(words))


def _places(told: Evidence) -> list[tuple[float, float]]:
    """For each type where its column begins and how wide it is: by its longest value."""
    kinds = told.setup.parts.types
    needs = [
        max(svg.text_width(word, 10.5, bold=True) + 6 for word in (*kind.values, "type")) for kind in kinds
    ]
    scale, x, found = (RIGHT - LEFT) / sum(needs), LEFT, []
    for need in needs:
        found.append((x, need * scale))
        x += need * scale
    return found


def _heads(told: Evidence) -> list[str]:
    return [
        svg.text(x + wide / 2, 11, kind.name, size=9.5, ink="dim", anchor="middle", fit=wide - 4)
        for kind, (x, wide) in zip(told.setup.parts.types, _places(told), strict=True)
    ]


def _card(told: Evidence, y: float, card: Partial, before: Partial) -> list[str]:
    """A card as a strip of its values; those that differ from the card `before` in bold, unknown ones as ``?``."""
    shapes = [svg.box(LEFT, y, RIGHT - LEFT, 19)]
    for place, (kind, (x, wide)) in enumerate(zip(told.setup.parts.types, _places(told), strict=True)):
        value = card[place] if card else None
        was = before[place] if before else None
        changed = None not in (value, was) and value != was
        if changed:
            shapes.append(svg.box(x, y, wide, 19, "accent", "", opacity=0.14, radius=0))
        if place:
            shapes.append(svg.line(x, y, x, y + 19, "rule"))
        word = "?" if value is None else kind.values[value]
        ink = "dim" if value is None else "ink"
        shapes.append(
            svg.text(
                x + wide / 2,
                y + 13.5,
                word,
                size=10.5,
                ink=ink,
                anchor="middle",
                bold=changed,
                fit=wide - 3,
            )
        )
    return shapes


def _words(told: Evidence, card: Partial) -> str:
    return (told.setup.parts.card_text(card) if card else "") or "a card nobody noted"
