"""`Rulebook`: a game written once, as its rulebook reads; all that a plug-in needs follows from its `rules`.

One file because it is one class: what an author may say beside the rules, each with its default.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, ClassVar, Self

from deduce.games.base import CHANCE, Advice, Answers, Game, Option, Player, chance_from, settle
from deduce.ground.compat import override
from deduce.ground.errors import ProblemError, RecordError
from deduce.ground.lazy import Later
from deduce.ground.reading import print_of
from deduce.ground.shown import Rows
from deduce.ground.wording import as_is, listing, passage, run, say, typed
from deduce.rulebook.faults import RulesError, where
from deduce.rulebook.heard import UNSHOWN, Entry, Event, Move, Unsure, between, heard_since, spelt

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from deduce.evidence import Statement
    from deduce.ground.report import Report
    from deduce.knowledge import Knowledge
    from deduce.language.variables import Variable
    from deduce.problem import Problem
    from deduce.records.features import Features
    from deduce.records.form import Event as FormEvent
    from deduce.records.record import Line, Record
    from deduce.rulebook.asks import Ask
    from deduce.rulebook.deeds import Done
    from deduce.rulebook.headings import Headings
    from deduce.rulebook.hurried import Hurried
    from deduce.rulebook.notes import Foretold, NotesReplay
    from deduce.rulebook.plain import Deeds
    from deduce.rulebook.reading import Reader
    from deduce.rulebook.run import Run
    from deduce.rulebook.sayings import Saying, Sayings
    from deduce.rulebook.setting import Setting
    from deduce.rulebook.state import State
    from deduce.rulebook.table import Table
    from deduce.rulebook.views import View
    from deduce.show.layers import Layer
    from deduce.worlds.base import Worlds

KEPT = 64
"""The settings of so many draws of players, options and data are kept, those used last."""


def _random() -> Player:
    from deduce.players.simple import random_player

    return random_player


@cache
def _names_used(kind: type) -> frozenset[str]:
    """The names that the functions of a class, those inside them and those of its modules that they call, ask for."""
    waiting = [
        each for base in kind.__mro__ for each in vars(base).values() if isinstance(each, FunctionType)
    ]
    seen: set[FunctionType] = set()
    found: set[str] = set()
    while waiting:
        function = waiting.pop()
        if function in seen:
            continue
        seen.add(function)
        codes = [function.__code__]
        for code in codes:
            found.update(code.co_names)
            codes += [each for each in code.co_consts if isinstance(each, CodeType)]
            called = [function.__globals__.get(name) for name in code.co_names]
            waiting += [
                each
                for each in called
                if isinstance(each, FunctionType) and not each.__module__.startswith("deduce.")
            ]
    return frozenset(found)


def _called(key: Any, names: Sequence[str]) -> str:
    """A key of a told set, by name where it is a seat; one that is not sure with a question mark."""
    if type(key) is Unsure:
        return f"{_called(key.key, names)}?"
    return names[key - 1] if type(key) is int and 0 < key <= len(names) else str(key)


class Rulebook(Game["State", "View", Any]):
    """A game as one class with one method, `rules`, and its `name`, `title` and `seats`.

    Beside these an author may set `options` and `words` (how notes say things), and override `load` (what a data file
    holds), `worlds` (a form of worlds of the game's own) and `sentence` (how what was heard is told).
    """

    options: Mapping[str, Option] = {}
    players: Mapping[str, Callable[[], Player]] = {"random": _random}
    best = "thinker"
    words: ClassVar[Mapping[str, Sequence[str]]] = {}
    """Other words for things: the game's own words, and for each what people say in their place; under ``""`` words that
    say nothing in this game (``"I bid 2 of 5"``)."""
    texts: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """What words of the game are called on the page, by language: verbs, slots of options, values (``{"de": {"bet":
    "setzt"}}``); a word without a text is shown as it is."""
    signs: ClassVar[Mapping[str, str]] = {}
    """Drawings that stand beside words of the game on the page: paths of strokes on a field of 24 by 24."""
    sheets: ClassVar[Sequence[tuple[Any, ...]]] = (("sheet", ("sheet",), "{outer} {inner}"),)
    """What the page shows of an answer: what it is called, the keys to it in the answer's data, and how the fact
    of a cell is written; which keys are the columns, if not the inner ones (`deduce.records.form.Sheet`)."""
    record_guide: Sequence[str] = (
        "One move a line, as its player: what was chosen, then what was told, in the order of the rules;",
        "before the first move what you were shown. A line that begins with ? is a turn nobody could read.",
    )

    @override
    def guide(self, names: Sequence[str], options: Mapping[str, Any], me: str) -> Sequence[str]:
        """The guide of the class; where it says nothing of this game, also lines of a game that chance has played."""
        if self.record_guide is not Rulebook.record_guide:
            return super().guide(names, options, me)
        from textwrap import shorten

        from deduce.rulebook.sample import sample_lines

        lines = [shorten(line, 150, placeholder=" ...") for line in sample_lines(self, names, options, me)]
        return [*self.record_guide, "Lines of another game, to go by:", *(f"  {line}" for line in lines)]

    def __new__(cls, *given: Any, **named: Any) -> Self:
        """A game; what it is made with tells it from others of its class, and is how it is made in other processes."""
        made = super().__new__(cls)
        made._made = given, named
        return made

    def __init__(self) -> None:
        self._settings: OrderedDict[Any, Setting] = OrderedDict()

    @override
    def __setattr__(self, name: str, value: Any) -> None:
        """As always; a variable is refused: it would be at hand in other runs, where it may not be dealt yet."""
        from deduce.language.variables import Family, Variable

        if isinstance(value, (Variable, Family)):
            raise RulesError(
                f"self.{name} = {value.name}: what rules keep on themselves reaches other runs; "
                f"keep it on the table, as t.keep.{name}",
                where(),
            )
        super().__setattr__(name, value)

    @abstractmethod
    def rules(self, t: Table) -> Any:
        """The rules, as a generator: `yield` marks the places where chance or a seat decides.

        Returns the scores, one number a seat, or a method with the same argument that goes on (``return self.turn``).
        """

    # What an author may override.

    def load(self, path: Any) -> Any:
        """What `t.data` is: made of the data file at `path`, or of the game's own where it is None.

        A game that does not say reads no data file, and refuses one.
        """
        if path is not None:
            raise ProblemError(
                f"{self.title} reads no data file, so {str(path)!r:.200} would change nothing"
            )
        return None

    def source(self, data: str | Path | None) -> Any:
        """What a data file is known by, for `load`: equal games have equal ones. By default its path."""
        return None if data is None else str(data)

    def world(self, view: View, rng: random.Random) -> Mapping[Any, Any] | None:
        """Values of the secrets that a view leaves open, by secret, drawn by what the game believes of them.

        None in a game all of whose hidden things are variables.
        """
        return None

    def prepare(self, setting: Setting) -> Any:
        """What `t.data` is where it hangs on the options or the number of players too; else what `load` gives."""
        return self.load(setting.path)

    def worlds(self, problem: Problem) -> Worlds | None:
        """The worlds of a problem of this game, in a form of its own; None has the library choose one."""
        return None

    def sentence(self, entry: Entry, names: Sequence[str]) -> str:
        """What was heard, in words: in those of the rules, which the game's `texts` call in other languages."""
        said, value = entry.said, entry.value
        who, what, worth = as_is(names[entry.seat - 1]) if entry.seat else "", typed(said), typed(value)
        if entry.kind == "choose":
            return run(who, ": ", what)
        if entry.kind == "hidden":
            return say(
                "{who} chooses unseen ({what})" if said else "{who} chooses unseen", who=who, what=what
            )
        if entry.kind == "show" and value is not UNSHOWN:
            return say("{what} is {worth}", what=what, worth=worth)
        if entry.kind == "show":
            return say("{what} is not shown", what=what)
        if entry.kind == "change" or (entry.kind == "say" and value is None):
            return what
        if entry.kind == "unseen":
            return typed(said.replace("{}", "?"))
        if entry.kind == "draw":
            return typed(said.replace("{}", str(value)) if "{}" in said else f"draw {value} {said}")
        if entry.kind == "held":
            return say("{worth} was in {what}", what=what, worth=worth)
        if entry.kind == "reveal":
            return run(what, ": ", listing([*map(typed, value)] or [typed("nothing")], ","))
        if entry.kind == "which":
            listed = " ".join(_called(key, names) for key in value)
            before, _, after = (said if "{}" in said else f"{said} {{}}").partition("{}")
            return run(
                typed(before.rstrip()),
                before[len(before.rstrip()) :],
                typed(listed or "nobody"),
                typed(after),
            )
        if value is UNSHOWN:
            return say("{what}: nothing to tell", what=what)
        return run(what, between(said), typed(("no", "yes")[value]) if isinstance(value, bool) else worth)

    headings: ClassVar[Headings | None] = None
    """How notes are kept, in a game whose table keeps a sheet by headings; then `words` is not asked."""

    def read_data(self, file: Path) -> Any:
        """What a data file that a record names is, for `source`."""
        return file

    def face(self, position: State | View) -> Any:
        """What this game's own code reads of a position: a frozen value with fields of the game's own; None for none.

        Its fields are attributes of the position too. Of a view it may tell what the view tells, and no more.
        """
        return None

    def move(self, text: str) -> Any:
        """The move of a text: a frozen value whose ``str`` is the text."""
        return Move(text)

    def mover(self, setting: Setting) -> Callable[[str], Any]:
        """How moves are made of their texts, where that hangs on options or data too; else `move`."""
        return self.move

    def in_words(self, view: State | View) -> str:
        """What a seat has heard and what lies on the table, as text; a whole position may be told shortly.

        As it stands: the text of its face, in a game that gives one.
        """
        from deduce.games.plain import in_line
        from deduce.rulebook.state import State

        if view.face is not None:
            return str(view.face)
        if isinstance(view, State):
            return repr(view)
        rows = [view.setting.sentence(entry) for entry in view.entries]
        rows += [run(typed(key), ": ", typed(in_line(value))) for key, value in view.table.items()]
        return passage(row for row in rows if row)

    # Notes that are no event of the rules.

    alone: ClassVar[bool] = False
    """Whether notes without a line ``players`` are those of somebody who plays alone."""
    paths: ClassVar[Mapping[str, str]] = {}
    """Options that may name a file beside the record, each with how the names of such files end."""

    def files(self, options: Mapping[str, Any], path: Any) -> Sequence[str | Path]:
        """The files that a game is made of: the data file, and those that options name. Changed ones are read anew."""
        named = [str(options.get(key, "")) for key in self.paths]
        found = [each for each, end in zip(named, self.paths.values(), strict=True) if each.endswith(end)]
        return [path, *found] if isinstance(path, str) else found

    def kept(self, setting: Setting) -> Iterable[str]:
        """Words that mean something in this game and are never skipped, however small they are."""
        return ()

    def features(self, setting: Setting) -> Sequence[Features]:
        """Things that notes and typed moves may name by some of their features, in any order: by colour and number.

        Where a line names one so, it is meant if it is the only one that can be chosen, or the only one there is.
        """
        return ()

    def reworded(self, text: str, setting: Setting, seat: int | None) -> str:
        """A line of a seat's notes (None: a complete record) with the game's own signs and sayings put into words."""
        made = setting.once("sayings", lambda: self._sayings(setting))
        return text if made is None else made(text)

    def spelt(self, text: str, reader: Reader) -> str:
        """A line as it is to be read where a reader stands; by default by its `deeds`, else `reworded`.

        Raises `RecordError`, with a column, at a word that is none of the game's; it may yet be a line typed in a hurry.
        Raises `Apart` (`deduce.rulebook.refusing`) where it says what no rule asks for, which is a `remark`.
        """
        deeds = self.deeds(reader.setting, reader.seat)
        if deeds is None:
            return self.reworded(text, reader.setting, reader.seat)
        from deduce.rulebook.plain import spelt

        return spelt(text, reader, deeds)

    def deeds(self, setting: Setting, seat: int | None) -> Deeds | None:
        """The reader of plain lines of a seat's notes (None: a complete record), from a table of what can be done.

        See `deduce.rulebook.plain`; None where lines are read by the rules alone.
        """
        return None

    def in_rules(self, done: Done, reader: Reader, deeds: Deeds) -> str:
        """What a line of a game with `deeds` tells, in the words of the rules, where a reader stands."""
        call = deeds.words.features.text
        return deeds.in_rules(done, call(done.thing), map(call, done.drawn))

    def aside(self, done: Done, line: Line, replay: NotesReplay) -> None:
        """Deal with what a line of a game with `deeds` tells beside the rules. Raises `RecordError`."""

    def refused(self, error: RecordError, line: Line, replay: NotesReplay) -> RecordError:
        """How it is told that the rules do not read a line, and what becomes of the notes behind it."""
        return error

    def hurried(
        self, text: str, setting: Setting, seat: int | None, table: Table
    ) -> Sequence[Sequence[str]]:
        """The plain lines that a line typed in a hurry may mean, the likeliest first; see `deduce.rulebook.hurried`.

        Asked where the rules do not read the line as it stands. They read what is offered, and take of the first lines
        that they can read what these say, if all of them say the same.
        """
        made = setting.once("phrasebook", lambda: self.phrasebook(setting))
        alone = setting.names[0] if len(setting.names) == 1 else ""
        writer = setting.names[seat - 1] if seat else alone
        return () if made is None else made.readings(text, setting.names, writer, table)

    def phrasebook(self, setting: Setting) -> Hurried | None:
        """The reader of hurried lines, from a table of the game's lines and words; see `deduce.rulebook.forms`."""
        return None

    said: ClassVar[Sequence[Saying]] = ()
    """What people say, and what it is in the words of the rules; see `deduce.rulebook.sayings`."""

    def sayings(self, setting: Setting) -> Sequence[Saying]:
        """What people say with these players and options; `said` by default."""
        return self.said

    def _sayings(self, setting: Setting) -> Sayings | None:
        said = self.sayings(setting)
        if not said:
            return None
        from deduce.rulebook.sayings import Sayings

        return Sayings(said, {"NAME": (*setting.names, "I", "me")})

    asides: ClassVar[Sequence[str]] = ()
    """Words with which lines begin that are no event of the rules: see `remark`."""
    also: ClassVar[Mapping[str, Sequence[str]]] = {}
    """Words of the rules, and for each what may stand for it where it is waited for, and only there."""
    unspoken: ClassVar[Sequence[str]] = ()
    """Words with which options begin that notes may leave out."""
    opens: ClassVar[str] = ""
    """The option that says who begins; else that is the first of the players."""
    joins: ClassVar[bool] = False
    """Whether a line that cannot be read by itself may be the rest of the line before it."""
    heads: ClassVar[Sequence[str]] = ()
    """Keys of the header that are the game's own; see `opening` and `foretell`."""
    elsewhere: ClassVar[Mapping[str, str]] = {}
    """Of keys that people write into the header by mistake, where they belong."""

    own_lines: ClassVar[bool] = False
    """Whether lines that begin with ``?`` are the game's own, else they mark a turn that nobody could read; then what is
    refused is told in its own words too (`refused`), and reading goes on behind."""
    reserved: ClassVar[Sequence[str]] = ("nobody", "none", "nothing")
    """Words of the notes that no player can be called."""
    _made: tuple[tuple[Any, ...], dict[str, Any]]

    @override
    def marked(self, line: str, names: Sequence[str]) -> str | None:
        # Lists are read no further than a mark; their lines complete each other, and wait for that.
        return None if self.own_lines or self.headings is not None else f"? {line}"

    @override
    def beginnings(self) -> Sequence[str]:
        told = self.headings
        return () if told is None else (*told.who, *(short.letter for short in told.shorts))

    def settings_of(self, record: Record, setting: Setting, me: int | None) -> Sequence[Setting]:
        """The settings in which a record may be read, best first; what the last one refuses is refused."""
        return (setting,)

    def opening(self, record: Record) -> Sequence[tuple[str, Line]]:
        """What lines of the header tell of the beginning, to be read before the first line of notes."""
        return ()

    def foretell(self, record: Record, setting: Setting, me: int | None) -> Foretold:
        """What lines tell that stand elsewhere than where the rules tell it. Raises `RecordError`."""
        from deduce.rulebook.notes import Foretold

        return Foretold()

    def remark(self, line: Line, replay: NotesReplay) -> bool:
        """Whether a line is no event of the rules; then it is dealt with here. Raises `RecordError`.

        What it says beside the events goes into `replay.remarks`, with how many events there have been (`View.remarks`).
        """
        deeds = self.deeds(replay.setting, replay.me)
        if deeds is None:
            return False
        from deduce.rulebook.plain import read_beside

        return read_beside(line, replay, deeds)

    def moves_ever(self, setting: Setting) -> Iterable[str]:
        """The texts of all moves that seats ever make, in a fixed order, where they can be listed.

        Then `actions` are these, and a refusal can name the rule: see `forbids`.
        """
        return ()

    def forbids(self, text: str, table: Table, wait: Ask | None) -> str:
        """The rule that forbids a move which is none of the choices now, in words; '' where there is nothing to say."""
        return ""

    def beside(self, remarks: Sequence[tuple[int, Any]], table: Table) -> Iterable[tuple[int, Statement]]:
        """What remarks (`View.remarks`) mean for knowledge: each statement with how many events there had been."""
        return ()

    def lines_of(self, run: Run) -> Mapping[int, str]:
        """The lines of notes for what is not written as the rules tell it, by the number of the event; '' for none.

        Of a complete record these are also moves whose first event is named, one line for several of them if need be.
        """
        return {}

    begins: ClassVar[Sequence[str]] = ()
    """Words of options with which a line of notes begins; others stand in the line of who chose before. None: each begins
    a line."""
    between: ClassVar[str] = ", "
    """What stands between what was done and what was told, where lines are written."""
    spoken: ClassVar[Mapping[str, str]] = {}
    """Words with which options begin, as lines say them of somebody: ``play``, *Ann plays*."""
    again: ClassVar[Mapping[str, str]] = {}
    """Words with which options begin that a line says once, and what stands in their place from then on."""

    in_turns: ClassVar[bool] = False
    """Whether seats take turns clockwise and a line of notes tells a whole one: then the page offers whole lines, behind
    what is done all that the rules tell, where else it asks step by step."""
    dealt: ClassVar[Mapping[str, str]] = {}
    """Keys of the header that tell cards dealt, each with how the zone's name begins; '' for those dealt into none."""

    def lines_beside(self, setting: Setting) -> Sequence[FormEvent]:
        """Where the page offers whole lines, those that no option of the rules begins."""
        return ()

    def layers(self, setting: Setting) -> Sequence[Layer]:
        """What cards of several words are drawn of on the page."""
        return ()

    def reads_back(self, text: str, last: State, seat: int | None) -> bool:
        """Whether a record, as it is written, is read as what happened, or as what `seat` heard of it."""
        from deduce.rulebook.writing import reads_back

        return reads_back(self, text, last, seat)

    def noted(self, event: Event, names: Sequence[str]) -> str:
        """What was told, as the writer of notes puts it behind what was done."""
        said = self.event_sentence(event, names)
        named = event.kind == "show" and event.name not in ("", "together")
        return f"{event.name} {said}" if named else said

    def header(self, position: State | View) -> Sequence[str]:
        """Lines of a record's header that tell how the game began."""
        return ()

    def missing(self, replay: NotesReplay) -> Iterable[str]:
        """What the writer saw and did not note, and what depends on it: a sentence each, with its line."""
        return ()

    def event_sentence(self, event: Event, names: Sequence[str]) -> str:
        """The sentence of an event of a run, as the seat of that run heard it."""
        if event.kind == "choose" and not event.said:
            return self.sentence(Entry("hidden", event.seat, event.name), names)
        shown = event.about if event.kind == "show" else None
        return self.sentence(spelt(Entry(event.kind, event.seat, event.said, event.value), shown), names)

    def reason(self, event: Event, key: Any, names: Sequence[str]) -> str:
        """The sentence with which knowledge quotes an event; of a told set what it says of one key."""
        return self.event_sentence(event, names)

    def slip(self, event: Event, key: Any) -> float:
        """The chance that a note of an event (of a told set: of one key) is wrong; it ranks repairs."""
        from deduce.evidence import DEFAULT_ERROR

        return DEFAULT_ERROR

    @property
    def lays_anew(self) -> bool:
        """Whether anything in this class shuffles or lays hidden values anew: then old notes may no longer hold."""
        return _names_used(type(self)) & {"shuffle", "rearrange"} != frozenset()

    # The contract, derived.

    @property
    def made_with(self) -> Hashable:
        """What this game was made with, by which it is told from others of its class; () for nothing.

        Where that has no hash, it is told by itself.
        """
        from deduce.rulebook.run import frozen

        made: Hashable = frozen(self._made) if any(self._made) else ()
        try:
            hash(made)
        except TypeError:
            return id(self)
        return made

    def setting(
        self, players: int, options: Mapping[str, Any], path: Any = None, names: tuple[str, ...] = ()
    ) -> Setting:
        """What all runs with these players, options and data share; the same object for the same arguments."""
        from deduce.rulebook.setting import Setting

        called = names or tuple(f"P{seat}" for seat in range(1, players + 1))
        files = tuple(map(print_of, self.files(options, path)))
        key = (players, tuple(sorted(options.items())), path, called, files)
        kept = self._settings
        found = kept.get(key)
        if found is None:
            if len(kept) >= KEPT:
                kept.popitem(last=False)
            found = kept[key] = Setting(self, players, options, path, called, files)
        with suppress(KeyError):  # another thread may have let it go
            kept.move_to_end(key)
        return found

    @override
    def new(
        self, *, players: int, seed: int | None = None, data: str | Path | None = None, **options: Any
    ) -> State:
        from deduce.rulebook.run import Run
        from deduce.rulebook.state import State

        checked = self.checked_options(options)
        setting = self.setting(self.checked_players(players), checked, self.source(data))
        state = State(Run.live(setting))
        return state if seed is None else settle(state, chance_from(seed))

    @override
    def watched(self) -> AbstractContextManager[None]:
        from deduce.rulebook.stuck import watched

        return watched()

    @override
    def actions(self, players: int, **options: Any) -> Sequence[str]:
        setting = self.setting(self.checked_players(players), self.checked_options(options))
        return tuple(self.moves_ever(setting)) or super().actions(players, **options)

    @override
    def parse(self, text: str, state: State | View) -> Any:
        from deduce.rulebook.state import State

        if not isinstance(text, str):
            raise ProblemError(f"a move is read from its text, not from {text!r:.200}")
        if isinstance(state, State):
            wait = state.run.wait
        else:
            from deduce.games.given import seen_of

            wait = seen_of(state).behind.wait
        if wait is None:
            raise RecordError("the game is over: no move is expected", column=1)
        if text.strip() and (meant := wait.read(text)) is not None:
            return state.setting.move(meant)
        if isinstance(state, State) and state.actor is not CHANCE:
            legal: Sequence[Any] = state.moves()
        else:
            legal = [move for move, _ in state.outcomes()] if isinstance(state, State) else state.moves
        exact = Move(
            text
        )  # names of variables may hold commas, which split words where moves are shortened
        if exact in legal:
            return exact
        if self.features(state.setting):
            from deduce.rulebook.featured import typed

            text = typed(text, legal, state.setting)
            if (menu := getattr(wait, "menu", None)) is not None and text in menu.all():
                return state.setting.move(text)
        return super().parse(text, state)

    @override
    def happened(self, before: View, after: View, actor: int, move: Any) -> Sequence[str]:
        """All that the seat has heard since; its own choices, where they are all it heard, are not told to itself."""
        said = [after.setting.sentence(entry) for entry in heard_since(before, after, actor)]
        return [each for each in said if each]

    @override
    def knowledge(self, view: View) -> Knowledge:
        from deduce.rulebook.resampling import known_of

        return known_of(view)

    @override
    def truth(self, state: State, knowledge: Knowledge) -> Mapping[Variable, Any]:
        from deduce.rulebook.resampling import truth_of

        return truth_of(state, knowledge.problem)

    @override
    def decided_by(self, view: View) -> Iterable[str]:
        log = view.behind.table.log
        return [event.handle.name for event in log if event.seat == view.seat and event.handle is not None]

    @override
    def audit(self, state: State, seat: int, kept: dict[int, Any] | None = None) -> None:
        """Run the rules behind the eyes of a seat: they must come to the same place, table and menu without the world."""
        from deduce.rulebook.auditing import audit

        audit(state, seat, kept)

    @override
    def resample(self, view: View, rng: random.Random) -> State:
        from deduce.rulebook.resampling import resampled

        return resampled(view, rng)

    @override
    def advise(self, view: View, *, rng: int = 0, time_limit: float | None = None) -> Sequence[Advice[Any]]:
        from deduce.players.thinking import advise

        return Rows(advise(self, view, rng=rng, time_limit=time_limit))

    @override
    def answers(self) -> Answers[Any]:
        """All from the rules; of notes under headings reading, writing and what can be tapped."""
        solve, why = Later("deduce.rulebook.answers:solve"), Later("deduce.rulebook.answers:why")
        advise = Later("deduce.rulebook.advising:advise")
        if self.headings is not None:
            return Answers(
                partial(Later("deduce.rulebook.sheets:read_sheet"), self),
                solve,
                why,
                advise,
                form=partial(Later("deduce.rulebook.sheet_forms:sheet_form"), self),
                upcoming=Later("deduce.rulebook.sheet_forms:sheet_upcoming"),
                write=Later("deduce.rulebook.sheet_forms:written_sheet"),
            )
        return Answers(
            partial(Later("deduce.rulebook.notes:read"), self),
            solve,
            why,
            advise,
            draw=Later("deduce.rulebook.answers:draw"),
            form=partial(Later("deduce.rulebook.fields:form"), self),
            upcoming=Later("deduce.rulebook.fields:upcoming"),
            write=partial(Later("deduce.rulebook.writing:written"), self),
            changed=Later("deduce.rulebook.answers:changed"),
            boards=Later("deduce.rulebook.answers:boards"),
        )

    @override
    def solve(self, record: Record, *, seat: int | None = None, until: str | None = None) -> Report:
        """See `Game.solve`. A line that is not understood stays as a turn that is not read."""
        from deduce.rulebook.answers import solve
        from deduce.rulebook.notes import read

        return solve(read(self, record, strict=False).upto(until), seat=seat)

    @override
    def __repr__(self) -> str:
        given, named = self._made
        values = [*map(repr, given), *(f"{name}={value!r}" for name, value in named.items())]
        return f"{type(self).__name__}({', '.join(values)})"

    def __reduce__(self) -> tuple[Any, ...]:
        given, named = self._made
        return partial(type(self), *given, **named), ()
