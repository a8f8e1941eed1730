"""The page as files that need no server: Python is loaded into the browser's own workers (`static/python-worker.js`).

`write_site` writes the page's files, the library as an archive with its examples and entry points, `site.json`, which
says where Python comes from, and copies what is given of Pyodide. A folder is only written to if all that is in it was
written so before.
"""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Final
from urllib.parse import urlsplit

from deduce import __version__
from deduce.ground.errors import ProblemError
from deduce.ground.shown import Plain
from deduce.records.examples import examples_folder
from deduce.web.policy import POLICY, SLOW, STATIC

PYODIDE: Final = "https://cdn.jsdelivr.net/pyodide/v314.0.7/full/"
"""Where Python comes from unless it is said: the release that the worker was written for."""
PACKAGES: Final = ("numpy", "python-sat")
"""What the library needs of Pyodide's own packages."""
LIBRARY: Final = "library.zip"
SETTINGS: Final = "site.json"
_PLACE: Final = "pyodide/"
_CORE: Final = (
    "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"
)  # fmt: skip
_LEFT_OUT: Final = ("__pycache__", "static", "_examples")
_LEFT_OUT_ENDS: Final = (".so", ".dll", ".dylib", ".pyd", ".c", ".h", ".pyc")
_ONE_DAY: Final = (1980, 1, 1, 0, 0, 0)
"""The date of everything in the archive: the same library makes the same bytes."""


@dataclass(frozen=True, slots=True)
class Site(Plain):
    """What was written.

    Attributes:
        folder: Where.
        files: All files, by their paths inside the folder.
        pyodide: Where the page takes Python from: an address, or a folder of the site.
        size: In bytes.
    """

    folder: str
    files: tuple[str, ...]
    pyodide: str
    size: int


def write_site(folder: Path, *, pyodide: str = PYODIDE, wheels: Sequence[Path] = ()) -> Site:
    """Write the page into a folder.

    Args:
        folder: A new or empty one, or one that was written by this before; what is not written again goes.
        pyodide: An address that Pyodide is served from, or a folder that holds it, which is copied.
        wheels: Packages that are installed beside Pyodide's own, or in place of them, as files.

    Raises `ProblemError` where the folder holds anything else, and for what is no Pyodide or no wheel.
    """
    before = _written_before(folder)
    chosen = _wheels(wheels)
    packages = [name for name in PACKAGES if not any(_named(wheel.name) == name for wheel in chosen)]
    parts: dict[str, bytes | Path] = {**_page(), LIBRARY: _archive()}
    parts |= {f"wheels/{each.name}": each for each in chosen}
    base = pyodide
    if urlsplit(pyodide).scheme not in ("http", "https"):
        base = _PLACE
        parts |= {f"{_PLACE}{each.name}": each for each in _copied(Path(pyodide), packages)}
    elif not pyodide.endswith("/"):
        base = f"{pyodide}/"
    names = sorted([*parts, SETTINGS])
    settings = {
        "deduce": __version__, "pyodide": base, "packages": packages, "library": LIBRARY,
        "wheels": [f"wheels/{each.name}" for each in chosen], "slow": sorted(SLOW), "files": names,
    }  # fmt: skip
    parts[SETTINGS] = (json.dumps(settings, indent=1) + "\n").encode()
    for name in sorted(before - set(names)):
        (folder / name).unlink(missing_ok=True)
    for name, content in parts.items():
        _write(folder / name, content)
    size = sum((folder / name).stat().st_size for name in names)
    return Site(str(folder), tuple(names), base, size)


def _write(path: Path, content: bytes | Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Path):
            shutil.copyfile(content, path)
        else:
            path.write_bytes(content)
    except OSError as error:
        raise ProblemError(f"{path}: cannot be written: {error.strerror or error}") from error


def _written_before(folder: Path) -> set[str]:
    """The files of a former site in this folder. Raises `ProblemError` where there is anything else."""
    if not folder.exists():
        return set()
    if not folder.is_dir():
        raise ProblemError(f"{folder} is a file; a site is written into a folder")
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}
    try:
        known = set(json.loads((folder / SETTINGS).read_text(encoding="utf-8"))["files"])
    except (OSError, ValueError, TypeError, KeyError):
        known = set()
    foreign = sorted(there - known)
    if foreign:
        raise ProblemError(
            f"{folder} holds {foreign[0]}, which no site of deduce wrote; name a new or an empty folder"
        )
    return there


def _page() -> dict[str, bytes]:
    """The files of the page, whose head says that Python is in the browser and what may be loaded."""
    found = {
        path.relative_to(STATIC).as_posix(): path.read_bytes()
        for path in STATIC.rglob("*")
        if path.is_file()
    }
    said, wanted = b'<meta name="answers" content="server">', b'<meta name="answers" content="here">'
    # What only a server's head can say (who may frame the page) is left out of a page's own.
    policy = "; ".join(part for part in POLICY.split("; ") if not part.startswith("frame-ancestors"))
    told = f'<meta http-equiv="content-security-policy" content="{policy}">'.encode()
    head = found["index.html"]
    if said not in head:
        raise AssertionError("index.html does not say where answers come from")
    found["index.html"] = head.replace(said, told + b"\n" + wanted)
    return found


def _archive() -> bytes:
    """The library, its games and examples, and what says which games there are, for `unpackArchive`."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, content in sorted(_library()):
            archive.writestr(zipfile.ZipInfo(name, _ONE_DAY), content, zipfile.ZIP_DEFLATED)
    return held.getvalue()


def _library() -> Iterator[tuple[str, bytes]]:
    try:
        installed = distribution("deduce-games")
    except PackageNotFoundError as error:
        raise ProblemError(
            "deduce is not installed here (pip install), so nobody can tell which games there are"
        ) from error
    for name in ("METADATA", "entry_points.txt"):
        yield f"deduce_games-{__version__}.dist-info/{name}", (installed.read_text(name) or "").encode()
    # The games are a package of their own, which the entry points name.
    packages = {"deduce", *(each.module.partition(".")[0] for each in installed.entry_points)}
    for package in map(_folder_of, sorted(packages)):
        for path in package.rglob("*"):
            inside = PurePosixPath(package.name, *path.relative_to(package).parts)
            if (
                path.is_file()
                and not set(inside.parts) & set(_LEFT_OUT)
                and path.suffix not in _LEFT_OUT_ENDS
            ):
                yield str(inside), path.read_bytes()
    examples = examples_folder()
    for path in examples.rglob("*"):
        inside = PurePosixPath("deduce", "_examples", *path.relative_to(examples).parts)
        if path.is_file() and not set(inside.parts) & {"__pycache__"}:
            yield str(inside), path.read_bytes()


def _folder_of(package: str) -> Path:
    found = find_spec(package)
    if found is None or found.origin is None:
        raise ProblemError(f"the package {package} cannot be found, so the site would lack its games")
    return Path(found.origin).parent


def _wheels(wheels: Sequence[Path]) -> list[Path]:
    for wheel in wheels:
        if wheel.suffix != ".whl" or not wheel.is_file():
            raise ProblemError(f"{wheel}: expected a file that ends in .whl")
        if not wheel.stem.endswith(("wasm32", "none-any")):
            raise ProblemError(f"{wheel.name} is made for another machine; a browser takes wasm32 and any")
    return list(wheels)


def _named(wheel: str) -> str:
    """The package of a wheel, as Pyodide spells names."""
    return wheel.partition("-")[0].replace("_", "-").lower()


def _copied(folder: Path, packages: Sequence[str]) -> list[Path]:
    """The files of a Pyodide in a folder that the page needs. Raises `ProblemError` naming what is lacking."""
    wanted = list(_CORE)
    try:
        listed = json.loads((folder / "pyodide-lock.json").read_text(encoding="utf-8"))["packages"]
    except (OSError, ValueError, KeyError) as error:
        raise ProblemError(
            f"{folder}: expected the address of a Pyodide, or a folder that holds one (pyodide-lock.json)"
        ) from error
    asked = list(packages)
    while asked:
        name = asked.pop()
        if name not in listed:
            raise ProblemError(
                f"the Pyodide in {folder} has no package {name}; give its wheel with --wheel"
            )
        if listed[name]["file_name"] not in wanted:
            wanted.append(listed[name]["file_name"])
            asked += listed[name].get("depends", [])
    lacking = [name for name in wanted if not (folder / name).is_file()]
    if lacking:
        raise ProblemError(
            f"the Pyodide in {folder} lacks {', '.join(lacking)}; take its full distribution"
        )
    return [folder / name for name in wanted]
