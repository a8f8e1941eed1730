"""A record that goes on is read on from where it stood: in every way as if it were read from its beginning."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from deduce.games import game, read_record
from deduce.ground.errors import RecordError
from deduce.records.record import Line
from deduce.rulebook import UNNOTED, UNSHOWN, kept
from deduce.rulebook.notes import NotesReplay, _followed

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "tables").glob("*.txt"))


def lines_of(path):
    record = read_record(path.read_text(encoding="utf-8"))
    head = "".join(line.text + "\n" for _, _, line in record.header) + "\n"
    return game(record.game), head, [line.body + "\n" for line in record.events]


def cold(played, record):
    """The record read from its beginning."""
    setting = played.answers().read(record).setting
    me = played.answers().read(record).me
    return _followed(
        NotesReplay, record, setting, me, strict=True, known=played.foretell(record, setting, me)
    )


def all_of(played, replay):
    """What can be asked of a replay, but for what takes long."""
    reader = replay.reader
    return (
        list(reader.answers),
        [(said.line, said.understood) for said in replay.said],
        reader.boundary,
        repr(reader.pending),
        played.upcoming(replay).to_dict(),
        replay.view(replay.me).entries,
        [str(statement) for statement in replay.knowledge().statements],
        [event.place for event in reader.table.log if reader.table.hears(event.mask)],
    )


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_going_on_is_reading_anew(path):
    played, head, lines = lines_of(path)
    before = None
    for count in range(0, len(lines) + 1, max(1, len(lines) // 5)):
        record = read_record(head + "".join(lines[:count]))
        replay = played.answers().read(record)
        now = all_of(played, replay)
        assert now == all_of(played, cold(played, record))
        if before is not None:  # what was read before stands where it stood
            assert all_of(played, before[0]) == before[1]
        before = replay, now


def test_a_line_that_is_wrong_leaves_what_was_read_before():
    played, head, lines = lines_of(next(path for path in EXAMPLES if path.stem == "coup"))
    replay = played.answers().read(read_record(head + "".join(lines[:3])))
    with pytest.raises(RecordError):
        played.answers().read(read_record(head + "".join([*lines[:3], "Bob flies\n"])))
    again = played.answers().read(read_record(head + "".join(lines[:4])))
    assert all_of(played, again) == all_of(played, cold(played, again.record))
    assert all_of(played, replay) == all_of(played, cold(played, replay.record))


def test_an_earlier_line_that_changes_is_read():
    played, head, lines = lines_of(next(path for path in EXAMPLES if path.stem == "coup"))
    played.answers().read(read_record(head + "".join(lines)))
    changed = played.answers().read(read_record(head + lines[0] + lines[1].replace("contessa", "duke")))
    assert "duke" in changed.said[1].understood[0]


def test_only_new_lines_are_read(monkeypatch):
    played, head, lines = lines_of(next(path for path in EXAMPLES if path.stem == "clue"))
    replay = played.answers().read(read_record(head + "".join(lines[:-1])))
    kept.kept_of(replay.setting).forget()
    played.answers().read(replay.record)
    read = []
    monkeypatch.setattr("deduce.rulebook.reading.Reader._read", lambda self, text, *rest: read.append(text))
    played.answers().read(read_record(head + "".join(lines)))
    assert read == [lines[-1].strip()]
    assert kept.kept_of(replay.setting).nearest(replay.record, NotesReplay) is not None


def test_of_many_records_those_asked_for_last_are_kept():
    """Against a plain list: the longest with which a record begins, and then it is the last one asked for."""
    head = "game: coup\nplayers: Ann Bob\n\n"
    rows = [[f"Ann {k}", "Bob allow", "Ann tax"] for k in range(kept.MOST + 2)]
    records = {
        (k, size): read_record(head + "\n".join(row[:size]))
        for k, row in enumerate(rows)
        for size in (1, 2, 3)
    }
    mine, plain = kept.Kept(), []
    rng = random.Random(1)
    for _ in range(60):
        k, size = rng.randrange(len(rows)), rng.choice((1, 2, 3))
        if rng.random() < 0.4:
            mine.keep(SimpleNamespace(record=records[k, size]))
            plain = [*plain, (k, size)][-kept.MOST :]
        else:
            fits = [each for each in reversed(plain) if each[0] == k and each[1] <= size]
            best = max(fits, key=lambda each: each[1], default=None)
            found = mine.nearest(records[k, size], SimpleNamespace)
            assert found is None if best is None else found.record is records[best]
            if best is not None:
                at = len(plain) - 1 - plain[::-1].index(best)
                plain = [*plain[:at], *plain[at + 1 :], best]
    assert mine.nearest(records[plain[-1]], dict) is None
    other = replace(records[plain[-1]], source="elsewhere")
    assert mine.nearest(other, SimpleNamespace) is None
    mine.forget()
    assert mine.nearest(records[plain[-1]], SimpleNamespace) is None


def standing(reader):
    return (
        [*reader.answers],
        repr(reader.pending),
        reader.boundary,
        len(reader.table.log),
        reader.table.name(1),
    )


def wrong_lines(reader, text):
    """A line turned so that it cannot be noted: a word that is nothing, a hedge, what is to come, a question."""
    who, _, rest = text.partition(" ")
    yield from (f"{text} xyzzy", f"perhaps {text}")
    if who in reader.setting.names and rest.split()[0] not in ("is", "chooses"):
        yield from (f"{who} will {rest}", f"{who} still has to {rest}", f"did {text}?")


@pytest.mark.parametrize(
    "name",
    ["clue", "coup", "kuhn", "liars_dice", "love_letter", "one_night_werewolf", "skull", "wild_place"],
)
def test_what_is_refused_between_lines_or_taken_back_leaves_the_reader_where_it_stood(name):
    played, head, lines = lines_of(next(path for path in EXAMPLES if path.stem == name))
    whole = cold(played, read_record(head + "".join(lines)))
    reader, before = cold(played, read_record(head)).reader, []
    for number, text in enumerate(each.strip() for each in lines):
        before.append(standing(reader))
        for k, wrong in enumerate(wrong_lines(reader, text)):
            if k % 5 == number % 5:
                with pytest.raises(RecordError):
                    reader.read(wrong, "line 9", Line(9, wrong))
                assert not reader.reads(wrong, "line 9", Line(9, wrong))
                assert standing(reader) == before[-1], wrong
        kept_back = reader.handed_on() if number % 2 else None
        reader.read(text, f"line {whole.said[number].line.number}", whole.said[number].line)
        if kept_back is not None:  # each goes on by itself
            assert standing(kept_back) == before[-1]
    assert [answer for answer, _ in reader.answers] == [answer for answer, _ in whole.reader.answers]
    for number in (len(lines) - 1, len(lines) // 2):
        reader.back_to(len(before[number][0]))
        assert standing(reader) == before[number]
    for said in whole.said[number:]:
        reader.read(said.line.body, "again", said.line)
    assert standing(reader)[1:] == standing(whole.reader)[1:]
    heard = [e for e in whole.view(whole.me).entries if e.value not in (UNNOTED, UNSHOWN)]
    told = [played.sentence(entry, whole.names) for entry in heard]
    assert [each for said in whole.said for each in said.understood] == [each for each in told if each]
