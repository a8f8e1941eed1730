"""Where small faults are planted, and which tests should notice: rooms, their sources, every fault of a room."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.faults import Source

__all__ = [
    "ROOMS",
    "SLOWER",
    "TOGETHER",
    "TOP",
    "Fault",
    "asked",
    "faults",
    "folders",
    "rewritten",
    "sources",
]

TOP = Path(__file__).parents[1]

GAMES = ("decrypto", "enigma", "entracte", "initiative", "shakespeare")

CONSTRAINTS = (
    "constraints",
    "adding",
    "facts",
    "relations",
    "reified",
    "comparisons",
    "calculation",
    "choices",
)
CALCULATION = tuple(
    sorted({file.stem for file in (TOP / "deduce" / "language").glob("*.py")} - {*CONSTRAINTS})
)
"""Every other module of the language."""
GROUND = ("evidence", "moved", "problem", "typing_plugin", "__init__")
"""What lies in `deduce` itself and has no room of its own."""
VERBS = (
    "answering",
    "local",
    "mending",
    "play_verbs",
    "policy",
    "puzzle_verbs",
    "reading",
    "record_verbs",
    "request",
    "sealing",
)
SERVER = tuple(
    f"deduce/web/{name}.py"
    for name in ("confinement", "connections", "limiting", "server", "site", "stocking", "warm", "workers")
)
"""Not measured: their tests run them in processes and threads of their own, where no fault is planted."""
REST = ("components", "knowledge", "records", "answers", "belief", "missions")
PLAY = ("advice", "players", "placement", "bound", "words", "game.py", "__init__.py")


def _modules(*names: str, room: str = "deduce") -> tuple[str, ...]:
    return tuple(f"{room}/{name}.py" for name in names)


def _rules(game: str) -> tuple[str, ...]:
    """The rules of a game: a room, and its rulebook where it is declared."""
    home = f"models/deduce_models/{game}"
    return tuple(path for path in (f"{home}/rules", f"{home}/rulebook.py") if (TOP / path).exists())


ROOMS: dict[str, tuple[str, tuple[str, ...]]] = {
    "worlds": ("core", ("deduce/worlds",)),
    "explain": ("core", ("deduce/explain",)),
    "knowledge": ("core", ("deduce/knowledge.py",)),
    "changes": ("core", ("deduce/changes.py",)),
    "constraints": ("core", _modules(*CONSTRAINTS, room="deduce/language")),
    "calculation": ("ground", _modules(*CALCULATION, room="deduce/language")),
    "ground": ("ground", ("deduce/ground", *_modules(*GROUND))),
    "kernels": ("ground", ("deduce/kernels",)),
    "graphs": ("graphs", ("deduce/graphs",)),
    "backends": ("backends", ("deduce/backends",)),
    "puzzles": ("puzzles", ("deduce/puzzles",)),
    "classics": ("classics", ("models/deduce_models/classics",)),
    "pencil": ("puzzles", ("models/deduce_models/pencil",)),
    "questions": ("questions", ("deduce/questions",)),
    "agents": ("agents", ("deduce/agents",)),
    "ciphers": ("words", ("deduce/ciphers", "deduce/vocabulary")),
    "records": ("evenings", ("deduce/records",)),
    "games": ("evenings", ("deduce/games", "deduce/conformance")),
    "rulebook": ("rulebook", ("deduce/rulebook",)),
    "tables": ("rulebook", ("models/deduce_models/tables",)),
    "arena": ("contests", ("deduce/arena", "deduce/players")),
    "bridges": ("bridges", ("deduce/bridges",)),
    "show": ("show", ("deduce/show",)),
    "web": ("web", ("deduce/web/__init__.py", *(f"deduce/web/{name}.py" for name in VERBS))),
    "commands": ("commands", ("deduce/commands", *_modules("cli", "__main__"))),
    **{f"{game}.rules": (game, _rules(game)) for game in GAMES},
    **{
        f"{game}.rest": (game, tuple(f"models/deduce_models/{game}/{room}" for room in REST))
        for game in GAMES
    },
    **{
        f"{game}.play": (f"{game}.play", tuple(f"models/deduce_models/{game}/{room}" for room in PLAY))
        for game in GAMES
    },
}
"""Rooms by name: the kind of tests that should notice, and the sources in which faults are planted, each in one room."""

TESTS: dict[str, tuple[str, ...]] = {
    "core": ("tests/worlds", "tests/core", "tests/explain", "tests/kernels", "tests/graphs"),
    "graphs": ("tests/graphs",),
    "classics": ("tests/questions", "tests/agents", "tests/puzzles/test_puzzles_classics"),
    "backends": ("tests/backends",),
    "questions": ("tests/questions",),
    "agents": ("tests/agents",),
    "words": ("tests/ciphers", "tests/vocabulary"),
    "evenings": ("tests/records",),
    "contests": ("tests/arena", "tests/players/test_players"),
    "rulebook": ("tests/rulebook", "tests/tables"),
    **{
        game: tuple(f"tests/{game}/test_{game}_{what}" for what in ("rules", "against", "golden"))
        for game in GAMES
    },
}
"""The tests that should notice, slow ones too, by kind: what their names begin with."""

QUICK: dict[str, tuple[str, ...]] = {
    "core": ("tests/agents", "tests/backends", "tests/puzzles", "tests/questions", "tests/show"),
    "ground": ("tests/core", "tests/kernels"),
    "graphs": ("tests/graphs",),
    "backends": ("tests/backends", "tests/explain"),
    "classics": ("tests/questions", "tests/agents", "tests/puzzles"),
    "puzzles": ("tests/puzzles", "tests/pencil"),
    "questions": ("tests/questions",),
    "agents": ("tests/agents",),
    "words": ("tests/ciphers", "tests/vocabulary"),
    "evenings": ("tests/records", "tests/games", "tests/conformance"),
    "contests": ("tests/arena", "tests/players"),
    "rulebook": ("tests/rulebook", "tests/tables"),
    "bridges": ("tests/bridges",),
    "show": ("tests/show",),
    "web": ("tests/web",),
    "commands": ("tests/commands", "tests/show"),
    **{game: (f"tests/{game}", "tests/games", "tests/conformance") for game in GAMES},
    **{f"{game}.play": (f"tests/{game}", "tests/players") for game in GAMES},
}
"""Folders of tests that may notice, by kind: without the slowest (``tests/slow.txt``) and, for a game, of another."""


TOGETHER = "together"
"""A kind that is every room's: any test of any folder may notice, the quickest ones only."""

QUICK[TOGETHER] = tuple(
    dict.fromkeys(
        "/".join(place.split("/")[:2]) for places in (*TESTS.values(), *QUICK.values()) for place in places
    )
)

SLOWER = "slower"
"""The same folders: the tests that take longer than those of `TOGETHER`, for what survived these."""

QUICK[SLOWER] = QUICK[TOGETHER]

SERVED = tuple(f"tests/web/test_{what}" for what in ("browser", "fuzz", "server", "taps", "workers"))
"""Tests of the server and in a browser: in other processes, where no fault is planted."""


def asked(kind: str, test: str, slow: AbstractSet[str]) -> bool:
    """Whether a test of the folders is run for faults of a kind: none that is slow, or, of `SLOWER`, only these."""
    if test.startswith(TESTS.get(kind, ())):
        return True
    if bool({test, test.partition("[")[0]} & slow) is not (kind == SLOWER) or test.startswith(SERVED):
        return False
    game = kind.partition(".")[0]
    return game not in GAMES or game in test or not any(other in test for other in GAMES)


def folders(kind: str, compiled: bool = True) -> list[str]:
    """Where the tests lie; those of others are not run once more without kernels."""
    return [*(TESTS[kind] if kind == "core" else ()), *(QUICK[kind] if compiled else ())]


@dataclass(frozen=True)
class Fault:
    """One fault: its file, its lines, what was there and what is there now, and the file's new text.

    `imported` tells a line that is run when the module is imported, before any test; `twin` how many places before it on
    the line read the same.
    """

    file: str
    line: int
    last: int
    where: str
    before: str
    after: str
    text: str
    imported: bool = False
    twin: int = 0

    @property
    def key(self) -> str:
        """What names it in a file of results."""
        twin = f" (number {self.twin + 1} of the line)" if self.twin else ""
        return f"{self.file}:{self.where}:{self.line}: {self.before} -> {self.after}{twin}"


def sources(room: str) -> list[str]:
    """The files of a room, in order."""
    found: list[str] = []
    for place in ROOMS[room][1]:
        path = TOP / place
        files = sorted(path.rglob("*.py")) if path.is_dir() else [path] if path.exists() else []
        found += [str(file.relative_to(TOP)) for file in files if file.stat().st_size > 120]
    return found


def faults(room: str, seed: int) -> Iterator[Fault]:
    """Every fault of a room once, in an order that the seed decides."""
    modules = {file: Source((TOP / file).read_text(encoding="utf-8")) for file in sources(room)}
    every = [(file, *spot) for file, module in modules.items() for spot in module.candidates()]
    random.Random(f"{room}/{seed}").shuffle(every)
    seen = {str(module) for module in modules.values()}
    for file, place, change in every:
        module = modules[file]
        found = module.planted(place, change)
        if found is None or found[2] in seen:
            continue
        seen.add(found[2])
        node: Any = module.nodes[place]
        twin = sum(_alike(node, other) for other in module.nodes[:place])
        where, imported = module.around(place)
        yield Fault(file, node.lineno, node.end_lineno, where, *found, imported, twin)


def _alike(one: Any, other: Any) -> bool:
    """Whether two places read the same and are on the same line."""
    return (
        type(one) is type(other) and one.lineno == other.lineno and ast.unparse(one) == ast.unparse(other)
    )


def rewritten(room: str) -> Iterator[Fault]:
    """The control: one file of the room that has a function, written anew from its syntax tree, is no fault."""
    for file in sources(room):
        text = (TOP / file).read_text(encoding="utf-8")
        if "def " not in text:
            continue
        yield Fault(file, 1, text.count("\n"), "module", "", "", ast.unparse(ast.parse(text)))
        return
