"""What games say in other languages: every sentence has its texts, with its slots and forms, and none is in vain."""

from __future__ import annotations

import ast
import random
import re
import string
from functools import cache, partial
from pathlib import Path

import pytest

from deduce.games.base import CHANCE
from deduce.games.registry import game
from deduce.games.retelling import story_of
from deduce.games.speaking import refused, speech_of, told
from deduce.ground.errors import DeduceError, ProblemError, RecordError, RecordErrors
from deduce.ground.phrases import LANGUAGES, as_is, passage, person, rows_of, run, say, typed
from deduce.ground.report import Report
from deduce.ground.wording import does, table
from deduce.records.header import names_of, party_of
from deduce.records.record import read_record
from deduce.show.story import story_text

ROOT = Path(__file__).parents[2]
GAMES = ("enigma", "entracte", "decrypto", "initiative", "shakespeare")
ROOMS = {
    "deduce.games": ("deduce",),
    **{f"deduce_models.{name}": (f"models/deduce_models/{name}",) for name in GAMES},
}
FORMS = {"de": {"one", "other"}, "ru": {"one", "few", "many", "other"}}


@cache
def sources(room: str) -> tuple[str, ...]:
    """The code of a room."""
    paths = [path for top in ROOMS[room] for path in sorted((ROOT / top).rglob("*.py"))]
    return tuple(path.read_text(encoding="utf-8") for path in paths if "puzzles" not in path.parts)


@cache
def trees(room: str) -> tuple[ast.AST, ...]:
    """The code of a room that makes sentences of phrases."""
    return tuple(ast.parse(text) for text in sources(room) if "say(" in text)


def constants(tree: ast.AST) -> list[str]:
    """The strings in a piece of code."""
    return [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)]


@pytest.mark.parametrize("room", ROOMS)
def test_no_text_is_in_vain_and_each_keeps_its_slots_and_forms(room):
    said = {text for tree in trees(room) for text in constants(tree)}
    said |= {
        does(who, text) for text in said for who in ("{who}", "You") if "acts(" in "".join(sources(room))
    }
    for key, row in rows_of(room).items():
        assert set(row) == set(LANGUAGES), key
        assert key in said or any(f'"{key}"' in text for text in sources(room)), f"nobody says {key!r}"
        names = {name for _, name, _, _ in string.Formatter().parse(key) if name}
        assert "one" not in names, (
            f"a slot of {key!r} is called as what stands in its place where it is one"
        )
        for language, text in row.items():
            forms = {"": text} if isinstance(text, str) else text
            assert isinstance(text, str) or set(text) == FORMS[language], key
            for form in forms.values():
                assert {name for _, name, _, _ in string.Formatter().parse(form) if name} == names, key


@pytest.mark.parametrize("room", ROOMS)
def test_every_key_that_a_game_says_has_its_texts(room):
    """Keys that stand where a sentence is made; those that are chosen elsewhere are met by the evenings below."""
    texts = {**rows_of("deduce.puzzles"), **rows_of("deduce.games"), **rows_of(room)}
    calls = [
        node
        for tree in trees(room)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say"
    ]
    first = [node.args[0] for node in calls if node.args]
    keys = {each.value for each in first if isinstance(each, ast.Constant) and isinstance(each.value, str)}
    keys |= {
        text
        for each in first
        if isinstance(each, ast.IfExp)
        for branch in (each.body, each.orelse)
        for text in constants(branch)
    }
    if (
        room == "deduce.games"
    ):  # the command line's own `say` prints; what the library says of games has slots
        keys = {key for key in keys if "{" in key}
    assert sorted(keys - set(texts)) == []
    assert keys


def test_words_of_a_game_names_and_moves():
    ru = speech_of(game("enigma"), "ru", ["Ann", "Bob"])
    assert ru(
        say("{who} is most likely the {role} ({chance})", who=person(2), role="Ghost", chance="50%")
    ) == ("Bob — вероятнее всего Призрак (50%)")
    assert ru(run("1. ", typed("claim Bombe at 3"), " ", as_is("Ghost"))) == "1. называет Бомба at 3 Ghost"
    assert speech_of(game("enigma"), "de")(person(2)) == "Platz 2"
    parts = run(say("troupe"), " +2.6, ", say("days ahead"), " +2.5, ", say("pay"), " -1.0")
    assert speech_of(game("shakespeare"), "ru")(parts) == "моя труппа +2.6, будущие дни +2.5, плата -1.0"
    assert list(ru.kept) == ["at"]
    moves = typed("recruit mistress-6.2 assistant.1")
    assert speech_of(game("shakespeare"), "ru")(moves) == "нанимает мастерица 6 2 помощник 1"
    report = told(
        Report(passage([say("the turn ends"), say("nobody knows this")]), {"x": [say("the turn ends")]}),
        speech_of(game("enigma"), "ru"),
    )
    assert report.text == "ход окончен\nnobody knows this"
    assert report.data == {"x": ["ход окончен"], "in_english": 1}
    with pytest.raises(ProblemError, match="no language 'fr'"):
        speech_of(game("enigma"), "fr")


def test_a_token_more_in_all_plural_forms():
    ru, de = (speech_of(game("initiative"), language) for language in ("ru", "de"))
    near = [say("{number:token} near would be known", number=number) for number in (1, 2, 5, 21)]
    assert [re.sub(" рядом", "", ru(each)) for each in near] == [
        "станет известен 1 жетон", "станут известны 2 жетона", "станут известны 5 жетонов", "станет известен 21 жетон",
    ]  # fmt: skip
    assert [de(each).split(" in ")[0] for each in near[:2]] == ["1 Plättchen", "2 Plättchen"]


def test_reasons_of_advice_are_said_in_every_language():
    spoken = game("enigma")
    record = read_record((ROOT / "examples" / "enigma" / "evening.txt").read_text(encoding="utf-8"))
    found = spoken.advise_record(record, rng=0)
    for language in LANGUAGES:
        rows = told(found, speech_of(spoken, language)).data["advice"]
        assert [each["move"] for each in rows] == [each["move"] for each in found.data["advice"]]
        for here, there in zip(rows, found.data["advice"], strict=True):
            assert here["reason"] != there["reason"]
            assert language == "de" or not re.findall("[A-Za-z]{2,}", here["reason"])


def test_a_game_that_is_only_declared_has_its_advice_said_too():
    kuhn = game("kuhn")
    state = kuhn.new(players=2, seed=1)
    speech = speech_of(kuhn, "ru")
    reasons = [speech(each.reason) for each in kuhn.advise(state.view(state.actor))]
    assert reasons
    assert not re.findall("[A-Za-z]{2,}", " ".join(reasons))


@pytest.mark.parametrize("name", ["evening", "forgotten_token"])
def test_a_sheet_of_entracte_and_why_notes_contradict_each_other_are_said_whole(name):
    spoken = game("entracte")
    record = read_record((ROOT / "examples" / "entracte" / f"{name}.txt").read_text(encoding="utf-8"))
    found = spoken.solve(record)
    people = ["Ann", "Bob", "Cid", "Dee"]
    for language in LANGUAGES:
        report = told(found, speech_of(spoken, language, people))
        assert "in_english" not in report.data
        assert len(report.text.split("\n")) == len(found.text.split("\n"))
        words = set(re.findall("[A-Za-z]{2,}", report.text))
        assert language == "de" or words <= {*people, "Entracte", "YES"}
        assert not words & {"the", "and", "card", "holds", "not"}


def test_a_table_keeps_its_columns_under_each_other():
    speech = speech_of(game("entracte"), "ru")
    rows = [("", "  Ann"), ("hand forward", "    -"), ("sex alternate", "  YES")]
    assert table(rows) == "               Ann\nhand forward     -\nsex alternate  YES"
    assert speech(table(rows)).split("\n") == [
        "                 Ann",
        "рука вперёд        -",
        "пол чередование  YES",
    ]


ENGLISH = {"the", "not", "expected", "allowed", "did", "choose", "to", "is", "are", "here", "line", "more"}
"""Words that a refusal in English has; what is to be typed is in quotes, or of the game."""


@pytest.mark.parametrize(
    "name",
    ["entracte/evening", "enigma/evening", "decrypto/intercept", "shakespeare/seat2", "initiative/seat1"],
)
def test_every_refusal_of_a_wrong_line_is_said_whole(name):
    """Lines of an evening with a strange last word, cut short, said twice, or of somebody who is not there."""
    lines = (ROOT / "examples" / f"{name}.txt").read_text(encoding="utf-8").split("\n")
    spoken = game(name.partition("/")[0])
    speeches = {language: speech_of(spoken, language) for language in LANGUAGES}
    begin = next(number for number, line in enumerate(lines) if number > 3 and not line.strip()) + 1
    wrong_ones = []
    for number in [at for at in range(begin, len(lines)) if lines[at].split("#")[0].strip()][1:11:4]:
        line = lines[number].split("#")[0].rstrip()
        strange = line.replace(line.split()[-1], "Xyzzy")
        for wrong in (strange, line[: len(line) // 2], f"{line} {line}", f"Zed {line}"):
            record = read_record("\n".join([*lines[:number], wrong]))
            try:
                spoken.answers().read(record)
            except RecordError as error:
                wrong_ones.append(error.message)
    for english in wrong_ones:
        assert_said_whole(english, speeches)
    assert len(wrong_ones) > 4


def assert_said_whole(english, speeches):
    """A refusal has its text in every language; what is in quotes is typed so in all of them."""
    for language, speech in speeches.items():
        said = speech(english)
        plain = re.sub(r"'[^']*'", "", said)
        assert said != english
        assert not ENGLISH & set(plain.split()), (said, english)
        assert language == "de" or re.search("[а-яё]{3}", plain), said
        assert not speech.english, (english, speech.missing)


WRONG_POSITIONS = {
    "shakespeare": ("game: shakespeare\nplayers: Ann Bob\n\n", [
        "position", "position rund 3", "position day", "position day 0", "position day 3 4", "position order 1 1",
        "position offer set black", "position code x3", "position code d3 a=1,4,3",
        "position code g1=1C:X", "position code s=K2X1", "position code b1=1", "position day 2\nposition day 3",
        "position code n9", "position code n3", "[K] (1C) [#]", "position picture 1\n[K]", "position display queen",
        "position display titanya", "position troupe 1 handymen",
        "position troupe 1 assistant.1 assistant.2 assistant.3 assistant.4 assistant.5 assistant",
        "position costume 1 queen black", "position used 1 zed",
        "position troupe 1 assistant\nposition used 1 assistant", "position objectives 1 ?", "position objectives 1 zed",
        "position turn Zed", "position acts 1 9 99 1", "position pile IV 1", "position seat 1 zed 3",
        "position seat 1 ambiance 99", "position stage 1 zed black", "position stage 1 1C pinc",
        "position stage 1 2L1 black", "position picture 1\n[K]\n[K]\n[K]\n[K]", "position order 1",
        "position costume 1 author black black pink pink", "position used 1 author\nposition resting 1 author",
        "position pile II 1", "position pile II 2 1\nposition acts 1 1 5 1\nposition acts 2 1 1 1",
        "position day 1\nposition troupe 1 hamlet puck romeo",
        "position day 1\nposition recruited 1\nposition troupe 1 hamlet puck romeo",
        "position display iago puck romeo viola hamlet", "position recruited 1\nposition display iago puck romeo viola",
        "position recruited 1 2\nposition display iago puck romeo viola",
        "position turn 1\nposition display iago puck romeo viola\nposition discard juliet hamlet titania",
        "position display hamlet\nposition troupe 1 hamlet", "position offer set black 9", "position offer set black 7",
        "position day 1\nposition offer set black 5\nposition stage 1 1C pink 1L1 pink",
        "position day 2\nposition bag set black 30", "position day 5\nposition bag set pink 2 blue 3",
        "position turn 1\nposition seat 1 cylinders 9",
        "position turn 1\nposition seat 1 cylinders 5\nposition used 1 author", "position initiative 1",
        "position turn 1\nposition out 1", "position day 1\nposition seat 1 prestige 99", "day 2\nposition day 2",
        "position day 2\nshows 1",
    ]),
    "initiative": ("game: initiative\nplayers: Ann Bob\nseat: 1\n\nposition\n", [
        "hand", "hand zed", "cards 2", "cards 3 1", "cards 2 99", "pile Run y7 g4", "pile Zed g4", "block Zed",
        "hand g4\ndiscard g4", "figure 2 zed", "faceup Hall zed", "stack Hall 99", "turn 1 2", "threat\nthreat",
        "gone L L L L L L L L L", "stack Hall 9\nstack Study 9\nstack Tower 9",
    ]),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG_POSITIONS)
def test_every_refusal_of_a_typed_position_is_said_whole(name):
    spoken = game(name)
    speeches = {language: speech_of(spoken, language) for language in LANGUAGES}
    head, wrong_ones = WRONG_POSITIONS[name]
    for wrong in wrong_ones:
        with pytest.raises(RecordError) as caught:
            spoken.answers().read(read_record(f"{head}{wrong}\n"))
        for error in getattr(caught.value, "errors", (caught.value,)):
            assert_said_whole(error.message, speeches)


def test_several_refusals_are_told_with_their_places_and_a_right_line():
    record = read_record("game: entracte\nplayers: Ann Bob Cid Dee\n\nAnn plaz\nZed passes\n")
    with pytest.raises(RecordErrors) as caught:
        game("entracte").solve(record)
    english = str(caught.value)
    error = refused(caught.value, speech_of(game("entracte"), "de"))
    head, *rows = str(error).split("\n")
    assert english.startswith(
        "2 lines to mend:\nline 4, column 5: expected what the player does, not 'plaz'"
    )
    assert head == "2 Zeilen sind zu verbessern:"
    assert rows[0].startswith(
        "Zeile 4, Spalte 5: erwartet wird was getan wird, nicht 'plaz': gemeint ist 'plays'?"
    )
    assert rows[1].startswith("    zum Beispiel: Ann plays")
    assert rows[2].startswith("Zeile 5, Spalte 1: erwartet wird ein Name, nicht 'Zed': erlaubt: Ann")
    assert error.errors[1].message.startswith("erwartet wird ein Name")
    assert error.line == 4


@pytest.mark.parametrize(
    "name",
    ["enigma/evening", "decrypto/intercept", "initiative/seat1", "shakespeare/seat2", "shakespeare/solo"],
)
def test_a_whole_sheet_is_said_in_every_language(name):
    """No line stays English; Latin are codes of cards, words that somebody said, and names."""
    text = (ROOT / "examples" / f"{name}.txt").read_text(encoding="utf-8")
    spoken, record = game(name.partition("/")[0]), read_record(text)
    found = spoken.solve(record)
    for language in LANGUAGES:
        speech = speech_of(spoken, language, party_of(record, spoken.seats, title=spoken.title))
        report = told(found, speech)
        assert (speech.missing, "in_english" in report.data) == ({}, False)
        assert len(report.text.split("\n")) == len(found.text.split("\n"))
        assert not {"with", "best", "on", "and", "left", "nobody"} & set(report.text.split())
        rows = [row for row in report.text.split("\n") if re.search("[а-яё]{3}", row)]
        assert language == "de" or len(rows) >= 6


def test_the_story_of_a_game_is_told_in_a_language():
    spoken = game("enigma")
    text = (ROOT / "examples" / "enigma" / "rulebook.txt").read_text(encoding="utf-8")
    found = story_of(spoken, read_record(text), playouts=0)
    report = Report(story_text(found), found.to_dict())
    for language in LANGUAGES:
        speech = speech_of(spoken, language)
        told_ = told(report, speech)
        assert (speech.missing, "in_english" in told_.data) == ({}, False)
        assert len(told_.text.split("\n")) == len(report.text.split("\n"))
    assert "строка 10, P1: карта 3 — Бомба; на самом деле Радио; никто не узнал" in told_.text
    assert "bystander" not in told_.text


@pytest.mark.parametrize(
    "name",
    [
        *("entracte/evening_known", "entracte/shown", "entracte/forgotten_token", "entracte/rulebook"),
        *("initiative/seat1", "shakespeare/seat2", "decrypto/finished", "decrypto/referee"),
        *("enigma/rulebook", "enigma/own_words", "tables/kuhn", "tables/avalon", "tables/love_letter"),
    ],
)
def test_a_record_is_solved_and_advised_about_or_refused_without_a_word_of_english(name):
    path = ROOT / "examples" / f"{name}.txt"
    record = read_record(path.read_text(encoding="utf-8"), source=str(path))
    spoken = game(record.game)
    for language in LANGUAGES:
        speech = speech_of(spoken, language, names_of(spoken, record))
        for ask in (spoken.solve, partial(spoken.advise_record, rng=0)):
            try:
                told(ask(record), speech)
            except DeduceError as error:
                speech(error.said)
            assert (speech.english, list(speech.missing), list(speech.kept)) == (0, [], [])


@pytest.mark.parametrize("name", ["decrypto", "enigma", "entracte", "shakespeare"])
def test_what_happens_is_said_in_a_language(name):
    """Of every move of a game what is told to its first seat and to a bystander: nothing of it stays English."""
    played, rng = game(name), random.Random(3)
    speeches = [speech_of(played, language) for language in LANGUAGES]
    state, heard = played.new(players=4 if name == "decrypto" else 3, seed=3), {}
    while state.actor is not None and len(heard) < 120:
        move = state.draw(rng) if state.actor is CHANCE else rng.choice(state.moves())
        after, actor = state.play(move), 0 if state.actor is CHANCE else state.actor
        for seat in (0, 1):
            for text in played.happened(state.view(seat), after.view(seat), actor, move):
                heard[str(text)] = text
        state = after
    assert len(heard) > 20
    for speech in speeches:
        own = [speech(text) for text in heard.values()]
        assert (speech.english, list(speech.missing)) == (0, [])
        assert [sorted(re.findall(r"\d", each)) for each in own] == [
            sorted(re.findall(r"\d", text)) for text in heard
        ]
        assert not any(re.search(r"\b(You|Seat|seat|the|and)\b", each) for each in own)
