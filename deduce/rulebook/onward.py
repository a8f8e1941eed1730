"""Going on behind a turn that nobody could read: where the rules may stand when it is over, and what is known then.

Such a turn is over where the rules hand on (`return self.turn`). All that can have been done until then is played
through, every choice and every answer; what the rules hand on with (`t.open` and what was declared) is all that later
turns can hang on, so the many ways come together in few places. Later lines are read from each of these; what is heard
at all of them is known, whatever the unread turn was. Nothing that was told in it counts: knowledge is weaker, not wrong.

Hidden values that move, and cards in zones, are left out: there the table alone does not say what later words mean.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from deduce.evidence import Weight
from deduce.games.base import Actor
from deduce.ground.compat import override
from deduce.ground.deadline import tick
from deduce.ground.errors import DeduceError, GaveUp, RecordError
from deduce.ground.wording import run, say
from deduce.language.base import Constraint
from deduce.rulebook.asks import Deal
from deduce.rulebook.attempt import Attempt, NotesTable
from deduce.rulebook.audience import ALL
from deduce.rulebook.heard import UNSHOWN, Entry
from deduce.rulebook.matching import Speech, in_words, skip
from deduce.rulebook.reading import Reader
from deduce.rulebook.stand import Stand
from deduce.rulebook.wanting import Question, values_of

if TYPE_CHECKING:
    from deduce.evidence import Statement
    from deduce.knowledge import Knowledge

MOST, PLACES, WORK = 6000, 60, 60_000
"""So many ways to play an unread turn are tried, at so many places lines are read, and so much is done for one record:
a way is one, and each answer given on it."""
KEPT = 64
"""From so many places the ways are kept of each game, its players, options and data."""
Script = tuple[int, ...]
"""A way to play a turn: which of the answers is given, question by question."""
KEYS = 6
"""Told sets of more keys have too many values."""


class Beyond(Exception):
    """The turn cannot be played through."""


class TurnOver(Exception):
    """The rules hand on."""

    def __init__(self, follow: Callable[[Any], Any]) -> None:
        self.follow = follow


class Anything(Attempt):
    """Answers what the rules ask by whatever could be the answer, as a script says."""

    def __init__(self, past: Sequence[tuple[Any, str]], script: Sequence[int]) -> None:
        super().__init__(past, Speech((), {}), "", script)

    @override
    def handed_on(
        self, table: NotesTable, history: Sequence[str | None], follow: Callable[[Any], Any]
    ) -> None:
        raise TurnOver(follow)

    def over(self, stand: Stand, known: NotesTable) -> Stand | None:
        """Where the rules stand when the turn is over, with what was known before it; None where the game is over."""
        run = stand.run(NotesTable(stand.setting, stand.seat, self))
        try:
            run.start()
            while run.wait is not None:
                run.hear()
        except TurnOver as end:
            return Stand.of(run.table, end.follow, known=known)  # type: ignore[arg-type]
        return None

    @override
    def _entry(self, question: Question, when: Any, unsaid: Any, table: NotesTable) -> Entry:
        kind, said, about = question.kind, question.said, question.about
        if kind == "hidden":
            return Entry("hidden", about.seat, said)
        if kind == "choose":
            if about.menu.free is not None:
                raise Beyond
            # On what was chosen unseen hangs nothing that the rules do next, and nothing is known of it.
            if about.mask != ALL:
                return Entry("choose", about.seat, "")
            text = self._one(list(about.menu.all()))
            return Entry("choose", about.seat, text, about.menu.find(text, None)[0])
        told = table._masks.seen(when) if when is not None and table._masks is not None else True
        values = list(_possible(kind, about)) if told is not False else []
        return Entry(kind, 0, said, self._one([*values, *([UNSHOWN] if told is not True else [])]))

    def _one(self, values: Sequence[Any]) -> Any:
        number = self.script[len(self.made)] if len(self.made) < len(self.script) else 0
        self.made.append(len(values))
        return values[number]


def _possible(kind: str, about: Any) -> Sequence[Any]:
    """All answers to something told."""
    if kind == "show":
        return tuple(about.domain)
    if kind == "tell":
        values = values_of(about)
        return (True, False) if values is None else values
    if kind == "which" and len(about) <= KEYS:
        keys = list(about)
        return list(chain.from_iterable(combinations(keys, size) for size in range(len(keys) + 1)))
    if kind == "roll":
        return tuple(about.chances)
    raise Beyond


class Behind(NamedTuple):
    """Readers at all places where the rules may stand behind an unread turn; none where that cannot be said.

    `work` is what it took; `too_many` says whether there were too many ways to go through.
    """

    readers: Sequence[Reader]
    work: int
    too_many: bool


class TooMany(Exception):
    """There are more ways than are gone through, or more places than lines are read at."""


def behind(readers: Sequence[Reader], done: int = 0) -> Behind:
    """Where the rules may stand when the turn is over, which may begin at any of these; `done` is the work before."""
    labour = Labour(done)
    try:
        found, many = _all_behind(readers, labour), False
    except TooMany:
        found, many = [], True
    return Behind(found, labour.done - done, many)


class Labour:
    """What has been done to go through unread turns: a way, and each answer given on it, is one."""

    def __init__(self, done: int) -> None:
        self.done = done

    def spend(self, work: int) -> None:
        """Count what was done. Raises `TooMany` at the limit."""
        self.done += work
        if self.done > WORK:
            raise TooMany


class Ways(NamedTuple):
    """A way to each place behind a turn, None for too many; the work it took; what must live as long as this is kept."""

    scripts: Sequence[Script] | None
    work: int
    alive: object


def _all_behind(readers: Sequence[Reader], labour: Labour) -> list[Reader]:
    """One reader a place. From where the rules go on alike the ways are the same; so they are sought once.

    They are kept for a record that goes on, and count there as if they were sought anew: what is told hangs on no other.
    """
    from deduce.rulebook.knowing import statements

    found: dict[Hashable, Reader] = {}
    counted: set[Hashable] = set()
    alive: list[object] = []
    for reader in readers:
        table = reader.table
        if (
            table.seat is None
            or table.zones
            or reader.setting.game.lays_anew
            or not isinstance(table, NotesTable)
        ):
            return []
        kept: dict[Hashable, Ways] = reader.setting.once("ways of unread turns", dict)
        past = reader.answers[table.stand.answered :]
        told = list(statements(table))
        alive.append(told)
        known = _known(table, told)
        # Rules do not see how many chose before.
        alike = table.seat, known, table.stand.key()[:-1], tuple(map(repr, past))
        ways = kept.get(alike)
        if ways is None:
            before = labour.done
            scripts = _ways(table, past, labour)
            ways = Ways(scripts, labour.done - before, (table, told))
            if len(kept) >= KEPT:
                kept.pop(next(iter(kept)), None)
            kept[alike] = ways
        elif alike not in counted:
            labour.spend(ways.work)
        counted.add(alike)
        if ways.scripts is None:
            raise TooMany
        for script in ways.scripts:
            begin = Anything(past, script).over(table.stand, table)
            if begin is None:
                return []
            found.setdefault(
                (known, begin.key()), Reader(reader.setting, table.seat, begin, reader.foretold)
            )
        if not ways.scripts:
            return []
        if len(found) > PLACES:
            raise TooMany
    return list(found.values())


def _known(table: NotesTable, told: Iterable[Statement]) -> Hashable:
    """Equal where the same is known, as long as what was told is alive: it speaks of what is the same object."""
    possible = table._masks.possible if table._masks is not None else {}
    alone = *map(id, table.mine), *map(id, table.undealt), *map(id, table.chosen), *table.chosen.values()
    bits = frozenset((id(variable), mask) for variable, mask in possible.items())
    return (*map(_key, told),), bits, alone, table.unnoted, *table.secrets, *map(repr, table.world.items())


def _ways(table: NotesTable, past: Sequence[tuple[Any, str]], labour: Labour) -> Sequence[Script] | None:
    """A way to each place where one may stand; none where that cannot be said, and None where there are too many.

    Raises `TooMany` at the limit of the whole record.
    """
    stand = table.stand
    keys: dict[Script, Hashable] = {}
    others: dict[Script, list[Script]] = {}
    places: dict[Hashable, Stand] = {}  # alive, for keys speak of what is the same object
    scripts = deque[Script]([()])
    while scripts:  # those with few turnings first: so it is soon seen where there are too many
        if len(others) + len(scripts) > MOST:
            return None
        tick()
        script = scripts.popleft()
        attempt = Anything(past, script)
        try:
            made = attempt.over(stand, table)
        except GaveUp:
            raise
        except (Beyond, DeduceError):
            return []
        except Exception:  # rules cannot go this way, so it is not what happened
            made = None
        labour.spend(1 + len(attempt.answers) - len(past))
        if not others and made is None:
            return []  # rules that seem never to hand on
        more = others[script] = []
        for number in range(len(script), len(attempt.made)):
            done = tuple(script[:number]) + (0,) * (number - len(script))
            more += [(*done, other) for other in range(1, attempt.made[number])]
        scripts += more
        if made is not None:
            keys[script] = made.key()
            places.setdefault(keys[script], made)
        if len(places) > PLACES:
            return None
    return list(_first_ways(keys, others))


def _first_ways(
    keys: Mapping[Script, Hashable], others: Mapping[Script, Sequence[Script]]
) -> Iterable[Script]:
    """Of the ways that lead to one place the first, as they come when each way is gone to its end before the next."""
    found: dict[Hashable, Script] = {}
    scripts: list[Script] = [()]
    while scripts:
        script = scripts.pop()
        if script in keys:
            found.setdefault(keys[script], script)
        scripts += others[script]
    return found.values()


def read_on(readers: Sequence[Reader], text: str, place: str, line: Any) -> list[Reader]:
    """Read a line at every place where the rules may stand; gives those places that are left.

    A place is given up only where the line cannot be read and the game is over or somebody else is to move than the line
    begins with. Raises `RecordError` where it is not understood at another: to drop that might be to drop the truth.
    """
    left: list[tuple[Reader, int]] = []
    for reader in readers:
        answered = len(reader.answers)
        try:
            reader.read(text, place, line)
        except GaveUp:
            raise
        except DeduceError as error:
            if reader.pending is None and not _may_begin(reader, text):
                continue
            for other, had in left:
                other.back_to(had)
            supposed = say(
                "that is by one of several ways in which the turn before may have gone that was not read"
            )
            raise line.error(
                run(error.message if isinstance(error, RecordError) else error.said, " (", supposed, ")")
            ) from error
        left.append((reader, answered))
    if not left:
        raise line.error("nobody can do this now, whatever happened in the turn that was not read", 1)
    return [reader for reader, _ in left]


def _may_begin(reader: Reader, text: str) -> bool:
    """Whether it may be the turn of whom a line begins with; false where the game is over."""
    try:
        actor = _Unseen(reader.answers).next_actor(reader.origin)
    except Beyond:
        return True
    speech = in_words(reader.setting.game.reworded(text, reader.setting, None), reader.setting)
    at = skip(speech, 0)
    word = speech.tokens[at].folded if at < len(speech.tokens) else ""
    named = reader.seat if word in ("i", "me") else speech.seats.get(word)
    return actor is not None and (not isinstance(actor, int) or named is None or named == actor)


class _Unseen(Attempt):
    """Lets go by what the writer does not see, which notes may leave out."""

    def __init__(self, past: Sequence[tuple[Any, str]]) -> None:
        super().__init__(past, Speech((), {}), "", ())

    def next_actor(self, origin: Stand) -> Actor:
        """Who does the next thing that the writer sees; None where the game is over."""
        run = origin.run(NotesTable(origin.setting, origin.seat, self))
        run.start()
        while (ask := run.wait) is not None:
            if not self.past and not isinstance(ask, Deal) and run.table.hears(ask.mask):  # type: ignore[attr-defined]
                return ask.actor
            run.hear()
        return None

    @override
    def _entry(self, question: Question, when: Any, unsaid: Any, table: NotesTable) -> Entry:
        if question.kind != "hidden":
            raise Beyond
        return Entry("hidden", question.about.seat, question.said)


def agreed(readers: Sequence[Reader]) -> Knowledge | None:
    """What is known at every place where the rules may stand; None where they speak of different things."""
    from deduce.rulebook.knowing import begun, statements

    tables = [reader.table for reader in readers]
    scopes = {
        (*map(id, (*table.declared, *table.handles, *table.rules)), *table.weights) for table in tables
    }
    if len(scopes) > 1:
        return None
    lists = [{_key(statement): statement for statement in statements(table)} for table in tables]
    common = [statement for key, statement in lists[0].items() if all(key in each for each in lists[1:])]
    return begun(tables[0]).learn(*common)


def _key(statement: Statement) -> Hashable:
    """Equal for statements that say the same of the same variables, however often that was worked out."""
    content = statement.content
    meant: Hashable = None
    if isinstance(content, Constraint):
        meant = content.likeness()
    elif isinstance(content, Weight):
        about = content.about()
        subject = content.subject() if about is None else id(about)
        meant = subject, tuple(content.ratios.items()), content.default
    meant = id(content) if meant is None else meant
    return meant, statement.text, statement.kind, statement.place
