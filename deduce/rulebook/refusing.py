"""What a person is told whose line cannot be read: where, what could stand there, and the line as it would be right."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from deduce.ground.errors import RecordError, RecordErrors, guesses, nearest
from deduce.ground.wording import as_is, run, say
from deduce.records.record import Line
from deduce.rulebook.asks import Ask, Choose, Deal
from deduce.rulebook.heard import told
from deduce.rulebook.matching import Speech, option_at, skip
from deduce.rulebook.wanting import Question, choices_of, goes_unsaid, listed
from deduce.rulebook.words import CLAUSES, UNSETTLING, Token, same, words_in

if TYPE_CHECKING:
    from deduce.rulebook.attempt import Attempt
    from deduce.rulebook.cursor import Dead
    from deduce.rulebook.reading import Reader
    from deduce.rulebook.setting import Setting
    from deduce.rulebook.slips import Slip
    from deduce.rulebook.table import Table

CLOSE, ALIKE = 0.5, 0.6
"""From this likeness on an option is taken for what was meant; and so like must its verb be."""
LATELY = 8
"""So many events may be told again."""
LONGEST = 5
"""So many clauses are put behind a line to make it whole."""
MOST = 12
"""After so many refusals nothing more is read."""


class Apart(RecordError):
    """A line that is one of the game's, but none that its rules ask for: it stands beside them (`Rulebook.remark`)."""


class Unread(RecordError):
    """A line that is not understood: from where to where in its text it is wrong, and what may stand there.

    `forbidden` says that it was understood, but is against a rule or what was heard.
    """

    start: int = 0
    stop: int = 0
    options: Sequence[str] = ()
    forbidden: bool = False


def refusal(attempt: Attempt | None, dead: Dead, text: str, line: Line, setting: Setting) -> Unread:
    """The refusal of a line, by the reading of it that came farthest."""
    from deduce.rulebook.slips import stranger

    if name := stranger(line, setting):
        error = _told(line, _nobody(name, setting), 1)
        error.forbidden, error.stop, error.options = True, len(text), dead.options
        return error
    if attempt is None or not attempt.whole.tokens:
        return _told(line, say("not understood: expected {wanted}", wanted=dead.wanted), 0)
    speech = attempt.whole
    tokens, at = speech.tokens, attempt.far
    end = next((k for k in range(at, len(tokens)) if tokens[k].text in CLAUSES), len(tokens))
    while at < end and tokens[at].folded in speech.seats:
        at += 1
    clause = tokens[at:end]
    unsettled = any(
        token.folded in UNSETTLING for token in clause
    )  # without it another thing would be said
    meant = "" if unsettled else _nearest(" ".join(token.folded for token in clause), dead.options, speech)
    near = (
        [meant] if meant else dead.options if clause and _verb_of(clause[0], dead.options, speech) else []
    )
    wrong = next(
        (each for each in clause if near and not any(_among(each, one, speech) for one in near)), None
    )
    shown = min(attempt.far, len(tokens) - 1) if wrong is None else tokens.index(wrong)
    guess = bool(meant and wrong is not None and not dead.rule)
    hint = run("; ", say("did you mean {meant}?", meant=as_is(repr(meant)))) if guess else ""
    rule: str = dead.rule
    if dead.rule and dead.options:
        rule = run(dead.rule, "; ", say("possible now: {values}", values=listed(dead.options)))
    denied, truth = attempt.denied
    otherwise = denied == skip(speech, attempt.far)
    told_so = say("by this record it is otherwise: {truth}", truth=as_is(truth)) if otherwise else ""
    forbidden = rule or told_so or _heard_otherwise(attempt, at)
    said = forbidden or run(say("not understood: expected {wanted}", wanted=dead.wanted), hint)
    error = _told(line, said, _column(text, tokens[shown].text, shown, tokens))
    error.forbidden = bool(forbidden)
    error.options = [meant] if meant else dead.options
    start = skip(speech, at)
    error.start = len(text.rstrip())
    if start < len(tokens):
        error.start = _column(text, tokens[start].text, start, tokens) - 1
    error.stop = next((k for k in range(error.start, len(text)) if text[k] in CLAUSES), len(text))
    return error


def _nobody(name: str, setting: Setting) -> str:
    return run(
        say("nobody at the table is called {name}", name=as_is(repr(name))),
        ": ",
        nearest(name, setting.names),
    )


def _heard_otherwise(attempt: Attempt, at: int) -> str:
    """What everybody has just heard, where the line says that with another value."""
    table = attempt.table
    for event in reversed(table.log[-LATELY:] if table is not None else ()):
        if event.kind == "say" and event.value is not None and option_at(attempt.whole, at, event.said, {}):
            return say("by these notes it is {truth}", truth=as_is(told(event.said, event.value)))
    return ""


def _told(line: Line, message: str, column: int) -> Unread:
    plain = line.error(message, column)
    return Unread(message, line=plain.line, column=plain.column, source=plain.source)


def _column(text: str, word: str, place: int, tokens: Sequence[Token]) -> int:
    """Where a word stands in a line whose words may have been put otherwise since."""
    number = sum(token.text == word for token in tokens[:place])
    found = _places(text, word)
    if len(found) <= number:  # "claim" may have been put for "claims"
        found = _places(text, word, whole=False) or found
    if found:
        return found[min(number, len(found) - 1)] + 1
    return min(tokens[place].column, max(1, len(text)))


def _places(text: str, word: str, whole: bool = True) -> list[int]:
    """Where a word stands in a text and is no part of another, or (not `whole`) where one begins so."""
    begins, ends = (r"\b" * each for each in (word[0].isalnum(), whole and word[-1].isalnum()))
    return [hit.start() for hit in re.finditer(f"{begins}{re.escape(word)}{ends}", text)]


def _nearest(wrong: str, options: Sequence[str], speech: Speech) -> str:
    """The option that is most like what was written, if its verb is too."""
    from deduce.ground.spelling import Typed

    best, found = CLOSE, ""
    alike: dict[str, bool] = {}
    verb, clause = wrong.partition(" ")[0], Typed(wrong)
    for option in options if wrong else ():
        own, _, rest = option.partition(" ")
        for word in (own, *speech.also.get(own, ())):
            if word not in alike:
                alike[word] = Typed(word).ratio(verb) >= ALIKE
            whole = f"{word} {rest}".strip().casefold()
            if not alike[word] or clause.most(whole) <= best:
                continue
            ratio = Typed(whole).ratio(wrong)
            if ratio > best:
                best, found = ratio, option
    return found


def _verb_of(token: Token, options: Sequence[str], speech: Speech) -> bool:
    """Whether a word is one with which options begin."""
    return any(_among(token, verb, speech) for verb in {option.partition(" ")[0] for option in options})


def _among(token: Token, option: str, speech: Speech) -> bool:
    """Whether a word says something of an option."""
    words = words_in(option)
    others = [other for word in words for other in speech.also.get(word, ())]
    return any(same(token.folded, each) for each in (*words, *others))


class Refusals:
    """The refusals of one record. Behind a line that is refused reading goes on as if it had been right.

    Attributes:
        errors: What was refused so far.
        lost: Whether where the rules stand is not known, as no right line was found for one that was refused: then the
            lines behind it are told by their spelling alone.
    """

    def __init__(self, setting: Setting, errors: Iterable[RecordError] = ()) -> None:
        self.setting, self.errors, self.lost = setting, list(errors), False

    @property
    def full(self) -> bool:
        """Whether nothing more need be read."""
        return len(self.errors) >= MOST

    def add(self, error: RecordError, reader: Reader | None, text: str, line: Line) -> None:
        """One more: with the line as it would be right, which the reader then has read."""
        from deduce.rulebook.slips import slip_of

        own = self.setting.game.own_lines
        told = own or guesses(error.message)  # one guess a refusal
        slip = None if told else slip_of(line, self.setting)
        right = (
            _mended(error, slip, reader, text, line)
            if isinstance(error, Unread) and reader and not own
            else ""
        )
        first = self.errors[0].line if self.errors else 0
        follows = (
            say(" (or this follows from line {line})", line=first) if first and first != error.line else ""
        )
        self.lost = not right and not own
        self.errors.append(
            RecordError(
                run(error.message, "; ", slip.hint) if slip else run(error.message, follows),
                line=error.line,
                column=slip.column if slip else error.column,
                source=error.source,
                example=error.example
                or right
                or (slip.right if slip else "")
                or ("" if own else _waiting(reader)),
            )
        )

    def spell(self, lines: Iterable[Line]) -> None:
        """Add what is misspelt in lines that cannot be read, as what was before them was not."""
        if self.setting.game.own_lines:
            return
        from deduce.rulebook.slips import slip_of, stranger

        for line in lines:
            if name := stranger(line, self.setting):
                self.errors.append(line.error(_nobody(name, self.setting), 1))
            elif slip := slip_of(line, self.setting):
                self.errors.append(slip.refused(line))

    def settle(self) -> None:
        """Raise the one refusal, or `RecordErrors` with all of them; else do nothing."""
        if len(self.errors) == 1:
            raise self.errors[0]
        if self.errors:
            raise RecordErrors(self.errors)


def _waiting(reader: Reader | None) -> str:
    """A line that could stand where the reader stands."""
    if reader is None:
        return ""
    wait, table = reader.run.wait, reader.table
    ask: Question | Ask | None = reader.pending or wait
    if ask is wait and wait is not None and (goes_unsaid(wait, table) or _unseen(wait, table)):
        table, _, ask = reader.ahead()
    if isinstance(ask, Question):
        return _answer(ask, table)
    if ask is None or _unseen(ask, table):
        return ""
    return next(iter(choices_of(ask, table) if isinstance(ask, Choose) else ask.texts(table)), "")


def _unseen(ask: Ask, table: Table) -> bool:
    """Whether chance deals here what the writer notes only where it is shown."""
    return isinstance(ask, Deal) and table.seat is not None


def _answer(asked: Question, table: Table) -> str:
    """A clause that answers what is told; empty where none is known to."""
    if asked.kind not in ("show", "tell", "which"):
        return ""
    value: Any = False if asked.kind == "tell" else ()
    if asked.kind == "show":
        from deduce.rulebook.knowing import knowledge_of

        value = next(iter(knowledge_of(table).marginals(asked.about)))
    return table.setting.game.noted(asked.event(value), table.setting.names)


def _mended(error: Unread, slip: Slip | None, reader: Reader, text: str, line: Line) -> str:
    """The line as it would be right, which the reader has read then; nothing where none was found."""
    answered = len(reader.answers)
    if lacking := _lacking(reader):  # the line before is not complete
        before, place = reader.last, f"line {line.number}"
        if reader.reads(lacking, place, line) and reader.reads(text, place, line):
            return f"{before}, {lacking}"
        reader.back_to(answered)
    for words in _candidates(error, slip, text):
        for _ in range(LONGEST):
            if not reader.reads(words, f"line {line.number}", line):
                break
            more = _lacking(reader)
            if not more:
                return words
            reader.back_to(answered)
            words = f"{words}, {more}"
        reader.back_to(answered)
    return ""


def _candidates(error: Unread, slip: Slip | None, text: str) -> Iterator[str]:
    """The line with the word that is meant; with what could stand in place of the wrong clause, its rest kept or not."""
    if slip is not None and (here := _places(text, slip.word)):
        yield f"{text[: here[0]]}{slip.meant}{text[here[0] + len(slip.word) :]}"
    before, after = text[: error.start].rstrip(" ,;"), text[error.stop :].strip()
    for option in error.options[:2]:
        begun = f"{before}{' ' if before and not before.count(' ') else ', ' if before else ''}{option}"
        if after:
            yield f"{begun}{after if after[0] in CLAUSES else f' {after}'}"
        yield begun


def _lacking(reader: Reader) -> str:
    """What the rules still wait for in the same line: an answer, or a choice with which no line begins."""
    game, table = reader.setting.game, reader.table
    if (asked := reader.pending) is not None:
        return _answer(asked, table)
    wait = reader.run.wait
    if not isinstance(wait, Choose) or not game.begins or wait.unsaid is not None:
        return ""
    texts = wait.menu.texts(table)
    return "" if not texts or texts[0].partition(" ")[0] in game.begins else texts[0]
