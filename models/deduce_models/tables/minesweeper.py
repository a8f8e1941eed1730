"""Minesweeper: mines lie in a field; a place without one tells how many of its neighbours have one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from deduce import Exactly, Knowledge, count
from deduce.games import Option
from deduce.ground.compat import override
from deduce.rulebook import EVERYBODY, Rulebook, Table, View, worded
from deduce.rulebook.sayings import Saying
from deduce.show.places import Board, lettered

LETTERS = "abcdefghijkl"
PLACE, MANY = r"[a-l]\d\d?", r"(\d|zero|one|two|three|four|five|six|seven|eight)"


class Minesweeper(Rulebook):
    """One player digs until a mine goes off (0 points) or only mines are left (1 point)."""

    name, title, seats = "minesweeper", "Minesweeper", range(1, 2)
    texts = worded({
        "Field": ("Feld", "поле"), "ground": ("Boden", "клетка"), "dig": ("digs", "gräbt auf", "открывает"),
        "bomb": ("Mine", "мина"), "bombs": ("Minen", "мины"), "clear": ("frei", "чисто"),
        "bombs around {place}": ("Minen um {place}", "мин вокруг {place}"),
        "bombs: {number}": ("Minen: {number}", "мин: {number}"),
        "{place} is safe, as the first place is": (
            "{place} ist sicher, wie das erste Feld immer",
            "{place} безопасно, как всегда первое поле",
        ),
    })  # fmt: skip
    words: ClassVar[Mapping[str, Sequence[str]]] = {"dig": ["open", "dug"]}
    said: ClassVar[Sequence[Saying]] = (
        # A number at a place says that it is clear, and is how many bombs lie around it.
        (
            rf"(?<!around )\b({PLACE})(?: is(?: an?)?)?[ :=,;>-]+{MANY}(?: (?:bombs?|mines?))?(?: around)?(?![\w\[])",
            r"\1 clear, bombs around \1 \2",
        ),
        (rf"^(?! *(?:\w+ +)?(?:dig|open)) *(?:(?:NAME)\b)? *({PLACE}) clear", r"dig \1 clear"),
    )
    options: Mapping[str, Option] = {
        "width": Option(6, (2, 3, 4, 5, 6, 7, 8, 9), "columns, called a, b, c ..."),
        "height": Option(6, (2, 3, 4, 5, 6, 7, 8, 9), "rows, called 1, 2, 3 ..."),
        "mines": Option(6, tuple(range(1, 21)), "mines; fewer than places"),
        "safe": Option(True, (True, False), "whether the first place is never a mine", "varies"),
    }

    @override
    def rules(self, t: Table) -> Any:
        near = t.once("near", lambda: self.near(t.options.width, t.options.height))
        mines = min(t.options.mines, len(near) - 1)
        # In notes "mine" is what belongs to the writer.
        ground = t.variables("ground", near, ("clear", "bomb"))
        t.require(Exactly(mines, ground, "bomb"), f"bombs: {mines}")
        shut = dict.fromkeys(near)
        first = None
        if t.options.safe:
            first = yield t.choose(1, {f"dig {p}": p for p in shut})
            t.require(ground[first] == "clear", f"{first} is safe, as the first place is")
        yield t.deal(ground)
        t.keep.ground, t.keep.shut, t.keep.first, t.keep.mines = ground, shut, first, mines
        return self.turn

    def turn(self, t: Table) -> Any:
        """A place is dug, and all around it where no bomb is near."""
        ground, shut, first = t.keep.ground, t.keep.shut, t.keep.first
        near = t.once("near", lambda: self.near(t.options.width, t.options.height))
        dug = first or (yield t.choose(1, {f"dig {p}": p for p in shut}))
        t.keep.first = None
        if t.show(EVERYBODY, ground[dug]) == "bomb":
            return (0.0,)
        todo = [dug]
        while todo:
            place = todo.pop()
            if place not in shut:
                continue
            del shut[place]
            if place != dug:
                t.show(EVERYBODY, ground[place])
            bombs = count(*[ground[q] == "bomb" for q in near[place]])
            if t.tell(EVERYBODY, bombs, f"bombs around {place}") == 0:
                todo += near[place]
        return (1.0,) if len(shut) == t.keep.mines else self.turn

    @override
    def boards(self, view: View, known: Knowledge | None = None) -> Sequence[Board]:
        """The field: what was told of the open places, and how likely a bomb is in the others."""
        chosen, around = view.setting.options, "bombs around "
        told = {
            e.said.removeprefix(around): str(e.value) for e in view.entries if e.said.startswith(around)
        }
        went_off = {e.said[7:-1]: "*" for e in view.entries if e.kind == "show" and e.value == "bomb"}
        chance = {}
        if known is not None:
            chance = {v.key: known.marginals(v).get("bomb", 0.0) for v in known.scope if v.key not in told}
        return [
            lettered(
                "Field", chosen.width, chosen.height, text=told | went_off, chance=chance, asked="bombs"
            )
        ]

    @staticmethod
    def near(width: int, height: int) -> dict[str, list[str]]:
        """The places around each place."""
        at = {f"{LETTERS[x]}{y + 1}": (x, y) for y in range(height) for x in range(width)}
        return {
            p: [q for q, (a, b) in at.items() if q != p and abs(a - x) < 2 and abs(b - y) < 2]
            for p, (x, y) in at.items()
        }


GAME = Minesweeper()
