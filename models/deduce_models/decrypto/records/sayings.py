"""Lines of Decrypto as people say them, put under their headings: who is "we", and what a guess is about.

A code that is guessed is one's own team's or an interception; where the round so far does not tell which, the line is
left as it is, and refused.
"""

from __future__ import annotations

import re
from typing import Final

from deduce.rulebook.headings import Lists
from deduce.rulebook.setting import Setting
from deduce_models.decrypto.components.options import Rules
from deduce_models.decrypto.rules.setup import TEAMS, Setup

__all__ = ["reworded"]

OURS: Final = r"we|our|ours|us|my|I|me"
THEIRS: Final = r"they|their|theirs|them|the others|the rivals|the opponents"
CODE: Final = r"([1-4])[-., ]?([1-4])[-., ]?([1-4])(?![\w-])"
GIVE: Final = r"give[sn]?|gave|reads? out|say|says|said|clues?|clues are|were|are|is"
GUESS: Final = (
    r"guess(?:es|ed)?|thinks?|thought|tr(?:y|ies|ied)|say|says|said|answer(?:s|ed)?|tip(?:s|ped)?"
)
CATCH: Final = r"intercept(?:s|ed|ion)?(?: with)?"
SPACE: Final = r"[ :,]*"


def reworded(text: str, lists: Lists, setting: Setting, writer: int | None) -> str:
    """The line under its heading, where it says one thing only; else as it was."""
    body = text.partition("#")[0].strip().rstrip("!.")
    own = _team(setting, writer)
    first, _, rest = body.partition(" ")
    if first.casefold() in TEAMS and rest.partition(" ")[0] in (
        "clues",
        "code",
        "guesses",
        "intercepts",
        "keywords",
        "names",
    ):
        if rest.startswith("clues") and (listed := _three(rest[5:])):
            return f"{first} clues {listed}"
        verb, _, tail = rest.partition(" ")
        hit = (
            re.fullmatch(rf"(?i)(?:(?:is|was|with)\b{SPACE})?{CODE}", tail.strip())
            if verb not in ("clues", "keywords", "names")
            else None
        )
        return text if hit is None or tail.strip() == _digits(hit) else f"{first} {verb} {_digits(hit)}"
    teams = [(team, rf"(?:the )?{team}s?(?:['’]s)?") for team in TEAMS]
    if own:
        other = TEAMS[1 - TEAMS.index(own)]
        names = [
            re.escape(name) for seat, name in enumerate(setting.names, 1) if _team(setting, seat) == own
        ]
        teams += [(own, "|".join((OURS, *names))), (other, THEIRS)]
    given = {key for part, key in lists.given if lists.parts and part == lists.parts[-1]}
    for team, said in teams:
        who = rf"(?:clues )?(?:{said})"
        if hit := re.fullmatch(rf"(?i){who}\b{SPACE}(?:(?:{GUESS})\b{SPACE}){CODE}", body):
            return _guess(team, hit, given, text)
        if hit := re.fullmatch(rf"(?i){who}\b{SPACE}(?:(?:{CATCH})\b{SPACE}){CODE}", body):
            return f"{team} intercepts {_digits(hit)}"
        if re.fullmatch(rf"(?i){who}\b{SPACE}(?:guess(?:es)?|tr(?:y|ies)) {CODE} for us", body):
            hit = re.search(CODE, body)
            return f"{team} intercepts {_digits(hit)}" if hit and team != own else text
        if hit := re.fullmatch(
            rf"(?i){who}\b{SPACE}(?:(?:code|card|have|has|is|was)\b{SPACE})+{CODE}", body
        ):
            return f"{team} code {_digits(hit)}"
        hit = re.fullmatch(rf"(?i){who}\b{SPACE}(?:(?:{GIVE})\b{SPACE}|the (?=clues))*(.+)", body)
        if hit and not re.search(r"[0-9=?]", hit[1]) and (listed := _three(hit[1])):
            return f"{team} clues {listed}"
    if hit := re.fullmatch(
        rf"(?i)(?:it|the code|code|the right one)\b{SPACE}(?:(?:is|was)\b{SPACE})?{CODE}", body
    ):
        clued = [team for team in TEAMS if f"{team} clues" in given and f"{team} code" not in given]
        if not given and own and body.casefold().startswith("code"):
            clued = [own]
        return f"{clued[0]} code {_digits(hit)}" if len(clued) == 1 else text
    if hit := re.fullmatch(rf"(?i){CATCH}{SPACE}{CODE}", body):
        clued = [team for team in TEAMS if f"{team} clues" in given]
        return f"{TEAMS[1 - TEAMS.index(clued[0])]} intercepts {_digits(hit)}" if len(clued) == 1 else text
    return text


def _team(setting: Setting, seat: int | None) -> str:
    """The team of a seat; empty for a bystander."""
    if not seat:
        return ""
    setup = setting.once("setup", lambda: Setup(len(setting.seats), Rules(**setting.chosen), setting.data))
    number = setup.team(seat)
    return "" if number is None else TEAMS[number]


def _guess(team: str, hit: re.Match[str], given: set[str], text: str) -> str:
    """What a guess is about: the code of the only team whose clues this round has."""
    clued = [each for each in TEAMS if f"{each} clues" in given]
    # A code that the team has guessed already is not guessed again.
    if len(clued) > 1:
        clued = [
            each
            for each in clued
            if f"{team} {_verb(team, each)}" not in given and f"{each} code" not in given
        ]
    if len(clued) != 1:
        return text
    return f"{team} {_verb(team, clued[0])} {_digits(hit)}"


def _verb(team: str, clued: str) -> str:
    return "guesses" if clued == team else "intercepts"


def _digits(hit: re.Match[str]) -> str:
    return "-".join(hit.groups()[-3:])


def _three(text: str) -> str:
    """Three clues with semicolons between them, however they were parted; empty where it is not clear which three."""
    for sign in (";", "/", ",", " - ", " "):
        if sign in text.strip():
            parts = [part.strip(" .") for part in text.split(sign) if part.strip(" .")]
            if sign == "," and len(parts) == 2 and " and " in parts[1]:
                parts = [parts[0], *parts[1].split(" and ")]
            parts = [re.sub(r"^and ", "", part) for part in parts]
            whole = len(parts) == 3 and not any(":" in part for part in parts)
            return "; ".join(parts) if whole and (sign == ";" or all(parts)) else ""
    return ""
