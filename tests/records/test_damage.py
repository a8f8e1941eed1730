"""Records and puzzle files damaged by a hand that knows their grammar; a campaign: `tests/campaign.py damage`."""

import pytest
from amount import amount
from damage import EACH, KINDS, LONGEST, check_damage

from deduce.ground.errors import RecordError, RecordErrors


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_damaged_is_understood_or_refused_in_a_sentence(kind):
    found = check_damage(kind, 1, amount(EACH // 3, EACH))
    assert found["understood"] < found["files"]
    assert found["understood"] + found["refused_later"] > found["files"] // 3


def test_found_by_a_campaign_a_slip_in_the_header_complains_of_ten_lines_not_of_all():
    errors = [RecordError("'position': allowed: pass", line=n, source="notes.txt") for n in range(1, 41)]
    every = RecordErrors(errors)
    said = str(every)
    assert said.startswith("40 lines to mend, the first 10 of them:")
    assert "line 10:" in said
    assert "line 11:" not in said
    assert len(every.errors) == 40
    assert len(said) < 10 * LONGEST
    assert str(RecordErrors(errors[:10])).startswith("10 lines to mend:\n")
