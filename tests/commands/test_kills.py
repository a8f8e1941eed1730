"""What `tests/kills.py` does a hundred times, done a few times: kills lose the work in flight only."""

import os
import random

import pytest
from kills import chain, notes

needs_posix = pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")


@needs_posix
@pytest.mark.parametrize("name", ["arena", "workers"])
def test_found_by_a_campaign_workers_end_with_their_leader(name, tmp_path):
    assert chain(name, random.Random(1), 1, tmp_path) <= 1


@needs_posix
def test_answered_lines_of_the_live_notes_survive(tmp_path):
    assert notes(random.Random(1), 2, tmp_path) == 2
