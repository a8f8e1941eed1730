"""Pencil puzzles: a shelf of families, each with its notation, rules, picture and address."""

from __future__ import annotations

from deduce.lazy import exports

__all__ = ["families", "family", "parse", "read", "show"]

__getattr__, __dir__ = exports(__name__, {"deduce_models.pencil.shelf": "families family parse read show"})
