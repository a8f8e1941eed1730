"""What puzzles say in other languages: every sentence has its text, with its slots and all forms, and none is in vain."""

from __future__ import annotations

import ast
import copy
import pickle
import re
import string
from functools import cache
from pathlib import Path

import pytest

from deduce.ground.errors import ProblemError
from deduce.ground.phrases import LANGUAGES, Phrase, Speech, kind_of, listing, say
from deduce.puzzles import reports
from deduce.puzzles.hints import hint
from deduce.puzzles.reports import hint_report, steps_report, unique_report
from deduce.puzzles.solving import steps
from deduce.puzzles.sources import of_family
from deduce.puzzles.speaking import rows_of, speech_of
from deduce.web import answer
from deduce_models.pencil.catalogue import families, family, read
from deduce_models.pencil.techniques.table import named_families, techniques

ROOT = Path(__file__).parents[2]
SPOKEN = ("deduce.puzzles", *(f"deduce_models.pencil.{room}" for room in ("words", "techniques", "kinds")))
FORMS = {"de": {"one", "other"}, "ru": {"one", "few", "many", "other"}}


@cache
def written() -> str:
    """All strings of the code that speaks, f-strings with ``*`` for what stands in them, a line each."""
    tops = ("deduce/puzzles", "deduce/explain", "models/deduce_models/pencil")
    paths = [path for top in tops for path in (ROOT / top).rglob("*.py")]
    paths += [ROOT / "deduce" / "evidence.py", *(ROOT / "models/deduce_models/pencil").rglob("*.toml")]
    found = []
    for path in paths:
        if path.suffix == ".toml":
            found += re.findall(r'"(.*)"', path.read_text(encoding="utf-8"))
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.append(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = (x.value if isinstance(x, ast.Constant) else "\0" for x in node.values)
                found.append("".join(map(str, parts)))
    return "\n".join(found)


@cache
def patterns() -> list[re.Pattern[str]]:
    """The f-strings among them as patterns: keys are made of these."""
    return [
        re.compile(re.escape(line).replace("\0", ".*"))
        for line in set(written().split("\n"))
        if "\0" in line and re.search("[a-z]{3}", line)
    ]


@pytest.mark.parametrize("package", SPOKEN)
def test_no_text_is_in_vain_and_each_has_its_slots_and_forms(package):
    plain = set(written().split("\n"))
    for key, row in rows_of(package).items():
        assert set(row) == set(LANGUAGES), key
        names = {name for _, name, _, _ in string.Formatter().parse(key) if name}
        for language, told in row.items():
            forms = {"": told} if isinstance(told, str) else told
            assert isinstance(told, str) or set(told) == FORMS[language], key
            for form in forms.values():
                slots = {name for _, name, _, _ in string.Formatter().parse(form) if name}
                # A count may be said by the form alone: "it", "these".
                assert slots <= names, key
                assert names - slots <= {"count"} or len(forms) > 1, (language, key)
        if key not in plain:
            assert any(each.fullmatch(key) for each in patterns()), f"nobody says {key!r}"


def unsaid(texts, language: str, name: str) -> list[str]:
    speech = speech_of(name, language)
    for text in texts:
        speech(text)
    return list(speech.missing)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_clue_and_place_of_every_family_is_said(language):
    """Of the example of each family; `name_of` and `said` of every variable besides."""
    from deduce.language.facts import Within
    from deduce.puzzles.reports import plainly_told
    from deduce_models.pencil.words.naming import labels, said

    missing = {}
    for name in families():
        knowledge = read(name, family(name).example)
        file = of_family(name, family(name).example, "")
        texts = [family(name).about]
        texts += [label for each in knowledge.statements for label in labels([each])]
        texts += plainly_told([s.label for s in knowledge.log], file)
        kinds = {(v.name.split("[")[0], v.domain): v for v in knowledge.scope}
        texts += [
            said([Within(v, 1 << i)])[0] for v in kinds.values() for i in range(min(len(v.domain), 12))
        ]
        if found := unsaid(texts, language, name):
            missing[name] = found
    assert missing == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_technique_has_a_name(language):
    for name in named_families():
        assert unsaid([each.name for each in techniques(name)], language, name) == []


WALKED = (
    "sudoku", "slitherlink", "nurikabe", "masyu", "hitori", "heyawake", "kakuro", "akari", "starbattle", "tent",
    "yajilin", "hashi", "kenken", "killersudoku", "shikaku", "skyscraper", "binairo", "minesweeper", "nonogram",
    "futoshiki", "variantsudoku", "suguru", "fillomino", "simpleloop",
)  # fmt: skip


@pytest.mark.parametrize("name", WALKED)
def test_whole_solutions_and_hints_have_no_english_sentence(name, monkeypatch):
    # One walk and one hint of each strength, told in every language.
    file = of_family(name, family(name).example, "")
    hints = {strength: hint(file.puzzle, strength=strength) for strength in (1, 2, 3)}
    monkeypatch.setattr(reports, "steps", cache(steps))
    monkeypatch.setattr(reports, "hint", lambda *_, strength, **__: hints[strength])
    plain = steps_report(file)
    for language in LANGUAGES:
        found = steps_report(file, language=language)
        assert found.data["solved"]
        assert "in_english" not in found.data
        told = found.text.split("\n", 1)[1]
        assert not re.search(r"\b(the|is|are|not|knowing|suppose|of)\b", told), told
        assert plain.data["steps"] == found.data["steps"]
        assert len(plain.text.split("\n\n")) == len(found.text.split("\n\n"))
        for strength in hints:
            hinted = hint_report(file, strength=strength, language=language)
            assert "in_english" not in hinted.data


def test_what_has_no_text_stays_english_and_is_counted():
    speech = Speech("ru", {"known {what}": "известно {what}", "this": "это"})
    assert speech(say("known {what}", what="this")) == "известно это"
    assert speech(say("known {what}", what="that")) == "known that"
    assert speech.each(["this", "that"]) == ["this", "that"]
    assert speech.english == 2
    assert list(speech.missing) == ["that"]
    assert speech("r1c2, 7") == "r1c2, 7"


def test_plural_forms():
    numbers = {1: "one", 2: "few", 5: "many", 11: "many", 12: "many", 21: "one", 22: "few", 111: "many"}
    assert {n: kind_of(n, "ru") for n in numbers} == numbers
    assert [kind_of(n, "de") for n in (0, 1, 2, 21)] == ["other", "one", "other", "other"]
    ru = speech_of("slitherlink", "ru")
    told = [ru(say("{number:side} of this cell", number=n)) for n in (0, 1, 3)]
    assert told == ["0 сторон этой клетки", "1 сторона этой клетки", "3 стороны этой клетки"]


def test_a_phrase_is_its_text_and_is_copied_with_its_slots():
    made = say("{number:box/boxes} at {place}", number=1200, place=listing(["r1c1", "r1c2", "r2c2"]))
    assert made == "1,200 boxes at r1c1, r1c2 and r2c2"
    for again in (copy.deepcopy(made), pickle.loads(pickle.dumps(made))):
        assert isinstance(again, Phrase)
        assert (again, again.key, again.slots) == (made, made.key, made.slots)
    assert say("these {count} are", one="it is", count=1) == "it is"
    assert made.rewritten(lambda text: text.replace("r1c1", "A")) == "1,200 boxes at A, r1c2 and r2c2"
    assert listing(["one"]) == "one"


def test_the_page_asks_in_its_language():
    grid = family("sudoku").example.strip()
    asked = {"verb": "hint", "family": "sudoku", "grid": grid, "strength": 3}
    assert (
        "числа не повторяются: столбец 2: 4 уже стоит в r1c2" in answer({**asked, "language": "ru"})["text"]
    )
    assert (
        "keine Zahl zweimal: Spalte 2: 4 steht schon in r1c2" in answer({**asked, "language": "de"})["text"]
    )
    wrong = answer({**asked, "entries": ["cell[1,1]=4"], "language": "de"})
    assert "hier geht 4 nicht: r1c1; denn" in wrong["text"]
    rules = answer({"verb": "families", "name": "slitherlink", "language": "ru"})["data"]["about"]
    assert rules.startswith("Проведите одну петлю по сторонам клеток;")
    label = answer(
        {"verb": "sheet", "family": "slitherlink", "grid": family("slitherlink").example, "language": "de"}
    )
    assert {entry["label"] for entry in label["data"]["entries"]} > {"die Seite über r1c1"}
    refused = answer({**asked, "language": "xx"})
    assert not refused["ok"]
    assert "there is no language 'xx'" in refused["error"]
    with pytest.raises(ProblemError):
        speech_of("", "ruu")


def test_verdicts_are_said_in_a_language():
    grids = {
        "4 4\n- 4 - -\n- 3 - -\n- - 1 -\n- - 3 -": ("решение единственное", "eindeutig: genau eine Lösung"),
        "4 4\n- - - -\n- - - -\n- - 1 -\n- - 3 -": ("есть 2 решения;", "mindestens 2 Lösungen;"),
        "4 4\n1 1 - -\n- - - -\n- - 1 -\n- - 3 -": ("решений нет", "keine Lösung"),
    }
    for grid, said in grids.items():
        for language, told in zip(("ru", "de"), said, strict=True):
            report = unique_report(of_family("sudoku", grid, "a test"), language=language)
            assert told in report.text.split("\n")[0]
            assert not set(report.text.split()) & {"the", "cannot", "is", "solution", "given"}
