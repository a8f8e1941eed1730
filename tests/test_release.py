"""What a release holds: the source distribution has every file of the repository that a person may want."""

import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NOT_NEEDED = {".ci", ".gitattributes", ".gitignore", ".github"}
"""What only the repository itself uses."""


def test_the_source_distribution_has_all_that_the_repository_has():
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    included = {path.strip("/") for path in told["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]}
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("this is no clone: there is no list of the repository's files to compare with")
    there = {line.split("/")[0] for line in listed.stdout.splitlines()}
    assert there - included - NOT_NEEDED <= {"pyproject.toml"}, "hatch adds pyproject.toml itself"
    assert included <= there


def test_the_changelog_has_a_place_for_what_is_not_released():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert "## Unreleased" in text or f"## {version}" in text
