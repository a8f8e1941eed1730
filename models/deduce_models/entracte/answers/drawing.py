"""A view as people want to read it at the table: what lies there, and what others may hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.ground.wording import lines_of, passage, say, seated
from deduce_models.entracte.knowledge.belief import belief_of
from deduce_models.entracte.rules.telling import codes_text

if TYPE_CHECKING:
    from deduce_models.entracte.rules.views import EntracteView

FEW = 6
"""So many possible codes are named; of more only the number is given."""


def view_text(view: EntracteView) -> str:
    """The position in plain text, and in a cooperative game what each other seat may hold."""
    lines = lines_of(str(view))
    if not view.over and not view.setup.competitive and view.row:
        for seat, mask in enumerate(belief_of(view).masks, 1):
            if seat != view.seat:
                number = mask.bit_count()
                few = number <= FEW
                held = codes_text(view, mask, ",") if few else say("one of {number:code}", number=number)
                key = "{who} holds {codes}." if number == 1 else "{who} may hold {codes}."
                lines.append(say(key, who=seated(seat), codes=held))
    return passage(lines)
