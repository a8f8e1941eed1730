"""What a check that found nothing wrong has looked at, and how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from deduce.ground.wording import many


@dataclass(frozen=True, slots=True)
class Conformance:
    """How much was checked without finding anything wrong.

    `longest` is the most moves of a play-out, chance included; `depth` the fewest, the median and the most decisions of
    seats in one. `asked` says of each part but ``replay`` how often it was asked, by the kinds of move made last and
    made next at the position and the seat that was asked (of ``rules``, ``text`` and ``chance``: that was to move, 0 for
    none): a key is such as ``pass 2``.
    """

    game: str
    parts: tuple[str, ...]
    players: tuple[int, ...]
    playouts: int
    positions: int
    minds: int
    longest: int
    depth: tuple[int, int, int]
    asked: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The summary as plain values for JSON."""
        return {
            name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()
        }

    def __str__(self) -> str:
        least, median, most = self.depth
        return (
            f"{self.game}: {', '.join(self.parts)} hold in {many(self.playouts, 'play-out')} for"
            f" {', '.join(map(str, self.players))} players ({many(self.positions, 'position')}, minds at"
            f" {self.minds} of them, longest {many(self.longest, 'move')}; {least} to {most} decisions deep, half of them"
            f" {median} or more)"
        )


def asked_of(tally: Counter[Any]) -> dict[str, dict[str, int]]:
    """How often each part was asked beside a kind of move and of which seat."""
    found: dict[str, dict[str, int]] = {}
    for part, kind, seat in sorted(key for key in tally if type(key) is tuple):
        found.setdefault(part, {})[f"{kind} {seat}"] = tally[part, kind, seat]
    return found
