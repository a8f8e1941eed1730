"""How long games are written: declared games beside OpenSpiel's, PettingZoo's and RLCard's own files for the same ones.

Run it: python -m benchmarks.lines [--sources FOLDER] [--json]. One rule for all: the lines of a game's own files that
are neither blank nor comment nor documentation (`#` and docstrings in Python, `//` and `/* */` in C++), headers with
their bodies; no tests, no shared base classes, no data. PettingZoo's files draw the table too. Python files of packages
that are installed are found by themselves. `FOLDER` holds unpacked sources of those that are not, or that come compiled:
``open_spiel-2.0.1``, ``rlcard-1.2.0``, ``hanabi_learning_environment-0.0.4`` (the last two by ``pip download --no-deps
--no-binary :all:``).
"""

from __future__ import annotations

import argparse
import ast
import json
import re
from importlib import metadata, util
from pathlib import Path
from typing import NamedTuple

PETTINGZOO, RLCARD = "pettingzoo/classic/rlcard_envs", "rlcard/games/leducholdem"
LEARNING = "hanabi_learning_environment/hanabi_lib"
SPIEL = "open_spiel/games/{0}/{0}.cc open_spiel/games/{0}/{0}.h"


class Peer(NamedTuple):
    """Another package's files for a game: its name there, the package, a sign of what they are written in."""

    package: str
    language: str
    files: str


PEERS: dict[str, list[Peer]] = {
    "kuhn": [
        Peer("open_spiel", "C++", SPIEL.format("kuhn_poker")),
        Peer("open_spiel", "Python", "open_spiel/python/games/kuhn_poker.py"),
    ],
    "leduc": [
        Peer("open_spiel", "C++", SPIEL.format("leduc_poker")),
        Peer("rlcard", "Python", f"{RLCARD}/*.py rlcard/envs/leducholdem.py"),
        Peer("pettingzoo", "Python, around RLCard's", f"{PETTINGZOO}/leduc_holdem.py"),
    ],
    "liars_dice": [Peer("open_spiel", "C++", SPIEL.format("liars_dice"))],
    "goofspiel": [Peer("open_spiel", "C++", SPIEL.format("goofspiel"))],
    "battleship": [
        Peer(
            "open_spiel",
            "C++",
            f"{SPIEL.format('battleship')} open_spiel/games/battleship/battleship_types.cc "
            "open_spiel/games/battleship/battleship_types.h",
        )
    ],
    "hanabi": [
        Peer(
            "hanabi_learning_environment",
            "C++",
            " ".join(f"{LEARNING}/hanabi_*.{end}" for end in ("cc", "h")),
        ),
        Peer("open_spiel", "C++, around the learning environment's", SPIEL.format("hanabi")),
        Peer(
            "pettingzoo",
            "Python, around the learning environment's",
            "pettingzoo/classic/hanabi/hanabi.py",
        ),
    ],
}
"""The games that the others have too, with all files that say what the game is."""


def counted(text: str, cpp: bool) -> int:
    """The lines of a source text that are neither blank nor comment nor documentation."""
    if cpp:
        text = re.sub(r'"(?:\\.|[^"\\\n])*"', '""', text)
        text = re.sub(r"/\*.*?\*/", lambda hit: "\n" * hit[0].count("\n"), text, flags=re.DOTALL)
        return sum(bool(line.partition("//")[0].strip()) for line in text.splitlines())
    said: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and type(node.value.value) is str
        ):
            said |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return sum(
        bool(line.strip()) and not line.lstrip().startswith("#") and number not in said
        for number, line in enumerate(text.splitlines(), 1)
    )


def found(package: str, files: str, sources: Path | None) -> tuple[str, list[Path]]:
    """The version of a package and its files that match; an empty list where it is not here."""
    roots: list[tuple[str, Path]] = []
    for folder in sorted(sources.glob(f"{package}-*")) if sources is not None else ():
        roots.append((folder.name.rpartition("-")[2], folder))
    spec = util.find_spec(package)
    if spec is not None and spec.origin is not None:
        roots.append((metadata.version(package), Path(spec.origin).parent.parent))
    for version, root in roots:
        hits = [path for pattern in files.split() for path in sorted(root.glob(pattern))]
        if hits:
            return version, hits
    return "", []


def rows(sources: Path | None) -> list[dict[str, object]]:
    """A row a game and package."""
    made: list[dict[str, object]] = []
    for name, peers in PEERS.items():
        own = Path(str(util.find_spec(f"deduce_models.tables.{name}").origin))  # type: ignore[union-attr]
        made.append(
            {"game": name, "package": "deduce", "language": "Python", "files": 1, "lines": _sum([own])}
        )
        for package, language, files in peers:
            version, paths = found(package, files, sources)
            if paths:
                named = f"{package} {version}"
                lines = _sum(paths)
                made.append(
                    {
                        "game": name,
                        "package": named,
                        "language": language,
                        "files": len(paths),
                        "lines": lines,
                    }
                )
    return made


def _sum(paths: list[Path]) -> int:
    return sum(counted(path.read_text(encoding="utf-8"), path.suffix != ".py") for path in paths)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sources", type=Path, help="a folder of unpacked sources")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    if asked.sources is not None and not asked.sources.is_dir():
        parser.error(f"{asked.sources} is no folder")
    table = rows(asked.sources)
    if asked.json:
        print(json.dumps(table, indent=1))
        return
    print("| game | package | written in | files | lines |\n|---|---|---|---|---|")
    for row in table:
        print("| " + " | ".join(map(str, row.values())) + " |")


if __name__ == "__main__":
    main()
