"""Avalon: The Resistance with roles that know more, and a last stroke at Merlin."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from deduce import Exactly
from deduce.games import Option
from deduce.ground.compat import override
from deduce.rulebook import EVERYBODY, Table, worded
from deduce.rulebook.sayings import any_of
from deduce_models.tables.resistance import CALLED, SPIES, Missions

if TYPE_CHECKING:
    from deduce.rulebook.setting import Setting

GOOD = ("servant", "merlin", "percival")
EVIL = ("assassin", "minion", "morgana", "mordred", "oberon")
EXTRA = {
    "merlin": (),
    "percival": ("percival", "morgana"),
    "mordred": ("mordred",),
    "oberon": ("oberon",),
}


def roles(players: int, extra: str) -> dict[str, int]:
    """How many have each role."""
    evil = ["assassin", *(role for role in EXTRA[extra] if role in EVIL)]
    good = ["merlin", *(role for role in EXTRA[extra] if role in GOOD)]
    evil += ["minion"] * (SPIES[players] - len(evil))
    good += ["servant"] * (players - SPIES[players] - len(good))
    return {role: (good + evil).count(role) for role in (*GOOD, *EVIL) if role in good + evil}


class Avalon(Missions):
    """Merlin sees the evil but for Mordred; if the good win their missions, the assassin may still name Merlin."""

    name, title, seats = "avalon", "Avalon", range(5, 11)
    texts = worded({
        **CALLED,
        "servant": ("Getreuer", "слуга"), "merlin": ("Merlin", "Мерлин"), "percival": ("Parzival", "Персиваль"),
        "assassin": ("Meuchler", "убийца"), "minion": ("Scherge", "приспешник"), "morgana": ("Morgana", "Моргана"),
        "mordred": ("Mordred", "Мордред"), "oberon": ("Oberon", "Оберон"),
        "{number} with the role {role}": ("{number} mit der Rolle {role}", "роль {role}: {number}"),
        "{who} sees that {other} is evil, as the evil do": (
            "{who} sieht als Böser: {other} ist böse",
            "{who} видит, как злой: {other} за зло",
        ),
        "{who} sees that {other} is evil, as Merlin does": (
            "{who} sieht als Merlin: {other} ist böse",
            "{who} видит, как Мерлин: {other} за зло",
        ),
        "{who} sees that {other} is Merlin or Morgana": (
            "{who} sieht: {other} ist Merlin oder Morgana",
            "{who} видит: {other} — Мерлин или Моргана",
        ),
        "the assassin is": ("der Meuchler ist", "убийца —"), "the evil are": ("böse sind", "за зло —"),
        "strike": ("strikes at", "ersticht", "поражает"), "{who} is Merlin": ("{who} ist Merlin", "{who} — Мерлин"),
    })  # fmt: skip
    options: Mapping[str, Option] = {
        "roles": Option(
            "merlin", tuple(EXTRA), "which roles play beside Merlin, the assassin, servants and minions"
        ),
    }

    @override
    def reworded(self, text: str, setting: Setting, seat: int | None) -> str:
        if seat:  # one's own role, and votes that are told with those of others
            roles = any_of((*GOOD, *EVIL))
            text = re.sub(
                rf"(?i)^ *(?:I am|I['’]m|my role(?: is)?:?|I:) (?:an? |the )?({roles})[ .]*$", r"\1", text
            )
            text = re.sub(r"(?i)^ *(?:I|me)\b", setting.names[seat - 1], text)
        return super().reworded(text, setting, seat)

    @override
    def rules(self, t: Table) -> Any:
        numbers = roles(len(t.seats), t.options.roles)
        role = t.variables("role", t.seats, numbers)
        for name, number in numbers.items():
            t.require(Exactly(number, role, name), f"{number} with the role {name}")
        yield t.deal(role)
        evil = {seat: role[seat].is_in([each for each in EVIL if each in numbers]) for seat in t.seats}
        for seat in t.seats:
            t.show(seat, role[seat])
            self.sights(t, role, seat)
        t.keep.role = role
        return self.begin(t, evil)

    @override
    def ending(self, t: Table, won: bool) -> Any:
        role = t.keep.role
        if won:
            (assassin,) = t.which(
                EVERYBODY, {s: role[s] == "assassin" for s in t.seats}, "the assassin is {}"
            )
            others = t.which(EVERYBODY, t.keep.evil, "the evil are {}")
            stroke = yield t.choose(
                assassin, {f"strike {t.name(s)}": s for s in t.seats if s not in others}
            )
            won = not t.tell(EVERYBODY, role[stroke] == "merlin", f"{t.name(stroke)} is Merlin")
        sides = [t.show(EVERYBODY, role[seat]) in EVIL for seat in t.seats]
        return [float(side != won) for side in sides]

    def sights(self, t: Table, role: Any, seat: int) -> None:
        """What roles let a seat see of the others."""
        mine = role[seat]
        for other in t.seats:
            if other == seat:
                continue
            said = f"{t.name(seat)} sees that {t.name(other)} is"
            for kind, seers, seen in (
                (
                    "evil, as the evil do",
                    [r for r in EVIL if r != "oberon"],
                    [r for r in EVIL if r != "oberon"],
                ),
                ("evil, as Merlin does", ["merlin"], [r for r in EVIL if r != "mordred"]),
                ("Merlin or Morgana", ["percival"], ["merlin", "morgana"]),
            ):
                able = [each for each in seers if each in mine.domain]
                if able:
                    fact = role[other].is_in([each for each in seen if each in mine.domain])
                    t.tell(seat, fact, f"{said} {kind}", when=mine.is_in(able))


GAME = Avalon()
