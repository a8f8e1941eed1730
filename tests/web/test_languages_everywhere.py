"""A language is everywhere or nowhere: each place that has texts by language has the same ones."""

import json
import re
from pathlib import Path

import pytest

import deduce
from deduce.games.registry import names
from deduce.ground.phrases import LANGUAGES, kind_of
from deduce.rulebook import Rulebook, labels

TOP = Path(__file__).parents[2]
STATIC = TOP / "deduce" / "web" / "static"
ALL = {"en", *LANGUAGES}


def test_the_page_offers_and_keeps_them():
    chosen = re.search(r"LANGUAGES = \{(.*?)\}", (STATIC / "texts.js").read_text(encoding="utf-8"))[1]
    assert set(re.findall(r"(\w+):", chosen)) == ALL
    assert {file.stem for file in (STATIC / "texts").glob("*.json")} == ALL
    kept = re.findall(r'"texts/(\w+)\.json"', (STATIC / "service-worker.js").read_text(encoding="utf-8"))
    assert sorted(kept) == sorted(ALL)


def test_every_table_of_phrases_has_them():
    files = [
        STATIC / "sentences.json", *(TOP / "deduce").rglob("phrases.json"), *(TOP / "models").rglob("phrases.json"),
    ]  # fmt: skip
    assert len(files) == 11
    for file in files:
        for key, row in json.loads(file.read_text(encoding="utf-8")).items():
            assert set(row) == set(LANGUAGES), (file, key)


def test_numbers_have_kinds_in_them():
    kinds = {language: {kind_of(number, language) for number in range(30)} for language in ALL}
    for language, found in kinds.items():
        said = (STATIC / "texts" / f"{language}.json").read_text(encoding="utf-8")
        forms = [set(each) for each in json.loads(said).values() if isinstance(each, dict)]
        assert forms
        assert all(found - {"other"} <= each for each in forms), language


def test_words_of_any_game_have_them():
    assert set(labels.ANY) == set(labels.LANGUAGES) == ALL


@pytest.mark.parametrize("name", [each for each in names() if isinstance(deduce.game(each), Rulebook)])
def test_words_of_a_game_have_them(name):
    texts = deduce.game(name).texts
    assert not texts or set(texts) | {"en"} == ALL
