"""Why, why not, conflicts and repairs, over any list of statements; and the independent checker."""

from deduce.explain.reasons import Conflict, Reason, Repair

__all__ = ["Conflict", "Reason", "Repair"]
