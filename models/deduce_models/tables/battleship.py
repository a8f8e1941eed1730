"""Battleship: two fleets are hidden; shots are answered hit or miss until one fleet is sunk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import and_, or_
from typing import Any, ClassVar

from deduce import Knowledge
from deduce.games import Option
from deduce.ground.compat import override
from deduce.rulebook import EVERYBODY, Rulebook, Table, View, worded
from deduce.rulebook.sayings import Saying
from deduce.rulebook.setting import Setting
from deduce.show.places import Board, lettered

LETTERS = "abcdefgh"
FLEETS = {
    "two": {"patrol": 2, "scout": 2},
    "three": {"cruiser": 3, "patrol": 2, "scout": 2},
    "four": {"frigate": 4, "cruiser": 3, "patrol": 2, "scout": 2},
}


def berths(width: int, height: int, length: int) -> dict[str, frozenset[str]]:
    """Where a ship of this length can lie: its first place and its direction, and all its places."""
    found = {}
    for x in range(width):
        for y in range(height):
            for direction, dx, dy in (("across", 1, 0), ("down", 0, 1)):
                if x + dx * (length - 1) < width and y + dy * (length - 1) < height:
                    cells = [f"{LETTERS[x + dx * i]}{y + dy * i + 1}" for i in range(length)]
                    found[f"{cells[0]} {direction}"] = frozenset(cells)
    return found


class Battleship(Rulebook):
    """Whoever sinks the other's whole fleet first wins."""

    name, title, seats = "battleship", "Battleship", range(2, 3)
    texts = worded({
        "shots": ("Schüsse", "выстрелы"),
        "shoot": ("shoots at", "schießt auf", "стреляет"), "at": ("auf", "на"), "berth": ("Liegeplatz", "место"),
        "ship": ("Schiff", "корабль"), "frigate": ("Fregatte", "фрегат"), "cruiser": ("Kreuzer", "крейсер"),
        "patrol": ("Patrouille", "сторожевик"), "scout": ("Späher", "разведчик"),
        "{who}'s waters": ("Gewässer von {who}", "воды: {who}"), "a ship": ("ein Schiff", "корабль"),
        "own ship": ("eigenes Schiff", "свой корабль"), "hit": ("getroffen", "попал"), "water": ("Wasser", "мимо"),
        "{who} is hit at {place}": ("Treffer bei {who} auf {place}", "попадание: {who}, {place}"),
        "{who} loses": ("{who} verliert", "{who} теряет"),
        "{who} has lost all ships": ("{who} hat alle Schiffe verloren", "{who}: все корабли потоплены"),
        "{who}'s {ship}": ("{who}: {ship}", "{who}: {ship}"),
        "another ship lies there": ("dort liegt ein anderes Schiff", "там другой корабль"),
        "across": ("waagrecht", "поперёк"), "down": ("senkrecht", "вниз"),
    })  # fmt: skip
    words: ClassVar[Mapping[str, Sequence[str]]] = {"shoot": ["shot", "fire"], "no": ["miss", "water"]}
    said: ClassVar[Sequence[Saying]] = (
        (r"^ *((?:NAME)\b)?(?: at)? *([a-l]\d\d?)(?=[ :,-]+(?:hit|miss|water|yes|no)\b)", r"\1 shoot \2"),
        (r"\b(?:no|not(?: a)?) hit\b(?! at\b)", "miss"),
        (
            r"(?<!is )(?<!not )(?<!no )\bhit\b(?! at\b| (?:no|not|nobody|nothing|none|never|without)\b)",
            "yes",
        ),
        (r"\bnothing (?:is )?sunk\b|\b(?:he|she|they) loses? nothing\b", "loses nobody"),
        (r"\b(?:he|she|they) loses?\b(?: the\b)?", "loses"),
        (r"\b(\w+) (?:is )?sunk\b", r"loses \1"),
    )
    options: Mapping[str, Option] = {
        "width": Option(6, (2, 3, 4, 5, 6, 7, 8), "columns, called a, b, c ..."),
        "height": Option(6, (2, 3, 4, 5, 6, 7, 8), "rows, called 1, 2, 3 ..."),
        "fleet": Option(
            "three", tuple(FLEETS), "ships of a side; longer ones than fit are left out", "reconstructed"
        ),
        "sunk": Option(True, (True, False), "whether it is told that a ship is sunk", "varies"),
    }

    @override
    def rules(self, t: Table) -> Any:
        lies = t.once("lies", lambda: self.lies(t))
        t.keep.ships, t.keep.seat = {}, 1
        for seat in t.seats:
            t.keep.ships[seat] = yield self.place(t, seat, lies)
        t.keep.afloat = {seat: set(lies) for seat in t.seats}
        t.open.shots = {seat: [] for seat in t.seats}
        return self.turn

    @staticmethod
    def lies(t: Table | Setting) -> dict[str, dict[str, frozenset[str]]]:
        """The berths of every ship that fits."""
        width, height = t.options.width, t.options.height
        fleet = FLEETS[t.options.fleet].items()
        return {ship: berths(width, height, n) for ship, n in fleet if n <= max(width, height)}

    def turn(self, t: Table) -> Any:
        """One shot and its answer."""
        lies, seat, other = t.once("lies", lambda: self.lies(t)), t.keep.seat, 3 - t.keep.seat
        ships, afloat, shots = t.keep.ships[other], t.keep.afloat[other], t.open.shots[seat]
        cells = [f"{x}{y + 1}" for y in range(t.options.height) for x in LETTERS[: t.options.width]]
        shot = yield t.choose(seat, {f"shoot {c}": c for c in cells if c not in shots})
        shots.append(shot)
        hits = [
            where.is_in([b for b, over in lies[s].items() if shot in over]) for s, where in ships.items()
        ]
        struck = t.tell(EVERYBODY, reduce(or_, hits), f"{t.name(other)} is hit at {shot}")
        if struck and t.options.sunk:
            whole = {s: ships[s].is_in(self.covered(lies[s], shots)) for s in sorted(afloat)}
            afloat -= set(t.which(EVERYBODY, whole, f"{t.name(other)} loses {{}}"))
        if not t.options.sunk or not afloat:
            gone = [where.is_in(self.covered(lies[s], shots)) for s, where in ships.items()]
            if t.tell(EVERYBODY, reduce(and_, gone), f"{t.name(other)} has lost all ships"):
                return [1.0 if each == seat else -1.0 for each in t.seats]
        t.keep.seat = other
        return self.turn

    @override
    def boards(self, view: View, known: Knowledge | None = None) -> Sequence[Board]:
        """The waters of each player: shots, one's own ships, and how likely a ship lies under the other places."""
        chosen, lies, found = view.setting.options, self.lies(view.setting), []
        for seat in sorted(view.setting.seats, key=lambda seat: seat == view.seat):
            name, chance = view.setting.names[seat - 1], dict[str, float]()
            shots = [e for e in view.entries if e.said.startswith(f"{name} is hit at ")]
            struck = {e.said.rpartition(" ")[2]: e.value for e in shots}
            own = [e.said.split(" at ") for e in view.entries if e.seat == seat and " at " in e.said]
            laid = {cell for ship, berth in own for cell in lies[ship][berth]}
            text = dict.fromkeys(laid, "■") | {c: "✸" if hit else "·" for c, hit in struck.items()}
            about = dict.fromkeys(laid, "own ship") | {
                c: "hit" if h else "water" for c, h in struck.items()
            }
            ships = (
                [] if known is None or laid else [v for v in known.scope if v.name.startswith(f"{name}'s ")]
            )
            for v in ships:
                for berth, share in known.marginals(v).items() if known is not None else ():
                    for cell in lies[v.name.removeprefix(f"{name}'s ")][str(berth)] - struck.keys():
                        chance[cell] = chance.get(cell, 0.0) + share  # no two ships lie over one place
            size = chosen.width, chosen.height
            board = lettered(
                f"{name}'s waters", *size, text=text, about=about, chance=chance, asked="a ship"
            )
            found.append(board)
        return found

    @staticmethod
    def covered(lies: dict[str, frozenset[str]], shots: list[str]) -> list[str]:
        """The berths of which every place was shot at."""
        return [berth for berth, cells in lies.items() if cells.issubset(shots)]

    def place(self, t: Table, seat: int, lies: dict[str, dict[str, frozenset[str]]]) -> Any:
        """A player lays out a fleet, ship by ship, no two over one place."""
        placed: dict[str, Any] = {}
        for ship, free in lies.items():

            def taken(berth: str, over: Mapping[str, frozenset[str]] = free) -> Any:
                crossing = [
                    where.is_in([b for b, cells in lies[other].items() if cells & over[berth]])
                    for other, where in placed.items()
                ]
                return reduce(or_, crossing) if crossing else False

            options = t.option(
                f"{ship} at {{berth}}", berth=free, unless=taken, sentence="another ship lies there"
            )
            placed[ship] = yield t.choose(seat, options, seen_by=seat, name=f"{t.name(seat)}'s {ship}")
        return placed


GAME = Battleship()
