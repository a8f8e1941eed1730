"""What asks one rule which of the literals left it does not allow."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from deduce.puzzles.structure import Rule, Structure

__all__ = ["Propagator"]


class Propagator(ABC):
    """What one rule strikes, given the literals that may be true.

    Attributes:
        name: What the deduction is called.
        source: The statement.
        sources: All statements used.
        mask: The literals it speaks of.
        large: Whether it is a rule about the whole puzzle, which nobody sees at once.
        quick: Whether it is asked during trials.
    """

    large = False
    quick = True

    def __init__(self, name: str, rule: Rule, structure: Structure) -> None:
        self.name, self.s = name, structure
        self.sources = frozenset([rule.source])
        self.scope = [structure.place[v] for v in rule.content.scope]
        self.mask = 0
        for i in self.scope:
            self.mask |= structure.own[i]
        self._known: dict[int, tuple[int, list[tuple[int, int]]]] = {}

    def strikes(self, alive: int) -> int:
        """Literals of `alive` that the rule does not allow; they may leave a variable no value."""
        return self._asked(alive)[0]

    def told(self, alive: int) -> list[tuple[int, int]]:
        """The same place by place; see `parts`."""
        return self._asked(alive)[1]

    def _asked(self, alive: int) -> tuple[int, list[tuple[int, int]]]:
        mine = alive & self.mask
        known = self._known.get(mine)
        if known is None:
            if len(self._known) > 20_000:
                self._known.clear()
            parts = list(self.parts(mine))
            struck = 0
            for some, _ in parts:
                struck |= some
            known = self._known[mine] = struck, parts
        return known

    @abstractmethod
    def parts(self, mine: int) -> Iterator[tuple[int, int]]:
        """What goes, place by place where the rule can be seen at places, each with the literals that show it.

        Places may overlap. `mine` are the literals of the rule that may be true.
        """
