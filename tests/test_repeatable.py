"""What is drawn by day depends on the property alone."""

import importlib

import pytest
from amount import is_night
from hypothesis import given, settings
from hypothesis import strategies as st


def drawn():
    texts = []

    @settings(max_examples=200, derandomize=True, database=None)
    @given(st.text(alphabet="abcdefgh", max_size=8))
    def seen(text):
        texts.append(text)

    seen()
    return texts


@pytest.mark.skipif(is_night(), reason="at night constants of what is imported are drawn")
def test_what_else_is_imported_changes_no_example(tmp_path, monkeypatch):
    before = drawn()
    (tmp_path / "full_of_constants.py").write_text(
        "WORDS = " + repr(["abc" + "abcdefgh"[k] * 2 for k in range(8)])
    )
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("full_of_constants")
    assert drawn() == before
