"""Free text: what may be said, and the long list of words from which some choose, made when somebody looks."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, overload

from deduce.ground.compat import override
from deduce.rulebook.secrets import valued

if TYPE_CHECKING:
    from deduce.rulebook.table import Table


class Pool(Sequence[Any]):
    """The texts of a list that may be said now, in its order, each as `make` makes it of its text.

    Any other text that is legal is among them too (``in`` says so) but cannot be listed: `why_not` judges it.
    Length and random access cost O(log barred); nothing is built until it is asked for.

    Args:
        verb: What every text begins with.
        listed: The texts behind the verb.
        barred: The places in `listed` that are not legal now.
        why_not: Why a text behind the verb cannot be said, None where it can.
        make: What an item is, of its whole text.
    """

    __slots__ = ("_barred", "_listed", "_make", "_shifts", "_verb", "_why_not")

    def __init__(
        self,
        verb: str,
        listed: Sequence[str],
        barred: frozenset[int],
        why_not: Callable[[str], str | None],
        make: Callable[[str], Any] = str,
    ) -> None:
        self._verb, self._listed, self._barred, self._why_not, self._make = (
            verb,
            listed,
            barred,
            why_not,
            make,
        )
        self._shifts: list[int] | None = None

    @property
    def kind(self) -> str:
        """The word with which every text begins; empty where that is more than a word."""
        return "" if " " in self._verb else self._verb

    def __len__(self) -> int:
        return len(self._listed) - len(self._barred)

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Any, ...]: ...
    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return tuple(self[number] for number in range(*index.indices(len(self))))
        size = len(self._listed) - len(self._barred)
        if not 0 <= index < size:
            if not -size <= index < 0:
                raise IndexError(index)
            index += size
        if self._shifts is None:
            # The n-th allowed text lies n + (number of barred places before it) into the list.
            self._shifts = [place - number for number, place in enumerate(sorted(self._barred))]
        place = index + bisect_right(self._shifts, index)
        return self._make(f"{self._verb} {self._listed[place]}")

    def __iter__(self) -> Iterator[Any]:
        verb, make, barred = self._verb, self._make, self._barred
        return (make(f"{verb} {text}") for place, text in enumerate(self._listed) if place not in barred)

    def __contains__(self, item: object) -> bool:
        verb, _, text = str(item).partition(" ")
        return (
            verb == self._verb
            and type(item) is type(self._make(f"{verb} {text}"))
            and not self._why_not(text)
        )

    @override
    def __eq__(self, other: object) -> bool:
        if isinstance(other, Pool) and other._listed is self._listed and other._verb == self._verb:
            return self._barred == other._barred
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    @override
    def __hash__(self) -> int:
        return hash((self._verb, len(self._listed), self._barred))

    def __repr__(self) -> str:
        return f"<{len(self)} listed, and other texts: {self._verb} ...>"


class Listed(tuple[Any, ...]):
    """Moves that are listed, beside a free text that is not: ``in`` says whether a move is legal, listed or not."""

    pool: Pool

    def __new__(cls, moves: Iterable[Any], pool: Pool) -> Listed:
        """These moves, those of the pool among them, and whatever else the pool allows."""
        made = super().__new__(cls, moves)
        made.pool = pool
        return made

    @override
    def __contains__(self, item: object) -> bool:
        return super().__contains__(item) or item in self.pool

    @override
    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (tuple(self),)


class Free:
    """Free text after a verb: legal where `refuse(text, *given)` gives no reason; made by `Table.free`.

    `given` are lists of secrets and values: `refuse` gets of each the values that the table knows.
    """

    __slots__ = ("_barred", "barred", "given", "listed", "places", "refuse", "spell", "tag", "verb")

    def __init__(
        self,
        verb: str,
        refuse: Callable[..., str | None],
        listed: Sequence[str],
        given: Sequence[Sequence[Any]] = (),
        barred: Callable[..., Iterable[int]] | None = None,
        places: Mapping[str, int] | None = None,
        spell: Callable[[str], str] = str,
        tag: str = "",
    ) -> None:
        self.verb, self.refuse, self.listed = verb, refuse, listed
        self.given, self.barred, self.places = given, barred, places
        self.spell, self.tag = spell, tag
        self._barred: tuple[Any, frozenset[int]] | None = None

    def known(self, table: Table | None) -> list[list[Any]]:
        """What `refuse` gets beside the text."""
        return [valued(each, table) for each in self.given]

    def _places(self, table: Table | None) -> frozenset[int]:
        """The places in `listed` that are refused now."""
        asked = (
            table if self.given else None
        )  # where nothing need be known they are the same at every table
        if self._barred is None or self._barred[0] is not asked:
            known = self.known(table)
            if not self.listed:
                found: frozenset[int] = frozenset()
            elif self.barred is not None:
                found = frozenset(self.barred(*known))
            else:
                found = frozenset(n for n, text in enumerate(self.listed) if self.refuse(text, *known))
            self._barred = asked, found
        return self._barred[1]

    def why_not(self, text: str, table: Table | None) -> str | None:
        """Why a text cannot be said; None where it can. Listed ones are looked up where the rules know their places."""
        if self.places is not None and self.barred is not None:
            place = self.places.get(text)
            if place is not None and place not in self._places(table):
                return None
        return self.refuse(text, *self.known(table))

    def legal(self, table: Table, make: Callable[[str], Any] = str) -> Pool:
        """What is listed and legal, as texts of moves, or as `make` makes moves of them."""
        return Pool(
            self.verb, self.listed, self._places(table), lambda text: self.why_not(text, table), make
        )
