"""A game in a file of its own, named by the environment: what is wrong with it, and the languages in which it is told."""

from __future__ import annotations

import pytest

from deduce.games import Option, game, read_record
from deduce.games.speaking import speech_of
from deduce.ground.errors import DeduceError, ProblemError
from deduce.ground.phrases import texts_of
from deduce.rulebook import Rulebook, RulesError


def test_a_file_of_a_game_that_is_called_otherwise_says_how(tmp_path, monkeypatch):
    (tmp_path / "otters.py").write_text(
        "from deduce.rulebook import Rulebook\n\n\nclass Weasels(Rulebook):\n"
        '    name, title, seats = "weasels", "Weasels", range(2, 3)\n    def rules(self, t): ...\n\n\nGAME = Weasels()\n'
    )
    monkeypatch.setenv("DEDUCE_GAMES", str(tmp_path / "otters.py"))
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ProblemError, match=r"'weasels'; its file \(otters\.py\) must be called the same"):
        game("otters")


@pytest.mark.parametrize(
    ("named", "said"),
    [
        (
            "this.py",
            r"Python has another module of that name \(.*this\.py\): call the game and its file something else",
        ),
        ("random.py", r"Python has another module of that name \(.*random\.py\)"),
        ("nowhere.py", r"there is no file .*nowhere\.py"),
        ("", r" is a folder; name a file in it"),
    ],
)
def test_a_file_of_a_game_that_cannot_be_found_says_why(named, said, tmp_path, monkeypatch):
    for name in ("this.py", "random.py"):
        (tmp_path / name).write_text("GAME = None\n")
    monkeypatch.setenv("DEDUCE_GAMES", str(tmp_path / named))
    monkeypatch.syspath_prepend(str(tmp_path / "else"))  # what is added to the path is taken back
    with pytest.raises(ProblemError, match=said):
        game((tmp_path / named).stem)


class Votes(Rulebook):
    """Two votes of one name."""

    name, title, seats = "votes", "Votes", range(2, 3)

    def rules(self, t):
        for _ in range(2):
            yield t.together(dict.fromkeys(t.seats, ("stay", "go")), name="vote")
        return [0.0, 0.0]


def test_a_fault_of_choices_made_at_once_is_placed_in_the_rules():
    """What yields the choices one by one is the library's; who plays the game is not to blame either."""
    state = Votes().new(players=2).play("stay")
    with pytest.raises(
        RulesError, match=r"^\S*test_files_of_ones_own\.py:\d+: there is already a variable 'vote of P1'"
    ):
        state.play("go")


def test_a_game_that_lies_in_no_package_is_told_in_every_language(monkeypatch):
    monkeypatch.setattr(Votes, "__module__", "votes")
    assert str(speech_of(Votes(), "de").language) == "de"


def test_what_a_package_has_in_one_language_alone_is_english_in_the_other(tmp_path, monkeypatch):
    (tmp_path / "alone").mkdir()
    (tmp_path / "alone" / "__init__.py").write_text("")
    (tmp_path / "alone" / "phrases.json").write_text('{"a mast": {"de": "ein Mast"}}')
    monkeypatch.syspath_prepend(str(tmp_path))
    assert texts_of("alone", "de") == {"a mast": "ein Mast"}
    assert texts_of("alone", "ru") == {}


class Breaking(Rulebook):
    """Rules that break before anybody moves, or in which nothing ever happens that a bystander sees."""

    name, title, seats = "breaking", "Breaking", range(2, 3)
    options = {"breaks": Option(True, (True, False), "whether they break")}  # noqa: RUF012

    def rules(self, t):
        yield None
        if t.options.breaks:
            {}["mast"]
        while True:
            yield t.roll("wind", ("east", "west"), seen_by=1)


def test_rules_that_break_before_anything_is_read_say_so():
    with pytest.raises(KeyError, match="mast"):
        Breaking().answers().read(read_record("game: breaking\nplayers: Ann Bob\nme: Ann\n\nwind east\n"))


def test_rules_that_never_come_to_anything_to_note_do_not_run_for_ever():
    record = read_record("game: breaking\nplayers: Ann Bob\nseat: 0\nbreaks: no\n\n")
    with pytest.raises(DeduceError, match="things in a row happen of which these notes say nothing"):
        Breaking().answers().read(record)
