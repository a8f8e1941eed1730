"""An answer as every door gives it: text for a person, data for a program, a status for the shell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from deduce.ground.wording import Phrase


@dataclass(frozen=True, slots=True)
class Report:
    """An answer for a person (`text`) and for a program (`data`), with the command's exit status."""

    text: str
    data: Mapping[str, Any]
    status: int = 0

    def retold(self, tell: Callable[[str], str]) -> Report:
        """The report with its text, and every phrase in its data, as `tell` tells them."""
        return replace(self, text=tell(self.text), data=_retold(dict(self.data), tell))


def _retold(value: Any, tell: Callable[[str], str]) -> Any:
    if isinstance(value, Phrase):
        return tell(value)
    if isinstance(value, Mapping):
        return {key: _retold(each, tell) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_retold(each, tell) for each in value]
    return value
