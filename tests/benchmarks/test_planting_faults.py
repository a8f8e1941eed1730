"""Faults planted in one tree and taken out again are those planted in a copy of the tree for each."""

import ast
import copy

import pytest

from benchmarks.faults import Source, changed
from benchmarks.planting import ROOMS, TOP, faults, sources

SMALL = '''"""What it says."""
from a import b

LIMIT = 3 if b else 4

@frozen
class Kept(Base):
    """Kept."""
    size: int = 1

    def full(self, *, most=2):
        for one in range(self.size):
            if not one:
                continue
            del one
        else:
            b.count += 1
        return min(self.size, most) >= LIMIT and True
    def second(self): return lambda: max(1, 1) + max(1, 1)
def last():
    try:
        b(1)
    except ValueError:
        return False
    finally:
        b(0)
b(5)
'''


def planted_in_a_copy(text, place, change):
    tree = copy.deepcopy(ast.parse(text))
    node = list(ast.walk(tree))[place]
    return ast.unparse(ast.fix_missing_locations(tree)) if changed(node, change, tree) else None


def test_each_fault_is_planted_alone_and_nothing_else_is_written_otherwise():
    source = Source(SMALL)
    spots = source.candidates()
    texts = [found and found[2] for found in (source.planted(*spot) for spot in spots)]
    assert texts == [planted_in_a_copy(SMALL, *spot) for spot in spots]
    told = {found[:2] for found in (source.planted(*spot) for spot in spots) if found}
    assert told >= {
        ("continue", "break"),
        ("del one", "(taken out)"),
        ("min(self.size, most)", "max(self.size, most)"),
        ("not one", "+bool(one)"),
    }
    assert str(source) == ast.unparse(ast.parse(SMALL))


@pytest.mark.parametrize("room", ["arena", "knowledge", "entracte.rules"])
def test_a_source_written_in_pieces_is_the_whole(room):
    for file in sources(room):
        text = (TOP / file).read_text(encoding="utf-8")
        assert str(Source(text)) == ast.unparse(ast.parse(text)), file


def test_where_a_fault_is_and_whether_it_is_run_on_import():
    source = Source(SMALL)
    places = {ast.unparse(node): source.around(place) for place, node in enumerate(source.nodes)}
    assert places["3"] == ("module", True)
    assert places["self.size"] == ("Kept.full", False)
    assert places["2"] == ("Kept", True)  # a default
    assert places["b(0)"] == ("last", False)


def test_the_seed_decides_the_order_and_nothing_else(monkeypatch):
    monkeypatch.setitem(ROOMS, "small", ("contests", ("deduce/arena/schedule.py", "deduce/arena/store.py")))
    one, other = list(faults("small", 1)), list(faults("small", 2))
    assert one != other
    assert {fault.key for fault in one} == {fault.key for fault in other}
    assert len({fault.text for fault in one}) == len(one)
