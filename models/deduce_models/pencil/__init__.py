"""Pencil puzzles: a shelf of families, each with its notation, rules and picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.lazy import exports

if TYPE_CHECKING:
    from deduce_models.pencil.addresses import ADDRESSED, address, read_address
    from deduce_models.pencil.catalogue import families, family, parse, read, show
    from deduce_models.pencil.comparing import draw_both
    from deduce_models.pencil.drawing import draw
    from deduce_models.pencil.generation import GENERATED, blank, generate
    from deduce_models.pencil.variant_making import make_variant
    from deduce_models.pencil.variant_rules import variant
    from deduce_models.pencil.workbench import Workbench

__all__ = [
    "ADDRESSED",
    "GENERATED",
    "Workbench",
    "address",
    "blank",
    "draw",
    "draw_both",
    "families",
    "family",
    "generate",
    "make_variant",
    "parse",
    "read",
    "read_address",
    "show",
    "variant",
]

_HOMES = {
    "deduce_models.pencil.addresses": "ADDRESSED address read_address",
    "deduce_models.pencil.comparing": "draw_both",
    "deduce_models.pencil.drawing": "draw",
    "deduce_models.pencil.generation": "GENERATED blank generate",
    "deduce_models.pencil.variant_making": "make_variant",
    "deduce_models.pencil.variant_rules": "variant",
    "deduce_models.pencil.workbench": "Workbench",
    "deduce_models.pencil.catalogue": "families family parse read show",
}
__getattr__, __dir__ = exports(__name__, _HOMES)
