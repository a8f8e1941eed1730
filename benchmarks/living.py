"""Faults in living functions: tests are collected once; a forked process exchanges one function's code and runs them.

Importing and collecting take longer than most tests that detect a fault, so they are done once. The functions of a
module are found by their place; a fault whose function cannot be exchanged is planted in a copy of the sources instead.
"""

from __future__ import annotations

import ast
import functools
import gc
import importlib
import inspect
import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import CodeType, FunctionType
from typing import Any

from benchmarks.planting import TOP, Fault, folders
from benchmarks.reaching import NUMPY, Quick

__all__ = ["Collected", "collected", "exchanged"]


def _outermost(code: CodeType) -> Iterator[CodeType]:
    """The functions of a module and of its classes, in order, without those inside functions."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_flags & inspect.CO_OPTIMIZED:
                yield constant
            else:
                yield from _outermost(constant)


def _within(code: CodeType) -> list[CodeType]:
    """The functions inside a function, at any depth, in order."""
    inner = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return [found for each in inner for found in (each, *_within(each))]


def exchanged(fault: Fault) -> bool:
    """Give the functions that a fault changes their new code, and empty all caches; whether that was possible."""
    full = str(TOP / fault.file)
    text = (TOP / fault.file).read_text(encoding="utf-8")
    here = list(_outermost(compile(text, full, "exec", dont_inherit=True)))
    before = list(_outermost(compile(ast.unparse(ast.parse(text)), full, "exec", dont_inherit=True)))
    after = list(_outermost(compile(fault.text, full, "exec", dont_inherit=True)))
    if not len(here) == len(before) == len(after):
        return False
    control = not fault.before
    wanted = {
        (old.co_qualname, old.co_firstlineno): new
        for old, plain, new in zip(here, before, after, strict=True)
        if control or plain != new
    }
    if not wanted:
        return False
    # Functions made inside these before the fault came, such as those of a table made on import, have code of their own.
    inside: dict[tuple[str, int], CodeType] = {}
    for old, plain, new in zip(here, before, after, strict=True):
        if control or plain != new:
            parts = list(map(_within, (old, plain, new)))
            if len({len(part) for part in parts}) > 1:
                return False
            for mine, unchanged, changed in zip(*parts, strict=True):
                place = (mine.co_qualname, mine.co_firstlineno)
                if not control and unchanged != changed and place in inside:
                    return False  # which of two on one line it is, nobody could tell
                inside[place] = changed
    known = dict.fromkeys(wanted, 0)
    for thing in gc.get_objects():
        # A proxy that pretends to be a function is asked for nothing.
        if type(thing) is FunctionType and thing.__code__.co_filename == full:
            place = (thing.__code__.co_qualname, thing.__code__.co_firstlineno)
            new_code = wanted.get(place) or inside.get(place)
            if new_code is not None:
                try:
                    thing.__code__ = new_code
                except ValueError:  # the fault took out the only use of `super` or of an outer name
                    if not control:
                        return False
                if place in wanted:
                    known[place] += 1
        elif type(thing) is functools._lru_cache_wrapper:
            thing.cache_clear()
    return control or all(known.values())


class Collected:
    """The tests of a kind, collected; runs some of them in this process."""

    def __init__(self, session: Any, watch: _Watch) -> None:
        self.items = {item.nodeid: item for item in session.items}
        self.watch = watch

    def run(self, fault: Fault, tests: Sequence[str], seconds: Mapping[str, float]) -> int:
        """Plant a fault here and run tests until one fails; 0 when none does, 75 when it cannot be planted."""
        gc.unfreeze()  # functions that were set aside from the collector, as the tests do, would not be listed
        if not exchanged(fault):
            return 75
        self.watch.child = True
        plain = [name for name in tests if not name.startswith(NUMPY)]
        self._some(plain, plain, seconds)
        twins = [name for name in tests if name.startswith(NUMPY)]
        if twins:
            from deduce.kernels import using

            with using(False):
                self._some([name.removeprefix(NUMPY) for name in twins], twins, seconds)
        return 0

    def _some(self, names: Sequence[str], marked: Sequence[str], seconds: Mapping[str, float]) -> None:
        items = [self.items[name] for name in names]
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        for item, following, name in zip(items, [*items[1:], None], marked, strict=True):
            signal.setitimer(signal.ITIMER_PROF, 3 + 3 * seconds.get(name, 0.0))
            if hasattr(item, "_initrequest"):
                item._initrequest()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        signal.setitimer(signal.ITIMER_PROF, 0)


class _Watch:
    """A plug-in of pytest: does the work where tests would run, and ends a forked process at the first failure."""

    def __init__(self, work: Callable[[Collected], int]) -> None:
        self.work = work
        self.child = False
        self.status = 70

    def pytest_runtestloop(self, session: Any) -> bool:
        self.status = self.work(Collected(session, self))
        return True

    def pytest_runtest_logreport(self, report: Any) -> None:
        if self.child and report.failed:
            os.write(1, f"\nFAILED {report.nodeid}\n".encode())
            os._exit(1)


def collected(kind: str, files: Sequence[str], work: Callable[[Collected], int]) -> int:
    """Collect the tests of a kind in this process, import the files, and call `work` with them; what it returns."""
    import pytest

    os.chdir(TOP)
    for file in files:
        name = file.removeprefix("models/").removesuffix(".py").removesuffix("/__init__")
        importlib.import_module(name.replace("/", "."))
    watch = _Watch(work)
    arguments = ["-q", "-s", "--tb=line", "-p", "no:cacheprovider", "-o", "tmp_path_retention_policy=none"]
    status = pytest.main([*arguments, *folders(kind)], plugins=[watch, Quick(kind)])
    return watch.status or int(status == pytest.ExitCode.INTERRUPTED)
