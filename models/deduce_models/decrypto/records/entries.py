"""A record's lines as data: what was dealt, drawn, given, answered and judged, each with its line.

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

``#`` begins a comment.

One file because it is one grammar: each kind of line is a value and the few lines that read it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from deduce.errors import RecordError, nearest
from deduce.records.excerpt import line_limit
from deduce.records.gathering import Gathering
from deduce.records.header import WRITER_KEYS, header_lines, options_of, party_of, writer_of
from deduce.records.record import Line, Record
from deduce_models.decrypto.components.legality import fold, unwritable
from deduce_models.decrypto.components.options import OPTIONS, Rules
from deduce_models.decrypto.components.wordlist import WordList
from deduce_models.decrypto.knowledge.similarity import STRENGTHS, Judgements
from deduce_models.decrypto.rules.moves import Code, read_code
from deduce_models.decrypto.rules.setup import TEAMS, Setup

__all__ = ["HIDDEN", "SETTINGS", "Given", "Notes", "Turn", "read_notes"]

HIDDEN: Final = "?"
"""Stands for a keyword, code, clue or guess that is on the table but not known to the writer."""

_COLUMN: Final = re.compile(r"(white|black) [1-4]")
SETTINGS: Final = ("words", "vectors", "risk", "secrecy")
"""Header keys that are about the helper and not about the game: files to use, dials of clue advice."""

_LETTERS: Final = ("w", "b")
"""What a line that is half a round begins with."""

_VERBS: Final = ("keywords", "code", "clues", "intercepts", "guesses", "names")


@dataclass(frozen=True, slots=True)
class Given:
    """A list of words, or a code, as one line gave it."""

    words: tuple[str, ...]
    line: Line

    @property
    def code(self) -> Code | None:
        """The code, None while it is hidden."""
        return None if self.words == (HIDDEN,) else read_code(self.words[0])


@dataclass(slots=True)
class Turn:
    """One team's part of one round, as far as it was written down."""

    code: Given | None = None
    clues: Given | None = None
    interception: Given | None = None
    answer: Given | None = None


@dataclass(frozen=True, slots=True)
class JudgeLine:
    """A ``judge`` line: each text with its column."""

    clue: tuple[str, int]
    target: tuple[str, int]
    strength: str
    line: Line


@dataclass(slots=True)
class Notes:
    """A whole record as data; `seat` is None for a referee's record, 0 for a bystander's."""

    setup: Setup
    players: tuple[str, ...]
    seat: int | None
    first: Line
    keywords: dict[int, Given] = field(default_factory=dict)
    rounds: list[tuple[Turn, Turn]] = field(default_factory=list)
    names: dict[int, Given] = field(default_factory=dict)
    judged: dict[tuple[str, str], str] = field(default_factory=dict)
    verdicts: list[JudgeLine] = field(default_factory=list)

    @property
    def judgements(self) -> Judgements | None:
        """What was judged at the table, if anything was."""
        return Judgements.of(dict(self.judged)) if self.judged else None


def read_notes(record: Record, words: WordList, *, until: str | None = None) -> Notes:
    """Read the lines of a record; `until` stops after a line number or a round (``"round 3"``).

    Raises `RecordError` with line, column, what was expected and a right line; `RecordErrors` where several lines are
    wrong.
    """
    wrong = Gathering()
    setup, names, seat = _header(record, words, wrong)
    notes = Notes(setup, names, seat, record.header[0][2])
    events = _events(record, until)
    for line in events:
        with wrong.each(partial(_example, line)):
            _event(line, notes)
    # Judgements are compared with all clues and keywords, so with lines that may have been refused.
    if not wrong:
        with wrong.each(EXAMPLES["judge"]):
            _check_verdicts(notes, whole=until is None)
    wrong.settle()
    return notes


EXAMPLES: Final = {
    "round": "round 1",
    "judge": "judge storm; black 2; strong",
    "half": "W 4-2-1 storm; key; cold = 4-2-1",
    "keywords": "white keywords anchor; piano; snow; fox",
    "code": "white code 4-2-1",
    "clues": "white clues storm; key; cold",
    "intercepts": "black intercepts 1-4-3",
    "guesses": "white guesses 4-2-1",
    "names": "white names bread; piano; snow; fox",
}
"""A right line of each kind."""


def _example(line: Line) -> str:
    """A right line of the kind that a line was probably meant to be."""
    words = [word.casefold() for word, _ in line.words[:2]]
    from difflib import get_close_matches  # only where somebody slipped

    close = [get_close_matches(word, list(EXAMPLES), n=1, cutoff=0.5) for word in reversed(words)]
    half = ["half"] if words[0] in _LETTERS else []
    return EXAMPLES[next(iter([*half, *(found[0] for found in close if found), "clues"]))]


def _events(record: Record, until: str | None) -> list[Line]:
    if until is None:
        return list(record.events)
    limit = line_limit(until)
    if limit is not None:
        return [line for line in record.events if line.number <= limit]
    wanted = " ".join(until.casefold().split())
    numbers = [
        n for n, line in enumerate(record.events) if " ".join(line.body.casefold().split()) == wanted
    ]
    if not numbers:
        raise RecordError(
            f"no event is called {until!r}: give a line number, or a line such as 'round 2'",
            source=record.source,
        )
    last = numbers[0]
    if wanted.startswith("round"):
        ends = (n for n in range(last + 1, len(record.events)) if record.events[n].body.startswith("round"))
        last = next(ends, len(record.events)) - 1
    return list(record.events[: last + 1])


def _header(record: Record, words: WordList, wrong: Gathering) -> tuple[Setup, tuple[str, ...], int | None]:
    """The table, its players and the writer. Raises `RecordErrors` where nothing else can be read without them."""
    with wrong.each():
        header_lines(record, ("game", "players", *WRITER_KEYS, *SETTINGS, *OPTIONS))
    names: tuple[str, ...] = ()
    with wrong.each("players: 4"):
        if not record.get("players"):
            raise record.line_of("game").error("expected a header line 'players: 4' (3 to 8)")
        names = party_of(record, range(3, 9), title="Decrypto", taken=TEAMS)
    rules = Rules()
    with wrong.each():
        rules = Rules(**options_of(record, OPTIONS))
    if not names:
        wrong.settle()
    writer: int | None = None
    with wrong.each(f"me: {names[0]}"):
        writer = writer_of(record, names)
    return Setup(len(names), rules, words), names, writer


def _event(line: Line, notes: Notes) -> None:
    head, column = line.words[0]
    kind = head.casefold()
    if kind == "round":
        _round(line, notes)
    elif kind == "judge":
        _judge(line, notes)
    elif kind in TEAMS:
        _team_line(line, TEAMS.index(kind), notes)
    elif kind in _LETTERS:
        _half_line(line, _LETTERS.index(kind), notes)
    else:
        raise line.error(
            f"expected 'round', 'white', 'black', 'judge', or 'W' or 'B' for half a round, not {head!r}: "
            f"{nearest(kind, ('round', *TEAMS, 'judge'))}",
            column,
        )


def _round(line: Line, notes: Notes) -> None:
    wanted = len(notes.rounds) + 1
    if wanted <= notes.setup.rounds:
        # A refused one begins its round all the same, for the lines behind it.
        notes.rounds.append((Turn(), Turn()))
    if len(line.words) != 2 or line.words[1][0] != str(wanted):
        raise line.error(f"expected 'round {wanted}'", line.words[-1][1])
    if wanted > notes.setup.rounds:
        raise line.error(f"the game has {notes.setup.rounds} rounds", line.words[1][1])


def _half_line(line: Line, team: int, notes: Notes) -> None:
    """``W CODE CLUE; CLUE; CLUE = GUESS / INTERCEPTION``: half a round, as far as it is known."""
    if team == 1 and notes.setup.trio:
        raise line.error("with three players Black is the lone Interceptor: it gives no clues", 1)
    if not notes.rounds or _anything(notes.rounds[-1][team]):
        number = len(notes.rounds) + 1
        if number > notes.setup.rounds:
            raise line.error(f"the game has {notes.setup.rounds} rounds", 1)
        notes.rounds.append((Turn(), Turn()))
    number = len(notes.rounds)
    if team not in notes.setup.encrypting(number):
        raise line.error(f"{TEAMS[team]} gives no clues in round {number}", 1)
    if len(line.words) < 2:
        raise line.error(
            "expected a code, or ? while it is hidden: W 4-2-1 lion; lightning; melt = 4-2-1", 1
        )
    turn = notes.rounds[-1][team]
    text, column = line.words[1]
    turn.code = _code(line, "code", [(text, column)])
    rest, at = _until_comment(line), column - 1 + len(text)
    marks = {mark[1]: mark for mark in re.finditer(r"(?:^|(?<=\s))([=/])(?=\s|$)", rest[at:])}
    ends = sorted(at + mark.start() for mark in marks.values())
    clues = _parts_of(rest[: ends[0]] if ends else rest, at)
    if clues:
        turn.clues = _clues(line, clues)
    for sign, name in (("=", "answer"), ("/", "interception")):
        if sign not in marks:
            continue
        begin = at + marks[sign].end()
        end = min((place for place in ends if place >= begin), default=len(rest))
        if name == "interception" and number < notes.setup.rules.interception_from:
            first = notes.setup.rules.interception_from
            raise line.error(f"there is no interception before round {first}", begin)
        setattr(turn, name, _code(line, sign, _parts_of(rest[:end], begin)))


def _anything(turn: Turn) -> bool:
    return any((turn.code, turn.clues, turn.interception, turn.answer))


def _judge(line: Line, notes: Notes) -> None:
    start = line.words[0][1] + len("judge")
    parts = [(fold(text), column) for text, column in _parts(line, start)]
    if len(parts) != 3 or not all(text for text, _ in parts):
        raise line.error(
            "expected 'judge CLUE; COLUMN or KEYWORD; STRENGTH', as in 'judge storm; black 2; strong'"
        )
    (clue, head), (target, at), (strength, place) = parts
    if strength not in STRENGTHS:
        raise line.error(f"{strength!r} is no strength: {nearest(strength, STRENGTHS)}", place)
    if re.match(r"(white|black)\b", target) and not _COLUMN.fullmatch(target):
        raise line.error(f"expected a column such as 'black 2', not {target!r}", at)
    notes.judged[clue, target] = strength
    notes.verdicts.append(JudgeLine((clue, head), (target, at), strength, line))


def _check_verdicts(notes: Notes, *, whole: bool) -> None:
    """Every judgement is about a clue and a word of this game, and the sure ones agree.

    Of a record that is not read as a `whole`, the clue may stand in a line that was cut off.
    """
    halves = [turn.clues for pair in notes.rounds for turn in pair if turn.clues is not None]
    given = {fold(clue) for entry in halves for clue in entry.words}
    keywords = {word for entry in notes.keywords.values() for word in entry.words} - {HIDDEN}
    for verdict in notes.verdicts:
        clue, column = verdict.clue
        # An Encryptor may also judge a word of the list that he thinks of giving.
        if whole and clue not in given and clue not in notes.setup.words.word_index:
            raise verdict.line.error(
                f"no clue {clue!r} was given, and it is not in the word list: {nearest(clue, sorted(given))}",
                column,
            )
        target, column = verdict.target
        if not _COLUMN.fullmatch(target) and target not in keywords:
            raise verdict.line.error(
                f"expected a column such as 'black 2' or a keyword that is known here, not {target!r}",
                column,
            )
    for entry in halves:
        _check_sure(notes, {fold(clue) for clue in entry.words})


def _check_sure(notes: Notes, clues: set[str]) -> None:
    """Three clues of one code stand in three columns: no two are sure for one, and none for two."""
    by_column: dict[str, str] = {}
    by_clue: dict[tuple[str, str], str] = {}
    for verdict in notes.verdicts:
        (clue, _), (target, column) = verdict.clue, verdict.target
        if clue not in clues or notes.judged[clue, target] != "sure" or not _COLUMN.fullmatch(target):
            continue
        other = by_column.setdefault(target, clue)
        if other != clue:
            raise verdict.line.error(
                f"{other!r} is sure for {target} already, and one code uses a column once", column
            )
        place = by_clue.setdefault((clue, target.partition(" ")[0]), target)
        if place != target:
            raise verdict.line.error(f"{clue!r} is sure for {place} already", column)


def _until_comment(line: Line) -> str:
    return line.text.partition("#")[0].rstrip()


def _parts(line: Line, start: int) -> list[tuple[str, int]]:
    """The texts between semicolons from 1-based column `start` on, each with its 1-based column."""
    return _parts_of(line.text.partition("#")[0], start - 1)


def _parts_of(text: str, begin: int) -> list[tuple[str, int]]:
    """The same for any text, from 0-based place `begin` on."""
    found = []
    for match in re.finditer(r"[^;]+", text[begin:]):
        part = match[0].strip()
        lead = len(match[0]) - len(match[0].lstrip())
        found.append((part, begin + 1 + match.start() + lead))
    return found if any(part for part, _ in found) else []


def _team_line(line: Line, team: int, notes: Notes) -> None:
    words = line.words
    if len(words) < 2 or words[1][0].casefold() not in _VERBS:
        given = words[1][0] if len(words) > 1 else ""
        column = words[1][1] if len(words) > 1 else 0
        raise line.error(f"expected what {words[0][0]} did: {nearest(given, _VERBS)}", column)
    verb = words[1][0].casefold()
    if team == 1 and notes.setup.trio and verb != "intercepts":
        raise line.error(
            "with three players Black is the lone Interceptor: it only intercepts", words[1][1]
        )
    parts = _parts(line, words[1][1] + len(verb))
    if verb in ("keywords", "names"):
        _store_words(line, team, verb, parts, notes)
        return
    if not notes.rounds:
        raise line.error("expected 'round 1' before this line", 1)
    number = len(notes.rounds)
    about = 1 - team if verb == "intercepts" else team
    if about not in notes.setup.encrypting(number):
        raise line.error(f"{TEAMS[about]} gives no clues in round {number}", 1)
    turn = notes.rounds[-1][about]
    key = {"code": "code", "clues": "clues", "intercepts": "interception", "guesses": "answer"}[verb]
    before = getattr(turn, key)
    # What was hidden may be told later.
    if before is not None and before.words != (HIDDEN,):
        raise line.error(f"round {number} has a line '{TEAMS[team]} {verb}' already", 1)
    if verb == "intercepts" and number < notes.setup.rules.interception_from:
        raise line.error(f"there is no interception before round {notes.setup.rules.interception_from}", 1)
    entry = _clues(line, parts) if verb == "clues" else _code(line, verb, parts)
    setattr(turn, key, entry)


def _store_words(line: Line, team: int, verb: str, parts: list[tuple[str, int]], notes: Notes) -> None:
    store = notes.keywords if verb == "keywords" else notes.names
    if team in store:
        raise line.error(f"there is a line '{TEAMS[team]} {verb}' already", 1)
    if len(parts) > 4:
        raise line.error(f"expected at most 4 words, not {len(parts)}", parts[4][1])
    found = []
    for text, column in parts:
        word = fold(text)
        if unwritable(word):
            raise line.error("expected a word between the semicolons", column)
        if word != HIDDEN and word in found:
            raise line.error(f"{word!r} is given twice", column)
        found.append(word)
    store[team] = Given(tuple(found), line)


def _clues(line: Line, parts: list[tuple[str, int]]) -> Given:
    if len(parts) > 3:
        raise line.error("expected at most three clues, separated by ';'", parts[3][1])
    for text, column in parts:
        if not text:
            raise line.error(
                "expected a clue ('-' for one that was not given, '?' for a hidden one)", column
            )
    return Given(tuple(" ".join(text.split()) for text, _ in parts), line)


def _code(line: Line, verb: str, parts: list[tuple[str, int]]) -> Given:
    if len(parts) != 1:
        raise line.error(f"expected one code after {verb!r}, like 4-2-1")
    text, column = parts[0]
    if text != HIDDEN:
        try:
            read_code(text)
        except RecordError as error:
            raise line.error(error.message, column) from error
    return Given((text,), line)
