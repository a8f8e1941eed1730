"""Time limits as values."""

from __future__ import annotations

import pytest

from deduce.deadline import Deadline
from deduce.errors import ProblemError


def test_a_limit_that_is_no_number_is_refused() -> None:
    with pytest.raises(ProblemError, match="not nan"):
        Deadline(float("nan"))
