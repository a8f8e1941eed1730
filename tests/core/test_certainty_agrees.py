"""Whatever is asked for certainty: every way agrees with brute force (``tests/certainty.py`` asks for longer)."""

from __future__ import annotations

import pytest
from certainty import KINDS, agree
from hypothesis import given, settings
from hypothesis import strategies as st


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=8)
@given(data=st.data())
def test_all_ways_agree(kind: str, data: st.DataObject) -> None:
    agree(data.draw(KINDS[kind]()))
