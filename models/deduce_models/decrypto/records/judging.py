"""``judge`` lines: what the table thinks of a clue, with its place; and all that a record says beside the events."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import starmap
from typing import TYPE_CHECKING, Final, NamedTuple

from deduce.ground.errors import nearest
from deduce.ground.wording import run, say, typed
from deduce.records.record import Line
from deduce.records.words import quote
from deduce.rulebook.headings import HIDDEN, Lists, parts_of
from deduce.rulebook.setting import Setting
from deduce_models.decrypto.components.legality import fold
from deduce_models.decrypto.knowledge.similarity import STRENGTHS, Judgements
from deduce_models.decrypto.rules.moves import CODES, Code, write_code
from deduce_models.decrypto.rules.setup import TEAMS

if TYPE_CHECKING:
    from deduce_models.decrypto.knowledge.understanding import Mind

_COLUMN: Final = re.compile(r"(white|black) [1-4]")


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judgement: each text with its column in the line."""

    clue: tuple[str, int]
    target: tuple[str, int]
    strength: str
    line: Line


class Judged(NamedTuple):
    """A remark of a record's view: how well a clue fits a column or a keyword, in a word of `STRENGTHS`."""

    clue: str
    target: str
    strength: str


class Refuted(NamedTuple):
    """A remark of a record's view: that a code is not the one of a round and team."""

    round: int
    team: int
    code: Code


Remark = Judged | Refuted


def judge(line: Line) -> Verdict:
    """``judge storm; black 2; strong``. Raises `RecordError`."""
    start = line.words[0][1] - 1 + len("judge")
    parts = [(fold(text), column) for text, column in parts_of(line.text.partition("#")[0], start)]
    if len(parts) != 3 or not all(text for text, _ in parts):
        raise line.error(
            say("expected 'judge CLUE; COLUMN or KEYWORD; STRENGTH', as in 'judge storm; black 2; strong'")
        )
    clue, target, (strength, place) = parts
    if strength not in STRENGTHS:
        none = say("{word} is no strength", word=quote(strength))
        raise line.error(run(none, ": ", nearest(strength, STRENGTHS)), place)
    if re.match(r"(white|black)\b", target[0]) and not _COLUMN.fullmatch(target[0]):
        raise line.error(
            say("expected a column such as 'black 2', not {got}", got=quote(target[0])), target[1]
        )
    return Verdict(clue, target, strength, line)


def _judged(lists: Lists) -> dict[tuple[str, str], str]:
    return {(each.clue[0], each.target[0]): each.strength for each, _ in lists.asides}


def remarks(lists: Lists) -> tuple[Remark, ...]:
    """What was judged at the table, and the codes that a line says were wrong."""
    rounds = {part: number for number, part in enumerate(lists.parts, 1)}
    about = {f"{team} code": number for number, team in enumerate(TEAMS)}
    codes = {write_code(code): code for code in CODES}
    wrong = sorted((rounds[part], about[key], codes[said]) for part, key, (said,) in lists.denied)
    return (
        *starmap(Judged, ((*pair, strength) for pair, strength in _judged(lists).items())),
        *starmap(Refuted, wrong),
    )


def heeding(mind: Mind, remarks: Iterable[tuple[int, Remark]]) -> Mind:
    """A mind that heeds what a record says beside the events (`View.remarks`)."""
    said = [remark for _, remark in remarks]
    judged = {(each.clue, each.target): each.strength for each in said if isinstance(each, Judged)}
    refuted = frozenset((each.round, each.team, each.code) for each in said if isinstance(each, Refuted))
    judgements = Judgements.of(judged) if judged else mind.judgements
    return replace(mind, judgements=judgements, refuted=mind.refuted | refuted) if said else mind


def check_verdicts(lists: Lists, setting: Setting) -> None:
    """Every judgement is about a clue and a word of this game, and the sure ones agree.

    Of a record that is not read as a whole, the clue may stand in a line that was cut off.
    """
    halves = [given.words for (_, key), given in lists.given.items() if key.endswith("clues")]
    cards = [given.words for (_, key), given in lists.given.items() if key.endswith("keywords")]
    given = {fold(clue) for words in halves for clue in words}
    keywords = {word for words in cards for word in words} - {HIDDEN}
    for verdict, line in lists.asides:
        clue, column = verdict.clue
        # An Encryptor may also judge a word of the list that he thinks of giving.
        if lists.whole and clue not in given and clue not in setting.data.word_index:
            none = say("no clue {clue} was given, and it is not in the word list", clue=quote(clue))
            raise line.error(run(none, ": ", nearest(clue, sorted(given))), column)
        target, column = verdict.target
        if not _COLUMN.fullmatch(target) and target not in keywords:
            raise line.error(
                say(
                    "expected a column such as 'black 2' or a keyword that is known here, not {got}",
                    got=quote(target),
                ),
                column,
            )
    for words in halves:
        _check_sure(lists, {fold(clue) for clue in words})


def _check_sure(lists: Lists, clues: set[str]) -> None:
    """Three clues of one code stand in three columns: no two are sure for one, and none for two."""
    judged = _judged(lists)
    by_column: dict[str, str] = {}
    by_clue: dict[tuple[str, str], str] = {}
    for verdict, line in lists.asides:
        (clue, _), (target, column) = verdict.clue, verdict.target
        if clue not in clues or judged[clue, target] != "sure" or not _COLUMN.fullmatch(target):
            continue
        other = by_column.setdefault(target, clue)
        if other != clue:
            raise line.error(
                say(
                    "{clue} is sure for {column} already, and one code uses a column once",
                    clue=quote(other), column=typed(target),
                ),
                column,
            )  # fmt: skip
        place = by_clue.setdefault((clue, target.partition(" ")[0]), target)
        if place != target:
            raise line.error(
                say("{clue} is sure for {column} already", clue=quote(clue), column=typed(place)), column
            )
