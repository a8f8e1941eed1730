"""Names that are imported when they are first used, so that importing a package or asking one question is cheap."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from sys import modules
from typing import Any


def exports(package: str, homes: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The functions ``__getattr__`` and ``__dir__`` of a package that offers names of other modules.

    Args:
        package: The package's ``__name__``.
        homes: For each module the names it gives, separated by spaces; ``name=other`` offers `other` as `name`.

    What they make raises `AttributeError` for a name that is not offered.
    """
    home = {
        offered: (module, own or offered)
        for module, names in homes.items()
        for offered, _, own in (name.partition("=") for name in names.split())
    }

    def get(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, own = home[name]
        value = getattr(import_module(module), own)
        setattr(modules[package], name, value)
        return value

    def listed() -> list[str]:
        return sorted({*vars(modules[package]), *home})

    return get, listed


class Later:
    """The function ``"package.module:name"``, whose module is imported when it is first called.

    As an attribute of a class it is a method that does not ask who is asked.

    Args:
        where: Module and name.
        of: The attribute in whose place arguments stand that have it: the function gets that.
        gives: Makes what is given of what the function gives.
    """

    __slots__ = ("gives", "of", "where")

    def __init__(self, where: str, *, of: str = "", gives: Callable[[Any], Any] | None = None) -> None:
        self.where, self.of, self.gives = where, of, gives

    def load(self) -> Any:
        """The function itself, or whatever it is."""
        module, _, name = self.where.partition(":")
        return getattr(import_module(module), name)

    def __call__(self, *arguments: Any, **settings: Any) -> Any:
        """What the function gives."""
        if self.of:
            arguments = tuple([getattr(each, self.of, each) for each in arguments])
            settings = {name: getattr(each, self.of, each) for name, each in settings.items()}
        found = self.load()(*arguments, **settings)
        return found if self.gives is None else self.gives(found)


class Held:
    """A class attribute that stands in a module of its own."""

    def __init__(self, where: str) -> None:
        self._later = Later(where)

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        return self._later.load()


def held(where: str) -> Any:
    """A class attribute ``"package.module:NAME"``, whose module is imported when it is first asked for."""
    return Held(where)
