"""What is wrong in a puzzle's file is said in German and Russian: of the file's tables whole, found from its code."""

from __future__ import annotations

import ast
import re
import string
from pathlib import Path

import pytest
from test_puzzles_files import GOOD

from deduce.games.speaking import refused, speech_of
from deduce.ground.errors import RecordError
from deduce.ground.phrases import LANGUAGES, rows_of
from deduce.puzzles import files
from deduce.puzzles.files import loads
from deduce.web import answer

LINES = GOOD.split("\n")
CODE = Path(files.__file__).read_text(encoding="utf-8")
ODD = ("xyzzy", '"xyzzy"', "[]", "3", "[3.5]", '"1..99999999"', '["a", "а"]', "")
"""What may stand in place of a key or a value: none is right anywhere."""
TYPED = re.compile(r"'[^']*'|\"[^\"]*\"|(?:erlaubt|можно): .*|^.* TOML: .*|\[\[.*\]\]|\w+ = ")
ENGLISH = {"the", "is", "a", "no", "needs", "has", "write", "of", "at", "most", "with", "line", "quotes"}


def fails():
    """What the loader of files raises: the first argument of each refusal of its own."""
    for node in ast.walk(ast.parse(CODE)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("self.fail", "RecordError"):
            yield node.args[0]


def test_every_refusal_of_a_file_has_its_texts():
    rows, keys = {**rows_of("deduce.games"), **rows_of("deduce.puzzles")}, []
    for argument in fails():
        told = ast.unparse(argument)
        assert told.startswith("say(") or told in ("error.said", "error.message", "message"), told
    for node in ast.walk(ast.parse(CODE)):
        said = isinstance(node, ast.Call) and ast.unparse(node.func) == "say"
        if said and isinstance(node.args[0], ast.Constant):
            keys.append(node.args[0].value)
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "wrong":
            keys += [
                each.value
                for each in ast.walk(node.value)
                if isinstance(each, ast.Constant) and len(each.value) > 9
            ]
    assert len(keys) > 35
    for key in keys:
        for text in rows[key].values():
            forms = [text] if isinstance(text, str) else text.values()
            assert all(slots(form) == slots(key) for form in forms), key


def slots(key):
    return {name for _, name, _, _ in string.Formatter().parse(key) if name}


def spoilt():
    """A right file with each of its lines spoilt in every way: its key, its value, the line itself left out or twice."""
    for number, line in enumerate(LINES):
        key, equals, value = line.partition(" = ")
        ways = [f"{odd} = {value}" for odd in ODD[:1]] + [f"{key} = {odd}" for odd in ODD] if equals else []
        for way in (
            *ways,
            *([] if equals else [line.replace("[", "[xyzzy.", 1), "[xyzzy]"]),
            "",
            f"{line}\n{line}",
        ):
            yield "\n".join([*LINES[:number], way, *LINES[number + 1 :]])
    yield '[variables]\nclass = "1..2"\n'
    yield '[variables]\nb = { for = ["1..9999", "1..9999"], values = "1..2" }\n'
    yield "game: kuhn\nplayers: 2\n"
    yield 'family = "sudoku"\nrule = []\n'
    yield 'family = "sudoku"\nextra = 3\ngrid = "1"\n'
    yield 'grid = "1"\n[variables]\na = "1..2"\n'
    yield '[board.b]\ncells = "2x2"\nzed = 1\n'


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_spoilt_file_is_refused_without_english(language):
    speech, found = speech_of(None, language), {}
    for text in spoilt():
        try:
            loads(text, source="x.toml")
        except RecordError as error:
            english = str(error.message)
            if error.column and "TOML" not in english:
                continue  # of a condition, which is told by others
            refused(error, speech)
            found[english] = error.message
    assert len(found) > 25
    for english, told in found.items():
        assert told != english, english
        assert not ENGLISH & set(re.findall(r"[A-Za-z]+", TYPED.sub("", told))), told
    assert not speech.english, list(speech.missing)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "eine Rätseldatei: 'titel' gibt es hier nicht"),
        ("ru", "файл задачи: 'titel' здесь не бывает"),
    ],
)
def test_the_page_is_refused_in_its_language(language, said):
    found = answer({"verb": "unique", "puzzle": 'titel = "x"\n', "language": language})
    assert said in found["error"]
    assert found["line"] == 1
