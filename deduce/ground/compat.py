"""What newer Pythons have in their standard library, for the oldest one supported."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from functools import cached_property

    from typing_extensions import override
elif sys.version_info >= (3, 12):
    from functools import cached_property
    from typing import override
else:
    F = TypeVar("F")

    class cached_property:  # noqa: N801 - called as in functools
        """As in `functools`, which until Python 3.11 takes a lock that costs more than many an answer."""

        def __init__(self, work: Any) -> None:
            self.work, self.name, self.__doc__ = work, "", work.__doc__

        def __set_name__(self, owner: type, name: str) -> None:
            self.name = name

        def __get__(self, instance: Any, owner: type | None = None) -> Any:
            if instance is None:
                return self
            found = instance.__dict__[self.name] = self.work(instance)
            return found

    def override(method: F) -> F:
        """Mark a method as replacing one of its base class; see `typing.override`."""
        method.__override__ = True
        return method


__all__ = ["cached_property", "override"]
