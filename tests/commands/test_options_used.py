"""An option of a command does something: what nobody reads is found."""

import ast
import inspect
import textwrap

import pytest

from deduce.cli import GROUPS, command_of

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
