"""What a journal of finished work keeps, and when it is safe."""

import os

from deduce.ground import journal
from deduce.ground.journal import Journal


def test_a_journal_is_made_safe_now_and_then_and_at_its_end(tmp_path, monkeypatch):
    now, synced = [100.0], []
    monkeypatch.setattr(journal.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(now[0]))
    with Journal(tmp_path / "journal.jsonl", "things") as kept:
        begun = len(synced)
        for number in range(5):
            kept.add({"number": number})
        assert len(synced) == begun
        now[0] += journal.SAVED + 1
        kept.add({"number": 5})
        kept.add({"number": 6})
        assert len(synced) == begun + 1
    assert len(synced) == begun + 2
