"""The words of Decrypto's records: what stands under which heading, when, and what it is called.

After the header (``game: decrypto``, ``players: 4``, for one player's notes ``seat: 2`` or ``me:``, and any option by
its name; ``words``, ``vectors``, ``risk`` and ``secrecy`` for the helper) come lines such as::

    white keywords anchor; piano; snow; fox      # black's too in a complete record
    round 1
    white code 4-2-1                             # "?" while it is hidden
    white clues storm; key; cold                 # "?" for a clue not read yet, "-" for one not given
    black intercepts 1-4-3                       # from round 2, about white's clues
    white guesses 4-2-1
    white names bread; ...                       # the tie-break
    judge storm; black 2; strong                 # what you think: no, weak, open, fair, strong, sure

Lines of one round may stand in any order. A half round fits on one line, and needs no line ``round 1``::

    W 4-2-1 storm; key; cold = 4-2-1 / 1-4-3     # White's code, clues, own guess / Black's interception
    B ? metal; bee                               # "?" for what is hidden; what is not known yet is left out
"""

from __future__ import annotations

import re
from typing import Any, Final

from deduce.ground.errors import RecordError
from deduce.ground.wording import as_is, say
from deduce.records.words import quote
from deduce.rulebook.headings import Heading, Headings, Lists, Short
from deduce.rulebook.setting import Setting
from deduce_models.decrypto.components.legality import fold, unwritable
from deduce_models.decrypto.components.options import Rules
from deduce_models.decrypto.knowledge.similarity import STRENGTHS
from deduce_models.decrypto.records.judging import check_verdicts, judge, remarks
from deduce_models.decrypto.rules.moves import read_code
from deduce_models.decrypto.rules.setup import TEAMS, Setup

DIGITS: Final = ("1", "2", "3", "4")


def _word(text: str) -> str:
    if unwritable(text):
        raise RecordError(say("expected a word between the semicolons"))
    said = "{said} may say that there is no word: write ? for all four while they are hidden, or {quoted} for the word"
    return fold(_present(text, said))


ABSENT: Final = frozenset(
    (
        "no",
        "none",
        "nothing",
        "nil",
        "not",
        "n/a",
        "tbd",
        "no clue",
        "no clues",
        "no word",
        "to come",
        "yet to come",
    )
)
"""What says that there is no word, or none "yet" or "so far"."""
QUOTED: Final = re.compile("[\"“”'‘’](.+)[\"“”'‘’]")


def _absent(text: str) -> bool:
    return fold(text).removesuffix(" yet").removesuffix(" so far") in ABSENT


def _present(text: str, wrong: str) -> str:
    """A word; one that may say that there is none stands in quotation marks."""
    inner = QUOTED.fullmatch(text)
    if inner is not None and _absent(inner[1]):
        return inner[1]
    if _absent(text):
        raise RecordError(say(wrong, said=quote(text), quoted=as_is(f'"{text}"')))
    return text


def _clue(text: str) -> str:
    said = (
        "{said} may say that there was no clue: leave the line out until all three are given, or write {quoted} for the "
        "word"
    )
    return _present(text, said)


def _write(text: str) -> str:
    return f'"{text}"' if _absent(text) else text


def _of(team: str) -> tuple[Heading, ...]:
    """The lines about one team's half of a round."""
    other = TEAMS[1 - TEAMS.index(team)]
    code: dict[str, Any] = {"noun": say("one code"), "read": read_code, "digits": DIGITS, "word": "code"}
    return (
        Heading(team, "code", "4-2-1", late=True, **code),
        Heading(team, "clues", "storm; key; cold", 3, say("three clues"), read=_clue, write=_write),
        Heading(other, "intercepts", "1-4-3", **code),
        Heading(team, "guesses", "4-2-1", **code),
    )


def _words(verb: str, example: str, when: str = "") -> tuple[Heading, ...]:
    how: dict[str, Any] = {"read": _word, "write": _write, "apart": True, "when": when}
    return tuple(
        Heading(team, verb, example, 4, say("four keywords"), say("4 words"), **how) for team in TEAMS
    )


def _short(letter: str, team: str) -> Short:
    other = TEAMS[1 - TEAMS.index(team)]
    signs = {"=": f"{team} guesses", "/": f"{other} intercepts"}
    return Short(letter, f"{team} code", f"{team} clues", signs, f"{letter} 4-2-1 storm; key; cold = 4-2-1")


def misplaced(who: str, verb: str, number: int, setting: Setting) -> str:
    """Why a line cannot stand in a round; of the round itself with no `who`."""
    setup = setting.once("setup", lambda: Setup(len(setting.seats), Rules(**setting.chosen), setting.data))
    if not who:
        return say("the game has {rounds} rounds", rounds=setup.rounds) if number > setup.rounds else ""
    team = TEAMS.index(who)
    if setup.trio and team == 1 and verb != "intercepts":
        return say(
            "with three players Black is the lone Interceptor: it gives no clues, it only intercepts"
        )
    if verb in ("keywords", "names"):
        return ""
    about = 1 - team if verb == "intercepts" else team
    if about not in setup.encrypting(number):
        return say("{team} gives no clues in round {round}", team=TEAMS[about], round=number)
    first = setup.rules.interception_from
    if verb == "intercepts" and number < first:
        return say("there is no interception before round {round}", round=first)
    return ""


PLAIN: Final = re.compile(
    r"(?:round \d|judge\b).*|[WB] [\d?].*|(?:white|black) (?:clues|keywords|names)(?:$| [^,/:]*;.*| [?-]$)"
    r"|(?:white|black) (?:code|guesses|intercepts) (?:\?|\d-\d-\d)"
)
"""Lines as they are written; what else people say is asked for only where it is said."""


def reworded(text: str, lists: Lists, setting: Setting, writer: int | None) -> str:
    """The line under its heading, however it was said."""
    if PLAIN.fullmatch(text.partition("#")[0].rstrip()):
        return text
    from deduce_models.decrypto.records.hurried import reworded

    return reworded(text, lists, setting, writer)


HEADINGS: Final = Headings(
    (
        *_words("keywords", "anchor; piano; snow; fox"),
        *_of("white"),
        *_of("black"),
        *_words("names", "bread; piano; snow; fox", "keywords are named only to break a tie at the end"),
    ),
    shorts=(_short("W", "white"), _short("B", "black")),
    part="round",
    misplaced=misplaced,
    asides={"judge": judge},
    aside_examples={"judge": "judge storm; black 2; strong"},
    aside_slots={
        "judge": {
            "clue": "clues",
            "column": tuple(f"{team} {digit}" for team in TEAMS for digit in DIGITS),
            "strength": tuple(STRENGTHS),
        }
    },
    check=check_verdicts,
    remarks=remarks,
    settings=("words", "vectors", "reader", "audience", "risk", "secrecy", "habits"),
    data="words",
    reworded=reworded,
)
"""How records are kept; `settings` are files to use and the dials of clue advice."""

SHEETS: Final = tuple(
    each
    for team in TEAMS
    for each in (
        (f"code {team}", ("codes", team, "codes"), f"{team} code = {{inner}}", "inner", True),
        (f"keywords {team}", ("keywords", team), f"{team} keyword {{outer}} = {{inner}}", "outer", True),
    )
)
"""How the answer is shown: codes and keywords of each team."""
