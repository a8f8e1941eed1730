"""How a command declares its arguments, and reads them where they are plain: typer is loaded for everything else.

Typer costs as much to load as numpy. A command line of known long options with plain values is read here; help, errors,
completion, and whatever is spelt in another way go to typer, which is told the same declarations and has the last word.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from deduce.ground.strange import visible

_WHOLE, _DECIMAL = re.compile(r"[0-9]{1,15}"), re.compile(r"[0-9]{1,15}(\.[0-9]{1,15})?")


class _Declared:
    """Names and settings as `typer.Option` and `typer.Argument` take them."""

    def __init__(self, *names: str, **settings: Any) -> None:
        self.names, self.settings = names, settings

    def to_typer(self) -> Any:
        """The declaration as typer knows it."""
        import typer

        make: Any = getattr(typer, type(self).__name__)
        return make(*self.names, **self.settings)


class Option(_Declared):
    """A parameter with a name on the command line."""


class Argument(_Declared):
    """A parameter that stands by its place."""


def say(text: str, *, err: bool = False) -> None:
    """Print a line, at once, with what could steer a terminal made visible."""
    out = sys.stderr if err else sys.stdout
    if out is not None:
        shown = visible(text) + "\n"
        try:
            out.write(shown)
        except UnicodeEncodeError:  # a console of another alphabet
            out.write(shown.encode(out.encoding, "backslashreplace").decode(out.encoding))
        out.flush()


def ask(question: str, **settings: Any) -> str:
    """What a person at a terminal answers. Raises `KeyboardInterrupt` where there is no answer."""
    import typer

    try:
        return str(typer.prompt(question, **settings))
    except typer.Abort:
        raise KeyboardInterrupt from None


def _parameters(command: Callable[..., None]) -> dict[str, Any]:
    """The annotations of a command's parameters, evaluated."""
    scope = command.__globals__
    return {
        name: eval(text, scope) if isinstance(text, str) else text
        for name, text in command.__annotations__.items()
        if name != "return"
    }


def typed(command: Callable[..., None]) -> Callable[..., None]:
    """A copy of the command that declares its parameters as typer knows them."""
    from types import FunctionType
    from typing import Annotated, get_args

    copy = FunctionType(
        command.__code__, command.__globals__, command.__name__, command.__defaults__, command.__closure__
    )
    copy.__doc__ = command.__doc__
    for name, annotation in _parameters(command).items():
        kind, declared = get_args(annotation)
        copy.__annotations__[name] = Annotated[kind, declared.to_typer()]
    return copy


def given_plainly(command: Callable[..., None], words: Sequence[str]) -> dict[str, Any] | None:
    """What the command is called with; None where typer had better read the words. Nothing is refused here."""
    found = _split(_parameters(command), words)
    if found is None:
        return None
    every = command.__code__.co_varnames[: command.__code__.co_argcount]
    required = every[: len(every) - len(command.__defaults__ or ())]
    return found if all(name in found for name in required) else None


def _split(parameters: dict[str, Any], words: Sequence[str]) -> dict[str, Any] | None:
    places = [
        name for name, annotation in parameters.items() if isinstance(_declared(annotation), Argument)
    ]
    options = {
        _spelt(name, annotation): name for name, annotation in parameters.items() if name not in places
    }
    found: dict[str, Any] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word.startswith("--"):
            spelt, equals, value = word.partition("=")
            name = options.get(spelt, "")
            if not name:
                return None
            if _kind(parameters[name]) is bool:
                read: Any = None if equals else True
            else:
                if not equals:
                    value = rest.pop(0) if rest else "-"
                read = _read(parameters[name], value)
        else:
            name = places[0] if places else ""
            if name and _kind(parameters[name]) == list[str]:
                if not word or word.startswith("-"):
                    return None
                found.setdefault(name, []).append(word)
                continue
            read = _read(parameters.get(places.pop(0)), word, alone=True) if name else None
        if read is None or name in found:
            return None
        found[name] = read
    return found


def _declared(annotation: Any) -> Any:
    return annotation.__metadata__[0]


def _spelt(name: str, annotation: Any) -> str:
    names = _declared(annotation).names
    return next((each for each in names if each.startswith("--")), "") or "--" + name.replace("_", "-")


def _kind(annotation: Any) -> Any:
    """The type of a parameter, `None` left out; `list[str]` and the like stay what they are."""
    kind = annotation.__origin__
    several = [each for each in getattr(kind, "__args__", ()) if each is not type(None)]
    return several[0] if len(several) == 1 and type(None) in kind.__args__ else kind


def _read(annotation: Any, text: str, *, alone: bool = False) -> Any:
    """The value that a word stands for; None where that is not plain."""
    kind, settings = _kind(annotation), _declared(annotation).settings
    if not text or (text.startswith("-") and not (alone and text == "-")):
        return None
    if kind is str:
        return text
    if kind is Path:
        return Path(text)
    pattern = {int: _WHOLE, float: _DECIMAL}.get(kind)
    if pattern is None or not pattern.fullmatch(text):
        return None
    value = kind(text)
    return value if settings.get("min", value) <= value <= settings.get("max", value) else None
