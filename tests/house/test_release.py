"""What a release carries: everything that is tracked, in the source distribution too."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

import deduce

TOP = Path(__file__).parents[2]
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text())
NOT_RELEASED = {".ci", ".gitattributes", ".gitignore"}


def test_the_source_distribution_has_all_that_is_tracked():
    listed = subprocess.run(["git", "ls-files"], cwd=TOP, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("this is no checkout")
    tracked = {line.partition("/")[0] for line in listed.stdout.splitlines()}
    included = {
        name.strip("/") for name in PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    }
    # The build itself adds what describes the project.
    assert tracked - NOT_RELEASED - {"pyproject.toml"} == included


def test_the_version_stands_once_in_two_places_and_in_the_changelog():
    assert PROJECT["project"]["version"] == deduce.__version__
    sections = (TOP / "CHANGELOG.md").read_text("utf-8").split("\n## ")[1:]
    assert sections[0].startswith("Unreleased")
    assert sections[1].startswith(f"{deduce.__version__} (")
    assert all(each.strip().count("\n") < 40 for each in sections), "at most 40 lines a version"


def test_what_goes_was_said_two_versions_before():
    """`docs/public.md` promises it; what is not released yet will be the next minor version at the earliest."""
    major, minor = (int(number) for number in deduce.__version__.split(".")[:2])
    promised = 0
    for section in (TOP / "CHANGELOG.md").read_text("utf-8").split("\n## ")[1:]:
        said = re.match(r"(\d+)\.(\d+)", section)
        since = (int(said[1]), int(said[2])) if said else (major, minor + 1)
        for goes in re.finditer(r"\bgo(?:es)? in (\d+)\.(\d+)", section):
            promised += 1
            assert (int(goes[1]), int(goes[2])) >= (since[0], since[1] + 2), f"{goes[0]}, said in {since}"
    assert promised


def test_the_citation_names_this_version_and_licence():
    said = dict(
        line.split(": ", 1)
        for line in (TOP / "CITATION.cff").read_text("utf-8").splitlines()
        if ": " in line
    )
    assert said["version"] == deduce.__version__
    assert said["license"] == PROJECT["project"]["license"]
