"""Answers of the command line in German and Russian: by an option or the environment; what stays English says so."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from command_line import deduce

from deduce.cli import main

ROOT = Path(__file__).parents[2]
RECORD = str(ROOT / "examples" / "enigma" / "evening.txt")
OWN_BOX = str(ROOT / "examples" / "shakespeare" / "garden.txt")  # with a card that no text names
PUZZLE = "4 4\n1 - - -\n- - 3 -\n- - - -\n- - - 2"


@pytest.fixture
def asked(monkeypatch, capsys):
    """Run the command line; its output."""

    def ask(*words: str) -> str:
        monkeypatch.setattr(sys, "argv", ["deduce", *words])
        with pytest.raises(SystemExit):
            main()
        found = capsys.readouterr()
        return found.out + found.err

    return ask


def test_a_puzzle_is_spoken_of_in_the_language_of_the_option_or_of_the_environment(
    asked, tmp_path, monkeypatch
):
    path = tmp_path / "puzzle.txt"
    path.write_text(PUZZLE, encoding="utf-8")
    said = {
        language: asked("hint", str(path), "--family", "sudoku", "--strength", "3", "--language", language)
        for language in ("en", "de", "ru")
    }
    assert len(set(said.values())) == 3
    assert "why" not in said["ru"]
    assert any("а" <= letter <= "я" for letter in said["ru"])
    monkeypatch.setenv("DEDUCE_LANGUAGE", "de")
    assert asked("hint", str(path), "--family", "sudoku", "--strength", "3") == said["de"]
    assert (
        asked("hint", str(path), "--family", "sudoku", "--strength", "3", "--language", "en") == said["en"]
    )


def words_of(text):
    return re.findall(r"\b[A-Za-z]+\b", text)


REPAIRED = [
    ["repair", str(ROOT / "examples" / "repair" / "holes.toml"), "--sample", "1", "--seed", "1"],
    ["generate", "slitherlink", "--size", "4x4", "--seed", "1", "--difficulty", "1-4"],
    ["generate", str(ROOT / "examples" / "puzzles" / "sudoku6.toml"), "--seed", "1"],
]


@pytest.mark.parametrize("words", [*REPAIRED, ["repair", "PUZZLE", "--family", "sudoku"]])
def test_what_a_maker_asks_is_told_whole(words, asked, tmp_path):
    path = tmp_path / "puzzle.txt"
    path.write_text(PUZZLE, encoding="utf-8")
    words = [str(path) if word == "PUZZLE" else word for word in words]
    said = {language: asked(*words, "--language", language) for language in ("en", "de", "ru")}
    assert len(set(said.values())) == 3
    own = set(
        words_of("A small sudoku with holes cell Slitherlink Sudoku")
    )  # titles, and names of variables
    english = set(words_of("is the clue clues solution solutions line bits grade Puzzle Answer"))
    for language in ("de", "ru"):
        assert len(said[language].splitlines()) >= len(said["en"].splitlines()) - 2  # wrapped otherwise
        found = {word for word in words_of(said[language]) if len(word) > 1} - own
        assert not found & english
        assert language == "de" or not found


def test_advice_is_said_in_the_language_for_people_and_for_programs(asked):
    german = asked("advise", RECORD, "--language", "de")
    assert "Ann am Zug" in german
    assert "gelogen mit" in german
    data = json.loads(asked("advise", RECORD, "--language", "ru", "--json"))
    assert data["advice"][0]["move"] in ("doubt", "trust")
    assert "ложь" in data["advice"][0]["reason"]


def test_what_stays_english_says_so_and_an_unknown_language_is_refused(asked):
    plain, german = asked("solve", OWN_BOX), asked("solve", OWN_BOX, "--language", "de")
    assert german.count("ist englisch") == 1
    assert "ghost" in german
    assert "ist englisch" not in plain
    assert "ist englisch" not in asked("solve", RECORD, "--language", "de")
    assert "there is no language 'fr': allowed: en, de, ru" in asked("solve", RECORD, "--language", "fr")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", ["nicht geschrieben: ", "zurückgenommen: ", "was jetzt zu tun ist", "eine Aussage erwartet"]),
        ("ru", ["не записано: ", "взято назад: ", "что делать сейчас", "ожидается утверждение"]),
    ],
)  # fmt: skip
def test_notes_are_taken_in_a_language(language, said, tmp_path):
    lines = (ROOT / "examples" / "entracte" / "evening.txt").read_text(encoding="utf-8").splitlines()
    path = tmp_path / "evening.txt"
    path.write_text("\n".join([*lines[:9], ""]), encoding="utf-8")
    typed = "\n".join([*lines[9:11], "Bob plais up", "help", "undo", "why", "quit", ""])
    status, out, err = deduce("log", path, "--language", language, stdin=typed)
    assert (status, err) == (0, "")
    assert [each for each in said if each not in out] == []
    # What is English stands for what is typed: words of commands, and the lines themselves.
    assert not re.search(r"\b(not|what|line|kept|taken|possible|worlds|written|lists)\b", out)
    data = [
        json.loads(line)
        for line in deduce("log", path, "--json", "--language", language, stdin="why")[1].splitlines()
    ]
    assert [said[-1] in each["error"] for each in data] == [True]


def test_a_record_of_one_who_plays_alone_needs_no_names(tmp_path):
    path = tmp_path / "alone.txt"
    path.write_text("game: shakespeare\n\n", encoding="utf-8")
    for language in ("en", "de"):
        status, out, err = deduce("solve", path, "--language", language)
        assert (status, err) == (0, "")
        logged = deduce("log", path, "--language", language, stdin="sheet")
        assert logged[0] == 0
        assert out.splitlines()[0] in logged[1]


@pytest.mark.parametrize(("language", "said"), [("en", "Cid has recruited today"), ("de", "Cid hat heute")])
def test_a_refusal_names_the_people_whom_the_header_names(asked, tmp_path, language, said):
    """What the rules call seat 3 is Cid, in English too; without names in the header it stays a seat."""
    text = (ROOT / "examples" / "shakespeare" / "position.txt").read_text(encoding="utf-8")
    text = re.sub("(position troupe 3 .*)", r"\1 iago viola", text)
    path = tmp_path / "position.txt"
    path.write_text(text.replace("players: 4", "players: Ann Bob Cid Dee"), encoding="utf-8")
    told = asked("solve", str(path), "--language", language)
    assert said in told
    assert "seat 3" not in told
    path.write_text(text, encoding="utf-8")
    assert "seat 3 has recruited today" in asked("solve", str(path))
