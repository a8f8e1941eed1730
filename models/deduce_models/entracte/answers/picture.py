"""The table as a picture, drawn from the boards that are touched on the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from deduce.ground.wording import many
from deduce.show import svg
from deduce_models.entracte.answers.boards import codes, hand, row
from deduce_models.entracte.answers.report import sheet_of
from deduce_models.entracte.components.codes import bits
from deduce_models.entracte.components.faces import faces
from deduce_models.entracte.knowledge.evidence import Evidence, evidence_of
from deduce_models.entracte.knowledge.model import knowledge_of
from deduce_models.entracte.records.reading import Replay
from deduce_models.entracte.rules.views import EntracteView


def draw(replay: Replay, *, seat: int | None = None) -> str:
    """The picture of a record as a seat knows it after `until`."""
    return _drawn(replay.told(seat))


def picture(view: EntracteView, names: Sequence[str] = ()) -> str:
    """The picture of a view."""
    return _drawn(evidence_of(view, names or [f"seat {seat}" for seat in range(1, view.seats + 1)]))


def _drawn(told: Evidence) -> str:
    plays = [entry for entry in told.entries if entry.kind in ("play", "unseen")]
    who = told.names[told.me - 1] if told.me else "a bystander"
    layers = faces(told.setup.parts)
    blocks = [row(told).drawn(layers, told.names)]
    if told.now.hand:
        blocks += [svg.heading(f"In the hand of {who}"), hand(told).drawn(layers, told.names)]
    own = told.setup.parts.codes
    if told.me and told.codes[told.me - 1]:
        held = " and ".join(own[code].name for code in bits(told.codes[told.me - 1]))
        blocks.append(svg.paragraph(f"{who} holds {held}."))
    blocks.append(svg.heading("Who may hold which code"))
    blocks.append(_sheet(told))
    return svg.document(
        f"Entracte, {told.setup.option('mode')}, as {who} knows it",
        blocks,
        note=f"{many(len(plays) + 1, 'card')} in the row; it ends at {told.setup.limit}",
    )


def _sheet(told: Evidence) -> svg.Block:
    knowledge = knowledge_of(told)
    if not knowledge.is_consistent():
        return svg.paragraph("The notes contradict each other, so nothing can be said.", ink="bad")
    chances = sheet_of(told, knowledge)
    board = codes(told.setup.parts)
    places = [
        replace(place, chances=tuple((name, chances[name][place.say]) for name in told.names))
        for place in board.places
    ]
    return replace(board, places=tuple(places)).drawn(names=told.names)
