"""Which library is loaded: the one that was built of the sources that lie beside it, or none."""

import importlib
import os

import pytest

from deduce.kernels.build import HERE, NAME, SOURCE, build, main, of_sources

# The package offers a function of the same name.
module = importlib.import_module("deduce.kernels.library")


@pytest.fixture
def asked_anew(monkeypatch):
    state = type("State", (), {"asked": False, "library": None, "said": ""})
    monkeypatch.setattr(module, "_State", state)
    monkeypatch.delenv(module.SWITCH, raising=False)


@pytest.mark.usefixtures("asked_anew")
@pytest.mark.skipif(not (HERE / NAME).exists(), reason="no kernels were built")
def test_a_library_of_other_sources_is_not_used(monkeypatch):
    assert module.describe() == "compiled"
    monkeypatch.setattr(module, "of_sources", lambda: of_sources() ^ 1)
    module._State.asked, module._State.library = False, None
    assert module.library() is None
    assert module.describe() == f"numpy ({NAME} is of other sources; python -m deduce.kernels renews it)"


def test_every_source_counts(monkeypatch, tmp_path):
    for path in SOURCE.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr("deduce.kernels.build.SOURCE", tmp_path)
    found = {of_sources()}
    for path in sorted(tmp_path.iterdir()):
        path.write_bytes(path.read_bytes() + b"\n")
        found.add(of_sources())
    assert len(found) == 1 + len(list(SOURCE.iterdir()))
    assert all(0 <= number < 2**31 for number in found)


@pytest.mark.parametrize("arguments", [["x"], ["--sanitize"], ["--sanitize", "a", "b"], ["a", "b"]])
def test_a_faulty_command_builds_nothing_and_says_so_by_its_status(arguments, monkeypatch, capsys):
    built = []
    monkeypatch.setattr("deduce.kernels.build.build", lambda *given, **_: built.append(given))
    assert main(arguments) == 2
    assert not built
    assert capsys.readouterr().err.startswith("usage: ")


@pytest.mark.parametrize("done", [True, False])
def test_the_status_says_whether_kernels_were_built(done, monkeypatch, capsys, tmp_path):
    monkeypatch.setattr("deduce.kernels.build.build", lambda *_, **__: tmp_path if done else None)
    assert main([]) == (0 if done else 1)
    assert capsys.readouterr().out.startswith("built " if done else "no kernels were built")


@pytest.mark.skipif(os.name != "posix", reason="the compiler is a script of the shell")
@pytest.mark.parametrize("quiet", [True, False])
def test_what_the_compiler_says_is_shown_to_whoever_builds_by_hand(quiet, monkeypatch, capsys, tmp_path):
    compiler = tmp_path / "compiler"
    compiler.write_text("#!/bin/sh\necho no such header >&2\nexit 1\n")
    compiler.chmod(0o755)
    monkeypatch.setenv("CC", str(compiler))
    assert build(tmp_path / "made", quiet=quiet) is None
    assert capsys.readouterr().err == ("" if quiet else "no such header\n")
