"""The Resistance: spies among the loyal; teams are voted on in the open, and sent on missions that spies may spoil."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar

from deduce import Exactly, count
from deduce.ground.compat import override
from deduce.rulebook import EVERYBODY, Rulebook, Table, worded
from deduce.rulebook.sayings import EACH, Saying, any_of

if TYPE_CHECKING:
    from deduce.rulebook.setting import Setting

TEAMS = {
    5: (2, 3, 2, 3, 3),
    6: (2, 3, 4, 3, 4),
    7: (2, 3, 3, 4, 4),
    8: (3, 4, 4, 5, 5),
    9: (3, 4, 4, 5, 5),
    10: (3, 4, 4, 5, 5),
}
CALLED = {
    "team": ("names the team", "stellt das Team auf", "назначает команду"), "succeed": ("Erfolg", "успех"),
    "fail": ("Fehlschlag", "провал"),
    "fails in mission {number}": ("Fehlschläge in Mission {number}", "провалов в миссии {number}"),
    "vote {at} of {who}": ("Abstimmung {at}, {who}", "голосование {at}, {who}"),
    "card of {who} in mission {number}": ("Karte von {who} in Mission {number}", "карта ({who}) в миссии {number}"),
    "role": ("Rolle", "роль"), "successes": ("gelungen", "успехи"), "failures": ("gescheitert", "провалы"),
    "leader": ("wer das Team wählt", "кто назначает команду"),
}  # fmt: skip
"""What the words of missions are called, by language (`deduce.rulebook.worded`)."""
SPIES = {5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}


YES = r"(?:(?:says? )?yes|y|approves?|accepts?|for|in favour|votes? (?:for it|yes))"
NO = (
    r"(?:(?:says? )?no|n|rejects?|refuses?|against|votes? (?:against it|no)"
    r"|(?:do|does)(?: not|n['’]?t)(?: approve| accept)?)"
)
ROW = r"NAME(?:(?: *[+&] *| +(?:and +)?)NAME)*"
"""Who voted alike; a comma may part a team from its votes."""
OTHERS = rf"(?i)^ *(?:the rest|(?:the |all (?:the )?)?others?|everybody else|everyone else),? (?=(?:{YES}|{NO})[ .]*$)"
VOTE = rf"(?:{YES}|{NO})"
"""Behind these names are who voted so only after a sign: "against Ann and Bob" is against their going."""


def _each(hit: re.Match[str]) -> str:
    """Names behind what they voted: ``yes Ann Bob``."""
    vote = "yes" if re.fullmatch(rf"(?i){YES}", hit["vote"]) else "no"
    names = [name for name in re.split(r"[ ,;&+]+(?:and +)?", hit["row"].strip()) if name]
    if hit["many"] and int(hit["many"]) != len(names):
        return hit[0]  # so many are not named
    return " " + ", ".join(f"{name} {vote}" for name in names)


SAYINGS: Sequence[Saying] = (
    (r"\b(NAME) *[+&/] *(?=NAME)", r"\1 and "),
    (r"^( *NAME) (?:wants?|would like)\b", r"\1 team "),
    (r"^ *(NAMES) should go$", r"team \1"),
    (r"(?:^|[,;.]) *(?:(?:is|was|got) )?(?:approved|rejected|accepted|refused)[ .!]*$", ", the-team-was"),
    (r"\b(?:nobody|no[- ]?one) fail(?:s|ed)(?: it)?\b", "0 fails"),
    (r"\bone of them fail(?:s|ed)(?: it)?\b", "1 fails"),
    (
        rf"(?:^|(?<=[,;.])) *(?:(?P<many>[0-9]+) )?(?P<vote>yes|no|{VOTE}(?= *[:(]))"
        rf" *[:(]? *(?P<row>{ROW})\)?(?= *(?:[,;]|$))",
        _each,
    ),
    (r"\b(?:it|(?:the )?mission) (?:succeed|fail)(?:s|ed)\b(?! with)", "the-mission-did"),
    (r"^( *(?:NAME)?[ :,]*)(?:the )?team(?: is\b| *:)+", r"\1 team "),
    (r"^ *(NAMES) (?:go|goes)$", r"team \1"),
    (r"\balong\b|\bon the mission\b", " "),
    (r"\bso (?:do|does) (NAMES)", "{name} yes"),
    (r"\bteam:? *team\b", "team"),
    (r"\b(?:1|one) fail\b", "1 fails"),
    (rf"^ *NAME,? (?=(?:all|everybody|everyone) {YES} *$)", " "),
    (rf"^ *(?:NAME {YES}[ ,;.]+(?:and )?)(?=(?:all|everybody|everyone)(?: others)? {YES} *$)", " "),
    (rf"\b{YES} *[:=] *({ROW})", EACH + " yes"),
    (rf"\b(?:no|against) *[:=] *({ROW})", EACH + " no"),
    (rf"\b({ROW})[,:]? {NO}(?=[ .]*(?:[,;]|$))", "{name} no"),
    (rf"\b({ROW})[,:]? {YES}(?=[ .]*(?:[,;]|$))", "{name} yes"),
    (r"\b(?:nobody|no[- ]?one) fails\b", "0 fails"),
    (r"\b(?:(?:the )?mission )?fail(?:s|ed) with (\d)", r"\1 fails"),
)
"""How people write teams, votes and what became of a mission."""
ODD = 7
"""From so many players on a mission may succeed with a card that fails it."""
_SURE: Sequence[Saying] = (
    (
        r"^ *(?:the )?mission(?: [1-5])? (?:succeed(?:s|ed)|works|worked)(?:[ ,;]+no fails)?[ .]*$",
        "0 fails",
    ),
)


def _of_all(names: Sequence[str]) -> tuple[Saying, ...]:
    """Votes that are told of all, of all but some, and of the rest."""
    verb = rf"(?P<yes>{YES})|(?P<no>{NO})"

    def told(said: dict[str, bool]) -> str:
        return ", ".join(f"{name} {'yes' if vote else 'no'}" for name, vote in said.items())

    def listed(text: str) -> list[str]:
        return [name for name in names if re.search(rf"(?i)\b{re.escape(name)}\b", text)]

    def all_but(hit: re.Match[str]) -> str:
        vote, others = bool(hit["yes"]), listed(hit["but"])
        return told({name: vote != (name in others) for name in names})

    def only(hit: re.Match[str]) -> str:
        vote, some = bool(hit["yes"]), listed(hit["some"])
        return told({name: vote == (name in some) for name in names})

    def rest(hit: re.Match[str]) -> str:
        said = listed(hit["before"])
        vote = not hit["no"] if hit["no"] or hit["yes"] else True
        return hit["before"] + told({name: vote for name in names if name not in said})

    row = rf"(?:{any_of(names)})(?:(?: *[,+&] *| +)(?:and +)?(?:{any_of(names)}))*"
    return (
        (rf"^ *(?:all|everybody|everyone|we all),? (?:{verb}),? (?:but|except) (?P<but>{row}) *$", all_but),
        (rf"^ *(?:all|everybody|everyone) (?:but|except) (?P<but>{row}),? (?:{verb}) *$", all_but),
        (rf"^ *only (?P<some>{row}),? (?:{verb}) *$", only),
        (rf"^ *(?:nobody|no[- ]?one) (?P<no>{YES})()(?P<yes>)(?P<some>) *$", lambda _: told(dict.fromkeys(names, False))),
        (rf"^(?P<before>.*\b(?:yes|no)\b.*?)(?:and )?(?:the rest|(?:the |all )?others?|everybody else"
         rf"|everyone else),? (?:{verb}|do|does) *$", rest),
        (rf"^ *(?:all|everybody|everyone"
         rf"|we all),? (?:{verb}) *$", lambda hit: told(dict.fromkeys(names, bool(hit["yes"])))),
    )  # fmt: skip


class Missions(Rulebook):
    """Up to five missions, which the good want to succeed. `t.keep.evil`: by seat the fact that it may spoil them."""

    words: ClassVar[Mapping[str, Sequence[str]]] = {
        "team": ["propose", "send", "take", "pick", "choose", "nominate"],
        "yes": ["approve", "accept", "in favour", "y"],
        "no": ["reject", "refuse", "against", "n"],
        "succeed": ["success"],
        "": ["vote", "votes", "votes for it", "play"],
    }
    unspoken = ("team",)

    @override
    def reworded(self, text: str, setting: Setting, seat: int | None) -> str:
        if seat:  # whose own vote stands in an earlier line
            others = " and ".join(name for each, name in enumerate(setting.names, 1) if each != seat)
            text = re.sub(OTHERS, f"{others} ", text)
        return super().reworded(text, setting, seat)

    @override
    def sayings(self, setting: Setting) -> Sequence[Saying]:
        every = _of_all(setting.names)
        return (*(_SURE if len(setting.names) < ODD else ()), *every, *SAYINGS, *every)

    def begin(self, t: Table, evil: dict[int, Any]) -> Any:
        """The first mission; `return` it from rules."""
        t.keep.evil = evil
        t.open.successes, t.open.failures, t.open.leader = 0, 0, 1
        return self.mission

    @abstractmethod
    def ending(self, t: Table, won: bool) -> Any:
        """What comes after the missions."""

    def mission(self, t: Table) -> Any:
        """One mission."""
        n, mission = len(t.seats), t.open.successes + t.open.failures + 1
        team = yield voted(t, mission, TEAMS[n][mission - 1])
        if not team:
            return (yield self.ending(t, False))
        cards = []
        for seat in team:
            options = {"succeed": "succeed", "fail": (t.keep.evil[seat], "fail")}
            called = f"card of {t.name(seat)} in mission {mission}"
            cards.append((yield t.choose(seat, options, seen_by=seat, name=called)))
        fails = t.tell(EVERYBODY, count(*[card == "fail" for card in cards]), f"fails in mission {mission}")
        if fails >= (2 if n >= 7 and mission == 4 else 1):
            t.open.failures += 1
        else:
            t.open.successes += 1
        if 3 in (t.open.successes, t.open.failures):
            return (yield self.ending(t, t.open.successes == 3))
        return self.mission


class Resistance(Missions):
    """Three missions that succeed win for the loyal, three that fail for the spies, as do five teams refused in a row."""

    name, title, seats = "resistance", "The Resistance", range(5, 11)
    texts = worded({
        **CALLED,
        "loyal": ("treu", "свой"), "spy": ("Spion", "шпион"),
        "{number} are spies": ("{number} sind Spione", "шпионов: {number}"),
        "{who} sees that {other} is a spy": ("{who} sieht: {other} ist Spion", "{who} видит: {other} — шпион"),
    })  # fmt: skip

    @override
    def rules(self, t: Table) -> Any:
        role = t.variables("role", t.seats, ["loyal", "spy"])
        number = SPIES[len(t.seats)]
        t.require(Exactly(number, role, "spy"), f"{number} are spies")
        yield t.deal(role)
        for seat in t.seats:
            t.show(seat, role[seat])
            for other in t.seats:
                if other != seat:
                    said = f"{t.name(seat)} sees that {t.name(other)} is a spy"
                    t.tell(seat, role[other] == "spy", said, when=role[seat] == "spy")
        t.keep.role = role
        return self.begin(t, {seat: role[seat] == "spy" for seat in t.seats})

    @override
    def ending(self, t: Table, won: bool) -> Any:
        yield
        spies = [t.show(EVERYBODY, t.keep.role[seat]) == "spy" for seat in t.seats]
        return [float(spy != won) for spy in spies]


def voted(t: Table, mission: int, size: int) -> Any:
    """Leaders in turn name teams until one has the votes of more than half; after five refusals an empty one."""
    teams = t.once(
        ("teams", size),
        lambda: {f"team {' '.join(map(t.name, c))}": c for c in combinations(t.seats, size)},
    )
    for attempt in range(1, 6):
        team = yield t.choose(t.open.leader, teams)
        t.open.leader = t.open.leader % len(t.seats) + 1
        called = f"vote {mission}.{attempt}"
        votes = yield t.together({seat: {"yes": 1, "no": 0} for seat in t.seats}, name=called)
        if 2 * sum(votes.values()) > len(t.seats):
            return team
    return ()


GAME = Resistance()
