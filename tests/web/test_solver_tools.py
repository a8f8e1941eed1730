"""What solvers of other tools are used to: places held together, something tried out, one puzzle turned into four."""

import json

import pytest
from tapping import BROWSER, settled

from deduce.web import answer

pytestmark = pytest.mark.skipif(
    BROWSER is None, reason="browser tests need Chromium: apt-get install chromium"
)

GRID = "4 4\n- 4 - -\n- 3 - -\n- - 1 -\n- - 3 -"
FULL = {"1,1": "3", "1,3": "2", "1,4": "1"}
"""What its solution has in the first row."""


@pytest.fixture
def sudoku(page, address):
    page.goto(address)
    page.evaluate("grid => localStorage.setItem('deduce/setting/puzzle/sudoku', grid)", GRID)
    page.goto(f"{address}#/puzzles/sudoku")
    page.locator(".grid-board").wait_for()
    settled(page)
    return page


def tap(page, *names):
    for name in names:
        page.locator(f'[data-tap="{name}"]').first.click()


def kept(page, what):
    return json.loads(page.evaluate(f"localStorage.getItem('deduce/setting/puzzle/sudoku/{what}')") or "{}")


def middle(page, name):
    box = page.locator(f'[data-tap="spot {name}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_places_that_were_dragged_over_are_marked_together(sudoku):
    page = sudoku
    page.mouse.move(*middle(page, "cell[1,3]"))
    page.mouse.down()
    page.mouse.move(*middle(page, "cell[1,4]"), steps=4)
    page.mouse.move(*middle(page, "cell[2,4]"), steps=4)
    page.mouse.up()
    held = {f"cell[{at}]" for at in ("1,3", "1,4", "2,4")}
    assert page.locator(".over .chosen").count() == 3
    tap(page, "tool corner", "word 1", "word 2")
    assert kept(page, "notes") == {name: {"corner": ["1", "2"]} for name in held}
    tap(page, "word 2")  # it goes where all have it
    assert kept(page, "notes") == {name: {"corner": ["1"]} for name in held}
    tap(page, "undo", "undo", "undo")
    assert kept(page, "notes") == {}
    # By keys: Shift and an arrow hold one more, a digit is for all, an arrow alone lets go.
    tap(page, "tool mark", "spot cell[3,1]")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("2")
    assert kept(page, "entered") == {"cell[3,1]": "2", "cell[4,1]": "2"}
    page.keyboard.press("Backspace")
    assert kept(page, "entered") == {}
    page.keyboard.press("ArrowRight")
    assert page.locator(".over .chosen").count() == 1
    # One more with Ctrl and a tap.
    page.locator('[data-tap="spot cell[1,1]"]').click(modifiers=["Control"])
    assert page.locator(".over .chosen").count() == 2


def test_something_tried_out_is_kept_or_taken_back_as_one(sudoku):
    page = sudoku
    tap(page, "spot cell[1,1]", "word 3", "more", "try out")
    for at in ("1,3", "1,4"):
        tap(page, f"spot cell[{at}]", f"word {FULL[at]}")
    assert page.locator(".over .tried").count() == 2
    page.reload()
    page.locator(".over .tried").first.wait_for()
    assert page.locator(".over .tried").count() == 2
    tap(page, "take it back")
    assert kept(page, "entered") == {"cell[1,1]": "3"}
    assert page.locator(".over .tried").count() == page.locator('[data-tap="keep it"]').count() == 0
    tap(page, "undo")
    assert kept(page, "entered") == {f"cell[{at}]": word for at, word in FULL.items()}
    tap(page, "more", "try out", "spot cell[2,1]", "word 1", "keep it")
    assert len(kept(page, "entered")) == 4
    assert page.locator(".over .tried").count() == 0


def test_a_puzzle_turned_over_is_a_puzzle(sudoku):
    """Of the page's store: each of the three ways is another text with one solution, and of the same level."""
    stock = json.loads(sudoku.evaluate("fetch('puzzles.json').then(found => found.text())"))
    for family in ("heyawake", "akari", "sudoku"):
        size, levels = next(iter(stock[family].items()))
        level, texts = next(iter(levels.items()))
        ways = sudoku.evaluate(
            "([family, size, text]) => import('/stock.js').then(async (stock) => { const all = [0, 1, 2, 3].map((way) =>"
            " stock.turned(text, way)); return Promise.all(all.map(async (each) => [each,"
            " await stock.levelOf(family, size, each)])); })",
            [family, size, texts[0]],
        )
        assert ways[0][0] == texts[0]
        assert len({text for text, _ in ways}) == 4
        assert {said for _, said in ways} == {level}
        for text, _ in ways[1:]:
            assert answer({"verb": "unique", "family": family, "grid": text})["status"] == 0


def test_pictures_of_families_in_the_store_are_solved(sudoku):
    """A family that opens with another puzzle shows its example solved; one that opens with it does not."""
    plain, solved = (
        answer({"verb": "families", "name": "slitherlink", **more})["data"]["picture"]
        for more in ({}, {"solved": True})
    )
    assert plain != solved
    shown = sudoku.evaluate(
        "Promise.all(['slitherlink', 'kakuro'].map((name) => import('/gallery.js').then((all) => all.pictureOf(name))))"
    )
    assert shown == [solved, answer({"verb": "families", "name": "kakuro"})["data"]["picture"]]


def test_a_tap_on_the_clock_holds_it_and_hides_the_grid(sudoku):
    page = sudoku
    tap(page, "pause")
    assert page.locator('[data-tap="pause"]').get_attribute("aria-pressed") == "true"
    assert not page.locator(".grid-board").is_visible()
    held = page.locator(".timer").inner_text()
    page.wait_for_timeout(2100)
    assert page.locator(".timer").inner_text() == held
    tap(page, "pause")
    assert page.locator(".grid-board").is_visible()
    page.wait_for_function("held => document.querySelector('.timer').innerText !== held", arg=held)
    assert page.locator('[data-tap="pause"]').get_attribute("aria-pressed") == "false"
