"""Why, why not, conflicts and repairs, over any list of statements; and the independent checker."""

from typing import TYPE_CHECKING

from deduce.ground.lazy import exports

if TYPE_CHECKING:
    from deduce.explain.reasons import Conflict, Reason, Repair

__all__ = ["Conflict", "Reason", "Repair"]

__getattr__, __dir__ = exports(
    __name__,
    {
        "deduce.explain.reasons": "Conflict Reason Repair",
    },
)
