"""The entry points of a group, read from the files where installers write them.

`importlib.metadata` finds the same, and is asked wherever distributions lie in anything but folders; importing it takes
as long as an ordinary answer, since it brings the parser of e-mails along.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any


class Point:
    """One entry point: a name, and the object it stands for as ``module:attribute``."""

    __slots__ = ("_home", "name", "value")

    def __init__(self, name: str, value: str, home: Path | tuple[str, str] | None) -> None:
        self.name, self.value, self._home = name, value, home

    @property
    def module(self) -> str:
        """The module of the object."""
        return self.value.partition("[")[0].partition(":")[0].strip()

    @property
    def distribution(self) -> tuple[str, str] | None:
        """Name and version of the distribution it belongs to; None where it says neither."""
        if not isinstance(self._home, Path):
            return self._home
        told = {}
        for name in ("METADATA", "PKG-INFO"):
            file = self._home / name
            if file.is_file():
                head = file.read_text(encoding="utf-8", errors="replace").partition("\n\n")[0]
                told = dict(re.findall(r"^(Name|Version): *(.*?)\s*$", head, re.MULTILINE))
                break
        return (told["Name"], told["Version"]) if len(told) == 2 else None

    def load(self) -> Any:
        """The object. Raises whatever importing its module raises, and `AttributeError`."""
        found: Any = import_module(self.module)
        for attribute in self.value.partition("[")[0].partition(":")[2].strip().split("."):
            found = getattr(found, attribute) if attribute else found
        return found


def entry_points(group: str) -> list[Point]:
    """The entry points of a group in all installed distributions, in the order of ``sys.path``."""
    folders = [folder or "." for folder in dict.fromkeys(sys.path)]
    ordinary = all(map(_looks_into_folders, sys.meta_path))
    # Python itself lists an archive of its library that hardly any installation has: what is not there holds nothing.
    if not ordinary or any(
        folder.endswith((".egg", ".zip", ".whl")) and Path(folder).exists() for folder in folders
    ):
        return _asked(group)
    found: list[Point] = []
    seen: set[str] = set()
    for home in (home for folder in folders for home in _homes(folder)):
        # The first distribution of a name is the one that is imported.
        name = re.sub(
            r"[-_.]+", "_", home.rpartition("/")[2].partition("-")[0].removesuffix(".egg")
        ).lower()
        if name in seen:
            continue
        seen.add(name)
        try:
            with open(f"{home}/entry_points.txt", "rb") as file:  # noqa: PTH123 - see `_homes`
                written = file.read()
            text = written.decode() if group.encode() in written else ""
        except (OSError, ValueError):
            continue
        found += [Point(key, value, Path(home)) for key, value in _lines(text, group)]
    return found


def _looks_into_folders(finder: Any) -> bool:
    """Whether a finder finds no distributions but those in the folders of ``sys.path``.

    The backport `importlib_metadata` puts a finder of its own beside Python's, which finds the same: whoever imports it,
    as dask does, would otherwise make every look fifteen times as long.
    """
    return (
        finder is PathFinder
        or not hasattr(finder, "find_distributions")
        or type(finder).__module__ == "importlib_metadata"
    )


def _asked(group: str) -> list[Point]:
    from importlib import metadata

    return [
        Point(each.name, each.value, (each.dist.name, each.dist.version) if each.dist else None)
        for each in metadata.entry_points(group=group)
    ]


def _homes(folder: str) -> list[str]:
    """The folders of distributions' metadata, in the order in which a folder lists them.

    Hundreds may be installed: with `Path` looking through them takes twice as long.
    """
    try:
        found = os.listdir(folder)  # noqa: PTH208
    except OSError:
        return []
    return [f"{folder}/{each}" for each in found if each.endswith((".dist-info", ".egg-info"))]


def _lines(text: str, group: str) -> Iterator[tuple[str, str]]:
    """Names and values in the section of the group."""
    if group not in text:
        return
    section = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            section = line.strip("[] ")
        elif section == group and "=" in line and not line.startswith(("#", ";")):
            name, _, value = line.partition("=")
            yield name.strip(), value.strip()
