"""Words that games share: English word vectors that ship with the library, and vectors of one's own."""

from typing import TYPE_CHECKING

from deduce.ground.lazy import exports

if TYPE_CHECKING:
    from deduce.vocabulary.vectors import Vectors, english

__all__ = ["Vectors", "english"]

__getattr__, __dir__ = exports(__name__, {"deduce.vocabulary.vectors": "Vectors english"})
