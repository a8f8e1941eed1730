"""Which library is loaded: the one that was built of the sources that lie beside it, or none."""

import importlib

import pytest

from deduce.kernels.build import HERE, NAME, SOURCE, of_sources

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
