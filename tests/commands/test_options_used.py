"""Options of commands: what nobody reads is found, and names, types, ranges and defaults are as they were approved."""

import ast
import inspect
import textwrap
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from approved import assert_approved

from deduce.cli import GROUPS, command_of
from deduce.commands.declared import Argument

COMMANDS = sorted(
    name for modules in GROUPS.values() for names in modules.values() for name in names.split()
)


def idle(source):
    """The parameters of a function that its body never reads."""
    function = ast.parse(textwrap.dedent(source)).body[0]
    read = {
        node.id
        for line in function.body
        for node in ast.walk(line)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }
    parameters = [*function.args.args, *function.args.kwonlyargs]
    return {parameter.arg for parameter in parameters} - read


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_of_a_command_is_read(name):
    assert idle(inspect.getsource(command_of(name))) == set()


def test_an_option_that_does_nothing_is_found():
    assert idle(
        'def new(game, json, seed=1):\n    "Tells of seed."\n    seed = 2\n    print(game, json)\n'
    ) == {"seed"}


def told():
    lines = []
    for command in COMMANDS:
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
