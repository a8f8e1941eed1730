"""Declared games on the page: an evening of each by taps, in a real browser, and the form of a turn."""

from __future__ import annotations

import random

import pytest
from tapping import BROWSER, begin, kept, settled

from deduce.errors import RecordError
from deduce.games.registry import game, names
from deduce.records.record import read_record
from deduce.rulebook import Rulebook

pytestmark = pytest.mark.skipif(BROWSER is None, reason="no browser is installed")
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
TAPS = 14
"""A line is written with so many taps at most."""
GAMES = [name for name in names() if isinstance(game(name), Rulebook)]


def tapped(page, line):
    """Write a line by its words; how many taps it took."""
    before = page.locator(".log li").count()
    words = line.split()
    page.locator(f'[data-tap="event {words[0]}"]').first.wait_for()
    chosen = page.locator(f'[data-tap="event {words[0]}"]').first
    taps = 0
    if chosen.get_attribute("aria-pressed") != "true":
        chosen.click()
        taps = 1
    for word in words[1:]:
        if page.locator(".log li").count() > before:
            break
        chip = page.locator(f'[data-tap="word {word}"]')
        if chip.count():
            chip.first.click()
            taps += 1
    if page.locator(".log li").count() == before and page.locator('[data-tap="whole"]').count():
        page.locator('[data-tap="whole"]').first.click()
        taps += 1
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
    """What is tapped is what can come next; every line is taken, and a seat's notes follow the rules to where they wait."""
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
        assert tapped(page, line) <= TAPS, line
        assert kept(page, name).rstrip().endswith(line)
        written += 1
    assert written >= 2
    assert page.locator(".sheet, .answer").first.inner_text().strip()


def played_on(played, text, line):
    """Whether the line can be read here and does not contradict what is known: a tap may, a person's evening does not."""
    try:
        return played.answers().read(read_record(f"{text.rstrip()}\n{line}\n")).knowledge().is_consistent()
    except RecordError:
        return False
