"""A few problems of the campaign of wide problems at every run."""

import pytest
import wide_campaign


@pytest.mark.parametrize("seed", [6, 12, 125])
def test_found_by_a_planted_fault_wide_problems_are_counted_once(seed):
    """The search by numpy counted each of them up to hundreds of times, and told chances of 2."""
    assert wide_campaign.check(seed)
