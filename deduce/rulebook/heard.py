"""What happens in a run: events as the rules made them, and entries, which are what a seat heard of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from deduce.ground.compat import override
from deduce.language.variables import Variable

if TYPE_CHECKING:
    from deduce.rulebook.views import View


class Move(NamedTuple):
    """A decision as its text: the option chosen, or what chance did."""

    text: str

    @override
    def __str__(self) -> str:
        return self.text


class _Sign:
    """The type of `UNSHOWN` and its kind."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> str:
        return self.name


UNSHOWN: Final = _Sign("UNSHOWN")
"""What is heard where the condition of a `show` or `tell` is not true: that it is not."""
UNNOTED: Final = _Sign("UNNOTED")
"""What notes tell of something shown that they leave out."""
IMPLIED: Final = _Sign("IMPLIED")
"""For `unsaid`: what was told may be left out where what follows in the line shows it."""


class Unsure(NamedTuple):
    """A key of a told set of which notes leave open whether it belongs to it: ``tokens Ann Dee?``."""

    key: Any


class Entry(NamedTuple):
    """What one seat heard: plain values, so that views are equal where nothing tells them apart.

    `kind` is one of ``choose`` (a choice seen), ``hidden`` (somebody chose, unseen), ``show``, ``tell``, ``which``,
    ``roll``, ``sense``, ``change``, ``say`` (what everybody could tell), ``draw`` and ``unseen`` (a card that could have
    come to lie open did not); in notes also ``known``, what they tell and the rules did not. `seat` is who acted, 0 where
    nobody did; `said` names what it is about.
    """

    kind: str
    seat: int
    said: str
    value: Any = None


class Event:
    """Something told or decided in a run: who may know it, and what it is about, as the rules' own objects.

    `about` is a variable, a fact, an expression, a menu or a change; `when` the condition of telling; `handle` the
    variable that stands for a choice which not everybody sees, `likely` what a choice is evidence of,
    `among` who chose at once with it, `unsaid` what notes mean that do not mention it, `place` the line of notes it was
    read from, `part` the part of the game it belongs to, `row` what its line begins with where that tells several.
    """

    __slots__ = (
        "_heard", "about", "among", "handle", "kind", "likely", "mask", "name", "part", "place", "row", "said",
        "seat", "unsaid", "value", "when",
    )  # fmt: skip

    def __init__(
        self,
        mask: int,
        kind: str,
        seat: int,
        said: str,
        value: Any,
        about: Any = None,
        *,
        when: Any = None,
        handle: Any = None,
        likely: Any = None,
        unsaid: Any = None,
        name: str = "",
        among: frozenset[int] = frozenset(),
        row: str = "",
    ) -> None:
        self.among, self.row = among, row
        self.mask, self.kind, self.seat, self.said, self.value = mask, kind, seat, said, value
        self.about, self.when, self.handle, self.likely, self.unsaid = about, when, handle, likely, unsaid
        self.name, self.place, self.part = name, "", ""
        self._heard: Entry | None = None

    def entry(self, seat: int) -> Entry | None:
        """What `seat` heard of it; None for nothing."""
        if self.mask >> seat & 1:
            if self._heard is None:  # many views are made of one event
                self._heard = Entry(self.kind, self.seat, self.said, self.value)
            return self._heard
        if self.kind == "choose":
            return Entry("hidden", self.seat, self.name)
        if self.kind == "change":
            return Entry("change", self.seat, self.name)
        if self.kind == "draw" and self.about is not None and self.about[1]:
            return Entry("unseen", 0, self.said)
        return None


def spelt(entry: Entry, shown: object) -> Entry:
    """An entry as people say it: of a choice that was shown its word, where it has one; `shown` is what was."""
    if not isinstance(shown, Variable) or entry.value not in shown.words:
        return entry
    return entry._replace(value=shown.spelt(entry.value))


def told(said: str, value: object) -> str:
    """How notes write it: behind a single word stands no colon, for that would be a key of the header."""
    return f"{said}{between(said)}{value}"


def between(said: str) -> str:
    """What stands between something that is told and its value."""
    return ": " if " " in said else " "


def heard_since(before: View, after: View, actor: int) -> Sequence[Entry]:
    """What the seat of two views has heard between them; nothing where that is its own move alone."""
    had, heard = before.entries, after.entries
    new = heard[len(had) :] if heard[: len(had)] == had else heard[-1:]
    return () if actor and actor == after.seat and len(new) == 1 else new
