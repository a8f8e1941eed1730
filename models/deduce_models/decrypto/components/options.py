"""The rules that tables disagree about, read from ``data/options.toml``, and one table's choice of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from deduce.games.base import Option
from deduce.ground.reading import shipped_toml

_DATA: Final = Path(__file__).parents[1] / "data"


def components() -> dict[str, Any]:
    """The contents of ``data/components.toml``: every group with its provenance and reason."""
    return shipped_toml(_DATA / "components.toml")


OPTIONS: Final[dict[str, Option]] = {
    key: Option(entry["default"], tuple(entry["allowed"]), entry["doc"], entry["provenance"])
    for key, entry in shipped_toml(_DATA / "options.toml").items()
}
"""Every option with its default, allowed values and provenance."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One table's choice of options; the fields are those of ``data/options.toml``."""

    rounds: int | Literal["unlimited"] = 8
    interception_from: int = 2
    miscommunication_from: int = 1
    interceptions_to_win: int = 2
    misses_to_lose: int = 2
    end_test: str = "round"
    tie_break: str = "keywords"
    codes: str = "returned"
    repeated_clues: str = "team"
    clue_check: str = "rules"
    encryption: str = "both"
    encryptor_intercepts: bool = True
    late_clues: bool = False
    trio_rounds: int = 5
    trio_miss_pays: bool = True
    trio_first_round_pays: bool = True
