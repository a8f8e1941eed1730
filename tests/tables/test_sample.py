"""What `deduce new` shows of a declared game: lines of a game played by chance, which are notes like any others."""

from __future__ import annotations

import pytest

from deduce.games import read_record
from deduce.games.log import new_record
from deduce.games.registry import game as registered
from deduce.games.registry import names
from deduce.rulebook import Rulebook
from deduce.rulebook.notes import read
from deduce.rulebook.sample import LINES, MOVES, sample_lines

DECLARED = [
    name
    for name in names()
    if isinstance(game := registered(name), Rulebook) and game.record_guide is Rulebook.record_guide
]


@pytest.mark.parametrize("name", DECLARED)
@pytest.mark.parametrize("noted", [True, False])
def test_the_lines_shown_are_read(name: str, noted: bool) -> None:
    game = registered(name)
    called = ["Ann", "Bob", "Cid", "Dee", "Eve"][: game.seats.start]
    me = called[-1] if noted else ""
    lines = sample_lines(game, called, {}, me)
    assert lines
    head = f"game: {name}\nplayers: {' '.join(called)}\n" + (f"me: {me}\n" if me else "")
    assert not read(game, read_record("\n".join([head, *lines]) + "\n")).unread
    begun = new_record(game, called, me=me).splitlines()
    assert [row for row in begun if row.startswith(f"#   {lines[0][:100]}")]


def test_the_same_seed_gives_the_same_lines() -> None:
    clue = registered("clue")
    first = sample_lines(clue, ["Ann", "Bob", "Cid"], {}, "Cid")
    assert sample_lines(clue, ["Ann", "Bob", "Cid"], {}, "Cid") == first
    assert sample_lines(clue, ["Ann", "Bob", "Cid"], {}, "Cid", seed=2) != first
    assert first[0].startswith("Cid is dealt ")


def test_however_much_comes_by_chance_before_the_first_choice_lines_are_shown() -> None:
    class Shaken(Rulebook):
        name, title, seats = "shaken", "Shaken", range(1, 2)

        def rules(self, t):  # type: ignore[no-untyped-def]
            for number in range(2 * MOVES):
                yield t.roll(f"die {number}", (1, 2), seen_by=())
            for _ in range(2 * LINES):
                yield t.choose(1, ("go", "stay"))
            return [0]

    lines = sample_lines(Shaken(), ["Ann"], {}, "Ann")
    assert len(lines) == LINES
    assert set(lines) == {"Ann go", "Ann stay"}
