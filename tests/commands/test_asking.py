"""What a person at a terminal is asked."""

import io
import sys

import pytest

from deduce.commands.declared import ask


def test_an_answer_is_what_was_typed(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("Ann, Ben\n\n"))
    assert ask("players (names, or how many)") == "Ann, Ben"
    assert ask("whose notes", default="", show_default=False) == ""


def test_where_there_is_no_answer_the_command_stops(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    with pytest.raises(KeyboardInterrupt):
        ask("players")
