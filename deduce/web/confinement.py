"""What a worker may do while it answers: so much memory and processor time, and no file but the library's own.

The second wall behind `deduce.web.reading`: whatever a plug-in tries, Python refuses to open a file outside the
installed packages, to start a program, or to reach the network.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any, Final

from deduce.ground.errors import ProblemError

_FORBIDDEN: Final = (
    "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.forkpty",
    "socket.connect", "socket.bind", "socket.getaddrinfo", "os.remove", "os.rename", "os.mkdir", "os.rmdir",
    "os.chmod", "os.chown", "os.link", "os.symlink", "os.truncate", "shutil.rmtree", "ctypes.dlopen",
)  # fmt: skip


def confine(*, memory: int) -> None:
    """Confine this process for good; `memory` in bytes. Where the system has no such limits, Python's walls remain.

    From then on what is not allowed raises `ProblemError`.
    """
    try:
        import resource
    except ImportError:
        pass
    else:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    # A module that is imported later would be compiled into a file beside it.
    sys.dont_write_bytecode = True
    roots = tuple(str(root) for root in _roots())

    def watch(event: str, args: tuple[Any, ...]) -> None:
        if event == "open":
            _check_open(args, roots)
        elif event in _FORBIDDEN:
            raise ProblemError(f"{event} is not done here")

    sys.addaudithook(watch)


def budget(seconds: float) -> None:
    """Let this process use so much more processor time (rounded up to a second), and end it after that."""
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time() + seconds) + 2, hard))


def _roots() -> set[Path]:
    """Where code and shipped data lie: the import path, the interpreter, and the packages that are loaded."""
    import deduce

    found = {Path(sys.prefix), Path(sys.base_prefix), Path(deduce.__file__).parent}
    found |= {Path(entry) for entry in sys.path if entry and Path(entry).is_dir()}
    return {root.resolve() for root in found if root.resolve() != Path("/")}


def _check_open(args: tuple[Any, ...], roots: tuple[str, ...]) -> None:
    path, mode, flags = (*args, None, 0)[:3]
    if isinstance(path, int):
        return  # a file that is open already
    writes = (isinstance(mode, str) and set(mode) & set("wax+")) or (
        isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
    )
    named = os.fsdecode(path) if isinstance(path, str | bytes | os.PathLike) else str(path)
    real = os.path.realpath(named)
    if real in ("/dev/urandom", "/dev/null", "/dev/random"):
        return
    inside = any(real == root or real.startswith(root + os.sep) for root in roots)
    if writes or not inside:
        raise ProblemError("files are not opened here; only what the library ships can be named")
