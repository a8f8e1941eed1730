"""Long work spread over processes of this machine, or over a Dask cluster: the same results in any order.

Every piece of work is told by its own number and seed, never by what was done before it, so how many do the work
changes nothing but the time.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from numbers import Integral
from typing import Any, TypeVar

from deduce.ground.errors import GaveUp, MissingExtra, ProblemError

PATIENCE = 10
"""So many seconds a scheduler has to answer."""

LOOKED = 1.0
"""So many seconds lie between two looks of a worker process whether its leader still lives."""

T = TypeVar("T")
R = TypeVar("R")


def checked_jobs(jobs: object) -> int:
    """`jobs` if it is a number of worker processes: at least 1, or -1 for one a processor. Raises `ProblemError`."""
    if isinstance(jobs, bool) or not isinstance(jobs, Integral) or (jobs < 1 and jobs != -1):
        raise ProblemError(f"jobs must be at least 1, or -1 for one a processor, not {jobs!r}")
    return int(jobs)


def _end_with(leader: int) -> None:
    """In a worker process: end it soon after its leader was killed, which cannot tell its workers to go home."""

    def watch() -> None:
        while os.getppid() == leader:
            time.sleep(LOOKED)
        os._exit(1)

    threading.Thread(target=watch, name="watches the leader", daemon=True).start()


@contextmanager
def workers(jobs: int, parallel: Mapping[str, Any] | None) -> Iterator[Any]:
    """joblib, told who works. Raises `MissingExtra` without it, `GaveUp` when a worker process ended before its work.

    Args:
        jobs: Worker processes; -1 for one a processor.
        parallel: Arguments of ``joblib.parallel_config`` instead, such as ``{"backend": "dask"}``.
    """
    try:
        import joblib
        from joblib.externals.loky.process_executor import BrokenProcessPool
    except ImportError as error:
        raise MissingExtra("joblib", "arena", "working in several processes") from error
    # One thread in each worker: more of them than processors slow small numerical work down a lot.
    watched = {"initializer": _end_with, "initargs": (os.getpid(),)}
    config = (
        {"backend": "loky", "inner_max_num_threads": 1, **watched} if parallel is None else dict(parallel)
    )
    try:
        with joblib.parallel_config(**{"n_jobs": jobs, **config}):
            yield joblib
    except BrokenProcessPool as error:
        raise GaveUp(
            "a worker process was ended before its work was (by a person, or for want of memory); what was finished is "
            "kept where results are kept: fewer jobs need less memory"
        ) from error


def begun(start: Callable[[], R]) -> R:
    """What `start` returns, which starts worker processes: an interrupt of the terminal is no matter of theirs.

    A terminal sends it to everybody. Their leader ends them; what they would say of it themselves is a traceback each.
    """
    if threading.current_thread() is not threading.main_thread():
        return start()
    # A process that is started inherits what is ignored, nothing else.
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return start()
    finally:
        signal.signal(signal.SIGINT, before if before is not None else signal.SIG_DFL)


def spread(
    work: Callable[[T], R],
    items: Iterable[T],
    *,
    jobs: int = 1,
    parallel: Mapping[str, Any] | None = None,
) -> Iterator[R]:
    """The results of ``work(item)`` as they come, in any order; with one job, here and in order.

    `work` and the items travel to other processes. Raises what `work` raises, and what `workers` does.
    """
    if checked_jobs(jobs) == 1 and parallel is None:
        yield from map(work, items)
        return
    with workers(jobs, parallel) as joblib:
        runner = joblib.Parallel(return_as="generator_unordered", batch_size=1)
        yield from begun(lambda: runner(joblib.delayed(work)(item) for item in items))


@contextmanager
def dask(address: str | None) -> Iterator[Mapping[str, Any] | None]:
    """A client of the Dask scheduler at `address` while the block lasts: what to give as `parallel`; None for None.

    Raises `MissingExtra` without Dask, `ProblemError` where no scheduler answers.
    """
    if address is None:
        yield None
        return
    try:
        from distributed import Client
    except ImportError as error:
        raise MissingExtra("distributed", "dask", "working on a Dask cluster") from error
    try:
        client: Any = Client(address, timeout=PATIENCE)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, ImportError) as error:
        raise ProblemError(f"no Dask scheduler answers at {address!r}: {_short(error)}") from error
    with client:
        yield {"backend": "dask", "n_jobs": -1}


def _short(error: BaseException) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__
