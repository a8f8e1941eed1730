"""A view as people want to read it at the table: what lies there, and what others may hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.ground.wording import many
from deduce_models.entracte.knowledge.belief import belief_of
from deduce_models.entracte.rules.telling import codes_text

if TYPE_CHECKING:
    from deduce_models.entracte.rules.views import EntracteView

FEW = 6
"""So many possible codes are named; of more only the number is given."""


def view_text(view: EntracteView) -> str:
    """The position in plain text, and in a cooperative game what each other seat may hold."""
    lines = [str(view)]
    if not view.over and not view.setup.competitive and view.row:
        for seat, mask in enumerate(belief_of(view).masks, 1):
            if seat != view.seat:
                number = mask.bit_count()
                held = codes_text(view, mask, ", ") if number <= FEW else f"one of {many(number, 'code')}"
                lines.append(
                    f"Seat {seat} holds {held}." if number == 1 else f"Seat {seat} may hold {held}."
                )
    return "\n".join(lines)
