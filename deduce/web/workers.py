"""Worker processes that answer requests one at a time, killed at the deadline and replaced.

Whoever asks gets an answer in any case: of the library, or a sentence on why there is none.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import queue
import signal
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any, Final

from deduce.web.answering import answer, failed
from deduce.web.confinement import budget, confine

_TICK: Final = 0.1
"""Seconds between looks at whether the asker has left."""
_AHEAD: Final = 10
"""So many answers before a worker is replaced, the next one is begun: nobody waits for its start."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one request may use.

    Attributes:
        seconds: Of the wall clock, for a request that does not ask for more itself.
        grace: Seconds beyond what a request asks for, until its worker is killed.
        processor: Of processor time; the clock of a request that asks for more time counts as well.
        memory: Bytes of address space of a worker.
        answers: A worker is replaced after so many, whatever happens, so that nothing can grow.
        answer_bytes: No answer is longer.
    """

    seconds: float = 10.0
    grace: float = 4.0
    processor: float = 20.0
    memory: int = 3 << 30
    answers: int = 500
    answer_bytes: int = 4 << 20


@dataclass(slots=True)
class _Worker:
    process: Any
    pipe: Connection
    answers: int = 0
    next: _Worker | None = None


@dataclass
class Workers:
    """Up to `count` processes. Safe to ask from several threads; each question occupies one process.

    Args:
        count: How many processes.
        limits: What one request may use.
        secret: Handed to the verbs that seal games in progress; the key of the running server.
        nice: Added to the processes' niceness, for work that may wait.
    """

    count: int
    limits: Limits = field(default_factory=Limits)
    secret: bytes = b""
    nice: int = 0
    killed: int = 0

    def __post_init__(self) -> None:
        method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
        # One thread a worker: the processes are the parallelism, and a fork must not meet foreign threads.
        for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
            os.environ.setdefault(name, "1")
        self._context = multiprocessing.get_context(method)
        if method == "forkserver":
            self._context.set_forkserver_preload(["deduce.web.warm"])
        self._idle: queue.Queue[_Worker | None] = queue.Queue()
        self._all: set[int] = set()
        self._live: dict[int, _Worker] = {}
        self._lock = threading.Lock()
        self._closed = False
        for _ in range(self.count):
            self._idle.put(None)

    def start(self) -> None:
        """Start all processes now and wait until each has answered once."""
        taken = [self._idle.get() for _ in range(self.count)]
        for worker in taken:
            self._idle.put(worker or self._begin())

    def ask(self, request: Mapping[str, Any], *, left: threading.Event | None = None) -> dict[str, Any]:
        """The answer to a request, waiting for a free process first.

        Args:
            request: As for `deduce.web.answer`.
            left: Set by the caller when nobody waits for the answer any more; then the process is killed.
        """
        worker = self._idle.get()
        try:
            if worker is not None and _gone(worker):
                worker = self._succeeded(worker)
            if worker is not None and not worker.process.is_alive():
                self._restarted()
            if worker is None:
                worker = self._begin()
            found = self._asked(worker, request, left)
            worker.answers += 1
            if found is not None and worker.answers < self.limits.answers:
                if worker.next is None and worker.answers >= self.limits.answers - _AHEAD:
                    worker.next = self._begin()
                return found
            successor = worker.next
            reason, worker = self._end(worker), successor
            return reason if found is None else found
        except (OSError, EOFError):
            worker = self._succeeded(worker) if worker is not None else None
            return failed("the answer could not be worked out; please ask again", "Stopped")
        finally:
            self._idle.put(worker)

    def close(self) -> None:
        """End all processes; questions still asked are answered with a sentence."""
        self._closed = True
        for worker in list(self._live.values()):
            _kill(worker)
            worker.process.join(5)
            worker.pipe.close()
        self._live.clear()

    @property
    def alive(self) -> int:
        """How many processes there are."""
        return sum(worker.process.is_alive() for worker in list(self._live.values()))

    def _restarted(self) -> None:
        """The fork server has died and its workers live on: the next one warms itself up while they answer."""
        if self._context.get_start_method() == "forkserver":
            from multiprocessing.forkserver import ensure_running

            with self._lock:
                ensure_running()

    def _begin(self) -> _Worker:
        if self._closed:
            raise OSError("the server has stopped")
        ours, theirs = self._context.Pipe()
        process = self._context.Process(  # type: ignore[attr-defined]
            target=_serve, args=(theirs, self.limits, self.secret, self.nice), daemon=True
        )
        process.start()
        theirs.close()
        worker = _Worker(process, ours)
        with self._lock:
            self._live[process.pid] = worker
        return worker

    def _succeeded(self, worker: _Worker) -> _Worker | None:
        """End a process that has failed; the one begun to replace it, if there is one."""
        with suppress(OSError, ValueError):
            self._end(worker)
        return worker.next

    def _asked(
        self, worker: _Worker, request: Mapping[str, Any], left: threading.Event | None
    ) -> dict[str, Any] | None:
        """The answer, or None when the process has ended or must end; `worker.process` then tells why."""
        worker.pipe.send_bytes(json.dumps(request).encode())
        end = time.monotonic() + self._allowed(request)
        while (rest := end - time.monotonic()) > 0:
            if left is not None and left.is_set():
                return None
            # The pipe ends with its worker; a process also seems to have ended when the fork server has.
            if wait([worker.pipe], min(rest, _TICK)):
                try:
                    found: dict[str, Any] = json.loads(worker.pipe.recv_bytes())
                except (EOFError, OSError):
                    worker.process.join(1)
                    return None
                return found
        return None

    def _allowed(self, request: Mapping[str, Any]) -> float:
        asked = request.get("time_limit")
        wanted = float(asked) if isinstance(asked, int | float) and not isinstance(asked, bool) else 0.0
        wanted = wanted if 0 < wanted <= 60 else 0.0
        return max(self.limits.seconds, wanted) + self.limits.grace

    def _end(self, worker: _Worker) -> dict[str, Any]:
        """End a process, and say why it gave no answer."""
        code = None if not _gone(worker) else worker.process.exitcode
        if code is None:
            _kill(worker)
            worker.process.join(5)
        with self._lock:
            self.killed += 1
            self._live.pop(worker.process.pid, None)
        worker.pipe.close()
        worker.process.close()
        if code is None:
            return failed(
                "there was no answer in the time a request may take, so it was stopped", "Stopped"
            )
        if hasattr(signal, "SIGXCPU") and code == -signal.SIGXCPU:
            return failed("this needs more processor time than a request may have", "Stopped")
        if code < 0:
            return failed("this needs more memory than a request may have, so it was stopped", "Stopped")
        return failed("the answer could not be worked out; please ask again", "Stopped")


def _gone(worker: _Worker) -> bool:
    """Whether a process that was not asked anything has ended: its end of the pipe has."""
    try:
        return worker.pipe.poll() and not worker.pipe.recv_bytes()
    except (EOFError, OSError):
        return True


def _kill(worker: _Worker) -> None:
    """End a process, also one whose fork server has died, of which nobody else can tell whether it lives."""
    with suppress(OSError):
        if hasattr(signal, "SIGKILL") and not _gone(worker):
            os.kill(worker.process.pid, signal.SIGKILL)
    worker.process.kill()


def _serve(pipe: Connection, limits: Limits, secret: bytes, nice: int) -> None:
    """The life of a process: read a request, answer it, until the server leaves."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    confine(memory=limits.memory)
    while True:
        try:
            request = json.loads(pipe.recv_bytes())
        except (EOFError, OSError):
            return
        budget(limits.processor)
        said = json.dumps(answer(request, secret=secret), ensure_ascii=False).encode(
            errors="backslashreplace"
        )
        if len(said) > limits.answer_bytes:
            said = json.dumps(failed("the answer is longer than a page can show", "TooLarge")).encode()
        pipe.send_bytes(said)
