"""The installed games: plug-ins of the entry-point group ``deduce.games``, found without importing them.

A plug-in is one line in a distribution's metadata::

    [project.entry-points."deduce.games"]
    entracte = "deduce_models.entracte:GAME"

A game that is still being written needs no distribution: the environment variable ``DEDUCE_GAMES`` names its file (or
several, parted as in ``PATH``); the file is called as the game, and has a ``GAME``.

The object named is a `Game`, or something callable without arguments that returns one (its class, for
instance). A game is imported when it is asked for, so one plug-in that cannot be imported costs the
others nothing: it is listed with its reason.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from deduce.games.base import PUBLIC, Game
from deduce.ground.errors import ProblemError, nearest
from deduce.ground.plugins import Point, entry_points

if TYPE_CHECKING:  # the library knows no game; whoever writes with one should have its types
    from deduce.rulebook import Move as TableMove
    from deduce.rulebook import State as TableState
    from deduce.rulebook import View as TableView
    from deduce_models.decrypto.rules.moves import DecryptoMove
    from deduce_models.enigma.rules.moves import EnigmaMove
    from deduce_models.entracte.rules.setup import EntracteMove
    from deduce_models.initiative.rules.moves import Move as InitiativeMove
    from deduce_models.initiative.rules.state import State as InitiativeState
    from deduce_models.initiative.rules.state import View as InitiativeView
    from deduce_models.shakespeare.rules.moves import Move as ShakespeareMove
    from deduce_models.shakespeare.rules.state import State as ShakespeareState
    from deduce_models.shakespeare.rules.views import View as ShakespeareView

    _Declared = Literal[
        "avalon",
        "battleship",
        "bulls_and_cows",
        "clue",
        "coup",
        "goofspiel",
        "guess_who",
        "hanabi",
        "kuhn",
        "leduc",
        "liars_dice",
        "love_letter",
        "mastermind",
        "minesweeper",
        "one_night_werewolf",
        "resistance",
        "skull",
        "verifiers",
        "wild_place",
    ]

GROUP = "deduce.games"
"""The entry-point group in which games are found."""

_loaded: dict[tuple[str, str], Game[Any, Any, Any]] = {}
_answered: dict[tuple[str, tuple[str, ...]], Game[Any, Any, Any]] = {}
"""What `game` has answered, by name and by where Python looked for distributions then."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One plug-in of the list: the game, or the reason why it cannot be used."""

    name: str
    source: str
    game: Game[Any, Any, Any] | None
    broken: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The entry as plain values for JSON."""
        return {
            "name": self.name,
            "source": self.source,
            "title": self.game.title if self.game else "",
            "players": list(self.game.seats) if self.game else [],
            "broken": self.broken,
        }


def names() -> tuple[str, ...]:
    """The names of all installed games, sorted; nothing is imported, so some may turn out broken."""
    return tuple(sorted(_found()))


def described() -> tuple[tuple[str, str, str], ...]:
    """Name, plug-in and a line about each installed game, sorted by name; no game is imported.

    The line is the first of the docstring of the plug-in's module, read from its file; empty where there is none.
    """
    return tuple(
        (
            name,
            _source(points),
            _docline(points[0].module) if len(points) == 1 else "several plug-ins offer this name",
        )
        for name, points in sorted(_found().items())
    )


def _docline(module: str) -> str:
    import ast

    try:
        origin = _file_of(module)
        if origin is None:
            return "cannot be used: there is no such module"
        said = ast.get_docstring(ast.parse(origin.read_text(encoding="utf-8")))
    # A stranger's package may do anything while it is found; that is its own trouble.
    except (Exception, SystemExit) as error:
        return f"cannot be used: {type(error).__name__}: {error}"
    return said.partition("\n")[0] if said else ""


def _file_of(module: str) -> Path | None:
    """The file of a module, found without importing the packages it lies in; None where there is none."""
    from importlib.util import find_spec

    top, *inner = module.split(".")
    spec = find_spec(top)
    if spec is None or not inner:
        return Path(spec.origin) if spec is not None and spec.origin else None
    for folder in spec.submodule_search_locations or ():
        place = Path(folder, *inner)
        for file in (place / "__init__.py", place.with_name(f"{place.name}.py")):
            if file.is_file():
                return file
    return None


def entries() -> tuple[Entry, ...]:
    """All installed games, sorted by name; each is imported, and broken ones carry their reason."""
    return tuple(_entry(name, points) for name, points in sorted(_found().items()))


@overload
def game(name: Literal["decrypto"]) -> Game[TableState, TableView, DecryptoMove]: ...
@overload
def game(name: Literal["enigma"]) -> Game[TableState, TableView, EnigmaMove]: ...
@overload
def game(name: Literal["entracte"]) -> Game[TableState, TableView, EntracteMove]: ...
@overload
def game(name: Literal["initiative"]) -> Game[InitiativeState, InitiativeView, InitiativeMove]: ...
@overload
def game(name: Literal["shakespeare"]) -> Game[ShakespeareState, ShakespeareView, ShakespeareMove]: ...
@overload
def game(name: _Declared) -> Game[TableState, TableView, TableMove]: ...
@overload
def game(name: str) -> Game[Any, Any, Any]: ...
def game(name: str) -> Game[Any, Any, Any]:
    """The installed game called `name`: the same object at every call.

    Raises `ProblemError` when no plug-in has that name (the message says which is nearest) and when its
    plug-in is broken (the message says how).
    """
    if not isinstance(name, str):
        raise ProblemError(f"a game is asked for by its name, such as 'entracte', not by {name!r:.60}")
    # Reading the metadata of every installed distribution takes ten times as long as an answer may.
    known = (name, tuple(sys.path))
    if known in _answered:
        return _answered[known]
    found = _found()
    if name not in found:
        if not found:
            raise ProblemError(f"there is no game {name[:60]!r}: no games are installed")
        raise ProblemError(f"there is no game {name[:60]!r}: {nearest(name, sorted(found))}")
    entry = _entry(name, found[name])
    if entry.game is None:
        raise ProblemError(f"the game {name!r} ({entry.source}) is broken: {entry.broken}")
    _answered[known] = entry.game
    return entry.game


FILES = "DEDUCE_GAMES"
"""The environment variable that names files of games."""


def _files() -> list[Point]:
    """The games whose files the environment names. Whoever sets it says that these files may run."""
    points = []
    for path in _named():
        if str(path.parent) not in sys.path:
            sys.path.append(str(path.parent))  # other processes find it the same way
        points.append(Point(path.stem, f"{path.stem}:GAME", None))
    return points


def _named() -> list[Path]:
    return [Path(named).resolve() for named in os.environ.get(FILES, "").split(os.pathsep) if named]


def _hidden(name: str) -> str:
    """Why the file of a game is not the module of its name; empty where it is."""
    path = next((path for path in _named() if path.stem == name), None)
    if path is None:
        return ""
    if not path.is_file():
        return f"there is no file {path}" if not path.is_dir() else f"{path} is a folder; name a file in it"
    from importlib.util import find_spec

    if (loaded := sys.modules.get(name)) is not None:
        other = getattr(loaded, "__file__", None) or "built in"
    else:
        spec = find_spec(name)
        other = spec.origin if spec is not None else None
    if other is None or Path(other).resolve() == path:
        return ""
    return f"Python has another module of that name ({other}): call the game and its file something else"


def _found() -> dict[str, list[Point]]:
    found: dict[str, list[Point]] = {}
    for point in [*entry_points(GROUP), *_files()]:
        rivals = found.setdefault(point.name, [])
        # An editable install beside its wheel lists the same line twice; that is one plug-in.
        if all(point.value != rival.value for rival in rivals):
            rivals.append(point)
    return found


def _entry(name: str, points: list[Point]) -> Entry:
    source = _source(points)
    if len(points) > 1:
        return Entry(name, source, None, "several plug-ins offer this name; uninstall all but one")
    key = (name, points[0].value)
    if key not in _loaded:
        try:
            _loaded[key] = _load(name, points[0])
        # Whatever a stranger's module does while it loads, SystemExit included, stays its own trouble.
        except (Exception, SystemExit) as error:
            return Entry(name, source, None, f"{type(error).__name__}: {error}")
    return Entry(name, source, _loaded[key])


def _source(points: list[Point]) -> str:
    """What the plug-ins of a name are, and whose."""
    told = [(each.value, each.distribution) for each in points]
    return " and ".join(f"{value} of {by[0]} {by[1]}" if by else value for value, by in told)


def _load(name: str, point: Point) -> Game[Any, Any, Any]:
    if point.distribution is None and (why := _hidden(name)):
        raise ProblemError(why)
    found = point.load()
    if not isinstance(found, Game) and callable(found):
        found = found()
    if not isinstance(found, Game):
        raise ProblemError(f"{point.value} gives {found!r}, not a deduce.games.Game")
    for attribute in ("name", "title", "seats", "options", "players"):
        if not hasattr(found, attribute):
            raise ProblemError(f"{type(found).__name__} sets no {attribute!r}")
    if found.name != name:
        called = "its entry point" if point.distribution else f"its file ({name}.py)"
        raise ProblemError(f"the game calls itself {found.name!r}; {called} must be called the same")
    return found


def picture_of(name: str, position: Any) -> str:
    """A state, a view or a replay of the game `name` as SVG, for a notebook: a position shows itself through its game.

    A state is drawn as the seat to move sees it, so that showing it gives nothing away; a replay as its writer does.
    """
    from deduce.records.replay import Replay

    found = game(name)
    if isinstance(position, Replay):
        draw = found.answers().draw
        return found.picture(position.view(), names=position.names) if draw is None else draw(position)
    if hasattr(position, "outcomes"):
        actor = position.actor
        position = position.view(actor if isinstance(actor, int) else PUBLIC)
    return found.picture(position)
