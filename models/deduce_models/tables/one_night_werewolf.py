"""One Night Werewolf: roles are looked at and swapped in one night; by day everybody claims, and votes once.

Rules and roles as in the boxes of Akihisa Okui (2012) and Ted Alspach (2014); whoever may do something at night may also
leave it. Nobody sees what others did at night, only that they did what they could.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from deduce import Exactly
from deduce.games import Option
from deduce.ground.compat import override
from deduce.ground.wording import many
from deduce.language.facts import And
from deduce.rulebook import EVERYBODY, Rulebook, Table, worded

CENTRE = ("left", "middle", "right")
BASE = ("werewolf", "werewolf", "seer", "robber", "troublemaker")
EXTRA = {
    "plain": (),
    "drunk": ("drunk",),
    "minion": ("minion",),
    "hunter": ("hunter",),
    "tanner": ("tanner",),
    "masons": ("mason", "mason"),
    "all": ("drunk", "minion", "tanner", "hunter", "mason", "mason"),
}


class OneNightWerewolf(Rulebook):
    """The village wins if a werewolf dies, or nobody where no player is one; a tanner wins if he dies."""

    name, title, seats = "one_night_werewolf", "One Night Werewolf", range(3, 11)
    texts = worded({
        "role": ("Rolle", "роль"), "werewolf": ("Werwolf", "оборотень"), "seer": ("Seherin", "провидица"),
        "robber": ("Räuber", "вор"), "troublemaker": ("Unruhestifterin", "смутьянка"),
        "villager": ("Dorfbewohner", "житель"), "drunk": ("Trunkenbold", "пьяница"),
        "minion": ("Günstling", "приспешник"), "hunter": ("Jäger", "охотник"), "tanner": ("Gerber", "кожевник"),
        "mason": ("Freimaurer", "масон"), "left": ("links", "слева"), "middle": ("Mitte", "в середине"),
        "right": ("rechts", "справа"), "nowhere": ("nirgends", "нигде"), "sleep": ("sleeps", "schläft", "спит"),
        "peek": ("peeks at", "sieht nach", "смотрит"), "look": ("looks at", "sieht an", "смотрит на"),
        "rob": ("robs", "raubt von", "крадёт у"), "swap": ("swaps", "vertauscht", "меняет"),
        "drink": ("takes drunk", "nimmt betrunken", "берёт спьяну"),
        "claim": ("claims to be", "behauptet zu sein", "говорит, что он"),
        "vote": ("votes for", "stimmt gegen", "голосует против"),
        "vote of {who}": ("Stimme von {who}", "голос: {who}"), "night of {who}": ("Nacht von {who}", "ночь: {who}"),
        "{who} as {seer} sees that {other} is {role}": (
            "{who} sieht ({seer}): {other} ist {role}",
            "{who} видит ({seer}): {other} — {role}",
        ),
        "{number} cards with {role}": ("{number} Karten mit {role}", "карт {role}: {number}"),
        "{number} card with {role}": ("{number} Karte mit {role}", "карт {role}: {number}"),
    })  # fmt: skip
    options: Mapping[str, Option] = {
        "roles": Option(
            "plain", tuple(EXTRA), "who plays besides, as far as there are cards; villagers fill up"
        ),
        "claims": Option(
            1, (0, 1, 2), "how often everybody says aloud who he was, before the vote", "house"
        ),
    }

    @override
    def rules(self, t: Table) -> Any:
        number = len(t.seats) + len(CENTRE)
        cards = [*BASE, *EXTRA[t.options.roles]][:number]
        pack = Counter([*cards, *["villager"] * (number - len(cards))])
        dealt = t.variables("role", [*map(t.name, t.seats), *CENTRE], pack)
        for role, number in pack.items():
            t.require(Exactly(number, dealt, role), f"{many(number, 'card')} with {role}")
        yield t.deal(dealt)
        for seat in t.seats:
            t.show(seat, dealt[t.name(seat)])
            self.sights(t, dealt, seat)
        night = {}
        for seat in t.seats:
            night[seat] = yield self.awake(t, dealt, seat, pack)
        for _ in range(t.options.claims):
            for seat in t.seats:
                yield t.choose(seat, {f"claim {role}": role for role in pack})
        votes = yield t.together(
            {seat: {f"vote {t.name(s)}": s for s in t.seats if s != seat} for seat in t.seats}, name="vote"
        )
        acts = {seat: t.show(EVERYBODY, act).split() for seat, act in night.items()}
        held = {place: t.show(EVERYBODY, card) for place, card in dealt.items()}
        self.swap(t, held, acts)
        return self.scored({seat: held[t.name(seat)] for seat in t.seats}, votes)

    @staticmethod
    def sights(t: Table, dealt: Any, seat: int) -> None:
        """Werewolves and masons see their own kind, the minion sees the werewolves."""
        me = dealt[t.name(seat)]
        for seer, kind in (("werewolf", "werewolf"), ("minion", "werewolf"), ("mason", "mason")):
            for other in t.seats:
                if other != seat and seer in me.domain:
                    said = f"{t.name(seat)} as {seer} sees that {t.name(other)} is {kind}"
                    t.tell(seat, dealt[t.name(other)] == kind, said, when=me == seer)

    @staticmethod
    def awake(t: Table, dealt: Any, seat: int, pack: Mapping[str, int]) -> Any:
        """What a seat does at night by its role, and what it sees."""
        me, others = dealt[t.name(seat)], [t.name(s) for s in t.seats if s != seat]
        alone = And(me == "werewolf", *[dealt[other] != "werewolf" for other in others])
        pairs = {
            verb: list(map(" ".join, combinations(of, 2)))
            for verb, of in (("look", CENTRE), ("swap", others))
        }
        acts = [
            (alone, [f"peek {place}" for place in (*CENTRE, "nowhere")]),
            (me == "seer", [f"look {place}" for place in (*others, *pairs["look"], "nowhere")]),
            (me == "robber", [f"rob {other}" for other in (*others, "nobody")]),
            (me == "troublemaker", [f"swap {pair}" for pair in (*pairs["swap"], "nobody")]),
        ]
        if "drunk" in pack:
            acts.append((me == "drunk", [f"drink {place}" for place in CENTRE]))
        menu = [t.when(fact, {text: text for text in texts}) for fact, texts in acts]
        likely = {"sleep": 1.0, **{text: 1 / len(texts) for _, texts in acts for text in texts}}
        act = yield t.choose(
            seat, menu, seat, otherwise={"sleep": "sleep"}, likely=likely, name=f"night of {t.name(seat)}"
        )
        for place, card in dealt.items():
            seen = [
                text for _, texts in acts for text in texts if text.split()[0] in ("peek", "look", "rob")
            ]
            about = [text for text in seen if place in text.split()[1:]]
            if about:
                t.show(seat, card, when=act.is_in(about))
        return act

    @staticmethod
    def swap(t: Table, held: dict[str, str], acts: Mapping[int, Sequence[str]]) -> None:
        """What happens to the cards at night: the robber moves first, then the troublemaker, then the drunk."""
        for verb in ("rob", "swap", "drink"):
            for seat, (did, *places) in acts.items():
                if did == verb and places != ["nobody"]:
                    one, other = places if verb == "swap" else (t.name(seat), *places)
                    held[one], held[other] = held[other], held[one]

    @staticmethod
    def scored(role: Mapping[int, str], votes: Mapping[int, int]) -> list[float]:
        """Who wins: most votes die, unless nobody has more than one; whom the hunter voted for dies with him."""
        counted = Counter(votes.values())
        most = max(counted.values())
        dead = {seat for seat in role if most > 1 and counted[seat] == most}
        dead |= {votes[seat] for seat in dead if role[seat] == "hunter"}
        fallen = {role[seat] for seat in dead}
        wolves = "werewolf" in role.values()
        village = "werewolf" in fallen or not (wolves or dead)
        evil = (
            not fallen & {"werewolf", "tanner"}
            if wolves
            else bool(fallen - {"minion", "tanner"}) and "tanner" not in fallen
        )
        won = {"werewolf": evil, "minion": evil}
        return [
            float(seat in dead if each == "tanner" else won.get(each, village))
            for seat, each in role.items()
        ]


GAME = OneNightWerewolf()
