"""The page for the table: one pure function that answers, and a thin server around it."""

from typing import TYPE_CHECKING

from deduce.ground.lazy import exports

if TYPE_CHECKING:
    from deduce.web.answering import answer

__all__ = ["answer"]

__getattr__, __dir__ = exports(__name__, {"deduce.web.answering": "answer"})
