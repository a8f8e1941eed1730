"""Command lines that are read without typer mean what typer says; and what starting a command does not load."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from deduce.cli import GROUPS, command_of
from deduce.commands.declared import given_plainly, typed

ROOT = Path(__file__).parents[2]
NAMES = [name for modules in GROUPS.values() for names in modules.values() for name in names.split()]
WORDS = [
    "--json", "--seat", "1", "0", "-1", "--time-limit", "2.5", "--time-limit=3", "--until", "day 2", "-", "--", "",
    "--no-minimal", "--minimal", "--svg", "a.svg", "a.txt", "--n", "-n", "1e3", "1_0", "--jobs=-1", "--limit", "2",
    "--strength", "9", "--help", "--json=yes", "--seed", "--from", "--open", "--port", "70000", "Ann has x", "--so-far",
]  # fmt: skip


def by_typer(name: str, words: list[str]) -> dict[str, object] | None:
    """What typer calls the command with; None where it does not come to that."""
    command = command_of(name)
    assert command is not None
    called: list[dict[str, object]] = []
    copy = typed(command)
    names = copy.__code__.co_varnames[: copy.__code__.co_argcount]
    scope = {"called": called}
    # A command of the same declarations that only notes what it is called with.
    exec(f"def {name}({', '.join(names)}):\n    called.append(locals())", scope)
    noting = scope[name]
    noting.__annotations__, noting.__defaults__ = copy.__annotations__, copy.__defaults__  # type: ignore[attr-defined]
    app = typer.Typer(add_completion=False)
    app.command()(noting)  # type: ignore[type-var]
    CliRunner().invoke(app, words)
    return called[0] if called else None


@given(st.sampled_from(NAMES), st.lists(st.sampled_from(WORDS), max_size=6))
def test_plain_words_mean_what_typer_says(name: str, words: list[str]) -> None:
    command = command_of(name)
    assert command is not None
    found = given_plainly(command, words)
    if found is None:
        return
    told = by_typer(name, words)
    assert told is not None
    defaults = dict(zip(reversed(told), reversed(command.__defaults__ or ()), strict=False))
    assert {**defaults, **found} == told


@pytest.mark.parametrize(
    "words",
    [
        "solve a.txt",
        "solve a.txt --seat 2 --json --time-limit 5",
        "why a.txt 'Ann' --until=12",
        "games",
        "games enigma",
        "unique a.toml --limit 3",
        "advise - --seed 7",
        "generate a.toml --n 2 --results b.jsonl",
        "play entracte --against random",
    ],
)
def test_ordinary_words_need_no_typer(words: str) -> None:
    name, *rest = words.replace("'", "").split()
    command = command_of(name)
    assert command is not None
    assert given_plainly(command, rest) is not None


def loaded(*words: str) -> set[str]:
    """The modules loaded when a command has ended."""
    code = (
        "import sys, io\nfrom deduce.cli import main\nsys.stdout = io.StringIO()\ntry:\n    main()\n"
        "except SystemExit:\n    print(*sys.modules, file=sys.__stdout__)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return set(done.stdout.split())


def test_what_starting_does_not_load() -> None:
    heavy = {
        "typer",
        "rich",
        "pydantic",
        "click",
        "pysat",
        "ortools",
        "constraint",
        "joblib",
        "dask",
        "scipy",
    }
    for words in (["solve", "examples/entracte/evening.txt"], ["unique", "examples/puzzles/cinema.toml"]):
        assert not loaded(*words) & heavy, words
    games = loaded("games")
    assert not games & (heavy | {"numpy"})
    assert not [module for module in games if module.startswith("deduce_models.")]
    assert "numpy" not in loaded("--help")
