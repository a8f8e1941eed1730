"""What commands print with ``--json`` is as `deduce/commands/answers.schema.json` says, which is public."""

import json
import sys
from pathlib import Path

import pytest
from command_line import deduce
from jsonschema import Draft202012Validator

from deduce import cli
from deduce.ground.errors import GaveUp
from deduce.rulebook.reading import Reader

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "deduce/commands/answers.schema.json").read_text("utf-8"))
LOOP = "examples/pencil/slitherlink.txt --family slitherlink"
PUZZLES = "examples/puzzles/"
RECORDS = [
    "decrypto/intercept",
    "decrypto/encrypt",
    "enigma/evening",
    "entracte/evening",
    "initiative/one_line",
    "shakespeare/solo",
    "tables/clue",
    "tables/kuhn",
]
ADVISED = [
    "decrypto/intercept",
    "decrypto/encrypt",
    "enigma/evening",
    "entracte/evening",
    "initiative/position",
    "shakespeare/position",
]
ASKED = [
    *(f"solve examples/{name}.txt" for name in RECORDS),
    "why examples/tables/clue.txt|holder[rope] is Cid",
    "why examples/entracte/evening.txt|Bob is both on",
    "why examples/enigma/evening.txt|8 Bombe",
    "why examples/decrypto/intercept.txt|white code = 3-1-4",
    "why examples/initiative/one_line.txt|A=6",
    "why examples/shakespeare/position.txt|activate handyman",
    *(f"advise examples/{name}.txt" for name in ADVISED),
    "story examples/tables/mastermind.txt --playouts 4",
    "advise examples/decrypto/encrypt.txt|--clues=purr; ski; ruler",
    "habits examples/enigma/rulebook.txt",
    "games",
    "games entracte",
    "games kuhn",
    "arena kuhn --deals 2",
    "engine kuhn",
    "puzzles slitherlink sudoku",
    *(f"{name} {LOOP}" for name in ["unique", "candidates", "steps", "hint", "redundant", "repair"]),
    *(
        f"{name} {PUZZLES}zebra.toml"
        for name in ["unique", "candidates", "steps", "hint", "redundant", "repair"]
    ),
    f"hint {LOOP} --strength 3",
    f"candidates {LOOP} --step",
    f"unique {PUZZLES}cinema.toml {PUZZLES}zebra.toml",
    f"convert {LOOP} --to penpa",
    "generate --family slitherlink --size 4x4 --seed 1",
    f"generate {PUZZLES}cinema.toml --seed 1",
    f"generate {PUZZLES}cinema.toml",
    "decipher BCCD",
    "examples",
    "new entracte --players Ann,Bob",
    "site {folder}",
]


def validator(name):
    return Draft202012Validator({**SCHEMA, "anyOf": [{"$ref": f"#/$defs/{name}"}]})


def said(capsys, monkeypatch, words):
    monkeypatch.setattr(sys, "argv", ["deduce", *words, "--json"])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    return ended.value.code, json.loads(capsys.readouterr().out)


@pytest.fixture(autouse=True)
def at_the_top(monkeypatch):
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize("line", ASKED)
def test_answers_are_as_the_schema_says(line, capsys, monkeypatch, tmp_path):
    head, _, fact = line.partition("|")
    words = [*head.replace("{folder}", str(tmp_path)).split(), *([fact] if fact else [])]
    status, data = said(capsys, monkeypatch, words)
    assert status in (0, 1)
    validator(words[0]).validate(data)
    # What is required is required: an answer that lacks it is found.
    required = (form["required"] for form in _forms(words[0]) if "required" in form)
    for key in next((keys for keys in required if set(keys) <= set(data)), ()):
        lacking = {name: value for name, value in data.items() if name != key}
        assert not validator(words[0]).is_valid(lacking), key


def _forms(name):
    definition = SCHEMA["$defs"][name]
    for form in definition.get("anyOf", [definition]):
        while "$ref" in form:
            form = SCHEMA["$defs"][form["$ref"].rpartition("/")[2]]
        yield form


@pytest.mark.parametrize(
    "line",
    [
        "solve nothing.txt",
        "solve examples/pencil/slitherlink.txt",
        "unique examples/entracte/evening.txt",
        "games chess",
        "hint examples/pencil/slitherlink.txt --family slitherlinkk",
        "decipher A --open B",
    ],
)
def test_refusals_are(line, capsys, monkeypatch):
    status, data = said(capsys, monkeypatch, line.split())
    assert status == 2
    validator("refusal").validate(data)


def test_contradictions_are(capsys, monkeypatch, tmp_path):
    right = (ROOT / "examples/tables/bulls_and_cows.txt").read_text("utf-8")
    record = tmp_path / "bulls_and_cows.txt"
    record.write_text(right.replace("7012: cows: 2", "7012: cows: 4"), "utf-8")
    status, data = said(capsys, monkeypatch, ["solve", str(record)])
    assert status == 1
    validator("contradiction").validate(data)


def test_a_limit_is(capsys, monkeypatch):
    status, data = said(capsys, monkeypatch, ["unique", *LOOP.split(), "--time-limit", "0"])
    assert status == 3
    validator("unique").validate(data)


@pytest.mark.parametrize("command", ["solve", "advise", "story"])
def test_a_limit_while_a_record_is_read_is_no_fault_of_its_line(command, capsys, monkeypatch, tmp_path):
    def late(*_):
        raise GaveUp("the time limit of 0 s was reached")

    monkeypatch.setattr(Reader, "read", late)
    read_before = (ROOT / "examples/tables/clue.txt").read_text("utf-8")
    record = tmp_path / "clue.txt"
    record.write_text(read_before.replace("Dee", command.title()), "utf-8")
    status, data = said(capsys, monkeypatch, [command, str(record), "--time-limit", "0"])
    assert status == 3
    validator("gave_up").validate(data)
    validator(command).validate(data)


TYPED = {
    "help": "help",
    "sheet": "solve",
    "why Bob both on": "why",
    "why": "refusal",
    "advise": "advise",
    "Bob plays nonsense": "refusal",
    "EVENT": "solve",
    "undo": "undone",
}
"""What is typed while notes are taken, and as what it is answered; `EVENT` is the line of the evening after Bob's."""


def test_every_line_that_is_typed_into_notes_is_answered_so(tmp_path):
    lines = (ROOT / "examples/entracte/evening.txt").read_text("utf-8").splitlines()
    end = next(number for number, line in enumerate(lines) if not line) + 3
    path = tmp_path / "evening.txt"
    path.write_text("\n".join([*lines[:end], ""]), "utf-8")
    typed = [lines[end + 1] if each == "EVENT" else each for each in TYPED]
    status, out, _ = deduce("log", path, "--json", stdin="\n".join(typed))
    answers = [json.loads(line) for line in out.splitlines()]
    assert (status, len(answers)) == (0, len(TYPED))
    for (line, form), data in zip(TYPED.items(), answers, strict=True):
        validator("log").validate(data)
        if form in SCHEMA["$defs"]:
            validator(form).validate(data)
        else:
            assert form in data, line
    held = [data["held"] for data in answers if "held" in data]
    assert held == [False, True]
    # The line that nobody could read stands before the next, and is told with it.
    assert answers[-2]["kept"] == ["Bob ?  # Bob plays nonsense"]
    assert len(answers[-1]["undone"]) == 2
    for nothing in ({}, {"held": True}, {"error": "without its kind"}):
        assert not validator("log").is_valid(nothing)
    assert not validator("advise").is_valid({"player": "Ann"})


def test_every_command_with_json_has_a_schema_and_the_schema_is_one():
    Draft202012Validator.check_schema(SCHEMA)
    for names in (names for group in cli.GROUPS.values() for names in group.values()):
        for name in names.split():
            annotations = cli.command_of(name).__annotations__
            assert ("json" in annotations) == (name in SCHEMA["$defs"]), name
            if {"json", "time_limit"} <= set(annotations):
                gave_up = {"status": "gave up", "limit": "the time limit of 0 s was reached"}
                validator(name).validate(gave_up)
    referred = set(json.dumps(SCHEMA).split('"#/$defs/')[1:])
    assert {each.partition('"')[0] for each in referred} <= set(SCHEMA["$defs"])
