"""A record of Entracte that goes on is read on from where it stood, as if it were read from its beginning."""

from pathlib import Path

import pytest

from benchmarks.hurried import wordings
from deduce.games import game, read_record
from deduce.ground.errors import DeduceError
from deduce.rulebook.kept import kept_of
from deduce.rulebook.reading import Reader

ROOT = Path(__file__).parents[2]
GAME = game("entracte")
GUESSED = [
    "Ann stops, all agree\n",
    "Cid guesses Ann day reverse; Bob both female; Dee both male\n",
    "Ann guesses Cid day reverse\n",
    "Ann guesses Bob both off\n",
    "Ann guesses Dee both male\n",
]
"""In another order than the rules': they are put in that, so no record is gone on with from among them."""


def example(name):
    """The head of an example's notes, and its lines."""
    head, _, body = (ROOT / f"examples/entracte/{name}.txt").read_text(encoding="utf-8").partition("\n\n")
    return f"{head}\n\n", [f"{line}\n" for line in body.splitlines() if line]


def typed(name):
    """A whole evening of a corpus, with votes and exchanges."""
    lines = list(wordings(ROOT / f"tests/games/hurried/{name}.txt"))
    return f"{lines[0].before.rstrip()}\n\n", [
        f"{line}\n" for each in lines for line in each.plain.split(" // ")
    ]


EVENING = example("evening")
RECORDS = {
    **{name: example(name) for name in ("competitive", "own_words")},
    "evening, and guesses": (EVENING[0], [*EVENING[1], *GUESSED]),
    "votes": typed("evening-entracte"),
}


def all_of(text):
    """What can be asked of a record, but for what takes long; the refusal of one that is refused."""
    try:
        replay = GAME.answers().read(read_record(text))
    except DeduceError as error:
        return str(error)
    return (
        list(replay.reader.answers),
        [(said.line, said.understood) for said in replay.said],
        replay.remarks,
        replay.reader.boundary,
        repr(replay.reader.pending),
        GAME.upcoming(replay).to_dict(),
        replay.evidence.entries,
        replay.told_beside(),
        replay.view(replay.me or 0),
        replay.slipped,
    )


def forget(text):
    """Forget what was read of such a record."""
    kept_of(GAME.answers().read(read_record(text)).setting).forget()


@pytest.mark.parametrize("name", RECORDS)
def test_going_on_is_reading_anew(name):
    head, lines = RECORDS[name]
    on = [all_of(head + "".join(lines[:count])) for count in range(1, len(lines) + 1)]
    anew = []
    for count in range(1, len(lines) + 1):
        text = head + "".join(lines[:count])
        if not isinstance(on[count - 1], str):
            forget(text)
        anew.append(all_of(text))
    assert on == anew
    assert not isinstance(on[-1], str)


def test_only_new_lines_are_read(monkeypatch):
    head, lines = EVENING
    forget(head + lines[0])
    for count in range(1, len(lines)):
        all_of(head + "".join(lines[:count]))
    read = []
    before = Reader.read
    monkeypatch.setattr(
        Reader, "read", lambda self, text, *rest: read.append(text) or before(self, text, *rest)
    )
    all_of(head + "".join(lines))
    assert list(dict.fromkeys(read)) == [lines[-1].strip()]
