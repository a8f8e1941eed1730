"""The story of a game on the page: who could have known what when, and the board as it was then."""

from pathlib import Path

import pytest
from tapping import BROWSER, begin, settled

from deduce.web import answer

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name):
    return (EXAMPLES / f"{name}.txt").read_text(encoding="utf-8")


def test_the_verb_tells_what_the_command_tells():
    found = answer({"verb": "story", "record": example("entracte/evening"), "time_limit": 20})
    assert found["ok"]
    assert found["data"]["viewers"] == [1]
    assert next(each["fact"] for each in found["data"]["found"]) == "code[Bob] = both on"
    assert found["text"].startswith("Entracte: the evening as Ann could have known it")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"record": example("entracte/referee")}, "not over"),
        ({"record": "game: entracte\nplayers: 3\n"}, "no lines"),
        ({"record": example("entracte/evening"), "playouts": 1000}, "playouts"),
        ({"record": example("entracte/everybody"), "playouts": 1000}, "playouts"),
    ],
)
def test_what_has_no_story_is_told(fields, said):
    found = answer({"verb": "story", "time_limit": 5, **fields})
    assert not found["ok"]
    assert said in found["error"]


@pytest.mark.skipif(BROWSER is None, reason="browser tests need Chromium: apt-get install chromium")
def test_a_line_of_the_story_shows_the_board_as_it_was(page, address):
    begin(page, address, "Sunday", example("entracte/evening"))
    page.locator(".menu summary").click()
    page.locator('[data-tap="story"]').click()
    page.locator(".time li").first.wait_for()
    assert page.locator(".moment.ev strong").first.text_content() == "Bob: both on"
    assert page.locator(".course").count() == 1
    assert page.locator(".moment .cardface").count() > 5
    page.locator('[data-tap="moment 13"]').click()
    page.locator(".then .facebutton").first.wait_for()
    assert (
        page.locator(".then .facebutton").count() == 4
    )  # the first card and three that were played by then
    page.locator('[data-tap="later"]').click()
    page.wait_for_function("() => document.querySelectorAll('.then .facebutton').length === 5")
    page.locator(".back").click()
    settled(page)
    assert page.locator(".compose").count() == 1


@pytest.mark.skipif(BROWSER is None, reason="browser tests need Chromium: apt-get install chromium")
def test_a_whole_game_is_told_of_every_player(page, address):
    begin(page, address, "Mansion", example("enigma/rulebook"))
    with page.expect_response(lambda each: '"story"' in (each.request.post_data or "")) as told:
        page.goto(f"{address}#/story/Mansion")
    page.locator(".time li").first.wait_for()
    assert page.locator(".course").count() == 4
    turn = told.value.json()["data"]["turn"]  # from games played on: sampled
    assert page.locator(".turned").count() == (turn is not None)
    assert turn is None or f"line {turn['line']}:" in page.locator(".turned").text_content()
    page.locator('[data-tap="moment 12"]').click()
    page.locator(".then .room").first.wait_for()
    assert page.get_by_label("Seen by").input_value() == "3"
