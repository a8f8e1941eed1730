"""Hurried lines of Entracte: the kinds of clause that a turn is told in, and the plain line that they make."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final

from deduce.rulebook.hurried import Hurried
from deduce.rulebook.kinds import ALL, ANY, HE, IT, NOBODY, SELF, Clause, Kind
from deduce_models.entracte.components.parts import Components
from deduce_models.entracte.records.words import SPELLINGS, TYPES

__all__ = ["DOWN", "reader"]

PUT: Final = "play|put|lay|laid|place|throw|drop|use|show|go|went|offer|present|add|choose|pick"
GIVE: Final = "put|place|lay|laid|give|gave|add|set|throw|drop|leave|left|have|has|had|get|got"
AWAY: Final = "throw|discard|drop|dump|return|put|toss |away|back draw|new|take|get"
ENDING: Final = "stop|stopping|finish|finishing|end|ending|quit"
WISH: Final = f"suggest|propose|want|offer|think|vote|say|ask |should|could {ENDING}"
KNOWING: Final = "say|said|claim|announce"
MORE: Final = {
    "on": ("lit", "bright", "lighted", "illuminated"),
    "off": ("dark", "unlit", "dim"),
    "male": ("gentleman",),
    "female": ("fem",),
    "old": ("elderly", "aged"),
    "adult": ("grown", "grownup"),
    "young": ("child", "kid", "youth"),
}
"""Other words for values that are said aloud rather than written."""


FILLERS: Final = frozenset(("game", "here", "away", "row"))
VALUES: Final = frozenset(("up", "down", "on"))
"""Words that say nothing elsewhere, and are values of a card here."""


DOWN: Final = re.compile(r"(?i)\b(?:puts?|putting|lays?|laid|sets?) down\b")
"""May tell the hand or nothing."""


def _kinds(tags: Sequence[str]) -> tuple[Kind, ...]:
    card = " ".join(f"{tag}?" for tag in tags)
    some = " ".join(tags)
    return (
        Kind("turn", bare=True),
        Kind("play", PUT, takes=card, needs=some, bare=True),
        Kind("unseen", f"unknown, unseen, hidden, not see, {PUT} unknown|unseen|hidden"),
        Kind("missed", "see, saw, catch, notice, note, know", denied=True),
        Kind("tokens", (
            "token, signal, react, reaction, mark, respond, answer, match, nod, knock, raise, has, have, had, "
            f"{GIVE} token|signal|mark|one"
        ), denied=True),
        Kind("yes", "yes"),
        Kind("no", denied=True, bare=True),
        Kind("nobody", alone=True, bare=True),
        Kind("open", (
            "forgot, forget, forgot token, forget token, forgot put token, forgot signal, forgot react, missed "
            "token"
        ), who=False),
        Kind("unsure", (
            "know token, know token put, remember token, remember token put, note token, note token put, notice "
            "token, notice token put, see token, see token put, saw token, saw token put"
        ), who=False, denied=True),
        Kind("pass", "pass, skip, sit, nothing play, stuck"),
        Kind("blocked", "play, play anything, play thing, move, go, have play, put, play matching", denied=True),
        Kind("exchange", (
            f"exchange, swap, replace, trade, change, redraw, refresh, renew, {AWAY}, take|draw|get|want| new, "
            "throw|discard |away draw new, throw away draw, exchange|swap new"
        ), takes="THREE* HAND?"),
        Kind("stop", f"stop, finish, end, {WISH}", whom=True),
        Kind("agree", "agree, accept, ok, okay, fine, consent, approve"),
        Kind("declare", (
            f"declare, |{KNOWING} know, |{KNOWING}|tell know|knew everything|code"
        ), whom=True),
        Kind("draw", "draw, drew, drawn, new, take, took, get, got, draw new", takes=card, needs=some),
    )  # fmt: skip


@lru_cache(maxsize=16)
def reader(parts: Components) -> Hurried:
    """The reader of hurried lines for these components."""
    tags = [f"V{at}" for at in range(len(parts.types))]
    things: dict[str, dict[str, tuple[str, ...]]] = {"THREE": {"3": ()}, "HAND": {"hand": ("cards",)}}
    for tag, kind in zip(tags, parts.types, strict=True):
        called = [kind.name, *(word for word, name in TYPES.items() if name == kind.name)]
        things[tag] = {}
        for value in kind.values:
            words = [value, *SPELLINGS.get(value, ()), *MORE.get(value, ())]
            words += [word[:size] for word in (value,) for size in range(3, len(value))]
            things[tag][value] = (*words, *(f"{each} {word}" for each in called for word in words))
    return Hurried(_kinds(tags), things, _Telling(tags), FILLERS, never=VALUES, forgiving=False)


@dataclass
class _Line:
    """A line as it is being told."""

    names: Sequence[str]
    me: str
    actor: str = ""
    does: str = ""
    values: tuple[str, ...] = ()
    tokens: list[str] = field(default_factory=list)
    without: list[str] = field(default_factory=list)
    all: bool = False
    but: tuple[str, ...] = ()
    nobody: bool = False
    open: bool = False
    drawn: tuple[str, ...] = ()
    agreed: list[str] = field(default_factory=list)
    named: bool = False


DOING: Final = {
    "pass": "passes", "blocked": "passes", "exchange": "exchanges", "stop": "wants to stop", "declare": "declares",
    "unseen": "plays ?", "missed": "plays ?",
}  # fmt: skip


class _Telling:
    """A line tells one turn, and who put tokens."""

    def __init__(self, tags: Sequence[str]) -> None:
        self.tags = tags

    def begin(self, names: Sequence[str], me: str, named: Sequence[str], told: Any) -> Iterator[_Line]:
        """Whoever is named may be at turn; or it is not said who is."""
        for actor in ("", *named):
            yield _Line(names, me, actor)

    def add(self, state: _Line, said: Clause, before: Sequence[Clause]) -> _Line | None:
        """What has been told with one clause more."""
        line = replace(state, tokens=[*state.tokens], without=[*state.without], agreed=[*state.agreed])
        if said.but and said.kind != "tokens":
            return None
        fits = (
            self._does(line, said, before)
            if said.kind in (*DOING, "turn", "play", "draw")
            else _tells(line, said)
        )
        return line if fits else None

    def _does(self, line: _Line, said: Clause, before: Sequence[Clause]) -> bool:
        """Something that is done by whoever is at turn."""
        if len(said.who) > 1 or any(name not in (line.actor, HE) for name in said.who):
            return False
        line.named = line.named or line.actor in said.who
        if said.kind == "turn":
            return not before and bool(said.who) and said.who[0][0] != "*"
        values = tuple(value for tag in self.tags for value in said.all(tag))
        if said.kind == "draw":
            line.drawn = values
            return bool(before) and line.does in ("plays", "exchanges") and not state_drawn(before)
        if line.does:
            return False
        if said.kind == "stop":
            line.does = DOING["stop"]
            return {*said.whom} <= {ALL}
        if said.kind in ("blocked", "missed") and not said.denied:
            return False
        if said.kind == "declare" and not {*said.whom} <= {ALL}:
            return False
        if (
            said.kind == "declare"
            and "know" in said.verbs
            and not (said.whom or {"everything", "code"} & said.verbs)
        ):
            return False
        line.does = DOING.get(said.kind, "plays")
        line.values = values
        return True

    def end(self, state: _Line) -> Iterator[Sequence[str]]:
        """The line in the words of the notes."""
        if bool(state.actor) != state.named or not state.does:
            return
        tokens = _tokens_of(state)
        if tokens is None or (tokens and not state.does.startswith("plays")):
            return
        if state.agreed and state.does != DOING["stop"]:
            return
        said = " ".join([state.actor, state.does, *state.values]).strip()
        said += "".join(f", {name} agrees" for name in state.agreed)
        drawn = f" ; draws {' '.join(state.drawn)}" if state.drawn else ""
        yield [f"{said}{f' ; {tokens}' if tokens else ''}{drawn}"]


def state_drawn(before: Sequence[Clause]) -> bool:
    """Whether a card drawn has been told already."""
    return any(said.kind == "draw" for said in before)


def _tells(line: _Line, said: Clause) -> bool:
    """Who put tokens, and who agrees."""
    who = [line.actor if name == SELF else name for name in said.who]
    if "" in who or HE in who:
        return False
    if said.kind == "agree":
        line.agreed += who
        return line.does == DOING["stop"] and bool(who) and all(name[0] != "*" for name in who)
    if line.does not in ("plays", "plays ?"):
        return False
    who = [name for name in who if name != IT]
    if said.kind in ("open", "unsure"):
        line.open = True
        return said.kind == "open" or said.denied
    if said.kind == "nobody":
        line.nobody = True
        return said.who == (NOBODY,)
    if said.kind in ("yes", "no"):
        if len(who) != 1 or who[0][0] == "*" or (said.kind == "no") != said.denied:
            return False
        (line.without if said.denied else line.tokens).extend(who)
        return True
    if said.denied:
        if who in ([], [ANY]):
            line.nobody = True
            return not said.but
        line.without += who
        return all(name[0] != "*" for name in who) and not said.but
    if who == [NOBODY]:
        line.tokens += said.but
        line.nobody = not said.but
        return True
    if who == [ALL]:
        line.all, line.but = True, said.but
        return True
    line.tokens += who
    return bool(who) and not said.but and all(name[0] != "*" for name in who)


def _tokens_of(line: _Line) -> str | None:
    """What is said of tokens; None where it does not hold together."""
    ways = [bool(line.tokens), line.all, line.nobody, line.open]
    if sum(ways) > 1 or {*line.tokens} & {*line.without} or len({*line.tokens}) < len(line.tokens):
        return None
    if line.all:
        but = f" but {' '.join(line.but)}" if line.but else ""
        return None if line.without else f"tokens everybody{but}"
    if line.open:
        return "tokens ?"
    silent = line.without and not line.tokens and not line.nobody
    if silent and {*line.names} - {line.actor, *line.without}:
        return None  # of the others nothing is said
    return f"tokens {' '.join(line.tokens)}" if line.tokens else ""
