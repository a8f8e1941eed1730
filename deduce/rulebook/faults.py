"""Errors of rules: one sentence, with the line of the author's code that made them."""

from __future__ import annotations

import dis
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from types import FrameType, GeneratorType
from typing import Any

from deduce.ground.errors import ProblemError

_HERE = str(Path(__file__).parent)


class RulesError(ProblemError):
    """Rules of a `Rulebook` that say what rules cannot; `place` is the ``file:line`` of the author's code."""

    def __init__(self, message: str, place: str = "") -> None:
        self.place, self.message = place, message
        super().__init__(f"{place}: {message}" if place else message)

    def standing(self, place: str) -> RulesError:
        """The same with the place at which the rules stand: where a menu is made later, nobody of theirs calls."""
        return RulesError(self.message, place or self.place)


class Stopped(BaseException):
    """Rules were stopped from outside, for what is `said`, at a `place`; no `except Exception` of theirs holds it up."""

    said = "the rules were stopped"
    place = ""

    def error(self) -> RulesError:
        """It as an error of the rules, raised where they were."""
        return RulesError(self.said, self.place).with_traceback(self.__traceback__)


def where() -> str:
    """The line outside of this room that called into it, as ``file:line``.

    Empty where rules yielded what does so for them: the run that goes on with it knows where they stand.
    """
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith(_HERE):
        if frame.f_code.co_name == "_go":
            return ""
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}" if frame is not None else ""


def place_of(stack: Iterable[GeneratorType[Any, Any, Any]]) -> str:
    """The line at which rules under way stand: the innermost generator that is not one of ours."""
    for generator in reversed(list(stack)):
        while isinstance(inner := generator.gi_yieldfrom, GeneratorType):  # `yield from` one of their own
            generator = inner
        frame = generator.gi_frame
        if frame is not None and not frame.f_code.co_filename.startswith(_HERE):
            return f"{frame.f_code.co_filename}:{frame.f_lineno}"
    return ""


def placed(error: BaseException) -> str:
    """The innermost line outside of this room in the traceback of `error`."""
    import traceback

    found = ""
    for frame, line in traceback.walk_tb(error.__traceback__):
        name = frame.f_code.co_filename
        if not name.startswith(_HERE) and frame.f_code.co_flags & 0x20:  # a generator: the rules themselves
            found = f"{name}:{line}"
    return found


def returning(ended: GeneratorType[Any, Any, Any]) -> str:
    """The line at which rules that are over returned; all lines at which they may have, where there are several."""
    code = ended.gi_code
    lines = {
        each.positions.lineno
        for each in dis.get_instructions(code)
        if each.opname in ("RETURN_VALUE", "RETURN_CONST") and each.positions is not None
    }
    return f"{code.co_filename}:{' or '.join(map(str, sorted(line for line in lines if line)))}"


class Untold:
    """What rules get where not everybody was told: nothing can be read off it, so nothing can branch on it."""

    __slots__ = ("what",)

    def __init__(self, what: str) -> None:
        self.what = what

    def _refuse(self, *_: object) -> Any:
        raise RulesError(
            f"{self.what} was not told to everybody, so the rules may not look at it; tell() or show() it to "
            "EVERYBODY first, or make it the condition of an option",
            where(),
        )

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __bool__ = __iter__ = __len__ = __getitem__ = (
        _refuse
    )
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __int__ = __float__ = __index__ = _refuse
    __str__ = __contains__ = __call__ = __invert__ = __and__ = __or__ = _refuse
    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{self.what}: not told to everybody>"


def as_called(error: Exception, table: object) -> str:
    """What an error says; a method of `t` is called so, and not by the class of ours that has it."""
    if isinstance(error, ProblemError):
        return str(error)
    ours = "|".join(each.__name__ for each in type(table).__mro__)
    return re.sub(rf"^(?:{ours})\.(?=\w+\(\) )", "t.", str(error))
