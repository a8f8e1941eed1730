"""Where converted word vectors are kept, on every system."""

import sys
from pathlib import Path

import pytest

from deduce_models.decrypto.knowledge.converted import cache_folder

HOME = Path("/home/ann")


@pytest.mark.parametrize(
    ("system", "variables", "base"),
    [
        ("win32", {"LOCALAPPDATA": "/local"}, Path("/local")),
        ("win32", {}, HOME / "AppData" / "Local"),
        ("darwin", {"XDG_CACHE_HOME": "/xdg", "LOCALAPPDATA": "/local"}, HOME / "Library" / "Caches"),
        ("linux", {"XDG_CACHE_HOME": "/xdg", "LOCALAPPDATA": "/local"}, Path("/xdg")),
        ("linux", {}, HOME / ".cache"),
    ],
)
def test_converted_vectors_lie_in_the_cache_of_the_system(monkeypatch, system, variables, base):
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(Path, "home", lambda: HOME)
    for name in ("DEDUCE_CACHE", "LOCALAPPDATA", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert cache_folder() == base / "deduce" / "vectors"
    monkeypatch.setenv("DEDUCE_CACHE", "/own")
    assert cache_folder() == Path("/own/vectors")
