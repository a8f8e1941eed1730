"""Times are never nought, however coarse the clock."""

import time

import pytest

from benchmarks import harness


@pytest.mark.parametrize("step", [1e-9, 1e-4, 1 / 64])
def test_a_coarse_clock_gives_a_time(monkeypatch, step):
    passed = [0.0]

    def clock():
        passed[0] += 1e-6  # looking takes time as well
        return int(passed[0] / step) * step

    def work():
        passed[0] += 3e-4
        return "done"

    monkeypatch.setattr(time, "process_time", clock)
    harness.clock_step.cache_clear()
    try:
        seconds, answer = harness.timed(work, repeat=3, at_least=0.0)
    finally:
        harness.clock_step.cache_clear()
    assert answer == "done"
    assert seconds == pytest.approx(3e-4, rel=0.1)
