"""An answer as every door gives it: text for a person, data for a program, a status for the shell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Report"]


@dataclass(frozen=True, slots=True)
class Report:
    """An answer for a person (`text`) and for a program (`data`), with the command's exit status."""

    text: str
    data: Mapping[str, Any]
    status: int = 0
