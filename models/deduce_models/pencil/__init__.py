"""Pencil puzzles: a shelf of families, each with its notation, rules and picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.ground.lazy import exports

if TYPE_CHECKING:
    from deduce_models.pencil.addresses.doors import ADDRESSED, address, read_address
    from deduce_models.pencil.catalogue import families, family, parse, read, show
    from deduce_models.pencil.drawing.comparing import draw_both
    from deduce_models.pencil.drawing.pictures import draw
    from deduce_models.pencil.making.generation import GENERATED, blank, generate
    from deduce_models.pencil.making.variant_making import make_variant
    from deduce_models.pencil.making.workbench import Workbench
    from deduce_models.pencil.rules.variant_rules import variant

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
    "deduce_models.pencil.addresses.doors": "ADDRESSED address read_address",
    "deduce_models.pencil.drawing.comparing": "draw_both",
    "deduce_models.pencil.drawing.pictures": "draw",
    "deduce_models.pencil.making.generation": "GENERATED blank generate",
    "deduce_models.pencil.making.variant_making": "make_variant",
    "deduce_models.pencil.rules.variant_rules": "variant",
    "deduce_models.pencil.making.workbench": "Workbench",
    "deduce_models.pencil.catalogue": "families family parse read show",
}
__getattr__, __dir__ = exports(__name__, _HOMES)
