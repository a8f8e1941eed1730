"""Hurried lines of Decrypto, put under their headings: who is "we", what a guess is about, where the clues begin.

Every word beside a code or beside the clues must have its part in a form (`deduce.rulebook.forms`). Clues are any words
at all: they begin behind a colon or behind a word that says that clues are given. A code that is guessed is one's own
team's or an interception; where the round so far does not tell which, the line is left as it is, and refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise, permutations
from typing import Any, Final

from deduce.rulebook.forms import Form, by_forms
from deduce.rulebook.headings import Lists
from deduce.rulebook.hurried import Hurried
from deduce.rulebook.setting import Setting
from deduce.rulebook.undone import is_asked
from deduce.rulebook.words import HEDGES, folded, tokens_of
from deduce_models.decrypto.components.options import Rules
from deduce_models.decrypto.rules.setup import TEAMS, Setup

PLAIN: Final = ("clues", "code", "guesses", "intercepts", "keywords", "names")
OURS: Final = ("we", "our", "ours", "us", "our team", "my team", "my", "i", "me", "mine")
THEIRS: Final = (
    "they", "their", "theirs", "them", "the others", "others", "the rivals", "rivals", "the opponents",
    "opponents", "the other team", "other team", "the enemy",
)  # fmt: skip
ALIKE: Final = {
    "by-them": ("themselves", "for themselves", "their own"),
    "by-us": ("ourselves", "for ourselves", "our own", "own team"),
    "alike": ("himself", "herself"),
}
TRY: Final = (
    "guess, think, thought, try, tried, say, said, answer, tip, reply, believe, decide, settle, go, went"
)
STEALS: Final = "intercept, interception, catch, caught, steal, stole, crack, break, broke"
GIVE: Final = "give, gave, given, say, said, read, read out, clue, hint, announce, offer, write, wrote"
_CLOSING = "are is were was out the clues hints these in fact us three for"
CLOSING: Final = frozenset(_CLOSING.split())
"""Words that may stand between the word for giving and the first clue."""
BEFORE: Final = frozenset(
    ("at", "with", "of", "for", "to", "as", "about", "on", "by", "from", "that", "are", "is", "were", "was", *TEAMS)
)  # fmt: skip
"""Words that lead to clues; a first clue that begins with one may begin behind it."""
_OPEN = (
    "or maybe perhaps if whether unless yet not never hardly almost would should could might must wish hope"
)
DOUBTED: Final = HEDGES | frozenset(_OPEN.split())
"""No clue of a line in which one of these stands is noted."""
CODE: Final = re.compile(r"(?<![\w-])([1-4])[-., ]{0,2}([1-4])[-., ]{0,2}([1-4])(?![\w-])")
JUDGED: Final = re.compile(
    r"(?i)\b(?:no|nope|nah|wrong|incorrect|miss|ok|yes|yep|yup|right,)|^right\b(?! (?:code|one))"
)
"""Before a code these are no verdict on it: "ok, we guess 3-2-1", "no interception"."""
WITH_CLUES: Final = (
    re.compile(rf"(?i)(?P<head>[^:]*?),? *\(?(?:code)? *{CODE.pattern}\)? *(?P<clues>:.*)"),
    re.compile(rf"(?i)(?P<clues>.*?),? *(?:\((?:code)?|code|for|=) *{CODE.pattern}\)? *"),
)
"""A line of clues with their own code beside: ``us 4-2-1: ...``; ``... (code 4-2-1)`` or ``... for 4-2-1``."""
ORDER: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
COUNTED: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight")
FILLERS: Final = frozenset(
    ("3", "one", "team", "round", "back", "with", "encryptor", "now", "like", "what", "as", "well", "those", "these",
     "in", "fact")
)  # fmt: skip
SAYING: Final = frozenset((*OURS, *THEIRS, "it"))

CODES: Final = (
    Form("TEAM? guesses CODE ALIKE? RIGHT?", TRY),
    Form("TEAM? guesses CODE ALIKE? RIGHT", "get it, got it, get, got"),
    Form("TEAM? guesses CODE ALIKE", "get, got"),
    Form("TEAM guesses CODE ALIKE? SOLVED", "it, code"),
    Form("TEAM guesses CODE FORUS RIGHT?", TRY),
    Form(
        "TEAM? intercepts CODE RIGHT?",
        f"{STEALS}, "
        + ", ".join(f"{verb} {each}" for verb in ("try", "tried") for each in STEALS.split(", ")),
    ),
    Form(
        "TEAM? code CODE",
        "card, number, draw, drew, drawn, have, has, had, right, real, correct, true, it, right one, secret, "
        "reveal, be, turn out, turned out, hold, give code, gave code, have give code, "
        "card say, card said",
    ),
)
GIVING: Final = (
    Form("TEAM? clues", GIVE),
    Form("heard TEAM", "hear, got, get, receive"),
    Form("TEAM", bare=True),
    Form("TEAM keywords", "word, keyword, have, has, words"),
)


def reworded(text: str, lists: Lists, setting: Setting, writer: int | None) -> str:
    """The line under its heading, where it says one thing only; else as it was."""
    body = text.partition("#")[0].strip().rstrip("!.")
    first, _, rest = body.partition(" ")
    if first.casefold() in TEAMS and rest.partition(" ")[0] in PLAIN:
        return _plain(first, rest, text)
    if first.casefold() in ("w", "b") and rest[:1] in (*"1234?",):
        return text
    if is_asked(tokens_of(body), frozenset((*map(folded, lists.names), *OURS, *THEIRS, *TEAMS, "w", "b"))):
        return text
    number = len(lists.parts) + 1
    if hit := re.fullmatch(
        r"(?i)(?:and |so |now |then |on to |next: )*(?:(?:the )?(\w+) round|round (\w+)|(\d\w\w))", body
    ):
        nth = f"{number}{({1: 'st', 2: 'nd', 3: 'rd'}).get(number, 'th')}"
        called = {"next", *ORDER[number - 1 : number], *COUNTED[number - 1 : number], nth}
        return f"round {number}" if next(filter(None, hit.groups())).casefold() in called else text
    own = _team(setting, writer)
    words = setting.once(("hurried", own, lists.names), lambda: _Words(setting, own, lists.names))
    return (
        words.code(body, lists) or words.codes(body, lists) or words.clues(body) or words.both(body) or text
    )


def _plain(team: str, rest: str, text: str) -> str:
    """A line under its heading whose code or clues are parted otherwise."""
    verb, _, tail = rest.partition(" ")
    if verb == "clues":
        listed = _parted(rest[5:], 3)
        return f"{team} clues {'; '.join(listed)}" if listed else text
    if verb in ("keywords", "names"):
        return text
    hit = re.fullmatch(rf"(?i)(?:(?:is|was|with)\b[ :,]*)?{CODE.pattern}", tail.strip())
    return text if hit is None else f"{team} {verb} {'-'.join(hit.groups())}"


class _Words:
    """What lines mean for the writer's team."""

    def __init__(self, setting: Setting, own: str, names: Sequence[str]) -> None:
        self.own, self.rules = own, _setup(setting).rules
        teams: dict[str, list[str]] = {
            team: [team, f"{team}s", team[0], f"{team} team", f"team {team}"] for team in TEAMS
        }
        if own:
            teams[own] += OURS
            teams[TEAMS[1 - TEAMS.index(own)]] += THEIRS
        for seat, name in enumerate(names, 1):
            if name and (team := _team(setting, seat)):
                teams[team].append(name)
        codes = ["-".join(code) for code in permutations("1234", 3)]
        things: dict[str, Mapping[str, Sequence[str]]] = {
            "TEAM": teams,
            "CODE": dict.fromkeys(codes, ()),
            "ALIKE": ALIKE,
            "FORUS": {"us": ("for us", "for ours")},
            "RIGHT": {
                "right": (
                    "correct",
                    "correctly",
                    "rightly",
                    "ok",
                    "yes",
                    "yep",
                    "yup",
                    "hit",
                    "and get it",
                    "and gets it",
                    "and got it",
                ),
                "wrong": ("incorrect", "miss", "no", "nope", "nah"),
            },
            "SOLVED": {"alike right": ("solve", "solved", "decode", "decoded")},
        }
        self.forms: tuple[Hurried, Hurried] = (
            by_forms(CODES, things, fillers=FILLERS, never=SAYING),
            by_forms(GIVING, {"TEAM": teams}, fillers=FILLERS, never=SAYING),
        )

    def _said(self, text: str, number: int) -> str:
        """The one thing that words say; empty where they say none or several."""
        found = self.forms[number].readings(text, (), "")
        return found[0][0] if found and len(found[0]) == 1 else ""

    def code(self, body: str, lists: Lists) -> str:
        """A line about a code."""
        said, count = CODE.subn(lambda hit: "-".join(hit.groups()), body)
        words = self._said(said, 0).split() if count == 1 else []
        if not words or JUDGED.search(body[: CODE.search(body).start()]):  # type: ignore[union-attr]
            return ""
        team = words[0] if words[0] in TEAMS else ""
        verb, code, *more = words[1:] if team else words
        own = {"by-us": self.own, "by-them": self._other(self.own)}
        for side in more:
            if team != own.get(side, team):
                if team or not self.own:
                    return ""  # "we guessed their own"
                team = own[side]
        given = {
            key: said for (part, key), said in lists.given.items() if part == (lists.parts or [""])[-1]
        }
        clued = [each for each in TEAMS if f"{each} clues" in given]
        if verb == "guesses" and "us" in more:
            verb = "intercepts" if self.own and team != self.own else ""
        elif verb == "guesses" and not (team and {"alike", *own} & {*more}):
            verb = _guess(team, given, self.own, early=len(lists.parts) < self.rules.interception_from)
        elif verb == "intercepts" and not team:
            team = TEAMS[1 - TEAMS.index(clued[0])] if len(clued) == 1 else ""
        elif not team:
            left = [each for each in clued if f"{each} code" not in given]
            left = [self.own] if not given and self.own and "code" in body.casefold() else left
            team = left[0] if len(left) == 1 else ""
        if not (team and verb):
            return ""
        lines = [f"{team} {verb} {code}"]
        about = f"{team if verb == 'guesses' else TEAMS[1 - TEAMS.index(team)]} code"
        told = given.get(about)
        known = "" if told is None or told.hidden else told.words[0]
        if ("right" in more and known not in ("", code)) or ("wrong" in more and known == code):
            return ""
        if "right" in more and not known:
            lines.append(f"{about} {code}")
        if "wrong" in more and not known:
            lists.denied.add(((lists.parts or [""])[-1], about, (code,)))
        return "\n".join(lines)

    @staticmethod
    def _other(team: str) -> str:
        return TEAMS[1 - TEAMS.index(team)] if team else ""

    def codes(self, body: str, lists: Lists) -> str:
        """A line about two codes, each in a clause of its own."""
        parts = re.split(r"[,;.] +(?:and |but )?", body)
        if len(parts) != 2 or any(len(CODE.findall(part)) != 1 for part in parts):
            return ""
        said = [self.code(part, lists) for part in parts]
        return "\n".join(said) if all(said) and said[0].split()[1] != said[1].split()[1] else ""

    def both(self, body: str) -> str:
        """A line of clues with the code that they are for."""
        for form in WITH_CLUES:
            hit = form.fullmatch(body)
            if hit is None or len(CODE.findall(body)) != 1:
                continue
            named = hit.groupdict()
            found = self.clues(named.get("head", "") + named["clues"])
            team, verb, *_ = found.split() or ("", "")
            code = "-".join(
                digit for digit in hit.groups() if digit and len(digit) == 1 and digit.isdigit()
            )
            lines = [f"{team} code {code}", found]
            return "\n".join(lines if "head" in named else lines[::-1]) if verb == "clues" else ""
        return ""

    def clues(self, body: str) -> str:
        """A line of clues, or of keywords."""
        words = [token.folded for token in tokens_of(body)]
        without = {("no", each) for each in ("clue", "clues", "hint", "hints")}
        if (
            not DOUBTED.isdisjoint(words)
            or not without.isdisjoint(pairwise(words))
            or re.search(r"[0-9=]|\?.", body)
        ):
            return ""
        head, colon, tail = body.rpartition(":")
        if colon:
            said, given = self._said(head, 1), tail
            more, rest = self._begun(tail.strip())
            given = rest if more == "clues" else given
        else:
            said, given = self._begun(body)
        given, behind = self._ended(given)
        if behind and not said:
            said = behind
        elif behind and said.startswith("heard"):
            said = behind if behind in TEAMS else ""
        elif behind:
            return ""
        team = next((word for word in said.split() if word in TEAMS), "")
        if said.startswith("heard") and not behind:
            # "we heard" tells of the others, "heard from them" of them
            team = TEAMS[1 - TEAMS.index(team)] if team == self.own and team else team
        if not team:
            return ""
        keywords = said.endswith("keywords")
        listed = _parted(given, 4 if keywords else 3)
        if keywords and not listed:  # "their three words"
            keywords, listed = False, _parted(given, 3)
        if not colon and listed and listed[0].split()[0].casefold() in BEFORE:
            return ""  # "clues for white are ...", "hints at ...": so does the clue
        if (
            said in TEAMS
            and body.split()[0].casefold() not in ("w", "b")
            and not colon
            and not behind
            and listed
            and (" " in listed[0] or given.split() == listed)
        ):
            return ""  # "white big house, cat, ...", "I hope that ...": where the clues begin is not said
        return f"{team} {'keywords' if keywords else 'clues'} {'; '.join(listed)}" if listed else ""

    def _begun(self, body: str) -> tuple[str, str]:
        """What the beginning of a line says, and the rest: as few words as say that clues are given, or by whom."""
        words = body.split(" ")
        alone = ("", body)
        for size in range(1, len(words)):
            said = self._said(" ".join(words[:size]), 1)
            if said in TEAMS:
                alone = said, " ".join(words[size:])
            elif said:
                while size < len(words) - 1 and words[size].casefold().strip(",") in CLOSING:
                    size += 1
                return said, " ".join(words[size:])
        return alone

    def _ended(self, given: str) -> tuple[str, str]:
        """The clues, and who is said behind them to have given them."""
        for joint in (r" (?:is|are|was|were) (?:what )?", r" (?:from|by) "):
            hit = re.fullmatch(rf"(.+?){joint}(.+)", given)
            if hit and (said := self._said(hit[2], 1)):
                return hit[1], said if "keywords" not in said else ""
        return given, ""


def _team(setting: Setting, seat: int | None) -> str:
    """The team of a seat; empty for a bystander."""
    if not seat:
        return ""
    number = _setup(setting).team(seat)
    return "" if number is None else TEAMS[number]


def _setup(setting: Setting) -> Setup:
    return setting.once("setup", lambda: Setup(len(setting.seats), Rules(**setting.chosen), setting.data))


def _guess(team: str, given: Mapping[str, Any], own: str, *, early: bool) -> str:
    """What a guess is about: the code of the only team whose clues this round has, and that is not guessed yet.

    `early` is before the first round in which codes are intercepted.
    """
    clued = [each for each in TEAMS if team and f"{each} clues" in given]
    if (
        len(clued) > 1
    ):  # a code that is told to all has been guessed; the writer's team may know its own before
        told = {each for each in clued if f"{each} code" in given and each != own}
        told |= {each for each in clued if early and each != team}
        clued = [each for each in clued if each not in told and f"{team} {_verb(team, each)}" not in given]
    return _verb(team, clued[0]) if len(clued) == 1 else ""


def _verb(team: str, clued: str) -> str:
    return "guesses" if clued == team else "intercepts"


def _parted(text: str, size: int) -> Sequence[str]:
    """So many clues, however they were parted; none where it is not clear which they are."""
    for sign in (";", "/", ",", " - ", " "):
        if sign in text.strip():
            parts = [part.strip(" .") for part in text.split(sign) if part.strip(" .")]
            if sign == "," and len(parts) == size - 1 and " and " in parts[-1]:
                parts = [*parts[:-1], *parts[-1].split(" and ")]
            parts = [re.sub(r"^and ", "", part) for part in parts]
            return parts if len(parts) == size and not any(":" in part for part in parts) else ()
    return ()
