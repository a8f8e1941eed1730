"""Options of commands are public: names, types, ranges and defaults are those that were approved."""

import inspect
from pathlib import Path
from typing import get_args, get_type_hints

from approved import assert_approved

from deduce.cli import GROUPS, command_of
from deduce.commands.declared import Argument


def told():
    lines = []
    for command in " ".join(" ".join(modules.values()) for modules in GROUPS.values()).split():
        function = command_of(command)
        hints = get_type_hints(function, include_extras=True)
        for name, parameter in inspect.signature(function).parameters.items():
            kind, declared = get_args(hints[name])
            what = declared.settings.get("metavar", name) if isinstance(declared, Argument) else ""
            names = what or " ".join(declared.names) or "--" + name.replace("_", "-")
            shown = kind.__name__ if isinstance(kind, type) and not get_args(kind) else str(kind)
            least, most = (declared.settings.get(end, "") for end in ("min", "max"))
            limits = f" {least}..{most}" if (least, most) != ("", "") else ""
            default = parameter.default
            default = str(default) if isinstance(default, Path) else default
            given = "" if default is parameter.empty else f" = {default!r}"
            lines.append(f"{command} {names}: {shown.replace('pathlib.', '')}{limits}{given}")
    return lines


def test_options_are_as_they_are_told():
    assert_approved("options", told())
