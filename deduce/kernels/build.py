"""Building the kernels: ``python -m deduce.kernels`` puts the library beside this file.

The same function serves the hook of the build backend, which loads this file by its path: it imports nothing of the
library. Where there is no compiler, or it fails, nothing is built and numpy does the work.

``--sanitize PATH`` builds with the address and undefined-behaviour sanitizers, for tests run as CONTRIBUTING.md says.
"""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).parent
SOURCE = HERE / "source"

NAME = "_kernels" + {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
"""The file name of the library on this platform; it serves every version of Python."""

SANITIZERS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-g", "-fno-omit-frame-pointer")

OF_SOURCES = "DEDUCE_KERNELS_OF_SOURCES"

SECONDS = 300


def of_sources() -> int:
    """A number of 31 bits that names the sources: a library that tells another one was built of others."""
    found = 0
    for path in sorted(SOURCE.glob("*.[ch]")):
        found = zlib.crc32(path.read_bytes(), found)
    return found & 0x7FFFFFFF


def command(target: Path, flags: Sequence[str] = ()) -> list[str]:
    """The compiler's command line: the environment's ``CC`` and ``CFLAGS``, or the platform's own compiler."""
    import shlex
    import sysconfig

    sources = [str(path) for path in sorted(SOURCE.glob("*.c"))]
    if sys.platform == "win32" and "CC" not in os.environ:
        return [
            "cl",
            "/nologo",
            "/O2",
            "/LD",
            f"/D{OF_SOURCES}={of_sources()}",
            *flags,
            *sources,
            f"/Fe:{target}",
        ]
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[:1]
    given = shlex.split(os.environ.get("CFLAGS", ""))
    shared = ["-dynamiclib"] if sys.platform == "darwin" else ["-shared"]
    # No contraction: a sum is rounded alike on every machine.
    plain = ["-std=c11", "-O3", "-fPIC", "-fvisibility=hidden", "-ffp-contract=off", "-Wall", "-Wextra"]
    plain.append(f"-D{OF_SOURCES}={of_sources()}")
    return [*compiler, *plain, *given, *flags, *shared, *sources, "-o", str(target), "-lm"]


def build(target: Path = HERE / NAME, flags: Sequence[str] = (), *, quiet: bool = True) -> Path | None:
    """Compile the library to `target`; None where that cannot be done. Never raises for want of a compiler."""
    import subprocess  # what every start of the library would pay for otherwise
    import tempfile

    try:
        # A reader of the old file keeps it: the new one takes its name when it is whole.
        with tempfile.TemporaryDirectory(dir=target.parent) as room:
            made = Path(room) / target.name
            done = subprocess.run(
                command(made, flags), capture_output=True, text=True, check=False, timeout=SECONDS, cwd=room
            )
            if not quiet:
                sys.stderr.write(done.stdout + done.stderr)
            if done.returncode or not made.exists():
                return None
            made.replace(target)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        if not quiet:
            sys.stderr.write(f"{error}\n")
        return None
    return target


def main(arguments: Sequence[str]) -> int:
    """Build, and say what came of it; 1 where nothing was built."""
    if arguments and (arguments[0] != "--sanitize" or len(arguments) != 2):
        sys.stderr.write("usage: python -m deduce.kernels [--sanitize PATH]\n")
        return 2
    made = build(Path(arguments[1]).resolve(), SANITIZERS, quiet=False) if arguments else build(quiet=False)
    sys.stdout.write(f"built {made}\n" if made else "no kernels were built; numpy does the work\n")
    return 0 if made else 1
