"""Whole outputs kept as text in tests/data/approved: somebody read them once, and reads them where they change.

After a change on purpose: ``APPROVE=1 .venv/bin/pytest`` with the tests that fail, and read what git shows.
"""

import os
from pathlib import Path

FOLDER = Path(__file__).parent / "data" / "approved"


def assert_approved(name, lines):
    """The lines are those that were approved."""
    path = FOLDER / f"{name}.txt"
    if os.environ.get("APPROVE"):
        path.write_text("\n".join([*lines, ""]), "utf-8")
    assert "\n".join([*lines, ""]).splitlines() == path.read_text("utf-8").splitlines()
