"""Where a package is not installed, a command says which one, or does without it; never a traceback."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from deduce.cli import PLAIN_DEPENDENCIES

ROOT = Path(__file__).parents[2]
PUZZLE = ("examples/pencil/slitherlink.txt", "--family", "slitherlink")
WITHOUT = """
import sys
absent = sys.argv.pop(1)
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == absent:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Absent())
from deduce.cli import main
main()
"""


def run(module, *words):
    command = [sys.executable, "-c", WITHOUT, module, *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("module", ["pysat", "numpy"])
def test_a_command_names_the_package_it_lacks(module):
    done = run(module, "unique", *PUZZLE)
    package = PLAIN_DEPENDENCIES[module]
    said = f"deduce: this needs {package}, which is not installed: pip install {package}\n"
    assert (done.returncode, done.stderr, done.stdout) == (2, said, "")


EACH = (
    WITHOUT.replace("from deduce.cli import main\nmain()", "")
    + """
import json, shlex
sys.path.insert(0, "tests")
from command_line import deduce
for line in sys.stdin:
    status, _, errors = deduce(*shlex.split(line))
    print(json.dumps([status, errors]))
"""
)
FAMILY = " ".join(PUZZLE)
SOLVERS = (
    *(f"{verb} {FAMILY}" for verb in ("steps", "hint", "candidates", "redundant", "repair", "unique")),
    "generate --family akari --size 4x4 --seed 1",
    "solve examples/entracte/forgotten_token.txt",
)
OTHERS = ("solve examples/entracte/evening.txt", "games shakespeare")


@pytest.mark.parametrize("module", ["pysat", "ortools"])
def test_every_command_names_what_it_lacks_or_does_without_it(module):
    lines = [*SOLVERS, *OTHERS]
    done = subprocess.run(
        [sys.executable, "-c", EACH, module],
        cwd=ROOT,
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=True,
    )
    found = dict(zip(lines, map(json.loads, done.stdout.splitlines()), strict=True))
    lacking = "deduce: this needs python-sat, which is not installed: pip install python-sat\n"
    for line in lines:
        if module == "pysat" and line in SOLVERS:
            assert found[line] == [2, lacking], line
        else:
            # A record that contradicts itself has status 1.
            assert found[line] == [int("forgotten" in line), ""], line


def test_so_does_its_json():
    done = run("pysat", "unique", *PUZZLE, "--json")
    assert done.returncode == 2
    assert json.loads(done.stdout)["kind"] == "MissingExtra"


@pytest.mark.parametrize("module", ["ortools", "constraint"])
def test_what_needs_no_solver_of_that_name_works_without_it(module):
    done = run(module, "unique", *PUZZLE)
    assert (done.returncode, done.stderr) == (0, "")


def test_every_plain_dependency_is_known():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = {line.partition(">")[0] for line in project["dependencies"]}
    assert set(PLAIN_DEPENDENCIES.values()) == needed
