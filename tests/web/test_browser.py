"""The page in a real browser: evenings by taps alone, reloads, no network, two tabs, narrow and wide, dark.

Needs playwright's Python package and a Chromium of the system; skipped with a sentence where there is none. A campaign
plays the examples to their last line: ``DEDUCE_WHOLE_EVENINGS=1 pytest tests/web/test_browser.py``.
"""

import json
import os
import re
import time
from pathlib import Path

import pytest
from tapping import BROWSER, Hand, begin, kept, settled, shortest

from deduce.games import game, read_record
from deduce.web import answer
from deduce.web.record_verbs import form_of

pytestmark = pytest.mark.skipif(
    BROWSER is None, reason="browser tests need Chromium: apt-get install chromium"
)

EXAMPLES = Path(__file__).parents[2] / "examples"
WHOLE = bool(os.environ.get("DEDUCE_WHOLE_EVENINGS"))
SITE = os.environ.get("DEDUCE_PAGE") == "site"


def no_sideways(page):
    wide, inner = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert wide <= inner


EVENINGS = {"entracte/evening": (1, 4), "decrypto/intercept": (0, 5)}
"""From which line to which the taps go; the lines before are there already."""
AT_MOST = {"entracte": 9}


HEAD = "game: enigma\nplayers: Ann Bob Cid\nme: Ann\ncharacter: Wanderer\n\n"
"""A game whose lines go on step by step."""


def step(page, *taps):
    """Tap one thing after another, each as soon as the page offers it."""
    for each in taps:
        page.locator(f'[data-tap="{each}"]').first.click()
        settled(page)


def cards_of(line):
    """The cards of an exchange, where they are said value by value: five taps each for the second and the third."""
    return 5 * line.count(" / ")


def test_what_comes_in_a_row_is_tapped_as_one_line(page, address):
    head = "game: shakespeare\nplayers: Ann Bob\nme: Ann\n\n"
    begin(page, address, "row", head + "order 1 2\n")
    step(page, "pieces=black 2", "pieces=pink 4", "pieces=purple 2", "pieces=green 4")
    step(page, "which=hamlet", "which=puck", "which=romeo", "which=iago")
    step(page, "which=romeo", "which=puck", "which=othello", "which=ophelia", "which=viola", "which=juliet")
    step(page, "number=3", "Bob=2")
    assert [line.body for line in read_record(kept(page, "row")).events] == [
        "order 1 2", "offer set black 2 pink 4", "offer costume purple 2 green 4", "display hamlet puck romeo iago",
        "Bob draft romeo", "Ann draft puck", "display othello ophelia viola juliet", "Ann wager 3", "wagers 3 2",
    ]  # fmt: skip


@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening_by_taps_is_the_record_and_the_answer_of_the_command_line(page, address, name):
    record = read_record((EXAMPLES / f"{name}.txt").read_text(encoding="utf-8"))
    played = game(record.game)
    form = form_of(played, record)
    headers = {event.head for event in form.events if event.header}
    lines = [line.text for _, _, line in record.header]
    said = [line for line in lines if line.split(":")[0] + ":" in headers and (WHOLE or "hand" not in line)]
    first, last = (0, None) if WHOLE else EVENINGS[name]
    there = [line.body for line in record.events][:first]
    begin(
        page, address, "tonight", "\n".join([*(line for line in lines if line not in said), "", *there, ""])
    )
    hand = Hand(page, form)
    for line in said:
        hand.line(line)
    events = [line.body for line in record.events][first:last]
    start = len(hand.taps)
    began = time.monotonic()
    for line in events:
        hand.line(line)
    text = kept(page, "tonight")
    mine = read_record(text)
    assert [line.body for line in mine.events] == [*there, *(shortest(form, line) for line in events)]
    assert sorted(line.text for _, _, line in mine.header) == sorted(lines)
    shown = answer({"verb": "solve", "record": text})
    same = "\n".join([*lines, "", *there, *events, ""])
    assert answer({"verb": "solve", "record": same})["data"] == shown["data"]
    assert page.locator(".second pre").last.text_content() == shown["text"]
    taps = hand.taps[start:]
    print(f"\n{name}: {len(taps)} lines, taps a line {min(taps)} to {max(taps)}, mean {sum(taps) / len(taps):.1f}, "
          f"{(time.monotonic() - began) / len(taps):.2f} s a line")  # fmt: skip
    if record.game in AT_MOST:
        actions = zip(taps, events, strict=True)
        over = [(count, line) for count, line in actions if count > AT_MOST[record.game] + cards_of(line)]
        assert not over
    no_sideways(page)


def test_with_a_known_deck_a_turn_is_four_taps(page, address):
    record = read_record((EXAMPLES / "entracte" / "evening.txt").read_text(encoding="utf-8"))
    form = form_of(game("entracte"), record)
    begin(page, address, "deck", "\n".join(record.lines[:9]) + "\n")
    page.locator('[data-tap="event plays"]').click()
    page.get_by_label("only cards of the shipped deck").first.check()
    hand = Hand(page, form)
    lines = [line.body for line in record.events][:6]
    assert "exchanges" in lines[0]
    for line in lines:
        hand.line(line)
    assert [line.body for line in read_record(kept(page, "deck")).events] == lines
    assert max(hand.taps) <= 4, hand.taps


def test_one_tap_mends_a_slip(page, address):
    broken = (EXAMPLES / "entracte" / "forgotten_token.txt").read_text(encoding="utf-8")
    whole = read_record((EXAMPLES / "entracte" / "evening.txt").read_text(encoding="utf-8"))
    begin(page, address, "slip", broken)
    page.locator(".mend").first.wait_for()
    assert page.locator(".log li.lit").count() == 3
    page.locator(".mend").first.click()
    settled(page)
    page.locator(".cell.sure").first.wait_for()
    assert [line.body for line in read_record(kept(page, "slip")).events] == [
        line.body for line in whole.events
    ]
    assert page.locator(".banner .bad").count() == 0


def test_of_two_meanings_one_is_chosen_by_a_tap(page, address):
    begin(
        page,
        address,
        "two",
        "game: enigma\nplayers: Ana Ben Cal\nme: Ben\n\nAna took 5 & claimed phantom. Cal said no way but he was wrong\n",
    )
    ways = page.locator(".banner .mend code")
    assert ways.all_inner_texts() == [
        f"Ana peeks 5, claims Phantom, doubt Cal {each}" for each in ("lie", "true")
    ]
    ways.last.click()
    settled(page)
    assert kept(page, "two").endswith("\n\nAna peeks 5, claims Phantom, doubt Cal true\n")
    assert page.locator(".banner .bad").count() == 0


def test_a_cell_says_why_and_lights_its_lines(page, address):
    begin(page, address, "why", (EXAMPLES / "entracte" / "evening.txt").read_text(encoding="utf-8"))
    page.locator('[data-fact="Bob both on"]').click()
    page.locator(".why a").first.wait_for()
    assert "smallest reason" in page.locator(".why").text_content()
    lit = page.locator(".log li.lit").evaluate_all("rows => rows.map(row => row.id)")
    text = (EXAMPLES / "entracte" / "evening.txt").read_text(encoding="utf-8")
    found = answer({"verb": "why", "record": text, "fact": "Bob both on"})
    assert lit == [each["place"].replace(" ", "-") for each in found["data"]["because"]]
    assert len(lit) == 2


def test_an_evening_composed_step_by_step_is_the_record_and_the_answer_of_the_command_line(page, address):
    """Of a declared game: the lines mean what the example says in other words."""
    text = (EXAMPLES / "enigma" / "evening.txt").read_text(encoding="utf-8")
    record = read_record(text)
    lines = [line.text for _, _, line in record.header]
    begin(page, address, "tonight", "\n".join([*lines, "", ""]))
    step(page, "number=5", "which=Tome", "which=Library", "number=2", "which=Teamwork")
    step(page, "number=9", "which=Bombe")
    step(page, "number=5", "which=Radio", "event doubt", "keys=Ann")
    assert [line.body for line in read_record(kept(page, "tonight")).events] == [
        "Ann peek 5, =Tome, claim Library, look 2, =Teamwork",
        "Bob peek 9, claim Bombe",
        "Cid peek 5, claim Radio, doubt Ann",
    ]
    shown = answer({"verb": "solve", "record": kept(page, "tonight")})
    same = "\n".join([*lines, "", *(line.body for line in record.events[:3]), ""])
    assert answer({"verb": "solve", "record": same})["data"] == shown["data"]
    assert page.locator(".second pre").last.text_content() == shown["text"]
    no_sideways(page)


def test_an_entry_that_is_refused_goes_back_to_its_taps(page, address):
    record = (EXAMPLES / "entracte" / "evening.txt").read_text(encoding="utf-8")
    begin(page, address, "refused", record)
    Hand(page, form_of(game("entracte"), read_record(record))).line(
        "Ann plays down summer Wed young off female d z ; tokens Bob ; draws up winter Sat adult on female b x"
    )
    page.locator(".banner .bad").wait_for()
    assert "Cid played it on line 17" in page.locator(".banner .bad p").text_content()
    assert page.locator(".banner .bad strong").text_content() == "Line 23"  # of which no column is known
    page.get_by_role("button", name="Change this entry").click()
    settled(page)
    step(page, "said drawn up winter Sat adult on female b x")
    assert kept(page, "refused") == record


def test_a_slip_that_was_tapped_is_mended_by_a_tap(page, address):
    begin(page, address, "slip", f"{HEAD}Ann peek 5, =Tome, claim Library\n")
    step(page, "number=2", "which=Tome")
    page.locator(".mend").first.wait_for()
    step(page, "change", "which=Teamwork")
    assert kept(page, "slip").rstrip().endswith("Ann peek 5, =Tome, claim Library, look 2, =Teamwork")
    assert page.locator(".banner .bad").count() == 0


def test_the_line_written_last_goes_back_to_its_taps(page, address):
    """A slip of the finger; and doubts that were still to come."""
    record = (EXAMPLES / "enigma" / "evening.txt").read_text(encoding="utf-8").rsplit("\n", 2)[0]
    begin(page, address, "again", record)
    step(page, "number=3", "which=Tome", "event ?")
    assert kept(page, "again").rstrip().endswith("Cid peek 3, claim Tome, ?")
    step(page, "change")
    assert kept(page, "again").rstrip().endswith("Cid peek 3, claim Tome")
    step(page, "event doubt", "keys=Ann", "which=lie")
    assert kept(page, "again").rstrip().endswith("Cid peek 3, claim Tome, doubt Ann, lie")
    assert page.locator(".banner .bad").count() == 0


def test_lines_are_written_by_keys_alone(page, address):
    begin(page, address, "keys", HEAD)
    for wanted in ("number=5", "which=Bombe", "which=Bombe", "event peek", "number=9", "which=Bombe"):
        reached(page, wanted)
        page.keyboard.press("Enter")
        settled(page)
    assert [line.body for line in read_record(kept(page, "keys")).events] == [
        "Ann peek 5, =Bombe, claim Bombe",
        "Bob peek 9, claim Bombe",
    ]


def reached(page, wanted):
    """A Tab for each group, arrows inside it, row by row: to this chip or place."""
    here = "document.activeElement?.dataset?.tap"
    groups = ".touchboard, .field, .finder"
    within = (
        f"""document.activeElement?.closest('{groups}')?.querySelector('[data-tap="{wanted}"]') != null"""
    )
    for _ in range(40):
        if page.evaluate(within):
            for key in 5 * (*5 * ("ArrowRight",), *5 * ("ArrowLeft",), "ArrowDown"):
                if page.evaluate(here) == wanted:
                    return
                page.keyboard.press(key)
        page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} is not reached by keys")


def test_figures_keep_their_points_and_signs_among_a_games_words(page, address):
    """Words of a game may be taken apart at a point or a stroke; +2.4 and -1.0 are none."""
    page.goto(address)
    script = """async (keys) => {
      const { called } = await import("./texts.js");
      const form = { texts: { en: { "{who}.{copy}": "{who} {copy}", "{who}-{which}": "{who} {which}", pay: "wages",
        "days ahead {change}": "later {change}" } } };
      return keys.map((key) => called(form, key));
    }"""
    keys = ["+2.4", "-1.0", "12%", "mistress.2", "extra-puck", "pay -1.0", "days ahead +2.5"]
    told = ["+2.4", "-1.0", "12%", "mistress 2", "extra puck", "wages -1.0", "later +2.5"]
    assert page.evaluate(script, keys) == told


@pytest.mark.parametrize("name", ["enigma/evening", "entracte/evening", "shakespeare/seat2"])
def test_advice_is_a_few_tabs_away(page, address, name):
    """From the top of a page: a board and a group of chips are one Tab each."""
    begin(page, address, "tabs", (EXAMPLES / f"{name}.txt").read_text(encoding="utf-8"))
    page.locator(".touchboard").first.wait_for()
    page.evaluate("document.activeElement?.blur()")
    tabs = 0
    while not page.evaluate("document.activeElement.classList.contains('advise')"):
        page.keyboard.press("Tab")
        tabs += 1
        assert tabs <= 20
    print(f"\n{tabs} Tabs to advice")


TURNS = {
    "enigma/evening": 1,
    "entracte/evening": 2,
    "shakespeare/seat2": 0,
    "decrypto/intercept": 0,
    "initiative/seat1": 0,
    "tables/clue": 1,
    "tables/minesweeper": 1,
}
"""Evenings, and how many of their last lines are left out."""


@pytest.mark.parametrize("name", TURNS)
def test_a_turn_needs_no_scrolling(page, address, name):
    """On a phone the page itself stays, advice and Write lie on the screen, and what is tapped is 44 px high."""
    text = (EXAMPLES / f"{name}.txt").read_text(encoding="utf-8").rstrip().split("\n")
    begin(page, address, "turn", "\n".join(text[: len(text) - TURNS[name]]) + "\n")
    page.locator(".touchboard").first.wait_for()
    assert page.evaluate("document.documentElement.scrollHeight") <= 844
    no_sideways(page)
    for tap in (".advise", ".dock .write", '[data-tap="undo"]'):
        box = page.locator(tap).bounding_box()
        assert box["y"] + box["height"] <= 844
    small = page.evaluate(
        """() => [...document.querySelectorAll('.evening button, .evening summary')]
            .map(each => [each.getBoundingClientRect(), each.outerHTML.slice(0, 120)])
            .filter(([box]) => box.height > 0 && box.height < 43.5).map(([_, html]) => html)"""
    )
    assert [each for each in small if 'class="text"' not in each] == []


@pytest.mark.parametrize("width", [390, 320])
def test_text_at_twice_its_size_keeps_the_turn_on_the_screen(page, address, width):
    page.set_viewport_size({"width": width, "height": 844})
    text = (EXAMPLES / "enigma/evening.txt").read_text(encoding="utf-8")
    begin(page, address, "large", text)
    page.locator(".room").first.wait_for()
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    no_sideways(page)
    for tap in (".advise", ".dock .write"):
        box = page.locator(tap).bounding_box()
        assert box["y"] + box["height"] <= 844
        assert box["x"] + box["width"] <= width
    assert page.locator(".pane").bounding_box()["height"] > 90


def test_a_russian_reads_russian(page, address):
    """On the first screen of an evening all words are Russian but the title and the names of people."""
    page.goto(address)
    page.evaluate("localStorage.setItem('deduce/setting/language', 'ru')")
    clue = (EXAMPLES / "tables/clue.txt").read_text(encoding="utf-8").rstrip().rsplit("\n", 1)[0]
    for title, head in {"Enigma: Beyond Code": HEAD, "Clue": clue}.items():
        begin(page, address, "вечер", head)
        page.locator(".touchboard").first.wait_for()
        shown = " ".join(page.locator(".solve-head, .sure, .second, .compose, .dock").all_inner_texts())
        names = {"Ann", "Bob", "Cid", "Dee", *re.findall("[A-Za-z]+", title)}
        assert set(re.findall("[A-Za-z]{2,}", shown)) <= names


def test_a_place_of_the_board_fills_the_line(page, address):
    """A room of The Initiative's piles, a column of Decrypto, and a row of Clue's sheet."""
    begin(page, address, "init", (EXAMPLES / "initiative/seat1.txt").read_text(encoding="utf-8"))
    page.locator('[data-tap="place y11"]').click()
    assert page.locator('[data-tap="card=y11"]').first.get_attribute("aria-pressed") == "true"
    page.locator('[data-tap="place Gather"]').click()
    settled(page)
    assert kept(page, "init").rstrip().endswith("P1 play y11 Gather")
    begin(page, address, "words", (EXAMPLES / "decrypto/intercept.txt").read_text(encoding="utf-8"))
    for digit in "314":
        page.locator(f'[data-tap="place {digit}"]').first.click()
    settled(page)
    assert "black intercepts" in kept(page, "words").rstrip().split("\n")[-1]
    text = (EXAMPLES / "tables/clue.txt").read_text(encoding="utf-8").rstrip().rsplit("\n", 1)[0]
    begin(page, address, "clue", text + "\n")
    step(page, "place green", "place rope", "which 3=study")
    assert kept(page, "clue").rstrip().endswith("Cid suggest green rope study")


def test_advice_goes_into_the_line(page, address):
    """One tap on Advice, one on the card, and a person still writes it."""
    begin(page, address, "advised", "game: minesweeper\nplayers: Ann\nme: Ann\n\n")
    before = kept(page, "advised")
    page.locator(".advise").click()
    page.locator(".advice-card").first.wait_for()
    move = page.locator(".advice-card").first.get_attribute("data-move")
    page.locator('[data-tap="into the line"]').click()
    assert page.locator(".advice-card").count() == 0
    assert kept(page, "advised") == before
    page.locator(".dock .write").click()
    settled(page)
    assert kept(page, "advised") == f"{before}Ann {move}\n"


@pytest.mark.service_worker
def test_nothing_is_lost_by_reloading_or_without_a_network(page, context, address):
    begin(
        page,
        address,
        "away",
        (EXAMPLES / "enigma" / "evening.txt").read_text(encoding="utf-8").rsplit("\n", 2)[0],
    )
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    settled(page)
    before = page.locator(".cell").count()
    context.set_offline(True)
    page.reload()
    page.locator(".banner .note").wait_for()
    tap(page, "type")  # what comes next nobody tells without a network
    page.locator(".typed input").fill("Cid peeks 3, claims Tome, ?")
    page.locator(".typed .write").click()
    page.locator(".banner .note").wait_for()
    assert kept(page, "away").rstrip().endswith("Cid peeks 3, claims Tome, ?")
    context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    page.locator(".banner .note").wait_for(state="detached")
    settled(page)
    assert page.locator(".cell").count() == before


@pytest.mark.service_worker
def test_two_tabs_show_the_same_evening(page, context, address):
    begin(page, address, "both", "game: enigma\nplayers: Ann Bob\nme: Ann\n\n")
    other = context.new_page()
    other.goto(f"{address}#/evening/both")
    settled(other)
    step(page, "number=5", "which=Tome", "which=Library", "number=2", "event gains", "keys=D")
    other.locator(".log .events li").wait_for()
    assert kept(other, "both") == kept(page, "both")
    other.close()


def test_from_the_first_page_to_a_sheet_in_three_taps(page, address):
    page.goto(address)
    page.get_by_role("link", name="Enigma").click()
    page.get_by_role("button", name="Begin").click()
    page.locator(".cell").first.wait_for()
    assert kept(page, "Enigma: Beyond Code").startswith("# Enigma")


def test_a_link_carries_an_evening(page, address):
    record = (EXAMPLES / "enigma" / "evening.txt").read_text(encoding="utf-8")
    page.goto(address)
    code = page.evaluate("async text => (await import('./store.js')).packed(text)", record)
    page.goto(f"{address}#/share/{code}")
    page.locator(".log .events li").first.wait_for()
    assert kept(page, "enigma") == record
    page.goto(f"{address}#/share/!!!")
    page.locator(".bad").wait_for()


def test_markup_in_notes_stays_text(page, address):
    bad = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>'
    begin(
        page,
        address,
        "markup",
        f"game: enigma\nplayers: Ann Bob\nme: Ann\n\nAnn peeks 1 =Tome, claims Tome {bad}\n",
    )
    page.locator(".banner .bad").wait_for()
    assert bad in page.locator(".log .events").text_content()
    assert page.evaluate("window.hit") is None
    assert page.locator("main script, main img[src=x]").count() == 0


PAGES = [
    "#/",
    "#/new/entracte",
    "#/evening/wide",
    *(f"#/evening/{name.split('/')[0]}" for name in EVENINGS),
    "#/play",
    "#/play/enigma",
    "#/puzzles/sudoku",
    "#/puzzles/yajilin",
]


@pytest.mark.parametrize(("width", "colours"), [(390, "light"), (1280, "dark")])
def test_every_page_fits_and_is_usable_by_all(browser, address, width, colours):
    context = browser.new_context(
        viewport={"width": width, "height": 844},
        color_scheme=colours,
        bypass_csp=True,
        service_workers="block",
    )
    context.set_default_timeout(60_000)
    page = context.new_page()
    begin(
        page, address, "wide", (EXAMPLES / "entracte" / "forgotten_token.txt").read_text(encoding="utf-8")
    )
    for name in EVENINGS:
        begin(page, address, name.split("/")[0], (EXAMPLES / f"{name}.txt").read_text(encoding="utf-8"))
    for each in PAGES:
        page.goto(address + each)
        page.locator("h1").first.wait_for()
        page.wait_for_timeout(300)
        no_sideways(page)
        assert serious(page) == []
    context.close()


def serious(page):
    """What axe-core, where it is installed, calls worse than minor."""
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ImportError:
        return []
    found = Axe().run(page).response["violations"]
    return [(each["id"], each["nodes"][0]["html"][:200]) for each in found if each["impact"] != "minor"]


def test_a_game_against_the_library(page, address):
    page.goto(f"{address}#/play/enigma")
    page.get_by_role("button", name="Begin").click()
    for _ in range(3):
        page.locator('main[data-settled="yes"]').wait_for()
        page.locator('[data-tap^="move "]').first.click()
    page.locator('main[data-settled="yes"]').wait_for()
    page.locator(".room").first.wait_for()
    no_sideways(page)
    before = page.locator(".play h1").text_content()
    page.reload()
    page.locator(".room").first.wait_for()
    assert page.locator(".play h1").text_content() == before
    page.evaluate("""() => {
      const kept = JSON.parse(localStorage.getItem('deduce/setting/play'));
      kept.answer.data.token = kept.answer.data.token.replace(/.{9}$/, 'AAAAAAAAA');
      localStorage.setItem('deduce/setting/play', JSON.stringify(kept));
    }""")
    page.reload()
    page.locator('[data-tap^="move "]').first.wait_for()
    for _ in range(4):
        if page.locator('[data-tap^="move "]').count() and not page.locator(".bad").count():
            page.locator('[data-tap^="move "]').first.click()
            page.wait_for_timeout(500)
    page.locator(".bad").wait_for()
    assert "changed on its way" in page.locator(".bad").text_content()


def test_several_people_at_one_page_have_a_curtain(page, address):
    """The screen shows what all know until the next one looks: at first, after a reload, taken back."""

    def curtain(seat):
        page.locator(".curtain .shared").wait_for()
        assert f"seat {seat}" in page.locator(".curtain h1").text_content()
        assert page.locator('.evening, [data-tap^="move "]').count() == 0

    def look():
        page.locator('[data-tap="look"]').click()
        page.locator('[data-tap^="move "]').first.wait_for()

    page.goto(f"{address}#/play/enigma")
    page.locator("select").nth(3).wait_for()
    page.locator(".home select").nth(1).select_option("me")
    page.get_by_role("button", name="Begin").click()
    curtain(1)
    look()
    page.reload()
    curtain(1)
    look()
    page.locator('[data-tap^="move "]').first.click()  # "peeks at"
    page.locator('[data-tap="move 1"]').click()
    page.locator('main[data-settled="yes"] [data-tap="move claims"], [data-tap^="move "]').first.wait_for()
    page.locator('main[data-settled="yes"]').wait_for()
    for _ in range(3):
        if page.locator(".curtain").count():
            break
        page.locator('main[data-settled="yes"] [data-tap^="move "]').first.click()
        page.locator('main[data-settled="yes"]').wait_for()
    curtain(2)
    assert "see" not in page.locator(".curtain .note").text_content()
    look()
    page.locator('[data-tap="undo"]').click()
    curtain(1)


def test_a_puzzle_is_judged_while_it_is_edited(page, address):
    page.goto(f"{address}#/puzzles/file")
    page.locator(".verdict .good").wait_for()
    area = page.get_by_label("The puzzle", exact=True).and_(page.locator("textarea"))
    area.fill(area.input_value().replace('says = "pet[Cleo] == cat"', 'says = "pet[Cleo] != dog"'))
    page.locator(".verdict tr.differ").first.wait_for()
    assert "Several" in page.locator(".verdict").text_content()
    page.get_by_role("button", name="The next step").click()
    page.locator(".card pre").wait_for()
    no_sideways(page)


def test_an_address_is_pasted_and_drawn(page, address):
    """Also where it stands in place of a puzzle file: it brings its family with it. Superfluous clues are lit."""
    page.goto(f"{address}#/puzzles/file")
    page.locator(".verdict .good").wait_for()
    page.get_by_label("The puzzle", exact=True).and_(page.locator("textarea")).fill(
        "https://puzz.link/p?nurikabe/4/4/h1g4q"
    )
    page.locator(".grid-board").wait_for()
    settled(page)
    assert page.locator("h1").text_content() == "Nurikabe"
    assert puzzle_text(page, "nurikabe").startswith("4 4")
    tap(page, "more", "mode clues", "superfluous")
    page.locator(".told .card, .told .bad, .told .good, .told .note").first.wait_for()
    assert page.locator(".told .bad").count() == 0
    no_sideways(page)
    # Of a family of which none are made, no other is offered.
    assert page.locator('[data-tap="another"]').count() == 1
    drawn(page, address, "kakuro")
    assert page.locator('[data-tap="another"]').count() == 0


def drawn(page, address, family):
    """The family's example, whatever the page would open with."""
    example = answer({"verb": "families", "name": family})["data"]["example"]
    page.goto(address)
    page.evaluate(
        "([key, text]) => localStorage.getItem(key) ?? localStorage.setItem(key, text)",
        [f"deduce/setting/puzzle/{family}", example],
    )
    page.goto(f"{address}#/puzzles/{family}")
    page.locator(".grid-board").wait_for()
    settled(page)


def tap(page, *names):
    for name in names:
        page.locator(f'[data-tap="{name}"]').first.click()


def puzzle_text(page, family):
    return page.evaluate("family => localStorage.getItem('deduce/setting/puzzle/' + family)", family)


def test_a_puzzle_is_drawn_by_taps_and_judged_while_it_is_drawn(page, address):
    example = answer({"verb": "families", "name": "slitherlink"})["data"]["example"]
    drawn(page, address, "slitherlink")
    tap(page, "more", "mode clues")
    page.locator('[data-tap="rows"]').select_option("4")
    page.locator('[data-tap="columns"]').select_option("4")
    tap(page, "blank")
    page.wait_for_function("() => !localStorage.getItem('deduce/setting/puzzle/slitherlink').includes('3')")
    settled(page)
    assert "Several" in page.locator(".verdict").text_content()
    taps = 0
    for r, line in enumerate(example.split("\n")[1:], 1):
        for c, word in enumerate(line.split()):
            if word != "-":
                tap(page, f"spot {r} {c}", f"word {word}")
                taps += 2
    page.wait_for_timeout(400)
    settled(page)
    assert puzzle_text(page, "slitherlink") == example
    assert taps == 2 * 7
    assert "Exactly one solution" in page.locator(".verdict").text_content()
    no_sideways(page)
    # One clue less: where two solutions differ is drawn on the grid.
    tap(page, "spot 1 1", "word -")
    page.wait_for_timeout(400)
    settled(page)
    found = answer({"verb": "unique", "family": "slitherlink", "grid": puzzle_text(page, "slitherlink")})
    assert page.locator(".over .one, .over .two").count() == len(found["data"]["difference"]) > 0


def test_a_drawn_puzzle_is_solved_by_taps_with_hints_on_the_grid(page, address):
    drawn(page, address, "sudoku")
    for _ in range(20):
        if page.locator(".hint.good").count():
            break
        tap(page, "hint", "tell more")
        page.wait_for_function("() => document.querySelectorAll('[data-tap=\"tell more\"]').length")
        tap(page, "tell more")
        page.locator('[data-tap="enter it"]').wait_for()
        assert page.locator(".over .glow.where").count() > 0
        tap(page, "enter it")
    assert "Solved in" in page.locator(".hint.good").text_content()
    filled = page.evaluate("JSON.parse(localStorage.getItem('deduce/setting/puzzle/sudoku/entered'))")
    solution = answer({"verb": "unique", "family": "sudoku", "grid": puzzle_text(page, "sudoku")})["data"][
        "solution"
    ]
    assert filled == {name: str(solution[name]) for name in filled}
    assert len(filled) == 12
    # A wrong entry is found, marked, and the clues that forbid it are lit.
    name = next(iter(filled))
    wrong = next(word for word in "1234" if word != filled[name])
    tap(page, f"spot {name}", f"word {wrong}", "check")
    page.locator(".over .glow.wrong").wait_for()
    assert "One entry cannot stay" in page.locator(".hint.bad").text_content()
    tap(page, "hint", "tell more")
    page.locator(".over .glow.clue, .over .glow.uses").first.wait_for()
    assert "cannot be" in page.locator(".hint").text_content()
    # What was done is taken back and done again.
    tap(page, "undo")
    assert "Solved in" in page.locator(".hint.good").text_content()
    tap(page, "redo")
    no_sideways(page)
    page.reload()
    settled(page)
    kept_now = page.evaluate("JSON.parse(localStorage.getItem('deduce/setting/puzzle/sudoku/entered'))")
    assert kept_now == {**filled, name: wrong}


SOLVED = {"akari": 8, "slitherlink": 7, "sudoku": 9, "masyu": 8, "kakuro": 3}
"""Families, and the side of the puzzle that each opens with."""


@pytest.mark.parametrize("family", SOLVED if WHOLE else [*SOLVED][:1])
def test_a_puzzle_is_solved_by_taps_on_the_screen(page, address, family):
    """As it opens on a phone: no tap is off the screen, and the end says how long it took."""
    page.goto(f"{address}#/puzzles/{family}")
    page.locator(".grid-board").wait_for()
    settled(page)
    text = puzzle_text(page, family)
    form = answer({"verb": "sheet", "family": family, "grid": text})["data"]
    assert form["size"] == [SOLVED[family]] * 2
    solution = answer({"verb": "unique", "family": family, "grid": text})["data"]["solution"]
    taps = 0
    for entry in form["entries"]:
        words, word = form["values"][entry["values"]], str(solution[entry["name"]])
        if len(words) < 4 and word in ("none", "clear", "empty", "0"):
            continue
        spot = f"spot {entry['name']}"
        for each in (spot, f"word {word}") if len(words) > 3 else (spot,):
            box = page.locator(f'[data-tap="{each}"]').first.bounding_box()
            assert 0 <= box["x"] + box["width"] / 2 <= 390
            assert 0 <= box["y"] + box["height"] / 2 <= 844
            tap(page, each)
            taps += 1
    assert "Solved in" in page.locator(".hint.good").text_content()
    assert page.locator(".hints .puzzle-tile").count() == 3
    print(f"\n{family}: {taps} taps")


def test_steps_are_drawn_and_another_puzzle_is_made(page, address):
    drawn(page, address, "slitherlink")
    before = puzzle_text(page, "slitherlink")
    tap(page, "more", "steps")
    page.locator('[data-tap="next"]').wait_for()
    assert "of 10" in page.locator(".difficulty").text_content()
    for _ in range(3):
        tap(page, "next")
    assert page.locator(".over .old-mark").count() > 0
    assert page.locator(".over .fresh-mark").count() > 0
    tap(page, "more", "another")
    page.locator(".told .good").wait_for()
    settled(page)
    assert puzzle_text(page, "slitherlink") != before
    tap(page, "more", "mode clues")
    assert "Exactly one solution" in page.locator(".verdict").text_content()


def test_what_can_be_tapped_on_the_first_page_is_moved_by_nothing_that_comes_later(page, address):
    held = []

    def hold(route):
        if '"games"' in (route.request.post_data or ""):
            held.append(route)
        else:
            route.continue_()

    page.route("**/api", hold)
    with page.expect_response(lambda answer: '"families"' in (answer.request.post_data or "")):
        page.goto(address)
    page.wait_for_timeout(300)
    assert held
    assert page.locator(".puzzle-tile").count() == 0
    for route in held:
        route.continue_()
    page.locator(".puzzle-tile.today").wait_for()
    assert page.locator(".fresh .tile").count() > 5


def test_the_puzzle_of_the_day_and_a_new_one_of_another_size(page, address):
    """The first picture of the strip; it is kept by its day, and the next one is of the size that is asked for."""
    page.goto(address)
    page.locator(".puzzle-tile.today").click()
    page.locator(".grid-board").wait_for()
    settled(page)
    family, day = page.evaluate("location.hash").split("/")[2:]
    text = page.evaluate("key => localStorage.getItem('deduce/setting/puzzle/' + key)", f"{family}/{day}")
    assert answer({"verb": "unique", "family": family, "grid": text})["status"] == 0
    drawn(page, address, "masyu")
    tap(page, "more")
    page.locator('[data-tap="new of size"]').select_option("6")
    page.wait_for_function("() => localStorage.getItem('deduce/setting/puzzle/masyu').startsWith('6 6')")
    settled(page)
    assert answer({"verb": "unique", "family": "masyu", "grid": puzzle_text(page, "masyu")})["status"] == 0


def test_areas_are_painted_and_keys_move_over_the_grid(page, address):
    drawn(page, address, "starbattle")
    example = puzzle_text(page, "starbattle") or ""

    def row_is(*areas):
        for _ in range(100):
            text = puzzle_text(page, "starbattle") or ""
            if text != example and text.split("\n")[1].split()[: len(areas)] == list(areas):
                return True
            page.wait_for_timeout(100)
        return False

    tap(page, "more", "mode clues", "blank")
    assert row_is("a", "a", "a")
    settled(page)
    tap(page, "word new area")
    page.keyboard.press("Tab")
    tap(page, "spot 1 0")
    assert row_is("b", "a", "a")
    settled(page)
    page.locator('.target[tabindex="0"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert row_is("b", "b", "a")


def test_candidates_are_shown_and_follow_each_entry(page, address):
    """As small figures on the grid and with their counts beside it; gone when they are turned off."""
    drawn(page, address, "variantsudoku")
    tap(page, "more", "mode clues")
    text = (
        "6 6\n"
        + "- - - - - -\n" * 6
        + "thermometer r1c1 r2c1 r3c2 r3c3\narrow r1c6 = r2c6 r3c5\ncage 8 r5c1 r6c1 r6c2"
    )
    text += "\nwhispers 3 r4c1 r4c2 r5c3\nquadruple 1 6 r1c3\nanti-king"
    page.locator("details summary", has_text="As text").click()
    page.get_by_label("The puzzle", exact=True).and_(page.locator("textarea")).fill(text)
    page.locator("textarea.grid").blur()
    settled(page)
    tap(page, "more", "candidates")
    card = page.locator(".candidates pre")
    card.filter(has_text="2 solutions").wait_for()
    assert "r1c5: 5 (1), 6 (1)" in card.text_content()
    assert page.locator("text.few", has_text="5 6").count() == 4
    tap(page, "more", "mode solve")
    card.filter(has_text="2 solutions").wait_for()
    tap(page, "spot cell[1,5]", "word 5")
    card.filter(has_text="1 solution").wait_for()
    assert page.locator("text.few").count() == 0
    no_sideways(page)
    tap(page, "more", "candidates")
    assert card.count() == 0


def test_another_puzzle_takes_nothing_away_for_good(page, address):
    asked = []
    page.on("request", lambda each: asked.append(each.post_data or ""))
    drawn(page, address, "slitherlink")
    before = puzzle_text(page, "slitherlink")
    tap(page, "hint", "tell more")
    page.wait_for_function("() => document.querySelectorAll('[data-tap=\"tell more\"]').length")
    tap(page, "tell more")
    page.locator('[data-tap="enter it"]').wait_for()
    tap(page, "enter it")
    kept = "localStorage.getItem('deduce/setting/puzzle/slitherlink/entered')"
    entered = page.evaluate(kept)
    assert len(entered) > 2
    tap(page, "more")
    page.locator('[data-tap="level"]').select_option("easy")
    page.locator('[data-tap="new of size"]').select_option("6")
    page.locator('[data-tap="undo toast"]').wait_for()
    assert page.evaluate(kept) == "{}"
    assert puzzle_text(page, "slitherlink") != before
    tap(page, "undo toast")
    page.wait_for_function(f"kept => {kept} === kept", arg=entered)
    assert puzzle_text(page, "slitherlink") == before
    tap(page, "more")
    page.locator('[data-tap="the one before"]').wait_for()  # the new one can be had again, too
    # What the page's store has not is made, of the level in hand.
    drawn(page, address, "yinyang")
    asked.clear()
    tap(page, "more")
    page.locator('[data-tap="level"]').select_option("easy")
    page.locator('[data-tap="new of size"]').select_option("5")
    page.wait_for_function("() => localStorage.getItem('deduce/setting/puzzle/yinyang').startsWith('5 5')")
    sent = [json.loads(each) for each in asked if "generate" in each]
    made = [json.loads(each["request"]) if "request" in each else each for each in sent]
    assert made[-1]["difficulty"] == "1-3"


def test_a_new_puzzle_of_a_usual_size_is_there_at_once(page, address):
    """Of the page's store: each once, none of them made; and a family opens with one that is worth a while."""
    asked = []
    page.on("request", lambda each: asked.append(each.post_data or ""))
    page.goto(f"{address}#/puzzles/sudoku")
    page.locator(".grid-board").wait_for()
    settled(page)
    first = puzzle_text(page, "sudoku")
    assert first.startswith("9 9")
    assert answer({"verb": "unique", "family": "sudoku", "grid": first})["status"] == 0
    tap(page, "more", "another")
    page.wait_for_function(
        "first => localStorage.getItem('deduce/setting/puzzle/sudoku') !== first", arg=first
    )
    settled(page)
    assert puzzle_text(page, "sudoku").startswith("9 9")
    assert not any("generate" in each for each in asked)


def test_cells_between_lines_are_coloured(page, address):
    """Inside and outside of a loop: by tap and by drag, undone like anything else, kept over a reload."""
    drawn(page, address, "slitherlink")
    tap(page, "tool colour", "spot at 1 0")
    over = page.locator(".over .tint1")
    assert over.count() == 1
    here, there = (page.locator(f'[data-tap="spot at 2 {column}"]').bounding_box() for column in (0, 2))
    page.mouse.move(here["x"] + here["width"] / 2, here["y"] + here["height"] / 2)
    page.mouse.down()
    page.mouse.move(there["x"] + there["width"] / 2, there["y"] + there["height"] / 2, steps=8)
    page.mouse.up()
    assert over.count() == 4
    page.reload()
    page.locator(".grid-board").wait_for()
    settled(page)
    assert over.count() == 4
    tap(page, "tool colour", "spot at 1 0")
    assert over.count() == 3
    tap(page, "undo")
    assert over.count() == 4
    tap(page, "tool mark")
    page.locator('[data-tap="spot side[(1, 1),(1, 2)]"]').click()
    assert page.locator(".over .stroke.mine").count() == 1
    tap(page, "tool cross")
    page.locator('[data-tap="spot side[(2, 1),(2, 2)]"]').click()
    assert page.locator(".over .cross.mine").count() == 1


@pytest.mark.service_worker
@pytest.mark.skipif(SITE, reason="a stand-in is behind the network; Pyodide is not")
def test_what_was_seen_once_is_there_without_a_network(page, context, address):
    """Home, the gallery, a puzzle and its check; what needs Python says so."""
    page.goto(f"{address}#/puzzles/slitherlink")
    page.locator(".grid-board").wait_for()
    settled(page)
    page.goto(f"{address}#/puzzles")
    page.locator(".gallery img").first.wait_for()
    page.goto(f"{address}#/new/enigma")
    page.get_by_role("button", name="Begin").click()
    page.locator(".cell").first.wait_for()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    settled(page)
    context.set_offline(True)
    page.goto(f"{address}#/puzzles/slitherlink")
    page.reload()
    page.locator(".grid-board").wait_for()
    settled(page)
    tap(page, "check")
    assert page.locator(".hint.good").count() == 1
    tap(page, "hint")
    page.locator(".hint.bad", has_text="No connection").wait_for()
    page.goto(f"{address}#/puzzles")
    page.locator(".gallery img").first.wait_for()
    # A new evening with the names of before: its lines are typed, its sheet waits.
    page.goto(f"{address}#/new/enigma")
    page.get_by_role("button", name="Begin").click()
    page.locator(".banner .note").wait_for()
    tap(page, "type")
    page.locator(".typed input").fill("Ann peeks 5 =Tome, claims Library")
    page.locator(".typed .write").click()
    page.locator(".log .events li").wait_for()
    assert kept(page, "Enigma: Beyond Code 2").rstrip().endswith("Ann peeks 5 =Tome, claims Library")
    context.set_offline(False)


def test_who_types_a_name_and_taps_on_loses_neither(page, address):
    """Names are typed into one field after another, then a seat is added and taken: each tap does what it was on."""
    page.goto(f"{address}#/new/decrypto")
    names = page.locator('input[type="text"]')
    names.first.wait_for()
    for place, name in enumerate(("Will", "May", "Jörg")):
        names.nth(place).click()
        page.keyboard.press("Control+A")
        page.keyboard.type(name)
    page.get_by_role("button", name="One more").click()
    names.nth(3).fill("An")
    page.get_by_role("radio", name="me", exact=True).nth(1).check()
    names.nth(1).fill("Maya")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/#/evening/*")
    settled(page)
    text = kept(page, "Decrypto")
    assert "players: Will Maya Jörg An\n" in text
    assert "me: Maya\n" in text
