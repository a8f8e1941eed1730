"""Hurried lines of Entracte: the kinds of clause that a turn is told in, and the plain line that they make."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final

from deduce.rulebook.hurried import Hurried
from deduce.rulebook.kinds import ALL, ANY, BOTH, HE, IT, NOBODY, SELF, Clause, Kind
from deduce.rulebook.setting import Setting
from deduce_models.entracte.components.parts import SPELLINGS, TYPES, Components
from deduce_models.entracte.records.words import deeds

PUT: Final = "play|put|lay|laid|place|throw|drop|use|show|go|went|offer|present|add|choose|pick"
GIVE: Final = "put|place|lay|laid|give|gave|add|set|throw|drop|leave|left|have|has|had|get|got"
AWAY: Final = "throw|discard|drop|dump|return|put|toss |away|back draw|new|take|get"
ENDING: Final = "stop|stopping|finish|finishing|end|ending|quit"
WISH: Final = f"like|suggest|propose|want|offer|think|vote|say|ask |should|could {ENDING}"
KNOWING: Final = "say|said|claim|announce"
MORE: Final = {
    "on": ("lit", "bright", "lighted", "illuminated"),
    "off": ("dark", "unlit", "dim"),
    "male": ("gentleman", "m"),
    "female": ("fem", "f"),
    "Mon": ("m",),
    "Fri": ("f",),
    "fall": ("f",),
    "old": ("elderly", "aged"),
    "adult": ("grown", "grownup"),
    "young": ("child", "kid", "youth"),
}
"""Other words for values that are said aloud rather than written."""


FILLERS: Final = frozenset(("game", "here", "away", "row", "let", "ones"))
VALUES: Final = frozenset(("up", "down", "on"))
"""Words that say nothing elsewhere, and are values of a card here."""


BEGINNING: Final = ("starts with", "started with", "begins with", "began with", "opens with", "opened with")
DOWN: Final = tuple(
    f"{verb} down" for verb in ("put", "puts", "putting", "lay", "lays", "laid", "set", "sets")
)
"""May tell the hand or nothing."""


TORN: Final = re.compile(r"(?i),\s*([b-z]) +(?:tokens?|signals?):? +(?:from +|by +)?\w")
"""A letter before a token and somebody is a value or a player: ``fall, d token Bob``."""


def _kinds(tags: Sequence[str]) -> tuple[Kind, ...]:
    card = " ".join(f"{tag}?" for tag in tags)
    some = " ".join(tags)
    return (
        Kind("turn", bare=True),
        Kind("play", f"{PUT}, putdown", takes=card, needs=some, bare=True),
        Kind("unseen", f"unknown, unseen, hidden, not see, {PUT} unknown|unseen|hidden"),
        Kind("missed", "see, saw, catch, notice, note, know", denied=True),
        Kind("tokens", (
            "token, signal, react, reaction, mark, respond, answer, match, nod, knock, raise, has, have, had, too, "
            f"{GIVE} token|signal|mark|1"
        ), takes="OWN? MANY?", denied=True),
        Kind("doubt", "maybe|perhaps |token|signal|react"),
        Kind("doubt", "dunno", who=False, whom=True),
        Kind("refuse", "refuse, disagree, reject, decline"),
        Kind("doubt", "sure", whom=True, denied=True),
        Kind("deny", "say|vote|answer |not", denied=True),
        Kind("deny", denied=True, bare=True, alone=True),
        Kind("named", bare=True, alone=True),
        Kind("yes", "yes, only"),
        Kind("own", takes="OWN", who=False, bare=True),
        Kind("nothing", f"nothing, {GIVE}|match nothing, keep|stay|remain, silent, keep|stay|remain silent|quiet"),
        Kind("no", denied=True, bare=True),
        Kind("nobody", alone=True, bare=True),
        Kind("open", "forgot|forget |token|signal|react, forgot put token, missed token", who=False),
        Kind("unsure", "know|remember|note|notice|see|saw token |put", who=False, denied=True),
        Kind("pass", "pass, skip, sit, stuck, nocard"),
        Kind("blocked", "can|could |play|move|go |put |anything|thing, have play, play matching", denied=True),
        Kind("sure", f"|{KNOWING} know|knew |code", takes="MANY"),
        Kind("exchange", (
            f"exchange, swap, replace, trade, change, redraw, refresh, renew, {AWAY}, take|draw|get|want| new, "
            "throw|discard |away draw new, throw away draw, exchange|swap new"
        ), takes="THREE* HAND? OWN?"),
        Kind("sure", "sure|certain |code", takes="MANY"),
        Kind("stop", f"stop, finish, end, {WISH}", whom=True),
        Kind("agree", "agree, accept, ok, okay, fine, consent, approve, too"),
        Kind("declare", (
            f"declare, |{KNOWING} know, |{KNOWING}|tell know|knew everything|code"
        ), whom=True),
        Kind("draw", "draw, drew, drawn, new, take, took, get, got, draw new", takes=card, needs=some),
    )  # fmt: skip


@lru_cache(maxsize=16)
def reader(parts: Components) -> Hurried:
    """The reader of hurried lines for these components."""
    tags, hand = [f"V{at}" for at in range(len(parts.types))], ""
    things: dict[str, dict[str, tuple[str, ...]]] = {
        "THREE": {"3": ()},
        "HAND": {
            "hand": ("cards", *(f"all {whose}cards" for whose in ("", "his ", "her ", "my ", "the ")))
        },
        "MANY": {"1": (), "2": (), "3": ()},
        "OWN": {"his": ("her", "his own", "her own", "own")},
    }
    for tag, kind in zip(tags, parts.types, strict=True):
        called = [kind.name, *(word for word, name in TYPES.items() if name == kind.name)]
        things[tag] = {}
        hand = tag if "down" in kind.values else hand
        for value in kind.values:
            words = [value, *SPELLINGS.get(value, ()), *MORE.get(value, ())]
            words += [word[:size] for word in (value,) for size in range(3, len(value))]
            things[tag][value] = (*words, *(f"{each} {word}" for each in called for word in words))
    return Hurried(
        _kinds(tags),
        things,
        _Telling(tags, hand),
        FILLERS,
        {
            "putdown": DOWN,
            "play": BEGINNING,
            "nocard": ("no card", "no cards", "nothing to play"),
            "token": ("token on it", "tokens on it"),
        },
        never=VALUES,
        forgiving=False,
    )


def readings(text: str, setting: Setting, seat: int | None, _: Any = None) -> list[list[str]]:
    """The plain lines that a line of a seat's notes (None: a complete record), typed in a hurry, may mean."""
    text = re.sub(r"(?i)\bmyself\b", "me", deeds(setting, seat).named(text))
    values = {value for kind in setting.data.parts.types for value in kind.values}
    if any(hit[1].casefold() in values for hit in TORN.finditer(text)):
        return []
    return _readings(text, setting.data.parts, setting.names, setting.names[seat - 1] if seat else "")


@lru_cache(maxsize=256)
def _readings(text: str, parts: Components, names: tuple[str, ...], me: str) -> list[list[str]]:
    """Those, kept: lines are read ahead, and again."""
    return reader(parts).readings(text, names, me)


@dataclass
class _Line:
    """A line as it is being told: one turn, or what several announce."""

    names: Sequence[str]
    actor: str = ""
    does: str = ""
    values: tuple[str, ...] = ()
    tokens: list[str] = field(default_factory=list)
    without: list[str] = field(default_factory=list)
    others: bool = False
    ways: set[str] = field(default_factory=set)
    but: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    named: bool = False
    many: str = ""
    missed: bool = False
    bare: bool = False
    before: list[str] = field(default_factory=list)


DOING: Final = {
    "pass": "passes", "blocked": "passes", "exchange": "exchanges", "unseen": "plays ?", "missed": "plays ?",
}  # fmt: skip
SAID: Final = {
    "stop": "stops",
    "agree": "agrees",
    "refuse": "refuses",
    "deny": "refuses",
    "declare": "declares",
}


class _Telling:
    """A line tells one turn, and who put tokens; or what is announced."""

    def __init__(self, tags: Sequence[str], hand: str) -> None:
        self.tags, self.hand = tags, hand

    def begin(self, names: Sequence[str], me: str, named: Sequence[str], told: Any) -> Iterator[_Line]:
        """Whoever is named may be at turn; or it is not said who is."""
        for actor in ("", *named):
            yield _Line(names, actor)

    def add(self, state: _Line, said: Clause, before: Sequence[Clause]) -> _Line | None:
        """What has been told with one clause more."""
        line = replace(
            state,
            tokens=[*state.tokens],
            without=[*state.without],
            ways={*state.ways},
            before=[*state.before],
        )
        if said.but and said.kind != "tokens":
            return None
        if said.kind in SAID:
            fits = _announces(line, said)
        elif said.kind in (*DOING, "turn", "play", "draw", "sure"):
            fits = self._does(line, said, before)
        else:
            fits = _tells(line, said)
        return line if fits else None

    def _does(self, line: _Line, said: Clause, before: Sequence[Clause]) -> bool:
        """Something that is done by whoever is at turn."""
        if said.kind == "sure" and len(said.who) == 2 and said.who[1] == HE:
            said = said._replace(who=said.who[:1])  # "Bob says he knows 2 codes"
        if len(said.who) > 1 or any(name not in (line.actor, HE) for name in said.who):
            return False
        line.named = line.named or line.actor in said.who
        if said.kind == "turn":
            return not before and bool(said.who) and said.who[0][0] != "*"
        values = tuple(value for tag in self.tags for value in said.all(tag))
        if said.kind == "draw":
            drawn, line.drawn = line.drawn, values
            return not drawn and line.does in ("plays", "exchanges")
        swapped = bool(before) and before[-1].kind == "exchange" and "new" not in before[-1].verbs
        if swapped and said.kind == "play" and said.verbs:
            line.before.append(f"{line.actor} exchanges".strip())
        elif line.does or line.before or (said.kind in ("blocked", "missed") and not said.denied):
            return False
        if "putdown" in said.verbs and self.hand and not said.all(self.hand):
            return False
        line.does, line.values, line.missed = DOING.get(said.kind, "plays"), values, said.kind == "missed"
        return True

    def end(self, state: _Line) -> Iterator[Sequence[str]]:
        """The lines in the words of the notes."""
        tokens = _tokens_of(state)
        if bool(state.actor) != state.named or tokens is None or not (state.does or state.before):
            return
        if tokens and not state.does.startswith("plays"):
            return
        does = (
            "?" if state.missed and not (tokens or state.ways) else state.does
        )  # of tokens nothing is told
        said = " ".join([state.actor, does, *state.values]).strip()
        said += f" ; {tokens}" if tokens else ""
        said += f" ; draws {' '.join(state.drawn)}" if state.drawn else ""
        # A word that is a value or says nothing is a value; who may be at turn is.
        unsaid = 2 * len(self.tags) - len(state.values) - len(state.drawn) + (not state.actor)
        yield from [()] * unsaid
        yield ["\n".join(filter(None, (*state.before, said)))]


def _announces(line: _Line, said: Clause) -> bool:
    """Who stops, agrees, refuses or declares; all others agree with whoever wants to stop."""
    who, verb = [*said.who], SAID[said.kind]
    if said.kind == "deny" and (not said.denied or len(who) != 1):
        return False
    if said.verbs == {"too"} and line.before[-1:] and line.before[-1].endswith(SAID["declare"]):
        verb = SAID["declare"]
    if who == [ALL] and said.kind == "agree" and line.before:
        first = line.before[0].partition(" ")[0]
        at = line.names.index(first) + 1 if first in line.names else 0
        who = [*line.names[at:], *line.names[: at - 1]] if at else []
    everything = bool({"everything", "code"} & said.verbs) or ALL in said.whom
    if "know" in said.verbs and not everything:
        return False
    line.before += [f"{name} {verb}" for name in who] or [verb]
    alone = len(line.before) == 1 or all(" " in each for each in line.before)
    clear = len(who) < 2 or said.kind == "agree"
    named = all(name[0] != "*" for name in who) and {*said.whom} <= {ALL, HE, IT}
    return not (line.actor or line.does) and alone and clear and named


def _tells(line: _Line, said: Clause) -> bool:
    """Who put tokens."""
    who = [line.actor if name == SELF else name for name in (*said.who, *said.whom) if name != IT]
    who = list(dict.fromkeys(who))
    if said.all("OWN") and not who:
        who = [line.actor]
    if "" in who or HE in who or line.does not in ("plays", "plays ?"):
        return False
    if said.only and said.kind == "nothing":  # then all others did something
        return False
    named = bool(who) and all(name[0] != "*" for name in who) and not said.but
    if said.kind == "named":
        line.tokens, line.bare = [*line.tokens, *who], True
        return named and not line.without  # "no token from Cid, Dee": from neither, or from Dee
    if said.kind in ("open", "unsure"):
        line.ways.add("?")
        return said.kind == "open" or said.denied
    if said.kind == "doubt":
        line.tokens += [f"{name}?" for name in who]
        either = line.bare and bool(
            {"maybe", "perhaps"} & said.verbs
        )  # "Cid, maybe Dee": both, or one of them
        return named and len(who) == 1 and ("sure" in said.verbs) == said.denied and not either
    if said.kind == "nobody":
        line.ways.add("nobody")
        return said.who == (NOBODY,)
    if said.kind in ("yes", "no"):
        (line.without if said.denied else line.tokens).extend(who)
        line.others |= said.denied
        return named and (len(who) == 1 or not said.denied) and (said.kind == "no") == said.denied
    if said.kind == "nothing":
        line.without += who
        line.others |= bool(who)
        line.ways |= set() if who else {"nobody"}
        return named or not who
    if said.denied:
        if who in ([], [ANY]):
            line.ways.add("nobody")
            return not said.but
        line.without += who
        line.others |= "token" not in said.verbs or len(who) > 1
        return named and not said.one("MANY")  # "3 tokens not me"
    if who == [NOBODY]:
        line.tokens += said.but
        line.ways |= set() if said.but else {"nobody"}
        return True
    if who == [ALL] or (who == [BOTH] and len(line.names) == 3):
        line.ways.add("everybody")
        line.but = said.but
        return True
    line.tokens += who
    if (many := said.one("MANY")) and said.verbs == {"token"} and not who:
        line.many = many  # "2 tokens: Ann, Cid"
        return True
    return named and not many


def _tokens_of(line: _Line) -> str | None:
    """What is said of tokens; None where it does not hold together."""
    named = [name.rstrip("?") for name in line.tokens]
    if len(line.ways) + bool(named) > 1 or {*named} & {*line.without} or len({*named}) < len(named):
        return None
    if "everybody" in line.ways:
        but = f" but {' '.join(line.but)}" if line.but else ""
        return None if line.without else f"tokens everybody{but}"
    if "?" in line.ways:
        return "tokens ?"
    if line.others and not named and not line.ways and {*line.names} - {line.actor, *line.without}:
        return None  # of the others nothing is said
    if line.many and len(named) != int(line.many):
        return None
    return f"tokens {' '.join(line.tokens)}" if named else ""
