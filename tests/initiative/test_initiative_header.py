"""What belongs in a mission's own file is said to, where a record has it in its header."""

import pytest

from deduce.ground.errors import RecordErrors
from deduce.records.record import read_record
from deduce_models.initiative import GAME


@pytest.mark.parametrize("key", ["language", "glyphs"])
def test_keys_of_a_mission_say_where_they_belong(key):
    record = f"game: initiative\n{key}: AB\nmission: m7_number\nplayers: 2\ncolour: red\n"
    with pytest.raises(RecordErrors) as caught:
        GAME.solve(read_record(record))
    said = str(caught.value)
    assert f"unknown header key '{key}': it belongs in the mission's own file" in said
    assert "mission: FILE.toml" in said
    assert "unknown header key 'colour': allowed" in said
