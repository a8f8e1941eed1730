"""From a line of a record to what it tells, without regard to the position: the notation, and nothing else.

`read_line` gives a `SpokenLine`: whose line it is and its acts in order. `reading` plays them. Three steps, a file
each, come before: `parting` the line into clauses, spelling out what people leave out (`idioms`), reading what follows
a verb (`verbs`).
"""

from __future__ import annotations

from typing import NamedTuple

from deduce.ground.errors import RecordError
from deduce.records.record import Line
from deduce.records.words import Word, end_of, expect_none
from deduce_models.enigma.records.idioms import (
    OF_MISSION,
    Heard,
    doubt_by_name,
    in_order,
    spelled_out,
    verb_of,
)
from deduce_models.enigma.records.lexicon import Clause, RecordNames
from deduce_models.enigma.records.parting import clauses_of
from deduce_models.enigma.records.phrases import NOBODY, example_of
from deduce_models.enigma.records.verbs import VERBS, NotedClause, begins_as_verb

__all__ = ["SpokenLine", "read_line"]


class SpokenLine(NamedTuple):
    """A line: the seat whose it is (0: it begins with no name), whether it answers a claim still open, its acts."""

    line: Line
    seat: int
    answers: bool
    acts: tuple[NotedClause, ...]


def read_line(line: Line, lexicon: RecordNames) -> SpokenLine:
    """What a line tells. Raises `RecordError` with a right line where it breaks the notation."""
    found = clauses_of(line, lexicon)
    first = found[0]
    if _tells_timeout(first):
        return SpokenLine(
            line, 0, False, (_timeout([word for part in found for word in part], line, lexicon),)
        )
    if len(first) > 1 and doubt_by_name(first, lexicon):
        return SpokenLine(line, 0, True, _acts(found, line, lexicon, 0))
    bare = begins_as_verb(first[0]) or (lexicon.is_position(first) and len(first) > 1)
    if bare and not lexicon.is_name(first[0]):
        return SpokenLine(line, 0, False, _acts(found, line, lexicon, 0))
    try:
        seat = lexicon.seat(first[0], line)
    except RecordError as error:
        raise error.like(example_of("claims", 1, lexicon)) from None
    if len(first) == 1 and len(found) == 1:
        message = "expected what the player does"
        raise line.error(message, first[0].column + len(first[0].text)).like(
            example_of("claims", seat, lexicon)
        )
    found = [first[1:], *found[1:]] if len(first) > 1 else found[1:]
    return SpokenLine(line, seat, False, _acts(found, line, lexicon, seat))


def _acts(found: list[list[Word]], line: Line, lexicon: RecordNames, seat: int) -> tuple[NotedClause, ...]:
    """The acts that the clauses of a line tell, in the order they were done."""
    heard = Heard(line, lexicon, seat)
    for number, part in enumerate(found):
        heard.later = found[number + 1 :]
        if words := spelled_out(part, heard):
            _read(words, heard)
    if not heard.acts:
        message = "expected what the player does"
        raise line.error(message, end_of(line)).like(example_of("claims", seat or 1, lexicon))
    if heard.acts[0].verb == "shows" and any(act.verb in OF_MISSION for act in heard.acts):
        heard.acts[0] = heard.acts[0]._replace(verb="mission")  # 'shows the Messiah, reveals 4 =Code'
    return _complete(_time_behind(_named_by_room(heard)), heard)


def _read(words: list[Word], heard: Heard) -> None:
    """Read one clause: an act of its own, or what completes the one before it."""
    verb = "claims"
    try:
        verb = verb_of(words, heard)
        act = VERBS[verb].read(Clause(in_order(words, verb), heard.line, heard.lexicon), verb)
    except RecordError as error:
        raise (
            error if error.example else error.like(example_of(verb, heard.seat or 1, heard.lexicon))
        ) from None
    act = act._replace(last=words[-1], marked=any(word.text.startswith("=") for word in words))
    completes = VERBS[verb].completes
    if completes is None:
        heard.acts.append(act)
    else:
        heard.acts[-1] = completes(heard.acts[-1], act)


def _named_by_room(heard: Heard) -> list[NotedClause]:
    """The acts with ``Bob 4 Bombe`` as a look and its claim: what another saw there the writer does not know."""
    acts, seat, lexicon = heard.acts, heard.seat, heard.lexicon
    naming = next((k for k, act in enumerate(acts) if act.verb in ("peeks", "looks")), -1)
    before = [act.verb for act in acts[: max(naming, 0)]]
    if naming < 0 or not seat or seat == lexicon.me or lexicon.known or before not in ([], ["spends"]):
        return acts
    act = acts[naming]
    if act.rooms[0] < 0 or act.result or act.marked or any(other.verb == "claims" for other in acts):
        return acts
    claim = NotedClause("claims", act.word, room=act.rooms[0], last=act.last)
    return [*acts[:naming], act._replace(rooms=(-1,)), claim, *acts[naming + 1 :]]


def _time_behind(acts: list[NotedClause]) -> list[NotedClause]:
    """The acts with where Time stands behind the shuffle it goes back with."""
    acts = list(acts)
    for number in range(len(acts) - 1):
        if acts[number].verb == "time" and acts[number + 1].verb == "shuffles":
            acts[number : number + 2] = acts[number + 1], acts[number]
    return acts


def _complete(acts: list[NotedClause], heard: Heard) -> tuple[NotedClause, ...]:
    """The acts, of which a record of one seat has to tell what everybody saw."""
    if heard.lexicon.known:
        return tuple(acts)

    def lacks(act: NotedClause, what: str) -> RecordError:
        error = heard.line.error(f"expected {what}", act.end)
        return error.like(example_of(act.verb, heard.seat or 1, heard.lexicon))

    for number, act in enumerate(acts):
        goes_on = any(later.verb in ("calls", "wins") for later in acts[number + 1 :])
        if act.verb == "calls" and not act.result and act.rooms[0] < 0 and goes_on:
            # The first mistake ends a mission, so what goes on was right.
            acts[number] = act = act._replace(rooms=(act.room,), result="right")
        if act.verb in ("opens", "reveals", "calls") and act.rooms[0] < 0:
            raise lacks(act, "'=' and the room that was seen")
        if act.verb == "doubt" and not act.result:
            # The effect follows a true claim only.
            if all(later.verb == "?" for later in acts[number + 1 :]):
                raise lacks(act, "'true' or 'lie': what the check showed")
            acts[number] = act._replace(result="true")
    return tuple(acts)


def _tells_timeout(words: list[Word]) -> bool:
    """Whether a line says that time ran out: ``timeout``, ``time is up``, ``time ran out``."""
    return words[0].folded == "timeout" or (
        words[0].folded in ("time", "times", "time's") and any(word.folded in _OUT for word in words[1:])
    )


_OUT = ("up", "out", "over")
_AT_THE_END = frozenset(
    {"timeout", "time", "times", "time's", "ran", "runs", "has", "run", "wins", "won", *_OUT}
)


def _timeout(words: list[Word], line: Line, lexicon: RecordNames) -> NotedClause:
    """``timeout``, ``timeout Bob`` or ``time is up, Bob wins as the Saboteur``."""
    left = [word for word in words[1:] if word.folded not in _AT_THE_END]
    left = [word for word in left if word.folded not in ("saboteur", *NOBODY) or lexicon.is_name(word)]
    seat = lexicon.seat(left[0], line) if left else 0
    expect_none(left[1:], line)
    return NotedClause("timeout", words[0], seat=seat, last=words[-1])
