"""What newer Pythons have in their standard library, for the oldest one supported."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from typing_extensions import override
elif sys.version_info >= (3, 12):
    from typing import override
else:
    F = TypeVar("F")

    def override(method: F) -> F:
        """Mark a method as replacing one of its base class; see `typing.override`."""
        method.__override__ = True
        return method


__all__ = ["override"]
