"""Work is never lost in silence on the page: half a line, a change of another tab, a full browser, a copy that fails."""

import os

import pytest
from tapping import BROWSER, begin, kept, settled

pytestmark = pytest.mark.skipif(
    BROWSER is None, reason="browser tests need Chromium: apt-get install chromium"
)

HEAD = "game: enigma\nplayers: Ann Bob Cid\nme: Ann\ncharacter: Wanderer\n\n"
FULL = (
    "() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; }"
)
LATE = """() => {
  const plain = window.fetch;
  window.open_ = [];
  window.fetch = async (...asked) => {
    if (String(asked[0]).endsWith('api')) await new Promise((go) => window.open_.push(go));
    return plain(...asked);
  };
}"""
ANSWERED = "() => { const waiting = window.open_; window.open_ = []; waiting.forEach((go) => go()); }"


def typing(page):
    if not page.locator(".typed input").count():
        page.locator('[data-tap="type"]').first.click()
    return page.locator(".typed input")


def written(page, line):
    typing(page).fill(line)
    page.keyboard.press("Enter")
    settled(page)


def events(page, name):
    return kept(page, name).removeprefix(HEAD).split("\n")[:-1]


def until_answered(page):
    """Answers that wait are let go until nothing is asked any more."""
    while page.locator('main[data-settled="yes"]').count() == 0:
        page.evaluate(ANSWERED)
        page.wait_for_timeout(20)


def test_half_a_line_outlives_an_answer(page, address):
    begin(page, address, "half", f"{HEAD}Ann peek 3, Tome\n")
    typing(page)
    page.evaluate(LATE)
    page.keyboard.type("Bob peek 4")
    page.keyboard.press("Enter")
    page.keyboard.type("Cid pe")
    until_answered(page)
    page.keyboard.type("ek 5")
    assert typing(page).input_value() == "Cid peek 5"
    page.keyboard.press("Enter")
    assert events(page, "half") == ["Ann peek 3, Tome", "Bob peek 4", "Cid peek 5"]
    page.locator(".log .events button.text").first.click()  # a line of the log that is being changed
    page.keyboard.press("End")
    page.keyboard.press("Backspace")
    until_answered(page)
    page.keyboard.type("E")
    assert page.locator(".log input").input_value() == "Ann peek 3, TomE"


@pytest.mark.service_worker
def test_undo_takes_back_one_change_whichever_tab_made_it(page, context, address):
    begin(page, address, "both", HEAD)
    other = context.new_page()
    other.goto(f"{address}#/evening/both")
    settled(other)
    written(page, "Ann peek 3, Tome")
    other.locator(".log .events li").wait_for()
    written(other, "Bob peek 4")
    typing(page).fill("half a line")
    written(other, "Cid peek 5")
    page.locator(".log .events li").nth(2).wait_for()
    assert typing(page).input_value() == "half a line"
    page.locator('[data-tap="undo"]').click()
    settled(page)
    assert events(page, "both") == ["Ann peek 3, Tome", "Bob peek 4"]
    other.close()


def test_undo_gives_a_line_back_to_an_evening_that_is_looked_at(page, address):
    page.goto(f"{address}#/tour/enigma")
    settled(page)
    first = page.locator(".tour code").inner_text()
    page.locator('[data-tap="next line"]').click()
    page.locator(".log .events li").wait_for()
    settled(page)
    assert page.locator(".tour code").inner_text() != first
    page.locator('[data-tap="undo"]').click()
    page.locator(".log .events li").wait_for(state="detached")
    assert page.locator(".tour code").inner_text() == first


def test_what_the_browser_refuses_to_keep_stays_while_the_page_does_and_is_told(page, address):
    begin(page, address, "full", HEAD)
    assert not page.locator("#unkept").is_visible()
    page.evaluate(FULL)
    written(page, "Ann peek 3, Tome")
    assert "lost when the page is closed" in page.locator("#unkept").inner_text()
    page.locator("a.back").click()
    page.locator(".tiles").wait_for()
    page.locator("a.go", has_text="full").click()
    settled(page)
    assert page.locator(".log .events li").inner_text().endswith("Ann peek 3, Tome")


def test_copied_is_said_of_what_was_copied_alone(page, address):
    begin(page, address, "copied", HEAD)
    page.evaluate(
        "() => Object.defineProperty(navigator, 'clipboard', { value: undefined })"
    )  # as without https
    page.locator(".menu summary").first.click()
    said = page.locator("#status.shown")
    for done, words in (("false", "Not copied"), ("true", "Copied")):
        page.evaluate(f"() => {{ document.execCommand = () => {done}; }}")
        page.get_by_role("button", name="Copy the text").click()
        said.filter(has_text=words).wait_for()


def test_what_is_no_record_is_refused_with_a_sentence_and_no_address_is_blank(page, address):
    page.goto(f"{address}#/evening/%")
    page.locator(".hero").wait_for()
    page.locator("summary", has_text="Open a record").click()
    for name, content, words in (
        ("photo.png", bytes(range(256)), "holds no record"),
        ("long.txt", HEAD.encode() + b"# x\n" * 20_000, "at most 64 kB"),
    ):
        file = {"name": name, "mimeType": "text/plain", "buffer": content}
        page.locator('input[type="file"]').set_input_files(file)
        page.locator(".refused", has_text=words).wait_for()
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.includes('evening/'))") == []


def test_a_game_in_progress_is_gone_on_with_and_replaced_only_when_asked(page, address):
    page.goto(f"{address}#/play/love_letter")
    page.get_by_role("button", name="Begin").click()
    page.locator(".play").wait_for()
    page.locator("a.back").click()
    page.get_by_role("link", name="Kuhn").click()  # another game can be reached
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.get_by_role("button", name="Begin").click()
    page.locator('#places a[href="#/play"]').click()
    page.locator('[data-tap="go on"]', has_text="Love Letter").click()
    page.locator(".play small", has_text="Love Letter").wait_for()


def test_half_a_typed_move_outlives_advice_and_a_refusal(page, address):
    page.goto(f"{address}#/play/decrypto")
    page.get_by_role("button", name="Begin").click()
    typed = page.get_by_label("type a move")
    typed.wait_for()
    page.evaluate(LATE)
    page.get_by_role("button", name="What should I do").click()
    typed.focus()
    page.keyboard.type("clue s t")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    while not page.locator(".advice .ranked, .advice .card").count():  # drawn anew with the answer
        page.evaluate(ANSWERED)
        page.wait_for_timeout(20)
    page.keyboard.type("ea")
    assert typed.input_value() == "clue sea t"
    page.keyboard.press("End")
    page.keyboard.type(";;")
    page.keyboard.press("Enter")
    while not page.locator(".banner .bad").count():
        page.evaluate(ANSWERED)
        page.wait_for_timeout(20)
    assert typed.input_value() == "clue sea t;;"
    typed.fill("clue flag")
    page.keyboard.press("Enter")
    for _ in range(200):
        page.evaluate(ANSWERED)
        page.wait_for_timeout(20)
        if page.locator(".banner .bad").count() == 0 and (
            not typed.count() or typed.input_value() != "clue flag"
        ):
            break
    assert not typed.count() or typed.input_value() == ""


@pytest.mark.service_worker
def test_two_tabs_solve_one_puzzle(page, context, address):
    def entered():
        return page.evaluate("JSON.parse(localStorage.getItem('deduce/setting/puzzle/kakuro/entered'))")

    other = context.new_page()
    for tab in (page, other):
        tab.goto(f"{address}#/puzzles/kakuro")
        tab.locator(".grid-board").wait_for()
        settled(tab)
    spots = [each.get_attribute("data-tap") for each in page.locator('[data-tap^="spot "]').all()]
    for tab, spot, word in ((page, spots[0], "1"), (other, spots[1], "2"), (page, spots[2], "3")):
        tab.locator(f'[data-tap="{spot}"]').click()
        tab.locator(f'[data-tap="word {word}"]').click()
        page.wait_for_function("count => Object.keys(JSON.parse(localStorage.getItem("
                               "'deduce/setting/puzzle/kakuro/entered'))).length >= count", arg=int(word))  # fmt: skip
        tab.wait_for_timeout(100)  # the other tab hears of it
    assert entered() == {
        spot.removeprefix("spot "): word for spot, word in zip(spots[:3], "123", strict=True)
    }
    page.locator('[data-tap="undo"]').first.click()
    assert len(entered()) == 2
    other.close()


@pytest.mark.skipif(os.environ.get("DEDUCE_PAGE") == "site", reason="no server is asked there")
def test_a_server_that_is_back_is_found_without_being_told(page, address):
    begin(page, address, "back", f"{HEAD}Ann peek 3, Tome\n")
    page.route("**/api", lambda route: route.abort())
    written(page, "Bob peek 4")
    page.locator(".banner .note").wait_for()
    typing(page).fill("Cid pe")
    page.unroute("**/api")
    page.locator(".banner .note").wait_for(state="detached")
    settled(page)
    assert typing(page).input_value() == "Cid pe"
    assert events(page, "back") == ["Ann peek 3, Tome", "Bob peek 4"]
