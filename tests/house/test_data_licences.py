"""Every file of data that is shipped stands in docs/data.md, with its licence."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


TEXT = (ROOT / "docs" / "data.md").read_text(encoding="utf-8")


def rows():
    for line in TEXT.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| `"):
            assert len(cells) == 3, line
            assert all(cells), line
            yield from ((pattern, cells[2]) for pattern in re.findall(r"`([^`]+)`", cells[0]))


def test_every_file_of_data_stands_in_one_row():
    shipped = [
        path.relative_to(ROOT)
        for top in ("deduce", "models/deduce_models")
        for path in (ROOT / top).rglob("*")
        if path.is_file() and path.suffix not in (".py", ".pyc", ".so") and "__pycache__" not in path.parts
    ]
    assert len(shipped) > 40
    patterns = [pattern for pattern, _ in rows()]
    for path in shipped:
        found = [
            pattern for pattern in patterns if path.match(pattern) and path.parent == Path(pattern).parent
        ]
        assert len(found) == 1, f"{path} stands in {len(found)} rows of docs/data.md"
    for pattern in patterns:
        assert any(path.match(pattern) for path in shipped), f"{pattern}: no such file"


def test_a_file_that_a_row_speaks_of_is_there():
    told = [line.strip("|").split("|") for line in TEXT.splitlines() if line.startswith("| `")]
    named = [
        (ROOT / Path(re.findall(r"`([^`]+)`", cells[0])[0]).parent / name)
        for cells in told
        for name in re.findall(r"`(\w+\.(?:toml|json|txt))`", cells[1])
    ]
    assert len(named) > 5
    assert [str(path) for path in named if not path.is_file()] == []
