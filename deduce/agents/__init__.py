"""Several minds: who has seen what, who knows that, and what a public announcement teaches.

A `Situation` is a Kripke model kept as a table. Formulas say who knows what, to any depth:
``Knows("A", ~Knows("B", card == "spy"))``.
"""

from typing import TYPE_CHECKING

from deduce.ground.lazy import exports

if TYPE_CHECKING:
    from deduce.agents.formulas import (
        Agent,
        CommonKnowledge,
        DistributedKnowledge,
        EveryoneKnows,
        Formula,
        Knows,
        KnowsValue,
        Possible,
    )
    from deduce.agents.sights import Event, Impossible, Sight
    from deduce.agents.situation import Situation

__all__ = [
    "Agent",
    "CommonKnowledge",
    "DistributedKnowledge",
    "Event",
    "EveryoneKnows",
    "Formula",
    "Impossible",
    "Knows",
    "KnowsValue",
    "Possible",
    "Sight",
    "Situation",
]

__getattr__, __dir__ = exports(
    __name__,
    {
        "deduce.agents.formulas": "Agent CommonKnowledge DistributedKnowledge EveryoneKnows Formula Knows "
        "KnowsValue Possible",
        "deduce.agents.sights": "Event Impossible Sight",
        "deduce.agents.situation": "Situation",
    },
)
