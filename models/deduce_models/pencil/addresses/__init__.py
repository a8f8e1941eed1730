"""Addresses, links and files of other people's programs, read and written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.ground.lazy import exports

if TYPE_CHECKING:
    from deduce_models.pencil.addresses.doors import ADDRESSED, address, read_address

__all__ = ["ADDRESSED", "address", "read_address"]

__getattr__, __dir__ = exports(
    __name__, {"deduce_models.pencil.addresses.doors": "ADDRESSED address read_address"}
)
