"""Wild Place: every player knows a rule about places on a map; exactly one place fits all of them.

A game of the kind of Cryptid (2018); the maps and the rules are our own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations, permutations
from typing import Any

from deduce import Knowledge, Relation
from deduce.games import Option
from deduce.ground.compat import override
from deduce.rulebook import EVERYBODY, Rulebook, Table, View, worded
from deduce.show.places import Board, lettered

KINDS = {"f": "forest", "l": "lake", "h": "heath", "s": "sand", "r": "rock"}
SIGNS = {"forest": "♣", "lake": "≈", "heath": "ψ", "sand": "∴", "rock": "▲", "well": "○", "ruin": "∏"}
# Capitals have a well too, and what follows a place with * a ruin.
MAPS = {
    "valley": "f f l l S*/f F h l s/r h h* s s/R r h f L/s* r r f l",
    "coast": "l l L s s/l f* s S r/f f h h r/F h h* r R/h s f l l*",
    "ridge": "r R h h f*/r r h f F/s r* l f h/S s l l h/s f* f L h",
}


@cache
def places(name: str) -> dict[str, frozenset[str]]:
    """Every place of a map, as ``"b3"``, with its terrain and what stands there."""
    found = {}
    for y, row in enumerate(MAPS[name].split("/")):
        for x, mark in enumerate(row.split()):
            there = {
                KINDS[mark[0].lower()],
                *(["well"] if mark[0].isupper() else []),
                *(["ruin"] if "*" in mark else []),
            }
            found[f"{'abcde'[x]}{y + 1}"] = frozenset(there)
    return found


@cache
def rules_of(name: str) -> dict[str, frozenset[str]]:
    """Every rule that a player may have, with the places that fit it."""
    on = places(name)

    def within(distance: int, marks: set[str]) -> frozenset[str]:
        near = [q for q, there in on.items() if there & marks]
        return frozenset(p for p in on if any(_apart(p, q) <= distance for q in near))

    found = {f"on {a} or {b}": within(0, {a, b}) for a, b in combinations(KINDS.values(), 2)}
    found |= {f"beside {kind}": within(1, {kind}) for kind in KINDS.values()}
    found |= {f"within {n} of a {mark}": within(n, {mark}) for mark in ("well", "ruin") for n in (1, 2)}
    return {rule: fits for rule, fits in found.items() if 0 < len(fits) < len(on)}


def _apart(p: str, q: str) -> int:
    return max(abs(ord(p[0]) - ord(q[0])), abs(int(p[1]) - int(q[1])))


@cache
def deals(name: str, players: int) -> list[tuple[str, ...]]:
    """The rules that the players may have, a row a deal, with the one place that fits all of them."""
    fits = rules_of(name)
    rows = []
    for chosen in combinations(fits, players):
        common = frozenset.intersection(*(fits[rule] for rule in chosen))
        if len(common) == 1:
            rows += [(*order, *common) for order in permutations(chosen)]
    return rows


class WildPlace(Rulebook):
    """On a turn a player asks another about a place, or searches one. Whoever gets a no tells a place that is none."""

    name, title, seats = "wild_place", "Wild Place", range(3, 5)
    texts = worded({
        "Map": ("Karte", "карта"), "the place": ("der Ort", "место"), "place": ("Ort", "место"),
        "rule of": ("rule of", "Regel von", "правило"), "ask": ("asks", "fragt", "спрашивает"),
        "search": ("searches", "sucht", "ищет"), "deny": ("denies", "schließt aus", "исключает"),
        "forest": ("Wald", "лес"), "lake": ("See", "озеро"), "heath": ("Heide", "пустошь"), "sand": ("Sand", "песок"),
        "rock": ("Fels", "скала"), "well": ("Brunnen", "колодец"), "ruin": ("Ruine", "руины"),
        "on {one} or {other}": ("auf {one} oder {other}", "{one} или {other}"),
        "beside {what}": ("neben {what}", "рядом: {what}"),
        "within {number} of a {what}": ("höchstens {number} entfernt: {what}", "не дальше {number}: {what}"),
        "it is at {place}": ("er ist auf {place}", "это на {place}"),
        "{place} is against {who}'s rule": ("{place} ist gegen die Regel von {who}", "{place} против правила ({who})"),
        "exactly one place fits all rules, which differ": (
            "genau ein Ort passt zu allen Regeln, die verschieden sind",
            "ровно одно место подходит ко всем правилам, а они разные",
        ),
    })  # fmt: skip
    options: Mapping[str, Option] = {
        "map": Option("valley", tuple(MAPS), "which map", "reconstructed"),
    }

    @override
    def rules(self, t: Table) -> Any:
        on, fits = places(t.options.map), rules_of(t.options.map)
        rule = t.variables("rule of", t.seats, tuple(fits))
        place = t.variable("place", tuple(on))
        rows = t.once(
            "deals", lambda: Relation([*rule.values(), place], deals(t.options.map, len(t.seats)))
        )
        t.require(rows, "exactly one place fits all rules, which differ")
        yield t.deal([*rule.values(), place])
        for seat in t.seats:
            t.show(seat, rule[seat])
        t.keep.rule, t.keep.place, t.keep.denied, t.keep.turns = rule, place, set(), 25 * len(t.seats)
        return self.turn

    def turn(self, t: Table) -> Any:
        """A player asks another about a place, or searches one."""
        n, denied, on, fits = len(t.seats), t.keep.denied, places(t.options.map), rules_of(t.options.map)
        false = t.once(
            "false",
            lambda: {
                (s, p): v.is_in([r for r in fits if p not in fits[r]])
                for s, v in t.keep.rule.items()
                for p in on
            },
        )
        if not t.keep.turns:
            return [0.0] * n
        seat = -t.keep.turns % n + 1
        t.keep.turns -= 1
        others = [s for s in t.seats if s != seat]
        asks = {f"ask {t.name(s)} {p}": (s, p) for s in others for p in on if (s, p) not in denied}
        asked, at = yield t.choose(seat, {**asks, **{f"search {p}": (0, p) for p in on}})
        if not asked:
            if t.tell(EVERYBODY, t.keep.place == at, f"it is at {at}"):
                return [float(s == seat) for s in t.seats]
            asked = others[0]
        if t.tell(EVERYBODY, false[asked, at], f"{at} is against {t.name(asked)}'s rule"):
            denied.add((asked, at))
            own = {f"deny {p}": (false[seat, p], p) for p in on if (seat, p) not in denied}
            denied.add((seat, (yield t.choose(seat, own, otherwise={"deny nothing": "nothing"}))))
        return self.turn

    @override
    def boards(self, view: View, known: Knowledge | None = None) -> Sequence[Board]:
        """The map: terrain, what stands there, and how likely each place is the one that fits all rules."""
        on = places(view.setting.options.map)
        text = {p: "".join(SIGNS[mark] for mark in sorted(there)) for p, there in on.items()}
        about = {p: ", ".join(sorted(there)) for p, there in on.items()}
        chance = (
            {} if known is None else {str(p): x for p, x in known.marginals(known.problem["place"]).items()}
        )
        return [lettered("Map", 5, 5, text=text, about=about, chance=chance, asked="the place")]


GAME = WildPlace()
