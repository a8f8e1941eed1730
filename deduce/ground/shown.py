"""Values that show themselves in a notebook and as a table. How they look is decided in `deduce.show.faces`."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields
from importlib import import_module
from numbers import Number
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from deduce.ground.errors import MissingExtra, ProblemError
from deduce.ground.reading import write_text


class Shown:
    """Has a picture: a notebook draws it."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        from deduce.show.faces import picture

        return picture(self)


class Told:
    """Has a text with its parts set off: a notebook prints it so."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from deduce.show.faces import html

        return html(self)


class Plain:
    """A dataclass that gives itself as plain values: what `plainly` names, else its fields but for those not compared."""

    __slots__ = ()

    plainly: ClassVar[str] = ""

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON by name; a number that is infinite or unknown becomes None."""
        names = self.plainly.split() or [each.name for each in fields(self) if each.compare]  # type: ignore[arg-type]
        return {name: _plain(getattr(self, name)) for name in names}


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, (str, Number)):
        return value
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, (tuple, list)) and not hasattr(value, "_fields"):
        return [_plain(each) for each in value]
    return str(value)


T = TypeVar("T")


class Rows(list[T], Shown):
    """A list of answers of one kind: an ordinary list that a notebook draws, and that gives plain values or a table."""

    __slots__ = ()

    def to_dict(self) -> list[dict[str, Any]]:
        """Each answer as plain values for JSON."""
        return [each.to_dict() for each in self]  # type: ignore[attr-defined]

    def to_frame(self) -> Any:
        """A pandas data frame with one answer a row; nested values have names such as ``statement.text``.

        Raises `MissingExtra` without pandas.
        """
        return frame(self.to_dict())


def frame(rows: list[dict[str, Any]]) -> Any:
    """Plain values as a pandas data frame, a row each. Raises `MissingExtra`."""
    try:
        pandas: Any = import_module("pandas")
    except ImportError as error:
        raise MissingExtra("pandas", "frames", "a table as a data frame") from error
    return pandas.json_normalize(rows)


def write_svg(path: str | Path, document: str) -> None:
    """Write a picture to a file. Raises `ProblemError` where that is not possible."""
    try:
        write_text(path, document + "\n")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ProblemError(f"{path}: the picture cannot be written: {reason}") from error
