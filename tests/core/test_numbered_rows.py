"""Equal rows have equal numbers, be there more rows or more columns."""

import random

import numpy as np
import pytest

from deduce.language.base import numbered


@pytest.mark.parametrize(("rows", "columns"), [(1, 5), (3, 50), (6, 7), (7, 6), (50, 3), (4, 1)])
@pytest.mark.parametrize("kind", [np.bool_, np.int64])
def test_rows_have_one_number_if_and_only_if_they_are_equal(rows, columns, kind):
    rng = random.Random(rows)
    few = [[rng.randrange(2) for _ in range(columns)] for _ in range(3)]
    table = np.array([rng.choice(few) for _ in range(rows)], dtype=kind)
    for given in (table, np.asfortranarray(table), np.broadcast_to(table[:1], table.shape)):
        found = numbered(given)
        assert found.shape == (rows,)
        for i in range(rows):
            for j in range(rows):
                assert (found[i] == found[j]) == bool((given[i] == given[j]).all())
