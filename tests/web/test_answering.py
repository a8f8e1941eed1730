"""The pure function behind the page gives what the command line gives, and never anything but an answer."""

import json
import math
import re
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from deduce.cli import app
from deduce.ground.errors import GaveUp, ProblemError, RecordError
from deduce.ground.report import Report
from deduce.web import answer, answering

EXAMPLES = Path(__file__).parents[2] / "examples"
RECORDS = ["entracte/evening", "entracte/forgotten_token", "enigma/evening", "decrypto/intercept",
           "initiative/seat1", "shakespeare/seat2"]  # fmt: skip


def told(*words):
    """What the command line prints as JSON, and its exit status."""
    result = CliRunner().invoke(app, [*words, "--json"])
    return json.loads(result.stdout), result.exit_code


@pytest.mark.parametrize("name", RECORDS)
def test_solve_is_the_command_solve(name):
    path = EXAMPLES / f"{name}.txt"
    found = answer({"verb": "solve", "record": path.read_text(encoding="utf-8")})
    data, status = told("solve", str(path))
    assert found["ok"]
    assert (found["data"], found["status"]) == (data, status)


@pytest.mark.parametrize(
    ("name", "fact"), [("entracte/evening", "Bob both on"), ("enigma/evening", "6 Code")]
)
def test_why_is_the_command_why(name, fact):
    path = EXAMPLES / f"{name}.txt"
    found = answer({"verb": "why", "record": path.read_text(encoding="utf-8"), "fact": fact})
    assert (found["data"], found["status"]) == told("why", str(path), fact)


def test_advise_is_the_command_advise():
    path = EXAMPLES / "enigma" / "evening.txt"
    found = answer({"verb": "advise", "record": path.read_text(encoding="utf-8"), "seed": 3})
    data, status = told("advise", str(path), "--seed", "3", "--time-limit", "4")
    assert found["status"] == status
    assert [row["move"] for row in found["data"]["advice"]] == [row["move"] for row in data["advice"]]


def test_why_not_says_when_it_can_be():
    record = (EXAMPLES / "entracte" / "evening.txt").read_text(encoding="utf-8")
    assert answer({"verb": "why_not", "record": record, "fact": "Bob hand forward"})["status"] == 0
    assert answer({"verb": "why_not", "record": record, "fact": "Bob both on"})["status"] == 1


def test_a_record_grows_line_by_line_into_the_same_answers():
    begun = answer({"verb": "new", "game": "enigma", "players": ["Ann", "Bob", "Cid"], "me": "Ann"})
    record = begun["data"]["record"]
    for line in ("character: Wanderer", "Ann peeks 5 =Tome, claims Library, looks 2 =Teamwork gains D",
                 "Bob peeks 9, claims Bombe"):  # fmt: skip
        grown = answer({"verb": "check", "record": record, "lines": [line]})
        assert grown["ok"], grown
        record = grown["data"]["record"]
    assert grown["data"]["sheet"] == answer({"verb": "solve", "record": record})["data"]
    refused = answer({"verb": "check", "record": record, "lines": ["Cid peeks 55"]})
    assert (refused["kind"], refused["line"], refused["column"]) == (
        "RecordError",
        record.count("\n") + 1,
        11,
    )


def test_words_and_games_are_lists():
    for name, word in (
        ("enigma/evening", "doubt"),
        ("entracte/evening", "tokens"),
        ("decrypto/intercept", "judge"),
    ):
        record = (EXAMPLES / f"{name}.txt").read_text(encoding="utf-8")
        assert word in answer({"verb": "words", "record": record})["data"]["words"]
    games = {game["name"]: game for game in answer({"verb": "games"})["data"]["games"]}
    assert {"entracte", "enigma", "decrypto", "initiative", "shakespeare"} <= set(games)
    assert all(option["provenance"] for game in games.values() for option in game["options"])


@pytest.mark.parametrize("verb", ["unique", "candidates", "steps", "redundant"])
def test_puzzle_files_are_answered_as_on_the_command_line(verb):
    path = EXAMPLES / "puzzles" / "zebra.toml"
    found = answer({"verb": verb, "puzzle": path.read_text(encoding="utf-8"), "time_limit": 20})
    assert (found["data"], found["status"]) == told(verb, str(path))


def test_hints_name_the_wrong_entry():
    puzzle = (EXAMPLES / "puzzles" / "sudoku6.toml").read_text(encoding="utf-8")
    hint = answer({"verb": "hint", "puzzle": puzzle, "strength": 3})
    step = hint["data"]["steps"][0]
    assert step
    data, status = told("hint", str(EXAMPLES / "puzzles" / "sudoku6.toml"), "--strength", "3")
    assert (hint["data"], hint["status"]) == (data, status)


def test_a_family_is_drawn_with_its_solution():
    example = answer({"verb": "families", "name": "slitherlink"})["data"]["example"]
    found = answer({"verb": "unique", "family": "slitherlink", "grid": example})
    assert found["data"]["status"] == "unique"
    assert len(found["data"]["shown"]) == 1
    assert found["data"]["pictures"][0].startswith("<svg")


def test_generate_repeats_by_seed():
    puzzle = (EXAMPLES / "puzzles" / "cinema.toml").read_text(encoding="utf-8")
    made = [answer({"verb": "generate", "puzzle": puzzle, "seed": 4, "time_limit": 20}) for _ in range(2)]
    assert made[0] == made[1]
    assert len(made[0]["data"]["puzzles"]) == 1


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ([], "an object"),
        ({}, "no verb"),
        ({"verb": ["solve"]}, "no verb"),
        ({"verb": "solve"}, "record: expected a text"),
        ({"verb": "solve", "record": "game: chess\n"}, "no game 'chess'"),
        ({"verb": "solve", "record": "x" * 70_000}, "at most 65,536"),
        ({"verb": "solve", "record": "game: enigma\n" * 3_000}, "3,001 lines"),
        ({"verb": "solve", "record": "game: enigma\n" + "x" * 3_000}, "line 2 is longer"),
        ({"verb": "solve", "record": "game: \ud800"}, "half of a sign"),
        ({"verb": "solve", "record": "game: \x00"}, "signs that no text has"),
        ({"verb": "solve", "record": "game: enigma", "file": "x"}, "no field 'file'"),
        ({"verb": "why", "record": "game: enigma", "fact": "x", "seat": True}, "seat: expected"),
        ({"verb": "advise", "record": "game: enigma", "time_limit": 1e9}, "at most 20"),
        ({"verb": "advise", "record": "game: enigma", "time_limit": float("nan")}, "at most 20"),
        ({"verb": "new", "game": "enigma", "players": 7}, "expected a list"),
        ({"verb": "new", "game": "enigma", "count": 3, "options": {"slots": "x"}}, "slots"),
        ({"verb": "unique", "puzzle": "a = " + "[" * 5_000}, ""),
    ],
)
def test_what_is_no_request_is_answered_with_a_sentence(request_, said):
    found = answer(request_)
    assert not found["ok"]
    assert found["kind"] != "Fault"
    assert said in found["error"]


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("entracte", "data: deck.toml"),
        ("enigma", "data: ../../etc/passwd"),
        ("decrypto", "words: words.txt"),
        ("decrypto", "vectors: v.bin"),
        ("initiative", "lexicon: words.txt"),
        ("initiative", "mission: /etc/mission.toml"),
        ("initiative", "mission: m.toml"),
    ],
)
def test_no_file_that_a_record_names_is_opened(game, line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "words.txt").write_text("word\n")
    record = f"game: {game}\nplayers: 3\n{line}\n"
    for request in (
        {"verb": "solve", "record": record},
        {"verb": "check", "record": f"game: {game}\nplayers: 3\n", "lines": [line]},
    ):
        found = answer(request)
        assert not found["ok"]
        assert "files are not opened here" in found["error"]
    key, value = line.split(": ")
    assert not answer({"verb": "new", "game": game, "count": 3, "options": {key: value}})["ok"]


def test_answers_are_json():
    record = (EXAMPLES / "initiative" / "seat1.txt").read_text(encoding="utf-8")
    found = answer({"verb": "solve", "record": record})
    assert json.loads(json.dumps(found, allow_nan=False)) == found


PLURALS = {"en": {"one", "other"}, "de": {"one", "other"}, "ru": {"one", "few", "many", "other"}}
"""The kinds of number that each language of the page tells apart."""


def test_the_page_has_every_word_in_every_language_and_none_in_vain():
    static = Path(__file__).parents[2] / "deduce" / "web" / "static"
    texts = {p.stem: json.loads(p.read_text(encoding="utf-8")) for p in (static / "texts").glob("*.json")}
    assert texts.keys() == PLURALS.keys()
    code = "\n".join(path.read_text(encoding="utf-8") for path in static.glob("*.js"))
    used = set(re.findall(r'[^\w.]t\("([^"]+)"', code))
    assert len(used) > 80
    assert used <= set(texts["en"])
    quoted = set(re.findall(r'"([^"\n]+)"', code))
    begun = tuple(filter(None, re.findall(r"t\(`([^`$]*)\$\{", code)))
    told = {
        "rulebook",
        "deduced",
        "reconstructed",
        "exact",
        "sampled",
        "heuristic",
    }  # as the library calls them: `Option`, `Advice.kind`
    assert [
        key for key in texts["en"] if key not in used | quoted | told and not key.startswith(begun)
    ] == []
    for language, words in texts.items():
        assert words.keys() == texts["en"].keys(), language
        for key, said in words.items():
            slots = set(re.findall(r"{\w+}", str(texts["en"][key])))
            if isinstance(texts["en"][key], str):
                assert set(re.findall(r"{\w+}", said)) == slots, (language, key)
            else:
                assert said.keys() == PLURALS[language], (language, key)
                assert {"{count}"} == set(re.findall(r"{\w+}", said["other"])) == slots, (language, key)


def test_every_threat_has_a_test_that_exists():
    root = Path(__file__).parents[2]
    page = (root / "docs" / "page.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| (?!threat)([^|-][^|]*) \| [^|]+ \| ([^|]+) \|$", page.partition("## Threats")[2], re.MULTILINE
    )
    assert len(rows) >= 12
    tests = {path.name: path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("*.py")}
    for threat, named in rows:
        found = re.findall(r"`(test_\w+)(?:\.\.\.)?`", named)
        files = re.findall(r"`(\w+\.py)`", named)
        assert found or files, threat
        assert all(any(f"def {name}" in text for text in tests.values()) for name in found), threat
        assert set(files) <= set(tests), threat


@pytest.mark.parametrize(
    "family", ["nurikabe", "kakuro", "simpleloop", "skyscraper", "nonogram", "shikaku"]
)
def test_superfluous_clues_are_told_whatever_the_clues_are(family):
    """Clues whose opposite no solver takes are judged too: which others leave one solution."""
    grid = answer({"verb": "families", "name": family})["data"]["example"]
    found = answer({"verb": "redundant", "family": family, "grid": grid})
    assert found["ok"], found
    assert found["data"]["unique"]
    assert set(found["data"]["implied"]) == set(found["data"]["spare"])


def test_candidates_follow_what_is_entered():
    grid = "4 4\n1 - - -\n- - 3 -\n- - - -\n- - - 2"
    asked = {"verb": "candidates", "family": "sudoku", "grid": grid}
    before = answer(asked)["data"]
    name, left = next((name, left) for name, left in before["counts"].items() if len(left) > 1)
    after = answer(asked | {"entries": [f"{name}={max(left)}"]})["data"]
    assert set(after["counts"][name]) == {max(left)}
    assert before["solutions"] > after["solutions"]
    assert "1" in before["struck"]["cell[1,2]"]
    wrong = answer(asked | {"entries": ["cell[1,2]=1"]})
    assert wrong["data"]["solutions"] == 0
    assert "cannot be 1" in wrong["text"]
    assert not answer(asked | {"entries": ["cell[9,9]=1"]})["ok"]


def test_the_librarys_sentences_are_said_by_it_and_known_in_every_language():
    root = Path(__file__).parents[2]
    static = root / "deduce" / "web" / "static"
    told = json.loads((static / "sentences.json").read_text(encoding="utf-8"))
    code = "\n".join(
        path.read_text(encoding="utf-8")
        for top in ("deduce", "models/deduce_models")
        for path in (root / top).rglob("*.py")
    )
    code = re.sub(r'"\s*\n\s*f?"', "", code)  # a literal of two lines is one
    assert told
    for english, others in told.items():
        assert others.keys() == PLURALS.keys() - {"en"}
        slots = re.findall(r"{\w+}", english)
        assert len(slots) == len(set(slots)), english
        for said in others.values():
            assert sorted(re.findall(r"{\w+}", said)) == sorted(slots), english
        pieces = [each for part in re.split(r"{\w+}", english) for each in re.split(": |, |; ", part)]
        pieces = [piece.strip(" :;,()?'") for piece in pieces]
        # The first word may be a plural that the code makes.
        assert all(piece in code or piece.partition(" ")[2] in code for piece in pieces if piece), english
        assert max(map(len, pieces)) >= 3, english


def test_several_refusals_and_a_header_that_is_none_are_said_in_a_language():
    record = "game: entracte\nplayers: Ann Bob Cid Dee\n\nAnn plaz\nZed passes\n"
    asked = {"verb": "solve", "language": "de"}
    assert answer(asked | {"record": record})["error"].startswith(
        "erwartet wird was getan wird, nicht 'plaz'"
    )
    for header, said in (
        ("game: entracte\nplayers: Ann\n\n", "Entracte ist für 2 bis 4 Personen, nicht 1"),
        ("game: enigma\ngame: enigma\n\n", "'game' steht zweimal im Kopf"),
        ("game: enigma\nplayers: Ann Bob Cid\nplaxers: 3\n\n", "unbekannter Schlüssel im Kopf: 'plaxers'"),
    ):
        assert said in answer(asked | {"record": header})["error"]


@pytest.mark.parametrize(
    ("raised", "kind", "said", "place"),
    [
        (RecordError("is no line", line=3, column=5), "RecordError", "is no line", (3, 5)),
        (GaveUp("the time was up"), "GaveUp", "the time was up", (0, 0)),
        (ProblemError("a\x1b[31m sentence"), "ProblemError", "a\\u001b[31m sentence", (0, 0)),
        (ProblemError("x" * 2_000), "ProblemError", "x" * 2_000, (0, 0)),
        (RecursionError(), "TooDeep", "this is nested too deeply to be read", (0, 0)),
        (MemoryError(), "TooLarge", "this needs more memory than a request may have", (0, 0)),
        (KeyError("x"), "Fault", "the library failed at this (KeyError); please report it", (0, 0)),
    ],
)
def test_whatever_a_verb_raises_is_an_answer(raised, kind, said, place, monkeypatch):
    def verb(_):
        raise raised

    monkeypatch.setattr(answering, "_verb", lambda _: verb)
    line, column = place
    wanted = {"ok": False, "error": said, "kind": kind, "line": line, "column": column}
    assert answer({"verb": "games"}) == wanted


def test_an_answer_holds_what_json_can(monkeypatch):
    data = {
        1: math.inf,
        "a": (1.5, None, True),
        "b": {2},
        "c": np.float64(0.5),
        "d": Path("x"),
        "e": np.int64(3),
    }
    monkeypatch.setattr(
        answering, "_verb", lambda _: lambda fields: Report("so\x07", {**data, **fields}, 1)
    )
    found = answer({"verb": "games", "more": 1})
    plain = {"1": None, "a": [1.5, None, True], "b": [2], "c": 0.5, "d": "x", "e": 3, "more": 1}
    assert found == {"ok": True, "text": "so\\u0007", "data": plain, "status": 1}
