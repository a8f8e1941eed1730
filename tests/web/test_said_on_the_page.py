"""What the page shows is what is known of all that was noted, exactly; where it is not, the page says so."""

from pathlib import Path

import pytest
from tapping import BROWSER, begin, settled

pytestmark = pytest.mark.skipif(
    BROWSER is None, reason="browser tests need Chromium: apt-get install chromium"
)

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name):
    return (EXAMPLES / f"{name}.txt").read_text(encoding="utf-8").rstrip("\n") + "\n"


def test_a_line_that_is_not_read_is_told_where_it_was_written(page, address):
    notes = example("tables/clue")
    begin(page, address, "clue", notes)
    board = page.locator(".touch")
    assert "stale" not in board.get_attribute("class").split()
    page.locator('[data-tap="type"]').first.click()
    page.locator(".typed input").fill("we had some cake")
    page.keyboard.press("Enter")
    told = page.locator(".banner .bad")
    told.wait_for()
    settled(page)
    line = len(notes.split("\n"))
    assert f"Line {line} was not read" in told.inner_text()
    assert "not understood" in told.inner_text()
    assert "stale" in board.get_attribute("class").split()
    assert "wrong" in page.locator(f"#line-{line}").get_attribute("class").split()
    told.get_by_role("button", name=f"Edit line {line}").click()
    page.locator(".log input").fill(
        "Cid suggest green rope hall, Dee can not show, Ann can not show, Bob can not show"
    )
    page.keyboard.press("Enter")
    told.wait_for(state="detached")


def test_chances_of_a_model_are_called_estimated_and_what_is_left_out_is_told(page, address):
    begin(page, address, "code", example("decrypto/intercept"))
    words, own, codes = (page.locator(".touchboard").nth(place) for place in range(3))
    assert words.locator("h2 .tag").inner_text() == "estimated"
    assert codes.locator("h2 .tag").inner_text() == "estimated"
    assert not own.locator(".tag").count()
    # 27 % and eleven more are 76 %; of hundreds of words a column's best eight are told.
    assert codes.locator(".more").inner_text() == "others 24%"
    assert words.locator(".more").first.inner_text() == "others 5%"
    assert words.locator(".room", has_text="umbrella").locator(".num").nth(1).inner_text() == "<1"
    begin(page, address, "rooms", example("enigma/evening"))
    assert not page.locator(".touchboard .tag").count()


@pytest.mark.parametrize("language", ["de", "ru"])
def test_long_words_and_names_fit_the_narrowest_phone(page, address, language):
    page.set_viewport_size({"width": 320, "height": 640})
    name = "an_evening_with_a_long_name_in_one_word"
    begin(page, address, name, example("tables/kuhn"))
    page.evaluate(f"localStorage.setItem('deduce/setting/language', '{language}')")
    page.reload()
    for there, sign in (
        (f"#/evening/{name}", ".cell"), ("#/", "a.go"), ("#/puzzles/slitherlink", '[data-tap="check"]'),
    ):  # fmt: skip
        page.goto(address + there)
        page.locator(sign).first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") == 320, there


def test_names_that_begin_alike_or_from_the_right_are_told_apart_and_in_order(page, address):
    begin(page, address, "alike", "game: kuhn\nplayers: Ann Alan\nme: Ann\n\n")
    signs = page.evaluate(
        """async () => {
          const { initial } = await import('./board.js');
          const of = (names) => names.map((_, place) => initial(names, place + 1)).join('');
          return [['Ann', 'Bob'], ['Ann', 'Amy'], ['Ann', 'Alan', 'Bob'], ['Ann', 'Amb', 'Bob'], ['P1', 'P2']].map(of);
        }"""
    )
    assert signs == ["AB", "ny", "123", "123", "12"]
    names = ("שרה", "דוד", "רות")
    begin(page, address, "right", f"game: enigma\nplayers: {' '.join(names)}\nme: דוד\n\n")
    page.locator(".log summary").click()
    told = page.locator(".log li", has_text="players:").locator("bdi")
    assert tuple(told.all_inner_texts()) == names
    places = [each.bounding_box()["x"] for each in told.all()]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("name", "who", "values", "unit"),
    [("enigma/evening", "Ann", 2, "to win"), ("decrypto/intercept", "Black", 3, "to be right")],
)
def test_advice_says_whom_it_is_for_and_chances_as_chances(page, address, name, who, values, unit):
    """In Enigma somebody else may act next, while it is the writer who has to doubt or to believe."""
    begin(page, address, "advised", example(name))
    page.locator(".advise").click()
    page.locator(".advice h2", has_text=f"What should {who} do?").wait_for()
    assert page.locator(".advice .tag").inner_text() == "heuristic"
    figures = [each.inner_text() for each in page.locator(".advice > .card > .cards .figure").all()]
    assert len(figures) == values
    assert all(" ".join(each.split()).endswith(f"% {unit}") for each in figures), figures


def test_a_chance_in_a_sentence_is_a_percentage_and_only_what_is_certain_is_all_of_it(page, address):
    page.goto(address)
    said = page.evaluate(
        "async () => { const { inPercent } = await import('./chances.js');"
        " return [0, 0.001, 0.004, 0.53, 0.996, 0.9999, 1].map(inPercent); }"
    )
    assert said == ["0%", "<1%", "<1%", "53%", ">99%", ">99%", "100%"]
    # Two statements of one line contradict each other: whichever is wrong, the slip is in this line.
    notes = "game: mastermind\nplayers: Ann Bob\nme: Ann\n\nguess red red red red, 0 black, 3 white\n"
    begin(page, address, "one", notes)
    told = page.locator(".slip-line")
    told.wait_for()
    assert told.all_inner_texts() == ["Line 5: 100% that the slip is here"]
    assert page.locator(".mend").count() > 1
    assert "%" not in "".join(page.locator(".mend").all_inner_texts())


def test_before_anything_is_noted_nothing_is_said_of_nobody(page, address):
    """The likeliest eight of hundreds of words are not all there are, and advice for nobody yet names nobody."""
    begin(page, address, "words", "game: decrypto\nplayers: Ann Bob Cid\nme: Ann\n\n")
    assert page.locator(".touchboard p.more").inner_text() == "others 95%"
    begin(page, address, "early", "game: initiative\nplayers: Ann Bob\nme: Ann\n\n")
    page.locator(".advise").click()
    page.locator(".advice h2", has_text="What should I do?").wait_for()


def test_what_opens_over_the_page_closes_by_escape_and_keys_are_where_they_were(page, address):
    begin(page, address, "keys", example("entracte/evening"))
    menu = page.locator(".menu")
    menu.locator("summary").focus()
    page.keyboard.press("Enter")
    assert menu.get_attribute("open") is not None
    page.keyboard.press("Escape")
    assert menu.get_attribute("open") is None
    page.evaluate("""() => {
      const plain = window.fetch;
      window.fetch = async (...asked) => {
        if (`${asked[1]?.body}`.includes('"why"')) await new Promise((go) => setTimeout(go, 300));
        return plain(...asked);
      };
    }""")
    cell = page.locator('[data-fact="Bob both on"]')
    cell.focus()
    page.keyboard.press("Enter")
    close = page.locator(".why button")
    close.first.wait_for()
    close.first.focus()
    page.locator(
        ".why li"
    ).first.wait_for()  # the answer has come: the button is another one, and has the keys still
    page.keyboard.press("Enter")
    page.locator(".why section").wait_for(state="detached")
    assert cell.evaluate("each => each === document.activeElement")


def test_advice_that_comes_when_the_device_has_changed_hands_is_shown_to_nobody(page, address):
    page.goto(f"{address}#/play/kuhn")
    page.locator(".home select").nth(1).wait_for()
    page.locator(".home select").nth(1).select_option("me")
    page.get_by_role("button", name="Begin").click()
    look, move = page.locator('[data-tap="look"]'), page.locator('[data-tap^="move "]')
    look.click()
    move.first.click()
    page.locator(".curtain h1", has_text="seat 2").wait_for()
    look.click()
    page.evaluate("""() => {
      const plain = window.fetch;
      window.fetch = async (...asked) => {
        await new Promise((go) => { window.goOn = go; });
        window.came = plain(...asked);
        return window.came;
      };
    }""")
    page.locator(".advise").click()
    page.locator(".advice .thinking").wait_for()
    page.locator('[data-tap="undo"]').press("Enter")  # by keys: on a phone advice lies over it
    page.locator(".curtain h1", has_text="seat 1").wait_for()
    look.click()
    move.first.wait_for()
    page.evaluate("""async () => {
      window.goOn();
      await new Promise((go) => setTimeout(go, 50));
      await window.came.then((response) => response.clone().text()).catch(() => {});
    }""")
    page.wait_for_timeout(300)
    assert page.locator(".advice .card").count() == 0
