"""Declared games on the page: an evening of each by taps, in a real browser, and the form of a turn."""

from __future__ import annotations

import random

import pytest
from tapping import BROWSER, begin, kept, settled

from deduce.games.registry import game, names
from deduce.ground.errors import RecordError
from deduce.records.record import read_record
from deduce.rulebook import Rulebook

pytestmark = pytest.mark.skipif(BROWSER is None, reason="no browser is installed")
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
TAPS = 14
"""A line is written with so many taps at most."""
GAMES = [name for name in names() if isinstance(game(name), Rulebook) and game(name).headings is None]


def onward(lines, words):
    """The words that can come next, as the page offers them, and whether the words are a line already."""
    begun = [each for each in (line.split() for line in lines) if each[: len(words)] == words]
    return list(dict.fromkeys(each[len(words)] for each in begun if len(each) > len(words))), words in begun


def tapped(page, line, lines):
    """Write one of the lines on offer by its words; how many taps it took."""
    before = page.locator(".log li").count()
    wanted = line.split()
    chip = page.locator(f'[data-tap="event {wanted[0]}"]').first
    chip.wait_for()
    taps = 0
    if chip.get_attribute("aria-pressed") != "true":
        chip.click()
        taps = 1
    said = wanted[:1]
    while page.locator(".log li").count() == before:
        following, whole = onward(lines, said)
        if whole and said == wanted:
            last = page.locator('[data-tap="whole"]')
            if following and last.count():
                last.first.click()
                taps += 1
            break
        word = wanted[len(said)]
        # The only line there is waits for a tap; else words go by themselves as far as there is but one way.
        alone = not taps and sum(each.split()[0] == said[0] for each in lines) == 1
        if len(following) > 1 or whole or alone:
            page.locator(f'[data-tap="word {word}"]').first.click()
            taps += 1
        said.append(word)
    page.wait_for_function("count => document.querySelectorAll('.log li').length > count", arg=before)
    settled(page)
    return taps


def chosen(page, played, text, event):
    """Tap a told set of many keys together: one that can be true."""
    replay = played.answers().read(read_record(text))
    world = replay.knowledge().sample(1, 5)[0]
    keys = [key for key, fact in replay.reader.pending.about.items() if fact.true_in(world)]
    before = page.locator(".log li").count()
    chip = page.locator(f'[data-tap="event {event.name}"]').first
    if chip.get_attribute("aria-pressed") != "true":
        chip.click()
    for key in keys:
        page.locator(f'[data-tap="keys={key}"]').first.click()
    page.locator('[data-tap="write"]').first.click()
    page.wait_for_function("count => document.querySelectorAll('.log li').length > count", arg=before)
    settled(page)
    assert kept(page, played.name).rstrip().endswith(f"{event.head} {' '.join(map(str, keys))}")


@pytest.mark.parametrize("name", GAMES)
def test_an_evening_by_taps(name, address, page):
    """What is tapped is what can come next, and every line is taken."""
    played = game(name)
    players = max(played.seats.start, min(3, played.seats.stop - 1))
    head = f"game: {name}\nplayers: {' '.join(NAMES[:players])}\nme: Ann\n\n"
    begin(page, address, name, head)
    rng = random.Random(3)
    written = 0
    for _ in range(5):
        text = kept(page, name)
        upcoming = played.upcoming(played.answers().read(read_record(text)))
        if upcoming.asked:
            chosen(page, played, text, upcoming.asked[0])
            written += 1
            continue
        lines = [line for line in upcoming.lines[:60] if played_on(played, text, line)]
        if not lines:
            break
        line = rng.choice(lines)
        assert tapped(page, line, upcoming.lines) <= TAPS, line
        assert kept(page, name).rstrip().endswith(line)
        written += 1
    assert written >= 2
    assert page.locator(".sheet, .answer").first.inner_text().strip()


def played_on(played, text, line):
    """Whether the line can be read here and does not contradict what is known: a tap may, a person's evening does not."""
    try:
        return played.answers().read(read_record(f"{text}\n{line}\n")).knowledge().is_consistent()
    except RecordError:
        return False


def test_a_board_is_touched_where_it_is_played(address, page):
    page.goto(f"{address}#/play/minesweeper")
    page.locator("button.primary").first.click()
    page.locator('[data-tap="place c3"]').click()
    page.wait_for_function(
        "() => [...document.querySelectorAll('.square')].some(each => /[0-9]/.test(each.textContent))"
    )
    dug = page.locator('[data-tap="place c3"]')
    assert dug.is_disabled()
    assert dug.inner_text().isdigit()


def test_a_touched_place_fills_the_line(address, page):
    begin(page, address, "field", "game: minesweeper\nplayers: Ann\nme: Ann\n\n")
    page.locator('[data-tap="place c3"]').click()
    page.wait_for_function("() => document.querySelectorAll('.log .events li').length == 1")
    assert kept(page, "field").rstrip().endswith("Ann dig c3")
